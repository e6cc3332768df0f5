"""A journal that was changed by another hand is refused, or gives the right answer."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter

import pytest

import exactcover as xc
from exactcover.cli import main as cli
from exactcover.parallel import journal as journals
from exactcover.parallel.journal import read_status
from exactcover.parallel.journal_file import KEY, Checksum, _own_schema
from results.__main__ import main
from tests.instances import langford
from tests.parallel.test_work import Sums
from tests.small_tasks import tasks_of_few_nodes

TABLES = ("about", "open", "option", "session", "solution")
OWN_SCHEMA = list(_own_schema())
PROBLEM = langford(7)
QUESTION = {"options": True, "sample": 2, "best": 1, "listed": None, "engine": "cells"}


def begun(folder, ask):
    """The bytes of a journal of a search that was stopped halfway."""
    path = folder / "begun"
    with tasks_of_few_nodes():
        for _ in range(3):
            ask(path, nodes=80)
    database = opened(path.read_bytes())
    counts = [database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES]
    assert min(counts) >= 2
    return closed(database)


def edits(data):
    """Very many edits: statements of SQL, each with its arguments."""
    database = opened(data)
    found = []
    for table in TABLES:
        cursor = database.execute(f"SELECT * FROM {table}")
        names = [column[0] for column in cursor.description]
        rows = cursor.fetchall()
        found.append((f"DELETE FROM {table}", ()))
        chosen = rows if table == "about" else [rows[0], rows[len(rows) // 2], rows[-1]]
        for row, other in zip(chosen, chosen[1:] + chosen[:1], strict=True):
            where = " AND ".join(f"{name} IS ?" for name in names)
            found.append((f"DELETE FROM {table} WHERE {where}", row))
            places = ", ".join("?" * len(names))
            copy = (
                row if table == "solution" else ("copied" if table == "about" else 10**6, *row[1:])
            )
            found.append((f"INSERT INTO {table} VALUES ({places})", copy))
            for name, value, its in zip(names, row, other, strict=True):
                values = [
                    None,
                    b"\x00\xff",
                    "abc",
                    "",
                    1.5,
                    -1,
                    2**62,
                    its,
                    f"{value}0",
                    f"{value} 1",
                ]
                if isinstance(value, (int, float)):
                    values += [value + 1, value / 2]
                elif value.isdigit():
                    values += [str(int(value) + 1000), f"-{value}", f" {value}", int(value) + 1]
                else:
                    values += [value[:-1], value[::-1], value.upper(), value.encode()]
                found += [
                    (f"UPDATE {table} SET {name} = ? WHERE {where}", (each, *row))
                    for each in values
                ]
    database.close()
    return found


def opened(data):
    """A journal in memory."""
    database = sqlite3.connect(":memory:")
    # Its header says that it has a WAL beside it, which is of no use there.
    database.deserialize(data[:18] + b"\1\1" + data[20:])
    return database


def loosened(data):
    """The same bytes, and NULL can be put where the tables do not allow it."""
    database = opened(data)
    database.executescript(
        "PRAGMA writable_schema = ON;UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '');"
    )
    data = database.serialize()
    database.close()
    return data


def closed(database):
    """Its bytes, as of a file, with the tables stated as they were."""
    database.execute("PRAGMA writable_schema = ON")
    with database:
        database.executemany("UPDATE sqlite_master SET sql = ?2 WHERE name = ?1", OWN_SCHEMA)
    data = database.serialize()
    database.close()
    return data[:18] + b"\2\2" + data[20:]


def rows(database):
    return [database.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES]


def edited(loose, edit, path):
    """Whether SQLite took the edit, and it changed a row."""
    database = opened(loose)
    before = repr(rows(database))
    try:
        with database:
            database.execute(*edit)
    except sqlite3.Error:
        return False
    changed = repr(rows(database)) != before
    path.write_bytes(closed(database))
    return changed


def gathered(path, nodes=None):
    return PROBLEM.gather(journal=path, workers=1, nodes=nodes, **QUESTION)


def divided(path, nodes=None):
    return xc.divide(Sums(12, 39), listed=None, journal=path, workers=1, nodes=nodes)


@pytest.mark.slow
@pytest.mark.parametrize(("ask", "least"), [(gathered, 400), (divided, 300)])
def test_every_edit_of_a_journal_is_refused_by_all_that_open_it(tmp_path, ask, least):
    data = begun(tmp_path, ask)
    path = tmp_path / "journal"
    path.write_bytes(data)
    status = read_status(str(path))
    assert not status.complete
    taken, loose = Counter(), loosened(data)
    for edit in edits(data):
        if edited(loose, edit, path):
            taken[edit[0].split()[0]] += 1
            with pytest.raises(xc.JournalFault):
                read_status(str(path))
            with pytest.raises(xc.JournalFault):
                ask(path)
            assert not path.with_name("journal-wal").exists()
    assert set(taken) == {"DELETE", "INSERT", "UPDATE"}
    assert taken.total() > least
    path.write_bytes(data)
    assert ask(path).count == (52 if ask is gathered else divided(tmp_path / "anew").count)


def test_a_journal_of_an_earlier_version_is_told(tmp_path):
    path = tmp_path / "journal"
    database = sqlite3.connect(path)
    database.executescript(
        "CREATE TABLE about (key TEXT, value TEXT);"
        "PRAGMA application_id = 0x78636F76; PRAGMA user_version = 1;"
    )
    database.close()
    for ask in (gathered, lambda path: read_status(str(path))):
        with pytest.raises(
            xc.JournalFault, match=r"version 1; this program reads version 2: .*anew"
        ):
            ask(path)


def forge(path, *statements):
    """Change a journal and compute its checksum anew."""
    database = sqlite3.connect(path)
    with database:
        for statement in statements:
            database.execute(statement)
        checksum = str(Checksum.of(database))
        database.execute("UPDATE about SET value = ? WHERE key = ?", (checksum, KEY))
    database.close()


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE open SET prefixes = '99999', shares = '1'", "which this search has not"),
        ("UPDATE open SET prefixes = '0 1', shares = '1'", "options of an open prefix clash"),
        ("UPDATE open SET prefixes = '0;=1 0', shares = '1 1'", "options of an open prefix clash"),
        ("UPDATE open SET prefixes = '~1', shares = '1'", "for multiplicities only"),
        ("UPDATE open SET prefixes = '=3 1', shares = '1'", "after a prefix of 0 entries"),
        ("UPDATE open SET prefixes = '0'", "ValueError"),
        ("UPDATE solution SET options = '0 1 2 3 4 5 6'", "no solution"),
        ("UPDATE solution SET options = '0 1 2 999999'", "no solution"),
        ("UPDATE solution SET options = substr(options, instr(options, ' '))", "no solution"),
        ("UPDATE solution SET options = options || ' ' || options", "no solution"),
        ("UPDATE solution SET rank = rank + 1 WHERE kind = 'sample'", "another version"),
        ("UPDATE solution SET kind = 'other'", "KeyError"),
    ],
)
def test_what_is_none_of_the_problem_is_refused_even_with_a_checksum(tmp_path, statement, told):
    path = tmp_path / "journal"
    path.write_bytes(begun(tmp_path, gathered))
    forge(path)
    assert read_status(str(path))
    forge(path, statement)
    with pytest.raises(xc.JournalFault, match=told):
        gathered(path)


def test_solutions_with_colours_and_multiplicities_are_known_from_others():
    from exactcover.parallel.checks import fault_in_rows

    problem = xc.Problem(
        "ab",
        {
            "a1": ["a", xc.Coloured("s", 1)], "a2": ["a", xc.Coloured("s", 2)], "a0": ["a", "s"],
            "b1": ["b", xc.Coloured("s", 1)], "b0": ["b", "s"],
        },
        secondary="s",
    )  # fmt: skip
    numbers = {"a1": 0, "a2": 1, "a0": 2, "b1": 3, "b0": 4}
    sound = {solution._numbers for solution in problem.solutions()}
    assert sound == {(0, 3)}
    for one in numbers.values():
        for other in numbers.values():
            fault = fault_in_rows(problem._statement, [(one, other)])
            assert (fault is None) == ((one, other) in sound)
    bounded = xc.Problem("ab", ["a", "b", "ab"], multiplicity={"a": (1, 2)}, repeat=True)
    rows = [solution._numbers for solution in bounded.solutions()]
    assert fault_in_rows(bounded._statement, rows) is None
    assert fault_in_rows(bounded._statement, [*rows, (0, 0, 0, 1)])
    assert fault_in_rows(bounded.given(2)._statement, rows)
    assert fault_in_rows(bounded.without(2)._statement, rows)


# -- while it is in use ----------------------------------------------------------------------------


@pytest.fixture
def after_tasks(monkeypatch):
    """Do something to a journal after its third task; or after its last one."""

    def arrange(harm, last=False):
        finish, close, calls = journals.Journal.finish, journals.Journal.close, []

        def finished(self, *arguments):
            found = finish(self, *arguments)
            calls.append(1)
            if len(calls) == 3 and not last:
                harm()
            return found

        def closed(self):
            if last:
                harm()
            close(self)

        monkeypatch.setattr(journals.Journal, "finish", finished)
        monkeypatch.setattr(journals.Journal, "close", closed)

    return arrange


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("nodes", [None, 100])
@pytest.mark.parametrize(
    "harm", ["delete", "delete all", "rename", "delete the -wal", "empty", "empty the -wal"]
)
def test_a_journal_that_goes_while_in_use_is_written_anew_and_told(
    tmp_path, monkeypatch, tiny_tasks, after_tasks, caplog, harm, nodes, last
):
    path = tmp_path / "folder" / "journal"
    path.parent.mkdir()

    def do():
        if harm == "rename":
            path.rename(tmp_path / "elsewhere")
            return
        if harm.startswith("empty"):
            os.truncate(path.with_name("journal-wal" if "-wal" in harm else "journal"), 0)
            return
        for suffix in {"delete": [""], "delete all": ["", "-wal", "-shm"]}.get(harm, ["-wal"]):
            path.with_name(f"journal{suffix}").unlink()

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
    tmp_path, capfd, after_tasks, tiny_tasks, nodes
):
    problem, folder = tmp_path / "problem.json", tmp_path / "folder"
    folder.mkdir()
    xc.write(PROBLEM, problem)
    after_tasks(lambda: shutil.rmtree(folder))
    arguments = ["count", str(problem), "--journal", str(folder / "journal"), "--engine", "cells"]
    if nodes:
        arguments += ["--nodes", str(nodes)]
    assert xc.cli.run("exactcover", cli.main, arguments) == (3 if nodes else 0)
    out, err = capfd.readouterr()
    assert out.startswith("at least" if nodes else "52")
    assert err.count("was deleted while in use, and cannot be written anew") == 1
    assert not folder.exists()


def test_a_second_search_that_got_past_the_lock_ends_the_first_and_nothing_counts_twice(
    tmp_path, after_tasks, tiny_tasks, monkeypatch
):
    path = tmp_path / "journal"
    script = (
        "from tests.instances import langford\n"
        f"count = langford(7).gather(journal={str(path)!r}, workers=1, engine='cells',\n"
        "    options=True, sample=2, best=1, listed=None).count\n"
        "assert count == 52, count\n"
    )

    def other():
        path.with_name("journal.lock").unlink()
        subprocess.run([sys.executable, "-c", script], check=True)

    after_tasks(other)
    with pytest.raises(xc.JournalFault, match="changed by somebody else"):
        gathered(path)
    monkeypatch.undo()
    assert read_status(str(path)).complete
    assert gathered(path).count == 52


def test_a_checkpoint_by_another_process_does_no_harm(tmp_path, after_tasks, tiny_tasks):
    path = tmp_path / "journal"

    def checkpoint():
        database = sqlite3.connect(path)
        assert database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
        database.close()

    after_tasks(checkpoint)
    assert gathered(path).count == 52


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


# -- the commands ----------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES)
def test_the_commands_refuse_a_damaged_journal_with_exit_code_2(tmp_path, capsys, table):
    problem, path = tmp_path / "problem.json", tmp_path / "journal"
    xc.write(PROBLEM, problem)
    commands = [["gather", str(problem), "--by-option", "--all"], ["count", str(problem)]]
    for command in commands[: 2 if table in ("about", "open", "session") else 1]:
        path.unlink(missing_ok=True)
        arguments = [*command, "--journal", str(path), "--workers", "1", "--engine", "cells"]
        with tasks_of_few_nodes():
            assert xc.cli.run("exactcover", cli.main, [*arguments, "--nodes", "200"]) == 3
        database = sqlite3.connect(path)
        with database:
            database.execute(
                f"DELETE FROM {table} WHERE rowid IN (SELECT max(rowid) FROM {table})"
                if table != "about"
                else "DELETE FROM about WHERE key = 'nodes'"
            )
        database.close()
        capsys.readouterr()
        for again in (arguments, ["status", str(path)]):
            assert xc.cli.run("exactcover", cli.main, again) == 2
            out, err = capsys.readouterr()
            assert out == ""
            assert f"the rows of table {table} do not have the checksum" in err


def test_the_census_refuses_a_damaged_journal_with_exit_code_2(tmp_path, capsys):
    path = tmp_path / "journal"
    arguments = ["census", "--most", "2", "--journal", str(path), "--quiet"]
    assert xc.cli.run("results", main, arguments) == 0
    database = sqlite3.connect(path)
    with database:
        database.execute("UPDATE option SET count = count + 1000 WHERE number = 3")
    database.close()
    capsys.readouterr()
    assert xc.cli.run("results", main, arguments) == 2
    assert "the rows of table option" in capsys.readouterr().err
