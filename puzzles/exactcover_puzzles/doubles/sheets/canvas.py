"""A page in millimetres to draw on: as SVG, or with the extra ``pictures`` as PDF or, by
Pillow, as PNG.

Outlines are Bezier curves in one array, points x 2: a point, and three more for each segment. y
points down.
"""

from __future__ import annotations

import base64
import contextlib
import io
import warnings
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import numpy as np

import exactcover as xc

from ...shared.pdf import check_pdf, pdf_of, pdf_page
from ...shared.svg_text import escaped, number

__all__ = [
    "Canvas", "Clip", "Pages", "PdfCanvas", "Picture", "PngCanvas", "SvgCanvas", "picture_of",
    "read_picture",
]  # fmt: skip

_FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
#: Drawings are made larger by this factor and then smaller again, to smooth edges.
_FINE = 2
#: Pixels of a PNG file, at most.
_MOST_PIXELS = 120_000_000
#: Pixels that a picture is continued by at its edges.
_PAD = 4
#: How files of pictures begin.
_KINDS = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
}


@dataclass(frozen=True)
class Picture:
    """A picture as it is in its file."""

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


class Canvas(Protocol):
    """What sheets are drawn on."""

    def path(
        self, outline: Any, *, fill: str = "", stroke: str = "", width: float = 0.2, name: str = ""
    ) -> None:
        """A curve, filled, stroked or both."""

    def text(
        self, x: float, y: float, size: float, text: str, *, bold: bool = False, halo: bool = False
    ) -> None:
        """A text around the middle (x, y), ``size`` in millimetres; ``halo``: white around it."""

    def clip(self, picture: Picture, clip: Clip) -> None:
        """A piece of a picture."""

    def data(self) -> bytes:
        """The file."""


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
        with contextlib.suppress(ImportError):  # without Pillow its beginning must do
            _opened(picture)
        return picture
    raise xc.FileFault(path, 0, 0, "it is no picture", "a PNG, JPEG, GIF or WebP file")


class Pages:
    """Makes pages of the kind that a file's name asks for; ``dpi`` is for PNG."""

    def __init__(self, path: str, dpi: float):
        self._ending = path.lower().rpartition(".")[2]
        self._dpi = dpi

    def __call__(self, width: float, height: float, title: str, description: str) -> Canvas:
        if self._ending == "png":
            return PngCanvas(width, height, title, self._dpi)
        if self._ending == "pdf":
            return PdfCanvas(width, height, title, description)
        return SvgCanvas(width, height, title, description)


def _opened(picture: Picture) -> Any:
    """A picture by Pillow, upright, on white, in colours of eight bits."""
    image_module = import_module("PIL.Image")
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


#: Numbers are written to a ten-thousandth of a millimetre.
_number = partial(number, decimals=4)


