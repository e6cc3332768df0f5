"""Searches on several workers with a journal: the same answers, whatever happens."""

from __future__ import annotations

import errno
import itertools
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext, suppress
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import pytest

import exactcover as xc
from exactcover.parallel.executors import Pool
from tests.instances import langford, queens
from tests.paths import ROOT
from tests.small_tasks import Crooked, Sums

#: What mpi4py runs.
PROGRAM = """
from mpi4py.futures import MPIPoolExecutor
from tests.instances import langford

if __name__ == "__main__":
    with MPIPoolExecutor(2) as executor:
        problem = langford(8)
        print(int(problem.count(executor=executor, workers=2)))
        print(len(problem.gather(executor=executor, workers=2, listed=None).listed))
"""

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


@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_done_is_told_and_never_less_than_nothing_where_shares_are_rounded(
    monkeypatch, workers
):
    # Nine ninths, each rounded, are a little more than one.
    monkeypatch.setattr("exactcover.parallel.coordinator._FIRST_NODES", 1)
    monkeypatch.setattr("exactcover.common.slices._REPORT_EVERY", 0.0)
    seen = []
    problem = xc.Problem("p", ["p"] * 9)
    assert problem.count(workers=workers, engine="cells", progress=seen.append) == 9
    assert all(0 <= one.done <= 1 for one in seen)
    assert (seen[-1].found, seen[-1].done) == (9, pytest.approx(1))


def test_any_executor_will_do_and_is_not_shut_down():
    with ProcessPoolExecutor(2, get_context("forkserver")) as processes:
        for problem, number in ((langford(8), 300), (queens(8), 92)):
            assert problem.count(executor=processes) == number
        assert processes.submit(len, "abc").result() == 3


@pytest.mark.slow
def test_the_executor_of_loky_will_do():
    loky = pytest.importorskip("loky")
    executor = loky.get_reusable_executor(max_workers=2)
    try:
        assert langford(8).count(executor=executor) == 300
        assert executor.submit(len, "abc").result() == 3
    finally:
        executor.shutdown()


def test_the_executor_of_mpi4py_will_do(tmp_path):
    pytest.importorskip("mpi4py", exc_type=ImportError)
    beside = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    mpiexec = shutil.which("mpiexec", path=beside)
    if mpiexec is None:
        pytest.skip("needs mpiexec")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    done = subprocess.run(
        [mpiexec, "-n", "3", sys.executable, "-m", "mpi4py.futures", str(program)],
        capture_output=True, text=True, timeout=120, check=False, cwd=ROOT,
        env={**os.environ, "PYTHONPATH": "."},
    )  # fmt: skip
    assert done.stdout.split() == ["300", "300"], done.stderr


def test_processes_start_where_the_path_of_temporary_files_is_too_long_for_a_socket(tmp_path):
    (folder := tmp_path / ("long" * 30)).mkdir()
    xc.write(langford(7), tmp_path / "langford.dlx")
    found = subprocess.run(
        [sys.executable, "-m", "exactcover", "count", str(tmp_path / "langford.dlx"), "--quiet",
         "--engine", "reference", "--workers", "2"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(folder)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (found.returncode, found.stdout, found.stderr) == (0, "52\n", "")


# -- what is refused -------------------------------------------------------------------------------


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
        with pytest.raises(xc.MethodConflict):
            langford(7).count(workers=2, **arguments)
    with pytest.raises(xc.BudgetError):
        langford(7).count(workers=0, method="diagram")


@pytest.mark.compiled
def test_threads_count_by_a_diagram():
    assert langford(7).count(workers=2, method="diagram") == 52


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


@pytest.mark.parametrize(
    ("ask", "known"),
    [
        (partial(langford(7).count, engine="cells"), langford(7).options),
        (partial(xc.divide, Sums(12, 39)), range(1, 13)),
    ],
)
def test_a_task_that_always_fails_is_reported_with_its_prefix(tiny_tasks, tmp_path, ask, known):
    journal = tmp_path / "journal"
    with pytest.raises(xc.TaskFailed, match="failed 3 times: OSError: the worker is gone") as told:
        ask(executor=Crooked(lambda call: call > 9), workers=1, journal=journal)
    assert told.value.attempts == 3
    assert told.value.prefix
    assert set(told.value.prefix) <= set(known)
    ask(journal=journal)


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


@pytest.mark.parametrize(
    "error", [OSError(errno.EBADF, "Bad file descriptor"), EOFError("unexpected EOF")], ids=repr
)
def test_a_pool_that_breaks_while_a_process_starts_is_replaced(error, monkeypatch):
    pool = Pool(None, 1, plain=True)
    broken = pool._executor
    # A process that starts too late to be told of the end: Python would wait for it at its own.
    late = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    broken._processes[late.pid] = late

    def breaks(*call):
        """As another thread does it: the pool is marked, its pipes are closed, the start fails."""
        broken._broken = "a process died"
        raise error

    monkeypatch.setattr(broken, "submit", breaks)
    assert pool.submit(abs, -1).result(60) == 1
    assert pool._executor is not broken
    assert late.wait(10) < 0
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


def test_the_command_gathers_what_it_is_asked_for_and_tells_that_it_was_stopped(command):
    problem = xc.Problem("abc", {"A": "a", "AB": "ab", "B": "b", "C": "c"}, costs=[3, 1, 2, 0])
    xc.write(problem, "problem.json")
    line = "exactcover gather problem.json --by-option"
    for _ in range(2):  # the second time from the journal
        code, out, _ = command(f"{line} --sample 2 --listed 1 --best 1 --journal journal")
        assert (code, out.splitlines()[:6]) == (
            0, ["2 solutions", "1\tA", "1\tAB", "1\tB", "2\tC", "sample"]
        )  # fmt: skip
        assert out.endswith("best\nsolution 1, cost 1\n  AB: a b\n  C: c\n"
                            "listed\nsolution 1, cost 5\n  A: a\n  B: b\n  C: c\n")  # fmt: skip
    found = json.loads(command(f"{line} --all --json")[1])
    assert (found["solutions"], found["complete"], len(found["listed"])) == (2, True, 2)
    assert found["options"] == [["A", 1], ["AB", 1], ["B", 1], ["C", 2]]
    xc.write(langford(15), "langford.json")
    code, out, _ = command("exactcover gather langford.json --seconds 0")
    assert (code, out[:9]) == (3, "at least ")
    for wrong in ("--listed x", "--all --listed 3", "--workers 0"):
        assert command(f"{line} {wrong}")[:2] == (2, "")
