"""No question leaves a thread, a process or an open file behind, however it ends."""

from __future__ import annotations

import inspect
import itertools
import os
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

import exactcover as xc
from exactcover.common import slices
from exactcover.diagrams import dense, tables
from exactcover.diagrams.zdd import ZDD
from exactcover.rules.ruled import Ruled
from exactcover.search import estimate
from exactcover.symmetries import classes
from exactcover.symmetries.group import Symmetry
from tests.instances import dominoes, langford

BOARD = dominoes(4, 4)
PAIRS = langford(8)
NO_WAY = xc.Problem([1, 2, 3], [[1, 2], [2, 3], [1, 3]])
PRICED = xc.Problem(
    "abcdef", ["ab", "bc", "cd", "de", "ef", "fa", *"abcdef"], costs=dict.fromkeys(range(6), 3)
)
TURNS = BOARD.symmetry(lambda cell: (cell[1], cell[0]))
RULED = PAIRS.where(complete=lambda found: True)


@dataclass(frozen=True)
class Naps:
    """A search of a user's own: tasks that take a while, and do not look at ``stop``."""

    name = statement = "naps"

    def below(self, prefix, listing):
        return Nap()


class Nap:
    nodes, done = 0, False

    def run(self, nodes, stop):
        time.sleep(0.001)
        self.nodes, self.done = 1, True
        return xc.Found(1)

    def open_prefixes(self):
        return []


#: Questions by their methods: each with the names of arguments that may end it early.
ASKED = {
    "Problem.first": (PAIRS.first, "nodes progress"),
    "Problem.is_unique": (PAIRS.is_unique, "nodes progress"),
    "Problem.solutions": (lambda **how: list(PAIRS.solutions(**how)), "nodes progress"),
    "Problem.solutions, left": (lambda **how: next(PAIRS.solutions(**how)), "progress"),
    "Problem.symmetry": (lambda **how: BOARD.symmetry(detect=True, **how), "seconds"),
    "Problem.count": (PAIRS.count, "seconds nodes progress"),
    "Problem.count, listing": (lambda **how: PAIRS.count(method="listing", **how), "progress"),
    "Problem.count, threads": (lambda **how: PAIRS.count(workers=2, **how), "nodes progress"),
    "Problem.count, processes": (
        lambda **how: PAIRS.count(workers=2, engine="reference", **how), "nodes progress"),
    "Problem.count, journal": (
        lambda folder, **how: PAIRS.count(workers=2, journal=folder / "a", **how),
        "nodes progress"),
    "Problem.count, diagram": (
        lambda **how: BOARD.count(method="diagram", workers=2, **how), "seconds progress"),
    "Problem.count, distinct": (
        lambda **how: BOARD.count(distinct=[BOARD.options[0]], **how), "nodes progress"),
    "Problem.estimate": (lambda **how: PAIRS.estimate(200, **how), "seconds"),
    "Problem.explain": (NO_WAY.explain, "report"),
    "Problem.ambiguity": (BOARD.ambiguity, "seconds report"),
    "Problem.trace": (PAIRS.trace, "seconds"),
    "Problem.difficulty": (langford(3).difficulty, "seconds"),
    "Problem.minimize": (PRICED.minimize, "nodes progress"),
    "Problem.minimize, threads": (
        lambda folder, **how: PRICED.minimize(workers=2, journal=folder / "b", **how),
        "nodes progress"),
    "Problem.maximize": (PRICED.maximize, "nodes progress"),
    "Problem.relaxation": (PRICED.relaxation, "seconds progress"),
    "Problem.solutions_by_cost": (lambda **how: list(PRICED.solutions_by_cost(**how)), "progress"),
    "Problem.zdd": (BOARD.zdd, "seconds progress"),
    "Problem.count_by_cost": (PRICED.count_by_cost, "seconds progress"),
    "Problem.gather": (
        lambda folder, **how: PAIRS.gather(options=True, workers=2, journal=folder / "c", **how),
        "nodes progress"),
    "Ruled.first": (RULED.first, "nodes progress"),
    "Ruled.is_unique": (RULED.is_unique, "nodes progress"),
    "Ruled.solutions": (lambda **how: list(RULED.solutions(**how)), "nodes progress"),
    "Ruled.count": (RULED.count, "nodes progress"),
    "Ruled.gather": (lambda **how: RULED.gather(workers=2, **how), "nodes progress"),
    "Ruled.solutions_by_cost": (
        lambda **how: list(PRICED.where(complete=lambda found: True).solutions_by_cost(**how)),
        "progress"),
    "ZDD.count_by_cost": (lambda: PRICED.zdd().count_by_cost(), ""),
    "ZDD.save": (lambda folder: BOARD.zdd().save(folder / "d.zdd"), ""),
    "Symmetry.count": (lambda **how: TURNS.count(**how), "nodes progress"),
    "Symmetry.count, processes": (
        lambda **how: TURNS.count("canonical forms", workers=2, **how), "nodes progress"),
    "Symmetry.count, journal": (
        lambda folder, **how: TURNS.count("canonical forms", journal=folder / "e", **how),
        "nodes progress"),
    "Symmetry.solutions": (lambda **how: list(TURNS.solutions(**how)), "nodes progress"),
    "Problem.batch": (lambda: list(BOARD.batch([[BOARD.options[0]]]).count()), ""),
    "prove": (lambda **how: xc.prove(NO_WAY, **how), "seconds progress"),
    "prove, optimum": (
        lambda **how: xc.prove(PRICED, optimum="minimize", **how), "nodes seconds progress"),
    "divide": (
        lambda folder, **how: xc.divide(Naps(), workers=2, journal=folder / "f", **how),
        "progress"),
}  # fmt: skip
#: How a question ends early.
ENDINGS = {"nodes": {"nodes": 1}, "seconds": {"seconds": 0.0}}


