"""Counting and listing, with limits and budgets."""

from __future__ import annotations

import itertools
import random
from collections.abc import Hashable
from fractions import Fraction

import exactcover as xc

from ..brute_force import Truth
from ..generator import problem_of
from .arguments import a_search, an_order, slices_of
from .checks import Names, all_of, check_unique, holds, listed, partly, proof, same, some_of


def count(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    how = a_search(truth.case, draw)
    answer = problem.count(**how)
    same(answer, len(truth), f"count({how})")
    holds(answer.complete, f"count({how}) is not complete")
    proof(answer.impossible, truth, f"count({how})")


def count_by_method(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    method = draw.choice(["auto", "auto", "listing", "diagram"])
    memory = draw.choice(["2GB", "1MB", 1_000_000])
    order = an_order(truth.case, draw) if method == "diagram" else "mrv"
    answer = problem.count(method=method, memory=memory, order=order)
    if answer.stopped == "memory":
        holds(method == "diagram", "a method that goes on without a diagram is out of memory")
        same(answer, 0, "a count that was stopped by the memory")
        return
    same(answer, len(truth), f"count({method}, {memory})")
    holds(answer.complete, f"count({method}) is not complete")
    proof(answer.impossible, truth, f"count({method})")


def solution_by_solution(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    names, how = Names(truth.case), a_search(truth.case, draw)
    iterator = problem.solutions(**how)
    found = list(iterator)
    all_of(names.bags(found), truth, f"solutions({how})")
    same((iterator.complete, iterator.stopped), (True, None), "at the end of the list")
    same(iterator.found, len(found), "solutions.found")
    proof(iterator.impossible, truth, "solutions.impossible")
    with slices_of(draw):
        again = [solution.options for solution in problem_of(truth.case).solutions(**how)]
    same(again, [solution.options for solution in found], f"the order of a second run, {how}")
    first = problem.first(**how)
    if first and first.method in ("learning", "restarts", "sat"):  # found in one of its turns
        holds(first in found, f"first: {first}")
    else:
        same(first if first else None, found[0] if found else None, "first")
    if found:
        check_solution(draw.choice(found), truth, names)


def check_solution(solution: xc.Solution, truth: Truth, names: Names) -> None:
    """What a solution tells of itself."""
    case, bag = truth.case, names.bag(solution)
    same(list(solution), names.of(bag), "the options of a solution")
    same(len(solution), len(bag), "its length")
    same(Fraction(solution.cost), case.given_back(case.cost(bag)), "its cost")
    covered: dict[Hashable, list[Hashable]] = {}
    colours = {}
    for number in bag:
        for item, colour in case.options[number]:
            covered.setdefault(item, []).append(case.names[number])
            if colour is not None:
                colours[item] = colour
    same({item: list(each) for item, each in solution.covered.items()}, covered, "covered")
    same(dict(solution.colours), colours, "colours")
    same(dict(solution.open_items), case.open_items(bag), "open_items")
    for number in bag:
        entries = [item for item, _ in case.options[number]]
        same(set(solution.items_of(case.names[number])), set(entries), "items_of")


def chunks(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    how, size, before = a_search(truth.case, draw), draw.randint(1, 5), draw.randint(0, 3)
    iterator = problem.solutions(**how)
    found = Names(truth.case).bags(itertools.islice(iterator, before))
    tables = []
    for table in iterator.chunks(size):
        holds(1 <= len(table) <= size, f"a chunk of {len(table)} rows, {size} asked for")
        tables.append(table)
    all_of(found + listed(tables), truth, f"chunks({size}) of solutions({how})")
    same((iterator.complete, iterator.found), (True, len(truth)), "after the last chunk")


def unique(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    answer = problem.is_unique(**a_search(truth.case, draw))
    check_unique(answer, truth.bags, truth.case)


def limits(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    how, limit = a_search(truth.case, draw), draw.randint(0, len(truth) + 2)
    answer = problem.count(limit, **how)
    same(answer, min(limit, len(truth)), f"count({limit}, {how})")
    partly(answer, len(truth), f"count({limit}, {how})", "limit")
    holds(answer.complete or answer == limit, f"count({limit}, {how}) is stopped early")
    iterator = problem.solutions(limit, **how)
    found = Names(truth.case).bags(iterator)
    same(len(found), min(limit, len(truth)), f"solutions({limit}, {how})")
    some_of(found, truth, f"solutions({limit}, {how})")
    holds(iterator.impossible is None or not truth.bags, "the list is said to be impossible")


def budgets(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    how, nodes = a_search(truth.case, draw), draw.choice([0, 1, 2, 3, 5, 9, 20])
    answer = problem.count(nodes=nodes, **how)
    holds(answer.nodes <= nodes, f"{answer.nodes} nodes of {nodes}, {how}")
    partly(answer, len(truth), f"count(nodes={nodes}, {how})", "nodes")
    iterator = problem.solutions(nodes=nodes, **how)
    some_of(Names(truth.case).bags(iterator), truth, "solutions(nodes=)")
    holds(iterator.impossible is None or not truth.bags, "a list is said to be impossible")
    holds(not iterator.complete or iterator.found == len(truth), "a list is said to be complete")
    try:
        first = problem.first(nodes=nodes, **how)
        same(bool(first), bool(truth.bags), "first(nodes=)")
    except xc.SearchStopped as stop:
        same(stop.stopped, "nodes", "what stopped first()")
    verdict = problem.is_unique(nodes=nodes, **how)
    if verdict.verdict == "undecided":
        holds(len(verdict.solutions) < 2, "undecided with two solutions")
    else:
        check_unique(verdict, truth.bags, truth.case)
    partly(problem.count(seconds=0.0, **how), len(truth), "a count out of time", "seconds")


def estimates(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    answer = problem.estimate(40, seed=draw.randint(0, 9), reduce=draw.random() < 0.5)
    for figure in (answer.nodes, answer.solutions, answer.seconds):
        holds(0 <= figure.low <= figure.value <= figure.high, f"an estimate: {figure}")
    if not truth.bags:
        same(answer.solutions.value, 0.0, "solutions estimated where there is none")
    if answer.probes == 0:
        same(len(truth), 0, "no descent, since it is impossible")
    str(answer)
