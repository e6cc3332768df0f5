"""A fingerprint of a problem: what is saved about one must not be read as if about another.

Two problems have the same digest if they have the same items, options and colours in the same
order, under the same names, with the same bounds, and the same options given and forbidden.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable
from typing import Any

from .budget import ticking
from .model import Model, Statement

__all__ = ["digest", "model_digest"]


def digest(
    statement: Statement, costs: bool = True, tick: Callable[[], None] = lambda: None
) -> str:
    """64 hexadecimal digits (SHA-256). ``costs``: whether they count as part of the problem.

    ``tick`` is called now and then, and may end it by raising.
    """
    model = statement.model
    told = hashlib.sha256(model_digest(model, tick).encode())
    told.update(repr((statement.given, statement.forbidden)).encode())
    if costs and model.costs is not None:
        told.update(repr([str(each) for each in model.costs.each]).encode())
    return told.hexdigest()


def model_digest(model: Model, tick: Callable[[], None] = lambda: None) -> str:
    """The same of what is stated, but costs, before any option is given or forbidden."""
    compiled = model.compiled
    told = hashlib.sha256(b"exactcover problem 1\n")
    told.update(repr((compiled.n_primary, compiled.n_items, compiled.repeat)).encode())
    for names in (model.item_names, model.option_names, model.colour_names):
        for name in ticking(names, tick):
            told.update(_told(name).encode("utf-8", "surrogatepass"))
            told.update(b"\n")
        told.update(b"\0")
    bounds = compiled.low, compiled.high
    for numbers in (compiled.starts, compiled.items, compiled.colours, *bounds):
        tick()
        told.update(repr(numbers.tolist()).encode())
    return told.hexdigest()


def _told(name: Hashable) -> str:
    """A name as text, the same in every run, as far as its own ``repr`` is."""
    kind = type(name)
    within: Any = name
    if kind is tuple:
        return f"({','.join(map(_told, within))})"
    if kind is frozenset:
        return f"{{{','.join(sorted(map(_told, within)))}}}"
    if kind.__repr__ is object.__repr__:
        # Its address in memory says nothing of it.
        return f"{kind.__module__}.{kind.__qualname__}"
    return f"{kind.__module__}.{kind.__qualname__}:{name!r}"
