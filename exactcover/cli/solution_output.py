"""How the commands print solutions."""

from __future__ import annotations

import sys
from collections.abc import Hashable
from typing import Any, TextIO

from ..common.costs import cost_text
from ..problem import Problem
from ..statement.results import Solution
from ..text import json_text, printable
from . import console

__all__ = ["print_json", "print_solution", "solution_as_json"]


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
        answer["cost"] = console.json_cost(solution.cost)
    return answer


def print_solution(problem: Problem, number: int, solution: Solution) -> None:
    """A solution with its number, an option a line."""
    cost = f", cost {cost_text(solution.cost)}" if problem.costs else ""
    with console.whole():
        print(f"solution {number}{cost}")
        for option in solution.options:
            print(f"  {printable(option)}: {_words(problem, option)}")


def print_json(value: Any, file: TextIO | None = None) -> None:
    """One line of JSON."""
    stream = sys.stdout if file is None else file
    text = json_text(value, stream.encoding or "utf-8")
    with console.whole():
        print(text, file=stream)
