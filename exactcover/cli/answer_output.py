"""How answers are printed: solutions and JSON."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TextIO

from ..common.costs import Cost, cost_text
from ..statement.results import Solution
from ..text import digits, json_text, printable
from .interrupts import uninterrupted

if TYPE_CHECKING:
    from ..problem import Problem


def json_number(value: int) -> int | str:
    """A count for JSON: a number, or a string beyond what every reader keeps exact (2^53)."""
    return int(value) if abs(value) < 2**53 else digits(value)


def json_cost(value: Cost) -> int | float | str:
    """A cost for JSON: a number, or a string for a fraction or a number that readers may round."""
    if isinstance(value, float):
        return value
    return json_number(int(value)) if value == int(value) else cost_text(value)


def label_as_json(stopped: str | None, nodes: int) -> dict[str, Any]:
    """Whether an answer is complete, what stopped its search, and the nodes visited."""
    return {"complete": stopped is None, "stopped": stopped, "nodes": nodes}


#: What each object begins with.
_about: ContextVar[Mapping[str, Any]] = ContextVar("about", default={})  # noqa: B039 (never changed)


@contextmanager
def json_about(about: Mapping[str, Any]) -> Iterator[None]:
    """Inside, :func:`print_json` puts these keys at the beginning of each object."""
    token = _about.set(about)
    try:
        yield
    finally:
        _about.reset(token)


def print_json(value: Any, file: TextIO | None = None) -> None:
    """One line of JSON."""
    stream = file or sys.stdout
    if isinstance(value, dict):
        value = {**_about.get(), **value}
    with uninterrupted():
        print(json_text(value, stream.encoding or "utf-8"), file=stream)


def _words(problem: Problem, option: Hashable) -> str:
    return " ".join(
        printable(item) if colour is None else f"{printable(item)}:{printable(colour)}"
        for item, colour in problem.items_of(option).items()
    )


def solution_as_json(problem: Problem, number: int, solution: Solution) -> dict[str, Any]:
    """A solution with its number, as commands print it with ``--json``."""
    answer = {
        "solution": number,
        "options": list(solution.options),
        "items": [list(solution.items_of(option)) for option in solution.options],
        "colours": [[item, colour] for item, colour in solution.colours.items()],
    }
    penalties = problem.penalties
    if penalties or problem.costs:
        answer["cost"] = json_cost(solution.cost)
    if penalties:
        answer["open"] = [[item, times] for item, times in solution.open_items.items()]
    return answer


def print_solution(
    problem: Problem, number: int, solution: Solution, as_json: bool = False
) -> None:
    """A solution with its number: an option a line, or an object."""
    with uninterrupted():
        if as_json:
            print_json(solution_as_json(problem, number, solution))
            return
        priced = problem.penalties or problem.costs
        cost = f", cost {cost_text(solution.cost)}" if priced else ""
        missing = ", ".join(
            printable(item) + (f" ({times} missing)" if times > 1 else "")
            for item, times in solution.open_items.items()
        )
        print(f"solution {number}{cost}{missing and f'; open: {missing}'}")
        for option in solution.options:
            print(f"  {printable(option)}: {_words(problem, option)}")
