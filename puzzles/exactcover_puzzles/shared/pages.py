"""A page with one puzzle, as rooms below ``page/`` see it, and the hook for what makes one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import exactcover as xc


class Stated(Protocol):
    """A puzzle, and what states it."""

    stated: Mapping[str, Any]

    @property
    def problem(self) -> xc.Problem: ...


class Page(Protocol):
    """A page with a puzzle. ``url``: where it is, on this machine alone."""

    url: str

    @property
    def close(self) -> Callable[[], object]:
        """Ends it."""

    def open(self) -> None:
        """Show it in the browser."""


#: A function that makes a page of a puzzle; ``exactcover_puzzles/__init__.py`` adds it.
hook: list[Callable[[Stated], Page]] = []
