"""A model with items and options that rules have added, which its solutions do not show.

So rules become part of a problem (``rules/chain.py``). What is added has the highest numbers of its
kind: options and primary items keep theirs.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Mapping
from copy import copy
from dataclasses import replace
from itertools import chain
from typing import Any

from ..arrays.compiled import Compiled
from .model import Model
from .names import Added, text_of


class Additions:
    """What is added to a model, and the model with it.

    Items are named by numbers here. Those of the model keep theirs, and new ones follow them,
    primary and secondary ones as they come.
    """

    def __init__(self, model: Model, alone: bool = False):
        self.model = model
        #: Whether rules must not use the bounds of items, though that takes more states.
        self.alone = alone
        #: The rule for which something is added: the names begin with it.
        self.rule = ""
        #: Its items.
        self._items: set[int] = set()
        #: The rules so far, in words, and their items.
        self._rules: list[tuple[str, set[int]]] = []
        #: For each rule the stated items whose bounds it uses.
        self._bounds_used: list[set[int]] = []
        self._n_items = model.compiled.n_items
        #: For each new item: whether it is primary, its name, and its bounds.
        self._new: list[tuple[bool, str, int, int]] = []
        self._option_names: list[str] = []
        self._options: list[list[tuple[int, int]]] = []
        #: Options of the model -> entries that they get.
        self._entries: dict[int, list[tuple[int, int]]] = {}
        #: What several rules share: items that display options, options that stand for others.
        self._displays: dict[Any, int] = {}
        self._absences: dict[int, tuple[int, int]] = {}

    def begin(self, name: str, rule: str) -> None:
        """What is added from now on is for a rule: what it is called, or "", and what it says."""
        self.rule = f"rule {len(self.model.rules) + len(self._rules) + 1}"
        self._items = set()
        self._rules.append((name or f"{self.rule}, {rule}", self._items))
        self._bounds_used.append(set())

    def primary(self, name: str, low: int = 1, high: int = 1) -> int:
        """A new primary item, which is to be covered so often."""
        return self._item(True, name, low, high)

    def secondary(self, name: str) -> int:
        """A new secondary item."""
        return self._item(False, name, 0, 0)

    def _item(self, primary: bool, name: str, low: int, high: int) -> int:
        self._new.append((primary, f"{self.rule}: {name}", low, high))
        item = self._n_items + len(self._new) - 1
        self._items.add(item)
        return item

    def use_bound(self, item: int) -> None:
        """Note that the rule uses how often this primary item is covered."""
        self._bounds_used[-1].add(item)

    def option(self, name: str, entries: Iterable[tuple[int, int]]) -> int:
        """A new option: items, each with a colour from 1, or 0 for none. Returns its number."""
        self._option_names.append(f"{self.rule}: {name}")
        self._options.append(list(entries))
        return self.model.compiled.n_options + len(self._options) - 1

    def cover(self, option: int, item: int, colour: int = 0) -> None:
        """An option, of the model or a new one, covers a new item as well."""
        n_options = self.model.compiled.n_options
        if option < n_options:
            self._entries.setdefault(option, []).append((item, colour))
        else:
            self._options[option - n_options].append((item, colour))

    def display(self, place: Hashable, colours: Mapping[int, int]) -> int:
        """A secondary item that the options of a place cover, in these colours, from 0."""
        key = place, tuple(colours.items())
        if key not in self._displays:
            self._displays[key] = item = self.secondary(f"read at place {len(self._displays) + 1}")
            for option, colour in colours.items():
                self.cover(option, item, colour + 1)
        self._items.add(self._displays[key])
        return self._displays[key]

    def absence(self, option: int) -> int:
        """An option that is chosen if this one is not."""
        if option not in self._absences:
            either = self.primary(f"option {option} or not")
            self.cover(option, either)
            self._absences[option] = self.option(f"not option {option}", [(either, 0)]), either
        absence, either = self._absences[option]
        self._items.add(either)
        return absence

    def extended(self) -> Model:
        """The model with all of it."""
        old = self.model
        model = copy(old)
        model.stated = old.shown
        n_primary = old.compiled.n_primary
        primary = [
            *(item < n_primary for item in range(self._n_items)),
            *(p for p, *_ in self._new),
        ]
        # The items in their new order: the primary ones first, those of the model before new ones.
        order = sorted(range(len(primary)), key=lambda item: not primary[item])
        place = sorted(range(len(order)), key=order.__getitem__)
        names = [*old.item_names, *_added(old.item_names, [name for _, name, *_ in self._new])]
        items = [names[item] for item in order]
        options = [*old.option_names, *_added(old.option_names, self._option_names)]
        model.compiled = self._compiled(place)
        most = max(model.compiled.colours, default=0)
        colours = [f"colour {k}" for k in range(len(old.colour_names), most + 1)]
        model.name(items, options, [*old.colour_names, *_added(old.colour_names, colours)])
        for name in ("option_costs", "costs"):
            costs = getattr(old, name)
            if costs is not None:
                nothing = [0] * len(self._options)
                setattr(model, name, replace(costs, each=[*costs.each, *nothing]))
        model.rules = (*old.rules, *(rule for rule, _ in self._rules))
        each = (*old.items_of_rule, *(items for _, items in self._rules))
        model.items_of_rule = tuple(frozenset(place[item] for item in items) for items in each)
        model.bounds_used = (*old.bounds_used, *map(frozenset, self._bounds_used))
        return model

    def _compiled(self, place: list[int]) -> Compiled:
        """The array form, with ``place`` for the numbers of items."""
        old = self.model.compiled
        n_items = self._n_items + len(self._new)
        primary = [bounds for is_primary, _, *bounds in self._new if is_primary]
        low, high = (array("i", bounds) for bounds in old.bounds)
        low.extend(least for least, _ in primary)
        high.extend(most for _, most in primary)
        starts, items, colours = array("q", [0]), array("i"), array("i")
        stated = ((*old.option(k), *self._entries.get(k, ())) for k in range(old.n_options))
        for entries in chain(stated, self._options):
            for item, colour in entries:
                items.append(place[item])
                colours.append(colour)
            starts.append(len(items))
        exact = set(low) | set(high) <= {1}
        n_primary = old.n_primary + len(primary)
        whole = Compiled(n_primary, n_items, starts, items, colours)
        return whole if exact else replace(whole, low=low, high=high, repeat=old.repeat)


def _added(names: Iterable[Hashable], texts: list[str]) -> list[Added]:
    """Names with these texts, or with texts like them that none of the problem's names has."""
    taken = {text_of(name) for name in names}
    while any(text in taken for text in texts):
        texts = [f"({text})" for text in texts]
    return list(map(Added, texts))
