"""Checks of answers: equal values, facts, lists of solutions, verdicts, errors."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

import numpy as np

import exactcover as xc

from ..brute_force import Bag, Case, Truth

#: The errors by which a limit on memory is told.
TOO_LARGE = (xc.DiagramTooLarge, xc.EngineTooLarge, xc.GroupTooLarge, xc.RuleTooLarge)


class Difference(AssertionError):
    """An answer is not the truth."""


def same(found: Any, expected: Any, what: str) -> None:
    """Raise :class:`Difference` unless both are equal."""
    if found != expected:
        raise Difference(f"{what}: {_short(found)}, expected {_short(expected)}")


def holds(fact: Any, what: str) -> None:
    """Raise :class:`Difference` unless it is so."""
    if not fact:
        raise Difference(what)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 300 else f"{text[:300]}…"


class Names:
    """The names of a case, to and from numbers."""

    def __init__(self, case: Case):
        self.case = case
        self._number = {name: number for number, name in enumerate(case.names)}

    def bag(self, options: Iterable[Hashable]) -> Bag:
        """The numbers of a solution's options."""
        return tuple(sorted(self._number[name] for name in options))

    def bags(self, found: Iterable[Iterable[Hashable]]) -> list[Bag]:
        return [self.bag(each) for each in found]

    def numbers(self, options: Iterable[Hashable]) -> set[int]:
        return {self._number[name] for name in options}

    def of(self, numbers: Iterable[int]) -> list[Hashable]:
        return [self.case.names[number] for number in numbers]


def check_progress(progress: xc.Progress) -> None:
    """Hold that a report makes sense."""
    holds(min(progress.nodes, progress.found, progress.seconds) >= 0, f"{progress}")
    holds(0 <= (progress.done or 0) <= 1 and (progress.left or 0) >= 0, f"{progress}")


def partly(count: xc.Count, expected: int, what: str, *stops: str) -> None:
    """Hold that a count is not too large, complete only if it is whole, and else stopped by one of
    these."""
    right = count == expected if count.complete else count <= expected
    holds(right, f"{what}: {count!r} of {expected}")
    if stops:
        holds(count.complete or count.stopped in stops, f"{what}, stopped by {count.stopped}")
    holds(count.impossible is None or not expected, f"{what}: it is said to be impossible")


def listed(rows: Iterable[Any]) -> list[Bag]:
    """The rows of tables as solutions."""
    found = []
    for table in rows:
        holds(table.dtype == np.int32, "a chunk is not int32")
        for row in table.tolist():
            options = [option for option in row if option >= 0]
            same(row, sorted(options) + [-1] * (len(row) - len(options)), "a row of a chunk")
            found.append(tuple(options))
    return found


def all_of(found: list[Bag], truth: Truth, what: str) -> None:
    """Hold that these are all solutions, each once."""
    same(sorted(found), sorted(truth.bags), what)


def some_of(found: Iterable[Bag], truth: Truth, what: str) -> None:
    """Hold that these are solutions, each once."""
    rows = list(found)
    holds(len(set(rows)) == len(rows), f"{what}: a solution comes twice: {_short(rows)}")
    holds(set(rows) <= truth.set, f"{what}: no solution: {_short(set(rows) - truth.set)}")


def proof(found: Any, truth: Truth, what: str) -> None:
    """Hold that there is a reason if, and only if, there is no solution."""
    same(found is not None, not truth.bags, f"{what}: a reason why there is none")
    if found is not None:
        holds(found.reason and not found, f"{what}: {found!r}")


def check_unique(answer: xc.Uniqueness, bags: list[Bag], case: Case) -> None:
    """What there is to a verdict."""
    verdict = {0: "impossible", 1: "unique"}.get(len(bags), "several")
    same(answer.verdict, verdict, "is_unique")
    same(bool(answer), len(bags) == 1, "bool(is_unique)")
    found = Names(case).bags(answer.solutions)
    same(len(set(found)), min(2, len(bags)), "its solutions")
    holds(set(found) <= set(bags), "its solutions are none")
    same(answer.impossible is not None, not bags, "its reason")


def refuses(kind: type[Exception], call: Callable[..., Any], *arguments: Any) -> None:
    """Hold that a call raises an error of this kind."""
    try:
        answer = call(*arguments)
    except kind:
        return
    raise Difference(f"{call.__name__}{arguments}: {_short(answer)}, expected {kind.__name__}")
