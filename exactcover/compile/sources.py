"""What a kernel is made of: the digests by which kept and shipped machine code is recognized."""

from __future__ import annotations

import contextlib
import hashlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from enum import Enum, EnumType
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

#: The modules on which the code of every kernel depends.
_MAKERS = ("kinds", "machine_code", "made", "objects", "sources")


def sources_of(function: Callable[..., Any], parts: Iterable[Callable[..., Any]] = ()) -> str:
    """A digest of what a kernel's code is made of: its functions, and the constants they use."""
    digest = hashlib.blake2b(_own_sources(), digest_size=16)
    for each in _made_of(function, parts):
        digest.update(repr(_instructions(each.__code__)).encode() if callable(each) else each)
    return digest.hexdigest()


def texts_of(function: Callable[..., Any], parts: Iterable[Callable[..., Any]] = ()) -> str:
    """A digest of the files and constants of which a kernel is made, alike for all versions of
    Python. Raises :class:`OSError` if a file cannot be read."""
    made_of = list(_made_of(function, parts))
    files = {each.__code__.co_filename for each in made_of if callable(each)}
    texts = sorted(Path(each).read_bytes() for each in files)
    values = sorted(each for each in made_of if isinstance(each, bytes))
    return digest_of(_own_sources() + b"".join(texts) + b"".join(values))


def _made_of(
    function: Callable[..., Any], parts: Iterable[Callable[..., Any]]
) -> Iterator[Callable[..., Any] | bytes]:
    """The functions of which a kernel is made, each once, and the constants they use, as bytes."""
    #: What they use, with the names in the code that uses it: they say which members count.
    left: list[tuple[Any, tuple[str, ...]]] = [(each, ()) for each in (function, *parts)]
    seen = set()
    while left:
        value, names = left.pop()
        value = getattr(value, "__wrapped__", value)
        used: list[Any] = []
        if hasattr(value, "__code__"):
            if value not in seen:
                seen.add(value)
                yield value
                names = tuple(name for code in _codes(value.__code__) for name in code.co_names)
                used += [cell.cell_contents for cell in value.__closure__ or ()]
                used += value.__defaults__ or ()
                used += map(value.__globals__.get, names)
        elif isinstance(value, Enum):
            yield repr(value).encode()
        elif isinstance(value, type) and hasattr(value, "_fields"):
            yield repr(value._fields).encode()
        elif isinstance(value, EnumType):
            used += value
        elif isinstance(value, ModuleType | type):
            of = value.__name__ if isinstance(value, ModuleType) else value.__module__
            yield f"{of} {value.__name__}".encode()
            if of.partition(".")[0] != "numpy" and (value, names) not in seen:
                seen.add((value, names))
                used += [getattr(value, name, None) for name in names]
        elif hasattr(value, "tobytes"):  # numbers and arrays of numpy
            yield f"{value.dtype} {value.shape}".encode() + value.tobytes()
        elif isinstance(value, tuple):
            yield f"{len(value)} members".encode()
            used += value
        elif value is not None:
            yield repr(value).encode()
        left += [(each, names) for each in used]


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function, and of those that are made inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _instructions(code: CodeType) -> list[Any]:
    """What a function does, whatever its file and lines are."""
    return [
        (each.co_code, each.co_names, each.co_varnames, each.co_argcount,
         [constant for constant in each.co_consts if not isinstance(constant, CodeType)])
        for each in _codes(code)
    ]  # fmt: skip


@cache
def _own_sources() -> bytes:
    """A digest of the files that make entries."""
    with contextlib.suppress(OSError):  # there are none, but for what Python makes of them
        files = (pkgutil.get_data(__package__, f"{name}.py") or b"" for name in _MAKERS)
        return digest_of(b"".join(files)).encode()
    return b""


def digest_of(text: bytes) -> str:
    """A digest of a text, as hexadecimal digits."""
    return hashlib.blake2b(text, digest_size=16).hexdigest()
