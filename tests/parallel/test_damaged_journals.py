"""A tampered journal is rejected, or still gives the right answer."""

from __future__ import annotations

import itertools
import json
import logging
import os
import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from functools import reduce
from operator import getitem

import pytest

import exactcover as xc
from exactcover.parallel import journal as journals
from exactcover.parallel.journal import read_status
from exactcover.parallel.part_file import part_of
from tests.instances import langford
from tests.small_tasks import tasks_of_few_nodes

PROBLEM = langford(7)
QUESTION = {"options": True, "sample": 2, "best": 1, "listed": None, "engine": "cells"}


def begun(folder):
    """The bytes of a journal of a search that was stopped halfway."""
    path = folder / "begun"
    with tasks_of_few_nodes():
        for _ in range(3):
            gathered(path, nodes=80)
    return path.read_bytes()


def gathered(path, nodes=None):
    return PROBLEM.gather(journal=path, workers=1, nodes=nodes, **QUESTION)


def leaves(value, place=()):
    """The places of all numbers and texts in what a line states."""
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(each, (*place, key))
    else:
        yield place, value


def edits(lines):
    """Very many edits of lines: each line gone, doubled, swapped, and each value another one."""
    for k in (*range(8), len(lines) - 1):
        line = lines[k]
        if k < len(lines) - 1:
            yield "gone", lines[:k] + lines[k + 1 :]
            yield "swapped", [*lines[:k], lines[k + 1], line, *lines[k + 2 :]]
        yield "doubled", [*lines[: k + 1], *lines[k:]]
        if k in (0, 1, len(lines) - 1):
            for place, value in leaves(json.loads(line)):
                for each in {None, -1, f"{value}0", f" {value}"} - {value}:
                    stated = json.loads(line)
                    *above, last = place
                    reduce(getitem, above, stated)[last] = each
                    yield "changed", [*lines[:k], json.dumps(stated).encode(), *lines[k + 1 :]]


@pytest.mark.slow
def test_every_edit_of_a_journal_is_refused_by_all_that_open_it(tmp_path):
    data, path = begun(tmp_path), tmp_path / "journal"
    path.write_bytes(data)
    assert not read_status(str(path)).complete
    taken = Counter()
    for kind, lines in edits(data.splitlines()):
        path.write_bytes(b"\n".join(lines) + b"\n")
        taken[kind] += 1
        for ask in (read_status, gathered):
            with pytest.raises(xc.JournalFault):
                ask(str(path))
    assert min(taken[kind] for kind in ("gone", "doubled", "swapped", "changed")) > 5
    path.write_bytes(data)
    assert gathered(path).count == 52


def test_a_journal_goes_on_from_any_of_its_lines_and_from_a_torn_one(tmp_path):
    data, path = begun(tmp_path), tmp_path / "journal"
    lines = data.splitlines(keepends=True)
    assert len(lines) > 5
    counts = []
    for k, torn in enumerate(lines):
        path.write_bytes(b"".join(lines[:k]) + torn[: len(torn) * k // len(lines)])
        if k:
            counts.append(read_status(str(path)).count)
            assert gathered(path).count == 52
            assert read_status(str(path)).complete
    assert counts == sorted(counts)


def test_a_damaged_line_is_named(tmp_path):
    path = tmp_path / "journal"
    lines = begun(tmp_path).splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], lines[3].replace(b"found", b"fuond"), *lines[4:]]))
    with pytest.raises(xc.JournalFault, match=r"damaged.*\(line 4; those before it are whole\)"):
        read_status(str(path))
    path.write_bytes(b"".join(lines[:3]))  # as that says
    assert gathered(path).count == 52


def test_a_journal_of_an_earlier_version_is_told(tmp_path):
    with closing(sqlite3.connect(tmp_path / "journal")) as database:
        database.executescript("CREATE TABLE about (key TEXT, value TEXT);")
    before = (tmp_path / "journal").read_bytes()
    for ask in (gathered, read_status):
        with pytest.raises(xc.JournalFault, match=r"an SQLite file: only earlier versions"):
            ask(str(tmp_path / "journal"))
    assert (tmp_path / "journal").read_bytes() == before


def forge(path, change):
    """Change what the lines of a journal state, with the right checksums."""
    lines, before = [], ""
    for line in path.read_bytes().splitlines(keepends=True):
        stated = json.loads(line)
        part = part_of(line, str(path), stated.get("plan", ""), "journal")
        change(part)
        part.plan = before
        lines.append(part.encoded())
        before = part.checksum
    path.write_bytes(b"".join(lines))


def with_open(texts, shares):
    def change(part):
        part.open = [(texts, shares, 1.0) for _ in part.open]

    return change


def with_found(kind, change_of):
    def change(part):
        part.found |= {kind: list(map(change_of, part.found.get(kind, ())))}

    return change


