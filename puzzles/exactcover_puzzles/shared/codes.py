"""Codes that other programs put into addresses and game ids: numbers with runs of empty cells,
walls between cells, packed JSON. Whoever reads a code names the fault in it.

Sources: the source text of Simon Tatham's Portable Puzzle Collection, and of lz-string
(github.com/pieroxy/lz-string).
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import exactcover as xc

from .squares import MOST_CELLS

_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
#: Characters of packed text at most, unpacked.
_MOST_TEXT = 2_000_000


class Coded(NamedTuple):
    """A puzzle in a code: its size, and the rest of its text; flags of a game id."""

    path: str
    columns: int
    rows: int
    body: str
    flags: str = ""

    def fault(self, found: str, expected: str) -> xc.FileFault:
        """A fault in the code, which is all in one line."""
        return xc.FileFault(self.path, 1, 0, found, expected)


def game_id(flags: str, body: str, text: str, path: str) -> Coded | None:
    """The parts of a game id of Simon Tatham's programs, such as 3x3:a1b2; one number is both
    width and height. ``flags``, ``body``: patterns of what follows the size and the colon."""
    size = rf"([0-9]{{1,3}})(?:x([0-9]{{1,3}}))?({flags})"
    found = re.fullmatch(rf"{size}:({body})", text.strip())
    if found is not None:
        columns, rows = int(found[1]), int(found[2] or found[1])
        return Coded(path, columns, rows, found[4], found[3])
    if re.fullmatch(rf"{size}#[0-9]+", text.strip()):
        found_is = "a random seed, from which only that program makes the puzzle"
        raise xc.FileFault(path, 1, 0, found_is, "its game id: parameters, a colon, and the puzzle")
    return None


def runs(coded: Coded, text: str, n: int) -> list[int]:
    """``n`` numbers of a game id, in which a letter stands for 1 to 26 empty places; 0 for each."""
    found: list[int] = []
    for word in re.findall("[a-z]|[0-9]+|_|.", text):
        if (number := xc.text.whole(word)) is not None:
            found.append(number)
        elif word.isalpha():
            found += [0] * (ord(word) - 96)
        elif word != "_":
            raise coded.fault(repr(word), "numbers, and letters for runs of empty places")
    if len(found) != n:
        raise coded.fault(xc.text.counted(len(found), "place"), f"{n:,}")
    return found


def walled_parts(coded: Coded, text: str, side: int) -> list[int]:
    """The number of the part of each cell of a square, row by row, from a game id's list of walls.

    A letter is the number of seams without a wall before the next wall; z is 26, without a wall.
    The seams between neighbours in a row come first, row by row; then those in columns.
    """
    seams = [(r * side + c, r * side + c + 1) for r in range(side) for c in range(side - 1)]
    seams += [(r * side + c, r * side + c + side) for c in range(side) for r in range(side - 1)]
    part, at = list(range(side * side)), 0
    for letter in text:
        open_seams = "_abcdefghijklmnopqrstuvwxyz".find(letter)
        if open_seams < 0 or at + open_seams > len(seams):
            raise coded.fault(f"{letter!r} among the walls", f"letters for {len(seams):,} seams")
        for one, other in seams[at : at + open_seams]:
            old, new = part[other], part[one]
            if old != new:
                part = [new if each == old else each for each in part]
        at += open_seams + (letter != "z")
    if at < len(seams):
        raise coded.fault(f"walls for {at:,} seams", f"{len(seams):,}")
    return part


def packed_text(packed: str) -> str | None:
    """What lz-string packed as base64; None for anything else."""
    try:
        return "".join(_unpacked([_BASE64.index(each) for each in packed.rstrip("=")]))
    except (ValueError, IndexError):
        return None


def _unpacked(sextets: Sequence[int]) -> Iterator[str]:
    at = 0

    def number(n_bits: int) -> int:
        """The next bits, the least first; within six bits, the highest comes first."""
        nonlocal at
        value = 0
        for k in range(n_bits):
            value |= (sextets[at // 6] >> (5 - at % 6) & 1) << k
            at += 1
        return value

    known = ["", "", ""]  # 0 and 1 announce a character, 2 ends the text
    last, length = "", 0
    while (code := number(len(known).bit_length())) != 2:
        if code < 2:
            known.append(chr(number(16 if code else 8)))
            code = len(known) - 1
        word = known[code] if code < len(known) else (last + last[:1]) * (code == len(known))
        length += len(word)
        if not word or length > _MOST_TEXT:
            raise ValueError(code)
        yield word
        if last:
            known.append(last + word[0])
        last = word


class Penpa(NamedTuple):
    """A board of Penpa+: its size, and what is drawn in each layer, by name."""

    columns: int
    rows: int
    layers: Mapping[str, Any]
    kind: str

    def cells(self, layer: str) -> dict[int, Any]:
        """What is drawn in the cells of a layer, row by row; raises ValueError for other places."""
        found = {}
        for key, drawn in self.layers.get(layer, {}).items():
            # There are two rows and columns more on each side.
            r, c = divmod(int(key), self.columns + 4)
            if not (0 <= r - 2 < self.rows and 0 <= c - 2 < self.columns):
                raise ValueError(f"{layer} outside the cells")
            found[(r - 2) * self.columns + c - 2] = drawn
        return found


#: Names of layers as Penpa+ shortens them.
_LAYERS = {"zS": "surface", "zL": "line", "zE": "lineE", "zW": "wall", "zC": "cage",
           "zN": "number", "zY": "symbol", "z1": "numberS", "zF": "freeline", "z2": "freelineE",
           "zT": "thermo", "z3": "arrows", "zD": "direction", "z0": "squareframe",
           "z5": "polygon", "z4": "deletelineE", "z6": "killercages",
           "z7": "nobulbthermo", "zP": "special", "zR": "command_redo", "zU": "command_undo",
           "z8": "command_replay"}  # fmt: skip


def penpa(text: str, path: str) -> Penpa | None:
    """The board in an address of Penpa+: text that is deflated and written as base64."""
    packed = re.fullmatch(r"https?://\S*penpa-edit/\S*[#?]m=\w+&p=([\w+/=-]+)\S*", text.strip())
    if packed is None:
        return None
    try:
        code = b64decode(packed[1] + "===", altchars=None)
        said = zlib.decompressobj(-15).decompress(code, _MOST_TEXT).decode()
        head, around, _, drawn, *_ = said.split("\n")
        kind, columns, rows, *_ = head.split(",")
        for short, layer in _LAYERS.items():
            drawn = drawn.replace(short, f'"{layer}"')
        layers = json.loads(drawn.replace("z_", '"__a"').replace("zO", "null"))
        size = int(columns), int(rows)
        if (
            isinstance(layers, dict)
            and not any(json.loads(around))
            and 0 < size[0] * size[1] <= MOST_CELLS
        ):
            return Penpa(*size, layers, kind)
    except (ValueError, zlib.error, RecursionError):
        pass
    raise xc.FileFault(
        path, 1, 0, "an address that cannot be unpacked", "a board of Penpa+, no space around"
    )


def json_of(text: str) -> Any:
    """The object that a text states as JSON; None for any other text."""
    if not text.lstrip().startswith("{"):
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
