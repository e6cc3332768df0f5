"""Algorithm X with colours in plain Python: for reading, and as the oracle for the other engines.

Knuth, "Dancing Links" (2000), and The Art of Computer Programming 4B, 7.2.2.1, Algorithms X and C:
take the open primary item with the fewest options (the first such item), try each of its options
in turn, and for each cover its items, which removes every option that clashes with it.

The state is two things. ``open_items`` maps each item that may still be covered to the set of its
live options; choosing an option closes its items and takes the clashing options out of the sets of
the items that stay open. ``path`` leads from the root to where the search stands.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..arrays.compiled import Compiled
from .plain_search import PlainSearch
from .prefix import OpenPrefixes

__all__ = ["ReferenceSearch", "start"]

#: What choosing an option changed: the items it closed with their sets, and the options it removed.
Undo = tuple[list[tuple[int, set[int]]], list[int]]


class _Level:
    """A node on the path: the options of its item still to try, the next one last, how many they
    were at first, and the one being tried, with what undoes it."""

    __slots__ = ("branches", "chosen", "to_try", "undo")

    def __init__(self, to_try: list[int]):
        self.to_try = to_try
        self.branches = len(to_try)
        self.chosen = -1
        self.undo: Undo = ([], [])


class ReferenceSearch(PlainSearch):
    """A search as the engine contract wants it; see :class:`exactcover.engines.EngineSearch`."""

    def __init__(self, compiled: Compiled, prefix: Sequence[int] = ()):
        self.compiled = compiled
        self.n_primary = compiled.n_primary
        self.rows = [dict(compiled.option(option)) for option in range(compiled.n_options)]
        self.open_items: dict[int, set[int]] = {item: set() for item in range(compiled.n_items)}
        for option, row in enumerate(self.rows):
            if any(item < self.n_primary for item in row):
                for item in row:
                    self.open_items[item].add(option)
        self.prefix = tuple(prefix)
        for option in self.prefix:
            self._choose(option)
        self.path: list[_Level] = []

    def open_prefixes(self) -> OpenPrefixes:
        """What is left of the search: prefixes whose subtrees, in order, are still to visit."""
        if self.done:
            return OpenPrefixes()
        path, share = self.chosen(), 1.0
        levels = []
        for depth, level in enumerate(self.path, len(self.prefix)):
            share /= level.branches
            levels.append((depth, level.to_try[::-1], share))
        left = OpenPrefixes(path)
        left.add(len(path), (), share)
        left.add_levels(levels)
        return left

    def _visit(self) -> bool:
        self.nodes += 1
        sizes = [
            (*self._rank(item, len(options)), item)
            for item, options in self.open_items.items()
            if item < self.n_primary
        ]
        if not sizes:
            return True
        *_, item = min(sizes)
        self.path.append(_Level(sorted(self.open_items[item], reverse=True)))
        return False

    def _rank(self, item: int, size: int) -> tuple[int, int]:
        """What branching takes the least of; dead ends and forced moves come first in any order."""
        compiled = self.compiled
        if size <= 1:
            return -1, size
        return compiled.is_deferred(item), 0 if compiled.fixed else size

    def _move(self) -> bool:
        while self.path:
            level = self.path[-1]
            if level.chosen >= 0:
                self._undo(level.undo)
                level.chosen = -1
            if level.to_try:
                level.chosen = level.to_try.pop()
                level.undo = self._choose(level.chosen)
                return True
            self.path.pop()
        return False

    def _choose(self, option: int) -> Undo:
        """Close the items of ``option`` and remove the options that clash with it."""
        closed = [
            (item, self.open_items.pop(item))
            for item in self.rows[option]
            if item in self.open_items  # if not: a secondary item that has this colour already
        ]
        clashing = {
            rival
            for item, rivals in closed
            for rival in rivals
            if not (colour := self.rows[option][item]) or self.rows[rival][item] != colour
        }
        clashing.discard(option)
        removed = sorted(clashing)
        for rival in removed:
            for item in self.rows[rival]:
                if item in self.open_items:
                    self.open_items[item].discard(rival)
        return closed, removed

    def _undo(self, undo: Undo) -> None:
        """Put back what ``_choose`` changed."""
        closed, removed = undo
        for rival in removed:
            for item in self.rows[rival]:
                if item in self.open_items:
                    self.open_items[item].add(rival)
        for item, options in closed:
            self.open_items[item] = options


def start(compiled: Compiled, prefix: Sequence[int] = ()) -> ReferenceSearch:
    """A search of ``compiled`` below the options of ``prefix``."""
    return ReferenceSearch(compiled, prefix)
