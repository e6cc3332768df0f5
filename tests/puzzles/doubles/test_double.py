"""Puzzles with two solutions whose shapes may be repeated: drawn by chance, counted, judged."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import cli
from exactcover_puzzles.doubles.double import DoubleSearch
from exactcover_puzzles.doubles.fits import FitCounter
from exactcover_puzzles.doubles.scrambles import (
    Scramble,
    all_scrambles,
    coarsest,
    scramble_of,
)
from exactcover_puzzles.doubles.sides import Sides, alike_turned, duplicates, pieces_of, repeats
from exactcover_puzzles.doubles.two_solutions import proven
from exactcover_puzzles.jigsaw.counting import JigsawSearch
from exactcover_puzzles.jigsaw.file import read_jigsaw
from exactcover_puzzles.jigsaw.pieces import Jigsaw
from tests.puzzles.doubles.scrambles import random_scramble


@given(
    st.builds(Sides, st.integers(2, 6), st.integers(2, 6)), st.integers(2, 12), st.integers(0, 999)
)
def test_what_is_drawn_has_no_seam_again_and_repeats_no_shape_too_often(sides, most, seed):
    search = DoubleSearch(sides, most, seed)
    pieces, turns = search.draw(40)
    for row in range(min(len(pieces), 20)):
        scramble = Scramble(sides, pieces[row].tolist(), turns[row].tolist())
        assert scramble.similarity() == 0
        assert max(repeats(coarsest(scramble)).values()) <= most
    assert search.tried["candidates"] == len(pieces) + (
        search.tried["a shape repeated too often"]
        + search.tried["no piece left but for a seam again"]
    )


def test_every_scramble_without_a_seam_again_may_be_drawn():
    sides = Sides(3, 3)
    truth = {scramble for scramble in all_scrambles(sides) if scramble.similarity() == 0}
    search = DoubleSearch(sides, 12, 1)
    found = set()
    for _ in range(200):
        pieces, turns = search.draw(100)
        found |= {
            Scramble(sides, *both) for both in zip(pieces.tolist(), turns.tolist(), strict=True)
        }
    assert truth
    assert found == truth


@given(st.builds(Sides, st.integers(2, 5), st.integers(2, 5)), st.integers(0, 10**6))
def test_scrambles_are_judged_as_the_engine_counts(sides, seed):
    scramble = random_scramble(sides, seed)
    pieces = np.array([scramble.pieces], np.int32)
    turns = np.array([scramble.turns], np.int32)
    (verdict,) = FitCounter(sides).judge(pieces, turns).tolist()
    p = coarsest(scramble)
    if duplicates(p) or alike_turned(p):
        assert verdict == 0
    else:
        count = JigsawSearch(Jigsaw(sides.columns, sides.rows, pieces_of(p))).count(3)
        assert verdict == count.free


@pytest.mark.parametrize(
    ("size", "most"), [((5, 5), 10), ((6, 6), 10), ((4, 5), 8), ((8, 8), 2), ((5, 6), 4)]
)
def test_a_puzzle_with_two_solutions_is_made_and_proven(size, most):
    sides = Sides(*size)
    search = DoubleSearch(sides, most, seed=3)
    puzzle = next(search.puzzles())
    assert max(repeats(puzzle.p).values()) <= most
    assert not duplicates(puzzle.p)
    assert puzzle.scramble.similarity() == 0
    assert proven(puzzle, engine="bitset", perfect=False) is True
    assert proven(puzzle, engine="cells", perfect=False) is True
    again = next(DoubleSearch(sides, most, seed=3).puzzles())
    assert again.scramble == puzzle.scramble


def test_one_search_makes_many_different_puzzles():
    search = DoubleSearch(Sides(5, 5), 10, seed=1)
    puzzles = search.puzzles()
    found = {next(puzzles).scramble for _ in range(50)}
    assert len(found) == 50
    assert search.tried["exactly two solutions"] >= 50


def test_no_piece_looks_the_same_when_it_is_turned():
    # Its seams could be seams again, with the piece turned.
    search = DoubleSearch(Sides(5, 5), 10, seed=3)
    puzzles = search.puzzles()
    for _ in range(30):
        assert not alike_turned(next(puzzles).p)


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 3), (2, 4)])
def test_small_boards_are_gone_through(size):
    sides = Sides(*size)
    found = set()
    for scramble in all_scrambles(sides):
        p = coarsest(scramble)
        if scramble.similarity() or duplicates(p) or alike_turned(p):
            continue
        if JigsawSearch(Jigsaw(sides.columns, sides.rows, pieces_of(p))).count(3).free == 2:
            found.add(scramble)
    search = DoubleSearch(sides, 12)
    assert {puzzle.scramble for puzzle in search.puzzles()} == found


def test_what_cannot_be_doubled_is_refused():
    with pytest.raises(ValueError, match="at least 2 x 2"):
        DoubleSearch(Sides(1, 5), 10)
    with pytest.raises(ValueError, match="max_repeats=1"):
        DoubleSearch(Sides(5, 5), 1)


def test_the_command_writes_a_puzzle_that_can_be_verified(capsys, tmp_path):
    path = str(tmp_path / "five.txt")

    def run(*arguments):
        return xc.cli.run("puzzles", cli.main, ["doubles", *arguments])

    assert run("double", "--size", "5x5", "--max-repeats", "8", "-o", path) == 0
    err = capsys.readouterr().err
    assert "a shape repeated too often: " in err
    assert "exactly two solutions, counted by two engines" in err
    jigsaw = read_jigsaw(path)
    assert scramble_of(jigsaw).similarity() == 0
    assert run("verify", path, "--exactly-two") == 0
    assert capsys.readouterr().out.count("yes: ") == 8
    assert run("verify", path) == 1
    assert "no: perfect doubled" in capsys.readouterr().out
    assert run("double", "--size", "14x15", "--max-repeats", "3", "--seconds", "0.3") == 3
    assert "stopped" in capsys.readouterr().err
    for size, reason in (
        ("2x2", "all were tried"),
        ("4x4", "all were tried"),
        ("5x6", "columns + rows is odd"),
    ):
        assert run("double", "--size", size, "--max-repeats", "2") == 1
        assert reason in capsys.readouterr().err
    for arguments in (["--size", "1x5"], ["--size", "5x5", "--max-repeats", "1"], []):
        assert run("double", *arguments) == 2
