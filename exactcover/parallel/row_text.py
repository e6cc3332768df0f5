"""Open prefixes and solutions as texts, in journals and in the files of parts.

``docs/reference/journal.md`` explains the notation.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..engines.contract import OpenPrefixes

#: A row of open prefixes: they and their shares, as texts, and the sum of these.
OpenRow = tuple[str, str, float]


def row_of(parts: OpenPrefixes) -> OpenRow:
    """Open prefixes as a row."""
    texts = [
        f"={keep} {text_of_numbers(tail)}" if keep else text_of_numbers(tail)
        for keep, tail in zip(parts.keeps, parts.tails, strict=True)
    ]
    shares = [f"{share:.6g}" for share in parts.shares]
    # (They are summed up as they are written.)
    return ";".join(texts), " ".join(shares), sum(map(float, shares))


def prefixes_of(row: OpenRow) -> OpenPrefixes:
    """The open prefixes of a row. Raises ValueError."""
    texts, shares, _ = row
    parts = OpenPrefixes()
    length = 0
    for text, share in zip(texts.split(";"), shares.split(), strict=True):
        word, _, rest = text.partition(" ")
        keep, tail = (int(word[1:]), rest) if word[:1] == "=" else (0, text)
        if not 0 <= keep <= length:
            raise ValueError(f"={keep} after a prefix of {length} entries")
        numbers = numbers_of(tail)
        length = keep + len(numbers)
        parts.add(keep, numbers, float(share))
    return parts


def text_of_numbers(numbers: Iterable[int]) -> str:
    """Options, or those that are left out."""
    return " ".join(str(number) if number >= 0 else f"~{~number}" for number in numbers)


def numbers_of(text: str) -> tuple[int, ...]:
    """The options that a text names, and those left out. Raises ValueError."""
    return tuple(~int(word[1:]) if word.startswith("~") else int(word) for word in text.split())
