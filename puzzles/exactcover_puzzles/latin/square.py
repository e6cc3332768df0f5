"""Latin squares in files: a row on each line, a character for each cell, and . for a hole.

    1 2 . .
    . . 1 2

Spaces are left out. The symbols are 1 to 9 and then A to Z; if a 0 occurs, they begin with 0.
"""

from __future__ import annotations

import string

import exactcover as xc

from ..shared.source import Source

SYMBOLS = string.digits[1:] + string.ascii_uppercase
#: The largest order.
MOST = len(SYMBOLS)

#: Rows of symbols by their numbers from 0; None for a hole.
Square = list[list[int | None]]


def square_of(source: Source) -> tuple[Square, str]:
    """The square in a file, and its symbols. Raises :class:`exactcover.FileFault`."""
    _, lines = source.read((), "rows of symbols")
    order = len(lines)
    if not 0 < order <= MOST:
        raise source.fault(0, 0, xc.text.counted(order, "row"), f"1 to {MOST}")
    zero = any("0" in line.text for line in lines)
    symbols = ("0" * zero + SYMBOLS)[:order]
    square: Square = []
    for line in lines:
        cells = [(at, char.upper()) for at, char in enumerate(line.text, 1) if not char.isspace()]
        if len(cells) != order:
            found = xc.text.counted(len(cells), "symbol")
            raise source.fault(line.number, 1, found, f"{order}, as there are rows")
        row: list[int | None] = []
        for at, char in cells:
            if char not in symbols and char != ".":
                expected = f"'.' or a symbol from {symbols[0]} to {symbols[-1]}"
                raise source.fault(line.number, at, repr(line.text[at - 1]), expected)
            symbol = None if char == "." else symbols.index(char)
            if symbol is not None and symbol in row:
                raise source.fault(line.number, at, f"{char} stands twice in its row", "it once")
            if symbol is not None and any(above[len(row)] == symbol for above in square):
                raise source.fault(line.number, at, f"{char} stands twice in its column", "it once")
            row.append(symbol)
        square.append(row)
    return square, symbols
