"""Square jigsaws: counting, files, and the command."""

from __future__ import annotations

import itertools
import shlex

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import cli
from exactcover_puzzles.jigsaw.counting import JigsawSearch
from exactcover_puzzles.jigsaw.file import format_jigsaw, parse_jigsaw
from exactcover_puzzles.jigsaw.maker import make_jigsaw, make_unique
from exactcover_puzzles.jigsaw.pieces import Given, Jigsaw, turned
from exactcover_puzzles.shared.shipped import shipped

MADE = [
    line.split(maxsplit=1)
    for line in shipped("jigsaws", "made").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def brute_force(jigsaw):
    """All solutions, by trying every piece everywhere: as grids of shapes, and with the pieces."""
    columns, rows = jigsaw.columns, jigsaw.rows
    known = {(g.row, g.column): g for g in jigsaw.given}
    reserved = {g.piece: (g.row, g.column) for g in jigsaw.given}
    labelled = set()

    def fit(one, other):
        return one == -other if jigsaw.fit == "opposite" else one == other

    def flat_where_it_should_be(shapes, row, column):
        outside = column == 0, row == 0, column == columns - 1, row == rows - 1
        return jigsaw.border != "frame" or outside == tuple(shape == 0 for shape in shapes)

    def fine(lying):
        """Whether the last piece fits what lies there, and the edge of the board."""
        cell = len(lying) - 1
        row, column = divmod(cell, columns)
        left, top, right, bottom = lying[cell][1]
        around = jigsaw.border == "torus"
        return (
            flat_where_it_should_be(lying[cell][1], row, column)
            and (column == 0 or fit(lying[cell - 1][1][2], left))
            and (row == 0 or fit(lying[cell - columns][1][3], top))
            and (not around or column < columns - 1 or fit(right, lying[cell - column][1][0]))
            and (not around or row < rows - 1 or fit(bottom, lying[column][1][1]))
        )

    def place(lying):
        cell = len(lying)
        if cell == columns * rows:
            labelled.add(tuple(lying))
            return
        here = divmod(cell, columns)
        used = {piece for piece, _ in lying}
        for piece, shapes in enumerate(jigsaw.pieces):
            if piece in used or reserved.get(piece, here) != here:
                continue
            if here in known and known[here].piece != piece:
                continue
            for turn in range(4 if jigsaw.turn else 1):
                if here in known and known[here].turn not in (None, turn):
                    continue
                now = [*lying, (piece, shapes[-turn:] + shapes[:-turn] if turn else shapes)]
                if fine(now):
                    place(now)

    place([])
    return {tuple(shapes for _, shapes in lying) for lying in labelled}, labelled


def orbits(jigsaw, grids):
    """How many classes of solutions turning (and on a torus shifting) the board leaves."""
    return len({min(images(jigsaw, grid)) for grid in grids})


def images(jigsaw, grid):
    """A solution, a grid of shapes, after all turns (and on a torus shifts) of the board."""
    columns, rows = jigsaw.columns, jigsaw.rows
    if jigsaw.given:
        return {grid}

    def quarter(grid, width, height):
        """The board after a quarter turn clockwise: ``height`` columns now."""
        return tuple(
            (lambda s: (s[3], s[0], s[1], s[2]))(grid[(height - 1 - column) * width + row])
            for row in range(width)
            for column in range(height)
        )

    found = set()
    width, height = columns, rows
    for _ in range(4 if jigsaw.turn else 1):
        if (width, height) == (columns, rows):
            shifts = [(0, 0)]
            if jigsaw.border == "torus":
                shifts = itertools.product(range(rows), range(columns))
            for down, across in shifts:
                found.add(
                    tuple(
                        grid[(row - down) % rows * columns + (column - across) % columns]
                        for row in range(rows)
                        for column in range(columns)
                    )
                )
        grid = quarter(grid, width, height)
        width, height = height, width
    return found


@st.composite
def jigsaws(draw):
    columns, rows = draw(st.sampled_from([(1, 1), (2, 1), (2, 2), (1, 3), (3, 2), (3, 3)]))
    border = draw(st.sampled_from(["frame", "none", "torus"]))
    big = columns * rows == 9
    jigsaw = make_jigsaw(
        columns,
        rows,
        draw(st.integers(3 if big else 1, 5)),
        draw(st.integers(0, 10**6)),
        fit=draw(st.sampled_from(["opposite", "equal"])),
        border="frame" if big else border,
        turn=draw(st.booleans()),
    )
    pieces = list(jigsaw.pieces)
    alike = draw(st.sampled_from(["none", "two", "all"]))
    if alike == "two" and len(pieces) > 1:  # a twin, which may make it impossible
        pieces[0] = pieces[1]
    elif alike == "all" and border == "none":  # no piece marks the board
        pieces = pieces[:1] * len(pieces)
    known = []
    for piece in draw(st.sets(st.integers(0, len(pieces) - 1), max_size=2)):
        turn = draw(st.sampled_from([None, 0, 1, 2, 3] if jigsaw.turn else [None, 0]))
        cell = draw(st.integers(0, columns * rows - 1))
        if all(cell != g.row * columns + g.column for g in known):
            known.append(Given(piece, *divmod(cell, columns), turn))
    given = known if draw(st.integers(0, 3)) == 0 else []
    return Jigsaw(columns, rows, pieces, jigsaw.fit, jigsaw.border, jigsaw.turn, given)


@given(jigsaws())
def test_counts_are_those_of_brute_force(jigsaw):
    grids, labelled = brute_force(jigsaw)
    counted = JigsawSearch(jigsaw).count()
    assert counted.complete
    assert counted.fixed == len(grids)
    assert counted.free == orbits(jigsaw, grids)
    assert counted.fixed * jigsaw.ways_to_swap_twins == len(labelled)
    if JigsawSearch(jigsaw).symmetry is None:
        divided = JigsawSearch(jigsaw).count(workers=1)
        assert (divided.fixed, divided.free) == (counted.fixed, counted.free)
    plain = JigsawSearch(jigsaw, up_to_turning=False, propagate=False)
    assert plain.counted() == len(grids)
    found = {
        tuple(jigsaw.shapes_of[candidate] for candidate in solution)
        for solution in JigsawSearch(jigsaw, up_to_turning=False).solutions()
    }
    assert found == grids


@pytest.mark.parametrize(
    ("columns", "pieces", "free", "fixed"),
    [
        (1, [(1, 2, 1, 2)], 1, 2),
        (3, [(1, 1, 1, 2)] * 3, 12, 24),
        (2, [(1, 2, 1, 2), (1, 1, 1, 1)], 1, 2),
    ],
)
def test_pieces_that_differ_only_at_the_edge_of_the_board_are_counted_up_to_turning(
    columns, pieces, free, fixed
):
    jigsaw = Jigsaw(columns, 1, pieces, "equal", "none")
    counted = JigsawSearch(jigsaw).count()
    assert (counted.free, counted.fixed) == (free, fixed)
    assert (orbits(jigsaw, brute_force(jigsaw)[0]), len(brute_force(jigsaw)[0])) == (free, fixed)


@settings(max_examples=settings.default.max_examples // 2)
@given(jigsaws())
def test_solutions_up_to_turning_are_one_of_each_class_and_can_be_laid(jigsaw):
    search = JigsawSearch(jigsaw)
    solutions = list(search.solutions())
    assert len(solutions) == JigsawSearch(jigsaw).count().free
    _, labelled = brute_force(jigsaw)
    for solution in solutions:
        placed = jigsaw.placed(solution)
        lying = tuple((p.piece, turned(jigsaw.pieces[p.piece], p.turn)) for p in placed)
        assert lying in labelled


def test_a_board_of_twins_is_counted_by_orbits():
    jigsaw = Jigsaw(2, 2, [(0, 0, 1, 1)] * 4, "equal")
    counted = JigsawSearch(jigsaw).count()
    assert (counted.fixed, counted.free, jigsaw.ways_to_swap_twins) == (1, 1, 24)
    jigsaw = Jigsaw(3, 3, [(1, 2, 1, 2)] * 9, "equal", "torus")
    counted = JigsawSearch(jigsaw).count()
    assert counted.fixed == 2
    assert counted.free == 1


def test_a_count_that_is_limited_says_so():
    jigsaw = parse_jigsaw(shipped("jigsaws", "four-by-four").read_text(encoding="utf-8"))
    assert (JigsawSearch(jigsaw).count().fixed, JigsawSearch(jigsaw).count().free) == (20, 5)
    cut = JigsawSearch(jigsaw).count(2)
    assert (cut.fixed, cut.free, cut.stopped) == (8, 2, "limit")
    solutions = JigsawSearch(jigsaw).solutions(2)
    assert len(list(solutions)) == 2
    assert (solutions.fixed, solutions.stopped) == (8, "limit")


def test_a_piece_that_is_alike_in_all_turns_is_shown_turned_as_it_is_given():
    jigsaw = Jigsaw(1, 1, [(1, 1, 1, 1)], "equal", "none", given=[Given(0, 0, 0, 3)])
    (solution,) = JigsawSearch(jigsaw).solutions()
    assert jigsaw.placed(solution)[0].turn == 3


def test_ctrl_c_in_a_count_gives_what_was_counted(monkeypatch):
    jigsaw = parse_jigsaw(shipped("jigsaws", "four-by-four").read_text(encoding="utf-8"))

    def interrupted(*_, **__):
        raise xc.Interrupted(xc.Count(3, nodes=7, stopped="interrupt"))

    monkeypatch.setattr(xc.Problem, "count", interrupted)
    with pytest.raises(xc.Interrupted) as caught:
        JigsawSearch(jigsaw).count()
    partial = caught.value.partial
    assert (partial.free, partial.fixed, partial.nodes) == (3, 12, 7)
    assert partial.stopped == "interrupt"


def test_a_budget_of_time_covers_propagation_and_too_many_candidates_are_not_searched(monkeypatch):
    jigsaw = make_jigsaw(6, 6, 2, 1)
    search = JigsawSearch(jigsaw, seconds=0)
    solutions = search.solutions()
    assert list(solutions) == []
    assert (solutions.stopped, solutions.impossible) == ("seconds", None)
    assert (search.count().fixed, search.count().stopped) == (0, "seconds")
    monkeypatch.setattr("exactcover_puzzles.jigsaw.counting._MOST_CANDIDATES", 100)
    assert JigsawSearch(jigsaw).count().stopped == "memory"
    assert JigsawSearch(jigsaw).solutions().stopped == "memory"


@pytest.mark.slow
@settings(max_examples=settings.default.max_examples // 3)
@given(
    st.integers(1, 5), st.integers(1, 4), st.integers(2, 6), st.integers(0, 10**6),
    st.sampled_from(["frame", "none", "torus"]), st.sampled_from(["opposite", "equal"]),
    st.booleans(),
)  # fmt: skip
def test_a_jigsaw_that_is_made_unique_has_one_solution(
    columns, rows, shapes, seed, border, fit, turn
):
    kind = {"fit": fit, "border": border, "turn": turn}
    shapes += 6 * (border != "frame")
    made = make_unique(columns, rows, shapes, seed, **kind)
    if made is None:  # as of two pieces of two shapes
        assert columns * rows < 12 or shapes < 4
        return
    assert (made.columns, made.rows, made.fit, made.border) == (columns, rows, fit, border)
    assert {abs(shape) for piece in made.pieces for shape in piece} <= set(range(shapes + 1))
    assert JigsawSearch(made).count().free == 1
    again = make_unique(columns, rows, shapes, seed, **kind)
    assert format_jigsaw(again) == format_jigsaw(made)
    if columns * rows <= 6:
        grids, _ = brute_force(made)
        assert orbits(made, grids) == 1


# -- files ---------------------------------------------------------------------------------------


@given(jigsaws(), st.booleans())
def test_what_is_written_reads_back(jigsaw, numbered):
    labels = [str(100 - k) for k in range(len(jigsaw.pieces))] if numbered else []
    one = Jigsaw(
        jigsaw.columns, jigsaw.rows, jigsaw.pieces, jigsaw.fit, jigsaw.border, jigsaw.turn,
        jigsaw.given, labels, "a title",
    )  # fmt: skip
    other = parse_jigsaw(format_jigsaw(one))
    for name in ("columns", "rows", "fit", "border", "turn", "title"):
        assert getattr(one, name) == getattr(other, name)
    assert list(one.pieces) == list(other.pieces)
    assert list(one.given) == list(other.given)
    assert [one.label(k) for k in range(len(one.pieces))] == list(other.labels)


def test_the_plain_formats_of_edge_matching_puzzles_are_read():
    four = parse_jigsaw("2 2\n0 0 1 2\n0 0 2 1\n0 0 1 2\n0 0 2 1\n")
    assert (four.columns, four.rows, four.fit, four.border) == (2, 2, "equal", "frame")
    five = parse_jigsaw("2 2\r\n7, 0, 0, 1, 2\r\n5 0 0 2 1\r\n6 0 0 1 2\r\n4 0 0 2 1")
    assert list(five.labels) == ["7", "5", "6", "4"]
    assert list(five.pieces) == list(four.pieces)
    assert JigsawSearch(five).count().fixed == JigsawSearch(four).count().fixed
    clockwise = parse_jigsaw("size: 1x1\nsides: top right bottom left\nturn: no\n1 2 3 4\n")
    assert clockwise.pieces[0] == (4, 1, 2, 3)
    tabs = parse_jigsaw("size: 1x1\n-1 2 3 4\n")
    assert (tabs.fit, tabs.border) == ("opposite", "none")


# -- the command ---------------------------------------------------------------------------------


def run(capsys, *arguments, command="jigsaw"):
    code = xc.cli.run("puzzles", cli.main, [command, *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize(("name", "arguments"), MADE)
def test_the_shipped_jigsaws_are_made_by_the_command(capsys, name, arguments):
    text = shipped("jigsaws", name).read_text(encoding="utf-8")
    assert run(capsys, "--make", *shlex.split(arguments)) == (0, text, "")
    assert name in run(capsys, "--list")[1].split()


IDEAL = [
    line.split(maxsplit=1)
    for line in shipped("jigsaws", "made-ideal").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "arguments"), IDEAL)
def test_the_shipped_puzzles_with_two_solutions_are_proven(capsys, name, arguments):
    text = shipped("jigsaws", name).read_text(encoding="utf-8")
    kind, *words = shlex.split(arguments)
    exactly = ["--exactly-two"] * (kind == "double")
    code, out, _ = run(capsys, "verify", name, *exactly, command="doubles")
    assert code == 0
    assert "no: " not in out
    assert "yes: exactly two solutions, by engine cells" in out
    assert run(capsys, kind, *words, command="doubles")[:2] == (0, text)


@pytest.mark.parametrize("name", ["ideal-6x6", "ideal-22x22"])
def test_ideal_puzzles_are_proven(capsys, name):
    code, out, _ = run(capsys, "verify", name, command="doubles")
    assert code == 0
    assert out.count("yes: ") == 10


@pytest.mark.slow
def test_where_no_change_leads_to_one_solution_the_command_says_so(capsys):
    code, out, err = run(capsys, "--make", "5x5", "--shapes", "1", "--unique")
    assert (code, out) == (3, "")
    assert "none with one solution was found" in err
    code, out, _ = run(capsys, "--make", "4x4", "--shapes", "3", "--unique", "--seed", "4")
    assert (code, JigsawSearch(parse_jigsaw(out)).count().free) == (0, 1)
