"""Symmetries given by their effect on options, where that is simpler than on items."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import exactcover as xc


def symmetry_of_options(problem: xc.Problem, *motions: Callable[[Any], Any]) -> xc.Symmetry | None:
    """The group that these permutations of options generate; None without any.

    An item, and a colour of it, goes where its options go. (Those with the same options stand for
    each other.)
    """
    #: Item -> its colours -> the options that give it this colour.
    coloured: defaultdict[Any, defaultdict[Any, set[Any]]] = defaultdict(lambda: defaultdict(set))
    for option in problem.options:
        for item, colour in problem.items_of(option).items():
            coloured[item][colour].add(option)
    covers = {
        item: {frozenset(options): colour for colour, options in each.items()}
        for item, each in coloured.items()
    }
    items_with: defaultdict[frozenset[Any], list[Any]] = defaultdict(list)
    for item in (*problem.primary, *problem.secondary):
        items_with[frozenset(covers.setdefault(item, {}))].append(item)

    def of_items(motion: Callable[[Any], Any]) -> dict[Any, Any]:
        goes: dict[Any, Any] = {}
        for parts, items in items_with.items():
            images = {part: frozenset(map(motion, part)) for part in parts}
            for item, to in zip(items, items_with[frozenset(images.values())], strict=True):
                goes[item] = to
                for part, colour in covers[item].items():
                    if colour is not None:
                        now = covers[to][images[part]]
                        goes[xc.Coloured(item, colour)] = xc.Coloured(to, now)
        return goes

    return problem.symmetry(*map(of_items, motions)) if motions else None
