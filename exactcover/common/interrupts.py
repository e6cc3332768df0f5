"""Ctrl-C: when it takes effect, and whether it was pressed."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..errors import SearchStopped


@contextmanager
def interrupts_held_back() -> Iterator[list[Any]]:
    """Hold back Ctrl-C, and deliver it at the end; gives those that are held back.

    For what a KeyboardInterrupt would leave half-made, or would be lost in.
    """
    handler = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(handler):
        yield []
        return
    pressed: list[Any] = []
    signal.signal(signal.SIGINT, lambda *arguments: pressed.append(arguments))
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, handler)
        if pressed:
            handler(*pressed[0])


class stopped_after:  # noqa: N801
    """End what is done within after so many seconds, as Ctrl-C would: by SearchStopped.

    For work that has no budget of its own, such as stating a problem. (A KeyboardInterrupt ends all
    of it, with what it began cleaned up; another exception might be taken for a fault.)
    """

    def __init__(self, seconds: float | None):
        self._seconds = seconds
        #: Whether the seconds are over.
        self._over = False
        self._timer: threading.Timer | None = None

    def __enter__(self) -> None:
        main = threading.current_thread() is threading.main_thread()
        if self._seconds is None or not main or sys.platform == "emscripten":  # has no threads
            return
        # (Also where Ctrl-C is ignored, as in the background of a script.)
        self._handler = signal.signal(signal.SIGINT, self._interrupt)
        self._start(self._seconds)

    def _start(self, seconds: float) -> None:
        self._timer = threading.Timer(min(seconds, threading.TIMEOUT_MAX), self._end)
        self._timer.daemon = True
        self._timer.start()

    def _end(self) -> None:
        self._over = True
        _thread.interrupt_main()

    def _interrupt(self, number: int, frame: Any) -> None:
        if not self._over:
            if callable(self._handler):
                self._handler(number, frame)
            return
        while frame is not None:
            if frame.f_code is stopped_after.__exit__.__code__:
                return  # all is done
            if frame.f_code is stopped_after.__enter__.__code__:
                self._start(0.001)
                return
            frame = frame.f_back
        if not uninterrupted.defers():
            raise KeyboardInterrupt

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if self._timer is None:
            return
        self._timer.cancel()
        self._timer.join()
        signal.signal(signal.SIGINT, self._handler or signal.SIG_DFL)
        if self._over and kind is not None and issubclass(kind, KeyboardInterrupt):
            raise SearchStopped("seconds", None) from None


class uninterrupted:  # noqa: N801
    """Print completely what is printed within: Ctrl-C takes effect at the end.

    A second Ctrl-C takes effect at once: a reader that does not read would hold the command up.
    """

    _depth = 0
    _pressed = False

    def __enter__(self) -> None:
        uninterrupted._depth += 1

    def __exit__(self, kind: object, *rest: object) -> None:
        uninterrupted._depth -= 1
        if uninterrupted._pressed and not uninterrupted._depth:
            uninterrupted._pressed = False
            if kind is None:
                raise KeyboardInterrupt

    @staticmethod
    def defers() -> bool:
        """Whether a Ctrl-C that comes now is deferred; a second one is not."""
        uninterrupted._pressed, before = uninterrupted._depth > 0, uninterrupted._pressed
        return uninterrupted._pressed and not before


@contextmanager
def noted_presses() -> Iterator[list[int]]:
    """Note every Ctrl-C, besides raising KeyboardInterrupt; a list that is not empty after one.

    SIGTERM, by which batch systems end a program, is a Ctrl-C: the answer so far is printed, and
    what the command made for itself is removed.
    """
    pressed: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield pressed
        return

    def terminated(number: int, frame: Any) -> None:
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a script
            signal.default_int_handler(number, frame)
        signal.raise_signal(signal.SIGINT)  # which may be held back

    def lost(what: Any) -> None:
        """A Ctrl-C that came while Python freed an object, which drops errors: press it again."""
        if issubclass(what.exc_type, KeyboardInterrupt):
            again = threading.Timer(0.01, _thread.interrupt_main)
            again.daemon = True
            again.start()
        else:
            shown(what)

    def note(number: int, frame: Any) -> None:
        pressed.append(number)
        if not uninterrupted.defers():
            signal.default_int_handler(number, frame)

    # What the caller treats differently stays as it is.
    before = {
        number: signal.signal(number, handler)
        for number, handler, usual in (
            (signal.SIGINT, note, signal.default_int_handler),
            (signal.SIGTERM, terminated, signal.SIG_DFL),
        )
        if signal.getsignal(number) is usual
    }
    shown, sys.unraisablehook = sys.unraisablehook, lost
    try:
        yield pressed
    finally:
        sys.unraisablehook = shown
        for number, handler in before.items():
            signal.signal(number, handler)
