"""The labelled answers of a search: a solution, a count, a verdict."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

from ..common.arguments import check_number
from ..common.crew import crew
from ..common.turns import turns
from ..errors import BudgetError, SearchStopped
from ..statement.results import Count, Impossible, Interrupted, Solution, Uniqueness
from .estimate import Estimate, Figure, estimate, usual_probes
from .search import Search

if TYPE_CHECKING:
    from ..diagrams.build import Attempt

#: Random descents of an estimate at most: some hours, and 240 MB.
_MOST_PROBES = 10**7
#: Nodes that are visited before a diagram is tried beside; and where it looks hopeless. In between,
#: that is looked at again after so many times more nodes.
_NODES_BEFORE_DIAGRAM, _NODES_IF_WIDE, _LOOK_AGAIN = 200_000, 5_000_000, 5


def first(search: Search) -> Solution | Impossible:
    """One solution, or why there is none; raises :class:`SearchStopped` if neither is known."""
    found = some(search, 1)
    if found:
        found[0].method = search.method
        return found[0]
    impossible = search.impossible
    if impossible is not None:
        return impossible
    raise SearchStopped(search.stopped or "error", search.nodes)


def count(search: Search, attempts: bool = False) -> Count:
    """The labelled number of solutions; ``attempts``: a diagram is tried alongside the search."""
    attempt: Attempt | None = None
    works = ["listing", "diagram"] if attempts else ["listing"]
    #: The length of the turns from which on a diagram is tried.
    due: float = _NODES_BEFORE_DIAGRAM

    def listed() -> Count:
        nodes = search.nodes + (attempt.states if attempt else 0)
        impossible = None if search.stopped else search.impossible
        return Count(
            search.found, nodes=nodes, stopped=search.stopped, impossible=impossible,
            method=search.method,
        )  # fmt: skip

    try:
        for work, until in turns(works, _NODES_BEFORE_DIAGRAM):
            while work == "listing" and search.nodes < until and not search.done:
                search.count_on(int(until) - search.nodes)
            if search.done:
                break
            if work == "listing" or until < due:
                continue
            try:
                if attempt is None:
                    from ..diagrams.build import Attempt, impossible_by_diagram, looks_wide

                    early = until < _NODES_IF_WIDE
                    if early and looks_wide(search.core, search.nodes, search.tick):
                        due = min(_NODES_IF_WIDE, _LOOK_AGAIN * until)
                        continue
                    attempt = Attempt(search.core, search.ask.memory)
                found = attempt.run(until, search.tick)
            except SearchStopped:
                search.stopped = "seconds"
                break
            if found is not None:
                nodes = search.nodes + attempt.states
                impossible = None if found else impossible_by_diagram(nodes)
                return Count(found, nodes=nodes, method=attempt.name, impossible=impossible)
            if attempt.given_up:
                works.remove(work)
        return listed()
    except KeyboardInterrupt:
        search.stopped = "interrupt"
        raise Interrupted(listed()) from None
    finally:
        search.end()


def count_unlisted(search: Search) -> Count | None:
    """The number of solutions, if a diagram counts them soon; None if not, or the time is over.

    It takes about a second if states repeat, otherwise a moment.
    """
    from ..diagrams.build import Attempt, impossible_by_diagram, looks_wide

    try:
        if search.prepared() is None:
            return None
        if looks_wide(search.core, _NODES_BEFORE_DIAGRAM, search.tick):
            return None
        with crew(search.ask.workers or 1) as helping:
            attempt = Attempt(search.core, search.ask.memory, helping)
            found = attempt.run(_NODES_IF_WIDE, search.tick)
    except SearchStopped:
        return None
    except KeyboardInterrupt:
        raise Interrupted(Count(0, stopped="interrupt")) from None
    if found is None:
        return None
    impossible = None if found else impossible_by_diagram(attempt.states)
    return Count(found, nodes=attempt.states, method=attempt.name, impossible=impossible)


def is_unique(search: Search) -> Uniqueness:
    """Whether there is exactly one solution, with the evidence."""
    found = tuple(some(search, 2))
    nodes, method = search.nodes, search.method
    if len(found) == 2:
        return Uniqueness("several", found, nodes, method=method)
    if not search.complete:
        return Uniqueness("undecided", found, nodes, stopped=search.stopped, method=method)
    if found:
        return Uniqueness("unique", found, nodes, method=method)
    return Uniqueness("impossible", (), nodes, impossible=search.impossible, method=method)


def some(search: Search, most: int) -> list[Solution]:
    """At most ``most`` solutions; fewer if there are no more, or if the search is stopped."""
    found: list[Solution] = []
    try:
        while len(found) < most and not search.done:
            found += search.collect_on(most - len(found))
    finally:
        search.end()
    return found


def estimate_of(search: Search, probes: int | None, seed: int) -> Estimate:
    """The estimate of a search that has not begun, as :meth:`Problem.estimate` explains it."""
    check_number("seed", seed, 0)
    check_number("probes", probes, 1, none="or None")
    if probes is None:
        probes = usual_probes()
    if index(probes) > _MOST_PROBES:
        raise BudgetError("probes", probes, f"a whole number from 1 to {_MOST_PROBES:,}")

    compiled = search.prepared()
    if compiled is None:
        nothing = Figure(0.0, 0.0, 0.0)
        return Estimate(nothing, nothing, nothing, 0)
    return estimate(compiled, index(probes), seed, search.tick, search.ask.seconds)
