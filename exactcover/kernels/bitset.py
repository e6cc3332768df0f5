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

*Killers.* An option that left some item empty is likely to starve the same item the next time. So
the item is remembered, and tried first: one AND over its row shows that the node is dead before
any sizes are counted.

*Focus.* Deep in the search most columns and words are empty. Where many nodes are expected below,
the search goes on with a smaller table of the others (``bitset_focus.py``).

*Endgame.* Where at most 64 options are live and enough nodes are expected below, the rest of the
subtree is searched by loops in which a row of bits is one word (``bitset_endgame.py``).

How many nodes to expect is known from earlier subtrees with about as many live options. An option
that covers all that is open is a solution, which is not visited but counted; where all options
have the same length, a complete last level is one population count. The branching rule is Knuth's:
the first open item with the fewest live options.

A known answer: the 12 pentominoes fill the 6 x 10 rectangle in 9,356 ways (2,339 up to symmetry).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compile import kernel, part
from . import bitset_endgame as end
from . import bitset_focus as focuses
from .array_types import Bytes, Floats, Int32Rows, Int32s, Int64Rows, Int64s, Uint32s, Words
from .bitset_sizes import choose, four_words, starved
from .solutions import write_solution
from .words import ALL_ONES, LOW, ONE, ZERO, bit, count_trailing_zeros, index, popcount, signed

__all__ = ["BUCKETS", "CONTROL", "DEPTH", "ENDGAME", "VISITED", "restart", "search"]

#: Length of ``control``, and its places beside those of the endgame: depth, nodes counted, 1 when
#: done, the focus in force, 1 if the node has been visited, 1 while an endgame is played.
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
        if item_rows[item * n_words + (path[k] >> 6)] & bit(path[k]) != ZERO:
            return True
    return False


