"""A baseline: the search for puzzles with exactly two solutions in plain Python.

The method of the notebook "Generating puzzles with multiple solutions"
(https://github.com/TheMartinizer/MultiSolutionPuzzle), with lists of numbers in place of its
matrices, which makes it faster: scrambles are drawn until one has no seam again; shapes follow
along the cycles of both pairings; rejected are puzzles that repeat a shape too often, that have two
pieces alike, or that do not have two solutions.
"""

from __future__ import annotations

import random
import time

__all__ = ["PlainDoubles"]


class PlainDoubles:
    """Draws candidates for a board, and counts them."""

    def __init__(self, columns: int, rows: int, max_repeats: int, seed: int):
        self.columns, self.rows, self.max_repeats = columns, rows, max_repeats
        self.draw = random.Random(seed)
        n = columns * rows
        self.facing = list(range(4 * n))
        for place in range(n):
            if place % columns < columns - 1:
                self._meet(4 * place + 2, 4 * place + 4)
            if place < n - columns:
                self._meet(4 * place + 3, 4 * (place + columns) + 1)
        outside = [[self.facing[4 * k + s] == 4 * k + s for s in range(4)] for k in range(n)]
        self.kinds: dict[int, list[int]] = {}
        for place, sides in enumerate(outside):
            self.kinds.setdefault(sum(sides), []).append(place)
        # The first side on the border, clockwise.
        self.frame = [next((s for s in range(4) if b[s] > b[s - 1]), 0) for b in outside]
        self.candidates = self.few_repeats = self.distinct = self.found = 0

    def _meet(self, one: int, other: int) -> None:
        self.facing[one], self.facing[other] = other, one

    def run(self, seconds: float) -> float:
        """Draw candidates for so long; the seconds it took."""
        start = time.perf_counter()
        while time.perf_counter() - start < seconds:
            p = self._shapes(self._scramble())
            self.candidates += 1
            if p is None:
                continue
            self.few_repeats += 1
            pieces = [tuple(p[k : k + 4]) for k in range(0, len(p), 4)]
            least = {min(piece[k:] + piece[:k] for k in range(4)) for piece in pieces}
            if len(least) < len(pieces):
                continue
            self.distinct += 1
            self.found += self._solutions(pieces) == 2
        return time.perf_counter() - start

    def _scramble(self) -> list[int]:
        """What each side faces after a random scramble without a seam again."""
        facing = self.facing
        while True:
            lies = [0] * len(facing)
            for borders, places in self.kinds.items():
                pieces = places[:]
                self.draw.shuffle(pieces)
                for place, piece in zip(places, pieces, strict=True):
                    turn = (
                        self.frame[piece] - self.frame[place] if borders else self.draw.randrange(4)
                    )
                    for s in range(4):
                        lies[4 * place + s] = 4 * piece + (s + turn) % 4
            after = [0] * len(facing)
            for x, y in enumerate(facing):
                after[lies[x]] = lies[y]
            if not any(after[x] == y != x for x, y in enumerate(facing)):
                return after

    def _shapes(self, after: list[int]) -> list[int] | None:
        """The shapes of all sides, or None if one is repeated too often."""
        p = [0] * len(after)
        shape = 0
        for start, other in enumerate(self.facing):
            if p[start] or other == start:
                continue
            shape += 1
            side, uses = start, 0
            while not p[side]:
                p[side], p[self.facing[side]] = shape, -shape
                side = after[self.facing[side]]
                uses += 1
            if uses > self.max_repeats:
                return None
        return p

    def _solutions(self, pieces: list[tuple[int, ...]]) -> int:
        """Solutions with the first piece where it is, up to three."""
        columns, n = self.columns, len(pieces)
        views = [
            (k, piece[turn:] + piece[:turn]) for k, piece in enumerate(pieces) for turn in range(4)
        ]
        by_left_and_top: dict[tuple[int, int], list[tuple[int, tuple[int, ...]]]] = {}
        for k, view in views:
            by_left_and_top.setdefault((view[0], view[1]), []).append((k, view))
        laid: list[tuple[int, ...]] = [pieces[0]]
        used = {0}

        def count(limit: int) -> int:
            place = len(laid)
            if place == n:
                return 1
            left = -laid[-1][2] if place % columns else 0
            top = -laid[place - columns][3] if place >= columns else 0
            found = 0
            for k, view in by_left_and_top.get((left, top), ()):
                right_end = place % columns == columns - 1
                if k in used or (view[2] == 0) != right_end:
                    continue
                if (view[3] == 0) != (place >= n - columns):
                    continue
                used.add(k)
                laid.append(view)
                found += count(limit - found)
                laid.pop()
                used.discard(k)
                if found >= limit:
                    break
            return found

        return count(3)
