"""Codes that other programs put into game ids: numbers with runs of empty cells, walls between
cells; packed text. Whoever reads a code names the fault in it.

Sources: the source text of Simon Tatham's Portable Puzzle Collection, and of lz-string
(github.com/pieroxy/lz-string).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import exactcover as xc

from .source import Source, Text, reading
from .squares import Cell, Pair, parts_of

_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
#: Characters of packed text at most, unpacked.
MOST_TEXT = 2_000_000


class GameId(NamedTuple):
    """A game id: the size, the flags that follow it, the puzzle, and whether the size
    is one number."""

    columns: int
    rows: int
    flags: str
    body: Text
    is_one: bool

    def grid(self, number: str = "[0-9]+") -> list[list[int | str]]:
        """The numbers of a board (see :func:`runs`) row by row, '.' for an empty cell."""
        found = runs(self.body, self.columns * self.rows, number)
        shown: list[int | str] = ["." if each is None else each for each in found]
        return [shown[k : k + self.columns] for k in range(0, len(shown), self.columns)]


@reading
def game_id(source: Source, game: str, flags: str, body: str) -> GameId | None:
    """The parts of a game id of Simon Tatham's programs, such as 3x3:a1b2, which may also stand in
    the address of the game's page or in a saved game; one number is both width and height.
    ``flags``, ``body``: patterns of what follows the size and the colon."""
    line, size = source.only, rf"([0-9]{{1,3}})(?:x([0-9]{{1,3}}))?({flags})"
    found = re.fullmatch(
        rf"(?:https?://\S*/{game}\.html#)?{size}(?::({body})|(?:#|%23)[0-9]+)", line.text
    )
    code = found and line.part(*found.span(4))
    if source.first.text.startswith("SAVEFILE:"):
        saved = {line.text[:8].rstrip(): line.part(9) for line in source.lines}
        said = [saved[word].part(saved[word].text.find(":") + 1)
                for word in ("GAME", "PARAMS", "DESC") if word in saved]  # fmt: skip
        if len(said) == 3 and said[0].text.lower().startswith(game):
            found, code = re.fullmatch(size, said[1].text), said[2]
            if found is None or not re.fullmatch(body, code.text):
                raise code.fault(f"{code.text[:40]!r}", f"a game of {said[0].text}")
    if found is None or code is None:
        return None
    if not code.text:
        found_is = "a random seed, from which only that program makes the puzzle"
        expected = "its game id: parameters, a colon, and the puzzle"
        raise line.fault(found_is, expected, found.end(3))
    return GameId(int(found[1]), int(found[2] or found[1]), found[3], code, not found[2])


def runs(text: Text, n: int, number: str = "[0-9]+") -> list[int | None]:
    """``n`` numbers of a game id, in which a letter stands for 1 to 26 empty places; None for each
    of these. ``number``: the pattern of a number."""
    found: list[int | None] = []
    for word in text.words(f"[a-z]|{number}|."):
        if word.text.islower():
            found += [None] * (ord(word.text) - 96)
        elif word.text.isdecimal():
            found.append(xc.text.whole(word.text))
        elif word.text != "_":
            raise word.fault(repr(word.text), "numbers, and letters for runs of empty places")
    if len(found) != n:
        raise text.fault(xc.text.counted(len(found), "place"), f"{n:,}")
    return found


def walled_parts(text: Text, side: int) -> dict[Cell, str]:
    """A letter for each cell of a square, that of its part, from a game id's list of walls.

    A letter is the number of seams without a wall before the next wall; z is 26, without a wall. A
    number behind a letter repeats it. The seams between neighbours in a row come first, row by row;
    then those in columns; then one that is not there.
    """
    seams = [((r, c), (r, c + 1)) for r in range(side) for c in range(side - 1)]
    seams += [((r, c), (r + 1, c)) for c in range(side) for r in range(side - 1)]
    walls, at = list[Pair](), 0
    for word in text.words("[_a-z][0-9]*|."):
        gap = "_abcdefghijklmnopqrstuvwxyz".find(word.text[0])
        times = xc.text.whole(word.text[1:] or "1", 1, len(seams) + 1)
        if gap < 0 or times is None or at + (gap + (gap < 26)) * times > len(seams) + 1:
            raise word.fault(f"{word.text!r} among the walls", f"letters for {len(seams):,} seams")
        for _ in range(times):
            walls += seams[at + gap : at + gap + (gap < 26)]
            at += gap + (gap < 26)
    if at < len(seams):
        raise text.fault(f"walls for {at:,} seams", f"{len(seams):,}")
    return parts_of([*product(range(side), range(side))], walls)


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
        if not word or length > MOST_TEXT:
            raise ValueError(code)
        yield word
        if last:
            known.append(last + word[0])
        last = word
