"""Solutions up to isomorphism: ``python -m benchmarks.isomorphism``.

Designs and squares with known numbers of classes, counted by canonical forms. bliss finds the
group. A number that differs from the known one is marked. ``--workers`` divides the work among
processes; ``--long`` adds instances that take minutes.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import NamedTuple

import exactcover as xc

from .counters import latin_squares, one_factorizations, steiner_systems

__all__ = ["INSTANCES", "main"]


class Known(NamedTuple):
    """A problem, and the number of its classes."""

    problem: Callable[[], xc.Problem]
    classes: int
    #: Minutes rather than seconds.
    long: bool = False


#: C. Colbourn and J. Dinitz, "Handbook of Combinatorial Designs", 2007, II.1 (Steiner systems),
#: III.1 (main classes of Latin squares) and VII.5 (one-factorizations).
INSTANCES = {
    "Steiner triple systems on 7 points": Known(lambda: steiner_systems(2, 3, 7), 1),
    "Steiner triple systems on 9 points": Known(lambda: steiner_systems(2, 3, 9), 1),
    "Steiner triple systems on 13 points": Known(lambda: steiner_systems(2, 3, 13), 2),
    "Steiner triple systems on 15 points": Known(lambda: steiner_systems(2, 3, 15), 80, True),
    "Steiner systems S(3,4,8)": Known(lambda: steiner_systems(3, 4, 8), 1),
    "Steiner systems S(3,4,10)": Known(lambda: steiner_systems(3, 4, 10), 1),
    "Steiner systems S(5,6,12)": Known(lambda: steiner_systems(5, 6, 12), 1),
    "one-factorizations of K8": Known(lambda: one_factorizations(8), 6),
    "one-factorizations of K10": Known(lambda: one_factorizations(10), 396),
    "Latin squares 4, main classes": Known(lambda: latin_squares(4), 2),
    "Latin squares 5, main classes": Known(lambda: latin_squares(5), 2),
    "Latin squares 6, main classes": Known(lambda: latin_squares(6), 12),
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, help="processes, default: this one")
    parser.add_argument("--long", action="store_true", help="with what takes minutes")
    arguments = parser.parse_args()
    steiner_systems(2, 3, 7).symmetry(detect=True).count()  # compiled by now
    print(f"{'':<36}{'symmetries':>18}{'solutions':>20}{'classes':>9}{'nodes':>8}{'seconds':>9}")
    for name, known in INSTANCES.items():
        if known.long and not arguments.long:
            continue
        problem = known.problem()
        began = time.perf_counter()
        symmetry = problem.symmetry(detect=True)
        counted = symmetry.count("canonical forms", workers=arguments.workers)
        took = time.perf_counter() - began
        classes = f"{counted.free}" if counted.free == known.classes else f"WRONG: {counted.free}"
        print(
            f"{name:<36}{symmetry.order:>18,}{counted.fixed:>20,}{classes:>9}{counted.nodes:>8,}"
            f"{took:>9.2f}"
        )


if __name__ == "__main__":
    main()
