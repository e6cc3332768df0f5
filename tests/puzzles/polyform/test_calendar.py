"""Calendar boards: known counts, groups of which one cell stays open, dates and faults."""

from __future__ import annotations

import argparse

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
import exactcover_puzzles as puzzles
from exactcover_puzzles import Source, read
from exactcover_puzzles.polyform.calendar import Calendar, _dates
from exactcover_puzzles.polyform.polyforms import Hole
from exactcover_puzzles.shared.shipped import shipped


def named(cells):
    return " ".join(f"r{r + 1}c{c + 1}" for r, c in cells)


#: The board of A-Puzzle-A-Day: the sizes of its rows.
WIDTHS = (6, 6, 7, 7, 7, 7, 3)
CELLS = [(r, c) for r, width in enumerate(WIDTHS) for c in range(width)]
KNOWN = f"""grid: square
pieces: L, N, P, U, V, Y, Z
piece rectangle:
###
###

board:
{chr(10).join("#" * width for width in WIDTHS)}

open month: {named(CELLS[:12])}
open day: {named(CELLS[12:])}
"""


def test_the_best_known_board_has_the_published_numbers_of_solutions(answers, tmp_path):
    """24,405 in all; 6 October has the fewest, 25 January the most (many solvers agree, such as
    lib.rs/crates/a-puzzle-a-day: "over 24 thousand", "67 per date"; 1 May: andrewmk on GitHub)."""
    path = tmp_path / "known.txt"
    path.write_text(KNOWN)
    found = answers("calendar", path, "--date", "all", "--count")
    counts = {tuple(each["date"]): each["solutions"] for each in found}
    assert (len(counts), sum(counts.values())) == (366, 24_405)
    assert min(counts, key=counts.get) == (10, 6)
    assert counts[10, 6] == 7
    assert max(counts, key=counts.get) == (1, 25)
    assert counts[1, 25] == 216
    assert counts[5, 1] == 57


def test_each_date_has_a_solution_on_the_bundled_board_with_weekdays():
    everything = argparse.Namespace(date=_dates("all"), steps=False)
    text = shipped("calendars", "with-weekdays").read_text()
    dates = [*Calendar.read(Source("it.txt", text), everything)]
    found = dates[0].base.batch(each.given for each in dates).as_arrays(limit=1)
    assert len(dates) == 366 * 7
    assert found.counts.tolist() == [1] * len(dates)


def test_each_date_of_the_bundled_board_has_a_solution(answers):
    found = answers("calendar", "month-day", "--date", "all", "--count")
    counts = [each["solutions"] for each in found]
    assert (sum(counts), min(counts), max(counts)) == (17_094, 1, 208)


@pytest.mark.parametrize(("date", "at"), [("12-25", (11, 24)), ("2026-11-28", (10, 27, 5))])
def test_a_date_gives_the_cells_that_stay_open(answers, date, at):
    (solution,) = answers("calendar", "with-weekdays", "--date", date)
    covered = {tuple(cell) for each in solution["placements"] for cell in each["cells"]}
    (board,) = puzzles.read("calendar", shipped("calendars", "with-weekdays"))
    assert len(covered) == 47
    assert not covered & {group[k] for group, k in zip(board.groups, at, strict=False)}


@given(st.sets(st.integers(0, 11), min_size=1, max_size=5), st.integers(0, 3))
def test_one_cell_of_each_group_stays_open(chosen, first):
    """As all solutions with any open cells say."""
    cells = [(r, c) for r in range(3) for c in range(4)]
    group = [cells[k] for k in sorted(chosen)]
    other = [each for each in cells if each not in group][first : first + 3]
    text = "grid: square\npieces: I tromino, L tetromino, V tromino\nboard:\n####\n####\n####\n"
    one = f"open a: {named(group)}\nopen b: {named(other)}\n"
    (asked,) = puzzles.read("polyform", text=text + one)
    (free,) = puzzles.read("polyform", text=f"{text}holes: 2\n")
    holes = [
        [each.cell for each in solution if isinstance(each, Hole)]
        for solution in free.problem.solutions()
    ]
    expected = sum(len({*h} & {*group}) == len({*h} & {*other}) == 1 for h in holes)
    assert asked.problem.count() == expected


@pytest.mark.parametrize(("column", "motions"), [(1, 1), (3, 2)])
def test_symmetries_keep_the_groups(column, motions):
    text = f"grid: square\npieces: 2*domino\nboard:\n#####\nopen a: r1c{column}\n"
    (board,) = puzzles.read("polyform", text=text)
    assert board.problem.count() == 1
    assert len({*board.puzzle.symmetries}) == motions


def test_a_board_without_months_is_refused():
    text = KNOWN.replace("open month: r1c1", "open month:")
    with pytest.raises(xc.FileFault, match="11 cells in 'open month:'"):
        puzzles.read("calendar", text=text)


@pytest.mark.parametrize("date", ["02-30", "13-1", "2025-02-29", "tomorrow", "1-1\n", "٣-١"])
def test_what_is_not_a_date_is_refused(asked, date):
    code, _, error = asked("calendar", "month-day", "--date", date)
    assert code == 2
    assert "expected 12-25 (month and day), 2026-12-25 or all" in error


def test_the_page_names_the_cells():
    (board,) = puzzles.read("calendar", shipped("calendars", "month-day"))
    assert [place.text for place in board.view().places][:13][::6] == ["Jan", "Jul", "1"]
    assert isinstance(board, Calendar)
    assert not board.has_symmetry


def test_a_picture_names_the_cells_that_stay_open():
    (puzzle,) = read("calendar", "month-day", "--date", "12-25")
    drawn = puzzle.svg([puzzle.problem.first().options])
    assert [drawn.count(f">{name}<") for name in ("Dec", "25", "Jan", "24")] == [1, 1, 0, 0]
