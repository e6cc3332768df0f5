"""What every engine answers: a search of a :class:`~exactcover.arrays.compiled.Compiled`, and what
is left of one that is given up halfway, as prefixes whose subtrees are still to visit.

An engine is a class of :class:`Divisible` searches, made of a problem and the options above the
root: ``Engine(compiled, prefix=())``. All engines find the same set of solutions. They differ in
speed, in memory, and in the order in which they find them; that order is the same from run to run.
``tests/engines/contract.py`` holds the contract.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

__all__ = ["Levels", "OpenPrefix", "OpenPrefixes"]

#: In how many alike parts the search is divided at a node, and the parts that are left: the entries
#: of the prefix before that stay, and those that follow. And this for each node of a path.
Level = tuple[int, Sequence[tuple[int, Sequence[int]]]]
Levels = list[Level]


def level_of(path: list[int], options: Sequence[int], tried: int, disjoint: bool) -> Level:
    """What is left at a node that tries these options in turn, and has tried so many of them.

    The next one is being tried: ``path``, which leads to the node, is extended to the one below.
    Unless solutions contain just one of the options (``disjoint``), each is left out of the rest.
    """
    left: list[tuple[int, Sequence[int]]]
    if disjoint:
        left = [(len(path), (option,)) for option in options[tried + 1 :]]
    else:
        path += [~option for option in options[:tried]]
        left = [
            (len(path) + k, (~options[tried + k], option))
            for k, option in enumerate(options[tried + 1 :])
        ]
    path.append(options[tried])
    return len(options), left


class OpenPrefix(NamedTuple):
    """An open part of a search: the subtree below some options.

    Attributes
    ----------
    prefix : tuple of int
        The options. With multiplicities an entry ``~o`` excludes option *o*.
    share : float
        The approximate share of the search, as if all branches of a node were alike.
    """

    prefix: tuple[int, ...]
    share: float


class OpenPrefixes:
    """Open prefixes in a fixed order, each held as what it adds to the one before it.

    A search of depth *d* leaves *d* or more prefixes of length up to *d*, and neighbours differ
    only at the end. So prefix *k* is the first ``keeps[k]`` entries of prefix *k* - 1 and then
    ``tails[k]`` (front coding, as dictionaries are stored): together they take O(d) memory, not
    O(d²). Iterating gives each as an :class:`OpenPrefix`.
    """

    __slots__ = ("_last", "keeps", "shares", "tails")

    def __init__(self, path: Sequence[int] = ()):
        """None yet; ``path`` is what the first one to be added is joined to."""
        self.keeps: list[int] = []
        self.tails: list[tuple[int, ...]] = []
        self.shares: list[float] = []
        #: The last prefix, to which the next one is joined.
        self._last = list(path)

    @classmethod
    def of(cls, parts: Iterable[OpenPrefix]) -> OpenPrefixes:
        """These, in their order. Shares may be numbers of numpy, which journals cannot keep."""
        made = cls()
        for prefix, share in parts:
            made.append(prefix, float(share))
        return made

    @classmethod
    def below(cls, path: Sequence[int], levels: Levels) -> OpenPrefixes:
        """What a depth-first search has left when it stands at the end of ``path``."""
        made, share, shared = cls(path), 1.0, []
        for n_parts, tails in levels:
            share /= n_parts
            shared.append((tails, share))
        for tails, share in reversed(shared):
            for keep, tail in tails:
                made.add(keep, tail, share)
        return made

    def __len__(self) -> int:
        return len(self.keeps)

    def __iter__(self) -> Iterator[OpenPrefix]:
        prefix: list[int] = []
        for keep, tail, share in zip(self.keeps, self.tails, self.shares, strict=True):
            prefix[keep:] = tail
            yield OpenPrefix(tuple(prefix), share)

    @property
    def share(self) -> float:
        """About which part of the search all of them are."""
        return sum(self.shares)

    def add(self, keep: int, tail: Sequence[int], share: float) -> None:
        """Add the first ``keep`` entries of the last prefix and then ``tail``. O(what changes)."""
        self._last[keep:] = tail
        first = not self.keeps
        self.keeps.append(0 if first else keep)
        self.tails.append(tuple(self._last if first else tail))
        self.shares.append(share)

    def append(self, prefix: Sequence[int], share: float) -> None:
        """Add a prefix. O(its length)."""
        keep, most = 0, min(len(prefix), len(self._last))
        while keep < most and prefix[keep] == self._last[keep]:
            keep += 1
        self.add(keep, prefix[keep:], share)

    def extend(self, others: OpenPrefixes, share: float = 1.0) -> None:
        """Add others, whose shares are parts of ``share``."""
        parts = zip(others.keeps, others.tails, others.shares, strict=True)
        for number, (keep, tail, part) in enumerate(parts):
            if number:
                self.add(keep, tail, share * part)
            else:
                self.append(tail, share * part)

    def after(self, number: int) -> OpenPrefixes:
        """Those from a place on, counted from 0."""
        rest = OpenPrefixes()
        prefix: list[int] = []
        for keep, tail in zip(self.keeps[: number + 1], self.tails[: number + 1], strict=True):
            prefix[keep:] = tail
        if number < len(self):
            rest.add(0, prefix, self.shares[number])
            rest.keeps += self.keeps[number + 1 :]
            rest.tails += self.tails[number + 1 :]
            rest.shares += self.shares[number + 1 :]
            rest._last = self._last.copy()
        return rest

    def dealt(self, number: int) -> list[OpenPrefixes]:
        """These prefixes in ``number`` parts of equal length, dealt out in turn."""
        hands = [OpenPrefixes() for _ in range(number)]
        #: For each hand the entries that this prefix shares with the last one dealt to it.
        shared = [0] * number
        prefix: list[int] = []
        parts = zip(self.keeps, self.tails, self.shares, strict=True)
        for place, (keep, tail, share) in enumerate(parts):
            prefix[keep:] = tail
            shared = [min(keep, each) for each in shared]
            hand = place % number
            hands[hand].add(shared[hand], prefix[shared[hand] :], share)
            shared[hand] = len(prefix)
        return hands

    def mapped(self, map_entries: Callable[[tuple[int, ...]], tuple[int, ...]]) -> OpenPrefixes:
        """With other numbers for the entries."""
        other = OpenPrefixes()
        for keep, tail, share in zip(self.keeps, self.tails, self.shares, strict=True):
            other.add(keep, map_entries(tail), share)
        return other


class EngineSearch(Protocol):
    """One depth-first search, which stops after any number of nodes and goes on where it stopped.

    A *node* is one visit of the search to a partial solution, the root included.
    """

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        ...

    @property
    def done(self) -> bool:
        """Whether the tree has been visited completely."""
        ...

    def count(self, nodes: int, limit: int) -> int:
        """Search for at most ``nodes`` >= 1 nodes or ``limit`` >= 1 solutions, and count these."""
        return len(self.collect(nodes, limit))

    def collect(self, nodes: int, limit: int) -> Sequence[Sequence[int]]:
        """Like ``count``, and gives the solutions, each as its options, in any order."""
        ...

    def collect_table(self, nodes: int, limit: int) -> Any:
        """Like ``collect``, as a numpy array: int32, a row for each solution, filled up with -1."""
        from ..arrays.views import table_of

        return table_of(self.collect(nodes, limit))


class Divisible(EngineSearch, Protocol):
    """An engine's search that can be given up halfway, and what is left done by others."""

    def open_prefixes(self) -> OpenPrefixes:
        """What is left of the search: prefixes whose subtrees, in order, are still to visit."""
        ...
