"""Parts of a problem: some of its items and given options.

An item outside the part may be covered any number of times. So a solution of the problem,
restricted to a part, solves the part. If a part has no solution, neither has the problem.
(Constraint solving calls irreducible parts without a solution minimal unsatisfiable subsets.)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from typing import Any

from ..arrays.compiled import UNLIMITED
from ..common.deadline import ticking
from ..statement.model import Model, endless
from ..statement.names import Option
from ..statement.statement import Statement

#: An item, ("item", number), a rule with all its items, ("rule", number), or an option that is
#: given, ("given", number).
Member = tuple[str, int]


class Parts:
    """Makes the parts of one problem."""

    def __init__(self, statement: Statement, tick: Callable[[], None] = lambda: None):
        """Every method calls ``tick`` now and then, which may end it by raising."""
        self.tick = tick
        self._statement = statement
        self.compiled = compiled = statement.model.compiled
        #: The options that can be chosen, and the items of each with their colours.
        self.options = [option for option, live in enumerate(statement.live()) if live]
        self.entries = {
            option: list(compiled.option(option)) for option in ticking(self.options, tick)
        }
        #: All members: items in order, then the options that are given.
        rule_of = statement.model.rule_of_item
        self.members: list[Member] = [
            ("item", item) for item in range(compiled.n_items) if item not in rule_of
        ]
        self.members += [("rule", rule) for rule in range(len(statement.model.rules))]
        self.members += [("given", option) for option in statement.given]
        #: Names of items that parts add, by what they are for, and all names of items.
        self._added: dict[tuple[str, int], Hashable] = {}
        self._taken = set(statement.model.item_names)

    def name(self, member: Member) -> Hashable:
        """The name of the item or option; of a rule its words."""
        kind, number = member
        model = self._statement.model
        if kind == "rule":
            return model.rules[number]
        name: Hashable = (model.item_names if kind == "item" else model.option_names)[number]
        return name

    def member_with(self, item: int) -> Member:
        """The item, or the rule that has added it."""
        rule = self._statement.model.rule_of_item.get(item)
        return ("item", item) if rule is None else ("rule", rule)

    def with_bounds_used(self, part: Collection[Member]) -> list[Member]:
        """The part with the items whose bounds its rules use.

        Where an item has a set of multiplicities, that is a rule, one of the first ones.
        """
        model = self._statement.model
        rules = [number for kind, number in part if kind == "rule"]
        used = set[int]().union(*(model.bounds_used[rule] for rule in rules))
        more = list(map(self.member_with, sorted(used)))
        more += [("rule", k) for k, item in enumerate(model.shown.allowed) if item in used]
        return list(dict.fromkeys([*part, *more]))

    def _items(self, part: Collection[Member]) -> set[int]:
        """The numbers of all items of a part."""
        model = self._statement.model
        found = {number for kind, number in part if kind == "item"}
        return found.union(*(model.items_of_rule[n] for kind, n in part if kind == "rule"))

    def items_of(self, member: Member) -> list[Hashable]:
        """The names of the items that stand for a member where a part is a problem."""
        if member[0] == "given":
            return [self._item_for(*member)]
        return [self._statement.model.item_names[item] for item in self._items([member])]

    def _item_for(self, what: str, option: int) -> Hashable:
        """The name of an item that parts add for an option: (what, its name), or one like that
        which no other item has."""
        name = self._added.get((what, option))
        if name is None:
            name = what, self._statement.model.option_names[option]
            while name in self._taken:
                name = what, name
            self._added[what, option] = name
            self._taken.add(name)
        return name

    def statement(
        self, part: Collection[Member], tick: Callable[[], None] | None = None
    ) -> Statement:
        """A part as a problem; that of all members is the statement itself. See ``apart``."""
        if len(part) == len(self.members):
            return self._statement
        return self.apart(part, tick)

    def apart(self, part: Collection[Member], tick: Callable[[], None] | None = None) -> Statement:
        """A part as a problem of its own; options keep their names.

        A given option is forced by an additional item, ("given", its name), since the part may
        contain no other primary item of it. If it is forbidden as well, nothing covers that item.
        Options with the same items in the part are represented by the first of them. If options may
        be repeated and nothing in the part bounds one, the item ("times", its name) bounds it to
        what its items need. ``tick``: in place of the usual one.
        """
        tick = self.tick if tick is None else tick
        model = self._statement.model
        compiled = self.compiled
        names = model.item_names
        kept = self._items(part)
        primary = sorted(item for item in kept if item < compiled.n_primary)
        given = {number for kind, number in part if kind == "given"}
        stated: list[Option] = []
        forcing = [self._item_for("given", number) for number in sorted(given)]
        times: dict[Hashable, int] = {}
        low, high = compiled.bounds
        alike: set[Any] = set()
        for option in ticking(self.options, tick):
            entries = [entry for entry in self.entries[option] if entry[0] in kept]
            items = {names[item]: model.colour_names[colour] for item, colour in entries}
            name = model.option_names[option]
            key = frozenset(entries)
            needs = [low[item] for item, _ in entries if item < compiled.n_primary]
            if option not in given and (not needs or (not compiled.multiple and key in alike)):
                continue
            if compiled.repeat and endless(compiled, entries):
                times[self._item_for("times", option)] = max([1, *needs])
                items[self._item_for("times", option)] = None
            if option in given:
                items[self._item_for("given", option)] = None
            else:
                alike.add(key)
            stated.append(Option(name, items))
        bounds: dict[Hashable, tuple[int, int | None]] = {}
        if compiled.multiple:
            most = None if compiled.repeat else 1
            bounds = dict.fromkeys(forcing, (1, most))
            bounds.update({name: (0, number) for name, number in times.items()})
            for item in primary:
                most = None if high[item] == UNLIMITED else high[item]
                bounds[names[item]] = (low[item], most)
        model = Model(
            [*(names[item] for item in primary), *forcing, *times],
            [names[item] for item in sorted(kept) if item >= compiled.n_primary],
            ticking(stated, tick),
            bounds,
            compiled.repeat,
        )
        return Statement(model)

    def rows(self, part: Collection[Member]) -> tuple[list[int], list[list[int]], list[int | None]]:
        """A part for counting arguments: its primary items, the options, and what items need.

        An option is a list of places among the items. A need is the number of times an item must be
        covered, or None if that is not fixed.
        """
        compiled = self.compiled
        items = sorted(item for item in self._items(part) if item < compiled.n_primary)
        place = {item: k for k, item in enumerate(items)}
        rows = [
            [place[item] for item, _ in self.entries[option] if item in place]
            for option in ticking(self.options, self.tick)
        ]
        low, high = compiled.bounds
        needed = [low[item] if low[item] == high[item] else None for item in items]
        return items, [row for row in rows if row], needed
