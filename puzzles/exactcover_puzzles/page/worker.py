"""A process that answers the page's questions: JSON Lines in, JSON Lines out.

It ends when its standard input ends, whatever it is doing. It works in a folder where no file has
the name of a word that the page may send, and may take only so much memory.
"""

from __future__ import annotations

import json
import logging
import os
import queue
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any


def main(memory: int) -> None:
    """Answer until the input ends, with at most this many bytes of memory."""
    with suppress(ImportError, ValueError, OSError):  # not on every system
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = memory if hard == resource.RLIM_INFINITY else min(hard, memory)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the server
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    out = os.dup(1)
    os.dup2(2, 1)  # other prints must not mix with answers

    def read() -> None:
        for line in sys.stdin.buffer:
            lines.put(line)
        os._exit(0)

    def send(message: dict[str, Any]) -> None:
        data = json.dumps(message, default=list).encode() + b"\n"
        while data:
            data = data[os.write(out, data) :]

    class Compiling(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.levelno == logging.INFO:  # a warning is about something else
                send({"compiling": True})

    compiler = logging.getLogger("exactcover").getChild("compile")
    compiler.setLevel(logging.INFO)
    compiler.addHandler(Compiling(logging.INFO))

    from .questions import answer
    from .recent import Recent

    os.chdir(Path(__file__).parent / "static")
    threading.Thread(target=read, daemon=True).start()
    recent = Recent()
    while True:
        answer(recent, json.loads(lines.get()), send)


if __name__ == "__main__":
    main(int(sys.argv[1]))
