"""The search of any engine in slices, with a rule asked between slices.

It serves problems that are too large for the tables of ``stepwise.py``, or have multiplicities. An
engine searches below one partial solution for some nodes and is then given up. It leaves a list of
partial solutions. The rule is asked about each before it is searched in turn. A slice has some
hundred nodes if the rule refuses a lot, so that little is searched in vain, and thousands if it
hardly ever refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from ..arrays.views import table_of
from ..engines.contract import Divisible
from ..kernels.array_types import Int32s
from .table_search import Judges, SteppedSearch

__all__ = ["SlicedSearch"]

#: Partial solutions shown to the rule at a time at most.
_CHUNK = 256
#: Nodes visited below one of them, at least (to begin a search costs more than these), and at most;
#: and the shares refused, above which they become half as many, and below which twice as many.
_LEAST, _MOST = 512, 8192
_MANY, _FEW = 0.25, 0.05


class SlicedSearch(SteppedSearch):
    """A search by the engine contract. It hardly goes below a refused partial solution.

    ``begin`` makes the search below a prefix (entries ``~o`` leave option *o* out).
    """

    def __init__(
        self,
        begin: Callable[[Sequence[int]], Divisible],
        allowed: Judges,
        accepted: Judges,
        prefix: Sequence[int],
    ):
        super().__init__(allowed, accepted)
        self._begin = begin
        #: Prefixes not shown to the rule yet; those shown, and whether it allows them; the next one
        #: last. The search below the current one, and how many nodes it has left. So the order of
        #: the search does not depend on how much of it is asked for.
        self._unseen: list[Sequence[int]] = [tuple(prefix)]
        self._shown: list[tuple[Sequence[int], bool]] = []
        self._now: Divisible | None = None
        self._left = 0
        self._slice = _LEAST
        self._chunk = 1

    @property
    def _searched(self) -> bool:
        return self._now is None and not (self._unseen or self._shown)

    def _open(self) -> Iterator[Sequence[int]]:
        """Prefixes that are still to be searched below, in the order of the search."""
        if self._now is not None:
            yield from (each.prefix for each in self._now.open_prefixes())
        yield from (prefix for prefix, _ in reversed(self._shown))
        yield from reversed(self._unseen)

    def _step(self, most: int) -> None:
        if self._now is None:
            self._next()
        else:
            self._search(self._now, most)

    def _next(self) -> None:
        """Take the next prefix; a refused one is a node as well."""
        if not self._shown:
            self._show()
        prefix, allowed = self._shown[-1]
        if allowed:
            # Making tables may take too long; then the prefix is still there.
            self._now, self._left = self._begin(prefix), self._slice
        else:
            self.nodes += 1
        self._shown.pop()

    def _show(self) -> None:
        """Show the next prefixes to the rule."""
        shown, self._unseen = self._unseen[-self._chunk :], self._unseen[: -self._chunk]
        self._chunk = min(_CHUNK, 2 * self._chunk)
        allowed = self._allowed(_options(shown))
        refused = len(shown) - int(np.count_nonzero(allowed))
        if refused > _MANY * len(shown):
            self._slice = max(_LEAST, self._slice // 2)
        elif refused < _FEW * len(shown) and len(shown) > 1:
            self._slice = min(_MOST, 2 * self._slice)
        self._shown = list(zip(shown, allowed.tolist(), strict=True))

    def _search(self, search: Divisible, most: int) -> None:
        """Go on below the current prefix for at most ``most`` nodes."""
        before = search.nodes
        most = min(self._left, most)
        found = search.collect(most, most)
        self.nodes += search.nodes - before
        self._left -= search.nodes - before
        if found:
            table = _options(found)
            self._keep(table[self._allowed(table)])
        if search.done or self._left <= 0:
            self._unseen += [left.prefix for left in search.open_prefixes()][::-1]
            self._now = None


def _options(prefixes: Sequence[Sequence[int]]) -> Int32s:
    """The options chosen in each prefix, as a table."""
    return table_of([[entry for entry in prefix if entry >= 0] for prefix in prefixes])
