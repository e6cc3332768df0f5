"""KenKen: known numbers of squares, brute force, faults."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import Source
from exactcover_puzzles.kenken import KenKen


@cache
def squares(n):
    return [
        rows
        for rows in product(permutations(range(1, n + 1)), repeat=n)
        if all(len(set(column)) == n for column in zip(*rows, strict=True))
    ]


def the_puzzle(text):
    (puzzle,) = KenKen.read(Source("it.txt", text), None)
    return puzzle


# OEIS A002860.
@pytest.mark.parametrize(("n", "number"), [(1, 1), (2, 2), (3, 12), (4, 576), (5, 161_280)])
def test_without_clues_there_are_all_latin_squares(n, number):
    assert the_puzzle("cages:\n" + f"{'.' * n}\n" * n).problem.count() == number


BOXES = "cages:\nAABB\nAABB\nCCDD\nCCDD\n"


def test_boxes_with_the_product_24_are_the_sudokus_of_side_4():
    clues = "clues: A 24x, B 24x, C 24x, D 24x\n"
    assert the_puzzle(BOXES + clues).problem.count() == 288  # OEIS A107739


def test_all_sums_of_a_box_together_have_all_squares():
    counts = [the_puzzle(f"{BOXES}clues: A {k}+\n").problem.count() for k in range(4, 17)]
    assert sum(map(int, counts)) == 576


@given(st.data())
def test_the_solutions_are_the_squares_that_fit(data):
    n = data.draw(st.integers(2, 4))
    cells = list(product(range(n), repeat=2))
    letters = data.draw(st.lists(st.sampled_from("AAB."), min_size=n * n, max_size=n * n))
    goal = data.draw(st.sampled_from(squares(n)))  # most clues are those of a square
    slip = data.draw(st.sampled_from([0, 0, 0, 1]))
    clues, tests = [], []
    for name in sorted({*letters} - {"."}):
        cage = [cell for cell, letter in zip(cells, letters, strict=True) if letter == name]
        make = {"+": sum, "x": prod}
        if len(cage) == 2:
            make["-"] = lambda v: max(v) - min(v)
            if max(goal[r][c] for r, c in cage) % min(goal[r][c] for r, c in cage) == 0:
                make["/"] = lambda v: max(v) / min(v)
        sign = data.draw(st.sampled_from([*make]))
        number = int(make[sign]([goal[r][c] for r, c in cage])) + slip
        if number:
            clues.append(f"{name} {number}{sign}")
            tests.append((cage, make[sign], number))
    text = "\n".join("".join(letters[k : k + n]) for k in range(0, n * n, n))
    puzzle = the_puzzle(
        f"cages:\n{text}\nclues: {', '.join(clues)}\n" if clues else f"cages:\n{text}\n"
    )
    expected = sorted(
        square
        for square in squares(n)
        if all(make([square[r][c] for r, c in cage]) == number for cage, make, number in tests)
    )
    found = []
    for each in puzzle.problem.solutions():
        filled = puzzle.filled(each.options)
        found.append(tuple(tuple(int(filled[r, c]) for c in range(n)) for r in range(n)))
    assert sorted(found) == expected


def test_a_product_with_a_large_prime_has_no_solution():
    assert the_puzzle("cages:\nAAA\nAA.\n...\nclues: A 17x\n").problem.count() == 0


def test_a_cage_may_be_a_whole_square():
    puzzle = the_puzzle("cages:\n" + "AAAAA\n" * 5 + "clues: A 75+\n")
    assert puzzle.problem.count() == 161_280


@pytest.mark.parametrize("name", ["six", "nine"])
def test_bundled_puzzles_have_one_solution(asked, name):
    code, out, _ = asked("kenken", name, "--unique")
    assert (code, out.endswith("one solution, unique\n")) == (0, True)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("cages:\nAAB\nAAB\n", "it.txt:2:1: 2 rows; expected as many cells in each row"),
        ("cages:\n" + "A" * 17 + "\n", "it.txt:2:1: 1 row; expected as many cells in each row"),
        ("cages:\nAA\nBB\nclues: A 3+, C 1-\n", "it.txt:4:14: 'C 1-'; expected clues"),
        ("cages:\nAA\nBB\nclues: A 3+, A 1-\n", "it.txt:4:14: 'A' occurs twice; expected it once"),
        ("cages:\nAA\nAB\nclues: A 1-\n", "it.txt:4:10: the clue '1-' of 3 cells; expected"),
        (
            "cages:\n" + f"{'A' * 7}\n" * 7 + "clues: A 6+\n",
            "it.txt:9:10: the clue '6+' of 49 cells",
        ),
        ("cages:\nAA\nAB\nclues: A 6\n", "it.txt:4:10: the clue '6' of 3 cells; expected"),
    ],
)
def test_a_fault_is_named_with_its_place(text, fault):
    with pytest.raises(xc.FileFault) as caught:
        the_puzzle(text)
    assert str(caught.value).startswith(fault)