class Theirs(Exception):
    """Of a function of the user."""


def at_work():
    """The threads, child processes and open files of this process.

    Python's own helpers for starting processes, one of each kind, stay for the next ones.
    """
    ours = [each for each in psutil.Process().children(recursive=True) if not is_pythons(each)]
    files = (
        {link(file) for file in Path("/proc/self/fd").iterdir()} if sys.platform == "linux" else ()
    )
    return set(threading.enumerate()), ours, set(files) - {""}


def is_pythons(process):
    try:
        words = " ".join(process.cmdline())
        helps = "resource_tracker import main" in words or "forkserver import main" in words
        return helps and process.ppid() == os.getpid()
    except psutil.Error:  # it has ended
        return False


def link(file):
    try:
        return str(file.readlink())
    except OSError:  # of the folder that was being read
        return ""


@pytest.fixture(scope="module", autouse=True)
def helpers_of_python():
    """They are there before."""
    PAIRS.count(workers=1, engine="reference")


@pytest.fixture(autouse=True)
def everything_takes_part(monkeypatch):
    """Small problems use the threads, processes and slices of large ones."""
    for module, name, value in [
        (slices, "_REPORT_EVERY", 0.0), (estimate, "_AFTER", 0.0), (dense, "_CHUNK", 2),
        (tables, "_SHARED", 1), (classes, "_ALONE_SECONDS", 0.0),
    ]:  # fmt: skip
        monkeypatch.setattr(module, name, value)


def ask(question, folder, **how):
    takes_folder = "folder" in inspect.signature(question).parameters
    return question(folder, **how) if takes_folder else question(**how)


@pytest.mark.parametrize("asked", ASKED)
def test_nothing_of_a_question_is_left(asked, tmp_path):
    question, may_end = ASKED[asked]

    def raises(error):
        def call(progress):
            raise error

        return call

    endings = [("whole", {})]
    for name in may_end.split():
        if name in ENDINGS:
            endings.append((name, ENDINGS[name]))
        else:
            endings += [(error, {name: raises(error)}) for error in (Theirs(), KeyboardInterrupt())]
    before = at_work()
    for ending, how in endings:
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        with suppress(Theirs, KeyboardInterrupt, xc.SearchStopped):
            ask(question, folder, **how)
        after = at_work()
        for kind in range(3):
            assert not [each for each in after[kind] if each not in before[kind]], ending


def test_every_question_that_may_take_long_is_asked():
    kinds = {"Problem": xc.Problem, "Ruled": Ruled, "ZDD": ZDD, "Symmetry": Symmetry}
    takes_long = {
        f"{kind}.{name}"
        for (kind, of), budget in itertools.product(
            kinds.items(), ("seconds", "progress", "workers", "memory")
        )
        for name, method in inspect.getmembers(of, callable)
        if not name.startswith("_") and budget in inspect.signature(method).parameters
    }
    assert takes_long <= {asked.partition(",")[0] for asked in ASKED}
