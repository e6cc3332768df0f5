"""Exact cover with colours: state a problem, then solve, count, and trust the answer.

>>> import exactcover as xc
>>> problem = xc.Problem("pq", {"A": ["p", xc.Coloured("x", "red")],
...                             "B": ["q", xc.Coloured("x", "red")],
...                             "C": ["q", "x"]}, secondary=["x"])
>>> problem.first()
Solution('A', 'B')
>>> problem.is_unique().verdict
'unique'

State a problem
    Problem, Coloured, Option, Order; check() gives a Check of Note and ProblemFault
    read, write                         files, open files, texts
    from_matrix, to_matrix              numpy, SciPy
    from_frame, to_frame                pandas
    from_graph, to_graph                networkx

Ask a question: methods of Problem      and their answers
    first, solutions                    Solution, Impossible
    count                               Count
    is_unique                           Uniqueness
    minimize, maximize                  Optimum
    estimate                            Estimate
    zdd                                 ZDD, all solutions at once: count, sample, rank
    gather                              Gathered: options, sample and best in one search
    symmetry                            Symmetry; its OrbitCount and OrbitSolution
    explain, ambiguity, trace           Explanation, Ambiguity, Trace of PartialSolution
    prove(problem)                      Proof, for other programs to check

Rules: where, a method of Problem
    Times, Total, EqualTotals, DifferentTotals, Runs, Automaton, Connected
                                        ready-made ones, each a Condition
    Ruled                               a problem with rules that are functions
    batch                               the same question of many lists of given options

Searches of one's own
    divide, Work, Found, Subtree        any search, divided among processes and machines
    Divided, OpenPrefix, Progress
    kernel, kernel_part, by_chunk       functions that numba compiles
    array_types                         what their arguments are
    defining_set                        DefiningSet: members that one of many sets has
    Deadline                            a budget of time that several questions share

Show it
    drawn_by, a method of Problem       pictures of solutions in notebooks
    grid_picture, Svg                   for whatever lives on a grid
    describe                            an error or a note in a sentence
    cli, files, text                    what commands are made of

Errors
    ExactCoverError is the base of all. FileFault, ProblemFault and their like name the place and
    what was expected. SearchStopped and Interrupted hold what was found by then.

The documentation explains each: docs/ in the repository, from docs/index.md on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .common import displayed as _displayed
from .common.lazy_names import lazy_names

if TYPE_CHECKING:
    from . import cli, files, text
    from .common.deadline import Deadline as Deadline
    from .common.displayed import Svg as Svg
    from .compile import kernel as kernel
    from .compile import kernel_part as kernel_part
    from .diagrams.zdd import *
    from .display.grid import *
    from .engines.contract import *
    from .errors import *
    from .files.formats import *
    from .files.libraries import *
    from .kernels.bits import array_types as array_types
    from .parallel.divided_search import *
    from .parallel.work import *
    from .problem import *
    from .proofs.prove import *
    from .reasons.ambiguity import *
    from .reasons.explanation import *
    from .reasons.fewest_choice import *
    from .reasons.trace import *
    from .rules.automata import *
    from .rules.conditions import *
    from .rules.connected import *
    from .rules.rule import *
    from .rules.ruled import *
    from .rules.totals import *
    from .search.estimate import *
    from .statement.model import Check as Check
    from .statement.names import Coloured as Coloured
    from .statement.names import Option as Option
    from .statement.order import Order as Order
    from .statement.results import *
    from .symmetries.group import *
    from .symmetries.orbits import *
    from .version import __version__ as __version__

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        # module: its public names
        "": "cli files text",
        "common.deadline": "Deadline",
        "common.displayed": "Svg",
        "compile": "kernel kernel_part",
        "diagrams.zdd": "ZDD",
        "display.grid": "grid_picture",
        "engines.contract": "OpenPrefix",
        "errors": "BadCost BadMultiplicity BadPenalty BudgetError ColourOnPrimary DiagramTooLarge"
        " DistinctFault EmptyOption EndlessOption EngineTooLarge ExactCoverError FileFault"
        " GroupTooLarge ItemTwiceInOption JournalFault MethodConflict MissingLibrary NeverChosen"
        " NoPrimaryItems NotASymmetry Note OptionOnlySecondary OrderError OtherProblem"
        " ProblemFault RepeatedItem RepeatedOption RuleFault RuleTooLarge RuledQuestion"
        " SearchStopped TaskFailed UncoverableItem UndecidedError UnknownEngine UnknownItem"
        " UnknownMethod UnknownOption UnwritableName UnwritableProblem WorkersGone describe",
        "files.formats": "read write",
        "files.libraries": "from_frame from_graph from_matrix to_frame to_graph to_matrix",
        "kernels.bits.": "array_types",
        "parallel.divided_search": "Gathered",
        "parallel.work": "Divided Found Subtree Work divide",
        "problem": "Problem",
        "proofs.prove": "Proof prove",
        "reasons.ambiguity": "Ambiguity",
        "reasons.explanation": "Explanation",
        "reasons.fewest_choice": "DefiningSet defining_set",
        "reasons.trace": "Trace",
        "rules.automata": "Automaton Runs",
        "rules.conditions": "Condition",
        "rules.connected": "Connected",
        "rules.rule": "by_chunk",
        "rules.ruled": "Ruled",
        "rules.totals": "DifferentTotals EqualTotals Times Total",
        "search.estimate": "Estimate",
        "statement.model": "Check",
        "statement.names": "Coloured Option",
        "statement.order": "Order",
        "statement.results": "Count Impossible Interrupted Optimum OrbitCount PartialSolution"
        " Progress Solution Uniqueness",
        "symmetries.group": "Symmetry",
        "symmetries.orbits": "OrbitSolution",
        "version": "__version__",
    },
)


def _display() -> _displayed.Display:
    from . import display

    return display


_displayed.hook.append(_display)
