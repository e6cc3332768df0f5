"""The file of a journal: finding, locking and opening the database; its checksum.

Every row has a digest of 256 bits, and the checksum of a table is their sum modulo 2^256. So the
order of the rows does not matter, and a change to a row is an addition and a subtraction. (This is
MSet-Add-Hash of D. Clarke, S. Devadas, M. van Dijk, B. Gassend and G. Suh, "Incremental multiset
hash functions and their application to memory integrity checking", ASIACRYPT 2003, without a secret
key.) It finds damage by other programs. It does not stop forgery, since anyone can recompute it.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import threading
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from ..common.textfiles import damage
from ..errors import JournalFault

#: What identifies a journal among SQLite files: "xcov"; and the version of the tables.
_APPLICATION, VERSION = 0x78636F76, 2
_SCHEMA = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE open (id INTEGER PRIMARY KEY, prefixes TEXT NOT NULL, shares TEXT NOT NULL,
    number INTEGER NOT NULL, share REAL NOT NULL);
CREATE TABLE option (number INTEGER PRIMARY KEY, count TEXT NOT NULL);
CREATE TABLE solution (kind TEXT NOT NULL, rank TEXT NOT NULL, options TEXT NOT NULL);
CREATE INDEX solution_of_kind ON solution (kind);
CREATE TABLE session (id INTEGER PRIMARY KEY, started TEXT NOT NULL, workers INTEGER NOT NULL,
    elapsed REAL NOT NULL, nodes INTEGER NOT NULL, tasks INTEGER NOT NULL, share REAL NOT NULL);
"""
_TABLES = ("about", "open", "option", "session", "solution")
#: Bytes of an SQLite file at least.
_LEAST_SIZE = 512
#: The row of ``about`` that holds the checksum, and is not part of it.
KEY = "checksum"


def real_path(path: Any) -> str:
    """The file that a path means, so that one journal has one name.

    Raises :class:`exactcover.JournalFault` where there is something else, and FileNotFoundError for
    a folder that is missing.
    """
    text = os.fsdecode(os.fspath(path))
    if not text:
        raise JournalFault("''", "a journal needs a file name")
    try:
        real = Path(os.path.realpath(text))
        exists = os.path.lexists(real)
    except (ValueError, UnicodeEncodeError) as error:
        raise JournalFault(repr(text), f"this is not a file name ({error})") from None
    if exists and not real.is_file():
        raise JournalFault(text, "it is not a file")
    if exists and 0 < real.stat().st_size < _LEAST_SIZE:
        raise JournalFault(text, "this file is not a journal of a search")
    if exists and real.stat().st_nlink > 1:
        raise JournalFault(text, "it has several names (hard links), and needs a single one")
    if not real.parent.is_dir():
        raise FileNotFoundError(2, "no such folder", str(real.parent))
    return str(real)


def opened(path: str, read_only: bool = False) -> sqlite3.Connection:
    """The database, with its tables."""

    def fault(error: Exception) -> JournalFault:
        in_use = isinstance(error, sqlite3.OperationalError)
        found = "cannot be opened" if in_use else "is not a journal of a search"
        return JournalFault(path, f"it {found}: {error}")

    with damage(fault):
        if read_only:
            # A reader without permission to write cannot share the writer's -wal. Without such a
            # file nobody writes.
            alone = not Path(f"{path}-wal").exists()
            uri = f"{Path(path).absolute().as_uri()}?mode=ro{'&immutable=1' if alone else ''}"
            database = sqlite3.connect(uri, uri=True, timeout=10)
        else:
            database = sqlite3.connect(path, timeout=10, check_same_thread=False)
    try:
        with damage(fault):
            if read_only:
                database.execute("BEGIN")
            tables = database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if tables:
                _check_tables(database, path)
            if read_only:
                database.execute("ROLLBACK")
            else:
                database.execute("PRAGMA journal_mode = WAL")
                database.execute("PRAGMA synchronous = NORMAL")
                if not tables:
                    database.executescript(
                        f"BEGIN; PRAGMA application_id = {_APPLICATION};"
                        f" PRAGMA user_version = {VERSION}; {_SCHEMA} COMMIT;"
                    )
        return database
    except BaseException:
        database.close()
        raise


class Files(NamedTuple):
    """A journal and its ``-wal`` as they were found. While SQLite uses them, neither gets shorter.

    Of each its device and inode, or None if it is gone, and its size in bytes.
    """

    main: tuple[tuple[int, int] | None, int]
    wal: tuple[tuple[int, int] | None, int]

    @classmethod
    def of(cls, path: str) -> Files:
        """The files as they are now."""
        return cls(_found(path), _found(f"{path}-wal"))

    def harm(self, before: Files) -> str:
        """What happened to them that SQLite does not do; usually nothing."""
        if self.main[0] is None:
            return "was deleted"
        if self.main[0] != before.main[0]:
            return "was replaced"
        if self.wal[0] != before.wal[0]:
            return "lost its -wal"
        if self.main[1] < before.main[1] or self.wal[1] < before.wal[1]:
            return "was cut short"
        return ""


