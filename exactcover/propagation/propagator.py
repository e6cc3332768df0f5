"""The arrays on which propagation works, and the implementations of its rules.

The loops of ``filtering.py`` run as plain Python on lists, or compiled on arrays, and take turns.
"""

from __future__ import annotations

from array import array
from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from copy import copy
from itertools import chain, compress, repeat
from operator import sub
from typing import TYPE_CHECKING, Any, NamedTuple

from ..arrays.compiled import Compiled
from . import filtering

if TYPE_CHECKING:
    from ..kernels.bits.array_types import Int32s


#: The work that propagation may do in plain Python before compiled loops go on, for one problem:
#: about 50 ms, a fraction of what importing numba costs; and for all small problems of a process.
PLAIN_WORK, _ALL_PLAIN_WORK = 300_000, 3_000_000


class Deduction(NamedTuple):
    """An option that is taken, as given or because ``item`` needs it; or that would starve it."""

    taken: bool
    option: int
    #: -1 for an option that is given.
    item: int
    #: The options that clash with the one taken, ascending.
    removed: list[int]


class Propagator:
    """The arrays that ``filtering.propagate`` works on, and what it has done to them.

    ``lists``: they are lists, the fastest in plain Python, until the compiled loops take over.
    """

    #: Entries that all propagators looked at in plain Python.
    _plain_work = 0

    def __init__(
        self, compiled: Compiled, live: bytearray, given: tuple[int, ...], *, lists: bool = True
    ):
        def filled(value: int, length: int) -> Any:
            return [value] * length if lists else array("i", [value]) * length

        n_options, n_items, n_entries = compiled.n_options, compiled.n_items, compiled.n_entries
        why_item = filled(-1, n_options)
        item_starts, item_entries = compiled.by_item
        # Few problems have an item that is never covered.
        for item in range(len(compiled.high)) if 0 in compiled.high else ():
            for k in range(*item_starts[item : item + 2]) if compiled.high[item] == 0 else ():
                option = bisect(compiled.starts, item_entries[k]) - 1
                if live[option]:
                    live[option], why_item[option] = 0, item
        option_of, spare = _counted(compiled, live)
        room_for_given = array("i", bytes(4 * n_options))
        room_for_given[: len(given)] = array("i", given)
        self.problem = filtering.Problem(
            compiled.n_primary, int(compiled.repeat), compiled.starts, compiled.items,
            compiled.colours, item_starts, item_entries, option_of, room_for_given,
        )  # fmt: skip
        low, high = compiled.bounds
        n_secondary = n_items - compiled.n_primary
        low, high = low + array("i", [0]) * n_secondary, high + array("i", [1]) * n_secondary
        self.state = filtering.State(
            cursor=[0, 0, 0, 0, n_options, 1, len(given)],
            live=list(live),
            low=low.tolist() if lists else low,
            high=high.tolist() if lists else high,
            spare=spare.tolist() if lists else spare,
            why_item=why_item,
            why_option=filled(-1, n_options),
            # Where options may be repeated, each one taken is given or needed by an item.
            forced=filled(0, 1 + (len(given) + sum(low) if compiled.repeat else n_options)),
        )
        self.scratch = filtering.Scratch(
            doomed=filled(0, n_options),
            mark=filled(0, n_items),
            mark_colour=filled(0, n_items),
            checked=filled(0, n_options),
            head=filled(0, n_items),
            link_witness=filled(0, n_entries),
            link_next=filled(0, n_entries),
            first_hungry=filled(0, n_options),
            hungry_item=filled(0, n_entries),
            next_hungry=filled(0, n_entries),
            feeder=filled(0, n_items),
        )
        #: Entries of the problem looked at.
        self.work = 0

    why_item = property(lambda self: self.state.why_item)
    why_option = property(lambda self: self.state.why_option)

    @property
    def forced(self) -> list[int]:
        """The options taken, in order."""
        return list(map(int, self.state.forced[: self.state.cursor[filtering.FORCED]]))

    @classmethod
    def is_for_kernels(cls, compiled: Compiled) -> bool:
        """Whether the compiled loops are the faster ones from the beginning: for a large problem,
        or for a small one of so many that loading them pays. The results are the same."""
        return not compiled.small or cls._plain_work >= _ALL_PLAIN_WORK

    def left(self) -> tuple[bytearray, bytearray]:
        """For each option 1 if it may be chosen, and for each item 1 if it is settled.

        RuntimeError where the state is not closed (see ``filtering.py``): then it is not a problem
        with the solutions of the one stated.
        """
        cursor = self.state.cursor
        if cursor[filtering.DOOMED_NOW] or cursor[filtering.NEXT_GIVEN] < cursor[filtering.N_GIVEN]:
            raise RuntimeError("propagation was left half done")
        return _flags(self.state.live, 1), _flags(self.state.high, 0)

    def run(
        self, level: int, work_limit: int, *, compiled: bool, once: bool = False
    ) -> tuple[int, int]:
        """Go on in plain Python or compiled; returns the status and the culprit.

        ``once``: with one step (see ``filtering.propagate``).
        """
        run: Any = filtering.propagate
        if compiled:
            from .kernel import propagate as run

            self._to_numpy()
        problem, state, scratch = self.problem, self.state, self.scratch
        status, culprit, work = run(problem, state, scratch, level, work_limit, int(once))
        self.work += int(work)
        if not compiled:
            Propagator._plain_work += work
        return int(status), int(culprit)

    def deduce(self, work_limit: int, *, compiled: bool) -> tuple[int, int, Deduction | None]:
        """Go on to the next deduction. Returns the status, the culprit, and what was deduced.

        The simplest come first: once an option is removed, the sweep begins again. The state is
        closed. No status tells of an item with too few options, so that all given ones are taken.
        """
        n_taken = int(self.state.cursor[filtering.FORCED])
        status, culprit = self.run(2, work_limit, compiled=compiled, once=True)
        state, deduced = self.state, None
        cursor = state.cursor
        doomed = sorted(map(int, self.scratch.doomed[: cursor[filtering.DOOMED_NOW]]))
        forced = self.forced[n_taken:]
        if forced:
            item = -1 if n_taken < cursor[filtering.N_GIVEN] else int(cursor[filtering.NEXT_ONLY])
            deduced = Deduction(True, forced[0], item, doomed)
        elif doomed:
            (option,) = doomed
            # The rule names some item that would starve; the first of them is told.
            state.live[option], cursor[filtering.DOOMED_NOW] = filtering.LIVE, 0
            other = self.branch([option])
            other.run(0, 2**62, compiled=compiled)
            low, spare = other.state.low, other.state.spare
            item = next(item for item, more in enumerate(spare) if more < 0 < low[item])
            deduced = Deduction(False, option, item, [])
            state.live[option], cursor[filtering.DOOMED_NOW] = filtering.DOOMED, 1
            self.scratch.doomed[0] = option
            cursor[filtering.POSITION] = len(state.live)
        filtering.remove_doomed(self.problem, state, self.scratch)
        return status, culprit, deduced

    def branch(self, options: Sequence[int] | Int32s, *, taken: bool = True) -> Propagator:
        """A copy that is about to take these live options, or to remove them.

        This one must be closed, and its values lists or numpy's arrays. The two share the problem
        and the scratch: the copy must come to an end before another is made.
        """
        other = copy(self)
        other.state = state = filtering.State(*(values.copy() for values in self.state))
        cursor = state.cursor
        cursor[filtering.FORCED] = 0
        if taken:
            cursor[filtering.NEXT_GIVEN], cursor[filtering.N_GIVEN] = 0, len(options)
        else:
            cursor[filtering.DOOMED_NOW] = len(options)
        for place, option in enumerate(options):
            if taken:
                self.problem.given[place] = option
            else:
                state.live[option] = filtering.DOOMED
                self.scratch.doomed[place] = option
        return other

    def _to_numpy(self) -> None:
        import numpy as np

        from ..arrays.views import view

        def to_numpy(values: Any) -> Any:
            return view(values) if isinstance(values, array) else np.asarray(values, np.int32)

        if not isinstance(self.problem.given, np.ndarray):
            n_primary, repeat, *problem = self.problem
            self.problem = filtering.Problem(n_primary, repeat, *map(to_numpy, problem))
            self.state = filtering.State(*map(to_numpy, self.state))
            self.scratch = filtering.Scratch(*map(to_numpy, self.scratch))


