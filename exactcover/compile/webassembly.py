"""WebAssembly of kernels: modules of LLVM for 64-bit machines become side modules for browsers.

A kernel's arguments are words of 64 bits, also addresses, so the same module serves a machine whose
pointers have 32. A *side module* is a library that a program in WebAssembly loads while it runs. It
is linked by ``wasm-ld``, a part of LLVM that llvmlite does not bring.
"""

from __future__ import annotations

import errno
import shutil
import subprocess
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from llvmlite import binding as llvm

from .made import ENTRY, Made

_TRIPLE = "wasm32-unknown-emscripten"
#: What every browser can do in which Pyodide runs.
_FEATURES = "+simd128,+bulk-memory,+nontrapping-fptoint,+sign-ext,+mutable-globals"
_LINK = ("--shared", "--experimental-pic", "--no-entry", "--strip-all", f"--export={ENTRY}")


def side_module(module: Made) -> Made:
    """A kernel as a side module. Raises :class:`OSError` if there is no ``wasm-ld``."""
    if module.needs:
        raise ValueError(f"no browser has the functions {', '.join(module.needs)}")
    machine = _machine()
    read = llvm.parse_bitcode(module.code)
    read.triple, read.data_layout = machine.triple, str(machine.target_data)
    for each in read.global_variables:
        if each.linkage is llvm.Linkage.common:  # WebAssembly has no such symbols
            each.linkage = llvm.Linkage.internal
    with tempfile.TemporaryDirectory() as folder:
        made, linked = Path(folder, "made.o"), Path(folder, "linked.so")
        made.write_bytes(machine.emit_object(read))
        subprocess.run([linker(), *_LINK, "-o", str(linked), str(made)], check=True)
        return replace(module, code=linked.read_bytes())


@cache
def linker() -> str:
    """Where ``wasm-ld`` is. Raises :class:`FileNotFoundError` if it is not on the PATH."""
    found = shutil.which("wasm-ld")
    if found is None:
        raise FileNotFoundError(errno.ENOENT, "not on the PATH; it is a part of lld", "wasm-ld")
    return found


@cache
def _machine() -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(_TRIPLE)
    return target.create_target_machine(features=_FEATURES, opt=3, reloc="pic")
