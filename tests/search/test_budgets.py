"""Every question keeps its budget of seconds, whatever it is doing when the time is over.

The clock of these tests advances with the lines of this package that are run, so that they see
every long loop of Python, and see it alike on any machine.
"""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

import exactcover as xc
from exactcover.parallel import coordinator

#: Seconds that a line of Python is taken to last: fifty times as long as it does.
LINE = 5e-6
PACKAGE = str(Path(xc.__file__).parent)

#: A question and its budget, to a problem.
QUESTIONS = {
    "first": lambda problem, seconds: problem.first(seconds=seconds),
    "solutions": lambda problem, seconds: list(problem.solutions(seconds=seconds)),
    "chunks": lambda problem, seconds: list(problem.solutions(seconds=seconds).chunks()),
    "count": lambda problem, seconds: problem.count(seconds=seconds),
    "count as stated": lambda problem, seconds: problem.count(seconds=seconds, reduce=False),
    "count, listing": lambda problem, seconds: problem.count(seconds=seconds, method="listing"),
    "count, diagram": lambda problem, seconds: problem.count(seconds=seconds, method="diagram"),
    "count, engine": lambda problem, seconds: list(
        problem.solutions(seconds=seconds, engine="cells")
    ),
    "count, order": lambda problem, seconds: problem.count(
        seconds=seconds, order=xc.Order(ties="random")
    ),
    "count, workers": lambda problem, seconds: problem.count(seconds=seconds, workers=1),
    "is_unique": lambda problem, seconds: problem.is_unique(seconds=seconds),
    "zdd": lambda problem, seconds: problem.zdd(seconds=seconds),
    "gather": lambda problem, seconds: problem.gather(seconds=seconds, options=True, workers=1),
    "estimate": lambda problem, seconds: problem.estimate(seconds=seconds),
    "explain": lambda problem, seconds: problem.explain(seconds=seconds),
    "trace": lambda problem, seconds: problem.trace(seconds=seconds),
    "difficulty": lambda problem, seconds: problem.difficulty(seconds=seconds),
    "where": lambda problem, seconds: problem.where(partial=lambda part: True).count(
        seconds=seconds
    ),
}


def strip(length, **arguments):
    """Dominoes on a board of two rows: few items are in between at any time."""
    cells = [(row, column) for column in range(length) for row in range(2)]
    known = set(cells)
    pairs = [(cell, (cell[0] + down, cell[1] + 1 - down)) for cell in cells for down in (0, 1)]
    return xc.Problem(cells, [pair for pair in pairs if pair[1] in known], **arguments)


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
    ask = QUESTIONS[question]
    for length in (3, 12, 200):  # its kernels are compiled, and loaded
        with suppress(xc.SearchStopped):
            ask(state(length), 0.4)
    problem = state(20_000).given()  # of which nothing is known yet
    # The first task lasts until the time is over: dividing what it leaves takes time in proportion
    # to the depth, which a strip of this length makes much too large.
    monkeypatch.setattr(coordinator, "_FIRST_NODES", 10**12)
    clock = Clock(time.monotonic)
    monkeypatch.setattr(time, "monotonic", clock)
    before = sys.gettrace()
    sys.settrace(clock.trace)
    try:
        answer = ask(problem, 0.5)
    except xc.SearchStopped as stopped:
        answer = stopped
    finally:
        sys.settrace(before)
    assert LINE * clock.lines < 1
    assert not isinstance(answer, xc.Impossible)
    assert answer is not None or question in ("difficulty", "explain")
