"""From a kernel to an LLVM module, which later processes can run without numba.

Numba compiles the kernel, and gives its optimized module (``inspect_llvm``). An *entry* is added, a
C function with the arguments as words of 64 bits (``kinds.py``), which calls the kernel:

    int32 entry(result *, void **error, int64 *arguments)

It returns 0, or something else if the kernel raised an error. ``objects.py`` makes machine code of
the module.

This file and ``kernels/bits/rule_functions.py`` are the only ones that import numba.
"""

from __future__ import annotations

import array
import itertools
import logging
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import numba
import numpy as np
from llvmlite import binding as llvm
from llvmlite import ir
from numba import types
from numba.core.registry import cpu_target
from numba.extending import intrinsic, register_jitable
from numba.np.numpy_support import from_dtype

from .kinds import ArrayKind, Kind, TupleKind, words_of
from .made import ENTRY, Code, Made
from .objects import object_of

log = logging.getLogger("exactcover")

_OPTIONS = {"nogil": True, "_nrt": False}


class Unkept(Exception):
    """The kernel's machine code cannot stand alone."""


def type_of(compiled: Any) -> Any:
    """What numba takes a compiled function for that a kernel names."""
    return cpu_target.typing_context.resolve_value_type(compiled)


@intrinsic  # type: ignore[untyped-decorator]
def _ones(typing_context: Any, word: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), emit


@intrinsic  # type: ignore[untyped-decorator]
def _zeros_below(typing_context: Any, word: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), emit


def _by_address(state: Any, *option: Any) -> Any:
    """A call of a function of int64s: the address and the length of an array, and the option."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = context.make_array(state)(context, builder, arguments[1])
        word = ir.IntType(64)
        address = builder.ptrtoint(made.data, word)
        given = [address, builder.extract_value(made.shape, 0), *arguments[2:]]
        kind = ir.FunctionType(word, [word] * len(given)).as_pointer()
        return builder.call(builder.inttoptr(arguments[0], kind), given)

    return types.int64(types.int64, state, *option), emit


@intrinsic  # type: ignore[untyped-decorator]
def _call_with_option(typing_context: Any, function: Any, state: Any, option: Any) -> Any:
    return _by_address(state, types.int64)


@intrinsic  # type: ignore[untyped-decorator]
def _call_with_state(typing_context: Any, function: Any, state: Any) -> Any:
    return _by_address(state)


#: By the names of the functions of ``kernels/`` that they stand for.
INSTRUCTIONS = {
    "popcount": _ones,
    "count_trailing_zeros": _zeros_below,
    "call_with_option": _call_with_option,
    "call_with_state": _call_with_state,
}


def dispatcher(
    function: Callable[..., Any], parts: tuple[Callable[..., Any], ...] = (), **options: Any
) -> Any:
    """Numba's own form of a function, which Python and other compiled functions can call."""
    for part in parts:
        register_jitable(**_OPTIONS)(part)
    return numba.njit(function, **_OPTIONS, **options)


def module_of(
    function: Callable[..., Any], kinds: tuple[Kind, ...], parts: tuple[Callable[..., Any], ...]
) -> Made:
    """The bitcode of a kernel for arguments of these kinds. Raises :class:`Unkept`."""
    if not _layout_is_known():
        raise Unkept("numba hands over arguments in an unknown way")
    return _module_of(function, kinds, parts)


def _module_of(
    function: Callable[..., Any], kinds: tuple[Kind, ...], parts: tuple[Callable[..., Any], ...]
) -> Made:
    compiled = dispatcher(function, parts, no_cpython_wrapper=True, no_cfunc_wrapper=True)
    typed = tuple(map(_typed, kinds))
    compiled.compile(typed)
    overload = compiled.overloads[typed]
    module = llvm.parse_assembly(compiled.inspect_llvm(typed))
    needs = [
        each.name
        for each in module.functions
        if each.is_declaration and not each.name.startswith("llvm.")
    ]
    kernel = module.get_function(overload.fndesc.llvm_func_name)
    module.link_in(llvm.parse_assembly(_entry(kernel, kinds)))
    return Made(_format(overload.signature.return_type), needs, module.as_bitcode())


def _typed(kind: Kind) -> Any:
    """The kind as a type of numba."""
    if isinstance(kind, TupleKind):
        members = tuple(map(_typed, kind.members))
        if len(set(members)) == 1:
            return types.NamedUniTuple(members[0], len(members), kind.made)
        return types.NamedTuple(members, kind.made)
    if isinstance(kind, ArrayKind):
        return types.Array(from_dtype(kind.dtype), kind.n_dimensions, "C")
    return from_dtype(kind.dtype)


