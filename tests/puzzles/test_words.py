"""Word rectangles and crosswords: known counts, grids by hand, and faults of files."""

from __future__ import annotations

import json
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.words import Words

SQUARE_OF_ROTAS = ["rotas", "opera", "tenet", "arepo", "sator"]


@pytest.fixture
def filled_from(asked, tmp_path):
    """Ask about a target with some words; the exit code and the answer."""

    def ask(target, words, *more):
        path = tmp_path / "words.txt"
        path.write_text("\n".join(words))
        return asked("words", target, "--words", path, *more)

    return ask


@pytest.mark.parametrize(("side", "squares"), [(2, 2), (3, 12), (4, 576), (5, 161_280)])
def test_words_of_the_same_letters_in_every_order_make_the_latin_squares(
    filled_from, side, squares
):
    # OEIS A002860.
    words = map("".join, permutations("abcde"[:side]))
    size = f"{side}x{side}"
    code, answer, _ = filled_from(size, words, "--repeat", "--count", "--fixed", "--json")
    assert (code, json.loads(answer)["solutions"]) == (0, squares)


def test_all_words_of_two_letters_make_every_rectangle(filled_from):
    words = ["".join(word) for n in (2, 3) for word in product("ab", repeat=n)]
    _, answer, _ = filled_from("2x3", words, "--repeat", "--count", "--json")
    assert json.loads(answer)["solutions"] == 2**6


def test_the_rotas_square_can_be_read_in_two_ways(filled_from):
    # The word square of Pompeii: its words across are its words down, and it can be turned round.
    code, answer, _ = filled_from("5x5", SQUARE_OF_ROTAS, "--repeat", "--all", "--json")
    squares = [json.loads(line) for line in answer.splitlines()]
    rows = [["".join(row) for row in each["rows"]] for each in squares if "rows" in each]
    assert (code, sorted(rows)) == (0, [SQUARE_OF_ROTAS, SQUARE_OF_ROTAS[::-1]])
    assert filled_from("5x5", SQUARE_OF_ROTAS)[0] == 1  # without --repeat each word is used once


@given(
    st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=2),
    st.lists(st.text("ab", min_size=2, max_size=3), max_size=8),
    st.booleans(),
)
def test_the_solutions_are_those_found_by_trying_all_letters(black, words, repeat):
    grid = {cell: "#" if cell in black else "." for cell in product(range(3), repeat=2)}
    puzzle = Words(grid, words, "", repeat)
    found = {tuple(sorted(puzzle.filled(s.options).items())) for s in puzzle.problem.solutions()}
    crossed = sorted({cell for cells in puzzle.entries.values() for cell in cells})
    expected = set()
    for letters in product("ab", repeat=len(crossed)):
        filled = dict(zip(crossed, letters, strict=True))
        read = words_in({**dict.fromkeys(grid, "#"), **filled})
        if set(read) <= set(words) and (repeat or len(set(read)) == len(read)):
            expected.add(tuple(sorted(filled.items())))
    assert found == expected


def words_in(letters):
    """All words of two letters or more in a grid of three rows, across and down."""
    lines = ["".join(letters[r, c] for c in range(3)) for r in range(3)]
    lines += ["".join(letters[r, c] for r in range(3)) for c in range(3)]
    return [word for line in lines for word in line.split("#") if len(word) > 1]


def test_squares_are_counted_up_to_their_diagonal(answers):
    (found,) = answers("words", "3x3", "--count")
    # Without --repeat no square is its own reflection.
    assert found["solutions"] == 2 * found["free_solutions"] > 0


def test_too_many_words_are_refused_before_they_take_the_memory(filled_from):
    words = (f"{number:05}" for number in range(99_999))
    code, _, remark = filled_from("5x5", words)
    assert code == 2
    assert remark.count("\n") == 1
