"""The owners, walls, outlines, colours and labels that every picture of a solution needs.

Legend: the *owner* of a cell is the placement that covers it, or ``UNCOVERED``; a cell off the
board has none. A *wall* stands between two neighbouring cells of different owners, the board's rim
included; an *inner edge* lies between two cells of the same owner. An *outline* is the loops of
walls around some cells, their holes included. Points are corners as ``Grid.corners`` gives them:
whole multiples of ``Grid.unit``, x before y.

All orders below come from sorting, so that the same solution always gives the same picture.
"""

from __future__ import annotations

import math
import re
import string
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from itertools import chain, groupby, product
from operator import itemgetter
from typing import TypeVar

from .grids import Cell, Cells, Grid
from .polyforms import Placement

Point = tuple[int, int]
Edge = tuple[Point, Point]
#: The corners of a polygon, clockwise.
Polygon = tuple[Point, ...]
P = TypeVar("P", bound=Polygon)
Owners = Mapping[Cell, Placement]

#: The owner of a cell of the board that no piece covers.
UNCOVERED = Placement("", ())


def owners(board: Cells, placements: Iterable[Placement]) -> dict[Cell, Placement]:
    """The owner of every cell of the board, the cells in ascending order.

    Raises ValueError if two placements cover the same cell, or one leaves the board: neither can
    be drawn.
    """
    found = dict.fromkeys(sorted(board), UNCOVERED)
    for placement in sorted(placements):
        for cell in placement.cells:
            if cell not in found:
                raise ValueError(f"piece {placement.piece!r} covers {cell}, which is off the board")
            if found[cell] is not UNCOVERED:
                both = f"{found[cell].piece!r} and {placement.piece!r}"
                raise ValueError(f"pieces {both} both cover {cell}")
            found[cell] = placement
    return found


def layers(
    grid: Grid, board: Cells, placements: Iterable[Placement]
) -> list[tuple[int, Cells, list[Placement]]]:
    """The layers of a board, each as a board of the plane: its number, its cells, and what the
    placements cover of it. A board of the plane is one layer."""
    if grid.layer is None:
        return [(0, board, list(placements))]
    cut: dict[int, list[Placement]] = {}
    for name, cells in placements:
        for layer, part in groupby(sorted(cells), key=itemgetter(0)):
            flat_part = Placement(name, tuple(cell[1:] for cell in part))
            cut.setdefault(layer, []).append(flat_part)
    return [
        (layer, tuple(cell[1:] for cell in cells), cut.get(layer, []))
        for layer, cells in groupby(sorted(board), key=itemgetter(0))
    ]


def touching(grid: Grid, owned: Owners) -> set[tuple[str, str]]:
    """The names of pieces that share a wall somewhere, as pairs both ways round."""
    return {
        (owner.piece, other.piece)
        for cell, owner in owned.items()
        for other in map(owned.get, grid.neighbours(cell))
        if other is not None and UNCOVERED not in (owner, other) and owner.piece != other.piece
    }


def colour_numbers(
    names: Iterable[str], pairs: Iterable[tuple[str, str]], n_colours: int
) -> dict[str, int]:
    """A colour for each name, from 0; the two names of a pair never have the same.

    The names come in numerical order. With at most ``n_colours`` of them each has a colour of its
    own. With more, colours are shared as evenly as the pairs allow. A number from ``n_colours``
    on is given only if no smaller one will do. Connected pieces on one board never need a seventh
    colour: the pairs are then a planar graph, and names are coloured in smallest-last order (Matula
    and Beck 1983), in which each differs from at most five before it.
    """
    ordered = sorted(set(names), key=_numerically)
    if len(ordered) <= n_colours:
        return {name: number for number, name in enumerate(ordered)}
    near: dict[str, set[str]] = {name: set() for name in ordered}
    for one, other in pairs:
        near[one].add(other)
        near[other].add(one)
    left = {name: len(near[name]) for name in ordered}
    smallest_last: list[str] = []
    while left:
        name = min(left, key=lambda each: (left[each], each))
        del left[name]
        for other in near[name] & left.keys():
            left[other] -= 1
        smallest_last.append(name)
    colours: dict[str, int] = {}
    uses: Counter[int] = Counter()
    for name in reversed(smallest_last):
        taken = {colours[other] for other in near[name] if other in colours}
        free = [number for number in range(n_colours) if number not in taken]
        if free:
            number = min(free, key=lambda each: (uses[each], each))
        else:
            number = next(each for each in range(n_colours, len(ordered)) if each not in taken)
        colours[name] = number
        uses[number] += 1
    return {name: colours[name] for name in ordered}


