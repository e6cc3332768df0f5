"""Press Ctrl-C in other processes and in this one; limits of time.

Time is that of the processor wherever something must not take long: what else the machine does
makes no difference to it.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import exactcover as xc

__all__ = [
    "ENVIRONMENT",
    "OUT_OF_TIME",
    "SOME",
    "ctrl_c_after",
    "interrupted",
    "takes_at_most",
    "until",
]

ENVIRONMENT = {**os.environ, "PYTHONPATH": ":".join(filter(None, sys.path))}

#: What a tick raises when the time is over.
OUT_OF_TIME = xc.SearchStopped("seconds", None)
#: A command that shows a line of progress whenever it has one.
_TALKATIVE = """
from exactcover.display import progress_line
from {package}.__main__ import run
progress_line._LINE_EVERY = 0.0
run()
"""
#: A line of progress of a search that has found something.
SOME = r"^([1-9][0-9,]*) solutions, [0-9,]+ nodes, "
#: Seconds after which a command that Ctrl-C does not end is killed.
_PATIENCE = 300


def interrupted(
    package: str, *arguments: str, sign: str = SOME, stream: str = "stderr"
) -> tuple[int, str, str]:
    """The exit code, the output and the messages of a command that is interrupted as soon as it
    writes a line with this sign, an expression; by default progress with a solution."""
    with subprocess.Popen(
        [sys.executable, "-c", _TALKATIVE.format(package=package), *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT,
    ) as process:  # fmt: skip
        killer = threading.Timer(_PATIENCE, process.kill)
        killer.start()
        streams = {"stdout": process.stdout, "stderr": process.stderr}
        read, written = streams.pop(stream), ""
        (other,) = streams.values()
        # A command whose output nobody reads stands still once the pipe is full.
        with ThreadPoolExecutor(1) as pool:
            rest = pool.submit(other.read)
            while (line := read.readline()) and not re.search(sign, line):
                written += line
            process.send_signal(signal.SIGINT)
            written += line + read.read()
        killer.cancel()
    assert re.search(sign, written, re.M), (written, rest.result())
    both = written, rest.result()
    return process.returncode, *(both if stream == "stdout" else both[::-1])


@contextmanager
def takes_at_most(seconds: float) -> Iterator[None]:
    """The work within must not take more of the processor."""
    begun = time.process_time()
    yield
    assert time.process_time() - begun < seconds


@contextmanager
def ctrl_c_after(seconds: float, within: float) -> Iterator[None]:
    """Ctrl-C is pressed when the work within has had so many seconds of the processor, and it must
    end before it has had ``within`` more."""
    pressed: list[float] = []
    over = threading.Event()
    due = time.process_time() + seconds

    def press() -> None:
        while time.process_time() < due:
            if over.wait(0.01):
                return
        pressed.append(time.process_time())
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=press)
    thread.start()
    try:
        yield
    finally:
        ended = time.process_time()
        over.set()
        thread.join()
    assert pressed, "it ended before Ctrl-C was pressed"
    assert ended - pressed[0] < within


def until(true, seconds=20):
    """Wait until this is true, so long at most; whether it is."""
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.005)
    return true()
