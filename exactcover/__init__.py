"""Exact cover with colours: state a problem, then solve, count, and trust the answer.

>>> import exactcover as xc
>>> problem = xc.Problem("pq", {"A": ["p", xc.Coloured("x", "red")],
...                             "B": ["q", xc.Coloured("x", "red")],
...                             "C": ["q", "x"]}, secondary=["x"])
>>> problem.first()
Solution(A, B)
>>> problem.is_unique().verdict
'unique'
"""

from __future__ import annotations

from .errors import (
    BudgetError,
    ColourOnPrimary,
    EmptyOption,
    EngineTooLarge,
    ExactCoverError,
    FileFault,
    Interrupted,
    ItemTwiceInOption,
    NeverChosen,
    NoPrimaryItems,
    Note,
    OptionOnlySecondary,
    ProblemFault,
    RepeatedItem,
    RepeatedOption,
    SearchStopped,
    UncoverableItem,
    UndecidedError,
    UnknownEngine,
    UnknownItem,
    UnknownOption,
    UnwritableName,
    UnwritableProblem,
    describe,
)
from .model import Coloured, Option
from .problem import Check, Problem
from .results import Count, Impossible, Progress, Solution, Uniqueness

__version__ = "0.1.0"

__all__ = [
    "BudgetError",
    "Check",
    "ColourOnPrimary",
    "Coloured",
    "Count",
    "EmptyOption",
    "EngineTooLarge",
    "ExactCoverError",
    "FileFault",
    "Impossible",
    "Interrupted",
    "ItemTwiceInOption",
    "NeverChosen",
    "NoPrimaryItems",
    "Note",
    "Option",
    "OptionOnlySecondary",
    "Problem",
    "ProblemFault",
    "Progress",
    "RepeatedItem",
    "RepeatedOption",
    "SearchStopped",
    "Solution",
    "UncoverableItem",
    "UndecidedError",
    "Uniqueness",
    "UnknownEngine",
    "UnknownItem",
    "UnknownOption",
    "UnwritableName",
    "UnwritableProblem",
    "__version__",
    "describe",
]
