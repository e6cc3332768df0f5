"""Machine code of kernels for this machine: saved to files, and read back.

A file holds one kernel for one list of kinds of arguments (``made.py``), with a *stamp* of all that
the code depends on (the sources, numba, llvmlite, the processor). A file is run only if its stamp
is ours, its digest is right, and nobody but us and root could have written it.

One process compiles a kernel; others that need it at the same time wait for its file. The lock is a
file beside that of the kernel, locked by the process that compiles. The system lets go of it when
that process ends, however it ends. Nobody depends on it: where nothing can be locked (no folder to
write to, a file system or a system without locks), and where the other process takes longer than
any kernel, a process compiles for itself, which is only slower.
"""

from __future__ import annotations

import contextlib
import importlib.util
import logging
import os
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from llvmlite import __version__ as llvmlite_version
from llvmlite import binding as llvm

from ..common.textfiles import write_bytes
from .made import Made, packed, target_machine, unpacked
from .sources import digest_of, sources_of

log = logging.getLogger("exactcover")

#: Seconds between two looks at another process that compiles, and until this one does it itself.
_LOOK, _PATIENCE = 0.05, 300.0

Found = TypeVar("Found")


def object_of(module: Made, machine: Any = None) -> Made:
    """Machine code from bitcode, which may have been made elsewhere, for this machine or another.

    Raises RuntimeError if this version of llvmlite cannot read it.
    """
    machine = machine or target_machine()
    read = llvm.parse_bitcode(module.code)
    read.triple, read.data_layout = machine.triple, str(machine.target_data)
    return replace(module, code=machine.emit_object(read))


# -- files -----------------------------------------------------------------------------------------


def kept(function: Callable[..., Any], kinds: Any, stamp: dict[str, str]) -> Made | None:
    """The machine code of a kernel from a file, if there is one that may be run."""
    name = _name(function, kinds)
    for folder in _folders(function):
        text = _trusted(folder, name)
        if text is not None:
            try:
                return unpacked(text, stamp=stamp)
            except ValueError as reason:
                log.debug("%s is not used: %s", folder / name, reason)
    return None


def keep(function: Callable[..., Any], kinds: Any, stamp: dict[str, str], made: Made) -> None:
    """Write a file in the first folder that takes it."""
    name = _name(function, kinds)
    for folder in _writable(function):
        with contextlib.suppress(OSError):
            write_bytes(packed(made, stamp=stamp), str(folder / name))
            (folder / name).chmod(0o644)  # or it would not be trusted
            return
    _say_that_nothing_is_kept()


@cache
def _say_that_nothing_is_kept() -> None:
    """Once, however many kernels are compiled."""
    log.info("no folder to keep compiled kernels in: they are compiled anew in every run")


def _writable(function: Callable[..., Any]) -> Iterator[Path]:
    """Those of the folders for files, made if need be, where only we and root can write."""
    for folder in _folders(function):
        with contextlib.suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if _ours_alone(os.lstat(folder), stat.S_ISDIR):
                yield folder


def _folders(function: Callable[..., Any]) -> Iterator[Path]:
    """Where files may be: beside the source of a module, from where Python takes its own code as
    well; in the user's cache; in a temporary folder."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        yield Path(chosen)
        return
    if function.__globals__.get("__spec__") is not None:  # it was imported
        yield Path(function.__code__.co_filename).parent / "__pycache__"
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    with contextlib.suppress(RuntimeError):  # no home
        yield (Path(home) if home else Path.home() / ".cache") / "exactcover"
    if hasattr(os, "getuid"):
        yield Path(tempfile.gettempdir()) / f"exactcover-kernels-{os.getuid()}"


def _ours_alone(found: os.stat_result, is_kind: Callable[[int], bool]) -> bool:
    """Whether only we and root can have written a file or folder: its code will be run."""
    if not is_kind(found.st_mode):
        return False
    if not hasattr(os, "getuid"):
        return True
    return found.st_uid in (0, os.getuid()) and not found.st_mode & 0o022


def _trusted(folder: Path, name: str) -> bytes | None:
    """What a file holds, if it is there and only we and root can have written it."""
    try:
        if not _ours_alone(os.lstat(folder), stat.S_ISDIR):
            return None
        with (folder / name).open("rb") as file:
            if not _ours_alone(os.fstat(file.fileno()), stat.S_ISREG):
                return None
            return file.read()
    except OSError:
        return None


def _name(function: Callable[..., Any], kinds: Any) -> str:
    """The name of a file: the kernel, and a digest of the kinds and of the machine."""
    digest = digest_of(f"{sys.platform} {llvm.get_host_cpu_name()} {kinds}".encode())
    return f"{function.__module__}.{function.__qualname__}-{digest[:12]}.kernel"


def stamp_of(
    function: Callable[..., Any], parts: Iterable[Callable[..., Any]] = ()
) -> dict[str, str]:
    """All that a kernel's machine code depends on; ``parts`` as for :func:`exactcover.kernel`."""
    return {**_machine(), "sources": sources_of(function, parts)}


@cache
def _machine() -> dict[str, str]:
    numba = importlib.util.find_spec("numba")
    version = b""
    if numba is not None and numba.origin is not None:
        with contextlib.suppress(OSError):
            version = Path(numba.origin).with_name("_version.py").read_bytes()
    return {
        "numba": digest_of(version),
        "llvmlite": llvmlite_version,
        "processor": llvm.get_host_cpu_name(),
        "features": digest_of(llvm.get_host_cpu_features().flatten().encode()),
    }


# -- waiting for a process that compiles the same --------------------------------------------------


def locks_of(function: Callable[..., Any], kinds: Any) -> Iterator[Path]:
    """Where a process may show that it compiles a kernel, the best place first."""
    name = _name(function, kinds)
    return (folder / f"{name}.lock" for folder in _writable(function))


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
