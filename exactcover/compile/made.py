"""The machine code of a kernel: as a file holds it, and in memory, where it is run.

A file's first line is JSON: what the kernel returns and needs, all that the code depends on, and a
digest of the code, which follows.
"""

from __future__ import annotations

import ctypes
import json
import struct
import sys
import tempfile
from dataclasses import dataclass
from typing import Any

from .sources import digest_of

#: The name of the function in every module and object file.
ENTRY = "entry"
#: Whether this is Python in a browser, or in Node.js.
BROWSER = sys.platform == "emscripten"


@dataclass(frozen=True)
class Made:
    """A kernel as LLVM's bitcode, as an object file, or as a side module of WebAssembly.

    ``returns``: what it returns, as for ``struct``. ``needs``: the functions of other libraries
    that it calls.
    """

    returns: str
    needs: list[str]
    code: bytes


def packed(made: Made, **about: Any) -> bytes:
    """The text of a file: a line of JSON about the code, and the code."""
    about |= {"returns": made.returns, "needs": made.needs}
    digest = digest_of(json.dumps(about).encode() + made.code)
    return json.dumps(about | {"digest": digest}).encode() + b"\n" + made.code


def unpacked(text: bytes, **about: Any) -> Made:
    """What was packed. Raises :class:`ValueError` if it was about something else, or cannot run."""
    head, _, code = text.partition(b"\n")
    try:
        told = json.loads(head)
        made = Made(told["returns"], told["needs"], code)
    except (ValueError, KeyError, TypeError):
        raise ValueError("it is damaged") from None
    if packed(made, **about) != text:
        raise ValueError("it is damaged, or of another version")
    if made.needs and not _there(made.needs):  # LLVM would end the process
        raise ValueError("it needs a function that is not there")
    return made


def _there(needs: list[str]) -> bool:
    from llvmlite import binding as llvm

    return None not in map(llvm.address_of_symbol, needs)


class Code:
    """The function of an object file, in memory. It is called without Python's lock."""

    def __init__(self, made: Made):
        #: ``_owner`` keeps the machine code in memory.
        self._owner, address = (_side_module if BROWSER else _object)(made.code)
        word = ctypes.c_void_p
        self._call = ctypes.CFUNCTYPE(ctypes.c_int32, word, word, word)(address)
        self._tuple = made.returns.startswith("(")
        self._returns = struct.Struct(made.returns.strip("()"))
        self._size = max(8, self._returns.size)
        self._error = ctypes.create_string_buffer(self._size)  # which nobody reads

    def __call__(self, address: int) -> Any:
        """Run it with the arguments at an address; what it returns."""
        result = ctypes.create_string_buffer(self._size)
        if self._call(result, self._error, address) not in (0, -2):
            raise ArithmeticError("a kernel failed")  # it divided by zero, or the like
        found = self._returns.unpack_from(result)
        return found if self._tuple else found[0] if found else None


def _object(code: bytes) -> tuple[Any, int]:
    """An object file in memory, and the address of its function."""
    from llvmlite import binding as llvm

    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target_machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine, engine.get_function_address(ENTRY)


def target_machine() -> Any:
    """This machine, as llvmlite compiles for it: a new one, which an engine may own."""
    from llvmlite import binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=3,
        jit=True,
    )


def _side_module(code: bytes) -> tuple[Any, int]:
    """A side module in memory, and the number of its function in the table of functions."""
    with tempfile.NamedTemporaryFile(suffix=".so") as file:
        file.write(code)
        file.flush()
        library = ctypes.CDLL(file.name)
    address = ctypes.cast(library[ENTRY], ctypes.c_void_p).value
    assert address is not None
    return library, address
