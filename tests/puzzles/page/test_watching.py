"""A search to watch and by hand: its deductions are true, and it finds all solutions."""

from __future__ import annotations

import pytest

import exactcover as xc
from exactcover_puzzles.page.recent import Recent, Shown
from exactcover_puzzles.page.watching import ORDERS, Watched, deductions
from exactcover_puzzles.registry import KINDS
from tests.puzzles.page.test_positions import puzzles_of
from tests.puzzles.page.test_questions import ask, refused

QUEENS = {"kind": "queens", "words": ["6"]}
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SUDOKU = {"kind": "sudoku", "text": HARD}
MATRIX = {"kind": "matrix", "text": "110\n101\n011\n100\n010\n001\n"}


def steps_of(how, **asked):
    (said,) = ask("watch", **{"limit": 20_000, **asked}, **how)
    return said


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("propagate", [True, False])
def test_every_way_to_search_finds_all_solutions(order, propagate):
    for stated, number in ((QUEENS, 4), (MATRIX, 4)):
        seen = steps_of(stated, order=order, propagate=propagate)
        found = {frozenset(s["options"]) for s in seen["steps"] if s["action"] == "solution"}
        assert (seen["complete"], len(found)) == (True, number)


def test_plain_algorithm_x_makes_no_deductions_and_visits_more():
    plain, usual = (steps_of(QUEENS, propagate=propagate)["steps"] for propagate in (False, True))
    assert not [step for step in plain if step["action"] in ("take", "remove")]
    assert len([s for s in plain if s["action"] == "try"]) > len(
        [s for s in usual if s["action"] == "try"]
    )


@pytest.mark.parametrize("name", sorted(KINDS))
def test_each_deduction_is_true_of_every_solution(name):
    for stated in puzzles_of(name):
        shown = Recent().shown(stated)
        if shown.view is None or shown.misfit is not None:
            continue
        search = Watched(shown.puzzle, shown.whole, True, "fewest", 60.0)
        *said, last = search.by_hand(())
        for step in said[:30]:
            for option in step.options[:2]:
                assert shown.whole.without(option).count(1) == 0
            for option in step.removed[:2]:
                assert shown.whole.given(option).count(1) == 0
        assert last.action in ("branch", "dead", "solution")
        assert last.action != "dead" or shown.whole.count(1) == 0


def test_a_branch_says_which_item_and_how_many_are_tried():
    steps = steps_of(QUEENS, propagate=False)["steps"]
    branch, tried = steps[:2]
    assert (branch["action"], branch["item"]["name"]) == ("branch", "row 3")
    assert branch["size"] == len(branch["options"]) == 6
    assert tried["options"] == branch["options"][:1]
    assert (tried["number"], tried["size"]) == (1, 6)
    sudoku = steps_of(SUDOKU, propagate=False, limit=1)["steps"][0]
    assert sudoku["size"] <= min(size for _, size in sudoku["sizes"])


def test_options_that_starve_one_item_are_removed_together():
    problem = xc.Problem("abcd", {1: "ab", 2: "ac", 3: "ad", 4: "b", 5: "c", 6: "bcd", 7: "d"})
    (only,) = deductions(problem.without(7, 6))[:1]
    assert (only.technique, only.items, only.taken) == ("single", ("d",), (3,))
    problem = xc.Problem("abc", {1: "ab", 2: "ac", 3: "b", 4: "c", 5: "bc", 6: "a"}).without(6)
    (first, *_) = deductions(problem)
    assert (first.technique, first.items, {*first.removed}) == ("starved", ("a",), {5})


def test_sudoku_has_names_for_its_techniques():
    said = steps_of(SUDOKU, limit=200)
    assert said["techniques"][0] == "hidden single"
    assert said["techniques"][-2:] == ["single", "starved"]
    used = {step["technique"] for step in said["steps"]} - {""}
    assert "locked candidates" in used
    assert used <= {*said["techniques"]}


class TestByHand:
    def test_the_items_that_are_open_are_those_with_the_fewest_options_first(self):
        (said,) = ask("branch", propagate=False, **QUEENS)
        sizes = [each["size"] for each in said["open"]]
        assert sizes == sorted(sizes)
        assert len(sizes) == 12
        assert said["steps"][-1]["item"]["name"] == said["open"][0]["name"]

    def test_another_item_can_be_chosen(self):
        (said,) = ask("branch", propagate=False, **QUEENS)
        last = said["open"][-1]
        (other,) = ask("branch", propagate=False, item=last["number"], **QUEENS)
        (branch,) = other["steps"]
        assert (branch["item"]["name"], branch["size"]) == (last["name"], last["size"])

    @pytest.mark.parametrize("propagate", [True, False])
    def test_what_follows_from_a_choice_is_what_the_search_sees(self, propagate):
        """Along the first branches, the answers are the steps of the search."""
        steps, chosen, seen = steps_of(QUEENS, propagate=propagate)["steps"], [], []
        (said,) = ask("branch", propagate=propagate, **QUEENS)
        seen += said["steps"]
        while seen[-1]["action"] == "branch":
            chosen.append(seen[-1]["options"][0])
            (said,) = ask("branch", chosen=chosen, propagate=propagate, **QUEENS)
            seen += said["steps"]
        assert seen == [step for step in steps if step["action"] != "try"][: len(seen)]
        assert said["open"] == []

    def test_choices_that_clash_are_a_dead_end(self):
        (said,) = ask("branch", chosen=[0, 1], **QUEENS)
        assert said["steps"][-1]["action"] == "dead"

    def test_what_cannot_be_asked_is_refused(self):
        assert "expected an option number" in refused("branch", chosen=[99], **QUEENS)
        assert "expected a whole number" in refused("branch", item=99, **QUEENS)
        assert "expected one of" in refused("watch", order="last", **QUEENS)


class TestMatrix:
    def test_rows_have_the_items_of_their_options(self):
        (said,) = ask("matrix", **MATRIX)
        assert said["options"] == [f"row {k}" for k in range(1, 7)]
        assert said["items"] == ["column 1", "column 2", "column 3"]
        assert [[column for column, _ in row] for row in said["rows"]][:2] == [[0, 1], [0, 2]]
        assert said["most"] == [1, 1, 1]

    @pytest.mark.parametrize("name", sorted(KINDS))
    def test_it_is_the_problem_that_is_played(self, name):
        for stated in puzzles_of(name):
            (said,) = ask("matrix", **stated)
            problem = Shown(Recent().shown(stated).puzzle).whole
            if "rows" not in said:
                assert max(said["options"], said["items"]) > 3_000
                continue
            items = [*problem.primary, *problem.secondary]
            for row, option in zip(said["rows"], problem.options, strict=True):
                assert [items[column] for column, _ in row] == [*problem.items_of(option)]
            for column, most in enumerate(said["most"]):
                assert most == problem.multiplicity.get(items[column], (1, 1))[1]