@pytest.mark.parametrize(
    "change",
    [
        with_open("99999", "1"), with_open("0 1", "1"), with_open("0;=1 0", "1 1"),
        with_open("~1", "1"), with_open("=3 1", "1"), with_open("0", "1 1"),
        with_found("listed", lambda row: "0 1 2 3 4 5 6"),
        with_found("listed", lambda row: "0 1 2 999999"),
        with_found("listed", lambda row: row.partition(" ")[2]),
        with_found("listed", lambda row: f"{row} {row}"),
        with_found("best", lambda each: [each[0], f"{each[1]} 1"]),
        with_found("sample", lambda each: [each[0] + 1, each[1]]),
        with_found("sample", lambda each: each[1]),
        lambda part: part.log.update(rows=part.log["rows"][1:]),
        lambda part: part.log.update(rows=[f"{row}" for row in part.log["rows"]]),
        lambda part: part.log.update(done=[1, 1]),
        lambda part: part.log.update(sessions=[[1]]),
        lambda part: part.log.update(session="1"),
        lambda part: part.question.update(wanted=3),
        lambda part: part.found.update(options=7),
    ],
)  # fmt: skip
def test_what_is_none_of_the_problem_is_refused_even_with_a_checksum(tmp_path, change):
    path = tmp_path / "journal"
    path.write_bytes(begun(tmp_path))
    forge(path, lambda part: None)
    assert read_status(str(path))
    forge(path, change)
    with pytest.raises(xc.JournalFault):
        gathered(path)


# -- while it is in use ----------------------------------------------------------------------------


@pytest.fixture
def after_tasks(monkeypatch):
    """Do something to a journal after its third task; or after its last one."""

    def arrange(harm, last=False):
        finish, close, calls = journals.Journal.finish, journals.Journal.close, itertools.count(1)

        def finished(self, *arguments):
            found = finish(self, *arguments)
            if next(calls) == 3 and not last:
                harm()
            return found

        def closed(self):
            if last:
                harm()
            close(self)

        monkeypatch.setattr(journals.Journal, "finish", finished)
        monkeypatch.setattr(journals.Journal, "close", closed)

    return arrange


@pytest.mark.parametrize(
    ("harm", "nodes", "last"),
    [
        ("delete", None, False), ("delete", 100, True), ("rename", 100, True),
        ("rename", None, False), ("empty", None, False), ("empty", 100, True),
        ("append", None, False), ("append", 100, True),
    ],
)  # fmt: skip
def test_a_journal_that_goes_while_in_use_is_written_anew_and_told(
    tmp_path, monkeypatch, tiny_tasks, after_tasks, caplog, harm, nodes, last
):
    path = tmp_path / "folder" / "journal"
    path.parent.mkdir()

    def do():
        if harm == "rename":
            path.rename(tmp_path / "elsewhere")
        elif harm == "delete":
            path.unlink()
        else:
            with path.open("r+b") as file:
                file.truncate(0) if harm == "empty" else file.seek(0, 2)
                file.write(b"" if harm == "empty" else b"something else\n")

    after_tasks(do, last)
    with caplog.at_level(logging.WARNING, "exactcover"):
        found = gathered(path, nodes)
    assert caplog.text.count("while in use") == 1
    assert "nothing is lost" in caplog.text
    assert found.count.complete == (nodes is None)
    monkeypatch.undo()
    status = read_status(str(path))
    assert (status.count, status.complete) == (found.count, found.count.complete)
    found = gathered(path)
    assert found.count == len(set(found.listed)) == 52
    assert {each.name for each in path.parent.iterdir()} == {"journal", "journal.lock"}


def test_a_journal_that_another_file_replaces_leaves_that_alone(
    tmp_path, monkeypatch, tiny_tasks, after_tasks, caplog
):
    path, other = tmp_path / "journal", tmp_path / "other"
    other.write_bytes(b"something else entirely" * 99)
    after_tasks(lambda: shutil.copy(other, tmp_path / "copy").replace(path))
    found = gathered(path, 300)
    assert "journal.rescued, nothing is lost" in caplog.text
    assert path.read_bytes() == other.read_bytes()
    monkeypatch.undo()
    rescued = tmp_path / "journal.rescued"
    assert read_status(str(rescued)).count == found.count < 52
    assert gathered(rescued).count == 52


@pytest.mark.parametrize("nodes", [None, 300])
def test_a_journal_that_cannot_be_written_anew_does_not_cost_the_answer(
    tmp_path, command, after_tasks, tiny_tasks, nodes
):
    folder = tmp_path / "folder"
    folder.mkdir()
    xc.write(PROBLEM, "problem.json")
    after_tasks(lambda: shutil.rmtree(folder))
    line = "exactcover count problem.json --journal folder/journal --engine cells"
    code, out, err = command(f"{line} --nodes {nodes}" if nodes else line)
    assert code == (3 if nodes else 0)
    assert out.startswith("at least" if nodes else "52")
    assert err.count("was deleted while in use, and cannot be rewritten") == 1
    assert not folder.exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_becomes_read_only_loses_nothing(tmp_path, after_tasks, tiny_tasks):
    path = tmp_path / "folder" / "journal"
    path.parent.mkdir()
    after_tasks(lambda: path.parent.chmod(0o500))
    try:
        assert gathered(path).count == 52
        assert read_status(str(path)).complete
    finally:
        path.parent.chmod(0o700)


def test_commands_refuse_a_damaged_journal_with_exit_code_2(tmp_path, command):
    xc.write(PROBLEM, "problem.json")
    (tmp_path / "journal").write_bytes(begun(tmp_path).replace(b"count", b"Count", 1))
    for line in ("gather problem.json --journal journal", "status journal"):
        assert command(f"exactcover {line}")[:2] == (2, "")


def test_so_does_the_census(tmp_path, command):
    line = "results census --most 2 --journal journal --quiet"
    assert command(line)[0] == 0
    path = tmp_path / "journal"
    path.write_bytes(path.read_bytes().replace(b'"options": [[0,', b'"options": [[1,', 1))
    code, _, err = command(line)
    assert (code, "its checksum is another" in err) == (2, True)
