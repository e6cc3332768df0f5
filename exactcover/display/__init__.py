"""HTML for notebooks: problems and answers in Jupyter, marimo and VS Code.

Whatever is shown derives from ``Displayed``. What shows a kind of object is imported when the first
one is shown.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .progress_line import Live

__all__ = ["html_of", "live_progress"]

#: The module of this package that shows a class, by a function with the name of the class.
_MODULES = {
    "answer_cards": "Ambiguity Count DefiningSet Divided Explanation Gathered Impossible Optimum"
    " OrbitCount OrbitSolution OrbitSolutions Proof Solution Solutions Step Svg Trace Uniqueness"
    " ZDD",
    "problem_cards": "Batch Check Estimate Problem Progress Reduction Ruled Symmetry",
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names.split()}


def html_of(shown: object) -> str:
    """An object as HTML, by the first of its classes that has a display; its ``repr``, and why,
    where that would raise: a name's own code may."""
    kind = next(each.__name__ for each in type(shown).__mro__ if each.__name__ in _MODULE_OF)
    module = import_module(f".{_MODULE_OF[kind]}", __name__)
    function: Any = getattr(module, re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind).lower())
    try:
        return str(function(shown))
    except Exception as error:
        from .html import failed

        return failed(shown, error)


def live_progress() -> Live:
    """What shows the progress of a question that has begun."""
    from .progress_line import Live

    return Live()
