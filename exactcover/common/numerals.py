"""Whole numbers as text, of any size.

Python writes no more than 4,300 digits, unless the whole process is told to, since it takes long;
a count may have more, and is wanted.
"""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["counted", "digits", "grouped", "shown_number"]

#: So many digits are written at once.
_AT_ONCE = 4_000


def digits(number: int) -> str:
    """All decimal digits of a whole number."""
    number = int(number)
    if number < 0:
        return "-" + digits(-number)
    if number.bit_length() < 3 * _AT_ONCE:
        return int.__repr__(number)
    # Halves of about the same length; 2^10 is about 10^3.
    half = number.bit_length() * 3 // 20
    high, low = divmod(number, 10**half)
    return digits(high) + digits(low).zfill(half)


def grouped(number: int) -> str:
    """All decimal digits of a whole number, with commas."""
    text = digits(abs(number))
    first = (len(text) - 1) % 3 + 1
    groups = [text[:first], *(text[at : at + 3] for at in range(first, len(text), 3))]
    return ("-" if number < 0 else "") + ",".join(groups)


def counted(number: int, one: str, more: str = "", shown: Callable[[int], str] = grouped) -> str:
    """A number of things, for a sentence: "1 solution", "9,356 solutions". ``more``: the plural, if
    it is not made by an s; ``shown``: how the number is written."""
    return f"{shown(number)} {one if number == 1 else more or one + 's'}"


def shown_number(number: int) -> str:
    """For a message: with commas, and beyond forty digits the first ones and how many there are."""
    if -(10**40) < number < 10**40:
        return f"{number:,}"
    text = digits(number)
    return f"{text[:10]}… ({len(text.lstrip('-')):,} digits)"
