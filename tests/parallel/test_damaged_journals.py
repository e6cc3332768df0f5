"""A tampered journal is rejected, or still gives the right answer."""

from __future__ import annotations

import itertools
import logging
import os
import shutil
import sqlite3
from collections import Counter
from contextlib import closing, suppress

import pytest

import exactcover as xc
from exactcover.parallel import journal as journals
from exactcover.parallel.journal import read_status
from exactcover.parallel.journal_file import KEY, Checksum
from tests.instances import langford
from tests.small_tasks import tasks_of_few_nodes

TABLES = ("about", "open", "option", "session", "solution")
PROBLEM = langford(7)
QUESTION = {"options": True, "sample": 2, "best": 1, "listed": None, "engine": "cells"}


def begun(folder):
    """The bytes of a journal of a search that was stopped halfway."""
    path = folder / "begun"
    with tasks_of_few_nodes():
        for _ in range(3):
            gathered(path, nodes=80)
    return path.read_bytes()


def edits(path):
    """Very many edits: statements of SQL, each with its arguments."""
    with closing(sqlite3.connect(path)) as database:
        tables = {name: database.execute(f"SELECT * FROM {name}") for name in TABLES}
        for table, cursor in tables.items():
            names, rows = [column[0] for column in cursor.description], cursor.fetchall()
            assert len(rows) > 1
            where = " AND ".join(f"{name} IS ?" for name in names)
            yield f"DELETE FROM {table}", ()
            for row, other in zip(rows, rows[1:] + rows[:1], strict=True):
                if table != "about" and row not in (rows[0], rows[-1]):
                    continue
                yield f"DELETE FROM {table} WHERE {where}", row
                key = {"solution": row[0], "about": "copied"}.get(table, 10**6)
                yield f"INSERT INTO {table} VALUES ({', '.join('?' * len(names))})", (key, *row[1:])
                for name, value, its in zip(names, row, other, strict=True):
                    for each in (None, b"\x00\xff", -1, its, f"{value}0", f" {value}"):
                        yield f"UPDATE {table} SET {name} = ? WHERE {where}", (each, *row)


def edited(path, edit):
    """Whether SQLite took the edit, and it changed a row."""
    with closing(sqlite3.connect(path)) as database:

        def rows():
            return repr([database.execute(f"SELECT * FROM {each}").fetchall() for each in TABLES])

        before = rows()
        with suppress(sqlite3.Error), database:
            database.execute(*edit)
        return before != rows()


def gathered(path, nodes=None):
    return PROBLEM.gather(journal=path, workers=1, nodes=nodes, **QUESTION)


@pytest.mark.slow
def test_every_edit_of_a_journal_is_refused_by_all_that_open_it(tmp_path):
    data, path = begun(tmp_path), tmp_path / "journal"
    path.write_bytes(data)
    assert not read_status(str(path)).complete
    taken = Counter()
    for edit in [*edits(path)]:
        path.write_bytes(data)
        if edited(path, edit):
            taken[edit[0].split()[0]] += 1
            for ask in (read_status, gathered):
                with pytest.raises(xc.JournalFault):
                    ask(str(path))
            assert not path.with_name("journal-wal").exists()
    assert min(taken[kind] for kind in ("DELETE", "INSERT", "UPDATE")) > 5
    path.write_bytes(data)
    assert gathered(path).count == 52


def test_a_journal_of_an_earlier_version_is_told(tmp_path):
    with closing(sqlite3.connect(tmp_path / "journal")) as database:
        database.executescript(
            "CREATE TABLE about (key TEXT, value TEXT);"
            "PRAGMA application_id = 0x78636F76; PRAGMA user_version = 1;"
        )
    for ask in (gathered, read_status):
        with pytest.raises(xc.JournalFault, match=r"version 1; this program reads version 2"):
            ask(str(tmp_path / "journal"))


def forge(path, *statements):
    """Change a journal and compute its checksum anew."""
    with closing(sqlite3.connect(path)) as database, database:
        for statement in statements:
            database.execute(statement)
        checksum = str(Checksum.of(database))
        database.execute("UPDATE about SET value = ? WHERE key = ?", (checksum, KEY))


@pytest.mark.parametrize(
    "statement",
    [
        *(
            f"UPDATE open SET prefixes = '{prefixes}', shares = '{shares}'"
            for prefixes, shares in (
                ("99999", "1"), ("0 1", "1"), ("0;=1 0", "1 1"), ("~1", "1"), ("=3 1", "1"),
                ("0", "1 1"),
            )
        ),
        *(
            f"UPDATE solution SET options = {options}"
            for options in (
                "'0 1 2 3 4 5 6'", "'0 1 2 999999'", "substr(options, instr(options, ' '))",
                "options || ' ' || options",
            )
        ),
        "UPDATE solution SET rank = rank + 1 WHERE kind = 'sample'",
        "UPDATE solution SET kind = 'other'",
    ],
)  # fmt: skip
def test_what_is_none_of_the_problem_is_refused_even_with_a_checksum(tmp_path, statement):
    path = tmp_path / "journal"
    path.write_bytes(begun(tmp_path))
    forge(path)
    assert read_status(str(path))
    forge(path, statement)
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
        ("delete:", None, False), ("delete:", 100, True), ("delete: -wal -shm", None, False),
        ("rename", 100, True), ("delete -wal", None, False), ("empty:", 100, True),
        ("empty -wal", None, False), ("empty -wal", 100, True),
    ],
)  # fmt: skip
def test_a_journal_that_goes_while_in_use_is_written_anew_and_told(
    tmp_path, monkeypatch, tiny_tasks, after_tasks, caplog, harm, nodes, last
):
    path = tmp_path / "folder" / "journal"
    path.parent.mkdir()

    def do():
        if harm == "rename":
            return path.rename(tmp_path / "elsewhere")
        kind, *suffixes = harm.replace(":", " ").split(" ")
        for suffix in suffixes:
            file = path.with_name(f"journal{suffix}")
            os.truncate(file, 0) if kind == "empty" else file.unlink()
        return None

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
    assert not list(path.parent.glob("*-new"))


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
    (tmp_path / "journal").write_bytes(begun(tmp_path)[:-9])
    for line in ("gather problem.json --journal journal", "status journal"):
        assert command(f"exactcover {line}")[:2] == (2, "")


def test_so_does_the_census(tmp_path, command):
    line = "results census --most 2 --journal journal --quiet"
    assert command(line)[0] == 0
    with closing(sqlite3.connect(tmp_path / "journal")) as database, database:
        database.execute("UPDATE option SET count = count + 1000 WHERE number = 3")
    code, _, err = command(line)
    assert (code, "the rows of table option" in err) == (2, True)
