"""The endgame of the bitset search: at most 64 options are live, and a row of bits is one word.

The live options are numbered anew, and the rest of the subtree is searched by loops over single
words. All forced moves (an item with one live option) are played together, without a branch.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .array_types import Bytes, Int32s, Int64s, Uint32s, Words
from .bitset_sizes import HALF, NONE
from .jit import inlined, part
from .lowest import NOT_OPEN, branching_rank
from .words import ONE, ZERO, count_trailing_zeros, index, popcount, signed

__all__ = [
    "END_COLUMNS",
    "END_DEPTH",
    "END_NODES",
    "END_OPTIONS",
    "END_VISITED",
    "LOW",
    "VISITS",
    "endgame",
    "enter_endgame",
]

#: Places of ``control``: nodes visited (solutions are counted, not visited); and of the endgame its
#: depth, 1 if the node there has been visited, the columns and the options of its table, and the
#: nodes it has just counted.
VISITS, END_DEPTH, END_VISITED, END_COLUMNS, END_OPTIONS, END_NODES = 5, 7, 8, 9, 10, 11

LOW = np.uint64(0xFFFFFFFF)
SIX = np.uint64(6)
LOW_SIX = np.uint64(63)


@part
def _choose(rows: Words, columns: int, here: Any, order: int, late: Bytes) -> Any:
    """The column to branch on where ``order`` is not 0; ``late`` by column."""
    best, best_rank = -1, NOT_OPEN
    for column in range(columns):
        size = signed(popcount(rows[column] & here))
        if size > 0:
            rank = branching_rank(size - 1, order, late, column)
            if rank < best_rank:
                best, best_rank = column, rank
    return best


@part
def enter_endgame(
    starts: Words, items: Uint32s, words: Words, n_live: int, line: Words, word: Words,
    column_items: Uint32s, stride: int, columns: int, late: Bytes, rows: Words, row_late: Bytes,
    names: Words, ready: Bytes, masks: Words,
) -> None:  # fmt: skip
    """Number the live options anew, and make the rows of the open items.

    ``words`` and ``column_items`` begin with those of the focus in force. ``names[k]`` becomes the
    option of bit *k*; ``rows``, one word for each open item in order, padded with zeros up to
    ``columns``; ``masks[i]`` the options with item *i*. No row of clashes is ``ready`` yet.
    """
    for column in range(index(stride)):
        masks[index(column_items[column])] = ZERO
    n_options = ZERO
    for k in range(index(n_live)):
        bits = word[k]
        base = words[line[k]] << SIX
        while bits != ZERO:
            names[n_options] = base + count_trailing_zeros(bits)
            ready[n_options] = 0
            n_options += ONE
            bits &= bits - ONE
    for k in range(n_options):
        bit = ONE << k
        for node in range(starts[names[k]], starts[names[k] + ONE]):
            masks[index(items[node])] |= bit
    place = ZERO
    for column in range(index(stride)):
        row = masks[index(column_items[column])]
        rows[place] = row
        row_late[place] = late[index(column_items[column])]
        place += index(row != ZERO)
    for column in range(place, index(columns)):
        rows[column] = ZERO


@inlined
def _make_ready(
    starts: Words, items: Uint32s, plain: bool, all_clash: Words, n_words: int, masks: Words,
    names: Words, n_options: Any, clash: Words, ready: Bytes, bit: Any,
) -> None:  # fmt: skip
    """Make the row of clashes of the option of ``bit``: only those chosen need one.

    Where all items are primary, the rows of its items say with what it clashes.
    """
    found = ONE << bit
    if plain:
        for node in range(starts[names[bit]], starts[names[bit] + ONE]):
            found |= masks[index(items[node])]
    else:
        row = names[bit] * index(n_words)
        for k in range(n_options):
            found |= ((all_clash[row + (names[k] >> SIX)] >> (names[k] & LOW_SIX)) & ONE) << k
    clash[bit] = found
    ready[bit] = 1


@part
def endgame(
    starts: Words, items: Uint32s, plain: bool, all_clash: Words, n_words: int, lengths: Int64s,
    uniform: int, order: int, rows: Words, late: Bytes, clash: Words, names: Words, ready: Bytes,
    masks: Words, live: Words, untried: Words, n_open: Int64s, path: Int32s, path_length: Int64s,
    base: int, control: Int64s, max_nodes: int, max_found: int, found: int, solutions: Int32s,
    solution_lengths: Int32s,
) -> Any:  # fmt: skip
    """Search on below the node at level ``base``; returns the number found with ``found``.

    For its levels d = 0 … ``control[END_DEPTH]``: ``live[d]``, the live options; ``untried[d]``,
    those of the item branched on that are still to try; ``n_open[d]``; and for the level
    base + d of the whole search ``path_length``, as there. It has ended when its depth is -1.
    """
    depth = control[END_DEPTH]
    visited = control[END_VISITED]
    columns = control[END_COLUMNS]
    n_options = index(control[END_OPTIONS])
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
                if keep:
                    for k in range(top):
                        solutions[found, k] = path[k]
                    solution_lengths[found] = top
                found += 1
            else:
                visits += 1
                least = NONE
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
                    if order != 0:
                        least = index(_choose(rows, columns, here, order, late))
                    untried[depth] = rows[least & LOW] & here
                else:
                    # Play all forced moves, unless two of them clash.
                    visited = 0
                    while forced != ZERO:
                        bit = count_trailing_zeros(forced)
                        forced &= forced - ONE
                        if (here >> bit) & ONE == ZERO:
                            visited = 1
                            break
                        if ready[bit] == 0:
                            _make_ready(
                                starts, items, plain, all_clash, n_words, masks, names, n_options,
                                clash, ready, bit,
                            )  # fmt: skip
                        here &= ~clash[bit]
                        open_here -= lengths[names[bit]]
                        path[top] = names[bit]
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
            if ready[bit] == 0:
                _make_ready(
                    starts, items, plain, all_clash, n_words, masks, names, n_options, clash,
                    ready, bit,
                )  # fmt: skip
            here = live[depth] & ~clash[bit]
            still_open = n_open[depth] - lengths[names[bit]]
            if still_open == uniform and not keep:
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
            path[top] = names[bit]
            if still_open == 0:
                if keep:
                    for k in range(top + 1):
                        solutions[found, k] = path[k]
                    solution_lengths[found] = top + 1
                found += 1
                nodes += 1
                continue
            depth += 1
            path_length[base + depth] = top + 1
            live[depth] = here
            n_open[depth] = still_open
            visited = 0
            break
    control[END_DEPTH] = depth
    control[END_VISITED] = visited
    control[VISITS] += visits
    control[END_NODES] = nodes
    return found
