"""Polyforms: connected pieces of a grid, their orientations, and their placements on any board.

Legend: a *piece* is given by the cells of one of its orientations; an *orientation* is the piece
turned (and turned over, where that is allowed), shifted to the origin; a *placement* is an
orientation put somewhere on a board. A *free* piece counts once with all its orientations.

From pieces and a board comes an exact cover problem: the items are the pieces and the cells, and
each placement is an option that covers its piece and its cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from operator import add, sub
from typing import NamedTuple

import exactcover as xc

from .grids import Cell, Cells, Grid, Motion

__all__ = [
    "MOST_PLACEMENTS",
    "Placement",
    "PolyformPuzzle",
    "TooManyPlacements",
    "board_motions",
    "canonical",
    "free_polyforms",
    "orientations",
    "placements",
]


#: More placements than this are not listed: a million take some gigabytes as a problem.
MOST_PLACEMENTS = 1_000_000


class TooManyPlacements(xc.ExactCoverError):
    """The pieces have more placements on the board than can be listed."""

    def __str__(self) -> str:
        return (
            f"the pieces have more than {MOST_PLACEMENTS:,} placements on the board; expected a"
            " smaller board, or fewer pieces"
        )


def orientations(grid: Grid, piece: Iterable[Cell], *, reflect: bool = True) -> tuple[Cells, ...]:
    """The different orientations of a piece, ascending; only turned if not ``reflect``."""
    cells = tuple(piece)
    motions = grid.motions if reflect else grid.motions[: grid.n_rotations]
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


@dataclass(frozen=True)
class PolyformPuzzle:
    """Pieces, each once, to fill a board.

    ``pieces`` maps names to cells. ``reflect`` says whether they may be turned over, ``use_all``
    whether all must be used; if not, any of them may be left out.
    """

    grid: Grid
    board: Cells
    pieces: Mapping[str, Cells]
    reflect: bool = True
    use_all: bool = True

    def __post_init__(self) -> None:
        # Whatever dict() takes for a mapping will do, also where iterating it gives no names.
        object.__setattr__(self, "pieces", dict(self.pieces))

    @cached_property
    def orientations(self) -> Mapping[str, tuple[Cells, ...]]:
        """The orientations each piece may take."""
        return {
            name: orientations(self.grid, cells, reflect=self.reflect)
            for name, cells in self.pieces.items()
        }

    @cached_property
    def placements(self) -> tuple[Placement, ...]:
        """Every placement of every piece. Raises :class:`TooManyPlacements`."""
        found = (
            Placement(name, placed)
            for name, turned in self.orientations.items()
            for orientation in turned
            for placed in placements(self.grid, orientation, self.board)
        )
        listed = tuple(islice(found, MOST_PLACEMENTS))
        if next(found, None) is not None:
            raise TooManyPlacements
        return listed

    @property
    def misfit(self) -> str | None:
        """Why the sizes alone make the puzzle impossible, or None."""
        cells = sum(len(cells) for cells in self.pieces.values())
        if cells == len(self.board) or (cells > len(self.board) and not self.use_all):
            return None
        in_all = xc.text.counted(cells, "cell")
        return f"the pieces have {in_all} and the board has {len(self.board):,}"

    @cached_property
    def alike(self) -> tuple[tuple[str, ...], ...]:
        """The names of pieces that are one and the same piece, in groups of two or more."""
        groups: dict[tuple[Cells, ...], list[str]] = {}
        for name, turned in self.orientations.items():
            groups.setdefault(turned, []).append(name)
        return tuple(tuple(group) for group in groups.values() if len(group) > 1)

    @cached_property
    def problem(self) -> xc.Problem:
        """The exact cover problem: pieces and cells are items, placements are options."""
        names = list(self.pieces)
        return xc.Problem(
            [*names, *self.board] if self.use_all else self.board,
            {placement: [placement.piece, *placement.cells] for placement in self.placements},
            secondary=() if self.use_all else names,
        )

    @cached_property
    def mirror_images(self) -> dict[str, str] | None:
        """For each piece the one that is its mirror image; None if one of them is not there.

        Pieces that may be turned over are their own mirror images.
        """
        if self.reflect:
            return {name: name for name in self.pieces}
        groups: dict[tuple[Cells, ...], list[str]] = {}
        mirrored: dict[tuple[Cells, ...], list[str]] = {}
        reflection = self.grid.motions[self.grid.n_rotations]
        for name, turned in self.orientations.items():
            image = orientations(self.grid, map(reflection, turned[0]), reflect=False)
            groups.setdefault(turned, []).append(name)
            mirrored.setdefault(image, []).append(name)
        if any(len(mirrored[turned]) != len(groups.get(turned, ())) for turned in mirrored):
            return None
        return {
            name: image
            for turned, names in mirrored.items()
            for name, image in zip(names, groups[turned], strict=True)
        }

    @cached_property
    def _motions(self) -> list[tuple[tuple[int, ...], dict[str, str]]]:
        """The motions of the board that carry solutions to solutions, the identity first.

        Each as a permutation (entry *k* is where the *k*-th cell of the board goes), and with the
        piece that each piece becomes.
        """
        place = {cell: k for k, cell in enumerate(self.board)}
        unmoved = {name: name for name in self.pieces}
        images = self.mirror_images
        motions = board_motions(self.grid, self.board, reflect=images is not None)
        n_turns = len(board_motions(self.grid, self.board, reflect=False))
        return [
            (
                tuple(place[motion(cell)] for cell in self.board),
                unmoved if images is None or number < n_turns else images,
            )
            for number, motion in enumerate(motions)
        ]

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The permutations of the board's cells that carry solutions to solutions.

        The identity comes first, and entry *k* is where the *k*-th cell goes. A reflection also
        takes each piece to its mirror image.
        """
        return tuple(permutation for permutation, _ in self._motions)

    @cached_property
    def symmetry(self) -> xc.Symmetry:
        """The same motions as symmetries of :attr:`problem`, by which solutions are counted and
        listed up to them."""
        images = dict(reversed(self._motions))
        return self.problem.symmetry(
            *(
                dict(zip(self.board, (self.board[there] for there in permutation), strict=True))
                | images[permutation]
                for permutation in _generators(self.symmetries)
            )
        )


def _generators(group: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """A few of the permutations of a group of which the others are products."""
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
