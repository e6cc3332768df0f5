"""Deadlines: when a budget of seconds is spent."""

import time

import pytest

import exactcover as xc


def test_without_seconds_it_never_comes():
    deadline = xc.Deadline()
    assert (deadline.left(), deadline.passed()) == (None, False)
    deadline.tick()


def test_the_seconds_left_go_down_to_nothing_and_no_further(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    deadline = xc.Deadline(10)
    left = []
    for now[0] in (100.0, 104.0, 110.0, 1000.0):
        left.append((deadline.left(), deadline.passed()))
    assert left == [(10, False), (6, False), (0, True), (0, True)]
    with pytest.raises(xc.SearchStopped) as stop:
        deadline.tick()
    assert (stop.value.stopped, stop.value.nodes) == ("seconds", None)
