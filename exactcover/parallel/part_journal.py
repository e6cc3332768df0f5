"""The part of a plan in place of a journal: what a search of it begins with, and what is kept.

It is held in memory, and written every few seconds, whole. So what a search loses that is killed is
these seconds.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from ..common.deadline import Deadline
from ..common.textfiles import damage
from ..engines.contract import OpenPrefixes
from ..errors import FileFault, JournalFault
from .part_file import Part, read_part
from .part_ranges import Divide, Ranges, divider, prefixes_in
from .problem_job import ProblemJob
from .row_text import OpenRow, prefixes_of, row_of
from .splitting import IN_A_PART, divided_further
from .state import ROOT, State
from .tasks import Job, Open, Tally, Wanted

_log = logging.getLogger("exactcover")

#: Seconds between two times that it is written; and at least so many times what that takes.
_SECONDS, _TIMES = 10.0, 20
#: Seconds that dividing a plan takes at most, unless the user says how many.
_MOST_SECONDS = 60.0


class PartJournal(State):
    """The rows and the tally of a search of a part."""

    def __init__(self, path: str, part: Part, question: dict[str, Any]):
        """``question``: of the plan; what it asks is added if it is not known yet."""
        super().__init__(path, question)
        self.part = part

    def opened(self, fingerprint: str, name: str, wanted: Wanted) -> PartJournal:
        """Begin a session. Raises JournalFault for a search of another problem or question."""
        self._ask(fingerprint, name, wanted)
        self.tally = self.part.tally(wanted) if self.part.found else Tally(wanted)
        self._replace(self.part.open)
        return self

    def _other(self, before: dict[str, Any], now: dict[str, Any]) -> str:
        return (
            "the plan is about another search: another version of the program or of igraph made it"
        )

    def _replace(self, rows: Sequence[OpenRow]) -> None:
        self._begin(dict(enumerate(rows, 1)))

    def close(self) -> None:
        """End the session."""
        self._leave(self.part)


def _fits(path: str) -> AbstractContextManager[None]:
    """Open prefixes that are none of the problem are the fault of a plan."""
    return damage(lambda error: JournalFault(path, f"its plan does not fit the problem: {error!r}"))


class Enough(JournalFault):
    """Ends a search that has left enough to be divided into parts."""


class SplitJournal(PartJournal):
    """Divides a plan, or a part once more, as soon as its search is known."""

    def __init__(self, path: str, part: Part, question: dict[str, Any], deadline: Deadline):
        super().__init__(path, part, question)
        self._deadline = deadline

    def opened(self, fingerprint: str, name: str, wanted: Wanted) -> PartJournal:
        super().opened(fingerprint, name, wanted)
        if not self.part.found:
            self._replace([ROOT])
        return self

    def begin(self, job: Job) -> None:
        if isinstance(job, ProblemJob):
            self.question.setdefault("engine", job.engine)
            left = self._deadline.left()
            deadline = Deadline(_MOST_SECONDS if left is None else left)
            with _fits(self.path):
                rows = list(map(prefixes_of, self._rows.values()))
                rows, seconds = divided_further(job, rows, self.part.into, self.tally, deadline)
            if seconds is not None:
                self.question.setdefault("seconds", seconds)
            self._replace(list(map(row_of, rows)))

    def finish(
        self, done: Sequence[Open], left: Sequence[OpenPrefixes], found: Tally
    ) -> list[Open]:
        rows = super().finish(done, left, found)
        if len(self._rows) >= IN_A_PART * self.part.into:
            raise Enough(self.path, "it is divided")
        return rows


class RunJournal(PartJournal):
    """Runs a part, and keeps its file."""

    def __init__(self, path: str, part: Part, question: dict[str, Any], above: Part):
        """``above``: the plan, or the part of which it is a part."""
        super().__init__(path, part, question)
        self._above = above
        self._number = int(part.name.rpartition(".")[2])
        self.whole = Ranges(above.into).length(self._number)
        #: Whether it has not begun.
        self._fresh = not part.found
        self._saved, self._took = time.monotonic(), 0.0

    def opened(self, fingerprint: str, name: str, wanted: Wanted) -> PartJournal:
        super().opened(fingerprint, name, wanted)
        if self.question["kind"] != "gather":
            self._take_prefixes(lambda prefix: None)
        return self

    def begin(self, job: Job) -> None:
        if isinstance(job, ProblemJob):
            self.part.engine = job.engine
            self._take_prefixes(divider(replace(job, engine=self.question["engine"])))

    def _take_prefixes(self, divide: Divide) -> None:
        """Begin with the prefixes that are its own, unless an earlier session did."""
        if not self._fresh:
            return
        above = self._above
        with _fits(self.path):
            rows = prefixes_in(above.open, above.into, self._number, divide, self.tally)
        if self.question["kind"] != "gather":  # each is a task of its own
            rows = [OpenPrefixes.of([each]) for row in rows for each in row]
        self._replace(list(map(row_of, rows)))
        if self.of_costs:
            # The cheapest solutions known bound the search of each part.
            self.tally.best = above.tally(self.tally.wanted).best
        self._fresh = False

    @property
    def of_costs(self) -> bool:
        """Whether the cheapest solutions are asked for."""
        return self.question["kind"] in ("minimize", "maximize")

    def nothing_to_do(self) -> None:
        """The part is over before its search: propagation has shown that there is no solution."""
        self._fresh = False
        self.close()

    def finish(
        self, done: Sequence[Open], left: Sequence[OpenPrefixes], found: Tally
    ) -> list[Open]:
        rows = super().finish(done, left, found)
        began = time.monotonic()
        if began - self._saved >= max(_SECONDS, _TIMES * self._took):
            try:
                self.close()
            except OSError as error:
                _log.warning("%s cannot be written yet: %s", self.path, error)
            self._saved = time.monotonic()
            self._took = self._saved - began
        return rows

    def close(self) -> None:
        """Write the part, unless another machine runs it too and has come further."""
        if self._fresh or self._broken:
            return
        super().close()
        path, mine, other = Path(self.path), self.part, None
        with suppress(OSError, FileFault):
            other = read_part(self.path, mine.plan)
        if other is not None and mine.complete and (other.complete or other.into):
            if not other.into and other.answer(self.of_costs) == mine.answer(self.of_costs):
                return
            # Both are kept, and merge compares them.
            path = path.with_name(f"{path.stem}-{uuid4().hex[:8]}{path.suffix}")
        elif other is not None and other.into:
            self._broken = True
            found = f"part {mine.name} was divided while it was running"
            raise FileFault(self.path, 0, 0, found, f"a run of {mine.name}.0 and so on")
        elif other is not None and (other.complete or other.share < mine.share):
            return
        mine.write(str(path))
