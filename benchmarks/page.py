"""The page's response times and frame rate: ``python -m benchmarks.page``.

It requires Chromium (path in ``CHROMIUM``) and playwright; ``.ci/browser`` installs both.
A click changes a board of 16 cells; the pointer carries a piece over a board of 400.
"""

from __future__ import annotations

import statistics

from tests.puzzles.page.browser import Person, chromium, served

_EDITS = """async () => {
  const times = [];
  for (let k = 0; k < 20; k++) {
    const began = performance.now();
    await page.edit({ cells: [[0, 0]], on: k % 2 === 1, keep: "" });
    while (!page.answer) await new Promise(requestAnimationFrame);
    times.push(performance.now() - began);
  }
  return times;
}"""
_FRAMES = """() => {
  globalThis.frames_ = [];
  let last = performance.now();
  const frame = (now) => { frames_.push(now - last); last = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
}"""
_SMALL = "grid: square\npieces: 2*L tetromino, 2*I tetromino\nboard:\n" + "####\n" * 4
_LARGE = "grid: square\npieces: 2*pentominoes\nuse: any\nholes: 0-400\nboard:\n"
_LARGE += f"{'#' * 20}\n" * 20


def main() -> None:
    """Print the figures."""
    with chromium() as browser, served() as url:
        person = Person(browser, url)
        person.text("polyform", _SMALL)
        person.answer()
        times = person.run(_EDITS)
        print(f"from a click to the answer, 16 cells: median {statistics.median(times):.0f} ms,"
              f" most {max(times):.0f} ms")  # fmt: skip
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
    main()
