"""Numbers that users give, as Python's own; whatever type they had."""

from __future__ import annotations

import operator
from typing import Any

__all__ = ["whole"]


def whole(value: Any) -> int | None:
    """A whole number as an int: an int or what stands for one (numpy's too); None if it is none."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None
