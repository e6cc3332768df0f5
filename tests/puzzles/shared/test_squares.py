"""Boards of squares: their symmetries, entries and walls."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles.shared.squares import (
    MOST_CELLS,
    entries,
    neighbours,
    rectangle,
    symmetries,
    walled,
)

CELLS = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1)


def all_motions(cells):
    """Each way to put the cells onto themselves by one of eight motions, as a set of pairs."""
    found = set()
    for flip, swap_r, swap_c in product((False, True), repeat=3):
        images = {}
        for r, c in cells:
            a, b = (-r if swap_r else r), (-c if swap_c else c)
            images[r, c] = (b, a) if flip else (a, b)
        top = min(a for a, _ in images.values()) - min(r for r, _ in cells)
        left = min(b for _, b in images.values()) - min(c for _, c in cells)
        moved = {cell: (a - top, b - left) for cell, (a, b) in images.items()}
        if set(moved.values()) == set(cells):
            found.add(frozenset(moved.items()))
    return found


@given(CELLS)
def test_the_symmetries_make_all_motions_of_the_cells_and_no_other(cells):
    identity = frozenset((cell, cell) for cell in cells)
    reached, new = {identity}, [identity]
    while new:
        first = dict(new.pop())
        for motion in symmetries(cells):
            product_ = frozenset((cell, motion[first[cell]]) for cell in cells)
            if product_ not in reached:
                reached.add(product_)
                new.append(product_)
    assert reached == all_motions(cells)


@given(CELLS)
def test_every_cell_is_in_one_entry_of_each_direction(cells):
    found = entries(cells)
    for way in ("across", "down"):
        assert sorted(cell for each, row in found if each == way for cell in row) == sorted(cells)
    steps = {(a, b) for _, row in found for a, b in pairwise(row)}
    assert steps == set(neighbours(cells))


def test_walls_stand_between_parts_and_around_them():
    parts = {(0, 0): "a", (0, 1): "a", (1, 0): "b", (1, 1): "c"}
    assert walled(parts, {(1, 1): "5"}, ascii=False).split("\n") == [
        "┌───────┐",
        "│       │",
        "├───┬───┤",
        "│   │ 5 │",
        "└───┴───┘",
    ]
    assert walled({(0, 0): 1}, {}, ascii=True) == "+---+\n|   |\n+---+"


def test_a_size_is_a_rectangle_and_other_texts_are_none():
    assert rectangle("2x3") == list(product(range(2), range(3)))
    assert rectangle("2x3.txt") is None
    assert rectangle("٢x3") is None


@pytest.mark.parametrize("size", ["0x3", f"{MOST_CELLS + 1}x1", "999999999x999999999"])
def test_a_size_without_cells_or_with_too_many_is_refused(size):
    with pytest.raises(xc.FileFault, match="expected from 1 to 20,000"):
        rectangle(size)
