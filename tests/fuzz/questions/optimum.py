"""The cheapest solutions."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from fractions import Fraction

import exactcover as xc

from ..brute_force import Truth
from ..generator import problem_of
from .arguments import slices_of
from .checks import TOO_LARGE, Names, holds, same, some_of


def cheapest(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    case, names = truth.case, Names(truth.case)
    sign = draw.choice([1, -1])
    costs = [sign * cost for cost in truth.costs()][::sign]
    k = draw.choice([1, 1, 2, 3, len(truth) + 1, None])
    within = None
    if draw.random() < 0.4:
        near = draw.choice(costs) if costs else Fraction(0)
        within = sign * (near + draw.choice([0, 0, -1, 1, Fraction(1, 7)]))
    nodes = draw.choice([None, None, 0, 1, 4, 30])
    ask = problem.minimize if sign == 1 else problem.maximize
    ties = k is not None and draw.random() < 0.4
    answer = ask(k, within=within, nodes=nodes, ties=ties, reduce=draw.random() < 0.7)
    what = f"{ask.__name__}({k}, within={within}, nodes={nodes}, ties={ties})"
    fine = [cost for cost in costs if within is None or cost <= sign * within]
    wanted = fine[:k]
    if ties:
        wanted += [cost for cost in fine[k:] if cost == wanted[-1]]
    if isinstance(answer, xc.Impossible):
        return same(len(truth), 0, f"{what}: solutions of what is said to be impossible")
    found = names.bags(answer.solutions)
    some_of(found, truth, what)
    told = [sign * Fraction(cost) for cost in answer.costs]
    same(told, [sign * case.cost(bag) for bag in found], f"{what}: costs")
    same(told, sorted(told), f"{what}: the order of the costs")
    holds(all(within is None or cost <= sign * within for cost in told), f"{what}: beyond within")
    if answer.complete:
        same(told, wanted, what)
    else:
        holds(nodes is not None or answer.stopped == "memory", f"{what}: {answer.stopped}")
        holds(k is None or len(told) <= len(wanted), f"{what}: too many")
        holds(all(a >= b for a, b in zip(told, wanted, strict=False)), f"{what}: too cheap")
    if wanted:
        holds(sign * Fraction(answer.bound) <= wanted[0], f"{what}: the bound {answer.bound}")
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
            same(problem.count_by_cost(), dict(Counter(sorted(costs))), "count_by_cost")
