"""Stopped at every point where it can be stopped: what is told then is true, and what goes on
afterwards ends as if nothing had happened."""

from __future__ import annotations

import itertools
import time
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.common import slices
from exactcover.diagrams import tables
from exactcover.diagrams.elimination import path
from exactcover.diagrams.tables import TableBuild
from exactcover.engines import choose
from exactcover.engines.contract import OpenPrefix, OpenPrefixes
from exactcover.engines.portfolio import Handover
from exactcover.parallel.problem_job import ProblemJob
from exactcover.parallel.tasks import Task, Wanted, Worker
from exactcover.propagation.reduce import reduce_statement
from exactcover.reasons import explain as explaining
from exactcover.reasons.trace import trace
from exactcover_puzzles.jigsaw.counting import JigsawSearch
from exactcover_puzzles.jigsaw.pieces import Jigsaw
from tests.fuzz.questions.interrupted import Trap
from tests.instances import langford, queens
from tests.interrupting import OUT_OF_TIME
from tests.strategies import bags, multiples, statements

ENGINES = ["auto", "reference", "bitset", "cells", "learning", "restarts"]
#: Stops at most; no problem here has so many points to stop at.
MOST = 400


def core_of(problem):
    """What an engine takes, and what its solutions are in numbers of the problem; or None."""
    reduction = reduce_statement(problem._statement, rules=0)
    if reduction.impossible is not None:
        return None, None
    core = reduction.core
    return core.compiled, lambda found: {
        tuple(sorted(core.options[k] for k in each)) for each in found
    }


def to_the_end(work, ask, most=10_000):
    """What a search gives, however often it raises on the way."""
    found = []
    for _ in range(most):
        if work.done:
            return found
        try:
            found += ask(work)
        except (MemoryError, xc.SearchStopped):
            continue
    raise AssertionError("it does not come to its end")


# -- one engine after another --------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["reference", "bitset", "cells"])
@given(statement=statements() | multiples(), least=st.integers(1, 6), chunk=st.integers(1, 5))
def test_a_handover_that_fails_loses_no_part_of_the_search(engine, statement, least, chunk):
    compiled, named = core_of(statement.problem())
    truth = bags(statement)
    if compiled is None:
        assert not truth
        return
    for last, error in itertools.product(range(4), (MemoryError, OUT_OF_TIME)):
        begin = Trap(last, error, lambda prefix: choose.start_below(compiled, engine, prefix))
        first = choose.start_below(compiled, "reference", ())
        work = Handover(first, least, lambda begin=begin: begin)
        # What was found before time was over is handed over; an error comes at once.
        most = 10**6 if error is OUT_OF_TIME else 1
        found = to_the_end(work, lambda work, most=most: work.collect(chunk, most))
        assert len(found) == len(truth)
        assert named(found) == truth


# -- rules ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
@given(statement=statements(most_options=8) | multiples(most_options=5))
def test_a_rule_that_raises_ends_the_list_and_nothing_is_called_whole(engine, statement):
    truth = bags(statement)
    for last in range(MOST):
        rule = Trap(last, ZeroDivisionError, lambda solution: True)
        solutions = statement.problem().where(rule).solutions(engine=engine)
        found = []
        try:
            for each in solutions:
                found.append(each._numbers)
        except ZeroDivisionError:
            assert next(solutions, None) is None
        assert len(set(found)) == len(found)
        assert set(found) <= truth
        assert solutions.complete != rule.sprung
        if not rule.sprung:
            assert set(found) == truth
            return
        assert solutions.stopped == "error"
        if last > 20:
            return


@pytest.mark.parametrize("multiplicity", [{}, {"r0": (1, 2)}])
def test_time_that_ends_below_a_prefix_takes_no_solution_that_was_found_above(multiplicity):
    """The small part in plain Python has found one when the tables of the rest are begun."""
    problem = queens(6, multiplicity=multiplicity)
    compiled, _ = core_of(problem)
    alone = choose.start_below(compiled, "reference", ())
    nodes = next(n for n in itertools.count(1) if alone.collect(1, 1))
    # Time is over at the first look at it, and not at the next ones.
    tick = Trap(0, OUT_OF_TIME)
    first = choose.start_below(compiled, "reference", ())

    def follower(prefix):
        return choose.start_below(compiled, "bitset", prefix, tick)

    work = Handover(first, nodes, lambda: follower)
    assert len(work.collect(10**6, 10**6)) == 1
    assert tick.sprung
    assert len(to_the_end(work, lambda work: work.collect(10**6, 10**6))) == problem.count() - 1


