"""A fingerprint of a problem, so that saved files are read with the right problem only.

Two problems have the same digest if they have the same items, options and colours in the same
order, under the same names, with the same bounds, and the same options given and forbidden.

The digest is the same in every process. It depends on what names hold, as ``pickle`` takes them
apart. It does not use their ``repr``, which may contain sets in the order of their hashes, or
addresses in memory. A problem has no digest, and nothing can be saved about it, if a name holds
nothing (an ``object()``, a lambda), or if two names hold the same.
"""

from __future__ import annotations

import copyreg
import hashlib
import sys
import types
from collections.abc import Callable, Generator, Hashable, Iterable, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cached_property
from typing import Any

from ..common.deadline import ticking
from ..errors import UnwritableProblem, shown
from .model import Model
from .names import Added
from .statement import Statement

#: Longer texts stand in others by their digest, so that deep names do not grow with every level.
_LONGEST = 200
_BY_REPR = (bool, float, complex, bytes, type(None), type(...), type(NotImplemented))
_BY_NAME = (type, types.FunctionType, types.BuiltinFunctionType, types.ModuleType)


def digest(
    statement: Statement, costs: bool = True, tick: Callable[[], None] = lambda: None
) -> str:
    """64 hexadecimal digits (SHA-256). ``costs``: whether they count as part of the problem.

    ``tick`` is called now and then, and may end it by raising. Raises :class:`UnwritableProblem`
    where names are not the same in every process.
    """
    model = statement.model
    hasher = hashlib.sha256(_digest_of(model, tick).encode())
    hasher.update(repr((statement.given, statement.forbidden)).encode())
    if costs and model.costs is not None:
        hasher.update(repr([str(each) for each in model.costs.each]).encode())
    if costs and model.penalties:
        hasher.update(repr([(n, str(each)) for n, each in model.penalties.items()]).encode())
    return hasher.hexdigest()


def _digest_of(model: Model, tick: Callable[[], None]) -> str:
    """The digest of what is stated without costs, before any option is given or forbidden."""
    compiled = model.compiled
    hasher = hashlib.sha256(b"exactcover problem 2\n")
    hasher.update(repr((compiled.n_primary, compiled.n_items, compiled.repeat)).encode())
    texts = _Texts()
    for names in model.names:
        hasher.update("\n".join(texts.of_names(names, tick)).encode())
        hasher.update(b"\0")
    bounds = compiled.low, compiled.high
    for numbers in (compiled.starts, compiled.items, compiled.colours, *bounds):
        tick()
        hasher.update(repr(numbers.tolist()).encode())
    return hasher.hexdigest()


class _UnstableError(Exception):
    """Says why what a name holds is not the same in every process."""


class _Bag:
    """Values whose order means nothing."""

    def __init__(self, values: Iterable[Any]):
        self.values = list(values)


class _Texts:
    """Names as ASCII texts without line ends: equal for equal names only."""

    def __init__(self) -> None:
        #: Those of objects seen before, by their addresses; the objects are kept, so that no other
        #: one gets the address.
        self._known: dict[int, tuple[Any, str]] = {}
        #: The addresses of what is being taken apart.
        self._at_work: set[int] = set()

    def of_names(self, names: Sequence[Hashable], tick: Callable[[], None]) -> list[str]:
        """A text for each name. Raises :class:`UnwritableProblem`."""
        found = []
        for name in ticking(names, tick):
            try:
                found.append(self._of(name))
            except _UnstableError as error:
                reason = f"the name {shown(name)} is not the same in every process ({error})"
                raise UnwritableProblem(reason) from None
        first: dict[str, Hashable] = {}
        for name, text in zip(names, found, strict=True):
            if text in first:
                both = f"{shown(first[text])} and {shown(name)}"
                raise UnwritableProblem(f"the names {both} cannot be told apart by their content")
            first[text] = name
        return found

    def _of(self, name: Any) -> str:
        """By a stack of generators, since names may be tuples of any depth."""
        text = _leaf(name)
        stack = [self._taken_apart(name)] if text is None else []
        while stack:
            try:
                part = stack[-1].send(text)
            except StopIteration as done:
                text = done.value
                stack.pop()
                continue
            text = _leaf(part)
            if text is None and id(part) in self._known:
                text = self._known[id(part)][1]
            if text is None:
                stack.append(self._taken_apart(part))
        assert text is not None
        return text

    def _taken_apart(self, value: Any) -> Generator[Any, str | None, str]:
        """Asks for the text of each part of a value, and returns that of the value."""
        if id(value) in self._at_work:
            raise _UnstableError("it refers to itself")
        self._at_work.add(id(value))
        head, parts = _parts(value)
        texts: list[Any] = []
        for part in parts:
            texts.append((yield part))
        if isinstance(value, _Bag):
            texts.sort()
        text = f"{head}({','.join(texts)})"
        if len(text) > _LONGEST:
            text = f"#{hashlib.sha256(text.encode()).hexdigest()}"
        if type(value) is not tuple:
            self._known[id(value)] = value, text
        self._at_work.discard(id(value))
        return text


