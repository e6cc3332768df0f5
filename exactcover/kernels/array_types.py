"""Names for the types of the arrays that kernels work on."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["Bytes", "Floats", "Int32s", "Int64s", "Uint32s", "Words"]

Int64s: TypeAlias = NDArray[np.int64]
Int32s: TypeAlias = NDArray[np.int32]
Uint32s: TypeAlias = NDArray[np.uint32]
#: Flags and small numbers.
Bytes: TypeAlias = NDArray[np.uint8]
#: Rows of bits, 64 to a word; or numbers that no kernel should take for negative.
Words: TypeAlias = NDArray[np.uint64]
Floats: TypeAlias = NDArray[np.float64]
