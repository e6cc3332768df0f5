"""Questions and answers as data of JSON: what questions state, checked, and what answers tell.

Places and options are numbers: of a place in the view, of an option in the problem. Numbers of
solutions are texts, as JavaScript has no whole numbers of any size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import exactcover as xc

from ..shared.view import Mark
from .recent import BadQuestion, Shown

#: Objects of JSON.
Data = dict[str, Any]
Send = Callable[[Data], None]

#: Seconds of a question: the most, and the default.
_MOST_SECONDS, _SECONDS = 3_600.0, 20.0
#: Seconds for answers that the user did not request.
SOON = 2.0
#: Solutions that are sent at most.
MOST_SOLUTIONS = 1_000


def as_object(values: Any) -> Data:
    """A named tuple as an object of JSON, and so those in its lists."""
    found = {name: getattr(values, name) for name in type(values).__annotations__}
    for name, value in found.items():
        if isinstance(value, list | tuple) and value and hasattr(type(value[0]), "__annotations__"):
            found[name] = [*map(as_object, value)]
    return found


def marks_of(shown: Shown, options: Iterable[int]) -> list[Data]:
    """What options put on the board, without the fields that have their defaults."""
    usual = as_object(Mark(()))
    of = (as_object(shown.mark(option)) for option in options)
    return [{k: v for k, v in mark.items() if k == "places" or v != usual[k]} for mark in of]


def fault_data(fault: xc.FileFault) -> Data:
    place = {"line": fault.line, "column": fault.column}
    return {**place, "found": fault.found, "expected": fault.expected}


def seconds_of(asked: Mapping[str, Any], usual: float = _SECONDS) -> float:
    seconds = asked.get("seconds", usual)
    if type(seconds) not in (int, float) or not 0 < seconds <= _MOST_SECONDS:
        raise BadQuestion(f"seconds={seconds!r}: expected a number up to {_MOST_SECONDS:g}")
    return float(seconds)


def number_of(asked: Mapping[str, Any], name: str, usual: int, most: int) -> int:
    number = asked.get(name, usual)
    if type(number) is not int or not 0 <= number <= most:
        raise BadQuestion(f"{name}={number!r}: expected a whole number up to {most:,}")
    return number
