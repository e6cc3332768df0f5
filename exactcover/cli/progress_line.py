"""The line of progress: on a terminal each one replaces the last, elsewhere there are few."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from ..statement.results import Progress, ProgressCallback
from ..text import counted, duration, escaped, interval
from .messages import say

__all__ = ["progress", "status"]

#: Seconds a search runs before progress is shown.
_SHOW_PROGRESS_AFTER = 1.0
#: Seconds from one line of progress to the next where there is no terminal.
_LINE_EVERY = 30.0


@contextmanager
def status(quiet: bool) -> Iterator[Callable[[str], None] | None]:
    """A function that shows how far long work has come; or None.

    On a terminal after a second, by ``rich`` if it is installed (the extra ``progress``); elsewhere
    a line every half minute.
    """
    if quiet or sys.stderr is None:
        yield None
        return
    if not sys.stderr.isatty():
        yield _rarely()
        return
    line: _Line | None = None
    began = time.monotonic()

    def show(text: str) -> None:
        nonlocal line
        if time.monotonic() - began >= _SHOW_PROGRESS_AFTER:
            line = line or _line()
            line.show(escaped(text))

    try:
        yield show
    finally:
        if line is not None:
            line.stop()


def _rarely() -> Callable[[str], None]:
    """A function that prints its text as a line, every half minute."""
    last = time.monotonic()

    def show(text: str) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _LINE_EVERY:
            last = now
            say(text)

    return show


@contextmanager
def progress(quiet: bool) -> Iterator[ProgressCallback | None]:
    """A callback that shows how far a search has come; or None."""
    with status(quiet) as show:
        if show is None:
            yield None
            return

        def callback(now: Progress) -> None:
            text = f"{counted(now.found, 'solution')}, {counted(now.nodes, 'node')}"
            text += f", {now.seconds:,.0f} s"
            if now.done is not None:
                text += f", {_percent(now.done)} done"
            if now.left is not None:
                text += f", about {duration(now.left)} left{interval(now.left_between)}"
            show(text)

        yield callback


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %" if share >= 0.01 or share <= 0 else f"{100 * share:.2g} %"


def _line() -> _Line:
    try:
        return _RichLine()
    except ImportError:
        return _PlainLine()


class _Above:
    """A stream to the terminal; what is written to it takes the place of the line."""

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
    """A line of progress: whatever else the terminals show goes above it."""

    def __init__(self) -> None:
        self._terminal = sys.stderr
        self._shown = False
        #: Whether the cursor stands behind something printed, where no line can be shown.
        self.mid_line = False
        self._names = [
            name
            for name in ("stdout", "stderr")
            if (stream := getattr(sys, name)) is not None and stream.isatty()
        ]
        for name in self._names:
            setattr(sys, name, _Above(getattr(sys, name), self))

    def show(self, text: str) -> None:
        if not self.mid_line:
            self._draw(text)
            self._shown = True

    def hide(self) -> None:
        """Until it is shown again."""
        if self._shown:
            self._shown = False
            self._erase()

    def stop(self) -> None:
        self.hide()
        for name in self._names:
            if isinstance(above := getattr(sys, name), _Above):
                setattr(sys, name, above.stream)

    def _draw(self, text: str) -> None:
        raise NotImplementedError

    def _erase(self) -> None:
        raise NotImplementedError


class _RichLine(_Line):
    """A line of progress by rich. Raises ImportError without it."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.live import Live
        from rich.spinner import Spinner
        from rich.text import Text

        self._text = Text  # verbatim: rich would read a plain string as markup
        self._spinner = Spinner("dots")
        # Rich would print answers itself: folded at the width of the terminal, and on standard
        # error. So it is stopped while something is printed.
        console = Console(file=sys.stderr)
        self._live = Live(
            console=console, transient=True, redirect_stdout=False, redirect_stderr=False
        )
        super().__init__()

    def _draw(self, text: str) -> None:
        self._spinner.update(text=self._text(text))
        self._live.start()
        self._live.update(self._spinner)

    def _erase(self) -> None:
        self._live.stop()


class _PlainLine(_Line):
    """A line of progress without rich."""

    def _draw(self, text: str) -> None:
        # A longer one would go on in the next line, and that would stay.
        self._terminal.write(f"\r\x1b[K{text[: self._width() - 1]}")
        self._terminal.flush()

    def _erase(self) -> None:
        self._terminal.write("\r\x1b[K")
        self._terminal.flush()

    def _width(self) -> int:
        """The columns of the terminal."""
        with contextlib.suppress(OSError, ValueError):
            return os.get_terminal_size(self._terminal.fileno()).columns or 80
        return 80
