"""What notebooks show of problems and answers: Jupyter, marimo and VS Code ask for HTML.

Whatever is shown derives from :class:`Displayed`. The rest of the room is imported when something
is shown for the first time.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

__all__ = ["Displayed", "Svg", "html_of"]

#: The module of this room that shows a class, by a function with the name of the class.
_MODULES = {
    "answers": "Count DefiningSet Divided Gathered Impossible Optimum OrbitCount OrbitSolution"
    " OrbitSolutions Solution Solutions Svg Uniqueness ZDD",
    "problems": "Batch Check Estimate Problem Progress Reduction Ruled Symmetry",
    "reasons": "Ambiguity Explanation Proof Step Trace",
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names.split()}


class Displayed:
    """Something that notebooks show as more than its ``repr``."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        """What notebooks show."""
        return html_of(self)


class Svg(str, Displayed):
    """SVG as text, which notebooks show as a picture."""

    __slots__ = ()


def html_of(shown: Any) -> str:
    """An object as HTML, by the first of its classes that has a display."""
    kind = next(each.__name__ for each in type(shown).__mro__ if each.__name__ in _MODULE_OF)
    module = import_module(f".{_MODULE_OF[kind]}", __name__)
    function: Any = getattr(module, re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind).lower())
    return str(function(shown))
