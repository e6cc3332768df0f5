"""The loops of ``rules.py``, compiled."""

from __future__ import annotations

from ..compile import kernel
from ..kernels.array_types import Int32s, Int64s
from . import rules

propagate = kernel(
    rules.propagate,
    parts=(
        rules.remove_doomed,
        rules.only_option,
        rules.take,
        rules.list_witnesses,
        rules.sweep,
    ),
    # In ``rules.py`` they may be lists too.
    types=(
        (rules.Problem, int, int, Int64s, Int32s, Int32s, Int64s, Int32s, Int32s, Int32s),
        (rules.State, *[Int32s] * len(rules.State._fields)),
        (rules.Scratch, *[Int32s] * len(rules.Scratch._fields)),
        int,
        int,
    ),
)
propagate.__module__ = __name__  # where other processes find it; in ``rules.py`` it is a function
