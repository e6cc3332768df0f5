"""Run times of commands as whole processes: ``python -m benchmarks.startup``.

The commands alternate with ``python -c "import numpy"``, the least time that a process with numpy
needs on the machine. ``--first`` instead measures the very first run, with no kernel compiled: from
the sources alone, or with the kernels in the wheel of a release. Python's own files (``.pyc``)
exist, as after ``pip install``.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import exactcover as xc
from exactcover.compile.bundle import bundle_file

from .__main__ import positive
from .instances import INSTANCES
from .machine import machine


def commands(folder: Path, first: bool) -> dict[str, list[str]]:
    """What is measured, by its name in the table."""
    file = folder / "problem.json"
    xc.write(INSTANCES["pentominoes 8x8 less the middle"].problem(), file)
    python = sys.executable
    return {
        "import numpy": [python, "-c", "import numpy"],
        "exactcover --help": [python, "-m", "exactcover", "--help"],
        "exactcover count, pentominoes 8 x 8": [python, "-m", "exactcover", "count", str(file)],
        "puzzles haley": [python, "-m", "exactcover_puzzles", "haley"],
    } | ({"exactcover warm": [python, "-m", "exactcover", "warm"]} if first else {})


def seconds(command: list[str], folder: Path, kept: Path | None = None) -> float:
    """How long a process takes; ``kept`` is a folder for its kernels alone."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "pyc")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    if kept is not None:
        environment["NUMBA_CACHE_DIR"] = str(kept)
    start = time.perf_counter()
    subprocess.run(command, env=environment, capture_output=True, check=True)
    return time.perf_counter() - start


@contextmanager
def kernels_of(release: bool) -> Iterator[None]:
    """Have the kernels of a release in the checkout, if they are asked for and not there."""
    file = bundle_file()
    if not release or file.exists():
        yield
        return
    make = [sys.executable, "-m", "exactcover", "warm", "--bundle", str(file)]
    subprocess.run(make, check=True, capture_output=True)
    try:
        yield
    finally:
        file.unlink()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=positive, default=21, help="of each, default 21")
    parser.add_argument("--first", choices=("source", "release"), help="with nothing compiled")
    arguments = parser.parse_args()
    if arguments.first == "source" and bundle_file().exists():
        parser.error(f"{bundle_file()} is of a release; remove it first")
    print(f"{machine()}\n")
    how = "warm"
    if arguments.first:
        how = f"first run, from {'a release' if arguments.first == 'release' else 'source'}"
    print(f"{f'seconds, {how}':<40}{'least':>8}{'median':>8}{'most':>8}")
    with tempfile.TemporaryDirectory() as name, kernels_of(arguments.first == "release"):
        folder = Path(name)
        asked = commands(folder, arguments.first is not None)
        times: dict[str, list[float]] = {each: [] for each in asked}
        for run in range(arguments.runs + 1):
            for each, command in asked.items():
                kept = folder / f"{run} {each}" if arguments.first else None
                took = seconds(command, folder, kept)
                if run:  # the first one makes what is missing
                    times[each].append(took)
    for each, taken in times.items():
        print(f"{each:<40}{min(taken):>8.3f}{statistics.median(taken):>8.3f}{max(taken):>8.3f}")


if __name__ == "__main__":
    main()
