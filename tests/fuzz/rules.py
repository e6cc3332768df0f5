"""Ready-made rules in plain data, and the truth about them, straight from their definitions.

As in ``brute_force.py``, nothing of ``exactcover`` is imported here. Options are numbers; a bag is
a solution, each option as often as it is chosen.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

__all__ = ["Automaton", "Connected", "Read", "Rule", "Runs", "Totals", "fits"]

Bag = tuple[int, ...]
#: A number; the least and the most, None for no limit; a set of numbers, or a range.
Allowed = int | tuple[int | None, int | None] | AbstractSet[int] | range
#: Items -> the only option of a solution that covers each.
Read = Callable[[Sequence[Hashable]], list[int]]


def fits(number: int, allowed: Allowed) -> bool:
    """Whether a number is allowed."""
    if isinstance(allowed, int):
        return number == allowed
    if isinstance(allowed, tuple):
        least, most = allowed
        return (least is None or number >= least) and (most is None or number <= most)
    return number in allowed


class Rule:
    """A rule; ``name`` is what it is called, or "" for what it is."""

    name: str

    def keeps(self, bag: Bag, read: Read) -> bool:
        """Whether a solution keeps it."""
        raise NotImplementedError


#: Option -> what it weighs; others weigh nothing.
Weights = dict[int, int]


@dataclass(frozen=True)
class Totals(Rule):
    """What the options chosen weigh together is allowed, unless ``allowed`` is None, once or in
    several ways; these totals are all equal, or all different."""

    #: "Times", "Total", "EqualTotals" or "DifferentTotals".
    kind: str
    weights: tuple[Weights, ...]
    allowed: Allowed | None = None
    name: str = ""

    def keeps(self, bag: Bag, read: Read) -> bool:
        totals = [sum(each.get(option, 0) for option in bag) for each in self.weights]
        different = len(set(totals))
        right = different == len(totals) if self.kind == "DifferentTotals" else different <= 1
        return right and (self.allowed is None or all(fits(t, self.allowed) for t in totals))


@dataclass(frozen=True)
class Runs(Rule):
    """At most so many items in a row look alike, by the options that cover them."""

    items: tuple[Hashable, ...]
    looks: dict[int, Hashable]
    longest: int
    name: str = ""

    def keeps(self, bag: Bag, read: Read) -> bool:
        looks = [self.looks[option] for option in read(self.items)]
        return all(len(list(run)) <= self.longest for _, run in itertools.groupby(looks))


@dataclass(frozen=True)
class Automaton(Rule):
    """Reading an option at an item leads from one state, a number, to another, or is refused."""

    items: tuple[Hashable, ...]
    #: What an option adds to the state at an item; the new state is the rest modulo ``modulus``.
    adds: dict[int, int]
    factor: int
    modulus: int
    #: States that are refused at once, and those that are accepted at the end, None for all.
    refused: frozenset[int]
    accepted: frozenset[int] | None
    name: str = ""

    def step(self, state: int, item: Hashable, option: int) -> int | None:
        """The next state; an item counts by the place where it comes first."""
        state = self.factor * state + self.adds[option] + self.items.index(item)
        state %= self.modulus
        return None if state in self.refused else state

    def keeps(self, bag: Bag, read: Read) -> bool:
        state: int | None = 0
        for item, option in zip(self.items, read(self.items), strict=True):
            state = self.step(state, item, option)
            if state is None:
                return False
        return self.accepted is None or state in self.accepted


@dataclass(frozen=True)
class Connected(Rule):
    """The options chosen, of those that are named, are one component of a graph, or none."""

    named: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    name: str = ""

    def keeps(self, bag: Bag, read: Read) -> bool:
        chosen = {option for option in self.named if option in bag}
        reached = set(sorted(chosen)[:1])
        for _ in chosen:
            for one, other in self.pairs:
                if {one, other} <= chosen and reached & {one, other}:
                    reached |= {one, other}
        return reached == chosen
