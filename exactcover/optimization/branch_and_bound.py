"""The cheapest solutions, with proof of optimality.

Beginning. A short plain search takes any solution, before anything that may last.

Bounding. The linear program of the problem gives prices of its items. They prove a lower bound on
the cost of every solution, and give every option a reduced cost: what choosing it costs above the
bound (``linear_program.py``). Items that may stay open at a price are covered by a slack then.

Searching. Two searches take turns, since nobody can tell which one ends first. The one with growing
budgets (``deepening.py``) begins; its nodes are cheap. Then options that are too expensive beside
the best solution are left out, and a tree search solves a linear program at every node
(``tree.py``). In between, rounds look for better solutions (``neighbourhoods.py``). A bound is
known whenever the search is stopped. A problem that falls apart is searched part by part
(``apart.py``).

Costs are ints here (``common/costs.py``), of any size. Each solution's cost is computed from them
exactly. The search sees them rounded down to units that fit its arithmetic, so it may look at
solutions that are not better, and never overlooks one.
"""

from __future__ import annotations

import math
import sys
import time
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import most_options
from ..common.slices import next_slice
from ..engines import choose
from .apart import cheapest_of_all, parts_of
from .deepening import Deepening, with_slack
from .linear_program import LARGEST, NEAR, LinearProgram, UnitRows
from .neighbourhoods import Neighbourhoods
from .part import part_of, worth_keeping
from .tree import Check, Tree

#: Nodes of the search for a first solution and of the dive, besides those of one path down.
_FIRST_NODES = 1_000
#: Work of the search with growing budgets: at first, and at most. In between it does as much as the
#: tree, or up to twice as much.
_FIRST_TURN, _LAST_TURN = 10_000_000, 160_000_000
#: The same for what a round leaves open, and nodes of the tree after that.
_REST_WORK, _REST_NODES = 500_000, 200
#: Nodes of the tree from one round to the next: at first, and how much this grows by a round that
#: finds nothing.
_FIRST_WAIT, _WAITING = 5.0, 1.1
#: The tree begins anew with fewer options if there are half as many, and up to so many nodes.
_FEWER, _REPLANT_NODES = 0.5, 200