def short_labels(names: Iterable[str]) -> dict[str, str]:
    """A label of one or two characters for each name; all differ, if only they can.

    It is the name itself, its last word (the number of a numbered piece), or the first of its
    letters that is free. Otherwise it is any character, or any two when those are all taken.
    Names whose numbers count up come in that order, others in alphabetical order.
    """
    ordered = sorted(set(names), key=_numerically)
    labels = {name: name for name in ordered if _is_label(name)}
    taken = set(labels.values())
    single = string.ascii_uppercase + string.digits + string.ascii_lowercase
    pairs = map("".join, product(single, repeat=2))
    for name in ordered:
        if name not in labels:
            wishes = chain(name.split()[-1:], name.upper(), single, pairs)
            free = (wish for wish in wishes if wish not in taken and _is_label(wish))
            labels[name] = next(free, "??")
            taken.add(labels[name])
    return {name: labels[name] for name in ordered}


def legend(labels: Mapping[str, str]) -> dict[str, str]:
    """The pieces that need a key: none that are labelled with their names, and none at all if each
    label is the number of a numbered piece ("7" of "heptiamond 7")."""
    told = {name: label for name, label in labels.items() if label != name}
    numbers = all(label.isdecimal() and name.split()[-1] == label for name, label in told.items())
    return {} if numbers else told


def _is_label(text: str) -> bool:
    # (A mirror image has the name of its piece with a '.)
    return len(text) in (1, 2) and text.isascii() and text.removesuffix("'").isalnum()


def _numerically(name: str) -> tuple[list[tuple[str, int, str]], str]:
    """A sorting key by which piece 2 comes before piece 10: the shorter number is the smaller."""
    found = re.findall(r"([^0-9]*)0*([0-9]*)", name)
    return [(word, len(digits), digits) for word, digits in found], name


def parts(grid: Grid, cells: Iterable[Cell]) -> list[Cells]:
    """The connected parts of the cells, by first cell; a polyform is a single one."""
    left = set(cells)
    found: list[Cells] = []
    for cell in sorted(left):
        if cell in left:
            left.remove(cell)
            part = [cell]
            for reached in part:
                near = left.intersection(grid.neighbours(reached))
                left -= near
                part.extend(near)
            found.append(tuple(sorted(part)))
    return found


def _sides(polygons: Iterable[P]) -> dict[Edge, P]:
    """The directed edges of polygons, each with the polygon on its right as one walks it."""
    return {
        edge: corners
        for corners in polygons
        for edge in zip(corners, (*corners[1:], corners[0]), strict=True)
    }


def shared_edges(polygons: Iterable[P]) -> list[tuple[Edge, tuple[P, P]]]:
    """The edges between two of the polygons, each once, ascending, with these two."""
    sides = _sides(polygons)
    return sorted(
        ((a, b), (polygon, sides[b, a]))
        for (a, b), polygon in sides.items()
        if a < b and (b, a) in sides
    )


def inner_edges(grid: Grid, cells: Iterable[Cell]) -> list[Edge]:
    """The edges between two of the cells, each once, ascending."""
    return [edge for edge, _ in shared_edges(map(grid.corners, cells))]


def outline(grid: Grid, cells: Iterable[Cell], *, joined: bool = False) -> list[list[Point]]:
    """The closed loops around the cells, as :func:`loops_around` has them."""
    return loops_around(map(grid.corners, cells), joined=joined)


def loops_around(polygons: Iterable[Polygon], *, joined: bool = False) -> list[list[Point]]:
    """The closed loops around polygons, as the points where they bend; the first loop first.

    The polygons lie on the right of each loop as one walks it, so outer loops run clockwise on the
    screen (y grows downwards) and holes anticlockwise. Where loops meet in a point, each stays
    with its own polygons and turns there; or, ``joined``, it crosses over to the next polygon, as
    if the polygons were a little larger.
    """
    sides = _sides(polygons)
    walls = sorted((a, b) for a, b in sides if (b, a) not in sides)
    onward: dict[Point, list[Point]] = {}
    for a, b in walls:
        onward.setdefault(a, []).append(b)
    left = dict.fromkeys(walls)
    loops: list[list[Point]] = []
    while left:
        a, b = next(iter(left))
        loop: list[Point] = []
        while (a, b) in left:
            del left[a, b]
            loop.append(a)
            # Two ways on never lie next to each other, so one at most turns right, and goes round
            # the cells just walked along. The one most to the left goes round what is empty.
            turn = partial(_angle, a, b)
            a, b = b, min(onward[b], key=turn) if joined else max(onward[b], key=turn)
        loops.append(_bends(loop))
    return loops


def _turn(a: Point, b: Point, c: Point) -> int:
    """Positive for a turn to the right at b on the way from a to c, negative to the left."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _angle(a: Point, b: Point, c: Point) -> float:
    """The same as an angle. (Stretching the grid keeps the order of angles.)"""
    ahead = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1])
    return math.atan2(_turn(a, b, c), ahead)


def _bends(loop: list[Point]) -> list[Point]:
    """The points of a closed loop where it does not go straight on."""
    ahead = [*loop[1:], loop[0]]
    behind = [loop[-1], *loop[:-1]]
    return [b for a, b, c in zip(behind, loop, ahead, strict=True) if _turn(a, b, c)]
