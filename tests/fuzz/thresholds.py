"""Every number of the engine that chooses between two paths, and small values for it.

With the small values small problems take the paths of large ones. ``test_fuzz.py`` checks that
every number at the head of a module stands in one of the two tables here, so that a new one cannot
be forgotten, and that none of them is frozen in a default argument.
"""

from __future__ import annotations

import ast
import importlib
import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import exactcover
from exactcover.common.turns import COSTS, WorkCosts

__all__ = ["EXCEPTIONS", "THRESHOLDS", "numbers_of", "sources", "thresholds", "with_thresholds"]

#: Module, name, and the small values that are tried.
THRESHOLDS: dict[str, dict[str, tuple[Any, ...]]] = {
    "common.arguments": {"_LEAST": (0,)},
    "common.turns": {
        "COSTS": (
            COSTS._replace(deep_node=1e3, counted_entry=0.0, far_task=0.0),
            COSTS._replace(deep_node=1e9),
            COSTS._replace(bitset_word=100.0), COSTS._replace(cells_entry=1e6),
            COSTS._replace(sat_node=1.0, sat_option=0.0, learning_node=1.0),
            WorkCosts(*[1.0] * len(COSTS)),
        ),
    },
    "arrays.clash_tables": {"_BUILD_STEP": (1,)},
    "arrays.views": {"FIRST_PLACES": (2, 4, 16), "MOST_PLACES": (8, 200)},
    "arrays.compiled": {"SMALL_ENTRIES": (0, 10)},
    "diagrams.build": {
        "_SLICE": (1, 5), "_NARROW": (0, 3), "_SHARE": (1, 2),
        "_FIRST_WORK": (1, 30), "_NODES_PER_NODE": (1, 100_000), "_FEW_STATES": (0.0, 4.0),
        "_SURE": (0.5, 1e9),
    },
    "diagrams.elimination": {"_PAIRS": (0, 10**9)},
    "diagrams.item_order": {
        "_MOST_PAIRS": (0, 10), "_MOST_WORK": (0, 20), "_NARROW": (0, 2), "_FEW_ITEMS": (0, 10**6),
        "_HARDLY_NARROWER": (0.0, 1e9),
        "_MUCH_NARROWER": (0.0, 1e9),
    },
    "diagrams.plans": {
        "_DUE": (0, 1, 30), "_MEMBERS": (0.0, 1.0), "_MOVES": (0.0, 1e-4), "_AHEAD": (0.0, 1e3),
        "_BETTER": (-100.0, 0.1), "_VAGUE": (0.0, 500.0), "_SLICE": (500, 7_000),
    },
    "diagrams.dense": {
        "_PLACES_PER_NODE": (1, 10**9), "_CHUNK": (0, 2), "_WORD": (4, 9),
    },
    "diagrams.tables": {
        "_SHARED": (1 << 13,),
        "_PROMISING": (0.0, 1e9), "_ENOUGH_TO_JUDGE": (0, 3),
        "_STEP_WORK": (1,),
        "_OUTBOX_WORDS": (1, 100), "_ROUND": (1, 7),
    },
    "parallel.coordinator": {
        "_FIRST_NODES": (1, 3), "_FEWEST_NODES": (1, 3), "_TASK_SHARE": (0.0,),
        "_TASK_SECONDS": ((1e-9, 1e-9),), "_LEAST_ROUNDS": (0,),
        "_LEAST_TASKS": (1,), "_AHEAD": (1,), "_TAKEN": (1, 2),
        "_STEADY": (1e-9,), "_MOST_NODES": (1, 5),
    },
    "statement.digest": {"_LONGEST": (0, 10)},
    "rules.chain": {"_MOST": (3, 30), "_MOST_ALONE": (0, 30)},
    "parallel.checks": {"_AT_ONCE": (1,)},
    "common.slices": {
        "_SHORT_SLICE": (0.0,), "_LONG_SLICE": (0.0,), "_MOST_NODES_IN_SLICE": (1, 3),
        "_REPORT_EVERY": (0.0,), "TABLE_ENTRIES": (1, 3, 40),
    },
    "common.deadline": {"_STEPS": (1, 2)},
    "parallel.optimum_job": {"_BASES_BYTES": (0, 1000), "_LEAST_SECONDS": (0.0,)},
    "parallel.problem_job": {"_LONGEST": (2**61,)},
    "parallel.tasks": {"_MOST_JOBS": (1,)},
    "engines.bitset": {
        "_FOCUS_ROOM": (1, 2), "_MOST_FOCUSES": (1, 2), "_MOST_COLUMNS": (1.0,), "_WORTH": (0.0,),
        "_END_WORTH": (0.0, 1e12), "_MOST_FREE": (0, 2),
    },
    "engines.choose": {
        "_SMALL_WORK": (0, 30), "_LONG_SOLUTION": (0,), "_SPARSE": (0.0,),
        "_NARROW": (0, 4, 10**9), "_TABLE_BYTES": (0,),
        "_TABLE_BYTES_ASKED": (0, 400), "_TURN": (0.0, 1e4, 1e6),
        "_SAT_CLAUSES": (0, 10),
    },
    "engines.learning": {
        "_CLAUSES": (1, 3), "_LITERALS": (0, 10), "_DECAY": (0.5,), "_UNIT": (1, 2),
        "_CLEAN_FIRST": (1, 3), "_CLEAN_MORE": (0,), "_GOOD": (0,),
        "SLICE": (1, 3, 7),
        "_RESTARTS_UNIT": (1, 3), "_SEED": (2,),
    },
    "engines.sat": {"_MOST_PAIRS": (0, 20)},
    "arrays.groups": {"_MOST_PAIRS": (0,)},
    "arrays.clauses": {"_FEW": (2,)},
    "search.estimate": {
        "_STEP": (1, 7), "_MEASURED": (0.0,),
        "_AFTER": (0.0,), "_PROBES": (40,), "_SHARE": (1.0,), "_MOST_OPTIONS": (0,),
    },
    "diagrams.graph": {"_FEW_LIMBS": (0,), "MEMORY": (0, 60)},
    "diagrams.sums": {"_SHORT": (0, 10**9), "_SLICE": (1, 5), "_LARGEST": (0, 3)},
    "kernels.trees.lowest": {"MANY": (0, 2)},
    "diagrams.strategies": {
        "_MOST_LISTED": (0, 2), "_LISTED_BYTES": (10**6,), "_LISTED_STEP": (1, 3),
        "_FIRST_TURN": (1, 8), "_LISTING": (1e-3, 100),
        "_LISTING_BESIDE_PROMISE": (10.0,),
        "_WIDEST_FRONTIER": (0, 3),
    },
    "optimization.branch_and_bound": {
        "_FIRST_NODES": (1, 3), "_FIRST_TURN": (1, 30), "_LAST_TURN": (0, 10**9),
        "_FEWER": (1.0, 0.0), "_REPLANT_NODES": (0, 2), "_REST_WORK": (0, 3), "_REST_NODES": (1, 2),
        "_FIRST_WAIT": (1.0,), "_LONGEST_WAIT": (1.0,), "_WAITING": (1.0,),
    },
    "optimization.deepening": {
        "_FIRST_OPTIONS": (1, 2), "_DIVE_OPTIONS": (0, 2), "_MORE_OPTIONS": (1, 2),
        "_CHUNK": (1, 2),
        "_MOST_SLACKS": (0, 2),
    },
    "optimization.linear_program": {
        "_PIVOTS_ENTRIES": (1, 100), "_MOST_ETAS": (1, 2), "_NOISE": (0.0, 1e-2),
        "_RAY": (2.0**10,),
        "LARGEST": (2**12, 2**20),
    },
    "optimization.tree": {"_NODE_WORK": (1,)},
    "optimization.neighbourhoods": {
        "_SURE": (0.1,), "_POWER": (0,),
        "_OPTIONS_A_ROW": (1,), "_FROM_TOP": (0.0, 0.9), "_LARGEST_LEFT": (0.0, 1.0),
        "_FIRST_LEFT": (1.0,), "_LEAST_LEFT": (0.0,), "_LARGER": (2.0,), "_SMALLER": (0.5,),
        "_FIRST_DROPPED": (0.0, 1.0), "_ELSEWHERE": (0.01, 1.0),
    },
    "propagation.propagator": {"_MOST_LOOKS": (0, 10**6), "_MOST_BYTES_OF_WORDS": (0,)},
    "reasons.ambiguity": {
        "_MOST_LISTED": (2, 5), "_MOST_ENTRIES": (100,), "_MOST_COUNTED": (1, 3),
        "_DIAGRAM_SECONDS": (0.0,), "_DIAGRAM_MEMORY": ("1MB",),
    },
    "propagation.counting_argument": {"_MOST_TIMES": (1, 2), "_MOST_WORK": (0, 50)},
    "reasons.explain": {
        "_MOST_NODES": (1, 20), "_MOST_BYTES": (0, 10**6),
        "_SHUFFLES": (0, 2), "_MOST_TO_SHUFFLE": (0, 50), "_MUCH_SHORTER": (0,),
        "_WORK_OF_PROVEN": (0, 20), "_LEAST_NODES": (1, 2), "_TURN": (1, 30), "_GROWS": (2,),
        "_WORK_BEFORE_DIAGRAM": (0, 3), "_DIAGRAM_MEMORY": ("1MB",), "_LEARN_FROM": (0, 10**12),
        "_WORK_OF_LEARNED": (1,),
    },
    "engines.incremental": {"_GOOD": (0, 1, 1000)},
    "reasons.fewest_choice": {"_MOST_WORK": (0, 10_000), "_CALL": (0,)},
    "reasons.trace": {"DEEPEST": (0, 1), "_SLICE": (0, 7)},
    "propagation.reduce": {
        "_PLAIN_WORK": (0, 10), "_MOST_PLAIN_WORK": (0, 10), "_PLAIN_STEP": (1, 5),
        "_COMPILED_STEP": (1, 5), "_WORK_PER_ENTRY": (0, 1),
    },
    "rules.searches": {"_ENTRIES": (1, 7)},
    "search.answers": {
        "_NODES_BEFORE_DIAGRAM": (1, 4), "_NODES_IF_WIDE": (2, 20), "_LOOK_AGAIN": (2, 5),
    },
    "search.about_solutions": {"_FEW": (0, 1)},
    "search.distinct": {
        "_FIRST_TURN": (1, 30), "_STEP": (1, 2),
        "_BYTES": (10**6, 10**10),
    },
    "diagrams.projection": {"_WORK": (1, 100),
        "_DIVE": (0, 1, 3), "_SLICE": (1, 3),
    },
    "search.solutions": {"_LARGEST_CHUNK": (1, 2)},
    "search.search": {"ROWS": (1, 3)},
    "common.textfiles": {"_CHUNK": (1, 7)},
    "symmetries.canonical": {"_EXACT": (1.0,)},
    "symmetries.detection": {
        "_MOST_EDGES": (0, 10**9), "_MOST_HERE": (10**6,),
    },
    "symmetries.permutations": {"_QUIET": (0, 1), "_LEAST_LIST": (2,)},
    "symmetries.classes": {"_SLICE": (1, 5)},
    "symmetries.orbits": {"_CONJUGATORS": (1, 2)},
    "symmetries.group": {
        "_SMALL": (0, 10**6), "_FEW": (0, 2),
        "_BYTES_OF_MEMBER": (1,),
    },
}  # fmt: skip

