"""Solutions drawn into files: pages of SVG, and the same as PNG and as PDF."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import exactcover as xc

from .adapter import Options, Puzzle
from .pdf import check_pdf, pdf_of, pdf_page

__all__ = ["SHEETS", "Pictures", "check_pictures", "check_sheets", "files_of", "png_of"]

#: Pages at most.
PAGES = 1_000
#: How the names of sheets end that :func:`files_of` writes.
SHEETS = (*xc.cli.SVG, ".png", ".pdf")


def check_pictures(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """Refuse names of files that cannot be written, before the work."""
    xc.cli.check_output(parser, "--svg", arguments.svg, (*xc.cli.SVG, ""))
    xc.cli.check_output(parser, "--png", arguments.png, (".png",))
    if arguments.png is not None:
        _resvg()
    xc.cli.check_output(parser, "--pdf", arguments.pdf, (".pdf",))
    if arguments.pdf is not None:
        check_pdf()


def check_sheets(parser: argparse.ArgumentParser, option: str, path: str | None) -> None:
    """Refuse names that :func:`files_of` cannot write, before the work."""
    ending = xc.cli.check_output(parser, option, path, SHEETS)
    if ending == ".png":
        _resvg()
    if ending == ".pdf":
        check_pdf()


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
            xc.cli.write_text(text, self._page(self._arguments.svg))
        if self._arguments.png:
            xc.cli.write_bytes(png_of(text), self._page(self._arguments.png))
        if self._arguments.pdf:
            self._of_pdf.append(pdf_page(text))
        self.asked = self._pages < PAGES

    def end(self) -> None:
        """Write what has all pages, and say what was not drawn."""
        if self._of_pdf:
            xc.cli.write_bytes(pdf_of(self._of_pdf), self._arguments.pdf)
        missing = self._arguments.svg or self._arguments.png or self._arguments.pdf
        if not missing or self._arguments.quiet:
            return
        if not self.asked:
            xc.cli.say(f"puzzles: {PAGES:,} pages are drawn, and no more")
        elif not self._pages:
            why = "no solution to draw" if self._drawable else "such puzzles are not drawn"
            xc.cli.say(f"puzzles: {why}, {missing} is not written")

    def _page(self, path: str) -> str:
        return _numbered(path, self._pages)


def files_of(pages: Sequence[str], path: str) -> list[tuple[bytes, str]]:
    """The files of some pages of SVG, as the name of the first says: SVG, PNG, or PDF with all."""
    if path.lower().endswith(".pdf"):
        return [(pdf_of(map(pdf_page, pages)), path)]
    png = path.lower().endswith(".png")
    return [
        (png_of(text) if png else xc.cli.packed(text.encode("utf-8"), path), _numbered(path, k))
        for k, text in enumerate(pages, 1)
    ]


def _numbered(path: str, page: int) -> str:
    """The name of the file of a page."""
    if page == 1:
        return path
    whole = Path(path)
    stem, dot, endings = whole.name.partition(".")
    return str(whole.with_name(f"{stem}-{page}{dot}{endings}"))


def png_of(svg: str, scale: float = 2.0) -> bytes:
    """An SVG file as PNG, ``scale`` pixels for each unit; takes the library resvg_py."""
    data: bytes = bytes(_resvg().svg_to_bytes(svg_string=svg, zoom=int(scale)))
    return data


def _resvg() -> Any:
    try:
        return import_module("resvg_py")
    except ImportError:
        raise xc.MissingLibrary("resvg_py", "pictures") from None
