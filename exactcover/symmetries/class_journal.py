"""The journal of a classification: a text file, from which it goes on."""

from __future__ import annotations

import hashlib
import os
import time
from collections import Counter
from contextlib import AbstractContextManager
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from ..common.textfiles import damage, write_bytes
from ..errors import FileFault, JournalFault, UnwritableProblem
from ..statement.digest import digest
from ..statement.statement import Statement
from .classes import Level, Prefix

__all__ = ["ClassJournal", "Summary", "read_summary"]

#: The journal is written when these seconds have passed, and this many times what writing takes.
_WRITE_EVERY, _WRITE_SHARE = 10.0, 20.0
_FORMAT = "exactcover classification 1"


class Summary(NamedTuple):
    """How far a classification is: its level, the partial solutions that have branched, how many of
    this level are still to branch and how many of the next one are known, and the classes found."""

    level: int
    nodes: int
    open: int
    below: int
    classes: int
    #: When it was written: seconds since 1970.
    updated: float

    @property
    def complete(self) -> bool:
        """Whether nothing is left to do."""
        return not (self.open or self.below)


def read_summary(path: str) -> Summary:
    """What a journal says, which may be in use.

    Raises :class:`exactcover.JournalFault` if it is another file or damaged, and OSError.
    """
    updated = Path(path).stat().st_mtime
    lines = _lines(path, path)
    with _undamaged(path):
        level, nodes = map(int, lines[2].split())
    kinds = Counter(line.split(" ", 1)[0] for line in lines[3:])
    return Summary(level, nodes, kinds["open"], kinds["below"], kinds["complete"], updated)


class ClassJournal:
    """The journal of a classification: a text file that is written anew now and then.

    A line for each partial solution: what it is, its form, its weight, whether it is symmetric, and
    its options. The first line says what it is about; the last one is a checksum. Raises
    :class:`exactcover.JournalFault`.
    """

    def __init__(self, path: str, statement: Statement, name: str):
        self._path = path
        try:
            self._about = f"{digest(statement, costs=False)} {name}"
        except UnwritableProblem as error:
            raise JournalFault(path, f"it cannot be kept: {error.reason}") from None
        if not path:
            raise JournalFault("''", "a journal needs the name of a file")
        try:
            self._real = os.path.realpath(path)
        except ValueError as error:
            raise JournalFault(repr(path), f"this is no name of a file ({error})") from None
        if not Path(self._real).parent.is_dir():
            raise FileNotFoundError(2, "no such folder", str(Path(self._real).parent))
        if Path(self._real).exists() and not Path(self._real).is_file():
            raise JournalFault(path, "it is no file")
        try:
            from ..parallel.journal_file import Lock
        except ModuleNotFoundError:  # in Pyodide, whose SQLite is a package
            raise JournalFault(
                path, "it needs the module sqlite3, which is not installed"
            ) from None
        self._lock = Lock(self._real)
        self._written = time.monotonic()
        self._took = 0.0
        self._nodes: int | None = None

    def close(self) -> None:
        self._lock.close()

    def read(self) -> Level | None:
        """The state it holds; None if there is no file yet."""
        try:
            lines = _lines(self._path, self._real)
        except FileNotFoundError:
            return None
        if lines[1] != self._about:
            what = "another problem or group, or of another version of pynauty"
            raise JournalFault(self._path, f"it is about {what}")
        level = Level()
        with _undamaged(self._path):
            level.number, level.nodes = map(int, lines[2].split())
            for line in lines[3:]:
                kind, form, weight, symmetric, options = line.split(" ")
                prefix = Prefix(bytes.fromhex(options), _number(weight), symmetric == "1")
                if kind == "open":
                    level.open.append(prefix)
                else:
                    found = level.below if kind == "below" else level.complete
                    found[bytes.fromhex(form)] = prefix
        self._nodes = level.nodes
        return level

    def write_if_time(self, level: Level) -> None:
        """Write the state, if that is due."""
        passed = time.monotonic() - self._written
        if passed > max(_WRITE_EVERY, _WRITE_SHARE * self._took):
            self.write(level)

    def write(self, level: Level) -> None:
        """Write the state, unless it stands there already."""
        if self._nodes == level.nodes or not level.sound:
            return
        began = time.monotonic()
        lines = [_FORMAT, self._about, f"{level.number} {level.nodes}"]
        lines += [_line("open", b"", prefix) for prefix in level.open]
        lines += [_line("below", *pair) for pair in level.below.items()]
        lines += [_line("complete", *pair) for pair in level.complete.items()]
        body = "".join(f"{line}\n" for line in lines)
        try:
            write_bytes(f"{body}{_checksum(body.encode())}\n".encode(), self._real)
        except (OSError, FileFault) as error:
            reason = f"{error}; what was written to it before is kept"
            raise JournalFault(self._path, reason) from error
        self._nodes = level.nodes
        self._written = time.monotonic()
        self._took = self._written - began


def _line(kind: str, form: bytes, prefix: Prefix) -> str:
    symmetric = int(prefix.symmetric)
    return f"{kind} {form.hex()} {prefix.weight} {symmetric} {prefix.options.hex()}"


def _number(text: str) -> int | Fraction:
    number = Fraction(text)
    return number.numerator if number.denominator == 1 else number


def _checksum(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def _undamaged(path: str) -> AbstractContextManager[None]:
    return damage(lambda error: JournalFault(path, f"it is damaged: {error}"))


def _lines(path: str, real: str) -> list[str]:
    """The lines of a journal without the checksum. Raises JournalFault and OSError."""
    body, _, checksum = Path(real).read_bytes().rstrip(b"\n").rpartition(b"\n")
    lines = body.decode("ascii", "replace").split("\n")
    if lines[0] != _FORMAT:
        raise JournalFault(path, "it is another file, no journal of a classification")
    if _checksum(body + b"\n") != checksum.decode("ascii", "replace"):
        raise JournalFault(path, "it is damaged: its checksum is wrong")
    return lines
