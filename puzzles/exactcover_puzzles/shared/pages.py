"""The interface of a page with one puzzle, and the hook that creates one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import exactcover as xc


class Stated(Protocol):
    """A puzzle and its source."""

    stated: Mapping[str, Any]

    @property
    def problem(self) -> xc.Problem: ...


class Page(Protocol):
    """A page with a puzzle. ``url``: where it is, on this machine alone."""

    url: str

    @property
    def close(self) -> Callable[[], object]:
        """Stop serving the page."""

    def open(self) -> None:
        """Show the page in the browser."""


#: A function that creates a puzzle's page; ``exactcover_puzzles/__init__.py`` adds it.
hook: list[Callable[[Stated], Page]] = []
