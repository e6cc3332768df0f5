"""Domino tilings: known counts, tilings by hand, and faults of files."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exactcover_puzzles.domino.tilings import Domino

REGIONS = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2)


def tilings(cells):
    """All tilings, by the first cell that is open."""
    if not cells:
        return [frozenset()]
    r, c = first = min(cells)
    found = []
    for other in ((r, c + 1), (r + 1, c)):
        if other in cells:
            rest = tilings(cells - {first, other})
            found += [tiling | {frozenset((first, other))} for tiling in rest]
    return found


def images(tiling, cells, turns=range(4)):
    """The tiling turned and reflected, where the cells come back to their places."""
    found = set()
    for flip in (False, True):
        pairs = [[(r, -c) if flip else (r, c) for r, c in pair] for pair in tiling]
        for _ in turns:
            pairs = [[(c, -r) for r, c in pair] for pair in pairs]
            top, left = (min(cell[k] for pair in pairs for cell in pair) for k in (0, 1))
            origin = [min(cell[k] for cell in cells) for k in (0, 1)]
            moved = frozenset(
                frozenset((r - top + origin[0], c - left + origin[1]) for r, c in pair)
                for pair in pairs
            )
            if {cell for pair in moved for cell in pair} == set(cells):
                found.add(moved)
    return found


@pytest.mark.parametrize(
    ("region", "solutions"),
    [
        ("8x8", 12_988_816),  # OEIS A004003
        ("6x6", 6_728),  # the same
        ("7x8", 1_292_697),  # OEIS A099390
        ("2x10", 89),  # Fibonacci numbers, OEIS A000045
        ("aztec4", 2**10),  # Elkies, Kuperberg, Larsen and Propp: 2^(n(n+1)/2)
        ("aztec6", 2**21),
    ],
)
def test_known_regions_have_the_known_number_of_tilings(asked, region, solutions):
    code, answer, _ = asked("domino", region, "--count", "--fixed", "--json")
    assert (code, json.loads(answer)["solutions"]) == (0, solutions)


def test_the_square_of_side_four_has_nine_tilings_up_to_symmetry(asked):
    # 36 in all (OEIS A004003). That nine are left is counted here by hand, too.
    code, answer, _ = asked("domino", "4x4", "--count", "--json")
    cells = frozenset((r, c) for r in range(4) for c in range(4))
    orbits = {frozenset(images(tiling, cells)) for tiling in tilings(cells)}
    found = json.loads(answer)
    assert (code, found["solutions"], found["free_solutions"]) == (0, 36, len(orbits))


@given(REGIONS)
def test_the_tilings_are_those_found_by_hand_also_up_to_symmetry(cells):
    expected = tilings(frozenset(cells))
    puzzle = Domino(sorted(cells), "", {})
    if puzzle.misfit is not None:
        assert not expected
        return
    found = {frozenset(map(frozenset, options)) for options in puzzle.problem.solutions()}
    assert found == set(expected)
    assume(expected and puzzle.symmetry is not None)
    orbits = {frozenset(images(tiling, cells)) for tiling in expected}
    assert puzzle.count(None).free == len(orbits)


def test_a_chessboard_without_two_opposite_corners_has_none_and_says_why(asked, tmp_path):
    board = [".#######", *["########"] * 6, "#######."]
    path = tmp_path / "mutilated.txt"
    path.write_text("board:\n" + "\n".join(board) + "\n")
    code, answer, _ = asked("domino", path)
    assert code == 1
    assert "30 light and 32 dark cells" in answer


def test_a_tiling_is_drawn_and_given_as_pairs_of_cells(asked, tmp_path):
    picture = tmp_path / "it.svg"
    code, answer, _ = asked("domino", "1x2", "--svg", picture, "--all")
    assert code == 0
    assert "┌───────┐\n│       │\n└───────┘" in answer
    assert picture.read_text().count("<rect") == 3  # the ground and two cells
    _, answer, _ = asked("domino", "1x2", "--json")
    assert json.loads(answer)["dominoes"] == [[[0, 0], [0, 1]]]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("board:\n##\n#x\n", "3:2: 'x'; expected '#', '.' or a space"),
        ("board:\n..\n", "2:1: no cell; expected '#' for each cell"),
        ("board: ##\n", "1:8: no drawing below 'board:'; expected it in the next lines"),
        ("title: none\n", "no 'board:'; expected 'board:' and a drawing below it"),
        ("bord:\n##\n", "1:1: cannot read 'bord:'; expected 'title:', 'board:'; did you mean"),
        ("board:\n##\n\nboard:\n##\n", "4:1: 'board:' is stated twice; expected it once"),
        ("board:\n" + "#" * 30_000, "1:1: 30,000 cells; expected at most 20,000"),
    ],
)
def test_a_fault_of_a_file_is_one_line_with_its_place(asked, tmp_path, text, fault):
    path = tmp_path / "it.txt"
    path.write_text(text)
    code, answer, remark = asked("domino", path)
    assert (code, answer) == (2, "")
    assert f"it.txt:{fault}" in remark or f"it.txt: {fault}" in remark
    assert remark.count("\n") == 1
