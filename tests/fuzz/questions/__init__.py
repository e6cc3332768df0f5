"""The questions: each asks a problem something and compares the answer with the truth."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

import exactcover as xc

from ..brute_force import Truth
from .conditions import conditions
from .diagrams import tables, zdd
from .distinct import distinct
from .divided import divided, gathered, in_processes, journaled, killed
from .interrupted import interrupted, stopped
from .optimum import cheapest, cheapest_divided, in_order
from .reasons import ambiguity, explain, fewest, traces
from .rules import rules
from .search import (
    budgets,
    chunks,
    count,
    count_by_method,
    estimates,
    limits,
    solution_by_solution,
    unique,
)
from .slices import slices
from .statement import batch, files, givens, looks, reduced
from .symmetries import symmetry

__all__ = ["QUESTIONS", "Question"]

Question = Callable[[xc.Problem, Truth, random.Random], None]

#: Each question, and in which share of the problems it is asked.
QUESTIONS: dict[Question, float] = {
    count: 0.9, count_by_method: 0.4, solution_by_solution: 0.5, chunks: 0.35, unique: 0.35,
    limits: 0.3, budgets: 0.3, slices: 0.3, givens: 0.35, reduced: 0.4, batch: 0.3, looks: 0.1,
    files: 0.08, zdd: 0.3, tables: 0.4, distinct: 0.3, cheapest: 0.4, in_order: 0.2,
    symmetry: 0.15,
    explain: 0.25, ambiguity: 0.25, fewest: 0.1, traces: 0.25, estimates: 0.1, rules: 0.3,
    conditions: 0.4,
    gathered: 0.04, journaled: 0.02, killed: 0.001, divided: 0.003, cheapest_divided: 0.04,
    interrupted: 0.04, stopped: 0.1, in_processes: 0.0003,
}  # fmt: skip
if sys.platform == "emscripten":  # it has neither threads nor processes, journals, igraph
    for question in (
        gathered, journaled, killed, divided, cheapest_divided, interrupted, in_processes, symmetry,
    ):  # fmt: skip
        del QUESTIONS[question]
