"""The journal of a divided search: a file from which it resumes, whatever ended it.

SQLite in WAL mode. Every finished task is one transaction: its prefixes are removed, those that it
left are added, and so is what it gathered. So the file always holds a consistent state of the
search: what was counted, and exactly what has not been searched yet. A loss of power may undo the
last few transactions; their tasks are then searched again.

``docs/reference/journal.md`` explains the tables, and what is done about damage.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..common.textfiles import damage
from ..engines.contract import OpenPrefix, OpenPrefixes
from ..errors import JournalFault
from ..search.estimate import LEAST_SHARE, remaining
from .journal_file import KEY, VERSION, Checksum, Files, Lock, Value, digest_of, opened, real_path
from .node_prefixes import least_bound
from .row_text import numbers_of, prefixes_of, text_of_numbers, text_of_prefixes
from .tasks import ALL, Job, Open, Row, Tally, Wanted

_log = logging.getLogger("exactcover")

#: The largest number that is written as one.
_MOST = 2**62


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


class Journal:
    """A journal, opened for the search of one problem, or begun.

    Raises :class:`exactcover.JournalFault` for a file that is not a journal, for a damaged one, for
    one about another problem or question, and for one that another process uses. Raises OSError if
    it cannot be opened.
    """

    def __init__(self, path: str, digest: str, name: str, wanted: Wanted, workers: int):
        self.path = path
        name = name.encode(errors="backslashreplace").decode()
        self._real = real_path(path)
        #: Whether a transaction failed or was interrupted.
        self._broken = False
        #: Whether its file is gone and could not be written again.
        self._lost = False
        with ExitStack() as held:
            held.callback(Lock(self._real).close)
            self._database = opened(self._real)
            held.callback(self._database.close)
            with _undamaged(path), self._as_faults():
                self._checksum = Checksum.of(self._database)
                self._about = dict(self._database.execute("SELECT key, value FROM about"))
                self._seen = self._one("PRAGMA data_version")
                self.tally = self._begin(digest, name, wanted)
                self._next = 1 + (self._one("SELECT max(id) FROM open") or 0)
                if self._next > _MOST:
                    raise ValueError(f"a row of open prefixes has the number {self._next - 1}")
                # Rows that were there before are taken from the last one downwards.
                self._floor = self._next
                number = 1 + (self._one("SELECT max(id) FROM session") or 0)
                self._session = (number, _now(), min(workers, _MOST), 0.0, 0, 0, 0.0)
                with self._transaction():
                    self._insert("session", [self._session])
            self._files = Files.of(self._real)
            #: The database and the locks, closed in this order.
            self._held = held.pop_all()
        self._started = time.monotonic()

    def _one(self, query: str) -> Any:
        return self._database.execute(query).fetchone()[0]

    def _begin(self, digest: str, name: str, wanted: Wanted) -> Tally:
        """What was gathered so far; an empty journal is begun."""
        database, about = self._database, self._about
        asked = json.dumps(asdict(wanted))
        if not about:
            if str(self._checksum) != str(Checksum()):
                raise JournalFault(self.path, "it is damaged: it does not name its problem")
            with self._transaction():
                self._note(
                    version=str(VERSION), digest=digest, name=name, wanted=asked, count="0",
                    nodes="0", seconds="0", tasks="0", updated=_now(),
                )  # fmt: skip
                self._insert("open", [_row(1, OpenPrefixes.of([OpenPrefix((), 1.0)]))])
            return Tally(wanted)
        _check(self.path, self._checksum, about)
        if about["version"] != str(VERSION):
            fault = f"it has version {about['version']}; this program reads {VERSION}"
            raise JournalFault(self.path, fault)
        if about["digest"] != digest:
            raise JournalFault(
                self.path,
                f"it belongs to another problem: {about['name']}, digest {about['digest'][:16]};"
                f" this one: {name}, digest {digest[:16]} (names, their order and --no-reduce"
                " count)",
            )
        if about["wanted"] != asked:
            before, now = json.loads(about["wanted"]), json.loads(asked)
            differences = ", ".join(
                f"{name} {before.get(name)}, not {now.get(name)}"
                for name in {**now, **before}
                if before.get(name) != now.get(name)
            )
            raise JournalFault(self.path, f"it answers another question: {differences}")
        tally = Tally(wanted, int(about["count"]), int(about["nodes"]), float(about["seconds"]))
        tally.options = {k: int(count) for k, count in database.execute("SELECT * FROM option")}
        kept: dict[str, list[tuple[int, Row]]] = {"sample": [], "best": [], "listed": []}
        for kind, rank, options in database.execute("SELECT kind, rank, options FROM solution"):
            kept[kind].append((int(rank), numbers_of(options)))
        tally.sample, tally.best = sorted(kept["sample"]), sorted(kept["best"])
        tally.listed = [row for _, row in kept["listed"]]
        return tally

    @contextmanager
    def _as_faults(self) -> Iterator[None]:
        """Turn errors of SQLite into faults of the journal."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:
            fault = f"{error}; what was written to it before is kept"
            raise JournalFault(self.path, fault) from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Changes that are made together or not at all, with their checksum.

        If they fail or are interrupted, the file stays as it was and the journal accepts no more:
        this object may then hold more than the file.
        """
        if self._broken:
            raise JournalFault(self.path, "it could not be written before")
        self._broken = True
        with self._as_faults(), self._database:
            self._database.execute("BEGIN IMMEDIATE")
            seen = self._one("PRAGMA data_version")
            if seen != self._seen:
                # Another process wrote to it: a checkpoint does no harm.
                self._seen = seen
                if str(Checksum.of(self._database)) != str(self._checksum):
                    raise JournalFault(self.path, "something else has changed it meanwhile")
            yield
            self._upsert("about", [(KEY, str(self._checksum))])
        self._broken = False

    def _insert(self, table: str, rows: Sequence[tuple[Value, ...]]) -> None:
        if rows:
            self._checksum.add(table, rows)
            self._upsert(table, rows)

    def _upsert(self, table: str, rows: Sequence[tuple[Value, ...]]) -> None:
        places = ", ".join("?" * len(rows[0]))
        self._database.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({places})", rows)

    def _replace(
        self, table: str, before: Iterable[tuple[Value, ...]], now: Sequence[tuple[Value, ...]]
    ) -> None:
        """Replace rows by others with the same keys."""
        self._checksum.shift(table, -sum(digest_of(table, row) for row in before))
        self._insert(table, now)

    def _note(self, **values: str) -> None:
        """Change rows of ``about``."""
        before = [(key, self._about[key]) for key in values if key in self._about]
        self._replace("about", before, list(values.items()))
        self._about.update(values)

    def begin(self, job: Job) -> None:
        """Called once a session knows its job, before the first task."""

    def take(self, most: int) -> list[Open]:
        """Open rows of earlier sessions not taken yet, ``most`` or ``ALL``, the last first."""
        with self._as_faults():
            rows = self._database.execute(
                "SELECT * FROM open WHERE id < ? ORDER BY id DESC LIMIT ?", (self._floor, most)
            ).fetchall()
        if rows:
            self._floor = rows[-1][0]
        with _undamaged(self.path):
            return [
                Open(row[0], prefixes_of(row[1], row[2]), digest_of("open", row)) for row in rows
            ]

    def note_estimate(self, low: float, high: float) -> None:
        """Keep an interval for the nodes of the entire search, for ``read_status``."""
        with self._transaction():
            self._note(nodes_low=repr(low), nodes_high=repr(high))

    def share(self) -> float:
        """The estimated share of the search that is open."""
        with self._as_faults():
            return float(self._one("SELECT total(share) FROM open"))

    def finish(
        self, done: Sequence[Open], left: Sequence[OpenPrefixes], found: Tally
    ) -> list[Open]:
        """Note that the rows of a task are done, what it left and what it found.

        Returns what it left, with the rows. ``self.tally`` grows by what was found.
        """
        self._mind_the_file()
        with self._transaction():
            return self._write(done, left, found)

    def drop(self, rows: Sequence[Open]) -> None:
        """Note that there is nothing to search any more below the prefixes of these rows."""
        self._mind_the_file()
        with self._transaction():
            self._delete(rows)

    def _delete(self, rows: Sequence[Open]) -> None:
        self._database.executemany("DELETE FROM open WHERE id = ?", [(row.id,) for row in rows])
        self._checksum.shift("open", -sum(row.digest for row in rows))

    def _write(
        self, done: Sequence[Open], left: Sequence[OpenPrefixes], found: Tally
    ) -> list[Open]:
        tally = self.tally
        sample, best, listed = tally.sample, tally.best, tally.listed
        counts = [(k, str(tally.options[k])) for k in found.options if k in tally.options]
        tally.add(found)
        self._delete(done)
        rows = [_row(number, parts) for number, parts in enumerate(left, self._next)]
        self._next += len(rows)
        self._insert("open", rows)
        self._note(
            count=str(tally.count), nodes=str(tally.nodes), seconds=repr(tally.seconds),
            tasks=str(int(self._about["tasks"]) + 1), updated=_now(),
        )  # fmt: skip
        self._replace("option", counts, [(k, str(tally.options[k])) for k in found.options])
        self._keep("sample", sample, tally.sample)
        self._keep("best", best, tally.best)
        if tally.wanted.listed == ALL:
            self._insert("solution", _solutions("listed", [(0, row) for row in found.listed]))
        else:
            self._keep("listed", [(0, row) for row in listed], [(0, row) for row in tally.listed])
        before, elapsed = self._session, time.monotonic() - self._started
        number, started, workers, _, nodes, tasks, share = before
        share += sum(row.parts.share for row in done) - sum(parts.share for parts in left)
        self._session = number, started, workers, elapsed, nodes + found.nodes, tasks + 1, share
        self._replace("session", [before], [self._session])
        return [
            Open(row[0], parts, digest_of("open", row))
            for row, parts in zip(rows, left, strict=True)
        ]

    def _keep(self, kind: str, before: list[tuple[int, Row]], now: list[tuple[int, Row]]) -> None:
        """Write a short list of solutions again, if it has changed."""
        if before != now:
            self._database.execute("DELETE FROM solution WHERE kind = ?", (kind,))
            self._replace("solution", _solutions(kind, before), _solutions(kind, now))

    def _mind_the_file(self) -> None:
        """If the file was deleted, renamed, replaced or cut short, write it again, and log that.

        The open database still holds the entire state; otherwise SQLite and the checksum find that
        it does not. If another file has taken its place, that file is not touched.
        """
        if self._lost:
            return
        there = Files.of(self._real)
        harm = there.harm(self._files)
        if not harm:
            self._files = there
            return
        mine = harm != "was replaced"
        real = self._real if mine else f"{self._real}.rescued"
        what = f"journal {self.path}: the file {harm} while in use"
        try:
            if not mine:
                if os.path.lexists(real):
                    raise FileExistsError(17, "it exists", real)
                self._held.callback(Lock(real).close)
            self._write_anew(f"{real}-new")
            self._database.close()
            for name in (f"{real}-wal", f"{real}-shm"):
                Path(name).unlink(missing_ok=True)
            Path(f"{real}-new").replace(real)
            self._database, self._real = opened(real), real
            self._held.callback(self._database.close)
            self._seen = self._one("PRAGMA data_version")
            self._files = Files.of(real)
        except (OSError, sqlite3.Error, JournalFault) as error:
            self._lost = True
            _log.warning("%s, and cannot be rewritten (%s): it is lost", what, error)
        else:
            _log.warning("%s; its state was rewritten to %s, nothing is lost", what, real)

    def _write_anew(self, name: str) -> None:
        """Write the content of the open database to another file, if it is complete."""
        try:
            self._database.execute("VACUUM INTO ?", (name,))
            with closing(sqlite3.connect(name)) as copy:
                if str(Checksum.of(copy)) != str(self._checksum):
                    raise JournalFault(self.path, "a part of it is missing")
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    def close(self) -> None:
        """Close it, so that another process may go on."""
        with self._as_faults(), self._held:
            self._mind_the_file()


def _check(path: str, checksum: Checksum, about: dict[str, str]) -> None:
    """Raise :class:`exactcover.JournalFault` unless the rows are those that were written."""
    wrong = checksum.wrong_tables(about.get(KEY))
    if wrong:
        raise JournalFault(
            path,
            f"it is damaged, or was changed by another program: the rows of table"
            f" {' and '.join(wrong)} do not match the checksum",
        )


def _undamaged(path: str) -> AbstractContextManager[None]:
    """Turn errors of reading into faults of the journal."""
    said = "it is damaged, or no journal of a search"
    return damage(lambda error: JournalFault(path, f"{said}: {type(error).__name__}: {error}"))


def read_status(path: str) -> Status:
    """The state of the search; the journal may be in use. Raises as :class:`Journal` does."""
    real = real_path(path)
    if not Path(real).exists():
        raise FileNotFoundError(2, os.strerror(2), path)
    with closing(opened(real, read_only=True)) as database, _undamaged(path):
        # One state of the file for all questions, though a search may write to it meanwhile.
        database.execute("BEGIN")
        tables = database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        about = dict(database.execute("SELECT key, value FROM about")) if tables else {}
        if not about:
            raise JournalFault(path, "it is still empty")
        _check(path, Checksum.of(database), about)
        number, share = database.execute("SELECT total(number), total(share) FROM open").fetchone()
        sessions = database.execute(
            "SELECT elapsed, nodes, share FROM session ORDER BY id"
        ).fetchall()
        took, nodes, done = sessions[-1] if sessions else (0.0, 0, 0.0)
        rate = nodes / took if took and nodes else None
        bounds = None
        if "nodes_high" in about:
            bounds = float(about["nodes_low"]), float(about["nodes_high"])
        by_share = took * share / done if took and done >= LEAST_SHARE else None
        asked = json.loads(about["wanted"])
        more = _more_in(database, asked.get("question"), asked, complete=not number)
        left, between = remaining(int(about["nodes"]), rate or 0.0, bounds, 1.0 - share, by_share)
        return Status(
            about["name"], about["digest"], int(about["count"]), int(about["nodes"]),
            int(about["tasks"]), float(about["seconds"]), sum(row[0] for row in sessions),
            int(number), min(1.0, share), len(sessions), rate, left if number else 0.0,
            between if number else None, about["updated"], *more,
        )  # fmt: skip


def _more_in(
    database: sqlite3.Connection, question: str | None, wanted: dict[str, Any], complete: bool
) -> tuple[Any, ...]:
    """The question; of costs the best one and the bound; of classes the levels that are open."""
    rows = (prefixes_of(*row) for row in database.execute("SELECT prefixes, shares FROM open"))
    if question == "classes":
        levels = [part.prefix[1] if part.prefix else 0 for parts in rows for part in parts]
        level = min(levels, default=None)
        return question, None, None, level, sum(each != level for each in levels)
    if question is None:
        return ()
    ranks = database.execute("SELECT rank FROM solution WHERE kind = 'best'")
    best = min((int(rank) for (rank,) in ranks), default=None)
    bound = least_bound(rows)
    if best is not None and (complete or (bound is not None and bound > best)):
        bound = best
    unit, constant = Fraction(wanted["unit"]), Fraction(wanted["constant"])
    cost, least = (None if each is None else each * unit + constant for each in (best, bound))
    return question, cost, least


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _row(number: int, parts: OpenPrefixes) -> tuple[int, str, str, int, float]:
    """Open prefixes as a row of the table ``open``."""
    return number, *text_of_prefixes(parts), len(parts), float(parts.share)


def _solutions(kind: str, rows: Iterable[tuple[int, Row]]) -> list[tuple[Value, ...]]:
    return [(kind, str(rank), text_of_numbers(row)) for rank, row in rows]
