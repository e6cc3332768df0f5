"""Values that are computed once for all threads, and kept with an immutable object."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Generic, NoReturn, TypeVar, overload

Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True, eq=False)
class Slot(Generic[Value]):
    """Names one value among the :class:`Slots` of an object, and says its type."""

    name: str


class Slots:
    """One value for each :class:`Slot`, made on first use.

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
            while not lock.acquire(timeout=0.05):
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


class Fixed(dict[Key, Value]):
    """A dict that cannot be changed, since others read it as well. Its copies and pickles can."""

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("this mapping cannot be changed; dict(mapping) is one that can")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> Any:
        return dict, (dict(self),)


class kept(cached_property[Value]):  # noqa: N801 - a decorator, as ``property`` is
    """A property that is computed once. It cannot be set, and a dict cannot be changed.

    All threads get the same value. Pickles and copies of the object begin without it.
    """

    def __init__(self, make: Callable[[Any], Value], keeper: Callable[[Any], Any] | None = None):
        super().__init__(make)
        self._keeper = keeper

    def __set_name__(self, owner: Any, name: str) -> None:
        super().__set_name__(owner, name)
        self._key = f"{_KEPT}{owner.__name__}.{name}"
        if owner.__getstate__ is object.__getstate__:
            owner.__getstate__ = _state_without_kept

    @overload
    def __get__(self, instance: None, owner: type[Any] | None = None) -> kept[Value]: ...

    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None) -> Value: ...

    def __get__(self, instance: object, owner: type[Any] | None = None) -> kept[Value] | Value:
        if instance is None:
            return self
        known = vars(instance if self._keeper is None else self._keeper(instance))
        if self._key not in known:
            value: Any = self.func(instance)
            known.setdefault(self._key, Fixed(value) if type(value) is dict else value)
        return known[self._key]  # type: ignore[no-any-return]

    def __set__(self, instance: object, value: object) -> NoReturn:
        raise AttributeError(f"{self.attrname!r} cannot be set")


def kept_by(keeper: Callable[[Any], Any]) -> Callable[[Callable[[Any], Value]], kept[Value]]:
    """A :class:`kept` property whose value another object keeps, for all that share that one.

    Some property of the keeper's class has to be ``kept`` too, for its pickles.
    """
    return partial(kept, keeper=keeper)


#: Values that are kept have keys that no attribute has.
_KEPT = "kept: "


def _state_without_kept(instance: object) -> Any:
    """What pickles and copies hold of an object."""

    def rest(state: Any) -> Any:
        return {name: value for name, value in state.items() if not name.startswith(_KEPT)}

    state = object.__getstate__(instance)
    if isinstance(state, tuple):  # of a class with slots: the dict, and what the slots hold
        return state[0] and rest(state[0]), state[1]
    return state and rest(state)
