"""The fuzzer's questions as properties, its problems, its brute force, and its thresholds."""

from __future__ import annotations

import ast
import importlib
import random
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

import exactcover as xc
from tests.fuzz import thresholds
from tests.fuzz.__main__ import main
from tests.fuzz.brute_force import Case, Truth, fewest_that_tell
from tests.fuzz.generator import a_truth, case_of, problem_of
from tests.fuzz.questions import QUESTIONS
from tests.fuzz.rules import Automaton, Connected, Runs, Totals
from tests.fuzz.runner import answered

#: Questions of which a few are enough here, since they wait for threads or processes; what these do
#: first is not the same each time, and so Hypothesis does not draw their choices.
DIVIDED = {"divided", "gathered", "journaled", "cheapest_divided", "interrupted"}
IN_PROCESSES = {"killed", "in_processes"}
TOTALS = ("Times", "Total", "EqualTotals", "DifferentTotals")


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.__name__)
def test_random_small_problems_get_the_answers_of_the_brute_force(question):
    """Hypothesis makes a problem small that gets another one."""
    name, most = question.__name__, settings.default.max_examples
    share = 0.05 if name in IN_PROCESSES else 0.3 if name in DIVIDED else 1

    @settings(
        max_examples=max(1, round(share * most)),
        suppress_health_check=[*settings.default.suppress_health_check, *HealthCheck],
    )
    @given(st.randoms(use_true_random=False), st.sampled_from([0.0, 0.1, 0.5, 1.0]))
    def ask(draw, share):
        truth, seed = a_truth(draw), draw.getrandbits(32)
        note(str(truth.case))
        choices = random.Random(seed) if name in DIVIDED | IN_PROCESSES else draw
        with thresholds.with_thresholds(thresholds.thresholds(random.Random(seed), share)):
            answered(question, truth, choices, share > 0)

    ask()


def fuzzed(monkeypatch, capsys, *arguments):
    monkeypatch.setattr("sys.argv", ["fuzz", *arguments])
    return main(), capsys.readouterr().out


def test_the_command_finds_a_count_that_is_wrong_and_says_how_to_see_it_again(monkeypatch, capsys):
    right = xc.Problem.count

    def wrong(problem, *given, **named):
        answer = right(problem, *given, **named)
        return xc.Count(answer - answer % 2, impossible=answer.impossible)

    monkeypatch.setattr(xc.Problem, "count", wrong)
    code, out = fuzzed(monkeypatch, capsys, "--question", "count", "--most-failures", "1")
    assert code == 1
    again = out.partition("again: python -m tests.fuzz ")[2].split("\n")[0]
    code, told = fuzzed(monkeypatch, capsys, *again.split())
    assert code == 1
    assert "1 differences in 1 questions" in told
    monkeypatch.undo()
    assert fuzzed(monkeypatch, capsys, *again.split())[0] == 0


@pytest.mark.slow
def test_two_processes_share_the_problems(monkeypatch, capsys):
    code, out = fuzzed(monkeypatch, capsys, "--problems", "2", "--jobs", "2")
    assert code == 0
    assert "seed 1: 2 problems in " in out


def kinds_of(case: Case) -> dict[object, object]:
    """What there may be in a case, and whether there is."""
    names = [*case.primary, *case.secondary, *case.names]
    colours = {c for option in case.options for _, c in option} - {None}
    alone = [{item for item, _ in option} <= set(case.secondary) for option in case.options]
    penalties = case.penalties.values()
    rules = [getattr(rule, "kind", type(rule)) for rule in case.rules]
    return {
        "repeated options": case.repeat,
        "symmetries": case.motions,
        "more options than a word has bits": len(case.options) > 64,
        "given and forbidden": case.given and case.forbidden,
        "no primary items": not case.primary and case.options,
        "no primary items, with rules": not case.primary and case.rules,
        "options of secondary items alone": case.primary and any(alone),
        "a set of multiplicities": frozenset({0, 2}) in case.bounds.values(),
        "items that are never covered": (0, 0) in case.bounds.values(),
        "penalties and rules": case.penalties and case.rules,
        "negative penalties": any(each < 0 for each in penalties),
        "huge penalties": any(each > 10**20 for each in penalties),
        "colours like names": colours & set(names),
        "names of rules": "rule 1: step 1" in names and case.rules,
        "names of parts": any(("given", o) in case.primary for o in case.names),
        "None as a name": None in names,
        **{kind: kind in map(type, names) for kind in (bool, bytes, frozenset)},
        **{kind: kind in map(type, penalties) for kind in (int, float, Decimal, Fraction)},
        **{kind: kind in rules and (case.given or case.forbidden)
           for kind in (*TOTALS, Runs, Automaton, Connected)},
    }  # fmt: skip


def test_problems_of_each_kind_come_and_are_sound():
    missing = set(kinds_of(case_of(0)))
    for seed in range(3_000):
        case = case_of(seed)
        assert seed > 200 or problem_of(case).check()
        missing -= {kind for kind, is_there in kinds_of(case).items() if is_there}
        if not missing:
            break
    assert not missing


