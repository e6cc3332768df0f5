"""Parts of a plan together are the question, whatever is asked and however it is divided."""

from __future__ import annotations

import itertools
import os
import signal
import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.parallel.part_journal import RunJournal
from exactcover.parallel.part_ranges import Ranges, prefixes_in
from exactcover.parallel.tasks import Tally
from tests.instances import langford, latin, queens
from tests.strategies import bags, multiples, statements

from .planned import Planned


def of_costs(n: int) -> xc.Problem:
    queen = queens(n)
    return xc.Problem(
        queen.primary,
        {option: queen.items_of(option) for option in queen.options},
        secondary=queen.secondary,
        costs=[(7 * k * k) % 23 for k in range(len(queen.options))],
    )


# -- the same answers ------------------------------------------------------------------------------


@given(st.one_of(statements(), multiples()), st.integers(1, 9))
def test_parts_count_each_solution_once(tmp_path_factory, statement, into):
    planned = Planned(tmp_path_factory.mktemp("p"), statement.problem(), into, options=True)
    merged = planned.run_all().merged()
    expected = bags(statement)
    assert (merged.complete, merged.answer.count) == (True, len(expected))
    names = statement.problem().options
    for option, number in merged.answer.options.items():
        assert number == sum(names.index(option) in bag for bag in expected)


@pytest.mark.parametrize("into", [1, 3, 40])
def test_everything_that_is_gathered_is_the_same_in_parts(tmp_path, into):
    asked = {"options": True, "sample": 5, "seed": 3, "best": 4, "listed": None}
    found = Planned(tmp_path, of_costs(7), into, **asked).run_all().merged().answer
    known = of_costs(7).gather(**asked)
    for name in ("count", "options", "sample", "best", "listed"):
        assert getattr(found, name) == getattr(known, name)


@pytest.mark.parametrize("engine", ["reference", "bitset", "cells"])
def test_a_plan_whose_prefixes_are_divided_by_each_part_anew_counts_the_same(
    tmp_path, monkeypatch, engine
):
    monkeypatch.setattr("exactcover.parallel.splitting.IN_A_PART", 0.1)
    planned = Planned(tmp_path, langford(7), 30, engine=engine)
    assert planned.run_all().merged().answer.count == 52


@pytest.mark.parametrize("question", ["minimize", "maximize"])
@pytest.mark.parametrize("into", [1, 4])
def test_the_cheapest_of_the_parts_are_the_cheapest(tmp_path, question, into):
    problem = of_costs(8)
    planned = Planned(tmp_path, problem, into, question=question, k=3)
    assert planned.merged().answer.bound is not None
    merged = planned.run_all().merged()
    assert merged.answer.costs == getattr(problem, question)(3).costs
    assert merged.complete
    assert merged.answer.complete


def test_a_bound_of_parts_that_are_not_done_holds(tmp_path, monkeypatch):
    monkeypatch.setattr("exactcover.parallel.part_journal.IN_A_PART", 1)
    problem, best = of_costs(9), of_costs(9).minimize().cost
    planned = Planned(tmp_path, problem, 4, question="minimize")
    bounds = [planned.merged().answer.bound]
    for part in range(4):
        planned.run(part)
        bounds.append(planned.merged().answer.bound)
    assert all(bound <= best for bound in bounds)
    assert bounds == sorted(bounds)
    assert bounds[-1] == best


@pytest.mark.parametrize("into", [1, 5])
def test_classes_of_parts_are_the_classes_and_their_orbits_are_counted_twice(
    tmp_path, monkeypatch, into
):
    monkeypatch.setattr("exactcover.parallel.part_journal.IN_A_PART", 1)
    group = latin(5).symmetry(detect=True) if pytest.importorskip("igraph") else None
    merged = Planned(tmp_path, group, into).run_all().merged()
    assert (merged.answer.free, merged.answer.fixed) == (2, 161_280)  # OEIS A040082, A002860
    assert merged.answer.check == 161_280
    assert merged.complete


def test_a_class_that_is_lost_shows_in_the_number_of_solutions(tmp_path, monkeypatch):
    pytest.importorskip("igraph")
    monkeypatch.setattr("exactcover.parallel.part_journal.IN_A_PART", 1)
    planned = Planned(tmp_path, latin(5).symmetry(detect=True), 2).run_all()
    for part in range(2):
        listed = planned.read(part).found.get("listed", [])
        planned.change(part, listed=[], count=0) if listed else None
    merged = planned.merged()
    assert not merged.complete
    assert "the orbits have 0 solutions, but there are 161,280" in str(merged.faults[0])


