"""Solutions up to symmetry."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import replace
from typing import Any

import exactcover as xc
from exactcover.symmetries.permutations import closure

from ..brute_force import Case, Truth, orbits_of, same_options
from .arguments import ENGINES, a_search
from .checks import Names, holds, same

METHODS = ("auto", "filter", "fixed points", "representatives", "canonical forms")


def symmetry(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    case = truth.case
    motions = [motion for motion in case.motions if same_options(case, motion)]
    detect = not motions or draw.random() < 0.3
    try:
        group = problem.symmetry(*() if detect else motions, detect=detect, most=20_000)
    except (xc.MethodConflict, xc.NotASymmetry) as error:
        conflict = isinstance(error, xc.MethodConflict)
        holds(problem.rules and (conflict or not detect), f"no group: {error}")
        return
    if detect and group.order > 1_000:
        return
    table = closure(group._options, len(case.options), 20_000)
    moved = [tuple(element.tolist()) for element in table]
    same(len(set(moved)), group.order, "elements of the group")
    holds(tuple(range(len(case.options))) in moved, "the group lacks the identity")
    for goes, options in zip(group.generators, group._options, strict=True):
        for number, to in enumerate(options.tolist()):
            there = {goes.get(item, item) for item, _ in case.options[number]}
            same({item for item, _ in case.options[to]}, there, "where a generator takes an option")
            kinds = [(each in case.given, each in case.forbidden) for each in (number, to)]
            same(kinds[0], kinds[1], "given or forbidden under a generator")
        holds(same_options(replace(case, options=_uncoloured(case)), goes), "a generator is none")
    plain = not any(colour for option in case.options for _, colour in option)
    plain = plain and not (case.costs or case.penalties or problem.rules)
    if detect and plain and len(case.primary) + len(case.secondary) <= 5:
        # Of options that are alike, any permutation is one more symmetry.
        alike = Counter(
            (frozenset(option), k in case.given, k in case.forbidden)
            for k, option in enumerate(case.options)
        )
        number = len({_image(case, goes) for goes in _permutations(case)})
        for times in alike.values():
            number *= math.factorial(times)
        same(group.order, number, "symmetries that are detected")
    orbits = list(orbits_of(truth.bags, moved))
    for orbit in orbits:
        holds(orbit <= truth.set, "a symmetry makes no solution of a solution")
    how = a_search(case, draw)
    method = draw.choice(METHODS)
    by_own = dict(sorted(Counter(len(moved) // len(orbit) for orbit in orbits).items()))
    try:
        answer = group.count(method, **how)
        if answer.stopped == "memory":
            raise xc.DiagramTooLarge(0, answer.nodes)
        same((answer.free, answer.fixed), (len(orbits), len(truth)), f"orbits by {method}, {how}")
        known = answer.method != "fixed points"
        holds(not known or answer.stabilisers == by_own, f"{method}: {answer}")
    except xc.MethodConflict:
        holds(method in METHODS[2:], f"a conflict with {method}")
        method = "filter"
    nodes = draw.randint(0, 9)
    part = group.count(method, nodes=nodes, **{**how, "engine": draw.choice(ENGINES)})
    holds(part.free <= len(orbits) and part.fixed <= len(truth), f"{part} after {nodes} nodes")
    whole = (part.free, part.fixed) == (len(orbits), len(truth))
    holds(part.stopped == "nodes" or whole, f"complete with {part} after {nodes} nodes")
    if method != "fixed points":
        seen = []
        for solution, own, size in group.solutions(method, **how):
            bag = Names(case).bag(solution)
            (orbit,) = (orbit for orbit in orbits if bag in orbit)
            same((own, size), (len(moved) // len(orbit), len(orbit)), "own and size")
            same(group.stabiliser(solution), own, "stabiliser()")
            same(set(Names(case).bags(group.orbit(solution))), orbit, "orbit()")
            seen.append(orbits.index(orbit))
        same(sorted(seen), list(range(len(orbits))), f"one of each orbit by {method}, {how}")


def _permutations(case: Case) -> Iterator[dict[Hashable, Hashable]]:
    """The permutations of the items that map the options to themselves."""
    for primary in itertools.permutations(case.primary):
        for secondary in itertools.permutations(case.secondary):
            goes = dict(zip((*case.primary, *case.secondary), (*primary, *secondary), strict=True))
            if same_options(case, goes):
                yield goes


def _image(case: Case, goes: dict[Hashable, Hashable]) -> Any:
    """Where the options go, options that are alike taken as one."""
    return tuple(frozenset(goes[item] for item, _ in option) for option in case.options)


def _uncoloured(case: Case) -> Any:
    return tuple(tuple((item, None) for item, _ in option) for option in case.options)