#: Reason -> module -> the numbers that are no thresholds, or that nothing can set.
EXCEPTIONS: dict[str, dict[str, str]] = {
    "it has a meaning of its own, and its value is part of a format or of a command": {
        "common.arguments": "_UNITS",
        "cli.running": "ANSWERED NO_SOLUTION BAD_INPUT STOPPED FAULT INTERRUPTED",
        "parallel.journal_file": "_APPLICATION VERSION _LEAST_SIZE",
        "files.mps": "_FIELDS",
        "parallel.tasks": "ALL",
        "propagation.filtering": "FIXED_POINT WORK_LIMIT NO_OPTION CLASH",
    },
    "it stands for no limit: larger than anything that is counted": {
        "arrays.compiled": "UNLIMITED",
        "diagrams.steps": "_MOST_FIELDS",
    },
    "more than this is refused with an error; there is no other way": {
        "proofs.checker": "MOST_VARIABLES",
        "common.costs": "_DIGITS LARGEST_TERM _LARGEST_FLOAT", "files.dlx": "MOST_FAULTS",
        "statement.names": "MOST_NAMES_COMPARED",
        "files.cnf": "_MOST_CLAUSES", "files.mps": "_INFINITE",
        "statement.model": "_MOST_REPEATED _MOST_REPEATED_IN_ALL",
        "search.answers": "_MOST_PROBES", "parallel.journal": "_MOST",
        "parallel.coordinator": "_ATTEMPTS _DEATHS", "parallel.executors": "_MENDED",
        "symmetries.permutations": "MOST_BYTES _MOST_STEPS", "symmetries.classes": "_MOST_DIGITS",
        "diagrams.export": "MOST_NODES", "common.textfiles": "UNPACKED _PLAIN _MOST_LINKS",
    },
    "it tells only what is shown, or when": {
        "statement.convergence": "_WIDTH _HEIGHT _TOP _LETTER _LINE",
        "display.grid": "_MOST_CELLS",
        "display.html": "NAMES LINES PICTURES LARGE MIDDLE SMALL WIDEST",
        "cli.symmetry_command": "_MOST_CHARACTERS",
        "display.problem_cards": "_EDGE _SQUARE _LETTER",
        "display.progress_line": "_SHOW_PROGRESS_AFTER _LINE_EVERY", "common.costs": "_SHORT",
        "parallel.coordinator": "_PATIENT",
        "search.estimate": "LEAST_SHARE", "cli.output": "_MOST_NAMES",
        "reasons.explanation": "_MOST_NAMES", "kernels.bits.rule_functions": "_LONGEST",
        "diagrams.export": "_LAYER _RADIUS _TEXT _MARGIN",
    },
    "it is a time to wait for others": {
        "parallel.coordinator": "_PATIENCE",
        "compile.objects": "_LOOK _PATIENCE", "compile.compilers": "_LOOK _IDLE",
        "symmetries.classes": "_ALONE_SECONDS",
    },
    "it is a figure of statistics, and no answer depends on it": {
        "search.estimate": "_T",
    },
    "it weighs one cost against another, and the bound it is compared with is set": {
        "diagrams.sums": "_ENTRY _TABLE",
    },
    "it is beyond every size and bound": {
        "kernels.trees.bitset_sizes": "NEEDED NOT_NEEDED",
    },
    "primes, any of which may show a contradiction": {
        "propagation.counting_argument": "_LARGE _MODULI _TIED_MODULI",
    },
    "a kernel is compiled with it; it groups what is compared with engines.bitset._WORTH": {
        "kernels.trees.bitset_loop": "BUCKETS _BUCKET _UNKNOWN",
    },
    "a kernel is compiled with it; any prices prove a bound, and where they prove none the tree"
    " goes on": {
        "kernels.linear.basis_factors": "_LEAST _PART _NO_STEP",
        "kernels.linear.dual_simplex": "_NEAR _ENTRY _LENGTH _SPARSE",
    },
    "it is beyond what 64 bits hold, and sums near it are refused": {
        "kernels.linear.whole_bound": "TOO_LARGE _MOST",
    },
    "numbers nearer to a whole one cannot be told apart by floating point": {
        "optimization.tree": "NEAR",
    },
    "a kernel is compiled with it, and only figures beyond the brute force's reach come near it": {
        "kernels.trees.probe": "_SCALE",
    },
    "a kernel is compiled with it, and tests/diagrams/test_tables.py has problems that are large"
    " enough": {
        "kernels.states.state_tables": "SHARD_BITS SHARDS LARGE LEAST _TOGETHER",
        "kernels.states.state_choices": "BATCH BATCH_WORDS",
        "kernels.states.state_joins": "_FEW_PAIRS",
    },
    "a kernel is compiled with it, and any order is right": {
        "kernels.states.order_search": "_MOST",
    },
    "a kernel is compiled with it, and activities say only which decision comes first": {
        "kernels.learning.learning_loop": "_MOST",
    },
    "a kernel is compiled with it, and no problem has as many variables": {
        "kernels.components.projection_state": "_FREE",
    },
    "a place in an array, or a mark in it": {
        "kernels.components.components": "CONTROL DEPTH LIVE COMPONENTS PENDING STATES KEYS NODES"
        " EDGES ROOT"
        " VISITED WORK TRAIL HEAD STAMPS ANSWER DONE PAUSED LIVE_FULL COMPONENTS_FULL"
        " PENDING_FULL STATES_FULL KEYS_FULL GRAPH_FULL NONE UNKNOWN FULL",
        "kernels.components.projection_loop": "FIELDS COMPONENT _WHAT _CLASS _NEXT _LEAST _MARK"
        " _LIVE_MARK BEGIN"
        " END ENTRY PENDING_FROM BUSY _BOUND ASK",
        "kernels.components.projection_state": "MANY OPEN TRUE FALSE",
        "kernels.learning.learning_loop": "CONTROL NODES DONE FULL CONFLICTS CLEAN_AT SINCE"
        " RESTARTS _ADDED"
        " _GROWS _UNIT",
        "kernels.learning.learning_state": "FALSE OPEN TRUE DECIDED BY_GROUP BY_LITERAL BY_CLAUSE"
        " TRAIL"
        " QUEUE LEVEL HEAP CLAUSES USED STEP FAILED_WHY FAILED_BECAUSE ROOTED AT_LEVEL AT WHY"
        " BECAUSE OUT NEVER NEXT OTHER",
        "kernels.learning.restarts_loop": "RANDOM",
        "kernels.trees.bitset_loop": "CONTROL DEPTH _NODES _DONE FOCUS VISITED ENDGAME",
        "kernels.trees.bitset_endgame": "VISITS DEPTH VISITED COLUMNS OPTIONS NODES",
        "kernels.trees.bitset_focus": "FIELDS TABLE LINES COLUMNS WORDS ITEMS LEVEL FIRST_WORD"
        " LAST_WORD",
        "kernels.trees.cells_loop": "CONTROL DEPTH NODES DONE OPEN_ITEMS LOOKS COUNTED",
        "kernels.trees.sparse_sets": "TRAIL CLOSED_TOP STAMP IN_NEED CLOSED CLOSING OPEN",
        "kernels.trees.lowest": "LISTED",
        "kernels.trees.cheapest_loop": "CONTROL _DEPTH _NODES _DONE _VISITED",
        "kernels.linear.basis_factors": "ETAS ETA_ENTRIES",
        "kernels.linear.dual_simplex": "PAUSED OPTIMAL IMPOSSIBLE ABOVE NO_ROOM STUCK PIVOTS"
        " FACTORIZED"
        " LIVE CONTROL COST",
        "optimization.tree": "AT_LEAST AT_MOST",
        "parallel.node_prefixes": "BOUND NOTHING",
        "symmetries.classes": "_COMPLETE _IMPOSSIBLE _NOT_EXACT",
        "kernels.trees.ruled_loop": "CONTROL DEPTH _NODES _DONE VISITED FAULT OPTION ENTER LEAVE"
        " ACCEPT",
        "symmetries.canonical": "_BYTES",
        "kernels.trees.probe": "CONTROL PROBE BEGUN _POWERS SUMS _TOTAL _ENDS _SCALES _POWER"
        " _FIRST",
        "kernels.graphs.graphs": "PRODUCT CASES",
        "kernels.graphs.graph_merge": "AND OR MINUS DONE GRAPH_FULL KNOWN_FULL PENDING_FULL"
        " FRAMES_FULL"
        " CONTROL _DEPTH _NODES _EDGES _PENDING _KNOWN _ANSWER _NONE _UNKNOWN _OPERATION _FIRST"
        " _NODE _APART _SPREAD _NEAR",
        "kernels.states.state_program": "START CHOOSE TAKE FORGET CLEAN JOIN CONTROL STEP CURSOR"
        " ROUND"
        " DEPTH"
        " NEED EXPANDED REACHED CREATED NODES EDGES PENDING OPEN LEFT RIGHT STOPPED",
        "kernels.states.state_tables": "NONE",
        "kernels.states.state_joins": "DONE PAUSED ROWS_FULL EDGES_FULL STACK",
        "propagation.filtering": "FORCED DOOMED_NOW NEXT_GIVEN NEXT_ONLY POSITION CHANGED"
        " N_GIVEN DEAD LIVE DOOMED",
    },
}  # fmt: skip


