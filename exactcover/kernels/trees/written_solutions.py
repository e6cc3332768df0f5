"""How a search returns its solutions."""

from __future__ import annotations

from typing import Any

from ...compile import inlined
from ..bits.array_types import Int32s


@inlined
def write_solution(path: Any, length: Any, number: Any, solutions: Int32s, lengths: Int32s) -> None:
    """Copy a path to ``solutions[number, :lengths[number]]``, unless ``solutions`` has no rows."""
    if len(solutions) > 0:
        for k in range(length):
            solutions[number, k] = path[k]
        lengths[number] = length
