"""The loops of ``rules.py``, compiled."""

from __future__ import annotations

from numba.extending import register_jitable

from ..kernels.jit import kernel
from . import rules

for _part in (
    rules.remove_doomed,
    rules.only_option,
    rules.take,
    rules.list_witnesses,
    rules.sweep,
):
    register_jitable(nogil=True, _nrt=False)(_part)

propagate = kernel(rules.propagate)
