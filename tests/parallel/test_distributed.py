"""Searches on several workers, with a journal: the same answers, whatever happens on the way."""

from __future__ import annotations

import errno
import itertools
import json
import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.cli import main as cli
from exactcover.parallel.executors import Pool
from tests.instances import langford, pentominoes, queens
from tests.small_tasks import Crooked, few_nodes
from tests.strategies import bags, brute_force, multiples, statements

# -- the same answers ------------------------------------------------------------------------------


@given(statement=statements(), engine=st.sampled_from(["bitset", "cells", "reference"]))
@few_nodes
def test_what_is_gathered_is_what_brute_force_finds(statement, engine):
    problem = statement.problem()
    truth = sorted(tuple(sorted(solution)) for solution in brute_force(statement))
    with ThreadPoolExecutor(2) as threads:
        found = problem.gather(
            options=True, sample=3, seed=5, listed=4, executor=threads, engine=engine
        )
        everything = problem.gather(listed=None, executor=threads, engine=engine)
    assert found.count == len(truth)
    assert found.count.complete
    assert found.options == Counter(itertools.chain.from_iterable(truth))
    assert [solution._numbers for solution in found.listed] == truth[:4]
    assert [solution._numbers for solution in everything.listed] == truth
    assert len(found.sample) == min(3, len(truth))
    assert len(set(found.sample)) == len(found.sample)
    assert {solution._numbers for solution in found.sample} <= set(truth)
    # However it is divided, the sample is the same.
    assert problem.gather(sample=3, seed=5, workers=1).sample == found.sample
    assert (found.count.impossible is not None) == (not truth)


@given(statement=multiples())
@few_nodes
def test_so_it_is_with_multiplicities_and_repeated_options(statement):
    problem = statement.problem()
    truth = sorted(bags(statement))
    for engine in ("bitset", "cells"):
        found = problem.gather(options=True, listed=None, workers=1, engine=engine)
        assert found.count == len(truth)
        assert [solution._numbers for solution in found.listed] == truth
        assert found.options == Counter(itertools.chain.from_iterable(map(set, truth)))


@given(statement=statements(), data=st.data())
@few_nodes
def test_the_best_are_those_that_minimize_finds(statement, data):
    costs = data.draw(
        st.lists(
            st.fractions(-9, 9, max_denominator=4) | st.integers(-(10**30), 10**30),
            min_size=len(statement.options),
            max_size=len(statement.options),
        )
    )
    problem = xc.Problem(
        statement.primary,
        [tuple(xc.Coloured(i, c) if c else i for i, c in o.items()) for o in statement.options],
        secondary=statement.secondary,
        costs=costs,
    )
    found = problem.gather(best=3, workers=1)
    assert [cost for _, cost in found.best] == sorted(cost for _, cost in found.best)
    assert all(solution.cost == cost for solution, cost in found.best)
    best = problem.minimize(3)
    assert [cost for _, cost in found.best] == list(getattr(best, "costs", ()))


def test_each_solution_is_as_likely_as_any_other_in_a_sample():
    problem = langford(7)  # 52 solutions
    drawn = Counter()
    for seed in range(300):
        drawn.update(problem.gather(sample=5, seed=seed, workers=1).sample)
    assert len(drawn) == 52
    expected = 1500 / 52
    chi_squared = sum((number - expected) ** 2 / expected for number in drawn.values())
    assert chi_squared < 87.97  # 51 degrees of freedom: once in a thousand


@pytest.mark.slow
def test_a_search_on_workers_counts_as_the_others_do():
    problem = pentominoes(6, 10)
    for workers in (1, 2, 5):
        count = problem.count(workers=workers)
        assert (count, count.complete) == (9_356, True)
        # Endgames begin elsewhere, so a few nodes more or less.
        assert abs(count.nodes - 3_247_735) < 2_000
    seen = []
    problem.count(workers=2, progress=seen.append)
    assert seen[-1].found == 9_356
    assert seen[-1].done == pytest.approx(1.0)
    assert all(0 <= one.done <= 1 + 1e-9 for one in seen)


