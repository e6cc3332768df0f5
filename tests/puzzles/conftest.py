"""Fixtures that run the command ``puzzles`` within this process."""

from __future__ import annotations

import json

import pytest

import exactcover as xc
from exactcover_puzzles import cli


@pytest.fixture
def asked(capsys):
    """Asks the command; its exit code, output and messages."""

    def ask(*arguments):
        code = xc.cli.run("puzzles", cli.main, list(map(str, arguments)))
        return code, *capsys.readouterr()

    return ask


@pytest.fixture
def answers(asked):
    """The objects that the command prints with --json, when it answers."""

    def ask(*arguments):
        code, out, _ = asked(*arguments, "--json")
        assert code == 0
        return [json.loads(line) for line in out.splitlines()]

    return ask
