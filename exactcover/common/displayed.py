"""What notebooks and terminals show: the base class, a hook for the package ``display``, and the
function with which a user draws solutions.

``display`` names nearly every class, so it stands above them all. It is imported when something is
shown for the first time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Protocol


class Displayed:
    """Base of everything that notebooks show as more than its ``repr``."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        """What notebooks show."""
        return display().html_of(self)


class Svg(str, Displayed):
    """SVG as text, which notebooks show as a picture."""

    __slots__ = ()


class Live(Protocol):
    """Shows the progress of a question while it runs."""

    def __call__(self, now: Displayed) -> None: ...

    def end(self) -> None:
        """Remove it. The next call shows it again."""


class Display(Protocol):
    """What lower packages need of ``display``."""

    def html_of(self, shown: object) -> str: ...
    def live_progress(self) -> Live: ...


#: A function that imports ``display/``; ``exactcover/__init__.py`` puts it here.
hook: list[Callable[[], Display]] = []


def display() -> Display:
    """The package ``display``."""
    return hook[0]()


#: Whether a thread is finding out if a function can be pickled.
_trying = threading.local()


class Picture:
    """The function that draws solutions, held by a model.

    A problem can always be sent to other processes; a function that cannot be pickled stays behind.
    """

    __slots__ = ("function",)

    def __init__(self, function: Callable[[Any], Any] | None):
        self.function = function

    def __deepcopy__(self, memo: Any) -> Picture:
        return self

    def __reduce__(self) -> Any:
        # The function may belong to an object that holds the problem, and with it this picture.
        if getattr(_trying, "now", False):
            return Picture, (None,)
        import pickle

        _trying.now = True
        try:
            pickle.dumps(self.function)
        except Exception:  # whatever the objects raise that it holds
            return Picture, (None,)
        finally:
            _trying.now = False
        return Picture, (self.function,)
