"""Which engine for which problem, by measured rules.

Three costs decide. Starting numba (importing it and loading compiled kernels) takes some 0.4 s, in
which plain Python visits thousands of nodes of a small problem; so a small problem begins with the
``reference`` engine and changes over when it proves to be long. And the ``bitset`` engine, the
fastest as long as its table of clashes stays small, needs options²/8 bytes for that table; beyond
a bound the ``cells`` engine takes over. And where the problem is sparse and deep, with hundreds of
items and few options for each, a wide node costs ``bitset`` a look at every item and word, and
``cells`` only what changes; there ``cells`` is the faster one even though the table would fit.

Measured nodes (in ns, ``bitset`` : ``cells``), which the bounds below are drawn from: pentominoes
6 x 10, 100 : 3,700; queens 60, 100 : 210; dominoes 40 x 40, 17 : 47 over millions of nodes, and
2,100 : 340 over the first thousands; 100 x 100, 370 : 42 over five million nodes; the empty Sudoku
grid of 25 x 25, 3,000 : 350.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..compiled import Compiled
from ..errors import EngineTooLarge, UnknownEngine
from . import EngineSearch
from .reference import ReferenceSearch

__all__ = ["ENGINES", "check_engine", "engine_for", "start", "start_below"]

#: The names ``engine=`` takes.
ENGINES = ("auto", "reference", "bitset", "cells")

#: A small problem begins with the reference engine for about so much work, counted as nodes of
#: the search times nodes of the problem: some 20 ms.
_SMALL_WORK = 60_000

#: Nanoseconds: for a word and item at a wide node of ``bitset``; to look at the size of an item and
#: to hide a node in ``cells``.
_WORD, _SCAN, _HIDE = 0.15, 0.5, 4.0
#: ``cells`` is chosen where ``bitset`` would take so many nanoseconds to go down to a solution,
#: and so many times what a node takes ``cells``.
_LONG_DIVE, _SPARSE = 50e6, 10.0

#: Most bytes for the tables of ``bitset`` when the choice is ours: some 46,000 options, if there
#: are not many more items.
_TABLE_BYTES = 256 * 2**20
#: Most bytes for them when the user names the engine.
_TABLE_BYTES_ASKED = 4 * 2**30


def check_engine(engine: str) -> None:
    """Raise :class:`UnknownEngine` unless ``engine`` is the name of one."""
    if engine not in ENGINES:
        raise UnknownEngine(engine, ENGINES)


def _table_bytes(compiled: Compiled) -> int:
    """Bytes of the tables of ``bitset``: a row for each option and level, five for each item."""
    rows = compiled.n_options + 6 * compiled.n_primary
    return rows * ((compiled.n_options + 63) // 64) * 8


def engine_for(compiled: Compiled) -> str:
    """The numba engine that suits a problem of this size and shape."""
    if _table_bytes(compiled) > _TABLE_BYTES:
        return "cells"
    n_primary, n_options = max(1, compiled.n_primary), max(1, compiled.n_options)
    wide = (n_options + 63) // 64 * n_primary * _WORD
    length = max(1.0, compiled.n_nodes / n_options)
    dive = wide * n_primary / length
    sparse = (
        n_primary * _SCAN + length * compiled.n_nodes / max(1, compiled.n_items) * length * _HIDE
    )
    return "cells" if dive > _LONG_DIVE and wide > _SPARSE * sparse else "bitset"


def start(
    compiled: Compiled, engine: str = "auto", tick: Callable[[], None] = lambda: None
) -> EngineSearch:
    """A search by the engine of that name; for "auto" by the one that suits the problem.

    ``tick`` is called now and then while tables are built, and may end that by raising. Raises
    :class:`EngineTooLarge` if ``bitset`` is asked for and its tables would be too large.
    """
    if engine == "auto":
        if compiled.small:
            return ReferenceFirst(compiled)
        return start(compiled, engine_for(compiled), tick)
    if engine == "reference":
        return ReferenceSearch(compiled)
    return start_below(compiled, engine, (), tick)


def start_below(
    compiled: Compiled,
    engine: str,
    prefix: Sequence[int],
    tick: Callable[[], None] = lambda: None,
) -> EngineSearch:
    """A search by ``bitset`` or ``cells`` below the options of ``prefix``."""
    if engine == "cells":
        from . import cells

        return cells.start(compiled, prefix)
    needed = _table_bytes(compiled)
    if needed > _TABLE_BYTES_ASKED:
        raise EngineTooLarge(engine, needed, _TABLE_BYTES_ASKED, compiled.n_options)
    from . import bitset

    return bitset.start(compiled, prefix, tick)


class ReferenceFirst:
    """A search that begins in plain Python and hands over to a compiled engine if it is long.

    What the reference engine has not visited by then is a list of prefixes, and the compiled
    engine searches below each in turn; so no node is visited twice and no solution comes twice.
    """

    def __init__(self, compiled: Compiled):
        self._compiled = compiled
        self._now: EngineSearch = ReferenceSearch(compiled)
        self._nodes_before = 0
        self._reference_left = max(1, _SMALL_WORK // max(1, compiled.n_nodes))
        #: Prefixes still to search, the next one last; None before the handover.
        self._prefixes: list[tuple[int, ...]] | None = None

    @property
    def nodes(self) -> int:
        """Nodes visited so far, by both engines."""
        return self._nodes_before + self._now.nodes

    @property
    def done(self) -> bool:
        """Whether the whole tree has been visited."""
        return self._now.done and not self._prefixes

    def count(self, nodes: int, limit: int) -> int:
        """Go on for at most ``nodes`` nodes or ``limit`` solutions; how many solutions."""
        nodes = self._allow(nodes)
        return self._now.count(nodes, limit)

    def collect(self, nodes: int, limit: int) -> Sequence[Sequence[int]]:
        """Like ``count``, and gives the solutions."""
        nodes = self._allow(nodes)
        return self._now.collect(nodes, limit)

    def collect_table(self, nodes: int, limit: int) -> Any:
        """The same as an int32 array, a row for each solution, filled up with -1."""
        nodes = self._allow(nodes)
        return self._now.collect_table(nodes, limit)

    def _allow(self, nodes: int) -> int:
        """How many of ``nodes`` nodes the engine at work may visit; changes engines when due."""
        if self._prefixes is None:
            assert isinstance(self._now, ReferenceSearch)
            left = self._reference_left - self._now.nodes
            if left > 0:
                return min(nodes, left)
            self._prefixes = self._now.open_prefixes()[::-1]
            self._change()
        elif self._now.done and self._prefixes:
            self._change()
        return nodes

    def _change(self) -> None:
        """Go on below the next prefix."""
        assert self._prefixes is not None
        if self._prefixes:
            self._nodes_before += self._now.nodes
            engine = engine_for(self._compiled)
            self._now = start_below(self._compiled, engine, self._prefixes.pop())
