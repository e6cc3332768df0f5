"""Propagation to a fixed point before any search, with a report of what it removed and why.

The rules stand in ``filtering.py``. Here is the policy: plain Python for small problems, unless
there have been many, and compiled loops for larger ones; how much work they may do; the report; and
the way back from the options that are left to those of the problem as it was stated.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..arrays.core import Core, core_of
from ..common.displayed import Displayed
from ..common.slots import Slot, Slots, kept
from ..errors import shown
from ..statement.results import Impossible
from ..statement.statement import Statement
from ..text import counted
from .filtering import FIXED_POINT, WORK_LIMIT
from .propagator import PLAIN_WORK, Propagator

#: The most it may do in plain Python if the compiled loops are not wanted: about a second.
_MOST_PLAIN_WORK = 6_000_000
#: Work from one tick to the next: some 20 ms each.
_PLAIN_STEP, _COMPILED_STEP = 100_000, 4_000_000

#: The work propagation may do in all, for each entry of the problem. Measured on tilings, sudokus
#: and edge matching, a fixed point takes 20 to 400 units an entry.
_WORK_PER_ENTRY = 2_000


@dataclass(frozen=True)
class Reason:
    """Why an option was removed.

    There are three kinds of reasons. Choosing the option would leave ``item`` without any option,
    or with ``too_few`` if it must be covered several times; then ``option`` is None. It clashes on
    ``item`` with the forced ``option``, perhaps together with others that cover the item as often
    as allowed. Or ``item`` must ``never`` be covered, by its multiplicity.
    """

    item: Hashable
    option: Hashable = None
    clashes: bool = False
    never: bool = False
    too_few: bool = False

    def __str__(self) -> str:
        if self.clashes:
            clash = f"clashes on item {shown(self.item)} with option {shown(self.option)}"
            return f"{clash}, which is forced"
        if self.never:
            return f"covers item {shown(self.item)}, which must not be covered"
        left = "with too few options" if self.too_few else "without any option"
        return f"would leave item {shown(self.item)} {left}"


_CORE: Slot[Core] = Slot("core")


class Reduction(Displayed):
    """The options that propagation removed and forced; made by :meth:`Problem.reduce`.

    ``complete`` is false if it stopped at a bound on its work before the fixed point.
    """

    def __init__(
        self,
        statement: Statement,
        done: Propagator,
        impossible: Impossible | None,
        complete: bool = True,
    ):
        self._slots = Slots()
        self._model = statement.model
        if impossible is None:
            self._live, self._settled = done.left()
        else:
            compiled = statement.model.compiled
            self._live, self._settled = bytearray(compiled.n_options), bytearray(compiled.n_items)
        self._in_order = done.forced
        #: Numbers of the options taken, given ones included, ascending.
        self._taken = tuple(sorted(self._in_order))
        self._why_item, self._why_option = done.why_item, done.why_option
        self._bounds = done.state.low, done.state.high
        self.impossible = impossible
        self.complete = complete
        #: Deterministic measure of the work done: entries of the problem looked at.
        self.work = done.work

    @kept
    def forced(self) -> tuple[Hashable, ...]:
        """Options in every solution, including given ones, in the order of being forced."""
        names = self._model.option_names
        return tuple(names[number] for number in self._model.without_additions(self._in_order))

    @kept
    def removed(self) -> Mapping[Hashable, Reason]:
        """Options in no solution, in order of declaration, each with its reason."""
        names = self._model.option_names
        return {
            names[number]: self._reason(number)
            for number, item in enumerate(self._why_item[: self._model.n_stated])
            if item >= 0
        }

    def _reason(self, number: int) -> Reason:
        """Why the option of this number was removed."""
        item, rival = self._why_item[number], self._why_option[number]
        on, compiled = self._model.shown_item(item), self._model.compiled
        if rival >= 0:
            return Reason(on, self._model.option_names[rival], clashes=True)
        if not compiled.multiple:
            return Reason(on)
        few = compiled.low[item] > 1 and not compiled.repeat
        return Reason(on, never=compiled.high[item] == 0, too_few=few)

    @kept
    def left(self) -> int:
        """The number of options left to choose among: neither removed nor forced."""
        live = self._live[: self._model.n_stated]
        taken = self._model.without_additions(set(self._taken))
        return sum(live) - sum(1 for number in taken if live[number])

    @property
    def core(self) -> Core:
        """What is left to search; the same for all threads, and so are the tables made of it."""
        return self._slots.get(_CORE, self._core)

    def stated_rows(self) -> StatedRows:
        """What leads from solutions of the core to solutions of the statement."""
        n_stated = None if self._model.stated is None else self._model.n_stated
        return StatedRows(self.core.options, self._taken, n_stated)

    def _core(self) -> Core:
        compiled = self._model.compiled
        bounds = self._bounds if compiled.multiple else None
        return core_of(compiled, self._live, self._settled, bounds)

    def __str__(self) -> str:
        if self.impossible is not None:
            return str(self.impossible)
        text = (
            f"{counted(len(self.removed), 'option')} removed,"
            f" {len(self._taken):,} forced, {self.left:,} left to choose among"
        )
        return text if self.complete else text + " (stopped at the bound on its work)"


def reduce_statement(
    statement: Statement,
    *,
    rules: int = 2,
    kernels: bool = True,
    tick: Callable[[], None] = lambda: None,
    most_work: int | None = None,
) -> Reduction:
    """Propagate in a statement; ``rules`` 0 only forces the given options, 2 does everything.

    ``kernels`` says whether the compiled loops may be used, which means importing numba. ``tick``
    is called every few hundredths of a second and may end the work by raising. ``most_work`` bounds
    the work, in entries looked at; None for the usual bound. What is left has the solutions of the
    statement, wherever the bound ends the work.
    """
    compiled = statement.model.compiled
    large = kernels and Propagator.is_for_kernels(compiled)
    state = Propagator(compiled, statement.live(), statement.given, lists=not large)
    if most_work is None:
        most_work = max(PLAIN_WORK, _WORK_PER_ENTRY * compiled.n_entries)
        if not kernels:
            most_work = min(most_work, _MOST_PLAIN_WORK)
    complete = True
    status, culprit = WORK_LIMIT, -1
    while status == WORK_LIMIT:
        tick()
        if state.work >= most_work and rules > 0:
            # From here on nothing new is deduced; the state is only closed (see ``filtering.py``).
            rules, complete = 0, False
        in_kernel = large or (kernels and state.work >= PLAIN_WORK)
        step = _COMPILED_STEP if in_kernel else _PLAIN_STEP
        if rules > 0:
            step = min(step, most_work - state.work)
        status, culprit = state.run(rules, step, compiled=in_kernel)
    for option in state.forced if compiled.repeat else ():
        state.why_item[option] = -1  # it was used up
    if status == FIXED_POINT:
        return Reduction(statement, state, None, complete)
    return Reduction(statement, state, _impossible(statement, state, culprit))


def _impossible(statement: Statement, state: Propagator, culprit: int) -> Impossible:
    for option in statement.given:
        clash = _given_clash(statement, option, state.why_item[option], state.why_option[option])
        if clash is not None:
            return clash
    model = statement.model
    item = model.shown_item(culprit)
    starts, entries = model.compiled.by_item
    option_of = state.problem.option_of
    own = [option_of[entry] for entry in entries[starts[culprit] : starts[culprit + 1]]]
    if model.compiled.multiple:
        needed, stated = state.state.low[culprit], model.compiled.low[culprit]
        times = "once" if needed == 1 else f"{needed} times"
        more = " more" if needed < stated else ""
        size = sum(state.state.live[option] == 1 for option in own)
        left = f"{counted(size, 'option is', 'options are')} left" if size else "no option is left"
        return Impossible(f"item {shown(item)} must be covered {times}{more}, but {left}", item)
    if not own:
        return Impossible(f"item {shown(item)} is in no option", item)
    given, forbidden = set(statement.given), set(statement.forbidden)
    if all(option in forbidden or state.why_option[option] in given for option in own):
        rest = "the given and forbidden options leave"
    else:
        rest = "propagation leaves"
    return Impossible(f"{rest} no option for item {shown(item)}", item)


def _given_clash(
    statement: Statement, option: int, why_item: int, why_option: int
) -> Impossible | None:
    """Why a given option cannot be chosen; None if it has not been removed."""
    model = statement.model
    name = shown(model.option_names[option])
    if option in statement.forbidden:
        return Impossible(f"option {name} is both given and forbidden")
    if why_item < 0:
        return None
    item = model.shown_item(why_item)
    if why_option < 0:
        why = f"option {name} is given, but item {shown(item)} must not be covered"
        return Impossible(why, item)
    pair = f"the options {shown(model.option_names[why_option])} and {name}"
    return Impossible(f"{pair} are forced and clash on {shown(item)}", item)


#: Propagation's result, by whether both rules are played and whether compiled loops are used.
_REDUCTIONS: dict[tuple[bool, bool], Slot[Reduction]] = {
    (reduce, kernels): Slot(f"reduction, {reduce=}, {kernels=}")
    for reduce in (False, True)
    for kernels in (False, True)
}


def reduction_of(
    statement: Statement, reduce: bool, kernels: bool, tick: Callable[[], None]
) -> Reduction:
    """Propagation's result, remembered with the statement, which never changes.

    Without the compiled loops it may stop earlier, and then it is another result. So what is
    remembered depends on the question alone, and not on the questions asked before.
    """
    if reduce not in (True, False):
        raise TypeError(f"reduce={shown(reduce)}: expected True or False")

    def make() -> Reduction:
        rules = 2 if reduce else 0
        return reduce_statement(statement, rules=rules, kernels=kernels, tick=tick)

    return statement.memo.get(_REDUCTIONS[reduce, kernels], make, tick)


def reduced(statement: Statement) -> Statement:
    """The statement in which what propagation removes is forbidden, and what it forces given."""
    reduction = reduction_of(statement, True, True, lambda: None)
    removed = [option for option, item in enumerate(reduction._why_item) if item >= 0]
    return statement.without(removed).with_given(reduction._taken)


def live_options(statement: Statement) -> list[int]:
    """The options that given and forbidden ones leave; none if given ones clash."""
    forbidden, given = set(statement.forbidden), set(statement.given)
    if not given:
        n_options = statement.model.compiled.n_options
        return [option for option in range(n_options) if option not in forbidden]
    reduction = reduce_statement(statement, rules=0, kernels=False)
    if reduction.impossible is not None:
        return []
    # What is given stays, even where it cannot be chosen once more.
    return [option for option, flag in enumerate(reduction._live) if flag or option in given]


class StatedRows:
    """Rows of options of the core as rows of options of the stated problem.

    An engine numbers only the options that propagation has left. Its solutions lack the options
    that propagation took. This puts both right, for all that read what an engine found.

    ``options``: the stated number of each option of the core. ``taken``: the stated numbers of the
    options that propagation took; every solution contains them. ``n_stated``: the number of options
    that the user stated, if rules have added others, which rows do not show.
    """

    def __init__(self, options: Sequence[int], taken: Sequence[int], n_stated: int | None = None):
        self.options = options
        self.taken = taken
        self._n_stated = n_stated
        #: The options taken without those that rules have added.
        self.stated_taken = taken
        if n_stated is not None:
            self.stated_taken = [option for option in taken if option < n_stated]

    @cached_property
    def place(self) -> dict[int, int]:
        """Stated number -> number in the core."""
        return {option: number for number, option in enumerate(self.options)}

    @cached_property
    def _numbers(self) -> Any:
        import numpy as np

        numbers = np.array([*self.options, -1], np.int32)
        if self._n_stated is not None:
            numbers[numbers >= self._n_stated] = -1
        return numbers

    def stated(self, option: int) -> int:
        """The stated number of an option of the core; -1 for one that rules have added."""
        number, n_stated = self.options[option], self._n_stated
        return number if n_stated is None or number < n_stated else -1

    def each(self, options: Any) -> Any:
        """The stated numbers of an array of options of the core, int32; -1 for what has none."""
        return self._numbers[options]

    def one(self, options: Iterable[int]) -> tuple[int, ...]:
        """One solution or partial solution, ascending, with the options taken."""
        numbers, n_stated = self.options, self._n_stated
        stated = [numbers[option] for option in options]
        if n_stated is not None:
            stated = [option for option in stated if option < n_stated]
        return tuple(sorted((*self.stated_taken, *stated)))

    def table(self, table: Any) -> Any:
        """Many solutions, each as :meth:`one`: an int32 array, filled up at the end with -1."""
        import numpy as np

        taken = np.tile(np.array(self.stated_taken, np.int32), (len(table), 1))
        rows = np.concatenate([taken, self.each(table)], axis=1)
        # Without a sign -1 is the largest number, so it stays at the end.
        rows.view(np.uint32).sort(axis=1)
        return rows

    def to_stated(self, prefix: Iterable[int]) -> tuple[int, ...]:
        """A prefix with stated numbers; an entry ``~o`` leaves option *o* out."""
        numbers = self.options
        return tuple(numbers[entry] if entry >= 0 else ~numbers[~entry] for entry in prefix)

    def to_core(self, prefix: Sequence[int]) -> tuple[int, ...]:
        """A prefix with numbers of the core. Raises KeyError for an option that the core lacks."""
        if not prefix:
            return ()
        place = self.place
        return tuple(place[entry] if entry >= 0 else ~place[~entry] for entry in prefix)
