"""Edge matching as exact cover with colours: tiles, a board, and matching colours.

Legend: a *tile* is its colours, clockwise around it, in the order of a cell's edges
(:func:`around`). They begin at the top of a square, at the upper right of a hexagon, at the right
side of a triangle that points up. Tiles that are alike when turned are one *type*. An *edge* is a
pair of neighbouring cells in ascending order, one of which may be off the board; its colour is the
one that its first cell shows there. The *mate* of a colour is the colour that fits it. A
:class:`Placed` is an option.

Items: each cell; each type, as often as there are such tiles; each inner edge, secondary, with its
colour; and the border, secondary, with its colour, if that may be any one. If the border may show
any colours, each outer edge is an item with its colour, too. Otherwise two ways to turn a tile
would be the same option, and a symmetry could not say which of them goes where. (This is the model
of Knuth, The Art of Computer Programming 7.2.2.1, exercises on MacMahon's tiles.)

:attr:`TilePuzzle.relaxed` is the problem of the most matching edges. There each half of an edge has
a colour of its own. Each edge is covered by one more option: two halves that fit, in each colour,
or any two halves, which costs 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import exactcover as xc

from ..polyform.grids import Cell, Cells, Grid, Motion

#: The colours of a tile, clockwise.
Colours = tuple[str, ...]
Edge = tuple[Cell, Cell]
_Colour = TypeVar("_Colour", int, str)

#: The most placements: a million take some gigabytes as a problem.
MOST_PLACEMENTS = 300_000

#: The item of a border of one colour.
BORDER = "border"


class Placed(NamedTuple):
    """A tile of this type, the number of its first tile, on a cell, which then shows these
    colours."""

    cell: Cell
    tile: int
    colours: Colours


class Meeting(NamedTuple):
    """Where two tiles meet: the colour of the first, if they fit; None if they may differ."""

    edge: Edge
    colour: str | None


def around(grid: Grid, cell: Cell) -> tuple[Cell, ...]:
    """The neighbours of a cell, clockwise, as its corners come."""
    corners = grid.corners(cell)
    beyond = {frozenset(corners).intersection(grid.corners(n)): n for n in grid.neighbours(cell)}
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    return tuple(beyond[frozenset(side)] for side in sides)


def moved(grid: Grid, motion: Motion, cell: Cell, tile: Colours) -> tuple[Cell, Colours]:
    """Where a tile on a cell goes by a motion of the grid, and the colours that it shows there."""
    shown = dict(zip(map(motion, around(grid, cell)), tile, strict=True))
    return motion(cell), tuple(shown[near] for near in around(grid, motion(cell)))


def orientations(
    tile: tuple[_Colour, ...],
    turn: bool = True,
    reflect: bool = False,
    mates: Mapping[_Colour, _Colour] = MappingProxyType({}),
) -> list[tuple[_Colour, ...]]:
    """The different orientations of a tile, ascending. Turned over, colours become these mates."""
    over = tuple(mates.get(colour, colour) for colour in reversed(tile))
    faces = [tile, over] if reflect else [tile]
    turns = range(len(tile)) if turn else (0,)
    return sorted({face[k:] + face[:k] for face in faces for k in turns})


def all_tiles(
    colours: Iterable[str], edges: int, *, reflect: bool = False, different: bool = False
) -> Iterator[Colours]:
    """Every tile of these colours once, as P. A. MacMahon has them (New Mathematical Pastimes,
    1921); ``different``: those without a colour twice.

    Their numbers for n colours are OEIS A006527 (triangles: 1, 4, 11, 24, …), A006528 (squares: 1,
    6, 24, 70, …) and A006565 (hexagons: 1, 14, 130, 700, …).
    """
    listed = tuple(colours)
    for numbers in product(range(len(listed)), repeat=edges):
        tile = tuple(listed[number] for number in numbers)
        if different and len(set(numbers)) < edges:
            continue
        # (By their places in the list: colours come in the order in which they are named.)
        if numbers == orientations(numbers, reflect=reflect)[0]:
            yield tile


@dataclass(frozen=True)
class TilePuzzle:
    """The puzzle. ``border``: the colour all around, ``one`` for any one colour, or None for any
    colours. ``only``: whether that colour is nowhere else. ``mates``: the colours that do not fit
    themselves. ``names``: of the tiles. ``reflect`` goes with ``turn``. ``reverses``: whether
    colours become their mates if a tile is turned over."""

    grid: Grid
    board: Cells
    tiles: tuple[Colours, ...]
    names: tuple[str, ...]
    border: str | None = None
    one: bool = False
    only: bool = False
    mates: Mapping[str, str] = field(default_factory=dict)
    turn: bool = True
    reflect: bool = False
    use_all: bool = True
    reverses: bool = False

    def mate(self, colour: str) -> str:
        """The colour that matches a colour."""
        return self.mates.get(colour, colour)

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """All colours, those of the border and the tiles first, and the mates of these."""
        listed = [] if self.border is None else [self.border]
        listed += [colour for tile in self.tiles for colour in tile]
        return tuple(dict.fromkeys([*listed, *map(self.mate, listed)]))

    @cached_property
    def types(self) -> dict[int, list[int]]:
        """Tile -> the tiles that are like it, itself included, of which it is the first."""
        groups: dict[Colours, list[int]] = {}
        for number, tile in enumerate(self.tiles):
            groups.setdefault(self.canonical(tile), []).append(number)
        return {group[0]: group for group in groups.values()}

    def named(self, placed: Iterable[Placed]) -> dict[Cell, str]:
        """The name of the tile on each cell. Tiles that are alike are named in turn."""
        names = {number: iter(group) for number, group in self.types.items()}
        return {each.cell: self.names[next(names[each.tile])] for each in sorted(placed)}

    def canonical(self, tile: Colours) -> Colours:
        return self.ways(tile)[0]

    def ways(self, tile: Colours) -> list[Colours]:
        """The different orientations of a tile, ascending."""
        return orientations(tile, self.turn, self.reflect, self.mates if self.reverses else {})

    def moved(
        self, motion: Motion, cell: Cell, tile: Colours, reflects: bool
    ) -> tuple[Cell, Colours]:
        """Where a tile on a cell goes by a motion, and the colours that it shows there."""
        cell, colours = moved(self.grid, motion, cell, tile)
        return cell, tuple(map(self.mate, colours)) if reflects and self.reverses else colours

    @cached_property
    def edges(self) -> dict[Cell, list[Edge]]:
        """The edges of each cell, clockwise."""
        return {
            cell: [min((cell, n), (n, cell)) for n in around(self.grid, cell)]
            for cell in self.board
        }

    @cached_property
    def inner(self) -> tuple[Edge, ...]:
        """The edges between two cells of the board, ascending."""
        uses = Counter(edge for edges in self.edges.values() for edge in edges)
        return tuple(sorted(edge for edge, times in uses.items() if times == 2))

    @cached_property
    def outer(self) -> tuple[Edge, ...]:
        """The edges on the rim, ascending, if they may show any colours; else none."""
        if self.border is not None or self.one:
            return ()
        edges = {edge for edges in self.edges.values() for edge in edges}
        return tuple(sorted(edges - self._inner_set))

    def seen(self, edge: Edge, cell: Cell, colour: str) -> str:
        """A colour that one cell of an edge shows, as the first would show what fits."""
        return colour if cell == edge[0] else self.mate(colour)

    def placements(self) -> Iterator[Placed]:
        """Each type on each cell, in each orientation that the border allows."""
        for number in self.types:
            for colours in self.ways(self.tiles[number]):
                for cell in self.board:
                    edges = zip(self.edges[cell], colours, strict=True)
                    outer = [colour for edge, colour in edges if edge not in self._inner_set]
                    if self._may_be_outside(outer, colours):
                        yield Placed(cell, number, colours)

    def _may_be_outside(self, outer: list[str], colours: Colours) -> bool:
        """Whether a tile may show these colours at the border."""
        if self.border is None:
            return not (self.one and len(set(outer)) > 1)
        alone = colours.count(self.border) == len(outer)
        return set(outer) <= {self.border} and (alone or not self.only)

    @cached_property
    def _inner_set(self) -> frozenset[Edge]:
        return frozenset(self.inner)

    # -- the problems ----------------------------------------------------------------------------

    @cached_property
    def problem(self) -> xc.Problem:
        """The arrangements in which all edges match."""
        return self._stated(
            lambda edge, cell, colour: xc.Coloured(edge, colour), self.inner, {}, self.outer
        )

    @cached_property
    def relaxed(self) -> xc.Problem:
        """All arrangements, which cost as much as edges do not match."""
        halves = [(edge, cell) for edge in self.inner for cell in edge]
        meetings: dict[Any, list[Any]] = {}
        for edge in self.inner:
            for colour in self.colours:
                shown = [xc.Coloured((edge, cell), colour) for cell in edge]
                meetings[Meeting(edge, colour)] = [edge, *shown]
            meetings[Meeting(edge, None)] = [edge]
        return self._stated(
            lambda edge, cell, colour: xc.Coloured((edge, cell), colour), halves, meetings
        )

    def _stated(
        self,
        item: Callable[[Edge, Cell, str], xc.Coloured],
        secondary: Iterable[Any],
        meetings: Mapping[Any, list[Any]],
        outer: tuple[Edge, ...] = (),
    ) -> xc.Problem:
        options: dict[Any, list[Any]] = {}
        for placed in self.placements():
            cell, number, colours = placed
            items: list[Any] = [cell, ("tile", number)]
            for edge, colour in zip(self.edges[cell], colours, strict=True):
                if edge in self._inner_set:
                    items.append(item(edge, cell, self.seen(edge, cell, colour)))
                elif outer:
                    items.append(xc.Coloured(edge, colour))
                elif self.one and xc.Coloured(BORDER, colour) not in items:
                    items.append(xc.Coloured(BORDER, colour))
            options[placed] = items
        least = {number: len(group) if self.use_all else 0 for number, group in self.types.items()}
        counts = {
            ("tile", number): (least[number], len(group))
            for number, group in self.types.items()
            if (least[number], len(group)) != (1, 1)
        }
        # A primary item that may stay open is a secondary one, unless it may be covered twice.
        open_ones = [name for name, bounds in counts.items() if bounds == (0, 1)]
        tiles = [("tile", number) for number in self.types if ("tile", number) not in open_ones]
        return xc.Problem(
            [*self.board, *tiles, *(self.inner if meetings else ())],
            {**options, **meetings},
            secondary=[*secondary, *outer, *open_ones, *([BORDER] if self.one else [])],
            multiplicity={name: bounds for name, bounds in counts.items() if bounds != (0, 1)},
            costs={name: 1 for name in meetings if name.colour is None} if meetings else None,
        )

    # -- what is known before a search -----------------------------------------------------------

    @property
    def misfit(self) -> str | None:
        """Why the number of tiles alone rules out any arrangement."""
        tiles, cells = len(self.tiles), len(self.board)
        if tiles == cells or (tiles > cells and not self.use_all):
            return None
        are = "is" if tiles == 1 else "are"
        on_board = xc.text.counted(cells, "cell")
        return f"the board has {on_board}, but there {are} {xc.text.counted(tiles, 'tile')}"

    @property
    def imbalance(self) -> str | None:
        """Why the numbers of the colours allow no perfect arrangement: inside, colours meet their
        mates, and so there are as many; a colour that meets itself stands there in pairs."""
        n_outer = sum(map(len, self.edges.values())) - 2 * len(self.inner)
        any_outside = self.border is None and not self.one and n_outer
        if len(self.tiles) != len(self.board) or any_outside or self.reverses:
            return None
        numbers = Counter(colour for tile in self.tiles for colour in tile)
        borders = self.colours if self.one else (self.border,)
        reasons = [self._imbalance(numbers, colour, n_outer) for colour in borders]
        if None in reasons:
            return None
        return reasons[0] if len(reasons) == 1 else "no colour of the border lets the others pair"

    def _imbalance(self, numbers: Counter[str], border: str | None, n_outer: int) -> str | None:
        inside = Counter(numbers)
        if border is not None:
            inside[border] -= n_outer
            if inside[border] < 0 or (self.only and inside[border]):
                has = xc.text.counted(numbers[border], "edge")
                return f"the tiles have {has} of {border}, but the border takes {n_outer:,}"
        for colour in self.colours:
            number, mate = inside[colour], self.mate(colour)
            if mate == colour and number % 2:
                edges = xc.text.counted(number, "edge")
                return f"{edges} of {colour} must meet in pairs inside"
            if number != inside[mate]:
                return f"inside, {number:,} of {colour} must meet {inside[mate]:,} of {mate}"
        return None

    def mismatches(self, placed: Iterable[Placed]) -> list[Edge]:
        """The edges where two tiles meet that do not fit."""
        shown: dict[Edge, str] = {}
        wrong = []
        for cell, _, colours in placed:
            for edge, colour in zip(self.edges[cell], colours, strict=True):
                colour = self.seen(edge, cell, colour)
                if shown.setdefault(edge, colour) != colour:
                    wrong.append(edge)
        return sorted(wrong)