def _found(path: str) -> tuple[tuple[int, int] | None, int]:
    try:
        status = Path(path).stat()
    except OSError:
        return None, 0
    return (status.st_dev, status.st_ino), status.st_size


def _check_tables(database: sqlite3.Connection, path: str) -> None:
    """Raise :class:`exactcover.JournalFault` unless these are the tables of a journal."""
    application = database.execute("PRAGMA application_id").fetchone()[0]
    version = database.execute("PRAGMA user_version").fetchone()[0]
    if application != _APPLICATION:
        raise JournalFault(path, "this SQLite file is not a journal of a search")
    if version != VERSION:
        raise JournalFault(
            path,
            f"it has version {version}; this program reads version {VERSION}: finish it with"
            " the release that began it, or start again",
        )
    if _schema(database) != _own_schema():
        # A view or a computed column could be anything, and have no end.
        raise JournalFault(path, "its tables are not those of a journal")


def _schema(database: sqlite3.Connection) -> set[tuple[str, str]]:
    """The tables and indexes of a database, with the statements that made them."""
    made = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND type != 'trigger'"
    return set(database.execute(made))


def _own_schema() -> set[tuple[str, str]]:
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(_SCHEMA)
        return _schema(database)


class Lock:
    """A file next to the journal, locked until it is closed or the process ends.

    The lock belongs to the process. Workers forked from it do not keep it, as they would with
    ``flock``. So a set keeps a second search of this process off. The file is not opened again
    meanwhile, since closing it would release the lock.
    """

    _here: ClassVar[set[tuple[str, int]]] = set()
    _guard = threading.Lock()

    def __init__(self, path: str):
        self._path = path
        with self._guard:
            if (path, os.getpid()) in self._here:
                raise JournalFault(path, "another search of this process is using it")
            lock = Path(f"{path}.lock")
            if lock.exists() and not lock.is_file():
                raise JournalFault(path, f"{lock} is not a file, and cannot be locked")
            try:
                # A link may have been put there by somebody else, to have another file made.
                flags = os.O_WRONLY | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
                self._file = os.fdopen(os.open(lock, flags, 0o666), "a")
            except OSError as error:
                raise JournalFault(path, f"{lock} cannot be locked: {error.strerror}") from None
            try:
                with suppress(ImportError):  # no such lock on this system
                    import fcntl

                    fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self._file.close()
                raise JournalFault(path, "another process is using it") from None
            # (With the process: one that was forked meanwhile does not hold it.)
            self._here.add((path, os.getpid()))

    def close(self) -> None:
        """Release the lock."""
        with self._guard:
            self._here.discard((self._path, os.getpid()))
            self._file.close()


#: What a row of the journal holds.
Value = int | float | str | bytes | None


def digest_of(table: str, row: Iterable[Value]) -> int:
    """The digest of one row: its table, and the value and type of every column."""
    text = ascii((table, *row)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=32).digest(), "big")


class Checksum:
    """The sums of all tables; of no rows at first."""

    def __init__(self) -> None:
        self._sums = dict.fromkeys(_TABLES, 0)

    @classmethod
    def of(cls, database: sqlite3.Connection) -> Checksum:
        """The checksum of all rows of a journal. Raises sqlite3.Error. O(its size)."""
        made = cls()
        for table in _TABLES:
            for row in database.execute(f"SELECT * FROM {table}"):
                if table != "about" or row[0] != KEY:
                    made.add(table, [row])
        return made

    def add(self, table: str, rows: Iterable[Iterable[Value]]) -> None:
        """Add rows."""
        self.shift(table, sum(digest_of(table, row) for row in rows))

    def shift(self, table: str, digests: int) -> None:
        """Add the sum of the digests of rows; a negative sum removes rows."""
        self._sums[table] = (self._sums[table] + digests) % 2**256

    def __str__(self) -> str:
        """As it stands in the journal: for each table its name and 64 hexadecimal digits."""
        return " ".join(f"{table} {total:064x}" for table, total in self._sums.items())

    def wrong_tables(self, noted: object) -> list[str]:
        """The tables whose rows are not those that were noted."""
        words = str(noted).split()
        expected = dict(zip(words[::2], words[1::2], strict=False))
        wrong = [
            table for table, each in self._sums.items() if expected.get(table) != f"{each:064x}"
        ]
        return wrong or ([] if str(noted) == str(self) else ["about"])