@kernel
def restart(
    clash: Words, lengths: Int64s, root: Words, n_open_at_root: int, live: Words, n_open: Int64s,
    path_length: Int64s, killer: Int32s, below: Int64s, times: Int64s, control: Int64s,
    prefix: Int64s, forget: bool,
) -> bool:  # fmt: skip
    """Begin a search anew, below the options of ``prefix``; false if two of them clash.

    ``root`` (words) is the live row above all of them, ``n_open_at_root`` the primary items open
    there; the other arrays are those of ``search``. With ``forget`` nothing is left of an earlier
    search, so that each is as if it were the first. Without it the sizes of subtrees are known.
    """
    n_words = len(root)
    for k in range(n_words):
        live[k] = root[k]
    still_open = n_open_at_root
    for option in prefix:
        if live[option >> 6] & bit(option) == ZERO:
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
    uniform: int, order: int, deferred: Bytes, padding: int, most_in_endgame: int, worth: Floats,
    table: Words, words: Words, column_items: Uint32s, focus: Int64Rows, live: Words, n_words: int,
    sizes: Words, size_row: int, n_open: Int64s, untried: Int32s, untried_line: Int32s,
    next_untried: Int64s, last_untried: Int64s, path: Int32s, path_length: Int64s,
    came_line: Int64s, killer: Int32s, mark: Int64s, bucket: Int64s, below: Int64s, times: Int64s,
    control: Int64s, line: Words, word: Words, empty: Words, end_rows: Words, end_deferred: Bytes,
    end_clash: Words, end_names: Words, end_ready: Bytes, end_masks: Words, end_live: Words,
    end_branch: Words, end_untried: Words, end_open: Int64s, max_nodes: int, max_found: int,
    solutions: Int32Rows, solution_lengths: Int32s,
) -> Any:  # fmt: skip
    """Count up to ``max_nodes`` nodes or find ``max_found`` solutions; returns the number found.

    The problem, with O options in W words and P primary items:

    * ``items[starts[o]:starts[o+1]]`` (O + 1): the primary items of option *o*; ``plain``: there
      are no others. ``lengths[o]`` (O): how many they are; ``uniform``: that number if it is the
      same for all, else -1.
    * ``clash`` (O x W), ``item_rows`` (P x W), flat: as ``clashes.build`` makes them.
    * ``order``, ``deferred`` (P + 1): see ``lowest.branching_rank``.
    * ``padding``: the columns of a table are a multiple of it. ``most_in_endgame``: 64, or less to
      begin it later.
    * ``worth`` (4): a focus is made if it keeps at most ``worth[0]`` of the columns, and spares at
      least ``worth[1]`` visits of columns for each one kept. An endgame begins where at least
      ``worth[2]`` nodes are expected, and ``worth[3]`` more for each of its options.

    The focuses, for f = 0 … ``control[_FOCUS]``, of which the last is in force:

    * ``focus[f]``: the fields of ``bitset_focus``. Focus 0 has all items and all words.
    * ``table``: line *k* of a focus, ``COLUMNS`` long, holds for each of its columns the bit row
      of an item in word ``words[WORDS + k]``. The columns are the items open when the focus was
      made, in order, ``column_items[ITEMS:]``; those that fill the line up to a multiple of
      ``padding`` are zero. There is room behind for further focuses.

    The state, for levels d = 0 … depth, as ``restart`` begins it:

    * ``live[d]`` (W, flat): the options compatible with those chosen above level *d*, in the words
      of the focus in force there; the other words have none.
    * ``sizes[d * size_row:]``: the sizes of the columns of that focus, once it has been visited.
    * ``n_open[d]``: how many primary items are not covered.
    * ``path[:path_length[d]]``: the options chosen above level *d*.
    * ``untried[next_untried[d]:last_untried[d]]`` (O + 1): the options of the item branched on that
      are still to try; ``untried_line``: the lines of their words, ``came_line[d]`` that of the
      option that led here.
    * ``killer[o]`` (O): the item that option *o* last left empty, or -1.
    * ``bucket[d]``, ``mark[d]``: the bucket of the node, or -1 if it did not branch; the nodes
      visited before it. ``times[b]``, ``below[b]`` (``BUCKETS``): the nodes of bucket *b* whose
      subtrees have been searched, and the nodes visited in these.

    Scratch: ``line``, ``word`` (W + 4), ``empty`` (1). ``end_rows`` … ``end_open``: see
    ``bitset_endgame.Endgame``. Solutions go to ``solutions[j, :solution_lengths[j]]`` unless
    ``solutions`` has no rows.
    """
    depth = control[DEPTH]
    now = control[_FOCUS]
    visited = control[VISITED]
    nodes = 0
    found = 0
    keep = solutions.shape[0] > 0
    endgame = end.Endgame(
        starts, items, plain, clash, n_words, lengths, uniform, order, end_rows, end_deferred,
        end_clash, end_names, end_ready, end_masks, end_live, end_branch, end_untried, end_open,
    )  # fmt: skip
    begin, n_lines, stride, first_word, first_item, base_level = focuses.in_force(focus, now)
    while nodes < max_nodes and found < max_found and control[_DONE] == 0:
        if control[ENDGAME] == 1:
            found = end.play(
                endgame, path, path_length, depth, control, max_nodes - nodes, max_found, found,
                solutions, solution_lengths,
            )  # fmt: skip
            nodes += control[end.NODES]
            if control[end.DEPTH] >= 0:
                break
            control[ENDGAME] = 0
        elif visited == 0:
            # Visit the node: it is dead, or has an item to branch on.
            visited = 1
            nodes += 1
            control[end.VISITS] += 1
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
                write_solution(path, 0, found, solutions, solution_lengths)
                found += 1
            elif n_live > 0:
                # The sizes of all columns, four words at a time.
                n_groups = (n_live + 3) >> 2
                for k in range(n_live, 4 * n_groups):
                    word[k] = ZERO
                    line[k] = ZERO
                lowest = ALL_ONES
                first, columns = np.uint64(begin), np.uint64(stride)
                to = np.uint64(depth * size_row)
                tables = (table, first, line, word, columns, sizes, to, empty)
                for group in range(n_groups):
                    # The last two arguments are constants, so that each loop is made for them.
                    k = 4 * group
                    if n_groups == 1:
                        lowest = four_words(tables, k, True, True)
                    elif group == 0:
                        four_words(tables, k, True, False)
                    elif group + 1 < n_groups:
                        four_words(tables, k, False, False)
                    else:
                        lowest = four_words(tables, k, False, True)
                column = signed(lowest & LOW)
                if order != 0:
                    column = choose(
                        sizes, depth * size_row, stride, column_items, first_item, order, deferred
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
                    mark[depth] = control[end.VISITS]
                    expected = _UNKNOWN
                    if times[now_bucket] > 0:
                        expected = below[now_bucket] / times[now_bucket]
                    if n_options <= most_in_endgame and expected >= worth[2] + n_options * worth[3]:
                        control[end.COLUMNS] = (open_here + padding - 1) // padding * padding
                        end.enter(
                            endgame, words[first_word:], n_live, line, word,
                            column_items[first_item:], stride, control[end.COLUMNS], deferred,
                        )  # fmt: skip
                        control[ENDGAME] = 1
                        control[end.OPTIONS] = n_options
                        control[end.DEPTH] = 0
                        control[end.VISITED] = 0
                        end_live[0] = ALL_ONES >> np.uint64(64 - n_options)
                        end_open[0] = open_here
                        nodes -= 1  # the endgame visits the node again
                        control[end.VISITS] -= 1
                        continue
                    if (
                        open_here <= worth[0] * stride
                        and expected * (stride - open_here) > worth[1] * open_here
                    ):
                        place = focuses.make(
                            table, words, column_items, focus, now, depth, open_here, n_live, line,
                            padding, len(end_masks) - 1, sizes, depth * size_row, column,
                        )  # fmt: skip
                        if place >= 0:
                            now += 1
                            column = place
                            begin, n_lines, stride, first_word, first_item, base_level = (
                                focuses.in_force(focus, now)
                            )
                            for k in range(index(n_live)):
                                line[k] = k
                    top = next_untried[depth]
                    for k in range(n_live):
                        bits = word[k] & table[index(begin + column) + line[k] * index(stride)]
                        while bits != ZERO:
                            base = 64 * signed(words[index(first_word) + line[k]])
                            untried[top] = base + signed(count_trailing_zeros(bits))
                            untried_line[top] = signed(line[k])
                            top += 1
                            bits &= bits - ONE
                    last_untried[depth] = top

        # Move to the next node in depth-first order; solutions on the way are counted.
        while depth >= 0:
            while depth < base_level:
                now -= 1
                begin, n_lines, stride, first_word, first_item, base_level = focuses.in_force(
                    focus, now
                )
            if next_untried[depth] == last_untried[depth]:
                if bucket[depth] >= 0:
                    below[bucket[depth]] += control[end.VISITS] - mark[depth]
                    times[bucket[depth]] += 1
                depth -= 1
                continue
            option = untried[next_untried[depth]]
            still_open = n_open[depth] - lengths[option]
            if nodes >= max_nodes or found >= max_found:
                break
            here, at = index(depth * n_words), index(option * n_words)
            low = index(focus[now, focuses.FIRST_WORD])
            high = index(focus[now, focuses.LAST_WORD] + 1)
            if still_open == uniform and not keep:
                many = ZERO
                for k in range(low, high):
                    many += popcount(live[here + k] & ~clash[at + k])
                size = signed(many)
                if found + size <= max_found and nodes + size + 1 <= max_nodes:
                    next_untried[depth] += 1
                    found += size
                    nodes += size + 1
                    control[end.VISITS] += 1
                    continue
            next_untried[depth] += 1
            top = path_length[depth]
            path[top] = option
            if still_open == 0:
                write_solution(path, top + 1, found, solutions, solution_lengths)
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
