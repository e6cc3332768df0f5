"""Puzzles by exact cover: :func:`read` gives puzzles, :class:`Puzzle` is what an adapter states,
:func:`run` its command, and :class:`Playing` a page with one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .shared import pages as _pages

if TYPE_CHECKING:
    from .page.playing import Playing
    from .reading import read
    from .shared.adapter import Options, Puzzle, Watcher
    from .shared.runner import command as run
    from .shared.screen import Screen
    from .shared.source import Source
    from .shared.svg_page import Drawing
    from .shared.view import View, view_of_squares

__all__ = [
    "Drawing", "Options", "Playing", "Puzzle", "Screen", "Source", "View", "Watcher", "read", "run",
    "view_of_squares",
]  # fmt: skip

#: Where the public names are defined.
_MODULES = {
    "Drawing": "shared.svg_page",
    "Options": "shared.adapter",
    "Playing": "page.playing",
    "Puzzle": "shared.adapter",
    "Screen": "shared.screen",
    "Source": "shared.source",
    "View": "shared.view",
    "Watcher": "shared.adapter",
    "read": "reading",
    "run": "shared.runner",
    "view_of_squares": "shared.view",
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
