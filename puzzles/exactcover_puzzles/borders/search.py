"""The exact cover problem that propagation leaves of square pieces on a board.

The primary items: every cell that is not settled, and every type of piece that is left, with the
number of its pieces as multiplicity. The secondary items: every seam between two such cells,
coloured by its border. An option is a candidate in a cell. If propagation settles every cell, no
engine is needed.

An *arrangement* is a tuple of candidates, one for each cell (see ``borders/board.py``).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, NamedTuple, cast

from .board import members
from .border_sets import BorderSets

Arrangement = Sequence[int]


class Exact(NamedTuple):
    """An exact cover problem as ``xc.Problem`` and ``engines.standalone.covers`` take it.

    The options are named (cell, candidate). Each has items with their colours, None for no colour.
    """

    primary: list[Hashable]
    options: dict[Hashable, dict[Hashable, Hashable]]
    secondary: list[Hashable]
    multiplicity: dict[Hashable, Any]


def exact_cover(sets: BorderSets, outer: bool = False, settled: bool = False) -> Exact:
    """What is left to search, of a propagation that has run.

    With ``outer`` also what the edge of the board shows, where a piece in two of its turns would
    else be the same option twice: symmetries must know which of them goes where. With ``settled``
    also the cells that are settled.
    """
    exact = Exact([], {}, [], {})
    board, stock = sets.board, sets.stock
    left = list(stock.counts)
    open_cells = []
    required = sets.required
    # Seams with one border left, and those at the edge of the board, exclude nothing.
    undecided = {
        seam
        for seam, borders in enumerate(sets.borders)
        if borders & (borders - 1) and (outer or seam not in board.outer)
    }
    for cell, candidates in enumerate(sets.live):
        single = candidates and not candidates & (candidates - 1)
        if settled or not single or not undecided.isdisjoint(board.seams[cell]):
            open_cells.append(cell)
            continue
        candidate = candidates.bit_length() - 1
        left[candidate // 4] -= 1
        if candidate == required:
            required = None
    exact.primary.extend(("cell", cell) for cell in open_cells)
    for number, count in enumerate(left):
        if count:
            exact.primary.append(("piece", number))
            if count > 1:
                exact.multiplicity["piece", number] = count
    if required is not None:
        exact.primary.append("right way up")
        exact.multiplicity["right way up"] = (1, None)
    exact.secondary.extend(("seam", seam) for seam in sorted(undecided))
    for cell in open_cells:
        for candidate in members(sets.live[cell]):
            if not left[candidate // 4]:
                continue
            option: dict[Hashable, Hashable] = {
                ("cell", cell): None,
                ("piece", candidate // 4): None,
            }
            if candidate == required:
                option["right way up"] = None
            shown = stock.borders[candidate]
            assert shown is not None
            for seam, border in zip(board.seams[cell], shown):  # noqa: B905 (Python 3.9)
                if seam in undecided:
                    option["seam", seam] = border
            exact.options[cell, candidate] = option
    return exact


def arrangement(sets: BorderSets, options: Iterable[object] = ()) -> Arrangement:
    """What a propagation has settled, completed by the options of a solution of the rest."""
    found = [candidates.bit_length() - 1 for candidates in sets.live]
    for option in options:
        cell, candidate = cast("tuple[int, int]", option)
        found[cell] = candidate
    return tuple(found)
