"""An index of boards of up to four pieces."""

from __future__ import annotations

from tests.results.conftest import index

__all__ = ["index"]
