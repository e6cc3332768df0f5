"""One rule for the exit codes of all commands: a limit that was asked for is an answer, a budget
that ran out is not."""

from __future__ import annotations

import pytest

import exactcover as xc
from exactcover.cli import main as cli
from exactcover_puzzles import cli as puzzles_cli
from tests.instances import langford

#: Puzzles with several solutions.
REFLECT = "....\n....\n....\n....\npieces: /\n"
SUDOKU = "." * 81

COUNTS = [
    ("exactcover", "count", "langford.json"),
    ("exactcover", "solve", "langford.json"),
    ("exactcover", "solve", "langford.json", "--json"),
    ("puzzles", "haley"),
    ("puzzles", "haley", "--all"),
    ("puzzles", "haley", "--json"),
    ("puzzles", "polyform", "pentominoes-3x20"),
    ("puzzles", "polyform", "pentominoes-3x20", "--all"),
    ("puzzles", "jigsaw", "four-by-four", "--count"),
    ("puzzles", "jigsaw", "four-by-four", "--count", "--json"),
    ("puzzles", "jigsaw", "four-by-four", "--all"),
    ("puzzles", "sudoku", "sudoku.txt", "--count"),
    ("puzzles", "reflect", "solve", "reflect.txt"),
]


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    xc.write(langford(8), "langford.json")
    (tmp_path / "sudoku.txt").write_text(SUDOKU)
    (tmp_path / "reflect.txt").write_text(REFLECT)

    def call(program, *arguments):
        main = {"exactcover": cli.main, "puzzles": puzzles_cli.main}[program]
        return xc.cli.run(program, main, list(arguments)), *capsys.readouterr()

    return call


@pytest.mark.parametrize("command", COUNTS, ids=" ".join)
def test_reaching_a_limit_is_an_answer(run, command):
    code, out, _ = run(*command, "--limit", "2")
    assert code == xc.cli.ANSWERED == 0
    assert out


@pytest.mark.parametrize(
    "command", [each for each in COUNTS if each[1] not in ("sudoku", "reflect")], ids=" ".join
)
def test_a_budget_that_runs_out_is_none(run, command):
    code, _, err = run(*command, "--nodes", "1")
    assert code == xc.cli.STOPPED == 3
    assert "stopped by the budget of nodes" in err


@pytest.mark.parametrize(
    ("stopped", "found", "code", "told"),
    [
        (None, 0, 1, ""),
        (None, 5, 0, ""),
        ("limit", 0, 0, "exactcover: stopped at the limit\n"),
        ("limit", 5, 0, "exactcover: stopped at the limit\n"),
        ("nodes", 5, 3, "exactcover: stopped by the budget of nodes\n"),
        ("interrupt", 5, 130, "exactcover: interrupted\n"),
    ],
)
def test_the_rule_has_one_place(capsys, stopped, found, code, told):
    assert xc.cli.ended("exactcover", found, stopped, quiet=False) == code
    assert capsys.readouterr().err == told
    assert xc.cli.ended("exactcover", found, stopped, quiet=True) == code
    assert capsys.readouterr().err == (told if stopped == "interrupt" else "")
