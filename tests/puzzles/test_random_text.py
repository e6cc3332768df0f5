"""Parsers of puzzles take any text: they give a puzzle, or their own error with a line."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles.jigsaw.file import format_jigsaw, parse_jigsaw
from exactcover_puzzles.jigsaw.maker import make_jigsaw
from exactcover_puzzles.jigsaw.pieces import Given, Jigsaw, Placed
from exactcover_puzzles.picture.maker import format_puzzle as format_picture
from exactcover_puzzles.picture.maker import make_puzzle
from exactcover_puzzles.picture.puzzle import PictureFault, decode, parse
from exactcover_puzzles.reflect.board import Board
from exactcover_puzzles.reflect.file import format_puzzle, parse_puzzles
from exactcover_puzzles.reflect.puzzle import Puzzle

# -- texts ---------------------------------------------------------------------------------------

#: What files are made of, and what they are not.
PARTS = [
    "0", "1", "-1", "2", "3x2", "2x2", " ", "\n", "\r\n", "\r", ":", "#", ".", "@1", "A", "/", "\\",
    "o", "title: ", "size: ", "fit: ", "opposite", "border: ", "frame", "turn: ", "given: ", "row ",
    "column ", "second: ", "sides: ", "left top right bottom", "pieces: ", "x", "\t", "\x00", "²",
    "٣", "\u2028", "\ufeff", "é", "e\u0301", "\U0001f600", "99999999999999999999", "--1", "+",
]  # fmt: skip
texts = st.text() | st.lists(st.sampled_from(PARTS), max_size=40).map("".join)


@st.composite
def jigsaws(draw):
    columns, rows = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    made = make_jigsaw(columns, rows, draw(st.integers(1, 3)), draw(st.integers(0, 99)))
    n = columns * rows
    given_pieces = [Given(0, 0, 0, draw(st.sampled_from([None, 0, 3])))] * draw(st.booleans())
    placed = [Placed(piece, draw(st.integers(0, 3))) for piece in draw(st.permutations(range(n)))]
    labels = [str(k + 50) for k in range(n)] if draw(st.booleans()) else []
    second = placed * draw(st.booleans())
    title = draw(st.sampled_from(["", "a title"]))
    return Jigsaw(
        columns, rows, made.pieces, "opposite", "frame", True, given_pieces, labels, title, second
    )


@st.composite
def reflect_texts(draw):
    n = draw(st.integers(1, 4))
    cells = draw(st.lists(st.sampled_from([0, 0, 1, 2, 3]), min_size=n * n, max_size=n * n))
    board = Board(n, tuple(cells))
    return format_puzzle(Puzzle.of_board(board), solution=draw(st.sampled_from([None, board])))


@st.composite
def picture_texts(draw):
    columns, rows, size = (draw(st.integers(low, 4)) for low in (1, 1, 2))
    puzzle, _ = make_puzzle(columns, rows, size, draw(st.integers(0, 99)))
    return format_picture(puzzle)


@st.composite
def damaged(draw, whole):
    """A valid text, of which something is lost, put in, changed, moved or there twice."""
    text = draw(whole)
    for _ in range(draw(st.integers(1, 3))):
        start, end = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        end = min(end, start + draw(st.sampled_from([1, 3, 1000])))
        put = draw(st.sampled_from(["", text[start:end] * 2, *PARTS]))
        text = text[:start] + put + text[end:]
        if draw(st.booleans()):
            lines = text.split("\n")
            random.Random(draw(st.integers(0, 9))).shuffle(lines)
            text = "\n".join(lines)
    return text


def lines_of(text):
    return len(xc.cli.LINE_ENDS.split(text))


# -- jigsaws -------------------------------------------------------------------------------------


def jigsaw_or_fault(text):
    try:
        return parse_jigsaw(text, "a file")
    except xc.FileFault as told:
        fault = told
    assert 1 <= fault.line <= lines_of(text)
    assert str(fault).startswith(f"a file:{fault.line}:")
    return None


def same_jigsaw(one, other):
    names = ("columns", "rows", "fit", "border", "turn", "title")
    assert [getattr(one, name) for name in names] == [getattr(other, name) for name in names]
    for name in ("pieces", "given", "second"):
        assert list(getattr(one, name)) == list(getattr(other, name))
    n = range(len(one.pieces))
    assert [one.label(k) for k in n] == [other.label(k) for k in n]


@given(texts)
@example("")
@example("size: 1x1")
@example("size: 1x1\n0 0 0 0\nsecond:")
def test_any_text_is_a_jigsaw_or_a_fault_with_its_line(text):
    jigsaw_or_fault(text)


@given(damaged(jigsaws().map(format_jigsaw)))
def test_a_damaged_jigsaw_is_told_with_its_line_or_reads_back(text):
    jigsaw = jigsaw_or_fault(text)
    if jigsaw is not None:
        same_jigsaw(parse_jigsaw(format_jigsaw(jigsaw)), jigsaw)


@given(jigsaws())
def test_a_jigsaw_reads_back(jigsaw):
    same_jigsaw(parse_jigsaw(format_jigsaw(jigsaw)), jigsaw)


# -- Reflect -------------------------------------------------------------------------------------


def reflect_or_fault(text):
    try:
        return list(parse_puzzles(text, "a file"))
    except xc.FileFault as told:
        fault = told
    assert 0 <= fault.line <= lines_of(text)
    # Only of a file without any puzzle no line can be told.
    assert fault.line or fault.found == "there is no puzzle"
    assert str(fault).startswith(f"a file:{fault.line}:" if fault.line else "a file:")
    return []


def same_puzzles(some, others):
    def stated(puzzle):
        return puzzle.n, puzzle.letters, puzzle.pieces

    assert list(map(stated, some)) == list(map(stated, others))


@given(texts)
@example("")
@example("pieces: /")
def test_any_text_is_puzzles_of_reflect_or_a_fault_with_its_line(text):
    reflect_or_fault(text)


@given(damaged(reflect_texts()))
def test_damaged_puzzles_of_reflect_are_told_with_their_line_or_read_back(text):
    found = reflect_or_fault(text)
    again = "\n".join(map(format_puzzle, found))
    same_puzzles(list(parse_puzzles(again)) if found else [], found)


@given(st.lists(reflect_texts(), min_size=1, max_size=3))
def test_puzzles_of_reflect_read_back(some):
    found = list(parse_puzzles("\n".join(some)))
    assert len(found) == len(some)
    assert [format_puzzle(each, solution=each.board) for each in found] == some


# -- the Picture Puzzle --------------------------------------------------------------------------


def picture_or_fault(data):
    try:
        return parse(decode(data))
    except PictureFault as told:
        fault = told
    # An end that came too early is told as the line that is missing.
    assert 1 <= fault.line <= data.count(b"\n") + data.count(b"\r") + 2
    assert str(fault).startswith(f"line {fault.line}: ")
    return None


@given(st.binary() | texts.map(lambda text: text.encode("utf-8", "surrogatepass")))
@example(b"")
@example(b"3 1\n1 1\n3 3\n")
def test_any_bytes_are_a_picture_puzzle_or_a_fault_with_its_line(data):
    picture_or_fault(data)


@given(damaged(picture_texts()))
def test_a_damaged_picture_puzzle_is_told_with_its_line_or_reads_back(text):
    puzzle = picture_or_fault(text.encode("utf-8", "surrogatepass"))
    if puzzle is not None:
        again = parse(format_picture(puzzle))
        assert (again.size, again.columns, again.rows) == (puzzle.size, puzzle.columns, puzzle.rows)
        assert again.pieces == puzzle.pieces


@given(picture_texts())
def test_a_picture_puzzle_reads_back(text):
    assert format_picture(parse(decode(text.encode()))) == text


def test_the_damage_is_neither_too_much_nor_too_little():
    """Some damaged texts still are puzzles, and others are told."""
    outcomes = {"jigsaw": set(), "reflect": set(), "picture": set()}

    @given(
        damaged(jigsaws().map(format_jigsaw)), damaged(reflect_texts()), damaged(picture_texts())
    )
    def look(jigsaw, reflect, picture):
        outcomes["jigsaw"].add(jigsaw_or_fault(jigsaw) is not None)
        outcomes["reflect"].add(bool(reflect_or_fault(reflect)))
        outcomes["picture"].add(picture_or_fault(picture.encode("utf-8")) is not None)

    look()
    assert all(seen == {True, False} for seen in outcomes.values())


@pytest.mark.parametrize("text", ["size: 2x1\n0 0 1 0\n-1 0 0", "size: 2x1\n\n\n0 0 1 0\nx"])
def test_the_line_of_a_fault_is_the_one_that_is_wrong(text):
    with pytest.raises(xc.FileFault) as told:
        parse_jigsaw(text)
    assert told.value.line == lines_of(text)
