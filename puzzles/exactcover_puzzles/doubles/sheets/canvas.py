"""A page in millimetres to draw on: an SVG file in real size, and from it PNG or PDF.

Outlines are Bezier curves in one array, points x 2: a point, and three more for each segment. y
points down.
"""

from __future__ import annotations

import base64
import contextlib
import io
import warnings
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

import exactcover as xc

from ...shared.pictures import files_of
from ...shared.svg_page import FONT, INK
from ...shared.svg_text import escaped, number

#: Pixels of a PNG file, at most.
_MOST_PIXELS = 120_000_000
#: How files of pictures begin.
_KINDS = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
}
#: Numbers are written to a ten-thousandth of a millimetre.
_number = partial(number, decimals=4)


@dataclass(frozen=True)
class Picture:
    """A picture, unchanged from its file."""

    path: str
    kind: str
    data: bytes


@dataclass(frozen=True)
class Clip:
    """A piece of a picture, to be laid elsewhere.

    The picture fills the rectangle ``x``, ``y``, ``width``, ``height``, cut off where its form is
    another. It is turned by ``quarters``, clockwise, about ``source``, which comes to ``target``;
    what is then within ``outline`` is seen.
    """

    x: float
    y: float
    width: float
    height: float
    source: tuple[float, float]
    target: tuple[float, float]
    quarters: int
    outline: Any


def read_picture(path: str) -> Picture:
    """A picture from a file. Raises OSError, and :class:`exactcover.FileFault` for other files."""
    return picture_of(path, Path(path).read_bytes())


def picture_of(path: str, data: bytes) -> Picture:
    """The picture in a file; ``path`` is for messages."""
    kinds = [kind for beginning, kind in _KINDS.items() if data.startswith(beginning)]
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        kinds.append("image/webp")
    if kinds:
        picture = Picture(path, kinds[0], data)
        with contextlib.suppress(xc.MissingLibrary):  # without Pillow its beginning must do
            _opened(picture)
        return picture
    raise xc.FileFault(path, 0, 0, "it is not a picture", "a PNG, JPEG, GIF or WebP file")