def _entry(kernel: Any, kinds: tuple[Kind, ...]) -> str:
    """The entry as LLVM's assembly language.

    Numba hands over an array as its owner (two pointers, which kernels do not use), the number and
    size of its elements, its address, its shape and its strides; and a tuple as its members.
    """
    result, error, *parameters = (str(each.type) for each in kernel.arguments)
    pointer = "i64*" if result.endswith("*") else "ptr"
    lines: list[str] = []
    given: list[str] = []
    places = itertools.count()

    def named(expression: str) -> str:
        lines.append(f"%v{len(lines)} = {expression}")
        return f"%v{len(lines) - 1}"

    def word() -> str:
        at = named(f"getelementptr i64, {pointer} %words, i64 {next(places)}")
        return named(f"load i64, {pointer} {at}")

    def give(kind: Kind) -> None:
        if isinstance(kind, TupleKind):
            for member in kind.members:
                give(member)
        elif isinstance(kind, ArrayKind):
            address, *shape = [word() for _ in range(1 + kind.n_dimensions)]
            size = str(kind.dtype.itemsize)
            strides = [size]
            for length in reversed(shape):
                strides.insert(0, named(f"mul i64 {strides[0]}, {length}"))
            number = named(f"sdiv i64 {strides[0]}, {size}")
            given.extend(("0", "0", number, size, address, *shape, *strides[1:]))
        else:
            given.append(word())

    def as_type(value: str, of: str) -> str:
        """A word in the type of a parameter."""
        if of == "ptr" or of.endswith("*"):
            value = named(f"inttoptr i64 {value} to {of}")
        elif of == "double":
            value = named(f"bitcast i64 {value} to double")
        elif of != "i64":
            value = named(f"trunc i64 {value} to {of}")
        return f"{of} {value}"

    for kind in kinds:
        give(kind)
    if len(given) != len(parameters):
        raise Unkept(f"numba hands over {len(parameters)} values, not {len(given)}")
    values = [f"{result} %result", f"{error} %error", *map(as_type, given, parameters)]
    body = "\n  ".join(lines)
    return f"""
declare i32 @"{kernel.name}"({", ".join((result, error, *parameters))})
define i32 @{ENTRY}({result} %result, {error} %error, {pointer} %words) {{
  {body}
  %status = call i32 @"{kernel.name}"({", ".join(values)})
  ret i32 %status
}}
"""


@cache
def _layout_is_known() -> bool:
    """Whether this version of numba hands over arguments as ``_entry`` says; else it is logged."""
    read, arguments = _probe()
    words: list[int] = []
    kinds = words_of(arguments, words)
    frame = array.array("q", words)
    try:
        code = Code(object_of(_module_of(read, kinds, ())))
        if code(frame.buffer_info()[0]) == read(*arguments):
            return True
    except Exception as reason:  # of a version that does not exist yet: anything
        log.debug("the probe of numba fails: %s", reason)
    log.warning(
        "numba %s has an unknown calling convention: kernels are compiled in every run",
        numba.__version__,
    )
    return False


class _Pair(NamedTuple):
    one: Any
    other: Any


def _probe() -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """A function that returns every field of its arguments; and arguments of every kind."""
    numbers = [np.dtype(char).type(100) for char in "bBhHiIqQ"]
    arrays = [np.empty(3 + place, char) for place, char in enumerate("?bBhHiIqQfd")]
    blocks = [np.empty((2, 3, 5, 7)[-n:], char) for n in (2, 3, 4) for char in "id"]
    # To numba, a tuple of members of one type is another thing.
    pairs = [_Pair(arrays[0], -(2**63)), _Pair(arrays[1], arrays[1])]
    arguments = (True, -5, 0.1, *numbers, *arrays, *blocks, *pairs)
    names = [f"a{place}" for place in range(len(arguments))]
    fields = itertools.chain.from_iterable(map(_fields, names, arguments))
    made: dict[str, Any] = {}
    exec(f"def read({', '.join(names)}): return {', '.join(fields)}", made)
    return made["read"], arguments


def _fields(name: str, value: Any) -> Iterator[str]:
    """What can be read of an argument without following an address."""
    if isinstance(value, np.ndarray):
        yield from (f"{name}.size", f"{name}.itemsize", f"{name}.ctypes.data")
        yield from (f"{name}.{of}[{k}]" for of in ("shape", "strides") for k in range(value.ndim))
    elif isinstance(value, _Pair):
        yield from _fields(f"{name}.one", value.one)
        yield from _fields(f"{name}.other", value.other)
    else:
        yield name


_FORMATS = {
    types.int64: "q", types.int32: "i", types.int16: "h", types.int8: "b",
    types.uint64: "Q", types.uint32: "I", types.uint16: "H", types.uint8: "B",
    types.float64: "d", types.float32: "f", types.boolean: "?",
}  # fmt: skip


def _format(returned: Any) -> str:
    """What an entry writes as its result, as for :mod:`struct`."""
    if isinstance(returned, types.NoneType):
        return ""
    if isinstance(returned, types.BaseTuple):
        return f"({''.join(map(_format_of_one, returned))})"
    return _format_of_one(returned)


def _format_of_one(number: Any) -> str:
    if isinstance(number, types.Literal):
        number = number.literal_type
    if number not in _FORMATS:
        raise Unkept(f"it returns {number}")
    return _FORMATS[number]
