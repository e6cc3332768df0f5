"""Trays that are found have one solution up to symmetry: an engine without batches says so."""

from __future__ import annotations

import time
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles.polyform.adapter import Polyform
from exactcover_puzzles.polyform.file import puzzle_of
from exactcover_puzzles.polyform.finder import find
from exactcover_puzzles.polyform.polyforms import orientations
from exactcover_puzzles.shared.source import Source


def text(pieces, board, grid="square"):
    return f"title: T\ngrid: {grid}\npieces: {pieces}\n\nboard:\n{board}\n"


def rectangle(rows, columns):
    return "\n".join(["#" * columns] * rows)


def images(puzzle, solution):
    """What the symmetries of a puzzle make of a solution, copies of a piece being alike."""
    moved = zip(*map(puzzle.images, puzzle.placed(solution)), strict=True)
    return {frozenset(each) for each in moved}


def assert_one_solution(stated):
    puzzle, _ = puzzle_of(Source("", stated))
    solutions = [*puzzle.problem.solutions(engine="reference", reduce=False)]
    assert solutions
    assert {frozenset(puzzle.placed(each)) for each in solutions} == images(puzzle, solutions[0])
    return puzzle


@pytest.mark.parametrize(
    ("stated", "way", "use"),
    [
        (text("tetrominoes, pentominoes", rectangle(4, 6)), "pieces", 5),
        (text("2*tetrominoes", rectangle(4, 4)), "pieces", None),
        (text("L tetromino, 2*I tetromino, P, V", rectangle(5, 5)), "boards", None),
        (text("L tetromino, 2*I tetromino, P", rectangle(2, 2)), "boards", None),
        (
            text("hexiamonds without bar, crown, sphinx, hook, yacht", "^v^", "triangular"),
            "boards",
            None,
        ),
        (text("trihexes, 2*tetrahex 1, tetrahex 2", "# #", "hexagonal"), "boards", None),
        (
            text("tricubes, I tetracube, L tetracube", "###\n###\n---\n###\n###", "cubic"),
            "boards",
            None,
        ),
        (text("L, P, V, N, Y, T", rectangle(5, 6)), "fixed", None),
        (text("2*L tetromino, 2*I tetromino", rectangle(4, 4)), "fixed", None),
    ],
)
def test_every_tray_has_one_solution_and_no_two_are_alike(stated, way, use):
    found = [*islice(find(stated, way, use=use), 8)]
    assert found
    seen = set()
    for each in found:
        puzzle = assert_one_solution(each.text)
        board = orientations(puzzle.grid, puzzle.board, reflect=puzzle.reflect)[0]
        seen.add((board, *sorted(puzzle.bounds.items()), puzzle.given))
        assert each.nodes > 0
        assert sorted(cell for placed in each.solution for cell in placed.cells) == [*puzzle.board]
        if use is not None:
            assert sum(most for _, most in puzzle.bounds.values()) == use
        if way == "fixed":
            assert 1 <= len(puzzle.given) <= 2
    assert len(seen) == len(found)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 4), st.integers(3, 5))
def test_all_sets_of_tetrominoes_and_trominoes_are_found(seed, rows, columns):
    """Against every set, each counted alone."""
    pool = {"I": 4, "L": 4, "O": 4, "S": 4, "T": 4}
    names = ", ".join(f"{name} tetromino" for name in pool)
    stated = text(names, rectangle(rows, columns))
    if rows * columns % 4:
        assert not [*find(stated, "pieces", seed=seed)]
        return
    found = {
        frozenset(name[0] for name in each.puzzle.puzzle.pieces)
        for each in find(stated, "pieces", seed=seed)
    }
    wanted = set()
    for bits in range(1, 32):
        chosen = frozenset(name for k, name in enumerate(pool) if bits >> k & 1)
        if 4 * len(chosen) == rows * columns:
            part = ", ".join(f"{name} tetromino" for name in sorted(chosen))
            puzzle = Polyform(*puzzle_of(Source("", text(part, rectangle(rows, columns)))))
            count = puzzle.count(None)
            if getattr(count, "free", count) == 1:
                wanted.add(chosen)
    assert found == wanted


def test_symmetric_boards_come_first():
    stated = text("I, L, N, P, T, V, Y", rectangle(6, 6) + "\n###")
    first = next(find(stated, "boards")).puzzle.puzzle
    (whole, _) = puzzle_of(Source("", stated))
    assert len(first.symmetries) >= len(whole.symmetries)


def test_the_same_seed_finds_the_same_and_another_one_others():
    stated = text("pentominoes", rectangle(5, 8))

    def texts(seed):
        return [each.text for each in islice(find(stated, "pieces", use=8, seed=seed), 3)]

    assert texts(1) == texts(1) != texts(2)


def test_time_is_kept():
    began = time.monotonic()
    with pytest.raises(xc.SearchStopped):
        [*find(text("hexominoes", rectangle(10, 18)), "pieces", seconds=0.2)]
    assert time.monotonic() - began < 3


@pytest.mark.parametrize(
    ("stated", "way", "use"),
    [
        (text("pentominoes", rectangle(5, 5)), "pieces", 13),
        (text("pentominoes", rectangle(5, 5)), "boards", 3),
        (text("I, L\nholes: 2", rectangle(3, 4)), "boards", None),
        (text("I, L\ngiven: I on r1c1 r1c2 r1c3 r1c4 r1c5", rectangle(3, 5)), "boards", None),
    ],
)
def test_what_does_not_suit_is_refused(stated, way, use):
    with pytest.raises(ValueError, match="expected"):
        find(stated, way, use=use)
