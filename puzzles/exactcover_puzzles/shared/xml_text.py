"""XML of other programs, each element with its place.

A document type may be named, but not declared in the text, so no entities are ever expanded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

import exactcover as xc


@dataclass
class Element:
    """An element: its attributes, the text in it, and the elements in it."""

    name: str
    attributes: Mapping[str, str]
    line: int
    column: int
    path: str
    text: str = ""
    inner: list[Element] = field(default_factory=list)

    def fault(self, found: str, expected: str) -> xc.FileFault:
        """A fault at the place of the element."""
        return xc.FileFault(self.path, self.line, self.column, found, expected)

    def all(self, *names: str) -> Iterator[Element]:
        """The elements in it that a path of names leads to."""
        for each in self.inner:
            if each.name == names[0]:
                yield from each.all(*names[1:]) if names[1:] else (each,)

    def number(self, attribute: str, most: int, default: int | None = None) -> int:
        """An attribute that is a number from 0 to ``most``."""
        stated = self.attributes.get(attribute, "" if default is None else str(default))
        if stated.isascii() and stated.isdecimal() and len(stated) < 10 and int(stated) <= most:
            return int(stated)
        found = f"{attribute}={stated[:40]!r} in <{self.name}>" if stated else f"<{self.name}>"
        raise self.fault(found, f"{attribute}= with a number from 0 to {most:,}")


def xml_root(text: str, path: str, doctype: str = "") -> Element:
    """The outermost element. ``doctype``: the document type that the text may name; by default
    none. Raises :class:`exactcover.FileFault`."""
    parser = expat.ParserCreate("utf-8")  # (Texts are decoded, whatever they declare.)
    top = Element("", {}, 0, 0, path)
    around = [top]

    def begin(name: str, attributes: dict[str, str]) -> None:
        place = parser.CurrentLineNumber, parser.CurrentColumnNumber + 1
        around[-1].inner.append(Element(name, attributes, *place, path))
        around.append(around[-1].inner[-1])
        texts.append([])

    def end(name: str) -> None:
        around.pop().text = "".join(texts.pop())

    def refuse(name: str, system: str | None, public: str | None, declares: int) -> None:
        if name == doctype and not declares:
            return
        place = parser.CurrentLineNumber, parser.CurrentColumnNumber + 1
        found = "a document type that may declare an entity"
        raise xc.FileFault(path, *place, found, f"only <!DOCTYPE {doctype}>" if doctype else "none")

    texts: list[list[str]] = [[]]
    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.CharacterDataHandler = lambda data: texts[-1].append(data)
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        found = f"this is not XML ({expat.ErrorString(error.code)})"
        raise xc.FileFault(path, error.lineno, error.offset + 1, found, "whole XML") from None
    return top.inner[0]
