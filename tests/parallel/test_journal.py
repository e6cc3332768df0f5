"""The journal of a divided search: it resumes exactly after any interruption, or is rejected."""

from __future__ import annotations

import errno
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from multiprocessing import get_context

import numpy as np
import pytest

import exactcover as xc
from exactcover.engines import choose
from exactcover.parallel import coordinator
from exactcover.parallel.journal import _Kept, read_status
from exactcover.parallel.tasks import Task
from tests.instances import langford
from tests.interrupting import ENVIRONMENT
from tests.parallel.test_optimum import hard
from tests.paths import ROOT


def test_a_search_goes_on_from_its_journal_and_is_not_done_again(tiny_tasks, tmp_path):
    journal = tmp_path / "journal"
    problem, seen = langford(7), []
    question = {"options": True, "sample": np.int64(4), "seed": np.int64(5), "listed": None}
    asked = {"workers": np.int8(2), "nodes": np.int32(50), "engine": "cells", **question}
    while not seen or not seen[-1].complete:
        found = problem.gather(journal=journal, **asked)
        seen.append(found.count)
    assert len(seen) > 3
    assert seen == sorted(seen)
    whole = problem.gather(workers=1, **{**question, "sample": 4, "seed": 5})
    assert found == replace(whole, count=found.count, seconds=found.seconds)
    assert problem.gather(journal=journal, **question).listed == found.listed
    status = read_status(str(journal))
    assert (status.count, status.complete, status.share, status.left or 0) == (52, True, 0, 0)
    assert status.sessions == len(seen) + 1


def test_a_journal_can_be_read_as_the_manual_says(tiny_tasks, tmp_path, monkeypatch):
    manual = (ROOT / "docs" / "reference" / "journal.md").read_text(encoding="utf-8")
    *_, block = re.findall(r"```python\n(.*?)```", manual, re.DOTALL)
    journal, names = tmp_path / "small.journal", langford(7).options
    found = langford(7).gather(options=True, workers=1, journal=journal, nodes=60, engine="cells")
    monkeypatch.chdir(tmp_path)
    read = {}
    exec(block, read)
    rows = list(read["rows"].values())
    assert read["count"] == found.count
    assert 0 < sum(share for *_, share in rows) < 1
    rest = 0
    for text, *_ in rows:
        prefix: list[int] = []
        for part in text.split(";"):
            same, words = re.fullmatch("(?:=([0-9]+))?(.*)", part).groups()
            prefix = [*prefix[: int(same or 0)], *map(int, words.split())]
            rest += langford(7).given(*[names[number] for number in prefix]).count()
    assert found.count + rest == 52


def test_a_journal_of_another_problem_or_question_is_refused(tmp_path):
    journal = tmp_path / "journal"
    langford(7).count(journal=journal)
    before = journal.read_bytes()
    for ask in (langford(8).count, langford(7).without((1, 0)).count,
                partial(langford(7).gather, options=True)):  # fmt: skip
        with pytest.raises(xc.JournalFault):
            ask(journal=journal)
    assert journal.read_bytes() == before
    # Another engine or number of workers is the same question.
    assert langford(7).count(journal=journal, engine="cells", workers=1) == 52


@pytest.mark.parametrize(
    "what", [b"x", b"text\n" * 99, b"\n", b'{"exactcover": "journal"}\n', "plan"]
)
def test_what_is_no_journal_is_refused_and_left_as_it_is(tmp_path, what):
    path = tmp_path / "journal"
    if what == "plan":
        xc.split(langford(7), 3, path)
    else:
        path.write_bytes(what)
    before = path.read_bytes()
    for ask in (lambda path: langford(7).count(journal=path), read_status):
        with pytest.raises(xc.JournalFault):
            ask(str(path))
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "fault"),
    [("", xc.JournalFault), ("a\0b", xc.JournalFault), ("/no/such/folder/journal", OSError)],
)
def test_what_is_no_name_of_a_file_is_refused(name, fault):
    with pytest.raises(fault):
        langford(7).count(journal=name)


