"""What is found by looking at a problem alone: its faults, and notes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..common.displayed import Displayed
from ..errors import Note, ProblemFault


@dataclass(frozen=True)
class Check(Displayed):
    """All faults of a problem, and notes on facts that its author may not have meant.

    True if there is no fault; iterating gives the faults, then the notes.

    Attributes
    ----------
    faults : tuple of ProblemFault
    notes : tuple of Note
    """

    faults: tuple[ProblemFault, ...]
    notes: tuple[Note, ...]

    def __bool__(self) -> bool:
        return not self.faults

    def __iter__(self) -> Iterator[ProblemFault | Note]:
        return iter((*self.faults, *self.notes))

    def __str__(self) -> str:
        return "\n".join(map(str, self)) or "no faults"
