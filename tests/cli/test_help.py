"""What ``--help`` says of every command."""

from __future__ import annotations

import argparse

import pytest

from exactcover.cli import main as exactcover_cli
from exactcover_puzzles import cli as puzzles_cli


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
    assert len(COMMANDS) == 41
