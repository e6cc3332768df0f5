"""Symmetries given by their effect on options, where that is simpler than on items."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import exactcover as xc


def symmetry_of_options(problem: xc.Problem, *motions: Callable[[Any], Any]) -> xc.Symmetry | None:
    """The group that these permutations of options generate; None without any.

    An item goes where its options go. (Items with the same options stand for each other.)
    """
    options_of: dict[Any, list[Any]] = {item: [] for item in (*problem.primary, *problem.secondary)}
    for option in problem.options:
        for item in problem.items_of(option):
            options_of[item].append(option)
    items_with: defaultdict[frozenset[Any], list[Any]] = defaultdict(list)
    for item, options in options_of.items():
        items_with[frozenset(options)].append(item)

    def of_items(motion: Callable[[Any], Any]) -> dict[Any, Any]:
        goes: dict[Any, Any] = {}
        for options, items in items_with.items():
            goes.update(zip(items, items_with[frozenset(map(motion, options))], strict=True))
        return goes

    return problem.symmetry(*map(of_items, motions)) if motions else None
