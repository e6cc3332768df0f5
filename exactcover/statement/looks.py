"""What a solution shows of a part of a problem: names of options or items, as classes of options.

A *look* of a solution is what it shows of the part. Two options that show the same of it are of one
class, and those that show nothing are of none. So a look is how many options of each class are
chosen.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from ..errors import DistinctFault, shown
from .model import Model
from .names import each_of, lookup, near_names

__all__ = ["classes_of"]


def classes_of(model: Model, names: Iterable[Hashable]) -> list[int]:
    """For each option the number of its class, from 1; 0 if it shows nothing of the part.

    ``names``: options, each of which is told from all others; or items, of which an option shows
    those that it has, with their colours. Raises :class:`DistinctFault`, and TypeError.
    """
    items, options = _numbers(model, names)
    if options:
        return [number + 1 if number in options else 0 for number in range(len(model.option_names))]
    compiled = model.compiled
    classes: dict[tuple[tuple[int, int], ...], int] = {(): 0}
    starts, nodes = compiled.by_item
    seen: dict[int, list[tuple[int, int]]] = {}
    option_of = _option_of_nodes(compiled) if items else []
    for item in sorted(items):
        for node in nodes[starts[item] : starts[item + 1]]:
            seen.setdefault(option_of[node], []).append((item, compiled.colours[node]))
    return [
        classes.setdefault(tuple(seen.get(option, ())), len(classes))
        for option in range(compiled.n_options)
    ]


def _option_of_nodes(compiled: Any) -> list[int]:
    """For each node the option that it belongs to."""
    starts = compiled.starts
    return [
        option
        for option in range(compiled.n_options)
        for _ in range(starts[option], starts[option + 1])
    ]


def _numbers(model: Model, names: Iterable[Hashable]) -> tuple[set[int], set[int]]:
    """The numbers of the items and of the options that are named; one of both is empty."""
    items: dict[int, Hashable] = {}
    options: dict[int, Hashable] = {}
    for name in each_of(names, "distinct="):
        item = lookup(model.number_of_item, name, "distinct=")
        option = lookup(model.number_of_option, name, "distinct=")
        if item is None and option is None:
            near = near_names(name, [*model.option_names, *model.item_names])
            raise DistinctFault(name, "is neither an option nor an item of the problem", near)
        if item is not None and option is not None:
            raise DistinctFault(
                name, "is an option and also an item: name the options by a mapping to tell them"
                " apart"
            )  # fmt: skip
        if item is not None:
            items[item] = name
        if option is not None:
            options[option] = name
        if items and options:
            other = next(iter(options.values())) if item is not None else next(iter(items.values()))
            kinds = ("an item", "an option") if item is not None else ("an option", "an item")
            raise DistinctFault(
                name, f"is {kinds[0]}, and {shown(other)} is {kinds[1]}: expected options alone or"
                " items alone"
            )  # fmt: skip
    return set(items), set(options)