@cache
def sources() -> dict[str, ast.Module]:
    """The modules of the package by their names within it, parsed."""
    root = Path(exactcover.__file__).parent
    return {
        ".".join(path.relative_to(root).with_suffix("").parts): ast.parse(path.read_text("utf-8"))
        for path in sorted(root.rglob("*.py"))
        if path.stem not in ("__init__", "__main__")
    }


def numbers_of(name: str) -> dict[str, Any]:
    """The numbers, and tuples and tables of numbers, that a module defines in capitals."""
    found: dict[str, Any] = {}
    module = importlib.import_module(f"exactcover.{name}")
    for statement in sources()[name].body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        if isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        for target in targets:
            for each in target.elts if isinstance(target, ast.Tuple) else [target]:
                if isinstance(each, ast.Name) and each.id.strip("_").isupper():
                    found[each.id] = getattr(module, each.id)
    return {each: value for each, value in found.items() if _is_number(value)}


def _is_number(value: Any) -> bool:
    if isinstance(value, tuple):
        return bool(value) and all(map(_is_number, value))
    if isinstance(value, dict):
        return bool(value) and all(map(_is_number, value.values()))
    return isinstance(value, int | float) and not isinstance(value, bool)


@cache
def _importers() -> dict[tuple[str, str], list[str]]:
    """(Module, name) -> the modules that import the name from there."""
    found: dict[tuple[str, str], list[str]] = {}
    for module, tree in sources().items():
        package = f"exactcover.{module}".split(".")[:-1]
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                base = package[: len(package) - node.level + 1] if node.level else []
                source = ".".join([*base, node.module]).removeprefix("exactcover.")
                for alias in node.names:
                    found.setdefault((source, alias.name), []).append(module)
    return found


@cache
def _holders(module: str, name: str) -> list[ModuleType]:
    """The module that defines a number, and those that import it by name."""
    holders = [module, *_importers().get((module, name), [])]
    return [importlib.import_module(f"exactcover.{each}") for each in holders]


def thresholds(draw: random.Random, share: float = 1.0) -> dict[tuple[str, str], Any]:
    """A small value for each of the thresholds, or for about this share of them."""
    return {
        (module, name): draw.choice(values)
        for module, names in THRESHOLDS.items()
        for name, values in names.items()
        if draw.random() < share
    }


@contextmanager
def with_thresholds(values: dict[tuple[str, str], Any]) -> Iterator[None]:
    """These values in force."""
    before = [
        (holder, name, getattr(holder, name))
        for module, name in values
        for holder in _holders(module, name)
    ]
    try:
        for (module, name), value in values.items():
            for holder in _holders(module, name):
                setattr(holder, name, value)
        yield
    finally:
        for holder, name, value in before:
            setattr(holder, name, value)
