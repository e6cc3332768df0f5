"""Mixing the bits of a word, for the open-addressing tables of the kernels.

(Numba's cache does not notice an edit here: after one, delete the caches.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .jit import inlined

__all__ = ["mixed"]


@inlined
def mixed(word: Any) -> Any:
    """A word (uint64) with its bits well mixed: every bit depends on all.

    Two rounds of shifting and of multiplying with an odd number, as finalizers of hash functions
    do; a bijection, so that different words stay different.
    """
    word ^= word >> np.uint64(32)
    word *= np.uint64(0xD6E8FEB86659FD93)
    word ^= word >> np.uint64(32)
    word *= np.uint64(0xD6E8FEB86659FD93)
    return word ^ (word >> np.uint64(32))
