"""Search what propagation leaves of a board with an engine: arrangements, and their number."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import exactcover as xc

from ..shared.adapter import Answers, Options, first_of
from .border_sets import BorderSets
from .search import arrangement, exact_cover


def problem_of(sets: BorderSets, outer: bool = False, settled: bool = False) -> xc.Problem:
    """What is left to search (:mod:`exactcover_puzzles.borders.search`), as a problem."""
    primary, options, secondary, multiplicity = exact_cover(sets, outer, settled)
    return xc.Problem(primary, options, secondary=secondary, multiplicity=multiplicity)


class EngineSearch:
    """A propagation that has run. ``stopped``: what ended it early; then nothing is searched."""

    def __init__(self, sets: BorderSets, stopped: str | None = None):
        self.sets, self.stopped = sets, stopped
        #: The number of solutions that each one found stands for, if known.
        self.images = 1

    @property
    def possible(self) -> bool:
        """Whether there may be a solution, and a search is possible."""
        return self.sets.contradiction is None and self.stopped is None

    @cached_property
    def problem(self) -> xc.Problem:
        """What is left to search."""
        return problem_of(self.sets)

    @cached_property
    def symmetry(self) -> xc.Symmetry | None:
        """The symmetries up to which solutions are listed."""
        return None

    def solutions(self, limit: int | None = None, **search: Any) -> Arrangements:
        """The solutions; ``search`` as for :meth:`exactcover.Problem.solutions`."""
        return Arrangements(self, limit, search)

    def counted(self, limit: int | None = None, **search: Any) -> xc.Count:
        """How many are found; ``search`` as for :meth:`exactcover.Problem.count`."""
        if not self.possible:
            return xc.Count(0, stopped=self.stopped, impossible=self.impossible(0))
        if self.sets.settled:
            return xc.Count(1) if limit != 0 else xc.Count(0, stopped="limit")
        return self.problem.count(limit, **search)

    def impossible(self, nodes: int) -> xc.Impossible | None:
        if self.stopped is not None:
            return None
        reason = self.sets.contradiction
        return xc.Impossible(reason) if reason else xc.Impossible.by_search(nodes)


class Arrangements(Answers):
    """Arrangements as they are found: tuples of candidates, cell by cell."""

    def __init__(self, of: EngineSearch, limit: int | None, search: dict[str, Any]):
        self.found = self.fixed = 0
        self._of, self._limit = of, limit
        self._engine: Answers | None = None
        self._iterator = first_of(self._all(search), limit)

    def _all(self, search: dict[str, Any]) -> Iterator[tuple[Options, int]]:
        """Arrangements, and how many solutions they are with those found before."""
        of = self._of
        if of.possible and of.sets.settled:
            yield arrangement(of.sets), of.images
        elif of.possible:
            # If only one solution is wanted, any member of an orbit will do.
            symmetry = None if self._limit == 1 else of.symmetry
            self._engine = Answers(of.problem, symmetry, self._limit, **search)
            for options in self._engine:
                yield arrangement(of.sets, options), of.images * self._engine.fixed

    def __next__(self) -> Options:
        found, self.fixed = next(self._iterator)
        self.found += 1
        return found

    @property
    def nodes(self) -> int:
        return 0 if self._engine is None else self._engine.nodes

    @property
    def stopped(self) -> str | None:
        ended = self._engine.stopped if self._engine is not None else self._of.stopped
        return ended or ("limit" if self.found == self._limit else None)

    @property
    def impossible(self) -> xc.Impossible | None:
        return None if self.found or self.stopped else self._of.impossible(self.nodes)
