"""Solutions counted along a tree: a table of states for each part that has been settled.

The idea. Items are settled one after the other, the leaves of a tree first. What the options chosen
below a place of the tree have done shows only in the few items that are still open there: which of
them are covered, how often, in which colour. That is a *state*. A *table* says for each state that
can come up how many sets of options lead to it. Where branches of the tree meet, their tables are
joined: two states go together if no item is covered twice, and their numbers multiply. On a path no
branches meet. (Dynamic programming over tree decompositions: H. Bodlaender, "Dynamic programming on
graphs with bounded treewidth", 1988; for tilings by dominoes, "broken profiles".) A table is given
back as soon as the next one is made of it.

With ``edges`` the tables say, in place of a number, which node of a diagram stands for the sets of
options that lead to the state. Joins become nodes of products.

Steps. A program of steps is worked off on a stack of tables:

* ``START``: push the table of the one empty set.
* ``CHOOSE``: settle an item to be covered exactly once: in the states where it is open, one of its
  options is chosen. This happens in place. The item's bit is set in all states afterwards, so that
  states where the item was covered before stay where they are.
* ``TAKE``: an option may be chosen, or be chosen several times. A field counts its copies.
* ``FORGET``: what a field says does not matter any more. States that become equal are added up; an
  item covered too few times has no state.
* ``CLEAN``: clear bits that are the same in all states, so that other items may use them.
* ``JOIN``: join the two tables on top of the stack.

Tables. A table is an open-addressing table without pointers: a row has the ``n_words`` words of the
state and the limbs of its number, lowest first. The lowest bit of a state is always set, so a row
whose first word is 0 is free. A row with the number 0 is dead: no set of options leads there any
more. Large tables have ``SHARDS`` parts of equal size; the highest bits of the hash say in which
one a state stands. Several threads may work on one table, each on shards of its own.

A join of large tables looks at the bits that both sides may have set, one after the other: the
halves that both have it set never go together, so they are left out at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .array_types import Int32s, Int64s, Words
from .graphs import PRODUCT
from .jit import inlined, kernel, part
from .words import HALF, LOW, ONE, ZERO, hashed_row, mixed

__all__ = [
    "CHOOSE", "CLEAN", "CONTROL", "DONE", "EDGES_FULL", "FORGET", "JOIN", "PAUSED", "ROWS_FULL",
    "SHARDS", "STACK", "START", "TAKE", "Fields", "Graph", "Options", "Steps", "Tables",
    "deliver", "choose_in_shards", "ready", "run",
]  # fmt: skip

#: Kinds of steps.
START, CHOOSE, TAKE, FORGET, CLEAN, JOIN = range(6)

#: Why ``run`` returned: it is done; has done as much work as it may; needs ``control[NEED]`` words
#: for rows; needs room for nodes, edges, or pending edges.
DONE, PAUSED, ROWS_FULL, EDGES_FULL = range(4)

#: Places of ``control``: the step; where it is in the step (-1: at its beginning); the round of
#: ``TAKE``; how many tables are on the stack; words needed; states expanded and pairs joined;
#: states reached, and reached for the first time; nodes, edges and pending edges; the entries of
#: the stack of a join, and the lengths of its two lists; the most rows of all tables at a time.
CONTROL = 16
(
    STEP, CURSOR, ROUND, DEPTH, NEED, EXPANDED, REACHED, CREATED, NODES, EDGES, PENDING, _OPEN,
    _LEFT, _RIGHT, ROWS, STOPPED,
) = range(CONTROL)  # fmt: skip

#: Parts of a large table, as a number of bits and as a number; a table is large from this size on.
SHARD_BITS = 3
SHARDS, _LARGE = 1 << SHARD_BITS, 1 << 13
#: The least size of a table. A table is filled up to 5/8 of its size.
_LEAST = 16
#: Pairs that a join looks at without looking at single bits.
_FEW_PAIRS = 32
#: Entries of the stack of a join, of 5 numbers each: three for each bit, and some for halving.
STACK = 5 * (3 * 64 + 128)
#: A row's number, where edges are wanted: this bit and the last of its pending edges.
_PENDING_BIT = np.uint64(1 << 63)
_NONE = -1


class Steps(NamedTuple):
    """The program; an array has a place for each step, ``*_first`` one more."""

    kind: Int32s
    #: The field of CHOOSE, TAKE and FORGET: its lowest bit in the state, and its mask, moved down.
    place: Int64s
    mask: Words
    #: FORGET: the least number in the field. TAKE: the most copies.
    bound: Int64s
    #: CHOOSE and TAKE: the options.
    options_first: Int64s
    #: CLEAN and JOIN: bits that are kept, of the lower table; JOIN: behind them bits of which only
    #: one side may have each; ``n_words`` words each, from here.
    kept_at: Int64s
    kept: Words
    #: JOIN: where bits of the upper table go: from a word, a mask, to a word, turned left by.
    moves_first: Int64s
    move_from: Int64s
    move_mask: Words
    move_to: Int64s
    move_by: Int64s
    #: JOIN: single bits by which both sides are divided.
    split_first: Int64s
    split: Int64s
    #: JOIN: fields that both sides may have.
    shared_first: Int64s


class Options(NamedTuple):
    """The options of steps, in the order of the steps."""

    number: Int32s
    #: Bits that must be 0, and are set; ``n_words`` for each.
    block: Words
    fields_first: Int64s


class Fields(NamedTuple):
    """Fields that options change, or that both sides of a join may have."""

    place: Int64s
    mask: Words
    #: The colour; 0 for a counter.
    colour: Words
    #: The most that a counter may show; then it stops (``unlimited`` 1), or no more is allowed (0).
    most: Words
    unlimited: Int64s


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
def _shards(size: Any) -> Any:
    return SHARDS if size >= _LARGE else 1


@inlined
def _shard(hashed: Any, size: Any) -> Any:
    """The shard of a state."""
    return np.int64(hashed >> np.uint64(64 - SHARD_BITS)) if size >= _LARGE else np.int64(0)


@inlined
def _is_live(rows: Words, row: Any, n_words: int, limbs: Any) -> Any:
    """Whether a row has a number, and that is not 0."""
    if rows[row] == ZERO:
        return False
    for limb in range(n_words, n_words + limbs):
        if rows[row + limb] != ZERO:
            return True
    return False


@inlined
def _claim(
    tables: Tables, table: Any, key: Words, n_words: int, hashed: Any
) -> Any:
    """The row of the state ``key``, made if there is none; whether it is new.

    The row of a dead state is used again, as soon as it is known that the state has no row.
    """
    rows, at, size = tables.rows, tables.at[table], tables.size[table]
    limbs = tables.limbs[table]
    stride = n_words + limbs
    part_size = size >> SHARD_BITS if size >= _LARGE else size
    shard = _shard(hashed, size)
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
        if dead < 0 and not _is_live(rows, row, n_words, limbs):
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
def _field(rows: Words, row: Any, place: Any, mask: Any) -> Any:
    """What a field of a state says; no field is in two words."""
    return (rows[row + (place >> 6)] >> np.uint64(place & 63)) & mask


@inlined
def _bit_length(word: Any) -> Any:
    length = 0
    while word != ZERO:
        word >>= ONE
        length += 1
    return length


@inlined
def _fits(key: Words, n_words: int, k: Any, options: Options, fields: Fields) -> Any:
    """Whether option k fits a state; ``key`` becomes the state with it, as far as it does."""
    for word in range(n_words):
        block = options.block[k * n_words + word]
        if key[word] & block != ZERO:
            return False
        key[word] |= block
    for f in range(options.fields_first[k], options.fields_first[k + 1]):
        word, shift = fields.place[f] >> 6, np.uint64(fields.place[f] & 63)
        now = (key[word] >> shift) & fields.mask[f]
        if fields.colour[f] != ZERO:
            if now == ZERO:
                key[word] |= fields.colour[f] << shift
            elif now != fields.colour[f]:
                return False
        elif now < fields.most[f]:
            key[word] += ONE << shift
        elif fields.unlimited[f] == 0:
            return False
    return True


@inlined
def _add(rows: Words, row: Any, source: Words, at: Any, limbs: Any) -> Any:
    """Add the number of ``limbs`` limbs at ``source[at]`` to that at ``rows[row]``; its top limb."""
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
def _multiply(
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


@part
def _clear(tables: Tables, table: int, at: int, size: int, limbs: int, n_words: int) -> None:
    """Make a table of free rows."""
    tables.at[table], tables.size[table], tables.limbs[table] = at, size, limbs
    for shard in range(SHARDS):
        tables.used[table * SHARDS + shard] = 0
    tables.top[table] = ZERO
    for k in range(at, at + size * (n_words + limbs)):
        tables.rows[k] = ZERO


@inlined
def _used(tables: Tables, table: Any) -> Any:
    total = 0
    for shard in range(SHARDS):
        total += tables.used[table * SHARDS + shard]
    return total


@inlined
def _end(tables: Tables, table: Any, n_words: int) -> Any:
    """Where the rows of a table end."""
    return tables.at[table] + tables.size[table] * (n_words + tables.limbs[table])


@part
def _rebuild(
    tables: Tables, table: int, least: int, limbs: int, kept: Words, kept_at: int, n_words: int,
    floor: int, key: Words, control: Int64s,
) -> Any:  # fmt: skip
    """Build the table on top anew, without dead rows, for ``least`` rows more; whether it could.

    ``floor``: where the room for its rows begins; where the table below ends, if that is negative.
    ``kept``: bits of the states that are kept, from ``kept_at`` on; all, if that is negative.
    """
    rows = tables.rows
    at, size, before = tables.at[table], tables.size[table], tables.limbs[table]
    stride = n_words + before
    n_live = 0
    for k in range(size):
        if _is_live(rows, at + k * stride, n_words, before):
            n_live += 1
    new_size = _LEAST
    while 15 * new_size < 32 * n_live or 5 * new_size < 8 * (n_live + least):
        new_size *= 2
    # In front of the table, if there is room, or behind it.
    new_at = floor
    if floor < 0:
        new_at = _end(tables, table - 1, n_words) if table > 0 else 0
    if new_at + new_size * (n_words + limbs) > at:
        new_at = _end(tables, table, n_words)
    control[NEED] = new_at + new_size * (n_words + limbs)
    if control[NEED] > len(rows):
        return False
    top = tables.top[table]
    _clear(tables, table, new_at, new_size, limbs, n_words)
    tables.top[table] = top if limbs == before else ZERO
    for k in range(size):
        row = at + k * stride
        if not _is_live(rows, row, n_words, before):
            continue
        for word in range(n_words):
            key[word] = rows[row + word]
            if kept_at >= 0:
                key[word] &= kept[kept_at + word]
        new, _ = _claim(tables, table, key, n_words, hashed_row(ONE, key, 0, n_words))
        for limb in range(before):
            rows[new + n_words + limb] = rows[row + n_words + limb]
    tables.live[table] = n_live
    control[ROWS] = max(control[ROWS], n_live)
    return True


@inlined
def _has_room(tables: Tables, table: Any, more: Any) -> Any:
    """Whether every shard of a table has room for that many states more."""
    size = tables.size[table]
    most = 5 * (size // _shards(size)) // 8
    for shard in range(_shards(size)):
        if tables.used[table * SHARDS + shard] + more > most:
            return False
    return True


@inlined
def _hang(graph: Graph, control: Int64s, number: Any, option: Any, child: Any) -> Any:
    """The number of a row that gets one more edge. ``number``: that of before, 0 for a new row."""
    pending = control[PENDING]
    before = np.int64(-1)
    if number & _PENDING_BIT != ZERO:
        before = np.int64(number & ~_PENDING_BIT)
    elif number != ZERO:
        # What was there before is an edge without an option.
        graph.pending_option[pending] = _NONE
        graph.pending_child[pending] = np.int64(number) - 1
        graph.pending_before[pending] = -1
        before = pending
        pending += 1
    graph.pending_option[pending] = option
    graph.pending_child[pending] = child
    graph.pending_before[pending] = before
    control[PENDING] = pending + 1
    return _PENDING_BIT | np.uint64(pending)


@part
def _write_nodes(tables: Tables, table: int, graph: Graph, n_words: int, control: Int64s) -> Any:
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
        if graph.pending_before[pending] < 0 and graph.pending_option[pending] == _NONE:
            rows[row + n_words] = np.uint64(graph.pending_child[pending] + 1)
            continue
        first = n_edges
        while pending >= 0:
            option, child = graph.pending_option[pending], graph.pending_child[pending]
            here = n_edges
            # As a word -1 is the largest.
            while here > first and (
                np.uint32(graph.option[here - 1]) > np.uint32(option)
                or (graph.option[here - 1] == option and graph.child[here - 1] > child)
            ):
                graph.option[here] = graph.option[here - 1]
                graph.child[here] = graph.child[here - 1]
                here -= 1
            graph.option[here], graph.child[here] = option, child
            n_edges += 1
            pending = graph.pending_before[pending]
        rows[row + n_words] = np.uint64(n_nodes + 1)
        n_nodes += 1
        graph.begin[n_nodes] = n_edges
    control[NODES], control[EDGES], control[PENDING] = n_nodes, n_edges, 0
    return True


@inlined
def _reach(
    tables: Tables, table: Any, key: Words, n_words: int, hashed: Any, source: Words, at: Any,
    option: Any, edges: Any, graph: Graph, control: Int64s,
) -> Any:  # fmt: skip
    """A state is reached from another one, whose number is ``source[at:]``; 1 if it is new."""
    rows, limbs = tables.rows, tables.limbs[table]
    row, is_new = _claim(tables, table, key, n_words, hashed)
    value = row + n_words
    if edges:
        rows[value] = _hang(graph, control, rows[value], option, np.int64(source[at]) - 1)
    elif limbs == 1:
        rows[value] += source[at]
        if rows[value] > tables.top[table]:
            tables.top[table] = rows[value]
    else:
        top = _add(rows, value, source, at, limbs)
        if top > tables.top[table]:
            tables.top[table] = top
    return 1 if is_new else 0


@part
def _choose(
    steps: Steps, options: Options, fields: Fields, tables: Tables, graph: Graph, n_words: int,
    edges: bool, step: int, table: int, first: int, last: int, outbox: Words, key: Words,
    control: Int64s, most: int,
) -> Any:  # fmt: skip
    """Settle an item in the rows from ``first`` to ``last``; returns where it stopped, or -1.

    It begins at the cursor. States that other threads' shards hold go to ``outbox``, ``control[PENDING]`` words so far.
    """
    rows, limbs = tables.rows, tables.limbs[table]
    size, stride = tables.size[table], n_words + limbs
    begin, end = steps.options_first[step], steps.options_first[step + 1]
    here = tables.at[table] + (steps.place[step] >> 6)
    bit = ONE << np.uint64(steps.place[step] & 63)
    part_size = size // _shards(size)
    done, reached, created, where = 0, 0, 0, -1
    # States that may be settled before shards are looked at again.
    slack = 0
    for k in range(control[CURSOR], last):
        if rows[here + k * stride] & bit != ZERO:
            continue
        row = tables.at[table] + k * stride
        if not _is_live(rows, row, n_words, limbs):
            continue
        if done >= most:
            where = k
            break
        if len(outbox):
            if control[PENDING] + (end - begin) * stride > len(outbox):
                where = k
                break
        elif edges and control[PENDING] + 2 * (end - begin) > len(graph.pending_child):
            where = k
            break
        if slack == 0:
            slack = part_size
            for shard in range(first // part_size, (last - 1) // part_size + 1):
                room = 5 * part_size // 8 - tables.used[table * SHARDS + shard]
                slack = min(slack, room // max(1, end - begin))
            if slack <= 0:
                where = k
                break
        slack -= 1
        done += 1
        for option in range(begin, end):
            for word in range(n_words):
                key[word] = rows[row + word]
            if not _fits(key, n_words, option, options, fields):
                continue
            reached += 1
            hashed = hashed_row(ONE, key, 0, n_words)
            place = _shard(hashed, size) * part_size
            if first <= place < last:
                created += _reach(
                    tables, table, key, n_words, hashed, rows, row + n_words,
                    options.number[option], edges, graph, control,
                )  # fmt: skip
            else:
                for word in range(n_words):
                    outbox[control[PENDING] + word] = key[word]
                for limb in range(n_words, stride):
                    outbox[control[PENDING] + limb] = rows[row + limb]
                control[PENDING] += stride
        for limb in range(n_words, stride):
            rows[row + limb] = ZERO
    control[EXPANDED] += done
    control[REACHED] += reached
    control[CREATED] += created
    tables.live[table] += created - done
    return where



@part
def _choose_narrow(
    steps: Steps, options: Options, tables: Tables, step: int, table: int, first: int, last: int,
    outbox: Words, control: Int64s, most: int,
) -> Any:  # fmt: skip
    """``_choose`` where a state is one word, options have no fields, and nodes are not wanted."""
    rows, limbs, block = tables.rows, tables.limbs[table], options.block
    at, size, stride = tables.at[table], tables.size[table], 1 + limbs
    begin, end = steps.options_first[step], steps.options_first[step + 1]
    bit = ONE << np.uint64(steps.place[step] & 63)
    part_size = size // _shards(size)
    places = np.uint64(part_size - 1)
    top = tables.top[table]
    done, reached, created, where, slack = 0, 0, 0, -1, 0
    for k in range(control[CURSOR], last):
        row = at + k * stride
        state = rows[row]
        if state & bit != ZERO or not _is_live(rows, row, 1, limbs):
            continue
        if done >= most:
            where = k
            break
        if len(outbox) and control[PENDING] + (end - begin) * stride > len(outbox):
            where = k
            break
        if slack == 0:
            slack = part_size
            for shard in range(first // part_size, (last - 1) // part_size + 1):
                room = 5 * part_size // 8 - tables.used[table * SHARDS + shard]
                slack = min(slack, room // max(1, end - begin))
            if slack <= 0:
                where = k
                break
        slack -= 1
        done += 1
        for option in range(begin, end):
            wanted = block[option]
            if state & wanted != ZERO:
                continue
            reached += 1
            key = state | wanted
            hashed = mixed(ONE ^ key)
            shard = _shard(hashed, size)
            if not first <= shard * part_size < last:
                outbox[control[PENDING]] = key
                for limb in range(1, stride):
                    outbox[control[PENDING] + limb] = rows[row + limb]
                control[PENDING] += stride
                continue
            base = at + shard * part_size * stride
            place = hashed & places
            target = base + np.int64(place) * stride
            dead = -1
            while rows[target] != ZERO and rows[target] != key:
                if dead < 0 and not _is_live(rows, target, 1, limbs):
                    dead = target
                place = (place + ONE) & places
                target = base + np.int64(place) * stride
            if rows[target] == ZERO:
                created += 1
                if dead >= 0:
                    target = dead
                else:
                    tables.used[table * SHARDS + shard] += 1
                rows[target] = key
            if limbs == 1:
                rows[target + 1] += rows[row + 1]
                top = max(top, rows[target + 1])
            else:
                top = max(top, _add(rows, target + 1, rows, row + 1, limbs))
        for limb in range(1, stride):
            rows[row + limb] = ZERO
    tables.top[table] = top
    control[EXPANDED] += done
    control[REACHED] += reached
    control[CREATED] += created
    tables.live[table] += created - done
    return where

@part
def _take(
    steps: Steps, options: Options, fields: Fields, tables: Tables, graph: Graph, n_words: int,
    edges: bool, step: int, table: int, key: Words, control: Int64s, most: int,
) -> Any:  # fmt: skip
    """One round of ``TAKE``: one more copy for the states that have as many as the round says.

    There is room for all of them, so that no state moves meanwhile. Returns as ``_choose``.
    """
    rows, limbs = tables.rows, tables.limbs[table]
    stride, at = n_words + limbs, tables.at[table]
    place, mask, option = steps.place[step], steps.mask[step], steps.options_first[step]
    done = 0
    for k in range(control[CURSOR], tables.size[table]):
        row = at + k * stride
        if not _is_live(rows, row, n_words, limbs):
            continue
        if _field(rows, row, place, mask) != np.uint64(control[ROUND]):
            continue
        if done >= most or (edges and control[PENDING] + 2 > len(graph.pending_child)):
            return k
        done += 1
        control[EXPANDED] += 1
        for word in range(n_words):
            key[word] = rows[row + word]
        if not _fits(key, n_words, option, options, fields):
            continue
        key[place >> 6] += ONE << np.uint64(place & 63)
        control[REACHED] += 1
        hashed = hashed_row(ONE, key, 0, n_words)
        control[CREATED] += _reach(
            tables, table, key, n_words, hashed, rows, row + n_words, options.number[option],
            edges, graph, control,
        )  # fmt: skip
    return -1


@part
def _forget(
    steps: Steps, tables: Tables, graph: Graph, n_words: int, edges: bool, step: int, table: int,
    key: Words, control: Int64s, most: int,
) -> Any:  # fmt: skip
    """Drop the states in which a field says too little (round 0), or clear it (last round).

    Returns as ``_choose``.
    """
    drop = steps.bound[step] > 0 and control[ROUND] == 0
    rows, limbs = tables.rows, tables.limbs[table]
    stride, at = n_words + limbs, tables.at[table]
    place, mask = steps.place[step], steps.mask[step]
    done = 0
    for k in range(control[CURSOR], tables.size[table]):
        row = at + k * stride
        if not _is_live(rows, row, n_words, limbs):
            continue
        said = _field(rows, row, place, mask)
        if drop:
            if said >= np.uint64(steps.bound[step]):
                continue
        elif said == ZERO:
            continue
        else:
            if done >= most or not _has_room(tables, table, 1):
                return k
            if edges and control[PENDING] + 2 > len(graph.pending_child):
                return k
            done += 1
            control[EXPANDED] += 1
            for word in range(n_words):
                key[word] = rows[row + word]
            key[place >> 6] &= ~(mask << np.uint64(place & 63))
            control[REACHED] += 1
            hashed = hashed_row(ONE, key, 0, n_words)
            control[CREATED] += _reach(
                tables, table, key, n_words, hashed, rows, row + n_words, _NONE, edges, graph,
                control,
            )  # fmt: skip
        for limb in range(n_words, stride):
            rows[row + limb] = ZERO
    return -1


@part
def _list(
    steps: Steps, tables: Tables, table: int, step: int, upper: bool, at: int, n_words: int
) -> Any:  # fmt: skip
    """List the states of one side of a join in ``rows`` from ``at`` on; returns how many.

    An entry has the bits by which both sides are divided, as one word; where its number stands; and
    the state, as it will be in the joined table.
    """
    rows, limbs = tables.rows, tables.limbs[table]
    stride, length = n_words + limbs, n_words + 2
    first, last = steps.split_first[step], steps.split_first[step + 1]
    found = 0
    for k in range(tables.size[table]):
        row = tables.at[table] + k * stride
        if not _is_live(rows, row, n_words, limbs):
            continue
        entry = at + found * length
        found += 1
        rows[entry + 1] = np.uint64(row + n_words)
        if upper:
            for word in range(n_words):
                rows[entry + 2 + word] = ZERO
            for m in range(steps.moves_first[step], steps.moves_first[step + 1]):
                bits = rows[row + steps.move_from[m]] & steps.move_mask[m]
                by = steps.move_by[m]
                bits = bits << np.uint64(by) if by >= 0 else bits >> np.uint64(-by)
                rows[entry + 2 + steps.move_to[m]] |= bits
        else:
            kept = steps.kept_at[step]
            for word in range(n_words):
                rows[entry + 2 + word] = rows[row + word] & steps.kept[kept + word]
        bits = ZERO
        for s in range(first, last):
            place = steps.split[s]
            bits = bits << ONE | (rows[entry + 2 + (place >> 6)] >> np.uint64(place & 63)) & ONE
        rows[entry] = bits
    return found


@part
def _divide(rows: Words, at: int, first: int, last: int, bit: int, length: int) -> Any:
    """Sort entries of a list by a bit; returns the first of those that have it."""
    mask = ONE << np.uint64(bit)
    while first < last:
        if rows[at + first * length] & mask == ZERO:
            first += 1
            continue
        last -= 1
        if rows[at + last * length] & mask == ZERO:
            for word in range(length):
                one, other = at + first * length + word, at + last * length + word
                rows[one], rows[other] = rows[other], rows[one]
            first += 1
    return first


@inlined
def _together(
    steps: Steps, fields: Fields, rows: Words, left: Any, right: Any, step: Any, n_words: int,
    key: Words,
) -> Any:  # fmt: skip
    """Whether two states go together; ``key`` becomes their common state, if they do."""
    alone = steps.kept_at[step] + n_words
    for word in range(n_words):
        a, b = rows[left + word], rows[right + word]
        if a & b & steps.kept[alone + word] != ZERO:
            return False
        key[word] = a | b
    for f in range(steps.shared_first[step], steps.shared_first[step + 1]):
        word, shift, mask = fields.place[f] >> 6, np.uint64(fields.place[f] & 63), fields.mask[f]
        a, b = (rows[left + word] >> shift) & mask, (rows[right + word] >> shift) & mask
        if a == ZERO or b == ZERO:
            continue
        total = a
        if fields.colour[f] != ZERO:
            # All bits stand for an option without a colour, which is alone.
            if a != b or a == mask:
                return False
        else:
            total = a + b
            if total > fields.most[f]:
                if fields.unlimited[f] == 0:
                    return False
                total = fields.most[f]
        key[word] = key[word] & ~(mask << shift) | total << shift
    return True


@part
def _begin_join(
    steps: Steps, tables: Tables, n_words: int, edges: bool, step: int, table: int, stack: Int64s,
    control: Int64s,
) -> Any:  # fmt: skip
    """List both sides and make the joined table, ``table`` + 1, behind the lists; whether it could.
    """
    end = _end(tables, table, n_words)
    length = n_words + 2
    most = _used(tables, table - 1) + _used(tables, table)
    # The number of pairs with one joined state is at most that of the states on the shorter side.
    bits = 64 * (tables.limbs[table - 1] + tables.limbs[table] - 2)
    bits += max(1, _bit_length(tables.top[table - 1])) + max(1, _bit_length(tables.top[table]))
    bits += _bit_length(np.uint64(min(_used(tables, table - 1), _used(tables, table)))) + 2
    limbs = 1 if edges else (bits + 63) // 64
    first = _LEAST * 8
    control[NEED] = end + most * length + first * (n_words + limbs)
    if control[NEED] > len(tables.rows):
        return False
    control[_LEFT] = _list(steps, tables, table - 1, step, False, end, n_words)
    behind = end + control[_LEFT] * length
    control[_RIGHT] = _list(steps, tables, table, step, True, behind, n_words)
    control[ROWS] = max(control[ROWS], control[_LEFT] + control[_RIGHT])
    behind += control[_RIGHT] * length
    _clear(tables, table + 1, behind, first, limbs, n_words)
    stack[0], stack[1], stack[2], stack[3] = 0, control[_LEFT], 0, control[_RIGHT]
    stack[4] = steps.split_first[step + 1] - steps.split_first[step] - 1
    control[_OPEN], control[CURSOR] = 1, 0
    return True


@part
def _join(
    steps: Steps, fields: Fields, tables: Tables, graph: Graph, n_words: int, edges: bool,
    step: int, table: int, stack: Int64s, key: Words, control: Int64s, most: int,
) -> Any:  # fmt: skip
    """Join two tables to a third one on top; returns why it stopped.

    The stack has ranges of both lists and the highest bit in which their entries may differ.
    """
    rows, length = tables.rows, n_words + 2
    lists = _end(tables, table, n_words)
    others = lists + control[_LEFT] * length
    floor = others + control[_RIGHT] * length
    made, limbs = table + 1, tables.limbs[table + 1]
    stride = n_words + limbs
    n_left, n_right = tables.limbs[table - 1], tables.limbs[table]
    done = 0
    while control[_OPEN] > 0:
        if done >= most:
            return PAUSED
        top = 5 * (control[_OPEN] - 1)
        a0, a1, b0, b1 = stack[top], stack[top + 1], stack[top + 2], stack[top + 3]
        bit, pairs = stack[top + 4], (a1 - a0) * (b1 - b0)
        done += 1
        if pairs > _FEW_PAIRS:
            if bit >= 0:
                done += (a1 - a0 + b1 - b0) >> 3
                a = _divide(rows, lists, a0, a1, bit, length)
                b = _divide(rows, others, b0, b1, bit, length)
                stack[top], stack[top + 1], stack[top + 2], stack[top + 3] = a0, a, b0, b
                stack[top + 4] = bit - 1
                top += 5
                stack[top], stack[top + 1], stack[top + 2], stack[top + 3] = a, a1, b0, b
                stack[top + 4] = bit - 1
                top += 5
                stack[top], stack[top + 1], stack[top + 2], stack[top + 3] = a0, a, b, b1
                stack[top + 4] = bit - 1
                control[_OPEN] += 2
            elif a1 - a0 >= b1 - b0:
                middle = (a0 + a1) // 2
                stack[top + 1] = middle
                top += 5
                stack[top], stack[top + 1], stack[top + 2], stack[top + 3] = middle, a1, b0, b1
                stack[top + 4] = bit
                control[_OPEN] += 1
            else:
                middle = (b0 + b1) // 2
                stack[top + 3] = middle
                top += 5
                stack[top], stack[top + 1], stack[top + 2], stack[top + 3] = a0, a1, middle, b1
                stack[top + 4] = bit
                control[_OPEN] += 1
            continue
        if not _has_room(tables, made, pairs):
            least = _FEW_PAIRS + tables.size[made] // 4
            if not _rebuild(
                tables, made, least, limbs, steps.kept, -1, n_words, floor, key, control
            ):
                return ROWS_FULL
            continue
        if edges and (
            control[NODES] + pairs + 1 > len(graph.begin)
            or control[EDGES] + 2 * pairs > len(graph.option)
            or control[PENDING] + 2 * pairs > len(graph.pending_child)
        ):
            return EDGES_FULL
        control[_OPEN] -= 1
        for a in range(a0, a1):
            for b in range(b0, b1):
                left, right = lists + a * length, others + b * length
                if not _together(steps, fields, rows, left + 2, right + 2, step, n_words, key):
                    continue
                done += 1
                control[EXPANDED] += 1
                control[REACHED] += 1
                hashed = hashed_row(ONE, key, 0, n_words)
                row, is_new = _claim(tables, made, key, n_words, hashed)
                control[CREATED] += 1 if is_new else 0
                one, other = np.int64(rows[left + 1]), np.int64(rows[right + 1])
                value = row + n_words
                if edges:
                    node, child = np.int64(rows[one]) - 1, np.int64(rows[other]) - 1
                    if child == 0:
                        child = node
                    elif node > 0:
                        edge = control[EDGES]
                        graph.option[edge], graph.child[edge] = PRODUCT, node
                        graph.option[edge + 1], graph.child[edge + 1] = PRODUCT, child
                        child = control[NODES]
                        control[EDGES], control[NODES] = edge + 2, child + 1
                        graph.begin[child + 1] = edge + 2
                    rows[value] = _hang(graph, control, rows[value], _NONE, child)
                elif limbs == 1:
                    rows[value] += rows[one] * rows[other]
                    tables.top[made] = max(tables.top[made], rows[value])
                else:
                    top_limb = _multiply(rows, value, limbs, one, n_left, other, n_right)
                    tables.top[made] = max(tables.top[made], top_limb)
    return DONE


@part
def _end_join(tables: Tables, table: int, n_words: int, control: Int64s) -> None:
    """Put the joined table in the place of the two that it was made of."""
    made, at = table + 1, tables.at[table - 1]
    first, end = tables.at[made], _end(tables, made, n_words)
    for k in range(end - first):
        tables.rows[at + k] = tables.rows[first + k]
    tables.at[table - 1] = at
    tables.size[table - 1], tables.limbs[table - 1] = tables.size[made], tables.limbs[made]
    tables.top[table - 1] = tables.top[made]
    tables.live[table - 1] = _used(tables, made)
    for shard in range(SHARDS):
        tables.used[(table - 1) * SHARDS + shard] = tables.used[made * SHARDS + shard]
    control[DEPTH] -= 1


@part
def _ready(
    steps: Steps, tables: Tables, n_words: int, edges: bool, step: int, table: int, key: Words,
    control: Int64s,
) -> Any:  # fmt: skip
    """Make a table ready for a step: room, and limbs enough for the sums; whether it could."""
    kind, limbs = steps.kind[step], tables.limbs[table]
    used = _used(tables, table)
    terms = 2
    if kind == CHOOSE:
        terms = steps.options_first[step + 1] - steps.options_first[step] + 1
    elif kind == FORGET:
        terms = used + 1
    wanted = limbs
    if not edges and _bit_length(tables.top[table]) + _bit_length(np.uint64(terms)) > 63:
        wanted += 1
    least = used + 64 if kind == TAKE else 0
    kept_at = steps.kept_at[step] if kind == CLEAN else -1
    enough = 8 * (used + least) <= 4 * tables.size[table] if least else True
    sparse = tables.size[table] > _LARGE and 8 * tables.live[table] < tables.size[table]
    if wanted == limbs and kept_at < 0 and enough and not sparse:
        return True
    return _rebuild(tables, table, 2 * least, wanted, steps.kept, kept_at, n_words, -1, key, control)


@kernel
def ready(
    steps: Steps, tables: Tables, n_words: int, step: int, table: int, more: int, key: Words,
    control: Int64s,
) -> Any:  # fmt: skip
    """Make the table on top ready for a step, or, with ``more``, larger by so many states.

    Returns whether there was room; else ``control[NEED]`` words are needed.
    """
    if more == 0:
        return _ready(steps, tables, n_words, False, step, table, key, control)
    limbs = tables.limbs[table]
    return _rebuild(tables, table, more, limbs, steps.kept, -1, n_words, -1, key, control)


@kernel
def choose_in_shards(
    steps: Steps, options: Options, fields: Fields, tables: Tables, graph: Graph, n_words: int,
    step: int, table: int, first: int, last: int, outbox: Words, key: Words, control: Int64s,
    most: int,
) -> Any:  # fmt: skip
    """What one of several threads does in ``CHOOSE``: the rows from ``first`` to ``last`` alone.

    The shards of these rows are its own. States of other shards are left in ``outbox``. ``control``
    and ``tables.top`` are its own, too. Returns where it stopped, or -1.
    """
    return _choose(
        steps, options, fields, tables, graph, n_words, False, step, table, first, last, outbox,
        key, control, most,
    )  # fmt: skip


@kernel
def deliver(
    tables: Tables, graph: Graph, n_words: int, table: int, first: int, last: int, outbox: Words,
    begin: int, end: int, key: Words, control: Int64s,
) -> Any:  # fmt: skip
    """Put states that other threads left in ``outbox[begin:end]`` into shards from ``first`` to
    ``last``; returns where it stopped for want of room, or -1."""
    size, stride = tables.size[table], n_words + tables.limbs[table]
    part_size = size // _shards(size)
    for at in range(begin, end, stride):
        for word in range(n_words):
            key[word] = outbox[at + word]
        hashed = hashed_row(ONE, key, 0, n_words)
        shard = _shard(hashed, size)
        if not first <= shard * part_size < last:
            continue
        if 8 * (tables.used[table * SHARDS + shard] + 1) > 5 * part_size:
            return at
        control[CREATED] += _reach(
            tables, table, key, n_words, hashed, outbox, at + n_words, 0, False, graph, control
        )
    return -1


@kernel
def run(
    steps: Steps, options: Options, fields: Fields, tables: Tables, graph: Graph, n_words: int,
    edges: bool, outbox: Words, stack: Int64s, key: Words, control: Int64s, most: int, large: int,
) -> Any:  # fmt: skip
    """Work off steps, about ``most`` states and pairs; returns why it stopped.

    ``large``: stop before ``CHOOSE`` with a table of so many rows, for several threads to do it;
    then ``control[STOPPED]`` is 1. ``outbox`` is empty. Scratch: ``key`` (n_words), ``stack``
    (STACK). After the last step there is one table with at most one state.
    """
    goal = control[EXPANDED] + most
    control[STOPPED] = 0
    while control[STEP] < len(steps.kind):
        step, table = control[STEP], control[DEPTH] - 1
        kind = steps.kind[step]
        left = goal - control[EXPANDED]
        if left <= 0:
            return PAUSED
        if kind == START:
            at = _end(tables, table, n_words) if table >= 0 else 0
            control[NEED] = at + _LEAST * (n_words + 1)
            if control[NEED] > len(tables.rows):
                return ROWS_FULL
            table += 1
            _clear(tables, table, at, _LEAST, 1, n_words)
            for word in range(n_words):
                key[word] = ZERO
            key[0] = ONE
            row, _ = _claim(tables, table, key, n_words, hashed_row(ONE, key, 0, n_words))
            tables.rows[row + n_words], tables.top[table], tables.live[table] = ONE, ONE, 1
            control[DEPTH] += 1
            control[STEP] += 1
            continue
        if kind == JOIN:
            if control[CURSOR] < 0:
                if not _begin_join(steps, tables, n_words, edges, step, table, stack, control):
                    return ROWS_FULL
            why = _join(
                steps, fields, tables, graph, n_words, edges, step, table, stack, key, control, left
            )  # fmt: skip
            if why != DONE:
                return why
            if edges and not _write_nodes(tables, table + 1, graph, n_words, control):
                return EDGES_FULL
            _end_join(tables, table, n_words, control)
            control[CURSOR] = -1
            control[STEP] += 1
            continue
        if control[CURSOR] < 0:
            if not _ready(steps, tables, n_words, edges, step, table, key, control):
                return ROWS_FULL
            if kind == CLEAN:
                control[STEP] += 1
                continue
            control[CURSOR] = 0
        size = tables.size[table]
        if kind == CHOOSE:
            if size >= large:
                control[STOPPED] = 1
                return PAUSED
            if n_words == 1 and not edges and len(fields.place) == 0:
                where = _choose_narrow(
                    steps, options, tables, step, table, 0, size, outbox, control, left
                )
            else:
                where = _choose(
                    steps, options, fields, tables, graph, n_words, edges, step, table, 0, size,
                    outbox, key, control, left,
                )  # fmt: skip
            more = steps.options_first[step + 1] - steps.options_first[step]
        elif kind == TAKE:
            where = _take(
                steps, options, fields, tables, graph, n_words, edges, step, table, key, control,
                left,
            )  # fmt: skip
            more = 0
        else:
            where = _forget(
                steps, tables, graph, n_words, edges, step, table, key, control, left
            )
            more = 1
        if where >= 0:
            control[CURSOR] = where
            if edges and control[PENDING] + 2 * more + 2 > len(graph.pending_child):
                return EDGES_FULL
            if more and not _has_room(tables, table, more):
                # The rows are shuffled: those that are done have no number any more.
                limbs = tables.limbs[table]
                if not _rebuild(
                    tables, table, more + size // 4, limbs, steps.kept, -1, n_words, -1, key, control
                ):
                    return ROWS_FULL
                control[CURSOR] = 0
            continue
        if edges and not _write_nodes(tables, table, graph, n_words, control):
            # Nothing is left to do in this step but the nodes.
            control[CURSOR] = size
            return EDGES_FULL
        control[CURSOR] = -1
        control[ROUND] += 1
        rounds = 1
        if kind == TAKE:
            rounds = steps.bound[step]
        elif kind == FORGET and steps.bound[step] > 0:
            rounds = 2
        if control[ROUND] >= rounds:
            control[ROUND] = 0
            control[STEP] += 1
    return DONE
