"""The base class of ready-made rules.

A ready-made rule becomes items and options of the problem (``chain.py``), so that every question
takes it: a search propagates it, a diagram counts it, and the rest of the package knows nothing of
it.

It reads options at places, at each of which exactly one option is chosen. A primary item that is
covered exactly once makes such a place. A rule for some options asks for few places that have them
all. An option in no such item is a place of its own: either it is chosen, or an option that stands
for its absence (``chain.py``).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Any

from ..errors import MethodConflict, shown
from ..statement.additions import Additions
from ..statement.model import Model
from ..statement.results import Solution
from ..text import shortened

if TYPE_CHECKING:
    from typing import Self

__all__ = ["Condition", "choosable"]


class Condition:
    """A ready-made rule, which becomes a part of a problem; see :meth:`Problem.where`.

    Called with a solution, it returns whether the solution satisfies the rule.
    """

    #: What explanations call it; "" for its arguments.
    name = ""

    def named(self, name: str) -> Self:
        """The same rule with a name.

        Parameters
        ----------
        name : str
            The name that explanations use.

        Examples
        --------
        >>> xc.Problem("a", {1: "a"}).where(xc.Times([1], 0).named("not 1")).rules
        ('not 1',)
        """
        other = copy(self)
        other.name = str(name)
        return other

    @abstractmethod
    def __call__(self, solution: Solution) -> bool:
        raise NotImplementedError

    def _add_to(self, more: Additions) -> None:
        """Add its items and options. Raises :class:`RuleTooLarge`, and TypeError for bad names."""
        if more.model.compiled.repeat:
            raise MethodConflict("repeat=True", f"the rule {self!r}")
        self._add(more)

    @abstractmethod
    def _add(self, more: Additions) -> None:
        raise NotImplementedError

    def __repr__(self) -> str:
        texts = [shortened(shown(each), 60) for each in self._stated()]
        return f"{type(self).__name__}({', '.join(texts)})"

    @abstractmethod
    def _stated(self) -> Sequence[Any]:
        """The arguments that it was made with."""
        raise NotImplementedError


def choosable(model: Model, options: Iterable[Hashable]) -> list[int]:
    """The numbers of these options, ascending, without those that no solution contains."""
    numbers = sorted(set(model.shown.numbers_of(options)))
    return [number for number in numbers if model.choosable[number]]


@dataclass(frozen=True)
class Place:
    """Exactly one of some options is chosen here."""

    #: The item that they share; None for one option, which is chosen or not.
    item: int | None
    #: All options with the item; or the one.
    options: Sequence[int]
    #: Those that the rule reads here: it may read the others elsewhere, or not at all.
    read: frozenset[int]


def place_of(model: Model, item: int) -> Place:
    """The place of an item that is covered exactly once, all of whose options are read there."""
    options = model.options_of_item[item]
    return Place(item, options, frozenset(options))


def is_exact(model: Model, item: int) -> bool:
    """Whether an item is primary, and covered exactly once in every solution."""
    compiled = model.compiled
    if item >= compiled.n_primary:
        return False
    return not compiled.multiple or compiled.low[item] == compiled.high[item] == 1


def places_of(model: Model, options: Iterable[int]) -> list[Place]:
    """Places where each of these options is read once, in order of declaration.

    They are found greedily: next comes the item with the most options that have no place yet.
    """
    unread = set(options)
    holding: dict[int, set[int]] = {}
    for option in unread:
        for item, _ in model.compiled.option(option):
            if is_exact(model, item):
                holding.setdefault(item, set()).add(option)
    found: list[tuple[int, Place]] = []
    # The items by how many options they hold, at some time: by fewer as others take them.
    largest = [(-len(options), item) for item, options in holding.items()]
    heapify(largest)
    while largest:
        many, item = heappop(largest)
        read = holding[item]
        if len(read) < -many:
            if read:
                heappush(largest, (-len(read), item))
            continue
        del holding[item]
        found.append((item, Place(item, model.options_of_item[item], frozenset(read))))
        for option in read:
            for other, _ in model.compiled.option(option):
                if other in holding:
                    holding[other].discard(option)
        unread -= read
    places = [place for _, place in sorted(found, key=lambda pair: pair[0])]
    return places + [Place(None, (option,), frozenset((option,))) for option in sorted(unread)]
