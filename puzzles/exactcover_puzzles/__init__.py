"""Puzzles by exact cover: :func:`read` reads puzzles, :class:`Puzzle` is the base of all kinds,
:func:`run` runs a kind as a command, and :class:`Playing` is a page with a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .shared import pages as _pages

if TYPE_CHECKING:
    from .page.playing import Playing
    from .reading import read
    from .shared.adapter import Options, Puzzle
    from .shared.parts import (
        Assuming,
        Batched,
        Deduction,
        Editable,
        Findable,
        Finding,
        Graded,
        Makable,
        Painted,
        PrintsSheets,
        Rated,
        Roomy,
        Sheet,
        Surveyed,
        TwoSided,
        Undistilled,
        Watcher,
        Wish,
    )
    from .shared.runner import command as run
    from .shared.screen import Screen
    from .shared.source import Source
    from .shared.svg_page import Drawing
    from .shared.view import View, view_of_squares

__all__ = [
    "Assuming", "Batched", "Deduction", "Drawing", "Editable", "Findable", "Finding", "Graded",
    "Makable", "Options", "Painted", "Playing", "PrintsSheets", "Puzzle", "Rated", "Roomy",
    "Screen", "Sheet", "Source", "Surveyed", "TwoSided", "Undistilled", "View", "Watcher", "Wish",
    "read", "run", "view_of_squares",
]  # fmt: skip

#: Where the public names are defined.
_MODULES = {
    name: module
    for module, names in {
        "page.playing": "Playing",
        "reading": "read",
        "shared.adapter": "Options Puzzle",
        "shared.parts": "Assuming Batched Deduction Editable Findable Finding Graded Makable"
        " Painted PrintsSheets Rated Roomy Sheet Surveyed TwoSided Undistilled Watcher Wish",
        "shared.runner": "run",
        "shared.screen": "Screen",
        "shared.source": "Source",
        "shared.svg_page": "Drawing",
        "shared.view": "View view_of_squares",
    }.items()
    for name in names.split()
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module = import_module(f".{_MODULES[name]}", __name__)
    return getattr(module, "command" if name == "run" else name)


def _page_of(puzzle: _pages.Stated) -> _pages.Page:
    from .page.playing import Playing

    return Playing(puzzle)


_pages.hook.append(_page_of)
