"""Other programs get their models before the clock starts: only their own work is timed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import benchmarks
import exactcover as xc
from benchmarks import counters, hard, summary
from benchmarks.costly import Costly, assignment
from benchmarks.instances import Instance
from benchmarks.optimizers import OPTIMIZERS
from benchmarks.programs import PROGRAMS

#: Whose lines are ours.
OURS = tuple(str(Path(each.__file__).parent) for each in (benchmarks, xc))


def options_of(n):
    """One option covers everything; pairs leave the last item open. The answer has one size."""
    return [list(range(n)), *([k, k + 1] for k in range(0, n - 1, 2))]


def instance(n):
    options = [dict.fromkeys(map(str, option)) for option in options_of(n)]
    return Instance("", 1, "", lambda: (list(map(str, range(n))), [], options))


def problem(n):
    return xc.Problem(range(n), options_of(n))


def costly(n):
    return Costly(n, options_of(n), [1] * len(options_of(n)))


def peers():
    """Every program that a table compares with: how it is prepared for a size, by name."""
    found = {
        f"programs: {name}": (lambda n, each=each: each.prepare(instance(n)))
        for name, each in PROGRAMS.items() if each.module
    }  # fmt: skip
    found |= {
        f"hard: {name} {k}": (lambda n, make=make: make(problem(n)))
        for name, models in hard.PROGRAMS.items() if name not in ("here", "alone")
        for k, make in enumerate(models)
    }  # fmt: skip
    found |= {
        f"counters: {name}": (lambda n, make=make: make(problem(n), 2.0))
        for name, make in counters.PROGRAMS.items() if name != "here"
    }  # fmt: skip
    found |= {
        f"optimize: {name}": (lambda n, each=each: each.prepare(costly(n), 60.0))
        for name, each in OPTIMIZERS.items() if name != "here"
    }  # fmt: skip
    stated = instance, problem, problem, lambda n: assignment(n // 10, 1, 9)
    return found | {
        f"{question}, {name} {k}": (
            lambda n, cell=cell, state=state: cell.prepare(state(n))
        )
        for state, (question, programs) in zip(stated, summary.QUESTIONS.items(), strict=True)
        for name, cells in programs.items() if name not in ("here", "plain Python")
        for k, cell in enumerate(cells)
    }  # fmt: skip


def our_lines(run):
    """How many lines of this project what is timed executes."""
    before, lines = sys.gettrace(), [0]

    def note(frame, event, _):
        if not frame.f_code.co_filename.startswith(OURS):
            return None
        lines[0] += event == "line"
        return note

    sys.settrace(note)
    try:
        assert run() is not None
    finally:
        sys.settrace(before)
    return lines[0]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", peers())
def test_what_is_timed_of_a_peer_does_not_grow_with_the_problem(name):
    try:
        runs = [peers()[name](n) for n in (41, 161)]
    except ModuleNotFoundError as absent:
        pytest.skip(f"could not import {absent.name!r}")
    small, large = map(our_lines, runs)
    assert small == large <= 40


def test_a_model_that_is_made_within_what_is_timed_is_seen():
    small, large = (our_lines(lambda n=n: problem(n)) for n in (41, 161))
    assert small < large - 100
