"""What the command reports on a long search: ``python -m benchmarks.long_search``.

Langford pairs of 16 are written to a file, estimated, counted for some seconds with a journal, and
the journal is asked how far it is.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import exactcover as xc

from .__main__ import positive
from .instances import Instance, langford
from .machine import machine


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=positive, default=20, help="to search, default 20")
    seconds = parser.parse_args().seconds
    print(f"{machine()}\n")
    search = f"count langford-16.json --workers 2 --journal langford.journal --seconds {seconds}"
    with tempfile.TemporaryDirectory() as folder:
        known = "OEIS A014552, twice"
        instance = Instance("Langford pairs 16", 653_443_600, known, lambda: langford(16))
        xc.write(instance.problem(), Path(folder) / "langford-16.json")
        for arguments in ("estimate langford-16.json", search, "status langford.journal"):
            words = [sys.executable, "-m", "exactcover", *shlex.split(arguments)]
            done = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, text=True, check=False)
            print(done.stdout, flush=True)


if __name__ == "__main__":
    main()
