"""Answers as JSON, one line each."""

from __future__ import annotations

import sys
from typing import Any, TextIO

from ..common.costs import Cost, cost_text
from ..text import digits, json_text
from .interrupts import whole

__all__ = ["json_cost", "json_number", "print_json"]


def json_number(value: int) -> int | str:
    """A count for JSON: a number, or a string beyond what every reader keeps exact (2^53)."""
    return int(value) if abs(value) < 2**53 else digits(value)


def json_cost(value: Cost) -> int | float | str:
    """A cost for JSON: a number, or a string for a fraction or a number that readers may round."""
    if isinstance(value, float):
        return value
    return json_number(int(value)) if value == int(value) else cost_text(value)


def print_json(value: Any, file: TextIO | None = None) -> None:
    """One line of JSON."""
    stream = sys.stdout if file is None else file
    text = json_text(value, stream.encoding or "utf-8")
    with whole():
        print(text, file=stream)
