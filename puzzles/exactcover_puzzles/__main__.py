"""The command ``puzzles``, also as ``python -m exactcover_puzzles``."""

from __future__ import annotations

import signal
import sys


def run() -> None:
    """Run the command and exit with its code; Ctrl-C counts from the first moment."""
    try:
        import exactcover as xc

        from . import cli

        code = xc.cli.run("puzzles", cli.main)
    except KeyboardInterrupt:
        code = 130
    # All is said; Ctrl-C while Python closes down must not change how it ended.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(code)


if __name__ == "__main__":
    run()
