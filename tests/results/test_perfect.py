"""All perfect doubled scrambles: counted, listed and estimated by ``python -m results perfect``."""

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
from exactcover_puzzles.jigsaw.file import read_jigsaw
from results import PROGRAM
from results.__main__ import main
from results.doubles import estimate as estimating
from results.doubles.estimate import estimate
from results.doubles.work import PartialSearch, PerfectWork, scramble_of
from tests.puzzles.doubles.scrambles import perfect_scrambles

SIZES = [(2, 2), (2, 4), (3, 3), (3, 5), (4, 4), (2, 6), (2, 3)]


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Runs the command with these arguments in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def call(arguments):
        code = xc.cli.run(PROGRAM, main, ["perfect", *arguments.split()])
        return code, *capsys.readouterr()

    return call


def test_perfect_doubled_scrambles_are_counted_by_class(run):
    code, out, _ = run("--size 3x5 --count")
    assert code == 0
    assert out == (
        "3 x 5: 65 perfect doubled scrambles up to turning the board\n"
        "45 with the upper-left piece in the upper-left corner\n"
        "20 with the upper-left piece in the upper-right corner\n"
    )
    code, out, _ = run("--size 4x4 --count --json")
    assert json.loads(out) == {"classes": [63], "total": 63, "complete": True}
    assert run("--size 3x4 --count")[0] == 1
    code, out, err = run("--size 6x6 --count --seconds 0.2")
    assert code == 3
    assert "at least" in out
    assert "stopped" in err


def test_all_of_them_come_with_the_solutions_of_their_puzzles(run):
    code, out, _ = run("--size 3x3 --all --json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [row["number"] for row in rows] == list(range(1, 8))
    assert sorted(row["solutions"] for row in rows) == [1, 1, 1, 1, 1, 2, 2]
    assert run("--size 3x3 --all")[1].count("solutions: 2\n") == 2


def test_the_first_is_written_to_a_file(run, tmp_path):
    path = tmp_path / "first.txt"
    assert run(f"--size 4x4 --first -o {path}") == (0, "", "")
    jigsaw = read_jigsaw(str(path))
    assert jigsaw.second
    assert jigsaw.title == "Perfect doubled jigsaw 4 x 4, seed 1"
    assert run("--size 4x4 --first --seed 2")[1] != path.read_text(encoding="utf-8")
    assert run("--size 3x4 --first")[0] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--count", "--size"),
        ("--size 3x3", "one of the arguments --count --all --first --estimate is required"),
        ("--size 3x3 --count -o x", "-o takes one puzzle"),
        ("--size 3x3 --first --json", "--json goes with"),
        ("--size 3x3 --estimate --apart", "leave out --apart"),
    ],
)
def test_wrong_arguments_are_one_line(run, arguments, message):
    code, out, err = run(arguments)
    assert (code, out) == (2, "")
    assert message in err


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


def test_an_estimate_is_printed_as_it_is_made(run, steady_clock):
    arguments = "--size 3x5 --estimate --seconds 0.4"
    code, out, _ = run(f"{arguments} --json")
    assert code == 0
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["class"] for row in rows] == [1, 2]
    code, out, _ = run(arguments)
    assert code == 0
    for row, line in zip(rows, out.splitlines(), strict=True):
        low, high = row["interval"]
        assert low < row["scrambles"] < high
        assert line.startswith(
            f"3 x 5, class {row['class']}: about {row['scrambles']:,.0f} perfect doubled scrambles"
            f" ({low:,.0f} to {high:,.0f} in 19 of 20 cases; {row['probes']:,} probes)"
        )


def test_where_nothing_is_found_there_is_no_estimate(run):
    # Nothing found is not known to be nothing.
    assert estimate(Sides(12, 12), seconds=0.3).interval[1] == float("inf")
    code, out, err = run("--size 3x4 --estimate")
    assert (code, out) == (1, "")
    assert "columns + rows is odd" in err
    code, out, _ = run("--size 12x12 --estimate --seconds 0.2")
    assert code == 3
    assert "no estimate" in out


# -- divided among workers -----------------------------------------------------------------------


@pytest.mark.slow
@given(st.sampled_from(SIZES), st.lists(st.integers(1, 40), min_size=1), st.integers(0, 1))
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
    with pytest.raises(ValueError, match="no path of this search: 999"):
        PartialSearch(Sides(3, 3)).follow([999])


