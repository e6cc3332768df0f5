"""Random descents in a search tree, by the tables of the ``bitset`` engine.

The idea (D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation
29, 1975). Go down from the root, at each node to a child drawn at random. A node at which such a
descent arrives with probability p stands for 1/p nodes; so the sum of 1/p over the nodes of a
descent has the size of the tree as its mean, whatever the probabilities, and 1/p of the solution at
its end, or 0, their number.

The variance is the less the closer the probabilities are to the sizes of the subtrees. Here a child
is drawn with a probability that grows with the options that are live in it: their number, to the
power of ``power``, which is learned from descents before (``estimate.py``).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .jit import count_trailing_zeros, kernel, popcount

__all__ = ["descend"]

ZERO = np.uint64(0)
ONE = np.uint64(1)


@kernel
def descend(
    clash: Any,
    rows: Any,
    lengths: Any,
    root: Any,
    n_primary: Any,
    fixed: Any,
    late: Any,
    power: Any,
    draws: Any,
    live: Any,
    child: Any,
    weights: Any,
    options: Any,
    covered: Any,
    nodes: Any,
    found: Any,
) -> Any:
    """One descent for each row of ``draws``; its estimates go to ``nodes`` and ``found``.

    ``clash`` (options x words), ``rows`` (primary items x words): bit rows; ``lengths[o]``: the
    primary items of option *o*; ``root``: the live options at the root; ``fixed``, ``late``: the
    order of branching, as for the engines. ``draws``: numbers from 0 to below 1, one a level.
    Scratch: ``live``, ``child`` (words), ``weights``, ``options`` (options), ``covered`` (primary
    items, bytes). Complexity of a level: primary items x words, and options of the item x words.
    """
    n_words = len(root)
    for probe in range(len(draws)):
        for word in range(n_words):
            live[word] = root[word]
        for item in range(n_primary):
            covered[item] = 0
        n_open = n_primary
        share = 1.0
        total = 1.0
        ends = 0.0
        level = 0
        while True:
            if n_open == 0:
                ends = share
                break
            best, best_rank, best_size = -1, 1 << 62, 0
            dead = False
            for item in range(n_primary):
                if covered[item]:
                    continue
                size: Any = 0
                for word in range(n_words):
                    size += np.int64(popcount(live[word] & rows[item, word]))
                if size == 0:
                    dead = True
                    break
                rank = size
                if size > 1 and len(late) > 0:
                    rank = ((1 << 32) if late[item] else 0) + (2 if fixed else size)
                if rank < best_rank:
                    best, best_rank, best_size = item, rank, size
            if dead:
                break
            n_options = 0
            sum_of_weights = 0.0
            for word in range(n_words):
                bits = live[word] & rows[best, word]
                while bits != ZERO:
                    option = 64 * word + np.int64(count_trailing_zeros(bits))
                    bits &= bits - ONE
                    left: Any = 0
                    for other in range(n_words):
                        left += np.int64(popcount(live[other] & ~clash[option, other]))
                    options[n_options] = option
                    weights[n_options] = (1.0 + left) ** power
                    sum_of_weights += weights[n_options]
                    n_options += 1
            # The children are visited, or counted, each once; they weigh alike here.
            total += share * best_size
            drawn = draws[probe, level] * sum_of_weights
            k = 0
            while k < n_options - 1 and drawn >= weights[k]:
                drawn -= weights[k]
                k += 1
            share *= sum_of_weights / weights[k]
            option = options[k]
            n_open -= lengths[option]
            for item in range(n_primary):
                if (rows[item, option >> 6] >> np.uint64(option & 63)) & ONE != ZERO:
                    covered[item] = 1
            for word in range(n_words):
                child[word] = live[word] & ~clash[option, word]
            for word in range(n_words):
                live[word] = child[word]
            level += 1
        nodes[probe] = total
        found[probe] = ends
