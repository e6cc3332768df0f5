"""Diagrams of all solutions: counted, in order, ranked, sampled, filtered, by cost."""

from __future__ import annotations

import itertools
import json
from collections import Counter

import numpy as np
import pytest

import exactcover as xc
from exactcover.cli import main as cli
from exactcover.common.arguments import memory_size
from exactcover.text import digits
from tests.instances import dominoes, queens
from tests.interrupting import OUT_OF_TIME, takes_at_most


def test_diagrams_made_apart_are_merged_if_they_are_of_the_same_problem():
    one, other = dominoes(4, 4).zdd(), dominoes(4, 4).zdd()
    assert one == other
    assert (one.with_option(0) & other.with_option(23)).count() == sum(
        {0, 23} <= set(solution.options) for solution in one
    )
    with pytest.raises(ValueError, match="filter both out of one diagram"):
        one & dominoes(4, 4).given(0).zdd()
    with pytest.raises(ValueError, match="of different problems"):
        one | dominoes(2, 2).zdd()
    with pytest.raises(TypeError):
        one & 5
    with pytest.raises(xc.UnknownOption):
        one.rank(["nothing"])
    assert one != dominoes(4, 4).given(0).zdd()
    assert one != queens(6).zdd()
    assert queens(6).zdd() not in [xc.Problem("abcd", ["abcd"] * 4).zdd()]


def test_samples_are_uniform_and_the_same_for_the_same_seed():
    zdd = dominoes(4, 4).zdd()
    draws = zdd.sample(7_200, seed=1)
    assert zdd.sample(9, seed=1) == draws[:9]
    assert zdd.sample(seed=1) == draws[:1]
    observed = Counter(solution._numbers for solution in draws)
    assert len(observed) == 36
    chi_squared = sum((number - 200) ** 2 / 200 for number in observed.values())
    # 35 degrees of freedom: 66.6 is exceeded once in a thousand times; the seed is fixed.
    assert chi_squared < 66.6
    assert xc.Problem("a", []).zdd().sample(0) == []
    with pytest.raises(IndexError):
        xc.Problem("a", []).zdd().sample(1)


