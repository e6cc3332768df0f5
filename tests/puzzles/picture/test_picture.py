"""Picture Puzzle: propagation, counts and messages."""

from __future__ import annotations

import io
import shlex
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.engines.standalone import covers
from exactcover_puzzles.edges.board import Board, Stock, members
from exactcover_puzzles.edges.border_sets import BorderSets
from exactcover_puzzles.edges.dive import Dive
from exactcover_puzzles.edges.search import arrangement, exact_cover
from exactcover_puzzles.picture import solve as picture_solve
from exactcover_puzzles.picture.maker import format_puzzle, make_puzzle
from exactcover_puzzles.picture.puzzle import parse, turned
from exactcover_puzzles.shared.shipped import shipped
from tests.puzzles.picture.cases import GOOD, MADE, TURNED, cut_blank, run


def all_pictures(puzzle, fixed_piece=True, propagate=True):
    """All pictures, by propagation (or not) and the engine."""
    sets = puzzle.propagation(fixed_piece)
    if sets.contradiction or (propagate and not sets.run()):
        return []
    if propagate and sets.settled:
        return ["\n".join(puzzle.picture(arrangement(sets)))]
    exact = exact_cover(sets)
    problem = xc.Problem(
        exact.primary, exact.options, secondary=exact.secondary, multiplicity=exact.multiplicity
    )
    return ["\n".join(puzzle.picture(arrangement(sets, s))) for s in problem.solutions()]


def brute_force(puzzle, fixed_piece=True):
    """All pictures, by trying everything, written without a look at how the project does it."""
    step = puzzle.size - 1
    width, height = 1 + step * puzzle.columns, 1 + step * puzzle.rows
    blank = {
        (y, x): "#" for y in range(height) for x in range(width)
        if y in (0, height - 1) or x in (0, width - 1)
    }  # fmt: skip
    found = set()

    def place(cell, canvas, left):
        if not left:
            found.add("\n".join("".join(canvas[y, x] for x in range(width)) for y in range(height)))
            return
        top, beside = (step * part for part in divmod(cell, puzzle.columns))
        for number in left:
            piece = puzzle.pieces[number]
            for _ in range(1 if fixed_piece and number == 0 else 4):
                spots = {
                    (top + y, beside + x): character
                    for y, line in enumerate(piece) for x, character in enumerate(line)
                }  # fmt: skip
                if all(
                    canvas.get(spot, character) == character for spot, character in spots.items()
                ):
                    place(cell + 1, canvas | spots, left - {number})
                piece = turned(piece)

    place(0, blank, frozenset(range(len(puzzle.pieces))))
    return found


shapes = st.sampled_from([(1, 1), (2, 1), (2, 2), (3, 2), (2, 3), (3, 3)])


@given(
    shapes, st.integers(2, 3), st.integers(0, 10**6), st.sampled_from([0.0, 0.05, 0.2, 0.5, 1.0]),
    st.integers(0, 2), st.booleans(),
)  # fmt: skip
def test_all_pictures_are_those_of_brute_force(shape, size, seed, ink, twins, fixed):
    puzzle, picture = make_puzzle(*shape, size, seed, ink=ink, twins=twins)
    assert parse(format_puzzle(puzzle)).pieces == puzzle.pieces
    truth = brute_force(puzzle, fixed) if shape != (3, 3) or ink > 0.1 else None
    found = all_pictures(puzzle, fixed)
    assert "\n".join(picture) in found
    assert len(set(found)) == len(found)
    assert sorted(found) == sorted(all_pictures(puzzle, fixed, propagate=False))
    if truth is not None:
        assert set(found) == truth


@given(shapes, st.integers(2, 3), st.integers(0, 10**6), st.sampled_from([0.0, 0.1, 0.3]))
def test_propagation_and_trial_find_every_picture_once(shape, size, seed, ink):
    puzzle, _ = make_puzzle(*shape, size, seed, ink=ink)
    sets = puzzle.propagation()
    assert sets.run()
    dive = Dive(sets, 100_000)
    found = ["\n".join(puzzle.picture(each)) for each in dive]
    assert dive.over
    assert len(set(found)) == len(found)
    assert sorted(found) == sorted(all_pictures(puzzle))
    short = Dive(sets, 1)
    assert len(list(short)) <= 1
    assert not short.over or len(found) <= 1


def test_fifteen_by_fifteen_comes_down_from_116925_candidates_to_225_by_propagation_alone():
    sets = parse(TURNED.read_text(encoding="utf-8")).propagation()
    assert sets.left == 116_925
    assert sets.run()
    assert sets.left == 225
    assert sets.settled


