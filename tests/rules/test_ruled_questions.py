"""Rules that are functions work in every question that supports them; others give a reason."""

from __future__ import annotations

from operator import methodcaller

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.compile import compiles
from exactcover.rules import searches
from tests.instances import dominoes, queens
from tests.rules.test_stateful import FORMS, PAIRS, Apart, kept
from tests.small_tasks import tasks_of_few_nodes
from tests.strategies import multiples, statements


@given(statement=statements() | multiples(), pairs=PAIRS, entries=st.sampled_from([1, 1_000]))
@tasks_of_few_nodes()
def test_workers_find_what_brute_force_finds(statement, pairs, entries):
    ruled = statement.problem().where(lambda found: Apart(pairs).allows(found.options))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(searches, "_ENTRIES", entries)
        found = ruled.gather(listed=None, workers=2, engine="cells")
    assert [each._numbers for each in found.listed] == kept(statement, pairs)
    assert found.count.complete


@pytest.mark.parametrize("form", FORMS)
@given(statement=statements(), pairs=PAIRS, data=st.data())
def test_a_rule_does_not_see_what_ready_made_rules_have_added(form, statement, pairs, data):
    weights = {k: data.draw(st.integers(-2, 2)) for k in range(len(statement.options))}
    total = data.draw(st.integers(-2, 2))
    wanted = kept(statement, pairs, lambda options: sum(map(weights.get, options)) == total)
    rule = FORMS[form][0](Apart(pairs))
    del rule["accept"]
    ruled = statement.problem().where(xc.Total(weights, total)).where(**rule)
    for engine in FORMS[form][1]:
        assert sorted(each._numbers for each in ruled.solutions(engine=engine)) == wanted


@pytest.mark.parametrize("form", FORMS)
def test_options_may_be_given_and_forbidden_afterwards(form):
    problem, rule = queens(6), FORMS[form][0](Apart([(3, 8)]))
    del rule["accept"]
    ruled = problem.where(**rule)
    solution = ruled.first()
    assert ruled.given(solution.options[0]).first()
    others = ruled.without(*solution.options)
    assert others.count() == problem.without(*solution.options).where(**rule).count()
    assert ruled.options == problem.options


@pytest.mark.skipif(not compiles(), reason="is about compiled rules")
def test_a_journal_goes_on_with_the_same_kernels_and_refuses_others(tmp_path):
    rule = Apart([(0, 5), (3, 9)]).by_kernels()
    ruled, journal = dominoes(4, 6).where(**rule), tmp_path / "journal"
    whole = ruled.count()
    stopped = ruled.count(journal=journal, nodes=5)
    assert not stopped.complete
    assert ruled.count(journal=journal) == whole
    with pytest.raises(xc.JournalFault):
        dominoes(4, 6).where(**Apart([(0, 5)]).by_kernels()).count(journal=journal)
    with pytest.raises(xc.MethodConflict, match="only kernels"):
        dominoes(4, 6).where(lambda solution: True).count(journal=tmp_path / "other")


def test_an_error_in_a_rule_reaches_who_asked_the_workers():
    def refuse(solution):
        raise ZeroDivisionError("of mine")

    with pytest.raises(xc.TaskFailed, match="of mine"):
        dominoes(4, 4).where(refuse).count(workers=2)


@pytest.mark.parametrize(
    "ask",
    [*map(methodcaller, ["zdd", "minimize", "symmetry", "estimate", "explain", "batch"]),
     xc.prove, xc.to_matrix, lambda ruled: xc.write(ruled, "ruled.json")],
)  # fmt: skip
def test_a_question_that_does_not_know_functions_says_so(ask):
    with pytest.raises(xc.RuledQuestion):
        ask(dominoes(2, 2).where(lambda solution: True))
