"""Searches in tasks of a few nodes each, and an executor that fails."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from contextlib import contextmanager

import pytest

from exactcover.parallel import coordinator

__all__ = ["Crooked", "tasks_of_few_nodes"]


@contextmanager
def tasks_of_few_nodes():
    """Small problems are divided as well; for a block, or by a decorator."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (
            ("_FIRST_NODES", 3), ("_FEWEST_NODES", 3), ("_TASK_SECONDS", (1e-9, 1e-9)),
            ("_LEAST_ROUNDS", 0),
        ):  # fmt: skip
            patch.setattr(coordinator, name, value)
        yield


class Crooked(Executor):
    """Does what it is given in the same thread; fails where it is told to."""

    def __init__(self, fails):
        self._fails = fails
        self.calls = 0

    def submit(self, call, /, *arguments, **named):
        self.calls += 1
        future = Future()
        try:
            if self._fails(self.calls):
                raise OSError("the worker is gone")
            future.set_result(call(*arguments, **named))
        except OSError as error:
            future.set_exception(error)
        return future
