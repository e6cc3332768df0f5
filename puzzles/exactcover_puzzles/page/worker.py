"""A process that answers the page's questions: objects of JSON in, line by line, and out.

It ends when its standard input ends, whatever it is doing. SIGINT ends the question, not the
process. It works in an empty folder, and may take only so much memory.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import tempfile
import threading
from contextlib import suppress
from typing import Any

__all__ = ["main"]

#: Bytes of memory that it may ask for; a diagram takes up to 1 GB.
_MOST_MEMORY = 6 * 2**30


def main() -> None:
    """Answer until the input ends."""
    with suppress(ImportError, ValueError, OSError):  # not on every system
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = _MOST_MEMORY if hard == resource.RLIM_INFINITY else min(hard, _MOST_MEMORY)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    asking = False

    def interrupt(number: int, frame: Any) -> None:
        if asking:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    out = os.dup(1)
    os.dup2(2, 1)  # what anything prints is no answer

    def read() -> None:
        for line in sys.stdin.buffer:
            lines.put(line)
        os._exit(0)

    def send(message: dict[str, Any]) -> None:
        data = json.dumps(message, default=list).encode() + b"\n"
        while data:
            data = data[os.write(out, data) :]

    from .desk import Desk
    from .questions import answer

    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        threading.Thread(target=read, daemon=True).start()
        desk = Desk()
        while True:
            with suppress(KeyboardInterrupt):
                line = lines.get()
                asking = True
                try:
                    answer(desk, json.loads(line), send)
                finally:
                    asking = False


if __name__ == "__main__":
    main()
