"""How the commands print solutions, and answers that Ctrl-C interrupts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any

from ..common.costs import cost_text
from ..problem import Problem
from ..statement.results import Interrupted, Solution
from ..text import printable
from .interrupts import whole
from .json_output import json_cost, print_json

__all__ = ["partial_answer", "print_solution", "solution_as_json"]


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
    if problem.costs:
        answer["cost"] = json_cost(solution.cost)
    return answer


def print_solution(
    problem: Problem, number: int, solution: Solution, as_json: bool = False
) -> None:
    """A solution with its number: an option a line, or an object."""
    with whole():
        if as_json:
            print_json(solution_as_json(problem, number, solution))
            return
        cost = f", cost {cost_text(solution.cost)}" if problem.costs else ""
        print(f"solution {number}{cost}")
        for option in solution.options:
            print(f"  {printable(option)}: {_words(problem, option)}")


@contextmanager
def partial_answer(show: Callable[[Any], None]) -> Iterator[None]:
    """Where Ctrl-C interrupts the question asked within, show the answer so far."""
    try:
        yield
    except Interrupted as interruption:
        show(interruption.partial)
        sys.stdout.flush()
        raise