def test_what_is_given_and_without_holds_in_parts(tmp_path):
    problem = langford(8)
    first, second, *_ = problem.options
    fixed = problem.given(first).without(second)
    assert Planned(tmp_path, fixed, 3).run_all().merged().answer.count == fixed.count()


def test_rules_become_a_part_of_the_plan(tmp_path):
    problem = queens(6).where(xc.Total(dict.fromkeys(queens(6).options[:6], 1), 0))
    assert Planned(tmp_path, problem, 3).run_all().merged().answer.count == problem.count()


@pytest.mark.parametrize("problem", [xc.Problem("ab", ["a"]), xc.Problem("", {})])
def test_a_problem_without_a_search_has_parts_that_are_over_at_once(tmp_path, problem):
    merged = Planned(tmp_path, problem, 3).run_all().merged()
    assert (merged.complete, int(merged.answer.count)) == (True, problem.count())


@pytest.mark.parametrize("question", ["minimize", "maximize"])
def test_no_solution_is_the_cheapest_of_a_problem_without_one(tmp_path, question):
    planned = Planned(tmp_path, xc.Problem("ab", ["a"], costs=[1]), 2, question=question)
    merged = planned.run_all().merged()
    assert isinstance(merged.answer, xc.Impossible)
    assert merged.complete


def test_counts_of_any_size_add_up(tmp_path):
    planned = Planned(tmp_path, langford(7), 3).run_all()
    for part in range(3):
        planned.change(part, count=10**40 + part)
    assert planned.merged().answer.count == 3 * 10**40 + 3


# -- division --------------------------------------------------------------------------------------


@given(st.integers(1, 10**7), st.data())
def test_a_place_is_in_the_part_whose_stretch_it_is_in(into, data):
    ranges, part = Ranges(into), data.draw(st.integers(0, into - 1))
    middle = (ranges.start(part) + ranges.start(part + 1)) / 2
    assert ranges.part_at(middle) == part
    assert ranges.start(0) == 0
    assert ranges.start(into) == pytest.approx(1)


@pytest.mark.compiled
def test_parts_have_equal_work_but_for_what_the_plan_means_them_to_have(tmp_path):
    planned = Planned(tmp_path, langford(11), 50).run_all()
    nodes = [planned.read(part).found["nodes"] for part in range(50)]
    assert max(nodes) <= 2.5 * sum(nodes) / 50
    assert sum(nodes[:10]) > 3 * sum(nodes[-10:])


def test_every_prefix_is_in_one_part_whatever_the_shares_are():
    shares = [0.1 * 1.37**k for k in range(64)]
    row = (";".join(map(str, range(64))), " ".join(f"{each:.6g}" for each in shares))
    rows = [(*row, sum(map(float, row[1].split())))] * 3
    taken = [
        prefix
        for part in range(700)
        for parts in prefixes_in(rows, 700, part, lambda prefix: None, Tally())
        for prefix, _ in parts
    ]
    assert sorted(taken) == sorted(3 * [(k,) for k in range(64)])


def test_a_part_is_divided_again_and_its_parts_take_its_place(tmp_path):
    planned = Planned(tmp_path, langford(8), 4, engine="reference")
    assert not planned.run(2, nodes=20).complete
    xc.split("2", 3, planned.plan, folder=planned.parts)
    assert not planned.run("2.1", nodes=1).complete
    xc.split("2.1", 2, planned.plan, folder=planned.parts)
    left = ["0", "1", "3", "2.0", "2.1.0", "2.1.1", "2.2"]
    assert list(planned.merged().todo()) == left
    for part in ("0", "1", "3", "2.0", "2.1.0"):
        assert planned.run(part).complete
    assert not planned.run(2, nodes=1).complete
    assert planned.run(2).complete  # the others in it
    merged = planned.merged()
    assert (merged.complete, merged.done, merged.answer.count) == (True, 4, 300)
    with pytest.raises(xc.FileFault, match="part 0 is complete"):
        xc.split("0", 3, planned.plan, folder=planned.parts)


