"""Processes that compile kernels for a command, two at a time.

Numba compiles one kernel at a time in a process, and cannot be interrupted. So a command leaves
that to two others: one compiles what is needed now, the other begins with the search, which takes
as long as all other kernels together. Ctrl-C ends the waiting at once. Only commands do this
(:func:`allow_other_processes`): a program that uses this package starts no process that it did not
ask for.

Such a process reads the names of kernels, a line each, and answers with their machine code. It ends
when nothing has been asked for some seconds, and with the process that started it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from concurrent.futures import Future

    from .kinds import Kind
    from .made import Made

#: Seconds from one look at Ctrl-C to the next; and without a question, before a process ends.
_LOOK, _IDLE = 0.05, 10.0
_PROGRAM = "from exactcover.compile.compilers import _main; _main()"

#: What is compiled without having been asked for: a module and the name of a kernel. None: no other
#: process compiles.
_next: tuple[str, str] | None = None
_compilers: list[_Compiler] = []
#: The kernels that are being compiled without having been asked for.
_coming: dict[tuple[str, str], Future[Made | None]] = {}


class Compilable(Protocol):
    """A kernel, as seen by what compiles it elsewhere."""

    function: Callable[..., Any]
    parts: tuple[Callable[..., Any], ...]

    def stated_kinds(self) -> tuple[Kind, ...]: ...
    def machine_code(self, kinds: tuple[Kind, ...]) -> Made | None: ...


def allow_other_processes(module: str, name: str) -> None:
    """From now on, kernels are compiled by other processes, this one before it is needed."""
    global _next
    _next = module, name


def made_by_another(kernel: Compilable, kinds: Any, interrupts: Sequence[Any]) -> Made | None:
    """The machine code of a kernel, compiled by another process; None if that is not allowed, or
    fails.

    Waits for it. Raises :class:`KeyboardInterrupt` as soon as ``interrupts`` are not empty.
    """
    from concurrent.futures import wait

    name = kernel.__module__, kernel.function.__qualname__
    if _next is None or name[0] == "__main__" or not _is_of(kernel, kinds):
        return None
    try:
        if not _compilers:
            _compilers.append(_Compiler())
            if name != _next and (os.cpu_count() or 1) > 1:
                _compilers.append(_Compiler())
                _coming[_next] = _compilers[1].ask(*_next)
        elif _compilers[0].over:
            _compilers[0] = _Compiler()
        coming = _coming.pop(name, None) or _compilers[0].ask(*name)
    except OSError:
        return None
    while not coming.done():
        if interrupts:
            raise KeyboardInterrupt
        wait([coming], timeout=_LOOK)
    return coming.result()


def _is_of(kernel: Compilable, kinds: Any) -> bool:
    """Whether these are the arguments for which another process would compile the kernel."""
    try:
        return bool(kernel.stated_kinds() == kinds)
    except (TypeError, NameError):
        return False


class _Compiler:
    """One of the other processes."""

    def __init__(self) -> None:
        import subprocess
        import threading

        path = os.pathsep.join(filter(None, sys.path))
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _PROGRAM], env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        #: Whether it has ended.
        self.over = False
        self._lock = threading.Lock()
        self._asked: list[Future[Made | None]] = []
        self._thread = threading.Thread(target=self._receive, daemon=True)
        self._thread.start()

    def ask(self, module: str, name: str) -> Future[Made | None]:
        """Have a kernel compiled after those asked for before; None stands for a failure.

        Raises :class:`OSError` if the process has ended.
        """
        from concurrent.futures import Future

        coming: Future[Made | None] = Future()
        with self._lock:
            if self.over or self._process.stdin is None:
                raise BrokenPipeError
            self._asked.append(coming)
            # Not by a buffer, of which a rest would be written again when this process ends.
            os.write(self._process.stdin.fileno(), f"{module} {name}\n".encode())
        return coming

    def _receive(self) -> None:
        """In a thread, which ends with the other process: take what that one answers."""
        import contextlib
        import pickle

        with self._process as process:
            with contextlib.suppress(Exception):  # it has ended, however
                while process.stdout is not None:
                    made = pickle.load(process.stdout)
                    self._asked.pop(0).set_result(made)
            process.kill()
            with self._lock:
                self.over = True
                for coming in self._asked:
                    coming.set_result(None)


def _main() -> None:
    """The other process."""
    import gc
    import logging
    import pickle
    import queue
    import signal
    import threading
    from importlib import import_module

    log = logging.getLogger("exactcover")
    gc.disable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the command
    asked: queue.SimpleQueue[list[str]] = queue.SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            asked.put(line.split())
        os._exit(0)  # whatever is being compiled, nobody waits for it

    threading.Thread(target=read, daemon=True).start()
    while True:
        try:
            module, name = asked.get(timeout=_IDLE)
        except queue.Empty:
            os._exit(0)
        made: Made | None = None
        try:
            kernel: Compilable = getattr(import_module(module), name)
            made = kernel.machine_code(kernel.stated_kinds())
        except Exception as reason:  # the command compiles it itself, and says what is wrong
            log.debug("%s.%s is not compiled here: %s", module, name, reason)
        pickle.dump(made, sys.stdout.buffer)
        sys.stdout.buffer.flush()
