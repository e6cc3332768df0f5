"""One process compiles a kernel; others that need it at the same time wait for its file.

The lock is a file beside that of the kernel, locked by the process that compiles. The system lets
go of it when that process ends, however it ends. Nobody depends on it: where nothing can be locked
(no folder to write to, a file system or a system without locks), and where the other process takes
longer than any kernel, a process compiles for itself, which is only slower.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

__all__ = ["turn"]

Found = TypeVar("Found")

#: Seconds between two looks, and until a process compiles for itself.
_LOOK, _PATIENCE = 0.05, 300.0


@contextlib.contextmanager
def turn(
    files: Iterator[Path], look: Callable[[], Found | None], interrupts: Sequence[Any]
) -> Iterator[Found | None]:
    """Wait for one's turn to compile a kernel, which lasts as long as the block.

    Gives what ``look`` finds, if another process has made it by then; else None: compile it.
    ``files``: where the lock may be, the best place first. Raises :class:`KeyboardInterrupt` as
    soon as ``interrupts`` are not empty.
    """
    handle, file = _opened(files)
    if handle is None:
        yield None
        return
    try:
        yield _waited(handle, file, look, interrupts)
        # Not after an error: then another one shall go on.
        with contextlib.suppress(OSError):
            if _names(file, handle) and _locked(handle) is not False:
                file.unlink()
    finally:
        os.close(handle)


def _opened(files: Iterator[Path]) -> tuple[int | None, Path]:
    for file in files:
        with contextlib.suppress(OSError):
            # Nobody else may lock it, which takes no more than to read it.
            return os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600), file
    return None, Path()


def _waited(
    handle: int, file: Path, look: Callable[[], Found | None], interrupts: Sequence[Any]
) -> Found | None:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        # If the file has gone, the other process is done, and if it has kept nothing, nothing can
        # be kept. If it is there and can be locked, that process has died.
        over = not _names(file, handle) or _locked(handle) is not False
        found = look()
        if over or found is not None:
            return found
        if interrupts:
            raise KeyboardInterrupt
        time.sleep(_LOOK)
    return None


def _locked(handle: int) -> bool | None:
    """Whether it is ours now, or was before; None if nothing can be locked here."""
    try:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        return None
    return True


def _names(file: Path, handle: int) -> bool:
    """Whether the name of a file stands for what was opened by it."""
    try:
        return os.path.samestat(file.lstat(), os.fstat(handle))
    except OSError:
        return False
