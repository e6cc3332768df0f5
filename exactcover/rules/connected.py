"""The rule that the chosen options are connected.

The state is that of a frontier (D. E. Knuth's "Simpath", TAOCP 4A, exercise 7.1.4-225): which of
the chosen options have undecided neighbours, and which of these are connected already.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from ..common.arguments import pairs_of
from ..errors import shown
from ..statement.additions import Additions
from ..statement.model import Model
from ..statement.results import Solution
from .chain import add_chain
from .conditions import Condition, Place, choosable, places_of

__all__ = ["Connected"]

#: Whether a part is complete, so that nothing may be chosen any more; and the parts that are not,
#: each by those of its options that have neighbours to come.
_State = tuple[bool, frozenset[frozenset[int]]]


class Connected(Condition):
    """The chosen ones among the options named here are connected, or none is chosen.

    The options are read in an order that the rule finds. The number of states grows fast with the
    frontier, the options read that have neighbours to come: about as the Motzkin numbers (OEIS
    A001006). A frontier of twelve is large.

    Parameters
    ----------
    neighbours : mapping or iterable of pairs
        Option -> its neighbours, of which there may be none; or pairs of options, the edges of a
        graph. Both work with networkx: ``graph.adj``, ``graph.edges``.

    Raises
    ------
    TypeError
        If an edge is not a pair.

    References
    ----------
    D. E. Knuth, "Simpath": The Art of Computer Programming 4A (2011), exercise 7.1.4-225.

    Examples
    --------
    >>> row = xc.Problem("abc", {(cell, bit): cell for cell in "abc" for bit in (0, 1)})
    >>> ones = [(cell, 1) for cell in "abc"]
    >>> int(row.where(xc.Connected(zip(ones, ones[1:]))).count())
    7
    """

    def __init__(self, neighbours: Mapping[Any, Iterable[Any]] | Iterable[Iterable[Any]]):
        pairs = pairs_of(neighbours)
        if pairs is None:
            edges = [tuple(each) for each in neighbours]
            for edge in edges:
                if len(edge) != 2:
                    raise TypeError(f"{shown(edge)}: expected a pair of options")
            pairs = [(option, (other,)) for option, other in edges]
        self.neighbours: dict[Hashable, list[Hashable]] = {}
        for option, others in pairs:
            self.neighbours.setdefault(option, []).extend(others)

    def __call__(self, solution: Solution) -> bool:
        left = set(self.neighbours).intersection(solution)
        left |= {other for others in self.neighbours.values() for other in others} & set(solution)
        beside: dict[Hashable, set[Hashable]] = {option: set() for option in left}
        for option, others in self.neighbours.items():
            for other in left.intersection(others) if option in left else ():
                beside[option].add(other)
                beside[other].add(option)
        found = list(left)[:1]
        left -= set(found)
        while found:
            near = beside[found.pop()] & left
            left -= near
            found += near
        return not left

    def _add(self, more: Additions) -> None:
        graph = _graph(more.model, self.neighbours)
        places = _in_order(places_of(more.model, graph), graph)
        at = {option: k for k, place in enumerate(places) for option in place.read}
        # Until which place each option has neighbours to come.
        last = {o: max((at[other] for other in others), default=-1) for o, others in graph.items()}
        counted = {} if more.alone else _counted(more, graph, at)

        def after(k: int, state: _State, option: int | None) -> _State | None:
            complete, parts = state
            if option is not None:
                if complete:
                    return None
                joined = {part for part in parts if not graph[option].isdisjoint(part)}
                parts = (parts - joined) | {frozenset((option,)).union(*joined)}
            if k in counted:
                chosen = frozenset[int]().union(*parts)
                for options, allowed in counted[k]:
                    if len(options & chosen) not in allowed:
                        return None
            left = [frozenset(o for o in part if last[o] > k) for part in parts]
            if all(left):
                return complete, frozenset(left)
            return (True, frozenset()) if len(left) == 1 else None

        add_chain(more, places, (False, frozenset()), after, lambda state: ())

    def _stated(self) -> Sequence[Any]:
        return (self.neighbours,)


def _graph(model: Model, neighbours: Mapping[Hashable, Iterable[Hashable]]) -> dict[int, set[int]]:
    """The neighbours of each option, both ways, by number."""
    graph: dict[int, set[int]] = {}
    for option, named in neighbours.items():
        others = choosable(model, named)
        for other in others:  # named, and so under the rule, whatever becomes of its neighbours
            graph.setdefault(other, set())
        for number in choosable(model, (option,)):
            graph.setdefault(number, set()).update(others)
            for other in others:
                graph.setdefault(other, set()).add(number)
    return {option: others - {option} for option, others in graph.items()}


def _counted(
    more: Additions, graph: Mapping[int, set[int]], at: Mapping[int, int]
) -> dict[int, list[tuple[frozenset[int], Container[int]]]]:
    """What items say of states: at a place, options with one item, and how many may be chosen.

    It concerns items whose options are all neighbours of each other, as the edges at a vertex are.
    While one of them is to come, those chosen before it are in the state. So this takes no states
    more, and leaves out those that lead nowhere.
    """
    found: dict[int, list[tuple[frozenset[int], Container[int]]]] = {}
    model = more.model
    low, high = model.compiled.bounds
    for item in {i for option in graph for i, _ in model.compiled.option(option)}:
        if item >= model.compiled.n_primary:
            continue
        options = frozenset(o for o in model.options_of_item[item] if model.choosable[o])
        read = options.intersection(graph)
        if any(not read - {option} <= graph[option] for option in read):
            continue
        more.use_bound(item)
        most = range(high[item] + 1)
        places = sorted({at[option] for option in read})
        for place in places[:-1]:
            found.setdefault(place, []).append((read, most))
        exact: Container[int] = model.allowed.get(item, range(low[item], high[item] + 1))
        found.setdefault(places[-1], []).append((read, exact if read == options else most))
    return found


def _in_order(places: list[Place], graph: Mapping[int, set[int]]) -> list[Place]:
    """The places in an order in which few at a time have neighbours both before and to come."""
    at = {option: k for k, place in enumerate(places) for option in place.read}
    beside = [
        {at[other] for option in place.read for other in graph[option]} - {k}
        for k, place in enumerate(places)
    ]
    orders = [list(range(len(places))), _greedy(beside)]
    best = min(orders, key=lambda order: _widths(order, beside))
    return [places[k] for k in best]


def _greedy(beside: Sequence[set[int]]) -> list[int]:
    """Next comes the place that leaves the fewest open; among these one beside those before."""
    order: list[int] = []
    left, opened = set(range(len(beside))), set[int]()
    starts = (k for k in range(len(beside)) if k in left)

    def still_open(places: set[int], left: set[int]) -> set[int]:
        return {each for each in places if beside[each] & left}

    while left:
        near = {k for each in opened for k in beside[each]} & left or {next(starts)}
        opened, best = min(
            ((still_open(opened | {k}, left - {k}), k) for k in near),
            key=lambda pair: (len(pair[0]), pair[1]),
        )
        left.remove(best)
        order.append(best)
    return order


def _widths(order: Sequence[int], beside: Sequence[set[int]]) -> tuple[int, int]:
    """How many places are open at once, at most and in all."""
    place = {each: k for k, each in enumerate(order)}
    ends = [max((place[other] for other in beside[each]), default=-1) for each in order]
    # A place is open from itself on until its last neighbour.
    changes = [0] * (len(order) + 1)
    for k, end in enumerate(ends):
        if end > k:
            changes[k] += 1
            changes[end] -= 1
    widths = list(accumulate(changes))
    return max(widths), sum(widths)
