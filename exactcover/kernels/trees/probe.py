"""Random descents in a search tree, with or without the tables of the ``bitset`` engine.

The idea (D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation
29, 1975). Go down from the root, at each node to a child drawn at random. A node at which such a
descent arrives with probability p stands for 1/p nodes. So the sum of 1/p over the nodes of a
descent has the size of the tree as its mean, whatever the probabilities. Summed over the solutions
met, it has their number as its mean.

The closer the probabilities are to the sizes of the subtrees, the smaller is the variance. Here a
child is drawn with a probability that grows with the number of its live options, or its square, its
third or its fourth power. No power is best everywhere, and a wrong one makes rare descents of
enormous weight. So each descent draws its power first, and *p* is the mean of the probabilities by
all four (the balance heuristic; E. Veach and L. Guibas, "Optimally combining sampling techniques
for Monte Carlo rendering", 1995).

The tree is that of ``engines/reference.py``. The children of a node are the options of one item:
each stands for the solutions that contain it and none of those before it. If every item is covered
exactly once, this is the usual tree of Algorithm X.

Without a table of clashes (``descend_sparsely``), live options are counted for each item, and the
lists of the items' options say what a choice removes. So a descent takes time in proportion to the
problem, however deep it goes. The number of options that a child has left is not counted. A lower
bound stands in for it, as if no two of the items that it closes shared an option.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...compile import inlined, kernel
from ..bits.array_types import Bytes, Floats, Int32s, Int64s, Uint32s, WordRows, Words
from ..bits.words import ONE, ZERO, bit, count_trailing_zeros, popcount, signed
from .lowest import LISTED, NOT_OPEN, branching_rank, lowest, rank_in_need, touch

#: Length of ``control``, and its places: descents done, and 1 if one is under way.
CONTROL = 2
PROBE, BEGUN = 0, 1

#: How many powers there are.
_POWERS = 4
#: Length of ``sums``, and its places: 1/p summed over the nodes, and over the solutions; by how
#: many powers of ``_SCALE`` both were divided; the power drawn; and the probabilities by each.
SUMS = 8
_TOTAL, _ENDS, _SCALES, _POWER, _FIRST = 0, 1, 2, 3, 4
_SCALE = 1e200


@inlined
def _draw(random: Words) -> Any:
    """A number from 0 to below 1, and the state of the generator after it.

    SplitMix64 (G. Steele, D. Lea and C. Flood, OOPSLA 2014).
    """
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = random[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.float64((mixed ^ (mixed >> np.uint64(31))) >> np.uint64(11)) * 2.0**-53


@inlined
def begin(seeds: Words, control: Int64s, sums: Floats, random: Words) -> None:
    """Begin the next descent, and draw its power."""
    control[BEGUN] = 1
    random[0] = seeds[control[PROBE]]
    sums[_TOTAL], sums[_ENDS], sums[_SCALES] = 1.0, 0.0, 0.0
    sums[_POWER] = np.floor(_POWERS * _draw(random))
    for k in range(_POWERS):
        sums[_FIRST + k] = 1.0


@inlined
def _share(sums: Floats) -> Any:
    """1/p of the node."""
    probability = 0.0
    for k in range(_POWERS):
        probability += sums[_FIRST + k]
    return _POWERS / probability


@inlined
def found_one(sums: Floats) -> None:
    """Count the node as a solution."""
    sums[_ENDS] += _share(sums)


@inlined
def _raised(base: Any, power: Any) -> Any:
    """The base to the power of one more than ``power``."""
    raised = base
    for _ in range(power):
        raised *= base
    return raised


@inlined
def pick(bases: Floats, n_children: Any, sums: Floats, random: Words) -> Any:
    """Count the children, and draw one, each with ``bases`` to the power drawn as its weight."""
    sums[_TOTAL] += _share(sums) * n_children
    mine = np.int64(sums[_POWER])
    weight = 0.0
    for k in range(n_children):
        weight += _raised(bases[k], mine)
    drawn = _draw(random) * weight
    chosen = 0
    while chosen < n_children - 1 and drawn >= _raised(bases[chosen], mine):
        drawn -= _raised(bases[chosen], mine)
        chosen += 1
    largest = 0.0
    for power in range(_POWERS):
        weight = 0.0
        for k in range(n_children):
            weight += _raised(bases[k], power)
        sums[_FIRST + power] *= _raised(bases[chosen], power) / weight
        largest = max(largest, sums[_FIRST + power])
    if largest * _SCALE < 1.0:
        # Keep everything within the range of floating point, in trees of any depth.
        for k in range(_POWERS):
            sums[_FIRST + k] *= _SCALE
        sums[_TOTAL] /= _SCALE
        sums[_ENDS] /= _SCALE
        sums[_SCALES] += 1.0
    return chosen


@inlined
def end(control: Int64s, sums: Floats, nodes: Floats, found: Floats) -> None:
    """End the descent, and write down the logarithms of its sums."""
    probe = control[PROBE]
    scale = sums[_SCALES] * np.log(_SCALE)
    nodes[probe] = np.log(sums[_TOTAL]) + scale
    found[probe] = np.log(sums[_ENDS]) + scale if sums[_ENDS] > 0.0 else -np.inf
    control[PROBE] += 1
    control[BEGUN] = 0


@inlined
def _choose(
    option: Any, clash: Words, rows: Words, starts: Words, items: Uint32s, low: Int64s,
    closed_at: Int64s, lows: Int64s, live: Words,
) -> None:  # fmt: skip
    """Take out of ``live`` what clashes with an option, or may not be chosen beside it any more."""
    for word in range(len(live)):
        live[word] &= ~clash[option, word]
    for entry in range(starts[option], starts[option + 1]):
        item = items[entry]
        # (What is covered at most once is in the table of clashes.)
        if lows[item] - closed_at[item] <= 1 and low[item] - closed_at[item] != 1:
            for word in range(len(live)):
                live[word] &= ~rows[item, word]


@kernel
def descend(
    clash: WordRows, rows: WordRows, starts: Words, items: Uint32s, root: Words, needed: Int64s,
    low: Int64s, closed_at: Int64s, repeat: bool, order: int, deferred: Bytes, seeds: Words,
    live: Words, left: Words, child: Words, lows: Int64s, bases: Floats, options: Int64s,
    random: Words, sums: Floats, control: Int64s, max_work: int, nodes: Floats, found: Floats,
) -> Any:  # fmt: skip
    """Go on with descents for about ``max_work`` words looked at; returns how many are done.

    The problem: ``clash``, ``rows`` (not flat), ``starts``, ``items``, ``closed_at``, ``repeat``,
    ``order`` and ``deferred`` as in ``bitset.search``; ``low`` (primary items): how often each must
    be covered. Descents begin where the options ``root`` (words) are live, and items must be
    covered ``needed`` times.

    Descent *k* draws by ``seeds[k]`` (probes) alone, so that it is the same however the work is cut
    into calls. The logarithms of its estimates go to ``nodes[k]`` and ``found[k]``.

    The state of the descent under way: ``live`` (words), ``lows`` (primary items),
    ``random`` (1), ``sums`` (``SUMS``). Scratch: ``left``, ``child`` (words), ``bases``,
    ``options`` (options + 1). Complexity of a level: primary items x words, and children x words.
    """
    n_words, n_primary = len(root), len(low)
    work = 0
    while control[PROBE] < len(seeds) and work < max_work:
        if control[BEGUN] == 0:
            begin(seeds, control, sums, random)
            for word in range(n_words):
                live[word] = root[word]
            for item in range(n_primary):
                lows[item] = needed[item]
        best, best_rank, best_spare = -1, NOT_OPEN, 0
        for item in range(n_primary):
            if lows[item] <= 0:
                continue
            size: Any = 0
            for word in range(n_words):
                size += signed(popcount(live[word] & rows[item, word]))
            work += n_words
            spare = size - (1 if repeat else lows[item])
            if spare < 0:
                best = -2
                break
            rank = branching_rank(spare, order, deferred, item)
            if rank < best_rank:
                best, best_rank, best_spare = item, rank, spare
        if best == -1:  # nothing is needed any more
            found_one(sums)
        n_children = 0
        most = best_spare + 1 if best >= 0 else 1 << 62
        if best >= -1:
            for word in range(n_words):
                left[word] = live[word]
            for word in range(n_words):
                bits = live[word]
                if best >= 0:
                    bits &= rows[best, word]
                while bits != ZERO and n_children < most:
                    option = 64 * word + signed(count_trailing_zeros(bits))
                    bits &= bits - ONE
                    for other in range(n_words):
                        child[other] = left[other]
                    _choose(option, clash, rows, starts, items, low, closed_at, lows, child)
                    n_left: Any = 0
                    for other in range(n_words):
                        n_left += signed(popcount(child[other]))
                    work += n_words
                    options[n_children] = option
                    bases[n_children] = 1.0 + n_left
                    n_children += 1
                    left[word] &= ~bit(option)
        if n_children == 0:
            end(control, sums, nodes, found)
            continue
        chosen = pick(bases, n_children, sums, random)
        for k in range(chosen):
            live[options[k] >> 6] &= ~bit(options[k])
        option = options[chosen]
        _choose(option, clash, rows, starts, items, low, closed_at, lows, live)
        for entry in range(starts[option], starts[option + 1]):
            lows[items[entry]] -= 1
    return control[PROBE]


@inlined
def _remove(
    option: Any, starts: Int64s, items: Int32s, alive: Bytes, sizes: Int64s, listed: Int32s,
    is_listed: Bytes, n_primary: int,
) -> Any:  # fmt: skip
    """An option is not live any more; returns the work."""
    alive[option] = 0
    for entry in range(starts[option], starts[option + 1]):
        item = items[entry]
        sizes[item] -= 1
        if item < n_primary:
            touch(np.uint64(item), listed, is_listed)
    return starts[option + 1] - starts[option]


@kernel
def descend_sparsely(
    starts: Int64s, items: Int32s, colours: Int32s, option_of: Int32s, item_starts: Int64s,
    item_entries: Int32s, root: Bytes, root_sizes: Int64s, low: Int64s, closed_at: Int64s,
    repeat: bool, order: int, deferred: Bytes, seeds: Words, alive: Bytes, sizes: Int64s,
    lows: Int64s, closed: Bytes, ranks: Int64s, listed: Int32s, is_listed: Bytes, first_of: Int32s,
    bases: Floats, options: Int64s, random: Words, sums: Floats, control: Int64s, max_work: int,
    nodes: Floats, found: Floats,
) -> Any:  # fmt: skip
    """Go on with descents for about ``max_work`` entries looked at; returns how many are done.

    The problem: ``starts``, ``items``, ``colours`` as in ``Compiled``, ``item_starts``,
    ``item_entries`` its transpose, ``option_of[k]`` the option of entry *k*; ``root`` (options), 1
    for those live at the root, and ``root_sizes`` (items), how many of them each item has.

    The state of the descent under way: ``alive`` (options), ``sizes``, ``closed`` (items), and in
    ``control`` behind what ``descend`` has there the number of live options; ``ranks``, ``listed``,
    ``is_listed``, ``first_of`` as in ``cells.search``. All else is as in ``descend``.
    """
    n_primary = len(low)
    n_live = control[2]
    work = 0
    while control[PROBE] < len(seeds) and work < max_work:
        if control[BEGUN] == 0:
            begin(seeds, control, sums, random)
            n_live = 0
            for option in range(len(root)):
                alive[option] = root[option]
                n_live += root[option]
            for item in range(len(root_sizes)):
                sizes[item] = root_sizes[item]
                closed[item] = 0
            for item in range(n_primary):
                lows[item] = low[item]
                touch(np.uint64(item), listed, is_listed)
            work += len(root) + len(root_sizes)

        best, best_spare = -1, 0
        if len(is_listed) > 0:
            rank_in_need(sizes, lows, closed, repeat, order, deferred, ranks, listed)
            work += 128 * listed[LISTED] + len(first_of) - len(is_listed)
            best = lowest(ranks, listed, is_listed, first_of)
        else:
            best_rank = NOT_OPEN
            for item in range(n_primary):
                if lows[item] > 0:
                    spare = sizes[item] - (1 if repeat else lows[item])
                    rank = branching_rank(spare, order, deferred, item)
                    if rank < best_rank:
                        best, best_rank = item, rank
            work += n_primary
        if best >= 0:
            best_spare = sizes[best] - (1 if repeat else lows[best])

        n_children = 0
        if best < 0:  # nothing is needed any more
            found_one(sums)
        # Of the item's options, or of all.
        first = item_starts[best] if best >= 0 else 0
        last = item_starts[best + 1] if best >= 0 else len(root)
        most = best_spare + 1 if best >= 0 else n_live
        for k in range(first, last):
            if n_children >= most:
                break
            work += 1
            option = option_of[item_entries[k]] if best >= 0 else k
            if alive[option] == 0:
                continue
            n_left = n_live - n_children
            for entry in range(starts[option], starts[option + 1]):
                item = items[entry]
                if item >= n_primary:
                    if closed[item] == 0 and colours[entry] == 0:
                        n_left -= sizes[item]
                elif lows[item] - closed_at[item] == 1:
                    n_left -= sizes[item]
            work += starts[option + 1] - starts[option]
            options[n_children] = option
            bases[n_children] = 1.0 + max(0, n_left)
            n_children += 1
        if n_children == 0:
            end(control, sums, nodes, found)
            continue

        which = pick(bases, n_children, sums, random)
        for k in range(which):
            n_live -= 1
            work += _remove(options[k], starts, items, alive, sizes, listed, is_listed, n_primary)
        chosen = options[which]
        if not repeat:
            n_live -= 1
            work += _remove(chosen, starts, items, alive, sizes, listed, is_listed, n_primary)
        for entry in range(starts[chosen], starts[chosen + 1]):
            item = items[entry]
            if item < n_primary:
                lows[item] -= 1
                touch(np.uint64(item), listed, is_listed)
                if lows[item] > closed_at[item]:
                    continue
            elif closed[item] != 0:
                continue
            closed[item] = 1
            colour = colours[entry]
            for k in range(item_starts[item], item_starts[item + 1]):
                rival = item_entries[k]
                work += 1
                if alive[option_of[rival]] and (colour == 0 or colours[rival] != colour):
                    n_live -= 1
                    work += _remove(
                        option_of[rival], starts, items, alive, sizes, listed, is_listed, n_primary
                    )
    control[2] = n_live
    return control[PROBE]
