"""Explanations of why there is no solution, and their sentences."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..common.displayed import Displayed
from ..common.slots import kept
from ..errors import shown
from ..statement.results import PartialSolution
from ..statement.statement import Statement
from ..text import counted

__all__ = ["Explanation"]

#: Names that a sentence lists at most.
_MOST_NAMES = 16


@dataclass(frozen=True)
class Explanation(Displayed):
    """Why there is no solution: a part of the problem that has none, whatever the rest is.

    Attributes
    ----------
    problem : Problem
        The part.
    items, given : tuple of hashable
        Names of its items and of its given options.
    irreducible : bool
        Whether every item, given option and rule is proven to be needed: without any one of them,
        the rest has a solution.
    weights : dict
        The counting argument, item -> weight, or empty. It may name more items than ``items``,
        since a search may have found a smaller part.
    modulus, total : int
        Of the counting argument: its modulus, 0 for whole numbers; the weight of all items.
    rules : tuple of str
        Its ready-made rules, in words.
    """

    problem: Any
    items: tuple[Hashable, ...]
    given: tuple[Hashable, ...]
    irreducible: bool
    weights: dict[Hashable, int]
    modulus: int = 0
    total: int = 0
    rules: tuple[str, ...] = ()
    #: What ``problem`` states.
    _statement: Statement = field(repr=False, compare=False, kw_only=True)

    @kept
    def reason(self) -> str:
        """The reason, as a sentence."""
        return self.in_words()

    def _given_part(self) -> PartialSolution:
        """The given options that take part, to be drawn."""
        model = self._statement.model
        return PartialSolution(model, tuple(sorted(model.numbers_of(self.given))))

    def in_words(
        self,
        item: Callable[[Any], str] = shown,
        option: Callable[[Any], str] = shown,
        items: str = "items",
        an_option: str = "option",
    ) -> str:
        """The reason in your own words.

        Parameters
        ----------
        item, option, items, an_option : callable and str
            Functions that name an item and an option; the words for "items" and "option".
        """
        words = _Words(item, option, items, an_option)
        if len(self.items) == 1 and not self.given and not self.rules:
            return words.by_one_item(self)
        if not self.weights:
            return words.by_search(self)
        text = words.by_counting(self)
        if len(self.weights) == len(self.items):
            return text
        return f"{text}. Of them, {words.by_search(self)}"

    def __str__(self) -> str:
        return self.reason


@dataclass(frozen=True)
class _Words:
    """How a sentence names one item and one option, and what it calls items and an option."""

    item: Callable[[Any], str]
    named_option: Callable[[Any], str]
    items: str
    option: str

    def by_one_item(self, why: Explanation) -> str:
        (name,) = why.items
        model = why._statement.model
        low, _ = model.compiled.bounds
        have = model.compiled.n_options
        if have == 0:
            return f"no {self.option} covers {self.item(name)}"
        only = f"only {counted(have, self.option)} {'covers' if have == 1 else 'cover'} it"
        times = low[model.number_of_item[name]]
        return f"{self.item(name)} must be covered {times} times, and {only}"

    def by_counting(self, why: Explanation) -> str:
        sides: dict[int, list[Hashable]] = {}
        for name, weight in why.weights.items():
            sides.setdefault(weight, []).append(name)
        if why.modulus == 2:
            return (
                f"every {self.option} covers an even number of these {len(why.weights):,}"
                f" {self.items}, which have to be covered an odd number of times in all:"
                f" {_listed(list(why.weights), self.item)}"
            )
        if why.modulus == 0 and set(sides) <= {1, -1}:
            fewer, more = (
                f"of the {len(names):,} {self.items} {_listed(names, self.item)}"
                for names in (sides.get(-1, []), sides.get(1, []))
            )
            return f"every {self.option} covers at least as many {fewer} as {more}"
        weighed = "; ".join(
            f"{weight} to {_listed(sides[weight], self.item)}" for weight in sorted(sides)
        )
        weighs = f"weighs 0 modulo {why.modulus}" if why.modulus else "weighs 0 or less"
        return (
            f"give the weight {weighed}: then every {self.option} {weighs}, and all {self.items}"
            f" together {why.total}"
        )

    def by_search(self, why: Explanation) -> str:
        given, rules = _listed(why.given, self.named_option), "; ".join(why.rules[:_MOST_NAMES])
        if len(why.rules) > _MOST_NAMES:
            rules += f"; and {len(why.rules) - _MOST_NAMES:,} more"
        if not why.items and not why.rules:
            return f"{given} is both given and forbidden"
        text = f"these {len(why.items):,} {self.items} cannot be satisfied together"
        if len(why.items) == 1:
            text = "this cannot be satisfied"
        text += f": {_listed(why.items, self.item)}"
        if why.rules:
            kept = "this rule" if len(why.rules) == 1 else f"these {len(why.rules):,} rules"
            kept = f"{kept}: {rules}"
            text = f"{text}; under {kept}" if why.items else f"nothing satisfies {kept}"
        return f"given {given}, {text}" if why.given else text


def _listed(names: Sequence[Hashable], named: Callable[[Any], str]) -> str:
    texts = [named(name) for name in names[:_MOST_NAMES]]
    if len(names) > _MOST_NAMES:
        return f"{', '.join(texts)} and {len(names) - _MOST_NAMES:,} more"
    return " and ".join(filter(None, (", ".join(texts[:-1]), *texts[-1:])))
