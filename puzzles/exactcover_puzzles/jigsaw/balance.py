"""Shapes that cannot all meet, by counting: every tab needs a blank; and, for an impossible jigsaw,
single sides whose change would balance the shapes."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import exactcover as xc

from ..borders.reasons import Misfit, all_fit
from .pieces import FRAME, Jigsaw

_SIDES = ("left", "top", "right", "bottom")


class Imbalance(NamedTuple):
    """A shape with the numbers of its tabs and of its blanks; or, where equal shapes fit
    (``blanks`` is None), an odd number of sides has it."""

    shape: int
    tabs: int
    blanks: int | None

    def __str__(self) -> str:
        sides = xc.text.counted(self.tabs, "side")
        if self.blanks is None:
            return f"shape {self.shape} is on {sides}, but sides meet in pairs"
        return f"shape {self.shape} is a tab on {sides}, but a blank on {self.blanks}"


def imbalances(jigsaw: Jigsaw) -> list[Imbalance]:
    """The shapes that cannot all meet; none on a board whose edge may show anything."""
    if jigsaw.border == "none":
        return []
    sides = Counter(shape for piece in jigsaw.pieces for shape in piece)
    found = []
    for shape in sorted({abs(shape) for shape in sides}):
        if shape == FRAME and jigsaw.border == "frame":
            continue
        if jigsaw.fit == "equal" or shape == 0:
            for each in sorted({shape, -shape}):
                if sides[each] % 2:
                    found.append(Imbalance(each, sides[each], None))
        elif sides[shape] != sides[-shape]:
            found.append(Imbalance(shape, sides[shape], sides[-shape]))
    return found


def one_side_wrong(jigsaw: Jigsaw) -> list[tuple[int, int]]:
    """The ways to put the balance right by another shape on one side: what it is, what it should
    be; none if it takes more than one side."""
    found = imbalances(jigsaw)
    if jigsaw.fit == "equal":
        shapes = [each.shape for each in found]
        return [(shapes[0], shapes[1]), (shapes[1], shapes[0])] if len(shapes) == 2 else []
    excess = [(each.shape, each.tabs - (each.blanks or 0)) for each in found]
    if sum(abs(more) for _, more in excess) != 2:
        return []
    # What there is too much of, of each shape.
    surplus = [shape if more > 0 else -shape for shape, more in excess]
    if len(surplus) == 1:
        return [(surplus[0], -surplus[0])]
    one, other = surplus
    return [(one, -other), (other, -one)]


class Mend(NamedTuple):
    """Another shape on a side of a piece, by its label, that would put it right: every tab has its
    blank then, and the pieces that fitted nowhere fit somewhere."""

    piece: str
    side: str
    shape: int
    should_be: int

    def __str__(self) -> str:
        return f"piece {self.piece}, {self.side}: {self.shape} should be {self.should_be}"


def mends(
    jigsaw: Jigsaw,
    found: Sequence[Misfit],
    tick: Callable[[], None] = lambda: None,
    report: Callable[[str], None] = lambda text: None,
) -> list[Mend]:
    """All such, of one side each; ``found`` are the pieces that fit nowhere as it is."""
    named = [jigsaw.types[misfit.candidate // 4][0] for misfit in found]
    answer = []
    for shape, should_be in one_side_wrong(jigsaw):
        for number, piece in enumerate(jigsaw.pieces):
            for side in range(4):
                if piece[side] != shape:
                    continue
                tick()
                report(f"trying other shapes on piece {jigsaw.label(number)}")
                changed = list(piece)
                changed[side] = should_be
                left, top, right, bottom = changed
                pieces = list(jigsaw.pieces)
                pieces[number] = left, top, right, bottom
                other = dataclasses.replace(jigsaw, pieces=pieces)
                numbers = [
                    k for k, members in enumerate(other.types) if {number, *named} & set(members)
                ]
                if all_fit(other.propagation(), numbers, tick):
                    answer.append(Mend(jigsaw.label(number), _SIDES[side], shape, should_be))
    return answer
