"""What ``--help`` says of every command."""

from __future__ import annotations

import argparse
import textwrap

import pytest

import exactcover as xc
from exactcover.cli import main as exactcover_cli
from exactcover_puzzles import cli as puzzles_cli
from exactcover_puzzles.registry import KINDS, kind


def commands(parser):
    below = [each for each in parser._actions if isinstance(each, argparse._SubParsersAction)]
    if not below:
        yield parser
    for action in below:
        for each in dict.fromkeys(action.choices.values()):
            yield from commands(each)


COMMANDS = [*commands(exactcover_cli.parser()), *commands(puzzles_cli.parser())]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.prog)
def test_every_argument_says_what_it_is_for(command):
    silent = [action.dest for action in command._actions if not action.help]
    assert not silent
    assert command.format_help()


EXAMPLES = {name: kind(name).example for name in KINDS}


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_that_reads_files_shows_one(name):
    assert bool(EXAMPLES[name]) == kind(name).reads_files


@pytest.mark.parametrize("name", [name for name, example in EXAMPLES.items() if example])
def test_the_file_that_help_shows_has_a_solution(name, capsys, tmp_path):
    assert run(name, "--help") == 0
    shown = capsys.readouterr().out.partition("A file, for example:\n\n")[2]
    assert shown == textwrap.indent(EXAMPLES[name], "    ")
    assert max(map(len, shown.splitlines())) <= 80
    file = tmp_path / "file"
    file.write_text(textwrap.dedent(shown))
    assert run(name, str(file)) == 0


@pytest.mark.parametrize(("command", "has_costs"), [("count", False), ("maximize", True)])
def test_the_problem_that_help_shows_has_a_solution(command, has_costs, capsys, tmp_path):
    assert xc.cli.run("exactcover", exactcover_cli.main, [command, "--help"]) == 0
    shown = capsys.readouterr().out.partition("A file, for example:\n\n")[2]
    file = tmp_path / "file"
    file.write_text(textwrap.dedent(shown))
    problem = xc.read(file)
    assert problem.count() >= 1
    assert bool(problem.costs) == has_costs


@pytest.mark.parametrize(
    "words", [("reflect", "solve"), ("reflect", "draw"), ("doubles", "verify"), ("doubles", "draw")]
)
def test_so_have_those_of_the_commands_that_are_no_kinds(words, capsys, tmp_path):
    assert run(*words, "--help") == 0
    shown = capsys.readouterr().out.partition("A file, for example:\n\n")[2]
    file = tmp_path / "file"
    file.write_text(textwrap.dedent(shown))
    solved = {"reflect": ("reflect", "solve"), "doubles": ("doubles", "verify")}[words[0]]
    assert run(*solved, str(file)) == 0


@pytest.mark.parametrize("words", [("haley", "--contu"), ("reflect", "solve", "x", "--contu")])
def test_an_unknown_option_names_the_help_of_its_command(words, capsys):
    assert run(*words) == 2
    command = " ".join(("puzzles", *words[: -1 if words[0] == "haley" else 2]))
    said = f"{command}: unrecognized arguments: --contu (see {command} --help)"
    assert said in capsys.readouterr().err


def run(*words):
    return xc.cli.run("puzzles", puzzles_cli.main, list(words))
