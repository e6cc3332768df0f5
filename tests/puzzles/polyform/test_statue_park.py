"""Statue Park: brute force, addresses of puzz.link, puzzles with too many solutions, faults."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import Source, read
from exactcover_puzzles.polyform import statue_park
from exactcover_puzzles.polyform.statue_park import StatuePark, from_puzz_link


def the_puzzle(grid, pieces="tetrominoes"):
    (puzzle,) = read("statue-park", text=f"pieces: {pieces}\ncircles:\n{grid}\n")
    return puzzle


def near(cell):
    r, c = cell
    return {(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)}


def hang_together(cells):
    found = [*cells][:1]
    for cell in found:
        found += [other for other in near(cell) & cells if other not in found]
    return len(found) == len(cells)


def turned(cells):
    for _ in range(2):
        for _ in range(4):
            cells = [(c, -r) for r, c in cells]
            yield frozenset(cells)
        cells = [(r, -c) for r, c in cells]


def by_trying(rows, shapes):
    """The sets of covered parts: shapes are laid one after the other, everywhere."""
    signs = {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row)}
    wanted = {cell for cell, sign in signs.items() if sign == "*"}
    free = {cell for cell, sign in signs.items() if sign != "o"}
    found = set()

    def lay(left, parts):
        covered = frozenset().union(*parts)
        if not left:
            if wanted <= covered and hang_together({*signs} - covered):
                found.add(frozenset(parts))
            return
        beside = covered.union(*map(near, covered))
        for shape, (dr, dc) in product({*turned(left[0])}, product(range(-9, 10), repeat=2)):
            part = frozenset((r + dr, c + dc) for r, c in shape)
            if part <= free and not part & beside:
                lay(left[1:], [*parts, part])

    lay(shapes, [])
    return found


BARS = [(0, 0), (0, 1), (0, 2)]
CORNER = [(0, 0), (0, 1), (1, 0)]
L = [(0, 0), (1, 0), (2, 0), (2, 1)]


@settings(max_examples=20, deadline=None)
@given(st.lists(st.text("......*o", min_size=5, max_size=5), min_size=4, max_size=5), st.data())
def test_the_solutions_are_those_found_by_trying(rows, data):
    pieces, shapes = data.draw(st.sampled_from([
        ("I tromino, V tromino, L tetromino", [BARS, CORNER, L]),
        ("2*V tromino, I tromino", [CORNER, CORNER, BARS]),
        ("2*L tetromino", [L, L]),
    ]))  # fmt: skip
    puzzle = the_puzzle("\n".join(rows), pieces)
    found = [
        frozenset(frozenset(cells) for _, cells in puzzle.puzzle.placed(each.options))
        for each in puzzle.problem.solutions()
    ]
    assert len(found) == len({*found})
    assert {*found} == by_trying(rows, shapes)
    assert puzzle.misfit is None or not found


@pytest.mark.parametrize("first", [1, 64])
def test_a_puzzle_with_too_many_solutions_is_counted_by_a_function(first, monkeypatch):
    grid, pieces = "......\n" * 5, "V tromino, L tetromino, I tetromino"
    monkeypatch.setattr(statue_park, "_MOST", 100_000)
    stated = the_puzzle(grid, pieces).problem
    monkeypatch.setattr(statue_park, "_FIRST", first)
    monkeypatch.setattr(statue_park, "_MOST", 4 * first)
    judged = the_puzzle(grid, pieces).problem
    assert isinstance(stated, xc.Problem)
    assert not isinstance(judged, xc.Problem)
    assert judged.count() == stated.count() > 1_000


def test_an_empty_board_has_several_solutions():
    puzzle = the_puzzle("............\n" * 12, "pentominoes")
    solutions = list(puzzle.problem.solutions(2))
    assert len(solutions) == 2
    assert all(puzzle._hangs_together(puzzle.puzzle.placed(each.options)) for each in solutions)


def test_no_piece_of_a_cut_can_be_spared():
    puzzle = the_puzzle(".......\n" * 6, "4*V tromino")
    stated = puzzle.puzzle.problem
    cuts = [cut for each in stated.solutions(200) for cut in puzzle._cuts(each.options)]
    assert len(cuts) > 100
    cells = {*puzzle.cells}
    for cut in cuts:
        assert not hang_together(cells.difference(*(each.cells for each in cut)))
        for spared in cut:
            left = cells.difference(*(each.cells for each in cut if each != spared))
            assert hang_together(left)


# Examples of pzprjs (test/script/statuepark.js), and of cspuz and noqx, which solve them.
@pytest.mark.parametrize(
    ("address", "covered"),
    [
        ("7/7/078ii6000000290f0//t", "0000100 1110110 0010010 1000000 1011000 1011010 1000111"),
        ("7/6/0l050060i0107i//t", None),
        ("12/12/3g3g6000515100003ala0i003g3a0060515160003g3g0000//p", None),
        ("6/5/0000591i00/2/23lg/22u", None),
    ],
)
def test_published_puzzles_have_one_solution(address, covered):
    (puzzle,) = read("statue-park", text=f"https://puzz.link/p?statuepark/{address}\n")
    (solution,) = puzzle.problem.solutions()
    placed = puzzle.puzzle.placed(solution.options)
    assert sorted(piece for piece, _ in placed) == sorted(puzzle.puzzle.pieces)
    black = {cell for _, cells in placed for cell in cells}
    assert hang_together({*puzzle.cells} - black)
    if covered:
        rows = enumerate(covered.split())
        assert black == {(r, c) for r, row in rows for c, bit in enumerate(row) if bit == "1"}


def test_pieces_of_addresses_are_drawn_and_equal_ones_counted():
    text = from_puzz_link(Source("it.txt", "p?statuepark/3/3/05i/3/22u/23f/23bg"))
    drawings = ["##\n##", ".##\n##.", "###\n#.."]
    pieces = "\n".join(f"piece {k} x 1:\n{drawing}\n" for k, drawing in enumerate(drawings, 1))
    grid = "circles:\n. . .\n. o *\n* . .\n"
    assert text == f"title: puzz.link, 3 x 3\n{pieces}\n{grid}"
    twice = from_puzz_link(Source("it.txt", "p?statuepark/3/3/000/2/23f/32pg"))
    assert "piece 1 x 2:" in twice
    assert from_puzz_link(Source("it.txt", "p?shikaku/3/3/000//t")) is None


@pytest.mark.parametrize(
    ("address", "column", "message"),
    [
        ("3/3/05r//t", 20, "'05r'; expected 3 characters for circles"),
        ("3/3/0500//t", 20, "'0500'; expected 3 characters"),
        ("3/3/000//x", 25, "the pieces 'x'; expected p, t, d, or a number"),
        ("3/3/000/2/22u", 24, "the pieces '2'; expected p, t, d, or a number"),
        ("3/3/000/1/22", 26, "'22'; expected width, height and cells"),
        ("3/3/000/1/220", 26, "'220'; expected width, height and cells"),
        ("3/3/000/1/21u", 26, "'21u'; expected cells in 1 row"),
        ("3/3/000", 23, "the pieces ''; expected p, t, d"),
    ],
)
def test_faults_of_addresses_are_placed(address, column, message):
    with pytest.raises(xc.FileFault) as caught:
        from_puzz_link(Source("it.txt", f"p?statuepark/{address}"))
    assert str(caught.value).startswith(f"it.txt:1:{column - 2}: {message}")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("pieces: L\ncircles:\n..\n.x\n", "it.txt:4:2: 'x'; expected '.', '*' (in a piece) or 'o'"),
        ("pieces: Q\ncircles:\n..\n", "it.txt:1:9: no piece and no family is called 'Q'"),
        ("circles:\n..\n", "it.txt: no pieces; expected 'pieces:'"),
        (
            "pieces: L\npiece L:\n##\n\ncircles:\n..\n",
            "it.txt:1:9: 'L' is also the name of a drawn",
        ),
        (
            "pieces: tetrahexes\ncircles:\n..\n",
            "it.txt:1:9: the tetrahexes belong to the hexagonal",
        ),
    ],
)
def test_a_fault_is_named_with_its_place(text, fault):
    with pytest.raises(xc.FileFault) as caught:
        [*StatuePark.read(Source("it.txt", text), None)]
    assert str(caught.value).startswith(fault)


@pytest.mark.parametrize("name", ["small", "pentominoes", "double"])
def test_bundled_puzzles_have_one_solution(name):
    (puzzle,) = read("statue-park", name)
    assert puzzle.problem.count() == 1


def test_a_page_has_pieces_to_carry_and_circles():
    view = the_puzzle("*..\n..o\n...", "V tromino").view()
    assert [piece.name for piece in view.pieces] == ["V tromino"]
    assert [place.text for place in view.places] == ["●", "", "", "", "", "○", "", "", ""]
