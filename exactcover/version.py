"""The version of this package, taken from the tags of the repository."""

from __future__ import annotations

try:
    from ._version import __version__ as __version__
except ModuleNotFoundError:  # A checkout that was never installed.
    __version__ = "0+unknown"
