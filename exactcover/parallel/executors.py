"""Where tasks run: threads, processes, or an executor of the user.

Compiled engines release Python's global lock, so that threads keep all cores busy and share the
problem's tables. Engines in plain Python need processes. Any other executor of
``concurrent.futures`` will do, for example that of a Dask cluster
(``distributed.Client.get_executor()``), mpi4py's or loky's. Pyodide has neither threads nor
processes: there each task runs when it is handed over.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
from concurrent.futures.thread import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, suppress
from typing import Any, TypeVar

from ..common.interrupts import interrupts_held_back
from ..errors import WorkersGone

Answer = TypeVar("Answer")

#: How often a broken pool that this module made is replaced.
_MENDED = 100
#: With this variable Python imports nothing from the current folder.
_SAFE_PATH = "PYTHONSAFEPATH"
#: It is set for a moment; threads that do so together would not know how it was.
_one_at_a_time = threading.RLock()


def n_cores() -> int:
    """The cores that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return max(1, len(affinity(0)) if affinity is not None else os.cpu_count() or 1)


@contextmanager
def environment_kept(names: Iterable[str]) -> Iterator[None]:
    """Variables of the environment are afterwards as they were."""
    before = {name: os.environ.get(name) for name in names}
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


@contextmanager
def sheltered() -> Iterator[None]:
    """Processes that are started within, or by a thread that is, get no Ctrl-C and import nothing
    from the current folder.

    Ctrl-C is for this process, and would end the others with a traceback while they import. In the
    current folder another user may have put modules, if all may write there. Wait for nothing
    within: Ctrl-C takes effect at the end.
    """
    mask = None
    with interrupts_held_back(), _one_at_a_time, environment_kept([_SAFE_PATH]):
        os.environ[_SAFE_PATH] = "1"
        try:
            if hasattr(signal, "pthread_sigmask"):
                from multiprocessing import resource_tracker

                resource_tracker.ensure_running()  # it lets Ctrl-C through once it has started
                mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            yield
        finally:
            if mask is not None:
                signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _socket_fits() -> bool:
    """Whether the server that forks processes can have its socket among the temporary files.

    The path of a socket has 104 bytes at most, 108 on Linux; Python adds two names to the folder.
    """
    return len(os.fsencode(tempfile.gettempdir())) + len("/pymp-12345678/listener-12345678") < 104


class _AtOnce(Executor):
    """Runs each task while it is handed over."""

    def submit(
        self, call: Callable[..., Answer], /, *arguments: Any, **keywords: Any
    ) -> Future[Answer]:
        done: Future[Answer] = Future()
        try:
            done.set_result(call(*arguments, **keywords))
        except Exception as error:
            done.set_exception(error)
        return done


