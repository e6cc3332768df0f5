"""Sudokus in the files of other programs, rewritten for this one: grids, addresses, game ids, JSON.

Sources: for game ids the source text of Simon Tatham's Solo; for addresses that of pzprjs; the JSON
of f-puzzles.com as the solver SudokuSolver reads it (github.com/dclamage/SudokuSolver).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any
from urllib.parse import unquote

import exactcover as xc

from ..shared.cell_names import cell_of
from ..shared.codes import GameId, game_id, packed_text, runs, walled_parts
from ..shared.json_text import Value, json_of
from ..shared.penpa import Penpa, penpa_reader
from ..shared.puzz_link import Address, address, listed
from ..shared.source import Source, Text
from ..shared.squares import parts_of
from .file import WORDS, Stating, stated, text_of
from .lines import SYMBOLS, renamed
from .model import LARGEST, Cage, Layout, Place, boxes_of, rectangles, usual_box

#: A line of this program's own files.
_OWN = re.compile(rf"^[^\S\n]*(?:{'|'.join(WORDS)})[^\S\n]*:", re.M)
#: What may stand between the places of a sudoku, and for an empty place.
_BETWEEN, _EMPTY = re.compile(r"[\s|:,;'│┃║]"), "0*_xX?-."
#: Rows of a grid as numbers: 10 . 3
_CELL = re.compile(r"[0-9]{1,2}|[.*_?-]")
_NUMBERS = re.compile(rf"[\s|│┃║]*(?:(?:{_CELL.pattern})(?:[\s,;|│┃║]+|$)){{4,}}")
#: Where packed JSON begins in addresses of f-puzzles.com and SudokuPad, and in ids of the latter.
_PACKED = re.compile(r"[?&]load=|(?:^|/|puzzleid=)(?:fpuzzles|fpuz|scl|ctc)")
_CODE = re.compile(r"[A-Za-z0-9+/=%_-]{20,}")
#: Sides of squares that are usually sudokus rather than Latin squares.
_USUAL = (9, 16, 25)


def grid(source: Source, asked: bool = False) -> str | None:
    """As many rows as places in a row, with or without spaces, drawn lines and headers (``.sdk``),
    with any sign for an empty place, or none. ``asked``: also if it may be a Latin square."""
    if len(source.text) > 20_000 or _OWN.search(source.text):
        return None
    source = _dotted(source)
    rows: list[tuple[Text, str]] = []
    cells = {line: _CELL.findall(line.text)
             for line in source.lines if _NUMBERS.fullmatch(line.text)}  # fmt: skip
    is_numbered = any(len(cell) > 1 for row in cells.values() for cell in row) and all(
        len(row) == len(cells) and all(len(cell) < 2 or int(cell) <= len(row) for cell in row)
        for row in cells.values()
    )
    for line in source.lines:
        if line.text.startswith("[") and rows:  # what was filled in so far
            break
        row = _BETWEEN.sub("", line.text)
        if is_numbered and line in cells:
            numbered = (int(cell) if cell.isdecimal() else 0 for cell in cells[line])
            row = "".join(SYMBOLS[n - 1] if n else "." for n in numbered)
        if row and row[0] not in "#[":
            rows.append((line, row))
    lengths = Counter(len(row) for _, row in rows if {*row} - {*_EMPTY} and "+" not in row)
    side = max(lengths, key=lambda n: lengths[n], default=0)
    if not usual_box(side) or side > LARGEST:
        return None
    rows = [each for each in rows if {*each[1]} - {*_EMPTY, *"+=─━═┼╋╬"} or
            (len(each[1]) == side and {*each[1]} <= {*_EMPTY})]  # fmt: skip
    if len(rows) > side:  # a drawn line can look like an empty row
        rows = [each for each in rows if {*each[1]} - {*_EMPTY}]
    fit = [len(row) == side and renamed(row, side) is not None for _, row in rows]
    slack = 2 if side in _USUAL else 0
    if abs(len(rows) - side) > slack or sum(fit) < side - slack:
        return None
    if not all(fit):
        line, row = rows[fit.index(False)]
        other = re.search(r"[^1-9.0*_xX?-]", row) if len(row) == side else None
        found_is = repr(other[0]) if other else xc.text.counted(len(row), "character")
        expected = f"{side} digits or empty places, as in the other rows"
        raise line.fault(found_is, expected, line.text.index(other[0]) if other else 0)
    if len(rows) != side:
        raise rows[-1][0].fault(f"{len(rows)} rows of {side}", f"{side} rows of a sudoku")
    places = renamed("".join(row for _, row in rows), side)
    if places is None:
        expected = "digits from 1, from 0 to F, or letters; and another sign for an empty place"
        raise rows[0][0].fault("rows with different signs for digits", expected)
    lines = [places[k : k + side].replace("0", ".") for k in range(0, side**2, side)]
    if not (asked or is_numbered) and _is_of_others(source.text, side, lines):
        return None
    return "\n".join([*[f"size: {side}"] * (side != 9), "clues:", *lines, ""])


def _dotted(source: Source) -> Source:
    """The text with dots for nothing between commas or tabs, if lines have as many parts as there
    are lines, and for blanks where other rows have digits, if these are as many as the rows."""
    lines = xc.cli.LINE_ENDS.split(re.sub("[┌-╋╒-╬]", "+", source.text))
    side = sum(map(bool, map(str.strip, lines)))
    for k, line in enumerate(lines):
        if len(re.findall("[,;\t]", line)) == side - 1 > 1:
            lines[k] = re.sub(r"((?<=[,;\t])|^) *(?=[,;\t]|$)", ".", line)
    is_row = re.compile(r"[ 1-9|│┃║]*[1-9|│┃║]\s*").fullmatch  # (Other signs leave no blanks.)
    rows = {k: line for k, line in enumerate(lines) if is_row(line)}
    at = {found.start() for line in rows.values() for found in re.finditer("[1-9]", line)}
    for k, line in rows.items() if len(at) == len(rows) else ():
        signs = enumerate(line.ljust(max(at) + 1))
        lines[k] = "".join("." if j in at and sign == " " else sign for j, sign in signs)
    return Source(source.path, "\n".join(lines))


def _is_of_others(text: str, side: int, lines: Sequence[str]) -> bool:
    """Whether rows are a Latin square or a matrix rather than a sudoku."""
    rows, columns = usual_box(side) or (1, 1)
    boxes = ["".join(row[k : k + columns] for row in lines[n : n + rows])
             for n in range(0, side, rows) for k in range(0, side, columns)]  # fmt: skip
    across = [*lines, *map("".join, zip(*lines, strict=True))]
    twice = [any(n > 1 for unit in units for digit, n in Counter(unit).items() if digit != ".")
             for units in (boxes, across)]  # fmt: skip
    known = {*"".join(lines)} - {"."}
    if side in _USUAL:
        return twice == [True, False] or not known
    apart = re.compile(r"\s*\S(\s+\S){3,}\s*")
    return any(twice) or known <= {"1"} or any(map(apart.fullmatch, text.split("\n")))


def _written(code: Text, title: str, layout: Layout, clues: Iterable[tuple[Place, int]]) -> str:
    """A puzzle as a file has it, if a file can have it; else a fault in the code that states it."""
    side, given = layout.side, []
    sizes = Counter(place for cage in layout.cages for place in cage.places)
    if any(not 0 <= k < side for place in sizes for k in place):
        raise code.fault("places outside the grid", f"{side} rows and columns")
    if sizes and max(sizes.values()) > 1:
        raise code.fault("cages or regions that overlap", "each place in one of them at most")
    for place, digit in clues:
        if not 0 < digit <= side:
            raise code.fault(f"the clue {digit}", f"digits from 1 to {side}")
        given.append((*place, digit))
    text = text_of(Stating(" ".join(title.split()), layout, given))
    try:
        stated(Source(code.path, text))
    except xc.FileFault as fault:
        raise code.fault(fault.found, fault.expected) from None
    return text


def _square(code: Text, rows: int, columns: int, box: tuple[int, int] | None = None) -> Layout:
    """The empty grid of a code. ``box``: its rows and columns."""
    if (box := box or usual_box(columns)) is None or not 2 <= columns == rows <= LARGEST:
        expected = f"a square from 4 x 4 to {LARGEST} x {LARGEST}, with boxes"
        raise code.fault(f"a grid of {rows} x {columns}", expected)
    return Layout(columns, boxes_of(columns, rectangles(columns, *box)))


def _one_diagonal(side: int, falls: bool, rises: bool) -> list[Cage]:
    """A diagonal without the other one, as an extra region."""
    line = ((k, k if falls else side - 1 - k) for k in range(side))
    return [Cage(tuple(line), None)] * (falls != rises)


def _clues(side: int, digits: Iterable[int | None]) -> Iterator[tuple[Place, int]]:
    return ((divmod(at, side), digit) for at, digit in enumerate(digits) if digit)


@address("sudoku")
def puzz_link(found: Address) -> str:
    """``https://puzz.link/p?sudoku/9/9/…``"""
    (code,) = found.fields
    layout = _square(code, *found.size)
    return _written(code, found.title, layout, _clues(layout.side, listed(code, layout.side**2)))


