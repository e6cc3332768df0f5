"""The truth about a small problem, by enumeration straight from the definition.

Nothing of ``exactcover`` is imported here, and nothing is clever: options are taken or left one
after the other, and each rule of the definition is a line that can be read.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from .rules import Bag, Rule, fits

__all__ = [
    "Case",
    "TooLarge",
    "Truth",
    "fewest_that_tell",
    "orbits_of",
    "same_options",
    "solutions",
]

#: How often an item is covered: at least and at most, None for no limit; or a set of numbers.
Bound = tuple[int, int | None] | frozenset[int]


class TooLarge(Exception):
    """The enumeration would take too long."""


@dataclass(frozen=True)
class Case:
    """A problem in plain data, as it is stated."""

    primary: tuple[Hashable, ...]
    secondary: tuple[Hashable, ...] = ()
    #: The items of each option, with a colour or None.
    options: tuple[tuple[tuple[Hashable, Hashable], ...], ...] = ()
    #: Names of the options.
    names: tuple[Hashable, ...] = ()
    #: Primary item -> how often it is covered; items that are not here are covered once.
    bounds: dict[Hashable, Bound] = field(default_factory=dict)
    repeat: bool = False
    #: Number of an option -> its cost, a whole number, a float, a Fraction or a Decimal.
    costs: dict[int, Any] = field(default_factory=dict)
    #: Primary item -> what each cover costs that is missing. It must have a fixed number of covers.
    penalties: dict[Hashable, Any] = field(default_factory=dict)
    #: Numbers of the options that are given, and of those that are forbidden.
    given: tuple[int, ...] = ()
    forbidden: tuple[int, ...] = ()
    #: Permutations of the items that are meant to be symmetries.
    motions: tuple[dict[Hashable, Hashable], ...] = ()
    rules: tuple[Rule, ...] = ()

    def stated_bound(self, item: Hashable) -> tuple[int, int | None]:
        """How often a primary item is to be covered, at least and at most."""
        bound = self.bounds.get(item, (1, 1))
        return (min(bound), max(bound)) if isinstance(bound, frozenset) else bound

    def bound(self, item: Hashable) -> tuple[int, int | None]:
        """How often a primary item is covered, at least and at most: it may stay open, if it has a
        penalty."""
        least, most = self.stated_bound(item)
        return (0 if item in self.penalties else least), most

    def is_exact(self, item: Hashable) -> bool:
        """Whether a primary item is covered exactly once in every solution."""
        return self.bound(item) == (1, 1)

    def covers(self, bag: Bag, item: Hashable) -> int:
        """How often a solution covers an item."""
        return sum(item in [each for each, _ in self.options[option]] for option in bag)

    def keeps_rules(self, bag: Bag) -> bool:
        """Whether a solution of the rest keeps the rules, sets of multiplicities among them."""
        sets = [item for item, bound in self.bounds.items()
                if isinstance(bound, frozenset) and item not in self.penalties]  # fmt: skip
        if not all(fits(self.covers(bag, item), self.bounds[item]) for item in sets):
            return False

        def read(items: Sequence[Hashable]) -> list[int]:
            """What covers each of some items, which are covered exactly once."""
            found = []
            for item in items:
                (only,) = (o for o in bag if item in [each for each, _ in self.options[o]])
                found.append(only)
            return found

        return all(rule.keeps(bag, read) for rule in self.rules)

    def choosable(self, option: int) -> bool:
        """Whether an option may be chosen at all: it has a primary item, and is not forbidden."""
        has_primary = any(item in self.primary for item, _ in self.options[option])
        return has_primary and option not in self.forbidden

    def cost(self, bag: Bag) -> Fraction:
        """What a solution costs, with the penalties."""
        cost = sum((Fraction(self.costs.get(option, 0)) for option in bag), Fraction(0))
        for item, times in self.open_items(bag).items():
            cost += times * Fraction(self.penalties[item])
        return cost

    def rounded(self, cost: Fraction) -> Fraction:
        """A cost, rounded to a float where floats were stated."""
        stated = (*self.costs.values(), *self.penalties.values())
        floats = any(isinstance(number, float) for number in stated)
        return Fraction(float(cost)) if floats else cost

    def given_back(self, cost: Fraction) -> Fraction:
        """A cost as it is given back: rounded where floats were stated, unless it is whole."""
        return cost if cost.denominator == 1 else self.rounded(cost)

    def open_items(self, bag: Bag) -> dict[Hashable, int]:
        """Items with a penalty -> how many of their covers are missing, if any is."""
        missing = {
            item: self.stated_bound(item)[0] - self.covers(bag, item)
            for item in self.primary
            if item in self.penalties
        }
        return {item: times for item, times in missing.items() if times}


def solutions(
    case: Case,
    most_work: int | None = None,
    items: Collection[Hashable] | None = None,
    given: Collection[int] | None = None,
) -> list[Bag]:
    """All solutions; of a part of the problem, if only some items count and options are given.

    Rules need the items that they read. Raises :class:`TooLarge` after so many steps.
    """
    kept = set(case.primary) | set(case.secondary) if items is None else set(items)
    given = set(case.given if given is None else given)
    needed = {item: case.bound(item)[0] for item in case.primary if item in kept}
    allowed = {item: case.bound(item)[1] for item in case.primary if item in kept}
    entries = [
        [(item, colour) for item, colour in option if item in kept] for option in case.options
    ]
    if any(not case.choosable(option) for option in given):
        return []
    # Options without any item that counts change nothing, unless a rule names them.
    order = [
        option
        for option in range(len(entries))
        if case.choosable(option) and (entries[option] or option in given or case.rules)
    ]
    last_with = {item: place for place, option in enumerate(order) for item, _ in entries[option]}
    #: Place -> the items that no option from there on covers, but the one before it, if any.
    ended: dict[int, list[Hashable]] = {}
    for item in needed:
        ended.setdefault(last_with.get(item, -1) + 1, []).append(item)
    found: list[Bag] = []
    uses: dict[Hashable, list[Hashable]] = {item: [] for item in kept}
    steps = 0

    def within_bounds(option: int) -> bool:
        """Whether no item is covered too often, and every secondary item has one colour."""
        for item, _ in entries[option]:
            if item in needed:
                most = allowed[item]
                if most is not None and len(uses[item]) > most:
                    return False
            elif len(uses[item]) > 1 and (None in uses[item] or len(set(uses[item])) > 1):
                return False
        return True

    def times(option: int) -> int:
        """How often an option may be chosen: more than its items need where nothing else says."""
        if not case.repeat:
            return 1
        bounds = [allowed[item] for item, _ in entries[option] if item in needed]
        finite = [most for most in bounds if most is not None]
        if any(item not in needed and colour is None for item, colour in entries[option]):
            finite.append(1)
        least = [needed[item] for item, _ in entries[option] if item in needed]
        return min(finite) if finite else max([1, *least])

    def choose(place: int, bag: Bag) -> None:
        nonlocal steps
        steps += 1
        if most_work is not None and steps > most_work:
            raise TooLarge
        for item in ended.get(place, ()):
            if len(uses[item]) < needed[item]:
                return  # nothing that is left covers the item
        if place == len(order):
            found.append(bag)
            return
        option = order[place]
        if option not in given:
            choose(place + 1, bag)
        taken = 0
        while taken < most[option]:
            taken += 1
            for item, colour in entries[option]:
                uses[item].append(colour)
            if not within_bounds(option):
                break
            choose(place + 1, bag + (option,) * taken)
        for item, _ in entries[option]:
            del uses[item][len(uses[item]) - taken :]

    most = {option: times(option) for option in order}
    choose(0, ())
    return [bag for bag in found if case.keeps_rules(bag)]


class Truth:
    """What is true of a case."""

    def __init__(self, case: Case, most_work: int | None = None):
        self.case = case
        self.bags = solutions(case, most_work)
        self.set = set(self.bags)
        assert len(self.set) == len(self.bags)

    def __len__(self) -> int:
        return len(self.bags)

    def under(self, rules: tuple[Rule, ...]) -> Truth:
        """The truth about the same case with these rules as well."""
        other = copy(self)
        other.case = replace(self.case, rules=(*self.case.rules, *rules))
        other.bags = list(filter(other.case.keeps_rules, self.bags))
        other.set = set(other.bags)
        return other

    def having(self, *options: int) -> list[Bag]:
        """The solutions that contain all these options."""
        return [bag for bag in self.bags if set(options) <= set(bag)]

    def occurrences(self, option: int) -> int:
        """The number of solutions that contain an option."""
        return sum(option in bag for bag in self.bags)

    def costs(self) -> list[Fraction]:
        """What the solutions cost, ascending."""
        return sorted(map(self.case.cost, self.bags))


def fewest_that_tell(bags: Collection[Bag], most_work: int = 500_000) -> int | None:
    """The least number of options that exactly one of the solutions contains; None if none do.

    They are among the options of the one that they tell. Raises :class:`TooLarge`.
    """
    sets = [frozenset(bag) for bag in bags]
    steps = 0
    for size in range(max(map(len, sets)) + 1):
        for mine in sets:
            for chosen in itertools.combinations(sorted(mine), size):
                steps += len(sets)
                if steps > most_work:
                    raise TooLarge
                if sum(each.issuperset(chosen) for each in sets) == 1:
                    return size
    return None


def orbits_of(bags: Iterable[Bag], group: Iterable[tuple[int, ...]]) -> Iterator[set[Bag]]:
    """The solutions, those together that permutations of the options make of each other."""
    group = list(group)
    left = set(bags)
    while left:
        bag = min(left)
        orbit = {tuple(sorted(moved[option] for option in bag)) for moved in group}
        yield orbit
        left -= orbit


def same_options(case: Case, motion: dict[Hashable, Hashable]) -> bool:
    """Whether a permutation of the items maps the options, given, forbidden and bounds, to
    themselves."""

    def kinds(moved: dict[Hashable, Hashable]) -> Counter[Any]:
        return Counter(
            (frozenset((moved.get(item, item), colour) for item, colour in option),
             number in case.given, number in case.forbidden)
            for number, option in enumerate(case.options)
        )  # fmt: skip

    items = [*case.primary, *case.secondary]
    goes = {item: motion.get(item, item) for item in items}
    return (
        set(goes.values()) == set(items)
        and all((item in case.primary) == (to in case.primary) for item, to in goes.items())
        and all(case.bound(item) == case.bound(goes[item]) for item in case.primary)
        and kinds(goes) == kinds({})
    )
