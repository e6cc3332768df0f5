"""The arrays that propagation works on, and the forms in which its rules are played on them.

The loops of ``rules.py`` run as plain Python on lists, or compiled on arrays, and take turns. The
rule "starving" has a second form, by words of options (``kernels/starving.py``).
"""

from __future__ import annotations

from array import array
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import chain, compress, repeat
from operator import sub
from typing import TYPE_CHECKING, Any

from ..arrays.compiled import Compiled
from ..errors import shown
from ..statement.results import Impossible
from ..statement.statement import Statement
from . import rules

if TYPE_CHECKING:
    from ..kernels.array_types import Int32s

__all__ = ["Propagator", "given_clash", "words_pay"]

#: The rule "starving" is played by words if these take no more than this many looks at an item, for
#: each node of the problem, and this many bytes.
_MOST_LOOKS = 40
_MOST_BYTES_OF_WORDS = 64 * 2**20


class Propagator:
    """The arrays that ``rules.propagate`` works on, and what it has done to them.

    ``lists``: they are lists, the fastest in plain Python, until the compiled loops take over.
    """

    def __init__(
        self, compiled: Compiled, live: bytearray, given: tuple[int, ...], *, lists: bool = True
    ):
        def filled(value: int, length: int) -> Any:
            return [value] * length if lists else array("i", [value]) * length

        self._compiled = compiled
        n_options, n_items, n_nodes = compiled.n_options, compiled.n_items, compiled.n_nodes
        why_item = filled(-1, n_options)
        item_starts, item_nodes = compiled.by_item
        # Few problems have an item that is never covered.
        for item in range(len(compiled.high)) if 0 in compiled.high else ():
            for k in range(*item_starts[item : item + 2]) if compiled.high[item] == 0 else ():
                option = bisect(compiled.starts, item_nodes[k]) - 1
                if live[option]:
                    live[option], why_item[option] = 0, item
        option_of, spare = _counted(compiled, live)
        self.problem = rules.Problem(
            compiled.n_primary, int(compiled.repeat), compiled.starts, compiled.items,
            compiled.colours, item_starts, item_nodes, option_of, array("i", given),
        )  # fmt: skip
        low, high = compiled.bounds
        n_secondary = n_items - compiled.n_primary
        low, high = low + array("i", [0]) * n_secondary, high + array("i", [1]) * n_secondary
        self.state = rules.State(
            cursor=rules.new_cursor(n_options, len(given)),
            live=list(live),
            low=low.tolist() if lists else low,
            high=high.tolist() if lists else high,
            spare=spare.tolist() if lists else spare,
            why_item=why_item,
            why_option=filled(-1, n_options),
            # Where options may be repeated, each one taken is given or needed by an item.
            forced=filled(0, len(given) + sum(low) if compiled.repeat else n_options),
        )
        self.scratch = rules.Scratch(
            doomed=filled(0, n_options),
            mark=filled(0, n_items),
            mark_colour=filled(0, n_items),
            checked=filled(0, n_options),
            head=filled(0, n_items),
            link_witness=filled(0, n_nodes),
            link_next=filled(0, n_nodes),
            first_hungry=filled(0, n_options),
            hungry_item=filled(0, n_nodes),
            next_hungry=filled(0, n_nodes),
            feeder=filled(0, n_items),
        )
        #: Nodes of the problem looked at.
        self.work = 0

    why_item = property(lambda self: self.state.why_item)
    why_option = property(lambda self: self.state.why_option)

    @property
    def forced(self) -> list[int]:
        """The options taken, in order."""
        return list(map(int, self.state.forced[: self.state.cursor[0]]))

    def left(self) -> tuple[bytearray, bytearray]:
        """For each option 1 if it may be chosen, and for each item 1 if it is settled.

        RuntimeError where the state is not closed (see ``rules.py``): that is no problem with the
        solutions of the one stated.
        """
        if not rules.closed(self.state.cursor):
            raise RuntimeError("propagation was left half done")
        return _flags(self.state.live, 1), _flags(self.state.high, 0)

    def restarting(self) -> Callable[[Int32s], int]:
        """A function that begins again with other options given, and takes the only options.

        It runs compiled, and returns the status. This propagator must not have run.
        """
        from .kernel import propagate

        self.problem = self.problem._replace(given=array("i", bytes(4 * self._compiled.n_options)))
        self._to_numpy()
        problem, state = self.problem, self.state
        begun = [values.copy() for values in state]
        run = propagate.bound({"problem": problem, "state": state, "scratch": self.scratch})

        def restart(given: Int32s) -> int:
            for values, first in zip(state, begun, strict=True):
                values[:] = first
            state.cursor[:] = rules.new_cursor(self._compiled.n_options, len(given))
            problem.given[: len(given)] = given
            return int(run(1, 2**62)[0])

        return restart

    def run(self, level: int, work_limit: int, *, compiled: bool) -> tuple[int, int]:
        """Go on in plain Python or compiled; returns the status and the culprit."""
        run: Any = rules.propagate
        if compiled:
            from .kernel import propagate as run

            self._to_numpy()
        status, culprit, work = run(self.problem, self.state, self.scratch, level, work_limit)
        self.work += int(work)
        return int(status), int(culprit)

    def run_by_words(self, level: int, work_limit: int) -> tuple[int, int]:
        """Go on compiled, with the rule "starving" played a word of options at a time."""
        status, culprit = self.run(min(level, 1), work_limit, compiled=True)
        if level < 2 or status != rules.FIXED_POINT:
            return status, culprit
        n_doomed, work = self._sweep_by_words()
        rules.doom(self.state.cursor, n_doomed)
        self.work += work
        return (rules.WORK_LIMIT if n_doomed else rules.FIXED_POINT), -1

    def _to_numpy(self) -> None:
        import numpy as np

        from ..arrays.views import view

        def to_numpy(values: Any) -> Any:
            return view(values) if isinstance(values, array) else np.asarray(values, np.int32)

        if not isinstance(self.problem.given, np.ndarray):
            n_primary, repeat, *problem = self.problem
            self.problem = rules.Problem(n_primary, repeat, *map(to_numpy, problem))
            self.state = rules.State(*map(to_numpy, self.state))
            self.scratch = rules.Scratch(*map(to_numpy, self.scratch))

    @cached_property
    def _rows(self) -> tuple[Any, ...]:
        """The problem as ``kernels/starving.py`` takes it."""
        import numpy as np

        from ..arrays.views import node_arrays
        from ..kernels import starving

        compiled, option_of = self._compiled, self.problem.option_of
        starts, items, colours = node_arrays(compiled)
        n_words = (compiled.n_options + 63) // 64
        item_rows = np.zeros(compiled.n_items * n_words, np.uint64)
        starving.rows(option_of, items, item_rows, n_words)
        # Rows of the (item, colour) pairs that occur, after one of zeros for what has no colour.
        colour_row = np.zeros(compiled.n_nodes, np.int32)
        coloured = np.flatnonzero(colours)
        pairs = items[coloured].astype(np.int64) << 32 | colours[coloured]
        different, which = np.unique(pairs, return_inverse=True)
        colour_row[coloured] = which + 1
        colour_rows = np.zeros((1 + len(different)) * n_words, np.uint64)
        if len(different):
            starving.rows(option_of, colour_row, colour_rows, n_words)
            colour_rows[:n_words] = 0
        return starts, items, colour_row, item_rows, colour_rows

    def _sweep_by_words(self) -> tuple[int, int]:
        """Doom what starves an item; how many options, and the work done."""
        import numpy as np

        from ..arrays.views import row_of_bits
        from ..kernels import starving

        state = self.state
        starts, items, colour_row, item_rows, colour_rows = self._rows
        hungry = np.flatnonzero(state.low > 0).astype(np.int32)
        alive = row_of_bits(state.live == 1)
        n_doomed, work = starving.sweep(
            starts, items, colour_row, item_rows, colour_rows,
            hungry, state.live, state.low, state.high, self.problem.repeat, self.scratch.doomed,
            state.why_item, alive, np.zeros(len(alive), np.uint64),
            np.zeros(len(hungry), np.int64), np.zeros(len(hungry), np.uint64),
        )  # fmt: skip
        return int(n_doomed), int(work)


