"""An index of boards of Reflect of up to four pieces."""

from __future__ import annotations

import pytest

from results.reflect.index import Index, build_index


@pytest.fixture(scope="session")
def index(tmp_path_factory):
    folder = tmp_path_factory.mktemp("index")
    build_index(folder, 4)
    return Index(folder)
