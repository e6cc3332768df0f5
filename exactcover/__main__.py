"""The command ``exactcover``, also as ``python -m exactcover``."""

from __future__ import annotations

import signal
import sys

__all__ = ["run"]


def run() -> None:
    """Run the command and exit with its code; Ctrl-C counts from the first moment."""
    try:
        from .cli import console
        from .cli import main as cli

        code = console.run("exactcover", cli.main)
    except KeyboardInterrupt:
        code = 130
    # All is said; Ctrl-C while Python closes down must not change how it ended.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(code)


if __name__ == "__main__":
    run()
