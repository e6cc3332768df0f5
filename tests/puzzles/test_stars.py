"""Star Battle: numbers from OEIS and from brute force, addresses of puzz.link, faults."""

from __future__ import annotations

from itertools import combinations, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import Source, read
from exactcover_puzzles.stars import Stars


# OEIS A002464.
@pytest.mark.parametrize(
    ("n", "number"), [(1, 1), (2, 0), (3, 0), (4, 2), (5, 14), (6, 90), (7, 646), (8, 5_242)]
)
def test_the_numbers_without_regions_are_those_of_oeis(n, number):
    assert Stars(dict.fromkeys(product(range(n), repeat=2), ".")).problem.count() == number


def by_rows(n, stars):
    """Counts the boards without regions row by row, by the stars so far in each column."""
    rows = [row for row in combinations(range(n), stars)
            if all(b - a > 1 for a, b in pairwise(row))]  # fmt: skip
    states = {((), (0,) * n): 1}
    for _ in range(n):
        after = {}
        for (above, so_far), ways in states.items():
            for row in rows:
                columns = tuple(k + (c in row) for c, k in enumerate(so_far))
                if max(columns) <= stars and all(abs(a - b) > 1 for a in row for b in above):
                    after[row, columns] = after.get((row, columns), 0) + ways
        states = after
    return sum(states.values())


@pytest.mark.parametrize(("n", "stars"), [(4, 2), (7, 2), (8, 2), (9, 2), (10, 2)])
def test_two_stars_in_each_row_are_as_many_as_counted_row_by_row(n, stars):
    board = dict.fromkeys(product(range(n), repeat=2), ".")
    assert Stars(board, stars).problem.count() == by_rows(n, stars)


@given(st.integers(2, 5), st.integers(1, 2), st.data())
def test_the_solutions_are_those_found_by_trying_all_boards(n, stars, data):
    cells = list(product(range(n), repeat=2))
    letters = data.draw(st.lists(st.sampled_from(".ABC"), min_size=n * n, max_size=n * n))
    regions = dict(zip(cells, letters, strict=True))
    rows = [[(r, c) for c in row] for r in range(n) for row in combinations(range(n), stars)]
    found = set()
    for chosen in product(*[[row for row in rows if row[0][0] == r] for r in range(n)]):
        board = [cell for row in chosen for cell in row]
        inside = [regions[cell] for cell in board]
        if (
            all(sum(c == k for _, c in board) == stars for k in range(n))
            and all(inside.count(each) == stars for each in {*letters} - {"."})
            and all(max(abs(a - c), abs(b - d)) > 1 for (a, b), (c, d) in combinations(board, 2))
        ):
            found.add(tuple(sorted(board)))
    puzzle = Stars(regions, stars)
    solved = [tuple(sorted(each.options)) for each in puzzle.problem.solutions()]
    assert sorted(solved) == sorted(found)
    assert puzzle.misfit is None or not found


def test_motions_of_the_board_that_change_regions_are_not_symmetries(answers):
    (count,) = answers("stars", "5", "--count")
    assert (count["solutions"], count["free_solutions"]) == (14, 3)
    assert read("stars", "queens-8")[0].symmetry is None


@pytest.mark.parametrize("name", ["queens-8", "two-10", "three-14"])
def test_bundled_puzzles_have_one_solution(asked, name):
    code, out, _ = asked("stars", name, "--unique")
    assert (code, out.endswith("one solution, unique\n")) == (0, True)


def as_address(puzzle):
    """The puzzle as puzz.link writes it: five borders in a character, first the upright ones."""
    regions, rows, columns = (
        puzzle.regions,
        *(1 + max(c[k] for c in puzzle.regions) for k in (0, 1)),
    )
    sides = ""
    for down, across in ((0, 1), (1, 0)):
        bits = "".join(
            "01"[regions[r, c] != regions[r + down, c + across]]
            for r in range(rows - down)
            for c in range(columns - across)
        )
        bits += "0" * (-len(bits) % 5)
        digits = "0123456789abcdefghijklmnopqrstuv"
        sides += "".join(digits[int(bits[k : k + 5], 2)] for k in range(0, len(bits), 5))
    return f"https://puzz.link/p?starbattle/{columns}/{rows}/{puzzle.stars}/{sides}"


@pytest.mark.parametrize("name", ["queens-8", "two-10", "three-14"])
def test_an_address_of_puzz_link_is_the_same_puzzle(name):
    (puzzle,) = read("stars", name)
    (other,) = read("stars", text=as_address(puzzle))
    assert other.stars == puzzle.stars
    assert [*other.problem.solutions()] == [*puzzle.problem.solutions()]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("regions:\nAB\nA#\n", "it.txt:3:2: '#'; expected a letter, or '.'"),
        ("stars: no\nregions:\nA\n", "it.txt:1:8: 'no' stars; expected from 1 to 25"),
    ],
)
def test_a_fault_is_named_with_its_place(text, fault):
    with pytest.raises(xc.FileFault) as caught:
        [*Stars.read(Source("it.txt", text), None)]
    assert str(caught.value).startswith(fault)