def _opened(picture: Picture) -> Any:
    """A picture by Pillow, upright, on white, in colours of eight bits."""
    try:
        image_module = import_module("PIL.Image")
    except ImportError:
        raise xc.MissingLibrary("Pillow", "pictures") from None
    try:
        with warnings.catch_warnings():
            # Large pictures are meant, up to where Pillow refuses them.
            warnings.simplefilter("ignore", image_module.DecompressionBombWarning)
            image = image_module.open(io.BytesIO(picture.data))
            image = import_module("PIL.ImageOps").exif_transpose(image)
    except image_module.DecompressionBombError:
        raise xc.FileFault(picture.path, 0, 0, "it has too many pixels", "fewer") from None
    except Exception:  # whatever its reader makes of a damaged file
        raise xc.FileFault(picture.path, 0, 0, "it is damaged", "a whole picture") from None
    if image.mode.startswith("I") and image.mode != "I;8":
        # Sixteen bits of grey.
        grey = np.clip(np.asarray(image, np.int64) // 257, 0, 255).astype(np.uint8)
        image = image_module.fromarray(grey)
    image = image.convert("RGBA")
    paper = image_module.new("RGBA", image.size, "#ffffff")
    return image_module.alpha_composite(paper, image).convert("RGB")


class Canvas:
    """A page of this size, in millimetres."""

    def __init__(self, width: float, height: float, title: str, description: str = ""):
        self._size, self._title = (width, height), title
        self._drawn: list[str | tuple[Picture, Clip]] = []
        self._head = f"<title>{escaped(title)}</title>"
        if description:
            self._head += f"\n<desc>{escaped(description)}</desc>"

    def path(
        self, outline: Any, *, fill: str = "", stroke: str = "", width: float = 0.2, name: str = ""
    ) -> None:
        """A curve, filled, stroked or both."""
        form = f'stroke="{stroke}" stroke-width="{_number(width)}" stroke-linejoin="round"'
        self._drawn.append(
            f'<path d="{_data(outline)}" fill="{fill or "none"}"'
            + (f" {form}" if stroke else "")
            + (f"><title>{escaped(name)}</title></path>" if name else "/>")
        )

    def text(
        self, x: float, y: float, size: float, text: str, *, bold: bool = False, halo: bool = False
    ) -> None:
        """A text around the middle (x, y), ``size`` in millimetres; ``halo``: white around it."""
        weight = ' font-weight="bold"' if bold else ""
        form = (
            f'<text x="{_number(x)}" y="{_number(y + 0.36 * size)}" font-size="{_number(size)}"'
            f' text-anchor="middle"{weight}'
        )
        if halo:  # below the text, since not every program heeds paint-order
            self._drawn.append(
                f'{form} fill="#ffffff" stroke="#ffffff" stroke-width="{_number(0.2 * size)}"'
                f' opacity="0.8" stroke-linejoin="round">{escaped(text)}</text>'
            )
        self._drawn.append(f"{form}>{escaped(text)}</text>")

    def clip(self, picture: Picture, clip: Clip) -> None:
        """A piece of a picture. Of clips with the same target the largest comes first."""
        self._drawn.append((picture, clip))

    def file(self, path: str, dpi: float) -> bytes:
        """The page as SVG, PNG or PDF, by the ending of the file's name; ``dpi`` is for PNG.

        Raises :class:`exactcover.MissingLibrary`, and ValueError for a PNG of more pixels than a
        file should have.
        """
        in_parts = path.lower().endswith((".png", ".pdf"))
        across, down = (round(side * dpi / 25.4) for side in self._size)
        if path.lower().endswith(".png") and across * down > _MOST_PIXELS:
            raise ValueError(
                f"a PNG of {across:,} x {down:,} pixels: expected up to {_MOST_PIXELS:,}; fewer"
                " dots per inch, smaller pieces, or SVG"
            )
        ((data, _),) = files_of([self.svg(in_parts)], path, self._title, dpi)
        return data

    def svg(self, in_parts: bool = False) -> str:
        """The page as SVG. A picture is in the file once, as it is; or ``in_parts``: upright, what
        each clip shows of it. (Programs for PNG and PDF read a picture again wherever it is used,
        and write it again.)"""
        lines: list[str] = []
        definitions: list[str] = []
        names: dict[Any, str] = {}
        opened = cache(_opened)
        for drawn in self._drawn:
            if isinstance(drawn, str):
                lines.append(drawn)
                continue
            picture, clip = drawn
            place = clip.x, clip.y, clip.width, clip.height
            key = (picture.path, *place, *((clip.source, clip.target) if in_parts else ()))
            within = f"clip{len(definitions)}"
            definitions.append(
                f'<clipPath id="{within}"><path d="{_data(clip.outline)}"/></clipPath>'
            )
            if key not in names:
                names[key] = f"picture{len(names)}"
                if in_parts:
                    picture, place = _part(picture, opened(picture), clip)
                left, top, width, height = map(_number, place)
                code = base64.b64encode(picture.data).decode("ascii")
                definitions.append(
                    f'<image id="{names[key]}" x="{left}" y="{top}" width="{width}"'
                    f' height="{height}" preserveAspectRatio="xMidYMid slice"'
                    f' href="data:{picture.kind};base64,{code}"/>'
                )
            (x, y), (to_x, to_y) = clip.source, clip.target
            lines.append(
                f'<g clip-path="url(#{within})"><use href="#{names[key]}"'
                f' transform="translate({_number(to_x)} {_number(to_y)})'
                f' rotate({90 * clip.quarters}) translate({_number(-x)} {_number(-y)})"/></g>'
            )
        width, height = map(_number, self._size)
        head = [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
            f' viewBox="0 0 {width} {height}" font-family="{FONT}" fill="{INK}">',
            self._head,
        ]
        if definitions:
            head += ["<defs>", *definitions, "</defs>"]
        return "\n".join([*head, *lines, "</svg>"]) + "\n"


def _data(outline: Any) -> str:
    """Path data of a curve."""
    points = [f"{_number(x)} {_number(y)}" for x, y in np.asarray(outline).tolist()]
    closed = "Z" if np.allclose(outline[0], outline[-1]) else ""
    return f"M{points[0]}C{' '.join(points[1:])}{closed}"


def _part(
    picture: Picture, image: Any, clip: Clip
) -> tuple[Picture, tuple[float, float, float, float]]:
    """What a clip shows of a picture that was opened, and the rectangle that it fills."""
    scale = max(clip.width / image.width, clip.height / image.height)
    corner = np.array([clip.x + clip.width / 2, clip.y + clip.height / 2])
    corner -= np.array(image.size) * scale / 2
    back = np.linalg.matrix_power(np.array([[0, 1], [-1, 0]]), clip.quarters % 4)
    outline = (np.asarray(clip.outline) - clip.target) @ back.T + clip.source
    # The box around the points of curves is around the curves, too. A pixel more on each side,
    # with which those at the outline are mixed.
    points = (outline - corner) / scale
    low = np.maximum(np.floor(points.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(points.max(axis=0)).astype(int) + 1, image.size)
    stream = io.BytesIO()
    image.crop((*low.tolist(), *high.tolist())).save(stream, "PNG", compress_level=1)
    (x, y), (width, height) = corner + low * scale, (high - low) * scale
    return Picture(picture.path, "image/png", stream.getvalue()), (x, y, width, height)
