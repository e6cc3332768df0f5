"""Searches in tasks of a few nodes each, an executor that fails, and a search of a user's own."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

import exactcover as xc
from exactcover.parallel import coordinator

__all__ = ["Crooked", "Sums", "tasks_of_few_nodes"]


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


@dataclass(frozen=True)
class Sums:
    """Work to divide: subsets of 1 to n with a given sum, their numbers ascending."""

    n: int
    total: int
    statement = "ascending"

    @property
    def name(self):
        return f"subsets of 1 to {self.n} with the sum {self.total}"

    def below(self, prefix, listed):
        return SumsBelow(self, prefix)


class SumsBelow:
    """Those that begin with some numbers; how many there are of each size is told as well."""

    def __init__(self, work, prefix):
        self.work, self.nodes = work, 0
        self.stack = [tuple(prefix)]

    @property
    def done(self):
        return not self.stack

    def run(self, nodes, stop):
        until, found = self.nodes + nodes, []
        while self.stack and self.nodes < until and not stop():
            chosen = self.stack.pop()
            self.nodes += 1
            if sum(chosen) == self.work.total:
                found.append(chosen)
            first = chosen[-1] + 1 if chosen else 1
            self.stack += [
                (*chosen, number)
                for number in range(self.work.n, first - 1, -1)
                if sum(chosen) + number <= self.work.total
            ]
        return xc.Found(len(found), Counter(map(len, found)), found)

    def open_prefixes(self):
        return [xc.OpenPrefix(chosen, 1 / len(self.stack)) for chosen in self.stack[::-1]]
