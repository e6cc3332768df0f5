"""Why there is no solution, or several; what singles one out; and deductions step by step."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import replace

import exactcover as xc

from ..brute_force import Bound, Case, Truth, fewest_that_tell, solutions
from .checks import Names, holds, same

#: Steps of the brute force for a part of a problem at most.
PART = 50_000


def explain(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    # (With thresholds that leave the search alone with it, the smallest part takes minutes.)
    case, answer = truth.case, problem.explain(seconds=600)
    if truth.bags:
        return same(answer, None, "explain() of a problem with solutions")
    holds(answer is not None, "explain() of a problem without solutions gives none")
    assert answer is not None
    items, given = list(answer.items), Names(case).numbers(answer.given)
    holds(given <= set(case.given), "an explanation by an option that is not given")
    part, more = part_of(problem, case, answer)
    same(solutions(part, PART, [*items, *more], given), [], f"solutions of the part {answer!r}")
    same(answer.problem.count(), 0, "solutions of Explanation.problem")
    holds(answer.reason, "an explanation without a sentence")
    if answer.irreducible and not answer.rules:
        for item in items:
            rest = [other for other in items if other != item]
            holds(solutions(part, PART, rest, given), f"{item!r} is not needed: {items}")
        for option in given:
            holds(solutions(part, PART, items, given - {option}), f"{option} is not needed")
    if answer.weights:
        check_weights(answer, case)
    return None


def part_of(problem: xc.Problem, case: Case, answer: xc.Explanation) -> tuple[Case, list[Hashable]]:
    """The case with the rules of an explanation alone, and the items that these take for granted.

    A set of multiplicities is a rule. A rule reads options where items are covered exactly once.
    """
    gaps = [
        item
        for item in case.primary
        if isinstance(bound := case.bounds.get(item), frozenset)
        and len(bound) <= max(bound) - min(bound)
    ]
    named = [text in answer.rules for text in problem.rules]
    bounds: dict[Hashable, Bound] = {item: case.stated_bound(item) for item in case.bounds}
    more: list[Hashable] = []
    for item, is_named in zip(gaps, named, strict=False):
        if is_named:
            bounds[item] = case.bounds[item]
            more.append(item)
    rules = tuple(itertools.compress(case.rules, named[len(gaps) :]))
    if answer.rules:
        more += filter(case.is_exact, case.primary)
    return replace(case, bounds=bounds, rules=rules), more


def check_weights(answer: xc.Explanation, case: Case) -> None:
    """The counting argument: what all options weigh cannot add up to what the items do."""
    weights = answer.weights
    if any(case.bound(item)[0] != case.bound(item)[1] for item in weights) or answer.given:
        return
    total = sum(weight * case.bound(item)[0] for item, weight in weights.items())
    each = [
        sum(weights.get(item, 0) for item, _ in option)
        for number, option in enumerate(case.options)
        if case.choosable(number)
    ]
    if answer.modulus:
        holds(all(weight % answer.modulus == 0 for weight in each), f"weights {each}")
        holds(total % answer.modulus, f"the total {total} is 0 modulo {answer.modulus}")
    else:
        holds(all(weight <= 0 for weight in each) and total > 0, f"weights {each}, total {total}")


def ambiguity(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    case, names = truth.case, Names(truth.case)
    answer = problem.ambiguity()
    if isinstance(answer, xc.Impossible):
        return same(len(truth), 0, "ambiguity() finds it impossible")
    if answer.solutions.complete:
        same(answer.solutions, len(truth), "ambiguity().solutions")
    holds(answer.solutions <= len(truth), "ambiguity().solutions, a lower bound")
    shared, opened, never = (
        names.numbers(each) for each in (answer.shared, answer.open, answer.never)
    )
    for option in range(len(case.options)):
        number = truth.occurrences(option)
        kinds = [option in kind for kind in (shared, opened, never)]
        truly = [number == len(truth), 0 < number < len(truth), number == 0]
        if any(kinds):
            same(kinds, truly, f"ambiguity() of option {option}, in {number} of {len(truth)}")
        else:
            holds(number == 0 or case.names[option] in answer.undecided, f"{option} is forgotten")
    holds(not answer.undecided, "something is undecided without a limit on the time")
    for kind in (answer.shared, answer.open, answer.never):
        here = {*kind}
        same(kind, tuple(o for o in problem.live_options if o in here), "the order of options")
    fewest = fewest_that_tell(truth.bags)
    if answer.choice is None:
        # Beyond the solutions that are listed, not every choice is found where options repeat.
        holds(fewest is None or not answer.solutions.complete or case.repeat, "no choice")
        return None
    choice = names.numbers(answer.choice)
    having = truth.having(*choice)
    same(len(having), 1, f"solutions with the choice {choice}")
    same(having, names.bags([answer.leads_to]), "leads_to")
    if answer.smallest:
        same(len(choice), fewest, "the smallest choice")
    for option in choice:
        holds(len(truth.having(*choice - {option})) > 1, f"{option} of the choice is not needed")
    return None


def fewest(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    rows = [Names(truth.case).of(bag) for bag in truth.bags]
    answer = xc.defining_set(rows)
    expected = fewest_that_tell(truth.bags) if rows else None
    if answer is None:
        return same(expected, None, "defining_set() finds none")
    chosen = Names(truth.case).numbers(answer.members)
    places = [k for k, bag in enumerate(truth.bags) if chosen <= set(bag)]
    same(places, [answer.place], "defining_set().place")
    return same(len(chosen), expected, "defining_set()") if answer.smallest else None


def traces(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    names = Names(truth.case)
    told = problem.trace()
    if told.outcome == "impossible":
        same(len(truth), 0, "trace() finds it impossible")
    taken: Counter[int] = Counter()
    for step in told.steps:
        (number,) = names.numbers([step.option])
        if step.action in ("take", "given"):
            taken[number] += 1
            holds(all(bag.count(number) >= taken[number] for bag in truth.bags), f"take {number}")
        gone = names.numbers(step.removed) | ({number} if step.action == "remove" else set())
        for option in gone:
            holds(all(bag.count(option) <= taken[option] for bag in truth.bags), f"{option} goes")
    if told.outcome == "solved":
        same(truth.bags, [tuple(sorted(taken.elements()))], "trace() solves it")
    str(told)
    # (A rule adds options, and three nested assumptions about many options may take minutes.)
    with suppress(xc.SearchStopped):
        depth = problem.difficulty(seconds=3)
        holds(depth is None or len(truth) < 2, f"difficulty {depth} of {len(truth)} solutions")
        same(told.outcome in ("impossible", "solved"), depth == 0, "difficulty 0")
