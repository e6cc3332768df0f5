"""Searches that are ended while they run: by Ctrl-C, by the clock, or for want of memory."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any
from unittest.mock import patch

import exactcover as xc

from ..brute_force import Truth
from ..generator import problem_of
from ..thresholds import with_thresholds
from .arguments import a_search, folder
from .checks import Names, all_of, check_progress, holds, partly, same, some_of
from .distinct import a_part, ambiguous, projection
from .divided import a_gathering, check_gathered
from .optimum import check as check_optimum


def interrupted(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    """Ctrl-C while a search runs: what was found by then, and a journal that goes on."""
    every = {
        ("common.slices", name): 0.0 for name in ("_REPORT_EVERY", "_LONG_SLICE", "_SHORT_SLICE")
    }
    how = {**a_search(truth.case, draw), "progress": CtrlC(draw)}
    with with_thresholds(every):
        try:
            answer = problem.count(**how)
            same((answer, answer.complete), (len(truth), True), f"a count to its end, {how}")
        except xc.Interrupted as interruption:
            check_partial(interruption, len(truth))
        interrupted_projections(problem, truth, how, draw)
        interrupted_journal(truth, draw)


def interrupted_projections(
    problem: xc.Problem, truth: Truth, how: dict[str, Any], draw: random.Random
) -> None:
    names, by_items = a_part(truth.case, draw)
    if ambiguous(truth.case, names):
        return
    expected = len({projection(truth.case, names, by_items, bag) for bag in truth.bags})
    asked = {**how, "progress": CtrlC(draw)} if draw.random() < 0.5 else {"progress": CtrlC(draw)}
    try:
        answer = problem.count(distinct=names, **asked)
        partly(answer, expected, "projections", "memory")
    except xc.Interrupted as interruption:
        check_partial(interruption, expected)


def check_partial(interruption: xc.Interrupted, expected: int) -> None:
    """What an interruption carries is a part of the answer, and does not claim to be more."""
    partial = interruption.partial
    count = getattr(partial, "count", partial)
    holds(not count.complete and count.impossible is None and count <= expected, f"{partial!r}")


def stopped(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    """Ended at any look at the clock, at each question's first ones and at a few later ones."""
    ask = draw.choice([stopped_list, stopped_count, stopped_optimum])
    error = draw.choice([KeyboardInterrupt, MemoryError, xc.SearchStopped("seconds", None)])
    for last in (0, 1, 2, draw.randint(3, 9), draw.randint(10, 99)):
        trap = Trap(last, error)
        with patch.object(xc.Deadline, "tick", lambda deadline, trap=trap: trap()):
            ask(problem_of(truth.case), truth, trap, a_search(truth.case, draw))
        if not trap.sprung:
            break


class Trap:
    """Raises when it is called for the n-th time, from 0, and only then."""

    def __init__(self, last: int, error: Any):
        self._left, self._error = last, error
        name = getattr(error, "stopped", None)
        self.stopped = name or {KeyboardInterrupt: "interrupt"}.get(error, "error")

    def __call__(self) -> None:
        self._left -= 1
        if self._left == -1:
            raise self._error

    @property
    def sprung(self) -> bool:
        return self._left < 0


def stopped_list(problem: xc.Problem, truth: Truth, trap: Trap, how: dict[str, Any]) -> None:
    names, found = Names(truth.case), []
    solutions = problem.solutions(**how)
    with suppress(KeyboardInterrupt, MemoryError):
        for solution in solutions:
            found.append(names.bag(solution))
    same(next(solutions, None), None, "what comes after the end")
    some_of(found, truth, "a stopped list")
    # Out of time once, a search that has found some goes on, and may find them all.
    if solutions.complete or not trap.sprung:
        same((solutions.complete, solutions.stopped), (True, None), "the list says")
        all_of(found, truth, "a list to its end")
    else:
        same((solutions.stopped, solutions.impossible), (trap.stopped, None), "the list says")


def stopped_count(problem: xc.Problem, truth: Truth, trap: Trap, how: dict[str, Any]) -> None:
    try:
        answer = problem.count(**how)
    except xc.Interrupted as interruption:
        answer = interruption.partial
        holds(not answer.complete, f"interrupted: {answer!r}")
    except MemoryError:
        return
    if answer.complete or not trap.sprung:
        same((answer, answer.complete), (len(truth), True), "a count to its end")
    else:
        holds(answer <= len(truth) and answer.impossible is None, f"stopped: {answer!r}")


def stopped_optimum(problem: xc.Problem, truth: Truth, trap: Trap, how: dict[str, Any]) -> None:
    k = 1 + 2 * len(how)
    try:
        answer = problem.minimize(k)
    except xc.Interrupted as interruption:
        answer = interruption.partial
    except MemoryError:
        return
    check_optimum(answer, truth, 1, {"k": k, "within": None}, 0)
    if isinstance(answer, xc.Optimum):
        holds(answer.complete or answer.stopped == trap.stopped, f"minimize(): {answer!r}")
        holds(answer.complete or trap.sprung, "minimize() did not come to its end")


class CtrlC:
    """Called with progress, it raises KeyboardInterrupt once."""

    def __init__(self, draw: random.Random):
        self._left = draw.choice([0, 1, 2, 5, 20])

    def __call__(self, progress: xc.Progress) -> None:
        check_progress(progress)
        self._left -= 1
        if self._left == -1:
            raise KeyboardInterrupt

    def __repr__(self) -> str:
        return "Ctrl-C"


def interrupted_journal(truth: Truth, draw: random.Random) -> None:
    if draw.random() < 0.8:
        return
    asked = a_gathering(truth.case, draw)
    with folder() as where:
        for _ in range(40):
            try:
                answer = problem_of(truth.case).gather(
                    workers=1, journal=where / "journal", progress=CtrlC(draw), **asked
                )
            except xc.Interrupted as interruption:
                check_partial(interruption, len(truth))
                continue
            break
        else:
            answer = problem_of(truth.case).gather(journal=where / "journal", **asked)
        check_gathered(answer, asked, truth)
