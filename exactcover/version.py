"""The version of this package, which the tags of the repository say."""

from __future__ import annotations

try:
    from ._version import __version__ as __version__
except ModuleNotFoundError:  # A checkout that was never installed.
    __version__ = "0+unknown"
