"""What a terminal can show: colours, and characters beyond ASCII."""

from __future__ import annotations

import os
from typing import TextIO

__all__ = ["can_show", "wants_colour"]


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
