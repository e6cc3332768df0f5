"""Square jigsaws: counting, files, and the command."""

from __future__ import annotations

import shlex
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles.jigsaw.counting import JigsawSearch
from exactcover_puzzles.jigsaw.file import format_jigsaw, parse_jigsaw
from exactcover_puzzles.jigsaw.maker import make_jigsaw, make_unique
from exactcover_puzzles.jigsaw.pieces import Given, Jigsaw, turned
from exactcover_puzzles.shared.shipped import shipped
from tests.puzzles.jigsaw.brute_force import grids, orbits, solutions


def text_of(name):
    return shipped("jigsaws", name).read_text(encoding="utf-8")


def made(name):
    """The jigsaws that a file says how to make, and how."""
    lines = text_of(name).splitlines()
    return [line.split(maxsplit=1) for line in lines if not line.startswith("#")]


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
    known = {}
    if draw(st.integers(0, 2)) == 0:
        for piece in draw(st.sets(st.integers(0, len(pieces) - 1), min_size=1, max_size=2)):
            turn = draw(st.sampled_from([None, 0, 1, 2, 3] if jigsaw.turn else [None, 0]))
            cell = divmod(draw(st.integers(0, columns * rows - 1)), columns)
            known.setdefault(cell, Given(piece, *cell, turn))
    return replace(jigsaw, pieces=pieces, given=list(known.values()))


@settings(max_examples=settings.default.max_examples * 2)
@given(jigsaws())
def test_solutions_and_counts_are_those_of_brute_force(jigsaw):
    truth, seen = solutions(jigsaw), grids(jigsaw)
    counted = JigsawSearch(jigsaw).count()
    assert counted.complete
    assert (counted.fixed, counted.free) == (len(seen), orbits(jigsaw, seen))
    assert counted.fixed * jigsaw.ways_to_swap_twins == len(truth)
    search = JigsawSearch(jigsaw)
    if search.symmetry is None:
        divided = JigsawSearch(jigsaw).count(workers=1)
        assert (divided.fixed, divided.free) == (counted.fixed, counted.free)
    plain = JigsawSearch(jigsaw, up_to_turning=False, propagate=False)
    assert plain.counted() == len(seen)
    found = JigsawSearch(jigsaw, up_to_turning=False).solutions()
    assert {tuple(jigsaw.shapes_of[each] for each in solution) for solution in found} == seen
    # Up to turning there is one of each class, which can be laid.
    placed = [jigsaw.placed(solution) for solution in search.solutions()]
    assert len(placed) == counted.free
    for each in placed:
        assert tuple((p.piece, turned(jigsaw.pieces[p.piece], p.turn)) for p in each) in truth


@pytest.mark.parametrize(
    ("jigsaw", "free", "fixed"),
    [
        # Pieces that differ only at the edge of the board.
        (Jigsaw(1, 1, [(1, 2, 1, 2)], "equal", "none"), 1, 2),
        (Jigsaw(3, 1, [(1, 1, 1, 2)] * 3, "equal", "none"), 12, 24),
        (Jigsaw(2, 1, [(1, 2, 1, 2), (1, 1, 1, 1)], "equal", "none"), 1, 2),
        # Twins.
        (Jigsaw(2, 2, [(0, 0, 1, 1)] * 4, "equal"), 1, 1),
        (Jigsaw(3, 3, [(1, 2, 1, 2)] * 9, "equal", "torus"), 1, 2),
        (parse_jigsaw(text_of("four-by-four")), 5, 20),
        # The plain formats of edge-matching puzzles.
        (parse_jigsaw("2 2\n0 0 1 2\n0 0 2 1\n0 0 1 2\n0 0 2 1\n"), 1, 2),
        (parse_jigsaw("2 2\r\n7, 0, 0, 1, 2\r\n5 0 0 2 1\r\n6 0 0 1 2\r\n4 0 0 2 1"), 1, 2),
    ],
)
def test_counts_that_are_known(jigsaw, free, fixed):
    assert (JigsawSearch(jigsaw).count().free, JigsawSearch(jigsaw).count().fixed) == (free, fixed)


def test_a_count_that_is_limited_says_so():
    jigsaw = parse_jigsaw(text_of("four-by-four"))
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
    def interrupted(*_, **__):
        raise xc.Interrupted(xc.Count(3, nodes=7, stopped="interrupt"))

    monkeypatch.setattr(xc.Problem, "count", interrupted)
    with pytest.raises(xc.Interrupted) as caught:
        JigsawSearch(parse_jigsaw(text_of("four-by-four"))).count()
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
        assert orbits(made, grids(made)) == 1


# -- files ---------------------------------------------------------------------------------------


@given(jigsaws(), st.booleans())
def test_what_is_written_reads_back(jigsaw, numbered):
    labels = [str(100 - k) for k in range(len(jigsaw.pieces))] if numbered else []
    one = replace(jigsaw, labels=labels, title="a title")
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
    clockwise = parse_jigsaw("size: 1x1\nsides: top right bottom left\nturn: no\n1 2 3 4\n")
    assert clockwise.pieces[0] == (4, 1, 2, 3)
    tabs = parse_jigsaw("size: 1x1\n-1 2 3 4\n")
    assert (tabs.fit, tabs.border) == ("opposite", "none")


# -- the command ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "how"), made("made"))
def test_the_shipped_jigsaws_are_made_by_the_command(command, name, how):
    assert command("puzzles jigsaw --make", *shlex.split(how)) == (0, text_of(name), "")
    assert name in command("puzzles jigsaw --list")[1].split()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "how"), made("made-ideal"))
def test_the_shipped_puzzles_with_two_solutions_are_proven(command, name, how):
    kind, *words = shlex.split(how)
    exactly = ["--exactly-two"] * (kind == "double")
    code, out, _ = command(f"puzzles doubles verify {name}", *exactly)
    assert (code, "no: " in out) == (0, False)
    assert "yes: exactly two solutions, by engine cells" in out
    assert command(f"puzzles doubles {kind}", *words)[:2] == (0, text_of(name))


@pytest.mark.slow
def test_where_no_change_leads_to_one_solution_the_command_says_so(command):
    code, out, err = command("puzzles jigsaw --make 5x5 --shapes 1 --unique")
    assert (code, out) == (3, "")
    assert "found none with one solution" in err
    code, out, _ = command("puzzles jigsaw --make 4x4 --shapes 3 --unique --seed 4")
    assert (code, JigsawSearch(parse_jigsaw(out)).count().free) == (0, 1)
