"""Compiling ahead: while a command compiles its first kernels, another process compiles the next.

Numba compiles one kernel at a time in a process, and the search takes as long as all others
together. So whoever waits for the first answer waits half as long. Only commands do this
(:func:`allow`): a program that uses this package starts no process that it did not ask for.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concurrent.futures import Future

    from .jit import Kernel
    from .objects import Object

__all__ = ["allow", "begin", "taken"]

#: What most commands need after the reduction: modules and names.
_NEXT = (("exactcover.kernels.bitset", "search"),)
_PROGRAM = "from exactcover.kernels.ahead import _main; _main()"

#: What the other process will give for each kernel: its kinds of arguments, and machine code.
_coming: dict[tuple[str, str], Future[tuple[Any, Object]]] = {}
_allowed = False


def allow() -> None:
    """From now on, a kernel that has to be compiled is a reason to compile others, too."""
    global _allowed
    _allowed = True


def begin() -> None:
    """Start the other process, if it is allowed, was not started before, and has a core."""
    global _allowed
    if not _allowed or (os.cpu_count() or 1) < 2 or not sys.executable:
        return
    _allowed = False
    import subprocess
    import threading
    from concurrent.futures import Future
    from itertools import chain
    from pathlib import Path

    path = [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))}
    command = [sys.executable, "-P", "-c", _PROGRAM, *chain(*_NEXT)]
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    try:
        process = subprocess.Popen(
            command, env=environment, stdin=pipe, stdout=pipe, stderr=nothing
        )
    except OSError:
        return
    _coming.update((kernel, Future()) for kernel in _NEXT)
    threading.Thread(target=_receive, args=(process,), daemon=True).start()


def taken(kernel: Kernel, kinds: Any, interrupts: Sequence[Any]) -> Object | None:
    """The machine code of a kernel that the other process compiles; None if it does not, or fails.

    Waits for it. Raises :class:`KeyboardInterrupt` as soon as ``interrupts`` are not empty.
    """
    coming = _coming.get((kernel.__module__, kernel.function.__qualname__))
    if coming is None:
        return None
    while not interrupts:
        try:
            made_for, made = coming.result(timeout=0.05)
        except TimeoutError:
            continue
        except EOFError:
            return None
        return made if made_for == kinds else None
    raise KeyboardInterrupt


def _receive(process: Any) -> None:
    """In a thread: take what the other process has made, until it ends."""
    import pickle

    with process:
        for coming in _coming.values():
            try:
                coming.set_result(pickle.load(process.stdout))
            except Exception:  # it has ended, however
                coming.set_exception(EOFError())


def _main() -> None:
    """The other process. It ends when the one that started it does."""
    import gc
    import pickle
    import signal
    import threading
    from importlib import import_module

    gc.disable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    for module, name in zip(sys.argv[1::2], sys.argv[2::2], strict=True):
        kernel: Kernel = getattr(import_module(module), name)
        kinds = kernel.stated_kinds()
        pickle.dump((kinds, kernel.machine_code(kinds)), sys.stdout.buffer)
        sys.stdout.buffer.flush()


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(0)
