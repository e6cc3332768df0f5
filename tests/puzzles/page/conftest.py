"""Playwright fixtures: the page in Chromium, with its server and without."""

from __future__ import annotations

import os

import pytest

from .browser import Person, chromium, served, static


@pytest.fixture(scope="module")
def browser():
    with chromium() as found:
        yield found


def pytest_generate_tests(metafunc):
    """Without a server only what may differ there is tested: Python is slow in the browser."""
    if "url" in metafunc.fixturenames:
        both = metafunc.module.__name__.endswith(("test_browser", "test_browser_play"))
        ways = ["server", "static"] if both else ["server"]
        metafunc.parametrize("url", ways, indirect=True, scope="module")


@pytest.fixture(scope="module")
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
