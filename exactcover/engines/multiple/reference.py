"""Multiple covering with colours in plain Python: for reading, and as the oracle of the others.

Knuth, The Art of Computer Programming 4B, 7.2.2.1, Algorithm M, solves the same problem: primary
item *i* is covered at least ``low[i]`` and at most ``high[i]`` times. Branching is simpler to
state here. Take an item that still needs options, one with the fewest to spare. Every
solution contains some of its live options; branch on the first of these that it contains. So when
an option has been tried, it is left out of what the later branches search, and every solution is
found once, in whatever order its options were chosen. If *n* options are live and *u* of them are
needed, the first one is among the first n - u + 1.

When no item needs any more, the options chosen are a solution; and so are they together with any
of the live options that go together. These are found by the same branching, over all live options.

The state at a node is what is left: the live options, and the bounds that remain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...arrays.compiled import UNLIMITED, Compiled
from ..plain_search import PlainSearch
from ..prefix import OpenPrefixes

__all__ = ["MultipleReferenceSearch"]


@dataclass
class _Left:
    """What is left at a node: options that may still be chosen, and how often items may be."""

    live: set[int]
    low: list[int]
    high: list[int]


class _Level:
    """A node on the path: what was left, the options still to try (the next one last), the one
    being tried, and those tried before it."""

    __slots__ = ("chosen", "left", "to_try", "tried")

    def __init__(self, left: _Left, to_try: list[int]):
        self.left = left
        self.to_try = to_try
        self.tried: list[int] = []
        self.chosen = -1


class MultipleReferenceSearch(PlainSearch):
    """A search as the engine contract wants it; see :class:`exactcover.engines.EngineSearch`."""

    def __init__(self, compiled: Compiled, prefix: Sequence[int] = ()):
        self.compiled = compiled
        self.n_primary = compiled.n_primary
        self.rows = [dict(compiled.option(option)) for option in range(compiled.n_options)]
        choosable = {
            option
            for option, row in enumerate(self.rows)
            if any(item < self.n_primary for item in row)
        }
        self.prefix = tuple(prefix)
        left = _Left(choosable, list(compiled.low), list(compiled.high))
        for entry in self.prefix:
            if entry >= 0:
                left = self._after(left, entry)
            else:
                left.live.discard(~entry)
        #: What is left at the node to be visited next.
        self._now = left
        self.path: list[_Level] = []

    def open_prefixes(self) -> OpenPrefixes:
        """What is left of the search: prefixes whose subtrees, in order, are still to visit."""
        if self.done:
            return OpenPrefixes()
        path, share = list(self.prefix), 1.0
        #: For each level: the length of the path before its choice, the options, the share of each.
        levels = []
        for level in self.path:
            share /= len(level.tried) + 1 + len(level.to_try)
            path += [~other for other in level.tried]
            levels.append((len(path), [level.chosen, *level.to_try[::-1]], share))
            path.append(level.chosen)
        left = OpenPrefixes(path)
        left.add(len(path), (), share)
        for above, options, each in reversed(levels):
            # An option that was tried before another one is left out below that.
            for k, (before, option) in enumerate(zip(options, options[1:])):  # noqa: B905, RUF007
                left.add(above + k, (~before, option), each)
        return left

    def descend(self, draw: Callable[[], float]) -> tuple[float, float]:
        """One random descent: its estimates of the nodes and the solutions of the search, right in
        the mean over many (Knuth, see ``kernels/probe.py``). The search must be at its begin."""
        begin, share = self._now, 1.0
        nodes, found = 1.0, 0.0
        while True:
            found += share * self._visit()
            level = self.path.pop()
            if not level.to_try:
                break
            share *= len(level.to_try)
            nodes += share
            # Those before it have been tried, and are left out.
            place = int(draw() * len(level.to_try))
            options = level.to_try[::-1]
            live = level.left.live - set(options[:place])
            left = _Left(live, level.left.low, level.left.high)
            self._now = self._after(left, options[place])
        self._now, self.nodes = begin, 0
        return nodes, found

    def _visit(self) -> bool:
        self.nodes += 1
        left = self._now
        sizes = {item: 0 for item in range(self.n_primary) if left.low[item] > 0}
        if not sizes:
            self.path.append(_Level(left, sorted(left.live, reverse=True)))
            return True
        for option in left.live:
            for item in self.rows[option]:
                if item in sizes:
                    sizes[item] += 1
        repeat = self.compiled.repeat
        *_, spare, item = min(
            (*self._rank(item, size - (1 if repeat else left.low[item])), item)
            for item, size in sizes.items()
        )
        options = sorted(option for option in left.live if item in self.rows[option])
        to_try = options[: spare + 1] if spare >= 0 else []
        self.path.append(_Level(left, to_try[::-1]))
        return False

    def _rank(self, item: int, spare: int) -> tuple[int, int, int]:
        """What branching takes the least of; dead ends and forced moves come first in any order."""
        compiled = self.compiled
        if spare <= 0:
            return -1, 0, spare
        return compiled.is_deferred(item), 0 if compiled.fixed else spare, spare

    def _move(self) -> bool:
        while self.path:
            level = self.path[-1]
            if level.chosen >= 0:
                level.left.live.discard(level.chosen)
                level.tried.append(level.chosen)
                level.chosen = -1
            if level.to_try:
                level.chosen = level.to_try.pop()
                self._now = self._after(level.left, level.chosen)
                return True
            self.path.pop()
        return False

    def _after(self, left: _Left, option: int) -> _Left:
        """What is left when an option is chosen."""
        low, high = left.low.copy(), left.high.copy()
        gone = set() if self.compiled.repeat else {option}
        for item, colour in self.rows[option].items():
            if item < self.n_primary:
                low[item] = max(0, low[item] - 1)
                if high[item] < UNLIMITED:
                    high[item] -= 1
                if high[item] > 0:
                    continue
            for rival in left.live:
                theirs = self.rows[rival].get(item, -1)
                if theirs >= 0 and (colour == 0 or theirs != colour):
                    gone.add(rival)
        return _Left(left.live - gone, low, high)
