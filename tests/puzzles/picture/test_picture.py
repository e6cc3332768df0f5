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
from exactcover_puzzles.borders.board import Board, Stock, members
from exactcover_puzzles.borders.border_sets import BorderSets
from exactcover_puzzles.borders.dive import Dive
from exactcover_puzzles.borders.search import arrangement, exact_cover
from exactcover_puzzles.picture.maker import format_puzzle, make_puzzle
from exactcover_puzzles.picture.puzzle import parse, turned
from exactcover_puzzles.shared.shipped import shipped
from tests.puzzles.picture.cases import GOOD, MADE, TURNED, cut_blank


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


def cells_of_types(*cells):
    """A row of cells, each with the types it may have, of ABC and more; all fit each other."""
    types = sorted({*"".join(cells), *"ABC"})
    looks = {name: 4 * k for k, name in enumerate(types)}
    stock = Stock([(name, 1) for name in types], looks, lambda name: ("x",) * 4)
    sets = BorderSets(Board(len(cells), 1), stock)
    for cell, names in enumerate(cells):
        sets.restrict(cell, sum(1 << 4 * types.index(name) for name in names))
    return sets


@pytest.mark.parametrize(
    ("cells", "left", "last"),
    [
        # A and B go in two cells, which keeps them from the others.
        ("AB AB ABCD ABCD", "AB AB CD CD", ("Hall sets", 4)),
        # A is used up by the first cell; D goes in the fourth only.
        ("A ABC BC DEF EF EF", "A BC BC D EF EF", ("pieces", 3)),
    ],
)
def test_counting_pieces_gives_a_cell_what_goes_nowhere_else_and_takes_what_is_used_up(
    cells, left, last
):
    sets = cells_of_types(*cells.split())
    assert sets.run()
    labels = sets.stock.labels
    found = ["".join(labels[bit // 4] for bit in members(live)) for live in sets.live]
    assert found == left.split()
    assert (sets.sweeps[-1].rule, sets.sweeps[-1].removed) == last


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        (["A", "A", "BC"], "piece A is needed too often"),
        (["A", "B", "AB"], "piece C fits nowhere"),
        (["AB", "AB", "AB"], "piece C fits nowhere"),
        (["", "A", "A"], "nothing fits in r1c1"),
        (["AB", "CD", "CD", "CD"], "two pieces have only r1c1 left"),
    ],
)
def test_what_contradicts_itself_is_told(cells, reason):
    sets = cells_of_types(*cells)
    assert not sets.run()
    assert sets.contradiction == reason


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


# -- the command ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "arguments"), MADE)
def test_the_shipped_puzzles_are_made_and_solved_by_the_command(command, name, arguments):
    path = shipped("pictures", name)
    made = command("puzzles picture --make", *shlex.split(arguments))
    assert made == (0, path.read_text(encoding="utf-8"), "")
    picture = path.with_suffix(".picture.txt").read_text(encoding="utf-8")
    assert command("puzzles picture", path) == (0, picture, "")
    assert command("puzzles picture --count", path) == (0, "1\n", "")


def test_trace_tells_what_each_sweep_removed(command):
    code, out, err = command("puzzles picture --trace", TURNED)
    assert (code, len(out.splitlines())) == (0, 16)
    assert err.splitlines()[1].split() == ["0", "frame", "85,575", "116,925"]
    assert err.endswith("225 of 225 cells are settled\n")
    # What is settled is not shown either if nothing may be.
    assert command("puzzles picture --all --limit 0", TURNED)[:2] == (0, "")
    assert command("puzzles picture --count --limit 0", TURNED)[:2] == (0, "at least 0\n")


def test_windows_line_ends_and_a_last_line_without_an_end_will_do(command, monkeypatch):
    text = TURNED.read_text(encoding="utf-8").removesuffix("\n").replace("\n", "\r\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    code, out, _ = command("puzzles picture")
    assert (code, len(out.splitlines())) == (0, 16)


def test_an_input_without_an_end_is_refused(command, monkeypatch, tmp_path):
    monkeypatch.setattr("exactcover.common.textfiles._PLAIN", 1_000_000)
    (tmp_path / "long.txt").write_bytes(b"1" * 1_000_001)
    for file in ("long.txt", "-"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1" * 1_000_001)))
        code, out, err = command(f"puzzles picture --unpacked 1MB {file}")
        assert (code, out) == (2, "")
        assert "it has more than 1 MB; expected less" in err


@pytest.mark.parametrize(
    ("data", "line"), [(GOOD.replace("a", "ä").encode("latin-1"), 5), (GOOD.encode("utf-16"), 1)]
)
def test_bytes_that_are_no_text_are_told_with_their_line(command, tmp_path, data, line):
    (tmp_path / "bad.txt").write_bytes(data)
    code, out, err = command("puzzles picture bad.txt")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"puzzles: bad.txt:{line}:")


def test_where_propagation_settles_everything_no_numba_is_imported():
    code = (
        "import sys; from exactcover_puzzles import cli\n"
        f"assert cli.main(['picture', {str(TURNED)!r}]) == 0\n"
        "assert not {'numba', 'numpy'} & set(sys.modules), 'imported'"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
