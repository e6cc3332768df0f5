"""Solutions as rows of a table: how wide it is, and how many rows it has at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..common.slices import TABLE_ENTRIES
from ..common.slots import Slot
from ..statement.statement import Statement

if TYPE_CHECKING:
    from ..kernels.bits.array_types import Int32s

#: Solutions that are taken in at a time, where nobody says how many.
ROWS = 16_384
_WIDTH: Slot[int] = Slot("width of tables")


def most_rows(rows: int, width: int) -> int:
    """At most ``rows``, so few that the table is not too large; at least 1."""
    return max(1, min(rows, TABLE_ENTRIES // max(1, width)))


def width_of(statement: Statement) -> int:
    """A bound on the options of a solution, which all tables of its solutions are as wide as.

    It depends on the problem alone, with what is given and forbidden; not on how it is searched.
    """
    return statement.memo.get(_WIDTH, lambda: _width(statement))


def _width(statement: Statement) -> int:
    import numpy as np

    from ..arrays.views import most_options, node_arrays, option_of_entries

    statement = statement.shown
    compiled = statement.model.compiled
    live = np.frombuffer(statement.live(), np.uint8) > 0
    # With multiplicities, given options may be chosen again.
    given = () if compiled.multiple else statement.given
    starts, items, _ = node_arrays(compiled)
    taken = np.zeros(compiled.n_items, bool)
    for option in given:
        taken[items[starts[option] : starts[option + 1]]] = True
    taken[compiled.n_primary :] = False
    live[option_of_entries(starts)[taken[items]]] = False
    return len(given) + most_options(compiled, live)


def padded(rows: Int32s, width: int) -> Int32s:
    """Rows of solutions in the one width of all tables of a problem's solutions."""
    import numpy as np

    wider = rows.shape[1] - width
    if wider <= 0:
        return np.pad(rows, ((0, 0), (0, -wider)), constant_values=-1)
    if (rows[:, width] >= 0).any():
        raise AssertionError(f"a solution has more than {width} options")
    return np.ascontiguousarray(rows[:, :width])
