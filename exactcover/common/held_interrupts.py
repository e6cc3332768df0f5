"""Ctrl-C, held back for a while."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["interrupts_held_back"]


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
