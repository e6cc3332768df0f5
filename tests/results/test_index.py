"""The index of all boards: it agrees with the search, and damage is noticed."""

from __future__ import annotations

import itertools
import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles.reflect.board import Board
from exactcover_puzzles.reflect.cover import CoverSolver
from exactcover_puzzles.reflect.file import format_puzzle
from exactcover_puzzles.reflect.generate import Wish, puzzles
from exactcover_puzzles.reflect.puzzle import READINGS, BeamPuzzle
from results.reflect.index import Index, Table, all_puzzles, build_index
from results.reflect.packed import multisets, unpack


@pytest.mark.slow
@settings(max_examples=settings.default.max_examples // 2)
@given(
    cells=st.dictionaries(st.integers(0, 15), st.integers(1, 3), max_size=4),
    shown=st.sets(st.integers(0, 15), min_size=8),
)
def test_the_index_and_exact_cover_agree(index, cells, shown):
    board = Board(4, tuple(cells.get(cell, 0) for cell in range(16)))
    puzzle = BeamPuzzle.of_board(board, shown)
    for reading in READINGS:
        looked_up = list(index.boards(puzzle, reading))
        assert len(looked_up) == len(set(looked_up))
        assert board in looked_up
        assert all(puzzle.is_solved_by(each, reading) for each in looked_up)
        if len(looked_up) < 200:
            assert set(CoverSolver(puzzle, reading).boards()) == set(looked_up)


def test_the_index_lists_every_board_once_with_its_group(index):
    table = all_puzzles(3)
    stored = index.table(3)
    for name in ("groups", "boards", "beams", "pieces"):
        assert np.array_equal(getattr(table, name), getattr(stored, name))
    assert len(set(table.boards.tolist())) == len(table) == 15120
    groups = {}
    for group, *shared in zip(*map(np.ndarray.tolist, (table.groups, table.beams, table.pieces)),
                              strict=True):  # fmt: skip
        groups.setdefault(tuple(shared), []).append(group)
    for members in groups.values():
        assert len(set(members)) == 1
        assert (members[0] == 0) == (len(members) == 1)
    assert index.most == 4
    with pytest.raises(ValueError, match="up to 4"):
        index.table(5)
    with pytest.raises(ValueError, match="expected 0 to 16"):
        all_puzzles(17)


def test_puzzles_are_solved_by_an_index_as_without(index, command, tmp_path):
    wishes = Wish(number=3), Wish(pieces=(2, 0, 1), number=3), Wish(number=5)
    made = [next(puzzles(wish, 5)) for wish in wishes]
    assert made[1].pieces == (2, 0, 1)
    made.append(BeamPuzzle.of_board(Board.of_rows(["/.", ".o"])))
    (tmp_path / "some.txt").write_text("\n".join(map(format_puzzle, made)), encoding="utf-8")
    code, out, err = command(f"results look-up {index.folder} some.txt --reading strict")
    assert (code, err.count("puzzles of more pieces than the index has")) == (0, 1)
    assert command("puzzles reflect some.txt --reading strict")[:2] == (0, out)
    blank = "\n".join(["......"] * 6) + "\npieces: /o\n"
    (tmp_path / "blank.txt").write_text(blank, encoding="utf-8")
    look_up = f"results look-up {index.folder} blank.txt"
    assert "at least 3 solutions" in command(f"{look_up} --limit 3")[1]
    assert "240 solutions" in command(f"{look_up} --all")[1]
    assert command(f"{look_up} --seconds 0")[0] == 3


@pytest.mark.parametrize("column", ["groups", "boards", "beams", "pieces"])
@pytest.mark.parametrize("harm", ["reverse", "roll", "swap two", "one other"])
def test_an_index_whose_columns_were_changed_gives_no_board(tmp_path, index, column, harm):
    build_index(tmp_path, 3)
    path = tmp_path / f"{column}-3.npy"
    rows = np.load(path)
    changed = np.roll(rows[::-1] if harm == "reverse" else rows, harm == "roll")
    if harm in ("swap two", "one other"):
        one = len(rows) // 2
        other = np.flatnonzero(rows != rows[one])[-1]
        changed[one] = rows[other]
        if harm == "swap two":
            changed[other] = rows[one]
    assert not np.array_equal(rows, changed)
    numbers = index.table(3).boards
    np.save(path, changed)
    damaged, refused = Index(tmp_path), 0
    for number in numbers[:: len(numbers) // 60].tolist():
        puzzle = BeamPuzzle.of_board(unpack(number), range(9))
        for reading in READINGS:
            try:
                found = list(damaged.boards(puzzle, reading))
            except xc.FileFault:
                refused += 1
            else:
                assert found == list(index.boards(puzzle, reading))
    assert refused > 0


def test_a_board_that_is_none_of_a_puzzle_is_not_given_out_even_with_a_digest(tmp_path):
    build_index(tmp_path, 2)
    table = Index(tmp_path).table(2)
    forged = Table(table.groups, np.roll(table.boards, 1), table.beams, table.pieces)
    digests = np.load(tmp_path / "digests-2.npy")
    for number, multiset in enumerate(multisets(2)):
        digests[number] = np.frombuffer(forged.digest(multiset), np.uint8)
    np.save(tmp_path / "boards-2.npy", forged.boards)
    np.save(tmp_path / "digests-2.npy", digests)
    with pytest.raises(xc.FileFault, match="does not have its beams"):
        list(Index(tmp_path).boards(BeamPuzzle.of_board(unpack(int(table.boards[7])))))


def test_a_column_of_another_length_or_kind_is_refused(tmp_path):
    """(The fuzzer damages columns in all other ways.)"""
    build_index(tmp_path, 1)
    for column in (np.zeros(3, np.uint32), np.zeros(48)):
        np.save(tmp_path / "boards-1.npy", column)
        for read in (lambda: Index(tmp_path).table(1), lambda: build_index(tmp_path, 1)):
            with pytest.raises(xc.FileFault, match=r"boards-1\.npy"):
                read()


#: The files of each table of an index.
COLUMNS = ["beams", "boards", "digests", "groups", "pieces"]


def names_in(folder):
    """Of all files, hidden ones too."""
    return sorted(path.name for path in folder.iterdir())


def test_an_index_is_written_by_the_command(command, tmp_path, index):
    folder = tmp_path / "index"
    ended = (0, "", "python -m results: index has boards of 0 to 2\n")
    assert command("results index index --most 2") == ended
    assert names_in(folder) == sorted(f"{name}-{k}.npy" for name in COLUMNS for k in range(3))
    puzzle = BeamPuzzle.of_board(Board.of_rows(["....", ".\\..", "..o.", "...."]), range(6))
    assert list(Index(folder).boards(puzzle)) == list(index.boards(puzzle)) != []
    # What is there is not written again, and the rest is added to it.
    before = {name: (folder / name).stat().st_mtime_ns for name in names_in(folder)}
    assert command("results index index --most 3")[0] == 0
    assert Index(folder).most == 3
    assert {name: (folder / name).stat().st_mtime_ns for name in before} == before


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (OSError(28, "No space left on device"), 2, "No space left on device"),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
    ids=["full", "interrupted"],
)
@pytest.mark.parametrize("whole", [0, 7])
def test_an_index_that_cannot_be_written_leaves_no_half_of_a_file(
    command, tmp_path, monkeypatch, error, code, told, whole
):
    calls = itertools.count()

    def fails(stream):
        if next(calls) == whole:
            raise error

    with monkeypatch.context() as failing:
        failing.setattr(os, "fsync", fails)
        found = command("results index . --most 2")
    assert found[:2] == (code, "")
    assert told in found[2].splitlines()[-1]
    left = names_in(tmp_path)
    assert set(left) <= {f"{name}-{k}.npy" for name in COLUMNS for k in range(3)}
    assert len(left) == whole
    for name in left:
        np.load(tmp_path / name)
    assert command("results index . --most 2")[0] == 0
    assert len(names_in(tmp_path)) == 15
    board = Board.of_rows(["....", ".\\..", "..o.", "...."])
    assert board in set(Index(tmp_path).boards(BeamPuzzle.of_board(board)))
