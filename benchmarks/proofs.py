"""Proofs and their checkers: ``python -m benchmarks.proofs [FOLDER]``.

For each instance the lines and kilobytes of the proof, the seconds until it is found, and those
that the checker in ``exactcover/proofs/`` takes, a process of its own in plain Python. Then the
same for proofs of the cheapest solution, with the seconds that ``minimize`` takes; FOLDER may hold
further problems, as ``*.dlx.gz``.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import exactcover as xc
from exactcover.proofs import checker, optimum_checker

from .costly import random_covering, random_partition
from .hard import colouring, latin_with_holes, mutilated, pigeons, steiner, triples
from .instances import Instance, langford
from .rosters import roster

__all__ = ["instances"]


def instances() -> Iterator[tuple[str, xc.Problem]]:
    """Name and problem: impossible, unique, or with a few solutions."""
    yield "Latin square of order 20, a third open", latin_with_holes(20, 0.35, 1)
    yield "random triples, 60 elements, 120", triples(60, 120, 1)
    yield "random triples, 75 elements, 170", triples(75, 170, 1)
    yield "colouring a graph, 60 vertices, 4 colours", colouring(60, 8.7, 4, 3)
    yield "Steiner triple systems of 6 points", steiner(6)
    yield "7 pigeons, 6 holes", pigeons(6)
    yield "8 pigeons, 7 holes", pigeons(7)
    yield "mutilated board, 6 x 6", mutilated(6)
    yield "mutilated board, 8 x 8", mutilated(8)
    yield "Langford pairs 9", Instance("", 0, "", lambda: langford(9)).problem()


def optima(folder: Path | None) -> Iterator[tuple[str, xc.Problem]]:
    """Name and problem, with costs."""
    yield "roster, 20 nurses, 28 days", roster(20, 28, 1).problem()
    yield "partition, 60 items, 600 options", random_partition(60, 600, 1).problem()
    yield "covering, 60 items, 300 options", random_covering(60, 300, 1).problem()
    for path in sorted(folder.glob("*.dlx.gz")) if folder else ():
        yield path.name.partition(".")[0], xc.read(path)


def measured(problem: xc.Problem, optimum: str | None) -> tuple[xc.Proof, float, float]:
    """The proof, and the seconds until it is found and that its checker takes."""
    start = time.perf_counter()
    proof = xc.prove(problem, optimum=optimum)
    found = time.perf_counter() - start
    program = optimum_checker if optimum else checker
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder, "formula"), Path(folder, "proof")
        files[0].write_text(proof.formula, encoding="utf-8")
        files[1].write_text(proof.proof, encoding="utf-8")
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, program.__file__, *files], check=True, stdout=subprocess.DEVNULL
        )
        return proof, found, time.perf_counter() - start


def main() -> None:
    latin_with_holes(8, 0.5, 0).first(engine="learning")  # compiled before anything is measured
    warmed = random_partition(60, 600, 2).problem().minimize()
    assert warmed.complete
    measures = f"{'lines':>9}{'kB':>8}{'found in s':>12}{'checked in s':>14}"
    print(f"{'':<43}{'solutions':>10}{measures}")
    for name, problem in instances():
        proof, found, took = measured(problem, None)
        size = f"{proof.n_lines:>9,}{len(proof.proof) / 1000:>8,.0f}{found:>12.2f}{took:>14.2f}"
        print(f"{name:<43}{len(proof.solutions):>10}{size}", flush=True)
    print(f"\n{'':<34}{'cost':>8}{'minimize in s':>15}{measures}")
    for name, problem in optima(Path(sys.argv[1]) if sys.argv[1:] else None):
        start = time.perf_counter()
        cost = problem.minimize().cost
        alone = time.perf_counter() - start
        proof, found, took = measured(problem, "minimize")
        size = f"{proof.n_lines:>9,}{len(proof.proof) / 1000:>8,.0f}{found:>12.2f}{took:>14.2f}"
        print(f"{name:<34}{cost:>8,}{alone:>15.2f}{size}", flush=True)


if __name__ == "__main__":
    main()