@game_id("solo", r"(?:[jxk]|[rm][0-9]+d?|a|d[a-z])*", "[a-z0-9_,]+")
def solo(code: GameId) -> str | None:
    """Game ids of Simon Tatham's Solo: ``3x3:…``, and with diagonals (x), jigsaw boxes (j) and
    cages (k)."""
    kinds = re.sub(r"[rm][0-9]+d?|d[a-z]", "", code.flags)
    across, down, jigsaw = code.columns, code.rows, "j" in kinds
    side = across if code.is_one else across * down
    if not 2 <= side <= LARGEST or (code.is_one and not jigsaw):
        return None
    parts = [*code.body.split(",")]
    if len(parts) != 1 + jigsaw + 2 * ("k" in kinds):
        expected = f"{1 + jigsaw + 2 * ('k' in kinds)}: clues, then boxes (j), then cages (k)"
        raise code.body.fault(f"{xc.text.counted(len(parts), 'part')} after the colon", expected)
    boxes: Sequence[Any] = rectangles(side, across, down)
    if jigsaw:
        boxes = [*walled_parts(parts[1], side).values()]
    layout = Layout(side, boxes_of(side, boxes), diagonals="x" in kinds)
    if "k" in kinds:
        sums = runs(parts[-1], side**2)
        cages = boxes_of(side, [*walled_parts(parts[-2], side).values()])
        totals = (sum(sums[r * side + c] or 0 for r, c in cage) or None for cage in cages)
        layout = replace(layout, cages=tuple(map(Cage, cages, totals)))
    return _written(code.body, "", layout, _clues(side, runs(parts[0], side**2)))


