"""Running the program of ``state_program.py``, one step after the other."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...compile import kernel, kernel_part
from ..bits.array_types import Int64s, Words
from ..bits.words import ONE, ZERO, hashed_row
from .state_choices import choose, choose_narrow, forget, is_narrow, take
from .state_joins import DONE, EDGES_FULL, PAUSED, ROWS_FULL, begin_join, end_join, join
from .state_program import (
    CHOOSE,
    CLEAN,
    CURSOR,
    DEPTH,
    EXPANDED,
    FORGET,
    JOIN,
    NEED,
    PENDING,
    ROUND,
    START,
    STEP,
    STOPPED,
    TAKE,
    Fields,
    Options,
    Steps,
)  # fmt: skip
from .state_tables import (
    LARGE,
    LEAST,
    Graph,
    Tables,
    bit_length,
    claim,
    clear,
    end_of,
    has_room,
    n_shards,
    rebuild,
    rows_used,
    write_nodes,
)  # fmt: skip


@kernel_part
def _made_ready(
    steps: Steps, tables: Tables, n_words: int, edges: bool, step: int, table: int, key: Words,
    control: Int64s,
) -> Any:  # fmt: skip
    """Make a table ready for a step: room, and limbs enough for the sums; whether it could."""
    kind, limbs = steps.kind[step], tables.limbs[table]
    used = rows_used(tables, table)
    # A state comes from one other by an option, or from two for each field that the option changes.
    terms = used + 1
    if kind == CHOOSE:
        sources = min(used, 1 << steps.bound[step])
        terms = (steps.options_first[step + 1] - steps.options_first[step]) * sources + 1
    wanted = limbs
    if not edges and bit_length(tables.top[table]) + bit_length(np.uint64(terms)) > 63:
        wanted += 1
    least = used + 64 if kind == TAKE else 0
    kept_at = steps.kept_at[step] if kind == CLEAN else -1
    enough = 8 * (used + least) <= 4 * tables.size[table] if least else True
    sparse = tables.size[table] > LARGE and 8 * tables.live[table] < tables.size[table]
    if wanted == limbs and kept_at < 0 and enough and not sparse:
        return True
    return rebuild(tables, table, 2 * least, wanted, steps.kept, kept_at, n_words, -1, key, control)


@kernel
def ready(
    steps: Steps, tables: Tables, n_words: int, step: int, table: int, more: int, key: Words,
    control: Int64s,
) -> Any:  # fmt: skip
    """Make the table on top ready for a step, or, with ``more``, larger by so many states.

    Returns whether there was room; else ``control[NEED]`` words are needed.
    """
    if more == 0:
        return _made_ready(steps, tables, n_words, False, step, table, key, control)
    limbs = tables.limbs[table]
    return rebuild(tables, table, more, limbs, steps.kept, -1, n_words, -1, key, control)


@kernel
def run(
    steps: Steps, options: Options, fields: Fields, tables: Tables, graph: Graph, n_words: int,
    edges: bool, outbox: Words, stack: Int64s, key: Words, control: Int64s, most: int, large: int,
) -> Any:  # fmt: skip
    """Work off steps, about ``most`` states and pairs; returns why it stopped.

    ``large``: stop before ``CHOOSE`` with a table of so many rows, for several threads to do it;
    then ``control[STOPPED]`` is 1. ``outbox`` is empty. Scratch: ``key`` (``n_words``, or
    BATCH_WORDS if that is more), ``stack`` (STACK). After the last step there is one table with at
    most one state.
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
            at = end_of(tables, table, n_words) if table >= 0 else 0
            control[NEED] = at + LEAST * (n_words + 1)
            if control[NEED] > len(tables.rows):
                return ROWS_FULL
            table += 1
            clear(tables, table, at, LEAST, 1, n_words)
            for word in range(n_words):
                key[word] = ZERO
            key[0] = ONE
            row, _ = claim(tables, table, key, n_words, hashed_row(ONE, key, 0, n_words))
            tables.rows[row + n_words], tables.top[table], tables.live[table] = ONE, ONE, 1
            control[DEPTH] += 1
            control[STEP] += 1
            continue
        if kind == JOIN:
            if control[CURSOR] < 0 and not begin_join(
                steps, tables, n_words, edges, step, table, stack, control
            ):
                return ROWS_FULL
            why = join(
                steps, fields, tables, graph, n_words, edges, step, table, stack, key, control, left
            )  # fmt: skip
            if why != DONE:
                return why
            if edges and not write_nodes(tables, table + 1, graph, n_words, control):
                return EDGES_FULL
            end_join(tables, table, n_words, control)
            control[CURSOR] = -1
            control[STEP] += 1
            continue
        if control[CURSOR] < 0:
            if not _made_ready(steps, tables, n_words, edges, step, table, key, control):
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
            if not edges and is_narrow(steps, fields, n_words, step):
                where = choose_narrow(
                    steps, options, tables, step, table, 0, size, outbox, key, control, left
                )
            else:
                where = choose(
                    steps, options, fields, tables, graph, n_words, edges, step, table, 0, size,
                    outbox, key, control, left,
                )  # fmt: skip
            more = steps.options_first[step + 1] - steps.options_first[step]
        elif kind == TAKE:
            before = control[EXPANDED] if control[CURSOR] == 0 else -1
            where = take(
                steps, options, fields, tables, graph, n_words, edges, step, table, key, control,
                left,
            )  # fmt: skip
            if where < 0 and control[EXPANDED] == before:
                # No state has so many copies.
                control[ROUND] = steps.bound[step]
            more = 0
        else:
            where = forget(steps, tables, graph, n_words, edges, step, table, key, control, left)
            more = 1
        if where >= 0:
            control[CURSOR] = where
            if edges and control[PENDING] + 2 * more + 2 > len(graph.pending_child):
                return EDGES_FULL
            if more and not has_room(tables, table, more):
                # The rows are shuffled: those that are done have no number any more.
                control[CURSOR] = 0
                limbs = tables.limbs[table]
                if not rebuild(
                    tables,
                    table,
                    n_shards(size) * more + size // 4,
                    limbs,
                    steps.kept,
                    -1,
                    n_words,
                    -1,
                    key,
                    control,
                ):
                    return ROWS_FULL
            continue
        if edges and not write_nodes(tables, table, graph, n_words, control):
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
