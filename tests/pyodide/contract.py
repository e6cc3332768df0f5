"""Tests by pytest on the kernels of browsers, in Pyodide; run by ``.ci/pyodide``."""

from __future__ import annotations

import sys

__all__ = ["main"]

#: Not those of pyproject.toml, which ask for more plugins and put the checkout first.
_OPTIONS = ["-c", "/dev/null", "--rootdir=/checkout", "-p", "no:cacheprovider", "-q", "--tb=short",
            "-o", "python_files=test_*.py contract.py", "--import-mode=importlib",
            "-o", "markers=slow\nthorough\nbrowser\ncompiled\nneeds", "-m", "not slow"]  # fmt: skip


def main() -> int:
    """Run pytest with the words of the command, such as /checkout/tests/engines."""
    import pytest

    from exactcover.compile import compiles

    assert compiles(), "there are no kernels for browsers"
    return int(pytest.main([*_OPTIONS, *sys.argv[1:]]))