def test_identical_pieces_are_one_type_and_swapping_them_is_no_second_picture():
    puzzle = parse(shipped("pictures", "8x4-of-6-twins").read_text(encoding="utf-8"))
    assert max(puzzle.stock.counts) == 2
    assert len(all_pictures(puzzle)) == 1
    blank = parse("3 9\n3 3\n7 7\n" + cut_blank(3))
    assert sorted(blank.stock.counts) == [1, 4, 4]
    assert len(all_pictures(blank)) == 1


def test_the_first_piece_says_how_the_picture_stands():
    puzzle, _ = make_puzzle(3, 3, 3, 1)
    assert len(all_pictures(puzzle)) == 1
    assert len(all_pictures(puzzle, fixed_piece=False)) == 4
    puzzle, _ = make_puzzle(4, 3, 3, 1)
    assert len(all_pictures(puzzle, fixed_piece=False)) == 2


# -- propagation ---------------------------------------------------------------------------------


def plain_stock(names, twins=""):
    """Pieces that all fit each other and are not turned."""
    types = [(name, 1 + twins.count(name)) for name in names]
    return Stock(types, {name: 4 * k for k, name in enumerate(names)}, lambda name: ("x",) * 4)


def test_two_cells_that_share_two_types_keep_them_from_the_others():
    # Types A and B fit everywhere; C and D too, but cells 0 and 1 take only A and B.
    stock = plain_stock("ABCD")
    sets = BorderSets(Board(4, 1), stock)
    sets.restrict(0, 1 << 0 | 1 << 4)
    sets.restrict(1, 1 << 0 | 1 << 4)
    assert sets.run()
    assert list(members(sets.live[2])) == [8, 12]
    assert sets.sweeps[-1].rule == "Hall sets"


def cells_of_types(*cells, twins=""):
    """A row of cells, each with the types it may have; all pieces fit each other."""
    types = sorted({*"".join(cells)})
    stock = plain_stock(types, twins)
    sets = BorderSets(Board(len(cells), 1), stock)
    for cell, names in enumerate(cells):
        sets.restrict(cell, sum(1 << 4 * types.index(name) for name in names))
    return sets


