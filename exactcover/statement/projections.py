"""What a solution shows of a part of a problem: names of options or items, as classes of options.

A *projection* of a solution is what it shows of the part. Two options that show the same of it are
of one class, and those that show nothing are of none. So a projection is how many options of each
class are chosen.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable

from ..common.deadline import ticking
from ..errors import DistinctFault, shown
from .model import Model
from .names import each_of, lookup, near_names


def classes_of(
    model: Model, names: Iterable[Hashable], tick: Callable[[], None] = lambda: None
) -> list[int]:
    """For each option the number of its class, from 1; 0 if it shows nothing of the part.

    ``names``: options, each of which is told from all others; or items, of which an option shows
    those that it has, with their colours. ``tick`` is called now and then. Raises
    :class:`DistinctFault`, and TypeError.
    """
    items, options = _numbers(model, names)
    if options:
        return [number + 1 if number in options else 0 for number in range(len(model.option_names))]
    compiled = model.compiled
    starts, entries = compiled.by_item
    seen: dict[int, list[tuple[int, int]]] = {}
    for item in ticking(sorted(items), tick):
        for entry in entries[starts[item] : starts[item + 1]]:
            option = bisect_right(compiled.starts, entry) - 1
            seen.setdefault(option, []).append((item, compiled.colours[entry]))
    classes: dict[tuple[tuple[int, int], ...], int] = {}
    class_of = [0] * compiled.n_options
    for option in ticking(sorted(seen), tick):
        class_of[option] = classes.setdefault(tuple(seen[option]), len(classes) + 1)
    return class_of


def _numbers(model: Model, names: Iterable[Hashable]) -> tuple[set[int], set[int]]:
    """The numbers of the items and of the options that are named; one of both is empty."""
    items: dict[int, Hashable] = {}
    options: dict[int, Hashable] = {}
    for name in each_of(names, "distinct="):
        item = lookup(model.number_of_item, name, "distinct=")
        option = lookup(model.number_of_option, name, "distinct=")
        if item is None and option is None:
            near = near_names(name, [*model.shown.option_names, *model.shown.item_names])
            reason = "is neither an option nor an item of the problem"
            if isinstance(names, str) and len(names) > 1:
                reason += f" ({shown(names)} counts as its characters: write a list of names)"
            raise DistinctFault(name, reason, near)
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
