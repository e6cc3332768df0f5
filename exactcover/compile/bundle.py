"""Kernels that a wheel brings: compiled by numba when the wheel was made, not yet for a processor.

A *bundle* is a ZIP file of modules of LLVM, one for each kernel, for one kind of machine. Each
machine makes its own machine code of them, which takes a twentieth of the time that numba needs.
They are optimized for processors like those of most machines (x86-64-v3), and run on all.

A module is used only if the files and constants of which its kernel is made are the same as then;
the version of Python may be another one, and so may be that of numba, or there may be none.
"""

from __future__ import annotations

import json
import logging
import os
import platform
import sys
import zipfile
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .objects import Module, can_run, texts_of

if TYPE_CHECKING:
    from .jit import Kernel

__all__ = ["bundle_file", "bundled", "entries_of", "write_bundle"]

log = logging.getLogger("exactcover")

#: How numba must compile what goes into a bundle: variables of the environment.
_SETTINGS = {
    "NUMBA_CPU_NAME": "x86-64-v3" if platform.machine() in ("x86_64", "AMD64") else "generic",
    "NUMBA_CPU_FEATURES": "",
    "PYTHONHASHSEED": "0",
}
#: The files of a kernel in a bundle.
_PARTS = ("module.json", "module.bc")


def bundle_file() -> Path:
    """Where the bundle for machines like this one is, if there is one."""
    return Path(__file__).with_name(f"{sys.platform}-{platform.machine()}.kernels")


def bundled(kernel: Kernel, kinds: Any) -> Module | None:
    """The module of a kernel from the bundle, if it is there and of the same sources."""
    name = _name(kernel)
    try:
        with zipfile.ZipFile(bundle_file()) as modules:
            head, bitcode = (modules.read(f"{name}/{part}") for part in _PARTS)
        about = json.loads(head)
        texts = texts_of(kernel.function, kernel.parts)
        if (about["texts"], about["kinds"]) != (texts, str(kinds)):
            log.debug("%s is not taken from the bundle: it has changed", name)
            return None
        found = Module(about["symbol"], about["returns"], about["needs"], bitcode)
        return found if can_run(found.needs) else None
    except FileNotFoundError:
        return None
    except (OSError, KeyError, ValueError, TypeError, zipfile.BadZipFile, zlib.error) as reason:
        log.debug("%s is not taken from the bundle: %s", name, reason)
        return None


def entries_of(kernel: Kernel) -> tuple[str, list[bytes]]:
    """A kernel's name, and what a bundle holds of it: compiled by numba, now."""
    from .machine_code import module_of

    kinds = kernel.stated_kinds()
    made = module_of(kernel.function, kinds, kernel.parts)
    about = {"texts": texts_of(kernel.function, kernel.parts), "kinds": str(kinds),
             "symbol": made.symbol, "returns": made.returns, "needs": made.needs}  # fmt: skip
    return _name(kernel), [json.dumps(about).encode(), made.bitcode]


def write_bundle(entries: Iterable[tuple[str, list[bytes]]], path: Path) -> None:
    """Write a bundle of what ``entries_of`` gives in new processes: whole or not at all.

    Raises :class:`OSError` if the file cannot be written, before it asks for the first entry.
    """
    temporary = path.with_name(f"{path.name}.part")
    before = dict(os.environ)
    try:
        with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as modules:
            os.environ.update(_SETTINGS)  # numba reads them when it is imported
            for name, texts in sorted(entries):
                for part, text in zip(_PARTS, texts, strict=True):
                    modules.writestr(_entry(f"{name}/{part}"), text)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    finally:
        os.environ.clear()
        os.environ.update(before)


def _entry(name: str) -> zipfile.ZipInfo:
    """An entry of a ZIP file without the time of today."""
    made = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    made.compress_type = zipfile.ZIP_DEFLATED
    made.external_attr = 0o644 << 16
    return made


def _name(kernel: Kernel) -> str:
    return f"{kernel.__module__}.{kernel.function.__qualname__}"
