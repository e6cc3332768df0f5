"""The page's response times and frame rate: ``python -m benchmarks.page``.

It requires Chromium (path in ``CHROMIUM``) and playwright; ``.ci/browser`` installs both.

A click removes a cell or adds it again, on every shipped board of polyforms and on fifty whose
pieces do not fit, until something is said of the new board. Each shipped board is asked for a hint.
The pointer carries a piece over a board of 400 cells.

With the word ``start``: how long an exported page takes to show its first answer, on the first
visit and on later ones. The variable PYODIDE names the folder with Pyodide.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from exactcover_puzzles.shared.shipped import shipped, shipped_names
from tests.puzzles.page.browser import Person, chromium, served, static

_EDITS = """async () => {
  const times = [], { at, on } = page.looked.sketch;
  const cell = at[on.indexOf(true)];
  for (const add of [false, true]) {
    const began = performance.now();
    await page.edit({ cells: [cell], on: add, keep: "" });
    while (document.querySelector("#verdict").textContent === "Searching…")
      await new Promise(requestAnimationFrame);
    times.push(performance.now() - began);
  }
  return times;
}"""
_HINT = """async () => {
  const began = performance.now();
  await page.tab.help.hint();
  return performance.now() - began;
}"""
_FRAMES = """() => {
  globalThis.frames_ = [];
  let last = performance.now();
  const frame = (now) => { frames_.push(now - last); last = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
}"""
_ANSWERED = "() => globalThis.page?.pending === 0 && page.told && performance.now()"
_KEPT = """async () => Boolean(await caches.match("memory") && await caches.match("watch.js"))"""
_LARGE = "grid: square\npieces: 2*pentominoes\nuse: any\nholes: 0-400\nboard:\n"
_LARGE += f"{'#' * 20}\n" * 20


def misfits() -> Iterator[str]:
    """Texts of boards whose pieces do not cover them."""
    draw = random.Random(1)
    families = ["tetrominoes", "pentominoes", "tetrominoes, pentominoes", "hexominoes"]
    for _ in range(50):
        pieces, rows, columns = draw.choice(families), draw.randint(4, 9), draw.randint(4, 10)
        rows_drawn = [["#"] * columns for _ in range(rows)]
        for _ in range(draw.randint(0, 3)):
            draw.choice(rows_drawn)[draw.randrange(columns)] = "."
        board = "\n".join(map("".join, rows_drawn))
        yield f"grid: square\npieces: {pieces}\nboard:\n{board}\n"


def shown(name: str, times: list[float]) -> None:
    """Print a row."""
    late = sorted(times)[len(times) * 95 // 100]
    print(f"{name}: {len(times)} times, median {statistics.median(times):.0f} ms, 95 % at most"
          f" {late:.0f} ms, most {max(times):.0f} ms, least"
          f" {min(times):.0f} ms", flush=True)  # fmt: skip


def start() -> None:
    """Print how long the first answer of an exported page takes."""
    first: list[float] = []
    later: list[float] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        chromium() as browser,
        static(Path(folder) / "site", os.environ["PYODIDE"]) as url,
    ):
        for times in [first, later, later, later] * 5:
            if times is first:
                context = browser.new_context()
            page = context.new_page()
            page.goto(url)
            times.append(page.wait_for_function(_ANSWERED, timeout=60_000).json_value())
            while not page.evaluate(_KEPT):
                page.wait_for_timeout(100)
            page.close()
    shown("first answer, first visit", first)
    shown("first answer, later visits", later)


def main() -> None:
    """Print the figures."""
    with chromium() as browser, served() as url:
        person = Person(browser, url)
        clicks: list[float] = []
        hints: list[float] = []
        boards = [
            shipped("boards", name).read_text(encoding="utf-8") for name in shipped_names("boards")
        ]
        for text in [*boards, *misfits()]:
            person.text("polyform", text)
            person.until("document.querySelector('#verdict').textContent !== 'Searching…'")
            if text in boards:
                person.tab("Play")
                person.until("page.tab.options || page.tab.said")
                hints.append(person.run(_HINT))
            person.tab("Design")
            clicks += person.run(_EDITS)
        shown("from a click to an answer", clicks)
        shown("from a question to a hint", hints)
        person.text("polyform", _LARGE)
        person.page.locator(".answer.working").wait_for()
        person.page.click("#answer-tools >> text=Stop")
        person.tab("Play")
        tray = person.page.locator(".tray button").first
        tray.wait_for()
        box = tray.bounding_box()
        mouse = person.page.mouse
        mouse.move(box["x"] + 20, box["y"] + 20)
        mouse.down()
        person.run(_FRAMES)
        for k in range(200):
            mouse.move(100 + k * 7 % 600, 150 + k * 5 % 500)
        frames = sorted(person.run("() => frames_"))
        mouse.up()
        late = frames[len(frames) * 95 // 100]
        print(f"carrying a piece over 400 cells: a frame takes {statistics.median(frames):.1f} ms,"
              f" 95 % at most {late:.1f} ms")  # fmt: skip


if __name__ == "__main__":
    start() if sys.argv[1:] == ["start"] else main()
