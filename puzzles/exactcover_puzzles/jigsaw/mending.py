"""Which side of which piece may be the wrong one, where a jigsaw cannot be put together."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..edges.reasons import Misfit, all_fit
from .balance import one_side_wrong
from .pieces import Jigsaw

__all__ = ["Mend", "mends"]

_SIDES = ("left", "top", "right", "bottom")


@dataclass(frozen=True)
class Mend:
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
                report(f"would it do if a side of piece {jigsaw.label(number)} were another?")
                left, top, right, bottom = (*piece[:side], should_be, *piece[side + 1 :])
                pieces = list(jigsaw.pieces)
                pieces[number] = left, top, right, bottom
                other = dataclasses.replace(jigsaw, pieces=pieces)
                numbers = [
                    k for k, members in enumerate(other.types) if {number, *named} & set(members)
                ]
                if all_fit(other.propagation(), numbers, tick):
                    answer.append(Mend(jigsaw.label(number), _SIDES[side], shape, should_be))
    return answer
