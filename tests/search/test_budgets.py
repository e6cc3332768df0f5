"""Every question keeps its budget of seconds, whatever it is doing when time runs out.

The clock of these tests advances with the lines of this package that are run, so that they see
every long loop of Python, and see it alike on any machine.
"""

from __future__ import annotations

import sys
import threading
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

import exactcover as xc
from exactcover.engines import choose
from exactcover.parallel import coordinator
from tests.interrupting import takes_at_most

#: Seconds that a line of Python is taken to last: fifty times as long as it does.
LINE = 5e-6
PACKAGE = str(Path(xc.__file__).parent)


#: Questions by their methods, and with what they are asked.
QUESTIONS = {
    "first": {}, "solutions": {}, "solutions, engine": {"engine": "cells"}, "chunks": {},
    "count": {}, "count, as stated": {"reduce": False}, "count, listing": {"method": "listing"},
    "count, diagram": {"method": "diagram"}, "count, order": {"order": xc.Order(ties="random")},
    "count, workers": {"workers": 1}, "is_unique": {}, "zdd": {}, "estimate": {}, "explain": {},
    "gather": {"options": True, "workers": 1}, "trace": {}, "difficulty": {},
    "where": {"enter": lambda state, option: True, "leave": lambda state, option: None},
    "where, complete": {"complete": lambda whole: True},
}  # fmt: skip


def ask(question, problem, seconds):
    """The answer to one of them; lists to their end."""
    method, how = question.partition(",")[0], QUESTIONS[question]
    if method == "where":
        return problem.where(**how).count(seconds=seconds)
    if method == "chunks":
        return list(problem.solutions(seconds=seconds).chunks())
    answer = getattr(problem, method)(seconds=seconds, **how)
    return list(answer) if method == "solutions" else answer


def strip(length, **arguments):
    """Dominoes on a board of two rows: few items are in between at any time."""
    cells = dict.fromkeys((row, column) for column in range(length) for row in range(2))
    pairs = [((row, c), (row + down, c + 1 - down)) for row, c in cells for down in (0, 1)]
    return xc.Problem(cells, [pair for pair in pairs if pair[1] in cells], **arguments)


@cache
def plain(length):
    return strip(length)


@cache
def multiple(length):
    return strip(length, multiplicity={(0, column): (1, 2) for column in range(0, length, 3)})


class Clock:
    """Advances with the time and with the lines of the package that are run."""

    def __init__(self, monotonic):
        self._monotonic = monotonic
        self.lines = 0

    def __call__(self):
        return self._monotonic() + LINE * self.lines

    def trace(self, frame, event, argument):
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return None
        if event == "line":
            self.lines += 1
        return self.trace


@pytest.mark.slow
@pytest.mark.parametrize("state", [plain, multiple])
@pytest.mark.parametrize("question", QUESTIONS)
def test_half_a_second_is_over_within_one(question, state, monkeypatch):
    for length in (3, 12, 200):  # its kernels are compiled, and loaded
        with suppress(xc.SearchStopped):
            ask(question, state(length), 0.4)
    # (Plain Python begins with many lines, each much shorter than LINE.)
    length = 1_000 if question == "where" else 20_000
    problem = state(length).given()  # of which nothing is known yet
    # The first task lasts until the time is over: dividing what it leaves takes time in proportion
    # to the depth, which a strip of this length makes much too large.
    monkeypatch.setattr(coordinator, "_FIRST_NODES", 10**12)
    clock = Clock(time.monotonic)
    monkeypatch.setattr(time, "monotonic", clock)
    before = sys.gettrace()
    sys.settrace(clock.trace)
    try:
        answer = ask(question, problem, 0.5)
    except xc.SearchStopped as stopped:
        answer = stopped
    finally:
        sys.settrace(before)
    assert LINE * clock.lines < 1
    assert not isinstance(answer, xc.Impossible)
    assert answer is not None or question in ("difficulty", "explain")


#: 3 ** 20 solutions; the root itself belongs to the endgame of ``bitset``.
WITHIN_AN_ENDGAME = xc.Problem(range(20), [[k] for k in range(20) for _ in range(3)])
#: All permutations of 12.
PERMANENT = xc.Problem(range(24), [[k, 12 + j] for k in range(12) for j in range(12)])


@pytest.mark.parametrize(("engine", "workers"), [("reference", 1), ("bitset", 2), ("cells", 2)])
@pytest.mark.parametrize("problem", [WITHIN_AN_ENDGAME, PERMANENT])
def test_a_divided_search_visits_no_more_nodes_than_its_budget(problem, engine, workers):
    found = problem.count(engine=engine, workers=workers, method="listing", nodes=1_000)
    assert found.stopped == "nodes"
    assert 0 < found.nodes <= 1_000


def test_within_an_endgame_a_session_goes_on_and_keeps_its_time(tmp_path):
    def count(**budget):
        return WITHIN_AN_ENDGAME.count(workers=1, engine="bitset", **budget)

    nodes = [count(nodes=500, journal=tmp_path / "journal").nodes for _ in range(4)]
    assert nodes == sorted({*nodes})
    assert nodes[-1] <= 2_000
    threads = threading.active_count()
    with takes_at_most(1):
        assert count(seconds=0.1).stopped == "seconds"
    assert threading.active_count() == threads


@pytest.mark.parametrize(
    "ask",
    [
        lambda problem: xc.prove(problem, seconds=0.1),
        lambda problem: problem.first(engine="learning", seconds=0.1),
        lambda problem: problem.first(engine="sat", seconds=0.1),
    ],
)
def test_clauses_of_large_multiplicities_are_written_under_the_clock(ask):
    few, many = (
        xc.Problem("ab", ["a", "b", "ab"], multiplicity=bounds, repeat=True)
        for bounds in ((2, 5), (20_000, 50_000))
    )
    with suppress(xc.SearchStopped):
        ask(few)  # its kernels are compiled
    with takes_at_most(5), suppress(xc.SearchStopped):
        ask(many)


def test_what_a_deep_search_with_multiplicities_leaves_takes_linear_time():
    deep = xc.Problem("ab", ["a", "b", "ab"], multiplicity=(10_000, 60_000), repeat=True)
    search = choose.start_below(deep._model.compiled, "bitset", ())
    assert search.count(50_000, 10**9)
    with takes_at_most(5):
        assert len(search.open_prefixes()) > 10_000


def test_a_rule_for_solutions_is_asked_about_few_of_them_from_one_look_at_the_clock_to_the_next():
    problem = xc.Problem(range(5_000), [[k] for k in range(5_000) for _ in range(2)])
    ruled = problem.where(lambda solution: len(solution) == 5_000)
    ruled.count(1)  # its kernels are compiled
    with takes_at_most(2):
        assert ruled.count(seconds=0.3).stopped == "seconds"
