"""Open prefixes and solutions as texts, in journals and in the files of parts.

``docs/reference/journal.md`` explains the notation.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..engines.contract import OpenPrefixes


def text_of_prefixes(parts: OpenPrefixes) -> tuple[str, str]:
    """Open prefixes, and their shares."""
    texts = [
        f"={keep} {text_of_numbers(tail)}" if keep else text_of_numbers(tail)
        for keep, tail in zip(parts.keeps, parts.tails, strict=True)
    ]
    return ";".join(texts), " ".join(f"{share:.6g}" for share in parts.shares)


def prefixes_of(texts: str, shares: str) -> OpenPrefixes:
    """The open prefixes of these texts. Raises ValueError."""
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
