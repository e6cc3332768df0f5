"""Kernels become machine code, which is kept. Everything outside imports from here alone.

To write kernels: ``kernel``, ``part``, ``inlined``, ``native``. To call them: ``compiles``,
``bound``, ``source_of``, ``sources_of``. To compile ahead: ``Kernel``,
``entry_of``, ``write_bundle``, ``bundle_file``, ``allow_other_processes``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..common.lazy_names import lazy_names

if TYPE_CHECKING:
    from .availability import compiles as compiles
    from .bundle import *
    from .compilers import *
    from .jit import *
    from .objects import sources_of as sources_of

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        # module: its names. So a command that compiles nothing imports neither numba nor numpy.
        "availability": "compiles",
        "bundle": "bundle_file entry_of write_bundle",
        "compilers": "allow_other_processes",
        "jit": "Kernel bound inlined kernel native part source_of",
        "objects": "sources_of",
    },
)
