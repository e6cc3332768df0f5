"""Values that are computed once for all threads and kept beside an object that never changes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

__all__ = ["Slot", "Slots"]

Value = TypeVar("Value")

#: Seconds between two looks at its budget while a thread waits for another one.
_LOOK = 0.05


@dataclass(frozen=True, eq=False)
class Slot(Generic[Value]):
    """Names one value among the :class:`Slots` of an object, and says its type."""

    name: str


class Slots:
    """One value for each :class:`Slot`, made when it is first asked for.

    Threads that ask at the same time get the same value, made by one of them. Each slot has its own
    lock, so that making one value never waits for another, and may ask for others. An exception in
    the making leaves the slot empty, and the next thread tries. A pickled or copied object begins
    with empty slots: its values can be made again.
    """

    def __init__(self) -> None:
        self._values: dict[Slot[Any], Any] = {}
        self._locks: dict[Slot[Any], Any] = {}

    def get(
        self,
        slot: Slot[Value],
        make: Callable[[], Value],
        tick: Callable[[], None] = lambda: None,
    ) -> Value:
        """The value of a slot; if it is empty, what ``make`` returns, which is kept.

        ``tick`` is called while another thread makes the value, and may end the waiting by raising.
        """
        if slot not in self._values:
            lock = self._locks.setdefault(slot, threading.RLock())
            while not lock.acquire(timeout=_LOOK):
                tick()
            try:
                if slot not in self._values:
                    self._values[slot] = make()
            finally:
                lock.release()
        value: Value = self._values[slot]
        return value

    def __reduce__(self) -> tuple[type[Slots], tuple[()]]:
        return Slots, ()