class Pool:
    """An executor and its number of workers; one made here is closed at the end."""

    def __init__(
        self, executor: Executor | None, workers: int | None, plain: bool, alone: float = 0.0
    ):
        """``alone``: for so many seconds tasks run at once in this thread, unless there is an
        executor; so what takes no longer starts no workers."""
        if executor is not None and not callable(getattr(executor, "submit", None)):
            raise TypeError(f"executor={executor!r}: expected one of concurrent.futures, or None")
        self._made_here = executor is None
        self._plain = plain
        self._mended = 0
        #: Tasks of a pool made here that have not ended.
        self._at_work: set[Future[Any]] = set()
        self._alone_until = time.monotonic() + alone
        if executor is None:
            self._workers = workers or n_cores()
            executor = _AtOnce() if alone else self._make()
        else:
            theirs = getattr(executor, "_max_workers", None)
            cluster = getattr(getattr(executor, "_client", None), "nthreads", None)
            if workers is None and callable(cluster):
                theirs = sum(cluster().values())
            self._workers = workers or (theirs if isinstance(theirs, int) and theirs else n_cores())
        self._executor = executor

    @property
    def workers(self) -> int:
        """How many tasks run at the same time."""
        return 1 if isinstance(self._executor, _AtOnce) else self._workers

    def grow(self) -> None:
        """Start the workers once it is time."""
        if isinstance(self._executor, _AtOnce) and time.monotonic() >= self._alone_until:
            self._executor = self._make()

    def _make(self) -> Executor:
        if sys.platform == "emscripten":  # it has neither threads nor processes
            return _AtOnce()
        if not self._plain:
            return ThreadPoolExecutor(self._workers, "exactcover")
        server = "forkserver" in multiprocessing.get_all_start_methods() and _socket_fits()
        context = multiprocessing.get_context("forkserver" if server else "spawn")
        if server:
            context.set_forkserver_preload(["exactcover.parallel.tasks"])
        with sheltered():  # its queues have a process of their own
            return ProcessPoolExecutor(self._workers, context, _prepare, (os.getpid(),))

    @property
    def local(self) -> bool:
        """Whether tasks run in this process."""
        return isinstance(self._executor, ThreadPoolExecutor | _AtOnce)

    def submit(self, call: Callable[..., Answer], *arguments: Any) -> Future[Answer]:
        """Hand a call to the executor. Raises :class:`exactcover.WorkersGone`."""
        try:
            for seconds in (0.0, 0.1, 0.5):
                try:
                    return self._submitted(call, *arguments)
                except (BrokenProcessPool, OSError, EOFError):
                    if not self._made_here or self._mended >= _MENDED:
                        raise
                # A pool that breaks closes its pipes, perhaps while it starts another process; this
                # can end the server that forks the processes, which is noticed a moment later.
                time.sleep(seconds)
                self._replace()
            return self._submitted(call, *arguments)
        except (BrokenExecutor, RuntimeError) as error:
            self.check()
            raise WorkersGone(f"the executor takes no tasks ({in_words(error)})") from error

    def _submitted(self, call: Callable[..., Answer], *arguments: Any) -> Future[Answer]:
        if not self._made_here:
            return self._executor.submit(call, *arguments)
        # A pool of processes starts one if there are too few.
        starts = isinstance(self._executor, ProcessPoolExecutor)
        with sheltered() if starts else nullcontext():
            future = self._executor.submit(call, *arguments)
        self._at_work.add(future)
        future.add_done_callback(self._at_work.discard)
        return future

    def check(self) -> None:
        """Raise :class:`exactcover.WorkersGone` if it is known that no result will come."""
        status = getattr(getattr(self._executor, "_client", None), "status", "running")
        if status in ("closing", "closed"):  # by Dask, when its scheduler does not come back
            raise WorkersGone("the cluster's scheduler does not answer any more")

    def mend(self, error: BaseException) -> bool:
        """Replace a pool made here after a worker died; whether that was the error."""
        broken = getattr(self._executor, "_broken", False)
        died = broken or isinstance(error, BrokenProcessPool)
        if not (self._made_here and died) or self._mended >= _MENDED:
            return False
        if broken:
            self._replace()
        return True

    def _replace(self) -> None:
        self._mended += 1
        processes = [*(getattr(self._executor, "_processes", None) or {}).values()]
        self._executor.shutdown(wait=False, cancel_futures=True)
        # One that was being started when the pool broke waits for a task that will not come, and
        # Python waits for it when it ends.
        for process in processes:
            process.kill()
        self._executor = self._make()

    def close(self) -> None:
        """End the workers of a pool that was made here; an executor of the user stays open."""
        if self._made_here:
            end(self._executor, self._at_work)


def end(pool: Executor, at_work: Iterable[Future[Any]]) -> None:
    """End a pool, so that no worker outlives the question.

    Nobody wants what is still at work. Processes are killed; a thread cannot be, and one that does
    not see in time that it should end is left to its task.
    """
    manager = getattr(pool, "_executor_manager_thread", None)
    processes = list((getattr(pool, "_processes", None) or {}).values())
    calls = getattr(pool, "_call_queue", None)
    pool.shutdown(wait=False, cancel_futures=True)
    if wait(list(at_work), timeout=0.2).not_done:
        for process in processes:
            process.kill()
        # Before Python 3.12 a thread of the pool may wait for ever to hand over a long call, which
        # nobody reads any more.
        if calls is not None:
            with suppress(OSError):
                calls._reader.close()
    elif manager is None:
        pool.shutdown()
    if manager is not None:
        manager.join(2.0)


def error_of(done: Future[Any]) -> BaseException | None:
    """What the call of a future that is done raised, or that it was cancelled; None if it answered.

    ``result()`` would raise it here, where a TimeoutError or KeyboardInterrupt of the call cannot
    be told from one of the waiting.
    """
    try:
        return done.exception()
    except CancelledError as error:
        return error


def in_words(error: BaseException) -> str:
    """An error as one line: its class and its message."""
    text = " ".join(str(error).split()).rstrip(".")
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _prepare(parent: int) -> None:
    """Prepare a worker process. The coordinating process handles Ctrl-C and ends this one.

    If that process is killed, this one ends itself.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while True:
        time.sleep(1.0)
        try:
            os.kill(parent, 0)
        except OSError:
            os._exit(1)
