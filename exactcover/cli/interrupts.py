"""Ctrl-C: when it takes effect, and whether it was pressed."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


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
    """Note every Ctrl-C, besides raising KeyboardInterrupt; a list that is not empty after one."""
    pressed: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    in_main_thread = threading.current_thread() is threading.main_thread()
    if not in_main_thread or before is not signal.default_int_handler:
        yield pressed  # the caller treats Ctrl-C differently
        return

    def note(number: int, frame: Any) -> None:
        pressed.append(number)
        if not uninterrupted.defers():
            signal.default_int_handler(number, frame)

    signal.signal(signal.SIGINT, note)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)
