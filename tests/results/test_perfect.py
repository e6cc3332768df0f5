"""All perfect doubled scrambles: counted, listed and estimated by ``python -m results perfect``.

(``tests/golden/cli/results.txt`` has what its commands print.)
"""

from __future__ import annotations

import itertools
import json
import math
import re
import statistics
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.parallel.journal import read_status
from exactcover_puzzles.doubles.sides import Sides
from results.doubles import estimate as estimating
from results.doubles.estimate import estimate
from results.doubles.work import PartialSearch, PerfectWork, scramble_of
from tests.puzzles.doubles.scrambles import perfect_scrambles


@pytest.fixture
def steady_clock(monkeypatch):
    """Estimates are made by a clock that goes on by 1/1024 s whenever it is looked at."""
    looks = itertools.count()
    clock = SimpleNamespace(monotonic=lambda: next(looks) / 1024)
    monkeypatch.setattr(estimating, "time", clock)
    monkeypatch.setattr("exactcover.common.deadline.time", clock)


@pytest.mark.parametrize(
    ("size", "corner", "truth"), [((4, 4), 0, 63), ((3, 5), 0, 45), ((3, 5), 1, 20)]
)
def test_an_estimate_holds_the_truth(steady_clock, size, corner, truth):
    sides = Sides(*size)
    found = [estimate(sides, corner, seconds=0.2, seed=seed, depth=2) for seed in range(16)]
    held = [each.interval[0] <= truth <= each.interval[1] for each in found]
    assert sum(held) >= 14
    assert all(each.interval[0] <= each.scrambles <= each.interval[1] for each in found)
    assert all(each.probes > 20 for each in found)
    # And all of them together, within four standard errors.
    numbers = [each.scrambles for each in found]
    error = statistics.stdev(numbers) / math.sqrt(len(numbers))
    assert abs(statistics.fmean(numbers) - truth) < 4 * error
    assert error < 0.15 * truth


def test_an_estimate_is_printed_as_it_is_made(command, steady_clock):
    asked = "results perfect --size 3x5 --estimate --seconds 0.4"
    rows = [json.loads(row) for row in command(f"{asked} --json")[1].splitlines()]
    assert [row["class"] for row in rows] == [1, 2]
    for row, line in zip(rows, command(asked)[1].splitlines(), strict=True):
        low, high = row["interval"]
        assert low < row["scrambles"] < high
        assert line.startswith(
            f"3 x 5, class {row['class']}: about {row['scrambles']:,.0f} perfect doubled scrambles"
            f" ({low:,.0f} to {high:,.0f} in 19 of 20 cases; {row['probes']:,} probes)"
        )


def test_nothing_found_is_not_known_to_be_nothing():
    assert estimate(Sides(12, 12), seconds=0.3).interval[1] == float("inf")


# -- divided among workers -----------------------------------------------------------------------


@pytest.mark.slow
@given(
    st.sampled_from([(2, 2), (2, 4), (3, 3), (3, 5), (4, 4), (2, 6), (2, 3)]),
    st.lists(st.integers(1, 40), min_size=1),
    st.integers(0, 1),
)
def test_a_search_for_scrambles_given_up_again_and_again_finds_each_once(size, budgets, corner):
    sides = Sides(*size)
    corner %= sides.n_classes
    found, left, turn = [], [()], 0
    while left:
        search = PartialSearch(sides, corner)
        search.follow(left.pop())
        assert search.nodes == 0
        found += search.scrambles(budgets[turn % len(budgets)])
        turn += 1
        paths = search.open_paths()
        assert search.done == (not paths) or search.level >= 0
        assert sum(share for _, share in paths) <= 1 + 1e-9
        left += [path for path, _ in paths]
    assert len(found) == len(set(found))
    assert set(found) == set(perfect_scrambles(sides, corner))


def test_a_path_that_is_none_is_refused():
    with pytest.raises(ValueError, match="999"):
        PartialSearch(Sides(3, 3)).follow([999])


@pytest.mark.parametrize("size", [(2, 3), (2, 4), (4, 4), (3, 5)])
def test_scrambles_on_workers_are_those_found_undivided(tiny_tasks, size, tmp_path):
    work, sides = PerfectWork(*size), Sides(*size)
    found = xc.divide(work, listed=None, workers=2, journal=tmp_path / "journal")
    for corner in range(sides.n_classes):
        truth = set(perfect_scrambles(sides, corner))
        assert found.numbers.get(corner, 0) == len(truth)
        assert {scramble_of(work, row) for row in found.rows if row[0] == corner} == truth
    assert found.count == len(found.rows)


def scrambles(text):
    return sorted(re.sub("^[0-9]+: ", "", line) for line in text.splitlines())


def test_perfect_scrambles_are_shown_and_counted_alike_on_workers_and_by_journal(
    command, tiny_tasks
):
    every = command("results perfect --size 2x4 --all")
    assert len(scrambles(every[1])) == 3
    for how in ("--workers 2", "--journal all", "--journal all --workers 1"):
        again = command(f"results perfect --size 2x4 --all {how}")
        assert (again[0], scrambles(again[1])) == (0, scrambles(every[1]))
    shown = command("results perfect --size 2x4 --all --json --journal all")[1].splitlines()
    assert [json.loads(line)["number"] for line in shown] == [1, 2, 3]
    alone = command("results perfect --size 2x4 --count")
    assert command("results perfect --size 2x4 --count --journal count --workers 1") == alone


def test_a_search_goes_on_from_its_journal_and_shows_what_was_found_when_the_time_is_over(
    command, tiny_tasks
):
    line = "results perfect --size 2x6 --all --journal journal"
    stopped = (3, "", "python -m results: stopped by --seconds\n")
    assert command(f"{line} --seconds 0") == stopped
    work = PerfectWork(2, 6)
    part = xc.divide(work, listed=None, journal="journal", workers=1, nodes=150)
    assert (0 < part.count < 33, part.count.stopped) == (True, "nodes")
    code, out, err = command(f"{line} --seconds 0")
    assert (code, err) == (3, stopped[2])
    assert len(out.splitlines()) >= part.count
    assert all(each.endswith("solutions: not counted") for each in out.splitlines())
    code, out, _ = command(f"{line} --workers 1")
    assert code == 0
    assert scrambles(out) == scrambles(command("results perfect --size 2x6 --all")[1])
    status = read_status("journal")
    assert (status.complete, status.count) == (True, 33)
    assert status.nodes > part.count.nodes
    code, out, _ = command(f"{line} --seconds 0")
    assert (code, len(out.splitlines())) == (3, 33)