@penpa_reader(
    {"classic", "irregular", "killer"}, "lineE", "number", "numberS", "cage", "killercages"
)
def from_penpa(board: Penpa) -> str:
    """A board with numbers, boxes drawn by thick lines (or the usual ones), cages with a sum in the
    upper left corner, and diagonals."""
    side = len(board.rows({}))
    layout = _square(board.code, side, len(board.cells) // side)
    walls, lines = board.walls()
    parts = parts_of(board.cells, walls)
    sizes = Counter(parts.values())
    if len(sizes) > 1:
        if {*sizes.values()} != {side}:
            raise board.fault(f"{len(sizes)} regions of {min(sizes.values())} places and more",
                              f"{side} boxes of {side} places")  # fmt: skip
        layout = replace(layout, boxes=boxes_of(side, [*parts.values()]))
    falling = [((k, k), (k + 1, k + 1)) for k in range(-1, side - 1)]
    rising = [((k, side - 2 - k), (k + 1, side - 3 - k)) for k in range(-1, side - 1)]
    diagonals = [{*line} <= {*lines} for line in (falling, rising)]
    if len({*lines}) != sum(diagonals) * len(falling):
        raise board.fault("a part of a diagonal", "whole diagonals")
    sums = {cell: board.whole(text) for (cell, _), text in board.corners(0).items()}
    cages = [Cage(tuple(cage), sums.pop(min(cage), None)) for cage in board.cages()]
    if sums or (board.layers.get("cage") and not cages):
        raise board.fault("sums or dashed lines without a cage", "killer cages")
    clues = {cell: board.whole(text) for cell, text in board.texts().items() if text}
    board.rows(dict.fromkeys(clues, ""))
    if not clues and not cages:
        raise board.fault("no numbers and no cages", "clues of a sudoku")
    cages += _one_diagonal(side, *diagonals)
    layout = replace(layout, diagonals=all(diagonals), cages=tuple(cages))
    return _written(board.code, "", layout, clues.items())


# -- JSON ------------------------------------------------------------------------------------

#: What says nothing about the solution: names, remarks, and what the solver has done.
_ASIDE = {
    "size", "title", "author", "ruleset", "rules", "grid", "solution", "disabledlogic",
    "truecandidatesoptions", "highlightconflicts", "successmessage", "id", "cellsize", "metadata",
    "settings", "cells", "regions", "cages", "version", "killercage", "extraregion", "diagonal+",
    "diagonal-", "disjointgroups",
}  # fmt: skip


def json_puzzle(source: Source) -> str | None:
    """The JSON of f-puzzles.com and of SudokuPad, also packed in their addresses."""
    packed = _packed(source.only)
    said = (packed_text(unquote(packed.text)) or "") if packed else source.text
    data = json_of(said, packed or source.first)
    if data is None and packed:
        expected = "JSON packed by lz-string; other ids of SudokuPad are names on its server"
        raise packed.fault("an address that cannot be unpacked", expected)
    if data is None or not {"grid", "cells"} & {*data.names}:
        return None
    for name in data.names:
        if data.get(name).data and name.lower() not in _ASIDE:
            expected = "clues, regions, killer cages, extra regions and diagonals only"
            at = packed or source.find(json.dumps(name))
            raise at.fault(f"the constraint {name!r}"[:60], expected)
    return _f_puzzles(data) if "grid" in data.names else _sudokupad(data)


def _packed(line: Text) -> Text | None:
    """The packed JSON in an address or an id. (What comes first is taken, in linear time.)"""
    found = _PACKED.search(line.text)
    if found is None or not _CODE.fullmatch(line.text, found.end()):
        return None
    before = line.text[: found.start()]
    if found[0].endswith("load="):
        is_one = "f-puzzles.com/" in before
    else:
        is_one = found[0][0] != "/" or before.startswith(("http://", "https://"))
    return line.part(found.end()) if is_one else None


def _cells(data: Value) -> tuple[int, list[tuple[Place, Value]]]:
    """The side of a square grid, and its cells."""
    rows = data.all(2, LARGEST)
    side = len(rows)
    return side, [((r, c), cell) for r, row in enumerate(rows)
                  for c, cell in enumerate(row.all(side, side))]  # fmt: skip


def _sum(total: Value) -> int | None:
    """The sum of a cage, if it has one."""
    return total.whole(1, sum(range(LARGEST + 1))) if total.data else None


def _f_puzzles(data: Value) -> str:
    side, cells = _cells(data.get("grid"))
    if data.get("size").data is not None:
        data.get("size").whole(side, side)
    regions = rectangles(side, *(usual_box(side) or (1, side)))
    cages, clues = [], []
    for at, (place, cell) in enumerate(cells):
        is_given, value, part = map(cell.get, ("given", "value", "region"))
        if cell.get("givenPencilMarks").data and not is_given.data:
            raise cell.get("givenPencilMarks").fault("given digits only")
        if part.data is not None:
            regions[at] = part.whole(0, side**2)
        if is_given.data and value.data:
            clues.append((place, value.whole(1, side)))
    boxes = boxes_of(side, regions)
    for cage in data.get("killercage").all() + data.get("extraregion").all():
        places = []
        for name in cage.get("cells").all(1):
            cell_at = cell_of(name.text.lower())
            if cell_at is None or max(cell_at) >= side:
                raise name.fault(f"a cell from R1C1 to R{side}C{side}")
            places.append(cell_at)
        cages.append(Cage(tuple(places), _sum(cage.get("value"))))
    if data.get("disjointgroups").data:
        cages += [Cage(group, None) for group in zip(*boxes, strict=False)]
    diagonals = [bool(data.get(name).data) for name in ("diagonal-", "diagonal+")]
    cages += _one_diagonal(side, *diagonals)
    layout = Layout(side, boxes, diagonals=all(diagonals), cages=tuple(cages))
    return _written(data.code, data.get("title").text, layout, clues)


def _sudokupad(data: Value) -> str:
    side, cells = _cells(data.get("cells"))
    clues, cages = [], []
    for at, cell in cells:
        if marked := {*cell.names} - {"value", "given"}:
            raise cell.get(min(marked)).fault("given digits only")
        if (value := cell.get("value")).data:
            clues.append((at, value.whole(1, side)))

    def places(cells: Value) -> tuple[Place, ...]:
        pairs = (place.all(2, 2) for place in cells.all())
        return tuple((r.whole(0, side - 1), c.whole(0, side - 1)) for r, c in pairs)

    boxes = tuple(tuple(sorted(places(part))) for part in data.get("regions").all())
    n_boxed = sum(map(len, boxes))
    if n_boxed not in (0, side**2) or len({*chain(*boxes)}) < n_boxed:
        raise data.get("regions").fault(f"each of {side**2} places in one of them")
    for cage in data.get("cages").all():
        if not cage.get("cells").data or cage.get("type").data == "rowcol":
            continue  # a title, or all rows and columns
        if cage.get("unique").data is False:
            raise cage.get("unique").fault("killer cages, which hold no digit twice")
        cages.append(Cage(places(cage.get("cells")), _sum(cage.get("sum", "value"))))
    about = data.get("metadata")
    title = about.get("title").text if about.data else ""
    layout = Layout(side, tuple(filter(None, boxes)), cages=tuple(cages))
    return _written(data.code, title or data.get("title").text, layout, clues)


#: All but grids.
FORMS = (puzz_link, from_penpa, solo, json_puzzle)
