"""User functions, compiled so that a kernel can call them by address."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core.cgutils import unpack_tuple
from numba.extending import intrinsic

from ...compile import Kernel

#: What was compiled: by what it is for, and of what it is made. Numba frees no machine code.
_known: dict[tuple[str, str], RuleFunction] = {}
#: Characters of an error of numba that are shown.
_LONGEST = 300
_WORD = types.int64
_STATE = types.Array(_WORD, 1, "C")


class RuleFunction:
    """A rule's function ``name``, compiled: "enter", "leave" or "accept".

    Python calls the object, and kernels its ``address``. Both run the same code. Raises TypeError
    if it cannot be compiled.
    """

    def __init__(self, name: str, function: Kernel[..., Any]):
        arguments = (_STATE,) if name == "accept" else (_STATE, _WORD)
        inner = numba.njit(function.function, forceinline=True)
        try:
            inner.compile(arguments)
            inner.disable_compile()
            #: A type of numba. If "enter" or "accept" return no bool, the address is 0.
            self.returns, self.address = inner.overloads[arguments].signature.return_type, 0
            if name == "leave" or isinstance(self.returns, types.Boolean):
                self._outer = _OUTER[len(arguments)](inner)
                self.address = int(self._outer.address)
        except Exception as error:  # not all errors of numba have one base
            why = " ".join(str(error).split())[:_LONGEST]
            raise TypeError(f"the rule {name}= cannot be compiled by numba: {why}") from error
        self._inner = inner

    def __call__(self, state: Any, *option: int) -> Any:
        return self._inner(state, *option)


def compiled_function(name: str, function: Kernel[..., Any]) -> RuleFunction:
    """The compiled form of a kernel as a rule's function ``name``.

    Arrays and globals are those of this moment. Kernels of the same code and values share one.
    """
    key = name, function.sources
    if key not in _known:
        _known[key] = RuleFunction(name, function)
    return _known[key]


# C functions of int64s: the address and the length of the state, and the option.


def _of_option(inner: Any) -> Any:
    @numba.cfunc(_WORD(_WORD, _WORD, _WORD))  # type: ignore[untyped-decorator]
    def outer(address: Any, length: Any, option: Any) -> Any:
        return _status(inner, (numba.carray(_pointer(address), (length,), np.int64), option))

    return outer


def _of_state(inner: Any) -> Any:
    @numba.cfunc(_WORD(_WORD, _WORD))  # type: ignore[untyped-decorator]
    def outer(address: Any, length: Any) -> Any:
        return _status(inner, (numba.carray(_pointer(address), (length,), np.int64),))

    return outer


_OUTER = {1: _of_state, 2: _of_option}


@intrinsic  # type: ignore[untyped-decorator]
def _status(typing_context: Any, function: Any, arguments: Any) -> Any:
    """What a function answers: 1 or 0, and -1 if it raises.

    (A C function of numba that raises returns 0, and prints that the exception was ignored.)
    """
    inner = function.get_call_type(typing_context, tuple(arguments), {})

    def emit(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        made = function.dispatcher.overloads[inner.args]
        context.active_code_library.add_linking_library(made.library)
        status, answer = context.call_internal_no_propagate(
            builder, made.fndesc, inner, unpack_tuple(builder, given[1])
        )
        word = ir.IntType(64)
        if isinstance(inner.return_type, types.Boolean):
            answered = builder.zext(answer, word)
        else:  # of "leave": nothing, or what nobody reads
            answered = ir.Constant(word, 0)
            with builder.if_then(status.is_ok):
                context.nrt.decref(builder, inner.return_type, answer)
        return builder.select(status.is_error, ir.Constant(word, -1), answered)

    return _WORD(function, arguments), emit


@intrinsic  # type: ignore[untyped-decorator]
def _pointer(typing_context: Any, address: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())

    return types.CPointer(types.int64)(types.int64), emit