def _counted(compiled: Compiled, live: bytearray) -> tuple[array[int], array[int]]:
    """The option of each entry, and ``State.spare``; int32. O(entries)."""
    needed = compiled.bounds[0]
    if compiled.repeat:
        needed = array("i", map(bool, needed))
    if compiled.small:
        lengths = map(sub, compiled.starts[1:], compiled.starts)
        option_of = array("i", chain.from_iterable(map(repeat, range(len(live)), lengths)))
        uses = Counter(compress(compiled.items, map(live.__getitem__, option_of)))
        return option_of, array("i", [uses[item] - low for item, low in enumerate(needed)])
    import numpy as np

    from ..arrays.views import option_of_entries, view

    numbers = option_of_entries(view(compiled.starts))
    alive = np.frombuffer(live, np.uint8)[numbers] == 1
    sizes = np.bincount(view(compiled.items)[alive], minlength=compiled.n_items)
    spare = sizes[: compiled.n_primary] - view(needed)
    return array("i", numbers.tobytes()), array("i", spare.astype(np.int32).tobytes())


def _flags(values: Any, value: int) -> bytearray:
    """1 where the values are this one, else 0."""
    if isinstance(values, list):
        return bytearray(map(value.__eq__, values))
    return bytearray((values == value).astype("u1").tobytes())
