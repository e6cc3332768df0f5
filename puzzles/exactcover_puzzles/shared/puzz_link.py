"""Addresses of puzz.link, such as ``https://puzz.link/p?shikaku/4/4/8j8``, and of other sites with
the same program.

After the kind of puzzle stand its columns and rows, and then the board; fields are separated by
strokes. Where the board ends early, the rest of it is empty, and the last gap may reach beyond it.
(The format is that of pzprjs, ``src/pzpr/parser.js`` and ``src/variety-common/Encode.js``.)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

import exactcover as xc

from .source import Source, Text, reading
from .squares import MOST_CELLS, Cell, drawing_text, neighbours, parts_of, rows_of

_NUMBER = re.compile(r"[0-9a-f]|-[0-9a-f]{2}|[+=%][0-9a-f]{3}|\*[0-9a-f]{4}|\$[0-9a-f]{5}|[.g-z]")
_FEW = re.compile(r"[0-9a-e.g-z]")
#: What is added to the digits after a sign.
_MORE = {"=": 4096, "%": 8192, "*": 12240, "$": 77776}


class Address(NamedTuple):
    """An address: a title, the cells of the board, and the fields behind its size."""

    title: str
    cells: list[Cell]
    fields: list[Text]

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        row, column = self.cells[-1]
        return row + 1, column + 1

    def file(self, drawn: Mapping[Cell, Any], word: str = "grid:", between: str = "") -> str:
        """A file with a drawing of what stands in cells, '.' in others, below a word."""
        rows = rows_of({cell: drawn.get(cell, ".") for cell in self.cells})
        return drawing_text(rows, between, f"title: {self.title}\n{word}")


@reading
def address(source: Source, kind: str, fields: int = 1, more: bool = False) -> Address | None:
    """What an address of this kind of puzzle holds; None for any other text. ``more``: further
    fields may follow. Raises :class:`exactcover.FileFault`."""
    line = source.first
    found = re.match(rf"\S*\?(?:type=\w+[;&])?{kind}(?:_edit)?/", line.text)
    if found is None:
        return None
    parts = [part for part in line.part(found.end()).split("/") if part.text]
    if parts and not parts[0].text[0].isdigit():
        expected = "the columns and rows of a puzzle with the usual rules"
        raise parts[0].fault(f"the variant {parts[0].text[:20]!r}", expected)
    columns, rows = (xc.text.whole(part.text, 1, MOST_CELLS) or 0 for part in [*parts, line][:2])
    fits = more or len(parts) <= 2 + fields
    if not source.only.text or not fits or not 0 < columns * rows <= MOST_CELLS:
        further = f"{fields} or more" if more else f"{fields} more"
        expected = f"COLUMNS/ROWS/ and {further}, at most {MOST_CELLS:,} cells, nothing below"
        raise line.fault(repr(line.text[found.end() :][:40]), expected, found.end())
    parts += [line.part(len(line.text))] * (2 + fields - len(parts))
    title = f"puzz.link, {columns} x {rows}"
    return Address(title, [*product(range(rows), range(columns))], parts[2:])


def numbers(
    cells: Sequence[Cell], field: Text, few: bool = False, least: int = 0, most: int = 10**9
) -> dict[Cell, int | None]:
    """The numbers in cells; None for a question mark. ``few``: numbers to 4, of which a sign may
    say that the next cell or two are empty."""
    found: dict[Cell, int | None] = {}
    at = k = 0
    while at < len(field.text):
        token = (_FEW if few else _NUMBER).match(field.text, at)
        if token is None:
            expected = "numbers and gaps as puzz.link writes them"
            raise field.fault(repr(field.text[at : at + 6]), expected, at)
        sign, digits = token[0][0], token[0].lstrip("-+=%*$")
        gap = int(sign, 36) - 15 if sign >= "g" else 0
        value = None if gap or sign == "." else int(digits, 16) + _MORE.get(sign, 0)
        more, value = divmod(value, 5) if few and value is not None else (0, value)
        if value is not None and not least <= value <= most:
            raise field.fault(f"the number {value:,}", f"from {least} to {most:,}", at)
        if k >= len(cells):
            raise field.fault("more than fills the board", f"{len(cells):,} cells", at)
        if not gap:
            found[cells[k]] = value
        k, at = k + (gap or 1 + more), token.end()
    return found


def circles(cells: Sequence[Cell], field: Text) -> Iterator[tuple[Cell, int]]:
    """The circle in each cell: 0 for none, 1 white, 2 black; a character has those of three."""
    expected = -(-len(cells) // 3)
    signs = field.text.ljust(expected, "0")
    if not re.fullmatch(rf"[0-9a-q]{{{expected}}}", signs):
        what = f"{expected:,} characters for circles, from 0 to 9 and a to q"
        raise field.fault(repr(field.text[:40]), what)
    for k, cell in enumerate(cells):
        yield cell, int(signs[k // 3], 27) // (9, 3, 1)[k % 3] % 3


def listed(field: Text, n: int) -> list[int | None]:
    """The numbers of ``n`` places, None for an empty one."""
    found = numbers([(0, k) for k in range(n)], field)
    if None in found.values():
        expected = "numbers and runs of empty places"
        raise field.fault("'.', an unknown number", expected, field.text.index("."))
    return [found.get((0, k)) for k in range(n)]


def regions(cells: list[Cell], field: Text) -> tuple[dict[Cell, str], Text]:
    """A letter for each cell, that of the region that the borders enclose; what follows them."""
    pairs = sorted(neighbours(cells), key=lambda pair: pair[0][0] < pair[1][0])
    beside = sum(one[0] == other[0] for one, other in pairs)  # (these come first)
    first, second = -(-beside // 5), -(-(len(pairs) - beside) // 5)
    borders = field.text[: first + second].ljust(first + second, "0")
    if not re.fullmatch("[0-9a-v]*", borders):
        expected = f"{first + second:,} characters for borders, from 0 to 9 and a to v"
        raise field.fault(repr(borders[:40]), expected)
    bits = "".join(f"{int(character, 32):05b}" for character in borders)
    bits = bits[:beside] + bits[5 * first :]
    walls = [pair for pair, bit in zip(pairs, bits, strict=False) if bit == "1"]
    return parts_of(cells, walls), field.part(first + second)
