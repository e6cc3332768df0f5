"""The names of placements and items in output and files: ``F on r1c1 r1c2 …``.

Output and files use the same names, so a placement named by ``--explain`` can be copied into the
file as given or forbidden.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import exactcover as xc

from ..shared.cell_names import cell_name
from ..shared.source import Text
from .grids import Cell, Cells
from .polyforms import HOLES, Border, Hole, Placement


def item_words(item: Any) -> str:
    """An item of a puzzle's problem, for a sentence."""
    if isinstance(item, str):
        return f"piece {item!r}"
    if isinstance(item, Border):
        return f"the edge between {cell_name(*item.one)} and {cell_name(*item.other)}"
    if item[0] == "open":
        return f"the open cell of {item[1]!r}"
    return "the number of open cells" if item == HOLES else f"cell {cell_name(*item)}"


def option_words(option: Placement | Hole) -> str:
    """An option of a puzzle's problem, for a sentence."""
    if isinstance(option, Hole):
        return f"{cell_name(*option.cell)} open"
    cells = " ".join(cell_name(*cell) for cell in option.cells)
    return f"{xc.text.printable(option.piece)} on {cells}"


_OPEN = re.compile(r"(\S+)\s+open\s*(?=,|$)")


def number_range(text: Text, most: int, least: int = 1) -> tuple[int, int]:
    """A number from ``least``, or a range such as ``0-3``, up to ``most``."""
    found = re.fullmatch(r"([0-9]{1,9})(?:\s*-\s*([0-9]{1,9}))?", text.text)
    if found is not None:
        low, high = int(found[1]), int(found[2] or found[1])
        if low <= high and least <= high <= most:
            return low, high
    expected = f"a number from {least} to {most:,}, or a range such as 0-3"
    raise text.fault(f"cannot read {text.text[:40]!r}", expected)


#: The end of a name that says only of what kind a piece is.
_KIND = re.compile(r"^\S+ \S*(omino|iamond|hex|cube)'?$")


def names_in(text: Text, known: Iterable[str]) -> Iterator[tuple[str, Text]]:
    """The names of pieces in a list, separated by commas or spaces, each with its place.

    Names may hold spaces and commas themselves: the longest name that fits is taken. A name such as
    "T tetromino" may also be called by its first word, if no other name begins with it.
    """
    shown = _by_length(known)
    first = Counter(name.split(" ")[0] for name in shown)
    short = {name.split(" ")[0]: shown[name] for name in shown if _KIND.search(name)}
    shown |= {word: name for word, name in short.items() if first[word] == 1}
    at = _skipped(text.text, 0, " \t,")
    if at == len(text.text):
        raise text.fault("no piece", _some_of(shown))
    while at < len(text.text):
        name = next((each for each in shown if _stands(text.text, each, at)), None)
        if name is None:
            word = re.split("[ \t,]", text.text[at:], maxsplit=1)[0]
            raise text.fault(f"no piece is called {word[:40]!r}", _some_of(shown), at)
        yield shown[name], text.part(at, at + len(name))
        at = _skipped(text.text, at + len(name), " \t,")


def options_in(
    text: Text, known: Iterable[str], cells: Mapping[str, Cell]
) -> Iterator[tuple[Placement | Hole, Text]]:
    """The placements and open cells in a list, separated by commas, each with its place.

    ``cells``: those of the board, by name. What :func:`option_words` writes is read again.
    """
    shown = _by_length(known)
    at = 0
    while True:
        at = _skipped(text.text, at, " \t")
        name = next((each for each in shown if text.text.startswith(f"{each} on ", at)), None)
        is_open = _OPEN.match(text.text, at)
        if name is None and is_open is not None and is_open[1] in cells:
            yield Hole(cells[is_open[1]]), text.part(*is_open.span())
            if is_open.end() == len(text.text):
                return
            at = is_open.end() + 1
            continue
        if name is None:
            what = text.text[at : at + 40]
            expected = f"a placement such as {next(iter(shown))} on {' '.join(list(cells)[:2])}"
            raise text.fault(f"{what!r} is not a placement of a piece", expected, at)
        start = at + len(name) + len(" on ")
        end = text.text.find(",", start)
        end = end if end >= 0 else len(text.text)
        covered = cells_in(text.part(start, end), cells)
        yield Placement(shown[name], covered), text.part(at, end)
        if end == len(text.text):
            return
        at = end + 1


def cells_in(text: Text, cells: Mapping[str, Cell]) -> Cells:
    """The cells of the board in a list, separated by commas or spaces, ascending."""
    found: set[Cell] = set()
    for word in text.split(r"[\s,]+"):
        cell = cells.get(word.text)
        if cell is None:
            named = list(cells)
            expected = f"cells from {named[0]} to {named[-1]}, with spaces between"
            raise word.fault(f"{word.text[:40]!r} is not a cell of the board", expected)
        if cell in found:
            raise word.fault(f"{word.text} is named twice", "it once")
        found.add(cell)
    return tuple(sorted(found))


def _by_length(names: Iterable[str]) -> dict[str, str]:
    """The names as they are shown, and as they are; the longest first."""
    shown = {xc.text.printable(name): name for name in names}
    return {each: shown[each] for each in sorted(shown, key=len, reverse=True)}


def _stands(text: str, name: str, at: int) -> bool:
    """Whether a name stands there, and not only the beginning of a longer word."""
    return text.startswith(name, at) and text[at + len(name) : at + len(name) + 1] in ("", *" \t,")


def _skipped(text: str, at: int, marks: str) -> int:
    while at < len(text) and text[at] in marks:
        at += 1
    return at


def _some_of(shown: Iterable[str]) -> str:
    """Some example names, for a message."""
    names = sorted(shown, key=lambda name: (len(name), name))
    return f"names of pieces, such as {', '.join(names[:6])}"
