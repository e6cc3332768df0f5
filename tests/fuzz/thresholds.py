"""Small values for the engine's thresholds, so that tests take both paths.

With them small problems take the paths of large ones. Every whole number or float in capitals at
the head of a module is such a threshold, unless it stands among the exceptions here; which values
are tried follows from what it is, and from what it is called.
"""

from __future__ import annotations

import ast
import importlib
import random
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import exactcover
from exactcover.common.turns import COSTS, WorkCosts

__all__ = ["EXCEPTIONS", "named", "small_values", "sources", "thresholds", "with_thresholds"]

#: Work is divided by these: at least 1 of them.
_AT_LEAST_ONE = re.compile(
    "AHEAD|BYTES_OF|CHUNK|CLAUSES|CLEAN_FIRST|CLEAN_MORE|CONJUGATORS|COUNTED|ENTRIES|ETAS|FIRST_|FOCUS|JOBS"
    "|NODE|ONCE|OPTIONS$|ROUND|_ROW$|ROWS|SHARE|SLICE|STEP|TAKEN|TASKS|TIMES|TURN|UNIT|WORDS"
    "|WORK_OF_LEARNED|_WORK$"
)

#: Values that are tried of the few for which no rule is right -> modules -> names.
_ODD: dict[tuple[Any, ...], dict[str, str]] = {
    (0, 10**9): {
        "diagrams.elimination": "_PAIRS", "diagrams.item_order": "_FEW_ITEMS",
        "diagrams.sums": "_SHORT", "engines.choose": "_NARROW", "engines.incremental": "_GOOD",
        "symmetries.group": "_SMALL",
    },
    (1, 10**5): {"diagrams.build": "_NODES_PER_NODE", "diagrams.dense": "_PLACES_PER_NODE"},
    (2, 5): {"reasons.ambiguity": "_MOST_LISTED", "search.answers": "_LOOK_AGAIN _NODES_IF_WIDE",
             "arrays.clauses": "_FEW", "symmetries.permutations": "_LEAST_LIST"},
    (2, 16): {"arrays.views": "FIRST_PLACES", "reasons.explain": "_GROWS"},
    (4, 9): {"diagrams.dense": "_WORD"},
    (3, 30): {"rules.chain": "_MOST"},
    (8, 200): {"arrays.views": "MOST_PLACES"},
    (500, 7_000): {"diagrams.plans": "_SLICE"},
    (100,): {"reasons.ambiguity": "_MOST_ENTRIES"},
    (40,): {"search.estimate": "_PROBES"},
    (2**13,): {"diagrams.tables": "_SHARED"},
    (2**12, 2**20): {"optimization.linear_program": "LARGEST"},
    (2**61,): {"parallel.problem_job": "_LONGEST"},
    (10**6, 10**10): {"search.distinct": "_BYTES", "diagrams.strategies": "_LISTED_BYTES"},
    ("1MB",): {"reasons.ambiguity": "_DIAGRAM_MEMORY", "reasons.explain": "_DIAGRAM_MEMORY"},
    (1e-3, 100): {"diagrams.strategies": "_LISTING _LISTING_BESIDE_PROMISE"},
    (1e-9,): {"parallel.coordinator": "_STEADY"},
    ((1e-9, 1e-9),): {"parallel.coordinator": "_TASK_SECONDS"},
    (0.0,): {"reasons.ambiguity": "_DIAGRAM_SECONDS", "search.estimate": "_MEASURED",
             "optimization.neighbourhoods": "_LEAST_LEFT"},
    (0.0, 1e-4): {"diagrams.plans": "_MOVES", "optimization.linear_program": "_NOISE"},
    (-100.0, 0.1): {"diagrams.plans": "_BETTER"},
    (0.1, 0.5): {"engines.learning": "_DECAY",
                 "optimization.neighbourhoods": "_SURE _SMALLER _ELSEWHERE"},
    (0.5, 1e9): {"diagrams.build": "_SURE"},
    (0.0, 500.0): {"diagrams.plans": "_AHEAD _VAGUE"},
    (1.0, 2.0): {"optimization.branch_and_bound": "_FIRST_WAIT _WAITING",
                 "optimization.neighbourhoods": "_FIRST_LEFT _LARGER"},
    (0.0, 1e4, 1e6): {"engines.choose": "_TURN"},
    (2.0**10,): {"optimization.linear_program": "_RAY"},
    (
        COSTS._replace(deep_node=1e3, counted_entry=0.0, far_task=0.0),
        COSTS._replace(deep_node=1e9),
        COSTS._replace(bitset_word=100.0),
        COSTS._replace(cells_entry=1e6),
        COSTS._replace(sat_node=1.0, sat_option=0.0, learning_node=1.0),
        WorkCosts(*[1.0] * len(COSTS)),
    ): {"common.turns": "COSTS"},
}  # fmt: skip

#: Packages and modules whose numbers are no thresholds: kernels are compiled with them, or they
#: tell what is shown, are part of a format, or marks in arrays, or times to wait for others.
_WHOLE = (
    "kernels", "cli", "display", "diagrams.export", "statement.convergence", "common.costs",
    "files", "parallel.part_file", "proofs.checker", "statement.model", "compile",
    "propagation.filtering", "parallel.node_prefixes",
)  # fmt: skip