#: Solutions of a small problem.
EVERY, P_AND_Q, Q_AND_R = (0, 1, 2), (2, 3), (0, 4)


class TestTheBruteForce:
    """By hand."""

    def test_given_and_forbidden_options_leave_the_solutions_with_and_without_them(self):
        case = Case(("p", "q"), (), ((("p", None),), (("q", None),), (("p", None), ("q", None))))
        assert Truth(case).bags == [(2,), (0, 1)]
        assert Truth(replace(case, given=(2,))).bags == [(2,)]
        assert Truth(replace(case, forbidden=(2,))).bags == [(0, 1)]

    @pytest.mark.parametrize(
        ("rule", "kept"),
        [
            (Totals("Times", ({0: 1, 1: 1},), 2), {EVERY}),
            (Totals("Times", ({0: 1, 1: 1},), frozenset({0, 2})), {EVERY, P_AND_Q}),
            (Totals("Times", ({3: 1, 4: 1},), (1, None)), {P_AND_Q, Q_AND_R}),
            (Totals("Total", ({0: 1, 2: 1, 3: -1},), range(1, 3)), {EVERY, Q_AND_R}),
            (Totals("EqualTotals", ({0: 1}, {2: 1})), {EVERY}),
            (Totals("DifferentTotals", ({0: 1}, {2: 1})), {P_AND_Q, Q_AND_R}),
            (Totals("EqualTotals", ({0: 1}, {2: 1}), 0), set()),
            (Runs(("p", "q", "r"), {0: 0, 1: 1, 2: 0, 3: 2, 4: 3}, 1), {EVERY}),
            (Automaton(("r", "q"), dict(enumerate(range(5))), 1, 9, frozenset({4}), None),
             {P_AND_Q}),
            (Connected((0, 1, 2, 4), ((0, 1), (1, 2))), {EVERY, P_AND_Q}),
        ],
    )  # fmt: skip
    def test_a_rule_keeps_what_its_definition_says(self, rule, kept):
        rows = ["p", "q", "r", "pq", "qr"]
        case = Case(("p", "q", "r"), (), tuple(tuple((item, None) for item in row) for row in rows))
        assert Truth(case).set == {EVERY, P_AND_Q, Q_AND_R}
        assert Truth(case).under((rule,)).set == kept

    def test_covers_that_are_missing_cost_their_penalties(self):
        options = ((("p", None),), (("p", None),))
        case = Case(("p",), (), options, bounds={"p": (2, 2)}, costs={0: 7}, penalties={"p": -3})
        assert {bag: case.cost(bag) for bag in Truth(case).bags} == {
            (): -6, (0,): 4, (1,): -3, (0, 1): 7
        }  # fmt: skip

    def test_the_fewest_options_that_tell_are_found_by_trying_all(self):
        assert fewest_that_tell([(0, 1), (0, 2), (1, 2)]) == 2
        assert fewest_that_tell([(0, 1)]) == 0
        assert fewest_that_tell([(0,), (0, 0)]) is None


class TestThresholds:
    """Each number at the head of a module is set, unless it has a reason why not."""

    def test_every_name_in_the_tables_exists_and_has_values(self):
        values = thresholds.small_values()
        for module, name in [*values, *thresholds.named(thresholds.EXCEPTIONS)]:
            assert hasattr(importlib.import_module(f"exactcover.{module}"), name), (module, name)
        assert all(values.values())

    def test_none_of_them_is_frozen_where_a_function_is_defined_or_a_module_imported(self):
        frozen = []
        for module, tree in thresholds.sources().items():
            names = {name for other, name in thresholds.small_values() if other == module}
            made = [
                each.value for each in tree.body if isinstance(each, ast.Assign | ast.AnnAssign)
            ]
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef | ast.Lambda):
                    made += [*node.args.defaults, *filter(None, node.args.kw_defaults)]
            used = {each.id for one in filter(None, made) for each in ast.walk(one)
                    if isinstance(each, ast.Name)}  # fmt: skip
            frozen += [(module, name) for name in used & names]
        assert frozen == []

    def test_small_values_are_in_force_for_a_while_wherever_a_number_is_imported(self):
        from exactcover.optimization import deepening, linear_program

        before = linear_program.LARGEST
        with thresholds.with_thresholds({("optimization.linear_program", "LARGEST"): 5}):
            assert linear_program.LARGEST == deepening.LARGEST == 5
        assert linear_program.LARGEST == deepening.LARGEST == before


def test_every_public_question_is_asked():
    from tests.fuzz import questions

    files = Path(questions.__file__).parent.glob("*.py")
    text = "\n".join(ast.dump(ast.parse(file.read_text("utf-8"))) for file in files)
    methods = {name for name in vars(xc.Problem) if not name.startswith("_")} - {"require_sound"}
    methods |= {name for name in vars(xc.ZDD) if not name.startswith("_")}
    # draws() is what sample() takes from; drawn_by() changes what notebooks show.
    unasked = {name for name in methods if f"attr='{name}'" not in text}
    assert unasked == {"drawn_by", "draws", "n_bytes", "to_graphillion"}
