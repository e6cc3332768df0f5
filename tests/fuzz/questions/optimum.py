"""The cheapest solutions."""

from __future__ import annotations

import random
from fractions import Fraction

import exactcover as xc

from ..brute_force import Truth
from .checks import Names, holds, same, some_of


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
    answer = ask(k, within=within, nodes=nodes, reduce=draw.random() < 0.7)
    what = f"{ask.__name__}({k}, within={within}, nodes={nodes})"
    wanted = [cost for cost in costs if within is None or cost <= sign * within][:k]
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
        holds(k is None or len(told) <= k, f"{what}: too many")
        holds(all(a >= b for a, b in zip(told, wanted, strict=False)), f"{what}: too cheap")
    if wanted:
        holds(sign * Fraction(answer.bound) <= wanted[0], f"{what}: the bound {answer.bound}")
    str(answer)
    return None
