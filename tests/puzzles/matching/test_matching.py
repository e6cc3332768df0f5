"""Edge matching: known numbers, and brute force on small boards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover_puzzles import read as read_file
from exactcover_puzzles.matching.symmetries import Symmetries
from exactcover_puzzles.matching.tiles import BORDER, Placed, TilePuzzle, all_tiles, around
from exactcover_puzzles.polyform.grids import HEXAGONAL, SQUARE, TRIANGULAR
from exactcover_puzzles.polyform.polyforms import board_motions
from tests.puzzles.matching.cases import read

BOARDS = [
    (SQUARE, ((0, 0), (0, 1), (1, 0))),
    (SQUARE, ((0, 0), (0, 1), (1, 0), (1, 1))),
    (TRIANGULAR, ((0, 0), (0, 1), (0, 2), (1, 1))),
    (TRIANGULAR, ((0, 1), (0, 2), (1, 1), (1, 2))),
    (HEXAGONAL, ((0, 0), (0, 2), (1, 1))),
]


def shipped_puzzle(name):
    (puzzle,) = read_file("matching", name)
    return puzzle


# -- known numbers ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edges", "numbers"),
    [(3, [1, 4, 11, 24, 45]), (4, [1, 6, 24, 70, 165]), (6, [1, 14, 130, 700])],
    ids=["A006527", "A006528", "A006565"],
)
def test_there_are_as_many_tiles_as_macmahon_says(edges, numbers):
    found = [len(list(all_tiles("abcde"[:n], edges))) for n in range(1, len(numbers) + 1)]
    assert found == numbers
    # M. Reid and J. McComb's pieces at www.polyforms.eu/coloredpolygons/hexindex.html; and one of
    # five colours missing, the others in 3! cyclic orders.
    assert len(list(all_tiles("abc", 6, reflect=True))) == 92
    assert len(list(all_tiles("abcde", 4, different=True))) == 5 * 6


def test_macmahons_triangles_have_the_options_of_the_book():
    # Knuth, TAOCP 7.2.2.1, answer 126: 24 · 64 options and 42 edges, before the border is white.
    puzzle = shipped_puzzle("macmahon-triangles").puzzle
    free = TilePuzzle(puzzle.grid, puzzle.board, puzzle.tiles, puzzle.names)
    assert len(free.problem.options) == 24 * 64
    assert len({edge for edges in free.edges.values() for edge in edges}) == 42


def test_drive_ya_nuts_has_one_solution_up_to_turning():
    puzzle = shipped_puzzle("drive-ya-nuts")
    count = puzzle.count(None)
    assert (count.free, count.fixed) == (1, 6)
    assert puzzle.up_to == "up to turning the board"


@pytest.mark.slow
def test_macmahons_squares_have_13328_solutions_up_to_symmetry():
    # Two independent counts of this project agree, one of all 106,624. (Feldman's 12,261 of 1964,
    # which many pages repeat, is too few; grokipedia.com/page/macmahon_squares has 13,328.)
    count = shipped_puzzle("macmahon-squares").count(None)
    assert (count.free, count.fixed) == (13_328, 106_624)


@pytest.mark.slow
def test_macmahons_triangles_have_11853792_solutions():
    # Knuth, TAOCP 7.2.2.1, answer 126; with 12 motions of the hexagon and 3! orders of colours.
    count = shipped_puzzle("macmahon-triangles").count(None)
    assert (count.free, count.fixed) == (11_853_792 // 72, 11_853_792)


def test_squares_of_two_colours_have_a_border_of_one_colour_where_the_counts_of_each_add_up():
    # 6 tiles on 2 x 3: each colour has 12 edges, 10 of them outside, so 2 meet inside.
    cells = tuple(product(range(2), range(3)))
    tiles = tuple(all_tiles("ab", 4))
    names = tuple("123456")
    counts = {
        border: int(TilePuzzle(SQUARE, cells, tiles, names, border).problem.count())
        for border in "ab"
    }
    one = TilePuzzle(SQUARE, cells, tiles, names, one=True)
    assert int(one.problem.count()) == counts["a"] + counts["b"]


# -- against everything tried ----------------------------------------------------------------------


@st.composite
def puzzles(draw, boards=BOARDS, most=4):
    grid, board = draw(st.sampled_from(boards))
    colours = draw(st.sampled_from(["ab", "abc", "aAbB"]))
    mates = {"a": "A", "A": "a", "b": "B", "B": "b"} if "A" in colours else {}
    edges = len(grid.corners(board[0]))
    tile = st.tuples(*[st.sampled_from(colours)] * edges)
    more = draw(st.integers(0, max(0, most - len(board))))
    tiles = tuple(draw(st.lists(tile, min_size=len(board), max_size=len(board) + more)))
    names = tuple(str(k) for k in range(len(tiles)))
    border = draw(st.sampled_from([None, None, colours[0]]))
    one = border is None and draw(st.booleans())
    only = border is not None and draw(st.booleans())
    turn = grid is TRIANGULAR or draw(st.booleans())
    reflect = turn and draw(st.booleans())
    use_all = len(tiles) == len(board)
    reverses = reflect and draw(st.booleans())
    stated = border, one, only, mates, turn, reflect, use_all, reverses
    return TilePuzzle(grid, board, tiles, names, *stated)


def sides(puzzle, cell):
    corners = puzzle.grid.corners(cell)
    return [frozenset(side) for side in zip(corners, (*corners[1:], corners[0]), strict=True)]


def faces(puzzle, tile):
    """All orientations, a tile turned one step at a time."""
    found = {tile}
    if puzzle.reflect:
        found.add(tuple(backwards(puzzle, each) for each in tile[::-1]))
    if puzzle.turn:
        found = {face[k:] + face[:k] for face in found for k in range(len(tile))}
    return sorted(found)


def backwards(puzzle, colour):
    """A colour of a tile that is turned over."""
    return puzzle.mates.get(colour, colour) if puzzle.reverses else colour


def arrangements(puzzle):
    """Every way to lay tiles on all cells so that the border is right, and its mismatches.

    A way is what one sees: the colours on each cell.
    """
    seen = {}
    for tiles in permutations(puzzle.tiles, len(puzzle.board)):
        for shown in product(*(faces(puzzle, tile) for tile in tiles)):
            if shown not in seen:
                seen[shown] = judged(puzzle, shown)
    return {shown: wrong for shown, wrong in seen.items() if wrong is not None}


def judged(puzzle, shown):
    """How many edges do not match; None if the border is wrong."""
    at = {}
    for cell, colours in zip(puzzle.board, shown, strict=True):
        for side, colour in zip(sides(puzzle, cell), colours, strict=True):
            at.setdefault(side, []).append(colour)
    outer = [colours[0] for colours in at.values() if len(colours) == 1]
    inner = [colours for colours in at.values() if len(colours) == 2]
    if puzzle.border is not None and set(outer) != {puzzle.border}:
        return None
    if puzzle.one and len(set(outer)) > 1:
        return None
    if puzzle.only and any(puzzle.border in colours for colours in inner):
        return None
    return sum(puzzle.mates.get(one, one) != other for one, other in inner)


def seen_in(puzzle, options):
    shown = {placed.cell: placed.colours for placed in options if isinstance(placed, Placed)}
    return tuple(shown[cell] for cell in puzzle.board)


@settings(max_examples=40, deadline=None)
@given(puzzles())
def test_the_solutions_and_the_best_arrangement_are_those_of_trying_everything(puzzle):
    tried = arrangements(puzzle)
    expected = {shown for shown, wrong in tried.items() if wrong == 0}
    found = [seen_in(puzzle, solution.options) for solution in puzzle.problem.solutions()]
    assert sorted(found) == sorted(expected)
    if expected:
        assert puzzle.imbalance is None
        assert puzzle.misfit is None
    best = puzzle.relaxed.minimize()
    assert bool(best) == bool(tried)
    if tried:
        placed = [option for option in best.solution.options if isinstance(option, Placed)]
        assert best.cost == best.bound == min(tried.values()) == len(puzzle.mismatches(placed))
        assert tried[seen_in(puzzle, placed)] == best.cost


def kinds(puzzle, change):
    """How many tiles there are of each kind, tiles that can be turned into one another alike."""
    return Counter(min(faces(puzzle, change(tile))) for tile in puzzle.tiles)


def changes(puzzle):
    """What motions of the board and exchanges of two colours make of an arrangement."""
    same = kinds(puzzle, lambda tile: tile)
    where = {cell: around(puzzle.grid, cell) for cell in puzzle.board}
    turns = len(board_motions(puzzle.grid, puzzle.board, reflect=False))
    for number, motion in enumerate(board_motions(puzzle.grid, puzzle.board)):
        flips = number >= turns
        if flips and backwards(puzzle, puzzle.border) != puzzle.border:
            continue

        def moved(shown, motion=motion, flips=flips):
            at = {
                (motion(cell), motion(beside)): backwards(puzzle, colour) if flips else colour
                for cell, colours in zip(puzzle.board, shown, strict=True)
                for beside, colour in zip(where[cell], colours, strict=True)
            }
            return tuple(tuple(at[cell, n] for n in where[cell]) for cell in puzzle.board)

        def moved_tile(tile, moved=moved, motion=motion):
            here = puzzle.board.index(motion(puzzle.board[0]))
            return moved((tile,) * len(puzzle.board))[here]

        if kinds(puzzle, moved_tile) == same:
            yield moved
    mate = puzzle.mates.get
    for one, other in combinations(sorted({c for tile in puzzle.tiles for c in tile}), 2):
        to = {one: other, other: one}
        to |= {mate(a, a): mate(b, b) for a, b in to.items()}

        def exchanged(tile, to=to):
            return tuple(to.get(colour, colour) for colour in tile)

        if puzzle.border not in to and kinds(puzzle, exchanged) == same:
            yield lambda shown, exchanged=exchanged: tuple(map(exchanged, shown))


def orbits(puzzle):
    """How many solutions there are up to symmetry, each followed wherever the changes lead."""
    left = {shown for shown, wrong in arrangements(puzzle).items() if wrong == 0}
    found, ways = 0, list(changes(puzzle))
    while left:
        found, waiting = found + 1, [left.pop()]
        for shown in waiting:
            new = {change(shown) for change in ways} & left
            left -= new
            waiting.extend(new)
    return found


LINES = [
    (SQUARE, ((0, 0),)),
    (SQUARE, ((0, 0), (0, 1))),
    (SQUARE, ((0, 0), (0, 1), (0, 2))),
    (TRIANGULAR, ((0, 0), (0, 1))),
    (HEXAGONAL, ((0, 0),)),
]


@settings(max_examples=60, deadline=None)
@given(puzzles([*BOARDS, *LINES], most=3))
def test_the_solutions_up_to_symmetry_are_those_of_following_each_by_hand(puzzle):
    generators = Symmetries(puzzle).generators
    problem = puzzle.problem
    free = problem.symmetry(*generators).count().free if generators else problem.count()
    assert free == orbits(puzzle)


@pytest.mark.parametrize(
    ("text", "free", "fixed"),
    [
        # Tiles that turn without another inner edge seeing it.
        ("size: 2x1\n\na a b b\na b b b\n", 4, 16),
        ("size: 2x2\n\na a a b\na b a b\na a b b\na b b b\n", 13, 176),
        # Of the motions only a half turn and a reflection, or nothing that moves a cell.
        ("size: 2x2\nturn: no\n\na b c a\na a c b\nc b a a\nc a a b\n", 8, 12),
        ("size: 1x1\n\na b c d\n", 1, 4),
        ("size: 3x1\n\na a a a\na a a a\na b a b\n", 2, 3),
    ],
)
def test_boards_whose_symmetries_are_easily_missed(text, free, fixed):
    puzzle = read(text)
    count = puzzle.count(None)
    assert (count.free, count.fixed) == (free, fixed)
    assert count.free == orbits(puzzle.puzzle)


def test_all_motions_and_exchanges_of_macmahons_tiles_are_found():
    puzzle = shipped_puzzle("macmahon-triangles")
    assert puzzle.symmetry.order == 12 * 6
    assert puzzle.up_to == "up to turning and reflecting the board and exchanging colours"


def test_neighbours_come_clockwise_from_the_top_or_the_upper_right():
    assert around(SQUARE, (1, 1)) == ((0, 1), (1, 2), (2, 1), (1, 0))
    clockwise = ((0, 2), (1, 3), (2, 2), (2, 0), (1, -1), (0, 0))
    assert around(HEXAGONAL, (1, 1)) == clockwise
    assert around(TRIANGULAR, (0, 0)) == ((0, 1), (1, 0), (0, -1))


def test_items_and_options_are_named_in_words():
    puzzle = shipped_puzzle("macmahon-squares")
    option = puzzle.problem.options[0]
    names = [puzzle.item_called(item) for item in (*puzzle.problem.items_of(option), BORDER)]
    assert [puzzle.option_called(option), *names] == [
        "tile 1 showing white white white white on r1c1",
        "cell r1c1",
        "tile 1",
        "the edge between r1c1 and r1c2",
        "the edge between r1c1 and r2c1",
        "the border",
    ]


def test_tiles_that_are_alike_are_named_in_turn():
    puzzle = read("size: 2x2\n\na a a a\na a a a\na a a a\na a a b\n")
    shown = puzzle.as_json(puzzle.problem.first().options)["tiles"]
    assert sorted(each["tile"] for each in shown) == ["1", "2", "3", "4"]
