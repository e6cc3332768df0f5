"""``python -m benchmarks``: compare this project with other programs in one run.

For every instance each program finds all solutions, in process and on one core; the counts must
agree. Times are medians over ``--runs`` runs, after one warm-up on a small instance, which
compiles the kernels. The ratio is another program's time over this project's automatic choice.
Nodes of the search are the same on every machine.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import time
import warnings
from datetime import date
from typing import Any

from .instances import INSTANCES, OWN, Instance
from .machine import machine
from .programs import PROGRAMS, Program

_WARM_UP = ("Latin squares 5", "word rectangles 4x5")


def positive(text: str) -> int:
    """An argument that must be a whole number from 1."""
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a whole number from 1")
    return int(text)


def measure(program: Program, instance: Instance, runs: int) -> dict[str, Any] | None:
    """Median time, count and nodes of a program on an instance; None if unsupported."""
    if program.most is not None and instance.count > program.most:
        return None
    times, outcome = [], None
    for _ in range(runs):
        run = program.prepare(instance)
        if run is None:
            return None
        start = time.perf_counter()
        outcome = run()
        times.append(time.perf_counter() - start)
        if times[-1] > 30:
            break
    assert outcome is not None
    if outcome.count != instance.count:
        sys.exit(
            f"{program.name} counts {outcome.count:,} solutions of {instance.name},"
            f" and {instance.count:,} are known ({instance.source})"
        )
    return {"seconds": statistics.median(times), "runs": len(times), "nodes": outcome.nodes}


def table(results: dict[str, dict[str, Any]], programs: list[str]) -> str:
    """The results as text: seconds, and in brackets the ratio to the first program."""
    base = programs[0]
    head = f"{'instance':<33}{'solutions':>12}{'nodes':>12}{base + ' s':>10}"
    lines = [head + "".join(f"{name:>18}" for name in programs[1:])]
    for name, row in results.items():
        own = row[base]
        if own is None:
            lines.append(f"{name:<33}{INSTANCES[name].count:>12,}  ({base} is not asked for it)")
            continue
        nodes = "-" if own["nodes"] is None else f"{own['nodes']:,}"
        line = f"{name:<33}{INSTANCES[name].count:>12,}{nodes:>12}{own['seconds']:>10.3f}"
        for other in programs[1:]:
            found = row.get(other)
            text = "-"
            if found is not None:
                text = f"{found['seconds']:.3f} ({found['seconds'] / own['seconds']:.2f}x)"
            line += f"{text:>18}"
        lines.append(line)
    usual = [row for name, row in results.items() if name not in OWN]
    lines.append(_means("geometric mean, the usual instances", usual, programs))
    if len(usual) < len(results):
        lines.append(_means("geometric mean, all", list(results.values()), programs))
    return "\n".join(lines)


def _means(title: str, rows: list[dict[str, Any]], programs: list[str]) -> str:
    """A line of the table: the geometric means of the ratios to the first program."""
    line = f"{title:<67}"
    for other in programs[1:]:
        ratios = [
            row[other]["seconds"] / row[programs[0]]["seconds"]
            for row in rows
            if row.get(other) is not None and row[programs[0]] is not None
        ]
        mean = math.exp(statistics.fmean(map(math.log, ratios))) if ratios else math.nan
        line += f"{f'({mean:.2f}x)' if ratios else '-':>18}"
    return line


def main() -> None:
    """Run the requested measurements and print them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--runs", type=positive, default=3, help="runs of each, default 3")
    parser.add_argument(
        "--programs", nargs="+", choices=list(PROGRAMS), help="default: all that are installed"
    )
    parser.add_argument("--instances", nargs="+", choices=list(INSTANCES), help="default: all")
    parser.add_argument(
        "--json",
        type=argparse.FileType("w", encoding="utf-8"),
        metavar="FILE",
        help="also write the figures to a file",
    )
    arguments = parser.parse_args()
    names = arguments.programs or [name for name, p in PROGRAMS.items() if p.installed]
    warnings.simplefilter("ignore")  # other programs' own compilation
    results: dict[str, dict[str, Any]] = {}
    for name in names:
        for small in _WARM_UP:
            measure(PROGRAMS[name], INSTANCES[small], 1)
    for name in arguments.instances or INSTANCES:
        results[name] = {}
        for program in names:
            print(f"{name}: {program} ...", file=sys.stderr, flush=True)
            results[name][program] = measure(PROGRAMS[program], INSTANCES[name], arguments.runs)
    text = table(results, names)
    about = {"date": date.today().isoformat(), "machine": machine(text)}
    print(f"{about['machine']}\n\n{text}")
    if arguments.json:
        with arguments.json as stream:
            json.dump({**about, "results": results}, stream, indent=1)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
