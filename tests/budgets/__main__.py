"""``python -m tests.budgets``: check that every question keeps its budgets.

Every question is asked by every engine, in one process and divided in each way, of problems that
are hard in one way each: for half a second, for 1,000 nodes, and until Ctrl-C. It must answer
within half a second more, or within 2,000 nodes, with a label; nothing may be left at work
afterwards; and a second run with a journal must go further than the first. Kernels are to be
compiled beforehand (``exactcover warm``).
"""

from __future__ import annotations

import argparse
import pkgutil
import re
import sys
import time
from collections import defaultdict
from contextlib import suppress
from importlib import import_module

import exactcover as xc
from exactcover.parallel.warm import kernels

from .cells import asked, cells
from .problems import HARD


def main() -> int:
    """Ask; 1 if a budget was not kept."""
    parser = argparse.ArgumentParser("python -m tests.budgets", description=__doc__)
    parser.add_argument("--only", default="", help="an expression that the name of a cell contains")
    parser.add_argument("--list", action="store_true", help="show the names alone")
    arguments = parser.parse_args()
    try:
        chosen = [cell for cell in cells() if re.search(arguments.only, str(cell))]
    except re.error as error:
        parser.error(f"--only {arguments.only!r}: expected a regular expression ({error})")
    if not chosen:
        parser.error(f"--only {arguments.only!r}: no cell has that in its name (--list shows all)")
    if arguments.list:
        print(*chosen, sep="\n")
        return 0
    _prepare()
    began, faults = time.monotonic(), 0
    worst: defaultdict[tuple[str, str], tuple[float, str]] = defaultdict(lambda: (0.0, ""))
    n_asked = 0
    for name, made in HARD.items():
        problem = made()
        problem.check()
        for cell in chosen:
            if cell.problem != name:
                continue
            report = asked(problem, cell)
            if report is None:  # it does not go together
                continue
            n_asked += 1
            kept = cell.question, cell.budget
            worst[kept] = max(worst[kept], (report.measure, str(cell)))
            if report.faults:
                faults += 1
                print(f"{cell}: {'; '.join(report.faults)}", flush=True)
    print(f"{n_asked} questions in {time.monotonic() - began:,.0f} s, {faults} budgets not kept")
    print(f"{'question':20}{'budget':>10}{'worst':>10}  where")
    for (question, budget), (measure, where) in sorted(worst.items()):
        print(f"{question:20}{budget:>10}{measure:10,.2f}  {where}")
    return int(bool(faults))


def _prepare() -> None:
    """Import all modules, and load all kernels, so that no question waits for that."""
    for module in pkgutil.walk_packages(xc.__path__, "exactcover."):
        if "__main__" not in module.name:
            with suppress(ImportError):
                import_module(module.name)
    for name, kernel in kernels():
        getattr(import_module(name), kernel).warm()


if __name__ == "__main__":
    sys.exit(main())