# -- diagrams ------------------------------------------------------------------------------------


@given(statement=statements() | multiples())
def test_room_for_a_diagram_that_is_not_to_be_had_is_asked_for_again(statement):
    compiled, _ = core_of(statement.problem())
    if compiled is None:
        return
    along = path(compiled, range(compiled.n_primary), "in order")
    with patch.object(tables, "FIRST_PLACES", 2):
        for last in range(60):
            double = Trap(last, MemoryError, tables.doubled)
            with patch.object(tables, "doubled", double):
                work = TableBuild(compiled, along, 10**9, edges=True)
                to_the_end(work, lambda work: work.run(3) or [])
            assert work.count() == len(bags(statement))
            if not double.sprung:
                return


# -- workers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["reference", "bitset", "cells"])
def test_a_worker_that_failed_does_the_task_again_as_if_for_the_first_time(engine):
    compiled, _ = core_of(queens(7))
    job = ProblemJob(compiled, engine, Wanted(options=True, listed=-1), range(49), (), 49)
    task = Task(OpenPrefixes.of([OpenPrefix((0,), 0.5), OpenPrefix((1,), 0.5)]), 10**6)
    expected = Worker(job).run(task).tally
    worker = Worker(job)
    for last in range(MOST):
        worker.stop = stop = Trap(last, MemoryError, lambda: False)
        try:
            tally = worker.run(task).tally
        except MemoryError:
            continue
        assert (tally.count, tally.options) == (expected.count, expected.options)
        assert sorted(tally.listed) == sorted(expected.listed)
        if not stop.sprung:
            return
    raise AssertionError("it was never done")


# -- reasons -------------------------------------------------------------------------------------


@given(statement=statements(most_options=7))
def test_what_an_explanation_names_is_impossible_wherever_it_was_stopped(statement):
    problem = statement.problem()
    if bags(statement):
        return
    refuted = explaining._Explainer._refuted
    for last in (0, 1, 2, 3, 5, 8, 13):
        asked = itertools.count()

        def stopping(*arguments, last=last, asked=asked):
            # The first question is whether there is a solution at all.
            return None if 0 < last < next(asked) else refuted(*arguments)

        with patch.object(explaining._Explainer, "_refuted", stopping):
            explanation = problem.explain()
        assert not explanation.problem.first()
        if last == 0:
            assert explanation.irreducible


def test_steps_traced_until_a_stop_are_the_first_of_all_steps():
    problem = langford(4)
    every = problem.trace()
    assert every.outcome != "stopped"
    for last in range(MOST):
        tick = Trap(last, xc.SearchStopped("seconds", None))
        part = trace(problem._statement, tick)
        assert part.steps == every.steps[: len(part.steps)]
        if not tick.sprung:
            assert part == every
            return
        assert part.outcome == "stopped"


# -- puzzles -------------------------------------------------------------------------------------


def test_the_limit_of_one_question_to_a_jigsaw_is_not_that_of_the_next():
    jigsaw = Jigsaw(3, 1, [(-1, 1, -1, 1)] * 3, border="none")
    whole = JigsawSearch(jigsaw).count()
    asked = JigsawSearch(jigsaw)
    solutions = asked.solutions(1)
    assert len(list(solutions)) == 1
    assert solutions.stopped == "limit"
    assert whole.complete
    assert asked.count() == whole


def test_progress_is_reported_by_a_clock_that_stands_still(monkeypatch):
    """As those of browsers do, for a tenth of a millisecond."""
    monkeypatch.setattr(time, "monotonic", lambda: 1.0)
    monkeypatch.setattr(slices, "_REPORT_EVERY", 0.0)
    reports = []
    assert xc.Problem("ab", ["a", "b"]).count(method="listing", progress=reports.append) == 1
    assert reports
