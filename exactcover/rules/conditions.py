"""Ready-made rules: how many of some options, sums of weights, what comes after what.

Each becomes items and options of the problem (``chain.py``), so that every question takes it: a
search propagates it, a diagram counts it, and the rest of the package knows nothing of it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from ..arrays.compiled import UNLIMITED
from ..common.arguments import pairs_of, to_int
from ..errors import MethodConflict, shown
from ..statement.additions import Additions
from ..statement.model import Model
from .chain import Entries, add_chain
from .readings import Place, is_exact, place_of, places_of

__all__ = ["Automaton", "Condition", "DifferentTotals", "EqualTotals", "Runs", "Times", "Total"]

#: Option -> its weight; options that are not named weigh nothing.
Weights = Mapping[Any, int] | Callable[[Any], int]
#: A number; the least and the most, None for no limit; or a set of numbers.
Allowed = int | tuple[int | None, int | None] | frozenset[int] | set[int] | range


class Condition:
    """A rule that becomes a part of a problem; :meth:`Problem.where` takes it."""

    def add_to(self, more: Additions) -> None:
        """Add its items and options. Raises :class:`RuleTooLarge`, and TypeError for bad names."""
        if more.model.compiled.repeat:
            raise MethodConflict("repeat=True", f"the rule {self!r}")
        self._add(more)

    @abstractmethod
    def _add(self, more: Additions) -> None:
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(shown, self._stated()))})"

    @abstractmethod
    def _stated(self) -> Sequence[Any]:
        """The arguments that it was made with."""
        raise NotImplementedError


class Numbers:
    """Which whole numbers are allowed."""

    def __init__(self, stated: Allowed):
        self.stated = stated
        self.set: frozenset[int] | None = None
        self.least: int | None
        self.most: int | None
        if isinstance(stated, set | frozenset | range):
            members = [to_int(each) for each in stated]
            if not members or None in members:
                raise TypeError(f"allowed={shown(stated)}: expected whole numbers in the set")
            self.set = frozenset(each for each in members if each is not None)
            self.least, self.most = min(self.set), max(self.set)
            if len(self.set) == self.most - self.least + 1:
                self.set = None
            return
        pair = isinstance(stated, tuple) and len(stated) == 2
        bounds: Any = stated if pair else (stated, stated)
        self.least, self.most = map(to_int, bounds)
        for bound, read in zip(bounds, (self.least, self.most), strict=True):
            if read is None and not (pair and bound is None):
                expected = "a whole number, (least, most) with None for no limit, or a set"
                raise TypeError(f"allowed={shown(stated)}: expected {expected}")

    def __contains__(self, number: int) -> bool:
        if self.set is not None:
            return number in self.set
        return self.reaches(number, number)

    def reaches(self, least: int, most: int) -> bool:
        """Whether the least and the most of some numbers lie on no wrong side of all allowed."""
        return (self.most is None or least <= self.most) and (
            self.least is None or most >= self.least
        )


class Times(Condition):
    """How many of some options are chosen: at most two of them, one or three of them.

    ``options``: names of options. ``allowed``: a number; (least, most) with None for no limit; or a
    set of numbers. (The constraint *among*: N. Beldiceanu and E. Contejean, 1994.)
    """

    def __init__(self, options: Iterable[Hashable], allowed: Allowed):
        self.options = tuple(options)
        self.allowed = Numbers(allowed)

    def add_to(self, more: Additions) -> None:
        allowed = self.allowed
        if allowed.set is not None:
            super().add_to(more)
            return
        numbers = choosable(more.model, self.options)
        low = max(0, allowed.least or 0)
        high = UNLIMITED if allowed.most is None else allowed.most
        if high < low:
            more.primary("cannot be kept")
            return
        if (low, high) == (0, 1):
            item = more.secondary("at most one")
        else:
            item = more.primary("how many", low, min(high, UNLIMITED))
        for option in numbers:
            more.cover(option, item)

    def _add(self, more: Additions) -> None:
        _add_sum(more, dict.fromkeys(choosable(more.model, self.options), 1), self.allowed)

    def _stated(self) -> Sequence[Any]:
        return self.options, self.allowed.stated


class Total(Condition):
    """The sum of the weights of the options chosen.

    ``weights``: a mapping from option to a whole number, or a function from an option's name to
    one; options that it does not name weigh nothing. ``allowed``: as for :class:`Times`.
    """

    def __init__(self, weights: Weights, allowed: Allowed):
        self.weights = weights
        self.allowed = Numbers(allowed)

    def _add(self, more: Additions) -> None:
        _add_sum(more, _numbered(more.model, self.weights), self.allowed)

    def _stated(self) -> Sequence[Any]:
        return self.weights, self.allowed.stated


class EqualTotals(Condition):
    """Several sums of weights are all the same, whatever it is; see :class:`Total`."""

    _any: Allowed = (None, None)

    def __init__(self, *weights: Weights, allowed: Allowed | None = None):
        self.weights = weights
        self.allowed = None if allowed is None else Numbers(allowed)

    def _add(self, more: Additions) -> None:
        same = more.secondary("the total")
        colour: dict[int, int] = {}

        def entries(total: int) -> Entries:
            return ((same, colour.setdefault(total, len(colour) + 1)),)

        self._add_each(more, entries)

    def _add_each(self, more: Additions, entries: Callable[[int], Entries]) -> None:
        for k, weights in enumerate(self.weights):
            numbered = _numbered(more.model, weights)
            _add_sum(more, numbered, self.allowed, entries, f"sum {k + 1}, ")

    def _stated(self) -> Sequence[Any]:
        return self.weights


class DifferentTotals(EqualTotals):
    """Several sums of weights are all different; see :class:`Total`."""

    def _add(self, more: Additions) -> None:
        items: dict[int, int] = {}

        def entries(total: int) -> Entries:
            if total not in items:
                items[total] = more.secondary(f"the total {total}")
            return ((items[total], 0),)

        self._add_each(more, entries)


class Automaton(Condition):
    """What covers some items, read in order by a finite automaton.

    ``items``: primary items, each covered exactly once. ``step(state, item, option)`` returns the
    next state, or None to refuse; an option that covers several of the items is read at each.
    ``start``: the first state. ``accept(state)``: whether the last state is accepted; all are if it
    is None. States are hashable.
    """

    def __init__(
        self,
        items: Iterable[Hashable],
        start: Hashable,
        step: Callable[[Any, Any, Any], Hashable],
        accept: Callable[[Any], bool] | None = None,
    ):
        self.items = tuple(items)
        self.start, self.step, self.accept = start, step, accept

    def _add(self, more: Additions) -> None:
        names, step, accept = more.model.option_names, self.step, self.accept

        def after(k: int, state: Any, option: int) -> Hashable:
            return step(state, self.items[k], names[option])

        def finish(state: Any) -> Entries | None:
            return () if accept is None or accept(state) else None

        add_chain(more, _places(more.model, self.items), self.start, after, finish)

    def _stated(self) -> Sequence[Any]:
        return self.items, self.start, self.step, self.accept


class Runs(Automaton):
    """No more than so many items in a row are covered by what looks alike.

    ``items``: as for :class:`Automaton`. ``look(option, item)``: how an option looks at an item.
    ``longest``: the items in a row that may look alike; 1: no two neighbours do.
    """

    def __init__(
        self, items: Iterable[Hashable], look: Callable[[Any, Any], Hashable], longest: int = 1
    ):
        if (to_int(longest) or 0) < 1:
            raise TypeError(f"longest={shown(longest)}: expected a whole number from 1")
        self.look, self.longest = look, longest
        super().__init__(items, (None, 0), self._after)

    def _after(self, state: tuple[Any, int], item: Any, option: Any) -> Hashable:
        look = self.look(option, item)
        length = state[1] + 1 if state[1] and state[0] == look else 1
        return (look, length) if length <= self.longest else None

    def _stated(self) -> Sequence[Any]:
        return self.items, self.look, self.longest


def _places(model: Model, items: Sequence[Hashable]) -> list[Place]:
    places = []
    for name in items:
        item = model.number_of_item.get(name)
        if item is None or not is_exact(model, item):
            found = "no item" if item is None else "an item that is not covered exactly once"
            raise TypeError(f"{shown(name)} is {found}; expected primary items covered once")
        places.append(place_of(model, item))
    return places


def choosable(model: Model, options: Iterable[Hashable]) -> list[int]:
    """The numbers of these options, ascending, without those that no solution contains."""
    numbers = sorted(set(model.shown.numbers_of(options)))
    return [number for number in numbers if model.choosable[number]]


def _numbered(model: Model, weights: Weights) -> dict[int, int]:
    """Option number -> weight, for those that weigh something."""
    shown_model = model.shown
    pairs = pairs_of(weights)
    if pairs is None:
        if not callable(weights):
            raise TypeError(f"weights={shown(weights)}: expected option -> whole number")
        pairs = [(name, weights(name)) for name in shown_model.option_names]
    found: dict[int, int] = {}
    for name, stated in pairs:
        weight = to_int(stated)
        if weight is None:
            raise TypeError(
                f"the weight of {shown(name)} is {shown(stated)}: expected whole numbers"
            )
        numbers = choosable(model, (name,))
        if weight and numbers:
            found[numbers[0]] = weight
    return found


def _add_sum(
    more: Additions,
    weights: Mapping[int, int],
    allowed: Numbers | None,
    entries: Callable[[int], Entries] = lambda total: (),
    name: str = "",
) -> None:
    """Add a chain that adds up weights. ``entries``: what the end covers at a total."""
    places = places_of(more.model, weights)
    # What is still to come adds at least and at most so much.
    ranges = []
    for place in places:
        read = [weights[option] for option in place.read]
        whole = place.item is not None and len(place.read) == len(place.options)
        ranges.append((min(read), max(read)) if whole else (min(0, *read), max(0, *read)))
    least, most = (
        [*accumulate((pair[k] for pair in reversed(ranges)), initial=0)][::-1] for k in (0, 1)
    )

    def after(k: int, total: int, weight: int | None) -> Hashable:
        total += weight or 0
        if allowed is None or allowed.reaches(total + least[k + 1], total + most[k + 1]):
            return total
        return None

    def finish(total: int) -> Entries | None:
        return entries(total) if allowed is None or total in allowed else None

    add_chain(more, places, 0, after, finish, weights.__getitem__, name)
