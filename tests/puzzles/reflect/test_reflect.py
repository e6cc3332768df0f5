"""Reflect: boards and beams, the census, and puzzles solved and made in several ways."""

from __future__ import annotations

import itertools
import json
import os
import random
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from functools import cache

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import exactcover as xc
from puzzles import cli
from puzzles.reflect.board import Board, symmetries
from puzzles.reflect.cover import CoverSolver
from puzzles.reflect.fewest import all_fewest_beams, beams_of, fewest_beams
from puzzles.reflect.file import format_puzzle, parse_pieces, parse_puzzles, read_puzzles
from puzzles.reflect.four import index as index_module
from puzzles.reflect.four.census import CensusRow, burnside, census_row
from puzzles.reflect.four.index import Index, MemoryIndex, Table, all_puzzles, build_index
from puzzles.reflect.four.packed import (
    beams,
    boards_of,
    canonical,
    pack,
    packed_beams,
    packed_pieces,
    unpack,
)
from puzzles.reflect.generate import Wish, puzzle_of, puzzles, unique_board
from puzzles.reflect.puzzle import READINGS, Puzzle
from puzzles.reflect.sat import SatSolver
from puzzles.reflect.solver import Solver
from puzzles.reflect.svg import reflect_svg, reflect_text
from puzzles.shared.clock import Clock
from tests.interrupting import takes_at_most
from tests.paths import SHARED

REFLECT = SHARED / "reflect"


def boards(n):
    cells = st.lists(st.sampled_from([0, 0, 1, 2, 3]), min_size=n * n, max_size=n * n)
    return cells.map(lambda contents: Board(n, tuple(contents)))


any_board = st.integers(1, 6).flatmap(boards)


@st.composite
def boards_of_few_pieces(draw):
    """Full ones of up to 2 x 2 cells, and three pieces in 3 x 3: all like them can be tried."""
    n = draw(st.sampled_from([1, 2, 2, 3, 3, 3]))
    cells = draw(st.sets(st.integers(0, n * n - 1), max_size=3 if n == 3 else n * n))
    return Board(n, tuple(draw(st.integers(1, 3)) if k in cells else 0 for k in range(n * n)))


def all_boards(n, pieces):
    """Every board of at most these pieces."""

    def filled(cells, left):
        if not cells:
            yield ()
            return
        for piece in range(4):
            after = list(left)
            if piece:
                after[piece - 1] -= 1
            if min(after) >= 0:
                for rest in filled(cells - 1, after):
                    yield (piece, *rest)

    return (Board(n, contents) for contents in filled(n * n, pieces))


# -- boards and beams ------------------------------------------------------------------------------


@given(any_board)
def test_beams_are_symmetric_and_paths_reverse(board):
    for place, end in enumerate(board.beams):
        assert board.beams[end] == place
        assert board.path(place) == board.path(end)[::-1]
        assert board.reflections(place) == board.reflections(end)


@given(any_board)
def test_beams_move_with_the_board(board):
    for symmetry in symmetries():
        moved = board.moved(symmetry)
        for place, end in enumerate(board.beams):
            assert moved.beams[symmetry.edge(board.n, place)] == symmetry.edge(board.n, end)
        assert moved.canonical == board.canonical


@given(any_board)
def test_symmetries_are_the_dihedral_group(board):
    every = symmetries()
    assert len(set(every)) == 8
    assert len({board.moved(symmetry) for symmetry in every}) in (1, 2, 4, 8)
    for one, other in itertools.product(every, repeat=2):
        both = one.then(other)
        assert both in every
        assert board.moved(one).moved(other) == board.moved(both)
    quarter, mirror = every[1], every[4]
    assert mirror.then(mirror) == quarter.then(quarter).then(quarter).then(quarter) == every[0]
    assert mirror.then(quarter).then(mirror).then(quarter) == every[0]


def test_a_board_by_hand():
    board = Board.of_rows([".o", "\\."])
    # The upper left beam goes down to the mirror, and out to the right.
    assert board.path(0) == [(0, 0), (1, 0), (1, 1)]
    assert board.beams == (3, 1, 2, 0, 4, 6, 5, 7)
    assert board.pieces == (0, 1, 1)
    assert board.rows() == [".o", "\\."]
    for wrong in (["..", "."], ["x."]):
        with pytest.raises(ValueError, match="expected"):
            Board.of_rows(wrong)


