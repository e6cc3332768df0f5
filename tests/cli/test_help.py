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


def test_all_commands_are_looked_at():
    assert len(COMMANDS) == 44


EXAMPLES = {name: kind(name).example for name in KINDS}


def test_every_kind_that_reads_files_shows_one():
    without = {name for name, example in EXAMPLES.items() if not example}
    assert without == {"haley", "langford", "queens", "steiner"}


@pytest.mark.parametrize("name", [name for name, example in EXAMPLES.items() if example])
def test_the_file_that_help_shows_has_a_solution(name, capsys, tmp_path):
    assert run(name, "--help") == 0
    shown = capsys.readouterr().out.partition("A file, for example:\n\n")[2]
    assert shown == textwrap.indent(EXAMPLES[name], "    ")
    assert max(map(len, shown.splitlines())) <= 80
    file = tmp_path / "file"
    file.write_text(textwrap.dedent(shown))
    assert run(name, str(file)) == 0


def test_the_problem_that_help_shows_has_a_solution(capsys, tmp_path):
    assert xc.cli.run("exactcover", exactcover_cli.main, ["count", "--help"]) == 0
    shown = capsys.readouterr().out.partition("A file, for example:\n\n")[2]
    file = tmp_path / "file"
    file.write_text(textwrap.dedent(shown))
    assert xc.read(file).count() == 1


def run(*words):
    return xc.cli.run("puzzles", puzzles_cli.main, list(words))
