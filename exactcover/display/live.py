"""Progress while a question runs: a bar in notebooks, a line on terminals.

What is shown comes after a second and goes with the answer.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from ..common.displayed import Displayed, display
from .terminal_line import Status

__all__ = ["Live"]

#: Seconds that a question runs before its progress is shown in a notebook.
_SHOW_AFTER = 1.0


class Live:
    """What ``progress=True`` stands for: called with each ``Progress``, and ended."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        notebook = _jupyter() or _marimo()
        if notebook is None:
            status = Status()
            self._show: Callable[[Displayed], None] = lambda now: status.show(str(now))
            self._stop = status.stop
            return
        draw, self._stop = notebook

        def show(now: Displayed) -> None:
            if time.monotonic() - self._began >= _SHOW_AFTER:
                draw(display().html_of(now))

        self._show = show

    def __call__(self, now: Displayed) -> None:
        self._show(now)

    def end(self) -> None:
        """Take it away. It comes back with the next call."""
        self._stop()


#: What shows some HTML in place of what was there, and what takes it away.
_Drawing = tuple[Callable[[str], None], Callable[[], None]]


def _jupyter() -> _Drawing | None:
    """In a notebook with a kernel of IPython: Jupyter, VS Code, Colab."""
    if "IPython" not in sys.modules:  # no notebook without it
        return None
    shell = import_module("IPython").get_ipython()
    if getattr(shell, "kernel", None) is None:  # IPython on a terminal
        return None
    shown: Any = import_module("IPython.display")
    handles: list[Any] = []

    def draw(html: str) -> None:
        if handles:
            handles[0].update(shown.HTML(html))
        else:
            handles.append(shown.display(shown.HTML(html), display_id=True))

    def stop() -> None:
        if handles:
            handles[0].update(shown.HTML(""))

    return draw, stop


def _marimo() -> _Drawing | None:
    """In a notebook of marimo."""
    marimo: Any = sys.modules.get("marimo")
    if marimo is None or not marimo.running_in_notebook():
        return None
    drawn: list[bool] = []

    def draw(html: str) -> None:
        drawn[:] = [True]
        marimo.output.replace(marimo.Html(html))

    def stop() -> None:
        if drawn:
            drawn.clear()
            marimo.output.clear()

    return draw, stop
