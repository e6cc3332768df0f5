"""Every answer, printed, is a sentence that says what is known, and whether that is all."""

from __future__ import annotations

import pytest

import exactcover as xc
from tests.instances import dominoes, langford

#: Three solutions: A and B, C, and D.
OPEN = xc.Problem([1, 2], {"A": [1], "B": [2], "C": [1, 2], "D": [1, 2]})
UNIQUE = OPEN.without("C", "D")
NONE = xc.Problem([1, 2, 3], {"A": [1, 2], "B": [2, 3], "C": [1, 3]})


def exhausted(solutions):
    list(solutions)
    return solutions


def begun(solutions):
    next(solutions)
    return solutions


SENTENCES = {
    "exactly one solution": lambda: UNIQUE.is_unique(),
    "more than one solution": lambda: OPEN.is_unique(),
    "impossible: propagation leaves no option for item 2": lambda: NONE.is_unique(),
    "undecided: 0 solutions so far (stopped by nodes)": lambda: langford(8).is_unique(nodes=1),
    "3 solutions; 4 options in some; unique with 1 option ('A')": lambda: OPEN.ambiguity(),
    "1 solution; 2 options in all of them; unique with 0 options": lambda: UNIQUE.ambiguity(),
    "3 solutions in all": lambda: exhausted(OPEN.solutions()),
    "1 solution so far": lambda: begun(OPEN.solutions()),
    "2 solutions so far (stopped by limit)": lambda: exhausted(OPEN.solutions(2)),
    "at least 2": lambda: OPEN.count(2),
    "3 solutions gathered": lambda: OPEN.gather(),
    "only solution 2 has 'c'": lambda: xc.defining_set([["a"], ["a", "c"], ["a", "d"]]),
    "4 up to symmetry, 5 in all": lambda: dominoes(2, 4).symmetry(*MIRRORS).count(),
    "4 solutions in all, up to symmetry": lambda: exhausted(
        dominoes(2, 4).symmetry(*MIRRORS).solutions()
    ),
    "<Batch: lists of given options of a problem of 2 items and 4 options>": lambda: OPEN.batch([]),
}  # fmt: skip
MIRRORS = [{(r, c): (r, 3 - c) for r in range(2) for c in range(4)}]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_an_answer_is_printed_as_a_sentence(sentence):
    assert str(SENTENCES[sentence]()) == sentence