@dataclass(eq=False)
class Optimization:
    """A search for the cheapest solutions, in slices."""

    compiled: Compiled
    costs: Sequence[int]
    #: How many solutions are wanted; None for all that cost no more than ``within``.
    k: int | None
    within: int | None
    tick: Callable[[], None]
    #: Whether it is what a round of another search leaves open; it has no beginning and no rounds.
    rest: bool = False
    #: Whether :meth:`widen` may ask for more solutions later.
    more: bool = False
    #: Options and items whose variables are in a basis to begin with, if one is known.
    warm: tuple[Any, Any] | None = None

    def __post_init__(self) -> None:
        #: (cost, options), the cheapest first.
        self.best: list[tuple[int, tuple[int, ...]]] = []
        self.done = False
        #: All costs of solutions are multiples of it.
        self.step = math.gcd(*self.costs) or 1
        compiled = self.compiled
        most = most_options(compiled) if compiled.multiple else compiled.n_primary
        #: Nodes of the search for a first solution, and of the dive.
        self._first_nodes = _FIRST_NODES + most
        # An option is chosen no more often than the bounds of items allow.
        times = max(compiled.bounds[1], default=1) if compiled.repeat else 1
        #: No solution costs less.
        self._proven = times * sum(cost for cost in self.costs if cost < 0)
        self._nodes_before = 0
        #: Whether a search before this one needed a tree.
        self._hard = False
        #: The linear program of the whole problem, once it is solved.
        self.root: Root | None = None
        self._deepening: Deepening | None = None
        self._tree: Tree | None = None
        self._neighbourhoods: Neighbourhoods | None = None
        #: Searches of the parts of a problem that falls apart, after the options of each part.
        self.apart: list[tuple[Any, Optimization]] = []
        #: Nodes of the tree until the next round, and after that until the one that follows.
        self._before_round, self._wait = 0, _FIRST_WAIT

    def prepare(self, nodes: int) -> None:
        """Find a first solution, and the bound. Called once, before ``run``.

        ``nodes``: how many it and ``run`` may visit in all.

        A tick may end it by raising. What is known by then holds.
        """
        self._most = nodes
        if not self.rest and not self.best:
            self._take_any(min(nodes, self._first_nodes))
        if self.done:
            return
        everything = self.k is None or self.within is not None or self.more
        kept = None if everything else worth_keeping(self.compiled, self.costs, self.k or 1)
        self.tick()
        if not self.relax(kept):
            return
        whole = self._whole
        program = whole.program
        self._reduced = program.reduced.copy()
        self._root = program.lower.copy(), program.upper.copy(), program.basis
        # Whole numbers may come of themselves, as in assignments.
        whole_numbers = program.in_whole_numbers() if program.optimal else None
        if whole_numbers is not None and Check(whole.compiled).is_solution(whole_numbers):
            whole.take(whole_numbers)
        wanted = self._wanted
        if wanted is not None and self._proven > wanted:
            self.done = True
            return
        if not self.rest and self.k is not None and self._fall_apart():
            return
        self._deepening = self._begin()
        if not self.rest:
            self._deepening.dive(min(nodes - self.nodes, self._first_nodes))

    def relax(self, kept: Any = None, merge: bool = True) -> bool:
        """Solve the linear program of these options, or of all; what is proven by then holds.

        Whether there may be a solution. ``merge``: items that are covered at most once may become
        cliques.
        """
        self._whole = self._part = whole = Part(self, kept, merge)
        program = whole.program
        if self.warm is not None:
            program.load(whole.basis_of(*self.warm))
        self.tick()
        proof = 0.0

        def tick() -> None:
            """Note what the prices on the way prove, which takes a twentieth of the time."""
            nonlocal proof
            if (now := time.monotonic()) >= proof:
                self._rise(whole, program.prove())
                proof = now + 20 * (time.monotonic() - now)
            self.tick()

        try:
            feasible = program.solve(self.tick if self.rest else tick, None)
        finally:
            program.prove()
            self._value = program.settle()
            self._rise(whole, self._value)
            values = program.values()[: program.n_options]
            basis = program.basis.tolist()
            self.root = Root(whole, self._value, program.price, values, basis, program.optimal)
        self.done = not feasible and program.refutes()
        return not self.done

    def _fall_apart(self) -> bool:
        """Begin a search of each part; whether there are several."""
        whole, root = self._whole, self.root
        assert root is not None
        basis, rows = np.array(root.basis, np.int64), whole.relaxation.items
        of_rows = basis[basis >= len(whole.options)] - len(whole.options)
        of_items = rows[of_rows[of_rows < len(rows)]]
        known, searches = [np.array(each, np.int64) for _, each in self.best], []
        for part in parts_of(whole.compiled, np.abs(root.values - np.rint(root.values)) < NEAR):
            options = whole.options[part.options]
            costs = [self.costs[option] for option in options.tolist()]
            warm = (
                np.flatnonzero(np.isin(part.options, basis)),
                np.flatnonzero(np.isin(part.items, of_items)),
            )
            search = Optimization(
                part.compiled, costs, self.k, None, self.tick, more=self.more, warm=warm
            )
            for solution in known:
                if np.isin(solution, whole.options).all():
                    mine = solution[np.isin(solution, options)]
                    search.take(np.searchsorted(options, mine).tolist())
            searches.append((options, search))
        self.apart = searches
        return bool(self.apart)

    def _begin(self) -> Deepening:
        """The search with growing budgets, from its beginning."""
        whole, value = self._whole, self._value
        price = np.zeros(whole.compiled.n_items, np.int64)
        rows = whole.relaxation.items
        assert self.root is not None
        price[rows] = self.root.price[: len(rows)]
        priced = with_slack(whole.compiled, np.maximum(self._reduced, 0), price)
        return Deepening(
            priced, self.k, whole.take, lambda: max(whole.wanted() - value, -1), self.tick
        )

    def widen(self, k: int | None, within: int | None) -> None:
        """Ask for more solutions, once the search is done; what is known by then stays known.

        The linear program at the root is not solved again. The searches begin again.
        """
        self._proven, nodes = self.bound, self.nodes
        self.k, self.within, self.done = k, within, False
        if self.apart:
            # Beside the cheapest solutions of the others.
            others = sum(search.best[0][0] for _, search in self.apart)
            for _, search in self.apart:
                mine = None if within is None else within - (others - search.best[0][0])
                search.widen(k, mine)
            return
        self._nodes_before = nodes
        self._deepening = self._begin()
        self._neighbourhoods = None
        if self._tree:
            self._tree, self._part = None, self._whole
            self._hard = True
            program = self._whole.program
            program.lower[:], program.upper[:], basis = self._root
            program.load(basis)
            program.solve(self.tick, None)

    def _take_any(self, nodes: int) -> None:
        """Look for any solution by a plain search of at most ``nodes``."""
        engine = choose.start(self.compiled, "cells", self.tick)
        kept, step = False, 1
        while engine.nodes < nodes and not kept and not engine.done:
            before = time.monotonic()
            for options in engine.collect(min(step, nodes - engine.nodes), 1):
                kept = self.take(options) or kept
            step = next_slice(step, time.monotonic() - before)
            # Afterwards: one node may be enough, and loading the kernels has taken its time.
            self.tick()
        self._nodes_before += engine.nodes
        # All solutions were seen, and none of them is asked for.
        self.done = engine.done and not kept

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        searches = (self._deepening, self._tree, self._neighbourhoods)
        of_parts = sum(search.nodes for _, search in self.apart)
        return self._nodes_before + of_parts + sum(each.nodes for each in searches if each)

    @property
    def bound(self) -> int:
        """No solution costs less."""
        if self.done and self.best:
            return self.best[0][0]
        if self.done and self.within is not None:
            return self.within + 1
        if self.apart:
            self._proven = max(self._proven, sum(search.bound for _, search in self.apart))
        if self._deepening:
            self._rise(self._whole, self._value + self._deepening.proven)
        if self._tree:
            self._rise(self._part, self._tree.bound)
        return min(self._proven, self.best[0][0]) if self.best else self._proven

    def _rise(self, part: Part, units: int) -> None:
        """Note that no solution that is not known costs less."""
        cost = -(-part.relaxation.in_costs(units) // self.step) * self.step
        self._proven = max(self._proven, cost)

    def run(self, nodes: int) -> None:
        """Go on for at most ``nodes`` nodes."""
        if self.apart:
            self._run_part(nodes)
            return
        last = self.nodes + nodes
        deepening = self._deepening
        assert deepening is not None
        while not self.done and self.nodes < last:
            turn = self._turn(deepening)
            if turn > 0:
                deepening.run(min(last - self.nodes, turn))
                self.done = deepening.done
            elif self._tree is None:
                self._plant()
                return  # its nodes take longer
            elif self._before_round <= 0 and self._rounds:
                # Not by the slice: slices make no difference to what is found.
                self._round(self._most - self.nodes)
            else:
                # One node at a time: slices make no difference to what takes turns with it.
                tree, before = self._tree, self._tree.nodes
                tree.run(1)
                self._before_round -= tree.nodes - before
                self.done = tree.done
                fewer = np.count_nonzero(tree.live) < _FEWER * len(self._part.options)
                if fewer and not self.done and tree.nodes < _REPLANT_NODES:
                    self._plant()

    def _run_part(self, nodes: int) -> None:
        """Go on with the part about which least is known."""
        searches = [search for _, search in self.apart]
        search = max((each for each in searches if not each.done), key=Optimization._gap)
        before = search.nodes
        search._most = before + max(0, self._most - self.nodes)
        if search.root is None:
            search.prepare(search._most)
            nodes -= search.nodes - before
        if nodes > 0 and not search.done:
            search.run(nodes)
        self.done = all(each.done for each in searches) or (search.done and not search.best)
        if self.k is None and not self.done:
            return  # there may be many
        found = [
            [(cost, tuple(options[list(each)].tolist())) for cost, each in search.best]
            for options, search in self.apart
        ]
        best = cheapest_of_all(found, self.k, self.within)
        for _, solution in best:
            self.take(solution)
        if self.done:
            # Which of those that cost the same were known on the way depends on slices.
            self.best = sorted((cost, tuple(sorted(solution))) for cost, solution in best)

    def _gap(self) -> float:
        """How far the bound is from the best solution."""
        return self.best[0][0] - self.bound if self.best else math.inf

    # -- the tree, to be divided (``parallel/divided_optimum.py``) --------------------------------

    @property
    def planted(self) -> tuple[Tree, Part] | None:
        """The tree, and the part of the problem that it searches; None before it begins."""
        return None if self._tree is None else (self._tree, self._part)

    def plant(self, nodes: int) -> None:
        """Begin the tree, if it has not, with one round for a better solution before that.

        The round visits some ``nodes`` at most. To be called after ``prepare``.
        """
        if self._tree is None:
            self._plant()
        if len(self._part.options):
            self._round(nodes)
        tree = self._tree
        assert tree is not None
        tree.run(1)
        self.done = tree.done
        if not self.done and np.count_nonzero(tree.live) < _FEWER * len(self._part.options):
            self._plant()

    @property
    def _rounds(self) -> bool:
        """Whether there are rounds: there may be a better solution than the best."""
        return not self.rest and not (self.best and self.bound >= self.best[0][0])

    def _turn(self, deepening: Deepening) -> int:
        """Nodes for which the search with growing budgets goes on; 0 if it is the tree's turn."""
        if deepening.too_large:
            return 0
        if self.k is None and not self._hard:
            return sys.maxsize
        work = self._tree.work if self._tree else 0
        turn = _REST_WORK if self.rest else _FIRST_TURN
        while turn <= work and turn < _LAST_TURN and not self.rest:
            turn *= 2
        return max(0, turn - deepening.work) // deepening.node_work

    def _plant(self) -> None:
        """Begin a tree, with the options that are not too expensive by now."""
        part, tree = self._part, self._tree
        if tree:
            kept = tree.live
            self._rise(part, tree.bound)
        else:
            kept = self._reduced <= part.wanted() - self._value
        if not kept.all():
            part = Part(self, part.options[kept])
            part.program.solve(self.tick, None)
            self._before_round = self._before_round or int(self._wait)
        planted = Tree(
            part.compiled, part.program, part.take, part.wanted, self.tick, measures=not self.rest
        )
        # A tick or Ctrl-C may have raised: until here all is as before.
        self._nodes_before += tree.nodes if tree else 0
        self._nodes_before += self._neighbourhoods.nodes if self._neighbourhoods else 0
        self._part, self._tree, self._neighbourhoods = part, planted, None

    def _round(self, nodes: int) -> None:
        """Look for a better solution, with some ``nodes`` at most."""
        part = self._part
        if self._neighbourhoods is None:
            costs = [self.costs[option] for option in part.options.tolist()]
            reduced = part.program.reduced.copy()
            self._neighbourhoods = Neighbourhoods(part.compiled, costs, reduced, self.tick)
            self._check = Check(part.compiled)
        within, solution = self.within, None
        if self.best and len(part.options):
            cost, options = self.best[0]
            within = cost - self.step if within is None else min(within, cost - self.step)
            places = np.searchsorted(part.options, options).clip(max=len(part.options) - 1)
            # Those that are too expensive for a better solution are gone.
            solution = places[part.options[places] == options].tolist()
        found = self._neighbourhoods.round(
            solution, within, lambda *rest: self._solve_rest(nodes, *rest)
        )
        # Floating point has chosen a part of it.
        valid = found is not None and self._check.is_solution(found)
        if found is not None and valid and part.take(found):
            self._wait = _FIRST_WAIT
        else:
            self._wait *= _WAITING
        self._before_round = int(self._wait)

    def _solve_rest(
        self, nodes: int, compiled: Compiled, costs: list[int], within: int | None
    ) -> tuple[Sequence[int] | None, int, bool]:
        """Search what a round leaves open for its cheapest solution: see ``Solve``."""
        search = Optimization(compiled, costs, 1, within, self.tick, rest=True)
        search.prepare(nodes)
        deepening = search._deepening
        while not search.done and not search.best and search.nodes < nodes:
            assert deepening is not None
            left = _REST_NODES - (search.nodes - deepening.nodes)
            if left <= 0:
                break
            search.run(min(nodes - search.nodes, search._turn(deepening) or left))
        return search.best[0][1] if search.best else None, search.nodes, search.done

    @property
    def _wanted(self) -> int | None:
        """What solutions that are asked for, and better than those known, cost at most."""
        most = [] if self.within is None else [self.within]
        if self.k is not None and len(self.best) >= self.k:
            # Cheaper by one step at least.
            most.append(self.best[-1][0] - self.step if self.best else 0)
        return min(most, default=None)

    def take(self, options: Sequence[int]) -> bool:
        """Keep a solution if it is among the best; whether it is, and new."""
        found = tuple(sorted(options))
        cost = sum(self.costs[option] for option in found)
        full = self.k is not None and len(self.best) >= self.k
        place = bisect_left(self.best, (cost, found))
        known = self.best[place : place + 1] == [(cost, found)]
        beyond = self.within is not None and cost > self.within
        if known or beyond or (full and cost >= self.best[-1][0]):
            return False
        # In before out: Ctrl-C may come between, and what is best then is still there.
        self.best.insert(place, (cost, found))
        if full:
            self.best.pop()
        return True


class Part:
    """The problem with some of its options, as rows, and its linear program."""

    def __init__(self, search: Optimization, options: Any, merge: bool = True):
        """``options``: those that are left, in order; None for all. ``merge``: see ``relax``."""
        self._search = search
        self.compiled, costs = search.compiled, search.costs
        if options is None:
            options = np.arange(self.compiled.n_options)
        elif len(options) < self.compiled.n_options:
            self.compiled = part_of(self.compiled, options)
            costs = [costs[option] for option in options.tolist()]
        self.options = options
        self.relaxation = UnitRows(self.compiled, costs, merge)
        self.program = LinearProgram(self.relaxation)

    def basis_of(self, options: Any, items: Any) -> Any:
        """A basis with these options, and with the sums of rows of these items and of others."""
        n, rows = len(self.options), np.arange(len(self.relaxation.low))
        first = np.isin(self.relaxation.items, items)
        mine = np.append(first, np.zeros(len(rows) - len(first), bool))
        chosen = np.flatnonzero(np.isin(self.options, options))
        return np.concatenate([chosen, n + rows[mine], n + rows[~mine]])[: len(rows)]

    def take(self, options: Sequence[int]) -> bool:
        """Hand over a solution; slacks, numbered after the options, are left out."""
        stated = [int(self.options[each]) for each in options if each < len(self.options)]
        return self._search.take(stated)

    def wanted(self) -> int:
        """What is wanted costs at most so many units."""
        most = self._search._wanted
        return LARGEST if most is None else min(LARGEST, self.relaxation.in_units(most))


class Root(NamedTuple):
    """The linear program of the whole problem, as it was solved first."""

    part: Part
    #: The bound that its prices prove; the price of each row (int64). Both in units.
    bound: int
    price: Any
    #: The values of the options (floats), the variables of the basis, and whether it is optimal.
    values: Any
    basis: list[int]
    optimal: bool
