"""Read puzzles in Python, as the commands do."""

from __future__ import annotations

import os
from functools import lru_cache
from typing import NoReturn

import exactcover as xc

from .registry import kind as kind_of
from .shared.adapter import Puzzle
from .shared.runner import add_arguments
from .shared.source import Source


def read(
    kind: str, *words: str | os.PathLike[str], text: str | Source | None = None
) -> list[Puzzle]:
    """Read the puzzles that ``puzzles KIND WORDS…`` would answer.

    ``kind`` is the name of a kind, such as ``"polyform"``. ``words`` are those of the command line:
    files, names of bundled puzzles, sizes, options. ``text`` replaces a file. In a notebook,
    solutions of ``puzzle.problem`` show their picture. ::

        (tray,) = puzzles.read("polyform", text="grid: square\\npieces: tetrominoes ...")
        tray.problem.count()

    Raises ValueError for an unknown kind and for words that the command does not take,
    :class:`exactcover.FileFault` for a file without a valid puzzle, and OSError.
    """
    found = kind_of(kind)
    parser = _parser(kind, found)
    given = [os.fspath(word) for word in words]
    arguments = parser.parse_args(given)
    arguments.parser = parser
    if "files" in arguments:
        read_from = [([file], found.from_file(file, arguments)) for file in arguments.files]
        if text is not None:
            source = text if isinstance(text, Source) else Source("text", text)
            read_from.append(([], found.from_text(source, arguments)))
        if not read_from:
            parser.error("expected a file, or text=")
    elif text is None:
        read_from = [(given, found.from_arguments(arguments))]
    else:
        parser.error("expected no text=, since this kind has no files")
    puzzles = []
    for stating, those in read_from:
        for puzzle in those:
            puzzle.stated = {"kind": kind, **(puzzle.stated or {"words": stating})}
            puzzles.append(puzzle)
            if not stating and puzzle.title == "text" and "title:" not in source.text:
                puzzle.title = ""  # ("text" would be the name of a file.)
    return puzzles


@lru_cache
def _parser(name: str, kind: type[Puzzle]) -> _Parser:
    """The parser of a kind's words, kept since finding the kind of a text takes those of all."""
    made = _Parser(prog=f"puzzles.read({name!r})")
    add_arguments(made, kind)
    return made


class _Parser(xc.cli.Parser):
    """Raises ValueError where a command would exit."""

    def error(self, message: str) -> NoReturn:
        raise ValueError(f"{self.prog}: {message}")
