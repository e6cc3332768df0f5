"""Addresses of puzz.link, such as ``https://puzz.link/p?shikaku/4/4/8j8``, and of other sites with
the same program.

After the kind of puzzle stand its columns and rows, and then the board; fields are separated by
strokes. (The format is that of pzprjs, ``src/variety-common/Encode.js``.)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count, product
from typing import NamedTuple

import exactcover as xc

from .codes import Coded
from .source import Source, Text
from .squares import MOST_CELLS, Cell, neighbours, rows_of

_NUMBER = re.compile(r"[0-9a-f]|-[0-9a-f]{2}|[+=%][0-9a-f]{3}|\*[0-9a-f]{4}|\$[0-9a-f]{5}|[.g-z]")
#: What is added to the digits after a sign.
_MORE = {"=": 4096, "%": 8192, "*": 12240, "$": 77776}


class Address(NamedTuple):
    """A line with a title, the cells of the board, and the fields that follow its size."""

    title: str
    cells: list[Cell]
    fields: list[Text]


def address(text: str, path: str, kind: str, fields: int = 1, more: bool = False) -> Address | None:
    """What an address of this kind of puzzle holds; None for any other text. ``more``: further
    fields may follow. Raises :class:`exactcover.FileFault`."""
    lines = [line for line in Source(path, text).lines if line.text.strip()]
    found = re.match(rf"\s*\S*\?(?:type=\w+[;&])?{kind}/", lines[0].text) if lines else None
    if found is None:
        return None
    parts = [part for part in lines[0].part(found.end()).split("/") if part.text]
    columns, rows = (xc.text.whole(part.text, 1, MOST_CELLS) or 0 for part in [*parts, *lines][:2])
    fits = 2 + fields <= len(parts) <= (len(parts) if more else 2 + fields)
    if len(lines) > 1 or not fits or not 0 < columns * rows <= MOST_CELLS:
        further = f"{fields} or more" if more else f"{fields} more"
        expected = f"COLUMNS/ROWS/ and {further}, at most {MOST_CELLS:,} cells, nothing below"
        raise lines[0].fault(repr(lines[0].text[found.end() :][:40]), expected, found.end())
    title = f"title: puzz.link, {columns} x {rows}"
    return Address(title, [*product(range(rows), range(columns))], parts[2:])


def numbers(cells: list[Cell], field: Text) -> dict[Cell, int | None]:
    """The numbers in cells; None for a question mark."""
    found: dict[Cell, int | None] = {}
    at = k = 0
    while at < len(field.text):
        token = _NUMBER.match(field.text, at)
        if token is None:
            expected = "numbers and gaps as puzz.link writes them"
            raise field.fault(repr(field.text[at : at + 6]), expected, at)
        sign, digits = token[0][0], token[0].lstrip("-+=%*$")
        gap = int(sign, 36) - 15 if sign >= "g" else 0
        if k + (gap or 1) > len(cells):
            raise field.fault("more than fills the board", f"{len(cells):,} cells", at)
        if not gap:
            found[cells[k]] = None if sign == "." else int(digits, 16) + _MORE.get(sign, 0)
        k, at = k + (gap or 1), token.end()
    return found


def circles(cells: list[Cell], field: Text) -> Iterator[tuple[Cell, int]]:
    """The circle in each cell: 0 for none, 1 white, 2 black; a character has those of three."""
    expected = -(-len(cells) // 3)
    if not re.fullmatch(rf"[0-9a-q]{{{expected}}}", field.text):
        what = f"{expected:,} characters for circles, from 0 to 9 and a to q"
        raise field.fault(repr(field.text[:40]), what)
    for k, cell in enumerate(cells):
        yield cell, int(field.text[k // 3], 27) // (9, 3, 1)[k % 3] % 3


def regions(cells: list[Cell], field: Text) -> list[str]:
    """Rows with a letter for each cell: that of the region that the borders enclose."""
    pairs = sorted(neighbours(cells), key=lambda pair: pair[0][0] < pair[1][0])
    beside = sum(one[0] == other[0] for one, other in pairs)  # (these come first)
    first, second = -(-beside // 5), -(-(len(pairs) - beside) // 5)
    if not re.fullmatch(rf"[0-9a-v]{{{first + second}}}", field.text):
        expected = f"{first + second:,} characters for borders, from 0 to 9 and a to v"
        raise field.fault(repr(field.text[:40]), expected)
    bits = "".join(f"{int(character, 32):05b}" for character in field.text)
    near: dict[Cell, list[Cell]] = {cell: [] for cell in cells}
    for (one, other), bit in zip(pairs, bits[:beside] + bits[5 * first :], strict=False):
        if bit == "0":
            near[one].append(other)
            near[other].append(one)
    letters = filter(str.isalpha, map(chr, count(ord("A"))))
    named: dict[Cell, str] = {}
    for cell in cells:
        reached = [] if cell in named else [cell]
        letter = next(letters) if reached else ""
        while reached:
            named[reached[-1]] = letter
            reached += [other for other in near[reached.pop()] if other not in named]
    return ["".join(map(str, row)) for row in rows_of(named)]


def coded(kind: str, text: str, path: str) -> Coded | None:
    """The parts of an address with one field; None for any other text."""
    found = address(text, path, kind)
    if found is None:
        return None
    row, column = found.cells[-1]
    return Coded(path, column + 1, row + 1, found.fields[0].text)


def listed(code: Coded, n: int) -> list[int | None]:
    """The numbers of ``n`` places, None for an empty one."""
    cells = [(0, k) for k in range(n)]
    found = numbers(cells, Text(code.body, 1, 1, code.path))
    if None in found.values():
        raise code.fault("'.', an unknown number", "numbers and runs of empty places")
    return [found.get(cell) for cell in cells]