@pytest.mark.filterwarnings("ignore:This process")  # of forking beside threads
def test_two_searches_do_not_share_a_journal_whatever_its_name(tmp_path):
    journal, link = tmp_path / "journal", tmp_path / "link"
    link.symlink_to(journal)
    refused = []

    def progress(now):
        if not refused:
            for name in (journal, link, os.fsencode(link)):
                with pytest.raises(xc.JournalFault, match="another search of this process"):
                    langford(12).count(journal=name)
            refused.append(now)
            assert not read_status(str(journal)).complete

    count = langford(12).count(journal=journal, progress=progress, workers=1, engine="cells")
    assert refused
    assert count == 216_288


@pytest.mark.slow
def test_a_journal_that_another_process_works_with_is_refused_until_that_is_killed(tmp_path):
    journal = tmp_path / "journal"
    script = (
        "from tests.instances import langford\n"
        "at_work = lambda now: print('at work', flush=True)\n"
        f"langford(15).count(workers=1, journal={str(journal)!r}, progress=at_work)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "at work\n"
        with pytest.raises(xc.JournalFault, match="another process is using it"):
            langford(15).count(journal=journal)
    finally:
        process.kill()
        process.communicate()
    assert langford(15).count(journal=journal, seconds=0).stopped == "seconds"


def test_a_journal_with_several_names_and_a_lock_that_is_a_link_are_refused(tmp_path):
    for name in ("several", "journal"):
        langford(7).count(journal=tmp_path / name)
    os.link(tmp_path / "several", tmp_path / "other")
    (tmp_path / "journal.lock").unlink(missing_ok=True)
    (tmp_path / "journal.lock").symlink_to(tmp_path / "of somebody else")
    for name in ("several", "journal"):
        with pytest.raises(xc.JournalFault):
            langford(7).count(journal=tmp_path / name)
    assert not (tmp_path / "of somebody else").exists()


def test_a_journal_that_is_not_opened_before_the_time_is_over_is_told(tmp_path, caplog):
    for journal in (tmp_path / "journal", None):
        found = langford(7).count(workers=1, journal=journal, seconds=0)
        assert (found, found.complete) == (0, False)
    assert "out of time before it could be opened" in caplog.text


def test_a_journal_that_is_just_begun_is_not_called_damaged(tmp_path):
    journal = tmp_path / "journal"
    journal.touch()
    with pytest.raises(xc.JournalFault, match="it is still empty"):
        read_status(str(journal))
    assert langford(7).count(journal=journal) == 52


def full_disk(file, data):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_journal_that_cannot_be_written_at_the_end_is_told_and_nothing_called_complete(
    tmp_path, monkeypatch
):
    journal, problem = tmp_path / "journal", langford(12)
    monkeypatch.setattr(coordinator, "_FIRST_NODES", 2_000)
    problem.count(journal=journal, workers=1, nodes=1)
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full_disk)
        with pytest.raises(xc.JournalFault, match="No space left"):
            problem.count(journal=journal, workers=1, nodes=1)
    monkeypatch.undo()
    assert problem.count(journal=journal) == 216_288


def test_status_is_read_where_nothing_may_be_written(tmp_path):
    journal = tmp_path / "journal"
    langford(7).count(journal=journal)
    tmp_path.chmod(0o500)
    try:
        assert read_status(str(journal)).count == 52
    finally:
        tmp_path.chmod(0o700)
    with pytest.raises(xc.JournalFault, match="not a file"):
        read_status(str(tmp_path))
    with pytest.raises(FileNotFoundError):
        read_status(str(tmp_path / "none"))


@pytest.mark.parametrize("gives", [None, 7])
def test_an_executor_that_gives_what_is_no_result_is_told(gives):
    class Rubbish(Executor):
        def submit(self, call, /, *arguments, **named):
            future = Future()
            future.set_result(gives)
            return future

    with pytest.raises(xc.TaskFailed):
        langford(7).count(executor=Rubbish(), workers=1)
    with pytest.raises(TypeError):
        langford(7).count(executor=gives or "local")


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


