"""User actions on the page, for tests: look, click, drag, press keys."""

from __future__ import annotations

import functools
import http.server
import os
import threading
import time
from contextlib import contextmanager
from pathlib import Path

from exactcover_puzzles.page.server import PageServer
from exactcover_puzzles.page.static_site import export

__all__ = ["TWO", "Person", "chromium", "running", "served", "static"]

#: A board of two solutions.
TWO = "grid: square\npieces: 2*L tetromino\nboard:\n####\n####\n"

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


@contextmanager
def chromium():
    """Chromium, without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@contextmanager
def running(server):
    """A server that runs meanwhile."""
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def served(start=None):
    """The address of a page with its server; ``start``: what it opens with."""
    with running(PageServer(start or {})) as server:
        yield server.url


@contextmanager
def static(folder, pyodide):
    """The address of a page without one: files alone."""
    export(folder, {}, Path(pyodide))

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *values):
            pass

    handler = functools.partial(Quiet, directory=folder)
    with running(http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)) as server:
        yield f"http://127.0.0.1:{server.server_port}/"


class Person:
    """A user of the page; ``faults``: errors that went unnoticed."""

    def __init__(self, browser, url, patience=60_000, **context):
        self.context = browser.new_context(viewport={"width": 1280, "height": 800}, **context)
        self.context.set_default_timeout(patience)
        self.patience = patience
        self.page = self.context.new_page()
        self.faults = []
        self.asked = []
        self.page.on(
            "console", lambda said: self.faults.append(said.text) if said.type == "error" else None
        )
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(url)
        self.answer()

    def answer(self):
        """The verdict, once there is one of the puzzle that is open."""
        until = time.monotonic() + self.patience / 1000
        known = "() => globalThis.page?.pending === 0 && page.told"
        while not self.page.evaluate(known):
            if time.monotonic() > until:
                raise TimeoutError(self.page.inner_text(".answer"))
            self.page.wait_for_timeout(30)
        return self.page.inner_text("#verdict")

    def tab(self, name):
        self.page.click(f"#tabs >> text={name}")

    def unfold(self, title):
        """Show a part of the panel."""
        part = self.page.locator("details", has=self.page.locator(f"summary:text-is('{title}')"))
        if part.get_attribute("open") is None:
            part.locator("summary").click()

    def run(self, script, *values):
        return self.page.evaluate(script, [*values])

    def wait(self, what, **more):
        """Wait until something is visible."""
        self.page.locator(what).first.wait_for(**more)

    def until(self, condition):
        self.page.wait_for_function(f"() => {condition}")

    def said(self, text):
        """Wait until the page says this about the game."""
        self.wait(f"#said:has-text('{text}')")

    def text(self, kind, text):
        """Open a text, as if it had been typed."""
        self.run("([kind, text]) => page.book.put({ kind, text, name: '' })", kind, text)
        self.page.wait_for_timeout(100)

    def open(self, kind, text, tab=None):
        """Open a text and then a tab; the verdict."""
        self.text(kind, text)
        verdict = self.answer()
        if tab is not None:
            self.tab(tab)
        return verdict

    def shipped(self, kind, name):
        self.page.click("#new")
        self.page.fill("dialog [role=searchbox]", f"{kind} {name}")
        self.page.locator("dialog .cards").last.locator("button").first.click()

    def begin(self, name):
        """Choose a kind in the gallery."""
        self.page.click("#new")
        self.page.click(f"dialog .cards button:has(b:text-is('{name}'))")

    @contextmanager
    def elsewhere(self, address):
        """Open another window with a page."""
        again = self.context.new_page()
        again.goto(address)
        yield again
        again.close()

    @property
    def stated(self):
        """The text of the puzzle that is open."""
        return self.run("() => page.book.puzzle.text")

    @property
    def chosen(self):
        """The options that lie on the board of a game."""
        return self.run("() => page.tabs[1].chosen")

    def middle(self, place):
        """Where a place is on the screen."""
        return self.run(
            "([k]) => { const r = page.board.polygons[k].getBoundingClientRect();"
            " return [r.x + r.width / 2, r.y + r.height / 2]; }", place
        )  # fmt: skip

    def place_at(self, at):
        """The number of the place with these numbers, or -1."""
        return self.run(
            "([at]) => page.board.places.findIndex((each) => `${each.at}` === at)",
            ",".join(map(str, at)),
        )

    def at(self, *cell):
        """Where a cell is on the screen."""
        return self.middle(self.place_at(cell))

    def click(self, *cell):
        self.page.mouse.click(*self.at(*cell))

    def drag(self, *points):
        """Press the button of the mouse at the first point, and go to the others."""
        mouse = self.page.mouse
        mouse.move(*points[0])
        mouse.down()
        for point in points[1:]:
            mouse.move(*point, steps=3)
        mouse.up()

    def carry(self, thing, to):
        """Drag an element of the page to a point."""
        box = thing.bounding_box()
        x, y = to
        self.drag([box["x"] + box["width"] / 2, box["y"] + box["height"] / 2], [x - 20, y - 10], to)

    def focus(self, place=None):
        self.page.focus("#board")
        if place is not None:
            self.run("([k]) => page.board.moveTo(k)", place)

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
