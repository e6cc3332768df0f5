"""How this package compiles: one decorator for the kernels that Python calls, one for their parts.

``kernel`` compiles a function with numba, without the GIL, and keeps the machine code on disk: only
the first run waits for the compiler. Without a folder to write to (a read-only home, a full disk),
every process compiles anew.

``part`` compiles a function that only kernels call. Its code becomes part of theirs and needs no
cache. Numba compares cached code with the file of the kernel alone. Since kernels share parts, the
caches here depend on all sources that are compiled.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import signal
import stat
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

try:
    import numba
    from numba.core import event
    from numba.core.caching import FunctionCache, NullCache
except ModuleNotFoundError as error:
    message = (
        f"this needs {error.name}, which is not installed: pip install numba. Without it"
        " engine='reference' searches small problems, and explain() and trace() answer."
    )
    raise ModuleNotFoundError(message, name=error.name) from None

__all__ = ["bound", "inlined", "kernel", "part"]

log = logging.getLogger("exactcover")

Function = TypeVar("Function", bound=Callable[..., Any])


class _CompilationNotice(event.Listener):  # type: ignore[misc]
    """Logs once in a process that kernels are being compiled, since that takes seconds."""

    said = False

    def on_start(self, event: Any) -> None:
        module = event.data["dispatcher"].py_func.__module__
        if not self.said and module.startswith(("exactcover.", "puzzles.")):
            self.said = True
            log.info("compiling a search kernel, once; later runs find it compiled")

    def on_end(self, event: Any) -> None:
        pass


event.register("numba:compile", _CompilationNotice())


def _private_folder() -> Path | None:
    """A folder under the system's temporary one that nobody else can write to, or None.

    The cache holds machine code that will be run. So a folder that another user could have
    prepared must not be trusted: it has to be a real folder, ours, and closed to others.
    """
    if not hasattr(os, "getuid"):
        return None
    folder = Path(tempfile.gettempdir()) / f"exactcover-kernels-{os.getuid()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return None
    ours = found.st_uid == os.getuid() and stat.S_ISDIR(found.st_mode)
    return folder if ours and not found.st_mode & 0o077 else None


@cache
def _sources() -> tuple[tuple[str, int, int], ...]:
    """The name, size and time of change of every file here with code that kernels may share."""
    here = Path(__file__).parent
    try:  # by strings, which is faster: this runs at every start
        files = [file for file in os.scandir(here) if file.name.endswith(".py")]
        stats = [(file.name, file.stat()) for file in sorted(files, key=lambda file: file.name)]
        stats.append(("rules.py", (here.parent / "propagation" / "rules.py").stat()))
    except OSError:
        return ()  # in an archive
    return tuple((name, stat.st_size, stat.st_mtime_ns) for name, stat in stats)


def _cache(function: Callable[..., Any]) -> FunctionCache:
    """Numba's cache of a function's machine code, valid until any of the shared sources changes."""
    found = FunctionCache(function)
    index = found._cache_file
    index._source_stamp = (index._source_stamp, _sources())
    return found


def _cached(function: Callable[..., Any]) -> Any:
    """The compiled function with a cache on disk, or without one where there is no place for it."""
    compiled = _compiled(function)
    with contextlib.suppress(RuntimeError):
        # Numba may find no folder it may write to, neither beside the source nor in the home.
        compiled._cache = _cache(function)
        return compiled
    configured, folder = numba.config.CACHE_DIR, _private_folder()
    try:
        numba.config.CACHE_DIR = str(folder) if folder else configured
        compiled._cache = _cache(function)
    except RuntimeError:
        log.info("no folder to keep compiled kernels in: they are compiled anew in every run")
    finally:
        numba.config.CACHE_DIR = configured
    return compiled


def kernel(function: Function) -> Function:
    """Compile a function that Python calls; its machine code is kept on disk where possible."""
    if numba.config.DISABLE_JIT:
        return function
    return _Kernel(_cached(function))  # type: ignore[return-value]


class _Kernel:
    """A compiled function, and what may go wrong the first time it is called in a process."""

    def __init__(self, compiled: Any):
        self.compiled = compiled
        #: Whether a call has come back: looking at ``compiled.signatures`` takes 60 microseconds.
        self._ready = False
        self.__doc__ = compiled.__doc__
        self.__name__ = compiled.__name__

    def __call__(self, *arguments: Any) -> Any:
        if self._ready:
            return self.compiled(*arguments)
        with _interrupts_held_back():
            answer = self._first_call(*arguments)
        self._ready = True
        return answer

    def _first_call(self, *arguments: Any) -> Any:
        """Compile the function, or load it from the disk.

        Kernels themselves raise nothing and read nothing, so an exception here is one of the
        compiler or of its cache: a damaged file, a full disk, a lost folder.
        """
        try:
            return self.compiled(*arguments)
        except OSError as error:
            log.info("cannot keep the compiled kernels on disk (%s)", error)
        except Exception as error:
            log.info("cannot use the compiled kernels on disk (%s); compiling anew", error)
            with contextlib.suppress(Exception):
                self.compiled._cache.flush()  # forget the damaged file ...
                return self.compiled(*arguments)  # ... and write a new one
        self.compiled._cache = NullCache()
        return self.compiled(*arguments)


def bound(function: Callable[..., Any], values: Mapping[str, Any]) -> Callable[..., Any]:
    """A kernel with its first arguments bound, up to the first that is not in ``values``."""
    code = getattr(function, "compiled", function)
    code = getattr(code, "py_func", code).__code__
    names = itertools.takewhile(values.__contains__, code.co_varnames[: code.co_argcount])
    return partial(function, *[values[name] for name in names])


@contextlib.contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Hold back Ctrl-C for the seconds that compiling takes, and deliver it then.

    The compiler calls back into Python from C, where an exception is lost or leaves half-made code.
    """
    handler = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(handler):
        yield
        return
    pressed: list[Any] = []
    signal.signal(signal.SIGINT, lambda *arguments: pressed.append(arguments))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if pressed:
            handler(*pressed[0])


def part(function: Function) -> Function:
    """Compile a function that kernels call."""
    compiled: Function = _compiled(function)
    return compiled


def inlined(function: Function) -> Function:
    """Like ``part``, and its code is put where it is called: for what is called at every node.

    A call hands over each array as seven numbers, which takes longer than a short loop.
    """
    compiled: Function = _compiled(function, forceinline=True)
    return compiled


def _compiled(function: Function, **options: Any) -> Any:
    return numba.njit(function, nogil=True, _nrt=False, **options)
