"""Parts of one problem, one after the other: what is learned from one holds in others."""

from __future__ import annotations

import random

from hypothesis import assume, given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.common.deadline import Deadline
from exactcover.reasons.explain import LearnedParts
from exactcover.reasons.parts import Parts
from exactcover.search.about_solutions import Questions
from tests.instances import langford
from tests.strategies import multiples, statements

#: More nodes than any of these problems needs.
ENOUGH = 10**6


def solvable(parts, part):
    return isinstance(Questions(parts.statement(part)).first(engine="reference"), xc.Solution)


def check(parts, learned, part):
    """The answer is right, and members that are named have no solution either."""
    core = learned.core(part, ENOUGH)
    assert (core == []) == solvable(parts, part)
    if core:
        assert core == [member for member in part if member in core]
        assert not solvable(parts, core)


@given(
    statements() | multiples(),
    st.lists(st.randoms(use_true_random=False), min_size=1, max_size=6),
    st.integers(0, 2),
)
def test_every_part_is_answered_as_the_reference_engine_does(statement, draws, n_given):
    assume(not statement.repeat)
    problem = statement.problem()
    chosen = [name for name, option in zip(problem.options, statement.options, strict=True)
              if set(option) & set(statement.primary)]  # fmt: skip
    parts = Parts(problem.given(*chosen[:n_given])._statement)
    learned = LearnedParts(parts, Deadline(None))
    for draw in draws:
        members = parts.members
        part = [each for each in members if draw.random() < 0.7] if draw.random() < 0.9 else members
        if part:
            check(parts, learned, part)


def test_a_core_of_an_impossible_problem_is_much_smaller_than_it():
    odd = langford(5)
    free = xc.Problem(
        [*odd.primary, *(("free", k) for k in range(30))],
        {**{name: odd.items_of(name) for name in odd.options},
         **{("free", k, n): [("free", k)] for k in range(30) for n in range(2)}},
    )  # fmt: skip
    parts = Parts(free._statement)
    core = LearnedParts(parts, Deadline(None)).core(parts.members, ENOUGH)
    assert core
    assert not any(parts.name(member)[0] == "free" for member in core)


def test_what_was_learned_makes_the_next_part_shorter():
    parts = Parts(langford(6)._statement)
    learned = LearnedParts(parts, Deadline(None))
    members = parts.members
    assert learned.core(members, ENOUGH)
    first = learned.nodes
    assert learned.core(members, ENOUGH)
    assert learned.nodes - first < first


def test_a_part_goes_on_where_it_stopped():
    parts = Parts(langford(6)._statement)
    whole, bits = (LearnedParts(parts, Deadline(None)) for _ in range(2))
    core = whole.core(parts.members, ENOUGH)
    answers = iter(lambda: bits.core(parts.members, 1), core)
    assert all(answer is None for answer in answers)


def test_many_orders_of_deletion_end_in_parts_without_a_solution():
    parts = Parts(langford(5)._statement)
    learned = LearnedParts(parts, Deadline(None))
    for seed in range(10):
        part = parts.members.copy()
        random.Random(seed).shuffle(part)
        for member in part.copy():
            if member in part:
                rest = [other for other in part if other != member]
                part = learned.core(rest, ENOUGH) or part
        assert not solvable(parts, part)
        assert all(solvable(parts, [each for each in part if each != member]) for member in part)
