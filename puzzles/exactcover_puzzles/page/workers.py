"""A pool of processes that answer questions.

Their other output, such as why one could not start, goes to the terminal.
"""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

#: The most processes, and the number that wait for the first questions.
_MOST, _READY = 6, 2
#: Bytes of memory for one process: what it needs to answer anything; and the most, since a
#: diagram takes up to 1 GB.
_LEAST_MEMORY, _MOST_MEMORY = 3 * 2**29, 6 * 2**30


class Busy(RuntimeError):
    """All processes are busy."""


class Worker:
    """A process, and the lines that it sends."""

    def __init__(self, memory: int = _MOST_MEMORY) -> None:
        # A group of its own: Ctrl-C in the terminal is for the server.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", f"{__package__}.worker", str(memory)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=os.name == "posix",
        )  # fmt: skip
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    @property
    def alive(self) -> bool:
        """Whether it can take a question."""
        return self._process.poll() is None

    def ask(self, question: bytes, beat: float = 0.25) -> Iterator[bytes]:
        """The lines of an answer; an empty one whenever nothing came for ``beat`` seconds.

        The last line holds ``"done": true``, unless the process died: then there is no last line.
        """
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.write(question.replace(b"\n", b" ") + b"\n")
            self._process.stdin.flush()
        while True:
            try:
                line = self._lines.get(timeout=beat)
            except queue.Empty:
                yield b""
                continue
            if line is None:
                return
            yield line
            if is_last(line):
                return

    def close(self) -> None:
        """End the process and its question."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


def is_last(line: bytes) -> bool:
    """Whether a line ends an answer: it is written by ``questions.answer``, ``done`` last."""
    return line.rstrip().endswith(b'"done": true}')


def shares(memory: int) -> tuple[int, int]:
    """How many processes fit a machine with this many bytes, and the memory of each."""
    most = max(1, min(_MOST, memory // _LEAST_MEMORY))
    return most, min(_MOST_MEMORY, max(_LEAST_MEMORY, memory // most))


def _machine_memory() -> int:
    """The bytes of memory of this machine, or of the container; a large number if unknown."""
    found = [_MOST * _MOST_MEMORY]
    with suppress(AttributeError, ValueError, OSError):  # not on every system
        found.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    with suppress(ValueError, OSError):  # no limit, or no such file
        found.append(int(Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii")))
    return min(found)


class Workers:
    """Processes that wait for questions, and those at work."""

    #: Whether all of them were ended.
    closed = False

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._most, self._memory = shares(_machine_memory())
        self._idle: list[Worker] = []
        self._at_work: list[Worker] = []

    def start(self) -> None:
        """Start those that wait for the first questions."""
        with self._lock:
            self._idle += [Worker(self._memory) for _ in range(min(_READY, self._most))]

    def take(self) -> Worker:
        """A process that waits. Raises :class:`Busy`."""
        with self._lock:
            for worker in [each for each in self._idle if not each.alive]:
                self._idle.remove(worker)
                worker.close()
            if self.closed or len(self._at_work) >= self._most:
                raise Busy
            # The one used last has the puzzle cached.
            taken = self._idle.pop() if self._idle else Worker(self._memory)
            self._at_work.append(taken)
            return taken

    def give_back(self, worker: Worker, complete: bool) -> None:
        """It waits again. If its answer is not ``complete``, another one does: a line that was
        still on its way would be taken for one of the next answer."""
        with self._lock:
            self._at_work.remove(worker)
            if complete and worker.alive and not self.closed:
                self._idle.append(worker)
                return
            worker.close()
            if not self.closed and not self._idle:
                self._idle.append(Worker(self._memory))

    def close(self) -> None:
        """End all of them."""
        with self._lock:
            self.closed = True
            for worker in (*self._idle, *self._at_work):
                worker.close()
