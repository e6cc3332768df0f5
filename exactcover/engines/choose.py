"""Choosing an engine for a problem, by measured rules.

Four measurements decide:

* Starting numba takes some 0.4 s, in which plain Python visits thousands of nodes of a small
  problem. So a small problem begins with ``reference`` and changes over if it proves to be long.
* ``bitset``, mostly the fastest, needs options²/8 bytes for its table of clashes. Beyond a bound
  ``cells`` takes its place.
* In a sparse and deep problem, with hundreds of items and few options for each, a wide node costs
  ``bitset`` a look at every item and word, and ``cells`` only what changes. So ``cells`` begins. If
  most nodes then lie deep down, where little is open, ``bitset`` ends the search.
* If only a few solutions are needed, engines take turns (``portfolio.py`` for both).

Measured nodes (in ns, ``bitset`` : ``cells``), which the bounds below are drawn from: pentominoes
6 x 10, 100 : 3,700; queens 60, 100 : 210; dominoes 40 x 40, 17 : 47 over millions of nodes, and
2,100 : 340 over the first thousands; 100 x 100, 370 : 42 over five million nodes; the empty Sudoku
grid of 25 x 25, 3,000 : 350.

Without numba all kernels are plain Python, and ``reference`` is the fastest: pentominoes 3 x 20
take it 2.6 s, ``bitset`` 7.6 s.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ..arrays.compiled import UNLIMITED, Compiled
from ..common.arguments import required_memory
from ..common.turns import COSTS
from ..compile import compiles
from ..errors import (
    EngineTooLarge,
    MethodConflict,
    MissingLibrary,
    UnknownEngine,
    UnwritableProblem,
)
from .contract import Divisible, EngineSearch
from .portfolio import Follower, Handover, Member, Portfolio
from .reference import ReferenceSearch

#: The names ``engine=`` takes.
ENGINES = ("auto", "reference", "bitset", "cells", "learning", "restarts", "sat")
#: Those that have no list of partial solutions, and no table of clashes.
_UNDIVIDED = ("learning", "restarts", "sat")

#: A small problem begins with the reference engine for about this much work, counted as nodes of
#: the search times nodes of the problem: some 20 ms.
_SMALL_WORK = 60_000

#: With repeated options: solutions that may be longer than this are left to compiled engines.
_LONG_SOLUTION = 500

#: ``cells`` begins where a wide node takes ``bitset`` more than this many times what it takes
#: ``cells``.
_SPARSE = 10.0
#: It hands over when it has taken as long as ``bitset`` would take to go down, if an average node
#: has no more options left than this.
_NARROW = 256

#: Where engines take turns, the nanoseconds of a turn.
_TURN = 200e6
#: ``sat`` takes part with at most so many clauses.
_SAT_CLAUSES = 300_000

#: Most bytes for the tables of ``bitset`` when the choice is ours: some 46,000 options, if there
#: are not many more items.
_TABLE_BYTES = 256 * 2**20
#: Most bytes for them when the user names the engine.
_TABLE_BYTES_ASKED = required_memory("4GiB")


def check_engine(engine: str) -> None:
    """Raise :class:`UnknownEngine` unless ``engine`` is the name of one."""
    if engine not in ENGINES:
        raise UnknownEngine(engine, ENGINES)


def check_divisible(engine: str, argument: str) -> None:
    """Raise :class:`MethodConflict` if the engine has no partial solutions, as ``argument`` asks.

    What ``learning``, ``restarts`` and ``sat`` have not searched yet is not a list of partial
    solutions.
    """
    if engine in _UNDIVIDED:
        raise MethodConflict(argument, f"engine={engine!r}")


def _table_bytes(compiled: Compiled) -> int:
    """Bytes of the tables of ``bitset``: a row for each option and level, five for each item."""
    # How many levels there are is bounded more closely when the rows are made.
    levels = sum(high for high in compiled.bounds[1] if high < UNLIMITED) + 1
    rows = compiled.n_options + 5 * compiled.n_primary
    rows += levels if compiled.repeat else min(compiled.n_options, levels)
    return rows * ((compiled.n_options + 63) // 64) * 8


def check_table_size(engine: str, compiled: Compiled) -> None:
    """Raise :class:`EngineTooLarge` if the engine's table of clashes would need too much memory."""
    needed = 0 if engine in ("reference", "cells", *_UNDIVIDED) else _table_bytes(compiled)
    if needed > _TABLE_BYTES_ASKED:
        raise EngineTooLarge(engine, needed, _TABLE_BYTES_ASKED, compiled.n_options)


def table_fits(compiled: Compiled) -> bool:
    """Whether the tables of ``bitset`` are small enough to be made without being asked for."""
    return _table_bytes(compiled) <= _TABLE_BYTES


def engine_by_size(compiled: Compiled) -> str:
    """``bitset`` if its tables fit: the fastest where each node costs a call of a rule as well."""
    if not compiles():
        return "reference"
    return "bitset" if table_fits(compiled) else "cells"


def engine_for(compiled: Compiled) -> str:
    """The engine to begin with in a problem of this size and shape, unless it is small."""
    usual = engine_by_size(compiled)
    if usual != "bitset":
        return usual
    n_primary, n_options = max(1, compiled.n_primary), max(1, compiled.n_options)
    length = max(1.0, compiled.n_entries / n_options)
    sparse = (
        n_primary * COSTS.cells_item
        + length * compiled.n_entries / max(1, compiled.n_items) * length * COSTS.cells_entry
    )
    return "cells" if wide(compiled) > _SPARSE * sparse else "bitset"