@pytest.mark.parametrize("size", SIZES)
def test_scrambles_on_workers_are_those_found_undivided(tiny_tasks, size, tmp_path):
    work, sides = PerfectWork(*size), Sides(*size)
    found = xc.divide(work, listed=None, workers=2, journal=tmp_path / "journal")
    for corner in range(sides.n_classes):
        truth = set(perfect_scrambles(sides, corner))
        assert found.numbers.get(corner, 0) == len(truth)
        assert {scramble_of(work, row) for row in found.rows if row[0] == corner} == truth
    assert found.count == len(found.rows)


@pytest.mark.slow
@pytest.mark.parametrize("size", ["2x4", "3x3", "3x5"])
def test_perfect_scrambles_are_counted_alike_on_workers_and_by_journal(run, tiny_tasks, size):
    command = f"--size {size} --count"
    alone = run(command)
    assert alone[0] == 0
    for how in ("--workers 2", "--journal journal", "--journal journal --workers 1"):
        assert run(f"{command} {how}") == alone
    assert run(f"{command} --json --workers 2") == run(f"{command} --json")


def test_all_perfect_scrambles_are_shown_alike_on_workers_and_by_journal(run, tiny_tasks):
    command = "--size 2x4 --all"
    code, out, _ = run(command)
    assert code == 0

    def scrambles(text):
        return sorted(re.sub("^[0-9]+: ", "", line) for line in text.splitlines())

    assert len(scrambles(out)) == 3
    for how in ("--workers 2", "--journal journal", "--journal journal --workers 1"):
        code, again, _ = run(f"{command} {how}")
        assert code == 0
        assert scrambles(again) == scrambles(out)
    lines = [
        json.loads(line) for line in run(f"{command} --json --journal journal")[1].splitlines()
    ]
    assert [line["number"] for line in lines] == [1, 2, 3]
    shown = [f"{' '.join(each['second'])}  solutions: {each['solutions']}" for each in lines]
    assert sorted(shown) == scrambles(out)


@pytest.mark.slow
@pytest.mark.parametrize(("what", "listed"), [("--count", 0), ("--all", None)])
def test_perfect_scrambles_go_on_from_a_journal_that_a_budget_ended(run, tiny_tasks, what, listed):
    command = f"--size 3x5 {what}"
    alone = run(command)
    # A budget of seconds that is over at once, and then some nodes, whatever time they take.
    code, _, err = run(f"{command} --journal journal --seconds 0")
    assert code == 3
    assert err.endswith("python -m results: stopped by the budget of seconds\n")
    work = PerfectWork(3, 5)
    part = xc.divide(work, listed=listed, journal="journal", workers=1, nodes=300)
    assert part.count.stopped == "nodes"
    assert 0 < part.count < 65
    code, out, _ = run(f"{command} --journal journal --workers 2")
    assert code == 0
    if listed == 0:
        assert out == alone[1]
    else:
        assert sorted(line.partition(": ")[2] for line in out.splitlines()) == sorted(
            line.partition(": ")[2] for line in alone[1].splitlines()
        )
    status = read_status("journal")
    assert (status.complete, status.count) == (True, 65)
    assert status.nodes > part.count.nodes


@pytest.mark.parametrize("nodes", [300, None])
def test_all_that_was_found_is_shown_when_the_time_is_over(run, tiny_tasks, nodes):
    work = PerfectWork(3, 5)
    part = xc.divide(work, listed=None, journal="journal", workers=1, nodes=nodes)
    code, out, err = run("--size 3x5 --all --journal journal --seconds 0")
    assert (code, err) == (3, "python -m results: stopped by the budget of seconds\n")
    lines = out.splitlines()
    assert len(lines) >= part.count > 0
    assert all(re.fullmatch(r"\d+: \S.*  solutions: not counted", line) for line in lines)


def test_the_journal_of_other_scrambles_is_refused(run):
    command = "--count --journal journal"
    # (Here one task does both classes.)
    assert run(f"{command} --size 2x4") == run("--count --size 2x4")
    for other in ("--size 4x2", "--size 2x4 --apart"):
        code, out, err = run(f"{command} {other}")
        assert (code, out) == (2, "")
        assert "it is about another problem: perfect doubled scrambles of 2 x 4" in err
    code, out, err = run("--size 2x4 --all --journal journal")
    assert (code, out) == (2, "")
    assert "it is for something else" in err


@pytest.mark.parametrize("what", ["--first", "--estimate"])
def test_only_all_perfect_scrambles_are_divided(run, tmp_path, what):
    for how in ("--workers 2", "--journal journal"):
        code, out, err = run(f"--size 2x4 {what} {how}")
        assert (code, out) == (2, "")
        assert "--workers, --journal and --cluster go with --count or --all" in err
    assert not (tmp_path / "journal").exists()
