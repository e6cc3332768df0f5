"""Shikaku: known numbers of dissections, brute force, addresses of puzz.link, faults."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import Source, read
from exactcover_puzzles.shikaku import Shikaku


def board(rows, columns, clues):
    return Shikaku(clues, list(product(range(rows), range(columns))))


# The Baxter numbers, OEIS A001181.
@pytest.mark.parametrize(("n", "number"), [*enumerate([1, 2, 6, 22, 92, 422, 2_074], 1)])
def test_the_numbers_of_diagonal_rectangulations_are_those_of_oeis(n, number):
    assert board(n, n, {(k, k): None for k in range(n)}).problem.count() == number


# A composition with a cell chosen in each part: the Fibonacci numbers F(2n), OEIS A001906.
@pytest.mark.parametrize(("n", "number"), [*enumerate([1, 3, 8, 21, 55, 144], 1)])
def test_all_strips_together_have_every_composition_with_marked_cells(n, number):
    choices = [chosen for k in range(1, n + 1) for chosen in combinations(range(n), k)]
    strips = [board(1, n, {(0, c): None for c in chosen}) for chosen in choices]
    assert sum(int(strip.problem.count()) for strip in strips) == number


def dissections(free):
    """All ways to cut cells into rectangles."""
    if not free:
        yield []
        return
    top, left = min(free)
    for low, right in product(range(top, 4), range(left, 4)):
        block = frozenset(product(range(top, low + 1), range(left, right + 1)))
        if block <= free:
            for rest in dissections(free - block):
                yield [block, *rest]


@cache
def squares(n):
    return list(dissections(frozenset(product(range(n), repeat=2))))


def test_squares_have_as_many_dissections_as_in_oeis():
    assert [len(squares(n)) for n in (2, 3, 4)] == [8, 322, 70_878]  # OEIS A182275


@given(st.integers(2, 3), st.data())
def test_the_solutions_are_the_dissections_that_fit(n, data):
    cell = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    area = st.one_of(st.none(), st.integers(1, 6))
    clues = data.draw(st.dictionaries(cell, area, min_size=1))
    expected = [
        {(min(block), max(block)) for block in blocks}
        for blocks in squares(n)
        if all(
            len(inside := [c for c in block if c in clues]) == 1
            and clues[inside[0]] in (None, len(block))
            for block in blocks
        )
    ]
    puzzle = board(n, n, clues)
    found = [{*each.options} for each in puzzle.problem.solutions()]
    assert sorted(map(sorted, found)) == sorted(map(sorted, expected))
    assert puzzle.misfit is None or not found


@pytest.mark.parametrize("name", ["small", "large"])
def test_bundled_puzzles_have_one_solution(asked, name):
    code, out, _ = asked("shikaku", name, "--unique")
    assert (code, out.endswith("one solution, unique\n")) == (0, True)


def test_an_address_of_puzz_link_is_read():
    (puzzle,) = read("shikaku", text="https://puzz.link/p?shikaku/4/4/g6g3j4j.h\n")
    assert puzzle.clues == {(0, 1): 6, (0, 3): 3, (2, 0): 4, (3, 1): None}
    (example,) = read("shikaku", text=Shikaku.example)
    assert puzzle.problem.first() == example.problem.first()


def test_numbers_of_puzz_link_have_one_to_five_digits():
    (puzzle,) = read("shikaku", text="p.html?shikaku/6/1/f-1f+100=000%000.\n")
    assert [*puzzle.clues.values()] == [15, 31, 256, 4096, 8192, None]


def test_a_gap_in_the_board_is_in_no_rectangle():
    ragged = Shikaku({(0, 0): None}, [(0, 0), (0, 1), (1, 0)])
    assert (ragged.problem.count(), len(ragged.problem.options)) == (0, 3)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("grid:\n. 3\n. 0\n", "it.txt:3:3: '0'; expected a number, '.' or '?'"),
        ("grid:\n" + ("? " + ". " * 140 + "\n") * 141, "it.txt:2:1: too many possible rectangles"),
    ],
)
def test_a_fault_is_named_with_its_place(text, fault):
    with pytest.raises(xc.FileFault) as caught:
        [*Shikaku.read(Source("it.txt", text), None)]
    assert str(caught.value).startswith(fault)
