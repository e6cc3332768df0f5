"""The command, and an index of boards of Reflect of up to four pieces."""

from __future__ import annotations

import pytest

import exactcover as xc
from results import PROGRAM
from results.__main__ import main
from results.reflect.index import Index, build_index


@pytest.fixture(scope="session")
def index(tmp_path_factory):
    folder = tmp_path_factory.mktemp("index")
    build_index(folder, 4)
    return Index(folder)


@pytest.fixture
def run(capsys):
    def call(*arguments):
        code = xc.cli.run(PROGRAM, main, list(map(str, arguments)))
        return code, *capsys.readouterr()

    return call
