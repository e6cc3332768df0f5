"""The speed of kernels in Pyodide: ``.ci/pyodide benchmarks.browsers``.

Counts by listing, after each kernel has been loaded.
"""

from __future__ import annotations

import time

import exactcover_puzzles as puzzles

__all__ = ["main"]

#: A puzzle, its number of solutions (all; OEIS A000170 for queens), and whether up to symmetry.
CASES = [
    ("haley", [], 330),
    ("polyform", ["pentominoes-6x10"], 9356),
    ("queens", ["12"], 14200),
]


def main() -> None:
    """Print a table."""
    print(f"{'':30}{'solutions':>10}{'nodes':>12}{'seconds':>9}{'nodes/s':>12}")
    for kind, words, solutions in CASES:
        (puzzle,) = puzzles.read(kind, *words)
        for _ in range(2):  # kernels are loaded by the first
            began = time.perf_counter()
            found = puzzle.problem.count(method="listing")
            seconds = time.perf_counter() - began
        assert found == solutions, found
        print(f"{' '.join([kind, *words]):30}{found:>10,}{found.nodes:>12,}{seconds:>9.2f}"
              f"{found.nodes / seconds:>12,.0f}", flush=True)  # fmt: skip
    (puzzle,) = puzzles.read("haley")
    began = time.perf_counter()
    classes = puzzle.symmetry.count()
    print(f"haley: {classes}, {time.perf_counter() - began:.2f} s")
    assert str(classes).startswith("55 up to symmetry"), classes
