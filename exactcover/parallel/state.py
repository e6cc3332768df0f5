"""What is open of a divided search and what was found, in memory.

Subclasses keep it in a file: as a journal (``journal.py``) or as a part of a plan
(``part_journal.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ..common.textfiles import damage
from ..engines.contract import OpenPrefix, OpenPrefixes
from ..errors import JournalFault
from .part_file import Part
from .row_text import OpenRow, prefixes_of, row_of
from .tasks import ALL, Job, Open, Tally, Wanted

#: What a search begins with.
ROOT = row_of(OpenPrefixes.of([OpenPrefix((), 1.0)]))


class State:
    """The open rows and the tally of a search."""

    def __init__(self, path: str, question: dict[str, Any]):
        self.path, self.question = path, question
        #: The share that was open before anything was searched.
        self.whole = 1.0
        self.tally = Tally()
        self._rows: dict[int, OpenRow] = {}
        self._next = 1
        #: Rows of earlier sessions that were not taken yet.
        self._earlier: list[int] = []
        #: Whether a change failed or was interrupted: then this may not be what is in the file.
        self._broken = False

    def __str__(self) -> str:
        return self.path

    def _ask(self, fingerprint: str, name: str, wanted: Wanted) -> None:
        """Note what is asked. Raises JournalFault if something else was asked before."""
        asked = {"fingerprint": fingerprint, "problem": name, "wanted": asdict(wanted)}
        before = {key: self.question.get(key, each) for key, each in asked.items()}
        if before != asked:
            raise JournalFault(self.path, self._other(before, asked))
        self.question.update(asked)

    def _other(self, before: dict[str, Any], now: dict[str, Any]) -> str:
        """What is wrong if something else was asked before."""
        raise NotImplementedError

    def _begin(self, rows: dict[int, OpenRow]) -> None:
        """Make these what is open."""
        self._rows, self._earlier = rows, sorted(rows)
        self._next = 1 + max(rows, default=0)

    def begin(self, job: Job) -> None:
        """Called once a session knows its job, before the first task."""

    def take(self, most: int) -> list[Open]:
        """Open rows of earlier sessions not taken yet, ``most`` or ``ALL``, the last first."""
        at = 0 if most == ALL else max(0, len(self._earlier) - most)
        taken, self._earlier = self._earlier[at:], self._earlier[:at]
        with damage(lambda error: JournalFault(self.path, f"it is damaged: {error!r}")):
            return [Open(number, prefixes_of(self._rows[number])) for number in reversed(taken)]

    def share(self) -> float:
        """The estimated share that is open, in the unit of ``whole``."""
        return sum(share for *_, share in self._rows.values())

    def note_estimate(self, low: float, high: float) -> None:
        """Keep an interval for the nodes of the entire search."""

    def finish(
        self, done: Sequence[Open], left: Sequence[OpenPrefixes], found: Tally
    ) -> list[Open]:
        """Note that the rows of a task are done, what it left and what it found.

        Returns what it left, with the rows. ``self.tally`` grows by what was found.
        """
        rows = dict(enumerate(map(row_of, left), self._next))
        self._change(done, rows, found)
        return [Open(number, parts) for number, parts in zip(rows, left, strict=True)]

    def drop(self, rows: Sequence[Open]) -> None:
        """Note that there is nothing to search any more below the prefixes of these rows."""
        self._change(rows, {}, None)

    def _change(self, done: Sequence[Open], left: dict[int, OpenRow], found: Tally | None) -> None:
        """Make a change as a whole. If that fails or is interrupted, no more are made."""
        if self._broken:
            raise JournalFault(self.path, "it could not be written before")
        self._broken = True
        self._keep(done, left, found)
        for row in done:
            del self._rows[row.id]
        self._rows.update(left)
        self._next += len(left)
        if found is not None:
            self.tally.add(found)
        self._broken = False

    def _keep(self, done: Sequence[Open], left: dict[int, OpenRow], found: Tally | None) -> None:
        """Write a change, before it is made here."""

    def _leave(self, part: Part) -> None:
        """Note in a part what was found and what is open."""
        part.note(self.tally)
        part.open = list(self._rows.values())

    def close(self) -> None:
        """End the session."""
