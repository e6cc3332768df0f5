"""The command ``puzzles``, also as ``python -m exactcover_puzzles``."""

from __future__ import annotations

import signal
import sys


def run() -> None:
    """Run the command and exit with its code; Ctrl-C works from the first moment."""
    try:
        import exactcover as xc

        from . import cli

        code = xc.cli.run("puzzles", cli.main)
    except KeyboardInterrupt:
        code = 130
    # The answer is printed; Ctrl-C while Python shuts down must not change the exit code.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(code)


if __name__ == "__main__":
    run()
