"""Searches on several workers, with a journal: the same answers, whatever happens on the way."""

from __future__ import annotations

import errno
import itertools
import json
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext, suppress
from multiprocessing import get_context

import pytest

import exactcover as xc
from exactcover.cli import main as cli
from exactcover.parallel.executors import Pool
from tests.instances import langford, pentominoes, queens
from tests.small_tasks import Crooked

# -- the same answers ------------------------------------------------------------------------------


def test_each_solution_is_as_likely_as_any_other_in_a_sample():
    problem = langford(7)  # 52 solutions
    drawn = Counter()
    for seed in range(100):
        drawn.update(problem.gather(sample=10, seed=seed, workers=1).sample)
    assert len(drawn) == 52
    expected = 1000 / 52
    chi_squared = sum((number - expected) ** 2 / expected for number in drawn.values())
    assert chi_squared < 87.97  # 51 degrees of freedom: once in a thousand


@pytest.mark.slow
def test_a_search_on_workers_counts_as_the_others_do():
    problem = pentominoes(6, 10)
    for workers in (1, 2):
        seen = []
        count = problem.count(workers=workers, progress=seen.append)
        assert (count, count.complete) == (9_356, True)
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


@pytest.mark.parametrize(
    ("times", "error"),
    [(3, ConnectionRefusedError(errno.ECONNREFUSED, "Connection refused")),
     (10**9, OSError(errno.EAGAIN, "Resource temporarily unavailable"))],
)  # fmt: skip
def test_processes_that_do_not_start_are_started_again_unless_they_never_do(
    monkeypatch, times, error
):
    pool = Pool(None, 1, plain=True)
    start, starts = ProcessPoolExecutor.submit, itertools.count(1)

    def refuses(executor, *call):
        if next(starts) <= times:
            raise error
        return start(executor, *call)

    monkeypatch.setattr(ProcessPoolExecutor, "submit", refuses)
    with nullcontext() if times == 3 else pytest.raises(OSError, match="temporarily unavailable"):
        assert pool.submit(abs, -1).result(60) == 1
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
        assert lines[-5:] == ["listed", "solution 1, cost 5", "  A: a", "  B: b", "  C: c"]
    found = json.loads(gather("--all", "--by-option", "--json")[1])
    assert (found["solutions"], found["complete"], len(found["listed"])) == (2, True, 2)
    assert found["options"] == [["A", 1], ["AB", 1], ["B", 1], ["C", 2]]


def test_the_command_tells_that_it_was_stopped_and_what_makes_no_sense(gather, capsys, tmp_path):
    path = str(tmp_path / "langford.json")
    xc.write(langford(15), path)
    assert xc.cli.run("exactcover", cli.main, ["gather", path, "--seconds", "0"]) == 3
    out = capsys.readouterr().out
    assert out.startswith("at least ")
    for wrong in (["--listed", "x"], ["--all", "--listed", 3], ["--workers", 0]):
        assert gather(*wrong)[:2] == (2, "")
