"""Array types for annotating the arguments of kernels, such as ``Int32s``.

``exactcover warm`` reads from them what to compile. For a type checker they are numpy arrays; at
run time they also tell the number of dimensions.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "ByteRows", "Bytes", "Flags", "FloatBlocks", "Floats", "Int8s", "Int32Rows", "Int32s",
    "Int64Rows", "Int64s", "Uint32Rows", "Uint32s", "Word", "WordRows", "Words",
]  # fmt: skip

Int64s: TypeAlias = Annotated[NDArray[np.int64], np.int64, 1]
Int64Rows: TypeAlias = Annotated[NDArray[np.int64], np.int64, 2]
Int32s: TypeAlias = Annotated[NDArray[np.int32], np.int32, 1]
Int32Rows: TypeAlias = Annotated[NDArray[np.int32], np.int32, 2]
Uint32s: TypeAlias = Annotated[NDArray[np.uint32], np.uint32, 1]
Uint32Rows: TypeAlias = Annotated[NDArray[np.uint32], np.uint32, 2]
Int8s: TypeAlias = Annotated[NDArray[np.int8], np.int8, 1]
#: Flags and small numbers.
Bytes: TypeAlias = Annotated[NDArray[np.uint8], np.uint8, 1]
ByteRows: TypeAlias = Annotated[NDArray[np.uint8], np.uint8, 2]
Flags: TypeAlias = Annotated[NDArray[np.bool_], np.bool_, 1]
#: Rows of bits, 64 to a word; or numbers that no kernel should take for negative.
Words: TypeAlias = Annotated[NDArray[np.uint64], np.uint64, 1]
WordRows: TypeAlias = Annotated[NDArray[np.uint64], np.uint64, 2]
Floats: TypeAlias = Annotated[NDArray[np.float64], np.float64, 1]
FloatBlocks: TypeAlias = Annotated[NDArray[np.float64], np.float64, 3]
#: One number of 64 bits that is never negative.
Word: TypeAlias = Annotated[Any, np.uint64]
