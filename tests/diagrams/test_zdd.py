"""Diagrams of all solutions: counted, in order, ranked, sampled, filtered, by cost."""

from __future__ import annotations

import itertools
import sys

import pytest

import exactcover as xc
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
    assert one != dominoes(4, 4).given(0).zdd()
    assert one != queens(6).zdd()
    assert queens(6).zdd() not in [xc.Problem("abcd", ["abcd"] * 4).zdd()]


def test_samples_are_the_same_for_the_same_seed():
    zdd = dominoes(4, 4).zdd()
    draws = zdd.sample(100, seed=1)
    assert zdd.sample(9, seed=1) == draws[:9]
    assert zdd.sample(seed=1) == draws[:1]
    assert zdd.sample(100, seed=2) != draws
    assert xc.Problem("a", []).zdd().sample(0) == []


def test_a_place_far_beyond_what_can_be_listed(monkeypatch):
    zdd = dominoes(12, 12).zdd()
    assert zdd.count() == 53_060_477_521_960_000
    middle = zdd.unrank(zdd.count() // 2)
    assert zdd.rank(middle) == zdd.count() // 2
    with pytest.raises(OverflowError):
        len(dominoes(14, 14).zdd())
    # Where the numbers of all nodes would fill the memory, that of the root is told by remainders.
    monkeypatch.setattr("exactcover.diagrams.graph._FEW_LIMBS", 0)
    assert dominoes(12, 12).zdd().count() == zdd.count()


def test_progress_only_grows_and_budgets_are_kept():
    seen = []
    dominoes(14, 14).zdd(progress=seen.append)
    assert all(a.nodes <= b.nodes for a, b in itertools.pairwise(seen))
    with pytest.raises(xc.DiagramTooLarge):
        dominoes(18, 18).zdd(memory="20MB")
    with pytest.raises(xc.SearchStopped):
        dominoes(18, 18).zdd(seconds=0)
    assert memory_size("1.5 MiB") == 1_572_864
    # No more than arrays can take, which a message then does not advise.
    assert memory_size("99000000000GB") == sys.maxsize
    assert "allow more" not in str(xc.DiagramTooLarge(sys.maxsize, 5))


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
