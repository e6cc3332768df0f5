"""The command ``exactcover``, also as ``python -m exactcover``."""

from __future__ import annotations

import signal
import sys


def run() -> None:
    """Run the command and exit with its code; Ctrl-C counts from the first moment."""
    try:
        from .cli.main import main
        from .cli.running import run as run_command

        code = run_command("exactcover", main)
    except KeyboardInterrupt:
        code = 130
    # The answer is complete: Ctrl-C while Python closes down must not change the exit code.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(code)


if __name__ == "__main__":
    run()
