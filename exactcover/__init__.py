"""Exact cover with colours: state a problem, then solve, count, and trust the answer.

>>> import exactcover as xc
>>> problem = xc.Problem("pq", {"A": ["p", xc.Coloured("x", "red")],
...                             "B": ["q", xc.Coloured("x", "red")],
...                             "C": ["q", "x"]}, secondary=["x"])
>>> problem.first()
Solution('A', 'B')
>>> problem.is_unique().verdict
'unique'
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .engines.prefix import OpenPrefix
from .errors import (
    BadCost,
    BadMultiplicity,
    BudgetError,
    ColourOnPrimary,
    DiagramTooLarge,
    EmptyOption,
    EndlessOption,
    EngineTooLarge,
    ExactCoverError,
    FileFault,
    GroupTooLarge,
    ItemTwiceInOption,
    JournalFault,
    MethodConflict,
    MissingLibrary,
    NeverChosen,
    NoPrimaryItems,
    NotASymmetry,
    Note,
    OptionOnlySecondary,
    OrderError,
    OtherProblem,
    ProblemFault,
    RepeatedItem,
    RepeatedOption,
    RuleFault,
    SearchStopped,
    TaskFailed,
    UncoverableItem,
    UndecidedError,
    UnknownEngine,
    UnknownItem,
    UnknownMethod,
    UnknownOption,
    UnwritableName,
    UnwritableProblem,
    WorkersGone,
    describe,
)
from .problem import Check, Problem
from .statement.model import Coloured, Option
from .statement.order import Order
from .statement.results import (
    Count,
    Impossible,
    Interrupted,
    Optimum,
    PartialSolution,
    Progress,
    Solution,
    Uniqueness,
)

if TYPE_CHECKING:
    from .cli import console, reason_output, worker_arguments
    from .common import escapes, numerals, textfiles
    from .diagrams.zdd import ZDD
    from .files import dlx as dlxfile
    from .files import formats as files
    from .files import json as jsonfile
    from .files.formats import read, write
    from .kernels.jit import kernel, part
    from .parallel.search import Gathered
    from .parallel.work import Divided, Found, Subtree, Work, divide
    from .reasons.ambiguity import Ambiguity
    from .reasons.explain import Explanation
    from .reasons.fewest_choice import DefiningSet, defining_set
    from .reasons.trace import Trace
    from .rules.rule import by_chunk
    from .rules.ruled import Ruled
    from .search.estimate import Estimate
    from .symmetries.symmetry import OrbitCount, OrbitSolution, Symmetry

__version__ = "0.1.0"

#: Parts that not every program needs: imported when they are first used.
_LATE = {
    "console": ".cli.console",
    "dlxfile": ".files.dlx",
    "escapes": ".common.escapes",
    "files": ".files.formats",
    "jsonfile": ".files.json",
    "numerals": ".common.numerals",
    "reason_output": ".cli.reason_output",
    "textfiles": ".common.textfiles",
    "worker_arguments": ".cli.worker_arguments",
}


_OF_WORK = ("Divided", "Found", "Subtree", "Work", "divide")


def __getattr__(name: str) -> Any:
    if name in _LATE:
        return import_module(_LATE[name], __name__)
    if name in ("read", "write"):
        return getattr(import_module(".files.formats", __name__), name)
    if name == "Gathered":
        return import_module(".parallel.search", __name__).Gathered
    if name in _OF_WORK:
        return getattr(import_module(".parallel.work", __name__), name)
    if name == "Ambiguity":
        return import_module(".reasons.ambiguity", __name__).Ambiguity
    if name == "Ruled":
        return import_module(".rules.ruled", __name__).Ruled
    if name == "by_chunk":
        return import_module(".rules.rule", __name__).by_chunk
    if name in ("DefiningSet", "defining_set"):
        return getattr(import_module(".reasons.fewest_choice", __name__), name)
    if name == "Explanation":
        return import_module(".reasons.explain", __name__).Explanation
    if name == "Trace":
        return import_module(".reasons.trace", __name__).Trace
    if name == "Estimate":
        return import_module(".search.estimate", __name__).Estimate
    if name in ("OrbitCount", "OrbitSolution", "Symmetry"):
        return getattr(import_module(".symmetries.symmetry", __name__), name)
    if name == "ZDD":
        return import_module(".diagrams.zdd", __name__).ZDD
    if name in ("kernel", "part"):
        return getattr(import_module(".kernels.jit", __name__), name)
    # With the name and the module, Python tells of names that are spelled like it.
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message, name=name, obj=sys.modules[__name__])


__all__ = [
    "ZDD",
    "Ambiguity",
    "BadCost",
    "BadMultiplicity",
    "BudgetError",
    "Check",
    "ColourOnPrimary",
    "Coloured",
    "Count",
    "DefiningSet",
    "DiagramTooLarge",
    "Divided",
    "EmptyOption",
    "EndlessOption",
    "EngineTooLarge",
    "Estimate",
    "ExactCoverError",
    "Explanation",
    "FileFault",
    "Found",
    "Gathered",
    "GroupTooLarge",
    "Impossible",
    "Interrupted",
    "ItemTwiceInOption",
    "JournalFault",
    "MethodConflict",
    "MissingLibrary",
    "NeverChosen",
    "NoPrimaryItems",
    "NotASymmetry",
    "Note",
    "OpenPrefix",
    "Optimum",
    "Option",
    "OptionOnlySecondary",
    "OrbitCount",
    "OrbitSolution",
    "Order",
    "OrderError",
    "OtherProblem",
    "PartialSolution",
    "Problem",
    "ProblemFault",
    "Progress",
    "RepeatedItem",
    "RepeatedOption",
    "RuleFault",
    "Ruled",
    "SearchStopped",
    "Solution",
    "Subtree",
    "Symmetry",
    "TaskFailed",
    "Trace",
    "UncoverableItem",
    "UndecidedError",
    "Uniqueness",
    "UnknownEngine",
    "UnknownItem",
    "UnknownMethod",
    "UnknownOption",
    "UnwritableName",
    "UnwritableProblem",
    "Work",
    "WorkersGone",
    "__version__",
    "by_chunk",
    "console",
    "defining_set",
    "describe",
    "divide",
    "dlxfile",
    "escapes",
    "files",
    "jsonfile",
    "kernel",
    "numerals",
    "part",
    "read",
    "reason_output",
    "textfiles",
    "worker_arguments",
    "write",
]
