"""Drawings as PDF: each SVG file is a page, and the pages are one file (the extra ``pictures``)."""

from __future__ import annotations

import io
from collections.abc import Iterable
from importlib import import_module
from typing import Any

import exactcover as xc

__all__ = ["check_pdf", "pdf_of", "pdf_page"]

#: The sides of A3, in points, of which an inch has 72.
_LONG, _SHORT = 420 / 25.4 * 72, 297 / 25.4 * 72
#: Sizes are rounded when they are written.
_ROUNDED = 0.5


def check_pdf() -> None:
    """Raise :class:`exactcover.MissingLibrary` where PDF cannot be written, before the work."""
    _library("cairosvg")
    _library("pypdf")


def pdf_page(svg: str | bytes) -> bytes:
    """An SVG file as a PDF of one page, in its size: 96 pixels are an inch."""
    data = svg.encode("utf-8") if isinstance(svg, str) else svg
    page: bytes = _library("cairosvg").svg2pdf(bytestring=data)
    return page


def pdf_of(pages: Iterable[bytes], title: str = "", *, real_size: bool = False) -> bytes:
    """Pages as one file. Those larger than A3 are made smaller, unless their size is meant.

    The same pages give the same bytes.
    """
    pypdf = _library("pypdf")
    writer = pypdf.PdfWriter()
    for data in pages:
        for page in pypdf.PdfReader(io.BytesIO(data)).pages:
            added = writer.add_page(page)
            if not real_size:
                _fit(added)
    writer.compress_identical_objects()
    if title:
        writer.add_metadata({"/Title": title})
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


def _fit(page: Any) -> None:
    """Make a page smaller if it is larger than A3, either way round."""
    sides = sorted(map(float, (page.mediabox.width, page.mediabox.height)))
    if sides[0] > _SHORT + _ROUNDED or sides[1] > _LONG + _ROUNDED:
        page.scale_by(min(_SHORT / sides[0], _LONG / sides[1]))


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise xc.MissingLibrary(name, "pictures") from None
    except OSError:  # cairosvg is a library of Python, and loads one of C
        raise OSError(2, "PDF takes the library cairo of the system", "libcairo") from None
