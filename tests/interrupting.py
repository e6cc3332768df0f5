"""Commands in processes of their own, at which Ctrl-C is pressed once they are at work."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading

__all__ = ["ENVIRONMENT", "SOME", "interrupted"]

ENVIRONMENT = {**os.environ, "PYTHONPATH": ":".join(filter(None, sys.path))}

#: A command that shows a line of progress whenever it has one.
_TALKATIVE = """
from exactcover import console
from {package}.__main__ import run
console._LINE_EVERY = 0.0
run()
"""
#: A line of progress of a search that has found something.
SOME = r"^([1-9][0-9,]*) solutions, [0-9,]+ nodes, "
#: Seconds after which a command that Ctrl-C does not end is killed.
_PATIENCE = 60


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
        written = {"stdout": "", "stderr": ""}
        for line in getattr(process, stream):
            written[stream] += line
            if re.search(sign, line):
                break
        process.send_signal(signal.SIGINT)
        for name in written:
            written[name] += getattr(process, name).read()
        killer.cancel()
    assert re.search(sign, written[stream], re.M), written
    return process.returncode, written["stdout"], written["stderr"]
