"""The exported page in Chromium: how it starts, what the browser keeps, and what fails there."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from exactcover_puzzles.page.static_site import INTEGRITY, _digest, export
from exactcover_puzzles.registry import KINDS

from .browser import ARGUMENTS, Person, static

pytestmark = pytest.mark.browser


def kept(person):
    """Wait until the browser has kept all files, and Python's memory."""
    for name in ("memory", "watch.js"):
        while not person.run("async ([name]) => Boolean(await caches.match(name))", name):
            person.page.wait_for_timeout(100)


@pytest.fixture
def site(tmp_path):
    return tmp_path / "site"


@pytest.fixture
def address(site):
    with static(site, os.environ["PYODIDE"]) as found:
        yield found


@pytest.fixture
def person(browser, address):
    """A person who has visited the page, of which all is kept."""
    person = Person(browser, address)
    kept(person)
    yield person
    person.context.close()


def again(person):
    """The verdict after a reload."""
    person.page.reload()
    return person.answer()


def test_a_page_without_a_server_runs_no_pyodide_but_the_one_that_was_tested(
    browser, site, address
):
    given = Path(os.environ["PYODIDE"])
    assert {name: _digest((given / name).read_bytes()) for name in INTEGRITY} == INTEGRITY
    for name in INTEGRITY:
        path = site / "pyodide" / name
        before = path.read_bytes()
        # It is another one, or not there.
        for wrong in (before + b"\n", None)[: 1 + (name == "pyodide.mjs")]:
            path.unlink() if wrong is None else path.write_bytes(wrong)
            page = browser.new_page()
            page.goto(address)
            said = page.locator(f"#detail:has-text('fetched from {address}pyodide/')")
            said.wait_for(timeout=60_000)
            page.close()
        path.write_bytes(before)


def test_an_exported_page_opens_without_the_network_the_second_time(browser, site):
    """It is drawn, and Python answers: all files were kept, with Python's memory."""
    with static(site, os.environ["PYODIDE"]) as url:
        person = Person(browser, url)
        first = person.answer()
        kept(person)
    person.faults.clear()
    assert again(person) == first
    assert person.faults == []
    person.context.close()


@pytest.mark.parametrize("name", ["memory", "compiled.zip"])
def test_what_is_damaged_in_the_browser_is_deleted_and_a_reload_starts_anew(person, name):
    first = person.answer()
    person.run(
        """async ([name]) => {
          for (const key of await caches.keys()) {
            const cache = await caches.open(key), known = await cache.match(name);
            const part = (await known?.blob())?.slice(0, 999);
            if (known) await cache.put(known.url || name, new Response(part));
          }
        }""", name,
    )  # fmt: skip
    person.page.reload()
    person.wait("#detail:has-text('was damaged, and is deleted now; reload the page')")
    assert again(person) == first


def test_what_another_one_answers_for_the_server_is_not_kept(browser, site, address):
    right = (site / "python.zip").read_bytes()
    (site / "python.zip").write_text("<html>Log in to this network</html>")
    person = Person(browser, address)
    assert "fetched" in person.page.inner_text("#detail")
    (site / "python.zip").write_bytes(right)
    assert again(person) == "65 solutions up to turning and reflecting the board"
    person.context.close()


def test_a_new_export_is_used_though_the_browser_has_the_old_files(browser, site, address):
    def date():  # old files are taken from the browser, without a question
        for path in site.rglob("*.*"):
            os.utime(path, (time.time() - 2e6,) * 2)

    date()
    person = Person(browser, address)
    kept(person)
    newer = site.with_name("newer")
    export(newer, {"kind": "queens", "words": ["6"], "name": ""}, Path(os.environ["PYODIDE"]))
    for path in newer.rglob("*.*"):
        path.replace(site / path.relative_to(newer))
    date()
    version = json.loads((site / "start.json").read_text())["version"]
    # The first of these visits learns of it, and the next one has it.
    for _ in range(2):
        person.page.reload()
        person.answer()
        person.page.wait_for_timeout(1000)
        person.page.goto("about:blank")
        person.page.goto(address)
        person.answer()
    assert person.run("() => caches.keys()") == [f"puzzles {version}"]
    assert person.page.title().startswith("6 queens")
    person.context.close()


def test_where_the_browser_may_keep_nothing_the_page_works(browser, address, tmp_path):
    (tmp_path / "Default").mkdir()
    forbidden = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(forbidden))
    path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    context = browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=path, args=ARGUMENTS
    )
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("#verdict:has-text('65 solutions')", timeout=60_000)
    context.close()


def test_a_search_can_be_stopped_while_python_starts(browser, site, address):
    (site / "python.zip").unlink()
    os.mkfifo(site / "python.zip")  # the server waits for it
    page = browser.new_page()
    page.goto(address)
    page.click("#answer-tools button:has-text('Stop')")
    page.wait_for_selector("#verdict:has-text('Stopped')")
    with (site / "python.zip").open("wb"):  # the server goes on
        page.close()


def test_before_python_has_started_the_gallery_has_all_its_pictures(browser, site, address):
    (site / "python.zip").unlink()  # it never starts
    page = browser.new_page()
    page.goto(address)
    page.click("#new")
    cards = page.locator("dialog .cards button")
    for card in cards.all():
        card.scroll_into_view_if_needed()
        card.locator(".picture *").first.wait_for(state="attached")
    assert cards.count() == len(KINDS) - 1
    page.close()
