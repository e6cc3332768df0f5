"""Find and prove the cheapest solution: ``python -m benchmarks.optimize``.

Seeded crews and rosters, random partitions, packings and coverings, and airline instances: the
files of ``--folder``, in the OR-Library's format (``sppnw41.txt``) or Knuth's. Each cell is a
process of its own on one core, or two for two workers. It measures processor and wall time from the
finished model to the answer, within a limit. All programs must prove the optimum exactly, without a
tolerance. Every solution is checked by adding up its covers and costs, and no claim may contradict
another program. The last lines compare each program with this one: the geometric mean of the ratios
of wall time over the instances that either of them solved. Where only one did, the limit stands for
the other.
"""

from __future__ import annotations

import argparse
import gzip
import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import geometric_mean

from exactcover.parallel.warm import warm
from tests.paths import SHARED

from .__main__ import positive
from .costly import (
    Costly,
    assignment,
    costly_dominoes,
    random_covering,
    random_packing,
    random_partition,
)
from .crews import crews
from .hard import Ask, timed
from .optimizers import OPTIMIZERS, Found, Optimizer
from .rosters import roster

__all__ = ["faults", "instances", "line", "read_airline"]

_NEAR = 1e-6


def read_airline(path: Path) -> Costly:
    """An instance in the format of TAOCP 7.2.2.1 or of the OR-Library, read without our readers."""
    if path.suffix == ".txt":
        lines = path.read_text(encoding="utf-8").splitlines()
        try:
            (n_items, _), *rows = (list(map(int, each.split())) for each in lines)
            sets = [[range(1, n_items + 1).index(item) for item in row[2:]] for row in rows]
            return Costly(n_items, sets, [row[0] for row in rows])
        except (ValueError, IndexError) as fault:
            sys.exit(f"{path}: expected set partitioning as in the OR-Library ({fault})")
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        number = {name: k for k, name in enumerate(next(stream).split())}
        halves = [row.split("|") for row in stream]
    options = [[number[name] for name in names.split()] for names, _ in halves]
    return Costly(len(number), options, [int(cost) for _, cost in halves])


def instances(folder: Path) -> Iterator[tuple[str, Callable[[], Costly]]]:
    """Name, and what makes or reads it."""
    yield "crews, 36 flights", partial(crews, 36, 87_000, 1, cities=4, deadheads=5)
    yield "crews, 73 flights", partial(crews, 73, 20_000, 1, cities=4)
    yield "crews, 400 flights", partial(crews, 400, 7_000, 1, cities=5, bases=3, group=5)
    yield "crews, 800 flights", partial(crews, 800, 8_500, 1, cities=5, bases=3, group=5)
    yield "partition, 60 items", partial(random_partition, 60, 600, 1)
    for items, options in ((120, 2_000), (200, 6_000), (400, 20_000)):
        yield f"partition, {items} items", partial(random_partition, items, options, 1)
    for items, options in ((200, 1_000), (300, 3_000)):
        yield f"packing, {items} items", partial(random_packing, items, options, 1)
        yield f"covering, {items} items", partial(random_covering, items, options, 1)
    yield "assignment, 632 x 632", partial(assignment, 632, 1, 1_000)
    for side in (72, 224):
        yield f"dominoes, {side} x {side}", partial(costly_dominoes, side, 1)
    for nurses, days in ((10, 14), (20, 28), (40, 56)):
        yield f"roster, {nurses} nurses, {days} days", partial(roster, nurses, days, 1)
    for path in sorted([*folder.glob("*.dlx.gz"), *folder.glob("*.txt")]):
        yield f"airline {path.name.partition('.')[0]}", partial(read_airline, path)


