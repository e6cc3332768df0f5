"""Rules about sums: the number of chosen options, and the sum of their weights."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from ..arrays.compiled import UNLIMITED
from ..common.arguments import pairs_of, to_int
from ..errors import shown
from ..statement.additions import Additions
from ..statement.model import Model
from ..statement.results import Solution
from .chain import Entries, add_chain
from .conditions import Condition, choosable, places_of

__all__ = ["DifferentTotals", "EqualTotals", "Times", "Total"]

#: Option -> its weight; options that are not named weigh nothing.
Weights = Mapping[Any, int] | Callable[[Any], int]
#: A number; the least and the most, None for no limit; or a set of numbers.
Allowed = int | tuple[int | None, int | None] | frozenset[int] | set[int] | range


class _Numbers:
    """Which whole numbers are allowed."""

    def __init__(self, stated: Allowed):
        self.stated = set(stated) if isinstance(stated, set) else stated
        self.set: frozenset[int] | None = None
        self.least: int | None
        self.most: int | None
        if isinstance(stated, range) and stated and abs(stated.step) == 1:
            stated = (min(stated[0], stated[-1]), max(stated[0], stated[-1]))
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
        if self.least is not None and self.most is not None and self.least > self.most:
            raise TypeError(f"allowed={shown(stated)}: the least is more than the most")
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
    """Limits how many of some options are chosen, as in "at most three of these".

    The constraint *among* (N. Beldiceanu and E. Contejean, 1994).

    Parameters
    ----------
    options : iterable of hashable
        Names of options. An option that is chosen several times counts as often.
    allowed : int, tuple or set of int
        A number; (least, most) with None for no limit, such as (None, 3); or a set of numbers.

    Raises
    ------
    TypeError
        If ``allowed`` is none of these, or the least is more than the most.

    Examples
    --------
    >>> problem = xc.Problem("abc", {1: "a", 2: "a", 3: "b", 4: "b", 5: "c"})
    >>> int(problem.where(xc.Times([1, 3, 5], (None, 2))).count())
    3
    """

    def __init__(self, options: Iterable[Hashable], allowed: Allowed):
        self.options = tuple(options)
        self.allowed = _Numbers(allowed)

    def __call__(self, solution: Solution) -> bool:
        return sum(map(set(self.options).__contains__, solution)) in self.allowed

    def _add_to(self, more: Additions) -> None:
        allowed = self.allowed
        if allowed.set is not None:
            super()._add_to(more)
            return
        numbers = choosable(more.model, self.options)
        low = max(0, allowed.least or 0)
        high = UNLIMITED if allowed.most is None else allowed.most
        if not low <= high or low >= UNLIMITED:  # no number of options is so small or so large
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
    """Limits the sum of the weights of the chosen options.

    Parameters
    ----------
    weights : mapping or callable
        Option -> a whole number, or a function from an option's name to one; options that a mapping
        does not name weigh nothing.
    allowed : int, tuple or set of int
        The allowed sums: a number; (least, most) with None for no limit; or a set of numbers.

    Raises
    ------
    TypeError
        If ``allowed`` is none of these; from ``where`` if a weight is not a whole number.

    Examples
    --------
    >>> problem = xc.Problem("ab", {1: "a", 2: "a", 3: "b", 4: "b"})
    >>> list(problem.where(xc.Total(lambda option: option, 5)).solutions())
    [Solution(1, 4), Solution(2, 3)]
    """

    def __init__(self, weights: Weights, allowed: Allowed):
        self.weights = _copied(weights)
        self.allowed = _Numbers(allowed)

    def __call__(self, solution: Solution) -> bool:
        return _total(self.weights, solution) in self.allowed

    def _add(self, more: Additions) -> None:
        _add_sum(more, _numbered(more.model, self.weights), self.allowed)

    def _stated(self) -> Sequence[Any]:
        return self.weights, self.allowed.stated


class EqualTotals(Condition):
    """Several sums of weights of chosen options are all equal.

    Parameters
    ----------
    *weights : mapping or callable
        The weights of options for each sum, as for :class:`Total`.
    allowed : int, tuple or set of int, optional
        The allowed sums, as for :class:`Total`. Default: any number.

    Raises
    ------
    TypeError
        As :class:`Total`.

    Examples
    --------
    >>> problem = xc.Problem("ab", {1: "a", 2: "a", 3: "b", 4: "b"})
    >>> problem.where(xc.EqualTotals({1: 5, 2: 6}, {3: 6, 4: 7})).first()
    Solution(2, 3)
    """

    def __init__(self, *weights: Weights, allowed: Allowed | None = None):
        self.weights = tuple(map(_copied, weights))
        self.allowed = None if allowed is None else _Numbers(allowed)

    def __call__(self, solution: Solution) -> bool:
        totals = [_total(weights, solution) for weights in self.weights]
        allowed = self.allowed
        return self._fit(totals) and (allowed is None or all(each in allowed for each in totals))

    @staticmethod
    def _fit(totals: Sequence[int]) -> bool:
        return len(set(totals)) < 2

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
    """Several sums of weights of chosen options are all different.

    Parameters
    ----------
    *weights : mapping or callable
        The weights of options for each sum, as for :class:`Total`.
    allowed : int, tuple or set of int, optional
        The allowed sums, as for :class:`Total`. Default: any number.

    Raises
    ------
    TypeError
        As :class:`Total`.

    Examples
    --------
    >>> problem = xc.Problem("ab", {1: "a", 2: "a", 3: "b", 4: "b"})
    >>> int(problem.where(xc.DifferentTotals({1: 5, 2: 6}, {3: 6, 4: 7})).count())
    3
    """

    @staticmethod
    def _fit(totals: Sequence[int]) -> bool:
        return len(set(totals)) == len(totals)

    def _add(self, more: Additions) -> None:
        items: dict[int, int] = {}

        def entries(total: int) -> Entries:
            if total not in items:
                items[total] = more.secondary(f"the total {total}")
            return ((items[total], 0),)

        self._add_each(more, entries)


def _copied(weights: Weights) -> Weights:
    """Weights that do not change when the user's mapping does."""
    pairs = pairs_of(weights)
    return weights if pairs is None else dict(pairs)


def _total(weights: Weights, solution: Solution) -> int:
    if callable(weights):
        return sum(weights(option) for option in solution)
    return sum(weights[option] for option in solution if option in weights)


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
    allowed: _Numbers | None,
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
