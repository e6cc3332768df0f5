"""The linear program of a problem: its solution, and the bounds that its prices prove.

``kernels/linear/dual_simplex.py`` explains the method and what a basis is. The program works with
floating point: costs are scaled so that they are 1 in the mean, and changed at random by some
millionths, so that steps raise the bound. Nothing that it says is believed. Its prices are rounded
to whole numbers of a unit, and ``kernels/linear/whole_bound.py`` computes what they prove.

A *row* is an item, or several items that the same options cover equally often: one of them says
all. Items with colours are not rows, since options may share them; a bound without them is a bound
still.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..arrays.compiled import UNLIMITED, Compiled
from ..arrays.views import (
    first_equal,
    most_options,
    node_arrays,
    option_of_entries,
    primary_lengths,
    repeated,
    sums_before,
)
from ..kernels.linear import dual_simplex as kernels
from ..kernels.linear import whole_bound
from ..kernels.linear.basis_factors import Factors
from ..kernels.linear.dual_simplex import Program, Tableau
from .cliques import merged
from .network import network_basis

#: Whole numbers of a bound stay below this; then so do all sums of a search.
LARGEST = 2**60
#: Pivots from one tick to the next, divided by the entries of the program.
_PIVOTS_ENTRIES = 5_000_000
#: Exchanges after which the basis is factorized anew.
_MOST_ETAS = 64
#: By how much costs are changed at random.
_NOISE = 1e-6
#: Items of at most so many options are merged, in problems of at most so many.
_SHORT, _MOST_TO_MERGE = 8, 20_000
#: A value this near to a whole number is one.
NEAR = 1e-6
#: What the entries of a ray are multiplied by before they are rounded.
_RAY = 2.0**30


class UnitRows:
    """The rows of a problem, and its costs in units: what linear programs and proofs work on."""

    def __init__(self, compiled: Compiled, costs: Sequence[int], merge: bool = True):
        """``costs[o]``: whole numbers of any size. ``merge``: whether there may be cliques."""
        starts, items, colours = node_arrays(compiled)
        n_primary, n_items = compiled.n_primary, compiled.n_items
        low, high = np.zeros(n_items, np.int64), np.ones(n_items, np.int64)
        low[:n_primary], high[:n_primary] = compiled.bounds

        # Every item without colours; of those that are equal, the first.
        plain = np.ones(n_items, bool)
        plain[items[colours != 0]] = False
        keep = plain[items]
        option_of = option_of_entries(starts)[keep]
        by_item = np.argsort(items[keep], kind="stable")
        item_starts = sums_before(np.bincount(items[keep], minlength=n_items))
        first = first_equal(item_starts, option_of[by_item], low * (UNLIMITED + 1) + high)
        rows = plain & (first == np.arange(n_items))
        lengths = np.diff(item_starts)
        once = rows & (high == 1) & (lengths > 1)
        short = once & (low == 0) & (lengths <= _SHORT)
        #: The options of each clique, ascending.
        self.cliques: list[list[int]] = []
        if merge and short.any() and compiled.n_options <= _MOST_TO_MERGE:
            by_row = np.split(option_of[by_item], item_starts[1:-1])
            few, many = (
                [by_row[item].tolist() for item in np.flatnonzero(some)]
                for some in (short, once & ~short)
            )
            self.cliques = merged(few, many)
            rows &= ~short
        #: The items of the first rows (int64). The others are cliques.
        self.items = np.flatnonzero(rows)
        row_of = np.full(n_items, -1, np.int32)
        row_of[self.items] = np.arange(len(self.items))
        keep = row_of[items] >= 0
        sizes = [len(clique) for clique in self.cliques]
        options = np.concatenate([option_of_entries(starts)[keep], *map(np.array, self.cliques)])
        numbers = np.append(
            row_of[items[keep]], len(self.items) + repeated(np.arange(len(sizes)), sizes)
        )
        order = np.argsort(options, kind="stable")
        #: The rows of option *o* are ``rows[starts[o]:starts[o + 1]]``.
        self.starts = sums_before(np.bincount(options, minlength=compiled.n_options))
        self.rows = numbers[order].astype(np.int32)
        #: How often a row is covered, at least and at most (int64; ``UNLIMITED`` for no limit).
        self.low = np.append(low[self.items], np.zeros(len(sizes), np.int64))
        self.high = np.append(high[self.items], np.ones(len(sizes), np.int64))

        #: How often an option may be chosen (int64, options); one without primary items never is.
        self.times = np.minimum(primary_lengths(compiled), 1)
        if compiled.repeat:
            self.times *= UNLIMITED
            np.minimum.at(self.times, option_of_entries(self.starts), self.high[self.rows])
            alone = (items >= n_primary) & (colours == 0)
            once = option_of_entries(starts)[alone]
            self.times[once] = np.minimum(self.times[once], 1)

        # One unit is 2^shift of the costs: fine enough to distinguish prices, and coarse enough
        # for sums to fit. With costs rounded down to units every bound stays a bound.
        most = most_options(compiled) if compiled.multiple else n_primary
        largest = max((abs(cost) for cost in costs), default=0) * (most + n_items + 1)
        self.shift = max(largest, 1).bit_length() - (LARGEST.bit_length() - 8)
        #: What each option costs, in units (int64).
        self.cost = np.array([self.in_units(cost) for cost in costs], np.int64)

    def in_units(self, cost: int) -> int:
        """A cost in units, rounded down."""
        return cost >> self.shift if self.shift >= 0 else cost << -self.shift

    def in_costs(self, units: int) -> int:
        """The least whole cost of at least that many units."""
        return units << self.shift if self.shift >= 0 else -(-units >> -self.shift)


class LinearProgram:
    """The program, and where the simplex method stands."""

    def __init__(self, relaxation: UnitRows):
        n, m = len(relaxation.cost), len(relaxation.low)
        self.n_options, self.n_rows = n, m
        self._units = relaxation.cost
        starts, rows = relaxation.starts, relaxation.rows.astype(np.int32)
        mean = float(np.abs(self._units).mean()) if n else 0.0
        #: What a unit is in the floating point of the program.
        self._scale = 1.0 / max(mean, 1.0)
        exact = np.append(self._units * self._scale, np.zeros(m))
        noise = np.random.default_rng(0).uniform(0.5, 1.0, n) * _NOISE
        self._exact, self._noisy = exact, exact.copy()
        self._noisy[:n] += noise * (1.0 + np.abs(exact[:n]))
        high = np.where(relaxation.high < UNLIMITED, relaxation.high, np.inf)
        by_row = np.argsort(rows, kind="stable")
        self.program = Program(
            starts,
            rows,
            sums_before(np.bincount(rows, minlength=m)),
            option_of_entries(starts)[by_row],
            self._noisy.copy(),
            np.append(np.zeros(n), relaxation.low),
            np.append(relaxation.times, high),
        )
        #: The bounds of options and rows (floats, options and then rows), to be changed in place.
        self.lower, self.upper = self.program.lower, self.program.upper
        lengths = np.sort(np.diff(starts))
        self._n_basic = int(lengths[max(0, n - m) :].sum()) + m
        reals, numbers = np.zeros((6, m)), np.zeros((3, n + m))
        self._at = Tableau(
            np.arange(n, n + m, dtype=np.int32), np.zeros(n + m, np.int32),
            np.zeros(n + m, np.uint8), reals[0], reals[1], numbers[0], np.zeros(n + m, np.int32),
            np.ones(m), numbers[1],
            reals[2], reals[3], reals[4], reals[5], np.zeros(n + m, np.int32),
            np.zeros(kernels.CONTROL, np.int64), np.zeros(1),
        )  # fmt: skip
        self._whole_bound = whole_bound.bound.bound({"p": self.program})
        self._make_room(2 * self._n_basic + 10 * m)
        self._begun = False
        #: The last bound, in units.
        self.proven = whole_bound.TOO_LARGE
        #: What choosing each option costs above it, in units (int64).
        self.reduced = np.zeros(n, np.int64)
        #: The prices of the rows that proved it, in units, or that there is no solution (int64).
        self.price = np.zeros(m, np.int64)
        #: Whether the simplex method came to an optimum.
        self.optimal = False

    def _make_room(self, entries: int) -> None:
        """Make arrays for factors of so many entries."""
        m = self.n_rows
        self._entries = entries

        def numbers(length: int) -> Any:
            return np.zeros(length, np.int32)

        def places(length: int) -> Any:
            return np.zeros(length, np.int64)

        self._factors = Factors(
            places(m + 1), numbers(entries), np.zeros(entries),
            places(m + 1), numbers(entries), np.zeros(entries), np.zeros(m),
            numbers(m), numbers(m), numbers(m),
            places(_MOST_ETAS + 1), numbers(_MOST_ETAS), np.zeros(_MOST_ETAS),
            numbers(_MOST_ETAS * m), np.zeros(_MOST_ETAS * m), places(2),
            np.zeros(m), numbers(m), numbers(m), places(m + 1), numbers(self._n_basic), numbers(m),
            places(m), numbers(m), numbers(m),
        )  # fmt: skip
        self._at.control[kernels.FACTORIZED] = 0
        tables = {"p": self.program, "t": self._at, "f": self._factors}
        self._iterate = kernels.iterate.bound(tables)
        self._prices = kernels.prices.bound(tables)

    @property
    def basis(self) -> Any:
        """The variables of the basis; logicals are numbered after the options (int32, rows)."""
        return self._at.basis.copy()

    def load(self, basis: Any) -> None:
        """Go on from a basis, with the bounds as they are now, and with the costs of the start."""
        self._begun = True
        self._at.basis[:] = basis
        self._at.length[:] = 1.0
        self.program.cost[:] = self._noisy
        self.bounds_changed()

    def bounds_changed(self) -> None:
        """Recompute what follows from the basis, since bounds have changed."""
        self._at.control[kernels.FACTORIZED] = 0

    def solve(self, tick: Callable[[], None], limit: int | None, pivots: int | None = None) -> bool:
        """Go on to an optimum, up to a bound above ``limit`` units, or for so many pivots.

        Whether there can be a solution, as far as floating point tells.
        """
        beyond = np.inf
        if limit is not None:
            beyond = limit * self._scale
            # Well above what the noise adds to a cost.
            beyond += 4 * _NOISE * (1.0 + abs(beyond))
        if not self._begun:
            noisy = np.rint(self._noisy[: self.n_options] / self._scale).astype(np.int64)
            basis = network_basis(self.program, noisy, tick)
            if basis is not None:
                self._at.basis[:], self._at.at_upper[:] = basis
            self._begun = True
        step = max(1, _PIVOTS_ENTRIES // (len(self.program.rows) + 1))
        left = step if pivots is None else pivots
        while True:
            before = int(self._at.control[kernels.PIVOTS])
            why = self._iterate(float(beyond), min(step, left))
            tick()
            if pivots is not None:
                left -= int(self._at.control[kernels.PIVOTS]) - before
            if why == kernels.NO_ROOM:
                self._make_room(2 * self._entries)
            elif why != kernels.PAUSED or left <= 0:
                self.optimal = why == kernels.OPTIMAL
                return bool(why != kernels.IMPOSSIBLE)

    @property
    def pivots(self) -> int:
        """Pivots made so far."""
        return int(self._at.control[kernels.PIVOTS])

    def values(self) -> Any:
        """The values of options and rows (floats)."""
        x = np.where(self._at.at_upper == 1, self.upper, self.lower)
        x[self._at.basis] = self._at.value
        return x

    def in_whole_numbers(self) -> list[int] | None:
        """The options, as often as they are chosen; None if some values are not whole."""
        x = self.values()[: self.n_options]
        times = np.rint(x)
        if (np.abs(x - times) > NEAR).any():
            return None
        chosen: list[int] = repeated(np.arange(len(x)), times).tolist()
        return chosen

    def prove(self) -> int:
        """The bound that the prices prove, in units; ``reduced`` and ``price`` go with it."""
        if self._at.control[kernels.FACTORIZED] == 1:
            self._prices(self._exact)
        most, price = 2.0**52, self._at.price / self._scale
        self.price = np.rint(np.clip(price, -most, most)).astype(np.int64)
        return self._proven()

    def settle(self) -> int:
        """Change the prices so that fewer reduced costs are negative; the bound does not fall.

        An option that is chosen t times at most makes the bound less by t times what its reduced
        cost is below zero. A row that becomes cheaper by as much makes it less by ``high`` times
        that, or by ``low`` times while its price stays positive. If this is t at most nothing is
        lost: the reduced cost of the option is zero then, and those of others only rise.
        """
        p, reduced, price, n = self.program, self.reduced, self.price, self.n_options
        for option in np.flatnonzero(reduced < 0).tolist():
            rows = p.rows[p.starts[option] : p.starts[option + 1]]
            # The highest price first: measured.
            for row in sorted(rows.tolist(), key=price.__getitem__, reverse=True):
                if reduced[option] >= 0:
                    break
                below, times = -reduced[option], p.upper[option]
                if p.upper[n + row] > times:
                    below = min(below, max(price[row], 0)) if p.lower[n + row] <= times else 0
                if below:
                    price[row] -= below
                    reduced[p.options[p.row_starts[row] : p.row_starts[row + 1]]] += below
        return self._proven()

    def refutes(self) -> bool:
        """Whether there is no solution, proven, after :meth:`solve` said so.

        The row of the tableau that told it is a direction of prices in which the bound rises
        without end (a *ray*, J. Farkas 1902). So with costs of zero it proves a bound above zero.
        """
        free, scratch = np.zeros_like(self._units), np.zeros_like(self.reduced)
        for sign in (_RAY, -_RAY):
            price = np.rint(self._at.inverse * sign).astype(np.int64)
            if self._whole_bound(free, price, scratch) > 0:
                self.price = price
                return True
        return False

    def _proven(self) -> int:
        self.proven = int(self._whole_bound(self._units, self.price, self.reduced))
        if self.proven == whole_bound.TOO_LARGE:
            # Reduced costs above no bound say nothing.
            self.reduced[:] = 0
        return self.proven
