"""Trees of any order of items, good or bad, and what is open in them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from exactcover.arrays.compiled import Compiled
from exactcover.diagrams.elimination import Tree, _tree, path
from exactcover.diagrams.item_order import neighbours


def tree_of(compiled: Compiled, order: Sequence[int]) -> Tree:
    """The elimination tree of an order of primary items; secondary ones as soon as possible."""
    beside = neighbours(compiled, lambda: None)
    options = [{item for item, _ in compiled.option(k)} for k in range(compiled.n_options)]
    options = [items for items in options if min(items) < compiled.n_primary]
    waiting, settled, bags = list(order), [], []
    while waiting:
        item = waiting.pop(0)
        settled.append(item)
        bags.append(beside[item])
        for other in beside[item]:
            beside[other] = (beside[other] | beside[item]) - {other, item}
        if item < compiled.n_primary:
            left = [items for items in options if item not in items]
            ended = set().union(*options) - set().union(*left)
            waiting = sorted(each for each in ended if each >= compiled.n_primary) + waiting
            options = left
    return _tree(settled, bags)


def any_tree(compiled: Compiled, draw: random.Random) -> Tree:
    """A path or a tree of a random order."""
    order = list(range(compiled.n_primary))
    draw.shuffle(order)
    return path(compiled, order, "a path") if draw.random() < 0.4 else tree_of(compiled, order)
