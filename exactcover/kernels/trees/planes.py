"""Many small questions: a search on bit planes, begun again for one list of options after another.

The idea. Bit *i* of plane *j* says whether the *j*-th option of item *i* is live. So a few bitwise
operations treat 64 items at a time: OR-ing the planes, with the carries, shows which items have no
option left, one, two or more. Choosing an option is one AND with a mask made beforehand, which
clears the options that clash with it wherever they stand. At each node all items with one option
left are covered at once. Then the search branches on an item with two options, or else with the
fewest. Of several it takes the one that was most often left without options in this search
("dom/wdeg": F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, "Boosting systematic search by
weighting constraints", ECAI 2004).

This pays where items have few options each: a Sudoku grid is 9 planes of 324 items. The search does
not stop halfway. A list that takes too many nodes is given up, and left to an engine.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...compile import inlined, kernel, kernel_part
from ..bits.array_types import Int32Rows, Int32s, Int64s, Words
from ..bits.words import ONE, ZERO, bit, count_trailing_zeros, index, signed

_TWO, _THREE, _SIX = np.uint64(2), np.uint64(3), np.uint64(6)
#: Words that a loop takes at a time; planes are at least as wide.
LANES = 4
#: What became of a node.
_DEAD, _OPEN, _SOLVED = 0, 1, 2
#: Instead of a number of solutions: given options clash, or the search was given up.
_LEFT = -1


class Planes(NamedTuple):
    """The problem, with O options, as rows of ``width`` words for the open items, and then as many
    for each plane; and the state, for levels d = 0 … depth."""

    width: int
    #: The row before any choice; for each option what it leaves of a row (O rows, flat).
    root: Words
    masks: Words
    #: The option at each bit of the planes, -1 for none; ``bits[starts[o]:starts[o+1]]`` are those
    #: of option *o*, one for each of its primary items.
    option_at: Int32s
    starts: Int64s
    bits: Int64s
    #: A row for each level, flat; its number of open items; ``path[:top[d]]``: the options chosen;
    #: the first bit of the item branched on that is still to try.
    live: Words
    n_open: Int64s
    top: Int64s
    path: Int32s
    cursor: Int64s
    #: How often each item was left without options, in this search.
    failures: Int64s
    #: Scratch, ``width`` words each: the items with at least one option, with two, with three.
    once: Words
    twice: Words
    thrice: Words


@inlined
def _tally(planes: Planes, here: Any) -> None:
    """Find the items with at least one, two and three options, in the row from ``here``.

    The words of a loop are locals, so that it becomes vector instructions.
    """
    live, width = planes.live, index(planes.width)
    for group in range(ZERO, width, index(LANES)):
        k = min(group, width - index(LANES))  # at the end some words are counted again
        a0, a1, a2, a3 = ZERO, ZERO, ZERO, ZERO
        b0, b1, b2, b3 = ZERO, ZERO, ZERO, ZERO
        c0, c1, c2, c3 = ZERO, ZERO, ZERO, ZERO
        for at in range(here + width + k, here + index(len(planes.root)), width):
            w0, w1, w2, w3 = live[at], live[at + ONE], live[at + _TWO], live[at + _THREE]
            c0, c1, c2, c3 = c0 | b0 & w0, c1 | b1 & w1, c2 | b2 & w2, c3 | b3 & w3
            b0, b1, b2, b3 = b0 | a0 & w0, b1 | a1 & w1, b2 | a2 & w2, b3 | a3 & w3
            a0, a1, a2, a3 = a0 | w0, a1 | w1, a2 | w2, a3 | w3
        once, twice, thrice = planes.once[k:], planes.twice[k:], planes.thrice[k:]
        once[0], once[1], once[2], once[3] = a0, a1, a2, a3
        twice[0], twice[1], twice[2], twice[3] = b0, b1, b2, b3
        thrice[0], thrice[1], thrice[2], thrice[3] = c0, c1, c2, c3


@inlined
def _choose(planes: Planes, depth: int, option: Any) -> None:
    """Choose an option at level ``depth``."""
    row = index(len(planes.root))
    here, mask = index(depth) * row, index(option) * row
    for k in range(row):
        planes.live[here + k] &= planes.masks[mask + k]
    planes.n_open[depth] -= planes.starts[option + 1] - planes.starts[option]
    planes.path[planes.top[depth]] = option
    planes.top[depth] += 1


@inlined
def _settle(planes: Planes, depth: int) -> Any:
    """Cover the items with one option left until there are none.

    Returns what became of the node, and the rounds that it took.
    """
    live, width, row = planes.live, index(planes.width), index(len(planes.root))
    here = index(depth) * row
    rounds = 0
    while planes.n_open[depth] > 0:
        rounds += 1
        _tally(planes, here)
        forced = ZERO
        for k in range(width):
            items = live[here + k] & ~planes.once[k]
            if items != ZERO:
                planes.failures[(k << _SIX) + count_trailing_zeros(items)] += 1
                return _DEAD, rounds
            forced |= live[here + k] & ~planes.twice[k]
        if forced == ZERO:
            return _OPEN, rounds
        for k in range(width):
            items = live[here + k] & ~planes.twice[k]
            while items != ZERO:
                item = count_trailing_zeros(items)
                items &= items - ONE
                at = here + width + k
                while at < here + row and (live[at] >> item) & ONE == ZERO:
                    at += width
                if at >= here + row:
                    planes.failures[(k << _SIX) + item] += 1
                    return _DEAD, rounds
                option = planes.option_at[((at - here - width) << _SIX) + item]
                _choose(planes, depth, option)
                items &= live[here + k]  # without those that it covers as well
    return _SOLVED, rounds


@inlined
def _next_option(planes: Planes, depth: int) -> Any:
    """The next option to try at a level, or -1."""
    planes_at = index(depth) * index(len(planes.root)) + index(planes.width)
    for place in range(planes.cursor[depth], len(planes.option_at), 64 * planes.width):
        if planes.live[planes_at + index(place >> 6)] & bit(place) != ZERO:
            planes.cursor[depth] = place + 64 * planes.width
            return planes.option_at[place]
    return -1


@inlined
def _branching(planes: Planes, depth: int) -> Any:
    """The open item to branch on, where each has two options at least; and the words looked at."""
    width, here = index(planes.width), index(depth) * index(len(planes.root))
    best, most, looks = -1, -1, 0
    for k in range(width):
        items = planes.live[here + k] & ~planes.thrice[k]
        while items != ZERO:
            item = signed((k << _SIX) + count_trailing_zeros(items))
            items &= items - ONE
            if planes.failures[item] > most:
                best, most = item, planes.failures[item]
    fewest = len(planes.root) if best < 0 else 0
    for k in range(width if best < 0 else ZERO):
        items = planes.live[here + k]
        while items != ZERO:
            item = signed((k << _SIX) + count_trailing_zeros(items))
            items &= items - ONE
            planes.cursor[depth] = item
            size = 0
            while size < fewest and _next_option(planes, depth) >= 0:
                size += 1
            looks += len(planes.root) // planes.width
            if size < fewest:
                best, fewest = item, size
    return best, looks


@kernel_part
def _begin(planes: Planes, entries: Int64s, first: int, last: int, n_items: int) -> bool:
    """Make the row of a list at level 0; false if it has options that clash."""
    planes.failures[:] = 0
    for k in range(len(planes.root)):
        planes.live[k] = planes.root[k]
    planes.n_open[0] = n_items
    planes.top[0] = 0
    for entry in entries[first:last]:
        option = max(entry, ~entry)
        for k in range(planes.starts[option], planes.starts[option + 1]):
            at = index(planes.width + (planes.bits[k] >> 6))
            if entry < 0:
                planes.live[at] &= ~bit(planes.bits[k])
            elif planes.live[at] & bit(planes.bits[k]) == ZERO:
                return False
        if entry >= 0:
            _choose(planes, 0, option)
    return True


@inlined
def _write(path: Int32s, length: Any, solution: Int32s) -> None:
    """Write a path, filled up with -1."""
    for k in range(len(solution)):
        solution[k] = path[k] if k < length else -1


@kernel
def answer(
    planes: Planes, n_items: int, uniform: int, limit: int, most_nodes: int, most_words: int,
    keep: int, entries: Int64s, begins: Int64s, found: Int64s, nodes: Int64s,
    solutions: Int32Rows, n_lists: int,
) -> None:  # fmt: skip
    """Count the solutions of each list, up to a limit, and note the first ``keep`` of them.

    ``entries[begins[k]:begins[k+1]]`` (lists + 1): list *k*. An entry is an option that is given,
    or ``~o`` for an option that is left out. ``uniform``: the items of an option if all have as
    many, else -1.

    The answers, for each list: ``found``, the number of solutions, or -1 if given options clash or
    the list takes more than ``most_nodes`` nodes or about ``most_words`` words; ``nodes``; and in
    ``solutions`` ``keep`` rows, filled up with -1.
    """
    row = index(len(planes.root))
    for number in range(n_lists):
        found[number], nodes[number] = _LEFT, 0
        if not _begin(planes, entries, begins[number], begins[number + 1], n_items):
            continue
        n_found, n_nodes, n_words, depth, last = 0, 0, 0, 0, False
        while depth >= 0 and n_found < limit and n_nodes < most_nodes and n_words < most_words:
            status, rounds = _settle(planes, depth)
            n_nodes += max(1, rounds)
            n_words += max(1, rounds) * len(planes.root)
            top = planes.top[depth]
            if status == _OPEN:
                planes.cursor[depth], looks = _branching(planes, depth)
                n_words += looks
                # Each option of any item is perhaps the last of a solution.
                last = planes.n_open[depth] == uniform
                option = _next_option(planes, depth) if last else -1
                while option >= 0 and n_found < limit:
                    if n_found < keep:
                        planes.path[top] = option
                        _write(planes.path, top + 1, solutions[number * keep + n_found])
                    n_found += 1
                    n_nodes += 1
                    option = _next_option(planes, depth)
            elif status == _SOLVED:
                if n_found < keep:
                    _write(planes.path, top, solutions[number * keep + n_found])
                n_found += 1
            if status != _OPEN or last:
                depth -= 1
            while depth >= 0:
                option = _next_option(planes, depth)
                if option >= 0:
                    here = index(depth) * row
                    for k in range(here, here + row):
                        planes.live[k + row] = planes.live[k]
                    planes.n_open[depth + 1] = planes.n_open[depth]
                    planes.top[depth + 1] = planes.top[depth]
                    depth += 1
                    _choose(planes, depth, option)
                    break
                depth -= 1
        done = (depth < 0 or n_found >= limit) and n_nodes <= most_nodes
        found[number], nodes[number] = n_found if done else _LEFT, n_nodes
