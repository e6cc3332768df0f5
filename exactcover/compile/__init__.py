"""Compiling kernels and caching the machine code; other packages import from here only.

To write kernels: ``kernel``, which makes a ``Kernel``, and ``kernel_part``, ``inlined``,
``native``. Whether they are machine code: ``compiles``; and whether others can be:
``has_compiler``. To compile ahead: ``write_bundle``, ``allow_other_processes``.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from functools import cache
from typing import TYPE_CHECKING

from ..common.lazy_names import lazy_names

if TYPE_CHECKING:
    from .bundle import write_bundle as write_bundle
    from .compilers import allow_other_processes as allow_other_processes
    from .jit import *


@cache
def compiles() -> bool:
    """Whether kernels are machine code: compiled here, or brought for a browser."""
    return has_compiler() or (sys.platform == "emscripten" and not _is_off() and _are_brought())


@cache
def has_compiler() -> bool:
    """Whether new kernels, such as the rules of a user, are compiled."""
    return numba_is_there() and not _is_off()


def _is_off() -> bool:
    return os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"


def _are_brought() -> bool:
    from .bundle import bundle_file

    return bundle_file().exists()


@cache
def numba_is_there() -> bool:
    """Whether numba is installed. (Without importing it.)"""
    try:
        return importlib.util.find_spec("numba") is not None
    except ValueError:  # it is None in sys.modules
        return False


__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        # module: its names. So a command that compiles nothing imports neither numba nor numpy.
        "bundle": "write_bundle",
        "compilers": "allow_other_processes",
        "jit": "Kernel inlined kernel kernel_part native",
    },
)