def _leaf(value: Any) -> str | None:
    """The text of what has no parts, else None."""
    kind = type(value)
    if kind is str:
        return ascii(value)
    if kind is Added:
        return ascii(value.text)  # no string of the same kind is equal to it
    if kind is int:
        return f"{value:x}"
    if kind in _BY_REPR:
        return f"{kind.__name__} {value!r}"
    if isinstance(value, _BY_NAME):
        return _by_name(value)
    return None


def _by_name(value: Any) -> str:
    """A class, function or module by the name that it can be found by."""
    if isinstance(value, types.ModuleType):
        return f"module {value.__name__}"
    module, name = value.__module__, value.__qualname__
    found = sys.modules.get(module) if isinstance(module, str) else None
    for word in name.split("."):
        found = getattr(found, word, None)
    if found is not value:
        raise _UnstableError(f"{module}.{name} is not the name of it")
    return f"{module}.{name}"


def _class_name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _defined(kind: type, name: str) -> bool:
    """Whether a class does not inherit a method from ``object``."""
    return getattr(kind, name) is not getattr(object, name)


def _parts(value: Any) -> tuple[str, Sequence[Any]]:
    """A value that has parts: what kind it is, and its parts."""
    kind = type(value)
    if kind is tuple or kind is list:
        return "" if kind is tuple else "list", value
    if kind is _Bag:
        return "any", value.values
    if kind is dict:
        return "dict", [_Bag(value.items())]
    head = _class_name(kind)
    if isinstance(value, (set, frozenset)):
        return head, [_Bag(value), _state(value, getattr(value, "__dict__", None))]
    if isinstance(value, Enum):
        name: Any = value.name  # flags without a single bit may have none
        return head, [value.value if name is None else name]
    if is_dataclass(value) and _defined(kind, "__eq__"):
        # Only fields that make it equal to another one: others may hold computed values.
        names = [each.name for each in fields(value) if each.compare]
        return head, [(name, getattr(value, name)) for name in names]
    return head, _reduced(value)


def _reduced(value: Any) -> list[Any]:
    """What ``pickle`` would make it of."""
    try:
        reduced = value.__reduce_ex__(2)
    except Exception as error:
        raise _UnstableError(str(error)) from None
    if isinstance(reduced, str):
        return [reduced]
    make, arguments, *more = reduced
    state, items, pairs = (*more, None, None, None)[:3]
    state = _state(value, state)
    if make in (copyreg.__newobj__, copyreg.__newobj_ex__):  # type: ignore[attr-defined]
        arguments = arguments[1:]
    else:
        arguments = (_class_name(make) if isinstance(make, type) else make, *arguments)
    parts = [tuple(arguments), state, list(items or ()), list(pairs or ())]
    if not any(parts) and not _defined(type(value), "__hash__"):
        raise _UnstableError("nothing tells it from other objects of its class")
    return parts


def _state(value: Any, state: Any) -> Any:
    """The state of an object, without what it has computed of the rest and kept."""
    if isinstance(state, tuple) and len(state) == 2:
        return tuple([_state(value, each) for each in state])
    if type(state) is not dict:
        return state
    kind = type(value)
    kept = {
        name: each
        for name, each in state.items()
        if not isinstance(
            getattr(kind, name, None) if isinstance(name, str) else None, cached_property
        )
        and not (type(each) is int and "hash" in str(name) and each == hash(value))
    }
    return kept or None
