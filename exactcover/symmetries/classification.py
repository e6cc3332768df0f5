"""A classification under a budget, on several cores, with a journal from which it resumes."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Generator
from itertools import chain

import numpy as np

from ..common.ask import Ask
from ..errors import JournalFault, UnwritableProblem
from ..parallel.checks import fault_in_rows
from ..parallel.levels import LevelCoordinator
from ..parallel.session import name_of, session
from ..parallel.tally import Row, Tally
from ..statement.digest import digest
from ..statement.statement import Statement
from ..text import counted
from .classes import ClassJob

__all__ = ["Classification"]

#: Seconds before workers are started, unless an executor is given.
_ALONE_SECONDS = 0.3
#: Digits of a weight in a journal. (Python reads numbers of no more than 4,300 by default.)
_MOST_DIGITS = 4_000
#: More than the rows of any journal.
_ALL = 2**62


class Classification:
    """The classes of the solutions of a problem, found level by level."""

    def __init__(self, statement: Statement, job: ClassJob, order: int, name: str, ask: Ask):
        """``order``: of the group; ``name`` distinguishes it from others of the same problem."""
        #: The number of all solutions, by weights and by orbits; None before the end.
        self.check: int | None = None
        #: What ended it early: "nodes" or "seconds"; or None.
        self.stopped: str | None = None
        self._statement, self._job, self._order = statement, job, order
        self._name, self._ask = name, ask
        self._tally = Tally()

    @property
    def nodes(self) -> int:
        """Partial solutions that have branched, in earlier sessions too."""
        return self._tally.nodes

    def classes(self) -> Generator[tuple[Row, int], None, None]:
        """A solution of each class, as they are found, and the order of its stabiliser."""
        job, ask, model = self._job, self._ask, self._statement.model
        name = f"{counted(self._order, 'symmetry', 'symmetries')}, forms by {job.forms.name}"
        alone = math.inf if ask.workers is None else _ALONE_SECONDS
        given_out = sizes = 0
        with session(
            ask, job.wanted, self._fingerprint(), f"{name_of(model)}, {name}", True,
            lambda rows: fault_in_rows(self._statement, (row[1:] for row in rows)), alone,
        ) as (pool, journal):  # fmt: skip
            coordinator = LevelCoordinator(
                job, pool, journal, ask,
                lambda part: tuple(model.option_names[option] for option in part.prefix[4:]),
                begun=None if journal is None else (journal.tally, journal.take(_ALL)[::-1]),
            )  # fmt: skip
            tally = self._tally = coordinator.tally
            job.sift(Tally(listed=list(tally.listed)))
            # Before the first step there are those of earlier sessions.
            for _ in chain([None], coordinator.steps()):
                for _, *row in tally.listed[given_out:]:
                    order = job.forms.stabiliser(np.array(row, np.int32))
                    sizes += self._order // order
                    yield tuple(row), order
                given_out = len(tally.listed)
        self.stopped = coordinator.stopped
        if self.stopped is None:
            self._compare(sizes)

    def _compare(self, sizes: int) -> None:
        """Compare the number of all solutions by their orbits with that by weights."""
        weights, unit = self._tally.options.get(0, 0), self._job.unit
        if weights != sizes * unit:
            message = f"the orbits have {sizes:,} solutions, but there are {weights // unit:,}"
            raise RuntimeError(f"{message}; please report this problem")
        self.check = sizes

    def _fingerprint(self) -> str:
        """What a journal recognises it by."""
        path = self._ask.journal
        if path is None:
            return ""
        if self._job.unit.bit_length() > 3 * _MOST_DIGITS:
            raise JournalFault(path, "it cannot be kept: the multiplicities are too large")
        try:
            about = f"{digest(self._statement, costs=False)} {self._name} {self._job.forms.name}"
        except UnwritableProblem as error:
            raise JournalFault(path, f"it cannot be kept: {error.reason}") from None
        return hashlib.sha256(about.encode()).hexdigest()
