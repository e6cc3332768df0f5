"""The journal of a divided search: a file from which it goes on, whatever ended it.

SQLite in WAL mode. Every task that is finished is one transaction: its prefixes go, those that it
left come, and what it gathered is added. So at any moment the file holds a whole state of the
search: what was counted, and exactly what has not been searched yet. After a loss of power the last
few transactions may be missing, which are then searched again.

The tables, for who wants to look into one with plain SQL (`docs/journal.md` has examples):

``about``      ``key``, ``value``: the version of the format, the digest of the problem, its name,
               what is gathered (JSON), and ``count``, ``nodes``, ``seconds`` (of all workers
               together), ``tasks`` so far, ``updated`` (UTC), and ``nodes_low``, ``nodes_high``,
               between which the nodes of the whole search are thought to be, if that is known.
               Numbers are texts: counts may pass 2^63.
``open``       ``id``, ``prefix``, ``share``: the options chosen above a part that is still to be
               searched, as numbers with spaces between (``~k``: option k left out), and about which
               part of the whole search it is.
``option``     ``number``, ``count``: solutions that contain an option, if that is gathered.
``solution``   ``kind`` (``sample``, ``best``, ``listed``), ``rank`` (key or cost), ``options``.
``session``    ``id``, ``started`` (UTC), ``workers``, ``elapsed`` seconds, ``nodes``, ``tasks``,
               ``share`` of the search done in it.

A lock on the file ``….lock`` beside it keeps a second search off; it is free again when the process
that holds it ends, however it ends.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from ..engines import OpenPrefix
from ..errors import JournalFault
from ..outlook import remaining
from .journal_file import VERSION, Lock, opened, real_path
from .tally import ALL, Row, Tally, Wanted

__all__ = ["LEAST_SHARE", "Journal", "Open", "Status", "read_status"]

#: The largest number that is written as one.
_MOST = 2**62
#: Where less of a search was done, that tells nothing of the rest.
LEAST_SHARE = 0.001


class Open(NamedTuple):
    """An open prefix, in numbers of the problem, and its row in the journal."""

    id: int
    part: OpenPrefix


@dataclass(frozen=True)
class Status:
    """What a journal tells of its search."""

    name: str
    digest: str
    count: int
    nodes: int
    tasks: int
    #: Seconds of work of all workers, and of the clock, over all sessions.
    seconds: float
    elapsed: float
    open: int
    #: About which part of the search is still to do; 0 when it is done.
    share: float
    sessions: int
    #: Nodes a second in the last session; None before its first task was finished.
    rate: float | None
    #: Seconds left at the pace of the last session, and an interval for that, if it is known.
    left: float | None
    left_between: tuple[float, float] | None
    #: When the last task was finished, UTC, ISO 8601.
    updated: str

    @property
    def complete(self) -> bool:
        """Whether nothing is left to search."""
        return self.open == 0


class Journal:
    """A journal, opened for the search of one problem, or begun.

    Raises :class:`exactcover.JournalFault` for a file that is no journal, one about another
    problem or another question, and one that another process works with; OSError if it cannot be
    opened.
    """

    def __init__(self, path: str, digest: str, name: str, wanted: Wanted, workers: int):
        self.path = path
        real = real_path(path)
        self._lock = Lock(real)
        try:
            self._database = opened(real)
            with self._told(), _undamaged(path):
                self.tally, self._tasks = self._begin(digest, name, wanted)
                self._next = self._number("SELECT max(id) FROM open") + 1
                if self._next > _MOST:
                    raise ValueError(f"a prefix has the number {self._next - 1}")
                # Rows that were there before are taken from the last one downwards.
                self._floor = self._next
                self._session = self._number("SELECT max(id) FROM session") + 1
                with self._database:
                    self._database.execute(
                        "INSERT INTO session VALUES (?, ?, ?, 0, 0, 0, 0)",
                        (self._session, _now(), min(workers, _MOST)),
                    )
        except BaseException:
            self._lock.close()
            raise
        self._started = time.monotonic()
        self._nodes_before, self._tasks_before = self.tally.nodes, self._tasks
        self._share_done = 0.0
        #: Whether a transaction did not come to its end.
        self._broken = False

    def _number(self, query: str) -> int:
        return int(self._database.execute(query).fetchone()[0] or 0)

    def _begin(self, digest: str, name: str, wanted: Wanted) -> tuple[Tally, int]:
        """What was gathered so far; tables are made in an empty file."""
        database = self._database
        about = dict(database.execute("SELECT key, value FROM about"))
        asked = json.dumps(asdict(wanted))
        if not about and self._number("SELECT count(*) FROM open"):
            raise JournalFault(self.path, "it is damaged: nothing tells what it is about")
        if not about:
            with database:
                database.executemany(
                    "INSERT INTO about VALUES (?, ?)",
                    [
                        ("version", str(VERSION)), ("digest", digest), ("name", name),
                        ("wanted", asked), ("count", "0"), ("nodes", "0"), ("seconds", "0"),
                        ("tasks", "0"), ("updated", _now()),
                    ],
                )  # fmt: skip
                database.execute("INSERT INTO open VALUES (1, '', 1.0)")
            return Tally(wanted), 0
        if about["version"] != str(VERSION):
            raise JournalFault(
                self.path, f"it has version {about['version']}; this program reads {VERSION}"
            )
        if about["digest"] != digest:
            raise JournalFault(
                self.path,
                f"it is about another problem: {about['name']}, digest {about['digest'][:16]};"
                f" this one: {name}, digest {digest[:16]} (names, their order and --no-reduce"
                " count)",
            )
        if about["wanted"] != asked:
            before, now = json.loads(about["wanted"]), json.loads(asked)
            others = [name for name in now if before.get(name) != now[name]]
            told = ", ".join(f"{name} {before.get(name)}, not {now[name]}" for name in others)
            raise JournalFault(self.path, f"it gathers something else: {told}")
        tally = Tally(wanted, int(about["count"]), int(about["nodes"]), float(about["seconds"]))
        tally.options = {
            number: int(count) for number, count in database.execute("SELECT * FROM option")
        }
        kept: dict[str, list[tuple[int, Row]]] = {"sample": [], "best": [], "listed": []}
        for kind, rank, options in database.execute("SELECT kind, rank, options FROM solution"):
            kept[kind].append((int(rank), _numbers(options)))
        tally.sample, tally.best = sorted(kept["sample"]), sorted(kept["best"])
        tally.listed = [row for _, row in kept["listed"]]
        return tally, int(about["tasks"])

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Errors of SQLite as faults of the journal."""
        try:
            yield
        except sqlite3.Error as error:
            raise JournalFault(
                self.path, f"{error}; what was written to it before is kept"
            ) from error

    def take(self, most: int) -> list[Open]:
        """Open prefixes of before that were not taken yet, at most so many, the last first."""
        with self._told():
            rows = self._database.execute(
                "SELECT id, prefix, share FROM open WHERE id < ? ORDER BY id DESC LIMIT ?",
                (self._floor, most),
            ).fetchall()
        if rows:
            self._floor = rows[-1][0]
        with _undamaged(self.path):
            return [
                Open(number, OpenPrefix(_numbers(text), float(share)))
                for number, text, share in rows
            ]

    def note_estimate(self, low: float, high: float) -> None:
        """Keep between how many nodes the whole search is said to have, for ``read_status``."""
        with self._told(), self._database:
            self._database.executemany(
                "INSERT INTO about VALUES (?, ?) ON CONFLICT (key) DO UPDATE"
                " SET value = excluded.value",
                [("nodes_low", repr(low)), ("nodes_high", repr(high))],
            )

    def share(self) -> float:
        """About which part of the search is open."""
        with self._told():
            return float(self._database.execute("SELECT total(share) FROM open").fetchone()[0])

    def finish(self, done: Sequence[Open], left: Sequence[OpenPrefix], found: Tally) -> list[Open]:
        """Note that the prefixes of a task are done, what it left and what it found.

        Returns what it left, with the rows. ``self.tally`` grows by what was found. When this fails
        or is interrupted, the journal stays as it was, and takes nothing more: ``self.tally`` may
        hold what it does not know of.
        """
        if self._broken:
            raise JournalFault(self.path, "it could not be written before")
        self._broken = True
        before = self.tally.sample, self.tally.best, self.tally.listed
        self.tally.add(found)
        self._tasks += 1
        self._share_done += sum(each.part.share for each in done)
        self._share_done -= sum(part.share for part in left)
        new = [Open(self._next + k, part) for k, part in enumerate(left)]
        self._next += len(left)
        with self._told(), self._database:
            self._write(done, new, found, before)
        self._broken = False
        return new

    def _changed(self) -> None:
        raise JournalFault(self.path, "it was changed by somebody else meanwhile")

    def _write(self, done: Sequence[Open], new: Sequence[Open], found: Tally, before: Any) -> None:
        database, tally = self._database, self.tally
        found_there = database.executemany(
            "DELETE FROM open WHERE id = ?", [(each.id,) for each in done]
        ).rowcount
        tasks = database.execute(
            "UPDATE about SET value = ? WHERE key = 'tasks' AND value = ?",
            (str(self._tasks), str(self._tasks - 1)),
        ).rowcount
        if found_there != len(done) or tasks != 1:
            self._changed()
        database.executemany(
            "INSERT INTO open VALUES (?, ?, ?)",
            [(each.id, _text(each.part.prefix), each.part.share) for each in new],
        )
        database.executemany(
            "UPDATE about SET value = ? WHERE key = ?",
            [
                (str(tally.count), "count"), (str(tally.nodes), "nodes"),
                (repr(tally.seconds), "seconds"), (_now(), "updated"),
            ],
        )  # fmt: skip
        database.executemany(
            "INSERT INTO option VALUES (?, ?) ON CONFLICT (number) DO UPDATE"
            " SET count = excluded.count",
            [(number, str(tally.options[number])) for number in found.options],
        )
        self._keep("sample", before[0], tally.sample)
        self._keep("best", before[1], tally.best)
        if tally.wanted.listed == ALL:
            self._insert("listed", [(0, row) for row in found.listed])
        else:
            known = [(0, row) for row in before[2]]
            self._keep("listed", known, [(0, row) for row in tally.listed])
        database.execute(
            "UPDATE session SET elapsed = ?, nodes = ?, tasks = ?, share = ? WHERE id = ?",
            (
                time.monotonic() - self._started, tally.nodes - self._nodes_before,
                self._tasks - self._tasks_before, self._share_done, self._session,
            ),
        )  # fmt: skip

    def _keep(self, kind: str, before: list[Any], now: list[Any]) -> None:
        """Write a short list of solutions anew, if it is another one."""
        if before != now:
            self._database.execute("DELETE FROM solution WHERE kind = ?", (kind,))
            self._insert(kind, now)

    def _insert(self, kind: str, rows: list[tuple[int, Row]]) -> None:
        self._database.executemany(
            "INSERT INTO solution VALUES (?, ?, ?)",
            [(kind, str(rank), _text(row)) for rank, row in rows],
        )

    def close(self) -> None:
        """Close it, so that another process may go on."""
        try:
            with self._told():
                self._database.close()
        finally:
            self._lock.close()


