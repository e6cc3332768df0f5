"""Steps of ``state_program.py`` that change one table in place: CHOOSE, TAKE and FORGET.

CHOOSE may be done by several threads, each with shards of its own. A state that belongs to the
shard of another thread is left in an outbox, to be delivered when all threads have stopped.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...compile import inlined, kernel, kernel_part
from ..bits.array_types import Int64s, Words
from ..bits.words import ONE, ZERO, hashed_row, mixed
from .state_program import (
    CREATED,
    CURSOR,
    EXPANDED,
    PENDING,
    REACHED,
    ROUND,
    Fields,
    Options,
    Steps,
)  # fmt: skip
from .state_tables import (
    NONE,
    SHARDS,
    Graph,
    Tables,
    add,
    field_of,
    has_room,
    is_live,
    n_shards,
    place_of,
    reach,
    shard_of,
)  # fmt: skip

#: States that are put into a table together, and the words of scratch for them: the states, where
#: they come from, what they are hashed to; and one more.
BATCH = 128
BATCH_WORDS = 3 * BATCH + 1


@inlined
def fits(key: Words, n_words: int, k: Any, options: Options, fields: Fields) -> Any:
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
def is_narrow(steps: Steps, fields: Fields, n_words: int, step: Any) -> Any:
    """Whether ``choose_narrow`` can settle an item."""
    n_options = steps.options_first[step + 1] - steps.options_first[step]
    return n_words == 1 and len(fields.place) == 0 and n_options <= BATCH


@kernel_part
def choose(
    steps: Steps, options: Options, fields: Fields, tables: Tables, graph: Graph, n_words: int,
    edges: bool, step: int, table: int, first: int, last: int, outbox: Words, key: Words,
    control: Int64s, most: int,
) -> Any:  # fmt: skip
    """Settle an item in the rows from ``first`` to ``last``; returns where it stopped, or -1.

    It begins at the cursor. States of other threads' shards go to ``outbox``, ``control[PENDING]``
    words so far.
    """
    rows, limbs = tables.rows, tables.limbs[table]
    size, stride = tables.size[table], n_words + limbs
    begin, end = steps.options_first[step], steps.options_first[step + 1]
    here = tables.at[table] + (steps.place[step] >> 6)
    bit = ONE << np.uint64(steps.place[step] & 63)
    part_size = size // n_shards(size)
    done, reached, created, where = 0, 0, 0, -1
    # States that may be settled before shards are looked at again.
    slack = 0
    for k in range(control[CURSOR], last):
        if rows[here + k * stride] & bit != ZERO:
            continue
        row = tables.at[table] + k * stride
        if not is_live(rows, row, n_words, limbs):
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
        if slack == 0 and begin < end:
            slack = part_size
            for shard in range(first // part_size, (last - 1) // part_size + 1):
                room = 5 * part_size // 8 - tables.used[table * SHARDS + shard]
                slack = min(slack, room // (end - begin))
            if slack <= 0:
                where = k
                break
        slack -= 1
        done += 1
        for option in range(begin, end):
            for word in range(n_words):
                key[word] = rows[row + word]
            if not fits(key, n_words, option, options, fields):
                continue
            reached += 1
            hashed = hashed_row(ONE, key, 0, n_words)
            place = shard_of(hashed, size) * part_size
            if first <= place < last:
                created += reach(
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


@kernel_part
def _put(tables: Tables, table: int, waiting: Any, batch: Words, control: Int64s) -> None:
    """Put states that wait in ``batch`` into a table, and take their numbers from where they come.

    Tables are larger than caches. So all their places are looked at first, in a loop in which the
    processor need not wait for one place before it asks for the next.
    """
    rows, limbs = tables.rows, tables.limbs[table]
    at, size, stride = tables.at[table], tables.size[table], 1 + limbs
    part_size = size // n_shards(size)
    places = np.uint64(part_size - 1)
    seen = ZERO
    for k in range(waiting):
        hashed = mixed(ONE ^ batch[k])
        batch[2 * BATCH + k] = hashed
        seen |= rows[place_of(tables, table, hashed, 1)]
    # What is seen is used, so that it is looked at.
    batch[3 * BATCH] = seen
    created, top = 0, tables.top[table]
    for k in range(waiting):
        key, hashed = batch[k], batch[2 * BATCH + k]
        row = np.int64(batch[BATCH + k])
        shard = shard_of(hashed, size)
        base = at + shard * part_size * stride
        place = hashed & places
        target = base + np.int64(place) * stride
        dead = -1
        while rows[target] != ZERO and rows[target] != key:
            if dead < 0 and not is_live(rows, target, 1, limbs):
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
            top = max(top, add(rows, target + 1, rows, row + 1, limbs))
    for k in range(waiting):
        row = np.int64(batch[BATCH + k])
        for limb in range(1, stride):
            rows[row + limb] = ZERO
    tables.top[table] = top
    tables.live[table] += created
    control[CREATED] += created


@kernel_part
def choose_narrow(
    steps: Steps, options: Options, tables: Tables, step: int, table: int, first: int, last: int,
    outbox: Words, batch: Words, control: Int64s, most: int,
) -> Any:  # fmt: skip
    """``choose`` where a state is one word, options have no fields, and nodes are not wanted.

    Most counts are of this kind. There are at most BATCH options. ``batch``: scratch of
    ``BATCH_WORDS``.
    """
    rows, limbs, block = tables.rows, tables.limbs[table], options.block
    at, size, stride = tables.at[table], tables.size[table], 1 + limbs
    begin, end = steps.options_first[step], steps.options_first[step + 1]
    bit = ONE << np.uint64(steps.place[step] & 63)
    part_size = size // n_shards(size)
    done, reached, where, slack, waiting = 0, 0, -1, 0, 0
    for k in range(control[CURSOR], last):
        row = at + k * stride
        state = rows[row]
        if state & bit != ZERO or not is_live(rows, row, 1, limbs):
            continue
        if done >= most:
            where = k
            break
        if len(outbox) and control[PENDING] + (end - begin) * stride > len(outbox):
            where = k
            break
        if waiting + end - begin > BATCH:
            _put(tables, table, waiting, batch, control)
            waiting = 0
        if slack == 0 and begin < end:
            slack = part_size
            for shard in range(first // part_size, (last - 1) // part_size + 1):
                room = 5 * part_size // 8 - tables.used[table * SHARDS + shard]
                slack = min(slack, (room - waiting) // (end - begin))
            if slack <= 0:
                where = k
                break
        slack -= 1
        done += 1
        alone = True
        for option in range(begin, end):
            wanted = block[option]
            if state & wanted != ZERO:
                continue
            reached += 1
            key = state | wanted
            if not first <= shard_of(mixed(ONE ^ key), size) * part_size < last:
                outbox[control[PENDING]] = key
                for limb in range(1, stride):
                    outbox[control[PENDING] + limb] = rows[row + limb]
                control[PENDING] += stride
                continue
            batch[waiting] = key
            batch[BATCH + waiting] = np.uint64(row)
            waiting += 1
            alone = False
        if alone:
            for limb in range(1, stride):
                rows[row + limb] = ZERO
    _put(tables, table, waiting, batch, control)
    control[EXPANDED] += done
    control[REACHED] += reached
    tables.live[table] -= done
    return where


@kernel_part
def take(
    steps: Steps, options: Options, fields: Fields, tables: Tables, graph: Graph, n_words: int,
    edges: bool, step: int, table: int, key: Words, control: Int64s, most: int,
) -> Any:  # fmt: skip
    """One round of ``TAKE``: one more copy for the states that have as many as the round says.

    There is room for all of them, so that no state moves meanwhile. Returns as ``choose``.
    """
    rows, limbs = tables.rows, tables.limbs[table]
    stride, at = n_words + limbs, tables.at[table]
    place, mask, option = steps.place[step], steps.mask[step], steps.options_first[step]
    done = 0
    for k in range(control[CURSOR], tables.size[table]):
        row = at + k * stride
        if not is_live(rows, row, n_words, limbs):
            continue
        if field_of(rows, row, place, mask) != np.uint64(control[ROUND]):
            continue
        if done >= most or (edges and control[PENDING] + 2 > len(graph.pending_child)):
            return k
        done += 1
        control[EXPANDED] += 1
        for word in range(n_words):
            key[word] = rows[row + word]
        if not fits(key, n_words, option, options, fields):
            continue
        key[place >> 6] += ONE << np.uint64(place & 63)
        control[REACHED] += 1
        hashed = hashed_row(ONE, key, 0, n_words)
        control[CREATED] += reach(
            tables, table, key, n_words, hashed, rows, row + n_words, options.number[option],
            edges, graph, control,
        )  # fmt: skip
    return -1


@kernel_part
def forget(
    steps: Steps, tables: Tables, graph: Graph, n_words: int, edges: bool, step: int, table: int,
    key: Words, control: Int64s, most: int,
) -> Any:  # fmt: skip
    """Drop the states in which a field says too little (round 0), or clear it (last round).

    Returns as ``choose``.
    """
    drop = steps.bound[step] > 0 and control[ROUND] == 0
    rows, limbs = tables.rows, tables.limbs[table]
    stride, at = n_words + limbs, tables.at[table]
    place, mask = steps.place[step], steps.mask[step]
    done = 0
    for k in range(control[CURSOR], tables.size[table]):
        row = at + k * stride
        if not is_live(rows, row, n_words, limbs):
            continue
        said = field_of(rows, row, place, mask)
        if drop:
            if said >= np.uint64(steps.bound[step]):
                continue
        elif said == ZERO:
            continue
        else:
            if done >= most or not has_room(tables, table, 1):
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
            control[CREATED] += reach(
                tables, table, key, n_words, hashed, rows, row + n_words, NONE, edges, graph,
                control,
            )  # fmt: skip
        for limb in range(n_words, stride):
            rows[row + limb] = ZERO
    return -1


@kernel
def choose_in_shards(
    steps: Steps, options: Options, fields: Fields, tables: Tables, graph: Graph, n_words: int,
    step: int, table: int, first: int, last: int, outbox: Words, key: Words, control: Int64s,
    most: int,
) -> Any:  # fmt: skip
    """What one of several threads does in ``CHOOSE``: the rows from ``first`` to ``last`` alone.

    The shards of these rows are its own. States of other shards are left in ``outbox``. Its own are
    ``control``, ``tables.top`` and ``tables.live``, too. ``key``: scratch, as in ``run``. Returns
    where it stopped, or -1.
    """
    if is_narrow(steps, fields, n_words, step):
        return choose_narrow(
            steps, options, tables, step, table, first, last, outbox, key, control, most
        )
    return choose(
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
    part_size = size // n_shards(size)
    for at in range(begin, end, stride):
        for word in range(n_words):
            key[word] = outbox[at + word]
        hashed = hashed_row(ONE, key, 0, n_words)
        shard = shard_of(hashed, size)
        if not first <= shard * part_size < last:
            continue
        if 8 * (tables.used[table * SHARDS + shard] + 1) > 5 * part_size:
            return at
        control[CREATED] += reach(
            tables, table, key, n_words, hashed, outbox, at + n_words, 0, False, graph, control
        )
    return -1
