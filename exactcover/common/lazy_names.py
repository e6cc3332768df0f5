"""Lazy imports: public names of a package, and libraries.

So ``import exactcover`` imports only what a program uses.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_names(
    package: str, names_of: Mapping[str, str]
) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """``__all__``, ``__getattr__`` and ``__dir__`` of a package.

    ``names_of`` holds the names that each module of the package gives it, as words. Under keys that
    are empty or end in a dot stand modules that are public themselves.
    """
    module_of = {name: module for module, names in names_of.items() for name in names.split()}

    def get(name: str) -> Any:
        if name not in module_of:
            # With the name and the module, Python suggests names that are spelled like it.
            message = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(message, name=name, obj=sys.modules[package])
        module = module_of[name]
        if not module or module.endswith("."):
            return import_module(f".{module}{name}", package)
        value = getattr(import_module(f".{module}", package), name)
        setattr(sys.modules[package], name, value)
        return value

    return sorted(module_of), get, lambda: sorted(module_of)


def library(name: str, extra: str) -> Any:
    """A library that the extra brings. Raises :class:`exactcover.MissingLibrary`."""
    try:
        return import_module(name)
    except ImportError:
        from ..errors import MissingLibrary

        raise MissingLibrary(name, extra) from None
