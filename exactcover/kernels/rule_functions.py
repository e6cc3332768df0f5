"""Functions of the user, compiled for kernels that call them by their address (``calls.py``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core.errors import NumbaError
from numba.extending import intrinsic

from .jit import source_of

__all__ = ["address_of"]

#: What was compiled of a function, by what it is for, as long as the function lives.
_known: WeakKeyDictionary[Callable[..., Any], dict[str, Any]] = WeakKeyDictionary()
#: Characters of an error of numba that are shown.
_LONGEST = 300
_WORD = types.int64


def address_of(name: str, function: Any) -> int:
    """The address of a rule's function ``name``: "enter", "leave" or "accept".

    It is valid as long as the function lives. Raises TypeError if it cannot be compiled.
    """
    known = _known.setdefault(function, {})
    if name not in known:
        try:
            known[name] = _MAKERS[name](
                numba.njit(source_of(function), forceinline=True, error_model="numpy")
            )
        except NumbaError as error:
            why = " ".join(str(error).split())[:_LONGEST]
            raise TypeError(f"the rule {name}= cannot be compiled by numba: {why}") from error
    return int(known[name].address)


# C functions of int64s: the address and the length of the state, and the option.


def _entering(inner: Any) -> Any:
    @numba.cfunc(_WORD(_WORD, _WORD, _WORD))  # type: ignore[untyped-decorator]
    def enter(address: Any, length: Any, option: Any) -> Any:
        return np.int64(inner(numba.carray(_pointer(address), (length,), np.int64), option))

    return enter


def _leaving(inner: Any) -> Any:
    @numba.cfunc(_WORD(_WORD, _WORD, _WORD))  # type: ignore[untyped-decorator]
    def leave(address: Any, length: Any, option: Any) -> Any:
        inner(numba.carray(_pointer(address), (length,), np.int64), option)
        return np.int64(0)

    return leave


def _accepting(inner: Any) -> Any:
    @numba.cfunc(_WORD(_WORD, _WORD))  # type: ignore[untyped-decorator]
    def accept(address: Any, length: Any) -> Any:
        return np.int64(inner(numba.carray(_pointer(address), (length,), np.int64)))

    return accept


_MAKERS = {"enter": _entering, "leave": _leaving, "accept": _accepting}


@intrinsic  # type: ignore[untyped-decorator]
def _pointer(typing_context: Any, address: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())

    return types.CPointer(types.int64)(types.int64), emit