def words_pay(compiled: Compiled) -> bool:
    """Whether the rule "starving" is played faster by words than along the nodes."""
    n_words = (compiled.n_options + 63) // 64
    n_coloured = compiled.n_nodes - compiled.colours.count(0)
    if 8 * n_words * (compiled.n_items + n_coloured) > _MOST_BYTES_OF_WORDS:
        return False
    looks = compiled.n_options * compiled.n_primary + compiled.n_nodes * n_words // 4
    return looks < _MOST_LOOKS * compiled.n_nodes


def _counted(compiled: Compiled, live: bytearray) -> tuple[array[int], array[int]]:
    """The option of each node, and ``State.spare``; int32. O(nodes)."""
    needed = compiled.bounds[0]
    if compiled.repeat:
        needed = array("i", map(bool, needed))
    if compiled.small:
        lengths = map(sub, compiled.starts[1:], compiled.starts)
        option_of = array("i", chain.from_iterable(map(repeat, range(len(live)), lengths)))
        uses = Counter(compress(compiled.items, map(live.__getitem__, option_of)))
        return option_of, array("i", [uses[item] - low for item, low in enumerate(needed)])
    import numpy as np

    from ..arrays.views import option_of_nodes, view

    numbers = option_of_nodes(view(compiled.starts))
    alive = np.frombuffer(live, np.uint8)[numbers] == 1
    sizes = np.bincount(view(compiled.items)[alive], minlength=compiled.n_items)
    spare = sizes[: compiled.n_primary] - view(needed)
    return array("i", numbers.tobytes()), array("i", spare.astype(np.int32).tobytes())


def given_clash(
    statement: Statement, option: int, why_item: Sequence[int], why_option: Sequence[int]
) -> Impossible | None:
    """Why a given option cannot be chosen; None if it has not been removed."""
    model = statement.model
    name = shown(model.option_names[option])
    if option in statement.forbidden:
        return Impossible(f"option {name} is given and forbidden")
    if why_item[option] < 0:
        return None
    item = model.shown_item(why_item[option])
    if why_option[option] < 0:
        return Impossible(f"option {name} is given, and item {shown(item)} is never covered", item)
    pair = f"the options {shown(model.option_names[why_option[option]])} and {name}"
    return Impossible(f"{pair} are forced and clash on {shown(item)}", item)


def _flags(values: Any, value: int) -> bytearray:
    """1 where the values are this one, else 0."""
    if isinstance(values, list):
        return bytearray(map(value.__eq__, values))
    return bytearray((values == value).astype("u1").tobytes())
