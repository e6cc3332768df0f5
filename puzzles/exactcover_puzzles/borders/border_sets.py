"""Propagation by border sets: the possible borders at every seam, and so in every cell.

Every seam holds the set of borders that could be there; every cell holds its candidates. A
candidate survives while each of its four borders is in its seam's set, and a seam keeps only the
borders that candidates on both sides offer. A *sweep* applies this to all cells beside a seam that
has changed; when no seam changes any more, pieces are counted:

* a cell whose candidates are of one type takes a piece of it, and when all pieces of a type are
  taken, no other cell can have one;
* a type that has as few cells left as pieces gets them;
* *Hall sets* (P. Hall, 1935): if k cells have only types with k pieces in all, no other cell can
  have these types; and if types with k pieces fit only into the same k cells, these cells can have
  no others.

This is repeated up to a fixed point. It is plain Python, with integers as sets. At first many cells
of a board are equal; results for one of them are reused for all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import copy
from typing import NamedTuple

from ..shared.cell_names import cell_name
from .board import Board, Stock, members

#: Hidden Hall sets are searched once at most this many candidates are left.
_FEW = 20_000


class Sweep(NamedTuple):
    """What one sweep did: by which rule, how many candidates it removed, how many it left."""

    rule: str
    removed: int
    left: int


class BorderSets:
    """The state of the propagation on a board.

    ``live[c]``: the candidates of cell *c*; ``borders[s]``: what could be at seam *s*;
    ``contradiction``: None, or in words why there is no solution.
    """

    def __init__(self, board: Board, stock: Stock):
        self.board = board
        self.stock = stock
        self.borders = [(1 << len(stock.names)) - 1] * board.n_seams
        self.live = [stock.all] * board.n_cells
        self.contradiction: str | None = None
        self.sweeps: list[Sweep] = []
        #: A candidate of which at least one piece must be used, or None.
        self.required: int | None = None
        self._left = self._size()
        self._ran = False
        self._dirty = set(range(board.n_cells))
        #: Results already worked out, of `fitting` and `offered`, by direction and set.
        self._fitting_known: list[dict[int, int]] = [{} for _ in range(4)]
        self._offered_known: list[dict[int, int]] = [{} for _ in range(4)]
        self._drop_what_cannot_meet_itself()

    # -- stating -----------------------------------------------------------------------------

    def restrict(self, cell: int, candidates: int) -> None:
        """Restrict a cell to these candidates."""
        if self.live[cell] & ~candidates:
            self.live[cell] &= candidates
            self._dirty.add(cell)

    def copy(self) -> BorderSets:
        """A copy of the propagation in the same state, without sweeps."""
        other = copy(self)
        other.borders, other.live, other._dirty = [*self.borders], [*self.live], {*self._dirty}
        other.sweeps, other._ran = [], False
        return other

    def remove(self, candidates: int) -> None:
        """Remove candidates from all cells."""
        for cell in range(self.board.n_cells):
            self.restrict(cell, ~candidates)

    def frame(self, border: int, elsewhere: bool) -> None:
        """Let all seams on the edge of the board have this border; inside it may occur or not."""
        inside = -1 if elsewhere else ~(1 << border)
        for seam in range(self.board.n_seams):
            self.borders[seam] &= 1 << border if seam in self.board.outer else inside
        for cell, seams in enumerate(self.board.seams):
            for direction, seam in enumerate(seams):
                self.restrict(cell, self.fitting(direction, self.borders[seam]))
        self._note("frame")

    def _drop_what_cannot_meet_itself(self) -> None:
        """On a torus one cell wide, a piece is its own neighbour."""
        seams, borders = self.board.seams[0], self.stock.borders
        for one, other in ((0, 2), (1, 3)):
            if seams[one] == seams[other]:
                wrong = (
                    c for c, shown in enumerate(borders) if shown and shown[one] != shown[other]
                )
                self.remove(sum(1 << candidate for candidate in wrong))

    # -- propagating -------------------------------------------------------------------------

    def run(self, time_is_over: Callable[[], bool] = lambda: False) -> bool:
        """Propagate to a fixed point; false if that shows that there is no solution.

        False without a contradiction means that the time ran out.
        """
        while self.contradiction is None:
            if time_is_over():
                return False
            if self._dirty:
                self._sweep_borders()
            elif not any(rule() for rule in (self._take_pieces, self._fill_hall_sets)):
                break
        self._ran = True
        return self.contradiction is None

    def _sweep_borders(self) -> None:
        """One sweep over the cells beside seams that have changed."""
        cells, self._dirty = sorted(self._dirty), set()
        seams, borders, live = self.board.seams, self.borders, self.live
        changed = set()
        for cell in cells:
            candidates = live[cell]
            around = seams[cell]
            for direction in range(4):
                candidates &= self.fitting(direction, borders[around[direction]])
            live[cell] = candidates
            if not candidates:
                self._contradict(f"nothing fits in {self._place(cell)}")
                break
            for direction in range(4):
                seam = around[direction]
                before = borders[seam]
                if before & (before - 1):  # more than one border
                    offered = before & self.offered(direction, candidates, before)
                    if offered != before:
                        borders[seam] = offered
                        changed.add(seam)
        for seam in changed:
            self._dirty.update(cell for cell, _ in self.board.sides[seam])
        self._note("borders")

    def fitting(self, direction: int, borders: int) -> int:
        """The candidates that offer one of these borders in that direction."""
        known = self._fitting_known[direction]
        found = known.get(borders)
        if found is None:
            offering = self.stock.offering[direction]
            found = 0
            for border in members(borders):
                found |= offering[border]
            known[borders] = found
        return found

    def offered(self, direction: int, candidates: int, among: int) -> int:
        """The borders that these candidates offer in that direction, at least those ``among``."""
        known = self._offered_known[direction]
        found = known.get(candidates)
        if found is None:
            found = 0
            if _size(candidates) < _size(among):
                borders = self.stock.borders
                for candidate in members(candidates):
                    found |= 1 << borders[candidate][direction]  # type: ignore[index]
                known[candidates] = found
            else:
                offering = self.stock.offering[direction]
                for border in members(among):
                    if offering[border] & candidates:
                        found |= 1 << border
        return found

    def _take_pieces(self) -> bool:
        """The rules that count pieces; whether any candidate was removed."""
        counts = self.stock.counts
        taken: Counter[int] = Counter()
        possible: Counter[int] = Counter()
        #: Types seen in one cell at least, and in two: bit 4 * type.
        once = twice = 0
        every_fourth = sum(1 << 4 * number for number in range(len(counts)))
        folded = []
        for candidates in self.live:
            types = self._folded(candidates) & every_fourth
            folded.append(types)
            twice |= once & types
            once |= types
            if not types & (types - 1):
                taken[(types.bit_length() - 1) // 4] += 1
        missing = every_fourth & ~once
        if missing:
            number = (missing.bit_length() - 1) // 4
            self._contradict(f"piece {self._piece(number)} fits nowhere")
            return False
        for number, count in enumerate(counts):
            if count > 1:
                bit = 1 << 4 * number
                possible[number] = sum(1 for types in folded if types & bit)
                if possible[number] < count:
                    self._contradict(f"there are too few places for piece {self._piece(number)}")
                    return False
            if taken[number] > count:
                self._contradict(f"piece {self._piece(number)} is needed too often")
                return False

        full = sum(1 << 4 * number for number, count in enumerate(counts) if taken[number] == count)
        # Each of these gets all the cells it has left.
        scarce = once & ~twice
        for number, cells in possible.items():
            bit = 1 << 4 * number
            scarce = scarce | bit if cells == counts[number] else scarce & ~bit
        for cell, types in enumerate(folded):
            if not types & (types - 1):
                continue
            wanted = types & scarce
            if wanted:
                if wanted & (wanted - 1):
                    self._contradict(f"two pieces have only {self._place(cell)} left")
                    return False
                self.restrict(cell, 15 * wanted)
            elif types & full:
                self.restrict(cell, ~(15 * full))
        self._require()
        return self._note("pieces")

    def _require(self) -> None:
        """Enforce that at least one piece is placed as the required candidate."""
        if self.required is None:
            return
        bit = 1 << self.required
        cells = [cell for cell, candidates in enumerate(self.live) if candidates & bit]
        if not cells:
            self._contradict("the piece that is the right way up fits nowhere")
        elif len(cells) == 1:
            self.restrict(cells[0], bit)

    def _fill_hall_sets(self) -> bool:
        """The rule of Hall sets; whether any candidate was removed."""
        counts = self.stock.counts
        cells_of: dict[int, list[int]] = {}
        every_fourth = sum(1 << 4 * number for number in range(len(counts)))
        for cell, candidates in enumerate(self.live):
            cells_of.setdefault(self._folded(candidates) & every_fourth, []).append(cell)
        for types, cells in cells_of.items():
            pieces = sum(counts[bit // 4] for bit in members(types))
            if pieces < len(cells):
                self._contradict(f"too few pieces fit in {self._place(cells[0])} and cells like it")
                return False
            if pieces == len(cells) and pieces < self.board.n_cells:
                inside = set(cells)
                for cell in range(self.board.n_cells):
                    if cell not in inside:
                        self.restrict(cell, ~(15 * types))
        if not self._dirty and self._left < _FEW:
            self._fill_hidden_sets()
        return self._note("Hall sets")

    def _fill_hidden_sets(self) -> None:
        """Apply to types that are confined to the same cells and need them all."""
        cells_of_type = [0] * self.stock.n_types
        for cell, candidates in enumerate(self.live):
            for number in {candidate // 4 for candidate in members(candidates)}:
                cells_of_type[number] |= 1 << cell
        types_of: dict[int, int] = {}
        for number, cells in enumerate(cells_of_type):
            types_of[cells] = types_of.get(cells, 0) | 1 << 4 * number
        for cells, types in types_of.items():
            pieces = sum(self.stock.counts[bit // 4] for bit in members(types))
            if pieces > _size(cells):
                number = (types.bit_length() - 1) // 4
                self._contradict(f"there are too few places for piece {self._piece(number)}")
                return
            if pieces == _size(cells):
                for cell in members(cells):
                    self.restrict(cell, 15 * types)

    # -- report -----------------------------------------------------------------------------

    @property
    def left(self) -> int:
        """How many candidates all cells have together."""
        return self._left

    def report(self) -> list[str]:
        """A table of what each sweep removed."""
        lines = ["sweep  rule       removed      left"]
        for number, sweep in enumerate(self.sweeps):
            lines.append(f"{number:5}  {sweep.rule:<9}  {sweep.removed:7,}  {sweep.left:8,}")
        if self.contradiction is None:
            settled = sum(1 for candidates in self.live if not candidates & (candidates - 1))
            lines.append(f"{settled:,} of {self.board.n_cells:,} cells are settled")
        return lines

    @property
    def settled(self) -> bool:
        """Whether propagation has run, and left every cell one candidate."""
        return self._ran and self._left == self.board.n_cells and self.contradiction is None

    def _note(self, rule: str) -> bool:
        """Note what a sweep has removed; whether it has removed anything."""
        left = self._size()
        removed, self._left = self._left - left, left
        if removed:
            self.sweeps.append(Sweep(rule, removed, left))
        return removed > 0

    def _size(self) -> int:
        return sum(_size(candidates) * n for candidates, n in Counter(self.live).items())

    @staticmethod
    def _folded(candidates: int) -> int:
        """Bit 4 * type is set for each type among the candidates (other bits mean nothing)."""
        pairs = candidates | candidates >> 1
        return pairs | pairs >> 2

    def _contradict(self, reason: str) -> None:
        self.contradiction = self.contradiction or reason

    def _place(self, cell: int) -> str:
        return cell_name(*divmod(cell, self.board.columns))

    def _piece(self, number: int) -> str:
        return str(self.stock.labels[number])


def _size(numbers: int) -> int:
    """How many members a set has."""
    return bin(numbers).count("1")