def test_a_part_that_was_not_begun_is_divided(tmp_path):
    planned = Planned(tmp_path, langford(8), 2)
    xc.split("1", 2, planned.plan, folder=planned.parts)
    assert [planned.run(part).complete for part in (0, "1.0", "1.1")] == 3 * [True]
    assert planned.merged().answer.count == 300
    with pytest.raises(xc.BudgetError, match="expected a number from 0 to 1"):
        xc.split("2", 2, planned.plan, folder=planned.parts)


def test_parts_of_two_divisions_of_a_part_are_not_mixed(tmp_path):
    planned = Planned(tmp_path, langford(8), 2, engine="reference")
    planned.run(1)
    planned.run(0, nodes=20)
    begun = planned.path(0).read_bytes()
    other = tmp_path / "other"
    other.mkdir()
    (other / "0.xct").write_bytes(begun)
    xc.split("0", 2, planned.plan, folder=planned.parts)
    xc.split("0", 3, planned.plan, folder=other)
    for part in ("0.0", "0.1"):
        xc.run_part(planned.plan, part, folder=other)
    merged = planned.merged(*(other / f"{part}.xct" for part in ("0.0", "0.1")))
    assert merged.missing == ("0.0", "0.1")
    assert len(merged.faults) == 2
    assert "is from a division that no file holds" in str(merged.faults[0])
    assert "divides part 0 in another way than" in str(planned.merged(other).faults[0])
    for part in ("0.0", "0.1"):
        planned.run(part)
    assert planned.merged().answer.count == 300


def test_a_part_that_is_divided_while_it_runs_loses_nothing(tmp_path, monkeypatch):
    planned = Planned(tmp_path, langford(8), 2, engine="reference")
    planned.run(0, nodes=20)
    begun = planned.path(0).read_bytes()
    close, divided = RunJournal.close, []

    def divide_first(self):
        if not divided:
            divided.append(1)
            xc.split("0", 3, planned.plan, folder=planned.parts)
        close(self)

    monkeypatch.setattr(RunJournal, "close", divide_first)
    with pytest.raises(xc.FileFault, match="part 0 was divided while it was running"):
        planned.run(0, nodes=20)
    assert planned.read(0).into == 3
    planned.path(0).write_bytes(begun)
    divided.clear()
    assert planned.run(0).complete  # it has an answer, which is kept as well
    monkeypatch.undo()
    assert len(list(planned.parts.iterdir())) == 2
    for part in ("1", "0.0", "0.1", "0.2"):
        planned.run(part)
    merged = planned.merged()
    assert (merged.complete, merged.answer.count, merged.faults) == (True, 300, ())


def test_a_part_that_runs_while_it_is_divided_is_not_divided(tmp_path, monkeypatch):
    planned = Planned(tmp_path, langford(8), 2, engine="reference")
    planned.run(0, nodes=20)
    asked = xc.plans.plan._asked

    def run_first(*arguments, **more):
        monkeypatch.undo()
        planned.run(0, nodes=20)
        return asked(*arguments, **more)

    monkeypatch.setattr(xc.plans.plan, "_asked", run_first)
    with pytest.raises(xc.FileFault, match="written by another process while it was divided"):
        xc.split("0", 3, planned.plan, folder=planned.parts)
    assert planned.run_all().merged().answer.count == 300


def test_ctrl_c_while_results_are_taken_in_leaves_the_part_whole(tmp_path, monkeypatch):
    planned, add = Planned(tmp_path, langford(8), 1), Tally.add
    planned.run(0, nodes=40)
    before = planned.path(0).read_bytes()

    def interrupted(self, other):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Tally, "add", interrupted)
        with pytest.raises((KeyboardInterrupt, xc.Interrupted)):
            planned.run(0)
    assert Tally.add is add
    assert planned.path(0).read_bytes() == before
    assert planned.run(0).count == 300


# -- interruptions ---------------------------------------------------------------------------------


def test_a_part_goes_on_where_its_nodes_ended(tmp_path):
    planned = Planned(tmp_path, langford(8), 2)
    runs = [planned.run(0, nodes=40)]
    while not runs[-1].complete:
        assert runs[-1].stopped == "nodes"
        assert len(runs) < 1000
        runs.append(planned.run(0, nodes=40))
    assert len(runs) > 5
    assert [run.nodes for run in runs] == sorted(run.nodes for run in runs)
    planned.run(1)
    assert planned.merged().answer.count == 300