def test_what_is_done_is_no_less_than_nothing_where_the_shares_of_the_rest_are_rounded(monkeypatch):
    # Nine ninths, each rounded, are a little more than one.
    monkeypatch.setattr("exactcover.parallel.coordinator._FIRST_NODES", 1)
    monkeypatch.setattr("exactcover.common.slices._REPORT_EVERY", 0.0)
    seen = []
    assert xc.Problem("p", ["p"] * 9).count(workers=1, engine="cells", progress=seen.append) == 9
    assert all(0 <= one.done <= 1 for one in seen)


def test_engines_in_plain_python_are_given_processes():
    count = langford(8).count(engine="reference", workers=2)
    assert (count, count.complete) == (300, True)


def test_any_executor_will_do_and_is_not_shut_down():
    with ProcessPoolExecutor(2, get_context("forkserver")) as processes:
        for problem, number in ((langford(8), 300), (queens(8), 92)):
            assert problem.count(executor=processes) == number
        assert processes.submit(len, "abc").result() == 3
    here = Crooked(lambda call: False)
    assert queens(8).count(executor=here, workers=3) == 92


def test_an_impossible_problem_is_told():
    found = langford(5).gather(options=True, workers=2)
    assert found.count == 0
    assert found.count.complete
    assert found.count.impossible is not None
    nothing = xc.Problem("ab", [("a",)]).gather(workers=1)
    assert nothing.count.impossible.item == "b"


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ({"workers": 0}, xc.BudgetError), ({"sample": -1}, xc.BudgetError),
        ({"listed": 1.5}, xc.BudgetError), ({"engine": "none"}, xc.UnknownEngine),
        ({"nodes": -1}, xc.BudgetError), ({"order": ["none"]}, xc.OrderError),
        ({"seed": "x"}, xc.BudgetError),
    ],
)  # fmt: skip
def test_arguments_that_make_no_sense_are_refused(arguments, fault):
    with pytest.raises(fault):
        langford(7).gather(**arguments)


def test_what_does_not_go_with_workers_is_refused():
    for arguments in ({"limit": 3}, {"method": "diagram", "journal": "file"}):
        with pytest.raises(xc.MethodConflict, match=r"does not go with (workers=, )?executor= or"):
            langford(7).count(workers=2, **arguments)


@pytest.mark.compiled
def test_threads_count_by_a_diagram():
    assert langford(7).count(workers=2, method="diagram") == 52
    with pytest.raises(xc.BudgetError):
        langford(7).count(workers=0, method="diagram")


def test_a_diagram_that_is_not_done_leaves_time_to_list(monkeypatch):
    from exactcover.parallel import divided_search

    def endless(search):
        with suppress(xc.SearchStopped):
            while True:
                search.tick()

    monkeypatch.setattr(divided_search, "count_unlisted", endless)
    count = queens(16).count(workers=2, seconds=0.4)
    assert count > 0
    assert count.stopped == "seconds"


# -- failures --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
def test_a_task_that_fails_is_tried_again_and_nothing_is_counted_twice(tiny_tasks, seed, tmp_path):
    draw = random.Random(seed)
    crooked = Crooked(lambda call: draw.random() < 0.02)
    journal = tmp_path / "journal"
    found = langford(7).gather(
        listed=None, executor=crooked, workers=2, journal=journal, engine="cells"
    )
    assert found.count == len(set(found.listed)) == 52
    assert crooked.calls > 100


def test_a_task_that_always_fails_is_reported_with_its_prefix(tiny_tasks, tmp_path):
    journal = tmp_path / "journal"
    with pytest.raises(xc.TaskFailed, match="failed 3 times: OSError: the worker is gone") as told:
        langford(7).count(
            executor=Crooked(lambda call: call > 40), workers=1, journal=journal, engine="cells"
        )
    assert told.value.attempts == 3
    assert all(name in langford(7).options for name in told.value.prefix)
    assert langford(7).count(journal=journal) == 52


