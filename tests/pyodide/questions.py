"""Questions that must work in a browser; run by ``.ci/pyodide`` and ``test_questions.py``.

No pytest, and nothing but the package itself: it is copied into Pyodide.
"""

from __future__ import annotations

import importlib
import io
import pkgutil
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import exactcover as xc
import exactcover_puzzles as puzzles
from exactcover.search import estimate

__all__ = ["main"]

KNUTH = {"A": "ce", "B": "adg", "C": "bcf", "D": "adf", "E": "bg", "F": "deg"}


def solves() -> None:
    """Knuth's example, a cheapest solution and a puzzle; why there is none."""
    problem = xc.Problem("abcdefg", KNUTH)
    assert sorted(problem.first()) == ["A", "D", "E"]
    assert "cannot be satisfied together" in str(problem.given("B").explain())
    pairs = xc.Problem("abcd", {"x": "ab", "y": "cd", "z": "abcd"}, costs={"x": 2, "y": 2, "z": 5})
    assert pairs.minimize().cost == 4
    (sudoku,) = puzzles.read("sudoku", text="1...............")
    assert not sudoku.problem.is_unique()


def counts() -> None:
    """By listing, by a diagram, up to symmetry, and at random in the time that is allowed."""
    (queens,) = puzzles.read("queens", "6")
    assert queens.problem.count() == 4
    (board,) = puzzles.read("domino", "6x6")
    assert board.problem.count(method="diagram") == 6728
    (langford,) = puzzles.read("langford", "7")
    assert str(langford.symmetry.count()) == "26 up to symmetry, 52 in all"
    (queens,) = puzzles.read("queens", "12")
    began = time.perf_counter()
    assert queens.problem.estimate(1_000_000, seconds=1).probes > 0
    assert time.perf_counter() - began < 10


def says_what_is_too_large() -> None:
    """Tables of more bytes than there are addresses."""
    many = xc.Problem("ab", ["ab"[k % 2] for k in range(190_000)])
    allowed = None
    try:
        many.count(engine="bitset")
    except xc.EngineTooLarge as error:
        allowed = error.allowed
    assert allowed is not None
    assert allowed <= sys.maxsize


def divides() -> None:
    """Among as many workers as there are; with progress and its outlook."""
    (langford,) = puzzles.read("langford", "8")
    problem = langford.problem
    assert problem.count(workers=2) == 300
    gathered = problem.gather(options=True, sample=3, workers=2)
    assert (gathered.count, len(gathered.sample)) == (300, 3)
    estimate._AFTER = 0.0
    shown: list[xc.Progress] = []
    assert puzzles.read("queens", "20")[0].problem.count(seconds=1, progress=shown.append).stopped
    assert shown


def answers_commands() -> None:
    """The commands, their pictures, their exit codes and their errors."""
    code, said = command("polyform", "pentominoes-8x8-hole", "--svg", "board.svg")
    assert (code, "<svg" in Path("board.svg").read_text(encoding="utf-8")) == (0, True), said
    code, said = command("queens", "6", "--count", "--seconds", "9")
    assert (code, said.splitlines()[-1]) == (0, "4 solutions, 1 up to symmetries of the board")
    Path("bad.txt").write_text("1..y............", encoding="utf-8")
    code, said = command("sudoku", "bad.txt")
    assert (code, "bad.txt:1:4" in said) == (2, True), said


def is_complete() -> None:
    """Every module can be imported, but for what makes machine code."""
    for package in (xc, puzzles):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if module.name.rpartition(".")[2] == "__main__":
                continue
            try:
                importlib.import_module(module.name)
            except ModuleNotFoundError as missing:
                if missing.name not in ("numba", "llvmlite"):
                    raise


def command(*words: str) -> tuple[int, str]:
    """The exit code of ``puzzles WORDS``, and all that it prints."""
    from exactcover_puzzles import cli

    written = io.StringIO()
    with redirect_stdout(written), redirect_stderr(written):
        code = xc.cli.run("puzzles", cli.main, list(words))
    return code, written.getvalue()


def main() -> None:
    """Ask all questions, and say so."""
    asked = solves, counts, says_what_is_too_large, divides, answers_commands, is_complete
    for question in asked:
        question()
        print(f"{question.__name__}: as it should", flush=True)
    print(f"Python {sys.version.split()[0]} on {sys.platform}: all well")
