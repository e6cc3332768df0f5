"""The command, and an index of boards of up to four pieces."""

from __future__ import annotations

import pytest

import exactcover as xc
from exactcover_puzzles import cli
from exactcover_puzzles.reflect.four.index import Index, build_index


@pytest.fixture(scope="session")
def index(tmp_path_factory):
    folder = tmp_path_factory.mktemp("index")
    build_index(folder, 4)
    return Index(folder)


@pytest.fixture
def run(capsys):
    def call(*arguments):
        code = xc.cli.run("puzzles", cli.main, ["reflect", *map(str, arguments)])
        return code, *capsys.readouterr()

    return call
