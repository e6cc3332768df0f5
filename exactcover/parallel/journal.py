"""The journal of a divided search: a file from which it resumes, whatever ended it.

A journal is a part of a search as a file (``part_file.py``) that grows: its first line holds the
state of the search, and each line after it what one task changed. So the lines up to any one of
them are a state of the search: what was counted, and exactly what has not been searched yet. A loss
of power may undo the last few lines; their tasks are then searched again. Once the changes are
longer than the state, the file is replaced by one line.

``docs/reference/journal.md`` explains the lines, and what is done about damage.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from ..common.textfiles import damage, write_bytes
from ..errors import FileFault, JournalFault
from ..search.estimate import LEAST_SHARE, remaining
from .journal_file import Lock, real_path
from .node_prefixes import least_bound
from .part_file import JOURNAL, Part, part_of, wanted_of
from .row_text import OpenRow, prefixes_of
from .state import ROOT, State
from .tasks import Open, Tally, Wanted

_log = logging.getLogger("exactcover")

#: Bytes of changes, besides those of the state, after which the file is written as one line.
_MOST_CHANGES = 2**18


class Session(NamedTuple):
    """One session of a search: what was done in it, and the seconds that it took."""

    started: str
    workers: int
    elapsed: float = 0.0
    nodes: int = 0
    tasks: int = 0
    #: The share of the search that was done.
    share: float = 0.0


class _Kept(State):
    """What the lines of a journal add up to. Raises JournalFault and OSError."""

    def __init__(self, path: str):
        super().__init__(path, {})
        self._real = real_path(path)
        self.sessions: list[Session] = []
        self.estimate: list[float] | None = None
        #: Of the last line; and the bytes of all.
        self.updated, self._checksum, self._size = "", "", 0

    def _read(self) -> None:
        with Path(self._real).open("rb") as file:
            for number, line in enumerate(file, 1):
                where = ""
                if number == 1:
                    self._check_start(line)
                elif not line.endswith(b"\n"):
                    break  # it was being written when the process ended
                else:
                    where = f" (line {number}; those before it are whole)"
                try:
                    with damage(lambda error: FileFault("", 0, 0, f"it is damaged: {error!r}", "")):
                        self._add(part_of(line, self.path, self._checksum, "journal"))
                except FileFault as fault:
                    raise JournalFault(self.path, fault.found + where) from None
                self._size += len(line)

    def _check_start(self, line: bytes) -> None:
        fault = "this file is not a journal of a search"
        if line.startswith(b"SQLite format"):
            fault = "it is an SQLite file: only earlier versions of this program can resume those"
        if not line.startswith(JOURNAL):
            raise JournalFault(self.path, fault)

    def _add(self, line: Part) -> None:
        if not self._checksum:
            self.question = line.question
            self.tally = Tally(wanted_of(line.question))
        log = line.log
        if not all(type(number) is int for number in log["rows"]):
            raise ValueError("expected numbers of rows")
        for number in log["done"]:
            del self._rows[number]
        self._rows.update(zip(log["rows"], line.open, strict=True))
        self.sessions[log["session"] :] = [Session(*each) for each in log["sessions"]]
        self.estimate = log.get("estimate", self.estimate)
        self.tally.add(line.tally(self.tally.wanted))
        self.updated, self._checksum = line.updated, line.checksum


class Journal(_Kept):
    """A journal, opened for the search of one problem, or begun.

    Raises :class:`exactcover.JournalFault` for a file that is not a journal, for a damaged one, for
    one about another problem or question, and for one that another process uses. Raises OSError if
    it cannot be opened.
    """

    def __init__(self, path: str, digest: str, name: str, wanted: Wanted, workers: int):
        super().__init__(path)
        #: Whether its file is gone and could not be written again.
        self._lost = False
        self._file, self._started = -1, time.monotonic()
        with ExitStack() as held:
            held.callback(Lock(self._real).close)
            if Path(self._real).exists():
                self._read()
            self._ask(digest, name.encode(errors="backslashreplace").decode(), wanted)
            self.tally.wanted = wanted
            self.sessions.append(Session(_now(), workers))
            held.callback(self._let_go)
            self._begin(self._rows if self._checksum else {1: ROOT})
            if self._checksum:
                self._open(self._size)
                self._append(self._line([], {}, None))
            else:
                self._write_whole(self._real)
            #: The file and the locks, closed in this order.
            self._held = held.pop_all()

    def _other(self, before: dict[str, Any], now: dict[str, Any]) -> str:
        if before["fingerprint"] != now["fingerprint"] or before["problem"] != now["problem"]:
            return (
                f"it belongs to another problem: {before['problem']}, digest"
                f" {before['fingerprint'][:16]}; this one: {now['problem']}, digest"
                f" {now['fingerprint'][:16]} (names, their order and --no-reduce count)"
            )
        old, new = before["wanted"], now["wanted"]
        differences = ", ".join(
            f"{name} {old.get(name)}, not {new.get(name)}"
            for name in {**new, **old}
            if old.get(name) != new.get(name)
        )
        return f"it answers another question: {differences}"

    # -- lines -----------------------------------------------------------------------------------

    def _line(self, done: Sequence[Open], left: dict[int, OpenRow], found: Tally | None) -> Part:
        """What changes, as a line after the last one."""
        line = Part(self._checksum, "", version="", machine="")
        line.note(found or Tally())
        line.open = list(left.values())
        line.log = {
            "done": [row.id for row in done], "rows": list(left),
            "session": len(self.sessions) - 1, "sessions": self.sessions[-1:],
        }  # fmt: skip
        return line

    def _append(self, line: Part) -> None:
        """Write a line at the end of the file. What is not written whole is not read."""
        data = line.encoded()
        try:
            at = self._size
            while at < self._size + len(data):
                os.lseek(self._file, at, os.SEEK_SET)  # (Windows has no pwrite)
                at += os.write(self._file, data[at - self._size :])
        except OSError as error:
            fault = f"{error.strerror}; what was written to it before is kept"
            raise JournalFault(self.path, fault) from error
        self._size, self._checksum = at, line.checksum

    def _write_whole(self, real: str) -> None:
        """Write the state as one line, in place of the file. Raises OSError."""
        line = Part("", "", question=self.question)
        self._leave(line)
        line.log = {
            "done": [], "rows": list(self._rows), "session": 0, "sessions": self.sessions,
            **({"estimate": self.estimate} if self.estimate else {}),
        }  # fmt: skip
        data = line.encoded()
        write_bytes(data, real)
        self._let_go()
        self._real, self._checksum = real, line.checksum
        self._open(len(data))

    def _open(self, size: int) -> None:
        """Open the file, of which so many bytes are whole lines."""
        self._file = os.open(self._real, os.O_WRONLY | getattr(os, "O_BINARY", 0))
        os.ftruncate(self._file, size)
        status = os.fstat(self._file)
        self._id, self._size = (status.st_dev, status.st_ino), size
        #: Bytes of the state, and of changes since that are not solutions to keep.
        self._state, self._changes = size, 0

    def _let_go(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    # -- changes ---------------------------------------------------------------------------------

    def note_estimate(self, low: float, high: float) -> None:
        self.estimate = [low, high]
        if not self._lost:
            line = self._line([], {}, None)
            line.log["estimate"] = self.estimate
            self._append(line)

    def _keep(self, done: Sequence[Open], left: dict[int, OpenRow], found: Tally | None) -> None:
        now, share = self.sessions[-1], sum(row.parts.share for row in done)
        nodes, tasks = (now.nodes + found.nodes, now.tasks + 1) if found else (now.nodes, now.tasks)
        share += now.share - sum(share for *_, share in left.values())
        elapsed = round(time.monotonic() - self._started, 3)
        self._mind_the_file()
        self.sessions[-1] = Session(now.started, now.workers, elapsed, nodes, tasks, share)
        if not self._lost:
            before, line = self._size, self._line(done, left, found)
            self._append(line)
            listed = sum(map(len, line.found.get("listed", ())))
            self._changes += self._size - before - listed

    def _change(self, done: Sequence[Open], left: dict[int, OpenRow], found: Tally | None) -> None:
        super()._change(done, left, found)
        if self._changes > max(_MOST_CHANGES, self._state) and not self._lost:
            self._broken, self._changes = True, 0
            with suppress(OSError):  # then it stays as it is, and grows
                self._write_whole(self._real)
            self._broken = False

    def _mind_the_file(self) -> None:
        """If the file was deleted, renamed, replaced or changed, write it again, and log that.

        If another file has taken its place, that file is not touched.
        """
        harm = "" if self._lost else self._harm()
        if not harm:
            return
        mine = harm != "was replaced"
        real = self._real if mine else f"{self._real}.rescued"
        what = f"journal {self.path}: the file {harm} while in use"
        try:
            if not mine:
                if os.path.lexists(real):
                    raise FileExistsError(17, "it exists", real)
                self._held.callback(Lock(real).close)
            self._write_whole(real)
        except (OSError, JournalFault) as error:
            self._lost = True
            _log.warning("%s, and cannot be rewritten (%s): it is lost", what, error)
        else:
            _log.warning("%s; its state was rewritten to %s, nothing is lost", what, real)

    def _harm(self) -> str:
        """What somebody else did to the file; usually nothing."""
        try:
            status = Path(self._real).stat()
        except OSError:
            return "was deleted"
        if (status.st_dev, status.st_ino) != self._id:
            return "was replaced"
        return "" if status.st_size == self._size else "was changed"

    def close(self) -> None:
        """Close it, so that another process may go on."""
        with self._held:
            if not self._broken:
                self._mind_the_file()
            with suppress(OSError):
                os.fsync(self._file)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True)
class Status:
    """The state of the search of a journal."""

    name: str
    digest: str
    count: int
    nodes: int
    tasks: int
    #: Seconds of work of all workers, and of the clock, over all sessions.
    seconds: float
    elapsed: float
    open: int
    #: The estimated share of the search that is still to do; 0 when it is done.
    share: float
    sessions: int
    #: Nodes a second in the last session; None before its first task was finished.
    rate: float | None
    #: Seconds left at the pace of the last session, and an interval for that, if it is known.
    left: float | None
    left_between: tuple[float, float] | None
    #: When the last task was finished, UTC, ISO 8601.
    updated: str
    #: ``"minimize"``, ``"maximize"`` or ``"classes"``; None for a search that counts.
    question: str | None = None
    #: The cost of the best solution found, and the bound that is proven; None if not known.
    cost: Fraction | None = None
    bound: Fraction | None = None
    #: Of classes the level at work, and how many of those open are of the next one already.
    level: int | None = None
    below: int | None = None

    @property
    def complete(self) -> bool:
        """Whether nothing is left to search."""
        return self.open == 0


def read_status(path: str) -> Status:
    """The state of the search; the journal may be in use. Raises as :class:`Journal` does."""
    kept = _Kept(path)
    kept._read()
    if not kept._checksum:
        raise JournalFault(path, "it is still empty")
    with damage(lambda error: JournalFault(path, f"it is damaged: {error!r}")):
        asked, tally, sessions = kept.question, kept.tally, kept.sessions
        rows, share, last = list(kept._rows.values()), kept.share(), sessions[-1]
        number = sum(texts.count(";") + 1 for texts, *_ in rows)
        rate = last.nodes / last.elapsed if last.elapsed and last.nodes else None
        bounds = None if kept.estimate is None else (kept.estimate[0], kept.estimate[1])
        by_share = None
        if last.elapsed and last.share >= LEAST_SHARE:
            by_share = last.elapsed * share / last.share
        left, between = remaining(tally.nodes, rate or 0.0, bounds, 1.0 - share, by_share)
        return Status(
            asked["problem"], asked["fingerprint"], tally.count, tally.nodes,
            sum(each.tasks for each in sessions), tally.seconds,
            sum(each.elapsed for each in sessions), number, min(1.0, share), len(sessions), rate,
            left if number else 0.0, between if number else None, kept.updated,
            *_more_in(rows, asked["wanted"], tally),
        )  # fmt: skip


def _more_in(open_rows: list[OpenRow], wanted: dict[str, Any], tally: Tally) -> tuple[Any, ...]:
    """The question; of costs the best one and the bound; of classes the levels that are open."""
    question = wanted.get("question")
    if question is None:
        return ()
    rows = list(map(prefixes_of, open_rows))
    if question == "classes":
        levels = [part.prefix[1] if part.prefix else 0 for parts in rows for part in parts]
        level = min(levels, default=None)
        return question, None, None, level, sum(each != level for each in levels)
    best = min((cost for cost, _ in tally.best), default=None)
    bound = least_bound(rows)
    if best is not None and (not rows or (bound is not None and bound > best)):
        bound = best
    unit, constant = Fraction(wanted["unit"]), Fraction(wanted["constant"])
    cost, least = (None if each is None else each * unit + constant for each in (best, bound))
    return question, cost, least
