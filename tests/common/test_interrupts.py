"""Work without a budget of its own ends after so many seconds, as by Ctrl-C."""

from __future__ import annotations

import signal
import threading
from time import perf_counter, sleep

import pytest

import exactcover as xc
from exactcover.common.interrupts import stopped_after


def work(seconds=20.0):
    end = perf_counter() + seconds
    while perf_counter() < end:
        try:
            sleep(0.001)
        except Exception:  # as a reader may that tries several forms
            raise AssertionError from None


@pytest.mark.parametrize("handler", [signal.default_int_handler, signal.SIG_IGN])
def test_work_ends_when_the_seconds_are_over_also_where_ctrl_c_is_ignored(handler):
    before = signal.signal(signal.SIGINT, handler)
    begun = perf_counter()
    try:
        with pytest.raises(xc.SearchStopped) as stop, stopped_after(0.1):
            work()
        assert signal.getsignal(signal.SIGINT) is handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert stop.value.stopped == "seconds"
    assert perf_counter() - begun < 2
    assert threading.active_count() == len(threading.enumerate())


def test_a_question_without_a_budget_ends_too():
    board = xc.Problem(
        range(401), {(k, n): {k, (k + n) % 401} for k in range(401) for n in range(1, 9)}
    )
    begun = perf_counter()
    with pytest.raises(xc.SearchStopped), stopped_after(0.3):
        for _ in board.solutions(engine="reference"):
            pass
    assert perf_counter() - begun < 3


def test_ctrl_c_within_is_still_ctrl_c():
    with pytest.raises(KeyboardInterrupt), stopped_after(60):
        signal.raise_signal(signal.SIGINT)


def test_work_that_ends_in_time_is_not_disturbed():
    threads = threading.active_count()
    for k in range(200):
        try:
            with stopped_after(0.002):
                work(0.0018 + k % 5 * 0.0001)
        except xc.SearchStopped:
            pass
        work(0.0005)  # outside, nothing is pressed
    assert threading.active_count() == threads


def test_there_may_be_no_budget():
    before = signal.getsignal(signal.SIGINT)
    with stopped_after(None):
        assert signal.getsignal(signal.SIGINT) is before
