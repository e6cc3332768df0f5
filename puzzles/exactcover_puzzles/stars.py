"""Star Battle: stars in each row, each column and each region, none of which touch.

Cells of a region have the same letter or digit; ``.`` is in none. ``stars:`` is the number of
stars in each row, column and region; the default is 1, which is the puzzle of region queens.
Instead of a file, ``8`` is an empty board of 8 x 8 without regions, and ``10-2`` one with two stars
in each row and column.

Items: rows, columns and regions, each covered by its number of stars; and, as secondary items, the
points where four cells meet. An option is a cell with a star: two stars touch if they share such a
point.

Sources: H. Eendebak, World Puzzle Championship 2003. Without regions and with one star in each row
these are Hertzsprung's permutations, in which neighbours differ by more than 1: OEIS A002464.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import product
from typing import Any, Self

import exactcover as xc

from .shared import puzz_link
from .shared.adapter import Options
from .shared.cell_names import cell_name
from .shared.filled_grid import FilledGrid
from .shared.motions import symmetry_of_options
from .shared.penpa import Penpa, penpa_reader
from .shared.source import Source
from .shared.squares import EDGE, Cell, drawing_text, drawn_cells, symmetries
from .shared.svg_page import INK, Drawing, moved

#: Rows of an empty board, and stars in a row, at most.
_LARGEST, _MOST_STARS = 99, 25
_OUTLINE = "M16 5l2.6 7.9h8.3l-6.7 4.9 2.6 7.9-6.8-4.9-6.7 4.9 2.5-7.9-6.7-4.9h8.4z"
_STAR = f'<path d="{_OUTLINE}" fill="{INK}"/>'


@puzz_link.address("starbattle", fields=2)
def from_puzz_link(found: puzz_link.Address) -> str:
    """An address of puzz.link."""
    stars, borders = found.fields
    if xc.text.whole(stars.text, 1, _MOST_STARS) is None:
        raise stars.fault(f"{stars.text[:20]!r} stars", f"from 1 to {_MOST_STARS}")
    parts, rest = puzz_link.regions(found.cells, borders)
    if rest.text:
        raise rest.fault(repr(rest.text[:20]), "nothing after the borders")
    return found.file(parts, f"stars: {stars.text}\nregions:")


@penpa_reader({"starbattle"}, "lineE", "number", "symbol", "surface")
def from_penpa(board: Penpa) -> str:
    """A board with regions; the number of stars stands beside it, or is said in its rules."""
    beside = [text for cell, text in board.texts().items() if cell not in board.cells]
    said = re.findall(r"(?i)([0-9]+)\s*(?:stars?|★|☆)", " ".join(board.head[15:]))
    stars = {*(beside or said)}
    if len(stars) != 1:
        found = f"numbers of stars: {', '.join(stars)[:40] or 'none'}"
        raise board.fault(found, "one, beside the board or in its rules ('2 stars')")
    if {*board.drawn("symbol"), *board.texts()} & {*board.cells}:
        raise board.fault("a symbol or a number in a cell", "regions, and stars beside them")
    return drawing_text(board.rows(board.parts()), "", f"stars: {stars.pop()}\nregions:")


class Stars(FilledGrid):
    """Place stars in rows, columns and regions so that none touch: Star Battle, region queens."""

    shipped = "stars"
    foreign = from_puzz_link, from_penpa
    instead_of_file = f"a size from 1 to {_LARGEST}, such as 8, or 10-2 for two stars in each row"
    example = "stars: 1\nregions:\nABBBB\nABBBB\nAACDE\nCCCDE\nCCCEE\n"
    draws_unsolved = True
    items_called = "rows, columns, regions and points"
    options_called = ("star", "stars")
    up_to = "up to symmetries of the board"
    as_seen = "★"

    def __init__(self, regions: Mapping[Cell, str], stars: int = 1, title: str = ""):
        self.regions, self.stars, self.title = regions, stars, title
        self.grid, self.parts = dict.fromkeys(regions, "."), regions
        self.open_cells = frozenset(regions)

    @classmethod
    def by_name(cls, path: str, arguments: argparse.Namespace) -> Self | None:
        found = re.fullmatch(r"([1-9][0-9]?)(?:-([1-9][0-9]?))?", path)
        if found is None:
            return None
        n, stars = int(found[1]), int(found[2] or 1)
        each = xc.text.counted(stars, "star")
        board = dict.fromkeys(product(range(n), range(n)), ".")
        return cls(board, stars, f"{n} x {n} with {each} in each row and column")

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        allowed = r"[^\W_]|\.", "a letter, or '.'"
        drawn = drawn_cells(source, "regions", r"\S", ("stars",), allowed=allowed, alone=r"\w")
        stars = xc.text.whole(source.value("stars", "1"), 1, _MOST_STARS)
        if stars is None:
            value = source.stated["stars"][0].value
            raise value.fault(f"{value.text[:20]!r} stars", f"from 1 to {_MOST_STARS}")
        puzzle = cls({cell: each.text for cell, each in drawn.items()}, stars, source.title)
        if source.is_bare and (remarks := [*puzzle.remarks()]):
            raise source.first.fault(remarks[0], "'regions:' above it, if this is meant")
        yield puzzle

    @cached_property
    def problem(self) -> xc.Problem:
        options: dict[Cell, list[Any]] = {}
        for (r, c), region in self.regions.items():
            items = [("row", r), ("column", c), ("region", region)][: 2 + (region != ".")]
            options[r, c] = [*items, *(("point", r + i, c + j) for i in (0, 1) for j in (0, 1))]
        known = dict.fromkeys(item for items in options.values() for item in items)
        points = [item for item in known if item[0] == "point"]
        primary = [item for item in known if item[0] != "point"]
        return xc.Problem(primary, options, secondary=points, multiplicity=self.stars)

    @cached_property
    def symmetry(self) -> xc.Symmetry | None:
        """The motions that keep all regions."""
        motions = symmetries(self.regions)
        return symmetry_of_options(self.problem, *(motion.__getitem__ for motion in motions))

    @property
    def misfit(self) -> str | None:
        """Say that rows, columns or regions need different numbers of stars."""
        primary: Any = self.problem.primary
        kinds = [item[0] for item in primary]
        due = {f"{kind}s": kinds.count(kind) * self.stars for kind in dict.fromkeys(kinds)}
        if "." in self.regions.values():
            due.pop("regions", None)
        if len({*due.values()}) == 1:
            return None
        first = f"all rows together need {xc.text.counted(due.pop('rows'), 'star')}"
        return ", ".join([first, *(f"all {kind} need {stars:,}" for kind, stars in due.items())])

    def filled(self, options: Options) -> dict[Cell, str]:
        """Stars."""
        return dict.fromkeys(options, "*")

    def as_json(self, options: Options) -> Mapping[str, Any]:
        return {"stars": sorted(options)}

    def drawing(self, options: Options) -> Drawing:
        board = super().drawing(())
        stars = [each for r, c in options for each in moved([_STAR], c * EDGE, r * EDGE)]
        return Drawing(board.width, board.height, [*board.elements, *stars])

    def item_called(self, item: Any) -> str:
        kind, *at = item
        if kind == "point":
            return f"the upper left corner of {cell_name(*at)}"
        return f"{kind} {at[0] if kind == 'region' else at[0] + 1}"

    def option_called(self, option: Any) -> str:
        return f"a star on {cell_name(*option)}"
