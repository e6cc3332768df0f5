"""Searches that are stopped while they run: by Ctrl-C, the clock, or lack of memory."""

from __future__ import annotations

import random
from collections.abc import Callable
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


class Trap:
    """A function that raises when it is called for the n-th time, from 0, and only then."""

    def __init__(self, last: int, error: Any, function: Callable[..., Any] = lambda *given: None):
        self._left, self._error, self._function = last, error, function
        name = getattr(error, "stopped", None)
        self.stopped = name or {KeyboardInterrupt: "interrupt"}.get(error, "error")

    def __call__(self, *given: Any) -> Any:
        self._left -= 1
        if self._left == -1:
            raise self._error
        return self._function(*given)

    @property
    def sprung(self) -> bool:
        return self._left < 0


def stopped(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    """Ended at any look at the clock, at each question's first ones and at a few later ones."""
    ask = draw.choice([stopped_list, stopped_count, stopped_projections, stopped_optimum])
    error = draw.choice([KeyboardInterrupt, MemoryError, xc.SearchStopped("seconds", None)])
    for last in (0, 1, 2, draw.randint(3, 9), draw.randint(10, 99)):
        trap = Trap(last, error)
        with patch.object(xc.Deadline, "tick", lambda deadline, trap=trap: trap()):
            ask(problem_of(truth.case), truth, trap, draw)
        if not trap.sprung:
            break


def stopped_list(problem: xc.Problem, truth: Truth, trap: Trap, draw: random.Random) -> None:
    names, found = Names(truth.case), []
    solutions = problem.solutions(**a_search(truth.case, draw))
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


def stopped_count(
    problem: xc.Problem, truth: Truth, trap: Trap, draw: random.Random, distinct: Any = None
) -> None:
    """A count; or one of the projections on a part, and how many there are."""
    part, expected = distinct or (None, len(truth))
    try:
        answer = problem.count(distinct=part, **a_search(truth.case, draw))
    except xc.Interrupted as interruption:
        answer = interruption.partial
        holds(not answer.complete, f"interrupted: {answer!r}")
    except MemoryError:
        return
    stops = (trap.stopped, *["memory"] * bool(distinct)) if trap.sprung else ()
    partly(answer, expected, f"a count, {part}", *stops)
    holds(answer.complete or trap.sprung or distinct, f"not complete: {answer!r}")


def stopped_projections(problem: xc.Problem, truth: Truth, trap: Trap, draw: random.Random) -> None:
    names, by_items = a_part(truth.case, draw)
    if not ambiguous(truth.case, names):
        shown = {projection(truth.case, names, by_items, bag) for bag in truth.bags}
        stopped_count(problem, truth, trap, draw, (names, len(shown)))


def stopped_optimum(problem: xc.Problem, truth: Truth, trap: Trap, draw: random.Random) -> None:
    k = draw.choice([1, 3, 5])
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


def interrupted(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    """Ctrl-C while a search with a journal tells how far it is; it goes on from there."""
    asked = a_gathering(truth.case, draw)
    every = {
        ("common.slices", name): 0.0 for name in ("_REPORT_EVERY", "_LONG_SLICE", "_SHORT_SLICE")
    }
    with folder() as where, with_thresholds(every):
        for session in range(41):
            press = Trap(draw.choice([0, 1, 2, 5, 20]), KeyboardInterrupt, check_progress)
            try:
                answer = problem_of(truth.case).gather(
                    workers=1, journal=where / "journal",
                    progress=press if session < 40 else None, **asked,
                )  # fmt: skip
                break
            except xc.Interrupted as interruption:
                known = interruption.partial.count
                holds(not known.complete, f"interrupted: {known!r}")
                partly(known, len(truth), "interrupted")
        check_gathered(answer, asked, truth)
