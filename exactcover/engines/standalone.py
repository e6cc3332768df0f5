"""The ``reference`` engine alone, with few imports: solutions in plain Python.

For problems that are known to be sound and small: nothing is checked, nothing is removed before the
search, and neither numpy nor numba is ever imported. With the engine and ``compiled.py`` this is
all that a program of one file needs.

>>> list(covers("ab", {"A": {"a": None}, "B": {"b": None}, "AB": {"a": None, "b": None}}))
[('A', 'B'), ('AB',)]
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Iterator, Mapping

from ..arrays.compiled import UNLIMITED, Compiled
from .reference import ReferenceSearch


class Covers(Iterator[tuple[Hashable, ...]]):
    """The solutions one by one, each as the names of its options."""

    def __init__(
        self,
        compiled: Compiled,
        names: list[Hashable],
        limit: int | None = None,
        nodes: int | None = None,
    ):
        self._search = ReferenceSearch(compiled)
        self._names = names
        self._limit = limit
        self._nodes = nodes
        #: Solutions given out so far.
        self.found = 0
        #: "limit" or "nodes" if that ended the search early.
        self.stopped: str | None = None

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return self._search.nodes

    def __next__(self) -> tuple[Hashable, ...]:
        search = self._search
        while not search.done:
            if self._limit is not None and self.found >= self._limit:
                self.stopped = "limit"
                break
            left = 2**30 if self._nodes is None else self._nodes - search.nodes
            if left <= 0:
                self.stopped = "nodes"
                break
            for options in search.collect(left, 1):
                self.found += 1
                return tuple([self._names[option] for option in sorted(options)])
        raise StopIteration


def covers(
    primary: Iterable[Hashable],
    options: Mapping[Hashable, Mapping[Hashable, Hashable]],
    secondary: Iterable[Hashable] = (),
    multiplicity: Mapping[Hashable, int | tuple[int, int | None]] | None = None,
    *,
    limit: int | None = None,
    nodes: int | None = None,
) -> Covers:
    """All solutions of a sound problem, stated as to :class:`Problem`, options as item -> colour.

    Stops after ``limit`` solutions or ``nodes`` nodes of the search.
    """
    primary = list(dict.fromkeys(primary))
    numbers = {item: number for number, item in enumerate([*primary, *secondary])}
    colours: dict[Hashable, int] = {None: 0}
    starts, items, coloured = array("q", [0]), array("i"), array("i")
    for stated in options.values():
        for item, colour in stated.items():
            items.append(numbers[item])
            coloured.append(colours.setdefault(colour, len(colours)))
        starts.append(len(items))
    low, high = array("i"), array("i")
    if multiplicity:
        for item in primary:
            bound = multiplicity.get(item, 1)
            least, most = bound if isinstance(bound, tuple) else (bound, bound)
            low.append(least)
            high.append(UNLIMITED if most is None else most)
    compiled = Compiled(len(primary), len(numbers), starts, items, coloured, low=low, high=high)
    return Covers(compiled, list(options), limit, nodes)
