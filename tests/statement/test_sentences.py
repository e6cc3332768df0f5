"""Every answer, printed, is a sentence that says what is known, and whether that is all; and every
slip is refused in words that say where and what was expected: as in ``tests/golden/sentences/``."""

from __future__ import annotations

from fractions import Fraction  # noqa: F401 - asked there

import pytest

import exactcover as xc
from tests.instances import dominoes, langford, path_of_dominoes, queens  # noqa: F401 - asked there

#: Three solutions: A and B, C, and D.
OPEN = xc.Problem([1, 2], {"A": [1], "B": [2], "C": [1, 2], "D": [1, 2]})
UNIQUE = OPEN.without("C", "D")
NONE = xc.Problem([1, 2, 3], {"A": [1, 2], "B": [2, 3], "C": [1, 3]})
THREE = xc.Problem("abc", [["a"], ["b", "c"]], secondary="x")
MIRRORS = [{(r, c): (r, 3 - c) for r in range(2) for c in range(4)}]


def exhausted(solutions):
    list(solutions)
    return solutions


def begun(solutions):
    next(solutions)
    return solutions


@pytest.mark.parametrize("name", ["answers", "refused"])
def test_they_are_told_as_they_were(name, answered):
    answered(f"sentences/{name}.txt", globals())
