"""Parse ``pieces:``, such as ``pentominoes without X, I`` or ``F, 2*P, 8*L tetromino``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import exactcover as xc

from ..shared.source import Text
from .grids import Cells
from .words import names_in, number_range

#: The pieces that a name stands for: one, or a whole family; None for a name that means nothing.
Called = Callable[[str], Mapping[str, Cells] | None]

#: The pieces of a name, their copies if stated, and where it stands.
_Pieces = tuple[Mapping[str, Cells], tuple[int, int] | None, Text]

_COPIES = re.compile(r"\s*([0-9]+(?:\s*-\s*[0-9]+)?)\s*\*")
_WORD = re.compile(r"(?:[0-9]+(?:-[0-9]+)?\s*\*\s*)?\S+")
_WITHOUT = re.compile(r"(?:^|\s)without(?:\s|$)")


@dataclass(frozen=True)
class Chosen:
    """A piece that a list chooses."""

    cells: Cells
    #: The least and the most copies of it, if they are stated.
    copies: tuple[int, int] | None
    text: Text


def chosen_pieces(
    text: Text, called: Called, most: int, meant: Callable[[str], str]
) -> dict[str, Chosen]:
    """The pieces of one list, by name.

    ``most``: a limit of copies. ``meant``: what to add to the message about a name that means
    nothing. Raises :class:`exactcover.FileFault`.
    """
    start, end = len(text.text), len(text.text)
    without = _WITHOUT.search(text.text)
    if without is not None:
        start, end = without.span()
    found: dict[str, Chosen] = {}
    for entry in text.part(0, start).split(","):
        for pieces, copies, where in _entry(entry, called, most, meant):
            for name, cells in pieces.items():
                if name in found:
                    raise where.fault(f"{name!r} is chosen twice", f"it once, as 2*{name}")
                found[name] = Chosen(cells, copies, where)
    if without is not None:
        for name, where in names_in(text.part(end, len(text.text)), found):
            if found.pop(name, None) is None:
                raise where.fault(f"{name!r} is taken out twice", "it once")
    return found


def _entry(entry: Text, called: Called, most: int, meant: Callable[[str], str]) -> list[_Pieces]:
    """The pieces of what stands between two commas: one name, or several with spaces between."""
    whole = _one(entry, called, most)
    if whole is not None:
        return [whole]
    found: list[_Pieces] = []
    for word in _WORD.finditer(entry.text):
        part = entry.part(*word.span())
        each = _one(part, called, most)
        if each is None:
            # If no word means anything, it is rather one name of several words.
            raise _unknown(part if found else entry, meant)
        found.append(each)
    if not found:
        raise _unknown(entry, meant)
    return found


def _unknown(text: Text, meant: Callable[[str], str]) -> xc.FileFault:
    copies = _COPIES.match(text.text)
    name = text.text[copies.end() if copies else 0 :][:80].strip()
    expected = "names such as pentominoes or hexiamonds, separated by commas" + meant(name)
    return text.fault(f"no piece and no family is called {name[:40]!r}", expected)


def _one(text: Text, called: Called, most: int) -> _Pieces | None:
    """The pieces of one name, with the copies that stand before it; None if it means nothing."""
    copies = _COPIES.match(text.text)
    pieces = called(text.text[copies.end() :].strip() if copies else text.text)
    if pieces is None:
        return None
    stated = number_range(text.part(*copies.span(1)), most, 0) if copies else None
    return pieces, stated, text
