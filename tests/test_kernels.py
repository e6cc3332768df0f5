"""The invariants that the kernels' arrays are said to keep, after every single node."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from exactcover.engines import bitset, cells
from exactcover.kernels.jit import count_trailing_zeros, part, popcount

from .instances import pentominoes
from .strategies import statements


def check_cells(search: cells.CellsSearch) -> None:
    compiled = search.compiled
    n_nodes, n_primary = compiled.n_nodes, compiled.n_primary
    assert (search.cells[search.place] == np.arange(n_nodes)).all()
    assert (search.open_items[search.open_place] == np.arange(n_primary)).all()
    for item in range(compiled.n_items):
        stretch = search.cells[search.first[item] : search.first[item + 1]]
        assert (search.items[stretch] == item).all()
        assert 0 <= search.size[item] <= len(stretch)
    if search.done:
        assert search.control[3] == search.control[4] == 0
        assert (search.state == 2).all()
        return
    depth = int(search.control[0])
    chosen = [
        int(search.option_of[search.cells[search.first[search.branch[d]] + search.tried[d]]])
        for d in range(depth)
    ]
    colour_of: dict[int, int] = {}
    for option in chosen:
        colour_of.update(compiled.option(option))
    open_now = set(search.open_items[: search.n_open[depth]].tolist())
    assert open_now == set(range(n_primary)) - colour_of.keys()
    assert {item for item in range(compiled.n_items) if search.state[item] == 0} == set(colour_of)

    def fits(option: int) -> bool:
        row = dict(compiled.option(option))
        return any(item < n_primary for item in row) and all(
            item not in colour_of or (colour and colour_of[item] == colour)
            for item, colour in row.items()
        )

    for item in range(compiled.n_items):
        if search.state[item] == 2:
            begin = search.first[item]
            live = search.option_of[search.cells[begin : begin + search.size[item]]]
            truth = [
                option
                for option in range(compiled.n_options)
                if fits(option) and item in dict(compiled.option(option))
            ]
            assert sorted(live.tolist()) == truth


@given(statements())
def test_the_sparse_sets_hold_exactly_the_compatible_options_after_every_node(statement):
    search = cells.start(statement.problem()._model.compiled)
    check_cells(search)
    while not search.done:
        search.count(1, 1)
        check_cells(search)


def check_bitset(search: bitset.BitsetSearch, compiled) -> None:
    n_primary = compiled.n_primary
    if search.done:
        return
    depth, focus = int(search.control[0]), int(search.control[3])
    for level in range(depth):
        begin, end = int(search.next_option[level]), int(search.last_option[level])
        assert 0 <= begin <= end <= compiled.n_options
        assert search.chosen[level] not in search.options[begin:end]
    chosen = search.chosen[:depth].tolist()
    colour_of: dict[int, int] = {}
    for option in chosen:
        colour_of.update(compiled.option(option))
    open_now = {item for item in range(n_primary) if item not in colour_of}
    assert search.n_open[depth] == len(open_now)
    table, lines, columns, words, level = search.focus[focus].tolist()
    assert level <= depth
    assert lines * columns + table <= len(search.table)
    in_focus = search.words[words : words + lines]
    assert sorted(set(in_focus)) == in_focus.tolist()
    live = np.zeros_like(search.live[depth])
    live[in_focus] = search.live[depth][in_focus]
    # Each column is an item's row: those of open items have their sizes, the others are empty.
    rows = search.table[table : table + lines * columns].reshape(lines, columns)
    sizes = np.bitwise_count(rows & live[in_focus][:, None]).sum(axis=0)
    truth = np.bitwise_count(search.tables.rows & live).sum(axis=1)
    assert sorted(sizes[sizes > 0]) == sorted(truth[truth > 0])
    assert all(truth[item] == 0 for item in range(n_primary) if item not in open_now)
    bits = np.unpackbits(live.view(np.uint8), bitorder="little")
    for option in range(len(bits)):
        row = dict(compiled.option(option)) if option < compiled.n_options else {}
        fits = any(item < n_primary for item in row) and all(
            item not in colour_of or (colour and colour_of[item] == colour)
            for item, colour in row.items()
        )
        assert bits[option] == fits


@given(statements())
def test_the_live_row_holds_exactly_the_compatible_options_after_every_node(statement):
    compiled = statement.problem()._model.compiled
    search = bitset.start(compiled)
    check_bitset(search, compiled)
    while not search.done:
        search.count(1, 1)
        check_bitset(search, compiled)


def test_the_live_row_stays_right_when_the_search_narrows_its_focus():
    compiled = pentominoes(3, 20).reduce().core.compiled
    search = bitset.start(compiled)
    seen = 0
    search.count(3_000, 10**9)
    while not search.done:
        search.count(211, 10**9)
        check_bitset(search, compiled)
        seen = max(seen, int(search.control[3]))
    assert seen >= 2


@part
def _bits(word):
    return popcount(word)


@part
def _zeros(word):
    return count_trailing_zeros(word)


@pytest.mark.parametrize("word", [1, 2, 3, 2**63, 2**64 - 1, 0x5555_5555_5555_5555, 40])
def test_bit_counts_agree_with_python(word):
    assert _bits(np.uint64(word)) == word.bit_count()
    assert _zeros(np.uint64(word)) == (word & -word).bit_length() - 1
