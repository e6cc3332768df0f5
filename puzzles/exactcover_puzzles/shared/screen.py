"""Where the text of a puzzle is shown, and what can be shown there."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass

from .terminal import can_show, wants_colour


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
