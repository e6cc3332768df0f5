"""What notebooks and terminals show: the base class, and a hook for the room that shows it.

``display/`` names nearly every class, so it stands above them all. It is imported when something is
shown for the first time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Displayed:
    """Something that notebooks show as more than its ``repr``."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        """What notebooks show."""
        return display().html_of(self)


class Svg(str, Displayed):
    """SVG as text, which notebooks show as a picture."""

    __slots__ = ()


class Live(Protocol):
    """Shows how far a question is while it runs."""

    def __call__(self, now: Displayed) -> None: ...

    def end(self) -> None:
        """Take it away. It comes back with the next call."""


class Display(Protocol):
    """What lower rooms ask of ``display/``."""

    def html_of(self, shown: object) -> str: ...
    def live_progress(self) -> Live: ...


#: A function that imports ``display/``; ``exactcover/__init__.py`` puts it here.
hook: list[Callable[[], Display]] = []


def display() -> Display:
    """The room ``display/``."""
    return hook[0]()
