"""``--given`` and ``--without``: options named as answers print them."""

from __future__ import annotations

import json

import pytest

import exactcover as xc
from exactcover.cli import main as cli

PROBLEM = {
    "primary": ["a", "b"],
    "options": [
        {"name": "both", "items": ["a", "b"], "cost": 5},
        {"name": ["x", 1], "items": ["a"], "cost": 1},
        {"name": 3, "items": ["b"], "cost": 1},
        {"name": "3 ", "items": ["b"], "cost": 1},
    ],
}


@pytest.fixture
def ask(tmp_path, capsys):
    """Asks the command about a problem: exit code, output, messages."""
    path = tmp_path / "problem.json"
    path.write_text(json.dumps(PROBLEM))

    def asked(command, *arguments):
        code = xc.cli.run("exactcover", cli.main, [command, str(path), *arguments])
        return code, *capsys.readouterr()

    return asked


def test_only_solutions_with_what_is_given_are_counted(ask):
    assert ask("count")[1] == "3\n"
    assert ask("count", "--given", "('x', 1)")[1] == "2\n"
    assert ask("count", "--given", "('x', 1)", "--given", "3")[1] == "1\n"
    assert ask("count", "--without", "both", "--without", "3")[1] == "1\n"


def test_clashing_options_make_an_impossible_problem(ask):
    code, out, _ = ask("solve", "--given", "both", "--given", "3")
    assert code == xc.cli.NO_SOLUTION
    assert "the options 'both' and 3 are forced and clash" in out


@pytest.mark.parametrize("command", ["solve", "count", "estimate", "explain", "gather", "minimize",
                                     "sample", "symmetry", "zdd", "convert"])  # fmt: skip
def test_every_question_takes_them(ask, command):
    code, _, err = ask(command, "--given", "both", "--without", "3")
    assert code in (xc.cli.ANSWERED, xc.cli.NO_SOLUTION)
    assert "problem has no option" not in err


def test_an_unknown_option_is_a_fault_with_near_names(ask):
    code, _, err = ask("count", "--given", "bot")
    assert code == xc.cli.BAD_INPUT
    assert "the problem has no option 'bot'" in err
    assert "both" in err


def test_check_takes_neither(ask):
    code, _, err = ask("check", "--given", "both")
    assert code == xc.cli.BAD_INPUT
    assert "unrecognized arguments: --given both" in err
