"""Sheets of jigsaws that are solved as listed: those that can be printed and cut."""

from __future__ import annotations

import exactcover as xc

from ...jigsaw.pieces import Jigsaw
from ..scrambles import scramble_of
from ..sides import Sides
from .sheets import JigsawSheets

__all__ = ["solved_sheets"]

#: More shapes than this take minutes to be made different.
_MOST_SHAPES = 3_000


def solved_sheets(jigsaw: Jigsaw, name: str, edge: float) -> JigsawSheets:
    """The sheets of a jigsaw whose pieces are listed as they lie.

    ``name``: of its file; ``edge``: of a piece, in millimetres. Raises
    :class:`exactcover.FileFault` for others.
    """
    sides = Sides(jigsaw.columns, jigsaw.rows)
    p = [shape for piece in jigsaw.pieces for shape in piece]
    solved = sides.verify(p) and sides.keeps_border(p)
    if jigsaw.fit != "opposite" or jigsaw.border != "frame" or not solved:
        found = "its pieces as listed are not a solved jigsaw with a frame, tabs and blanks"
        raise xc.FileFault(name, 0, 0, found, "such as perfect and double write")
    if jigsaw.second:
        try:
            solved = scramble_of(jigsaw).verify(p)
        except ValueError:
            solved = False
        if not solved:
            found = "what its lines 'second:' say is no solution"
            raise xc.FileFault(name, 0, 0, found, "one, as puzzles doubles verify tells")
    n_shapes = len({abs(shape) for shape in p if shape})
    if n_shapes > _MOST_SHAPES:
        raise xc.FileFault(name, 0, 0, f"{n_shapes:,} shapes", f"up to {_MOST_SHAPES:,}")
    return JigsawSheets(jigsaw, edge)
