"""Finding a small part of a problem that has no solution, and the reason.

If an item lacks options, that is the full reason. Otherwise a counting argument is looked for
(``counting_argument.py``), since it convinces without any search. Then the part is shrunk by
deletion: members are left out as long as the rest has no solution, first many at a time and then
one by one (J. Marques-Silva, "Minimal unsatisfiability: models, algorithms and applications", ISMVL
2010). A search decides whether a part has a solution. One that learns remembers what it learned
from other parts, and names the members that it needed; often these are few (:class:`LearnedParts`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress

from ..common.ask import Ask
from ..common.deadline import Deadline, ticking
from ..compile import compiles
from ..engines.incremental import IncrementalSearch
from ..engines.learning import SLICE
from ..errors import SearchStopped
from ..propagation.counting_argument import Weights, weights
from ..propagation.reduce import reduction_of
from ..search.about_solutions import Questions
from ..search.answers import count_unlisted, first
from ..statement.statement import Statement
from .explanation import Explanation
from .parts import Member, Parts

#: Deletion is repeated in this many other orders of the members, since one order may end with ten
#: times as many members as another; but only if the first took at most this much work, in options
#: and nodes: a second or two.
_SHUFFLES, _MOST_TO_SHUFFLE = 10, 300_000
#: A part found by search replaces a counting argument if it has this many times fewer members.
_MUCH_SHORTER = 4
#: The work of the first turn of listing and of learning, and by how much turns grow. After a turn
#: of more work than the third number a diagram is tried for a moment, within this memory.
_TURN, _GROWS, _WORK_BEFORE_DIAGRAM, _DIAGRAM_MEMORY = 30_000, 8, 100_000, "200MB"
#: Work, in options and nodes, of all searches that shrink a part which counting has proven
#: impossible; and the nodes that each of them may take at least.
_WORK_OF_PROVEN, _LEAST_NODES = 30_000_000, 5_000
#: After this much work learning takes part; the work that a node of it is.
_LEARN_FROM, _WORK_OF_LEARNED = 60_000, 30
#: Nodes of learning for a part at most.
_MOST_NODES = 5_000
#: Bytes of what tells where clauses come from, at most.
_MOST_BYTES = 2**26


def explain(
    statement: Statement,
    deadline: Deadline,
    report: Callable[[str], None] = lambda text: None,
) -> Explanation | None:
    """Explain why a problem has no solution; None if it has one.

    The caller turns ``problem`` of the result, a :class:`Statement`, into a problem. ``report`` is
    called now and then with what is being done. Raises :class:`exactcover.SearchStopped` if the
    time is over before the answer is known. If it is over later, the part has no solution, but may
    be reducible.
    """
    return _Explainer(Parts(statement, deadline.tick), deadline, report).explain(statement)


class _Explainer:
    """The parts of a problem, and how long and in how much work a reason is looked for."""

    def __init__(self, parts: Parts, deadline: Deadline, report: Callable[[str], None]):
        self.parts, self.deadline, self.report = parts, deadline, report
        #: The work done so far: options stated, and nodes of searches.
        self.work = 0
        self._learned: LearnedParts | None = None

    def explain(self, statement: Statement) -> Explanation | None:
        alone = self._uncoverable()
        if alone is not None:
            return self._explanation([self.parts.member_with(alone)], True, None)
        self.report("looking for a counting argument")
        proof = self._proof(self.parts.members)
        if proof is not None:
            by_counting = self._by_proof(proof)
            # What propagation finds impossible may have a reason that is much shorter.
            try:
                reduction = reduction_of(statement, True, True, self.parts.tick)
            except SearchStopped:
                return by_counting
            if reduction.impossible is None:
                return by_counting
            found = self._by_deletion(self.work + _MOST_TO_SHUFFLE)
            shorter = len(found.items) + len(found.given) + len(found.rules)
            much = _MUCH_SHORTER * shorter <= len(proof.weights)
            return found if found.irreducible and much else by_counting
        self.report("looking for a solution")
        core = self._refuted(self.parts.members)
        if core is None:
            raise SearchStopped("seconds", None)
        return self._by_deletion() if core else None

    def _uncoverable(self) -> int | None:
        """An item with fewer options than it must be covered by."""
        parts, compiled = self.parts, self.parts.compiled
        left = list(compiled.bounds[0])
        for option in ticking(parts.options, parts.tick):
            for item, _ in parts.entries[option]:
                if item < compiled.n_primary:
                    left[item] = 0 if compiled.repeat else left[item] - 1
        return next((item for item, more in enumerate(left) if more > 0), None)

    def _by_proof(self, proof: Weights) -> Explanation:
        """An explanation by a counting argument, or by fewer members than it needs."""
        before = list(dict.fromkeys(map(self.parts.member_with, sorted(proof.weights))))
        # The proof is known. So a search need not decide every member.
        part, irreducible = self._shrunk(before, work=_WORK_OF_PROVEN)
        if part != before:
            again = None
            with suppress(SearchStopped):  # a proof is known
                again = self._proof(part)
            if again is not None and len(again.weights) == len(part):
                proof = again
        return self._explanation(part, irreducible, proof)

    def _by_deletion(self, work: int | None = None) -> Explanation:
        """An explanation by a part that a search finds impossible; ``work`` as for ``_shrunk``."""
        part, irreducible = self._shrunk(self._given_first(self.parts.members), work=work)
        if work is None and self.work <= _MOST_TO_SHUFFLE:
            part = self._smaller(part)
        return self._explanation(part, irreducible, None)

    def _proof(self, part: Sequence[Member]) -> Weights | None:
        """A counting argument for a part, by as few items of the problem as it needs."""
        items, rows, needed = self.parts.rows(part)
        found = weights(rows, needed, self.parts.tick)
        if found is None:
            return None
        kept = dict(found.weights)
        total = found.total
        if not found.modulus:
            # Without a modulus an inequality is enough. If an item of positive weight is left out,
            # options become lighter, which does no harm; all items together must stay too heavy.
            for place, weight in sorted(kept.items(), key=lambda each: (-each[1], each[0])):
                heavy = weight * (needed[place] or 0)
                if weight > 0 and heavy > 0 and total - heavy > 0:
                    total -= heavy
                    del kept[place]
        named = {items[place]: weight for place, weight in kept.items()}
        return Weights(found.modulus, named, total)

    # -- whether a part has a solution -------------------------------------------------------

    def _refuted(self, part: list[Member], nodes: int | None = None) -> list[Member] | None:
        """Members of a part that have no solution; empty if it has one, None if out of budget."""
        # A solution is found soon by listing, a reason by learning: so they take turns.
        statement, counted, turn = None, False, _TURN
        while not self.deadline.passed():
            turn = turn if nodes is None else min(turn, nodes)
            with suppress(SearchStopped):
                core = self._by_learning(part, turn)
                if core is not None:
                    return core
                if statement is None:
                    statement = self.parts.statement(part)
                    self.work += statement.model.compiled.n_options
                none = self._searched(statement, turn)
                if none is None and nodes is None and not counted and turn > _WORK_BEFORE_DIAGRAM:
                    none, counted = self._counted(statement), True
                if none is not None:
                    return (self._by_learning(part, turn) or part) if none else []
            if turn == nodes:
                break
            turn *= _GROWS
        return None

    def _by_learning(self, part: list[Member], work: int) -> list[Member] | None:
        """As ``_refuted``, by what was learned from other parts, and at least so much more."""
        if self._learned is None:
            if self.work < _LEARN_FROM or not LearnedParts.suit(self.parts):
                return None
            self._learned = LearnedParts(self.parts, self.deadline)
        before = self._learned.nodes
        try:
            return self._learned.core(part, 1 + work // _WORK_OF_LEARNED)
        finally:
            self.work += len(part) + _WORK_OF_LEARNED * (self._learned.nodes - before)

    def _searched(self, statement: Statement, nodes: int) -> bool | None:
        """Whether a search finds no solution; None if the time or the nodes are over."""
        ask = Ask(nodes=nodes, seconds=self.deadline.left())
        search = Questions(statement)._search(ask, few=self._learned is None)
        try:
            return not first(search)
        except SearchStopped:
            return None
        finally:
            self.work += search.nodes

    def _counted(self, statement: Statement) -> bool | None:
        """Whether a diagram soon counts no solution; None if it takes longer.

        Without some members a part often falls into independent components. A search would go
        through all of one component for each solution of the other.
        """
        ask = Ask(seconds=self.deadline.left(), memory=_DIAGRAM_MEMORY)
        found = count_unlisted(Questions(statement)._search(ask))
        if found is None:
            return None
        self.work += found.nodes
        return found == 0

    # -- deletion ----------------------------------------------------------------------------

    def _smaller(self, part: list[Member]) -> list[Member]:
        """A smaller part, found by deletion in other orders; or this part."""
        for seed in range(_SHUFFLES):
            members = self.parts.members.copy()
            random.Random(seed).shuffle(members)
            found, irreducible = self._shrunk(self._given_first(members), less_than=len(part))
            if irreducible and len(found) < len(part):
                part = found
        return part

    @staticmethod
    def _given_first(members: Sequence[Member]) -> list[Member]:
        """The members in the order of deletion: as few given options are to be left as possible,
        for these can be changed."""
        return sorted(members, key=lambda member: member[0] != "given")

    def _shrunk(
        self, part: list[Member], less_than: int | None = None, work: int | None = None
    ) -> tuple[list[Member], bool]:
        """A part without a solution, shrunk by deletion; and whether it is irreducible.

        Given up once it is known to need ``less_than`` members or more. ``work``: for all searches.
        """
        irreducible = True
        size = max(1, len(part) // 2)
        if self._learned is not None:
            core = self._by_learning(part, _MOST_TO_SHUFFLE if work is None else work)
            if core:
                part, size = core, 1
        while True:
            at = 0
            while at < len(part):
                if size == 1 and less_than is not None and at >= less_than:
                    return part, False
                self.report(f"a part of {len(part):,} without a solution, {at:,} of which it needs")
                rest = part[:at] + part[at + size :]
                core = self._refuted(
                    rest, None if work is None else max(_LEAST_NODES, work - self.work)
                )
                if core:
                    part = core
                    at = min(at, len(part))
                    continue
                if core is None and size == 1:
                    irreducible = False
                at += size
            if size == 1:
                return part, irreducible
            size = max(1, min(size // 2, len(part) // 2))

    def _explanation(
        self, part: list[Member], irreducible: bool, proof: Weights | None
    ) -> Explanation:
        parts = self.parts
        part = parts.with_bounds_used(sorted(part, key=parts.members.index))
        named = {} if proof is None else {parts.member_with(i): w for i, w in proof.weights.items()}
        if proof is None or any(kind != "item" for kind, _ in named):
            proof, named = Weights(0, {}, 0), {}  # weights of what rules have added tell nothing
        statement = parts.statement(part, tick=lambda: None)  # known by now, so no time ends it
        return Explanation(
            statement,
            tuple(parts.name(member) for member in part if member[0] == "item"),
            tuple(parts.name(member) for member in part if member[0] == "given"),
            irreducible,
            {parts.name(member): weight for member, weight in named.items()},
            proof.modulus,
            proof.total,
            tuple(str(parts.name(member)) for member in part if member[0] == "rule"),
            _statement=statement,
        )


class LearnedParts:
    """Asks the learning engine about parts of one problem (``engines/incremental.py``)."""

    def __init__(self, parts: Parts, deadline: Deadline):
        """Raises what ``parts`` raises when the time is over."""
        self._parts, self._deadline = parts, deadline
        model = parts.apart(parts.members).model
        self._number = {name: number for number, name in enumerate(model.item_names)}
        self._search = IncrementalSearch(model.compiled, deadline.tick)
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
            if search.collect(SLICE, 1):
                return []
        core = search.core
        return [
            member for member, its in zip(part, places, strict=True) if any(core[k] for k in its)
        ]
