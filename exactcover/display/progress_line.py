"""Progress of a question: shown after a second, removed with the answer.

On a terminal it is one line, redrawn on standard error; elsewhere a line now and then; in notebooks
a bar.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, TextIO

from ..common.displayed import Displayed, display
from ..text import escaped

if TYPE_CHECKING:
    from ..statement.results import Progress

#: Seconds a search runs before progress is shown.
_SHOW_PROGRESS_AFTER = 1.0
#: Seconds from one line of progress to the next where there is no terminal.
_LINE_EVERY = 30.0


def say(message: str) -> None:
    """Print a remark of one line on standard error, if that is open."""
    if sys.stderr is not None:
        try:
            print(escaped(message), file=sys.stderr, flush=True)
        except OSError:
            silence()  # or Python would try to flush it at the end, and exit with 120


def silence() -> None:
    """Discard everything written to standard error from now on."""
    from pathlib import Path

    sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115


@contextmanager
def status(quiet: bool) -> Iterator[Callable[[str], None] | None]:
    """Yield a function that shows the progress of long work, or None.

    A terminal shows it after a second; elsewhere it prints a line every half minute.
    """
    if quiet or sys.stderr is None:
        yield None
        return
    shown = Status()
    try:
        yield shown.show
    finally:
        shown.stop()


class Status:
    """A changing text: on a terminal one line, elsewhere a line at most every half minute."""

    def __init__(self) -> None:
        terminal = sys.stderr is not None and sys.stderr.isatty()
        self._line = _Line(sys.stderr) if terminal else None
        self._said = time.monotonic()

    def show(self, text: str) -> None:
        now = time.monotonic()
        if self._line is not None:
            self._line.show(text)
        elif now - self._said >= _LINE_EVERY:
            self._said = now
            say(text)

    def stop(self) -> None:
        """Remove the line."""
        if self._line is not None:
            self._line.stop()


@contextmanager
def progress(quiet: bool) -> Iterator[Callable[[Progress], None] | None]:
    """Yield a callback that shows the progress of a search, or None."""
    with status(quiet) as show:
        yield None if show is None else lambda now: show(str(now))


class _Above:
    """A stream to the terminal; the line is hidden before anything is written to it."""

    def __init__(self, stream: TextIO, line: _Line):
        self.stream = stream
        self._line = line

    def write(self, text: str) -> int:
        self._line.hide()
        if text:
            self._line.mid_line = text[-1] != "\n"
        return self.stream.write(text)

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":  # bytes are written past this stream
            self._line.hide()
        return getattr(self.stream, name)


class _Line:
    """A line of progress; whatever else is printed goes above it."""

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal
        self._began = time.monotonic()
        self._shown = False
        #: Whether the cursor is in the middle of a printed line, where no progress can be shown.
        self.mid_line = False

    def show(self, text: str) -> None:
        if time.monotonic() - self._began < _SHOW_PROGRESS_AFTER:
            return
        for name in ("stdout", "stderr"):
            stream = getattr(sys, name)
            if stream is not None and stream.isatty() and not isinstance(stream, _Above):
                setattr(sys, name, _Above(stream, self))
        if not self.mid_line:
            self._draw(escaped(text))
            self._shown = True

    def hide(self) -> None:
        """Hide the line until it is shown again."""
        if self._shown:
            self._shown = False
            self._draw("")

    def stop(self) -> None:
        self.hide()
        for name in ("stdout", "stderr"):
            if isinstance(above := getattr(sys, name), _Above):
                setattr(sys, name, above.stream)

    def _draw(self, text: str) -> None:
        columns = 0
        with contextlib.suppress(OSError, ValueError):
            columns = os.get_terminal_size(self._terminal.fileno()).columns
        # A longer text would wrap to a second line, which would stay.
        self._terminal.write(f"\r\x1b[K{text[: (columns or 80) - 1]}")
        self._terminal.flush()


# -- progress=True: in a notebook, or else on a terminal -------------------------------------------


class Live:
    """The display for ``progress=True``: called with each ``Progress``, and ended."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._notebook = _jupyter() or _marimo()
        self._status = Status()

    def __call__(self, now: Displayed) -> None:
        if self._notebook is None:
            self._status.show(str(now))
        elif time.monotonic() - self._began >= _SHOW_PROGRESS_AFTER:
            self._notebook[0](display().html_of(now))

    def end(self) -> None:
        """Remove it. The next call shows it again."""
        (self._status.stop if self._notebook is None else self._notebook[1])()


#: A function that replaces the HTML shown, and one that removes it.
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
