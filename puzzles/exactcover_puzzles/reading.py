"""Puzzles for Python: what the commands read, as objects."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

import exactcover as xc

from .registry import kind as kind_of
from .shared.adapter import Puzzle
from .shared.runner import add_arguments

__all__ = ["read"]


def read(kind: str, *words: str | os.PathLike[str], text: str | None = None) -> list[Puzzle]:
    """The puzzles that ``puzzles KIND WORDS…`` would answer.

    ``kind`` is the name of a kind, ``"polyform"``. ``words`` are those of the command line: files,
    names of shipped puzzles, sizes, options. ``text`` is the text of a file, instead of one. In a
    notebook, solutions of ``puzzle.problem`` show their picture. ::

        (tray,) = puzzles.read("polyform", text="pieces: tetrominoes ...")
        tray.problem.count()

    Raises ValueError for an unknown kind and for words that the command does not take,
    :class:`exactcover.FileFault` for a file that states no puzzle, and OSError.
    """
    found = kind_of(kind)
    parser = _Parser(prog=f"puzzles.read({kind!r})")
    add_arguments(parser, found)
    with _named(text) as path:
        given = [os.fspath(word) for word in words]
        arguments = parser.parse_args(given if path is None else [*given, path])
        if "files" not in arguments:
            read_from = [(given, found.from_arguments(arguments))]
        elif arguments.files:
            read_from = [([file], found.from_file(file, arguments)) for file in arguments.files]
        else:
            parser.error("expected a file, or text=")
        puzzles = []
        for stating, those in read_from:
            for puzzle in those:
                puzzle.stated = {"kind": kind, **(puzzle.stated or {"words": stating})}
                puzzles.append(puzzle)
    for puzzle in puzzles:
        # No title, but the name of a file that nobody gave it.
        if path and puzzle.title in (path, Path(path).stem) and "title:" not in (text or ""):
            puzzle.title = ""
    return puzzles


@contextmanager
def _named(text: str | None) -> Iterator[str | None]:
    """A text as a file, since each kind reads its files in its own way."""
    if text is None:
        yield None
        return
    with TemporaryDirectory() as folder:
        path = Path(folder) / "text"
        path.write_text(text, encoding="utf-8")
        try:
            yield str(path)
        except xc.FileFault as fault:
            raise replace(fault, path="text") if fault.path == str(path) else fault from None


class _Parser(xc.cli.Parser):
    """Raises ValueError where a command would end."""

    def error(self, message: str) -> NoReturn:
        raise ValueError(f"{self.prog}: {message}")
