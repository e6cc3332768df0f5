"""Ctrl-C while a search runs."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import exactcover as xc

from ..brute_force import Truth
from ..generator import problem_of
from ..thresholds import with_thresholds
from .arguments import a_search, folder
from .checks import Names, all_of, check_progress, holds, same, some_of
from .distinct import a_part, ambiguous, projection
from .divided import a_gathering, check_gathered


def interrupted(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    """Ctrl-C while a search runs: what was found by then, and a journal that goes on."""
    case, names = truth.case, Names(truth.case)
    every = {
        ("common.slices", name): 0.0 for name in ("_REPORT_EVERY", "_LONG_SLICE", "_SHORT_SLICE")
    }
    how = {**a_search(case, draw), "progress": CtrlC(draw)}
    with with_thresholds(every):
        try:
            answer = problem.count(**how)
            same((answer, answer.complete), (len(truth), True), f"a count to its end, {how}")
        except xc.Interrupted as interruption:
            partial = interruption.partial
            holds(not partial.complete and partial <= len(truth), f"interrupted: {partial!r}")
            holds(partial.impossible is None, "interrupted, and said to be impossible")
        interrupted_projections(problem, truth, how, draw)
        how["progress"] = CtrlC(draw)
        iterator, found = problem.solutions(**how), []
        try:
            for solution in iterator:
                found.append(names.bag(solution))
            all_of(found, truth, "a list to its end")
        except KeyboardInterrupt:
            some_of(found, truth, "an interrupted list")
            same((iterator.stopped, iterator.complete), ("interrupt", False), "the list says")
            same(list(iterator), [], "what comes after Ctrl-C")
        interrupted_optimum(problem, truth, CtrlC(draw))
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
        holds(answer.stopped in (None, "memory") and answer <= expected, f"projections: {answer!r}")
        holds(not answer.complete or answer == expected, f"projections to their end: {answer!r}")
    except xc.Interrupted as interruption:
        partial = interruption.partial
        holds(not partial.complete and partial <= expected, f"interrupted: {partial!r}")


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


def interrupted_optimum(problem: xc.Problem, truth: Truth, progress: CtrlC) -> None:
    costs, names = truth.costs(), Names(truth.case)
    try:
        answer = problem.minimize(progress=progress)
        if answer or costs:
            holds(isinstance(answer, xc.Optimum), f"minimize(): {answer}")
    except xc.Interrupted as interruption:
        answer = interruption.partial
        # It may have come when the last node had been visited.
        holds(answer.stopped in ("interrupt", None), f"minimize() stopped by {answer.stopped}")
    if isinstance(answer, xc.Optimum):
        some_of(names.bags(answer.solutions), truth, "the best so far")
        rounded = truth.case.rounded
        for best in map(rounded, costs[:1]):
            holds(rounded(Fraction(answer.bound)) <= best, f"the bound {answer.bound}")
            holds(not answer.complete or rounded(Fraction(answer.cost)) == best, "the best")


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
                known = interruption.partial.count
                holds(known <= len(truth) and not known.complete, f"interrupted: {known!r}")
                continue
            break
        else:
            answer = problem_of(truth.case).gather(journal=where / "journal", **asked)
        check_gathered(answer, asked, truth)
