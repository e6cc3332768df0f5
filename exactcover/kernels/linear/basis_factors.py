"""A factorized basis of a linear program, updated from one basis to the next.

A *basis* is a choice of m columns, one for each of the m rows, that form a regular matrix B. To
*solve* with it is to find x with B x = a, or y with y B = c.

Factorizing. Rows and columns are put in an order in which B is the product of a lower and an upper
triangular matrix, L and U. First come columns with a single entry in the rows that are left, as
often as there is one; then rows with a single entry. In a basis of options these are most, and they
need no arithmetic. What remains is worked column by column: a search along L tells where a column
will have entries (J. Gilbert and T. Peierls, "Sparse partial pivoting in time proportional to
arithmetic operations", 1988). Of the entries that are large enough, that in the row with the fewest
others becomes the pivot.

From one basis to the next. If the column at place p is exchanged for a, the new B is the old one
times a matrix that differs from the identity in one column, B^-1 a at place p. These columns, the
*etas*, are kept, and solving goes through them too (the product form of the inverse: G. Dantzig and
W. Orchard-Hays, 1954). After some dozens of them it is cheaper to factorize anew.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...compile import kernel_part
from ..bits.array_types import Floats, Int32s, Int64s

#: Places of ``filled``: how many etas there are, and entries in them.
ETAS, ETA_ENTRIES = 0, 1
#: An entry is no pivot if it is smaller than this, or than this part of the largest one.
_LEAST, _PART = 1e-9, 0.1
#: A row without a step yet; a row that is no longer active while singletons are looked for.
_NO_STEP = -1


class Factors(NamedTuple):
    """The arrays, for m rows. A step is a pivot; those of L and U are in the order of steps."""

    #: Below the pivot of step *k*, divided by it: rows and values (m + 1, entries).
    lower_starts: Int64s
    lower_rows: Int32s
    lower_values: Floats
    #: Above the pivot of step *k*: rows and values (m + 1, entries). The pivot itself (m).
    upper_starts: Int64s
    upper_rows: Int32s
    upper_values: Floats
    pivot: Floats
    #: The row and the place of step *k* (m); the step of each row (m).
    row_of: Int32s
    place_of: Int32s
    step_of: Int32s
    #: Eta *e* stands for the place ``eta_place[e]``, and has the entry ``eta_pivot[e]`` there; its
    #: other places and entries.
    eta_starts: Int64s
    eta_place: Int32s
    eta_pivot: Floats
    eta_places: Int32s
    eta_values: Floats
    filled: Int64s
    #: Scratch (m): all zero between calls; the entries of rows and columns in what is left, the
    #: columns of each row, a stack with places in L, an order of steps, marks.
    work: Floats
    in_row: Int32s
    in_column: Int32s
    row_starts: Int64s
    row_places: Int32s
    stack: Int32s
    at: Int64s
    order: Int32s
    mark: Int32s


@kernel_part
def factorize(starts: Int64s, rows: Int32s, n_columns: int, basis: Int32s, f: Factors) -> Any:
    """Factorize the basis; the number of places that had to change, or -1 if there is no room.

    Column *j* has a one in each of ``rows[starts[j]:starts[j+1]]``; a row named twice, a two.
    Column ``n_columns + i`` is that of the *logical* of row *i*: minus one there. If B is not
    regular, places take logicals in ``basis`` until it is.
    """
    m = len(basis)
    f.filled[ETAS] = f.filled[ETA_ENTRIES] = 0
    f.eta_starts[0] = 0
    # How many entries there are in each row and column, and where those of a row are.
    for i in range(m):
        f.in_row[i] = 0
        f.in_column[i] = 0
        f.step_of[i] = _NO_STEP
        f.mark[i] = _NO_STEP
    for p in range(m):
        column = basis[p]
        if column >= n_columns:
            f.in_row[column - n_columns] += 1
            f.in_column[p] = 1
        else:
            f.in_column[p] = starts[column + 1] - starts[column]
            for k in range(starts[column], starts[column + 1]):
                f.in_row[rows[k]] += 1
    f.row_starts[0] = 0
    for i in range(m):
        f.row_starts[i + 1] = f.row_starts[i] + f.in_row[i]
        f.at[i] = f.row_starts[i]
    if f.row_starts[m] > len(f.row_places):
        return -1
    for p in range(m):
        column = basis[p]
        if column >= n_columns:
            i = column - n_columns
            f.row_places[f.at[i]] = p
            f.at[i] += 1
        else:
            for k in range(starts[column], starts[column + 1]):
                i = rows[k]
                f.row_places[f.at[i]] = p
                f.at[i] += 1

    step = 0
    lower, upper = 0, 0
    # Columns with a single entry in rows that are left. ``in_column`` counts these rows; a column
    # that is done has -1.
    n_stack = 0
    for p in range(m):
        if f.in_column[p] == 1:
            f.stack[n_stack] = p
            n_stack += 1
    while n_stack > 0:
        n_stack -= 1
        p = f.stack[n_stack]
        if f.in_column[p] != 1:
            continue
        column = basis[p]
        f.lower_starts[step] = lower
        f.upper_starts[step] = upper
        row = -1
        value = 1.0
        if column >= n_columns:
            row = column - n_columns
            value = -1.0
        else:
            if upper + starts[column + 1] - starts[column] > len(f.upper_rows):
                return -1
            for k in range(starts[column], starts[column + 1]):
                i = rows[k]
                if f.step_of[i] == _NO_STEP:
                    row = i
                else:
                    f.upper_rows[upper] = i
                    f.upper_values[upper] = 1.0
                    upper += 1
        f.pivot[step] = value
        f.row_of[step] = row
        f.place_of[step] = p
        f.step_of[row] = step
        step += 1
        f.in_column[p] = -1
        for k in range(f.row_starts[row], f.row_starts[row + 1]):
            other = f.row_places[k]
            if f.in_column[other] > 0:
                f.in_column[other] -= 1
                if f.in_column[other] == 1:
                    f.stack[n_stack] = other
                    n_stack += 1

    # Rows with a single entry in columns that are left.
    n_stack = 0
    for i in range(m):
        f.in_row[i] = 0
        if f.step_of[i] == _NO_STEP:
            for k in range(f.row_starts[i], f.row_starts[i + 1]):
                if f.in_column[f.row_places[k]] > 0:
                    f.in_row[i] += 1
            if f.in_row[i] == 1:
                f.stack[n_stack] = i
                n_stack += 1
    while n_stack > 0:
        n_stack -= 1
        row = f.stack[n_stack]
        if f.step_of[row] != _NO_STEP or f.in_row[row] != 1:
            continue
        p = -1
        for k in range(f.row_starts[row], f.row_starts[row + 1]):
            if f.in_column[f.row_places[k]] > 0:
                p = f.row_places[k]
        column = basis[p]
        length = starts[column + 1] - starts[column]
        if upper + length > len(f.upper_rows) or lower + length > len(f.lower_rows):
            return -1
        f.lower_starts[step] = lower
        f.upper_starts[step] = upper
        f.step_of[row] = step
        for k in range(starts[column], starts[column + 1]):
            i = rows[k]
            if i == row:
                continue
            if f.step_of[i] == _NO_STEP:
                f.lower_rows[lower] = i
                f.lower_values[lower] = 1.0
                lower += 1
                f.in_row[i] -= 1
                if f.in_row[i] == 1:
                    f.stack[n_stack] = i
                    n_stack += 1
            else:
                f.upper_rows[upper] = i
                f.upper_values[upper] = 1.0
                upper += 1
        f.pivot[step] = 1.0
        f.row_of[step] = row
        f.place_of[step] = p
        f.in_column[p] = -1
        step += 1

    # What remains, columns with few entries first: counted, and put in order by counts.
    singles = step
    most = 0
    for p in range(m):
        if f.in_column[p] > most:
            most = f.in_column[p]
    for p in range(m):
        f.at[p] = 0
    n_left = 0
    for p in range(m):
        if f.in_column[p] >= 0:
            n_left += 1
    # ``at`` counts columns of up to m - 1 entries; longer ones, by twos, come last.
    for p in range(m):
        if f.in_column[p] >= 0:
            f.at[min(f.in_column[p], m - 1)] += 1
    before = 0
    for count in range(m):
        here = f.at[count]
        f.at[count] = before
        before += here
    for p in range(m):
        if f.in_column[p] >= 0:
            count = min(f.in_column[p], m - 1)
            f.order[f.at[count]] = p
            f.at[count] += 1
    # The columns to be done stand at the end of ``place_of`` until their steps take the places.
    for k in range(n_left):
        f.place_of[m - n_left + k] = f.order[k]

    changed = 0
    for k in range(m - n_left, m):
        p = f.place_of[k]
        column = basis[p]
        if column >= n_columns:
            # A logical whose row is taken waits for the logical of another row.
            f.row_places[changed] = p
            changed += 1
            continue
        # Where the column will have entries: ``order`` takes the steps of L that apply, from the
        # end; ``in_column`` is reused from here on for the rows that have entries.
        n_order = m
        n_rows = 0
        for node in range(starts[column], starts[column + 1]):
            i = rows[node]
            f.work[i] += 1.0
            if f.mark[i] == k:
                continue
            f.mark[i] = k
            if f.step_of[i] < singles:
                f.in_column[n_rows] = i
                n_rows += 1
                continue
            # Depth first; a row comes into the order after all that it leads to.
            depth = 0
            f.stack[0] = i
            f.at[0] = f.lower_starts[f.step_of[i]]
            while depth >= 0:
                here = f.stack[depth]
                at = f.at[depth]
                end = f.lower_starts[f.step_of[here] + 1]
                while at < end and (f.mark[f.lower_rows[at]] == k):
                    at += 1
                if at < end:
                    f.at[depth] = at + 1
                    below = f.lower_rows[at]
                    f.mark[below] = k
                    if f.step_of[below] == _NO_STEP:
                        f.in_column[n_rows] = below
                        n_rows += 1
                    else:
                        depth += 1
                        f.stack[depth] = below
                        f.at[depth] = f.lower_starts[f.step_of[below]]
                else:
                    n_order -= 1
                    f.order[n_order] = here
                    depth -= 1
        if upper + m > len(f.upper_rows) or lower + m > len(f.lower_rows):
            for i in range(m):
                f.work[i] = 0.0
            return -1
        f.lower_starts[step] = lower
        f.upper_starts[step] = upper
        for at in range(n_order, m):
            here = f.order[at]
            value = f.work[here]
            f.work[here] = 0.0
            if value != 0.0:
                f.upper_rows[upper] = here
                f.upper_values[upper] = value
                upper += 1
                s = f.step_of[here]
                for entry in range(f.lower_starts[s], f.lower_starts[s + 1]):
                    f.work[f.lower_rows[entry]] -= f.lower_values[entry] * value
        largest = 0.0
        for at in range(n_rows):
            i = f.in_column[at]
            if f.step_of[i] == _NO_STEP and abs(f.work[i]) > largest:
                largest = abs(f.work[i])
        row = -1
        for at in range(n_rows):
            i = f.in_column[at]
            size = abs(f.work[i])
            if (
                f.step_of[i] == _NO_STEP
                and size >= _PART * largest
                and largest > _LEAST
                and (row < 0 or f.in_row[i] < f.in_row[row])
            ):
                row = i
        if row < 0:
            # The column depends on those before: its place waits for a logical.
            for at in range(n_rows):
                f.work[f.in_column[at]] = 0.0
            upper = f.upper_starts[step]
            f.row_places[changed] = p
            changed += 1
            continue
        value = f.work[row]
        for at in range(n_rows):
            i = f.in_column[at]
            entry = f.work[i]
            f.work[i] = 0.0
            if i == row or abs(entry) < 1e-14:
                continue
            if f.step_of[i] == _NO_STEP:
                f.lower_rows[lower] = i
                f.lower_values[lower] = entry / value
                lower += 1
            else:
                f.upper_rows[upper] = i
                f.upper_values[upper] = entry
                upper += 1
        f.pivot[step] = value
        f.row_of[step] = row
        f.place_of[step] = p
        f.step_of[row] = step
        step += 1
        # So that the search along L ends.
        f.lower_starts[step] = lower
    f.lower_starts[step] = lower
    f.upper_starts[step] = upper
    i = 0
    for at in range(changed):
        while f.step_of[i] != _NO_STEP:
            i += 1
        p = f.row_places[at]
        basis[p] = n_columns + i
        f.pivot[step] = -1.0
        f.row_of[step] = i
        f.place_of[step] = p
        f.step_of[i] = step
        step += 1
        f.lower_starts[step] = lower
        f.upper_starts[step] = upper
    return changed


@kernel_part
def solve_columns(x: Floats, z: Floats, f: Factors) -> None:
    """Solve B z = x, with ``x`` by rows, which becomes zero, and ``z`` by places."""
    m = len(f.pivot)
    for k in range(m):
        if f.lower_starts[k] < f.lower_starts[k + 1]:
            value = x[f.row_of[k]]
            if value != 0.0:
                for entry in range(f.lower_starts[k], f.lower_starts[k + 1]):
                    x[f.lower_rows[entry]] -= f.lower_values[entry] * value
    for k in range(m - 1, -1, -1):
        row = f.row_of[k]
        value = x[row]
        if value != 0.0:
            x[row] = 0.0
            value /= f.pivot[k]
            for entry in range(f.upper_starts[k], f.upper_starts[k + 1]):
                x[f.upper_rows[entry]] -= f.upper_values[entry] * value
            z[f.place_of[k]] = value if abs(value) > 1e-13 else 0.0
        else:
            z[f.place_of[k]] = 0.0
    for e in range(f.filled[ETAS]):
        p = f.eta_place[e]
        value = z[p]
        if value != 0.0:
            value /= f.eta_pivot[e]
            z[p] = value
            for entry in range(f.eta_starts[e], f.eta_starts[e + 1]):
                z[f.eta_places[entry]] -= f.eta_values[entry] * value


@kernel_part
def solve_rows(c: Floats, y: Floats, f: Factors) -> None:
    """Solve y B = c, with ``c`` by places, which is changed, and ``y`` by rows."""
    m = len(f.pivot)
    for e in range(f.filled[ETAS] - 1, -1, -1):
        p = f.eta_place[e]
        value = c[p]
        for entry in range(f.eta_starts[e], f.eta_starts[e + 1]):
            value -= f.eta_values[entry] * c[f.eta_places[entry]]
        c[p] = value / f.eta_pivot[e]
    for k in range(m):
        value = c[f.place_of[k]]
        for entry in range(f.upper_starts[k], f.upper_starts[k + 1]):
            value -= f.upper_values[entry] * y[f.upper_rows[entry]]
        y[f.row_of[k]] = value / f.pivot[k]
    for k in range(m - 1, -1, -1):
        if f.lower_starts[k] < f.lower_starts[k + 1]:
            value = y[f.row_of[k]]
            for entry in range(f.lower_starts[k], f.lower_starts[k + 1]):
                value -= f.lower_values[entry] * y[f.lower_rows[entry]]
            y[f.row_of[k]] = value


@kernel_part
def keep_eta(place: Any, column: Floats, f: Factors) -> bool:
    """Let the column at a place be exchanged for that whose solution is ``column``, by places.

    False if there is no room for it.
    """
    e = f.filled[ETAS]
    used = f.filled[ETA_ENTRIES]
    if e >= len(f.eta_place) or used + len(column) > len(f.eta_places):
        return False
    f.eta_place[e] = place
    f.eta_pivot[e] = column[place]
    for p in range(len(column)):
        if column[p] != 0.0 and p != place:
            f.eta_places[used] = p
            f.eta_values[used] = column[p]
            used += 1
    f.filled[ETAS] = e + 1
    f.filled[ETA_ENTRIES] = used
    f.eta_starts[e + 1] = used
    return True
