"""Screenshots for the documentation: ``python -m benchmarks.page_pictures FOLDER``.

It requires Chromium, as ``benchmarks.page`` does, and Pillow (the extra ``pictures``). Fonts differ
between machines, so nothing compares these pictures.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from exactcover_puzzles.reflect.file import EXAMPLE
from tests.puzzles.page.browser import Person, chromium, served

#: Width and height of the window; colours of a picture.
_SIZE, _COLOURS = (1100, 640), 96
_TRAY = """\
title: A tray with one solution
grid: square
pieces: P, U, Y, W, T, V
board:
######
######
######
######
######
"""


def main(folder: Path) -> None:
    """Write a picture of each tab that the documentation shows."""
    from PIL import Image

    with chromium() as browser, served() as url:
        person = Person(browser, url)
        person.page.set_viewport_size({"width": _SIZE[0], "height": _SIZE[1]})

        def take(name: str) -> None:
            person.page.wait_for_timeout(500)
            image = Image.open(io.BytesIO(person.page.screenshot()))
            image.convert("RGB").quantize(_COLOURS).save(folder / f"{name}.png", optimize=True)

        person.text("polyform", _TRAY)
        person.answer()
        take("page-design")
        person.text("reflect", EXAMPLE)
        person.answer()
        person.tab("Play")
        person.page.locator(".way >> nth=0").wait_for(state="attached")
        for k, cell in ((0, (1, 3)), (1, (3, 1))):
            person.page.locator(".tray button").nth(k).click()
            person.page.mouse.click(*person.middle(person.place_at(cell)))
        person.page.click("text=Can it be finished?")
        person.page.mouse.move(0, 0)
        take("page-play")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
