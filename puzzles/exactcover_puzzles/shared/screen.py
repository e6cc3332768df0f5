"""The screen for a puzzle's text: colours, and characters beyond ASCII.

Legend: a *canvas* maps a place (line, column) of a text to a character, and to the name by which it
has its background, or None.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import TextIO

Canvas = dict[tuple[int, int], tuple[str, str | None]]

#: Black and white of the 256 colours, set explicitly: the terminal's own text colour may be
#: unreadable on a background. Colours from a number on are light.
_BLACK, _WHITE, _LIGHT = 16, 231, 61


def wants_colour(stream: TextIO, mode: str) -> bool:
    """Whether to write colour to a stream; ``mode`` is ``auto``, ``always`` or ``never``.

    ``auto`` asks for a terminal other than ``TERM=dumb``, and a user who has not set ``NO_COLOR``
    (https://no-color.org).
    """
    if mode not in ("auto", "always", "never"):
        raise ValueError(f"mode={mode!r}: expected 'auto', 'always' or 'never'")
    if mode == "auto":
        unwanted = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        return stream.isatty() and not unwanted
    return mode == "always"


def can_show(text: str, encoding: str) -> bool:
    """Whether a stream of this encoding can write these characters."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def painted(text: str, background: int | None) -> str:
    """The text on a background of the 256 colours."""
    if background is None:
        return text
    ink = _BLACK if background >= _LIGHT else _WHITE
    return f"\x1b[38;5;{ink};48;5;{background}m{text}\x1b[0m"


def lines_of(canvas: Canvas, backgrounds: Mapping[str | None, int]) -> Iterator[str]:
    """The canvas line by line, without spaces at the ends; a background lasts as long as its
    name."""
    columns = range(min(column for _, column in canvas), max(column for _, column in canvas) + 1)
    for line in range(min(canvas)[0], max(canvas)[0] + 1):
        row = [canvas.get((line, column), (" ", None)) for column in columns]
        yield "".join(
            painted("".join(character for character, _ in run), backgrounds.get(name))
            for name, run in groupby(row, key=lambda each: each[1])
        ).rstrip()


@dataclass(frozen=True)
class Screen:
    """``colour``: whether escape sequences are understood. ``ascii``: lines of boxes cannot be
    shown. ``width``: characters in a line."""

    colour: bool = False
    ascii: bool = False
    width: int = 80
    encoding: str = "utf-8"

    @classmethod
    def of_output(cls, colour: str = "auto") -> Screen:
        """That of standard output; ``colour`` is ``auto``, ``always`` or ``never``."""
        stream = sys.stdout
        width = shutil.get_terminal_size().columns
        encoding = stream.encoding or "ascii"
        return cls(wants_colour(stream, colour), not can_show("│─┼", encoding), width, encoding)

    def shows(self, text: str) -> bool:
        """Whether these characters can be shown."""
        return not self.ascii and can_show(text, self.encoding)
