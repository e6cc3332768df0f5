"""Puzzle files: words with values, drawings below them, and faults that name their place.

    # A comment.
    title: An example
    size: 4 x 6
    board:
    ####
    ##.#

    1 2 1 | 3

A line ``word: value`` states something. Below a word for a drawing, where the value is empty, the
lines up to the next empty line or the next word are that *drawing*, in which ``#`` begins no
comment. Other lines are the *rows* of the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

import exactcover as xc

__all__ = ["Line", "Source", "Stated"]


class Line(NamedTuple):
    """A line and its number, counted from 1; without spaces at its end."""

    text: str
    number: int


class Stated(NamedTuple):
    """What a word states: its value, its line, and the drawing below it."""

    value: str
    line: int
    drawing: tuple[Line, ...] = ()


class Source:
    """The text of a file; ``path`` is what messages call it."""

    def __init__(self, path: str, text: str):
        self.path = path
        self.lines = [
            Line(line.rstrip(), number)
            for number, line in enumerate(xc.cli.LINE_ENDS.split(text.removeprefix("\ufeff")), 1)
        ]

    def fault(self, line: int, column: int, found: str, expected: str) -> xc.FileFault:
        """A fault at a place. Line and column count from 1; 0 stands for none."""
        return xc.FileFault(self.path, line, column, found, expected)

    def fault_of(self, stated: Stated, found: str, expected: str) -> xc.FileFault:
        """A fault in the value of a word."""
        text = self.lines[stated.line - 1].text
        after = text.find(":") + 1
        column = after + len(text[after:]) - len(text[after:].lstrip()) + 1 if after else 1
        return self.fault(stated.line, column, found, expected)

    def read(
        self,
        words: Sequence[str],
        rows: str = "",
        several: Iterable[str] = (),
        drawn: Iterable[str] = (),
    ) -> tuple[dict[str, list[Stated]], list[Line]]:
        """What each of these words states, and the other lines.

        ``rows`` says in a few words what the other lines are; without it there may be none.
        ``several``: words that may be stated more than once. ``drawn``: those with drawings.
        Raises :class:`exactcover.FileFault` for an unknown word, and for one that is stated twice.
        """
        found: dict[str, list[Stated]] = {}
        others: list[Line] = []
        stated = ", ".join(f"'{word}:'" for word in words)
        expected = ", or ".join(filter(None, (stated, rows)))

        def word_of(line: Line) -> str | None:
            word, colon, _ = line.text.partition(":")
            return word.strip() if colon and word.strip() in words else None

        def is_drawn(line: Line) -> bool:
            return bool(line.text.strip()) and word_of(line) is None

        drawn_to = 0
        for line in self.lines:
            text = line.text.strip()
            if line.number <= drawn_to or not text or text.startswith("#"):
                continue
            word, colon, value = (part.strip() for part in text.partition(":"))
            if word_of(line) is not None:
                if word in found and word not in several:
                    raise self.fault(line.number, 1, f"'{word}:' is stated twice", "it once")
                drawing: tuple[Line, ...] = ()
                if word in drawn and not value:
                    drawing = tuple(takewhile(is_drawn, self.lines[line.number :]))
                drawn_to = line.number + len(drawing)
                found.setdefault(word, []).append(Stated(value, line.number, drawing))
            elif rows and not (colon and word.isalpha()):
                others.append(line)
            else:
                hint = xc.text.did_you_mean(word, words, ":")
                raise self.fault(line.number, 1, f"cannot read {text[:40]!r}", expected + hint)
        return found, others
