"""The step JOIN of ``state_program.py``: two tables become one.

Two states go together if no item is covered too often, and no colours differ. Tables are large, and
most pairs of states do not go together. So the states of both are listed and looked at by one bit
after the other: those of both sides that have the bit set never go together, so that they are left
out at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...compile import inlined, kernel_part
from ..bits.array_types import Int64s, Words
from ..bits.words import ONE, ZERO, hashed_row
from ..graphs.graphs import PRODUCT
from .state_program import (
    CREATED,
    CURSOR,
    DEPTH,
    EDGES,
    EXPANDED,
    LEFT,
    NEED,
    NODES,
    OPEN,
    PENDING,
    REACHED,
    RIGHT,
    Fields,
    Steps,
)  # fmt: skip
from .state_tables import (
    LEAST,
    NONE,
    SHARDS,
    Graph,
    Tables,
    bit_length,
    claim,
    clear,
    end_of,
    hang,
    has_room,
    is_live,
    multiply,
    rebuild,
    rows_used,
)  # fmt: skip

#: Why a kernel returned: it is done; has done as much work as it may; needs ``control[NEED]`` words
#: for rows; needs room for nodes, edges, or pending edges.
DONE, PAUSED, ROWS_FULL, EDGES_FULL = range(4)

#: Pairs that a join looks at without looking at single bits.
_FEW_PAIRS = 32
#: Entries of the stack of a join, of 5 numbers each: three for each bit, and some for halving.
STACK = 5 * (3 * 64 + 128)


@kernel_part
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
        if not is_live(rows, row, n_words, limbs):
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


@kernel_part
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


@kernel_part
def begin_join(
    steps: Steps, tables: Tables, n_words: int, edges: bool, step: int, table: int, stack: Int64s,
    control: Int64s,
) -> Any:  # fmt: skip
    """List both sides, and make the joined table behind the lists; whether it could."""
    end = end_of(tables, table, n_words)
    length = n_words + 2
    most = rows_used(tables, table - 1) + rows_used(tables, table)
    # A joined state and that of one side tell that of the other, unless fields are shared.
    shorter = min(rows_used(tables, table - 1), rows_used(tables, table))
    bits = 64 * (tables.limbs[table - 1] + tables.limbs[table] - 2)
    bits += max(1, bit_length(tables.top[table - 1])) + max(1, bit_length(tables.top[table]))
    bits += bit_length(np.uint64(shorter)) + 2
    if steps.shared_first[step] < steps.shared_first[step + 1]:
        bits += bit_length(np.uint64(most - shorter))
    limbs = 1 if edges else (bits + 63) // 64
    first = LEAST * 8
    control[NEED] = end + most * length + first * (n_words + limbs)
    if control[NEED] > len(tables.rows):
        return False
    control[LEFT] = _list(steps, tables, table - 1, step, False, end, n_words)
    behind = end + control[LEFT] * length
    control[RIGHT] = _list(steps, tables, table, step, True, behind, n_words)
    behind += control[RIGHT] * length
    clear(tables, table + 1, behind, first, limbs, n_words)
    stack[0], stack[1], stack[2], stack[3] = 0, control[LEFT], 0, control[RIGHT]
    stack[4] = steps.split_first[step + 1] - steps.split_first[step] - 1
    control[OPEN], control[CURSOR] = 1, 0
    return True


@kernel_part
def join(
    steps: Steps, fields: Fields, tables: Tables, graph: Graph, n_words: int, edges: bool,
    step: int, table: int, stack: Int64s, key: Words, control: Int64s, most: int,
) -> Any:  # fmt: skip
    """Join two tables to a third one on top; returns why it stopped.

    The stack has ranges of both lists and the highest bit in which their entries may differ.
    """
    rows, length = tables.rows, n_words + 2
    lists = end_of(tables, table, n_words)
    others = lists + control[LEFT] * length
    floor = others + control[RIGHT] * length
    made, limbs = table + 1, tables.limbs[table + 1]
    n_left, n_right = tables.limbs[table - 1], tables.limbs[table]
    done, why = 0, DONE
    while control[OPEN] > 0:
        if done >= most:
            why = PAUSED
            break
        top = 5 * (control[OPEN] - 1)
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
                control[OPEN] += 2
            elif a1 - a0 >= b1 - b0:
                middle = (a0 + a1) // 2
                stack[top + 1] = middle
                top += 5
                stack[top], stack[top + 1], stack[top + 2], stack[top + 3] = middle, a1, b0, b1
                stack[top + 4] = bit
                control[OPEN] += 1
            else:
                middle = (b0 + b1) // 2
                stack[top + 3] = middle
                top += 5
                stack[top], stack[top + 1], stack[top + 2], stack[top + 3] = a0, a1, middle, b1
                stack[top + 4] = bit
                control[OPEN] += 1
            continue
        if not has_room(tables, made, pairs):
            least = _FEW_PAIRS + tables.size[made] // 4
            if not rebuild(
                tables, made, least, limbs, steps.kept, -1, n_words, floor, key, control
            ):
                why = ROWS_FULL
                break
            continue
        if edges and (
            control[NODES] + pairs + 1 > len(graph.begin)
            or control[EDGES] + 2 * pairs > len(graph.option)
            or control[PENDING] + 2 * pairs > len(graph.pending_child)
        ):
            why = EDGES_FULL
            break
        control[OPEN] -= 1
        for a in range(a0, a1):
            for b in range(b0, b1):
                left, right = lists + a * length, others + b * length
                if not _together(steps, fields, rows, left + 2, right + 2, step, n_words, key):
                    continue
                done += 1
                control[REACHED] += 1
                hashed = hashed_row(ONE, key, 0, n_words)
                row, is_new = claim(tables, made, key, n_words, hashed)
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
                    rows[value] = hang(graph, control, rows[value], NONE, child)
                elif limbs == 1:
                    rows[value] += rows[one] * rows[other]
                    tables.top[made] = max(tables.top[made], rows[value])
                else:
                    top_limb = multiply(rows, value, limbs, one, n_left, other, n_right)
                    tables.top[made] = max(tables.top[made], top_limb)
    control[EXPANDED] += done
    return why


@kernel_part
def end_join(tables: Tables, table: int, n_words: int, control: Int64s) -> None:
    """Put the joined table in the place of the two that it was made of."""
    made, at = table + 1, tables.at[table - 1]
    first, end = tables.at[made], end_of(tables, made, n_words)
    for k in range(end - first):
        tables.rows[at + k] = tables.rows[first + k]
    tables.at[table - 1] = at
    tables.size[table - 1], tables.limbs[table - 1] = tables.size[made], tables.limbs[made]
    tables.top[table - 1] = tables.top[made]
    tables.live[table - 1] = rows_used(tables, made)
    for shard in range(SHARDS):
        tables.used[(table - 1) * SHARDS + shard] = tables.used[made * SHARDS + shard]
    control[DEPTH] -= 1