def types_left(sets):
    return ["".join(sets.stock.labels[bit // 4] for bit in members(live)) for live in sets.live]


def test_counting_pieces_gives_a_cell_what_goes_nowhere_else_and_takes_what_is_used_up():
    # A is used up by the first cell; D goes in the fourth only.
    sets = cells_of_types("A", "ABC", "BC", "DEF", "EF", "EF")
    assert sets.run()
    assert types_left(sets) == ["A", "BC", "BC", "D", "EF", "EF"]
    assert (sets.sweeps[-1].rule, sets.sweeps[-1].removed) == ("pieces", 3)
    sets = cells_of_types("AB", "CD", "CD", "CD")
    assert not sets.run()
    assert sets.contradiction == "two pieces have only r1c1 left"


@pytest.mark.parametrize(
    ("board", "left"), [(Board(1, 2, torus=True), [4, 8]), (Board(2, 1, torus=True), [0, 8])]
)
def test_on_a_torus_one_cell_wide_a_piece_must_fit_itself(board, left):
    # Left, top, right, bottom: the first fits itself from top to bottom, the second from side to
    # side, and the third in both directions.
    sides = [("z", "x", "y", "x"), ("x", "y", "x", "z"), ("y", "x", "y", "x")]
    looks = {shown: 4 * k for k, shown in enumerate(sides)}
    sets = BorderSets(board, Stock([(str(shown), 1) for shown in sides], looks, tuple))
    assert list(members(sets.live[0])) == list(members(sets.live[1])) == left


@pytest.mark.parametrize(
    ("live", "reason"),
    [
        ([1, 1, 1 << 4 | 1 << 8], "piece A is needed too often"),
        ([1, 1 << 4, 1 | 1 << 4], "piece C fits nowhere"),
        ([1 | 1 << 4, 1 | 1 << 4, 1 | 1 << 4], "piece C fits nowhere"),
        ([0, 1, 1], "nothing fits in r1c1"),
    ],
)
def test_what_contradicts_itself_is_told(live, reason):
    stock = plain_stock("ABC")
    sets = BorderSets(Board(3, 1), stock)
    for cell, candidates in enumerate(live):
        sets.restrict(cell, candidates)
    assert not sets.run()
    assert sets.contradiction == reason


# -- the command ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "arguments"), MADE)
def test_the_shipped_puzzles_are_made_and_solved_by_the_command(capsysbinary, name, arguments):
    path = shipped("pictures", name)
    made = run(capsysbinary, "--make", *shlex.split(arguments))
    assert made == (0, path.read_text(encoding="utf-8"), "")
    picture = path.with_suffix(".picture.txt").read_text(encoding="utf-8")
    assert run(capsysbinary, path) == (0, picture, "")
    assert run(capsysbinary, "--count", path) == (0, "1\n", "")


def test_several_solutions_the_first_is_printed_and_the_others_are_mentioned(
    capsysbinary, tmp_path
):
    puzzle, _ = make_puzzle(2, 2, 4, 3, ink=0.3)
    path = tmp_path / "two.txt"
    path.write_text(format_puzzle(puzzle), encoding="utf-8")
    code, out, err = run(capsysbinary, path)
    assert code == 0
    assert len(out.splitlines()) == 7
    assert "there are several solutions; another one differs from line" in err
    assert run(capsysbinary, path, "--quiet")[2] == ""
    assert run(capsysbinary, path, "--count") == (0, "2\n", "")
    both = run(capsysbinary, path, "--all")[1].split("\n\n")
    assert [len(each.splitlines()) for each in both] == [7, 7]
    assert both[0] + "\n" == out
    assert run(capsysbinary, path, "--count", "--limit", "1")[:2] == (0, "at least 1\n")
    assert run(capsysbinary, path, "--all", "--limit", "1")[:2] == (0, out)
    assert run(capsysbinary, path, "--all", "--limit", "0")[:2] == (0, "")
    assert run(capsysbinary, TURNED, "--all", "--limit", "0")[:2] == (0, "")
    assert run(capsysbinary, TURNED, "--count", "--limit", "0")[:2] == (0, "at least 0\n")


def test_where_propagation_and_trial_give_up_an_engine_finds_the_picture(capsysbinary, monkeypatch):
    monkeypatch.setattr(picture_solve, "_STEPS_FOR_EACH_CELL", 0)
    path = shipped("pictures", "8x4-of-6-twins")
    puzzle, _ = make_puzzle(2, 2, 4, 3, ink=0.3)
    lines: list[str] = []
    remarks: list[str] = []
    for data in (path.read_bytes(), format_puzzle(puzzle).encode()):
        assert picture_solve.solve(
            data, "here",
            lambda exact: covers(exact.primary, exact.options, exact.secondary, exact.multiplicity),
            remarks.append, lines.append,
        ) == 0  # fmt: skip
    assert lines[0] + "\n" == path.with_suffix(".picture.txt").read_text(encoding="utf-8")
    assert lines[1] in all_pictures(puzzle)
    assert remarks == ["here: there may be other solutions: not all were looked for"]


def test_trace_tells_what_each_sweep_removed(capsysbinary):
    code, out, err = run(capsysbinary, "--trace", TURNED)
    assert code == 0
    assert len(out.splitlines()) == 16
    assert err.splitlines()[1].split() == ["0", "frame", "85,575", "116,925"]
    assert err.endswith("225 of 225 cells are settled\n")


def test_windows_line_ends_and_a_last_line_without_an_end_will_do(capsysbinary, monkeypatch):
    text = TURNED.read_text(encoding="utf-8").removesuffix("\n").replace("\n", "\r\n")
    stdin = io.TextIOWrapper(io.BytesIO(text.encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    code, out, _ = run(capsysbinary)
    assert (code, len(out.splitlines())) == (0, 16)


def test_an_input_without_an_end_is_refused(capsysbinary, monkeypatch, tmp_path):
    monkeypatch.setattr("exactcover.common.textfiles._PLAIN", 1_000_000)
    path = tmp_path / "long.txt"
    path.write_bytes(b"1" * 1_000_001)
    for arguments in ([path], []):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
        code, out, err = run(capsysbinary, "--unpacked", "1MB", *arguments)
        assert (code, out) == (2, "")
        assert "it has more than 1 MB; expected less" in err


@pytest.mark.parametrize(
    ("data", "line"), [(GOOD.replace("a", "ä").encode("latin-1"), 5), (GOOD.encode("utf-16"), 1)]
)
def test_bytes_that_are_no_text_are_told_with_their_line(capsysbinary, tmp_path, data, line):
    path = tmp_path / "bad.txt"
    path.write_bytes(data)
    code, out, err = run(capsysbinary, path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"puzzles: {path}:{line}:")


def test_where_propagation_settles_everything_no_numba_is_imported():
    code = (
        "import sys; from exactcover_puzzles import cli\n"
        f"assert cli.main(['picture', {str(TURNED)!r}]) == 0\n"
        "assert not {'numba', 'numpy'} & set(sys.modules), 'imported'"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_a_text_becomes_a_puzzle_and_the_puzzle_the_text(capsysbinary, tmp_path):
    text = tmp_path / "text.txt"
    text.write_text("Every picture\n is a cover.\n", encoding="utf-8")
    code, made, _ = run(capsysbinary, "--make", "3x1", "--size", "6", "--text", text, "--no-turns")
    assert code == 0
    (tmp_path / "puzzle.txt").write_text(made, encoding="utf-8")
    code, out, _ = run(capsysbinary, "--all", tmp_path / "puzzle.txt")
    assert code == 0
    assert "#Every picture #\n# is a cover.  #" in out