def test_processes_that_die_are_replaced(monkeypatch, tiny_tasks, tmp_path):
    submitted, killed = itertools.count(1), []
    submit = Pool.submit

    def kills(pool, *call):
        """Now and then a worker process dies, with a task just given out."""
        future = submit(pool, *call)
        if next(submitted) in (5, 60, 61, 150):
            process = next(iter(pool._executor._processes.values()))
            process.kill()
            process.join()
            killed.append(process.pid)
        return future

    monkeypatch.setattr(Pool, "submit", kills)
    found = langford(7).gather(
        listed=None, engine="reference", workers=2, journal=tmp_path / "journal"
    )
    assert (found.count, found.count.complete) == (52, True)
    assert len(set(found.listed)) == 52
    assert len(killed) == 4
    assert len(set(killed)) > 1  # those that replaced others, too
    assert next(submitted) > 200


def test_a_pool_that_breaks_while_a_process_starts_is_replaced(monkeypatch):
    pool = Pool(None, 1, plain=True)
    broken = pool._executor

    def breaks(*call):
        """As another thread does it: the pool is marked, its pipes are closed, the start fails."""
        broken._broken = "a process died"
        raise OSError(errno.EBADF, "Bad file descriptor")

    monkeypatch.setattr(broken, "submit", breaks)
    assert pool.submit(abs, -1).result(60) == 1
    assert pool._executor is not broken
    pool.close()


def test_processes_start_again_when_the_server_that_forks_them_has_just_ended(monkeypatch):
    pool = Pool(None, 1, plain=True)
    start, starts = ProcessPoolExecutor.submit, itertools.count(1)

    def refuses(executor, *call):
        if next(starts) <= 3:
            raise ConnectionRefusedError(errno.ECONNREFUSED, "Connection refused")
        return start(executor, *call)

    monkeypatch.setattr(ProcessPoolExecutor, "submit", refuses)
    assert pool.submit(abs, -1).result(60) == 1
    pool.close()


def test_processes_that_never_start_are_an_error(monkeypatch):
    def refuses(executor, *call):
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    pool = Pool(None, 1, plain=True)
    monkeypatch.setattr(ProcessPoolExecutor, "submit", refuses)
    with pytest.raises(OSError, match="temporarily unavailable"):
        pool.submit(abs, -1)
    pool.close()


# -- the command -----------------------------------------------------------------------------------


@pytest.fixture
def gather(capsys, tmp_path):
    path = tmp_path / "problem.json"
    problem = xc.Problem("abc", {"A": "a", "AB": "ab", "B": "b", "C": "c"}, costs=[3, 1, 2, 0])
    xc.write(problem, path)

    def call(*arguments):
        code = xc.cli.run("exactcover", cli.main, ["gather", str(path), *map(str, arguments)])
        return code, *capsys.readouterr()

    return call


def test_the_command_gathers_what_it_is_asked_for(gather, tmp_path):
    journal = tmp_path / "journal"
    arguments = ["--by-option", "--sample", 2, "--listed", 1, "--best", 1, "--journal", journal]
    for _ in range(2):  # the second time from the journal
        code, out, _ = gather(*arguments)
        assert code == 0
        lines = out.splitlines()
        assert lines[:6] == ["2 solutions", "1\tA", "1\tAB", "1\tB", "2\tC", "sample"]
        assert sum(line.startswith("solution ") for line in lines[6:-9]) == 2
        assert lines[-9:] == [
            "best", "solution 1, cost 1", "  AB: a b", "  C: c",
            "listed", "solution 1, cost 5", "  A: a", "  B: b", "  C: c",
        ]  # fmt: skip
    found = json.loads(gather("--all", "--by-option", "--json")[1])
    assert (found["solutions"], found["complete"], len(found["listed"])) == (2, True, 2)
    assert found["options"] == [["A", 1], ["AB", 1], ["B", 1], ["C", 2]]
    code, out, _ = gather("--all")
    assert out.count("solution ") == 2


def test_the_command_tells_that_it_was_stopped_and_what_makes_no_sense(gather, capsys, tmp_path):
    path = str(tmp_path / "langford.json")
    xc.write(langford(15), path)
    assert xc.cli.run("exactcover", cli.main, ["gather", path, "--seconds", "0"]) == 3
    out, err = capsys.readouterr()
    assert out.startswith("at least ")
    assert "stopped by the budget of seconds" in err
    for wrong in (["--listed", "x"], ["--all", "--listed", 3], ["--workers", 0]):
        assert gather(*wrong)[:2] == (2, "")
