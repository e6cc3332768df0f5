"""Why square pieces cannot be put together: the reason names the wrong piece and its neighbours."""

from __future__ import annotations

import dataclasses
import itertools
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exactcover as xc
from exactcover.reasons import explain as explaining
from exactcover_puzzles.borders.reasons import misfits
from exactcover_puzzles.jigsaw.balance import Mend, imbalances, mends, one_side_wrong
from exactcover_puzzles.jigsaw.file import format_jigsaw
from exactcover_puzzles.jigsaw.maker import make_jigsaw
from exactcover_puzzles.jigsaw.pieces import Jigsaw, turned
from exactcover_puzzles.picture.puzzle import borders
from tests.puzzles.jigsaw.brute_force import layings, meets


def with_piece(jigsaw, number, shapes):
    pieces = list(jigsaw.pieces)
    pieces[number] = shapes
    return dataclasses.replace(jigsaw, pieces=pieces)


def spoiled(jigsaw, number, draw, swap):
    """The jigsaw with a wrong piece: two of its sides swapped, or one side with another shape."""
    shapes = list(jigsaw.pieces[number])
    inner = [side for side in range(4) if shapes[side]]
    if swap:
        one, other = draw.sample(inner, 2)
        shapes[one], shapes[other] = shapes[other], shapes[one]
    else:
        side = draw.choice(inner)
        others = {each for piece in jigsaw.pieces for each in piece} - {0, shapes[side]}
        shapes[side] = draw.choice(sorted(others))
    return with_piece(jigsaw, number, tuple(shapes))


