"""A Reflect puzzle: letters at edge places, and the pieces to place.

Both ends of one beam carry the same letter; a beam that comes back shows its letter once. Not every
beam need be shown. There are three readings of what solves it:

* ``ALL``: every piece is placed, and each beam shown is a beam of the board;
* ``FEWER``: the same, and pieces may be left over;
* ``STRICT``: pieces may be left over, and the two ends of a letter may also each be sent straight
  back by a ball, since a player cannot tell. A puzzle should have one solution even so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import exactcover as xc

from .board import Board

ALL, FEWER, STRICT = READINGS = ("all", "fewer", "strict")

#: Letters of beams, in this order.
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


@dataclass(frozen=True)
class BeamPuzzle:
    """An n x n puzzle. Raises ValueError for letters or pieces that cannot be."""

    n: int
    #: The letter at each edge place, clockwise from the upper left, or "" where none is shown.
    letters: tuple[str, ...]
    #: How many ``/``, ``\\`` and ``o`` there are to place.
    pieces: tuple[int, int, int]
    #: What is in the board, if that is known.
    board: Board | None = None

    def __post_init__(self) -> None:
        if len(self.letters) != 4 * self.n:
            raise ValueError(f"{len(self.letters)} edge places; expected {4 * self.n}")
        for letter, number in Counter(self.letters).items():
            if letter and number > 2:
                raise ValueError(f"letter {letter} stands there {number} times; expected 1 or 2")
        if min(self.pieces) < 0 or sum(self.pieces) > self.n**2:
            pieces = xc.text.counted(sum(self.pieces), "piece")
            cells = xc.text.counted(self.n**2, "cell")
            raise ValueError(f"{pieces} for {cells}; expected 0 to {self.n**2}")

    @classmethod
    def of_board(cls, board: Board, shown: Iterable[int] | None = None) -> BeamPuzzle:
        """The puzzle of a board, with the beams at some edge places shown; all, if None.

        Raises ValueError for more than 62 beams.
        """
        places = set(range(4 * board.n)) if shown is None else set(shown)
        letters = [""] * (4 * board.n)
        names = iter(_LETTERS)
        for place, end in enumerate(board.beams):
            if letters[place] or not places & {place, end}:
                continue
            letter = next(names, None)
            if letter is None:
                raise ValueError(f"there are letters for {len(_LETTERS)} beams only")
            letters[place] = letters[end] = letter
        return cls(board.n, tuple(letters), board.pieces, board)

    @cached_property
    def beams(self) -> dict[int, int]:
        """For each edge place with a letter the other one with it, or itself."""
        where: dict[str, list[int]] = {}
        for place, letter in enumerate(self.letters):
            if letter:
                where.setdefault(letter, []).append(place)
        return {
            place: places[0] + places[-1] - place for places in where.values() for place in places
        }

    def is_solved_by(self, board: Board, reading: str = ALL) -> bool:
        """Whether a board solves it, in one of the three readings. Raises ValueError for others."""
        if reading not in READINGS:
            raise ValueError(f"reading={reading!r}: expected one of {', '.join(READINGS)}")
        if board.n != self.n:
            return False
        used = board.pieces
        if reading == ALL and used != self.pieces:
            return False
        if any(mine > given for mine, given in zip(used, self.pieces, strict=True)):
            return False
        ends = board.beams
        for place, end in self.beams.items():
            back = ends[place] == place and ends[end] == end
            if ends[place] != end and not (reading == STRICT and back):
                return False
        return True
