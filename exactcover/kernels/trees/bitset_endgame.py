"""The endgame of the bitset search: with at most 64 live options, a row is one word.

The live options are numbered anew, and the rest of the subtree is searched by loops over single
words. All forced moves (an item with one live option) are played together, without a branch.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...compile import inlined, kernel_part
from ..bits.array_types import Bytes, Int32s, Int64s, Uint32s, Words
from ..bits.words import (
    ALL_ONES,
    HALF,
    LOW,
    ONE,
    ZERO,
    count_trailing_zeros,
    index,
    popcount,
    signed,
)
from .lowest import NOT_OPEN, branching_rank
from .written_solutions import write_solution

#: Places of ``control``: nodes visited (solutions are counted, not visited); and of the endgame its
#: depth, 1 if the node there has been visited, the columns and the options of its table, and the
#: nodes it has just counted.
VISITS, DEPTH, VISITED, COLUMNS, OPTIONS, NODES = 5, 7, 8, 9, 10, 11

SIX = np.uint64(6)
LOW_SIX = np.uint64(63)


class Endgame(NamedTuple):
    """The problem, as in ``bitset.search``, and the tables of the endgame, at first all 0."""

    starts: Words
    items: Uint32s
    plain: bool
    all_clash: Words
    n_words: int
    lengths: Int64s
    uniform: int
    order: int
    #: The options of each open item in order (primary items + 1).
    rows: Words
    #: As ``deferred`` of the search, for each row.
    deferred: Bytes
    #: The options that clash with option *k*, once ``ready[k]`` (64 each).
    clash: Words
    #: The number of option *k* in the problem (64).
    names: Words
    ready: Bytes
    #: The options with item *i* (primary items).
    masks: Words
    #: The live options of each level; those of the item branched on, and which are still to try.
    live: Words
    branch: Words
    untried: Words
    #: How many items are open at each level.
    n_open: Int64s


@kernel_part
def enter(
    end: Endgame, words: Words, n_live: int, line: Words, word: Words, column_items: Uint32s,
    stride: int, deferred: Bytes,
) -> None:  # fmt: skip
    """Number the live options anew, and make the rows of the open items.

    ``words`` and ``column_items`` begin with those of the focus in force.
    """
    for column in range(index(stride)):
        end.masks[index(column_items[column])] = ZERO
    n_options = ZERO
    for k in range(index(n_live)):
        bits = word[k]
        base = words[line[k]] << SIX
        while bits != ZERO:
            end.names[n_options] = base + count_trailing_zeros(bits)
            end.ready[n_options] = 0
            n_options += ONE
            bits &= bits - ONE
    for k in range(n_options):
        bit = ONE << k
        for node in range(end.starts[end.names[k]], end.starts[end.names[k] + ONE]):
            end.masks[index(end.items[node])] |= bit
    place = ZERO
    for column in range(index(stride)):
        item = index(column_items[column])
        row = end.masks[item]
        end.rows[place] = row
        end.deferred[place] = deferred[item]
        place += index(row != ZERO)


@kernel_part
def _choose(end: Endgame, columns: int, here: Any) -> Any:
    """The column to branch on where ``order`` is not 0."""
    best, best_rank = -1, NOT_OPEN
    for column in range(columns):
        size = signed(popcount(end.rows[column] & here))
        if size > 0:
            rank = branching_rank(size - 1, end.order, end.deferred, column)
            if rank < best_rank:
                best, best_rank = column, rank
    return best


@inlined
def _clashing(end: Endgame, n_options: Any, bit: Any) -> Any:
    """The options that clash with that of ``bit``; the row is made when it is first asked for.

    Where all items are primary, the rows of its items say with what it clashes.
    """
    if end.ready[bit] == 0:
        found = ONE << bit
        name = end.names[bit]
        if end.plain:
            for node in range(end.starts[name], end.starts[name + ONE]):
                found |= end.masks[index(end.items[node])]
        else:
            row = name * index(end.n_words)
            for k in range(n_options):
                other = end.names[k]
                found |= ((end.all_clash[row + (other >> SIX)] >> (other & LOW_SIX)) & ONE) << k
        end.clash[bit] = found
        end.ready[bit] = 1
    return end.clash[bit]


@kernel_part
def play(
    end: Endgame, path: Int32s, path_length: Int64s, base: int, control: Int64s, max_nodes: int,
    max_found: int, found: int, solutions: Int32s, solution_lengths: Int32s,
) -> Any:  # fmt: skip
    """Search on below the node at level ``base``; returns the number found with ``found``.

    Level d of the endgame is level base + d of ``path_length``. It has ended when its depth is -1.
    """
    rows, live, untried, n_open = end.rows, end.live, end.untried, end.n_open
    depth = control[DEPTH]
    visited = control[VISITED]
    columns = control[COLUMNS]
    n_options = index(control[OPTIONS])
    keep = solutions.shape[0] > 0
    nodes = 0
    visits = 0
    while nodes < max_nodes and found < max_found and depth >= 0:
        if visited == 0:
            nodes += 1
            visited = 1
            here = live[depth]
            open_here = n_open[depth]
            untried[depth] = ZERO
            top = path_length[base + depth]
            if open_here == 0:
                write_solution(path, top, found, solutions, solution_lengths)
                found += 1
            else:
                visits += 1
                least = ALL_ONES
                zeros = ZERO
                forced = ZERO
                for column in range(np.uint64(columns)):
                    bits = rows[column] & here
                    size = popcount(bits)
                    zeros += np.uint64(size == ZERO)
                    least = min(least, ((size - ONE) << HALF) | column)
                    forced |= bits if size == ONE else ZERO
                if signed(zeros) > columns - open_here:
                    pass  # an open item has no option left
                elif forced == ZERO:
                    if end.order != 0:
                        least = index(_choose(end, columns, here))
                    untried[depth] = rows[least & LOW] & here
                    end.branch[depth] = untried[depth]
                else:
                    # Play all forced moves, unless two of them clash.
                    visited = 0
                    while forced != ZERO:
                        bit = count_trailing_zeros(forced)
                        forced &= forced - ONE
                        if (here >> bit) & ONE == ZERO:
                            visited = 1
                            break
                        here &= ~_clashing(end, n_options, bit)
                        open_here -= end.lengths[end.names[bit]]
                        path[top] = end.names[bit]
                        top += 1
                    if visited == 0:
                        live[depth] = here
                        n_open[depth] = open_here
                        path_length[base + depth] = top
                        continue

        # Move to the next node in depth-first order; solutions on the way are counted.
        while depth >= 0:
            left = untried[depth]
            if left == ZERO:
                depth -= 1
                continue
            bit = count_trailing_zeros(left)
            here = live[depth] & ~_clashing(end, n_options, bit)
            still_open = n_open[depth] - end.lengths[end.names[bit]]
            if still_open == end.uniform and not keep:
                size = signed(popcount(here))
                if found + size <= max_found and nodes + size + 1 <= max_nodes:
                    untried[depth] = left & (left - ONE)
                    found += size
                    nodes += size + 1
                    visits += 1
                    continue
            if still_open == 0 and (nodes >= max_nodes or found >= max_found):
                break
            untried[depth] = left & (left - ONE)
            top = path_length[base + depth]
            path[top] = end.names[bit]
            if still_open == 0:
                write_solution(path, top + 1, found, solutions, solution_lengths)
                found += 1
                nodes += 1
                continue
            depth += 1
            path_length[base + depth] = top + 1
            live[depth] = here
            n_open[depth] = still_open
            visited = 0
            break
    control[DEPTH] = depth
    control[VISITED] = visited
    control[VISITS] += visits
    control[NODES] = nodes
    return found