def _ask(optimizer: Optimizer, seconds: float, instance: Costly) -> Ask:
    """What is timed: the program's answer, and the seconds of the clock; or what went wrong."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: optimizer.workers])
    # What programs print is no part of the table.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    run = optimizer.prepare(instance, seconds)

    def ask() -> object:
        start = time.perf_counter()
        try:
            return run(), time.perf_counter() - start
        except Exception as fault:  # of any program: it is told in the table
            return f"{type(fault).__name__}: {fault}"

    return ask


def faults(instance: Costly, answers: dict[str, Found]) -> list[str]:
    """What is wrong with the answers, by the instance and by one another."""
    sign = -1 if instance.maximize else 1
    wrong, costs = [], {}
    for program, found in answers.items():
        cost = None if found.chosen is None else instance.cost(found.chosen)
        if cost is not None:
            costs[program] = cost
            # Other programs' numbers are floats.
            if found.cost is None or abs(found.cost - cost) > _NEAR * abs(cost):
                wrong.append(f"{program}: says {found.cost}, and the options cost {cost}")
        elif found.chosen is not None:
            wrong.append(f"{program}: its options are no solution")
        elif found.proven:
            wrong.append(f"{program}: says that there is no solution")
    if not costs:
        return wrong
    best = min(costs.values(), key=lambda cost: sign * cost)
    for program, found in answers.items():
        if found.proven and costs.get(program, best) != best:
            wrong.append(f"{program}: proves {costs[program]}, and {best} is better")
        if found.bound is not None and sign * (found.bound - best) > _NEAR * abs(best):
            wrong.append(f"{program}: proves the bound {found.bound}, and {best} is better")
    return wrong


def line(
    instance: Costly, program: str, found: Found | None, seconds: tuple[float, float] | None
) -> str:
    """A row of the table; ``seconds``: of the processor and of the clock."""
    status, cost, bound = "no answer", None, None
    if found is not None:
        cost = None if found.chosen is None else instance.cost(found.chosen)
        status, bound = "proven" if found.proven else "no solution", found.bound
        if cost is not None and not found.proven:
            status = "no bound" if bound is None else f"gap {abs(cost - bound) / abs(cost):.2%}"
    words = ["-" if each is None else f"{each:,.0f}" for each in (cost, bound)]
    words += ["-" if each is None else f"{each:.2f}" for each in seconds or (None, None)]
    return f"    {program:<20}{status:<14}{words[0]:>10}{words[1]:>10}{words[2]:>9}{words[3]:>9}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.optimize", description=__doc__)
    parser.add_argument("--seconds", type=positive, default=60, help="limit; default: 60")
    parser.add_argument("--only", nargs="+", default=[""], help="instances with this in their name")
    parser.add_argument(
        "--peers", nargs="*", choices=list(OPTIMIZERS)[1:], help="default: all that are installed"
    )
    parser.add_argument(
        "--folder", type=Path, default=SHARED / "airline", help="instances of airlines"
    )
    arguments = parser.parse_args()
    wanted = ["here", *(list(OPTIMIZERS) if arguments.peers is None else arguments.peers)]
    programs = {name: each for name, each in OPTIMIZERS.items() if name in wanted}
    asked = [
        (name, make) for name, make in instances(arguments.folder)
        if any(part in name for part in arguments.only)
    ]  # fmt: skip
    if not asked:
        parser.error(f"no instance has {' or '.join(arguments.only)} in its name (see --folder)")
    # All kernels are compiled, and those of a small question loaded, before anything is measured.
    warm(1, lambda *_: None)
    random_partition(24, 120, 0).problem().minimize(seconds=1)
    print(f"{'':<38}{'cost':>10}{'bound':>10}{'CPU s':>9}{'wall s':>9}", flush=True)
    wrong = []
    #: Of each program, its seconds as multiples of this one's.
    ratios: dict[str, list[float]] = {}
    for name, make_instance in asked:
        instance = make_instance()
        print(f"{name}, {len(instance.options):,} options", flush=True)
        answers: dict[str, Found] = {}
        solved: dict[str, float] = {}
        for program, optimizer in programs.items():
            if not optimizer.installed:
                continue
            # The limit is the program's own; one that does not keep it is ended.
            ask = partial(_ask, optimizer, arguments.seconds)
            try:
                told = timed(ask, instance, 2 * arguments.seconds + 10)
            except EOFError:
                told = "the process ended", 0.0
            found, seconds = None, None
            if told is not None and isinstance(told[0], tuple):
                (found, wall), cpu = told
                answers[program], seconds = found, (cpu, wall)
                if found.proven:
                    solved[program] = wall
            elif told is not None:
                wrong.append(f"{name}, {program}: {told[0]}")
            print(line(instance, program, found, seconds), flush=True)
            if {"here", program} & solved.keys() and program != "here":
                ours, theirs = (solved.get(each, arguments.seconds) for each in ("here", program))
                ratios.setdefault(program, []).append(theirs / ours)
        wrong += [f"{name}, {each}" for each in faults(instance, answers)]
    print()
    for program, of_instances in ratios.items():
        mean = geometric_mean(of_instances)
        print(f"{program}: {mean:.1f} times as long, over {len(of_instances)} instances")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
