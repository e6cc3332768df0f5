"""``puzzles new NAME``: write a template for a new kind of puzzle, with its test."""

from __future__ import annotations

import argparse
import keyword
from pathlib import Path

import exactcover as xc

_ADAPTER = '''"""{Name}: rooks on a board with holes. (An example that works: replace it.)

    .#..
    ....
    ..#.

A board is drawn with . for a square and # for a hole. A rook stands in every row and at most one in
every column.

Legend: a *square* is (row, column), both from 0. Items are rows and columns. An option is a square
on which a rook may stand, and covers its row and its column.
"""

from __future__ import annotations

from functools import cached_property

import exactcover as xc
from exactcover_puzzles import Puzzle, run


class {Name}(Puzzle):
    """Place rooks that do not attack each other, one in each row."""

    #: An example file, shown by --help and the page.
    example = ".#..\\n....\\n..#.\\n"

    def __init__(self, rows, title=""):
        self.rows = rows
        self.title = title
        self.squares = [
            (r, c) for r, row in enumerate(rows) for c, drawn in enumerate(row) if drawn == "."
        ]

    @classmethod
    def read(cls, source, arguments):
        """The puzzle in a file. Errors name the line and column, from 1."""
        rows = []
        for line in source.lines:
            for at, drawn in enumerate(line.text):
                if drawn not in ".#":
                    raise line.fault(repr(drawn), "'.' or '#'", at)
            if line.text:
                rows.append(line.text)
        if not rows:
            raise source.fault(0, 0, "no board", "rows of '.' and '#'")
        yield cls(rows, source.path)

    @cached_property
    def problem(self):
        """The exact cover problem: primary items, options, secondary items."""
        width = max(map(len, self.rows))
        return xc.Problem(
            [("row", r) for r in range(len(self.rows))],
            {{(r, c): [("row", r), ("column", c)] for r, c in self.squares}},
            secondary=[("column", c) for c in range(width)],
        )

    def text(self, options, screen):
        """A solution as text; ``options`` are the names of its options."""
        drawn = [list(row) for row in self.rows]
        for r, c in options:
            drawn[r][c] = "R"
        return "\\n".join(map("".join, drawn))

    def option_called(self, option):
        """The name of an option in the sentences of --explain."""
        return f"a rook at r{{option[0] + 1}}c{{option[1] + 1}}"


if __name__ == "__main__":
    raise SystemExit(run({Name}))
'''

_TEST = '''"""{Name}: its counts against brute force, and its error messages."""

from itertools import permutations

import pytest

import exactcover as xc
from exactcover_puzzles import Source
from {name} import {Name}

BOARD = """\\
.#..
....
..#.
"""


def read(text):
    (puzzle,) = {Name}.read(Source("board.txt", text), None)
    return puzzle


def test_the_count_is_that_of_trying_everything():
    rows = BOARD.split()
    expected = sum(
        all(row[c] == "." for row, c in zip(rows, columns, strict=False))
        for columns in permutations(range(4), len(rows))
    )
    assert read(BOARD).problem.count() == expected


def test_a_wrong_character_is_named_with_its_place():
    with pytest.raises(xc.FileFault, match="board.txt:2:3: 'x'; expected '.' or '#'"):
        read(".#..\\n..x.\\n")
'''


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.description = (
        "Write NAME.py, a working kind of puzzle to start from, and test_NAME.py, its test."
        " Run it with python NAME.py."
    )
    xc.cli.add_argument(parser, "NAME", "name of the kind: small letters, digits and _")
    folder = "where to write the two files; default: the current folder"
    xc.cli.add_argument(parser, "--folder FOLDER", folder, default=".")


def run(arguments: argparse.Namespace) -> int:
    """Write both files, or none if one of them exists; returns the exit code."""
    name = arguments.name
    known = name.isascii() and name.isidentifier() and name == name.lower()
    if not known or keyword.iskeyword(name):
        arguments.parser.error(f"{name!r}: expected small letters, digits and _, such as tents")
    folder = Path(arguments.folder)
    if not folder.is_dir():
        raise FileNotFoundError(2, "no such folder", str(folder))
    names = {"name": name, "Name": "".join(part.capitalize() for part in name.split("_"))}
    texts = {
        folder / f"{name}.py": _ADAPTER.format(**names),
        folder / f"test_{name}.py": _TEST.format(**names),
    }
    for path in texts:
        if path.exists() or path.is_symlink():
            raise FileExistsError(17, "already exists; expected a new name", str(path))
    for path, text in texts.items():
        xc.cli.write_text(text, str(path))
    shown = xc.text.printable(str(folder / f"{name}.py"))
    print(f"Wrote {shown} and its test. Try:")
    print(f"  echo '..' | python {shown} -")
    print(f"  python -m pytest {folder / f'test_{name}.py'}")
    return xc.cli.ANSWERED
