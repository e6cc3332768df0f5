"""What the parts of a plan add up to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..common.displayed import Displayed
from ..errors import FileFault
from ..parallel.divided_search import Gathered
from ..search.estimate import Figure
from ..statement.results import Impossible, Optimum, OrbitCount
from ..text import counted

__all__ = ["Merged"]


@dataclass(frozen=True)
class Merged(Displayed):
    """The sum of the parts of a plan, made by :func:`merge`.

    Attributes
    ----------
    answer : Gathered, Optimum, Impossible or OrbitCount
        The answer to the question of the plan; a lower bound unless ``complete``.
    complete : bool
        Whether every part is complete and no two disagree: then the answer is exact.
    parts, done : int
        How many parts the plan has, and how many of them are complete and undisputed.
    begun : tuple of str
        Parts that were begun; what they have found counts.
    missing : tuple of str
        Parts of which no file says anything, "17" or "20-99" for several.
    twice : tuple of str
        Parts that came more than once, with equal answers.
    rechecked : int
        How many of these by different engines.
    disagreeing : tuple of (str, tuple of str)
        Parts with answers that differ, and two files that hold such. Neither counts, until the
        wrong one has been deleted.
    faults : tuple of FileFault or OSError
        What is wrong with other files, which do not count.
    nodes, seconds : int and float
        The work in the answer.
    left : Figure or None
        Seconds of work that are left, with a 95 % interval, estimated from three parts or more.
    estimate : Figure or None
        The number of all solutions, estimated from three parts or more, unless the answer is exact.
    versions : dict
        Version of the program -> parts that it ran.
    """

    answer: Gathered | Optimum | Impossible | OrbitCount
    complete: bool
    parts: int
    done: int
    begun: tuple[str, ...]
    missing: tuple[str, ...]
    twice: tuple[str, ...]
    rechecked: int
    disagreeing: tuple[tuple[str, tuple[str, ...]], ...]
    faults: tuple[FileFault | OSError, ...]
    nodes: int
    seconds: float
    left: Figure | None
    estimate: Figure | None
    versions: dict[str, int]

    def __str__(self) -> str:
        return f"{self.answer}; {self.done:,} of {counted(self.parts, 'part')} done"

    def todo(self) -> Iterator[str]:
        """The names of the parts to run: those missing or begun."""
        for each in self.missing:
            first, _, last = each.partition("-")
            yield from map(str, range(int(first), int(last) + 1)) if last else (first,)
        yield from self.begun
