"""Kernels shipped in a wheel: compiled by numba at build time, for no processor in particular.

A *bundle* is a ZIP file of modules of LLVM, one for each kernel. Each machine makes its own machine
code of them, which takes a twentieth of the time that numba needs. They are optimized for
processors like those of most machines (x86-64-v3), but nothing in them depends on the processor or
the system: words of 64 bits, the low byte first, are all they take. Browsers, which compile
nothing, have a bundle of their own, of WebAssembly made of the same modules.

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
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .made import BROWSER, Made, packed, unpacked
from .sources import texts_of

if TYPE_CHECKING:
    from .compilers import Compilable

log = logging.getLogger("exactcover")

#: What is raised where a bundle is damaged.
_DAMAGED = OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile, zlib.error, RuntimeError
#: How numba must compile what goes into a bundle: variables of the environment.
_SETTINGS = {
    "NUMBA_CPU_NAME": "x86-64-v3" if platform.machine() in ("x86_64", "AMD64") else "generic",
    "NUMBA_CPU_FEATURES": "",
    "PYTHONHASHSEED": "0",
}


def bundle_file() -> Path:
    """Where the bundle for machines like this one is, if there is one."""
    return Path(__file__).with_name("browsers.kernels" if BROWSER else "machines.kernels")


def bundled(kernel: Compilable, kinds: Any) -> Made | None:
    """The machine code of a kernel from the bundle, if it is there and of the same sources."""
    name = _name(kernel)
    if not (BROWSER or (sys.maxsize > 2**32 and sys.byteorder == "little")):
        return None
    try:
        with zipfile.ZipFile(bundle_file()) as modules:
            text = modules.read(name)
        made = unpacked(text, **_about(kernel, kinds))
        if BROWSER:
            return made
        from .objects import object_of

        return object_of(made)
    except FileNotFoundError:
        return None
    except _DAMAGED as reason:
        log.debug("%s is not taken from the bundle: %s", name, reason)
        return None


class Entry(NamedTuple):
    """A kernel of a bundle: its name, what it is, and what it is made of."""

    name: str
    made: Made
    about: dict[str, str]


def entry_of(kernel: Compilable) -> Entry:
    """A kernel for a bundle: compiled by numba, now."""
    from .machine_code import module_of

    kinds = kernel.stated_kinds()
    made = module_of(kernel.function, kinds, kernel.parts)
    return Entry(_name(kernel), made, _about(kernel, kinds))


def write_bundle(entries: Iterable[Entry], path: Path, browsers: Path | None = None) -> None:
    """Write a bundle of what ``entry_of`` gives in new processes: whole or not at all.

    ``browsers``: where to write the same for browsers. Raises :class:`OSError` if a file cannot be
    written, or nothing links, before it asks for the first entry.
    """
    with ExitStack() as stack:
        write = stack.enter_context(_new(path))
        if browsers is not None:
            from .webassembly import linker, side_module

            linker()
            write_linked = stack.enter_context(_new(browsers))
        stack.enter_context(_environment(_SETTINGS))  # numba reads them when it is imported
        for each in sorted(entries):
            write(each)
            if browsers is not None:
                write_linked(each._replace(made=side_module(each.made)))


@contextmanager
def _new(path: Path) -> Iterator[Callable[[Entry], None]]:
    """Write a bundle with the function that this gives; nothing stays if the block fails."""
    temporary = path.with_name(f"{path.name}.part")

    def write(each: Entry) -> None:
        entry = zipfile.ZipInfo(each.name, (1980, 1, 1, 0, 0, 0))  # not the time of today
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = 0o644 << 16
        modules.writestr(entry, packed(each.made, **each.about))

    try:
        with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as modules:
            yield write
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


@contextmanager
def _environment(settings: dict[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(settings)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _about(kernel: Compilable, kinds: Any) -> dict[str, str]:
    return {"texts": texts_of(kernel.function, kernel.parts), "kinds": str(kinds)}


def _name(kernel: Compilable) -> str:
    return f"{kernel.__module__}.{kernel.function.__qualname__}"
