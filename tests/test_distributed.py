"""Searches on several workers, with a journal: the same answers, whatever happens on the way."""

from __future__ import annotations

import itertools
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover import cli
from exactcover.distributed import journal as journals
from exactcover.distributed.journal import read_status

from .instances import langford, pentominoes, queens
from .small_tasks import Crooked, few_nodes
from .strategies import bags, brute_force, multiples, statements

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
    for arguments in ({"limit": 3}, {"method": "diagram"}):
        with pytest.raises(xc.MethodConflict, match=r"does not go with workers=, executor= or"):
            langford(7).count(workers=2, **arguments)


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


def test_processes_that_die_are_replaced(monkeypatch, tmp_path):
    # One worker process of the search is killed now and then, from outside.
    done = threading.Event()

    def kill():
        for _ in range(3):
            time.sleep(0.7)
            if done.is_set():
                return
            parent = os.getpid()
            listing = subprocess.run(
                ["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True
            )
            rows = [line.split(None, 2) for line in listing.stdout.splitlines()[1:]]
            servers = {row[0] for row in rows if row[1] == str(parent) and "forkserver" in row[2]}
            for row in rows:
                if row[1] in servers:
                    os.kill(int(row[0]), signal.SIGKILL)
                    break

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        count = langford(11).count(engine="reference", workers=2, journal=tmp_path / "journal")
    finally:
        done.set()
        killer.join()
    assert (count, count.complete) == (35_584, True)


# -- the journal -----------------------------------------------------------------------------------


def test_a_search_goes_on_from_its_journal(tiny_tasks, tmp_path):
    journal = tmp_path / "journal"
    problem = langford(7)
    sessions, seen = 0, []
    while True:
        found = problem.gather(
            options=True,
            sample=4,
            listed=None,
            workers=2,
            journal=journal,
            nodes=50,
            engine="cells",
        )
        sessions += 1
        seen.append(found.count)
        assert len(found.listed) == found.count == len(set(found.listed))
        if found.count.complete:
            break
        assert found.count.stopped == "nodes"
    assert sessions > 3
    assert seen == sorted(seen)
    whole = problem.gather(options=True, sample=4, listed=None, workers=1)
    assert found == replace(whole, count=found.count, seconds=found.seconds)
    assert found.count == 52
    # A search that is done is not done again.
    again = problem.gather(options=True, sample=4, listed=None, journal=journal)
    assert again.listed == found.listed
    status = read_status(str(journal))
    assert status.complete
    assert (status.count, status.share, status.left or 0) == (52, 0, 0)
    assert status.sessions == sessions + 1


@given(statement=multiples() | statements(), nodes=st.integers(3, 40))
@few_nodes
def test_journals_of_small_searches_are_exact(tmp_path_factory, statement, nodes):
    journal = tmp_path_factory.mktemp("journals") / "journal"
    problem = statement.problem()
    truth = bags(statement) if statement.bounds else brute_force(statement)
    for _ in range(1000):
        found = problem.gather(listed=None, best=2, workers=1, journal=journal, nodes=nodes)
        if found.count.complete:
            break
    assert len(found.listed) == found.count == len(truth)


def test_a_journal_can_be_read_with_plain_sql(tiny_tasks, tmp_path):
    journal = tmp_path / "journal"
    found = langford(7).gather(options=True, workers=1, journal=journal, nodes=60, engine="cells")
    with sqlite3.connect(journal) as database:
        about = dict(database.execute("SELECT key, value FROM about"))
        share, parts = database.execute("SELECT sum(share), count(*) FROM open").fetchone()
        texts = [text for (text,) in database.execute("SELECT prefix FROM open")]
        counted = database.execute("SELECT sum(count) FROM option").fetchone()[0] or 0
    database.close()
    assert int(about["count"]) == found.count
    assert json.loads(about["wanted"])["options"] is True
    assert 0 < share < 1
    assert parts == len(texts)
    assert counted == sum(found.options.values())
    names = langford(7).options
    rest = 0
    for text in texts:
        rest += langford(7).given(*[names[int(word)] for word in text.split()]).count()
    assert found.count + rest == 52


def test_a_journal_of_another_problem_or_question_is_refused(tmp_path):
    journal = tmp_path / "journal"
    langford(7).count(journal=journal)
    before = journal.read_bytes()
    with pytest.raises(xc.JournalFault, match=r"another problem: .*digest.*this one: .*digest"):
        langford(8).count(journal=journal)
    with pytest.raises(xc.JournalFault, match="another problem"):
        langford(7).without((1, 0)).count(journal=journal)
    with pytest.raises(xc.JournalFault, match="something else"):
        langford(7).gather(options=True, journal=journal)
    assert journal.read_bytes() == before
    # Another engine or number of workers is the same question.
    assert langford(7).count(journal=journal, engine="cells", workers=1) == 52


def test_what_is_no_journal_is_refused_and_left_as_it_is(tmp_path):
    text = tmp_path / "text"
    text.write_text("something else entirely, of more than a hundred bytes" * 9, encoding="utf-8")
    other = tmp_path / "other"
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE mine (x)")
    database.close()
    for path in (text, other):
        before = path.read_bytes()
        with pytest.raises(xc.JournalFault, match=r"no journal|not a database"):
            langford(7).count(journal=path)
        with pytest.raises(xc.JournalFault):
            read_status(str(path))
        assert path.read_bytes() == before
    with pytest.raises(OSError, match="No such file"):
        langford(7).count(journal=tmp_path / "nowhere" / "journal")
    with pytest.raises(FileNotFoundError):
        read_status(str(tmp_path / "none"))


def test_two_searches_do_not_share_a_journal(tmp_path):
    journal = tmp_path / "journal"
    refused = []

    def progress(now):
        if not refused:
            with pytest.raises(xc.JournalFault, match="another search of this process") as told:
                langford(12).count(journal=journal)
            refused.append(told)
            assert not read_status(str(journal)).complete

    count = langford(12).count(journal=journal, progress=progress, workers=1, engine="cells")
    assert refused
    assert count == 216_288


def test_a_journal_that_another_process_works_with_is_refused_until_that_is_killed(tmp_path):
    journal = tmp_path / "journal"
    script = (
        "from tests.instances import langford\n"
        f"langford(15).count(workers=1, journal={str(journal)!r})\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script])
    try:
        until = time.monotonic() + 60
        while not journal.exists() and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(0.2)
        with pytest.raises(xc.JournalFault, match="another process works with it"):
            langford(15).count(journal=journal)
    finally:
        process.kill()
        process.wait()
    assert langford(15).count(journal=journal, seconds=0).stopped == "seconds"


@pytest.mark.filterwarnings("ignore:This process")  # of forking beside threads
def test_workers_that_were_forked_do_not_hold_the_lock_of_a_journal(tmp_path):
    journal = tmp_path / "journal"
    with ProcessPoolExecutor(1, get_context("fork")) as processes:
        for _ in range(2):
            assert langford(7).count(executor=processes, journal=journal) == 52
    assert langford(7).count(journal=journal) == 52


def test_an_executor_that_takes_no_tasks_is_told(tmp_path):
    threads = ThreadPoolExecutor(1)
    threads.shutdown()
    with pytest.raises(xc.WorkersGone, match="takes no tasks"):
        langford(7).count(executor=threads)


def test_a_full_disk_is_told_and_the_journal_still_opens(tmp_path, monkeypatch):
    journal = tmp_path / "journal"
    question = {"listed": None, "journal": journal, "engine": "cells"}
    assert langford(11).gather(nodes=1_000, **question).count < 35_584

    def small(path, read_only=False):
        database = opened(path, read_only)
        pages = database.execute("PRAGMA page_count").fetchone()[0]
        database.execute(f"PRAGMA max_page_count = {pages + 20}")
        return database

    opened = journals._opened
    monkeypatch.setattr(journals, "_opened", small)
    with pytest.raises(xc.JournalFault, match="full; what was written to it before is kept"):
        langford(11).gather(**question)
    monkeypatch.undo()
    found = langford(11).gather(**question)
    assert found.count == len(set(found.listed)) == 35_584


@pytest.fixture
def tiny_disk(tmp_path):
    """A folder on a disk of 1 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("may not mount a file system")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_that_is_really_full_is_told_and_the_journal_goes_on_elsewhere(tiny_disk, tmp_path):
    question = {"listed": None, "engine": "cells", "workers": 2}
    with pytest.raises(xc.JournalFault, match="what was written to it before is kept"):
        langford(11).gather(journal=tiny_disk / "journal", **question)
    status = read_status(str(tiny_disk / "journal"))
    assert 0 < status.count < 35_584
    for path in tiny_disk.iterdir():
        shutil.copy(path, tmp_path)
    found = langford(11).gather(journal=tmp_path / "journal", **question)
    assert found.count == len(set(found.listed)) == 35_584


def test_a_journal_of_many_open_prefixes_is_opened_quickly(tmp_path):
    journal = tmp_path / "journal"
    problem = langford(12)
    problem.count(journal=journal, nodes=1)
    with sqlite3.connect(journal) as database:
        database.execute("DELETE FROM open")
        # Prefixes that clash with themselves are no matter here: none is searched.
        database.executemany(
            "INSERT INTO open VALUES (?, ?, 1e-6)",
            ((k, f"{k % 12} {20 + k % 50} {100 + k % 30}") for k in range(1, 200_001)),
        )
    database.close()
    started = time.monotonic()
    assert problem.count(journal=journal, seconds=0).stopped == "seconds"
    assert time.monotonic() - started < 2


@pytest.mark.slow
def test_a_count_that_is_killed_again_and_again_is_exact(tmp_path):
    """The whole process group, at random moments; every solution is listed once."""
    journal = tmp_path / "journal"
    thorough = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"
    size, number = ((5, 12), 4_040) if thorough else ((4, 15), 1_472)
    script = (
        "from tests.instances import pentominoes\n"
        f"found = pentominoes{size}.gather(\n"
        f"    listed=None, workers=2, journal={str(journal)!r}, engine='cells')\n"
        "print(found.count, len(set(found.listed)), len(found.listed), found.count.complete)\n"
    )
    draw = random.Random()
    most = 20 if thorough else 6
    kills = 0
    while True:
        process = subprocess.Popen(
            [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True,
            start_new_session=True,
        )  # fmt: skip
        try:
            wait = draw.uniform(0.5, 1.2) if kills < most else 120
            out, _ = process.communicate(timeout=wait)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            kills += 1
            continue
        break
    assert out.split() == [str(number)] * 3 + ["True"]
    assert kills > 2


def test_the_queries_of_the_manual_are_understood(tiny_tasks, tmp_path):
    manual = (Path(__file__).parent.parent / "docs" / "journal.md").read_text(encoding="utf-8")
    queries = [
        query
        for block in re.findall(r"```sql\n(.*?)```", manual, re.DOTALL)
        for query in block.strip().splitlines()
    ]
    assert len(queries) >= 4
    journal = tmp_path / "journal"
    langford(7).gather(options=True, workers=1, journal=journal, nodes=60, engine="cells")
    with sqlite3.connect(journal) as database:
        answers = [database.execute(query).fetchall() for query in queries]
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    database.close()
    assert all(answers)
    assert 0 < answers[0][0][0] < 1
    for table in ("about", "open", "option", "solution", "session"):
        assert table in tables
        assert f"| `{table}` |" in manual


# -- the command -----------------------------------------------------------------------------------


@pytest.fixture
def gather(capsys, tmp_path):
    path = tmp_path / "problem.json"
    problem = xc.Problem("abc", {"A": "a", "AB": "ab", "B": "b", "C": "c"}, costs=[3, 1, 2, 0])
    xc.write(problem, path)

    def call(*arguments):
        code = xc.console.run("exactcover", cli.main, ["gather", str(path), *map(str, arguments)])
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
    assert xc.console.run("exactcover", cli.main, ["gather", path, "--seconds", "0"]) == 3
    out, err = capsys.readouterr()
    assert out.startswith("at least ")
    assert "stopped by the budget of seconds" in err
    for wrong in (["--listed", "x"], ["--all", "--listed", 3], ["--workers", 0]):
        assert gather(*wrong)[:2] == (2, "")
