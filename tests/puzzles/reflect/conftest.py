"""The command, and an index of boards of up to four pieces."""

from __future__ import annotations

import pytest

import exactcover as xc
from exactcover_puzzles import cli
from tests.results.conftest import index

__all__ = ["index", "run"]


@pytest.fixture
def run(capsys):
    def call(*arguments):
        code = xc.cli.run("puzzles", cli.main, ["reflect", *map(str, arguments)])
        return code, *capsys.readouterr()

    return call