#: Single numbers that are none: more than this is refused with an error, or tried in vain; it tells
#: what is shown, or when; it is a mark, or a figure of arithmetic.
EXCEPTIONS = {
    "arrays.compiled": "UNLIMITED", "common.arguments": "MOST_MEMORY",
    "diagrams.steps": "_MOST_FIELDS",
    "common.textfiles": "UNPACKED _PLAIN _MOST_LINKS", "diagrams.sums": "_ENTRY _TABLE",
    "engines.learning": "_SEED", "optimization.branching": "NEAR AT_LEAST AT_MOST",
    "parallel.coordinator": "_ATTEMPTS _DEATHS _PATIENT _PATIENCE",
    "parallel.executors": "_MENDED", "parallel.tasks": "ALL",
    "propagation.counting_argument": "_LARGE", "reasons.explanation": "_MOST_NAMES",
    "search.answers": "_MOST_PROBES", "search.batch_lists": "_NO_LIMIT",
    "search.estimate": "LEAST_SHARE _T",
    "statement.names": "MOST_NAMES_COMPARED", "symmetries.canonical": "_BYTES",
    "symmetries.classes": "_MOST_DIGITS _ALONE_SECONDS _COMPLETE _IMPOSSIBLE _NOT_EXACT",
    "symmetries.permutations": "MOST_BYTES _MOST_STEPS",
}  # fmt: skip

Name = tuple[str, str]


def named(table: Mapping[str, str]) -> Iterator[Name]:
    """Module and name of each entry."""
    for module, names in table.items():
        yield from ((module, name) for name in names.split())


@cache
def sources() -> dict[str, ast.Module]:
    """The modules of the package by their names within it, parsed."""
    root = Path(exactcover.__file__).parent
    return {
        ".".join(path.relative_to(root).with_suffix("").parts): ast.parse(path.read_text("utf-8"))
        for path in sorted(root.rglob("*.py"))
        if path.stem not in ("__init__", "__main__")
    }


def _numbers_of(name: str) -> dict[str, int | float]:
    """The numbers that a module defines in capitals."""
    module = importlib.import_module(f"exactcover.{name}")
    assigned = [each for each in sources()[name].body
                if isinstance(each, ast.Assign | ast.AnnAssign)]  # fmt: skip
    names = [node.id for each in assigned for node in ast.walk(each)
             if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]  # fmt: skip
    values = {name: getattr(module, name) for name in names if name.strip("_").isupper()}
    return {name: value for name, value in values.items() if type(value) in (int, float)}


def _values_of(name: str, number: int | float) -> tuple[int | float, ...]:
    """The values that are tried of a number: below its own, or from end to end of its kind."""
    if isinstance(number, float):
        return (0.0, 1.0) if number <= 1 else (0.0, 1e9)
    least = 1 if _AT_LEAST_ONE.search(name) else 0
    return tuple(value for value in (0, 1, 3, 30) if least <= value < max(number, 1))


@cache
def small_values() -> dict[Name, tuple[Any, ...]]:
    """The values that are tried of each threshold."""
    odd = {each: values for values, table in _ODD.items() for each in named(table)}
    rest = {
        (module, name): _values_of(name, number)
        for module in sources()
        if not f"{module}.".startswith(tuple(f"{each}." for each in _WHOLE))
        for name, number in _numbers_of(module).items()
    }
    # A kernel's number that plain Python compares with.
    rest |= {("kernels.trees.lowest", "MANY"): (0, 2)}
    single = {*named(EXCEPTIONS)}
    return {each: values for each, values in (rest | odd).items() if each not in single}


@cache
def _importers() -> dict[Name, list[str]]:
    """(Last part of a module's name, name) -> the modules that import the name from there."""
    found: dict[Name, list[str]] = {}
    for module, tree in sources().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    where = node.module.split(".")[-1], alias.name
                    found.setdefault(where, []).append(module)
    return found


@cache
def _holders(module: str, name: str) -> list[ModuleType]:
    """The module that defines a number, and those that import it by name."""
    holders = [module, *_importers().get((module.split(".")[-1], name), [])]
    return [importlib.import_module(f"exactcover.{each}") for each in holders]


def thresholds(draw: random.Random, share: float = 1.0) -> dict[Name, Any]:
    """A small value for each of the thresholds, or for about this share of them."""
    every = small_values().items()
    return {each: draw.choice(values) for each, values in every if draw.random() < share}


@contextmanager
def with_thresholds(values: Mapping[Name, Any]) -> Iterator[None]:
    """These values in force."""
    holders = [(holder, each[1], values[each]) for each in values for holder in _holders(*each)]
    before = [(holder, name, getattr(holder, name)) for holder, name, _ in holders]
    try:
        for holder, name, value in holders:
            setattr(holder, name, value)
        yield
    finally:
        for holder, name, value in before:
            setattr(holder, name, value)
