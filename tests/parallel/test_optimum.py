"""The cheapest solution by several workers and with a journal: the answer of one search."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import partial
from multiprocessing import get_context

import pytest

import exactcover as xc
from exactcover.common import slices
from exactcover.optimization import branch_and_bound
from exactcover.parallel import journal as journals
from exactcover.parallel.journal import read_status
from exactcover.parallel.optimum_job import OptimumJob
from tests.optimization.test_costs import queens
from tests.parallel.test_damaged_journals import forge, with_open
from tests.small_tasks import Crooked


def hard():
    """A problem whose tree has some hundreds of nodes."""
    return queens(12, 5)


@pytest.fixture
def trees(monkeypatch, tiny_tasks):
    """Small problems come to the tree, its tasks are short, and each is reported."""
    monkeypatch.setattr(slices, "_REPORT_EVERY", 0.0)
    monkeypatch.setattr(branch_and_bound, "_FIRST_TURN", 1)
    monkeypatch.setattr(branch_and_bound, "_LAST_TURN", 1)
    monkeypatch.setattr(OptimumJob, "first_nodes", 2)


def by_sessions(ask, k, journal, nodes, **more):
    """The answers of sessions until the last one, which is complete."""
    answers = []
    while not answers or not answers[-1].complete:
        answers.append(ask(k, journal=journal, nodes=nodes, **more))
        assert answers[-1].complete or answers[-1].stopped == "nodes"
        assert len(answers) < 1_000
    return answers


def test_a_search_goes_on_from_its_journal_and_is_not_done_again(trees, tmp_path):
    journal, alone = tmp_path / "journal", hard().minimize(3)
    answers = by_sessions(hard().minimize, 3, journal, 60, workers=2)
    assert len(answers) > 2
    bounds = [answer.bound for answer in answers]
    best = [answer.cost for answer in answers if answer.costs]
    assert bounds == sorted(bounds)
    assert best == sorted(best, reverse=True)
    assert answers[-1].costs == alone.costs
    before = read_status(str(journal))
    assert before.complete
    assert hard().minimize(3, journal=journal) == answers[-1]
    assert read_status(str(journal)).tasks == before.tasks


def test_that_there_is_no_solution_is_known_again(tmp_path):
    odd = xc.Problem("abc", ["ab", "bc", "ca"], costs=[1, 2, 3])
    for reduce in (True, False):
        found = odd.minimize(journal=tmp_path / "odd", reduce=reduce)
        assert isinstance(found, xc.Impossible)


def test_processes_and_executors_that_fail(trees, tmp_path):
    alone = queens(9, 5).minimize(2)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        assert queens(9, 5).minimize(2, executor=pool).costs == alone.costs
    with pytest.raises(xc.TaskFailed, match=r"failed 3 times: OSError: the worker is gone"):
        queens(9, 5).minimize(executor=Crooked(lambda call: call > 9), workers=2)


def test_the_time_and_ctrl_c_leave_what_is_known_and_it_goes_on(trees, tmp_path):
    def press(progress):
        if progress.nodes > 20:
            raise KeyboardInterrupt

    long = queens(20, 5)
    answer = long.minimize(seconds=0.3, journal=tmp_path / "long", workers=2)
    assert answer.stopped == "seconds"
    with pytest.raises(xc.Interrupted) as caught:
        long.minimize(progress=press, journal=tmp_path / "long", workers=2)
    assert caught.value.partial.bound >= answer.bound

    with pytest.raises(xc.Interrupted) as caught:
        hard().minimize(progress=press, journal=tmp_path / "short", workers=2)
    partial = caught.value.partial
    assert partial.stopped == "interrupt"
    done = hard().minimize(journal=tmp_path / "short", workers=2)
    assert done.complete
    assert partial.bound <= done.cost <= partial.cost
    assert done.costs == hard().minimize().costs


def test_a_journal_of_another_problem_or_question_is_refused(tmp_path):
    journal, problem = tmp_path / "journal", queens(7, 1)
    problem.minimize(journal=journal)
    before = journal.read_bytes()
    problem.count(journal=tmp_path / "count")
    for ask in (
        queens(7, 2).minimize, partial(problem.minimize, 2), problem.maximize, problem.count,
        partial(problem.minimize, within=9999), partial(problem.gather, best=1),
        lambda journal: problem.minimize(journal=tmp_path / "count"),
    ):  # fmt: skip
        with pytest.raises(xc.JournalFault):
            ask(journal=journal)
    assert journal.read_bytes() == before
    with pytest.raises(xc.MethodConflict):
        problem.minimize(None, journal=journal)
    with pytest.raises(xc.BudgetError):
        problem.minimize(workers=0)


def test_a_divided_search_tells_the_best_cost_and_the_bound_as_it_goes(trees):
    told = []
    answer = hard().minimize(workers=2, progress=told.append)
    assert told[-1].best == answer.cost
    assert 0 < told[-1].bound <= answer.cost
    seconds, best, bound = zip(*answer.history, strict=True)
    assert list(seconds) == sorted(seconds)
    assert (best[-1], bound[-1]) == (answer.cost, answer.cost)


@pytest.mark.parametrize("entry", ["7", "~7", str(10**6 << 35 | 1)])
def test_what_is_no_node_is_refused_even_with_a_checksum(trees, tmp_path, entry):
    journal = tmp_path / "journal"
    hard().minimize(journal=journal, nodes=50, workers=1)
    forge(journal, with_open(entry, "0.5"))
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


def test_solutions_of_one_cost_are_known_again_in_the_next_session(tmp_path):
    """Without what propagation took they stand in another order."""
    problem = xc.Problem("p", ["p", "p", "p"], multiplicity={"p": (1, 2)}).given(2)
    for nodes in (1, 2, 5):
        answers = by_sessions(problem.minimize, 3, tmp_path / str(nodes), nodes, workers=1)
        assert len(set(answers[-1].solutions)) == 3


def test_the_command_tells_how_far_it_is(trees, command):
    xc.write(hard(), "queens.json")
    line = "exactcover minimize queens.json --workers 2 --quiet"
    code, out, _ = command(f"{line} --json --nodes 150 --journal journal")
    assert (code, json.loads(out.splitlines()[-1])["stopped"]) == (3, "nodes")
    best = hard().minimize().cost
    code, out, _ = command(f"{line} --json --journal journal")
    assert (code, json.loads(out.splitlines()[-1])["bound"]) == (0, best)
    assert command("exactcover maximize queens.json --journal journal")[:2] == (2, "")
    assert command(f"{line} --all")[:2] == (2, "")
    code, out, _ = command("exactcover status journal")
    assert (code, f"minimize    cost {best}, bound {best}\n" in out) == (0, True)


def test_the_status_has_costs_as_they_were_stated(trees, command, tmp_path):
    costs = {"x": Fraction(1, 3), "y": Fraction(1, 2), "z": -7}
    problem = xc.Problem("abc", {"x": "a", "y": "b", "z": "ab"}, costs=costs, penalties={"c": 2})
    for ask, best, shown in ((problem.minimize, -5, -5),
                             (problem.maximize, Fraction(17, 6), "17/6")):  # fmt: skip
        name = ask.__name__
        assert ask(journal=tmp_path / name).cost == best
        status = read_status(str(tmp_path / name))
        assert (status.question, status.cost, status.bound) == (name, best, best)
        assert json.loads(command(f"exactcover status {name} --json")[1])["bound"] == shown
    journal = tmp_path / "open"
    stopped = hard().minimize(journal=journal, nodes=250, workers=1)
    status = read_status(str(journal))
    assert not status.complete
    assert stopped.bound <= status.bound <= hard().minimize().cost
    assert (status.cost or stopped.cost) == stopped.cost


def test_what_is_over_goes_from_the_journal_with_what_was_found(tmp_path, monkeypatch):
    """A disk that was full in between made a later session say that there is no solution."""
    pairs = [(k, k + 2) for k in range(10)] + [(k, k + 1) for k in range(0, 12, 2)]
    costs = dict(zip(sorted(pairs), [1, 1, 2, 3, 0, 0, 3, 2, 1, 1, 3, 3, 3, 1, 1, 1], strict=True))
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
