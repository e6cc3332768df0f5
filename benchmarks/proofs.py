"""Proofs and their checker: ``python -m benchmarks.proofs``.

For each instance the lines and kilobytes of the proof, the seconds until it is found, and those
that ``exactcover/proofs/checker.py`` takes, a process of its own in plain Python.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import exactcover as xc
from exactcover.proofs import checker

from .hard import colouring, latin_with_holes, mutilated, pigeons, steiner, triples
from .instances import Instance, langford

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


def main() -> None:
    latin_with_holes(8, 0.5, 0).first(engine="learning")  # compiled before anything is measured
    print(f"{'':<43}{'solutions':>10}{'lines':>9}{'kB':>8}{'found in s':>12}{'checked in s':>14}")
    for name, problem in instances():
        start = time.perf_counter()
        proof = xc.prove(problem)
        found = time.perf_counter() - start
        with tempfile.TemporaryDirectory() as folder:
            files = Path(folder, "f.cnf"), Path(folder, "p.drat")
            files[0].write_text(proof.formula, encoding="utf-8")
            files[1].write_text(proof.proof, encoding="utf-8")
            start = time.perf_counter()
            subprocess.run(
                [sys.executable, checker.__file__, *files], check=True, stdout=subprocess.DEVNULL
            )
            checked = time.perf_counter() - start
        size = len(proof.proof) / 1000
        print(
            f"{name:<43}{len(proof.solutions):>10}{proof.n_lines:>9,}{size:>8,.0f}"
            f"{found:>12.2f}{checked:>14.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