def wide(compiled: Compiled) -> float:
    """Nanoseconds of ``bitset`` at the root."""
    return (compiled.n_options + 63) // 64 * compiled.n_primary * COSTS.bitset_word


def _dive(compiled: Compiled) -> float:
    """Nanoseconds of ``bitset`` from the root down to a first solution."""
    return wide(compiled) * compiled.n_primary * compiled.n_options / max(1, compiled.n_entries)


def start(
    compiled: Compiled, engine: str = "auto", tick: Callable[[], None] = lambda: None
) -> EngineSearch:
    """A search by the engine of that name; for "auto" by the one that suits the problem.

    ``tick`` is called now and then while tables are built, and may end that by raising. Raises
    :class:`EngineTooLarge` if ``bitset`` is asked for and its tables would be too large.
    """
    if engine == "sat":
        return _sat(compiled, tick)
    if engine != "auto":
        return start_below(compiled, engine, (), tick)
    engine = engine_for(compiled)
    if engine != "reference" and compiled.small and not _deep(compiled):
        first = ReferenceSearch(compiled, (), tick)
        nodes = max(1, _SMALL_WORK // max(1, compiled.n_entries))
        return Handover(first, nodes, lambda: _below(compiled, engine, tick))
    sparse = engine == "cells" and _table_bytes(compiled) <= _TABLE_BYTES
    if sparse and not compiled.multiple:
        return _cells_first(compiled, tick)
    return start_below(compiled, engine, (), tick)


def start_for_few(
    compiled: Compiled, engine: str = "auto", tick: Callable[[], None] = lambda: None
) -> EngineSearch:
    """Like :func:`start`, for a question that needs few solutions: "auto" is several engines."""
    if engine != "auto" or not compiles():
        return start(compiled, engine, tick)
    usual = engine_for(compiled)
    node = COSTS.cells_node if usual == "cells" else COSTS.bitset_node + wide(compiled) / 2
    restarts_node = COSTS.restarts_node + COSTS.restarts_entry * compiled.n_entries
    members = [
        Member("listing", partial(start, compiled, engine, tick), node),
        Member("restarts", partial(start, compiled, "restarts", tick), restarts_node),
        Member("learning", partial(start, compiled, "learning", tick), COSTS.learning_node),
        Member("sat", partial(_sat_if_it_can, compiled, tick), _conflict(compiled)),
    ]
    return Portfolio(members, _TURN)


def _conflict(compiled: Compiled) -> float:
    """Nanoseconds of ``sat`` for a conflict."""
    return COSTS.sat_node + COSTS.sat_option * compiled.n_options


def _sat(compiled: Compiled, tick: Callable[[], None], most: int | None = None) -> EngineSearch:
    """CaDiCaL, in steps of half a turn."""
    from .sat import SatSearch

    return SatSearch(compiled, max(1, int(_TURN / 2 / _conflict(compiled))), tick, most)


def _sat_if_it_can(compiled: Compiled, tick: Callable[[], None]) -> EngineSearch | None:
    """The same where python-sat is installed and the problem is not too large."""
    try:
        return _sat(compiled, tick, _SAT_CLAUSES)
    except (MissingLibrary, UnwritableProblem):
        return None


def start_below(
    compiled: Compiled,
    engine: str,
    prefix: Sequence[int],
    tick: Callable[[], None] = lambda: None,
) -> Divisible:
    """A search by ``reference``, ``bitset`` or ``cells`` below the options of ``prefix``.

    In a problem with multiplicities an entry ``~o`` of the prefix leaves option *o* out.
    """
    if engine == "reference":
        return ReferenceSearch(compiled, prefix, tick)
    if engine == "learning":
        from .learning import LearningSearch

        return LearningSearch(compiled, prefix, tick)
    if engine == "restarts":
        from .learning import RestartsSearch

        return RestartsSearch(compiled, prefix, tick)
    check_table_size(engine, compiled)
    if engine == "cells":
        from .cells import CellsSearch

        return CellsSearch(compiled, prefix, tick)
    from .bitset import BitsetSearch

    return BitsetSearch(compiled, prefix, tick)


def prepare(compiled: Compiled, engine: str, tick: Callable[[], None]) -> None:
    """Make what all searches by an engine share, once; ``tick`` as in :func:`start`."""
    if engine == "bitset":
        from ..arrays.clash_tables import clash_tables

        clash_tables(compiled, tick)


def _deep(compiled: Compiled) -> bool:
    """Whether a solution may be so long that plain Python cannot even write it down quickly."""
    bounds = (high for high in compiled.high if high < UNLIMITED)
    return compiled.repeat and sum(bounds) > _LONG_SOLUTION


def _below(compiled: Compiled, engine: str, tick: Callable[[], None]) -> Follower:
    """What goes on below one prefix after the other."""
    search: Any = None

    def follow(prefix: Sequence[int]) -> EngineSearch:
        nonlocal search
        if hasattr(search, "restart"):
            search.restart(prefix)
        else:
            search = start_below(compiled, engine, prefix, tick)
        return search  # type: ignore[no-any-return]

    return follow


def _cells_first(compiled: Compiled, tick: Callable[[], None]) -> EngineSearch:
    """``cells``, and ``bitset`` where that turns out to be the better one."""
    from .cells import CellsSearch

    search = CellsSearch(compiled, (), tick)

    def follower() -> Follower | None:
        open_items = search.open_at_nodes / max(1, search.nodes)
        left = compiled.n_options * open_items / max(1, compiled.n_primary)
        return _below(compiled, "bitset", tick) if left <= _NARROW else None

    return Handover(search, max(1, int(_dive(compiled) / COSTS.deep_node)), follower)