@pytest.mark.slow
@settings(max_examples=settings.default.max_examples // 3)
@given(seed=st.integers(0, 10**6), fit=st.sampled_from(["opposite", "equal"]))
def test_the_side_that_is_wrong_is_among_those_that_may_be(seed, fit):
    draw = random.Random(seed)
    jigsaw = make_jigsaw(5, 4, 6, seed, fit=fit)
    number = draw.randrange(20)
    wrong = spoiled(jigsaw, number, draw, swap=False)
    if not one_side_wrong(wrong):
        return  # a shape that was there on two sides is gone: any other one would do
    (side,) = (k for k in range(4) if wrong.pieces[number][k] != jigsaw.pieces[number][k])
    told = mends(wrong, misfits(wrong.propagation()))
    names = ("left", "top", "right", "bottom")
    shapes = wrong.pieces[number][side], jigsaw.pieces[number][side]
    assert Mend(jigsaw.label(number), names[side], *shapes) in told


# -- checked without the engine and without its rings ----------------------------------------------


def fills(jigsaw, cells, cell, lying):
    """Whether these cells can be filled around a piece that lies somewhere; pieces once each."""
    fits = meets(jigsaw, {}, cell, lying[1])
    return fits and any(True for _ in layings(jigsaw, cells, {cell: lying}))


@pytest.mark.slow
@given(
    seed=st.integers(0, 10**6),
    fit=st.sampled_from(["opposite", "equal"]),
    border=st.sampled_from(["frame", "none"]),
    turn=st.booleans(),
    swap=st.booleans(),
)
def test_what_is_named_cannot_be_filled_and_with_less_it_can(seed, fit, border, turn, swap):
    draw = random.Random(seed)
    jigsaw = make_jigsaw(4, 3, 4, seed, fit=fit, border=border, turn=turn)
    wrong = spoiled(jigsaw, draw.randrange(12), draw, swap)
    for misfit in misfits(wrong.propagation()):
        number = wrong.types[misfit.candidate // 4][0]
        turns = {turned(wrong.pieces[number], quarter) for quarter in range(4 if turn else 1)}
        if misfit.cell < 0:
            for place, shapes in itertools.product(range(12), turns):
                assert not fills(wrong, [], place, (number, shapes))
            continue
        lying = number, wrong.shapes_of[misfit.candidate]
        assert lying[1] in turns
        assert not fills(wrong, misfit.around, misfit.cell, lying)
        for place in misfit.around:
            rest = [other for other in misfit.around if other != place]
            assert fills(wrong, rest, misfit.cell, lying)


def test_twins_are_used_as_often_as_there_are_of_them():
    """Four corners and no more edges than two: the second edge of the frame has no piece."""
    corner, edge = (0, 0, 1, 1), (1, 0, 1, 1)
    jigsaw = Jigsaw(3, 2, [corner] * 4 + [edge] * 2, fit="equal")
    assert misfits(jigsaw.propagation()) == []
    wrong = dataclasses.replace(jigsaw, pieces=[corner] * 4 + [edge, (1, 0, 2, 1)])
    found = misfits(wrong.propagation())
    assert {wrong.types[each.candidate // 4][0] for each in found} >= {5}


def test_an_unsound_piece_has_no_place_at_all():
    jigsaw = make_jigsaw(4, 4, 9, 1)
    inner = next(k for k, piece in enumerate(jigsaw.pieces) if 0 not in piece)
    edge = next(k for k, piece in enumerate(jigsaw.pieces) if piece.count(0) == 1)
    corner = next(k for k, piece in enumerate(jigsaw.pieces) if piece.count(0) == 2)
    # Three flat sides, taken from an edge and a corner piece, so that their number is right.
    wrong = with_piece(jigsaw, inner, (0, 0, jigsaw.pieces[inner][2], 0))
    for other in (edge, corner):
        wrong = with_piece(wrong, other, tuple(shape or 1 for shape in jigsaw.pieces[other]))
    found = misfits(wrong.propagation())
    assert [each.cell for each in found if wrong.types[each.candidate // 4] == [inner]] == [-1]


# -- counting --------------------------------------------------------------------------------------


def test_every_tab_needs_its_blank():
    jigsaw = make_jigsaw(5, 5, 6, 2)
    assert (imbalances(jigsaw), one_side_wrong(jigsaw)) == ([], [])
    number = next(k for k, piece in enumerate(jigsaw.pieces) if 3 in piece)
    turn = (2 - jigsaw.pieces[number].index(3)) % 4
    piece = turned(jigsaw.pieces[number], turn)
    wrong = with_piece(jigsaw, number, (*piece[:2], 5, piece[3]))
    assert [str(each).split(" is ")[0] for each in imbalances(wrong)] == ["shape 3", "shape 5"]
    assert (5, 3) in one_side_wrong(wrong)
    flipped = with_piece(jigsaw, number, (*piece[:2], -3, piece[3]))
    assert one_side_wrong(flipped) == [(-3, 3)]


def test_colours_come_in_pairs():
    jigsaw = make_jigsaw(4, 4, 5, 2, fit="equal", border="torus")
    assert imbalances(jigsaw) == []
    shapes = list(jigsaw.pieces[0])
    shapes[0] = shapes[0] % 5 + 1
    wrong = with_piece(jigsaw, 0, tuple(shapes))
    named = [str(each).split(" is ")[0] for each in imbalances(wrong)]
    assert named == [f"shape {shape}" for shape in sorted((shapes[0], jigsaw.pieces[0][0]))]
    assert (shapes[0], jigsaw.pieces[0][0]) in one_side_wrong(wrong)
    assert imbalances(make_jigsaw(4, 4, 5, 2, border="none")) == []


# -- the commands ----------------------------------------------------------------------------------


def test_the_command_names_the_pieces_and_what_counting_shows(command, golden, tmp_path):
    wrong = spoiled(make_jigsaw(6, 5, 15, 0), 7, random.Random(1), swap=False)
    (tmp_path / "wrong.txt").write_text(format_jigsaw(wrong))
    code, out, _ = command("puzzles jigsaw wrong.txt --explain")
    assert code == 1
    golden("explained-jigsaw.txt", out)
    code, out, _ = command("puzzles jigsaw wrong.txt --explain --json")
    answer = json.loads(out)
    assert (code, answer["impossible"]) == (1, True)
    assert "8" in [each["piece"] for each in answer["pieces"]]
    assert len(answer["counting"]) == 2


@pytest.mark.slow
def test_where_all_pieces_fit_somewhere_a_part_is_looked_for_until_the_time_is_over(
    command, tmp_path, monkeypatch
):
    wrong = spoiled(make_jigsaw(6, 6, 3, 0), 24, random.Random(0), swap=True)
    assert (misfits(wrong.propagation()), imbalances(wrong)) == ([], [])
    (tmp_path / "hard.txt").write_text(format_jigsaw(wrong))
    # The time is over once it is known that there is no solution, however long that takes.
    shrunk = explaining._Explainer._shrunk

    def in_no_time(explainer, part, *arguments, **keywords):
        explainer.deadline = xc.Deadline(0)
        return shrunk(explainer, part, *arguments, **keywords)

    monkeypatch.setattr(explaining._Explainer, "_shrunk", in_no_time)
    code, out, err = command("puzzles jigsaw hard.txt --explain --seconds 600")
    assert code == 1
    assert "cannot be satisfied together: " in out
    assert "out of time" in err


def test_a_picture_with_a_wrong_piece_is_explained_too(command, tmp_path):
    lines = command("puzzles picture --make 5x4 --seed 3")[1].splitlines()
    pieces = [lines[3 + 6 * k : 9 + 6 * k] for k in range(20)]
    inner = next(k for k in range(1, 20) if "######" not in borders(tuple(pieces[k])))
    row = 3 + 6 * inner
    lines[row] = lines[row][:2] + "+" + lines[row][3:]
    (tmp_path / "picture.txt").write_text("\n".join(lines) + "\n")
    code, out, err = command("puzzles picture picture.txt --explain")
    assert code == 1, err
    assert f"piece {inner + 1}: " in out
