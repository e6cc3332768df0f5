"""A search that calls a user's rule at each node, without Python in between.

The idea. The rule keeps a state, an array of numbers. When an option is chosen, it is *entered*:
the rule changes the state, or refuses the option. When the search goes back, the option is *left*,
and the rule undoes what it did. So the work at a node is the work for one option, whatever the
depth. The search itself is the simplest one by tables: the live options of a level are those of
the level above without what clashes with the option chosen (``clashes.py``). With a fixed order no
sizes are counted, and the next open item is branched on.
"""

from __future__ import annotations

from typing import Any

from ...compile import kernel, native
from ..bits.array_types import Bytes, Int32Rows, Int32s, Int64s, Uint32s, Words
from ..bits.words import ONE, ZERO, count_trailing_zeros, index, popcount, signed
from .lowest import NOT_OPEN, branching_rank
from .written_solutions import write_solution

#: Length of ``control``, and its places: depth, nodes counted, 1 when done, 1 if the node where
#: the search stands has been visited; which function of the rule raised an exception, or 0, and
#: about which option.
CONTROL = 6
DEPTH, _NODES, _DONE, VISITED, FAULT, OPTION = 0, 1, 2, 3, 4, 5
#: The functions of a rule.
ENTER, LEAVE, ACCEPT = 1, 2, 3


@native
def call_with_option(function: Any, state: Int64s, option: Any) -> Any:
    """What a function answers about a state and an option: 0, 1, or -1 if it raised an exception.

    ``function``: its address (``rule_functions.py``); where nothing is compiled, the function
    itself, whose exceptions end the search.
    """
    return 1 if function(state, option) else 0


@native
def call_with_state(function: Any, state: Int64s) -> Any:
    """The same about a state alone."""
    return 1 if function(state) else 0


@kernel
def search(
    clash: Words, item_rows: Words, starts: Words, items: Uint32s, lengths: Int64s, n_words: int,
    order: int, deferred: Bytes, live: Words, covered: Bytes, n_open: Int64s, path: Int32s,
    untried: Words, first_item: Int32s, enter: int, leave: int, accept: int, names: Int64s,
    state: Int64s, control: Int64s, max_nodes: int, max_found: int, solutions: Int32Rows,
    solution_lengths: Int32s,
) -> Any:  # fmt: skip
    """Count up to ``max_nodes`` nodes or find ``max_found`` solutions; returns the number found.

    The problem: ``clash`` (options x words), ``item_rows`` (primary items x words), flat; and
    ``starts``, ``items``, ``lengths``, ``order`` and ``deferred`` as in ``bitset_loop.search``.

    The rule: ``enter`` and ``leave`` are called with ``state`` and ``names[o]`` of an option *o*,
    unless that is -1, an option that it does not know. ``accept`` is called with ``state`` at a
    solution, unless it is 0. An option that is refused is a node, but nothing
    below it is visited; it is not left. If one of them raises an exception, the search is over, and
    ``control`` says where.

    The state of the search, for levels d = 0 … depth: ``live[d]`` (words), the options that go with
    those chosen above; ``n_open[d]``, the items that are not covered; ``path[d]``, the option tried
    at level *d*, or -1; ``untried[d]`` (words), the options still to try there; ``first_item[d]``:
    with a fixed order no item before it is open. ``covered[i]``: 1 if item *i* is covered. For the
    prefix of the search all of this is done at the beginning.
    """
    n_primary = len(covered)
    # (An index that cannot be negative needs no code for counting from the end.)
    wide = index(n_words)
    depth = control[DEPTH]
    visited = control[VISITED]
    nodes = 0
    found = 0
    fault = control[FAULT]
    while nodes < max_nodes and found < max_found and control[_DONE] == 0 and fault == 0:
        if visited == 0:
            visited = 1
            nodes += 1
            here = index(depth) * wide
            path[depth] = -1
            best, least = -1, NOT_OPEN
            if order == 1:
                best = first_item[depth]
                while best < n_primary and covered[index(best)] != 0:
                    best += 1
                first_item[depth] = best
            elif n_open[depth] > 0:
                for item in range(n_primary):
                    if covered[index(item)] != 0:
                        continue
                    many = ZERO
                    row = index(item) * wide
                    for k in range(wide):
                        many += popcount(live[here + k] & item_rows[row + k])
                    rank = branching_rank(signed(many) - 1, order, deferred, item)
                    if rank < least:
                        best, least = item, rank
                        if rank < 0:
                            break
            if n_open[depth] == 0:
                for k in range(wide):
                    untried[here + k] = ZERO
                answer = 1 if accept == 0 else call_with_state(accept, state)
                if answer < 0:
                    fault = ACCEPT
                elif answer != 0:
                    write_solution(path, depth, found, solutions, solution_lengths)
                    found += 1
            else:
                row = index(best) * wide
                for k in range(wide):
                    untried[here + k] = live[here + k] & item_rows[row + k]
            if nodes >= max_nodes or found >= max_found or fault != 0:
                break
        # Leave the option that was tried last, and try the next one.
        option = path[depth]
        if option >= 0:
            if names[option] >= 0 and call_with_option(leave, state, names[option]) < 0:
                fault = LEAVE
                break
            for node in range(starts[index(option)], starts[index(option + 1)]):
                covered[items[node]] = 0
            path[depth] = -1
        here = index(depth) * wide
        word = ZERO
        while word < wide and untried[here + word] == ZERO:
            word += ONE
        if word == wide:
            if depth == 0:
                control[_DONE] = 1
            else:
                depth -= 1
            continue
        bits = untried[here + word]
        option = 64 * signed(word) + signed(count_trailing_zeros(bits))
        untried[here + word] = bits & (bits - ONE)
        answer = 1 if names[option] < 0 else call_with_option(enter, state, names[option])
        if answer <= 0:
            nodes += 1
            if answer < 0:
                fault = ENTER
                control[OPTION] = option
            continue
        path[depth] = option
        for node in range(starts[index(option)], starts[index(option + 1)]):
            covered[items[node]] = 1
        row = index(option) * wide
        for k in range(wide):
            live[here + wide + k] = live[here + k] & ~clash[row + k]
        n_open[depth + 1] = n_open[depth] - lengths[option]
        first_item[depth + 1] = first_item[depth]
        depth += 1
        visited = 0
    control[DEPTH] = depth
    control[VISITED] = visited
    control[FAULT] = fault
    control[_NODES] += nodes
    return found
