"""Word-parallel search for items with multiplicities (MCC).

The idea is that of ``bitset.py``, one row of bits for the live options of each level, with two
additions. Each primary item carries how often it still must and may be covered. When it may not be
covered again, choosing an option also clears the item's row. And branching is on the *first* option
of an item that a solution contains. An option that has been tried is taken out of the level's live
row, so that every solution is found once (see ``engines/reference.py``).

*Last choices.* If some item must be covered exactly once more and all live options contain it, just
one more option is chosen. The solutions below are the live options that cover every item in need:
one AND over their rows, and where solutions are only counted, one population count.

*Free options.* Suppose that no item needs any more, and that the k options left are compatible and
within all bounds together. Then any subset of them will do. If solutions are only counted, these
2^k are counted at once.

A known answer: five queens dominate the 8 x 8 board in 4,860 ways (OEIS A002564).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compile import inlined, kernel
from .array_types import Bytes, Int32Rows, Int32s, Int64s, Uint32s, Words
from .lowest import NOT_OPEN, branching_rank
from .multiplicity import choose_first, count_sizes, cover, next_word, uncover
from .solutions import write_solution
from .words import ALL_ONES, ONE, ZERO, count_trailing_zeros, index, popcount, signed

__all__ = ["CONTROL", "DEPTH", "GIVEN_UP", "search"]

#: Length of ``control``, and its places: depth, nodes, 1 when done, the options given up.
CONTROL = 4
DEPTH, _NODES, _DONE, GIVEN_UP = 0, 1, 2, 3


@inlined
def _free(
    clash: Words, n_words: int, live: Words, here: Any, sizes: Words, high: Int64s, n_primary: Any
) -> Any:
    """Whether all live options together clash nowhere and exceed no bound."""
    for item in range(n_primary):
        if signed(sizes[item]) > high[item]:
            return False
    for word in range(n_words):
        bits = live[here + word]
        while bits != ZERO:
            bit = count_trailing_zeros(bits)
            at = (word * np.uint64(64) + bit) * n_words
            for other in range(n_words):
                rivals = clash[at + other] & live[here + other]
                if other == word:
                    rivals &= ~(ONE << bit)
                if rivals != ZERO:
                    return False
            bits &= bits - ONE
    return True


@kernel
def search(
    starts: Words, items: Uint32s, clash: Words, rows: Words, table: Words, repeat: bool,
    order: int, deferred: Bytes, most_free: int, low: Int64s, high: Int64s, live: Words,
    n_words: int, sizes: Words, untried: Words, first_word: Int64s, path: Int64s, given_up: Int64s,
    given_mark: Int64s, control: Int64s, max_nodes: int, max_found: int, solutions: Int32Rows,
    solution_lengths: Int32s,
) -> Any:  # fmt: skip
    """Count up to ``max_nodes`` nodes or find ``max_found`` solutions; returns the number found.

    The problem, with O options in W words and P primary items:

    * ``items[starts[o]:starts[o+1]]`` (O + 1): the primary items of option *o*.
    * ``clash`` (O x W, flat): what cannot go with an option, whatever the bounds; the option itself
      too, unless it may be chosen again (``repeat``).
    * ``rows`` (P x W, flat): the options of each item; ``table`` (W x P, flat): the transpose.
    * ``order``, ``deferred`` (P + 1): see ``lowest.branching_rank``. ``most_free``: up to this many
      free options are counted as a power of two.

    The state, for levels d = 0 … depth, of which the last is still to be visited:

    * ``low[i]``, ``high[i]`` (P; at first the bounds): how often item *i* must (if positive) and
      may still be covered.
    * ``live[d]`` (W, flat; ``live[0]`` at first those at the root): the options that may still be
      chosen at the node, without those tried.
    * ``untried[d]`` (W, flat): the options to try; none in words before ``first_word[d]``.
    * ``path[:depth]``: the options chosen.
    * ``given_up[given_mark[d]:given_mark[d+1]]`` (O + levels): the options tried before
      ``path[d]``.

    Scratch: ``sizes`` (P). Solutions go to ``solutions[j, :solution_lengths[j]]`` unless
    ``solutions`` has no rows.
    """
    depth = control[DEPTH]
    n_primary = len(low)
    columns, words = index(n_primary), index(n_words)
    nodes = 0
    found = 0
    keep = solutions.shape[0] > 0
    while nodes < max_nodes and found < max_found and control[_DONE] == 0:
        nodes += 1
        given_mark[depth] = control[GIVEN_UP]
        here = index(depth) * words
        n_live = count_sizes(table, columns, live, here, words, ALL_ONES, sizes)
        best, best_rank, best_spare = -1, NOT_OPEN, 0
        last = False
        for item in range(columns):
            needed = low[item]
            if needed <= 0:
                continue
            size = signed(sizes[item])
            spare = size - 1 if repeat else size - needed
            if spare < 0:
                best = -2
                break
            rank = spare
            if order != 0:
                rank = branching_rank(spare, order, deferred, item)
            if rank < best_rank:
                best, best_rank, best_spare = signed(item), rank, spare
            if needed == 1 and high[item] == 1 and size == n_live:
                last = True
        first_word[depth] = n_words
        if best == -1:
            # Nothing is needed any more: a solution, and perhaps more of it.
            write_solution(path, depth, found, solutions, solution_lengths)
            found += 1
            many = (1 << min(n_live, most_free)) - 1
            if (
                not keep
                and 0 < n_live <= most_free
                and not repeat
                and many <= max_found - found
                and many <= max_nodes - nodes
                and _free(clash, words, live, here, sizes, high, columns)
            ):
                found += many
                nodes += many
            else:
                first_word[depth] = 0
                for word in range(words):
                    untried[here + word] = live[here + word]
        elif best >= 0 and last:
            many_last = ZERO
            for word in range(words):
                bits = live[here + word]
                if bits != ZERO:
                    for item in range(columns):
                        if low[item] > 1:
                            bits = ZERO
                        elif low[item] == 1:
                            bits &= rows[item * words + word]
                    many_last += popcount(bits)
                untried[here + word] = bits
            n_last = signed(many_last)
            if not keep and n_last <= max_found - found and n_last <= max_nodes - nodes:
                found += n_last
                nodes += n_last
            else:
                first_word[depth] = 0
        elif best >= 0:
            first_word[depth] = 0
            choose_first(
                best_spare + 1, index(best) * words, rows, live, here, words, words, ALL_ONES,
                untried,
            )  # fmt: skip

        # Move to the next node in depth-first order.
        while depth >= 0:
            here = index(depth) * words
            now = next_word(untried, here, words, depth, first_word)
            if now == words:
                depth -= 1
                if depth >= 0:
                    option = path[depth]
                    uncover(option, starts, items, low, high, live, index(depth) * words)
                    given_up[given_mark[depth + 1]] = option
                    control[GIVEN_UP] = given_mark[depth + 1] + 1
                continue
            bits = untried[here + now]
            option = 64 * signed(now) + signed(count_trailing_zeros(bits))
            untried[here + now] = bits & (bits - ONE)
            path[depth] = option
            cover(option, starts, items, low, high, rows, clash, live, here, words)
            depth += 1
            break
        if depth < 0:
            control[_DONE] = 1
            depth = 0
    control[DEPTH] = depth
    control[_NODES] += nodes
    return found
