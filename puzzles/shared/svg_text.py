"""Numbers and texts as SVG files write them."""

from __future__ import annotations

from xml.sax.saxutils import escape

__all__ = ["escaped", "number", "text_width"]


def number(value: float) -> str:
    """At most two decimals, no more than needed, and never a minus zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def escaped(text: str) -> str:
    """The text for XML 1.0, which has no place for most control characters, however written."""
    return escape("".join(each if _is_xml(each) else "\N{REPLACEMENT CHARACTER}" for each in text))


def _is_xml(character: str) -> bool:
    code = ord(character)
    if code < 0x20:
        return character in "\t\n\r"
    return not (0xD800 <= code <= 0xDFFF or code in (0xFFFE, 0xFFFF))


def text_width(text: str, size: float) -> float:
    """About how wide a text gets, rather too much than too little: no font is at hand."""
    return size * sum(map(_share, text))


def _share(character: str) -> float:
    """The width of a character as a share of the size of the text."""
    if not character.isascii():
        return 1.0
    if character in " !'(),-./:;I[]`fijlrt|":
        return 0.36
    return 0.84 if character in "MWmw@%" or character.isupper() else 0.62
