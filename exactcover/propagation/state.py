"""The arrays that propagation works on, and the engines that play its rules on them.

The loops of ``rules.py`` run as plain Python on lists, or compiled on arrays, and take turns. The
rule "starving" has a second form, by words of options (``kernels/starving.py``).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

from ..arrays.compiled import Compiled
from . import rules

__all__ = ["Propagator", "counted", "words_pay"]

#: The rule "starving" is played by words if these take no more than this many looks at an item, for
#: each node of the problem, and this many bytes.
_MOST_LOOKS = 40
_MOST_BYTES_OF_WORDS = 64 * 2**20


class Propagator:
    """The arrays that ``rules.propagate`` works on, and what it has done to them.

    They are lists, or numpy arrays once the compiled loops have taken over.
    """

    def __init__(
        self, compiled: Compiled, live: bytearray, given: tuple[int, ...], *, numpy: bool = False
    ):
        self.source = compiled
        n_options, n_items, n_nodes = compiled.n_options, compiled.n_items, compiled.n_nodes
        option_of, sizes = counted(compiled, live)
        if not numpy and not compiled.small:
            option_of, sizes = array("i", option_of.tobytes()), sizes.tolist()
        self.problem = rules.Problem(
            compiled.n_primary, compiled.starts, compiled.items, compiled.colours,
            *compiled.by_item, option_of, array("i", given),
        )  # fmt: skip
        filled: Callable[[int, int], Any] = _numpy_filled if numpy else _list_filled
        self.state = rules.State(
            cursor=rules.new_cursor(n_options),
            live=list(live),
            taken=filled(0, n_options),
            settled=filled(0, n_items),
            sizes=sizes,
            why_item=filled(-1, n_options),
            why_option=filled(-1, n_options),
            forced=filled(0, n_options),
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
            next_hungry=filled(0, n_items),
            feeder=filled(0, n_items),
        )
        self.work = 0
        self._words: _Words | None = None

    why_item = property(lambda self: self.state.why_item)
    why_option = property(lambda self: self.state.why_option)

    @property
    def forced(self) -> list[int]:
        """The options taken, in order."""
        return [int(option) for option in self.state.forced[: self.state.cursor[0]]]

    @property
    def closed(self) -> bool:
        """Whether what is live is what is left of the problem; see ``rules.py``."""
        return rules.closed(self.state.cursor, len(self.problem.given))

    def left(self) -> tuple[bytearray, bytearray]:
        """For each option 1 if it is live, and for each item 1 if it is settled.

        These are the same problem as the one stated only in a closed state, so RuntimeError in any
        other.
        """
        if not self.closed:
            raise RuntimeError("propagation was left half done")
        return _flags(self.state.live), _flags(self.state.settled)

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
        if self._words is None:
            self._words = _Words(self.source, self.problem.option_of)
        n_doomed, work = self._words.sweep(self.state, self.scratch.doomed)
        rules.doom(self.state.cursor, n_doomed)
        self.work += work
        if n_doomed == 0:
            return rules.FIXED_POINT, -1
        return rules.WORK_LIMIT, -1

    def _to_numpy(self) -> None:
        import numpy as np

        from ..arrays.views import view

        if isinstance(self.problem.given, np.ndarray):
            return
        problem = (view(each) if isinstance(each, array) else each for each in self.problem)
        self.problem = rules.Problem(*problem)
        self.state = rules.State(*(np.asarray(each, np.int32) for each in self.state))
        self.scratch = rules.Scratch(*(np.asarray(each, np.int32) for each in self.scratch))


class _Words:
    """The bit rows that ``kernels/starving.py`` works on."""

    def __init__(self, compiled: Compiled, option_of: Any):
        import numpy as np

        from ..arrays.views import node_arrays
        from ..kernels import starving

        self._n_primary = compiled.n_primary
        self._starts, self._items, colours = node_arrays(compiled)
        self._n_words = n_words = max(1, (compiled.n_options + 63) // 64)
        self._item_rows = np.zeros(compiled.n_items * n_words, np.uint64)
        starving.rows(option_of, self._items, self._item_rows, n_words)
        # Rows of the (item, colour) pairs that occur, after one of zeros for what has no colour.
        self._colour_row = np.zeros(compiled.n_nodes, np.int32)
        coloured = np.flatnonzero(colours)
        pairs = self._items[coloured].astype(np.int64) << 32 | colours[coloured]
        different, which = np.unique(pairs, return_inverse=True)
        self._colour_row[coloured] = which + 1
        self._colour_rows = np.zeros((1 + len(different)) * n_words, np.uint64)
        if len(different):
            starving.rows(option_of, self._colour_row, self._colour_rows, n_words)
            self._colour_rows[:n_words] = 0

    def sweep(self, state: rules.State, doomed: Any) -> tuple[int, int]:
        """Doom what starves an item; how many options, and the work done."""
        import numpy as np

        from ..arrays.views import row_of_bits
        from ..kernels import starving

        hungry = np.flatnonzero(state.settled[: self._n_primary] == 0).astype(np.int32)
        there = self._item_rows.reshape(-1, self._n_words)[hungry, 0]
        n_doomed, work = starving.sweep(
            self._starts, self._items, self._colour_row, self._item_rows, self._colour_rows,
            hungry, state.live, state.taken, doomed, state.why_item, row_of_bits(state.live == 1),
            np.zeros(self._n_words, np.uint64), np.zeros(len(hungry), np.int64), there,
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


def _flags(values: Any) -> bytearray:
    """Zeros and ones as bytes."""
    return bytearray(values if isinstance(values, list) else values.astype("u1").tobytes())


def _list_filled(value: int, length: int) -> list[int]:
    return [value] * length


def _numpy_filled(value: int, length: int) -> Any:
    import numpy as np

    return np.full(length, value, np.int32)


def counted(compiled: Compiled, live: bytearray) -> tuple[Any, Any]:
    """The option of each node, and the number of live options of each primary item. O(nodes).

    Arrays: numpy's (int32, int64) of large problems, and else the standard library's and a list.
    """
    if not compiled.small:
        return _counted_by_numpy(compiled, live)
    starts, items, n_primary = compiled.starts, compiled.items, compiled.n_primary
    option_of = array("i", bytes(4 * compiled.n_nodes))
    sizes = [0] * n_primary
    for option in range(compiled.n_options):
        for node in range(starts[option], starts[option + 1]):
            option_of[node] = option
            if live[option] and items[node] < n_primary:
                sizes[items[node]] += 1
    return option_of, sizes


def _counted_by_numpy(compiled: Compiled, live: bytearray) -> tuple[Any, Any]:
    import numpy as np

    from ..arrays.views import node_arrays

    starts, items, _ = node_arrays(compiled)
    option_of = np.repeat(np.arange(compiled.n_options, dtype=np.int32), np.diff(starts))
    alive = np.frombuffer(live, np.uint8)[option_of] == 1
    sizes = np.bincount(items[alive], minlength=compiled.n_items)[: compiled.n_primary]
    return option_of, sizes
