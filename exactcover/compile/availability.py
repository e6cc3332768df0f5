"""Whether numba is there to compile kernels. (Without importing it, or numpy.)"""

from __future__ import annotations

import importlib.util
import os
from functools import cache

__all__ = ["compiles", "numba_is_there"]


@cache
def compiles() -> bool:
    """Whether kernels are compiled at all."""
    return numba_is_there() and os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"


@cache
def numba_is_there() -> bool:
    """Whether numba is installed."""
    try:
        return importlib.util.find_spec("numba") is not None
    except ValueError:  # it is None in sys.modules
        return False
