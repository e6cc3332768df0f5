"""Whether parts of a problem have a solution, by a search that remembers what others taught it."""

from __future__ import annotations

from ..common.deadline import Deadline
from ..compile import compiles
from ..engines.traced import TracedSearch
from .parts import Member, Parts

__all__ = ["LearnedParts"]

#: Nodes from one look at the clock to the next; nodes for a part at most.
_SLICE, _MOST_NODES = 1_000, 5_000
#: Bytes of what tells where clauses come from, at most.
_MOST_BYTES = 2**26


class LearnedParts:
    """Asks the learning engine about parts of one problem (``engines/traced.py``)."""

    def __init__(self, parts: Parts, deadline: Deadline):
        """Raises what ``parts`` raises when the time is over."""
        self._parts, self._deadline = parts, deadline
        model = parts.apart(parts.members).model
        self._number = {name: number for number, name in enumerate(model.item_names)}
        self._search = TracedSearch(model.compiled, deadline.tick)
        #: The part that the search is at, and its nodes when that began.
        self._part: list[Member] | None = None
        self._begun = 0

    @property
    def nodes(self) -> int:
        """Nodes of all searches so far."""
        return self._search.nodes

    @staticmethod
    def suit(parts: Parts) -> bool:
        """Whether parts of the problem can be asked about, and origins do not take much memory."""
        compiled = parts.compiled
        size = compiled.n_items * max(compiled.n_items, compiled.n_options)
        return compiles() and not compiled.repeat and size < 8 * _MOST_BYTES

    def core(self, part: list[Member], nodes: int) -> list[Member] | None:
        """Members of a part, in its order, that have no solution; none if it has one.

        None if that is not known after this many more nodes, or when the time is over.
        """
        search = self._search
        places = [[self._number[item] for item in self._parts.items_of(member)] for member in part]
        if part != self._part or search.done:
            search.begin(sorted(set(range(len(self._number))).difference(*places)))
            self._part, self._begun = part.copy(), search.nodes
        until = min(search.nodes + nodes, self._begun + _MOST_NODES)
        while not search.done:
            if search.nodes >= until or self._deadline.passed():
                return None
            if search.origins_of_clause.nbytes > _MOST_BYTES:
                return None
            if search.collect(_SLICE, 1):
                return []
        core = search.core
        return [
            member for member, its in zip(part, places, strict=True) if any(core[k] for k in its)
        ]
