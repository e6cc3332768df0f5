"""Numbers and texts as SVG files write them."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

#: How much wider bold letters are.
_BOLD = 1.15


def number(value: float, decimals: int = 2) -> str:
    """A number with at most ``decimals`` decimals, no more than needed, and never a minus zero."""
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def line(spots: Iterable[tuple[float, float]], decimals: int = 2) -> str:
    """Path data of a line from spot to spot."""
    return "M" + "L".join(f"{number(x, decimals)} {number(y, decimals)}" for x, y in spots)


def closed(loops: Iterable[Iterable[tuple[float, float]]], decimals: int = 2) -> str:
    """Path data of closed loops."""
    return "".join(f"{line(loop, decimals)}Z" for loop in loops)


def escaped(text: str) -> str:
    """The text for XML 1.0, which has no place for most control characters, however written."""
    valid = "".join(each if _is_xml(each) else "\N{REPLACEMENT CHARACTER}" for each in text)
    return escape(valid, quote=False)


def _is_xml(character: str) -> bool:
    code = ord(character)
    if code < 0x20:
        return character in "\t\n\r"
    return not (0xD800 <= code <= 0xDFFF or code in (0xFFFE, 0xFFFF))


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """The estimated width of a text, rather too large: no font is at hand."""
    return (_BOLD if bold else 1.0) * size * sum(map(_share, text))


def shortened(text: str, size: float, width: float, *, bold: bool = False) -> str:
    """As much of a text as fits in a width, with "…" where it is cut."""
    if text_width(text, size, bold=bold) <= width:
        return text
    room, kept = width - text_width("…", size, bold=bold), 0
    for character in text:
        room -= text_width(character, size, bold=bold)
        if room < 0:
            break
        kept += 1
    return text[:kept].rstrip() + "…"


def _share(character: str) -> float:
    """The width of a character as a share of the size of the text."""
    if not character.isascii():
        return 1.0
    if character in " !'(),-./:;I[]`fijlrt|":
        return 0.36
    return 0.84 if character in "MWmw@%" or character.isupper() else 0.62