@contextmanager
def _undamaged(path: str) -> Iterator[None]:
    """What cannot be read as a fault of the journal."""
    try:
        yield
    except (KeyError, ValueError, TypeError, AttributeError, OverflowError) as error:
        told = f"{type(error).__name__}: {error}"
        raise JournalFault(path, f"it is damaged, or no journal of a search: {told}") from None


def read_status(path: str) -> Status:
    """What a journal tells; it may be in use. Raises as :class:`Journal` does."""
    real = real_path(path)
    if not Path(real).exists():
        raise FileNotFoundError(2, os.strerror(2), path)
    database = opened(real, read_only=True)
    try:
        # One state of the file for all questions, though a search may write to it meanwhile.
        database.execute("BEGIN")
        if not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise JournalFault(path, "nothing is noted there yet")
        about = dict(database.execute("SELECT key, value FROM about"))
        if not about:
            raise JournalFault(path, "nothing is noted there yet")
        number, share = database.execute("SELECT count(*), total(share) FROM open").fetchone()
        sessions, elapsed = database.execute(
            "SELECT count(*), total(elapsed) FROM session"
        ).fetchone()
        last = database.execute(
            "SELECT elapsed, nodes, share FROM session ORDER BY id DESC LIMIT 1"
        ).fetchone()
        took, nodes, done = last or (0.0, 0, 0.0)
        rate = nodes / took if took and nodes else None
        whole = None
        if "nodes_high" in about:
            whole = float(about["nodes_low"]), float(about["nodes_high"])
        by_share = took * share / done if took and done >= LEAST_SHARE else None
        left, between = remaining(int(about["nodes"]), rate or 0.0, whole, 1.0 - share, by_share)
        return Status(
            about["name"], about["digest"], int(about["count"]), int(about["nodes"]),
            int(about["tasks"]), float(about["seconds"]), elapsed, number, min(1.0, share),
            sessions, rate, left if number else 0.0, between if number else None,
            about["updated"],
        )  # fmt: skip
    except (sqlite3.Error, KeyError, ValueError, TypeError) as error:
        raise JournalFault(path, f"it is damaged, or no journal of a search: {error}") from None
    finally:
        database.close()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _text(numbers: Iterable[int]) -> str:
    return " ".join(str(number) if number >= 0 else f"~{~number}" for number in numbers)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(~int(word[1:]) if word.startswith("~") else int(word) for word in text.split())
