"""Why there is no solution: what an explanation says, and how it is put in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import shown
from ..statement.statement import Statement
from ..text import counted

__all__ = ["Explanation"]

#: Names that a sentence lists at most.
_MOST_NAMES = 16


@dataclass(frozen=True)
class Explanation:
    """Why there is no solution.

    ``items`` and ``given``: names of the items and of the given options that cannot be satisfied
    together, whatever the others are. ``irreducible``: whether it is known that without any one of
    them the rest has a solution. ``weights``: the counting argument, item -> weight, or empty. It
    may need more items than ``items``, if a search found a smaller part. ``modulus``: of the
    counting argument, 0 for whole numbers. ``total``: what all items weigh. ``problem``: ``items``
    and ``given`` alone, as a problem.
    """

    problem: Any
    items: tuple[Hashable, ...]
    given: tuple[Hashable, ...]
    irreducible: bool
    weights: dict[Hashable, int]
    modulus: int = 0
    total: int = 0
    #: What ``problem`` states.
    _statement: Statement = field(repr=False, compare=False, kw_only=True)

    @property
    def reason(self) -> str:
        """The reason as a sentence."""
        return self.in_words()

    def in_words(
        self,
        item: Callable[[Any], str] = shown,
        option: Callable[[Any], str] = shown,
        items: str = "items",
        an_option: str = "option",
    ) -> str:
        """The reason with other names for items and options, and for what these are."""
        return _in_words(self, item, option, items, an_option)

    def __str__(self) -> str:
        return self.reason


def _in_words(
    why: Explanation,
    item: Callable[[Any], str],
    option: Callable[[Any], str],
    items: str,
    an_option: str,
) -> str:
    """The explanation with these names for items and options, and for what these are."""
    if len(why.items) == 1 and not why.given:
        return _by_one_item(why, item, an_option)
    if not why.weights:
        return _by_search(why, item, option, items)
    text = _by_counting(why, item, items, an_option)
    if len(why.weights) == len(why.items):
        return text
    return f"{text}. Of them, {_by_search(why, item, option, items)}"


def _listed(names: Sequence[Hashable], named: Callable[[Any], str]) -> str:
    texts = [named(name) for name in names[:_MOST_NAMES]]
    if len(names) > _MOST_NAMES:
        return f"{', '.join(texts)} and {len(names) - _MOST_NAMES:,} more"
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def _by_one_item(why: Explanation, item: Callable[[Any], str], option: str) -> str:
    (name,) = why.items
    model = why._statement.model
    low = model.compiled.low[model.number_of_item[name]] if model.compiled.multiple else 1
    have = model.compiled.n_options
    if have == 0:
        return f"no {option} covers {item(name)}"
    only = f"only {counted(have, option)} {'covers' if have == 1 else 'cover'} it"
    return f"{item(name)} must be covered {low} times, and {only}"


def _by_counting(why: Explanation, item: Callable[[Any], str], items: str, option: str) -> str:
    sides: dict[int, list[Hashable]] = {}
    for name, weight in why.weights.items():
        sides.setdefault(weight, []).append(name)
    if why.modulus == 2:
        return (
            f"every {option} covers an even number of these {len(why.weights):,} {items}, which"
            f" have to be covered an odd number of times in all: {_listed(list(why.weights), item)}"
        )
    if why.modulus == 0 and set(sides) <= {1, -1}:
        more, fewer = sides.get(1, []), sides.get(-1, [])
        return (
            f"every {option} covers at least as many of the {len(fewer):,} {items}"
            f" {_listed(fewer, item)} as of the {len(more):,} {items} {_listed(more, item)}"
        )
    weighed = "; ".join(
        f"{weight} to {_listed(each, item)}" for weight, each in sorted(sides.items())
    )
    weighs = f"weighs 0 modulo {why.modulus}" if why.modulus else "weighs 0 or less"
    return (
        f"give the weight {weighed}: then every {option} {weighs}, and all {items} together"
        f" {why.total}"
    )


def _by_search(
    why: Explanation, item: Callable[[Any], str], option: Callable[[Any], str], items: str
) -> str:
    if not why.items:
        return f"{_listed(why.given, option)} is given and forbidden"
    text = f"these {len(why.items):,} {items} cannot be satisfied together"
    if len(why.items) == 1:
        text = "this cannot be satisfied"
    text += f": {_listed(why.items, item)}"
    if why.given:
        text += f"; with what is given: {_listed(why.given, option)}"
    return text
