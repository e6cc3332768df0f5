"""Playwright fixtures: the page in Chromium, with its server and without."""

from __future__ import annotations

import os

import pytest

from .browser import Person, chromium, served, static


@pytest.fixture(scope="module")
def browser():
    with chromium() as found:
        yield found


@pytest.fixture(scope="module", params=["server", "static"])
def url(request, tmp_path_factory):
    if request.param == "server":
        with served() as address:
            yield address
    else:
        with static(tmp_path_factory.mktemp("site"), os.environ["PYODIDE"]) as address:
            yield address


@pytest.fixture(scope="module")
def one(browser, url):
    """One person for many tests: Python in the browser takes seconds to start."""
    person = Person(browser, url)
    yield person
    person.context.close()


@pytest.fixture
def person(one):
    one.faults.clear()
    yield one
    assert one.faults == []
