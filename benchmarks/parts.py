"""How equal the parts of a plan are, what a part costs besides its work, and plans of a million.

    python -m benchmarks.parts spread [--sample 300] [--folder FOLDER]
    python -m benchmarks.parts overhead
    python -m benchmarks.parts million [--parts 1000000]

``spread`` runs a sample of the parts of Langford pairs 19, some three hours of work on one core.
The files of the parts stay in the folder, so it goes on where it stopped. From their times it
simulates a job array: each worker takes the next part in the order of their numbers. Parts outside
the sample take as long as their length in the plan says, times the ratio of a part of the sample by
lot.
"""

from __future__ import annotations

import argparse
import heapq
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import exactcover as xc
from exactcover.parallel.part_file import Part, read_part
from exactcover.parallel.part_ranges import Ranges

from .__main__ import positive
from .instances import Instance, langford
from .machine import machine

#: Of the plan whose parts are compared.
_NUMBERS, _PARTS = 19, 10_000
_WORKERS = (256, 4_096)
#: What is added to the work of each part in the simulation: it starts, reads and writes.
_OVERHEAD = 0.4


def _problem() -> xc.Problem:
    known = 2 * 256_814_891_280  # OEIS A014552
    return Instance("", known, "", lambda: langford(_NUMBERS)).problem()


def makespan(times: Sequence[float], workers: int) -> float:
    """When the last worker ends, if each takes the next part as soon as it is free."""
    free = [0.0] * workers
    for took in times:
        heapq.heapreplace(free, free[0] + took)
    return max(free)


def spread(folder: Path, sample: int) -> None:
    """Run a sample of the parts, and simulate all of them."""
    plan, parts = folder / "plan.xct", folder / "parts"
    folder.mkdir(parents=True, exist_ok=True)
    if not plan.exists():
        began = time.perf_counter()
        xc.split(_problem(), _PARTS, plan)
        print(f"split: {time.perf_counter() - began:.1f} s, {plan.stat().st_size:,} bytes")
    ranges, known = Ranges(_PARTS), folder / "seconds.json"
    measured: dict[str, float] = json.loads(known.read_text()) if known.exists() else {}
    chosen = [(2 * k + 1) * _PARTS // (2 * sample) for k in range(sample)]
    # In an order that is a sample whenever it is stopped.
    random.Random(0).shuffle(chosen)
    ratios, times = [], []
    for number, part in enumerate(chosen, 1):
        if str(part) not in measured:
            (parts / f"{part}.xct").unlink(missing_ok=True)
            began = time.process_time()  # others may use the machine, too
            xc.run_part(plan, part, folder=parts)
            measured[str(part)] = round(time.process_time() - began, 3)
            known.write_text(json.dumps(measured))
        times.append(measured[str(part)])
        ratios.append(times[-1] / ranges.length(part))
        if number % 10 and number < sample:
            continue
        mean = statistics.fmean(ratios) / _PARTS
        low, high = min(ratios) / mean / _PARTS, max(ratios) / mean / _PARTS
        print(
            f"{number} parts: {mean:.1f} s a part, largest to mean {max(times) / mean:.2f};"
            f" each {low:.2f} to {high:.2f} times what the plan expects"
        )
        lot = random.Random(1)
        all_times = [ranges.length(k) * lot.choice(ratios) + _OVERHEAD for k in range(_PARTS)]
        work = sum(all_times) - _OVERHEAD * _PARTS
        for workers in _WORKERS:
            efficiency = work / workers / makespan(all_times, workers)
            print(f"  {workers:,} workers: efficiency {100 * efficiency:.1f} %", flush=True)


def overhead(repeats: int = 20) -> None:
    """What it takes to start a process that runs a part with next to nothing to do."""
    with tempfile.TemporaryDirectory() as name:
        plan = Path(name) / "plan.xct"
        xc.split(_problem(), _PARTS, plan)
        took, used = [], []
        for part in range(repeats):
            command = ["run", str(plan), "--part", str(part), "--folder", name, "--nodes", "1"]
            began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
            words = [sys.executable, "-m", "exactcover", *command, "--quiet"]
            environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
            subprocess.run(words, check=False, env=environment)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            took.append(time.perf_counter() - began)
            used.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    middle, work = statistics.median(took), statistics.median(used)
    print(f"a process for a part: {middle:.2f} s, of which {work:.2f} s of work (medians)")


def million(parts: int) -> None:
    """Split, merge and status of a plan of a million parts, all of whose files are there."""
    with tempfile.TemporaryDirectory() as name:
        plan, folder = Path(name) / "plan.xct", Path(name) / "parts"
        folder.mkdir()

        def measured(what: str, *command: str) -> None:
            began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([sys.executable, "-m", "exactcover", *command], check=False)
            took, used = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
            memory = max(used.ru_maxrss, before.ru_maxrss) / 1024
            work = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
            print(f"{what}: {took:.1f} s, of which {work:.1f} s of work; at most", end=" ")
            print(f"{memory:,.0f} MB so far\n", flush=True)

        problem = Path(name) / "langford.json"
        xc.write(_problem(), problem)
        measured("split", "split", str(problem), "--into", str(parts), "-o", str(plan))
        checksum = read_part(str(plan)).checksum
        for k in range(parts):
            found = {"count": k, "nodes": 1000 + k, "seconds": 0.1}
            # (To sync each file would take an hour.)
            (folder / f"{k}.xct").write_bytes(Part(checksum, str(k), found=found).encoded())
        measured("merge", "merge", str(plan), str(folder))
        measured("status", "status", str(plan))
        print(f"the sum is {parts * (parts - 1) // 2:,}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("spread", "overhead", "million"))
    parser.add_argument("--sample", type=positive, default=300, help="parts to run, default 300")
    parser.add_argument("--parts", type=positive, default=10**6, help="default 1,000,000")
    parser.add_argument("--folder", type=Path, default=Path("langford-19"), help="of spread")
    arguments = parser.parse_args()
    print(f"{machine()}\n")
    if arguments.what == "spread":
        spread(arguments.folder, arguments.sample)
    elif arguments.what == "overhead":
        overhead()
    else:
        million(arguments.parts)


if __name__ == "__main__":
    main()
