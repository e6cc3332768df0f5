"""Programs that find the cheapest solution: this project, and others if installed.

Each makes its model of an instance first; what it returns is timed, and gives what was found.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

import exactcover as xc

from .costly import Costly
from .peers import cp_sat, ones

__all__ = ["OPTIMIZERS", "Found", "Optimizer", "for_assignments"]


@dataclass(frozen=True)
class Found:
    """The best solution, if there is one, and the bound on all; as the program tells."""

    chosen: list[int] | None
    cost: float | None
    #: None if nothing is known.
    bound: float | None
    #: Whether the program says that nothing is better.
    proven: bool


Run = Callable[[], Found]


@dataclass(frozen=True)
class Optimizer:
    """A program, and how it is given an instance and a number of seconds."""

    prepare: Callable[[Costly, float], Run]
    #: The module it needs.
    module: str
    workers: int = 1

    @property
    def installed(self) -> bool:
        """Whether it can be run here."""
        return importlib.util.find_spec(self.module) is not None


def _here(instance: Costly, seconds: float) -> Run:
    problem = instance.problem()

    def run() -> Found:
        answer = (problem.maximize if instance.maximize else problem.minimize)(seconds=seconds)
        if isinstance(answer, xc.Impossible):
            return Found(None, None, None, True)
        chosen = None if answer.solution is None else list(answer.solution)
        return Found(chosen, answer.cost, answer.bound, answer.complete)

    return run


def _matrix(instance: Costly) -> tuple[Any, Any, Any]:
    """The incidence matrix by options: starts and items; and the costs, to be minimized."""
    starts = np.cumsum([0, *map(len, instance.options)])
    items = np.concatenate(instance.options)
    return starts, items, np.array(instance.costs, float) * (-1 if instance.maximize else 1)


def _bounds(instance: Costly) -> tuple[Any, Any]:
    """How often each item is covered at least and at most."""
    low, high = zip(*instance.each, strict=True)
    return np.array(low, float), np.array([np.inf if each is None else each for each in high])


def _highs(instance: Costly, seconds: float) -> Run:
    import highspy

    starts, items, costs = _matrix(instance)
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = len(costs), instance.n_items
    model.col_cost_, model.col_lower_, model.col_upper_ = costs, 0 * costs, 0 * costs + 1
    model.row_lower_, model.row_upper_ = _bounds(instance)
    model.integrality_ = [highspy.HighsVarType.kInteger] * len(costs)
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_, model.a_matrix_.index_ = starts, items
    model.a_matrix_.value_ = np.ones(len(items))
    # Threads are of the process: whoever used it before may have asked for another number.
    highspy.Highs.resetGlobalScheduler(True)
    highs = highspy.Highs()
    for name, value in (
        ("output_flag", False), ("threads", 1), ("time_limit", seconds), ("mip_rel_gap", 0.0)
    ):  # fmt: skip
        highs.setOptionValue(name, value)
    highs.passModel(model)

    def run() -> Found:
        highs.run()
        info = highs.getInfo()
        known = info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
        chosen = ones(highs.getSolution().col_value) if known else None
        proven = highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
        cost, bound = (
            _signed(instance, each) for each in (info.objective_function_value, info.mip_dual_bound)
        )
        return Found(chosen, cost, bound, proven)

    return run


def _signed(instance: Costly, value: float | None) -> float | None:
    """A number of what was minimized, as one of the instance; None if it is infinite."""
    if value is None or not np.isfinite(value):
        return None
    return -value if instance.maximize else value


def _scipy(instance: Costly, seconds: float) -> Run:
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csc_array

    starts, items, costs = _matrix(instance)
    matrix = csc_array((np.ones(len(items)), items, starts), (instance.n_items, len(costs)))
    rows = LinearConstraint(matrix, *_bounds(instance))

    def run() -> Found:
        found = milp(
            costs,
            integrality=np.ones(len(costs)),
            bounds=Bounds(0, 1),
            constraints=rows,
            options={"time_limit": seconds, "mip_rel_gap": 0.0},
        )
        chosen = None if found.x is None else ones(found.x)
        cost, bound = (_signed(instance, each) for each in (found.fun, found.get("mip_dual_bound")))
        return Found(chosen, cost, bound, found.status == 0)

    return run


def _cp_sat(workers: int, linear: bool, instance: Costly, seconds: float) -> Run:
    from ortools.sat.python import cp_model

    members: list[list[int]] = [[] for _ in range(instance.n_items)]
    for variable, option in enumerate(instance.options):
        for item in option:
            members[item].append(variable)
    rows = [(some, *bounds) for some, bounds in zip(members, instance.each, strict=True)]
    model, variables, solver = cp_sat(len(instance.options), rows, linear, workers)
    cost = cp_model.LinearExpr.weighted_sum(variables, instance.costs)
    (model.maximize if instance.maximize else model.minimize)(cost)
    solver.parameters.max_time_in_seconds = seconds

    def run() -> Found:
        status = solver.solve(model)
        known = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
        chosen = ones(solver.response_proto.solution) if known else None
        cost, bound = solver.objective_value, solver.best_objective_bound
        return Found(chosen, cost, bound, status == cp_model.OPTIMAL)

    return run


def for_assignments(costly: Costly) -> Callable[[], int]:
    """SciPy's program for assignments (:func:`costly.assignment`) and nothing else: the cost."""
    from scipy.optimize import linear_sum_assignment

    n = costly.n_items // 2
    costs = np.array(costly.costs).reshape(n, n)
    return lambda: int(costs[linear_sum_assignment(costs)].sum())


#: Every program, by name; this project first.
OPTIMIZERS = {
    "here": Optimizer(_here, "exactcover"),
    "HiGHS": Optimizer(_highs, "highspy"),
    "SciPy": Optimizer(_scipy, "scipy"),
    "CP-SAT": Optimizer(partial(_cp_sat, 1, False), "ortools"),
    "CP-SAT, linear": Optimizer(partial(_cp_sat, 1, True), "ortools"),
    "CP-SAT, 2 workers": Optimizer(partial(_cp_sat, 2, False), "ortools", workers=2),
}
