"""Exact cover with colours: state a problem, then solve, count or optimize it, with proof.

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
    minimize, maximize, relaxation      Optimum, Relaxation: prices and reduced costs
    estimate                            Estimate
    zdd                                 ZDD, all solutions in a diagram: count, sample, rank
    gather                              Gathered: count, sample and list in one divided search
    batch                               Batch: one question for many variants of a problem
    symmetry                            Symmetry; its OrbitCount and OrbitSolution
    explain, ambiguity, trace           Explanation, Ambiguity, Trace of PartialSolution
    prove(problem)                      Proof of all solutions or of an optimum, to be checked

Add rules with the method where
    Times, Total, EqualTotals, DifferentTotals, Runs, Automaton, Connected
                                        ready-made rules, each a Condition
    Ruled                               a problem with functions as rules
    by_chunk                            a rule that judges many solutions at a time

Divide a search of your own among threads, processes or machines
    divide                              takes a Work of Subtrees; returns Divided
    Found, OpenPrefix                   what a Subtree returns
    kernel, kernel_part, array_types    functions that numba compiles; types of their arguments

Divide a search into files, for job arrays and colleagues' computers
    split, run_part, merge              a plan; PartRun, one of its parts; Merged, their sum

Draw solutions in notebooks with the method drawn_by
    grid_picture, Svg                   for options that cover cells of a grid

More
    Progress, Deadline                  how far a question is; a time budget for several
    defining_set                        DefiningSet: members that only one of many sets has
    describe                            an error or a note in a sentence
    cli, files, text                    modules for commands of your own

Errors
    All derive from ExactCoverError. FileFault, ProblemFault and others name the place, what was
    found and what was expected. SearchStopped: a budget ended before the answer was known.
    Interrupted: Ctrl-C; it holds what was found by then.

For tutorials and the reference see the folder docs of the source repository (docs/index.md).
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
    from .plans.merged import *
    from .plans.merging import *
    from .plans.plan import *
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
    from .statement.check import Check as Check
    from .statement.names import Coloured as Coloured
    from .statement.names import Option as Option
    from .statement.order import Order as Order
    from .statement.relaxation import *
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
        "plans.merged": "Merged",
        "plans.merging": "merge",
        "plans.plan": "PartRun run_part split",
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
        "statement.check": "Check",
        "statement.names": "Coloured Option",
        "statement.order": "Order",
        "statement.relaxation": "Relaxation",
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