# -- packed boards ---------------------------------------------------------------------------------


@given(st.lists(boards(4), min_size=1, max_size=20))
def test_packed_boards_are_the_boards(some):
    numbers = np.array([pack(board) for board in some], np.uint32)
    assert [unpack(number) for number in numbers.tolist()] == some
    assert beams(numbers).tolist() == [packed_beams(board.beams) for board in some]
    least = [min(pack(board.moved(symmetry)) for symmetry in symmetries()) for board in some]
    assert canonical(numbers).tolist() == least
    kinds = [a + 32 * b + 1024 * c for a, b, c in (board.pieces for board in some)]
    assert packed_pieces(numbers).tolist() == kinds


def test_boards_of_some_pieces_are_all_of_them():
    found = boards_of((2, 1, 1))
    assert len(set(found.tolist())) == len(found) == 16 * 15 * 14 * 13 // 2
    assert set(packed_pieces(found).tolist()) == {2 + 32 + 1024}
    assert len(boards_of((17, 0, 0))) == 0


# -- the census ------------------------------------------------------------------------------------

#: Boards, distinct boards, and those that T. White's program finds distinct and unique.
KNOWN = {
    1: (48, 9, 9),
    2: (1080, 162, 149),
    3: (15120, 1971, 1541),
    4: (147420, 18822, 11047),
    5: (1061424, 133569, 49346),
    6: (5837832, 732618, 135210),
    7: (25019280, 3132675, 216008),
}


@pytest.mark.parametrize("pieces", KNOWN)
def test_the_known_rows_of_the_census(pieces):
    row = census_row(pieces)
    assert (row.boards, row.distinct, row.clear) == KNOWN[pieces]
    assert row.distinct == burnside(4, pieces)
    assert row.clear <= row.unique <= row.distinct


@pytest.mark.parametrize("pieces", range(4))
def test_the_census_is_what_its_definition_says(pieces):
    numbers = np.concatenate(
        [
            boards_of((a, b, pieces - a - b))
            for a in range(pieces + 1)
            for b in range(pieces - a + 1)
        ]
    )
    ends, kinds = beams(numbers).tolist(), packed_pieces(numbers).tolist()
    same = Counter(zip(kinds, ends, strict=True))
    ambiguous = {end for (_, end), number in same.items() if number > 1}
    least = canonical(numbers).tolist()
    unique, clear = set(), set()
    for number, kind, end in zip(least, kinds, ends, strict=True):
        if same[kind, end] == 1:
            unique.add(number)
            if end not in ambiguous:
                clear.add(number)
    row = census_row(pieces)
    assert row == CensusRow(pieces, len(numbers), len(set(least)), len(unique), len(clear))


@pytest.mark.parametrize(("n", "pieces"), [(1, 1), (2, 2), (3, 2), (3, 3)])
def test_burnside_counts_orbits(n, pieces):
    found = {
        board.canonical for board in all_boards(n, (pieces,) * 3) if sum(board.pieces) == pieces
    }
    assert burnside(n, pieces) == len(found)


#: What a whole census finds: distinct boards, those that are unique, and those that are clear.
CENSUS = {
    8: (10567476, 439238, 208634),
    14: (71790462, 68809, 14671),
    16: (5398083, 6584, 2115),
}


@pytest.mark.slow
@pytest.mark.parametrize("pieces", [8, pytest.param(14, marks=pytest.mark.thorough), 16])
def test_further_rows_of_the_census(pieces):
    row = census_row(pieces)
    assert (row.distinct, row.unique, row.clear) == CENSUS[pieces]
    assert row.distinct == burnside(4, pieces)


def test_distinct_boards_of_all_pieces_by_burnside_at_once():
    fixed = 0
    for symmetry in symmetries():
        # A cycle holds one of four contents; of two, alternately mirrored ones, if they are
        # exchanged: nothing, a ball, or mirrors in turn where the cycle is of even length.
        seen, choices = set(), 1
        for cell in itertools.product(range(4), repeat=2):
            length = 0
            while cell not in seen:
                seen.add(cell)
                cell = symmetry.cell(4, *cell)
                length += 1
            if length:
                choices *= 2 if symmetry.swaps and length % 2 else 4
        fixed += choices
    assert sum(burnside(4, pieces) for pieces in range(17)) == fixed // 8


