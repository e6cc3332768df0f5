"""Slitherlink: known numbers of loops, brute force, addresses of puzz.link, and faults."""

from __future__ import annotations

import time
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exactcover as xc
import exactcover_puzzles as puzzles
from exactcover_puzzles import Source
from exactcover_puzzles.slitherlink import Slitherlink, from_puzz_link


def the_puzzle(grid):
    (puzzle,) = Slitherlink.read(Source("it.txt", f"grid:\n{grid}"), None)
    return puzzle


@pytest.mark.parametrize(("n", "loops"), [(1, 1), (2, 13), (3, 213), (4, 9_349)])
def test_an_empty_grid_has_the_known_number_of_loops(n, loops):
    """OEIS A140517."""
    assert the_puzzle("\n".join("." * n for _ in range(n))).problem.count() == loops


def is_one_loop(edges):
    """Whether edges are one loop: followed from one of them, it is back after all."""
    ends = [point for edge in edges for point in edge]
    if not edges or {ends.count(point) for point in ends} != {2}:
        return False
    left = set(edges)
    here = start = min(ends)
    while True:
        edge = next((each for each in sorted(left) if here in each), None)
        if edge is None:
            return here == start and not left
        left.remove(edge)
        (here,) = {*edge} - {here}


def by_trying(grid):
    """All loops, as sets of edges."""
    rows = grid.split()
    cells = [(r, c) for r, row in enumerate(rows) for c in range(len(row))]
    around = {
        (r, c): [((r, c), (r, c + 1)), ((r + 1, c), (r + 1, c + 1)),
                 ((r, c), (r + 1, c)), ((r, c + 1), (r + 1, c + 1))]
        for r, c in cells
    }  # fmt: skip
    edges = sorted({edge for each in around.values() for edge in each})
    for on in product((0, 1), repeat=len(edges)):
        chosen = {edge for edge, x in zip(edges, on, strict=True) if x}
        if is_one_loop(chosen) and all(
            rows[r][c] in (".", str(len(chosen.intersection(around[r, c])))) for r, c in cells
        ):
            yield frozenset(chosen)


def grids(rows, columns):
    row = st.text(".....0122334", min_size=columns, max_size=columns)
    return st.lists(row, min_size=rows, max_size=rows)


@settings(max_examples=40, deadline=None)
@given(grids(2, 2) | grids(1, 3) | grids(1, 4))
def test_the_solutions_are_the_loops_found_by_trying_all_sets_of_edges(rows):
    solutions = the_puzzle("\n".join(rows)).problem.solutions()
    found = [frozenset(edge for edge, on in each.options if on) for each in solutions]
    assert len(found) == len({*found})
    assert {*found} == {*by_trying("\n".join(rows))}


@settings(max_examples=20, deadline=None)
@given(grids(3, 4))
def test_loops_found_one_by_one_are_those_of_a_rule_about_everything(rows):
    puzzle = the_puzzle("\n".join(rows))
    joined = puzzle._connected(*puzzle._grid(), "")
    assert {*map(str, puzzle.whole.solutions())} == {*map(str, joined.solutions())}
    assert puzzle.problem.count() == joined.count()


def test_a_loop_that_fits_the_numbers_is_no_solution_beside_another_one():
    assert the_puzzle("4..\n...\n..4").problem.count() == 0
    assert the_puzzle("4..\n...\n...").problem.count() == 1
    assert the_puzzle("4......4").problem.count() == 0


def test_a_wide_grid_with_many_loops_is_refused_in_seconds():
    grid = "\n".join(["." * 10] * 4 + ["....23...."] + ["." * 10] * 5)
    began = time.monotonic()
    with pytest.raises(xc.FileFault, match="more than 300 loops; expected fewer"):
        the_puzzle(grid).problem  # noqa: B018
    assert time.monotonic() - began < 20  # it takes 1 s, the rule about everything over 30


@pytest.mark.parametrize("name", ["small", "middle", "large", "newspaper", "twenty"])
def test_bundled_puzzles_have_one_solution(name):
    (puzzle,) = puzzles.read("slitherlink", name)
    assert puzzle.problem.count() == 1


