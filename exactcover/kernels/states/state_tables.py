"""Hash tables of states, without pointers, for ``state_program.py``.

A table is an open-addressing table without pointers: a row has the ``n_words`` words of the
state and the limbs of its number, lowest first. The lowest bit of a state is always set, so a row
whose first word is 0 is free. A row with the number 0 is dead: no set of options leads there any
more. Large tables have ``SHARDS`` parts of equal size; the highest bits of the hash say in which
one a state stands. Several threads may work on one table, each on shards of its own.

With edges, a row's number is that of a node and 1. While a step is done, states may get more edges:
these are *pending*, a list for each state, and nodes are made of them at the end of the step.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...compile import inlined, kernel_part
from ..bits.array_types import Int32s, Int64s, Words
from ..bits.words import HALF, LOW, ONE, ZERO, hashed_row
from .state_program import EDGES, NEED, NODES, PENDING

#: Parts of a large table, as a number of bits and as a number; a table is large from this size on.
SHARD_BITS = 3
SHARDS, LARGE = 1 << SHARD_BITS, 1 << 13
#: The least size of a table. A table is filled up to 5/8 of its size.
LEAST = 16
#: Rows whose places in a new table are looked at together.
_TOGETHER = 64
#: A row's number, where edges are wanted: this bit and the last of its pending edges.
_PENDING_BIT = np.uint64(1 << 63)
#: What stands in place of an option.
NONE = -1


class Tables(NamedTuple):
    """The stack of tables, with room for more."""

    #: The rows of all tables, one table after the other.
    rows: Words
    #: Table -> where its rows begin, their number (a power of two), limbs of a number; and for each
    #: shard how many rows are not free.
    at: Int64s
    size: Int64s
    limbs: Int64s
    used: Int64s
    #: Table -> how many states are not dead, about.
    live: Int64s
    #: Table -> the greatest highest limb of all numbers, or more.
    top: Words


class Graph(NamedTuple):
    """The diagram, as in ``diagrams/graph.py``, with room for more; and the edges of this step."""

    begin: Int64s
    option: Int32s
    child: Int32s
    #: Pending edges of states; ``pending_before``: the one before of the same state, or -1.
    pending_option: Int32s
    pending_child: Int32s
    pending_before: Int64s


@inlined
def n_shards(size: Any) -> Any:
    return SHARDS if size >= LARGE else 1


@inlined
def shard_of(hashed: Any, size: Any) -> Any:
    """The shard of a state."""
    return np.int64(hashed >> np.uint64(64 - SHARD_BITS)) if size >= LARGE else np.int64(0)


@inlined
def place_of(tables: Tables, table: Any, hashed: Any, n_words: int) -> Any:
    """Where the row of a state is looked for first."""
    size = tables.size[table]
    part_size = size >> SHARD_BITS if size >= LARGE else size
    place = shard_of(hashed, size) * part_size + np.int64(hashed & np.uint64(part_size - 1))
    return tables.at[table] + place * (n_words + tables.limbs[table])


@inlined
def is_live(rows: Words, row: Any, n_words: int, limbs: Any) -> Any:
    """Whether a row has a number, and that is not 0."""
    if rows[row] == ZERO:
        return False
    number = ZERO
    for limb in range(n_words, n_words + limbs):
        number |= rows[row + limb]
    return number != ZERO


@inlined
def claim(tables: Tables, table: Any, key: Words, n_words: int, hashed: Any) -> Any:
    """The row of the state ``key``, made if there is none; whether it is new.

    The row of a dead state is used again, as soon as it is known that the state has no row.
    """
    rows, at, size = tables.rows, tables.at[table], tables.size[table]
    limbs = tables.limbs[table]
    stride = n_words + limbs
    part_size = size >> SHARD_BITS if size >= LARGE else size
    shard = shard_of(hashed, size)
    base = at + shard * part_size * stride
    places = np.uint64(part_size - 1)
    place = hashed & places
    dead = -1
    while True:
        row = base + np.int64(place) * stride
        if rows[row] == ZERO:
            break
        same = True
        for word in range(n_words):
            if rows[row + word] != key[word]:
                same = False
                break
        if same:
            return row, False
        if dead < 0 and not is_live(rows, row, n_words, limbs):
            dead = row
        place = (place + ONE) & places
    if dead >= 0:
        row = dead
    else:
        tables.used[table * SHARDS + shard] += 1
    for word in range(n_words):
        rows[row + word] = key[word]
    return row, True


@inlined
def field_of(rows: Words, row: Any, place: Any, mask: Any) -> Any:
    """What a field of a state says; no field is in two words."""
    return (rows[row + (place >> 6)] >> np.uint64(place & 63)) & mask


@inlined
def bit_length(word: Any) -> Any:
    length = 0
    while word != ZERO:
        word >>= ONE
        length += 1
    return length


@inlined
def add(rows: Words, row: Any, source: Words, at: Any, limbs: Any) -> Any:
    """Add the number at ``source[at]``, of so many limbs, to that at ``row``; its top limb."""
    carry = ZERO
    for limb in range(limbs):
        before = rows[row + limb]
        total = before + source[at + limb]
        over = ONE if total < before else ZERO
        total += carry
        if carry != ZERO and total == ZERO:
            over = ONE
        rows[row + limb] = total
        carry = over
    return rows[row + limbs - 1]


@inlined
def multiply(
    rows: Words, row: Any, limbs: Any, left: Any, n_left: Any, right: Any, n_right: Any
) -> Any:
    """Add the product of the numbers at ``left`` and ``right`` to that at ``row``; its top limb."""
    for i in range(n_left):
        a = rows[left + i]
        if a == ZERO:
            continue
        a0, a1 = a & LOW, a >> HALF
        carry = ZERO
        for j in range(n_right):
            b = rows[right + j]
            b0, b1 = b & LOW, b >> HALF
            low, middle, other, high = a0 * b0, a0 * b1, a1 * b0, a1 * b1
            middle += low >> HALF
            other += middle & LOW
            high += (middle >> HALF) + (other >> HALF)
            low = (low & LOW) | (other << HALF)
            # No sum of a word, a carry and the lower word of a product needs more than two words.
            low += carry
            high += ONE if low < carry else ZERO
            if i + j < limbs:
                before = rows[row + i + j]
                low += before
                high += ONE if low < before else ZERO
                rows[row + i + j] = low
            carry = high
        k = i + n_right
        while carry != ZERO and k < limbs:
            before = rows[row + k]
            rows[row + k] = before + carry
            carry = ONE if rows[row + k] < before else ZERO
            k += 1
    return rows[row + limbs - 1]


@kernel_part
def clear(tables: Tables, table: int, at: int, size: int, limbs: int, n_words: int) -> None:
    """Make a table of free rows."""
    tables.at[table], tables.size[table], tables.limbs[table] = at, size, limbs
    for shard in range(SHARDS):
        tables.used[table * SHARDS + shard] = 0
    tables.top[table] = ZERO
    for k in range(at, at + size * (n_words + limbs)):
        tables.rows[k] = ZERO


@inlined
def rows_used(tables: Tables, table: Any) -> Any:
    total = 0
    for shard in range(SHARDS):
        total += tables.used[table * SHARDS + shard]
    return total


@inlined
def end_of(tables: Tables, table: Any, n_words: int) -> Any:
    """Where the rows of a table end."""
    return tables.at[table] + tables.size[table] * (n_words + tables.limbs[table])


@inlined
def has_room(tables: Tables, table: Any, more: Any) -> Any:
    """Whether every shard of a table has room for that many states more."""
    size = tables.size[table]
    most = 5 * (size // n_shards(size)) // 8
    fullest = 0
    for shard in range(n_shards(size)):
        fullest = max(fullest, tables.used[table * SHARDS + shard])
    return fullest + more <= most


@kernel_part
def rebuild(
    tables: Tables, table: int, least: int, limbs: int, kept: Words, kept_at: int, n_words: int,
    floor: int, key: Words, control: Int64s,
) -> Any:  # fmt: skip
    """Build the table on top anew, without dead rows, for ``least`` rows more; whether it could.

    ``floor``: where the room for its rows begins; where the table below ends, if that is negative.
    ``kept``: bits of the states that are kept, from ``kept_at`` on; all, if that is negative.
    """
    before, more = tables.size[table], least
    while _rebuilt(tables, table, more, limbs, kept, kept_at, n_words, floor, key, control):
        # While a step is half done, its last shard may have twice the states of the first one: the
        # states of those that are done are spread over all. So there may be too little room in it.
        size = tables.size[table]
        wanted = least // n_shards(size) - before // (8 * n_shards(size))
        if has_room(tables, table, wanted):
            return True
        more = max(2 * more, size)
    return False


@kernel_part
def _rebuilt(
    tables: Tables, table: int, least: int, limbs: int, kept: Words, kept_at: int, n_words: int,
    floor: int, key: Words, control: Int64s,
) -> Any:  # fmt: skip
    """``rebuild`` once, by the number of states alone."""
    rows = tables.rows
    at, size, before = tables.at[table], tables.size[table], tables.limbs[table]
    stride = n_words + before
    n_live = 0
    for k in range(size):
        if is_live(rows, at + k * stride, n_words, before):
            n_live += 1
    new_size = LEAST
    while 15 * new_size < 32 * n_live or 5 * new_size < 8 * (n_live + least):
        new_size *= 2
    # In front of the table, if there is room, or behind it.
    new_at = floor
    if floor < 0:
        new_at = end_of(tables, table - 1, n_words) if table > 0 else 0
    if new_at + new_size * (n_words + limbs) > at:
        new_at = end_of(tables, table, n_words)
    control[NEED] = new_at + new_size * (n_words + limbs)
    if control[NEED] > len(rows):
        return False
    top = tables.top[table]
    clear(tables, table, new_at, new_size, limbs, n_words)
    tables.top[table] = top if limbs == before else ZERO
    for k in range(size):
        row = at + k * stride
        if k % _TOGETHER == 0 and kept_at < 0:
            # Tables are larger than caches. So places are looked at first, in a loop in which the
            # processor need not wait for one before it asks for the next.
            seen = ZERO
            for ahead in range(row, at + min(k + _TOGETHER, size) * stride, stride):
                if is_live(rows, ahead, n_words, before):
                    hashed = hashed_row(ONE, rows, ahead, n_words)
                    seen |= rows[place_of(tables, table, hashed, n_words)]
            # What is seen is used, so that it is looked at.
            key[0] = seen
        if not is_live(rows, row, n_words, before):
            continue
        for word in range(n_words):
            key[word] = rows[row + word]
            if kept_at >= 0:
                key[word] &= kept[kept_at + word]
        new, _ = claim(tables, table, key, n_words, hashed_row(ONE, key, 0, n_words))
        for limb in range(before):
            rows[new + n_words + limb] = rows[row + n_words + limb]
    tables.live[table] = n_live
    return True


@inlined
def hang(graph: Graph, control: Int64s, number: Any, option: Any, child: Any) -> Any:
    """The number of a row that gets one more edge. ``number``: that of before, 0 for a new row."""
    pending = control[PENDING]
    before = np.int64(-1)
    if number & _PENDING_BIT != ZERO:
        before = np.int64(number & ~_PENDING_BIT)
    elif number != ZERO:
        # What was there before is an edge without an option.
        graph.pending_option[pending] = NONE
        graph.pending_child[pending] = np.int64(number) - 1
        graph.pending_before[pending] = -1
        before = pending
        pending += 1
    graph.pending_option[pending] = option
    graph.pending_child[pending] = child
    graph.pending_before[pending] = before
    control[PENDING] = pending + 1
    return _PENDING_BIT | np.uint64(pending)


@inlined
def _sort(graph: Graph, first: Any, last: Any) -> Any:
    """Sort edges by options and children (D. Shell, 1959): a state may have very many."""
    gap = 1
    while 9 * gap < last - first:
        gap = 3 * gap + 1
    while gap > 0:
        for at in range(first + gap, last):
            option, child = graph.option[at], graph.child[at]
            here = at
            while here >= first + gap:
                other = graph.option[here - gap]
                # As a word -1 is the largest.
                if np.uint32(other) < np.uint32(option):
                    break
                if other == option and graph.child[here - gap] <= child:
                    break
                graph.option[here], graph.child[here] = other, graph.child[here - gap]
                here -= gap
            graph.option[here], graph.child[here] = option, child
        gap //= 3


@kernel_part
def write_nodes(tables: Tables, table: int, graph: Graph, n_words: int, control: Int64s) -> Any:
    """Make nodes of the pending edges of this step; whether there was room.

    Edges stand in the order of their options, then of their children; those without one last.
    """
    n_nodes, n_edges = control[NODES], control[EDGES]
    if n_nodes + control[PENDING] + 1 > len(graph.begin):
        return False
    if n_edges + control[PENDING] > len(graph.option):
        return False
    rows, at, stride = tables.rows, tables.at[table], n_words + 1
    for k in range(tables.size[table]):
        row = at + k * stride
        number = rows[row + n_words]
        if rows[row] == ZERO or number & _PENDING_BIT == ZERO:
            continue
        pending = np.int64(number & ~_PENDING_BIT)
        if graph.pending_before[pending] < 0 and graph.pending_option[pending] == NONE:
            rows[row + n_words] = np.uint64(graph.pending_child[pending] + 1)
            continue
        first = n_edges
        while pending >= 0:
            graph.option[n_edges] = graph.pending_option[pending]
            graph.child[n_edges] = graph.pending_child[pending]
            n_edges += 1
            pending = graph.pending_before[pending]
        _sort(graph, first, n_edges)
        rows[row + n_words] = np.uint64(n_nodes + 1)
        n_nodes += 1
        graph.begin[n_nodes] = n_edges
    control[NODES], control[EDGES], control[PENDING] = n_nodes, n_edges, 0
    return True


@inlined
def reach(
    tables: Tables, table: Any, key: Words, n_words: int, hashed: Any, source: Words, at: Any,
    option: Any, edges: Any, graph: Graph, control: Int64s,
) -> Any:  # fmt: skip
    """A state is reached from another one, whose number is ``source[at:]``; 1 if it is new."""
    rows, limbs = tables.rows, tables.limbs[table]
    row, is_new = claim(tables, table, key, n_words, hashed)
    value = row + n_words
    if edges:
        rows[value] = hang(graph, control, rows[value], option, np.int64(source[at]) - 1)
    elif limbs == 1:
        rows[value] += source[at]
        if rows[value] > tables.top[table]:
            tables.top[table] = rows[value]
    else:
        top = add(rows, value, source, at, limbs)
        if top > tables.top[table]:
            tables.top[table] = top
    return 1 if is_new else 0
