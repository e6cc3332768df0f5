"""The cheapest solution by several workers and with a journal: the answer of one search."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from multiprocessing import get_context

import pytest

import exactcover as xc
from exactcover.cli import main as cli
from exactcover.optimization import branch_and_bound
from exactcover.parallel import journal as journals
from exactcover.parallel.journal import read_status
from exactcover.parallel.optimum_job import OptimumJob
from tests.interrupting import ENVIRONMENT
from tests.optimization.test_costs import queens
from tests.small_tasks import Crooked

ENDS = 1000


def hard():
    """A problem whose tree has some hundreds of nodes."""
    return queens(12, 5)


@pytest.fixture
def trees(monkeypatch, tiny_tasks):
    """Small problems come to the tree, and its tasks are short."""
    monkeypatch.setattr(branch_and_bound, "_FIRST_TURN", 1)
    monkeypatch.setattr(branch_and_bound, "_LAST_TURN", 1)
    monkeypatch.setattr(OptimumJob, "first_nodes", 2)


def by_sessions(ask, k, journal, nodes, **more):
    """The answers of sessions until the last one, which is complete."""
    answers = []
    while len(answers) < ENDS:
        answers.append(ask(k, journal=journal, nodes=nodes, **more))
        if isinstance(answers[-1], xc.Impossible) or answers[-1].complete:
            return answers
        assert answers[-1].stopped == "nodes"
    raise AssertionError(f"not complete after {ENDS} sessions")


@pytest.mark.parametrize("k", [1, 3])
def test_a_search_goes_on_from_its_journal(trees, tmp_path, k):
    journal, alone = tmp_path / "journal", hard().minimize(k)
    answers = by_sessions(hard().minimize, k, journal, 60, workers=2)
    assert len(answers) > 2
    bounds = [answer.bound for answer in answers]
    best = [answer.cost for answer in answers if answer.costs]
    assert bounds == sorted(bounds)
    assert best == sorted(best, reverse=True)
    assert answers[-1].costs == alone.costs
    # A search that is done is not done again.
    before = read_status(str(journal))
    assert before.complete
    assert hard().minimize(k, journal=journal) == answers[-1]
    assert read_status(str(journal)).tasks == before.tasks


def test_within_a_bound_and_without_a_solution(trees, tmp_path):
    least = queens(10, 3).minimize().cost
    for number, within in enumerate((least - 1, least + 200)):
        journal = tmp_path / str(number)
        alone = queens(10, 3).minimize(2, within=within)
        answers = by_sessions(queens(10, 3).minimize, 2, journal, 30, within=within, workers=2)
        assert (answers[-1].costs, answers[-1].bound) == (alone.costs, alone.bound)
    odd = xc.Problem("abc", ["ab", "bc", "ca"], costs=[1, 2, 3])
    answer = odd.minimize(journal=tmp_path / "odd")
    assert isinstance(answer, xc.Impossible)
    assert isinstance(odd.minimize(journal=tmp_path / "odd", reduce=False), xc.Impossible)


def test_processes_and_executors_that_fail(trees, tmp_path):
    alone = queens(9, 5).minimize(2)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        assert queens(9, 5).minimize(2, executor=pool).costs == alone.costs
    with ThreadPoolExecutor(2) as threads:
        assert queens(9, 5).minimize(2, executor=threads).costs == alone.costs
    with pytest.raises(xc.TaskFailed, match=r"failed 3 times: OSError: the worker is gone"):
        queens(9, 5).minimize(executor=Crooked(lambda call: call > 9), workers=2)


def test_the_time_and_ctrl_c_leave_what_is_known_and_it_goes_on(trees, tmp_path):
    journal, problem = tmp_path / "journal", hard()
    answer = problem.minimize(seconds=0.3, journal=journal, workers=2)
    assert answer.stopped in ("seconds", None)
    pressed = []

    def press(progress):
        pressed.append(progress)
        if progress.nodes > 20:
            raise KeyboardInterrupt

    with pytest.raises(xc.Interrupted) as caught:
        hard().minimize(progress=press, journal=journal, workers=2)
    partial = caught.value.partial
    assert pressed
    assert partial.stopped == "interrupt"
    assert partial.bound >= answer.bound
    done = hard().minimize(journal=journal, workers=2)
    assert done.complete
    assert partial.bound <= done.cost <= partial.cost
    assert done.costs == hard().minimize().costs


def test_a_journal_of_another_problem_or_question_is_refused(tmp_path):
    journal, problem = tmp_path / "journal", queens(7, 1)
    problem.minimize(journal=journal)
    before = journal.read_bytes()
    other = tmp_path / "count"
    problem.count(journal=other)
    for ask in (
        lambda: queens(7, 2).minimize(journal=journal),
        lambda: problem.minimize(2, journal=journal),
        lambda: problem.maximize(journal=journal),
        lambda: problem.minimize(within=9999, journal=journal),
        lambda: problem.count(journal=journal),
        lambda: problem.gather(best=1, journal=journal),
        lambda: problem.minimize(journal=other),
    ):
        with pytest.raises(xc.JournalFault):
            ask()
    assert journal.read_bytes() == before
    with pytest.raises(xc.MethodConflict):
        problem.minimize(None, journal=journal)
    with pytest.raises(xc.BudgetError, match="workers"):
        problem.minimize(workers=0)


def test_a_divided_search_tells_the_best_cost_and_the_bound_as_it_goes(trees):
    told = []
    answer = hard().minimize(workers=2, progress=told.append)
    assert told[-1].best == answer.cost
    assert 0 < told[-1].bound <= answer.cost
    seconds, best, bound = zip(*answer.history, strict=True)
    assert list(seconds) == sorted(seconds)
    assert (best[-1], bound[-1]) == (answer.cost, answer.cost)


@pytest.mark.parametrize("entry", [7, -8, 10**6 << 35 | 1])
def test_what_is_no_node_is_refused_even_with_a_checksum(trees, tmp_path, monkeypatch, entry):
    journal = tmp_path / "journal"
    hard().minimize(journal=journal, nodes=50, workers=1)
    monkeypatch.setattr(journals, "_check", lambda *arguments: None)
    monkeypatch.setattr(journals.Checksum, "of", classmethod(lambda cls, database: cls()))
    with sqlite3.connect(journal) as database:
        text = str(entry) if entry >= 0 else f"~{~entry}"
        database.execute("UPDATE open SET prefixes = ?, shares = '0.5', number = 1", (text,))
    database.close()
    with pytest.raises(xc.JournalFault):
        hard().minimize(journal=journal, workers=1)


def test_nodes_mean_the_same_when_later_sessions_know_fewer_options(trees, tmp_path):
    """Decisions about options that have become too expensive are left out."""
    for seed in range(2):
        problem = queens(11, seed)
        journal = tmp_path / str(seed)
        # The first sessions know no good solution yet.
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(branch_and_bound, "_FIRST_NODES", 0)
            patch.setattr(branch_and_bound.Optimization, "_round", lambda search, nodes: None)
            problem.minimize(2, journal=journal, nodes=20, workers=1)
        answers = by_sessions(problem.minimize, 2, journal, 20, workers=1)
        assert answers[-1].costs == problem.minimize(2).costs


@pytest.mark.slow
def test_a_search_that_is_killed_again_and_again_is_right(tmp_path):
    journal = tmp_path / "journal"
    script = (
        "from exactcover.optimization import branch_and_bound\n"
        "branch_and_bound._FIRST_TURN = branch_and_bound._LAST_TURN = 1\n"
        "from tests.parallel.test_optimum import hard\n"
        f"print(hard().minimize(3, workers=2, journal={str(journal)!r}).costs)\n"
    )
    kills = 0
    while True:
        process = subprocess.Popen(
            [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=ENVIRONMENT,
            start_new_session=True,
        )  # fmt: skip
        if kills < 4:
            known = read_status(str(journal)).tasks if journal.exists() else 0
            until = time.monotonic() + 60
            while process.poll() is None and time.monotonic() < until:
                time.sleep(0.01)
                try:
                    if read_status(str(journal)).tasks > known + 1:
                        break
                except (FileNotFoundError, xc.JournalFault):
                    continue
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            kills += 1
            continue
        out, _ = process.communicate(timeout=120)
        break
    assert out.strip() == str(hard().minimize(3).costs)


def test_solutions_of_one_cost_are_known_again_in_the_next_session(tmp_path):
    """Without what propagation took they stand in another order."""
    problem = xc.Problem("p", ["p", "p", "p"], multiplicity={"p": (1, 2)}).given(2)
    for nodes in (1, 2, 5):
        answers = by_sessions(problem.minimize, 3, tmp_path / str(nodes), nodes, workers=1)
        assert len(set(answers[-1].solutions)) == 3


# -- the command -------------------------------------------------------------------------------


def test_the_command_goes_on_from_its_journal(trees, capsys, tmp_path):
    file, journal = tmp_path / "queens.json", tmp_path / "journal"
    xc.write(hard(), file)

    def run(*arguments):
        code = xc.cli.run("exactcover", cli.main, [*map(str, arguments)])
        return code, capsys.readouterr().out

    asked = ("minimize", file, "--workers", 2, "--journal", journal, "--json", "--quiet")
    for _ in range(ENDS):
        code, out = run(*asked, "--nodes", 150)
        summary = json.loads(out.splitlines()[-1])
        if summary["complete"]:
            break
        assert (code, summary["stopped"]) == (3, "nodes")
    best = hard().minimize().cost
    assert (code, summary["bound"]) == (0, best)
    assert run(*asked)[1] == out
    assert run("maximize", file, "--journal", journal) == (2, "")
    assert run("minimize", file, "--all", "--workers", 2) == (2, "")
    code, out = run("status", journal)
    assert (code, f"minimize    cost {best}, bound {best}\n" in out) == (0, True)


def test_the_status_has_costs_as_they_were_stated(trees, capsys, tmp_path):
    third = Fraction(1, 3)
    costs = {"x": third, "y": Fraction(1, 2), "z": -7}
    problem = xc.Problem("abc", {"x": "a", "y": "b", "z": "ab"}, costs=costs, penalties={"c": 2})
    for ask, best in ((problem.minimize, Fraction(-5)), (problem.maximize, Fraction(17, 6))):
        journal = tmp_path / ask.__name__
        assert ask(journal=journal).cost == best
        status = read_status(str(journal))
        assert (status.question, status.cost, status.bound) == (ask.__name__, best, best)
        assert xc.cli.run("exactcover", cli.main, ["status", str(journal), "--json"]) == 0
        shown = json.loads(capsys.readouterr().out)
        assert shown["bound"] == (-5 if best == -5 else "17/6")
    journal = tmp_path / "open"
    partial = hard().minimize(journal=journal, nodes=250, workers=1)
    status = read_status(str(journal))
    assert not status.complete
    assert partial.bound <= status.bound <= hard().minimize().cost
    assert (status.cost or partial.cost) == partial.cost


def test_what_is_over_goes_from_the_journal_with_what_was_found(tmp_path, monkeypatch):
    """A disk that was full in between made a later session say that there is no solution."""
    pairs = [(k, k + 2) for k in range(10)] + [(k, k + 1) for k in range(0, 12, 2)]
    costs = dict(zip(sorted(pairs), [1, 0, 2, 0, 3, 2, 3, 0, 1, 0, 1, 2, 1, 3, 2, 2], strict=True))
    problem = xc.Problem(range(12), {pair: pair for pair in pairs}, costs=costs).where(
        xc.DifferentTotals({(7, 9): 2, (3, 5): 2, (2, 4): 2}),
        xc.Connected([((7, 9), (1, 3)), ((7, 9), (4, 5)), ((1, 3), (4, 5))]),
    )
    journal = tmp_path / "journal"
    for nodes in (5, 2):
        problem.minimize(workers=2, journal=journal, nodes=nodes)
    assert read_status(str(journal)).open == 2
    with monkeypatch.context() as patch:
        patch.setattr(journals.Journal, "finish", full_disk)
        with pytest.raises(OSError, match="full"):
            problem.minimize(workers=1, journal=journal)
    problem.minimize(workers=1, journal=journal, nodes=1)
    assert problem.minimize(workers=1, journal=journal).cost == problem.minimize().cost


def full_disk(*_):
    raise OSError("the disk is full")
