"""The beginning of every run in Pyodide: the wheel is installed, and a module is run."""

from __future__ import annotations

import importlib
import logging
import sys

__all__ = ["start"]


class Missed(logging.Handler):
    """A kernel that was not compiled ahead is a fault."""

    def emit(self, record: logging.LogRecord) -> None:
        raise AssertionError(record.getMessage())


async def start(wheel: str, module: str, *words: str) -> None:
    """Install a wheel as micropip does it, and run a module with its words."""
    import micropip

    await micropip.install(wheel)
    sys.path.append("/checkout/puzzles")
    sys.argv[1:] = words
    logging.getLogger("exactcover.compile").addHandler(Missed(logging.WARNING))
    assert not importlib.import_module(module).main(), "it failed"
