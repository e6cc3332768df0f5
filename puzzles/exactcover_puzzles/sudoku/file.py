"""The file of a sudoku: its shape, drawn or in words, and its clues.

    title: An example
    size: 6
    boxes: 2 x 3
    diagonals: yes

    clues:
    1.....
    ..2...
    ......
    ......
    ...3..
    .....4

    cages:
    AA....
    A.....
    BB....
    ......
    ......
    ......

    sums: A 10, B 7

* ``size:`` the side of a grid, from 2 to 25; default 9.
* ``boxes:`` rows x columns of a box, or ``none``; or a drawing of one grid, in which the places of
  a box have the same character. The default is the box nearest to a square: 2 x 3 for 6.
* ``diagonals:`` ``yes`` if the two diagonals of a grid hold each digit once, too.
* ``grids:`` the upper left places of several grids, such as ``r1c1 r7c7``. They may overlap.
* ``clues:`` a drawing: digits, then letters (A is 10), ``.`` or ``0`` for an empty place (only one
  of them from side 10 on), ``#`` where no grid has a place.
* ``cages:`` a drawing: the places of a cage have the same character, ``.`` is in none. ``sums:``
  has the sums. No cage holds a digit twice, with a sum or without.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

import exactcover as xc

from ..shared.cell_names import cell_name, cell_of
from ..shared.source import Source
from ..shared.squares import letters
from .lines import SYMBOLS, digit_expected, digit_of, second_sign
from .model import (
    LARGEST,
    MOST_COMBINATIONS,
    Cage,
    Entry,
    Layout,
    Place,
    boxes_of,
    count_combinations,
    rectangles,
    usual_box,
)

WORDS = ("title", "size", "boxes", "diagonals", "grids", "clues", "cages", "sums")
NO_PLACE = "#"
#: Grids of a puzzle at most, and how far down and to the right they reach.
_MOST_GRIDS, _FARTHEST = 25, 150
#: Places of all grids times digits: five grids of side 25 have 75,625.
_MOST_OPTIONS = 80_000


class Stating(NamedTuple):
    """The contents of a file."""

    title: str
    layout: Layout
    given: list[Entry]


def stated(source: Source) -> Stating:
    """The puzzle in a text. Raises :class:`exactcover.FileFault`."""
    return _File(source).stating()


class _File:
    """Reads the words of a file one by one."""

    def __init__(self, source: Source):
        self.source = source
        self.found = {
            word: each
            for word, (each,) in source.read(WORDS, drawn=("boxes", "clues", "cages"))[0].items()
        }

    def stating(self) -> Stating:
        self.side = self.size()
        grids = self.grids()
        self.layout = Layout(self.side, boxes_of(self.side, self.boxes(), grids), grids)
        options = len(self.layout.places) * self.side
        if options > _MOST_OPTIONS:
            found = f"grids of {xc.text.counted(options, 'possible digit')}"
            raise self.fault("grids", found, f"no more than {_MOST_OPTIONS:,}")
        cages = self.cages()
        diagonals = self.source.choice("diagonals", ("yes", "no"), "no") == "yes"
        self.layout = replace(self.layout, diagonals=diagonals, cages=cages)
        if count_combinations(self.layout) > MOST_COMBINATIONS:
            many = f"more than {MOST_COMBINATIONS:,} sets of digits have these sums"
            raise self.fault("sums", many, "smaller cages, or sums nearer to the least or the most")
        return Stating(self.source.value("title"), self.layout, self.clues())

    def fault(self, word: str, found: str, expected: str) -> xc.FileFault:
        """A fault in the value of a word."""
        return self.found[word].value.fault(found, expected)

    def fault_at(self, word: str, place: Place, found: str, expected: str) -> xc.FileFault:
        """A fault at a place of a drawing."""
        line = self.found[word].drawing[place[0]]
        indented = len(line.text) - len(line.text.lstrip())
        return line.fault(found, expected, indented + place[1])

    def size(self) -> int:
        said = self.source.value("size", "9")
        if not re.fullmatch(r"[0-9]{1,3}", said) or not 2 <= int(said) <= LARGEST:
            raise self.fault("size", repr(said[:40]), f"a side from 2 to {LARGEST}")
        return int(said)

    def grids(self) -> tuple[Place, ...]:
        if "grids" not in self.found:
            return ((0, 0),)
        found: list[Place] = []
        for name in self.source.value("grids").split():
            if (place := cell_of(name)) is None:
                expected = "upper left places of grids, such as r1c1 r7c7"
                raise self.fault("grids", repr(name[:40]), expected)
            if place in found:
                raise self.fault("grids", f"{name} is named twice", "it once")
            if max(place) + self.side > _FARTHEST:
                expected = f"grids within {_FARTHEST} rows and columns"
                raise self.fault("grids", f"the grid at {name} goes too far", expected)
            found.append(place)
        if not 0 < len(found) <= _MOST_GRIDS:
            expected = f"the upper left places of 1 to {_MOST_GRIDS}"
            raise self.fault("grids", xc.text.counted(len(found), "grid"), expected)
        if any(min(place[k] for place in found) for k in (0, 1)):
            raise self.fault("grids", "nothing in row 1 or column 1", "a grid that begins there")
        return tuple(found)

    def boxes(self) -> list[int]:
        """The number of the box of each place of a grid; none if there are no boxes."""
        side, usually = self.side, usual_box(self.side)
        such = f", such as '{usually[0]} x {usually[1]}'" if usually else ""
        expected = f"rows x columns of a box of {side} places{such}; 'none'; or a drawing below"
        if "boxes" not in self.found:
            if usually is None:
                found = f"no 'boxes:' for side {side}"
                raise self.source.fault(self.found["size"].key.number, 0, found, expected)
            return rectangles(side, *usually)
        said = self.source.value("boxes")
        if said == "none":
            return []
        if said:
            match = re.fullmatch(r"([0-9]{1,2}) *x *([0-9]{1,2})", said)
            rows, columns = (int(match[1]), int(match[2])) if match else (0, 0)
            if rows * columns != side:
                raise self.fault("boxes", repr(said[:40]), expected)
            return rectangles(side, rows, columns)
        drawn = list(self.drawn("boxes", Layout(side, ())))
        sizes = Counter(character for _, character in drawn)
        wrong = {character: size for character, size in sizes.items() if size != side}
        if wrong:
            # The smallest box is the likeliest to have the typing error.
            smallest = min(wrong, key=lambda each: wrong[each])
            place = next(place for place, character in drawn if character == smallest)
            named = [f"box {c!r} has {xc.text.counted(n, 'place')}" for c, n in wrong.items()]
            more = f" and {len(named) - 4} more are wrong" if len(named) > 4 else ""
            raise self.fault_at("boxes", place, ", ".join(named[:4]) + more, f"{side} in each")
        number = {character: k for k, character in enumerate(sizes)}
        return [number[character] for _, character in drawn]

    def drawn(self, word: str, layout: Layout) -> Iterator[tuple[Place, str]]:
        """The places of a layout, and what is drawn there; all else must be drawn as no place."""
        if word not in self.found:
            return
        said, places = self.found[word], set(layout.places)
        rows, columns = (max(place[k] for place in places) + 1 for k in (0, 1))
        if said.value.text:
            raise self.fault(word, repr(said.value.text[:40]), "its drawing in the lines below")
        if len(said.drawing) != rows:
            found = xc.text.counted(len(said.drawing), "row")
            last = [said.key, *said.drawing][-1]
            raise self.source.fault(last.number, 0, f"'{word}:' has {found}", f"{rows}")
        for r, line in enumerate(said.drawing):
            text = line.text.lstrip()
            if len(text) != columns:
                found = f"a row of {xc.text.counted(len(text), 'character')}"
                raise self.fault_at(word, (r, 0), found, f"{columns}")
            for c, character in enumerate(text):
                if (r, c) in places:
                    yield (r, c), character
                elif character != NO_PLACE:
                    expected = f"'{NO_PLACE}', as no grid has this place"
                    raise self.fault_at(word, (r, c), repr(character), expected)

    def clues(self) -> list[Entry]:
        given = []
        drawn = list(self.drawn("clues", self.layout))
        if wrong := second_sign("".join(character for _, character in drawn), self.side):
            place = next(place for place, character in drawn if character == "0")
            raise self.fault_at("clues", place, *wrong)
        for place, character in drawn:
            digit = digit_of(character, self.side)
            if digit is None:
                expected = digit_expected(self.side)
                raise self.fault_at("clues", place, repr(character), expected)
            if digit:
                given.append((*place, digit))
        return given

    def cages(self) -> tuple[Cage, ...]:
        names: dict[str, list[Place]] = {}
        for place, character in self.drawn("cages", self.layout):
            if character != ".":
                names.setdefault(character, []).append(place)
                if len(names[character]) > self.side:
                    many = f"cage {character!r} has more than {self.side} places"
                    raise self.fault_at("cages", place, many, "no more places than digits")
        sums = self.sums(names) if "sums" in self.found else {}
        return tuple(Cage(tuple(places), sums.get(name)) for name, places in names.items())

    def sums(self, names: Mapping[str, list[Place]]) -> dict[str, int]:
        sums: dict[str, int] = {}
        for part in self.source.value("sums").split(","):
            name, _, number = part.strip().partition(" ")
            number = number.strip()
            if name not in names:
                expected = "cages that are drawn and their sums, such as A 12, B 7"
                raise self.fault("sums", repr(part.strip()[:40]), expected)
            if name in sums:
                raise self.fault("sums", f"cage {name!r} has two sums", "one")
            size = len(names[name])
            least, most = size * (size + 1) // 2, size * (2 * self.side - size + 1) // 2
            if not re.fullmatch(r"[0-9]{1,4}", number) or not least <= int(number) <= most:
                expected = f"{least} to {most}, for {xc.text.counted(size, 'place')}"
                raise self.fault("sums", f"{number[:40]!r} for cage {name!r}", expected)
            sums[name] = int(number)
        return sums


def text_of(stating: Stating) -> str:
    """A puzzle as the text of a file."""
    title, layout, given = stating
    side, usually = layout.side, usual_box(layout.side)
    lines = [f"title: {title}"] * bool(title)
    lines += [f"size: {side}"] * (side != 9) + ["diagonals: yes"] * layout.diagonals
    if layout.grids != ((0, 0),):
        lines.append(f"grids: {' '.join(cell_name(*place) for place in layout.grids)}")
    if not layout.boxes:
        lines.append("boxes: none")
    elif not usually or layout.boxes != boxes_of(side, rectangles(side, *usually), layout.grids):
        # (Every grid has the same boxes, and those of the first one come first.)
        first = replace(layout, grids=((0, 0),))
        lines += ["", "boxes:", *_drawing(first, layout.boxes[:side], letters())]
    lines += ["", "clues:", *rows_of(layout, given)]
    if layout.cages:
        lines += [
            "",
            "cages:",
            *_drawing(layout, (cage.places for cage in layout.cages), letters()),
        ]
        named = zip(letters(), layout.cages, strict=False)
        sums = [f"{name} {cage.total}" for name, cage in named if cage.total is not None]
        lines += ["", f"sums: {', '.join(sums)}"] * bool(sums)
    return "\n".join([*lines, ""])


def rows_of(layout: Layout, entries: Iterable[Entry]) -> list[str]:
    """Digits as rows of text, as files have them."""
    places, symbols = [], []
    for row, column, digit in entries:
        places.append([(row, column)])
        symbols.append(SYMBOLS[digit - 1])
    return _drawing(layout, places, symbols)


def _drawing(
    layout: Layout, sets: Iterable[Iterable[Place]], characters: Iterable[str]
) -> list[str]:
    """The places of a layout, those of each set with its character, and . for all others."""
    drawn = dict.fromkeys(layout.places, ".")
    for places, character in zip(sets, characters, strict=False):
        drawn |= dict.fromkeys(places, character)
    rows, columns = (max(place[k] for place in drawn) + 1 for k in (0, 1))
    return ["".join(drawn.get((r, c), NO_PLACE) for c in range(columns)) for r in range(rows)]
