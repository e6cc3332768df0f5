"""Ready-made rules: a problem that has some is asked the questions of any other."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import exactcover as xc

from ..brute_force import Bag, Truth
from .arguments import some_options
from .diagrams import tables, zdd
from .optimum import cheapest
from .rules import rules
from .search import budgets, chunks, count, count_by_method, limits, unique

__all__ = ["conditions"]

_QUESTIONS = [
    count, count_by_method, chunks, unique, limits, budgets, zdd, tables, cheapest, rules,
]  # fmt: skip


def conditions(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    chosen = [a_rule(truth, draw) for _ in range(draw.randint(1, 2))]
    for rule, allowed in chosen:
        problem, truth = problem.where(rule), truth.where(allowed)
    draw.choice(_QUESTIONS)(problem, truth, draw)


def a_rule(truth: Truth, draw: random.Random) -> tuple[Any, Callable[[Bag], bool]]:
    """A rule, and the same rule for the options of a solution."""
    case = truth.case
    names, some = case.names, some_options(case, draw, 4)
    least = draw.randint(0, 2)
    most = draw.choice([None, least, least + 1])

    def between(number: int) -> bool:
        return number >= least and (most is None or number <= most)

    if case.repeat or draw.random() < 0.3:
        rule = xc.Times([names[option] for option in some], (least, most))
        return rule, lambda bag: between(sum(option in some for option in bag))
    weights = {option: draw.randint(-2, 3) for option in range(len(names))}

    def total(bag: Bag) -> int:
        return sum(weights[option] for option in bag)

    by_name = {names[option]: weight for option, weight in weights.items()}
    if draw.random() < 0.5:
        allowed = {draw.randint(-3, 5) for _ in range(draw.randint(1, 4))}
        return xc.Total(by_name, allowed), lambda bag: total(bag) in allowed
    once = [item for item in case.primary if case.bound(item) == (1, 1)]
    line = draw.sample(once, min(len(once), draw.randint(0, 3)))
    number = {name: option for option, name in enumerate(names)}

    def step(state: int, item: Any, option: Any) -> int | None:
        state = (2 * state + number[option] + line.index(item)) % 5
        return state or None

    def accepted(bag: Bag) -> bool:
        state: int | None = 1
        for item in line:
            (option,) = (o for o in bag if item in [each for each, _ in case.options[o]])
            state = step(state, item, names[option])
            if state is None:
                return False
        return state != 2

    return xc.Automaton(line, 1, step, lambda state: state != 2), accepted
