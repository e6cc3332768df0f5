"""Branch and bound over bitsets: the cheapest solutions, with multiplicities and colours.

The idea. Every option has a *reduced cost*, what choosing it costs above a lower bound on all
solutions (``optimization/linear_program.py``); none is negative. The cost of the best solution
known says what may still be spent at every node, and an option whose reduced cost is higher is
dead. The options are numbered by ascending reduced cost. So those that can be afforded are the
first bits of any row, and only their words are looked at. The search is otherwise that of
``bitset.py`` with bounds; of an item's options the cheapest is tried first.

Let r be the reduced cost of the first affordable option of an item, and n how often the item still
needs to be covered. Then n r is a lower bound on what is still to be spent. If no option covers
more than m items in need, the sum of n r / m over all items is another; rounded down for each item,
it is one in whole numbers. (The sum of n r over items of which no option contains two was a third.
It saved few nodes, and took longer.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...compile import inlined, kernel
from ..bits.array_types import Bytes, Int32Rows, Int32s, Int64s, Uint32s, Words
from ..bits.words import ALL_ONES, ONE, ZERO, bit, count_trailing_zeros, index, popcount, signed
from .written_solutions import write_solution

#: Length of ``control``, and its places: depth, nodes, 1 when done, 1 if the node has been visited.
CONTROL = 4
_DEPTH, _NODES, _DONE, _VISITED = 0, 1, 2, 3


@inlined
def _count_sizes(
    table: Words, columns: Any, live: Words, here: Any, n_afforded: Any, mask: Any, sizes: Words
) -> None:
    """The live options of every item, into ``sizes``; ``table``: ``item_rows`` transposed.

    Only options in the first words count, and in the last of these only those of ``mask``.
    """
    for column in range(columns):
        sizes[column] = ZERO
    for word in range(n_afforded):
        bits = live[here + word]
        if word + ONE == n_afforded:
            bits &= mask
        if bits != ZERO:
            at = word * columns
            for column in range(columns):
                sizes[column] += popcount(table[at + column] & bits)


@kernel
def search(
    starts: Words, items: Uint32s, clash: Words, item_rows: Words, by_word: Words,
    multiple: bool, repeat: bool, reduced: Int64s, shares: Int64s, surplus: Int64s,
    has_slack: Bytes, low: Int64s, closed_at: Int64s, live: Words, n_words: int, sizes: Words,
    branch: Int64s, ways: Int64s, first_word: Int64s, spent: Int64s, path: Int64s,
    control: Int64s, budget: int, max_nodes: int, max_found: int, solutions: Int32Rows,
    solution_lengths: Int32s,
) -> Any:  # fmt: skip
    """Find ``max_found`` solutions that spend at most ``budget``, or count ``max_nodes`` nodes.

    Returns the number found. The arrays are those of ``bitset.search``, the options in order of
    their reduced costs; and besides, with O options in W words and P primary items:

    * ``by_word`` (W x P, flat): ``item_rows`` transposed.
    * ``reduced`` (O + 1): the reduced costs, ascending; the last one is beyond any budget.
    * ``shares[o]`` (O): the reduced cost divided by the most primary items of any option, rounded
      down.
    * ``surplus[i]`` (P): what covering item *i* costs each time after it is no longer needed, not
      negative.
    * ``has_slack[i]`` (P): 1 where item *i* has an option of its own that may be chosen again
      (``deepening.py``). It is branched on after all others in need, when it is mostly settled: 20
      queens whose diagonals are such items take a fifth of the nodes.
    * ``spent[d]``: the reduced costs of what was chosen above level *d*. Options that have been
      tried are no longer in ``live[d]``, and ``ways[d]`` is how many of the item are still to try,
      in no word before ``first_word[d]``.

    ``budget`` may be lower from call to call, never higher. Scratch: ``sizes`` (P).
    """
    depth = control[_DEPTH]
    visited = control[_VISITED]
    n_primary = len(low)
    n_options = len(reduced) - 1
    columns, words = index(n_primary), index(n_words)
    nodes = 0
    found = 0
    while nodes < max_nodes and found < max_found and control[_DONE] == 0:
        left = budget - spent[depth]
        if visited == 0:
            visited = 1
            nodes += 1
            here = index(depth) * words
            first_word[depth] = 0
            ways[depth] = 0
            # How many options can be afforded: bisection.
            afforded, beyond = 0, n_options + 1
            while afforded + 1 < beyond:
                middle = (afforded + beyond) >> 1
                if reduced[middle - 1] <= left:
                    afforded = middle
                else:
                    beyond = middle
            n_afforded = index((afforded + 63) >> 6)
            # The last word is cut where options become too expensive.
            mask = bit(afforded) - ONE if afforded & 63 != 0 else ALL_ONES
            _count_sizes(by_word, columns, live, here, n_afforded, mask, sizes)
            best, best_spare, best_rank = -1, 0, 1 << 62
            still = np.int64(0)
            for column in range(columns):
                needed = low[column]
                if needed <= 0:
                    continue
                size = signed(sizes[column])
                spare = size - 1 if repeat or has_slack[column] == 1 else size - needed
                if spare < 0:
                    best = -2
                    break
                # The cheapest option left to the item.
                row = column * words
                for word in range(n_afforded):
                    bits = live[here + word] & item_rows[row + word]
                    if bits != ZERO:
                        option = 64 * signed(word) + signed(count_trailing_zeros(bits))
                        times = 1
                        if needed > 1:
                            # Each time costs at least this much; a bound keeps the sums small.
                            times = min(needed, left // max(1, reduced[option]) + 1)
                        still += times * shares[option]
                        if times * reduced[option] > left:
                            still = left + 1
                        break
                if still > left:
                    best = -2
                    break
                rank = spare + (signed(has_slack[column]) << 32)
                if rank < best_rank:
                    best, best_spare, best_rank = signed(column), spare, rank
            if left < 0:
                best = -2
            if best == -1:
                write_solution(path, depth, found, solutions, solution_lengths)
                found += 1
                branch[depth] = n_primary
                for word in range(words):
                    ways[depth] += signed(popcount(live[here + word]))
            elif best >= 0:
                branch[depth], ways[depth] = best, best_spare + 1

        # Move to the next node in depth-first order.
        while depth >= 0:
            here, row = index(depth) * words, index(branch[depth]) * words
            option = n_options
            if ways[depth] > 0:
                word = index(first_word[depth])
                while live[here + word] & item_rows[row + word] == ZERO:
                    word += ONE
                first_word[depth] = word
                bits = live[here + word] & item_rows[row + word]
                option = 64 * signed(word) + signed(count_trailing_zeros(bits))
            if reduced[option] > budget - spent[depth]:
                # Nothing is left to try, or nothing that can be afforded.
                depth -= 1
                if depth >= 0:
                    option = path[depth]
                    live[index(depth) * words + index(option >> 6)] &= ~bit(option)
                    for node in range(starts[option], starts[option + 1]):
                        low[items[node]] += 1
                continue
            if nodes >= max_nodes or found >= max_found:
                break
            ways[depth] -= 1
            path[depth] = option
            paid = spent[depth] + reduced[option]
            at, below = index(option) * words, here + words
            for word in range(words):
                live[below + word] = live[here + word] & ~clash[at + word]
            for node in range(starts[option], starts[option + 1]):
                item = index(items[node])
                if low[item] <= 0:
                    paid += surplus[item]
                low[item] -= 1
                if multiple and low[item] == closed_at[item]:
                    for word in range(words):
                        live[below + word] &= ~item_rows[item * words + word]
            depth += 1
            spent[depth] = paid
            visited = 0
            break
        if depth < 0:
            control[_DONE] = 1
            depth = 0
    control[_DEPTH] = depth
    control[_VISITED] = visited
    control[_NODES] += nodes
    return found