# -- solving ---------------------------------------------------------------------------------------


@settings(max_examples=settings.default.max_examples // 2)
@given(boards_of_few_pieces(), st.sets(st.integers(0, 11)), st.sampled_from(READINGS))
@example(Board(2, (1, 2, 2, 1)), {0, 1}, "all")  # a beam that goes round and round
@example(Board(3, (0, 0, 0, 3, 0, 0, 0, 0, 1)), {3, 4, 5}, "strict")
def test_exact_cover_finds_the_boards_that_solve_a_puzzle(board, shown, reading):
    puzzle = Puzzle.of_board(board, {place for place in shown if place < 4 * board.n})
    truth = {
        other for other in all_boards(board.n, board.pieces) if puzzle.is_solved_by(other, reading)
    }
    found = list(CoverSolver(puzzle, reading).boards())
    assert len(found) == len(set(found))
    assert set(found) == truth
    assert board in truth


@given(data=st.data())
def test_sat_finds_the_boards_that_exact_cover_finds(sat_solvers, data):
    """One SAT solver answers for all puzzles of its size, and forgets what it found."""
    n = data.draw(st.integers(1, 4), "n")
    board = data.draw(boards(n), "board")
    ends = sorted({min(pair) for pair in enumerate(board.beams)})
    # Few solutions, or it takes long.
    assume(sum(board.pieces) <= 6)
    shown = data.draw(st.sets(st.sampled_from(ends), min_size=len(ends) * 2 // 3), "shown")
    reading = data.draw(st.sampled_from(READINGS), "reading")
    puzzle = Puzzle.of_board(board, shown)
    found = list(sat_solvers(n, reading).boards(puzzle, 300))
    assert len(found) == len(set(found))
    assert all(puzzle.is_solved_by(each, reading) for each in found)
    if len(found) < 300:
        assert set(found) == set(CoverSolver(puzzle, reading).boards())


@pytest.fixture(scope="module")
def sat_solvers():
    return cache(SatSolver)


def test_a_search_by_sat_is_stopped_and_told():
    puzzle = Puzzle.of_board(Board(6, (0, 1, 2, 0, 3, 0) * 6), [])
    for reading in READINGS:
        solver = Solver(reading, "sat")
        assert len(list(solver.boards(puzzle, 3))) == 3
        assert solver.stopped == "limit"
        assert list(solver.boards(puzzle, seconds=0.0)) == []
        assert solver.stopped == "seconds"
        assert solver.is_unique(puzzle, nodes=0) is None
    with pytest.raises(ValueError, match="expected 4 x 4"):
        list(SatSolver(4).boards(puzzle))
    for wrong in ({"reading": "none"}, {"engine": "none"}):
        with pytest.raises(ValueError, match="expected one of"):
            Solver(**wrong)


def test_exact_cover_goes_on_where_sat_found_many(monkeypatch):
    monkeypatch.setattr("puzzles.reflect.solver._MANY", 10)
    puzzle = Puzzle.of_board(Board.of_rows(["...", "./.", "..o"]), [0])
    found = list(Solver().boards(puzzle))
    assert len(found) > 20
    assert len(found) == len(set(found))
    assert set(found) == set(CoverSolver(puzzle).boards())


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    folder = tmp_path_factory.mktemp("index")
    build_index(folder, 4)
    return Index(folder)


@settings(max_examples=settings.default.max_examples // 2)
@given(data=st.data())
def test_the_index_and_exact_cover_agree(index, data):
    cells = data.draw(st.sets(st.integers(0, 15), max_size=4))
    contents = [data.draw(st.integers(1, 3)) if cell in cells else 0 for cell in range(16)]
    board = Board(4, tuple(contents))
    shown = data.draw(st.sets(st.integers(0, 15), min_size=8))
    puzzle = Puzzle.of_board(board, shown)
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
    for group, end, kind in zip(
        table.groups.tolist(), table.beams.tolist(), table.pieces.tolist(), strict=True
    ):
        groups.setdefault((kind, end), []).append(group)
    for members in groups.values():
        assert len(set(members)) == 1
        assert (members[0] == 0) == (len(members) == 1)
    assert index.most == 4
    with pytest.raises(ValueError, match="up to 4"):
        index.table(5)
    with pytest.raises(ValueError, match="expected 0 to 16"):
        all_puzzles(17)


def test_an_index_in_memory_answers_alike(index):
    made = MemoryIndex(3)
    for puzzle in itertools.islice(puzzles(Wish(number=3), 5), 5):
        for reading in READINGS:
            assert list(made.boards(puzzle, reading)) == list(index.boards(puzzle, reading))
    with pytest.raises(ValueError, match="up to 3"):
        made.table(4)


def test_many_puzzles_are_looked_up(run, tmp_path):
    made = run("generate", "--number", 2, "--count", 3, "--solved")[1]
    path = tmp_path / "many.txt"
    path.write_text(made * 60, encoding="utf-8")
    code, out, _ = run("solve", path, "--reading", "strict")
    assert code == 0
    assert out.count(": 1 solution\n") == 120


@pytest.mark.parametrize("column", ["groups", "boards", "beams", "pieces"])
@pytest.mark.parametrize("harm", ["reverse", "roll", "swap two", "one other"])
def test_an_index_whose_columns_were_changed_gives_no_board(tmp_path, run, column, harm):
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
    damaged, made = Index(tmp_path), MemoryIndex(3)
    numbers = damaged.table(3).boards.copy()
    np.save(path, changed)
    damaged, refused = Index(tmp_path), 0
    for number in numbers[:: len(numbers) // 60].tolist():
        puzzle = Puzzle.of_board(unpack(number), range(9))
        for reading in READINGS:
            try:
                found = list(damaged.boards(puzzle, reading))
            except xc.FileFault:
                refused += 1
            else:
                assert found == list(made.boards(puzzle, reading))
    assert refused > 0
    if harm == "reverse":
        text = tmp_path / "puzzle.txt"
        text.write_text(run("generate", "--pieces", "//o", "--solved")[1], encoding="utf-8")
        code, out, err = run("solve", text, "--index", tmp_path)
        assert (code, out) == (2, "")
        assert "do not have their digest" in err


def test_a_board_that_is_none_of_a_puzzle_is_not_given_out_even_with_a_digest(tmp_path):
    build_index(tmp_path, 2)
    table = Index(tmp_path).table(2)
    forged = Table(table.groups, np.roll(table.boards, 1), table.beams, table.pieces)
    digests = np.load(tmp_path / "digests-2.npy")
    for number, multiset in enumerate(index_module._multisets(2)):
        digests[number] = np.frombuffer(forged.digest(multiset), np.uint8)
    np.save(tmp_path / "boards-2.npy", forged.boards)
    np.save(tmp_path / "digests-2.npy", digests)
    with pytest.raises(xc.FileFault, match="does not have its beams"):
        list(Index(tmp_path).boards(Puzzle.of_board(unpack(int(table.boards[7])))))


def test_a_damaged_index_is_told(tmp_path):
    with pytest.raises(FileNotFoundError, match="no index"):
        Index(tmp_path)
    build_index(tmp_path, 1)
    np.save(tmp_path / "boards-1.npy", np.zeros(3, np.uint32))
    with pytest.raises(xc.FileFault, match="not what it should be"):
        Index(tmp_path).table(1)
    for damage in (b"", b"\x93NUMPY", os.urandom(500)):
        (tmp_path / "boards-1.npy").write_bytes(damage)
        with pytest.raises(xc.FileFault, match="not what it should be"):
            Index(tmp_path).table(1)
        with pytest.raises(xc.FileFault, match="make the index anew"):
            build_index(tmp_path, 1)
    np.save(tmp_path / "boards-1.npy", np.zeros(48))
    with pytest.raises(xc.FileFault):
        Index(tmp_path).table(1)


@pytest.mark.skipif(not REFLECT.is_dir(), reason="needs the shared puzzles")
def test_the_daily_puzzles_have_the_solution_in_their_file():
    files = sorted(REFLECT.glob("puzzle*.txt"))
    assert len(files) == 59
    for file in files:
        (puzzle,) = read_puzzles(str(file))
        for reading in ("all", "strict"):
            assert list(CoverSolver(puzzle, reading).boards()) == [puzzle.board], file


# -- making ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("balls", [0, 2])
def test_puzzles_that_are_made_have_one_solution_and_no_beam_too_many(index, seed, balls):
    made = puzzles(Wish(number=4, balls=balls, reflections=2), seed)
    for puzzle in itertools.islice(made, 2):
        assert puzzle.pieces[2] == balls
        for reading in READINGS:
            assert list(index.boards(puzzle, reading)) == [puzzle.board]
            for engine in ("cover", "sat"):
                assert Solver(reading, engine).is_unique(puzzle)
        assert max(puzzle.board.reflections(place) for place in puzzle.beams) >= 2
        for place, end in puzzle.beams.items():
            fewer = Puzzle.of_board(puzzle.board, set(puzzle.beams) - {place, end})
            assert len(list(index.boards(fewer, "strict"))) > 1
    again = next(puzzles(Wish(number=4, balls=balls, reflections=2), seed))
    assert again == next(puzzles(Wish(number=4, balls=balls, reflections=2), seed))


@pytest.mark.parametrize("seed", range(4))
def test_the_fewest_beams_are_the_fewest(index, seed):
    puzzle = next(puzzles(Wish(number=3), seed))
    board = puzzle.board
    ends = sorted({min(pair) for pair in enumerate(board.beams)})
    for reading in READINGS:
        fewest = all_fewest_beams(board, reading)
        size = len(fewest[0])
        assert len(fewest_beams(board, Solver(reading))) == size
        found = []
        for shown in itertools.combinations(ends, size):
            if list(index.boards(Puzzle.of_board(board, shown), reading)) == [board]:
                found.append(list(shown))
        assert sorted(fewest) == sorted(found)
        for shown in itertools.combinations(ends, size - 1):
            assert len(list(index.boards(Puzzle.of_board(board, shown), reading))) > 1


@pytest.mark.parametrize(("n", "number", "reading"), [(5, 4, "strict"), (7, 6, "all")])
def test_a_larger_puzzle_is_made_and_no_beam_can_be_left_out(n, number, reading):
    wish = Wish(n=n, number=number, balls=1, reading=reading)
    puzzle = next(puzzles(wish, 1, Solver(reading, "sat")))
    assert puzzle.board.pieces == puzzle.pieces
    assert sum(puzzle.pieces) == number
    solver = Solver(reading)
    assert solver.is_unique(puzzle)
    for place, end in puzzle.beams.items():
        fewer = Puzzle.of_board(puzzle.board, set(puzzle.beams) - {place, end})
        assert solver.is_unique(fewer) is False


def test_the_fewest_beams_of_larger_boards_are_the_fewest():
    solver = Solver("fewer", "sat")
    board = unique_board(Wish(n=5, number=4, balls=1), solver, random.Random(2), Clock())
    shown = fewest_beams(board, solver)
    ends = [place for place, _ in beams_of(board)]
    assert solver.is_unique(Puzzle.of_board(board, shown))
    for fewer in itertools.combinations(ends, len(shown) - 1):
        assert not solver.is_unique(Puzzle.of_board(board, fewer))


def test_a_search_that_was_cut_short_tells_no_beams():
    board = Board(3, (0, 3, 1, 1, 3, 1, 0, 1, 0))
    for nodes in (1, 30, 33):
        shown = fewest_beams(board, Solver("strict", "cover"), nodes=nodes)
        assert shown is None


def test_a_board_that_its_beams_do_not_tell_has_no_puzzle():
    # No beam reaches the mirror amid the balls.
    board = Board.of_rows([".o..", "o/o.", ".o..", "...."])
    for reading in READINGS:
        solver = Solver(reading)
        assert solver.is_unique(Puzzle.of_board(board)) is False
        assert fewest_beams(board, solver) is None
        assert all_fewest_beams(board, reading) == []
        assert puzzle_of(board, solver, random.Random(1), Clock()) is None


# -- files and the command -------------------------------------------------------------------------


@given(any_board, st.sets(st.integers(0, 23)))
def test_puzzles_read_back(board, shown):
    puzzle = Puzzle.of_board(board, {place for place in shown if place < 4 * board.n})
    (again,) = parse_puzzles(format_puzzle(puzzle))
    assert (again.letters, again.pieces, again.n) == (puzzle.letters, puzzle.pieces, puzzle.n)
    (solved,) = parse_puzzles(format_puzzle(puzzle, solution=board) + "\n\n# the end\n")
    assert solved.letters == puzzle.letters
    if any(board.cells):
        assert solved == puzzle


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no puzzle"),
        (".A.\nA..\n...", "no piece to place"),
        (".A.\nA/\n...", "2 characters; expected 3"),
        ("xA.\nA/.\n...", "in a corner"),
        (".A.\nAx.\n...", "'x' in the board"),
        (".A.\nA\\.\n...", "is no solution"),
        (".AA\nA..\n...\npieces: /", "in a corner"),
        (".A.\nA.A\n...\npieces: /", "3 times"),
        (".A.\nA..\n...\npieces: /x", "'x' is no piece"),
        (".A.\nA..\n...\npieces: //", "2 pieces for 1 cell"),
        ("..\n..", "2 lines; expected n"),
    ],
)
def test_what_is_no_puzzle_is_told(text, message):
    with pytest.raises(xc.FileFault, match=message):
        list(parse_puzzles(text))


@pytest.fixture
def run(capsys):
    def call(*arguments):
        code = xc.cli.run("puzzles", cli.main, ["reflect", *map(str, arguments)])
        return code, *capsys.readouterr()

    return call


def test_puzzles_are_made_and_solved_by_the_command(run, tmp_path, index):
    code, out, _ = run("generate", "--number", 3, "--count", 4, "--seed", 7, "--solved")
    assert code == 0
    path = tmp_path / "three.txt"
    path.write_text(out, encoding="utf-8")
    made = read_puzzles(str(path))
    assert len(made) == 3
    code, out, _ = run("solve", path, "--reading", "strict", "--json")
    assert code == 0
    answers = [json.loads(line) for line in out.splitlines()]
    assert [answer["solutions"] for answer in answers] == [[p.board.rows()] for p in made]
    assert all(answer["complete"] for answer in answers)
    looked_up = run("solve", path, path, "--reading", "strict", "--index", index.folder)
    assert looked_up[1].count("1 solution\n") == 6
    code, out, _ = run("solve", path, "--pieces", "o", "--limit", 1)
    assert code == 1
    assert "0 solutions" in out
    # A file that is not there does not keep the others from being solved.
    code, out, err = run("solve", tmp_path / "none", path, "--json", "--engine", "cover")
    assert code == 2
    assert "none: No such file" in err
    assert [json.loads(line)["file"] for line in out.splitlines()] == [str(path)] * 3


def test_ten_solutions_are_printed_unless_more_are_asked_for(run, tmp_path):
    path = tmp_path / "open.txt"
    path.write_text("\n".join(["......"] * 6) + "\npieces: /o\n", encoding="utf-8")
    in_all = 16 * 15
    for arguments, number, told in (
        ([], 10, "at least 10 solutions; --all prints them all"),
        (["--limit", 3], 3, "at least 3 solutions; --all prints them all"),
        (["--all"], in_all, f"{in_all} solutions"),
    ):
        code, out, _ = run("solve", path, *arguments)
        assert code == 0
        assert out.count("\n\n") == number + 1
        assert out.rstrip().endswith(f": {told}")
    assert run("solve", path, "--explain", "--all")[0] == 2


def test_letters_of_boards_are_found_by_the_command(run, tmp_path):
    path = tmp_path / "boards.txt"
    path.write_text("...\n../\n...\n", encoding="utf-8")
    assert "a mirror at the edge" in run("generate", "--boards", path)[2]
    path.write_text("......\n../...\n......\n.o....\n...\\..\n......\n", encoding="utf-8")
    code, out, _ = run("generate", "--boards", path, "--json", "--solved")
    assert code == 0
    made = json.loads(out)
    assert made["pieces"] == {"/": 1, "\\": 1, "o": 1}
    assert made["solution"] == ["./..", "....", "o...", "..\\."]
    assert made["ends"] == sum(len(beam["places"]) for beam in made["beams"])
    (puzzle,) = parse_puzzles(made["puzzle"])
    assert Solver("strict", "cover").is_unique(puzzle)
    # No beam reaches the mirror in the middle: it may as well be left over.
    hidden = ".....\n..o..\n.o/o.\n..o..\n.....\n"
    path.write_text(f"{hidden}\n...\n...\n...\npieces: o\n", encoding="utf-8")
    code, out, err = run("generate", "--boards", path)
    assert (code, out) == (2, "")
    assert "board 1 is not the only one" in err
    assert f"{path}: board 2 is empty: expected pieces inside" in err


def test_boards_are_counted_by_the_command(run, tmp_path):
    assert run("count", 2)[1] == "1,080 boards, 162 up to the eight symmetries\n"
    assert json.loads(run("count", 3, "--size", 3, "--json")[1]) == {
        "boards": 2268,
        "distinct": burnside(3, 3),
    }
    journal = tmp_path / "census"
    code, out, _ = run("census", "--most", 3, "--journal", journal)
    assert code == 0
    assert out.splitlines()[-1].split() == ["3", "15,120", "1,971", "1,541", "1,541"]
    # It goes on from the rows that are there.
    assert run("census", "--most", 3, "--journal", journal)[1] == out
    code, _, err = run("census", "--most", 2, "--journal", journal)
    assert code == 2
    assert "of 0 to 3 pieces" in err
    assert "of 0 to 2 pieces" in err
    assert run("census", "--least", 12, "--most", 12, "--seconds", 0)[0] == 3


#: The files of each table of an index.
COLUMNS = ["beams", "boards", "digests", "groups", "pieces"]


def names_in(folder):
    """Of all files, hidden ones too."""
    return sorted(path.name for path in folder.iterdir())


def test_an_index_is_written_by_the_command(run, tmp_path):
    folder = tmp_path / "index"
    code, out, err = run("index", folder, "--most", 2)
    assert (code, out) == (0, "")
    assert err.endswith(f"puzzles: {folder} has boards of 0 to 2\n")
    assert names_in(folder) == sorted(f"{name}-{k}.npy" for name in COLUMNS for k in range(3))
    written, made = Index(folder), MemoryIndex(2)
    assert written.most == 2
    for board in (Board.of_rows(["....", ".\\..", "..o.", "...."]), Board(4, (0,) * 15 + (3,))):
        puzzle = Puzzle.of_board(board, range(6))
        for reading in READINGS:
            found = list(written.boards(puzzle, reading))
            assert found == list(made.boards(puzzle, reading))
            assert set(found) == set(CoverSolver(puzzle, reading).boards())
            assert board in found
    # What is there is not written again, and the rest is added to it.
    before = {name: (folder / name).stat().st_mtime_ns for name in names_in(folder)}
    assert run("index", folder, "--most", 3)[0] == 0
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
    run, tmp_path, monkeypatch, error, code, told, whole
):
    calls = itertools.count()

    def fails(stream):
        if next(calls) == whole:
            raise error

    monkeypatch.setattr(os, "fsync", fails)
    found = run("index", tmp_path, "--most", 2)
    assert found[:2] == (code, "")
    assert told in found[2].splitlines()[-1]
    left = names_in(tmp_path)
    assert set(left) <= {f"{name}-{k}.npy" for name in COLUMNS for k in range(3)}
    assert len(left) == whole
    for name in left:
        np.load(tmp_path / name)
    if whole:
        assert Index(tmp_path).most == 0
    monkeypatch.undo()
    assert run("index", tmp_path, "--most", 2)[0] == 0
    assert len(names_in(tmp_path)) == 15
    board = Board.of_rows(["....", ".\\..", "..o.", "...."])
    assert board in set(Index(tmp_path).boards(Puzzle.of_board(board)))


@pytest.mark.parametrize(
    "arguments",
    [
        [], ["solve"], ["count", "17"], ["census", "--most", "17"], ["generate", "--size", "99"],
        ["generate", "--count", "17"], ["generate", "--pieces", "x"], ["solve", "none.txt"],
        ["generate", "--count", "2", "--balls", "3"], ["census", "--least", "3", "--most", "2"],
        ["census", "--journal", "/nonexist/j"], ["census", "--workers", "0"],
        ["generate", "--reflections", "999"], ["generate", "--boards", "x", "--ends", "3"],
        ["generate", "--boards", "x", "--number", "3"],
        ["generate", "--pieces", "/", "--count", "3"], ["solve", "x", "--index", "nowhere"],
    ],
)  # fmt: skip
def test_wrong_arguments_are_told(run, arguments):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("arguments", [["--count", 9], ["--size", 9, "--count", 30]])
def test_making_puzzles_stops_in_time(run, arguments):
    run("generate", "--seconds", 0)  # compiles
    with takes_at_most(6):
        code, _, err = run("generate", "--number", 999, "--seconds", 1, *arguments)
    assert code == 3
    assert "stopped" in err


def test_more_pieces_than_cells_are_refused(run, tmp_path):
    (tmp_path / "x.txt").write_text(".A.\nA/.\n...", encoding="utf-8")
    code, out, err = run("solve", tmp_path / "x.txt", "--pieces", "//")
    assert (code, out) == (2, "")
    assert "2 pieces for 1 cell; expected 0 to 1" in err
    (tmp_path / "x.txt").write_text(".A.\nA..\n.B.", encoding="utf-8")
    assert run("solve", tmp_path / "x.txt", "--pieces", "o")[0] == 1
    assert "o x 1" in run("draw", tmp_path / "x.txt", "--pieces", "o")[1]
    (tmp_path / "x.txt").write_text(".\x1b.\n\x1b/.\n...", encoding="utf-8")
    assert run("draw", tmp_path / "x.txt")[0] == 2


def test_pieces_are_listed_as_text():
    assert parse_pieces(" //\\ oo ") == (2, 1, 2)
    assert parse_pieces("") == (0, 0, 0)


# -- pictures --------------------------------------------------------------------------------------


def test_a_picture_shows_beams_pieces_and_letters():
    board = Board.of_rows(["....", ".\\./", "o./.", "../\\"])
    puzzle = Puzzle.of_board(board, [0, 1, 2])
    text = reflect_text(puzzle, board)
    assert text.splitlines()[0].split() == list(puzzle.letters[:4])
    assert (text.count("╱"), text.count("╲"), text.count("●")) == (3, 2, 1)
    plain = reflect_text(puzzle, board, ascii_only=True)
    assert plain.isascii()
    assert "\x1b[38;5;" in reflect_text(puzzle, board, colour=True)
    assert len(reflect_text(puzzle).splitlines()) >= 9
    root = ElementTree.fromstring(reflect_svg(puzzle, board, title="<&>"))
    space = "{http://www.w3.org/2000/svg}"
    letters = [each.text for each in root.iter(f"{space}text")]
    assert Counter(letters) == Counter(letter for letter in puzzle.letters if letter)
    assert len(list(root.iter(f"{space}circle"))) == 1
    # Each beam once, each mirror, and the grid.
    beams_of_board = sum(place <= end for place, end in enumerate(board.beams))
    assert len(list(root.iter(f"{space}path"))) == beams_of_board + 5 + 5
    assert "circle" not in reflect_svg(puzzle)


def test_pictures_by_the_command(run, tmp_path):
    made = run("generate", "--number", 2, "--seed", 3)[1]
    path = tmp_path / "two.txt"
    path.write_text(made, encoding="utf-8")
    assert run("draw", path)[0] == 0
    code, out, _ = run("draw", path, "--solve", "--reading", "strict", "--colour", "always")
    assert code == 0
    assert "╱" in out or "╲" in out or "●" in out
    assert run("draw", path, "--svg", tmp_path / "x.svg", "--solve")[0] == 0
    for name in ("x.svg", "x-2.svg"):
        ElementTree.fromstring((tmp_path / name).read_text(encoding="utf-8"))
    assert run("draw", path, "--svg", tmp_path / "x.png")[0] == 2


def test_help_imports_neither_numba_nor_numpy():
    code = (
        "import sys; from puzzles import cli; import exactcover as xc\n"
        "for words in (['--help'], ['solve', '--help'], ['generate', '--pieces', 'x']):\n"
        "    xc.cli.run('puzzles', cli.main, ['reflect', *words])\n"
        "assert not {'numba', 'numpy', 'pysat'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
