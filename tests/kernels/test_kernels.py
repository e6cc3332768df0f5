"""The documented invariants of the kernels' arrays, checked after every node."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given

import exactcover as xc
from exactcover.compile.jit import kernel_part
from exactcover.engines import bitset, cells
from exactcover.engines.reference import ReferenceSearch
from exactcover.kernels.bits.words import count_trailing_zeros, popcount
from exactcover.kernels.trees.bitset_sizes import NEEDED, NOT_NEEDED
from exactcover.kernels.trees.sparse_sets import CLOSED, OPEN
from tests.instances import langford, pentominoes, queens
from tests.strategies import bags, multiples, statements


def fits(compiled, option: int, colour_of: dict[int, int]) -> bool:
    """Whether an option may join those that gave the items these colours."""
    row = dict(compiled.option(option))
    return any(item < compiled.n_primary for item in row) and all(
        item not in colour_of or (colour and colour_of[item] == colour)
        for item, colour in row.items()
    )


def check_cells(search: cells.CellsSearch) -> None:
    compiled = search.compiled
    n_entries, n_primary = compiled.n_entries, compiled.n_primary
    assert (search.cells[search.place] == np.arange(n_entries)).all()
    assert (search.open_items[search.open_place] == np.arange(n_primary)).all()
    for item in range(compiled.n_items):
        stretch = search.cells[search.first[item] : search.first[item + 1]]
        assert (search.items[stretch] == item).all()
        assert 0 <= search.size[item] <= len(stretch)
    if search.done:
        return
    depth = int(search.control[0])
    chosen = search.path[: search.path_length[depth]].tolist()
    colour_of: dict[int, int] = {}
    for option in chosen:
        colour_of.update(compiled.option(option))
    open_now = set(search.open_items[: search.n_open[depth]].tolist())
    assert open_now == set(range(n_primary)) - colour_of.keys()
    assert {item for item in range(compiled.n_items) if search.state[item] == CLOSED} == set(
        colour_of
    )

    for item in range(compiled.n_items):
        if search.state[item] == OPEN:
            begin = search.first[item]
            live = search.option_of[search.cells[begin : begin + search.size[item]]]
            truth = [
                option
                for option in range(compiled.n_options)
                if fits(compiled, option, colour_of) and item in dict(compiled.option(option))
            ]
            assert sorted(live.tolist()) == truth


@given(statements() | multiples())
def test_the_sparse_sets_hold_exactly_the_compatible_options_after_every_node(statement):
    compiled = statement.problem()._model.compiled
    assume(all(high != 0 for high in compiled.high))
    search = cells.CellsSearch(compiled)
    before = search.size.tolist(), search.low.tolist()
    while not search.done:
        if not compiled.multiple:
            check_cells(search)
        search.count(1, 1)
    assert (search.size.tolist(), search.low.tolist()) == before
    assert search.control[3] == search.control[4] == 0
    assert (search.state == OPEN).all()


def search_with(end_worth: float, compiled) -> bitset.BitsetSearch:
    """A search that begins an endgame where so many nodes are expected."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bitset, "_END_WORTH", end_worth)
        return bitset.BitsetSearch(compiled)


def check_bitset(search: bitset.BitsetSearch, compiled) -> None:
    if search.done:
        return
    state, n_primary = search.state, compiled.n_primary
    depth, endgame = int(search.control[0]), bool(search.control[6])
    for level in range(depth):
        option = int(state.path[state.path_length[level]])
        assert int(state.branch[level]) in dict(compiled.option(option))
        assert 0 < state.tried[level] <= state.ways[level]
        assert state.cursor[level] == option + 1
    for option, item in enumerate(state.killer.tolist()):
        assert item < n_primary
        assert item not in dict(compiled.option(option))
    level = depth + (int(search.control[7]) if endgame else 0)
    colour_of: dict[int, int] = {}
    for option in state.path[: state.path_length[level]].tolist():
        assert fits(compiled, option, colour_of)
        colour_of.update(compiled.option(option))
    open_now = {item for item in range(n_primary) if item not in colour_of}
    if not endgame:
        assert {item for item in range(n_primary) if state.low[item] > 0} == open_now
    live = [option for option in range(compiled.n_options) if fits(compiled, option, colour_of)]
    listed = live_in_endgame(state, level - depth) if endgame else live_in_focus(search)
    if len(state.seams.twin) == 0:
        assert listed == live
    else:  # some that are in no solution may be gone
        path = state.path[: state.path_length[level]].tolist()
        below = ReferenceSearch(compiled, path).collect(10**9, 10**9)
        assert set().union(*below) - set(path) <= set(listed) <= set(live)
    sizes = [
        size
        for item in sorted(open_now)
        if (size := sum(item in dict(compiled.option(option)) for option in listed))
    ]
    if endgame:
        check_endgame(state, level - depth, sizes, len(open_now))
    else:
        check_focus(search, sizes, len(open_now))


def live_in_endgame(state, level: int) -> list[int]:
    bits = int(state.end_live[level])
    return [int(state.end_names[k]) for k in range(64) if bits >> k & 1]


