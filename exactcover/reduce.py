"""Propagation to a fixed point before any search; reports what it removed and why.

The rules stand in ``propagation.py``. Here is the policy: who runs them (plain Python for small
problems, the compiled kernel for larger ones), how much work they may do, and the report.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from . import propagation
from .compiled import Compiled, Core, core_of
from .model import Model, Statement
from .results import Impossible

__all__ = ["Reason", "Reduction", "reduce_statement"]

#: The work propagation may do in plain Python before the compiled loops go on: about 50 ms, a
#: fraction of what importing numba costs.
_PLAIN_WORK = 300_000

#: The work propagation may do in all, for each node of the problem. Measured on tilings, sudokus
#: and edge matching, a fixed point takes 20 to 400 units a node.
_WORK_PER_NODE = 2_000


@dataclass(frozen=True)
class Reason:
    """Why an option was removed.

    Choosing it would leave ``item`` without any option (``option`` is None); or it clashes on
    ``item`` with ``option``, which is forced.
    """

    item: Hashable
    option: Hashable = None
    clashes: bool = False

    def __str__(self) -> str:
        if self.clashes:
            return f"clashes on item {self.item!r} with option {self.option!r}, which is forced"
        return f"would leave item {self.item!r} without any option"


class Reduction:
    """What propagation did to a problem, and what is left of it.

    ``complete`` is false when it stopped at the bound on its work before the fixed point.
    """

    def __init__(
        self,
        statement: Statement,
        live: bytearray,
        settled: bytearray,
        forced: list[int],
        why_item: Any,
        why_option: Any,
        impossible: Impossible | None,
        complete: bool,
        work: int,
    ):
        self._model = statement.model
        self._live = live
        self._settled = settled
        #: Numbers of the options taken, given ones included, ascending.
        self._taken = tuple(sorted(forced))
        self._in_order = forced
        self._why_item = why_item
        self._why_option = why_option
        self.impossible = impossible
        self.complete = complete
        #: Deterministic measure of the work done: nodes of the problem looked at.
        self.work = work

    @property
    def forced(self) -> tuple[Hashable, ...]:
        """The options in every solution, in the order in which they were forced; given ones too."""
        names = self._model.option_names
        return tuple(names[number] for number in self._in_order)

    @cached_property
    def removed(self) -> Mapping[Hashable, Reason]:
        """The options that no solution contains, in order of declaration, each with its reason."""
        model = self._model
        reasons: dict[Hashable, Reason] = {}
        for number in range(model.compiled.n_options):
            if self._why_item[number] < 0:
                continue
            item = model.item_names[self._why_item[number]]
            if self._why_option[number] < 0:
                reasons[model.option_names[number]] = Reason(item)
            else:
                rival = model.option_names[self._why_option[number]]
                reasons[model.option_names[number]] = Reason(item, rival, clashes=True)
        return reasons

    @property
    def left(self) -> int:
        """How many options are left to choose among: neither removed nor forced."""
        return sum(self._live) - len(self._taken)

    @cached_property
    def core(self) -> Core:
        """What is left to search."""
        still_live = bytearray(self._live)
        for number in self._taken:
            still_live[number] = 0
        return core_of(self._model.compiled, still_live, self._settled)

    def __str__(self) -> str:
        if self.impossible is not None:
            return str(self.impossible)
        n_removed = len(self.removed)
        text = (
            f"{n_removed:,} option{'' if n_removed == 1 else 's'} removed,"
            f" {len(self._taken):,} forced, {self.left:,} left to choose among"
        )
        return text if self.complete else text + " (stopped at the bound on its work)"


def reduce_statement(statement: Statement, *, rules: int = 2, kernels: bool = True) -> Reduction:
    """Propagate in a statement; ``rules`` 0 only forces the given options, 2 does everything.

    ``kernels`` says whether the compiled loops may be used, which means importing numba.
    """
    model = statement.model
    compiled = model.compiled
    live = statement.live()
    if rules == 0 and not statement.given:
        nothing = array("i", [-1]) * compiled.n_options
        settled = bytearray(compiled.n_items)
        impossible = _uncovered(model, live)
        return Reduction(statement, live, settled, [], nothing, nothing, impossible, True, 0)

    state = _State(compiled, live, statement.given)
    work_limit = _WORK_PER_NODE * compiled.n_nodes
    if compiled.small or not kernels:
        status, culprit = state.run(rules, min(_PLAIN_WORK, work_limit), compiled=False)
        if status == propagation.WORK_LIMIT and kernels:
            status, culprit = state.run(rules, work_limit - state.work, compiled=True)
    else:
        status, culprit = state.run(rules, work_limit, compiled=True)
    complete = status != propagation.WORK_LIMIT
    impossible = None
    if status in (propagation.NO_OPTION, propagation.CLASH):
        impossible = _impossible(statement, state, culprit)
    return Reduction(
        statement,
        bytearray(state.live),
        bytearray(state.settled),
        state.forced,
        state.why_item,
        state.why_option,
        impossible,
        complete,
        state.work,
    )


def _uncovered(model: Model, live: bytearray) -> Impossible | None:
    """The first primary item without any live option, as a reason."""
    compiled = model.compiled
    covered = bytearray(compiled.n_items)
    for option, alive in enumerate(live):
        if alive:
            for node in range(compiled.starts[option], compiled.starts[option + 1]):
                covered[compiled.items[node]] = 1
    item = covered.find(0, 0, compiled.n_primary)
    if item < 0:
        return None
    name = model.item_names[item]
    return Impossible(f"item {name!r} is in no option", name)


def _impossible(statement: Statement, state: _State, culprit: int) -> Impossible:
    model = statement.model
    names = model.option_names
    for number in statement.given:
        if state.live[number] and number not in statement.forbidden:
            continue
        if number in statement.forbidden:
            return Impossible(f"option {names[number]!r} is given and forbidden")
        if state.why_option[number] >= 0:
            item = model.item_names[state.why_item[number]]
            rival = names[state.why_option[number]]
            reason = f"the options {rival!r} and {names[number]!r} are forced and clash on {item!r}"
            return Impossible(reason, item)
    item = model.item_names[culprit]
    uses = model.compiled.by_item[0]
    if uses[culprit] == uses[culprit + 1]:
        return Impossible(f"item {item!r} is in no option", item)
    if statement.forbidden or statement.given:
        rest = "what is given and forbidden leaves"
    else:
        rest = "propagation leaves"
    return Impossible(f"{rest} no option for item {item!r}", item)


class _State:
    """The arrays that ``propagation.propagate`` works on, and what it has done to them."""

    def __init__(self, compiled: Compiled, live: bytearray, given: tuple[int, ...]):
        self.source = compiled
        self.given = given
        self.live: Any = live
        self.taken: Any = bytearray(compiled.n_options)
        self.settled: Any = bytearray(compiled.n_items)
        self.sizes: Any = [0] * compiled.n_primary
        self.why_item: Any = [-1] * compiled.n_options
        self.why_option: Any = [-1] * compiled.n_options
        self.forced: list[int] = []
        self.work = 0
        starts, items, n_primary = compiled.starts, compiled.items, compiled.n_primary
        self.option_of: Any = array("i", bytes(4 * compiled.n_nodes))
        for option in range(compiled.n_options):
            for node in range(starts[option], starts[option + 1]):
                self.option_of[node] = option
                if live[option] and items[node] < n_primary:
                    self.sizes[items[node]] += 1

    def run(self, rules: int, work_limit: int, *, compiled: bool) -> tuple[int, int]:
        """Propagate, in plain Python or compiled; returns the status and the culprit."""
        source = self.source
        options, items, nodes = source.n_options, source.n_items, source.n_nodes
        scratch_sizes = [options] * 2 + [items] * 2 + [options, items] + [nodes] * 2
        scratch_sizes += [options, items]
        item_starts, item_nodes = source.by_item
        problem: list[Any] = [source.starts, source.items, source.colours, item_starts, item_nodes]
        state = [self.live, self.taken, self.settled, self.sizes, self.why_item, self.why_option]
        run: Any
        if compiled:
            import numpy as np

            from .engines.tables import view
            from .kernels.propagate import propagate as run

            arrays = [view(each) for each in problem]
            option_of = view(self.option_of)
            given: Any = np.array(self.given, np.int32)
            state = [np.array(list(each), np.int32) for each in state]
            scratch: list[Any] = [np.zeros(size, np.int32) for size in scratch_sizes]
        else:
            run = propagation.propagate
            arrays = problem
            option_of = self.option_of
            given = self.given
            scratch = [[0] * size for size in scratch_sizes]
        status, culprit, n_forced, work = run(
            source.n_primary, *arrays, option_of, given, rules, work_limit, *state, *scratch
        )
        if compiled:
            state = [each.tolist() for each in state]
        self.live, self.taken, self.settled, self.sizes, self.why_item, self.why_option = state
        forced = scratch[0]
        self.forced += [int(option) for option in forced[:n_forced]]
        self.work += int(work)
        return int(status), int(culprit)
