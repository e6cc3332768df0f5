"""The loops of ``rules.py``, compiled."""

from __future__ import annotations

from ..kernels.jit import kernel
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
)