def test_only_addresses_of_slitherlink_are_read():
    assert from_puzz_link(Source("it.txt", "puzz.link/p?kakuro/4/4/0")) is None
    assert from_puzz_link(Source("it.txt", "grid:\n..3.\n")) is None


@pytest.mark.parametrize(
    ("cells", "rows"),
    [("0123", "01\n23"), ("012d", "01\n23"), ("0128", "01\n23"),
     ("56", "0.\n1."), ("ag", "0.\n.."), ("j", "..\n.."),
     (".4h", ".4\n.."), ("bg", "1.\n.."), ("ia", "..\n.0")],
)  # fmt: skip
def test_signs_of_addresses_mean_numbers_and_gaps(cells, rows):
    found = from_puzz_link(Source("it.txt", f"http://puzz.link/p?slither/2/2/{cells}"))
    assert found == f"title: puzz.link, 2 x 2\ngrid:\n{rows}\n"


def in_cells_of_four(grid):
    """The cells of a grid as pzpr writes them: a number stands with up to two empty cells behind
    it, which it supposes at the end of the board too."""
    signs, k = "", 0
    while k < len(grid):
        if grid[k] == ".":
            gap = next((n for n in range(20) if grid[k + n : k + n + 1] != "."), 20)
            signs, k = signs + "fghijklmnopqrstuvwxyz"[gap], k + gap
        else:
            behind = (
                0 if grid[k + 1 : k + 2].isdigit() else 1 if grid[k + 2 : k + 3].isdigit() else 2
            )
            signs, k = signs + f"{int(grid[k]) + 5 * behind:x}", k + 1 + behind
    return signs


@given(st.integers(1, 6), st.integers(1, 6), st.text("....01234", min_size=36, max_size=36))
def test_addresses_are_read_as_pzpr_writes_them(rows, columns, cells):
    grid = cells[: rows * columns]
    address = f"https://puzz.link/p?slither/{columns}/{rows}/{in_cells_of_four(grid)}"
    (puzzle,) = puzzles.read("slitherlink", text=address)
    assert "".join(puzzle.grid[cell] for cell in sorted(puzzle.grid)) == grid
    assert max(puzzle.grid) == (rows - 1, columns - 1)


@pytest.mark.parametrize("address", ["5/5/cbcbcddad", "6/6/kdhdg37ah733ddhd", "4/4/h80ci16b"])
def test_published_addresses_have_one_solution(address, command):
    """Of puzz.link; the numbers at their ends have gaps behind them that leave the board."""
    code, out, _ = command(f"puzzles slitherlink https://puzz.link/p?slither/{address} --count")
    assert (code, out.splitlines()[-1]) == (0, "1 solution")
    signs, (puzzle,) = (
        address.split("/")[2],
        puzzles.read("slitherlink", text=f"p?slither/{address}"),
    )
    assert in_cells_of_four("".join(puzzle.grid[cell] for cell in sorted(puzzle.grid))) == signs


@pytest.mark.parametrize(
    ("cells", "place", "message"),
    [("01/3", 10, "'2/2/01/3'"), ("01223", 18, "more than"), ("z1", 15, "more"), ("0f", 15, "'f'")],
)
def test_faults_of_addresses_are_placed(cells, place, message):
    with pytest.raises(xc.FileFault, match=message) as fault:
        from_puzz_link(Source("it.txt", f"p?slither/2/2/{cells}"))
    assert (fault.value.line, fault.value.column) == (1, place + 1)


@pytest.mark.parametrize(
    ("grid", "message"),
    [("..\n.5", "it.txt:3:2: '5'; expected '.' or a number from 0 to 4"),
     ("." * 31, "more than 30 rows or columns")],
)  # fmt: skip
def test_faults_of_grids_are_placed(grid, message):
    with pytest.raises(xc.FileFault, match=message):
        the_puzzle(grid)


def test_a_clash_is_told_in_numbers(asked, tmp_path):
    path = tmp_path / "it.txt"
    path.write_text("grid:\n3.3\n.0.\n3.3\n")
    code, out, error = asked("slitherlink", path)
    assert code == 1
    assert "edge r2c1 r2c2 can be neither on the loop nor off it" in out + error
    assert "the 0 in r2c2" in asked("slitherlink", path, "--explain")[1]
