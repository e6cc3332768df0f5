"""Algorithm X with colours and multiplicities in plain Python: to read, and to test against.

Knuth, "Dancing Links" (2000), and The Art of Computer Programming 4B, 7.2.2.1, Algorithms X, C and
M. Take the open primary item with the fewest options to spare (the first such item). Try each of
its options in turn: cover the items of the option, which removes every option that clashes with it.

With multiplicities, item *i* is covered at least ``low[i]`` and at most ``high[i]`` times. Every
solution contains some of the live options of an item that needs more; branch on the first of these
that it contains. So when an option has been tried, it is left out of what the later branches
search, and every solution is found once, in whatever order its options were chosen. If *n* options
are live and *u* of them are needed, the first one is among the first n - u + 1. When no item needs
any more, the options chosen are a solution; and so are they together with any of the live options
that go together. These are found by the same branching, over all live options.

The state: ``live``, the options that may still be chosen; ``low`` and ``high``, how often each
primary item must still be covered, and may be; and ``path``, from the root to where the search
stands. Sets hold it, so that the work at a node is done by a few intersections.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import compress

from ..arrays.compiled import Compiled
from .contract import Divisible, Levels, OpenPrefixes, level_of


class _Level:
    """A node on the path: the options still to try (the next one last), those tried before, and
    the one being tried, with the options that it removed."""

    __slots__ = ("chosen", "removed", "to_try", "tried")

    def __init__(self, to_try: list[int]):
        self.to_try = to_try
        self.tried: list[int] = []
        self.chosen = -1
        self.removed: set[int] = set()


class ReferenceSearch(Divisible):
    """A search as ``engines/contract.py`` wants it.

    ``prefix``: the options above the root; with multiplicities, ``~o`` for one left out.
    """

    nodes = 0
    done = False

    def __init__(
        self,
        compiled: Compiled,
        prefix: Sequence[int] = (),
        tick: Callable[[], None] = lambda: None,
    ):
        self.compiled = compiled
        self.n_primary = compiled.n_primary
        self.low = list(compiled.low or [1] * self.n_primary)
        self.high = list(compiled.high or [1] * self.n_primary)
        self.live: set[int] = set()
        self.rows = [dict(compiled.option(option)) for option in range(compiled.n_options)]
        #: The options of each item, and those that give it a colour.
        self.options_of: list[set[int]] = [set() for _ in range(compiled.n_items)]
        self.of_colour: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
        for option, row in enumerate(self.rows):
            if option % 1_000 == 0:
                tick()
            primary = [item for item in row if item < self.n_primary]
            if primary and all(self.high[item] for item in primary):
                self.live.add(option)
            for item, colour in row.items():
                self.options_of[item].add(option)
                if colour:
                    self.of_colour[item, colour].add(option)
        self.prefix = tuple(prefix)
        for entry in self.prefix:
            if entry >= 0:
                self._choose(entry)
            else:
                self.live.discard(~entry)
        self.path: list[_Level] = []

    def collect(self, nodes: int, limit: int) -> list[tuple[int, ...]]:
        """Visit up to ``nodes`` nodes, or until ``limit`` solutions; the solutions."""
        solutions: list[tuple[int, ...]] = []
        for _ in range(nodes):
            if self.done or len(solutions) == limit:
                break
            if self._visit():
                solutions.append(self.chosen())
            self.done = not self._move()
        return solutions

    def chosen(self) -> tuple[int, ...]:
        """The options chosen from the root to where the search stands."""
        above = tuple(entry for entry in self.prefix if entry >= 0)
        return above + tuple(level.chosen for level in self.path if level.chosen >= 0)

    def open_prefixes(self) -> OpenPrefixes:
        """What is left of the search: prefixes whose subtrees, in order, are still to visit."""
        if self.done:
            return OpenPrefixes()
        path = list(self.prefix)
        levels: Levels = []
        for level in self.path:
            options = [*level.tried, level.chosen, *level.to_try[::-1]]
            disjoint = not self.compiled.multiple
            levels.append(level_of(path, options, len(level.tried), disjoint))
        return OpenPrefixes.below(path, [*levels, (1, [(len(path), ())])])

    def _visit(self) -> bool:
        """Look at the node where the search stands; true if it is a solution."""
        self.nodes += 1
        live, low, repeat = self.live, self.low, self.compiled.repeat
        # How many options more than it needs each item has left.
        spares = [
            (len(live & self.options_of[item]) - (1 if repeat else low[item]), item)
            for item in compress(range(self.n_primary), low)  # where ``low`` is not 0
            if low[item] > 0
        ]
        if spares:
            spare, item = min(spares)
            # Dead ends and forced moves come first in any order.
            if spare > 0 and self.compiled.branching:
                spare, item = min(spares, key=self._rank)
            to_try = sorted(live & self.options_of[item])[: max(0, spare + 1)]
        else:
            to_try = sorted(live)
        self.path.append(_Level(to_try[::-1]))
        return not spares

    def _rank(self, each: tuple[int, int]) -> tuple[int, int, int]:
        """What branching takes the least of, if the order is not the usual one."""
        spare, item = each
        return self.compiled.is_deferred(item), 0 if self.compiled.fixed else spare, item

    def _move(self) -> bool:
        """Go to the next node in depth-first order; false if there is none."""
        while self.path:
            level = self.path[-1]
            if level.chosen >= 0:
                self._undo(level.chosen, level.removed)
                self.live.discard(level.chosen)
                level.tried.append(level.chosen)
                level.chosen = -1
            if level.to_try:
                level.chosen = level.to_try.pop()
                level.removed = self._choose(level.chosen)
                return True
            self.live.update(level.tried)
            self.path.pop()
        return False

    def _choose(self, option: int) -> set[int]:
        """Cover the items of an option, and remove the options that clash with it."""
        removed = set() if self.compiled.repeat else {option}
        for item, colour in self.rows[option].items():
            if item < self.n_primary:
                self.low[item] -= 1
                self.high[item] -= 1
                if self.high[item] > 0:
                    continue
            clashing = self.live & self.options_of[item]
            removed |= clashing - self.of_colour[item, colour] if colour else clashing
        self.live = self.live - removed  # a new set: one made smaller in place stays slow
        return removed

    def _undo(self, option: int, removed: set[int]) -> None:
        """Put back what ``_choose`` changed."""
        self.live |= removed
        for item in self.rows[option]:
            if item < self.n_primary:
                self.low[item] += 1
                self.high[item] += 1
