"""Write drawings: pages of SVG; with the extra ``pictures`` PNG, or one PDF of all pages."""

from __future__ import annotations

import argparse
import io
import struct
import sys
import zlib
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import exactcover as xc

from .adapter import Options, Puzzle

#: The most pages.
PAGES = 1_000
#: The suffixes that :func:`files_of` can write.
_ENDINGS = (*xc.cli.SVG, ".png", ".pdf")
#: The sides of A3, in points, of which an inch has 72.
_LONG, _SHORT = 420 / 25.4 * 72, 297 / 25.4 * 72
#: Sizes are rounded when they are written.
_ROUNDED = 0.5


def check_pictures(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """Reject names of files that cannot be written, before any work."""
    check_sheets(parser, "--svg", arguments.svg, (*xc.cli.SVG, ""))
    check_sheets(parser, "--png", arguments.png, (".png",))
    check_sheets(parser, "--pdf", arguments.pdf, (".pdf",))


def check_sheets(
    parser: argparse.ArgumentParser,
    option: str,
    path: str | None,
    endings: tuple[str, ...] = _ENDINGS,
) -> str:
    """Reject names that :func:`files_of` cannot write, before any work; returns the suffix."""
    ending = xc.cli.check_output(parser, option, path, endings)
    if ending == ".png":
        _library("resvg_py")
    if ending == ".pdf":
        _library("cairosvg")
        _library("pypdf")
    return ending


class Pictures:
    """The pages that a command draws; the second page of ``OUT.svg`` is ``OUT-2.svg``.

    A PDF has all of them, and is written at the end.
    """

    def __init__(self, arguments: argparse.Namespace):
        self._arguments = arguments
        #: Whether the next solutions are to be drawn.
        self.asked = bool(arguments.svg or arguments.png or arguments.pdf)
        self._pages = 0
        self._of_pdf: list[bytes] = []
        self._drawable = True

    def draw(self, puzzle: Puzzle, solutions: list[Options], first: int) -> None:
        """Draw a page of solutions, numbered from ``first``."""
        text = puzzle.svg(solutions, first)
        if text is None:
            self._drawable = False
            return
        self._pages += 1
        if self._arguments.svg:
            xc.cli.write_text(text, _numbered(self._arguments.svg, self._pages))
        if self._arguments.png:
            xc.cli.write_bytes(_png_of(text), _numbered(self._arguments.png, self._pages))
        if self._arguments.pdf:
            self._of_pdf.append(_pdf_page(text))
        self.asked = self._pages < PAGES

    def end(self) -> None:
        """Write the file that has all pages, and report what was not drawn."""
        if self._of_pdf:
            xc.cli.write_bytes(_pdf_of(self._of_pdf), self._arguments.pdf)
        missing = self._arguments.svg or self._arguments.png or self._arguments.pdf
        if not missing or self._arguments.quiet:
            return
        if not self.asked:
            xc.cli.say(f"puzzles: drew only the first {PAGES:,} pages")
        elif not self._pages and sys.exc_info()[0] is None:  # (a fault speaks for itself)
            why = "no solution to draw" if self._drawable else "this kind cannot be drawn"
            xc.cli.say(f"puzzles: {why}, {missing} is not written")


def files_of(
    pages: Sequence[str], path: str, title: str = "", dpi: float = 0
) -> list[tuple[bytes, str]]:
    """The files of some pages of SVG, as the name of the first says: SVG, PNG, or PDF with all.

    ``title``: of a PDF. ``dpi``: for pages in millimetres, whose size is kept; dots an inch of PNG.
    """
    if path.lower().endswith(".pdf"):
        return [(_pdf_of(map(_pdf_page, pages), title, dpi > 0), path)]
    png = path.lower().endswith(".png")
    return [
        (_png_of(svg, dpi) if png else xc.cli.packed(svg.encode("utf-8"), path), _numbered(path, k))
        for k, svg in enumerate(pages, 1)
    ]


def _numbered(path: str, page: int) -> str:
    """The name of the file of a page."""
    if page == 1:
        return path
    whole = Path(path)
    stem, dot, endings = whole.name.partition(".")
    return str(whole.with_name(f"{stem}-{page}{dot}{endings}"))


def _png_of(svg: str, dpi: float = 0) -> bytes:
    """An SVG file as PNG: two pixels for each unit, or in real size."""
    resvg = _library("resvg_py")
    if not dpi:
        return bytes(resvg.svg_to_bytes(svg_string=svg, zoom=2))
    data = bytes(resvg.svg_to_bytes(svg_string=svg, dpi=dpi, background="#ffffff"))
    # The size of a dot, in a chunk that follows the header: dots a metre, in both directions.
    dots = b"pHYs" + struct.pack(">IIB", round(dpi / 0.0254), round(dpi / 0.0254), 1)
    chunk = struct.pack(">I", len(dots) - 4) + dots + struct.pack(">I", zlib.crc32(dots))
    return data[:33] + chunk + data[33:]


def _pdf_page(svg: str) -> bytes:
    """An SVG file as a PDF of one page, in its size: 96 pixels are an inch."""
    page: bytes = _library("cairosvg").svg2pdf(bytestring=svg.encode("utf-8"))
    return page


def _pdf_of(pages: Iterable[bytes], title: str = "", real_size: bool = False) -> bytes:
    """Pages as one file. Those larger than A3 are made smaller, unless their size is meant.

    The same pages give the same bytes.
    """
    pypdf = _library("pypdf")
    writer = pypdf.PdfWriter()
    for data in pages:
        for page in pypdf.PdfReader(io.BytesIO(data)).pages:
            added = writer.add_page(page)
            sides = sorted(map(float, (added.mediabox.width, added.mediabox.height)))
            too_large = sides[0] > _SHORT + _ROUNDED or sides[1] > _LONG + _ROUNDED
            if too_large and not real_size:
                added.scale_by(min(_SHORT / sides[0], _LONG / sides[1]))
    writer.compress_identical_objects()
    if title:
        writer.add_metadata({"/Title": title})
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise xc.MissingLibrary(name, "pictures") from None
    except OSError:  # cairosvg is a library of Python, and loads one of C
        raise OSError(2, "PDF takes the library cairo of the system", "libcairo") from None
