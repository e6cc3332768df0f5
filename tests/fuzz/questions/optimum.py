"""The cheapest solutions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from fractions import Fraction
from typing import Any

import exactcover as xc

from ..brute_force import Truth
from ..generator import problem_of
from .arguments import folder, slices_of
from .checks import TOO_LARGE, Names, holds, same, some_of
from .divided import failing, sessions

__all__ = ["cheapest", "cheapest_divided", "in_order"]

Answer = xc.Optimum[Any] | xc.Impossible


def a_question(truth: Truth, draw: random.Random, all_of_them: bool) -> tuple[int, dict[str, Any]]:
    """A sign, and what is asked for."""
    sign = draw.choice([1, -1])
    costs = truth.costs()
    ks = [1, 1, 2, 3, len(truth) + 1, *[None] * all_of_them]
    within = None
    if draw.random() < 0.4:
        near = draw.choice(costs) if costs else Fraction(0)
        within = near + sign * draw.choice([0, 0, -1, 1, Fraction(1, 7)])
    return sign, {"k": draw.choice(ks), "within": within, "reduce": draw.random() < 0.7}


def asking(problem: xc.Problem, sign: int) -> Callable[..., Answer]:
    return problem.minimize if sign == 1 else problem.maximize


def cheapest(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    sign, asked = a_question(truth, draw, all_of_them=True)
    nodes = draw.choice([None, None, 0, 1, 4, 30])
    if asked["k"] is not None:
        asked["ties"] = draw.random() < 0.4
    check(asking(problem, sign)(nodes=nodes, **asked), truth, sign, asked, nodes)


def cheapest_divided(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    """By workers that fail, and in sessions that are ended by budgets and by faults."""
    sign, asked = a_question(truth, draw, all_of_them=False)
    executor: Executor | None = draw.choice([None, failing(draw)])
    answer = asking(problem, sign)(workers=2, executor=executor, **asked)
    check(answer, truth, sign, asked, None)

    def ask(nodes: int | None) -> tuple[int | None, Answer]:
        ask = asking(problem_of(truth.case), sign)
        workers = draw.choice([1, 2])
        return nodes, ask(workers=workers, journal=where / "journal", nodes=nodes, **asked)

    with folder() as where:
        for nodes, answer in sessions(draw, ask):
            check(answer, truth, sign, asked, nodes)
            if isinstance(answer, xc.Impossible) or answer.complete:
                break


def check(
    answer: Answer, truth: Truth, sign: int, asked: dict[str, Any], nodes: int | None
) -> None:
    """What is claimed holds."""
    case, names = truth.case, Names(truth.case)
    k, within, ties = asked["k"], asked["within"], asked.get("ties", False)
    costs = [sign * cost for cost in truth.costs()][::sign]
    what = f"{'minimize' if sign == 1 else 'maximize'}({asked}, nodes={nodes})"
    fine = [cost for cost in costs if within is None or cost <= sign * within]
    wanted = fine[:k]
    if ties:
        wanted += [cost for cost in fine[k:] if cost == wanted[-1]]
    if isinstance(answer, xc.Impossible):
        return same(len(truth), 0, f"{what}: solutions of what is said to be impossible")
    found = names.bags(answer.solutions)
    some_of(found, truth, what)
    told = [sign * Fraction(cost) for cost in answer.costs]
    exact = [case.cost(bag) for bag in found]
    same(told, [sign * case.given_back(cost) for cost in exact], f"{what}: costs")
    told = [sign * cost for cost in exact]
    same(told, sorted(told), f"{what}: the order of the costs")
    same(len(set(found)), len(found), f"{what}: solutions that differ")
    holds(all(within is None or cost <= sign * within for cost in told), f"{what}: beyond within")
    if answer.complete:
        same(told, wanted, what)
    else:
        holds(nodes is not None, f"{what}: {answer.stopped}")
        holds(k is None or len(told) <= len(wanted), f"{what}: too many")
        holds(all(a >= b for a, b in zip(told, wanted, strict=False)), f"{what}: too cheap")
    if wanted:
        bound, least = case.rounded(Fraction(answer.bound)), case.rounded(sign * wanted[0])
        holds(sign * bound <= sign * least, f"{what}: the bound {answer.bound}")
    str(answer)
    return None


def in_order(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    case, names = truth.case, Names(truth.case)
    descending = draw.random() < 0.5
    costs = sorted(truth.costs(), reverse=descending)
    limit = draw.choice([None, None, 1, 2, 3, 6, len(truth) + 1])
    nodes = draw.choice([None, None, 1, 4, 30])
    how = {"limit": limit, "nodes": nodes, "descending": descending, "reduce": draw.random() < 0.7}
    what = f"solutions_by_cost({how})"
    solutions = problem.solutions_by_cost(**how)
    found = names.bags(solutions)
    some_of(found, truth, what)
    wanted = costs[:limit]
    told = [Fraction(case.cost(bag)) for bag in found]
    if solutions.stopped == "nodes":
        holds(nodes is not None and solutions.nodes <= nodes, f"{what}: {solutions.nodes} nodes")
        wanted = wanted[: len(told)]
    same(told, wanted, what)
    if solutions.complete:
        same(len(found), len(truth), f"{what}: all of them")
    with slices_of(draw):
        again = names.bags(problem_of(case).solutions_by_cost(**how))
    same(again, found, f"{what}: the order of a second run")
    if draw.random() < 0.3:
        with suppress(*TOO_LARGE):
            numbers = Counter(map(case.given_back, sorted(costs)))
            same(problem.count_by_cost(), dict(numbers), "count_by_cost")
