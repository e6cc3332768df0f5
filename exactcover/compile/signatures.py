"""What a kernel is compiled for, as its annotations say.

So kernels can be compiled before anything calls them. A type is ``int``, ``float``, ``bool``, one
of ``kernels/array_types.py``, or a class of named tuples. If its members have no types, a tuple
stands for it: the class, and the types of the members.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_type_hints

import numpy as np

from .arguments import ArrayKind, Kind, NumberKind, TupleKind

__all__ = ["kinds_of"]


def kinds_of(function: Callable[..., Any], types: tuple[Any, ...] = ()) -> tuple[Kind, ...]:
    """The kinds of a function's arguments: of ``types``, or else of its annotations.

    Raises :class:`TypeError` if an argument has no type that a kernel can take.
    """
    if not types:
        hints = get_type_hints(function, include_extras=True)
        code = function.__code__
        types = tuple(hints.get(name) for name in code.co_varnames[: code.co_argcount])
    return tuple(map(_kind_of, types))


def _kind_of(annotation: Any) -> Kind:
    if isinstance(annotation, tuple):
        made, *members = annotation
        return TupleKind(made, tuple(map(_kind_of, members)))
    if hasattr(annotation, "_fields"):
        hints = get_type_hints(annotation, include_extras=True)
        return TupleKind(annotation, tuple(_kind_of(hints[name]) for name in annotation._fields))
    if annotation in (int, float, bool):
        return NumberKind(np.dtype({int: np.int64}.get(annotation, annotation)))
    stated = getattr(annotation, "__metadata__", None)
    if stated is None:
        raise TypeError(f"{annotation} is no type of an argument of a kernel")
    dtype, *n_dimensions = stated
    return (
        ArrayKind(np.dtype(dtype), *n_dimensions) if n_dimensions else NumberKind(np.dtype(dtype))
    )
