"""The loops of ``exactcover.propagation``, compiled."""

from __future__ import annotations

from .. import propagation
from .jit import kernel

propagate = kernel(propagation.propagate)