@pytest.mark.parametrize("bounds", [None, {0: (1, 2)}])
def test_a_deep_search_leaves_little_in_memory_in_tasks_and_in_the_journal(tmp_path, bounds):
    n = 1_500  # items with two options each: a search as deep as it is wide, of 2^n solutions
    options = {(item, side): [item] for item in range(n) for side in "ab"}
    problem = xc.Problem(range(n), options, multiplicity=bounds)
    compiled = problem._model.compiled
    search = choose.start_below(compiled, "cells", ())
    search.count(5_000, 10**9)
    left = search.open_prefixes()
    assert sum(len(prefix) for prefix, _ in left) > n * n / 4
    assert sum(map(len, left.tails)) < 4 * n
    assert len(pickle.dumps(Task(left, 1))) < 60 * n
    # However it is divided, and in whatever order.
    for parts in (left.dealt(3), [left.after(n // 2)]):
        assert sum(sum(map(len, part.tails)) for part in parts) < 8 * n
    journal = tmp_path / "journal"
    visited = [0]
    for _ in range(3):
        visited.append(problem.count(journal=journal, nodes=20_000, workers=2).nodes)
    assert visited == sorted(set(visited))
    kept = _Kept(str(journal))
    kept._read()
    rows = kept._rows.values()
    assert len(rows) <= 12
    assert n / 100 < max(texts.count(";") + 1 for texts, *_ in rows) < 4 * n
    assert sum(len(texts) + len(shares) for texts, shares, _ in rows) < 400 * n
    assert journal.stat().st_size < 1_000_000


@pytest.mark.parametrize("budget", [{"nodes": 1}, {"seconds": 0}])
@pytest.mark.parametrize("engine", ["bitset", "cells"])
@pytest.mark.parametrize("bounds", [None, (0, 1), (1, 2)])
def test_every_session_brings_the_search_nearer_to_its_end(
    tmp_path, budget, engine, bounds, monkeypatch
):
    names = [first + last for first in "abc" for last in "abc" if first < last]
    bounded = {} if bounds is None else {"multiplicity": dict.fromkeys("abc", bounds)}
    problem = xc.Problem("abc", [*names, *"abc"], **bounded)
    truth, nodes, complete = problem.count(), [0], False
    # What comes before the search ends in time, however short that is.
    monkeypatch.setattr(xc.Deadline, "tick", lambda deadline: None)
    while not complete:
        count = problem.count(
            journal=tmp_path / "journal", workers=1, engine=engine, reduce=False, **budget
        )
        nodes.append(count.nodes)
        complete = count.complete
        assert complete or nodes[-1] > nodes[-2]
        assert len(nodes) < 400
    assert count == truth


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ask", "whole"),
    [
        ("langford(11).gather(engine='cells', listed=None", "35584 35584 35584 True"),
        ("hard().minimize(3", None),
    ],
)
def test_a_search_that_is_killed_again_and_again_is_right(tmp_path, ask, whole):
    """The whole process group, as soon as something more is noted; each solution is listed once."""
    journal, kills = tmp_path / "journal", 0
    script = (
        "from exactcover.optimization import branch_and_bound\n"
        "branch_and_bound._FIRST_TURN = branch_and_bound._LAST_TURN = 1\n"
        "from tests.parallel.test_optimum import hard\n"
        "from tests.instances import langford\n"
        f"found = {ask}, workers=2, journal={str(journal)!r})\n"
        "print(*getattr(found, 'costs', ()) or (found.count, len(set(found.listed)),"
        " len(found.listed), found.count.complete))\n"
    )
    most = 20 if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else 4
    out = ""
    while not out:
        with subprocess.Popen(
            [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=ENVIRONMENT,
            start_new_session=True,
        ) as process:  # fmt: skip
            known = read_status(str(journal)).tasks if journal.exists() else 0
            # (One that ends before it is killed has its answer, too.)
            while kills < most and process.poll() is None:
                time.sleep(0.01)
                with suppress(FileNotFoundError, xc.JournalFault):
                    if read_status(str(journal)).tasks > known + 1:
                        os.killpg(process.pid, signal.SIGKILL)
                        kills += 1
                        break
            out, _ = process.communicate(timeout=120)
    assert kills
    assert out.strip() == (whole or " ".join(map(str, hard().minimize(3).costs)))


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
