"""Scrambles: the pieces of a jigsaw rearranged, each on a place of its kind. T.

A *scramble* puts piece ``pieces[i]``, turned by ``turns[i]`` quarters, on place i. Corner pieces go
to corners and edge pieces to edges, turned so that their border sides lie on the border; the others
may be turned freely. As a matrix T it is a permutation matrix in blocks of 4 x 4. Block (i, j) is
R0, R1, R2 or R3 if piece j lies on place i, and zero otherwise. Rk turns counter-clockwise, so it
is the block of -k quarters (modulo 4). Then T p is the scrambled puzzle, and V T p = 0 says that it
is solved as well. Every scramble is also a bijection t from the sides of the places to the sides of
the pieces, with (T p)[x] = p[t(x)].

After the scramble the sides that face each other are the pairs of μ = t σ t⁻¹. The *similarity* of
a scramble is the number of seams that are seams again. If p is solved before and after, it has the
same absolute value along the cycles of σ and μ, with alternating sign. The *coarsest* puzzle gives
each of these classes a shape of its own.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..jigsaw.pieces import Jigsaw, Placed
from ..shared.cell_names import cell_name
from .sides import Sides, pieces_of, unwritable


@dataclass(frozen=True, eq=False)
class Scramble:
    """Piece ``pieces[i]`` on place i, turned by ``turns[i]`` quarters.

    Raises ValueError if a piece is used twice, or a border side does not come to the border.
    """

    sides: Sides
    pieces: Sequence[int]
    turns: Sequence[int]

    def __post_init__(self) -> None:
        n = self.sides.n_pieces
        if sorted(self.pieces) != list(range(n)):
            raise ValueError(f"a scramble of {n} pieces has each of 0 to {n - 1} once")
        if len(self.turns) != n or any(turn not in (0, 1, 2, 3) for turn in self.turns):
            raise ValueError(f"a scramble of {n} pieces has {n} turns, each from 0 to 3")
        border = self.sides.border
        wrong = np.flatnonzero(border != border[self.side_map])
        if len(wrong):
            place = int(wrong[0]) // 4
            raise ValueError(
                f"piece {self.pieces[place]} does not fit the border at place {place} with"
                f" {self.turns[place]} turns"
            )

    @cached_property
    def side_map(self) -> Any:
        """t: for each side of a place, the side of a piece that comes to lie there; int32."""
        first = 4 * np.asarray(self.pieces, np.int32)[:, None]
        turn = np.asarray(self.turns, np.int32)[:, None]
        return unwritable((first + (np.arange(4, dtype=np.int32) - turn) % 4).reshape(-1))

    def apply(self, p: Any) -> Any:
        """T p: the scrambled puzzle, place by place. Raises ValueError for another board."""
        return self.sides.vector(p)[self.side_map]

    def verify(self, p: Any) -> bool:
        """Whether the scrambled puzzle is solved: V T p = 0."""
        return self.sides.verify(self.apply(p))

    @cached_property
    def facing(self) -> Any:
        """μ: the side that each side of a piece meets afterwards, itself on the border; int32."""
        facing = np.empty(self.sides.n_sides, np.int32)
        facing[self.side_map] = self.side_map[self.sides.facing]
        return unwritable(facing)

    def similarity(self) -> int:
        """How many seams of the solved puzzle recur in the scramble."""
        first, second = self.sides.seams.T
        return int(np.count_nonzero(self.facing[first] == second))

    def common_neighbours(self) -> int:
        """How many pairs of pieces are neighbours before and after, whatever their sides."""
        before, after = (
            {frozenset((one // 4, other // 4)) for one, other in enumerate(facing.tolist())}
            for facing in (self.sides.facing, self.facing)
        )
        return sum(len(pair) == 2 for pair in before & after)

    def is_perfect(self) -> bool:
        """Whether it is perfect doubled: no seam is a seam again, and μσ = σμ."""
        sigma, mu = self.sides.facing, self.facing
        return self.similarity() == 0 and np.array_equal(mu[sigma], sigma[mu])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Scramble):
            return NotImplemented
        return self.sides == other.sides and np.array_equal(self.side_map, other.side_map)

    def __hash__(self) -> int:
        return hash((self.sides, self.side_map.tobytes()))


def coarsest(scramble: Scramble) -> Any:
    """The puzzle vector with the most different shapes that is solved before and after.

    Shapes are numbered from 1 in the order of their first sides, which are positive.
    """
    sides = scramble.sides
    sigma, mu = sides.facing.tolist(), scramble.facing.tolist()
    p = [0] * sides.n_sides
    shape = 0
    for start, on_border in enumerate(sides.border.tolist()):
        if on_border or p[start]:
            continue
        shape, side = shape + 1, start
        while not p[side]:
            p[side], p[sigma[side]] = shape, -shape
            side = mu[sigma[side]]
    return np.array(p, np.int64)


def with_second(scramble: Scramble, title: str = "") -> Jigsaw:
    """The coarsest puzzle of a scramble, with the pieces where the scramble puts them."""
    sides = scramble.sides
    second = list(map(Placed, scramble.pieces, scramble.turns))
    return Jigsaw(
        sides.columns, sides.rows, pieces_of(coarsest(scramble)), title=title, second=second
    )


def scramble_of(jigsaw: Jigsaw) -> Scramble:
    """The scramble from the order of the list to the second solution. Raises ValueError."""
    sides = Sides(jigsaw.columns, jigsaw.rows)
    for place, placed in enumerate(jigsaw.second):
        if placed.turn not in sides.turns(placed.piece, place):
            where = cell_name(*divmod(place, sides.columns))
            raise ValueError(
                f"piece {jigsaw.label(placed.piece)}, turned by {placed.turn} quarters clockwise,"
                f" does not fit the border in {where} of the second"
                " solution"
            )
    pieces = [placed.piece for placed in jigsaw.second]
    return Scramble(sides, pieces, [placed.turn for placed in jigsaw.second])


def all_scrambles(sides: Sides) -> Iterator[Scramble]:
    """All scrambles: there are a few thousand of 9 pieces, and far too many of 16."""
    ways = []
    for places in sides.kinds:
        ways.append(
            [
                list(zip(places, pieces, turns, strict=True))
                for pieces in itertools.permutations(places)
                for turns in itertools.product(
                    *[
                        sides.turns(piece, place)
                        for place, piece in zip(places, pieces, strict=True)
                    ]
                )
            ]
        )
    for parts in itertools.product(*ways):
        laid = sorted(itertools.chain.from_iterable(parts))
        yield Scramble(sides, [piece for _, piece, _ in laid], [turn for *_, turn in laid])