class SvgCanvas:
    """A page as SVG, in real size."""

    def __init__(self, width: float, height: float, title: str, description: str = ""):
        self._size = width, height
        self._lines: list[str] = []
        self._definitions: list[str] = []
        self._pictures: dict[tuple[str, float, float, float, float], str] = {}
        self._head = f"<title>{escaped(title)}</title>"
        if description:
            self._head += f"\n<desc>{escaped(description)}</desc>"

    def path(
        self, outline: Any, *, fill: str = "", stroke: str = "", width: float = 0.2, name: str = ""
    ) -> None:
        """As :class:`Canvas` says."""
        form = f'stroke="{stroke}" stroke-width="{_number(width)}" stroke-linejoin="round"'
        self._lines.append(
            f'<path d="{self._d(outline)}" fill="{fill or "none"}"'
            + (f" {form}" if stroke else "")
            + (f"><title>{escaped(name)}</title></path>" if name else "/>")
        )

    @staticmethod
    def _d(outline: Any) -> str:
        points = [f"{_number(x)} {_number(y)}" for x, y in np.asarray(outline).tolist()]
        closed = "Z" if np.allclose(outline[0], outline[-1]) else ""
        return f"M{points[0]}C{' '.join(points[1:])}{closed}"

    def text(
        self, x: float, y: float, size: float, text: str, *, bold: bool = False, halo: bool = False
    ) -> None:
        """As :class:`Canvas` says."""
        weight = ' font-weight="bold"' if bold else ""
        form = (
            f'<text x="{_number(x)}" y="{_number(y + 0.36 * size)}" font-size="{_number(size)}"'
            f' text-anchor="middle"{weight}'
        )
        if halo:  # below the text, since not every program heeds paint-order
            self._lines.append(
                f'{form} fill="#ffffff" stroke="#ffffff" stroke-width="{_number(0.2 * size)}"'
                f' opacity="0.8" stroke-linejoin="round">{escaped(text)}</text>'
            )
        self._lines.append(f"{form}>{escaped(text)}</text>")

    def clip(self, picture: Picture, clip: Clip) -> None:
        """As :class:`Canvas` says."""
        clipped = len(self._definitions)
        self._definitions.append(
            f'<clipPath id="clip{clipped}"><path d="{self._d(clip.outline)}"/></clipPath>'
        )
        (x, y), (to_x, to_y) = clip.source, clip.target
        self._lines.append(
            f'<g clip-path="url(#clip{clipped})"><use href="#{self._defined(picture, clip)}"'
            f' transform="translate({_number(to_x)} {_number(to_y)}) rotate({90 * clip.quarters})'
            f' translate({_number(-x)} {_number(-y)})"/></g>'
        )

    def _defined(self, picture: Picture, clip: Clip) -> str:
        """The name of the picture, which is in the file once."""
        place = clip.x, clip.y, clip.width, clip.height
        key = (picture.path, *place)
        if key not in self._pictures:
            self._pictures[key] = f"picture{len(self._pictures)}"
            x, y, width, height = map(_number, place)
            code = base64.b64encode(picture.data).decode("ascii")
            self._definitions.append(
                f'<image id="{self._pictures[key]}" x="{x}" y="{y}" width="{width}"'
                f' height="{height}" preserveAspectRatio="xMidYMid slice"'
                f' href="data:{picture.kind};base64,{code}"/>'
            )
        return self._pictures[key]

    def data(self) -> bytes:
        """As :class:`Canvas` says."""
        width, height = map(_number, self._size)
        lines = [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
            f' viewBox="0 0 {width} {height}" font-family="{escaped(_FONT)}" fill="#22262b">',
            self._head,
        ]
        if self._definitions:
            lines += ["<defs>", *self._definitions, "</defs>"]
        return ("\n".join([*lines, *self._lines, "</svg>"]) + "\n").encode("utf-8")


class PdfCanvas(SvgCanvas):
    """A page as PDF, in real size. Raises :class:`exactcover.MissingLibrary` without cairosvg and
    pypdf."""

    def __init__(self, width: float, height: float, title: str, description: str = ""):
        check_pdf()
        super().__init__(width, height, title, description)
        self._title = title
        self._images: dict[str, Any] = {}

    def clip(self, picture: Picture, clip: Clip) -> None:
        """As :class:`Canvas` says. cairosvg packs a picture again wherever it is used, so each
        piece has a picture of its own, and only what is within its outline, or near it."""
        if picture.path not in self._images:
            self._images[picture.path] = _opened(picture)
        image = self._images[picture.path]
        scale = max(clip.width / image.width, clip.height / image.height)
        corner = np.array([clip.x + clip.width / 2, clip.y + clip.height / 2])
        corner -= np.array(image.size) * scale / 2
        back = np.linalg.matrix_power(np.array([[0, 1], [-1, 0]]), clip.quarters % 4)
        outline = (np.asarray(clip.outline) - clip.target) @ back.T + clip.source
        points = (np.array(_points(outline)) - corner) / scale
        low = np.maximum(np.floor(points.min(axis=0)).astype(int) - _PAD, 0)
        high = np.minimum(np.ceil(points.max(axis=0)).astype(int) + _PAD, image.size)
        seen = import_module("PIL.Image").new("L", tuple(high - low), 0)
        draw = import_module("PIL.ImageDraw").Draw(seen)
        within = [tuple(point) for point in (points - low).tolist()]
        draw.polygon(within, fill=255)
        draw.line(within, fill=255, width=2 * _PAD)
        part = image.crop((*low.tolist(), *high.tolist()))
        part.paste("#ffffff", mask=seen.point(lambda value: 255 - value))
        stream = io.BytesIO()
        part.save(stream, "PNG", compress_level=1)
        (x, y), (width, height) = corner + low * scale, (high - low) * scale
        drawn = Picture(picture.path, "image/png", stream.getvalue())
        super().clip(drawn, replace(clip, x=x, y=y, width=width, height=height))

    def data(self) -> bytes:
        """As :class:`Canvas` says."""
        return pdf_of([pdf_page(super().data())], self._title, real_size=True)


def _points(outline: Any) -> list[tuple[float, float]]:
    """Points of a curve, close to each other."""
    from .curves import polylines

    outline = np.asarray(outline, float)
    segments = (len(outline) - 1) // 3
    return [tuple(point) for point in polylines(outline[None], 12 * segments + 1)[0].tolist()]


