"""A search to watch: Algorithm X in single steps, with or without propagation.

With propagation each position is first taken as far as deductions lead, one deduction a step: those
that the kind has names for (:class:`~exactcover_puzzles.shared.parts.Rated`), then the two rules of
:meth:`exactcover.Problem.trace`. Then the search branches on an item and tries its options in turn.
It is slow, and meant to be watched. The same steps, one choice at a time, are those of a search by
hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import exactcover as xc

from ..shared.adapter import Puzzle
from ..shared.parts import Deduction, Rated
from .messages import Data, Send, as_object, number_of, seconds_of
from .recent import BadQuestion, Recent, Shown

#: The rules that all kinds have.
SINGLE, STARVED = "single", "starved"
#: Rows and columns of a matrix that are sent at most.
_MOST_ROWS = 3_000
#: Which item is branched on.
ORDERS = ("fewest", "first")


class Seen(NamedTuple):
    """One step.

    ``action``: "branch" (on ``item``, whose ``options`` are left), "try" (one of them, the
    ``number``-th of ``size``), "take" and "remove" (deductions by a ``technique``, because of
    ``items``: of ``options``, and of those that are ``removed``), "dead" (``item`` has fewer
    options left than it needs), "solution" (all ``options`` that are chosen) or "back" (the choice
    of this depth is taken back). ``sizes``: for "branch", how many options each open item has left.
    """

    action: str
    depth: int
    options: Sequence[Any] = ()
    item: Any = None
    number: int = 0
    size: int = 0
    technique: str = ""
    items: Sequence[Any] = ()
    removed: Sequence[Any] = ()
    sizes: Mapping[Any, int] = MappingProxyType({})


class Watched:
    """The search for all solutions of a puzzle; ``order``: which item it branches on. Once
    ``seconds`` are over, steps are no longer to be relied on."""

    def __init__(
        self, puzzle: Puzzle, problem: xc.Problem, propagate: bool, order: str, seconds: float
    ):
        self.problem, self.propagate, self.order = problem, propagate, order
        self.clock = xc.Deadline(seconds)
        self._rated = puzzle if isinstance(puzzle, Rated) else None
        self._items_of = {option: [*problem.items_of(option)] for option in problem.options}
        stated = problem.multiplicity
        self._needs = {item: stated.get(item, (1, 1))[0] for item in problem.primary}
        #: The techniques, from the easiest to the hardest.
        self.techniques = (*(self._rated.techniques if self._rated else ()), SINGLE, STARVED)

    def steps(self) -> Iterator[Seen]:
        """All steps, in depth-first order."""
        return self._below(self.problem, 0)

    def by_hand(self, chosen: Sequence[Any], item: Any = None) -> list[Seen]:
        """What follows from the last of some choices; at the end, a branch on ``item``."""
        problem = self.problem
        if chosen:
            _, before = self._settled(problem.given(*chosen[:-1]), 0)
            problem = before.given(chosen[-1])
        return self._settled(problem, len(chosen), item)[0]

    def _below(self, problem: xc.Problem, depth: int) -> Iterator[Seen]:
        steps, problem = self._settled(problem, depth)
        yield from steps
        last = steps[-1]
        if last.action != "branch":
            return
        for k, option in enumerate(last.options):
            yield Seen("try", depth + 1, (option,), last.item, k + 1, len(last.options))
            # A solution may have several options of an item; it is found below the first of them.
            below = problem.given(option).without(*last.options[:k])
            yield from self._below(below, depth + 1)
            yield Seen("back", depth + 1, (option,), last.item)

    def _settled(
        self, problem: xc.Problem, depth: int, item: Any = None
    ) -> tuple[list[Seen], xc.Problem]:
        """The deductions from a position, and what the search meets then; and that position."""
        steps = []
        while found := self._deduced(problem) if self.propagate else []:
            for each in found:
                action = "take" if each.taken else "remove"
                steps.append(Seen(action, depth, each.taken, technique=each.technique,
                                  items=each.items, removed=each.removed))  # fmt: skip
            taken = [option for each in found for option in each.taken]
            gone = [option for each in found if not each.taken for option in each.removed]
            problem = problem.given(*taken).without(*gone)
            if self._rated is None:
                break
        return [*steps, self._met(problem, depth, item)], problem

    def _deduced(self, problem: xc.Problem) -> list[Deduction]:
        """Deductions in this position: all that its rules tell, or else the first of the others."""
        named = [*self._rated.deductions(problem)] if self._rated else []
        if named or self.clock.passed():
            return named
        found = deductions(problem, self.clock.left())
        return found[:1] if self._rated else found

    def _met(self, problem: xc.Problem, depth: int, item: Any) -> Seen:
        """A solution, a dead end, or a branch."""
        chosen, live = problem.given_options, problem.live_options
        needs = dict(self._needs)
        for option in chosen:
            for each in self._items_of[option]:
                if each in needs:
                    needs[each] -= 1
        left: dict[Any, list[Any]] = {each: [] for each, need in needs.items() if need > 0}
        taken = {*chosen}
        for option in live:
            for each in self._items_of[option] if option not in taken else ():
                if each in left:
                    left[each].append(option)
        for each, options in left.items():
            if len(options) < needs[each]:
                return Seen("dead", depth, item=each)
        if not left and taken <= {*live}:
            return Seen("solution", depth, chosen)
        if not left:  # everything is chosen, against a rule
            return Seen("dead", depth, item=self._items_of[chosen[-1]][0])
        sizes = {each: len(options) for each, options in left.items()}
        if item not in left:
            item = next(iter(left)) if self.order == "first" else min(left, key=lambda k: sizes[k])
        return Seen("branch", depth, left[item], item, size=sizes[item], sizes=sizes)


def deductions(problem: xc.Problem, seconds: float | None = None) -> list[Deduction]:
    """What the two rules tell; options that starve the same item are removed together."""
    found: list[Deduction] = []
    for step in problem.trace(seconds=seconds).steps:
        if step.action == "take":
            found.append(Deduction(SINGLE, (step.item,), (step.option,), step.removed))
        elif step.action == "remove":
            last = found[-1] if found else None
            if last and not last.taken and last.items == (step.item,):
                found[-1] = Deduction(STARVED, last.items, (), (*last.removed, step.option))
            else:
                found.append(Deduction(STARVED, (step.item,), (), (step.option,)))
    return found


# -- the questions ---------------------------------------------------------------------------


def watch(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """The search itself: its steps, up to a number of them."""
    shown, search = _watched(recent, asked)
    most = number_of(asked, "limit", 2_000, 20_000)
    steps: list[Seen] = []
    for step in search.steps():
        if len(steps) == most or search.clock.passed():
            return {**_told_steps(shown, search, steps), "complete": False}
        steps.append(step)
    return {**_told_steps(shown, search, steps), "complete": True}


def branch(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """A search by hand: what follows from its last choice, and the items that are open then."""
    shown, search = _watched(recent, {**asked, "chosen": []})
    items, item = shown.whole.primary, asked.get("item")
    if item is not None:
        item = items[number_of(asked, "item", 0, len(items) - 1)]
    steps = search.by_hand(shown.options(asked.get("chosen", [])), item)
    number = {each: k for k, each in enumerate(items)}
    sizes = sorted(steps[-1].sizes.items(), key=lambda pair: (pair[1], number[pair[0]]))
    left = [{**shown.item(each), "number": number[each], "size": size} for each, size in sizes]
    return {**_told_steps(shown, search, steps), "open": left}


def _watched(recent: Recent, asked: Mapping[str, Any]) -> tuple[Shown, Watched]:
    shown, order = recent.shown(asked), asked.get("order", "fewest")
    if shown.misfit is not None:
        raise BadQuestion(shown.misfit)
    if order not in ORDERS:
        raise BadQuestion(f"{order!r}: expected one of {', '.join(ORDERS)}")
    propagate, seconds = bool(asked.get("propagate", True)), seconds_of(asked)
    return shown, Watched(shown.puzzle, shown.problem(asked), propagate, order, seconds)


def _told_steps(shown: Shown, search: Watched, steps: Iterable[Seen]) -> Data:
    """Steps as the page shows them, the names of their options, and the techniques."""
    board, told = shown.board, []
    named: dict[int, Any] = {}
    for step in steps:
        options, removed = shown.numbers(step.options), shown.numbers(step.removed)
        named |= dict(zip([*options, *removed], [*step.options, *step.removed], strict=True))
        # The sizes of items that are places.
        items = ((board.of_item(item), size) for item, size in step.sizes.items())
        sizes = [[places[0], size] for places, size in items if len(places) == 1]
        where = None if step.item is None else shown.item(step.item)
        because = [*map(shown.item, step.items)]
        said = {"options": options, "removed": removed, "item": where, "items": because}
        told.append({**as_object(step), **said, "sizes": sizes})
    names = {k: shown.puzzle.option_called(option) for k, option in named.items()}
    return {"steps": told, "names": names, "techniques": search.techniques}


def matrix(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """The matrix of the problem: what its rows and columns are called, and the entries of each row
    as pairs of a column and a colour, 0 for none."""
    shown = recent.shown(asked)
    problem = shown.whole
    items = [*problem.primary, *problem.secondary]
    if len(problem.options) > _MOST_ROWS or len(items) > _MOST_ROWS:
        return {"options": len(problem.options), "items": len(items)}
    number = {item: k for k, item in enumerate(items)}
    colours: dict[Any, int] = {None: 0}
    rows = [[[number[item], colours.setdefault(colour, len(colours))]
             for item, colour in problem.items_of(option).items()]
            for option in problem.options]  # fmt: skip
    most = [problem.multiplicity.get(item, (1, 1))[1] for item in items]
    options = [*map(shown.puzzle.option_called, problem.options)]
    called = [*map(shown.puzzle.item_called, items)]
    return {"rows": rows, "most": most, "options": options, "items": called}
