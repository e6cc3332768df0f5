"""Word rectangles and crosswords: fill a grid with different words from a list.

    title: A ring
    grid:
    ...
    .#.
    ..t

``.`` is an empty cell, a letter is given, ``#`` is black. Instead of a file, ``4x5`` is a rectangle
of 4 rows. Words in a list are separated by newlines or spaces. Case does not matter.

Items: entries, which are two or more cells across or down; secondary, cells, whose colour is their
letter, and words. Options: a word in an entry, which covers the entry and the word, and gives the
cells their letters. (D. E. Knuth, TAOCP 4B, has word rectangles in 7.2.2, colours in 7.2.2.1.)
"""

from __future__ import annotations

import argparse
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Self

import exactcover as xc

from .shared.adapter import Options
from .shared.cell_names import cell_name
from .shared.filled_grid import FilledGrid
from .shared.shipped import shipped
from .shared.source import Source
from .shared.squares import Cell, drawn_cells, entries, rectangle

#: So many words in entries take about half a gigabyte.
_MOST_OPTIONS = 500_000


class Words(FilledGrid):
    """Fill a rectangle (4x5) or a crossword grid with words from a list."""

    shipped = "crosswords"
    example = """\
grid:
...
.#.
..t
"""
    instead_of_file = "a size such as 4x5"
    items_called = "entries, cells and words"
    options_called = ("word", "words")
    up_to = "up to reflecting the grid in its diagonal"

    def __init__(
        self, grid: Mapping[Cell, str], words: Iterable[str], title: str = "", repeat: bool = False
    ):
        self.grid, self.title, self.repeat = grid, title, repeat
        #: Whether the word list is the bundled one.
        self.common = False
        self.open_cells = frozenset(cell for cell, letter in grid.items() if letter != "#")
        #: (direction, first cell) -> cells.
        self.entries = {
            (way, cells[0]): cells for way, cells in entries(self.open_cells) if len(cells) > 1
        }
        self.words: dict[int, list[str]] = {}
        for word in dict.fromkeys(map(_lower, words)):
            self.words.setdefault(len(word), []).append(word)

    @classmethod
    def add_arguments(cls, parser: argparse.ArgumentParser) -> None:
        super().add_arguments(parser)
        listed = "a word list, separated by newlines or spaces; default: a short bundled list"
        xc.cli.add_argument(parser, "--words WORDS", listed)
        xc.cli.add_argument(parser, "--repeat", "let a word be used several times")

    @classmethod
    def by_name(cls, path: str, arguments: argparse.Namespace) -> Self | None:
        cells = rectangle(path)
        return cls._of(dict.fromkeys(cells, "."), path, path, arguments) if cells else None

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        drawn = drawn_cells(source, token=".", alone=r"\.")
        for each in drawn.values():
            if each.text not in ".#" and not each.text.isalpha():
                expected = "a letter, '.' for an empty cell, or '#' for a black one"
                raise each.fault(repr(each.text), expected)
        grid = {cell: _lower(each.text) for cell, each in drawn.items()}
        yield cls._of(grid, source.title, source.path, arguments)

    @classmethod
    def _of(
        cls, grid: Mapping[Cell, str], title: str, source: str, arguments: argparse.Namespace
    ) -> Self:
        """A grid with the word list from the arguments."""
        path = arguments.words or str(shipped("words", "common"))
        words = xc.cli.read_text(path, arguments.unpacked).split()
        puzzle = cls(grid, words, title, arguments.repeat)
        puzzle.common = arguments.words is None
        if not puzzle.entries:
            raise xc.FileFault(source, 0, 0, "no entry", "two white cells side by side")
        options = sum(len(puzzle.words.get(len(cells), ())) for cells in puzzle.entries.values())
        if options > _MOST_OPTIONS:
            found = f"{options:,} placements of words in entries"
            raise xc.FileFault(xc.cli.shown_path(path), 0, 0, found, f"at most {_MOST_OPTIONS:,}")
        return puzzle

    def remarks(self) -> Iterator[str]:
        if self.common:
            number = sum(map(len, self.words.values()))
            yield f"using the bundled list of {number} words; --words names your own"

    @cached_property
    def problem(self) -> xc.Problem:
        options: dict[Any, dict[Any, Any]] = {}
        for entry, cells in self.entries.items():
            given = [(k, self.grid[cell]) for k, cell in enumerate(cells) if self.grid[cell] != "."]
            for word in self.words.get(len(cells), ()):
                if all(word[k] == letter for k, letter in given):
                    letters = dict(zip(cells, word, strict=True))
                    once = {} if self.repeat else {("word", word): None}
                    options[entry, word] = {entry: None, **once, **letters}
        words = [("word", word) for _, word in options] if not self.repeat else []
        secondary = [*sorted(self.open_cells), *dict.fromkeys(words)]
        return xc.Problem(self.entries, options, secondary=secondary)

    @cached_property
    def symmetry(self) -> xc.Symmetry | None:
        if self.grid != {(c, r): letter for (r, c), letter in self.grid.items()}:
            return None
        other = {"across": "down", "down": "across"}
        cells = {(r, c): (c, r) for r, c in self.open_cells}
        return self.problem.symmetry(
            cells | {(way, first): (other[way], cells[first]) for way, first in self.entries}
        )

    def view(self) -> None:
        """None, since an option puts several texts on the board."""

    def filled(self, options: Options) -> Mapping[Cell, str]:
        return {
            cell: letter
            for entry, word in options
            for cell, letter in zip(self.entries[entry], word, strict=True)
        }

    def item_called(self, item: Any) -> str:
        if item in self.grid:
            return f"cell {cell_name(*item)}"
        kind, what = item
        if kind == "word":
            return f"the word {xc.text.printable(what)}"
        return f"the entry {kind} from {cell_name(*what)} ({len(self.entries[item])} letters)"

    def option_called(self, option: Any) -> str:
        return f"{xc.text.printable(option[1])} {option[0][0]} from {cell_name(*option[0][1])}"


def _lower(text: str) -> str:
    return unicodedata.normalize("NFC", text.lower())