class PngCanvas:
    """A page as PNG. Raises :class:`exactcover.MissingLibrary` without Pillow, and ValueError for
    more pixels than a file should have."""

    def __init__(self, width: float, height: float, title: str, dpi: float = 300):
        try:
            self._image_module = import_module("PIL.Image")
            self._draw_module = import_module("PIL.ImageDraw")
            self._font_module = import_module("PIL.ImageFont")
            self._ops_module = import_module("PIL.ImageOps")
        except ImportError:
            raise xc.MissingLibrary("Pillow", "pictures") from None
        self._dpi, self._title = dpi, title
        self._scale = dpi / 25.4 * _FINE
        self._final = round(width * dpi / 25.4), round(height * dpi / 25.4)
        if self._final[0] * self._final[1] * _FINE * _FINE > 4 * _MOST_PIXELS:
            raise ValueError(
                f"a PNG of {self._final[0]:,} x {self._final[1]:,} pixels: expected up to"
                f" {_MOST_PIXELS:,}; fewer dots an inch, smaller pieces, or SVG"
            )
        size = self._final[0] * _FINE, self._final[1] * _FINE
        self._image = self._image_module.new("RGB", size, "#ffffff")
        self._draw = self._draw_module.Draw(self._image)
        self._pictures: dict[tuple[str, int, int], Any] = {}

    def path(
        self, outline: Any, *, fill: str = "", stroke: str = "", width: float = 0.2, name: str = ""
    ) -> None:
        """As :class:`Canvas` says."""
        points = [(x * self._scale, y * self._scale) for x, y in _points(outline)]
        if fill:
            self._draw.polygon(points, fill=fill)
        if stroke:
            thick = max(1, round(width * self._scale))
            self._draw.line(points, fill=stroke, width=thick, joint="curve")

    def text(
        self, x: float, y: float, size: float, text: str, *, bold: bool = False, halo: bool = False
    ) -> None:
        """As :class:`Canvas` says."""
        font = self._font_module.load_default(max(1.0, size * self._scale))
        where = x * self._scale, y * self._scale
        edge = round((0.04 if bold else 0.1 if halo else 0) * size * self._scale)
        around = "#ffffff" if halo else "#22262b"
        self._draw.text(
            where, text, fill="#22262b", font=font, anchor="mm", stroke_width=edge,
            stroke_fill=around,
        )  # fmt: skip

    def clip(self, picture: Picture, clip: Clip) -> None:
        """As :class:`Canvas` says."""
        scale = self._scale
        whole = self._fitted(picture, round(clip.width * scale), round(clip.height * scale))
        points = np.array(_points(clip.outline)) * scale
        low = np.floor(points.min(axis=0)).astype(int) - 1
        high = np.ceil(points.max(axis=0)).astype(int) + 2
        # A square around the place where the piece comes from, as large as it needs.
        target = np.array(clip.target) * scale
        half = int(np.ceil(max(np.abs(target - low).max(), np.abs(high - target).max()))) + 1
        x = round((clip.source[0] - clip.x) * scale) + _PAD
        y = round((clip.source[1] - clip.y) * scale) + _PAD
        square = whole.crop((x - half, y - half, x + half, y + half)).rotate(-90 * clip.quarters)
        corner = round(target[0]) - half, round(target[1]) - half
        mask = self._image_module.new("L", square.size, 0)
        self._draw_module.Draw(mask).polygon(
            [(px - corner[0], py - corner[1]) for px, py in points.tolist()], fill=255
        )
        self._image.paste(square, corner, mask)

    def _fitted(self, picture: Picture, width: int, height: int) -> Any:
        """The picture in this size, cut off where its form is another, and padded."""
        key = picture.path, width, height
        if key not in self._pictures:
            fitted = np.asarray(self._ops_module.fit(_opened(picture), (width, height)))
            # Its edge goes on a little, for pixels that are rounded to beyond it.
            padded = np.pad(fitted, ((_PAD, _PAD), (_PAD, _PAD), (0, 0)), "edge")
            self._pictures[key] = self._image_module.fromarray(padded)
        return self._pictures[key]

    def data(self) -> bytes:
        """As :class:`Canvas` says."""
        small = self._image.resize(self._final, self._image_module.Resampling.BOX)
        stream = io.BytesIO()
        small.save(stream, "PNG", dpi=(self._dpi, self._dpi))
        return stream.getvalue()
