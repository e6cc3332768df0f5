"""Word-parallel search: the live options as one bitset for each level of the search.

The idea. Number the options and keep the live ones as a row of bits. Each item has a row too, the
options that contain it; so the number of live options of an item is the population count of the
AND of two rows. Choosing an option means: the next level's live row is this one's without the
options that clash with the chosen one, which is one AND-NOT with a row computed beforehand.
Nothing has to be undone: going back is going to the row of the level above. Colours cost nothing
during the search, since they are part of which options clash.

*Sizes* are counted for all items at once. The items' rows stand in a table with a line for each
word and a column for each item, so that one plain loop over a line adds to all sizes, four words
at a time; it has no branches and becomes wide vector instructions. Words without live options are
skipped. A covered item has no live options either, so a node is dead when more columns are empty
than items are covered.

*Killers.* Where choosing an option left some item empty, the same item is likely to be the one
that the same option starves the next time. So the item is remembered, and tried first: one AND
over its row finds the node dead before any sizes are counted.

*Focus.* Deep in the search most columns and words are empty. Where many nodes are expected below,
the search goes on with a smaller table of the columns and words that are not.

*Endgame.* Where at most 64 options are live and enough nodes are expected below, these options are
numbered anew, and the rest of the subtree is searched by loops in which a row of bits is one word.
There all forced moves (an item with one live option) are played together, without a branch.

How many nodes to expect is known from the subtrees searched so far with about as many live
options. An option that covers all that is open is a solution, which is not visited but counted;
where all options have the same length, a whole last level is one population count.
The branching rule is Knuth's: an open item with the fewest live options (the first such).

A known answer: the 12 pentominoes fill the 6 x 10 rectangle in 9,356 ways (2,339 up to symmetry).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .jit import inlined, kernel, part
from .words import ONE, ZERO, count_trailing_zeros, index, popcount, signed

__all__ = ["BUCKETS", "CONTROL", "DEPTH", "ENDGAME", "FOCUS", "VISITED", "restart", "search"]

#: Length of ``control``, and its places: depth, nodes counted, 1 when done, the focus in force, 1
#: if the node at that depth has been visited, nodes visited (solutions are counted, not visited);
#: and of the endgame: 1 while it is played, its depth, 1 if that node has been visited, the
#: columns and the options of its table, the nodes it has just counted.
CONTROL = 12
DEPTH, _NODES, _DONE, _FOCUS, VISITED, _VISITS = 0, 1, 2, 3, 4, 5
ENDGAME, _END_DEPTH, _END_VISITED, _END_COLUMNS, _END_OPTIONS, _END_NODES = 6, 7, 8, 9, 10, 11

#: Fields of a focus: where its table begins, its lines, the columns of a line, where its words
#: begin, where the items of its columns begin, the level at which it came into force, and the
#: first and last of its words.
FOCUS = 8
_TABLE, _LINES, _COLUMNS, _WORDS, _ITEMS, _LEVEL, _LOW, _HIGH = 0, 1, 2, 3, 4, 5, 6, 7

#: What is below a node is remembered by its number of live options, so many to a bucket.
BUCKETS = 128
_BUCKET = 16
_UNKNOWN = 1e9

NONE = np.uint64(0xFFFFFFFFFFFFFFFF)
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
SIX = np.uint64(6)
LOW_SIX = np.uint64(63)


# -- sizes ---------------------------------------------------------------------------------------
# ``p0`` … ``p3`` are where four lines of the table begin, ``w0`` … ``w3`` the live options in the
# words of those lines; the sizes go to ``sizes[to] … sizes[to + columns - 1]``.


@inlined
def _begin_sizes(
    table: Any, p0: Any, p1: Any, p2: Any, p3: Any, w0: Any, w1: Any, w2: Any, w3: Any,
    columns: Any, sizes: Any, to: Any,
) -> None:  # fmt: skip
    """Sizes of all columns in four words."""
    for column in range(columns):
        sizes[to + column] = (
            popcount(table[p0 + column] & w0)
            + popcount(table[p1 + column] & w1)
            + popcount(table[p2 + column] & w2)
            + popcount(table[p3 + column] & w3)
        )


@inlined
def _add_sizes(
    table: Any, p0: Any, p1: Any, p2: Any, p3: Any, w0: Any, w1: Any, w2: Any, w3: Any,
    columns: Any, sizes: Any, to: Any,
) -> None:  # fmt: skip
    """Add the sizes in four more words."""
    for column in range(columns):
        sizes[to + column] += (
            popcount(table[p0 + column] & w0)
            + popcount(table[p1 + column] & w1)
            + popcount(table[p2 + column] & w2)
            + popcount(table[p3 + column] & w3)
        )


@inlined
def _least(
    table: Any, p0: Any, p1: Any, p2: Any, p3: Any, w0: Any, w1: Any, w2: Any, w3: Any,
    columns: Any, sizes: Any, to: Any, empty: Any,
) -> Any:  # fmt: skip
    """Add the sizes in the last four words and find the least one that is not 0.

    Returns (size - 1) * 2^32 + column, all ones if there is none; ``empty[0]`` becomes the number
    of columns of size 0, which the subtraction takes to the far end.
    """
    least = NONE
    zeros = ZERO
    for column in range(columns):
        size = (
            sizes[to + column]
            + popcount(table[p0 + column] & w0)
            + popcount(table[p1 + column] & w1)
            + popcount(table[p2 + column] & w2)
            + popcount(table[p3 + column] & w3)
        )
        sizes[to + column] = size
        zeros += np.uint64(size == ZERO)
        least = min(least, ((size - ONE) << HALF) | column)
    empty[0] = zeros
    return least


@inlined
def _least_of_four(
    table: Any, p0: Any, p1: Any, p2: Any, p3: Any, w0: Any, w1: Any, w2: Any, w3: Any,
    columns: Any, sizes: Any, to: Any, empty: Any,
) -> Any:  # fmt: skip
    """Like ``_least`` where four words are all there are."""
    least = NONE
    zeros = ZERO
    for column in range(columns):
        size = (
            popcount(table[p0 + column] & w0)
            + popcount(table[p1 + column] & w1)
            + popcount(table[p2 + column] & w2)
            + popcount(table[p3 + column] & w3)
        )
        sizes[to + column] = size
        zeros += np.uint64(size == ZERO)
        least = min(least, ((size - ONE) << HALF) | column)
    empty[0] = zeros
    return least


# -- killers and the focus -----------------------------------------------------------------------


@inlined
def _starved(
    table: Any, line: Any, bit: Any, sizes: Any, here: Any, above: Any, columns: Any
) -> Any:
    """A column that an option left empty without containing its item, or ``columns`` if none.

    ``line`` is where the line of the option's word begins, ``bit`` its place in that word. The
    column's size is 0 here and was not 0 above; so its item was open there.
    """
    found = columns
    for column in range(columns):
        starved = (
            (sizes[here + column] == ZERO)
            & (sizes[above + column] != ZERO)
            & ((table[line + column] >> bit) & ONE == ZERO)
        )
        found = min(found, column if starved else columns)
    return found


@part
def _covered(item: Any, item_rows: Any, n_words: Any, path: Any, length: Any) -> Any:
    """Whether one of the first ``length`` options of the path covers the item."""
    for k in range(length):
        bits = item_rows[item * n_words + (path[k] >> 6)]
        if (bits >> np.uint64(path[k] & 63)) & ONE != ZERO:
            return True
    return False


@part
def _choose(
    sizes: Any, to: Any, stride: Any, column_items: Any, first_item: Any, fixed: Any, late: Any
) -> Any:
    """The column to branch on in another order than fewest options first; see ``search``."""
    best, least = -1, NONE
    for column in range(stride):
        size = sizes[to + column]
        if size == ONE:
            return column  # a forced move comes first in any order
        if size != ZERO:
            rank = index(late[column_items[first_item + column]]) << HALF
            if not fixed:
                rank |= size
            if rank < least:
                best, least = column, rank
    return best


@part
def _choose_in_endgame(rows: Any, columns: Any, here: Any, fixed: Any, late: Any) -> Any:
    """The same where a row is one word and none has size 1; ``late`` by column."""
    best, least = -1, NONE
    for column in range(columns):
        size = popcount(rows[column] & here)
        if size != ZERO:
            rank = index(late[column]) << HALF
            if not fixed:
                rank |= size
            if rank < least:
                best, least = column, rank
    return best


@part
def _make_focus(
    table: Any, words: Any, column_items: Any, focus: Any, now: Any, level: Any, n_open: Any,
    n_live: Any, line: Any, padding: Any, no_item: Any, sizes: Any, to: Any, column: Any,
) -> Any:  # fmt: skip
    """Make focus ``now + 1`` of the open columns and live words; the new place of ``column``.

    The sizes of the level move along. Returns -1 if there is no room for it.
    """
    begin, stride = focus[now, _TABLE], focus[now, _COLUMNS]
    first_item = focus[now, _ITEMS]
    new_begin = begin + focus[now, _LINES] * stride
    new_stride = (n_open + padding - 1) // padding * padding
    if now + 1 >= len(focus) or new_begin + n_live * new_stride > len(table):
        return -1
    new_column = -1
    place = 0
    for old in range(stride):
        if sizes[to + old] != ZERO:
            if old == column:
                new_column = place
            sizes[to + place] = sizes[to + old]
            column_items[first_item + stride + place] = column_items[first_item + old]
            for k in range(n_live):
                table[new_begin + k * new_stride + place] = table[
                    begin + signed(line[k]) * stride + old
                ]
            place += 1
    for k in range(n_live):
        for spare in range(place, new_stride):
            table[new_begin + k * new_stride + spare] = ZERO
        words[focus[now, _WORDS] + focus[now, _LINES] + k] = words[
            focus[now, _WORDS] + signed(line[k])
        ]
    for spare in range(place, new_stride):
        sizes[to + spare] = ZERO
        column_items[first_item + stride + spare] = no_item
    focus[now + 1, _TABLE] = new_begin
    focus[now + 1, _LINES] = n_live
    focus[now + 1, _COLUMNS] = new_stride
    focus[now + 1, _WORDS] = focus[now, _WORDS] + focus[now, _LINES]
    focus[now + 1, _ITEMS] = first_item + stride
    focus[now + 1, _LEVEL] = level
    focus[now + 1, _LOW] = words[focus[now + 1, _WORDS]]
    focus[now + 1, _HIGH] = words[focus[now + 1, _WORDS] + n_live - 1]
    return new_column


# -- the endgame ---------------------------------------------------------------------------------


@part
def _enter_endgame(
    starts: Any, items: Any, words: Any, n_live: Any, line: Any, word: Any, column_items: Any,
    stride: Any, columns: Any, late: Any, rows: Any, row_late: Any, names: Any, ready: Any,
    masks: Any,
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
    starts: Any, items: Any, plain: Any, all_clash: Any, n_words: Any, masks: Any, names: Any,
    n_options: Any, clash: Any, ready: Any, bit: Any,
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
def _endgame(
    starts: Any,
    items: Any,
    plain: Any,
    all_clash: Any,
    n_words: Any,
    lengths: Any,
    uniform: Any,
    order: Any,
    rows: Any,
    late: Any,
    clash: Any,
    names: Any,
    ready: Any,
    masks: Any,
    live: Any,
    untried: Any,
    n_open: Any,
    path: Any,
    path_length: Any,
    base: Any,
    control: Any,
    max_nodes: Any,
    max_found: Any,
    found: Any,
    solutions: Any,
    solution_lengths: Any,
) -> Any:
    """Search on below the node at level ``base``; returns the number found with ``found``.

    For its levels d = 0 … ``control[_END_DEPTH]``: ``live[d]``, the live options; ``untried[d]``,
    those of the item branched on that are still to try; ``n_open[d]``; and for the level
    base + d of the whole search ``path_length``, as there. It has ended when its depth is -1.
    """
    depth = control[_END_DEPTH]
    visited = control[_END_VISITED]
    columns = control[_END_COLUMNS]
    n_options = index(control[_END_OPTIONS])
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
                        least = index(_choose_in_endgame(rows, columns, here, order == 1, late))
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
    control[_END_DEPTH] = depth
    control[_END_VISITED] = visited
    control[_VISITS] += visits
    control[_END_NODES] = nodes
    return found


# -- the search ----------------------------------------------------------------------------------


@kernel
def restart(
    clash: Any,
    lengths: Any,
    root: Any,
    n_open_at_root: Any,
    prefix: Any,
    live: Any,
    n_open: Any,
    path_length: Any,
    killer: Any,
    below: Any,
    times: Any,
    control: Any,
    forget: Any,
) -> Any:
    """Set a search back to its begin, below the options of ``prefix``; false if two of them clash.

    ``root`` is the live row above all of them, and ``n_open_at_root`` the primary items open there.
    With ``forget`` nothing is left of an earlier search, so that each is as if it were the first;
    without it the sizes of subtrees are known from there, which saves time.
    """
    n_words = len(root)
    for k in range(n_words):
        live[k] = root[k]
    still_open = n_open_at_root
    for option in prefix:
        if (live[option >> 6] >> np.uint64(option & 63)) & ONE == ZERO:
            return False
        still_open -= lengths[option]
        for k in range(n_words):
            live[k] &= ~clash[option * n_words + k]
    n_open[0] = still_open
    path_length[0] = 0
    # A killer may be an item that the prefix covers, which only the path would tell.
    killer[:] = -1
    if forget:
        below[:] = 0
        times[:] = 0
    control[:] = 0
    return True


@kernel
def search(
    starts: Any,
    items: Any,
    plain: Any,
    clash: Any,
    item_rows: Any,
    lengths: Any,
    uniform: Any,
    order: Any,
    late: Any,
    padding: Any,
    most_in_endgame: Any,
    worth: Any,
    table: Any,
    words: Any,
    column_items: Any,
    focus: Any,
    live: Any,
    n_words: Any,
    sizes: Any,
    size_row: Any,
    n_open: Any,
    untried: Any,
    untried_line: Any,
    next_untried: Any,
    last_untried: Any,
    path: Any,
    path_length: Any,
    came_line: Any,
    killer: Any,
    mark: Any,
    bucket: Any,
    below: Any,
    times: Any,
    control: Any,
    line: Any,
    word: Any,
    empty: Any,
    end_rows: Any,
    end_late: Any,
    end_clash: Any,
    end_names: Any,
    end_ready: Any,
    end_masks: Any,
    end_live: Any,
    end_untried: Any,
    end_open: Any,
    max_nodes: Any,
    max_found: Any,
    solutions: Any,
    solution_lengths: Any,
) -> Any:
    """Count up to ``max_nodes`` nodes or find ``max_found`` solutions; returns the number found.

    The problem: ``items[starts[o]:starts[o+1]]``, the primary items of option *o*; ``plain``, true
    if there are no other items. ``clash`` (options x words) and ``item_rows`` (primary items x
    words), as ``clashes.build`` makes them, flat; ``lengths[o]`` the primary items of option *o*,
    and ``uniform`` that number if it is the same for all options, else -1. ``order``: 0 to branch
    on an item with the fewest options, 1 on the first that is open, 2 on one with the fewest;
    with 1 and 2, the items where ``late`` is not 0 wait for the others. ``padding``, of which
    the columns of a table are a multiple; ``most_in_endgame``, 64, or less to begin it later.
    ``worth`` (float64): the share of the columns that a focus leaves at most; what it saves for
    each column at least; the nodes that an endgame is worth, and those for each of its options.

    The focuses, for f = 0 … ``control[_FOCUS]``, of which the last is in force:

    * ``focus[f]``: the fields named above. Focus 0 has all items and all words.
    * ``table``: line *k* of a focus, ``_COLUMNS`` long, holds for each of its columns the bit row
      of an item in word ``words[_WORDS + k]``. The columns are the items open when the focus was
      made, in order, ``column_items[_ITEMS:]``; those that fill the line up to a multiple of
      ``padding`` are zero.

    The state, for levels d = 0 … depth:

    * ``live[d]``: bit row of the options compatible with those chosen above level *d*, in the
      words of the focus in force there; the other words have none.
    * ``sizes[d * size_row:]``: the sizes of the columns of that focus, once it has been visited.
    * ``n_open[d]``: how many primary items are not covered.
    * ``path[:path_length[d]]``: the options chosen above level *d*.
    * ``untried[next_untried[d]:last_untried[d]]``: the options of the item branched on that are
      still to try. ``untried`` is a stack.
    * ``killer[o]``: the item that option *o* last left empty, or -1.
    * ``bucket[d]``, ``mark[d]``: the bucket of the node, or -1 if it did not branch; the nodes
      visited before it. ``times[b]``, ``below[b]``: the nodes of bucket *b* whose subtrees have
      been searched, and the nodes visited in these.
    * ``control``: see above.

    Scratch: ``line`` and ``word`` (words, and 4 more), ``empty`` (1); ``end_rows`` … ``end_open``
    belong to the endgame, see there. Solutions go to ``solutions[j, :solution_lengths[j]]`` unless
    ``solutions`` has no rows.
    """
    depth = control[DEPTH]
    now = control[_FOCUS]
    visited = control[VISITED]
    nodes = 0
    found = 0
    keep = solutions.shape[0] > 0
    begin, n_lines, stride = focus[now, _TABLE], focus[now, _LINES], focus[now, _COLUMNS]
    first_word, first_item = focus[now, _WORDS], focus[now, _ITEMS]
    base_level = focus[now, _LEVEL]
    while nodes < max_nodes and found < max_found and control[_DONE] == 0:
        if control[ENDGAME] == 1:
            found = _endgame(
                starts, items, plain, clash, n_words, lengths, uniform, order, end_rows, end_late,
                end_clash, end_names, end_ready, end_masks, end_live, end_untried, end_open, path,
                path_length, depth, control, max_nodes - nodes, max_found, found, solutions,
                solution_lengths,
            )  # fmt: skip
            nodes += control[_END_NODES]
            if control[_END_DEPTH] >= 0:
                break
            control[ENDGAME] = 0
        elif visited == 0:
            # Visit the node: it is dead, or has an item to branch on.
            visited = 1
            nodes += 1
            control[_VISITS] += 1
            next_untried[depth] = 0 if depth == 0 else last_untried[depth - 1]
            last_untried[depth] = next_untried[depth]
            bucket[depth] = -1
            open_here = n_open[depth]
            here = index(depth * n_words)
            some = ZERO
            for k in range(index(n_lines)):
                bits = live[here + words[index(first_word) + k]]
                line[some] = k
                word[some] = bits
                some += np.uint64(bits != ZERO)
            n_live = signed(some)
            if open_here == 0:  # only at a root without anything to cover
                if keep:
                    solution_lengths[found] = 0
                found += 1
            elif n_live > 0:
                # The sizes of all columns, four words at a time. (The loop is faster here than in a
                # function of its own, twice so for small problems.)
                n_groups = (n_live + 3) >> 2
                for k in range(n_live, 4 * n_groups):
                    word[k] = ZERO
                    line[k] = ZERO
                least = NONE
                first, columns = np.uint64(begin), np.uint64(stride)
                to = np.uint64(depth * size_row)
                for group in range(n_groups):
                    k = 4 * group
                    p0 = first + line[k] * columns
                    p1 = first + line[k + 1] * columns
                    p2 = first + line[k + 2] * columns
                    p3 = first + line[k + 3] * columns
                    w0, w1, w2, w3 = word[k], word[k + 1], word[k + 2], word[k + 3]
                    if n_groups == 1:
                        least = _least_of_four(
                            table, p0, p1, p2, p3, w0, w1, w2, w3, columns, sizes, to, empty
                        )
                    elif group == 0:
                        _begin_sizes(table, p0, p1, p2, p3, w0, w1, w2, w3, columns, sizes, to)
                    elif group + 1 < n_groups:
                        _add_sizes(table, p0, p1, p2, p3, w0, w1, w2, w3, columns, sizes, to)
                    else:
                        least = _least(
                            table, p0, p1, p2, p3, w0, w1, w2, w3, columns, sizes, to, empty
                        )
                column = signed(least & LOW)
                if order != 0:
                    column = _choose(
                        sizes, depth * size_row, stride, column_items, first_item, order == 1, late
                    )
                if signed(empty[0]) > stride - open_here:
                    # An open item has no option left. (At depth 0 there is nothing to learn.)
                    if depth > 0:
                        option = path[path_length[depth] - 1]
                        starved = _starved(
                            table, first + index(came_line[depth]) * columns,
                            np.uint64(option & 63), sizes, to, to - np.uint64(size_row), columns,
                        )  # fmt: skip
                        killer[option] = -1
                        if starved < columns:
                            killer[option] = column_items[first_item + signed(starved)]
                else:
                    n_options = 0
                    for k in range(n_live):
                        n_options += signed(popcount(word[k]))
                    now_bucket = min(n_options // _BUCKET, BUCKETS - 1)
                    bucket[depth] = now_bucket
                    mark[depth] = control[_VISITS]
                    expected = _UNKNOWN
                    if times[now_bucket] > 0:
                        expected = below[now_bucket] / times[now_bucket]
                    if n_options <= most_in_endgame and expected >= worth[2] + n_options * worth[3]:
                        control[_END_COLUMNS] = (open_here + padding - 1) // padding * padding
                        _enter_endgame(
                            starts, items, words[first_word:], n_live, line, word,
                            column_items[first_item:], stride, control[_END_COLUMNS], late,
                            end_rows, end_late, end_names, end_ready, end_masks,
                        )  # fmt: skip
                        control[ENDGAME] = 1
                        control[_END_OPTIONS] = n_options
                        control[_END_DEPTH] = 0
                        control[_END_VISITED] = 0
                        end_live[0] = NONE >> np.uint64(64 - n_options)
                        end_open[0] = open_here
                        nodes -= 1  # the endgame visits the node again
                        control[_VISITS] -= 1
                        continue
                    if (
                        open_here <= worth[0] * stride
                        and expected * (stride - open_here) > worth[1] * open_here
                    ):
                        place = _make_focus(
                            table, words, column_items, focus, now, depth, open_here, n_live, line,
                            padding, len(end_masks) - 1, sizes, depth * size_row, column,
                        )  # fmt: skip
                        if place >= 0:
                            now += 1
                            column = place
                            begin, n_lines = focus[now, _TABLE], focus[now, _LINES]
                            stride, first_word = focus[now, _COLUMNS], focus[now, _WORDS]
                            first_item, base_level = focus[now, _ITEMS], depth
                            for k in range(index(n_live)):
                                line[k] = k
                    top = next_untried[depth]
                    for k in range(n_live):
                        bits = word[k] & table[index(begin + column) + line[k] * index(stride)]
                        while bits != ZERO:
                            bit = signed(count_trailing_zeros(bits))
                            untried[top] = 64 * signed(words[index(first_word) + line[k]]) + bit
                            untried_line[top] = signed(line[k])
                            top += 1
                            bits &= bits - ONE
                    last_untried[depth] = top

        # Move to the next node in depth-first order; solutions on the way are counted.
        while depth >= 0:
            while depth < base_level:
                now -= 1
                begin, n_lines = focus[now, _TABLE], focus[now, _LINES]
                stride, first_word = focus[now, _COLUMNS], focus[now, _WORDS]
                first_item, base_level = focus[now, _ITEMS], focus[now, _LEVEL]
            if next_untried[depth] == last_untried[depth]:
                if bucket[depth] >= 0:
                    below[bucket[depth]] += control[_VISITS] - mark[depth]
                    times[bucket[depth]] += 1
                depth -= 1
                continue
            option = untried[next_untried[depth]]
            still_open = n_open[depth] - lengths[option]
            if nodes >= max_nodes or found >= max_found:
                break
            here, at = index(depth * n_words), index(option * n_words)
            low, high = index(focus[now, _LOW]), index(focus[now, _HIGH] + 1)
            if still_open == uniform and not keep:
                many = ZERO
                for k in range(low, high):
                    many += popcount(live[here + k] & ~clash[at + k])
                size = signed(many)
                if found + size <= max_found and nodes + size + 1 <= max_nodes:
                    next_untried[depth] += 1
                    found += size
                    nodes += size + 1
                    control[_VISITS] += 1
                    continue
            next_untried[depth] += 1
            top = path_length[depth]
            path[top] = option
            if still_open == 0:
                if keep:
                    for k in range(top + 1):
                        solutions[found, k] = path[k]
                    solution_lengths[found] = top + 1
                found += 1
                nodes += 1
                continue
            fed = ONE
            below_here = here + index(n_words)
            if killer[option] < 0:
                for k in range(low, high):
                    live[below_here + k] = live[here + k] & ~clash[at + k]
            else:
                fed = ZERO
                row = index(killer[option] * n_words)
                for k in range(low, high):
                    left = live[here + k] & ~clash[at + k]
                    live[below_here + k] = left
                    fed |= left & item_rows[row + k]
            if fed == ZERO and not _covered(killer[option], item_rows, n_words, path, top):
                nodes += 1
                continue
            n_open[depth + 1] = still_open
            path_length[depth + 1] = top + 1
            came_line[depth + 1] = untried_line[next_untried[depth] - 1]
            depth += 1
            visited = 0
            break
        if depth < 0:
            control[_DONE] = 1
            depth = 0
    control[DEPTH] = depth
    control[_FOCUS] = now
    control[VISITED] = visited
    control[_NODES] += nodes
    return found
