"""Tiles of an image, turned and turned over, against trying all arrangements."""

from __future__ import annotations

import random
import re
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import read
from exactcover_puzzles.matching.forms import image_tiles
from exactcover_puzzles.recognizing import recognized
from exactcover_puzzles.shared.source import Source
from tests.interrupting import takes_at_most


def turned(tile):
    return ["".join(column) for column in zip(*tile[::-1], strict=True)]


def ways(tile):
    """A tile turned and turned over, each with its edges clockwise."""
    for face in (tile, [row[::-1] for row in tile]):
        for _ in range(4):
            down, up = ("".join(row[k] for row in face) for k in (-1, 0))
            yield face[0], down, face[-1][::-1], up[::-1]
            face = turned(face)


def text_of(tiles):
    return "\n\n".join("\n".join([f"Tile {number}:", *tile]) for number, tile in tiles.items())


def cut(side, size, seed, *, unlike=True):
    """An image of side x side tiles, shuffled and turned; all its edges differ if wished."""
    draw, step = random.Random(seed), size - 1
    length = side * step + 1
    image = [[draw.choice("#.") for _ in range(length)] for _ in range(length)]
    lines = [[(row * step, at * step + k) for k in range(size)]
             for row in range(side + 1) for at in range(side)]  # fmt: skip
    lines += [[(x, y) for y, x in line] for line in lines]
    while unlike:
        drawn = ["".join(image[y][x] for y, x in line) for line in lines]
        seen = set()
        for line, each in zip(lines, drawn, strict=True):
            if each in seen or each[::-1] in seen or each == each[::-1]:
                y, x = draw.choice(line[1:-1])
                image[y][x] = "#" if image[y][x] == "." else "."
            seen.add(each)
        unlike = len(seen) < len(lines) or any(each[::-1] in seen for each in drawn)
    tiles = []
    for i, j in product(range(side), repeat=2):
        rows = image[i * step : i * step + size]
        tile = ["".join(row[j * step : j * step + size]) for row in rows]
        for _ in range(draw.randrange(4)):
            tile = turned(tile)
        tiles.append([row[::-1] for row in tile] if draw.random() < 0.5 else tile)
    draw.shuffle(tiles)
    return dict(enumerate(tiles, 1000))


def arrangements(tiles):
    """All ways to lay four tiles in a square, by the edges that they show."""
    found = set()
    for order in permutations(tiles):
        for a, b, c, d in product(*({*ways(tile)} for tile in order)):
            meets = [(a[1], b[3]), (a[2], c[0]), (b[2], d[0]), (c[1], d[3])]
            if all(one == other[::-1] for one, other in meets):
                found.add((a, b, c, d))
    return found


@st.composite
def four_tiles(draw):
    size, seed = draw(st.integers(2, 5)), draw(st.integers(0, 9999))
    tiles = [*cut(2, size, seed, unlike=False).values()]
    if draw(st.booleans()):  # which may fit nowhere
        tiles[0] = [draw(st.text("#.", min_size=size, max_size=size)) for _ in range(size)]
    return tiles


@given(four_tiles())
def test_the_arrangements_are_those_of_trying_all(tiles):
    (puzzle,) = read("matching", text=text_of(dict(enumerate(tiles))))
    truth = arrangements(tiles)
    assert puzzle.problem.count() == len(truth)
    if truth:
        counted = puzzle.count(None)
        assert (getattr(counted, "fixed", counted), counted.stopped) == (len(truth), None)


def test_an_image_has_eight_solutions_and_one_up_to_symmetry():
    tiles = cut(3, 10, 1)
    found = recognized(text_of(tiles))
    assert (found.kind, found.fault) == ("matching", None)
    assert "border: only 0" in found.text
    (puzzle,) = read("matching", text=text_of(tiles))
    counted = puzzle.count(None)
    assert (counted.fixed, counted.free) == (8, 1)
    assert puzzle.up_to == "up to turning and reflecting the board"
    listed = puzzle.problem.solutions()
    placed = [puzzle.puzzle.named(each.options) for each in listed]
    corners = {names[cell] for names in placed for cell in product((0, 2), repeat=2)}
    assert len(corners) == 4
    assert {names[1, 1] for names in placed} == {placed[0][1, 1]}


def test_edges_that_are_alike_leave_the_border_free():
    blank = text_of({name: ["##", "##"] for name in "abcd"})
    assert image_tiles(Source("x", blank)).startswith("border: free\nreflect: mates\n\na 1 1 1 1\n")
    (puzzle,) = read("matching", text=blank)
    assert puzzle.problem.count() == 1


@pytest.mark.compiled
def test_twelve_by_twelve_takes_seconds():
    with takes_at_most(30):
        (puzzle,) = read("matching", text=text_of(cut(12, 10, 1)))
        assert puzzle.problem.count() == 8


def test_a_tile_is_turned_over_on_the_page_as_in_the_model():
    (puzzle,) = read("matching", text=text_of(cut(2, 8, 7)))
    for piece in puzzle.view().pieces:
        reached = waiting = [0]
        for each in waiting:
            for to in (moves[each] for moves in piece.moves.values()):
                reached += [to] * (to not in reached)
        assert sorted(reached) == [*range(8)]


@pytest.mark.parametrize(("text", "fault"), [
    ("Tile 1:\n##\n#x\n", "3:2: 'x'; expected '#' or '.'"),
    ("Tile 1:\n##\n#\n", "3:1: 1 sign in a row; expected 2, as in the first row"),
    ("Tile 1:\n##\n", "1:1: a tile of 1 rows; expected 2 rows"),
    ("Tile 1:\n##\n##\n\nTile 1:\n##\n##\n", "5:1: two tiles are called '1'"),
    ("Tile 1:\n##\n##\n\n##\n##\n", "5:1: '##'; expected a tile, such as 'Tile 2311:'"),
])  # fmt: skip
def test_faults_are_named_with_their_place(text, fault):
    with pytest.raises(xc.FileFault, match=re.escape(fault)):
        image_tiles(Source("some.txt", text))


def test_turn_no_and_mates_contradict_each_other():
    text = "turn: no\nreflect: mates\n1 1 1 1\n"
    with pytest.raises(xc.FileFault, match="'turn: no' with 'reflect: mates'"):
        read("matching", text=text)
