"""Symmetries of edge-matching puzzles: motions of the board, and exchanges of colours.

A reflection of the board takes each tile to its mirror image, so it is a symmetry only if the tiles
have their mirror images among them, as MacMahon's have. An exchange of two colours likewise.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import combinations
from math import factorial
from typing import Any

import exactcover as xc

from ..polyform.grids import Motion
from ..polyform.polyforms import board_motions
from .tiles import BORDER, Colours, TilePuzzle, around

#: Larger groups are not used: their tables would be too large.
_LARGEST_GROUP = 5_000


class Symmetries:
    """Generators of a puzzle's symmetries, and their effect in words."""

    def __init__(self, puzzle: TilePuzzle):
        self._puzzle = puzzle
        self._numbers = {puzzle.canonical(puzzle.tiles[number]): number for number in puzzle.types}
        motions = board_motions(puzzle.grid, puzzle.board)
        turns = len(board_motions(puzzle.grid, puzzle.board, reflect=False))
        #: As ``Problem.symmetry`` takes them.
        self.generators: list[dict[Any, Any]] = []
        #: The cells and those around them, which motions permute: a motion of a row of cells may
        #: move no cell, and yet swap its sides.
        near = {n for cell in puzzle.board for n in around(puzzle.grid, cell)}
        self._points = tuple(sorted({*puzzle.board, *near}))
        reached = {self._points}
        kept: list[Motion] = []
        words: list[str] = []
        for number, motion in enumerate(motions):
            mapping = self._of_motion(motion, number >= turns) if number else None
            if mapping is None:
                continue
            word = "turning" if number < turns else "reflecting"
            words += [word] * (word not in words)
            if tuple(map(motion, self._points)) not in reached:
                kept.append(motion)
                self.generators.append(mapping)
                reached = self._products(kept)
        words = [f"{' and '.join(words)} the board"] if words else []
        exchanges = list(self._exchanges(len(motions)))
        self.generators += exchanges
        #: "turning the board and exchanging colours"; or nothing.
        self.words = " and ".join([*words, *["exchanging colours"] * bool(exchanges)])

    def _products(self, motions: list[Motion]) -> set[tuple[Any, ...]]:
        """Where the points go by all products of these motions."""
        reached = {self._points}
        waiting = list(reached)
        for points in waiting:
            new = {tuple(map(motion, points)) for motion in motions} - reached
            reached |= new
            waiting.extend(new)
        return reached

    def _of_tiles(
        self, image: Callable[[Colours], Colours], numbers: Iterable[int]
    ) -> dict[Any, Any] | None:
        """Where each of these types goes; None if its image is not a tile, or differs in number."""
        types, goes = self._puzzle.types, {}
        for number in numbers:
            tile = self._puzzle.canonical(image(self._puzzle.tiles[number]))
            to = self._numbers.get(tile)
            if to is None or len(types[to]) != len(types[number]):
                return None
            goes["tile", number] = "tile", to
        return goes

    def _of_motion(self, motion: Motion, reflects: bool) -> dict[Any, Any] | None:
        puzzle, outer = self._puzzle, set(self._puzzle.outer)
        cell, reverses = puzzle.board[0], reflects and puzzle.reverses
        if reverses and puzzle.border in puzzle.mates:
            return None
        goes = self._of_tiles(
            lambda tile: puzzle.moved(motion, cell, tile, reflects)[1], puzzle.types
        )
        if goes is None:
            return None
        goes |= {cell: motion(cell) for cell in puzzle.board}
        for edge in (*puzzle.inner, *puzzle.outer):
            one, other = map(motion, edge)
            goes[edge] = min((one, other), (other, one))
            # The other cell comes first, and shows the mate; unless mates have changed places.
            if (other < one and edge not in outer) != reverses:
                for colour, mate in puzzle.mates.items():
                    goes[xc.Coloured(edge, colour)] = xc.Coloured(goes[edge], mate)
        if puzzle.one and reverses:
            for colour, mate in puzzle.mates.items():
                goes[xc.Coloured(BORDER, colour)] = xc.Coloured(BORDER, mate)
        return goes

    def _exchanges(self, n_motions: int) -> Iterator[dict[Any, Any]]:
        """Exchanges of a colour and the next one that can be exchanged with it."""
        puzzle = self._puzzle
        joined: dict[str, list[str]] = {}
        having: defaultdict[str, set[int]] = defaultdict(set)
        for number in puzzle.types:
            for colour in puzzle.tiles[number]:
                having[colour].add(number)
        found = []
        for one, other in combinations(puzzle.colours, 2):
            if any(one in others[1:] for others in joined.values()):
                continue
            swapped = {one: other, other: one}
            swapped |= {puzzle.mate(a): puzzle.mate(b) for a, b in swapped.items()}
            if puzzle.border in swapped or len(set(swapped.values())) < len(swapped):
                continue
            numbers = set().union(*map(having.__getitem__, swapped))
            goes = self._of_tiles(partial(_exchanged, swapped), numbers)
            if goes is None:
                continue
            joined.setdefault(one, [one]).append(other)
            items = [*puzzle.inner, *puzzle.outer, *([BORDER] if puzzle.one else [])]
            for item in items:
                for a, b in swapped.items():
                    goes[xc.Coloured(item, a)] = xc.Coloured(item, b)
            found.append(goes)
        order = n_motions
        for others in joined.values():
            order *= factorial(len(others))
        if order <= _LARGEST_GROUP:
            yield from found


def _exchanged(to: Mapping[str, str], tile: Colours) -> Colours:
    return tuple(to.get(colour, colour) for colour in tile)
