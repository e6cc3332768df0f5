"""Functions of the user that a kernel calls: compiled, by their address."""

from __future__ import annotations

from typing import Any

from ...compile import native
from .array_types import Int64s


@native
def call_with_option(function: Any, state: Int64s, option: Any) -> Any:
    """What a function answers about a state and an option: 0, 1, or -1 if it raised an exception.

    ``function``: its address (``rule_functions.py``); where nothing is compiled, the function
    itself, whose exceptions end the search.
    """
    return 1 if function(state, option) else 0


@native
def call_with_state(function: Any, state: Int64s) -> Any:
    """The same about a state alone."""
    return 1 if function(state) else 0
