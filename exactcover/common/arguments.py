"""Conversion and checks of arguments of any type that users pass."""

from __future__ import annotations

import operator
import re
import sys
from collections.abc import Iterable
from typing import Any

from ..errors import BudgetError

_SIZE = re.compile(r"\s*([0-9]{1,18}(?:\.[0-9]{1,9})?)\s*([KMG]i?B|)\s*", re.IGNORECASE)
_UNITS = {"": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KIB": 2**10, "MIB": 2**20, "GIB": 2**30}

#: The least memory that may be asked for, in bytes.
_LEAST = 10**6
#: What arrays can take: 2 GB where Python has 32 bits, as in a browser.
MOST_MEMORY = sys.maxsize


def to_int(value: Any) -> int | None:
    """The value as an int if it is an integer of any type (numpy's too), else None."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def memory_size(value: Any) -> int | None:
    """A number of bytes, or a text such as ``"4GB"``, as bytes; None if it is none, or below 1 MB.

    (A number that small was meant in larger units.) At most :data:`MOST_MEMORY`.
    """
    size = to_int(value)
    if size is None and isinstance(value, str) and (found := _SIZE.fullmatch(value)):
        size = int(float(found[1]) * _UNITS[found[2].upper()])
    return min(size, MOST_MEMORY) if size is not None and size >= _LEAST else None


def pairs_of(value: Any) -> Iterable[tuple[Any, Any]] | None:
    """The keys of a mapping with their values, in its order; None if it is not a mapping.

    A mapping is what ``dict()`` takes for one: it has ``keys()``, and ``[]`` gives the value of
    each. So is a pandas Series, by its labels, although iterating one gives its values. A key
    that such an object has several times comes several times.
    """
    if isinstance(value, dict):
        return value.items()
    keys = getattr(value, "keys", None)
    if not callable(keys) or not hasattr(value, "__getitem__") or isinstance(value, type):
        return None
    items = getattr(value, "items", None)
    return items() if callable(items) else ((key, value[key]) for key in keys())


def check_progress(progress: Any, name: str = "progress") -> None:
    """Raise TypeError unless ``progress`` is a function, True, False or None."""
    if progress is not None and not isinstance(progress, bool) and not callable(progress):
        expected = "expected a function of one argument, True, or None"
        raise TypeError(f"{name}={progress!r}: {expected}")


def check_number(name: str, value: Any, least: int | None, none: str = "") -> None:
    """Raise :class:`BudgetError` unless it is a whole number from ``least``.

    ``none``: where None is allowed, the words for it, such as "or None for no limit".
    """
    if value is None and none:
        return
    number = to_int(value)
    if number is None or (least is not None and number < least):
        bound = "" if least is None else f" from {least}"
        raise BudgetError(name, value, f"a whole number{bound}{none and f', {none}'}")


def required_memory(value: Any, name: str = "memory") -> int:
    """The argument ``memory=``, or of another name, in bytes. Raises :class:`BudgetError`."""
    size = memory_size(value)
    if size is None:
        expected = 'a number of bytes from 1,000,000, or a text such as "4GB"'
        raise BudgetError(name, value, expected)
    return size
