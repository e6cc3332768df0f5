"""Problems in files: :func:`read` and :func:`write`, and the formats, such as ``dlx``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..common.lazy_names import lazy_names

if TYPE_CHECKING:
    from . import dlx, json
    from .formats import *

__all__, __getattr__, __dir__ = lazy_names(__name__, {"": "dlx json", "formats": "read write"})
