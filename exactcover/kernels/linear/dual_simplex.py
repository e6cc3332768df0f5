"""The dual simplex method for the linear program of a problem.

The program. Option *o* is a variable x between ``lower`` and ``upper``; each of m *rows* (an item,
or a cut) is the sum of its options, and has a variable of its own for this sum, its *logical*. A
basis says which m variables follow from the others, which stand at one of their bounds. Prices of
the rows follow from the basis too, and give every variable a reduced cost.

The idea. A basis is *dual feasible* if variables with a positive reduced cost stand at their lower
bound and those with a negative one at their upper bound. Its cost is then a lower bound on the cost
of the program. As long as a variable of the basis is beyond its bounds, it is moved out of the
basis to the bound. The variable that takes its place is the first whose reduced cost would change
its sign; the cost rises. When options are forbidden, or rows are added, the last basis is still
dual feasible, so that few steps lead to the new optimum: this is what branch and bound asks for.
(C. Lemke, 1954; what makes it fast: A. Koberstein, "The dual simplex method, techniques for a fast
and stable implementation", 2005.)

* Which variable leaves: the largest excess by the length of its row of B^-1, whose squares are kept
  up to date (*steepest edge*: J. Forrest and D. Goldfarb, 1992).
* Which one enters: among those that come within a small tolerance of the first, that with the
  largest entry (P. Harris, 1973). A variable that can go from one bound to the other on the way,
  while the cost still rises, does (*long steps*: R. Fourer, 1994).
* Many crews' programs are degenerate: steps that do not raise the cost. So the costs are changed a
  little at random before (``optimization/linear_program.py``).

All this is floating point and proves nothing. The prices that it ends with are rounded, and what
they prove is computed in whole numbers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...compile import kernel, kernel_part
from ..bits.array_types import Bytes, Floats, Int32s, Int64s
from .basis_factors import Factors, factorize, keep_eta, solve_columns, solve_rows

#: Why ``iterate`` returned: its pivots are used up; the basis is optimal; there is no solution, the
#: cost would rise without end; the cost is above the limit; there is no room for the factors;
#: numbers have become too inexact to go on.
PAUSED, OPTIMAL, IMPOSSIBLE, ABOVE, NO_ROOM, STUCK = 0, 1, 2, 3, 4, 5

#: Length of ``control``, and its places: pivots made so far; whether the factors belong to the
#: basis; how many variables are live.
PIVOTS, FACTORIZED, LIVE = 0, 1, 2
CONTROL = 3
#: Places of ``amount``: the cost of the basis.
COST = 0

#: How far a variable may be beyond its bounds, and a reduced cost beyond zero; the least entry by
#: which a variable may enter.
_NEAR = 1e-7
#: The least part of a row's entries that counts.
_ENTRY = 1e-12
#: Least squared length of a row.
_LENGTH = 1e-4
#: The part of the rows up to which a row of the tableau is computed by rows.
_SPARSE = 0.2


class Program(NamedTuple):
    """The program, with n options and m rows. Variables are options, then logicals."""

    #: The rows of option *o*: ``rows[starts[o]:starts[o + 1]]``; a row named twice counts twice.
    starts: Int64s
    rows: Int32s
    #: The options of row *i*: ``options[row_starts[i]:row_starts[i + 1]]``.
    row_starts: Int64s
    options: Int32s
    #: What each variable costs, and its bounds (n + m); an upper bound may be infinite.
    cost: Floats
    lower: Floats
    upper: Floats


class Tableau(NamedTuple):
    """Where the method stands."""

    #: The variable at each place (m); the place of each variable, or -1 (n + m).
    basis: Int32s
    place: Int32s
    #: 1 if a variable that is not in the basis stands at its upper bound (n + m).
    at_upper: Bytes
    #: The values of the variables in the basis, by place (m).
    value: Floats
    #: The price of each row (m), and the reduced cost of each variable (n + m).
    price: Floats
    reduced: Floats
    #: The variables whose bounds differ, of which there are ``control[LIVE]`` (n + m). The others
    #: cannot enter, and their reduced costs are out of date.
    live: Int32s
    #: The squared lengths of the rows of B^-1, by place (m).
    length: Floats
    #: Scratch: rows of the tableau (n + m); a column, a row, both by place or row, and some more
    #: (m); variables that may enter (n + m).
    entry: Floats
    column: Floats
    inverse: Floats
    edge: Floats
    side: Floats
    candidates: Int32s
    control: Int64s
    amount: Floats


@kernel_part
def _compute(p: Program, t: Tableau, f: Factors) -> bool:
    """Factorize, and compute all that follows from the basis; whether there was room."""
    n, m = len(p.starts) - 1, len(t.basis)
    changed = factorize(p.starts, p.rows, n, t.basis, f)
    if changed < 0:
        return False
    for j in range(n + m):
        t.place[j] = -1
    for k in range(m):
        t.place[t.basis[k]] = k
    if changed > 0:
        for k in range(m):
            t.length[k] = 1.0
    # Prices, and reduced costs.
    for k in range(m):
        t.side[k] = p.cost[t.basis[k]]
    solve_rows(t.side, t.price, f)
    for j in range(n):
        if t.place[j] >= 0:
            t.reduced[j] = 0.0
        else:
            value = p.cost[j]
            for k in range(p.starts[j], p.starts[j + 1]):
                value -= t.price[p.rows[k]]
            t.reduced[j] = value
    for i in range(m):
        t.reduced[n + i] = p.cost[n + i] + t.price[i] if t.place[n + i] < 0 else 0.0
    live = 0
    for j in range(n + m):
        if p.lower[j] < p.upper[j]:
            t.live[live] = j
            live += 1
    t.control[LIVE] = live
    # Variables that are not in the basis stand where their reduced costs say; values.
    for i in range(m):
        t.side[i] = 0.0
    cost = 0.0
    for j in range(n + m):
        if t.place[j] >= 0:
            continue
        reduced = t.reduced[j]
        if reduced > _NEAR:
            t.at_upper[j] = 0
        elif reduced < -_NEAR:
            t.at_upper[j] = 1
        if t.at_upper[j] == 1 and p.upper[j] == np.inf:
            t.at_upper[j] = 0
        if p.upper[j] == np.inf and reduced < 0.0:
            # The price of a row without limit is too low: its logical costs what it should.
            p.cost[j] -= reduced
            t.reduced[j] = 0.0
        x = p.upper[j] if t.at_upper[j] == 1 else p.lower[j]
        if x == 0.0:
            continue
        cost += x * p.cost[j]
        if j < n:
            for k in range(p.starts[j], p.starts[j + 1]):
                t.side[p.rows[k]] -= x
        else:
            t.side[j - n] += x
    solve_columns(t.side, t.value, f)
    for k in range(m):
        cost += t.value[k] * p.cost[t.basis[k]]
    t.amount[COST] = cost
    t.control[FACTORIZED] = 1
    return True


@kernel_part
def _leaving(p: Program, t: Tableau) -> Any:
    """The place whose variable is furthest beyond its bounds, or -1."""
    best, place = 0.0, -1
    for k in range(len(t.basis)):
        j = t.basis[k]
        beyond = p.lower[j] - t.value[k]
        if beyond < _NEAR:
            beyond = t.value[k] - p.upper[j]
        if beyond > _NEAR and beyond * beyond > best * t.length[k]:
            best = beyond * beyond / t.length[k]
            place = k
    return place


@kernel_part
def _row(p: Program, t: Tableau) -> None:
    """The row of the tableau for ``inverse``, a row of B^-1, at all variables."""
    n, m = len(p.starts) - 1, len(t.basis)
    filled = 0
    for i in range(m):
        if abs(t.inverse[i]) < _ENTRY:
            t.inverse[i] = 0.0
        else:
            filled += 1
        t.entry[n + i] = -t.inverse[i]
    if filled > _SPARSE * m:
        for at in range(t.control[LIVE]):
            j = t.live[at]
            if j >= n:
                break
            value = 0.0
            if t.place[j] < 0:
                for k in range(p.starts[j], p.starts[j + 1]):
                    value += t.inverse[p.rows[k]]
            t.entry[j] = value
    else:
        for j in range(n):
            t.entry[j] = 0.0
        for i in range(m):
            value = t.inverse[i]
            if value != 0.0:
                for k in range(p.row_starts[i], p.row_starts[i + 1]):
                    t.entry[p.options[k]] += value


@kernel_part
def _entering(sign: float, slope: float, p: Program, t: Tableau) -> Any:
    """The variable that enters, or -1; those that go to their other bound on the way.

    The latter are the first of ``candidates``; their number is the second answer. ``slope``: how
    far the leaving variable is beyond its bounds.
    """
    count = 0
    for at in range(t.control[LIVE]):
        j = t.live[at]
        if t.place[j] >= 0:
            continue
        entry = sign * t.entry[j]
        if t.at_upper[j] == 1:
            entry = -entry
        if entry > _NEAR:
            t.candidates[count] = j
            count += 1
    flipped = 0
    while flipped < count:
        # How far the step may go, with the tolerance; who is reached by then.
        step = np.inf
        for k in range(flipped, count):
            j = t.candidates[k]
            reach = (abs_reduced(j, t) + _NEAR) / abs(t.entry[j])
            step = min(step, reach)
        best, largest, fall, reached = -1, 0.0, 0.0, flipped
        for k in range(flipped, count):
            j = t.candidates[k]
            size = abs(t.entry[j])
            if abs_reduced(j, t) <= step * size:
                fall += size * (p.upper[j] - p.lower[j])
                t.candidates[k] = t.candidates[reached]
                t.candidates[reached] = j
                reached += 1
                if size > largest:
                    best, largest = j, size
        if fall > slope - _NEAR:
            return best, flipped
        slope -= fall
        flipped = reached
    # All that could enter has flipped, and the cost still rises: there is no solution.
    return -1, flipped


@kernel_part
def abs_reduced(j: Any, t: Tableau) -> Any:
    """How far a reduced cost is from changing its sign; not negative."""
    reduced = -t.reduced[j] if t.at_upper[j] == 1 else t.reduced[j]
    return max(reduced, 0.0)


@kernel
def iterate(p: Program, t: Tableau, f: Factors, limit: float, pivots: int) -> Any:
    """Make up to ``pivots`` pivots, or until the cost is above ``limit``; why it ended."""
    n, m = len(p.starts) - 1, len(t.basis)
    fresh = False
    if t.control[FACTORIZED] == 0:
        if not _compute(p, t, f):
            return NO_ROOM
        fresh = True
    made = 0
    trouble = 0
    while made < pivots:
        if t.amount[COST] > limit:
            if fresh:
                return ABOVE
            if not _compute(p, t, f):
                return NO_ROOM
            fresh = True
            continue
        place = _leaving(p, t)
        if place < 0:
            if fresh:
                return OPTIMAL
            if not _compute(p, t, f):
                return NO_ROOM
            fresh = True
            continue
        leaving = t.basis[place]
        below = t.value[place] < p.lower[leaving]
        target = p.lower[leaving] if below else p.upper[leaving]
        sign = -1.0 if below else 1.0
        for k in range(m):
            t.side[k] = 0.0
        t.side[place] = 1.0
        solve_rows(t.side, t.inverse, f)
        _row(p, t)
        entering, flipped = _entering(sign, abs(t.value[place] - target), p, t)
        if entering < 0:
            if fresh:
                return IMPOSSIBLE
            if not _compute(p, t, f):
                return NO_ROOM
            fresh = True
            continue
        # The column of the entering variable.
        for i in range(m):
            t.side[i] = 0.0
        if entering < n:
            for k in range(p.starts[entering], p.starts[entering + 1]):
                t.side[p.rows[k]] += 1.0
        else:
            t.side[entering - n] = -1.0
        solve_columns(t.side, t.column, f)
        pivot = t.column[place]
        # Two ways to the same number tell how exact all is.
        if abs(pivot - t.entry[entering]) > 1e-6 * (1.0 + abs(pivot)) or abs(pivot) < _NEAR:
            trouble += 1
            if trouble > 20 or (fresh and abs(pivot) < 1e-9):
                return STUCK
            if not fresh:
                if not _compute(p, t, f):
                    return NO_ROOM
                fresh = True
                continue
        # Variables that go from bound to bound.
        if flipped > 0:
            for k in range(flipped):
                j = t.candidates[k]
                change = p.upper[j] - p.lower[j]
                if t.at_upper[j] == 1:
                    change = -change
                t.at_upper[j] ^= 1
                if j < n:
                    for node in range(p.starts[j], p.starts[j + 1]):
                        t.side[p.rows[node]] += change
                else:
                    t.side[j - n] -= change
                t.amount[COST] += change * t.reduced[j]
            solve_columns(t.side, t.edge, f)
            for k in range(m):
                t.value[k] -= t.edge[k]
        # Reduced costs, and the cost.
        step = t.reduced[entering] / pivot
        if step * sign < 0.0:
            # It had passed zero within the tolerance: it costs what makes it zero.
            p.cost[entering] -= t.reduced[entering]
            t.reduced[entering] = 0.0
            step = 0.0
        t.amount[COST] += step * (t.value[place] - target)
        if step != 0.0:
            for at in range(t.control[LIVE]):
                j = t.live[at]
                if t.place[j] < 0 and t.entry[j] != 0.0:
                    t.reduced[j] -= step * t.entry[j]
        t.reduced[leaving] = -step
        t.reduced[entering] = 0.0
        # Values.
        move = (t.value[place] - target) / pivot
        for k in range(m):
            if t.column[k] != 0.0:
                t.value[k] -= move * t.column[k]
        start = p.upper[entering] if t.at_upper[entering] == 1 else p.lower[entering]
        t.value[place] = start + move
        # Lengths of rows.
        length = 0.0
        for i in range(m):
            length += t.inverse[i] * t.inverse[i]
            t.side[i] = t.inverse[i]
        solve_columns(t.side, t.edge, f)
        for k in range(m):
            part_of = t.column[k] / pivot
            if part_of != 0.0 and k != place:
                new = t.length[k] - 2.0 * part_of * t.edge[k] + part_of * part_of * length
                t.length[k] = max(new, _LENGTH)
        t.length[place] = max(length / (pivot * pivot), _LENGTH)
        # The basis.
        t.basis[place] = entering
        t.place[entering] = place
        t.place[leaving] = -1
        t.at_upper[leaving] = 0 if below else 1
        made += 1
        t.control[PIVOTS] += 1
        fresh = False
        if not keep_eta(place, t.column, f):
            if not _compute(p, t, f):
                return NO_ROOM
            fresh = True
    return PAUSED


@kernel
def prices(t: Tableau, f: Factors, cost: Floats) -> None:
    """The prices of the rows, in ``price``, if variables cost this much; factors are needed."""
    for k in range(len(t.basis)):
        t.side[k] = cost[t.basis[k]]
    solve_rows(t.side, t.price, f)
