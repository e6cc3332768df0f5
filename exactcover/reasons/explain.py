"""Why a problem has no solution: a small part of it that has none either, and why that is so.

An item without enough options is the whole reason. Else a counting argument is looked for
(``counting_argument.py``), since it convinces without any search; then the part is shrunk: whatever
can be left out, so that the rest still has no solution, is left out, many members at a time at
first and then one by one, until none can (deletion; J. Marques-Silva, "Minimal unsatisfiability:
models, algorithms and applications", ISMVL 2010). Whether a part has a solution is asked of a
search; where python-sat is installed, a SAT solver tells of the parts that have none which members
matter, which is often few of them.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

from ..common.budget import required_memory, seconds_left, ticker, ticking
from ..errors import SearchStopped, shown
from ..propagation.reduce import reduction_of
from ..search.answers import count_unlisted
from ..search.questions import Questions
from ..statement.model import Statement
from .counting_argument import Weights, weights
from .parts import Member, Parts
from .wording import in_words

__all__ = ["Explanation", "explain"]

#: A part that a search shows is looked for in so many other orders of its members, since one order
#: may end with ten times as many as another one; where the first took no more work than this, in
#: options and nodes: a second or two.
_SHUFFLES, _MOST_TO_SHUFFLE = 10, 300_000
#: A part that a search shows is told rather than a counting argument where it has so many times
#: fewer members.
_MUCH_SHORTER = 4
#: A part that so many nodes do not decide is given to a diagram for a moment, which may take so
#: much memory; then to a search to its end.
_NODES_BEFORE_DIAGRAM, _DIAGRAM_MEMORY = 100_000, "200MB"
#: Options and nodes of all searches that shrink a part which counting has proven impossible, about;
#: and the nodes that each of them may take at least.
_WORK_OF_PROVEN, _LEAST_NODES = 30_000_000, 5_000


@dataclass(frozen=True)
class Explanation:
    """Why there is no solution.

    ``items`` and ``given``: names of the items, and of the options that were given, which cannot be
    satisfied together, whatever the others are. ``irreducible``: whether it is known that without
    any one of them the rest has a solution. ``weights``: the counting argument, item -> weight, or
    empty; it may need more items than ``items``, of which a search found less to be impossible.
    ``modulus`` of it, 0 for whole numbers; ``total``: what all items weigh. ``problem``: ``items``
    and ``given`` alone, as a problem.
    """

    problem: Any
    items: tuple[Hashable, ...]
    given: tuple[Hashable, ...]
    irreducible: bool
    weights: dict[Hashable, int]
    modulus: int = 0
    total: int = 0
    #: What ``problem`` states.
    _statement: Statement = field(repr=False, compare=False, kw_only=True)

    @property
    def reason(self) -> str:
        """It as a sentence."""
        return self.in_words()

    def in_words(
        self,
        item: Callable[[Any], str] = shown,
        option: Callable[[Any], str] = shown,
        items: str = "items",
        an_option: str = "option",
    ) -> str:
        """The reason with other names for items and options, and for what these are."""
        return in_words(self, item, option, items, an_option)

    def __str__(self) -> str:
        return self.reason


def explain(
    statement: Statement,
    until: float | None = None,
    report: Callable[[str], None] = lambda text: None,
) -> Explanation | None:
    """Explain why a problem has no solution; None if it has one.

    The caller turns ``problem`` of the result, a :class:`Statement`, into a problem. ``report`` is
    called now and then with what is being done. Raises :class:`exactcover.SearchStopped` if the
    time is over before the answer is known. If it is over later, the part has no solution, but may
    be reducible.
    """
    parts = Parts(statement, ticker(until))
    part = parts.members
    alone = _uncoverable(parts)
    if alone is not None:
        return _told(parts, [alone], True, None)
    report("looking for a counting argument")
    proof = _proof(parts, part)
    if proof is not None:
        counted = _by_proof(parts, proof, until, report)
        # What propagation finds impossible may have a reason that is much shorter.
        try:
            reduction = reduction_of(statement, True, True, parts.tick)
        except SearchStopped:
            return counted
        if reduction.impossible is None:
            return counted
        found = _by_deletion(parts, until, report, parts.work + _MOST_TO_SHUFFLE)
        shorter = len(found.items) + len(found.given)
        much = _MUCH_SHORTER * shorter <= len(counted.weights)
        return found if found.irreducible and much else counted
    report("looking for a solution")
    impossible = _decided(parts, part, until)
    if impossible is None:
        raise SearchStopped("seconds", None)
    return _by_deletion(parts, until, report) if impossible else None


def _uncoverable(parts: Parts) -> Member | None:
    """An item with fewer options than it must be covered by."""
    compiled = parts.compiled
    left = list(compiled.low) if compiled.multiple else [1] * compiled.n_primary
    for option in ticking(parts.options, parts.tick):
        for item, _ in parts.entries(option):
            if item < compiled.n_primary:
                left[item] = 0 if compiled.repeat else left[item] - 1
    return next((("item", item) for item, more in enumerate(left) if more > 0), None)


def _by_proof(
    parts: Parts, proof: Weights, until: float | None, report: Callable[[str], None]
) -> Explanation:
    """An explanation by a counting argument; or by less than it takes."""
    before: list[Member] = [("item", item) for item in sorted(proof.weights)]
    # It is proven; what a search cannot tell soon of its members, it need not tell.
    part, irreducible = _shrunk(parts, before, until, report, work=_WORK_OF_PROVEN)
    if part != before:
        again = None
        with suppress(SearchStopped):  # a proof is known
            again = _proof(parts, part)
        if again is not None and len(again.weights) == len(part):
            proof = again
    return _told(parts, part, irreducible, proof)


def _by_deletion(
    parts: Parts, until: float | None, report: Callable[[str], None], work: int | None = None
) -> Explanation:
    """An explanation by a part that a search finds impossible; ``work`` as for ``_shrunk``."""
    part, irreducible = _shrunk(parts, parts.members, until, report, work=work)
    if work is None and parts.work <= _MOST_TO_SHUFFLE:
        part = _smaller(parts, part, until, report)
    return _told(parts, part, irreducible, None)


def _proof(parts: Parts, part: Sequence[Member]) -> Weights | None:
    """A counting argument by the items of the problem, of a part that it takes no more of."""
    items, rows, needed = parts.rows(part)
    found = weights(rows, needed, parts.tick)
    if found is None:
        return None
    kept = dict(found.weights)
    total = found.total
    if not found.modulus:
        # Without a modulus less will do: an item of positive weight that is left out makes options
        # lighter, and they may be; only all items together must stay too heavy.
        for place, weight in sorted(kept.items(), key=lambda each: (-each[1], each[0])):
            heavy = weight * (needed[place] or 0)
            if weight > 0 and heavy > 0 and total - heavy > 0:
                total -= heavy
                del kept[place]
    return Weights(found.modulus, {items[place]: weight for place, weight in kept.items()}, total)


# -- whether a part has a solution -----------------------------------------------------------------


def _decided(
    parts: Parts, part: Sequence[Member], until: float | None, nodes: int | None = None
) -> bool | None:
    """Whether a part has no solution; None if the time or the nodes are over."""
    if until is not None and time.monotonic() >= until:
        return None
    try:
        statement = parts.statement(part)
    except SearchStopped:
        return None
    parts.work += statement.model.compiled.n_options
    few = _NODES_BEFORE_DIAGRAM if nodes is None else min(nodes, _NODES_BEFORE_DIAGRAM)
    none = _searched(parts, statement, until, few)
    if none is None and few != nodes:
        none = _counted(parts, statement, until)
    if none is None and few != nodes:
        none = _searched(parts, statement, until, nodes)
    return none


def _searched(
    parts: Parts, statement: Statement, until: float | None, nodes: int | None
) -> bool | None:
    """Whether a search finds no solution; None if the time or the nodes are over."""
    found = Questions(statement).solutions(seconds=seconds_left(until), nodes=nodes)
    has_one = next(found, None) is not None
    parts.work += found.nodes
    return None if found.stopped else not has_one


def _counted(parts: Parts, statement: Statement, until: float | None) -> bool | None:
    """Whether a diagram shows soon that there is no solution; None if it does not tell.

    Without some members a part often falls into independent components. A search would go through
    all of one component for each solution of the other.
    """
    question = Questions(statement)
    search = question._search("auto", "mrv", True, None, None, seconds_left(until), None)
    found = count_unlisted(search, required_memory(_DIAGRAM_MEMORY))
    if found is None:
        return None
    parts.work += found.nodes
    return found == 0


def _smaller(
    parts: Parts, part: list[Member], until: float | None, report: Callable[[str], None]
) -> list[Member]:
    """A smaller part, found by leaving out members in other orders; or the same."""
    place = {member: k for k, member in enumerate(parts.members)}
    for seed in range(_SHUFFLES):
        members = parts.members
        random.Random(seed).shuffle(members)
        found, irreducible = _shrunk(parts, members, until, report, less_than=len(part))
        if irreducible and len(found) < len(part):
            part = sorted(found, key=place.__getitem__)
    return part


def _shrunk(
    parts: Parts,
    part: list[Member],
    until: float | None,
    report: Callable[[str], None],
    less_than: int | None = None,
    work: int | None = None,
) -> tuple[list[Member], bool]:
    """A part without a solution, of which nothing can be left out; whether that is known.

    Given up once it is known to need ``less_than`` members or more. ``work``: for all searches.
    """
    irreducible = True
    core = _core(parts, part, until)
    if core is not None:
        part = core
    size = max(1, len(part) // 2)
    while True:
        at = 0
        while at < len(part):
            if size == 1 and less_than is not None and at >= less_than:
                return part, False
            report(f"a part of {len(part):,} without a solution, {at:,} of which it needs")
            rest = part[:at] + part[at + size :]
            nodes = None if work is None else max(_LEAST_NODES, work - parts.work)
            none = _decided(parts, rest, until, nodes)
            if none:
                part = _core(parts, rest, until) or rest
                at = min(at, len(part))
                continue
            if none is None and size == 1:
                irreducible = False
            at += size
        if size == 1:
            return part, irreducible
        size = max(1, min(size // 2, len(part) // 2))


def _core(parts: Parts, part: list[Member], until: float | None) -> list[Member] | None:
    """The members that a SAT solver needed to see that there is no solution; None without one."""
    if parts.compiled.repeat or find_spec("pysat") is None:
        return None
    from .sat_core import core

    try:
        return core(parts, part, until)
    except SearchStopped:
        return None


def _told(
    parts: Parts, part: list[Member], irreducible: bool, proof: Weights | None
) -> Explanation:
    names = [(kind, parts.name((kind, number))) for kind, number in part]
    weights = {} if proof is None else proof.weights
    statement = parts.statement(part, tick=lambda: None)  # known by now, so no time ends it
    return Explanation(
        statement,
        tuple(name for kind, name in names if kind == "item"),
        tuple(name for kind, name in names if kind == "given"),
        irreducible,
        {parts.name(("item", item)): weight for item, weight in weights.items()},
        0 if proof is None else proof.modulus,
        0 if proof is None else proof.total,
        _statement=statement,
    )
