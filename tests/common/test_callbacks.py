"""Exceptions from user code reach the user and are never mistaken for internal signals."""

from __future__ import annotations

import queue
from concurrent.futures import CancelledError, Executor, Future, InvalidStateError
from unittest.mock import Mock

import pytest

import exactcover as xc
from exactcover.common import slices
from tests.instances import dominoes, langford

#: What parts of this package, or of Python, raise where something is over, absent or not yet there.
SIGNALS = [
    StopIteration(), xc.SearchStopped("seconds", None), xc.DiagramTooLarge(1, 1),
    xc.UndecidedError("nodes", 1), TimeoutError("theirs"), OSError(110, "timed out"), queue.Empty(),
    EOFError("theirs"), KeyError("theirs"), IndexError("theirs"), CancelledError("theirs"),
    InvalidStateError("theirs"), BrokenPipeError("theirs"),
]  # fmt: skip
#: Two that end whatever raises them, unless it is a task.
LAST = [KeyboardInterrupt("theirs"), SystemExit("theirs")]

BOARD = dominoes(4, 4)
NO_WAY = xc.Problem([1, 2, 3], [[1, 2], [2, 3], [1, 3]])
TURNS = BOARD.symmetry(lambda cell: (cell[1], cell[0]))

#: Questions that call a function of the user.
ASKED = {
    "progress of a list": lambda call: list(langford(8).solutions(progress=call)),
    "progress of a count": lambda call: langford(8).count(method="listing", progress=call),
    "progress of a count by a diagram": lambda call: BOARD.count(method="diagram", progress=call),
    "progress of a diagram": lambda call: BOARD.zdd(progress=call),
    "progress of looks": lambda call: BOARD.count(distinct=[BOARD.options[0]], progress=call),
    "progress of the cheapest": lambda call: xc.Problem(
        "abcd", {k: [k] for k in "abcd"} | {"ab": "ab"}, costs={"ab": 1}
    ).minimize(progress=call),
    "progress of several": lambda call: langford(8).gather(workers=2, progress=call),
    "progress of classes": lambda call: TURNS.count("canonical forms", progress=call),
    "a rule": lambda call: BOARD.where(complete=call).count(),
    "a rule with a state": lambda call: BOARD.where(
        enter=lambda state, option: call(option), leave=lambda state, option: None
    ).first(),
    "reports of an explanation": lambda call: NO_WAY.explain(report=call),
    "reports of an ambiguity": lambda call: BOARD.ambiguity(report=call),
}


def is_of(error, raised):
    """Whether an error is the one that was raised, or says that it was the reason."""
    while error is not None and error is not raised:
        error = error.__cause__
    return error is raised


@pytest.mark.parametrize("asked", ASKED)
def test_what_a_function_of_the_user_raises_reaches_the_user(asked, monkeypatch):
    monkeypatch.setattr(slices, "_REPORT_EVERY", 0.0)
    for signal in SIGNALS:
        with pytest.raises(Exception) as told:  # noqa: PT011
            ASKED[asked](Mock(side_effect=signal))
        assert is_of(told.value, signal), signal


@pytest.mark.parametrize("error", SIGNALS + LAST, ids=lambda error: type(error).__name__)
def test_what_a_task_raises_is_no_sign_of_the_waiting(error):
    class Fails(Executor):
        def submit(self, call, /, *arguments, **named):
            future = Future()
            future.set_exception(error)
            return future

    for ask in (
        lambda: TURNS.count("canonical forms", executor=Fails()),
        lambda: BOARD.gather(executor=Fails(), workers=1),
    )[: 1 if error in LAST else 2]:
        with pytest.raises(xc.TaskFailed) as told:
            ask()
        assert is_of(told.value, error)
