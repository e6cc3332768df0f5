"""Options given, forbidden and removed; batches; files; properties of problems."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import exactcover as xc

from ..brute_force import Truth
from ..generator import problem_of
from .arguments import a_search, folder, some_options
from .checks import Names, all_of, check_unique, holds, same


def givens(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    case, names = truth.case, Names(truth.case)
    given, forbidden = some_options(case, draw, 2), some_options(case, draw, 2, any_of_them=True)
    made = problem.given(*names.of(given)).without(*names.of(forbidden))
    truly = Truth(replace(case, given=tuple(sorted({*case.given, *given})),
                          forbidden=tuple(sorted({*case.forbidden, *forbidden}))))  # fmt: skip
    how = a_search(case, draw)
    all_of(names.bags(made.solutions(**how)), truly, f"given {given}, without {forbidden}, {how}")
    same(set(made.given_options), set(names.of(truly.case.given)), "given_options")
    same(set(made.forbidden_options), set(names.of(truly.case.forbidden)), "forbidden_options")
    same(made.ungiven().given_options, (), "ungiven().given_options")
    holds(made.ungiven().given(*made.given_options) == made, "ungiven() loses more than givens")
    live = names.numbers(made.live_options)
    for bag in truly.bags:
        holds(set(bag) <= live, f"live_options lacks {set(bag) - live}")
    limited = list(made.live_options)
    kept = made.without(*[name for name in case.names if name not in set(limited)])
    same(kept.count(), len(truly), "the count with the live options alone")


def reduced(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    names = Names(truth.case)
    reduction = problem.reduce()
    if reduction.impossible is not None:
        same(len(truth), 0, "solutions of what reduce() finds impossible")
    else:
        for number in names.numbers(reduction.forced):
            same(
                truth.occurrences(number), len(truth), f"solutions with the forced option {number}"
            )
        for number in names.numbers(reduction.removed):
            if number not in truth.case.given and not truth.case.repeat:
                same(truth.occurrences(number), 0, f"solutions with the removed option {number}")
        left = problem.reduced()
        all_of(names.bags(left.solutions(**a_search(truth.case, draw))), truth, "reduced()")
    str(reduction), [str(reason) for reason in reduction.removed.values()]


def batch(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    case, names = truth.case, Names(truth.case)
    lists = [some_options(case, draw, 3) for _ in range(draw.randint(1, 6))]
    left_out = [some_options(case, draw, 2, any_of_them=True) for _ in lists]
    asked = problem.batch([*map(names.of, lists)], without=[*map(names.of, left_out)])
    truths = [
        [bag for bag in truth.having(*each) if set(out).isdisjoint(bag)]
        for each, out in zip(lists, left_out, strict=True)
    ]
    limit = draw.choice([None, 0, 1, 2])
    arrays = asked.as_arrays(limit)
    expected = [len(bags) if limit is None else min(limit, len(bags)) for bags in truths]
    same(arrays.counts.tolist(), expected, f"batch.as_arrays({limit})")
    for bags, first, number, verdict in zip(
        truths, asked.first(), asked.count(limit), asked.is_unique(), strict=True
    ):
        same(bool(first), bool(bags), "batch.first()")
        if first:
            holds(names.bag(first) in bags, "batch.first() gives no solution")
        same(number, len(bags) if limit is None else min(limit, len(bags)), f"batch.count({limit})")
        holds(not number.complete or number == len(bags), "batch.count() says it is complete")
        check_unique(verdict, bags, case)


def looks(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    """What a problem tells of itself, without a search."""
    case = truth.case
    same(problem.primary, case.primary, "primary")
    same(problem.secondary, case.secondary, "secondary")
    same(problem.options, case.names, "options")
    bounds = {item: case.stated_bound(item) for item in case.primary}
    bounds = {item: bound for item, bound in bounds.items() if bound != (1, 1)}
    same(problem.multiplicity, bounds, "multiplicity")
    stated = {i: case.given_back(Fraction(cost)) for i, cost in case.penalties.items()}
    same({item: Fraction(c) for item, c in problem.penalties.items()}, stated, "penalties")
    sets = [bound for bound in case.bounds.values() if isinstance(bound, frozenset)]
    gaps = sum(len(bound) <= max(bound) - min(bound) for bound in sets)
    same(len(problem.rules), gaps + len(case.rules), "rules")
    if case.costs:
        costs = [Fraction(problem.costs[name]) for name in case.names]
        exact = [Fraction(case.costs.get(k, 0)) for k in range(len(costs))]
        same(costs, list(map(case.given_back, exact)), "costs")
    for number in range(len(case.options)):
        same(problem.items_of(case.names[number]), dict(case.options[number]), "items_of")
    check = problem.check()
    holds(bool(check) and not check.faults, f"faults: {check}")
    notes = Counter(type(note).__name__ for note in check.notes)
    same(notes["NoPrimaryItems"], int(not case.primary), "notes on no primary items")
    if case.primary:
        lonely = sum(all(item not in case.primary for item, _ in each) for each in case.options)
        same(notes["OptionOnlySecondary"], lonely, "notes on options of secondary items only")
    for item in (*problem.primary, *problem.secondary):
        covering = [name for name in case.names if item in problem.items_of(name)]
        same(problem.options_of(item), tuple(covering), "options_of")
    if not case.rules:
        again = problem_of(case)
        same((again, hash(again)), (problem, hash(problem)), "a problem that is stated twice")
    repr(problem)


def files(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    case = truth.case
    with folder() as where:
        path = where / draw.choice(["case.json", "case.dlx", "case.json.gz", "case.dlx.gz"])
        try:
            xc.write(problem, path)
        except (xc.UnwritableName, xc.UnwritableProblem):
            holds(not path.exists(), "a file of a problem that cannot be written")
            names = [*case.primary, *case.secondary, *case.names]
            names += (c for option in case.options for _, c in option if c is not None)
            plain = all(isinstance(name, str) and name.isalnum() for name in names)
            holds(not plain or case.given or case.forbidden or case.repeat or not case.primary,
                  "plain names cannot be written")  # fmt: skip
            return
        again = xc.read(path, repeat=case.repeat)
    same(again.count(), len(truth), f"count of {path.name}")
    # What is given and forbidden is applied to the options; the others are left out.
    # Options and items that rules have added follow the others.
    live = set(problem.live_options)
    kept = [number for number, name in enumerate(case.names) if name in live]
    stated = again.options[: len(kept)]
    if not problem.rules:
        same(len(again.options), len(kept), f"options of {path.name}")
    if ".json" in path.name:
        same(list(stated), [case.names[number] for number in kept], f"names of {path.name}")
        for item in case.primary:
            bounds = again.multiplicity.get(item, (1, 1))
            same(bounds, case.stated_bound(item), f"multiplicity in {path.name}")
        for name in stated:
            items = problem.items_of(name).items()
            same(again.items_of(name).items() & items, items, f"items of {path.name}")
    found = [
        tuple(kept[k] for k in solution._numbers if k < len(kept)) for solution in again.solutions()
    ]
    same(sorted(found), sorted(truth.bags), f"solutions of {path.name}")
    told = [again.costs.get(name, 0) for name in stated], again.penalties.values()
    true = (
        [case.costs.get(number, 0) for number in kept],
        [case.penalties[item] for item in case.primary if item in case.penalties],
    )
    rounded = (
        [[case.rounded(Fraction(cost)) for cost in each] for each in pair] for pair in (told, true)
    )
    same(*rounded, f"costs and penalties of {path.name}")
