"""Functions of the user that a kernel calls: compiled, by their address."""

from __future__ import annotations

from typing import Any

from .array_types import Int64s
from .jit import native

__all__ = ["call_with_option", "call_with_state"]


@native
def call_with_option(function: Any, state: Int64s, option: Any) -> Any:
    """What a function answers about a state and an option, as int64.

    ``function``: its address, as ``compiled_rule`` in ``machine_code.py`` gives it; where nothing
    is compiled, the function itself.
    """
    answer = function(state, option)
    return 0 if answer is None else int(answer)


@native
def call_with_state(function: Any, state: Int64s) -> Any:
    """The same about a state alone."""
    return int(function(state))
