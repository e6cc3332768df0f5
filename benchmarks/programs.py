"""The programs compared: this project's engines, and others from PyPI if installed.

A *runner* takes an instance and returns the number of solutions after visiting all of them, as
the program's users would: other programs list solutions where they cannot count. ``None`` from
``prepare`` means that the program cannot do the instance.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass

import exactcover as xc

from . import peers
from .instances import Instance

__all__ = ["PROGRAMS", "Outcome", "Program", "clauses"]


@dataclass(frozen=True)
class Outcome:
    """What a run gave: solutions, and the nodes of the search if the program tells."""

    count: int
    nodes: int | None = None


#: Everything up to the search is done by ``prepare``; what it returns is timed.
Runner = Callable[[], Outcome]


@dataclass(frozen=True)
class Program:
    """A program, and how it is run."""

    name: str
    prepare: Callable[[Instance], Runner | None]
    #: The module it needs, if it is not this project.
    module: str | None = None
    #: The most solutions it is asked for: some would take hours for more.
    most: int | None = None

    @property
    def installed(self) -> bool:
        """Whether it can be run here."""
        return self.module is None or importlib.util.find_spec(self.module) is not None


def _engine(name: str) -> Callable[[Instance], Runner]:
    def prepare(instance: Instance) -> Runner:
        primary, secondary, options = instance.statement

        def run() -> Outcome:
            # Stating the problem and propagation are part of what others do in one call.
            problem = xc.Problem(primary, options, secondary=secondary)
            count = problem.count(engine=name, method="listing")
            return Outcome(int(count), count.nodes)

        return run

    return prepare


def _listing(instance: Instance) -> Runner:
    primary, secondary, options = instance.statement

    def run() -> Outcome:
        problem = xc.Problem(primary, options, secondary=secondary)
        solutions = problem.solutions()
        return Outcome(sum(1 for _ in solutions), solutions.nodes)

    return run


def _chunks(instance: Instance) -> Runner:
    primary, secondary, options = instance.statement

    def run() -> Outcome:
        problem = xc.Problem(primary, options, secondary=secondary)
        solutions = problem.solutions()
        return Outcome(sum(map(len, solutions.chunks())), solutions.nodes)

    return run


def _xcover(instance: Instance) -> Runner:
    from xcover import algorithm_c

    primary, secondary, options = instance.statement
    rows = [
        [item if colour is None else f"{item}:{colour}" for item, colour in option.items()]
        for option in options
    ]

    arrays = peers.xcover(rows, primary, secondary=secondary, colored=instance.coloured)
    return lambda: Outcome(sum(1 for _ in algorithm_c(*arrays)))


def _algorithm_x(instance: Instance) -> Runner | None:
    _, secondary, options = instance.statement
    if secondary:
        return None  # it knows primary items only
    count = peers.algorithm_x(options)
    return lambda: Outcome(count())


def _exact_cover(instance: Instance) -> Runner | None:
    import numpy as np
    from exact_cover import get_solution_count

    primary, secondary, options = instance.statement
    if secondary:
        return None  # it knows primary items only
    column = {item: k for k, item in enumerate(primary)}
    matrix = np.zeros((len(options), len(primary)), dtype=np.uint8)
    for row, option in enumerate(options):
        matrix[row, [column[item] for item in option]] = 1
    return lambda: Outcome(int(get_solution_count(matrix)))


def clauses(instance: Instance) -> tuple[list[list[int]], list[list[int]]]:
    """Groups of options (numbers from 1) of which exactly one, and pairs that clash otherwise."""
    primary, secondary, options = instance.statement
    of_item: dict[str, list[tuple[int, str | None]]] = {item: [] for item in primary + secondary}
    for number, option in enumerate(options, 1):
        for item, colour in option.items():
            of_item[item].append((number, colour))
    exactly_one = [[number for number, _ in of_item[item]] for item in primary]
    clashes = [
        [-a, -b]
        for item in secondary
        for k, (a, colour) in enumerate(of_item[item])
        for b, other in of_item[item][k + 1 :]
        if colour is None or colour != other
    ]
    return exactly_one, clashes


def _pysat(instance: Instance) -> Runner:
    from pysat.card import CardEnc, EncType

    exactly_one, clashes = clauses(instance)
    n_options = len(instance.statement[2])
    encoded = [CardEnc.equals(group, 1, encoding=EncType.pairwise) for group in exactly_one]
    stated = [*clashes, *(clause for each in encoded for clause in each.clauses)]

    def run() -> Outcome:
        found = 0
        while solver.solve():
            found += 1
            chosen = peers.ones(solver.get_model()[:n_options])
            solver.add_clause([-1 - place for place in chosen])
        return Outcome(found)

    solver = peers.cadical(stated)
    return run


def _ortools(instance: Instance) -> Runner:
    from ortools.sat.python import cp_model

    exactly_one, clashes = clauses(instance)

    class Counter(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    rows: list[peers.Row] = [([each - 1 for each in group], 1, 1) for group in exactly_one]
    rows += [([-a - 1, -b - 1], 0, 1) for a, b in clashes]
    model, _, solver = peers.cp_sat(len(instance.statement[2]), rows, linear=False)
    solver.parameters.enumerate_all_solutions = True

    def run() -> Outcome:
        counter = Counter()
        solver.solve(model, counter)
        return Outcome(counter.found)

    return run


#: Every program, by name; this project's first.
PROGRAMS: dict[str, Program] = {
    program.name: program
    for program in (
        Program("auto", _engine("auto")),
        Program("bitset", _engine("bitset")),
        Program("cells", _engine("cells")),
        Program("listing", _listing),
        Program("chunks", _chunks),
        Program("plain Python", _algorithm_x, most=10_000),
        Program("xcover", _xcover, "xcover"),
        Program("exact-cover", _exact_cover, "exact_cover"),
        Program("python-sat", _pysat, "pysat", most=1_000),
        Program("ortools", _ortools, "ortools", most=1_000),
    )
}
