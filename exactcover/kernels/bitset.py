"""Word-parallel search: the live options as one bitset for each level of the search.

The idea. Number the options and keep the live ones as a row of bits. Each item has a row too, the
options that contain it; so the number of live options of an item is the population count of the
AND of two rows. Choosing an option means: the next level's live row is this one's without the
options that clash with the chosen one, which is one AND-NOT with a row computed beforehand.
Nothing has to be undone: going back is going to the row of the level above. Colours cost nothing
during the search, since they are part of which options clash.

Sizes are counted for all items at once. The items' rows stand in a table with a line for each word
and a column for each item, so that one plain loop over a line adds to all sizes, four words at a
time; it has no branches and becomes wide vector instructions. Words without live options are
skipped. A covered item has no live options either, so a node is dead when more columns are empty
than items are covered. Deep in the search most columns and words are empty; where many nodes are
expected below, the search goes on with a *focus*, a smaller table of the columns and words that
are not. How many nodes to expect below a level is known from those visited so far.

An option that covers all that is open is a solution, which is not visited but counted at once.
The branching rule is Knuth's: an open item with the fewest live options (the first such).

A known answer: the 12 pentominoes fill the 6 x 10 rectangle in 9,356 ways (2,339 up to symmetry).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .jit import count_trailing_zeros, kernel, part, popcount

__all__ = ["CONTROL", "FOCUS", "build", "search"]

#: Length of ``control``, and its places: depth, nodes counted, 1 when done, the focus in force, 1
#: if the node at that depth has been visited, nodes visited (solutions are counted, not visited).
CONTROL = 6
_DEPTH, _NODES, _DONE, _FOCUS, _VISITED, _VISITS = 0, 1, 2, 3, 4, 5

#: Fields of a focus: where its table begins, its lines, the columns of a line, where its words
#: begin, and the level at which it came into force.
FOCUS = 5
_TABLE, _LINES, _COLUMNS, _WORDS, _LEVEL = 0, 1, 2, 3, 4

# A focus is made where it leaves at most this share of the columns, and where it saves at least so
# many columns, over all nodes expected below, for each column it costs. Both by measurement.
_MOST_COLUMNS = 0.8
_WORTH = 20.0
#: Nodes visited from one estimate of what is below each level to the next; a power of 2.
_ESTIMATE_EVERY = 1024

ZERO = np.uint64(0)
ONE = np.uint64(1)
NONE = np.uint64(0xFFFFFFFFFFFFFFFF)
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)


@kernel
def build(
    n_primary: Any,
    first_item: Any,
    last_item: Any,
    item_starts: Any,
    options: Any,
    colours: Any,
    rows: Any,
    clash: Any,
) -> None:
    """Fill the bit rows of a problem.

    ``options[item_starts[i]:item_starts[i+1]]`` are the options of item *i* and ``colours`` the
    colours they give it, sorted by colour. ``rows`` (primary items x words) and ``clash``
    (options x words), both zero, become: bit *b* of word *w* of ``rows[i]`` is set when option
    64 w + b contains item *i*, and of ``clash[o]`` when that option cannot go with option *o*;
    an option clashes with itself. This call does the part of the items from ``first_item`` up to
    ``last_item``, which it excludes. Complexity: O(nodes x words).
    """
    n_words = clash.shape[1]
    row = np.zeros(n_words, np.uint64)
    for item in range(first_item, last_item):
        first, last = item_starts[item], item_starts[item + 1]
        row[:] = np.uint64(0)
        low, high = n_words, 0
        for k in range(first, last):
            word = options[k] >> 6
            row[word] |= ONE << np.uint64(options[k] & 63)
            low, high = min(low, word), max(high, word + 1)
        if item < n_primary:
            for word in range(low, high):
                rows[item, word] = row[word]
        begin = first
        while begin < last:
            end = begin + 1
            while end < last and colours[end] == colours[begin]:
                end += 1
            if colours[begin] != 0:  # those of one colour do not clash on this item
                for k in range(begin, end):
                    row[options[k] >> 6] &= ~(ONE << np.uint64(options[k] & 63))
            for k in range(begin, end):
                for word in range(low, high):
                    clash[options[k], word] |= row[word]
            if colours[begin] != 0:
                for k in range(begin, end):
                    row[options[k] >> 6] |= ONE << np.uint64(options[k] & 63)
            begin = end


@part
def _signed(number: Any) -> Any:
    """As int64: numba makes a float of an int64 and a uint64."""
    return np.int64(number)


@part
def _begin_sizes(
    table: Any, p0: Any, p1: Any, p2: Any, p3: Any, w0: Any, w1: Any, w2: Any, w3: Any,
    columns: Any, sizes: Any,
) -> None:  # fmt: skip
    """Sizes of all columns in four words, whose lines begin at ``p0`` … ``p3`` of the table."""
    for column in range(columns):
        sizes[column] = (
            popcount(table[p0 + column] & w0)
            + popcount(table[p1 + column] & w1)
            + popcount(table[p2 + column] & w2)
            + popcount(table[p3 + column] & w3)
        )


@part
def _add_sizes(
    table: Any, p0: Any, p1: Any, p2: Any, p3: Any, w0: Any, w1: Any, w2: Any, w3: Any,
    columns: Any, sizes: Any,
) -> None:  # fmt: skip
    """Add the sizes in four more words."""
    for column in range(columns):
        sizes[column] += (
            popcount(table[p0 + column] & w0)
            + popcount(table[p1 + column] & w1)
            + popcount(table[p2 + column] & w2)
            + popcount(table[p3 + column] & w3)
        )


@part
def _least(
    table: Any, p0: Any, p1: Any, p2: Any, p3: Any, w0: Any, w1: Any, w2: Any, w3: Any,
    columns: Any, sizes: Any, empty: Any,
) -> Any:  # fmt: skip
    """Add the sizes in the last four words and find the least one that is not 0.

    Returns (size - 1) * 2^32 + column, all ones if there is none; ``empty[0]`` becomes the number
    of columns of size 0, which the subtraction takes to the far end.
    """
    least = NONE
    zeros = ZERO
    for column in range(columns):
        size = (
            sizes[column]
            + popcount(table[p0 + column] & w0)
            + popcount(table[p1 + column] & w1)
            + popcount(table[p2 + column] & w2)
            + popcount(table[p3 + column] & w3)
        )
        zeros += np.uint64(size == ZERO)
        least = min(least, ((size - ONE) << HALF) | column)
    empty[0] = zeros
    return least


@part
def _least_of_four(
    table: Any, p0: Any, p1: Any, p2: Any, p3: Any, w0: Any, w1: Any, w2: Any, w3: Any,
    columns: Any, empty: Any,
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
        zeros += np.uint64(size == ZERO)
        least = min(least, ((size - ONE) << HALF) | column)
    empty[0] = zeros
    return least


@part
def _make_focus(
    table: Any, words: Any, focus: Any, now: Any, level: Any, n_open: Any, n_live: Any, line: Any,
    word: Any, padding: Any, column: Any,
) -> Any:  # fmt: skip
    """Make focus ``now + 1`` of the open columns and live words; the new place of ``column``.

    Returns -1 if there is no room for it.
    """
    begin, stride = focus[now, _TABLE], focus[now, _COLUMNS]
    new_begin = begin + focus[now, _LINES] * stride
    new_stride = (n_open + padding - 1) // padding * padding
    if now + 1 >= len(focus) or new_begin + n_live * new_stride > len(table):
        return -1
    new_column = -1
    place = 0
    for old in range(stride):
        found = ZERO
        for k in range(n_live):
            found |= table[begin + line[k] * stride + old] & word[k]
        if found != ZERO:
            if old == column:
                new_column = place
            for k in range(n_live):
                table[new_begin + k * new_stride + place] = table[begin + line[k] * stride + old]
            place += 1
    for k in range(n_live):
        for spare in range(place, new_stride):
            table[new_begin + k * new_stride + spare] = ZERO
        words[focus[now, _WORDS] + focus[now, _LINES] + k] = words[focus[now, _WORDS] + line[k]]
    focus[now + 1, _TABLE] = new_begin
    focus[now + 1, _LINES] = n_live
    focus[now + 1, _COLUMNS] = new_stride
    focus[now + 1, _WORDS] = focus[now, _WORDS] + focus[now, _LINES]
    focus[now + 1, _LEVEL] = level
    return new_column


@part
def _estimate(visits: Any, expected: Any) -> None:
    """How many nodes were visited below a node of each level, on average."""
    below = 0
    for level in range(len(visits) - 1, -1, -1):
        if visits[level] > 0:
            expected[level] = below / visits[level]
        below += visits[level]


@kernel
def search(
    clash: Any,
    lengths: Any,
    uniform: Any,
    padding: Any,
    table: Any,
    words: Any,
    focus: Any,
    live: Any,
    n_open: Any,
    options: Any,
    next_option: Any,
    last_option: Any,
    chosen: Any,
    visits: Any,
    expected: Any,
    control: Any,
    line: Any,
    word: Any,
    sizes: Any,
    empty: Any,
    max_nodes: Any,
    max_found: Any,
    solutions: Any,
    solution_lengths: Any,
) -> Any:
    """Count up to ``max_nodes`` nodes or find ``max_found`` solutions; returns the number found.

    The problem: ``clash`` as ``build`` makes it; ``lengths[o]`` the primary items of option *o*,
    and ``uniform`` that number if it is the same for all options, else -1.

    The focuses, for f = 0 … ``control[_FOCUS]``, of which the last is in force:

    * ``focus[f]``: the fields named above. Focus 0 has all items and all words.
    * ``table``: line *k* of a focus, ``_COLUMNS`` long, holds for each of its columns the bit row
      of an item in word ``words[_WORDS + k]``. The columns are the items open when the focus was
      made, in order; those that fill the line up to a multiple of ``padding`` are zero.

    The state, for levels d = 0 … depth:

    * ``live[d]``: bit row of the options compatible with those chosen above level *d*, in the
      words of the focus in force there; the other words have none.
    * ``n_open[d]``: how many primary items are not covered.
    * ``options[next_option[d]:last_option[d]]``, for d < depth: the options of the item branched on
      that are still to try. ``options`` is a stack.
    * ``chosen[d]``, for d < depth: the option being tried.
    * ``visits[d]``: nodes visited at level *d*; ``expected[d]``: an estimate of those below one.
    * ``control``: see above.

    Scratch: ``line`` and ``word`` (words, and 4 more), ``sizes`` (columns), ``empty`` (1).
    Solutions go to ``solutions[j, :solution_lengths[j]]`` unless ``solutions`` has no rows.
    """
    depth = control[_DEPTH]
    now = control[_FOCUS]
    visited = control[_VISITED]
    nodes = 0
    found = 0
    keep = solutions.shape[0] > 0
    n_words = live.shape[1]
    begin, n_lines, stride = focus[now, _TABLE], focus[now, _LINES], focus[now, _COLUMNS]
    first_word, base_level = focus[now, _WORDS], focus[now, _LEVEL]
    while nodes < max_nodes and found < max_found and control[_DONE] == 0:
        if visited == 0:
            # Visit the node: it is dead, or has an item to branch on.
            visited = 1
            nodes += 1
            visits[depth] += 1
            control[_VISITS] += 1
            if control[_VISITS] & (_ESTIMATE_EVERY - 1) == 0:
                _estimate(visits, expected)
            open_here = n_open[depth]
            n_live = 0
            for k in range(n_lines):
                line[n_live] = k
                word[n_live] = live[depth, words[first_word + k]]
                n_live += _signed(word[n_live] != ZERO)
            next_option[depth] = 0 if depth == 0 else last_option[depth - 1]
            last_option[depth] = next_option[depth]
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
                    line[k] = 0
                least = NONE
                first, columns = np.uint64(begin), np.uint64(stride)
                for group in range(n_groups):
                    k = 4 * group
                    p0 = first + np.uint64(line[k]) * columns
                    p1 = first + np.uint64(line[k + 1]) * columns
                    p2 = first + np.uint64(line[k + 2]) * columns
                    p3 = first + np.uint64(line[k + 3]) * columns
                    w0, w1, w2, w3 = word[k], word[k + 1], word[k + 2], word[k + 3]
                    if n_groups == 1:
                        least = _least_of_four(
                            table, p0, p1, p2, p3, w0, w1, w2, w3, columns, empty
                        )
                    elif group == 0:
                        _begin_sizes(table, p0, p1, p2, p3, w0, w1, w2, w3, columns, sizes)
                    elif group + 1 < n_groups:
                        _add_sizes(table, p0, p1, p2, p3, w0, w1, w2, w3, columns, sizes)
                    else:
                        least = _least(table, p0, p1, p2, p3, w0, w1, w2, w3, columns, sizes, empty)
                column = _signed(least & LOW)
                size = _signed((least >> HALF) + ONE)
                if _signed(empty[0]) > stride - open_here:
                    pass  # an open item has no option left
                elif (
                    open_here == uniform
                    and not keep
                    and found + size <= max_found
                    and nodes + size <= max_nodes
                ):
                    found += size  # each of its options covers all that is open
                    nodes += size
                else:
                    if (
                        open_here <= _MOST_COLUMNS * stride
                        and expected[depth] * (stride - open_here) > _WORTH * open_here
                    ):
                        place = _make_focus(
                            table, words, focus, now, depth, open_here, n_live, line, word,
                            padding, column,
                        )  # fmt: skip
                        if place >= 0:
                            now += 1
                            column = place
                            begin, n_lines = focus[now, _TABLE], focus[now, _LINES]
                            stride, first_word = focus[now, _COLUMNS], focus[now, _WORDS]
                            base_level = depth
                            for k in range(n_live):
                                line[k] = k
                    top = next_option[depth]
                    for k in range(n_live):
                        bits = word[k] & table[begin + line[k] * stride + column]
                        while bits != ZERO:
                            bit = _signed(count_trailing_zeros(bits))
                            options[top] = 64 * words[first_word + line[k]] + bit
                            top += 1
                            bits &= bits - ONE
                    last_option[depth] = top

        # Move to the next node in depth-first order; solutions on the way are counted.
        while depth >= 0:
            while depth < base_level:
                now -= 1
                begin, n_lines = focus[now, _TABLE], focus[now, _LINES]
                stride, first_word = focus[now, _COLUMNS], focus[now, _WORDS]
                base_level = focus[now, _LEVEL]
            if next_option[depth] == last_option[depth]:
                depth -= 1
                continue
            option = options[next_option[depth]]
            still_open = n_open[depth] - lengths[option]
            if still_open == 0 and (nodes >= max_nodes or found >= max_found):
                break
            next_option[depth] += 1
            chosen[depth] = option
            if still_open == 0:
                if keep:
                    for level in range(depth + 1):
                        solutions[found, level] = chosen[level]
                    solution_lengths[found] = depth + 1
                found += 1
                nodes += 1
                continue
            if n_lines == n_words:
                for k in range(n_words):
                    live[depth + 1, k] = live[depth, k] & ~clash[option, k]
            else:
                for k in range(first_word, first_word + n_lines):
                    there = words[k]
                    live[depth + 1, there] = live[depth, there] & ~clash[option, there]
            n_open[depth + 1] = still_open
            depth += 1
            visited = 0
            break
        if depth < 0:
            control[_DONE] = 1
            depth = 0
    control[_DEPTH] = depth
    control[_FOCUS] = now
    control[_VISITED] = visited
    control[_NODES] += nodes
    return found
