"""Bounds on how often items are covered, while options are chosen and given up."""

from __future__ import annotations

from typing import Any

from .jit import inlined
from .words import ONE, index

__all__ = ["NO_LIMIT", "cover", "lowest_bits", "spend", "uncover"]

#: The upper bound of an item that may be covered any number of times, as in ``Compiled``.
NO_LIMIT = 1 << 30


@inlined
def spend(option: Any, starts: Any, items: Any, low: Any, high: Any) -> None:
    """Lower the bounds of an option's primary items by one covering."""
    for node in range(starts[option], starts[option + 1]):
        item = items[node]
        low[item] -= 1
        if high[item] < NO_LIMIT:
            high[item] -= 1


@inlined
def cover(
    option: Any, starts: Any, items: Any, low: Any, high: Any, rows: Any, live: Any, at: Any,
    words: Any,
) -> None:  # fmt: skip
    """Choose an option: lower the bounds of its items, and keep live what may still be chosen.

    The live row is the ``words`` words of ``live`` from ``at`` on. ``rows`` (flat, items x words)
    are the options of each item; those of an item covered as often as it may be leave the live row.
    """
    spend(option, starts, items, low, high)
    for node in range(starts[option], starts[option + 1]):
        if high[items[node]] == 0:
            row = index(items[node]) * words
            for word in range(words):
                live[at + word] &= ~rows[row + word]


@inlined
def uncover(option: Any, starts: Any, items: Any, low: Any, high: Any) -> None:
    """Raise the bounds of an option's primary items again."""
    for node in range(starts[option], starts[option + 1]):
        item = items[node]
        low[item] += 1
        if high[item] < NO_LIMIT:
            high[item] += 1


@inlined
def lowest_bits(bits: Any, most: Any) -> Any:
    """The lowest ``most`` bits of a word."""
    left = bits
    for _ in range(most):
        left &= left - ONE
    return bits & ~left
