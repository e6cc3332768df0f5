"""Ready-made rules, asked about solutions of the problem without them."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import exactcover as xc

from ..brute_force import Truth
from ..generator import problem_of
from ..stated_rules import rule_of, some_rules
from .arguments import a_search
from .checks import Names, same

__all__ = ["conditions"]


def conditions(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    """Each says of a solution whether that keeps it, and so is a function for a search too."""
    names, free = Names(truth.case), Truth(replace(truth.case, rules=()))
    rules = truth.case.rules or some_rules(free, draw)
    wanted = free.under(rules)
    plain = problem_of(free.case)
    called = [rule_of(rule, truth.case) for rule in rules]

    def keeps(solution: xc.Solution[Any]) -> bool:
        return all(rule(solution) for rule in called)

    how = a_search(truth.case, draw)
    found = names.bags(filter(keeps, plain.solutions(**how)))
    same(sorted(found), sorted(wanted.bags), f"solutions that keep the rules, {rules}")
    same(plain.where(complete=keeps).count(**how), len(wanted), f"count with {rules} as functions")
    same(plain.where(*called).count(**how), len(wanted), f"count with {rules}")