def check_endgame(state, level: int, sizes: list[int], n_open: int) -> None:
    assert state.end_open[level] == n_open
    counted = np.bitwise_count(state.end_rows[: state.control[9]] & state.end_live[level])
    assert counted[counted > 0].tolist() == sizes


def row_in_focus(state) -> tuple[list[int], Any]:
    """The words of the focus in force, and these words of the live row."""
    depth, focus = int(state.control[0]), int(state.control[3])
    _, lines, _, words, *_ = state.focus[focus].tolist()
    in_focus = state.words[words : words + lines].astype(int)
    row = state.live[depth * state.n_words : (depth + 1) * state.n_words]
    return in_focus.tolist(), row[in_focus]


def live_in_focus(search) -> list[int]:
    in_focus, row = row_in_focus(search.state)
    bits = np.unpackbits(row.view(np.uint8), bitorder="little").reshape(-1, 64)
    return [64 * word + bit for word, line in zip(in_focus, bits, strict=True)
            for bit in np.flatnonzero(line).tolist()]  # fmt: skip


def check_focus(search, sizes: list[int], n_open: int) -> None:
    state = search.state
    depth, focus = int(search.control[0]), int(search.control[3])
    assert state.n_open[depth] == n_open
    table, lines, columns, _, items, level, low, high = state.focus[focus].tolist()
    assert level <= depth
    for column, item in enumerate(state.column_items[items : items + columns].tolist()):
        assert state.column_of[item] == column
        assert state.need[items + column] == (NEEDED - 1 if state.low[item] else NOT_NEEDED)
    assert lines * columns + table <= len(state.table)
    in_focus, row = row_in_focus(state)
    assert sorted(set(in_focus)) == in_focus
    assert [in_focus[0], in_focus[-1]] == [low, high]
    rows = state.table[table : table + lines * columns].reshape(lines, columns)
    counted = np.bitwise_count(rows & row[:, None]).sum(axis=0)
    assert counted[counted > 0].tolist() == sizes


@pytest.mark.parametrize("end_worth", [0.0, 3.0, 1e12])
@given(statement=statements())
def test_the_live_row_holds_exactly_the_compatible_options_after_every_node(statement, end_worth):
    compiled = statement.problem()._model.compiled
    search = search_with(end_worth, compiled)
    check_bitset(search, compiled)
    found = 0
    while not search.done:
        found += search.count(1, 1)
        check_bitset(search, compiled)
    whole = search_with(end_worth, compiled)
    assert found == whole.count(10**9, 10**9) == len(bags(statement))
    assert search.nodes == whole.nodes


@pytest.mark.slow
def test_the_live_row_stays_right_when_the_search_narrows_its_focus():
    compiled = pentominoes(3, 20).reduce().core.compiled
    search = bitset.BitsetSearch(compiled)
    seen = 0
    search.count(3_000, 10**9)
    while not search.done:
        search.count(211, 10**9)
        check_bitset(search, compiled)
        seen = max(seen, int(search.control[3]))
    assert seen >= 2


@pytest.mark.parametrize("problem", [langford(8), queens(8)], ids=["plain", "secondary items"])
def test_the_live_row_stays_right_in_endgames_and_between_them(problem):
    compiled = problem.reduce().core.compiled
    search, whole = bitset.BitsetSearch(compiled), bitset.BitsetSearch(compiled)
    seen, found = set(), 0
    while not search.done:
        found += search.count(7, 10**9)
        check_bitset(search, compiled)
        seen.add(int(search.control[6]))
    assert seen == {0, 1}
    assert (whole.count(10**9, 10**9), whole.nodes) == (found, search.nodes)


def test_a_colour_that_one_owner_cannot_give_is_none_for_the_other():
    """Each option of an item has support by the others, but there is no solution."""
    options = [
        {"a": None, "1": "p", "2": "q"}, {"a": None, "1": "r", "2": "s"},
        {"b": None, "3": "t", "4": "u"}, {"b": None, "3": "v", "4": "w"},
        {"c": None, "1": "p", "3": "v"}, {"c": None, "1": "r", "3": "t"},
        {"d": None, "2": "s", "4": "w"}, {"d": None, "2": "q", "4": "u"},
        {"e": None}, {"e": None, "5": "x"},
    ]  # fmt: skip
    problem = xc.Problem("abcde", options, secondary="12345")
    assert problem.count(engine="reference") == 0
    search = search_with(1e12, problem._model.compiled)
    assert search.count(10**9, 10**9) == 0
    assert search.nodes == 3


@kernel_part
def _bits(word):
    return popcount(word)


@kernel_part
def _zeros(word):
    return count_trailing_zeros(word)


@pytest.mark.parametrize("word", [1, 2, 3, 2**63, 2**64 - 1, 0x5555_5555_5555_5555, 40])
def test_bit_counts_agree_with_python(word):
    assert _bits(np.uint64(word)) == word.bit_count()
    assert _zeros(np.uint64(word)) == (word & -word).bit_length() - 1