def test_a_place_far_beyond_what_can_be_listed():
    zdd = dominoes(12, 12).zdd()
    assert zdd.count() == 53_060_477_521_960_000
    middle = zdd.unrank(zdd.count() // 2)
    assert zdd.rank(middle) == zdd.count() // 2
    with pytest.raises(OverflowError):
        len(dominoes(14, 14).zdd())


def test_a_problem_gives_its_diagram():
    zdd = dominoes(8, 8).zdd()
    assert zdd.count() == 12_988_816
    seen = []
    dominoes(14, 14).zdd(progress=seen.append)
    assert all(a.nodes <= b.nodes for a, b in itertools.pairwise(seen))
    with pytest.raises(xc.DiagramTooLarge):
        dominoes(18, 18).zdd(memory="20MB")
    with pytest.raises(xc.SearchStopped):
        dominoes(18, 18).zdd(seconds=0)
    assert not xc.Problem("a", []).zdd()
    assert xc.Problem("", []).zdd().count() == 1
    assert memory_size("1.5 MiB") == 1_572_864


@pytest.mark.parametrize("memory", ["much", 0, -5, "0GB", None, 1.5, "4TB", 3, "900kB", True])
def test_a_memory_that_is_no_size_is_refused(memory):
    with pytest.raises(xc.BudgetError, match='a text such as "4GB"'):
        dominoes(2, 2).zdd(memory=memory)


# -- counting by diagram -------------------------------------------------------------------------


def test_a_count_tries_a_diagram_beside_listing_and_takes_the_same_way_in_every_run():
    counts = [dominoes(8, 8).count() for _ in range(3)]
    assert {(int(count), count.nodes) for count in counts} == {(12_988_816, counts[0].nodes)}
    assert dominoes(12, 12).count() == 53_060_477_521_960_000
    assert dominoes(8, 8).count(method="listing").nodes > counts[0].nodes


def test_a_budget_of_time_ends_an_attempt_too(monkeypatch):
    def out_of_time(*_):
        raise OUT_OF_TIME

    monkeypatch.setattr("exactcover.diagrams.build.Attempt.run", out_of_time)
    counted = dominoes(8, 8).count()
    assert counted.stopped == "seconds"
    assert 0 < counted < 12_988_816


def test_what_a_diagram_cannot_do_is_refused_and_not_ignored():
    problem = dominoes(4, 4)
    for argument, value in (("limit", 5), ("nodes", 5), ("engine", "cells")):
        with pytest.raises(xc.MethodConflict, match=f"{argument}=.* does not go with"):
            problem.count(method="diagram", **{argument: value})
    impossible = dominoes(3, 5).count(method="diagram")
    assert impossible == 0
    assert impossible.impossible is not None
    zdd = problem.zdd()
    for ask, error in ((zdd.sample, xc.BudgetError), (zdd.cheapest, xc.BudgetError),
                       (zdd.unrank, TypeError)):  # fmt: skip
        for wrong in (2.5, None, "3"):
            with pytest.raises(error, match="expected a whole number"):
                ask(wrong)
    with pytest.raises(TypeError):
        problem.zdd(progress=3)
    assert zdd.sample(2, seed=np.int64(3)) == zdd.sample(2, seed=3)


def test_an_order_that_is_asked_for_is_taken():
    problem = dominoes(4, 12)
    by_columns = sorted(problem.primary, key=lambda cell: (cell[1], cell[0]))
    nodes = []
    for order in ("fixed", by_columns):
        counted, zdd = problem.count(method="diagram", order=order), problem.zdd(order=order)
        assert counted == zdd.count() == 145_601  # OEIS A005178
        assert counted.method == zdd.method == "items in order, as asked for"
        nodes.append((counted.nodes, zdd.n_nodes))
    assert nodes[1][0] < nodes[0][0]
    assert nodes[1][1] < nodes[0][1]
    for ask in (problem.zdd, lambda order: problem.count(method="diagram", order=order)):
        with pytest.raises(xc.OrderError):
            ask(order=["nowhere"])


def test_memory_that_runs_out_leaves_the_count_to_listing(monkeypatch):
    def out_of_memory(*_):
        raise MemoryError

    monkeypatch.setattr("exactcover.diagrams.strategies.Strategies.run", out_of_memory)
    counted = dominoes(8, 8).count()
    assert (counted, counted.method) == (12_988_816, "listing")


@pytest.mark.slow
def test_an_order_is_found_in_time_where_one_item_is_beside_thousands_and_where_many_are_alone():
    hub = xc.Problem(
        ["hub", *range(20_000)],
        [["hub", k] for k in range(20_000)] + [[k] for k in range(20_000)],
    )
    apart = xc.Problem(range(20_000), [[k] for k in range(20_000) for _ in "ab"])
    for problem, truth in ((hub, None), (apart, 2**20_000)):
        with takes_at_most(8):
            count = problem.count(method="diagram", seconds=3, memory="20MB")
        assert count.stopped in ("seconds", "memory") or count == truth


def test_many_colours_take_little_memory():
    colours = 5_000
    options = [[item, xc.Coloured("x", k)] for item in "ab" for k in range(colours)]
    problem = xc.Problem("ab", options, secondary="x")
    assert problem.count(method="diagram", memory="50MB") == colours
    assert problem.zdd(memory="50MB").count() == colours


@pytest.mark.slow
def test_counts_of_many_thousand_digits_are_exact_and_can_be_written():
    problem = xc.Problem(range(4_800), [[k] for k in range(4_800) for _ in range(8)])
    zdd = problem.zdd()
    assert zdd.count() == 8**4_800
    assert repr(zdd).startswith("<ZDD: ")
    text = str(problem.count(method="diagram"))
    assert len(text) == 4_335
    assert int(text[-2000:]) == 8**4_800 % 10**2000
    with pytest.raises(IndexError, match="digits"):
        zdd.unrank(zdd.count())
    assert zdd.rank(zdd.unrank(8**4_000)) == 8**4_000


def test_all_digits_of_a_number():
    for number in (0, -5, 10**20 + 7, 10**4_000, -(7**3_000)):
        assert digits(number) == str(number)
    assert digits(-(10**9_999)) == f"-1{'0' * 9_999}"
    assert int(digits(7**20_000)[-2000:]) == 7**20_000 % 10**2000


def test_too_little_memory_and_time_are_told():
    assert dominoes(18, 18).count(method="diagram", memory="2MB").stopped == "memory"
    assert dominoes(18, 18).count(method="diagram", seconds=0).stopped == "seconds"
    with pytest.raises(xc.UnknownMethod):
        dominoes(2, 2).count(method="guessing")
    with pytest.raises(xc.BudgetError):
        dominoes(2, 2).count(memory="none")


def test_counting_and_sampling_on_the_command_line(capsys, tmp_path):
    path = str(tmp_path / "dominoes.dlx")
    xc.write(dominoes(8, 8), path)

    def run(*arguments):
        code = xc.cli.run("exactcover", cli.main, list(arguments))
        return code, *capsys.readouterr()

    assert run("count", path, "--method", "diagram") == (0, "12988816\n", "")
    large = str(tmp_path / "large.dlx")
    xc.write(dominoes(18, 18), large)
    code, out, err = run("count", large, "--method", "diagram", "--memory", "2MB")
    assert (code, out) == (3, "at least 0\n")
    assert "memory" in err
    assert run("sample", large, "--memory", "20MB")[0] == 3
    code, out, _ = run("sample", path, "-k", "2", "--seed", "5", "--json")
    assert code == 0
    assert [len(json.loads(line)["options"]) for line in out.splitlines()] == [32, 32]
    assert run("sample", path, "-k", "2", "--seed", "5", "--json")[1] == out
    none = tmp_path / "none.dlx"
    none.write_text("a b\na\n", encoding="utf-8")
    assert run("sample", str(none))[:2] == (1, "no solution\n")
