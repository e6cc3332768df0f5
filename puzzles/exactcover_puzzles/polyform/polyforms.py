"""Polyforms: connected pieces of a grid, their orientations, and their placements on any board.

Legend: a *piece* is given by the cells of one of its orientations; an *orientation* is the piece
turned (and turned over, where that is allowed), shifted to the origin; a *placement* is an
orientation put somewhere on a board. A *free* piece counts once with all its orientations.

From pieces and a board comes an exact cover problem: the items are the pieces and the cells, and
each placement is an option that covers its piece and its cells. A cell that may stay open has an
option of its own, a *hole*. A piece of several copies is one item with a multiplicity, so that
solutions do not tell its copies apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from operator import add, sub
from typing import Any, NamedTuple

import exactcover as xc

from .grids import Cell, Cells, Grid, Motion

#: The item that counts the cells that stay open. (Names of pieces are texts, those of cells hold
#: numbers.)
HOLES = ("holes",)
#: The letters on the cells of a checkered board or piece; empty for a plain one.
Painted = Mapping[Cell, str]

#: The most placements: a million take some gigabytes as a problem.
MOST_PLACEMENTS = 1_000_000


class TooManyPlacements(xc.ExactCoverError):
    """The pieces have more placements on the board than can be listed."""

    def __str__(self) -> str:
        return (
            f"the pieces have more than {MOST_PLACEMENTS:,} placements on the board; expected a"
            " smaller board, or fewer pieces"
        )


def orientations(
    grid: Grid, piece: Iterable[Cell], *, reflect: bool = True, turn: str = "yes"
) -> tuple[Cells, ...]:
    """The different orientations of a piece, ascending; only turned if not ``reflect``."""
    cells, motions = tuple(piece), grid.allowed(turn, reflect)
    return tuple(sorted({grid.to_origin(map(motion, cells)) for motion in motions}))


def canonical(grid: Grid, piece: Iterable[Cell]) -> Cells:
    """The first orientation: the same for two pieces exactly when they are the same free piece."""
    return orientations(grid, piece)[0]


def free_polyforms(grid: Grid, size: int) -> tuple[Cells, ...]:
    """All free pieces of ``size`` cells, each in its canonical orientation, ascending.

    Their numbers are OEIS A000105 (square grid: 1, 1, 2, 5, 12, 35, 108, …), A000577 (triangular
    grid: 1, 1, 1, 3, 4, 12, 24, …), A000228 (hexagonal grid: 1, 1, 3, 7, 22, 82, 333, …) and
    A038119 (cubic grid, mirror images counted once: 1, 1, 2, 7, 23, 112, …). Every piece of n + 1
    cells is one of n cells with a cell added, so they are grown one cell at a time. O(n²) for each
    piece and orientation.
    """
    if size < 1:
        raise ValueError(f"size={size}: expected a whole number from 1")
    pieces: list[Cells] = [canonical(grid, [grid.origin])]
    for _ in range(size - 1):
        seen: set[Cells] = set()
        grown: list[Cells] = []
        for piece in pieces:
            occupied = set(piece)
            rim = {near for cell in piece for near in grid.neighbours(cell)} - occupied
            for cell in rim:
                larger = grid.to_origin((*piece, cell))
                if larger not in seen:
                    turned = orientations(grid, larger)
                    seen.update(turned)
                    grown.append(turned[0])
        pieces = sorted(grown)
    return tuple(pieces)


def placements(grid: Grid, orientation: Cells, board: Iterable[Cell]) -> Iterator[Cells]:
    """The orientation put everywhere on the board where all its cells are on it, in board order."""
    ordered = list(dict.fromkeys(sorted(board)))  # soon done where the board is in order
    cells = set(ordered)
    first = orientation[0]
    kind = grid.kind(first)
    for anchor in ordered:
        if grid.kind(anchor) == kind:
            placed = grid.shifted(orientation, *map(sub, anchor, first))
            if cells.issuperset(placed):
                yield placed


def board_motions(grid: Grid, board: Iterable[Cell], *, reflect: bool = True) -> list[Motion]:
    """The motions that carry a board into itself, the identity first; rotations only if not
    ``reflect``."""
    cells = sorted(board)
    at_origin = grid.to_origin(cells)
    motions = grid.motions if reflect else grid.motions[: grid.n_rotations]
    found: list[Motion] = []
    for motion in motions:
        image = sorted(map(motion, cells))
        if grid.to_origin(image) == at_origin:
            found.append(_then_shift(motion, tuple(map(sub, cells[0], image[0]))))
    return found


def _then_shift(motion: Motion, shift: Cell) -> Motion:
    def move(cell: Cell) -> Cell:
        return tuple(map(add, motion(cell), shift))

    return move


class Placement(NamedTuple):
    """A piece put somewhere: the name of an option."""

    piece: str
    cells: Cells


class Hole(NamedTuple):
    """A cell that stays open: the name of an option."""

    cell: Cell


class Border(NamedTuple):
    """The edge between two cells, for the pieces of one colour: at most one of them has it on its
    rim. The name of a secondary item."""

    colour: str
    one: Cell
    other: Cell


def numbers(bounds: tuple[int, int]) -> str:
    """A range in words: "2", "0 to 3"."""
    least, most = bounds
    return f"{most:,}" if least == most else f"{least:,} to {most:,}"


@dataclass(frozen=True)
class PolyformPuzzle:
    """Pieces to fill a board.

    ``pieces`` maps names to cells. ``turn`` ("yes", "half" or "no") and ``reflect`` say whether
    they may be turned and turned over, and ``moving`` says both for pieces that differ from the
    others. ``use_all``: whether all must be used; if not, any of them may be left out.

    ``copies``: the least and the most copies of a piece, for pieces of which there is not one.
    ``given`` and ``forbidden``: placements and holes that every solution has, and that none has.
    ``holes``: how many cells stay open, the least and the most; None if that is not restricted.
    ``optional``: the cells that may stay open, besides those of ``one_open``; by default all if
    ``holes`` is stated, else none.
    ``one_open``: groups of cells, by name; exactly one cell of each stays open.
    ``colours``: of pieces; two pieces of a colour never share an edge of a cell.
    ``painted``: letters on the cells of the board, and ``painted_pieces`` on those of pieces. A
    piece with letters covers only cells of the same letters.
    ``rotations_only``: solutions that are mirror images of each other count as different.
    """

    grid: Grid
    board: Cells
    pieces: Mapping[str, Cells]
    reflect: bool = True
    use_all: bool = True
    copies: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    given: tuple[Placement | Hole, ...] = ()
    forbidden: tuple[Placement | Hole, ...] = ()
    holes: tuple[int, int] | None = None
    optional: Cells = ()
    colours: Mapping[str, str] = field(default_factory=dict)
    painted: Painted = field(default_factory=dict)
    painted_pieces: Mapping[str, Painted] = field(default_factory=dict)
    turn: str = "yes"
    moving: Mapping[str, tuple[str, bool]] = field(default_factory=dict)
    rotations_only: bool = False
    one_open: Mapping[str, Cells] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # Whatever dict() takes for a mapping will do, also where iterating it gives no names.
        object.__setattr__(self, "pieces", dict(self.pieces))

    def without_pieces(self, names: Set[str]) -> PolyformPuzzle:
        """The puzzle without some of its pieces, and without what is said of them."""
        if not names:
            return self

        def kept(of: Mapping[str, Any]) -> dict[str, Any]:
            return {name: each for name, each in of.items() if name not in names}

        return replace(
            self, pieces=kept(self.pieces), copies=kept(self.copies), colours=kept(self.colours),
            painted_pieces=kept(self.painted_pieces),
            forbidden=tuple(each for each in self.forbidden
                            if isinstance(each, Hole) or each.piece not in names),
        )  # fmt: skip

    @cached_property
    def bounds(self) -> Mapping[str, tuple[int, int]]:
        """The least and the most copies of each piece in a solution."""
        stated = {name: self.copies.get(name, (1, 1)) for name in self.pieces}
        return {name: (least * self.use_all, most) for name, (least, most) in stated.items()}

    @property
    def covered(self) -> tuple[int, int]:
        """How many cells the pieces cover, at least and at most."""
        spare = sum(len(cells) - 1 for cells in self.one_open.values())
        least, most = self.holes or (len(self.one_open), len(self.may_stay_open) - spare)
        return len(self.board) - most, len(self.board) - least

    @cached_property
    def any_number(self) -> frozenset[str]:
        """Pieces whose number of copies follows from the board: there is room for no more than are
        allowed, and none need be used, or there are no others. They are not counted."""
        least, most = self.covered
        return frozenset(
            name
            for name, (low, high) in self.bounds.items()
            if high * len(self.pieces[name]) >= most
            and (low == 0 or (len(self.pieces) == 1 and low * len(self.pieces[name]) <= least))
        )

    @cached_property
    def may_stay_open(self) -> Cells:
        """The cells that may stay open, ascending."""
        cells = set(self.optional).union(*self.one_open.values())
        if self.holes is not None:
            cells = cells or set(self.board)
        return tuple(
            sorted(cells - {each.cell for each in self.forbidden if isinstance(each, Hole)})
        )

    def moves(self, name: str) -> tuple[str, bool]:
        """Whether a piece may be turned ("yes", "half" or "no"), and turned over."""
        return self.moving.get(name, (self.turn, self.reflect))

    @cached_property
    def orientations(self) -> Mapping[str, tuple[Cells, ...]]:
        """The orientations each piece may take."""
        found = {}
        for name, cells in self.pieces.items():
            turn, reflect = self.moves(name)
            found[name] = orientations(self.grid, cells, reflect=reflect, turn=turn)
        return found

    def same_boards(self, board: Cells) -> tuple[Cells, ...]:
        """The boards that motions of all pieces make of a board, ascending; on each, the puzzle is
        the same."""
        groups = [self.grid.allowed(*self.moves(name)) for name in self.pieces]
        shared = [motion for motion in self.grid.motions if all(motion in each for each in groups)]
        return tuple(sorted({self.grid.to_origin(map(motion, board)) for motion in shared}))

    @cached_property
    def _painted_orientations(self) -> Mapping[str, frozenset[tuple[Cells, tuple[str, ...]]]]:
        """The orientations of each piece with letters: its cells, and their letters."""
        found = {}
        for name, painted in self.painted_pieces.items():
            moved = [
                sorted((motion(cell), letter) for cell, letter in painted.items())
                for motion in self.grid.allowed(*self.moves(name))
            ]
            found[name] = frozenset(
                (self.grid.to_origin(cell for cell, _ in each), tuple(letter for _, letter in each))
                for each in moved
            )
        return found

    def fits(self, piece: str, cells: Cells) -> bool:
        """Whether the piece can cover exactly these cells of the board, which are ascending."""
        turned = self.grid.to_origin(cells)
        if turned not in self.orientations[piece]:
            return False
        if piece not in self.painted_pieces:
            return True
        letters = tuple(self.painted.get(cell, "") for cell in cells)
        return (turned, letters) in self._painted_orientations[piece]

    @cached_property
    def placements(self) -> tuple[Placement, ...]:
        """Every placement of every piece that is not forbidden. Raises
        :class:`TooManyPlacements`."""
        forbidden = set(self.forbidden)
        found = (
            Placement(name, placed)
            for name, turned in self.orientations.items()
            for orientation in turned
            for placed in placements(self.grid, orientation, self.board)
            if (name not in self.painted_pieces or self.fits(name, placed))
            and not (forbidden and (name, placed) in forbidden)
        )
        listed = tuple(islice(found, MOST_PLACEMENTS))
        if next(found, None) is not None:
            raise TooManyPlacements
        return listed

    @property
    def misfit(self) -> str | None:
        """Why the sizes alone make the puzzle impossible, or None."""
        least, most = (
            sum(self.bounds[name][k] * len(cells) for name, cells in self.pieces.items())
            for k in range(2)
        )
        covered, covered_most = self.covered
        if least <= covered_most and most >= covered:
            return None
        board = len(self.board)
        open_most = board - covered
        in_all = xc.text.counted(most, "cell")
        if self.use_all and least != most:
            in_all = f"{least:,} to {in_all}"
        fault = f"the pieces have {in_all} and the board has {board:,}"
        if self.holes is not None:
            fault += f", of which {numbers(self.holes)} stay open"
        elif open_most:
            fault += f", of which up to {open_most:,} may stay open"
        return fault

    @cached_property
    def alike(self) -> tuple[tuple[str, ...], ...]:
        """The names of identical pieces, in groups of two or more."""
        groups: dict[Any, list[str]] = {}
        for name, turned in self.orientations.items():
            same = turned, self._painted_orientations.get(name), self.colours.get(name)
            groups.setdefault(same, []).append(name)
        return tuple(tuple(group) for group in groups.values() if len(group) > 1)

    @cached_property
    def problem(self) -> xc.Problem:
        """The exact cover problem: pieces and cells are items, placements and holes are options."""
        bounds = {name: each for name, each in self.bounds.items() if name not in self.any_number}
        primary: list[Any] = [name for name, each in bounds.items() if each != (0, 1)]
        secondary: list[Any] = [name for name, each in bounds.items() if each == (0, 1)]
        multiplicity: dict[Any, tuple[int, int]] = {name: self.bounds[name] for name in primary}
        options: dict[Any, list[Any]] = {
            placed: [
                *([placed.piece] if placed.piece in bounds else []),
                *placed.cells,
                *self._borders(placed),
            ]
            for placed in self.placements
        }
        borders = {item for items in options.values() for item in items if type(item) is Border}
        counted: list[Any] = []
        if self.holes is not None:
            counted = [HOLES]
            multiplicity[HOLES] = self.holes
        group = {cell: ("open", name) for name, cells in self.one_open.items() for cell in cells}
        options |= {
            Hole(cell): [cell, *counted, *([group[cell]] if cell in group else [])]
            for cell in self.may_stay_open
        }
        counted += [("open", name) for name in self.one_open]
        items, at_most_once = [*primary, *self.board, *counted], [*secondary, *sorted(borders)]
        problem = xc.Problem(items, options, secondary=at_most_once, multiplicity=multiplicity)
        return problem.given(*self.given)

    def _borders(self, placed: Placement) -> list[Border]:
        """The edges on the rim of a placement, where pieces of its colour must not meet."""
        colour = self.colours.get(placed.piece)
        if colour is None:
            return []
        board, own = self._place, set(placed.cells)
        return [
            Border(colour, *sorted((cell, near)))
            for cell in placed.cells
            for near in self.grid.neighbours(cell)
            if near in board and near not in own
        ]

    @cached_property
    def _place(self) -> Mapping[Cell, int]:
        """Where each cell stands in the board."""
        return {cell: k for k, cell in enumerate(self.board)}

    def placed(self, options: Iterable[Any]) -> tuple[Placement, ...]:
        """The pieces of a solution of :attr:`problem`, without its holes."""
        return tuple(option for option in options if isinstance(option, Placement))

    @cached_property
    def _groups(self) -> dict[Any, list[str]]:
        """The pieces by what they can cover, by their numbers of copies, and by their colours."""
        groups: dict[Any, list[str]] = {}
        for name, turned in self.orientations.items():
            painted = self._painted_orientations.get(name, frozenset())
            same = frozenset(turned), painted, self.bounds[name], self.colours.get(name)
            groups.setdefault(same, []).append(name)
        return groups

    def piece_images(self, motion: Motion) -> dict[str, str] | None:
        """The piece that a motion makes of each piece; None if one of them is not there.

        What a piece covers must become what the other covers. There must be as many copies of both,
        and in the same colour.
        """
        if all(self.moves(name) == ("yes", True) for name in self.pieces):
            return {name: name for name in self.pieces}
        origin = self.grid.to_origin
        images: dict[str, str] = {}
        for (turned, painted, *more), names in self._groups.items():
            shown = set()
            for cells, letters in painted:
                moved = sorted(zip(map(motion, cells), letters, strict=True))
                shown.add((origin(cell for cell, _ in moved), tuple(mark for _, mark in moved)))
            there = frozenset(origin(map(motion, cells)) for cells in turned)
            others = self._groups.get((there, frozenset(shown), *more), ())
            if len(others) != len(names):
                return None
            images.update(zip(names, others, strict=True))
        return images

    @cached_property
    def _motions(self) -> list[tuple[tuple[int, ...], dict[str, str], bool]]:
        """The symmetries, each as a permutation of cells, with the piece that each piece becomes,
        and whether it is a rotation."""
        motions = board_motions(self.grid, self.board, reflect=not self.rotations_only)
        n_turns = len(board_motions(self.grid, self.board, reflect=False))
        found = []
        for number, motion in enumerate(motions):
            images = self.piece_images(motion)
            permutation = tuple(self._place[motion(cell)] for cell in self.board)
            if images is not None and self._is_symmetry(permutation, images):
                found.append((permutation, images, number < n_turns))
        return found

    @cached_property
    def symmetry(self) -> xc.Symmetry:
        """The same motions as symmetries of :attr:`problem`, by which solutions are counted and
        listed up to them."""
        images = {permutation: images for permutation, images, _ in reversed(self._motions)}

        def motion(permutation: tuple[int, ...]) -> dict[Any, Any]:
            moved: dict[Any, Any] = {
                cell: self.board[permutation[k]] for cell, k in self._place.items()
            }
            for item in self.problem.secondary:
                if isinstance(item, Border):
                    cells = sorted((moved[item.one], moved[item.other]))
                    moved[item] = Border(item.colour, *cells)
            others = images[permutation].items()
            return moved | {name: image for name, image in others if name not in self.any_number}

        return self.problem.symmetry(*map(motion, _generators(self.symmetries)))

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The permutations of the board's cells that carry solutions to solutions.

        The identity comes first, and entry *k* is where the *k*-th cell goes. Each also takes
        pieces to pieces (:meth:`piece_images`). They carry placements that are given, forbidden, or
        kept by letters to others of the same kind, and cells that may stay open to such cells.
        """
        return tuple(permutation for permutation, _, _ in self._motions)

    def images(self, placed: Placement) -> list[Placement]:
        """What each of the symmetries makes of a placement."""
        place, board = self._place, self.board
        return [
            Placement(
                names[placed.piece],
                tuple(sorted(board[permutation[place[cell]]] for cell in placed.cells)),
            )
            for permutation, names, _ in self._motions
        ]

    @cached_property
    def rotations(self) -> int:
        """How many of the symmetries are rotations. They come first."""
        return sum(is_rotation for _, _, is_rotation in self._motions)

    def _is_symmetry(self, permutation: Sequence[int], images: Mapping[str, str]) -> bool:
        def moved(cell: Cell) -> Cell:
            return self.board[permutation[self._place[cell]]]

        def image(option: Placement | Hole) -> Placement | Hole:
            if isinstance(option, Hole):
                return Hole(moved(option.cell))
            cells = tuple(sorted(map(moved, option.cells)))
            return Placement(images[option.piece], cells)

        groups = [
            tuple(map(Hole, cells)) for cells in (self.may_stay_open, *self.one_open.values())
        ]
        kept = [self.given, self.forbidden, *groups, self.placements if self.painted_pieces else ()]
        return all(set(map(image, same)) == set(same) for same in kept)


def _generators(group: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """A few generators of a group of permutations."""
    found: list[tuple[int, ...]] = []
    reached = {group[0]}
    for permutation in group:
        if permutation not in reached:
            found.append(permutation)
            waiting = list(reached := {group[0]})
            for each in waiting:
                products = {tuple(each[k] for k in generator) for generator in found} - reached
                reached |= products
                waiting.extend(products)
    return found or [group[0]]
