"""Breadth-first searches, level by level.

A task takes several rows of one level, which is their rank. What tasks leave waits, joined where it
is alike, until that level is done. Results are taken in by the order of their rows, so they are
those of a single worker, in its order (``symmetries/classes.py``).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any

from ..engines.contract import OpenPrefix, OpenPrefixes
from ..statement.results import Progress
from .coordinator import Bundle, Coordinator
from .tasks import Job, Outcome, Tally


class LevelJob(Job):
    """A job whose prefixes are nodes, each a row of the journal, known by its first two entries."""

    def join(self, one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
        """What stands for two prefixes that are alike."""
        raise NotImplementedError

    def sift(self, found: Tally) -> None:
        """Drop what earlier tasks have found already."""
        raise NotImplementedError


class LevelCoordinator(Coordinator):
    """A search of a :class:`LevelJob`."""

    _job: LevelJob
    #: What was being joined may be half done; nothing is joined to it.
    _patience = 0.0

    def __init__(self, job: LevelJob, *more: Any, **named: Any):
        #: The level at work, and its rows that no task has; rows that others may join.
        self._level, self._level_left = -1, 0
        self._joined: dict[tuple[int, ...], Bundle] = {}
        #: Tasks that have ended while an earlier one is at work.
        self._returned: set[Future[Outcome | None]] = set()
        super().__init__(job, *more, **named)

    def _key(self, bundle: Bundle) -> tuple[int, ...]:
        return bundle.rows[0].parts.tails[0][:2]

    def _next_finished(self) -> Iterator[Future[Outcome | None]]:
        self._returned.update(super()._next_finished())
        while self._at_work:
            first = min(self._at_work, key=lambda future: self._key(self._at_work[future]))
            if first not in self._returned:
                break
            self._returned.remove(first)
            yield first

    def _pop(self) -> Bundle | None:
        """Rows of the level at work; those of the next one once nothing of it is at work."""
        if not self._stack or (self._at_work and self._stack[0][0] != self._level):
            return None
        if self._stack[0][0] != self._level:
            self._level = self._stack[0][0]
            self._level_left = sum(rank == self._level for rank, *_ in self._stack)
        most = max(1, self._level_left // self._ahead)
        most = min(most, self._nodes_for_a_task())
        bundle = heapq.heappop(self._stack)[-1]
        while len(bundle.rows) < most and self._stack and self._stack[0][0] == self._level:
            bundle.rows += heapq.heappop(self._stack)[-1].rows
        self._level_left -= len(bundle.rows)
        for row in bundle.rows:
            self._joined.pop(row.parts.tails[0][:2], None)
        return bundle

    def _put(self, bundle: Bundle) -> None:
        self._joined[self._key(bundle)] = bundle
        super()._put(bundle)

    def _nodes_of(self, bundle: Bundle) -> int:
        return len(bundle.rows)

    def _leave(self, bundle: Bundle, left: OpenPrefixes, found: Tally) -> None:
        """Take in the rows that a task did not come to, and others below."""
        below: dict[tuple[int, ...], OpenPrefix] = {}
        mine = {row.parts.tails[0][:2] for row in bundle.rows}
        done = len(bundle.rows)
        for part in left:
            key = part.prefix[:2]
            if key in mine:
                done -= 1
                continue
            other = below.get(key)
            if other is None and key in self._joined:
                (other,) = self._joined[key].rows[0].parts
            if other is not None:
                prefix = self._job.join(other.prefix, part.prefix)
                part = OpenPrefix(prefix, other.share + part.share)
            below[key] = part
        self._job.sift(found)
        finished, left_over = bundle.rows[:done], bundle.rows[done:]
        joined = [self._joined[key].rows[0] for key in below if key in self._joined]
        parts = [OpenPrefixes.of([part]) for part in below.values()]
        for key, row in zip(below, self._note([*finished, *joined], parts, found), strict=True):
            if key in self._joined:
                self._joined[key].rows = [row]
            else:
                self._put(Bundle([row], self._job.rank(row.parts)))
        self._level_left += len(left_over)
        for row in left_over:
            self._put(Bundle([row], bundle.rank))

    def _progress_at(self, seconds: float) -> Progress:
        return Progress(self.tally.nodes, self.tally.count, seconds)  # its end is not in sight
