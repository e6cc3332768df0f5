"""The loops of ``exactcover.propagation.rules``, compiled."""

from __future__ import annotations

from ..kernels.jit import kernel
from . import rules as propagation

propagate = kernel(propagation.propagate)
