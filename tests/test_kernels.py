"""The invariants that the kernels' arrays are said to keep, after every single node."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from exactcover.engines import bitset, cells
from exactcover.kernels.jit import count_trailing_zeros, part, popcount

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
    assert (search.open_items[search.place] == np.arange(n_primary)).all()
    if search.done:
        return
    depth = int(search.control[0])
    chosen = search.chosen[:depth].tolist()
    colour_of: dict[int, int] = {}
    for option in chosen:
        colour_of.update(compiled.option(option))
    open_now = set(search.open_items[: search.n_open[depth]].tolist())
    assert open_now == {item for item in range(n_primary) if item not in colour_of}
    bits = np.unpackbits(search.live[depth].view(np.uint8), bitorder="little")
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
