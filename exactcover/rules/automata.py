"""Rules about sequences of items: finite automata, and runs of equal values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

from ..common.arguments import to_int
from ..errors import shown
from ..statement.additions import Additions
from ..statement.model import Model
from ..statement.results import Solution
from .chain import Entries, add_chain
from .conditions import Condition, Place, is_exact, place_of

__all__ = ["Automaton", "Runs"]


class Automaton(Condition):
    """A finite automaton accepts the sequence of options that cover some items.

    The constraint *regular* (G. Pesant, CP 2004; ``exactcover/rules/chain.py``).

    Parameters
    ----------
    items : iterable of hashable
        Primary items, each covered exactly once, in the order to read them.
    start : hashable
        The first state.
    step : callable
        ``step(state, item, option)`` returns the next state, which is hashable, or None to reject.
        An option that covers several of the items is read at each.
    accept : callable, optional
        ``accept(state)`` says whether the last state is accepted. Default: every state is.

    Raises
    ------
    TypeError
        From ``where``, if ``items`` are not primary items covered once.

    Examples
    --------
    >>> row = xc.Problem("abc", {(cell, bit): cell for cell in "abc" for bit in (0, 1)})
    >>> odd = xc.Automaton("abc", 0, lambda state, cell, option: state ^ option[1], bool)
    >>> int(row.where(odd).count())
    4
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

    def __call__(self, solution: Solution) -> bool:
        state = self.start
        for item in self.items:
            (option,) = solution.covered[item]
            state = self.step(state, item, option)
            if state is None:
                return False
        return self.accept is None or bool(self.accept(state))

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
    """At most ``longest`` items in a row have the same value.

    Parameters
    ----------
    items : iterable of hashable
        Primary items, each covered exactly once, in a row.
    look : callable
        ``look(option, item)`` returns the value, hashable, that an option gives to an item.
    longest : int, default 1
        The most items in a row that may have the same value; 1: neighbours always differ.

    Raises
    ------
    TypeError
        If ``longest`` is not a whole number from 1; from ``where``, if ``items`` are not as said.

    Examples
    --------
    >>> row = xc.Problem("abc", {(cell, bit): cell for cell in "abc" for bit in (0, 1)})
    >>> int(row.where(xc.Runs("abc", lambda option, cell: option[1])).count())
    2
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