@pytest.mark.compiled
def test_progress_is_about_the_part_and_not_about_the_plan(tmp_path):
    planned, seen = Planned(tmp_path, langford(12), 8), []
    for nodes in (20_000, 20_000, None):
        planned.run(5, nodes=nodes, progress=seen.append)
    shares = [progress.done for progress in seen]
    assert shares == sorted(shares)
    assert shares[0] < 0.3
    assert 0.99 < shares[-1] <= 1


@pytest.mark.compiled
def test_what_a_part_that_was_begun_has_found_counts(tmp_path):
    planned = Planned(tmp_path, langford(11), 2)
    found = planned.run(0, nodes=60_000).count
    merged = planned.merged()
    assert (merged.begun, merged.missing, merged.complete) == (("0",), ("1",), False)
    assert merged.answer.count.stopped == "parts"
    assert 0 < found <= int(merged.answer.count) < 35_584
    assert str(merged.answer.count) == f"at least {int(merged.answer.count)}"


@pytest.mark.compiled
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_parts_that_are_killed_at_any_moment_go_on(tmp_path, monkeypatch):
    monkeypatch.setattr("exactcover.parallel.part_journal._SECONDS", 0.0)
    planned = Planned(tmp_path, langford(11), 12)
    planned.run(0)  # all is compiled
    for part, wait in zip(itertools.cycle(range(12)), range(40), strict=False):
        child = os.fork()
        if not child:
            planned.run(part)
            os._exit(0)
        time.sleep(0.0005 * wait)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert not planned.merged().faults
    assert planned.run_all().merged().answer.count == 35_584
    assert all(path.suffix == ".xct" or path.name[0] == "." for path in planned.parts.iterdir())


def test_a_run_that_has_come_less_far_than_another_one_leaves_its_file_alone(tmp_path, monkeypatch):
    planned = Planned(tmp_path, langford(8), 2)
    planned.run(0, nodes=100)
    behind = planned.path(0).read_bytes()
    planned.run(0)
    whole = planned.path(0).read_bytes()
    read = xc.plans.plan.read_part
    before = {planned.path(0): behind}
    monkeypatch.setattr(
        "exactcover.plans.plan.read_part",
        lambda path, *plan: (
            xc.parallel.part_file.part_of(before[planned.path(0)], path, *plan)
            if path == str(planned.path(0)) else read(path, *plan)
        ),
    )  # fmt: skip
    planned.run(0, nodes=50)
    assert planned.path(0).read_bytes() == whole
    planned.run(0)  # it has the same answer
    assert planned.path(0).read_bytes() == whole
    assert len(list(planned.parts.iterdir())) == 1


def test_more_solutions_than_floating_point_can_say_are_not_taken_for_none(tmp_path):
    options = [[k, xc.Coloured(f"c{k}", j)] for k in range(400) for j in range(8)]
    free = xc.Problem(range(400), options, secondary=[f"c{k}" for k in range(400)])
    began = time.process_time()
    planned = Planned(tmp_path, free, 2, seconds=1)
    assert time.process_time() - began < 5  # also where the way down to a small subtree is long
    for part in range(2):
        planned.run(part, nodes=2_000)
    merged = planned.merged()
    assert not merged.complete
    assert merged.answer.count > 0


@pytest.mark.parametrize("question", ["minimize", "maximize"])
def test_only_what_costs_at_most_so_much_is_asked_for(tmp_path, question):
    problem = xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}, costs=[2, 3, 4])
    ask = getattr(problem, question)
    for within in (1, 4, 5, Fraction(9, 2)):
        planned = Planned(tmp_path, problem, 2, question=question, within=within).run_all()
        merged = planned.merged()
        assert merged.complete
        assert getattr(merged.answer, "costs", ()) == getattr(ask(within=within), "costs", ())


def test_names_with_zeros_before_them_name_no_part(tmp_path):
    planned = Planned(tmp_path, langford(7), 12)
    for name in ("007", "-1", "", "3.01"):
        with pytest.raises((xc.BudgetError, xc.FileFault, OSError)):
            planned.run(name)
    assert not planned.parts.exists() or not any(planned.parts.iterdir())
