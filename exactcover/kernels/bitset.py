"""Word-parallel search: the live options as one bitset for each level of the search.

The idea. Number the options and keep the live ones as a row of bits. Each item has a row too, the
options that contain it; so the number of live options of an item is the population count of the
AND of two rows. Choosing an option means: the next level's live row is this one's without the
options that clash with the chosen one, which is one AND-NOT with a row computed beforehand.
Nothing has to be undone: going back is going to the row of the level above. Colours cost nothing
during the search, since they are part of which options clash.

*Sizes* are counted for all items at once (``bitset_sizes.py``), four words at a time. Words without
live options are skipped. A covered item has no live options either, so a node is dead when more
columns are empty than items are covered.

*Killers.* Where choosing an option left some item empty, the same item is likely to be the one
that the same option starves the next time. So the item is remembered, and tried first: one AND
over its row finds the node dead before any sizes are counted.

*Focus.* Deep in the search most columns and words are empty. Where many nodes are expected below,
the search goes on with a smaller table of the columns and words that are not (``bitset_focus.py``).

*Endgame.* Where at most 64 options are live and enough nodes are expected below, the rest of the
subtree is searched by loops in which a row of bits is one word (``bitset_endgame.py``).

How many nodes to expect is known from the subtrees searched so far with about as many live
options. An option that covers all that is open is a solution, which is not visited but counted;
where all options have the same length, a whole last level is one population count.
The branching rule is Knuth's: an open item with the fewest live options (the first such).

A known answer: the 12 pentominoes fill the 6 x 10 rectangle in 9,356 ways (2,339 up to symmetry).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .array_types import Bytes, Floats, Int32s, Int64s, Uint32s, Words
from .bitset_endgame import (
    END_COLUMNS,
    END_DEPTH,
    END_NODES,
    END_OPTIONS,
    END_VISITED,
    LOW,
    VISITS,
    endgame,
    enter_endgame,
)
from .bitset_focus import (
    COLUMNS,
    FIRST_WORD,
    ITEMS,
    LAST_WORD,
    LEVEL,
    LINES,
    TABLE,
    WORDS,
    make_focus,
)
from .bitset_sizes import NONE, add_sizes, begin_sizes, choose, least, least_of_four, starved
from .jit import kernel, part
from .words import ONE, ZERO, count_trailing_zeros, index, popcount, signed

__all__ = ["BUCKETS", "CONTROL", "DEPTH", "ENDGAME", "VISITED", "restart", "search"]

#: Length of ``control``, and its places beside those of the endgame: depth, nodes counted, 1 when
#: done, the focus in force, 1 if the node at that depth has been visited, 1 while an endgame is
#: played.
CONTROL = 12
DEPTH, _NODES, _DONE, _FOCUS, VISITED, ENDGAME = 0, 1, 2, 3, 4, 6

#: What is below a node is remembered by its number of live options, in steps of ``_BUCKET``.
BUCKETS = 128
_BUCKET = 16
_UNKNOWN = 1e9


@part
def _covered(item: Any, item_rows: Words, n_words: int, path: Int32s, length: Any) -> Any:
    """Whether one of the first ``length`` options of the path covers the item."""
    for k in range(length):
        bits = item_rows[item * n_words + (path[k] >> 6)]
        if (bits >> np.uint64(path[k] & 63)) & ONE != ZERO:
            return True
    return False


@kernel
def restart(
    clash: Words, lengths: Int64s, root: Words, n_open_at_root: int, live: Words, n_open: Int64s,
    path_length: Int64s, killer: Int32s, below: Int64s, times: Int64s, control: Int64s,
    prefix: Int64s, forget: bool,
) -> bool:  # fmt: skip
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
    starts: Words, items: Uint32s, plain: bool, clash: Words, item_rows: Words, lengths: Int64s,
    uniform: int, order: int, late: Bytes, padding: int, most_in_endgame: int, worth: Floats,
    table: Words, words: Words, column_items: Uint32s, focus: Int64s, live: Words, n_words: int,
    sizes: Words, size_row: int, n_open: Int64s, untried: Int32s, untried_line: Int32s,
    next_untried: Int64s, last_untried: Int64s, path: Int32s, path_length: Int64s,
    came_line: Int64s, killer: Int32s, mark: Int64s, bucket: Int64s, below: Int64s, times: Int64s,
    control: Int64s, line: Words, word: Words, empty: Words, end_rows: Words, end_late: Bytes,
    end_clash: Words, end_names: Words, end_ready: Bytes, end_masks: Words, end_live: Words,
    end_untried: Words, end_open: Int64s, max_nodes: int, max_found: int, solutions: Int32s,
    solution_lengths: Int32s,
) -> Any:  # fmt: skip
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
    * ``table``: line *k* of a focus, ``COLUMNS`` long, holds for each of its columns the bit row
      of an item in word ``words[WORDS + k]``. The columns are the items open when the focus was
      made, in order, ``column_items[ITEMS:]``; those that fill the line up to a multiple of
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
    begin, n_lines, stride = focus[now, TABLE], focus[now, LINES], focus[now, COLUMNS]
    first_word, first_item = focus[now, WORDS], focus[now, ITEMS]
    base_level = focus[now, LEVEL]
    while nodes < max_nodes and found < max_found and control[_DONE] == 0:
        if control[ENDGAME] == 1:
            found = endgame(
                starts, items, plain, clash, n_words, lengths, uniform, order, end_rows, end_late,
                end_clash, end_names, end_ready, end_masks, end_live, end_untried, end_open, path,
                path_length, depth, control, max_nodes - nodes, max_found, found, solutions,
                solution_lengths,
            )  # fmt: skip
            nodes += control[END_NODES]
            if control[END_DEPTH] >= 0:
                break
            control[ENDGAME] = 0
        elif visited == 0:
            # Visit the node: it is dead, or has an item to branch on.
            visited = 1
            nodes += 1
            control[VISITS] += 1
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
                lowest = NONE
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
                        lowest = least_of_four(
                            table, p0, p1, p2, p3, w0, w1, w2, w3, columns, sizes, to, empty
                        )
                    elif group == 0:
                        begin_sizes(table, p0, p1, p2, p3, w0, w1, w2, w3, columns, sizes, to)
                    elif group + 1 < n_groups:
                        add_sizes(table, p0, p1, p2, p3, w0, w1, w2, w3, columns, sizes, to)
                    else:
                        lowest = least(
                            table, p0, p1, p2, p3, w0, w1, w2, w3, columns, sizes, to, empty
                        )
                column = signed(lowest & LOW)
                if order != 0:
                    column = choose(
                        sizes, depth * size_row, stride, column_items, first_item, order, late
                    )
                if signed(empty[0]) > stride - open_here:
                    # An open item has no option left. (At depth 0 there is nothing to learn.)
                    if depth > 0:
                        option = path[path_length[depth] - 1]
                        victim = starved(
                            table, first + index(came_line[depth]) * columns,
                            np.uint64(option & 63), sizes, to, to - np.uint64(size_row), columns,
                        )  # fmt: skip
                        killer[option] = -1
                        if victim < columns:
                            killer[option] = column_items[first_item + signed(victim)]
                else:
                    n_options = 0
                    for k in range(n_live):
                        n_options += signed(popcount(word[k]))
                    now_bucket = min(n_options // _BUCKET, BUCKETS - 1)
                    bucket[depth] = now_bucket
                    mark[depth] = control[VISITS]
                    expected = _UNKNOWN
                    if times[now_bucket] > 0:
                        expected = below[now_bucket] / times[now_bucket]
                    if n_options <= most_in_endgame and expected >= worth[2] + n_options * worth[3]:
                        control[END_COLUMNS] = (open_here + padding - 1) // padding * padding
                        enter_endgame(
                            starts, items, words[first_word:], n_live, line, word,
                            column_items[first_item:], stride, control[END_COLUMNS], late,
                            end_rows, end_late, end_names, end_ready, end_masks,
                        )  # fmt: skip
                        control[ENDGAME] = 1
                        control[END_OPTIONS] = n_options
                        control[END_DEPTH] = 0
                        control[END_VISITED] = 0
                        end_live[0] = NONE >> np.uint64(64 - n_options)
                        end_open[0] = open_here
                        nodes -= 1  # the endgame visits the node again
                        control[VISITS] -= 1
                        continue
                    if (
                        open_here <= worth[0] * stride
                        and expected * (stride - open_here) > worth[1] * open_here
                    ):
                        place = make_focus(
                            table, words, column_items, focus, now, depth, open_here, n_live, line,
                            padding, len(end_masks) - 1, sizes, depth * size_row, column,
                        )  # fmt: skip
                        if place >= 0:
                            now += 1
                            column = place
                            begin, n_lines = focus[now, TABLE], focus[now, LINES]
                            stride, first_word = focus[now, COLUMNS], focus[now, WORDS]
                            first_item, base_level = focus[now, ITEMS], depth
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
                begin, n_lines = focus[now, TABLE], focus[now, LINES]
                stride, first_word = focus[now, COLUMNS], focus[now, WORDS]
                first_item, base_level = focus[now, ITEMS], focus[now, LEVEL]
            if next_untried[depth] == last_untried[depth]:
                if bucket[depth] >= 0:
                    below[bucket[depth]] += control[VISITS] - mark[depth]
                    times[bucket[depth]] += 1
                depth -= 1
                continue
            option = untried[next_untried[depth]]
            still_open = n_open[depth] - lengths[option]
            if nodes >= max_nodes or found >= max_found:
                break
            here, at = index(depth * n_words), index(option * n_words)
            low, high = index(focus[now, FIRST_WORD]), index(focus[now, LAST_WORD] + 1)
            if still_open == uniform and not keep:
                many = ZERO
                for k in range(low, high):
                    many += popcount(live[here + k] & ~clash[at + k])
                size = signed(many)
                if found + size <= max_found and nodes + size + 1 <= max_nodes:
                    next_untried[depth] += 1
                    found += size
                    nodes += size + 1
                    control[VISITS] += 1
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
