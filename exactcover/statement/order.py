"""The order in which a search takes the items: which item to branch on next.

No answer depends on the order, but the size of the search tree does. Knuth's programs branch on an
item with the fewest live options ("minimum remaining values"), which is hard to beat. A fixed order
suits problems that are solved from one end to the other. Preferred items are what Knuth calls the
sharp preference heuristic (The Art of Computer Programming 4B, section 7.2.2.1, where names of such
items begin with "#").
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..arrays.compiled import Compiled
from ..arrays.core import Core
from ..common.deadline import ticking
from ..errors import OrderError

if TYPE_CHECKING:
    from .model import Model

_RULES = ("mrv", "fixed")
_EXPECTED = "'mrv', 'fixed', an Order, or a list of items"
_TIES = ("first", "last", "random")


@dataclass(frozen=True)
class Order:
    """The order in which a search takes items: which open item to branch on next.

    Parameters
    ----------
    rule : {"mrv", "fixed"}, default "mrv"
        "mrv": an item with the fewest live options. "fixed": the next item, however many options it
        has. With both, an item with one option left is taken at once.
    items : iterable of hashable, optional
        Names of primary items: the order that breaks ties (or, with "fixed", the order itself).
        Items that are not named come last.
    ties : {"first", "last", "random"}, default "first"
        The order of the items that ``items`` does not name: as declared, in reverse, or shuffled
        with ``seed``.
    prefer : iterable of hashable, optional
        Primary items to take before all others; the rule decides among them.
    seed : int, default 0
        Seed of ``ties="random"``.

    Raises
    ------
    OrderError
        If an argument is invalid; from a question, if a name is not a primary item.
    """

    rule: str = "mrv"
    items: tuple[Hashable, ...] = ()
    ties: str = "first"
    prefer: tuple[Hashable, ...] = ()
    seed: int = 0

    def __post_init__(self) -> None:
        for name, value, allowed in (("rule", self.rule, _RULES), ("ties", self.ties, _TIES)):
            if value not in allowed:
                raise OrderError(name, value, f"one of {', '.join(map(repr, allowed))}")
        for name in ("items", "prefer"):
            names = getattr(self, name)
            if isinstance(names, str) or not isinstance(names, Iterable):
                raise OrderError(name, names, "a list of names of items")
            object.__setattr__(self, name, tuple(names))
        if isinstance(self.seed, bool) or not isinstance(self.seed, int):
            raise OrderError("seed", self.seed, "a whole number")


def as_order(value: Any) -> Order:
    """What the argument ``order=`` means: a rule, an :class:`Order`, or items to take in order."""
    if isinstance(value, Order):
        return value
    if isinstance(value, str) and value in _RULES:
        return Order(value)
    if isinstance(value, Iterable) and not isinstance(value, str):
        return Order("fixed", tuple(value))
    raise OrderError("order", value, _EXPECTED)


def order_of(value: Any, model: Model) -> Order:
    """What the argument ``order=`` means for a problem.

    Raises :class:`OrderError` for what :func:`as_order` refuses, and unless all its names are
    primary items, each named once.
    """
    order = as_order(value)
    items = "items" if isinstance(value, Order) else "order"  # what messages call the list
    for kind, names in ((items, order.items), ("prefer", order.prefer)):
        seen = set()
        for name in names:
            try:
                number = model.number_of_item.get(name)
            except TypeError:
                number = None
            if number is None or number >= model.compiled.n_primary:
                raise OrderError(kind, name, "the name of a primary item")
            if number in seen:
                raise OrderError(kind, name, "each item once, but this is named twice")
            seen.add(number)
    return order


def ordered(
    core: Core, order: Order, model: Model, tick: Callable[[], None] = lambda: None
) -> Compiled:
    """The core with its primary items renumbered, so that ties go to the lowest number.

    ``tick`` is called now and then, and may end it by raising.
    """
    compiled = core.compiled
    if order == Order():
        return compiled
    place = {model.number_of_item[name]: k for k, name in enumerate(order.items)}
    tick()
    primary = list(range(compiled.n_primary))
    if order.ties == "last":
        primary.reverse()
    elif order.ties == "random":
        random.Random(order.seed).shuffle(primary)
    tick()
    primary.sort(key=lambda item: place.get(core.items[item], len(place)))
    new_number = [0] * compiled.n_primary + list(range(compiled.n_primary, compiled.n_items))
    for number, item in enumerate(ticking(primary, tick)):
        new_number[item] = number
    preferred = {model.number_of_item[name] for name in order.prefer}
    deferred = bytes(core.items[item] not in preferred for item in primary) if preferred else b""
    items = array("i", [new_number[item] for item in ticking(compiled.items, tick)])
    low, high = (
        array("i", [bounds[item] for item in primary]) if bounds else bounds
        for bounds in (compiled.low, compiled.high)
    )
    fixed = order.rule == "fixed"
    return replace(compiled, items=items, fixed=fixed, deferred=deferred, low=low, high=high)
