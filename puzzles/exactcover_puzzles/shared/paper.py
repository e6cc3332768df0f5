"""Pages of paper that are printed in true size, with a ruler that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .svg_page import INK, Drawing, moved, sentences, svg_file, text_element
from .svg_text import line, number, shortened

#: Of a millimetre: an inch has 96.
PIXELS = 96 / 25.4
#: The margins, and the height of the ruler and its text.
_MARGIN, _FOOT = 12 * PIXELS, 12 * PIXELS
_TITLE, _TEXT = 18.0, 11.0


class Paper(NamedTuple):
    """A kind of paper, upright: its sides in millimetres; the length of its ruler, the distance of
    its ticks, and what is written there."""

    name: str
    width: float
    height: float
    ruler: float
    tick: float
    length: str

    @property
    def turned(self) -> Paper:
        """The same with its long side down."""
        return self._replace(width=self.height, height=self.width)

    @property
    def room(self) -> tuple[float, float]:
        """Width and height between the margins, above the ruler, in pixels."""
        return self.width * PIXELS - 2 * _MARGIN, self.height * PIXELS - 2 * _MARGIN - _FOOT

    def head(self, title: str, said: Sequence[str]) -> Drawing:
        """A title, and sentences below it."""
        width, _ = self.room
        shown = shortened(title, _TITLE, width, bold=True)
        heading = [text_element(shown, 0, _TITLE, _TITLE, bold=True)] if title else []
        below = sentences(said, width) if said else Drawing(0, 0, ())
        high = 1.4 * _TITLE * bool(title)
        below_title = moved(below.elements, 0, high)
        return Drawing(width, high + below.height + _TEXT / 2, [*heading, *below_title])

    def page(self, elements: Sequence[str], title: str, foot: str) -> str:
        """A file with elements from the upper left corner of the room, and the ruler."""
        width, height = self.width * PIXELS, self.height * PIXELS
        bottom = height - _MARGIN
        n_ticks = round(self.ruler / self.tick)
        ticks = [
            [(x, 0), (x, -12 if k in (0, n_ticks) else -6)]
            for k in range(n_ticks + 1)
            for x in [k * self.tick * PIXELS]
        ]
        ruler = "".join(map(line, [[(0, 0), (self.ruler * PIXELS, 0)], *ticks]))
        told = f"{self.length}, if this page is printed at 100 %"
        return svg_file(
            width,
            height,
            title,
            [
                *moved(elements, _MARGIN, _MARGIN),
                *moved([f'<path class="ruler" d="{ruler}" fill="none" stroke="{INK}"/>',
                        text_element(told, self.ruler * PIXELS + 8, 0, _TEXT)], _MARGIN, bottom),
                text_element(foot, width - _MARGIN, bottom, _TEXT, anchor="end"),
            ],
            sides=(f"{number(self.width)}mm", f"{number(self.height)}mm"),
        )  # fmt: skip


PAPERS = {
    "a4": Paper("A4", 210, 297, 100, 10, "100 mm"),
    "letter": Paper("Letter", 215.9, 279.4, 101.6, 12.7, "4 in"),
}
