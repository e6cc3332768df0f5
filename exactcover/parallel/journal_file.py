"""Finding and locking the file of a journal."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from ..errors import JournalFault


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
    if exists and real.stat().st_nlink > 1:
        raise JournalFault(text, "it has several names (hard links), and needs a single one")
    if not real.parent.is_dir():
        raise FileNotFoundError(2, "no such folder", str(real.parent))
    return str(real)


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
