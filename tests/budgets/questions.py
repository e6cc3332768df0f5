"""The questions, each asked of a problem under a budget and in one way of dividing the work."""

from __future__ import annotations

from itertools import pairwise

import exactcover as xc

__all__ = ["BY_ENGINE", "DIVIDED", "QUESTIONS", "WITHOUT_NODES", "some_symmetry"]

#: Questions that take an engine, and that workers answer.
BY_ENGINE = ("first", "count, listing", "solutions", "is_unique", "gather")
DIVIDED = ("count", "count, listing", "gather", "minimize", "maximize", "classes")
#: Questions that have a budget of seconds alone.
WITHOUT_NODES = (
    "zdd", "count_by_cost", "estimate", "explain", "ambiguity", "trace", "difficulty", "prove",
    "symmetry",
)  # fmt: skip


def _listed(solutions):
    for _ in solutions:
        pass
    return solutions


def _estimate(problem, **asked):
    asked.pop("nodes", None)
    return problem.estimate(10**7, **asked)


#: A question -> how it is asked.
QUESTIONS = {
    **{
        name: getattr(xc.Problem, name)
        for name in (
            "first", "count", "is_unique", "minimize", "zdd", "count_by_cost", "explain",
            "ambiguity", "trace", "difficulty",
        )
    },
    "prove": xc.prove,
    "prove, optimum": lambda problem, **asked: xc.prove(problem, optimum="maximize", **asked),
    "count, listing": lambda problem, **asked: problem.count(method="listing", **asked),
    "count, diagram": lambda problem, **asked: problem.count(method="diagram", **asked),
    "count, distinct": lambda problem, **asked: problem.count(
        distinct=problem.primary[:1], **asked
    ),
    "solutions": lambda problem, **asked: _listed(problem.solutions(**asked)),
    "gather": lambda problem, **asked: problem.gather(options=True, sample=3, **asked),
    "maximize": lambda problem, **asked: problem.maximize(3, **asked),
    "all cheapest": lambda problem, **asked: problem.minimize(ties=True, **asked),
    "solutions_by_cost": lambda problem, **asked: _listed(problem.solutions_by_cost(**asked)),
    "estimate": _estimate,
    "symmetry": lambda problem, **asked: problem.symmetry(detect=True, **asked),
    "classes": lambda symmetry, **asked: symmetry.count("canonical forms", **asked),
    "where, complete": lambda problem, **asked: problem.where(
        lambda solution: len(solution) % 2 == 0
    ).count(**asked),
    "where, state": lambda problem, **asked: problem.where(
        enter=lambda state, option: True, leave=lambda state, option: None
    ).count(**asked),
}  # fmt: skip


def some_symmetry(problem):
    """A group that is quickly found: two items change places, if they may."""
    items = problem.primary[:5]
    for first, second in pairwise(items):
        try:
            return problem.symmetry({first: second, second: first})
        except xc.NotASymmetry:
            continue
    raise xc.MethodConflict("symmetry", "a problem without this symmetry")
