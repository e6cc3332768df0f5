"""Why square pieces cannot be put together: pieces that fit nowhere, and the places around them.

A wrong piece fits nowhere: wherever it is put, the places around it cannot be filled. So each type
of piece is tried in every cell and turn that the frame allows. (Of cells whose
surroundings are alike, one is tried.) First come the four places beside it and the four at its
corners: can they be filled, each piece used at most as often as there is one of it? If this is so
for all types, another ring of places is added, and so on. A type that fails in all cells and turns
is named. For the commonest of its places a smallest set of places around it that cannot be filled
together is shown.

Suppose that one piece of a puzzle with a solution was changed. Then the first ring can name only
that piece and the eight around it: every other piece still fits where it belonged, with all around
it. If the first ring names none, the second can name that piece and the twenty-four around it.

This test is incomplete: pieces may be wrong together though each of them fits somewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import exactcover as xc

from .board import members
from .border_sets import BorderSets

#: The most rings around a piece that are examined.
_RINGS = 2

#: Where a place lies, by the rows and columns from the piece to it.
_WHERE = {
    (-1, 0): "above it", (1, 0): "below it", (0, -1): "left of it", (0, 1): "right of it",
    (-1, -1): "above left of it", (-1, 1): "above right of it",
    (1, -1): "below left of it", (1, 1): "below right of it",
}  # fmt: skip


class Misfit(NamedTuple):
    """A type of piece that fits nowhere.

    ``candidate``: it, turned as in ``cell``, one of its commonest places; ``around``: cells that
    cannot be filled together when it lies there, of which none can be left out. Where no cell takes
    it whatever is around, ``cell`` is -1, and ``around`` is empty. ``rings``: how many rings of
    places it took; of a type that is not wrong itself, the wrong one is within these.
    """

    candidate: int
    cell: int
    around: tuple[int, ...]
    rings: int


def misfits(
    sets: BorderSets,
    tick: Callable[[], None] = lambda: None,
    report: Callable[[str], None] = lambda text: None,
) -> list[Misfit]:
    """The types that fit nowhere, those first that need the fewest places to show it.

    ``sets``: a propagation that has not run: the frame, and what is given. Raises what ``tick``
    raises.
    """
    surroundings = _Surroundings(sets)
    labels = sets.stock.labels
    for ring in range(1, _RINGS + 1):
        found = []
        for number, label in enumerate(labels):
            report(f"ring {ring} around piece {label}, {number + 1:,} of {len(labels):,}")
            misfit = surroundings.misfit(number, ring, tick)
            if misfit is not None:
                found.append(misfit)
        if found:
            return sorted(found, key=lambda each: len(each.around))
    return []


def all_fit(
    sets: BorderSets, numbers: Iterable[int], tick: Callable[[], None] = lambda: None
) -> bool:
    """Whether the types of these numbers fit somewhere, by the first ring around them."""
    if sets.contradiction is not None:
        return False
    surroundings = _Surroundings(sets)
    return all(surroundings.misfit(number, 1, tick) is None for number in numbers)


class _Surroundings:
    """What can lie around a piece."""

    def __init__(self, sets: BorderSets):
        self.sets, self.board, self.stock = sets, sets.board, sets.stock
        self.every_border = (1 << len(sets.stock.names)) - 1
        self.live = sets.live
        self._rings: dict[tuple[int, int], tuple[int, ...]] = {}

    def misfit(self, number: int, ring: int, tick: Callable[[], None]) -> Misfit | None:
        """The type as a misfit, by what is within these rings; None if it fits somewhere."""
        places: dict[Any, list[tuple[int, int]]] = {}
        for cell, candidates in enumerate(self.live):
            for candidate in members(candidates & self.stock.of_type(number)):
                looks = candidate, self._looks(cell, ring)
                places.setdefault(looks, []).append((cell, candidate))
        if not places:
            return Misfit(4 * number, -1, (), ring)
        # The commonest first; unturned ones before turned ones.
        alike = sorted(places.values(), key=lambda each: (-len(each), each[0][1] % 4))
        for cell, candidate in (each[0] for each in alike):
            tick()
            if self._can_be_filled(cell, candidate, self._around(cell, ring)):
                return None
        cell, candidate = alike[0][0]
        around = list(self._around(cell, ring))
        for place in reversed(around[:]):
            tick()
            rest = [each for each in around if each != place]
            if not self._can_be_filled(cell, candidate, rest):
                around = rest
        return Misfit(candidate, cell, tuple(around), ring)

    def _around(self, cell: int, ring: int) -> tuple[int, ...]:
        """The cells within this number of rings, the nearer ones first."""
        known = self._rings.get((cell, ring))
        if known is None:
            inner = (cell,) if ring == 1 else (cell, *self._around(cell, ring - 1))
            beside = [near for each in inner for near in self._beside(each)]
            sides = list(dict.fromkeys(each for each in beside if each not in inner))
            corners = [
                near
                for each in sides
                for near in self._beside(each)
                if near not in inner
                and near not in sides
                and sum(other in sides for other in self._beside(near)) > 1
            ]
            known = (*inner[1:], *dict.fromkeys((*sides, *corners)))
            self._rings[cell, ring] = known
        return known

    def _beside(self, cell: int) -> list[int]:
        board = self.board
        return [
            other for seam in board.seams[cell] for other, _ in board.sides[seam] if other != cell
        ]

    def _looks(self, cell: int, ring: int) -> Any:
        """What is around a cell; where that is the same, the same fits."""
        board = self.board
        row, column = divmod(cell, board.columns)
        return tuple(
            (
                _offset(other // board.columns - row, board.rows, board.torus),
                _offset(other % board.columns - column, board.columns, board.torus),
                self.live[other],
            )
            for other in (cell, *self._around(cell, ring))
        )

    def _can_be_filled(self, cell: int, candidate: int, around: Iterable[int]) -> bool:
        """Whether these places can be filled when the candidate lies in the cell."""
        live = {other: self.live[other] for other in around}
        live[cell] = 1 << candidate
        if not self._agreed(live):
            return False
        counts = self.stock.counts
        options: dict[Any, list[Any]] = {}
        types = set()
        seams = set()
        for other, candidates in live.items():
            for each in members(candidates):
                shown = self.stock.borders[each]
                assert shown is not None
                items: list[Any] = [("cell", other)]
                if counts[each // 4] < len(live):
                    types.add(each // 4)
                    items.append(("type", each // 4))
                for seam, border in zip(self.board.seams[other], shown, strict=True):
                    if self._is_between(seam, live):
                        seams.add(seam)
                        items.append(xc.Coloured(("seam", seam), border))
                options[other, each] = items
        several = [number for number in sorted(types) if counts[number] > 1]
        problem = xc.Problem(
            [*(("cell", other) for other in live), *(("type", number) for number in several)],
            options,
            secondary=[
                *(("seam", seam) for seam in sorted(seams)),
                *(("type", number) for number in sorted(types) if counts[number] == 1),
            ],
            multiplicity={("type", number): (0, counts[number]) for number in several},
        )
        return bool(problem.first())

    def _is_between(self, seam: int, live: dict[int, int]) -> bool:
        sides = self.board.sides[seam]
        return len(sides) == 2 and all(cell in live for cell, _ in sides)

    def _agreed(self, live: dict[int, int]) -> bool:
        """Leave the candidates that agree at every seam with some of their neighbours'; false if
        some place has none."""
        changed = True
        while changed:
            changed = False
            for cell in live:
                for direction, seam in enumerate(self.board.seams[cell]):
                    if not self._is_between(seam, live):
                        continue
                    one, two = self.board.sides[seam]
                    other, back = two if one == (cell, direction) else one
                    offered = self.sets.offered(back, live[other], self.every_border)
                    fitting = live[cell] & self.sets.fitting(direction, offered)
                    if fitting != live[cell]:
                        live[cell], changed = fitting, True
                        if not fitting:
                            return False
        return True


def _offset(steps: int, length: int, torus: bool) -> int:
    """So many steps, the shorter way round a torus."""
    return (steps + length // 2) % length - length // 2 if torus else steps


def where(misfit: Misfit, columns: int, rows: int, torus: bool) -> str:
    """The places around a misfit, in words."""
    row, column = divmod(misfit.cell, columns)
    texts = []
    for other in misfit.around:
        down = _offset(other // columns - row, rows, torus)
        right = _offset(other % columns - column, columns, torus)
        texts.append(_WHERE.get((down, right)) or _further(down, right))
    return f"{', '.join(texts[:-1])} and {texts[-1]}" if len(texts) > 1 else texts[0]


def _further(down: int, right: int) -> str:
    texts = []
    for steps, ways, one in ((down, ("down", "up"), "row"), (right, ("right", "left"), "column")):
        if steps:
            texts.append(f"{xc.text.counted(abs(steps), one)} {ways[steps < 0]}")
    return " ".join(texts)
