"""Kernels shipped in a wheel: compiled by numba at build time, for no processor in particular.

A *bundle* is a ZIP file of modules of LLVM, one for each kernel, for one kind of machine. Each
machine makes its own machine code of them, which takes a twentieth of the time that numba needs.
They are optimized for processors like those of most machines (x86-64-v3), and run on all.

A module is used only if the files and constants of which its kernel is made are the same as then;
the version of Python may be another one, and so may be that of numba, or there may be none.
"""

from __future__ import annotations

import logging
import os
import platform
import sys
import zipfile
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .objects import Made, object_of, packed, texts_of, unpacked

if TYPE_CHECKING:
    from .compilers import Compilable

log = logging.getLogger("exactcover")

#: How numba must compile what goes into a bundle: variables of the environment.
_SETTINGS = {
    "NUMBA_CPU_NAME": "x86-64-v3" if platform.machine() in ("x86_64", "AMD64") else "generic",
    "NUMBA_CPU_FEATURES": "",
    "PYTHONHASHSEED": "0",
}


def bundle_file() -> Path:
    """Where the bundle for machines like this one is, if there is one."""
    return Path(__file__).with_name(f"{sys.platform}-{platform.machine()}.kernels")


def bundled(kernel: Compilable, kinds: Any) -> Made | None:
    """The machine code of a kernel from the bundle, if it is there and of the same sources."""
    name = _name(kernel)
    try:
        with zipfile.ZipFile(bundle_file()) as modules:
            text = modules.read(name)
        return object_of(unpacked(text, **_about(kernel, kinds)))
    except FileNotFoundError:
        return None
    except (OSError, KeyError, ValueError, zipfile.BadZipFile, zlib.error, RuntimeError) as reason:
        log.debug("%s is not taken from the bundle: %s", name, reason)
        return None


def entry_of(kernel: Compilable) -> tuple[str, bytes]:
    """A kernel's name, and what a bundle holds of it: compiled by numba, now."""
    from .machine_code import module_of

    kinds = kernel.stated_kinds()
    made = module_of(kernel.function, kinds, kernel.parts)
    return _name(kernel), packed(made, **_about(kernel, kinds))


def write_bundle(entries: Iterable[tuple[str, bytes]], path: Path) -> None:
    """Write a bundle of what ``entry_of`` gives in new processes: whole or not at all.

    Raises :class:`OSError` if the file cannot be written, before it asks for the first entry.
    """
    temporary = path.with_name(f"{path.name}.part")
    before = dict(os.environ)
    try:
        with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as modules:
            os.environ.update(_SETTINGS)  # numba reads them when it is imported
            for name, text in sorted(entries):
                entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))  # not the time of today
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                modules.writestr(entry, text)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    finally:
        os.environ.clear()
        os.environ.update(before)


def _about(kernel: Compilable, kinds: Any) -> dict[str, str]:
    return {"texts": texts_of(kernel.function, kernel.parts), "kinds": str(kinds)}


def _name(kernel: Compilable) -> str:
    return f"{kernel.__module__}.{kernel.function.__qualname__}"
