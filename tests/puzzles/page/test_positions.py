"""The page's statements on a position agree with counts, even where propagation is too weak.

For each kind of puzzle some positions are drawn at random that propagation leaves open, with
solutions and without: a person has placed some options there, or painted some places.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from exactcover_puzzles.page.recent import Recent, Shown
from exactcover_puzzles.picture.maker import format_puzzle, make_puzzle
from exactcover_puzzles.registry import KINDS, kind
from exactcover_puzzles.shared.shipped import shipped

from .test_questions import ask, example

#: Games that are played to find positions of a puzzle with solutions, and without.
GAMES = 20
#: Solutions of a position that are looked at one by one.
FEW = 40
#: Seconds that are enough for a search in any of these positions, on a busy machine as well; and
#: for the first answer to a question that is answered better and better.
LONG, SHORT = 60, 0.2


def _shipped(name, puzzle):
    return {"text": shipped(kind(name).shipped, puzzle).read_text(encoding="utf-8")}


def _text(*lines):
    return {"text": "\n".join(lines) + "\n"}


#: Puzzles of kinds, in place of their examples; most have positions without a solution that
#: propagation leaves open.
PUZZLES: dict[str, list[dict[str, Any]]] = {
    "calendar": [_shipped("calendar", "month-day")],
    "domino": [
        {"words": ["aztec4"]},
        _text("board:", ".###", "####", "####", "###."),
    ],
    "dominosa": [
        _text("grid:", "4 3 1 2 1 0", "0 3 1 2 2 2", "4 4 0 4 1 3", "0 4 0 4 3 2", "3 1 0 2 3 1"),
        _text("grid:", "5 1 4 0 5 2 2", "1 2 3 1 0 0 0", "3 2 1 5 5 4 3",
              "5 2 1 4 0 5 4", "1 0 5 1 3 4 2", "3 4 4 2 0 3 3"),
        _text("grid:", "0 0 1", "1 1 1"),
    ],
    "haley": [{"words": []}],
    "jigsaw": [_shipped("jigsaw", "four-by-four")],
    "kakuro": [_shipped("kakuro", "small")],
    "kenken": [
        _shipped("kenken", "six"),
        _text("cages:", *["AAAA"] * 3, "AAA.", "clues: A 38+"),
        _text("cages:", "AABB", "CCDE", "FGDE", "FGHH",
              "clues: A 1-, B 5+, C 1-, D 2-, E 1-, F 3+, G 4/, H 1-"),
    ],
    "langford": [{"words": ["7"]}, {"words": ["5"]}],
    "latin": [
        _text("......", "345...", "456...", "563...", "634...", "......"),
        _text("1...", *["...."] * 3),
    ],
    "matching": [_shipped("matching", "nearly-3x3"), _shipped("matching", "drive-ya-nuts")],
    "nonogram": [
        _text("rows", "1,1,1", "2,1", "3", "1,1,1", "1", "1,1",
              "columns", "1", "2,1", "1,1,1", "2", "2,1", "3"),
        _text("rows", *"1111", "columns", *"1111"),
        _text("rows", *"12", "columns", *"11"),
    ],
    "picture": [{"text": format_puzzle(make_puzzle(6, 6, 2, 1, ink=0.3)[0])}],
    "pips": [
        _shipped("pips", "six"),
        _text("zones:", "AABB", "AABB", "conditions: A =, B !=", "dominoes: 1-1 1-2 1-2 3-4"),
        _text("zones:", "ABBC", "ABDE", "#FG#", "dominoes: 2-6 2-4 2-5 4-5 0-2",
              "conditions: A 9, B 8, C 0, D <6, E 4, F 6, G 2"),
    ],
    "polyform": [
        _shipped("polyform", "soma"),
        _text("grid: square", "holes: 1", "pieces: 2*L tetromino", "board:", "###", "###", "###"),
        _text("grid: square", "pieces: F", "board:", "####"),
    ],
    "queens": [{"words": ["6"]}, {"words": ["7", "--torus"]}],
    "reflect": [{"text": kind("reflect").example}, _text(*["...."] * 4, "pieces: /")],
    "stars": [
        _shipped("stars", "queens-8"),
        _text("regions:", "CCADDD", "AAAADD", "AABBBB", "AFFBBD", "FFBEEE", "FFEEEE"),
    ],
    "steiner": [{"words": ["9"]}],
    "sudoku": [_shipped("sudoku", "diagonal-9")],
    "words": [
        _text("grid:", ".....", ".#.#e", "....t"),
        _text("grid:", "...", ".#.", "..."),
    ],
}  # fmt: skip


class Position:
    """What a person sees, and what counting says of it."""

    def __init__(self, recent, stated, asked):
        self.recent, self.stated, self.asked = recent, stated, asked
        self.shown = recent.shown(stated)
        self.problem = self.shown.problem(asked)
        self.is_open = self.problem.reduce().impossible is None
        self.solvable = self.problem.count(1) > 0

    def all_said(self, question, seconds=LONG, **more):
        """All messages of an answer, the last of which is no error."""
        how = {**self.stated, **self.asked, "seconds": seconds, **more}
        *parts, last = ask(question, self.recent, **how)
        if "error" in last and seconds < LONG:  # a busy machine, where nothing is known so soon
            return self.all_said(question, **more)
        assert "error" not in last
        return parts, last

    def says(self, question, seconds=LONG, **more):
        return self.all_said(question, seconds, **more)[1]

    def lies(self, options):
        """Which of these numbers of options put something on a place."""
        view = self.shown.view
        return frozenset(k for k in options if view is None or self.shown.mark(k).places)

    def solutions(self):
        """What lies on the board in the solutions, each once; whether these are all."""
        found = self.problem.solutions(FEW)
        boards = {self.lies(self.shown.numbers(solution.options)) for solution in found}
        return boards, found.stopped is None


def played(shown, draw):
    """The positions of a game: options are placed, or places painted, as long as none is decided
    by propagation."""
    asked: dict[str, Any] = {}
    board = shown.view is not None
    while (problem := shown.problem(asked)).reduce().impossible is None:
        yield asked
        forced = {*shown.numbers(problem.reduce().forced)}
        live = shown.numbers(problem.reduced().live_options)
        free = [k for k in live if k not in forced and not (board and not shown.mark(k).places)]
        if not free:
            return
        option = draw.choice(free)
        if board and shown.view.painted:
            places, shades = shown.mark(option).places, shown.mark(option).shade.split()
            asked = {"painted": [*asked.get("painted", []), [places[0], shades[0]]]}
        else:
            asked = {"chosen": [*asked.get("chosen", shown.numbers(problem.given_options)), option]}
    yield asked


@cache
def positions(name):
    """Positions of each puzzle of a kind: that propagation leaves open, with solutions and without,
    and that it decides; the first of each."""
    found = []
    for stated in puzzles_of(name):
        recent, draw = Recent(), random.Random(1)
        kept = set()
        for _ in range(GAMES):
            for asked in played(recent.shown(stated), draw):
                position = Position(recent, stated, asked)
                sort = position.solvable if position.is_open else None
                if sort not in kept:
                    kept.add(sort)
                    found.append(position)
            if {True, False} <= kept:
                break
    return found


#: Kinds whose puzzles above have no solution, or leave nothing open that does.
NONE_ALIVE = {"matching"}

every_kind = pytest.mark.parametrize("name", KINDS)


def puzzles_of(name):
    """What states the puzzles of a kind that are played."""
    return [{"kind": name, **stated} for stated in PUZZLES.get(name, [example(name)])]


@pytest.mark.parametrize("name", PUZZLES)
def test_there_are_positions_that_propagation_leaves_open(name):
    sorts = {each.solvable for each in positions(name) if each.is_open}
    assert sorts == {True, False} or (name in NONE_ALIVE and sorts == {False})


@every_kind
def test_what_still_fits_and_whether_it_can_be_finished(name):
    for position in positions(name):
        fits = position.says("left")
        assert fits["possible"] is position.solvable
        assert position.is_open or fits["live"] == []
        assert {*fits["live"]}.issuperset(frozenset().union(*position.solutions()[0]))


@every_kind
def test_why_it_cannot_be_finished(name):
    for position in positions(name):
        why = position.says("explain", SHORT)
        assert why.get("impossible", not position.solvable) is not position.solvable


@every_kind
def test_a_hint_is_true_of_every_solution(name):
    for position in positions(name):
        if position.shown.view is None:
            (refused,) = ask("hint", position.recent, **position.stated)
            assert "no board" in refused["error"]
            return
        hint = position.says("hint", SHORT)
        if hint["action"] == "impossible":
            assert not position.solvable
        else:  # nothing leads on from a position that is lost
            assert position.solvable
        if hint["action"] == "solved":
            assert position.problem.count(2) == 1
        elif hint["action"] == "take":
            taken = position.shown.options([hint["option"]])
            assert position.problem.without(*taken).count(1) == 0
        for option in hint.get("removed", ())[:5]:
            removed = position.shown.options([option])
            assert position.problem.given(*removed).count(1) == 0
        for place, shade in hint.get("paint", ()):
            other = {"black": "light", "light": "black"}[shade]
            painted = [*position.asked.get("painted", []), [place, other]]
            assert position.shown.problem({"painted": painted}).count(1) == 0


@every_kind
def test_a_hint_without_a_deduction_shows_a_part_of_a_solution(name):
    for position in positions(name):
        if position.shown.view is None:
            return
        hint = position.says("hint", SHORT)
        if hint["action"] != "open":
            continue
        assert hint["possible"] is position.solvable
        more = {}
        if "further" in hint:
            more = {"painted": [*position.asked.get("painted", []), *hint["further"]]}
        elif "option" in hint:
            more = {"chosen": [*position.asked.get("chosen", []), hint["option"]]}
        assert bool(more) is position.solvable
        if more:
            assert position.shown.problem({**position.asked, **more}).count(1) == 1


@every_kind
def test_what_is_said_at_once_of_a_position_is_true(name):
    for position in positions(name):
        if position.shown.view is None:
            return
        judged = position.says("position")
        if "wrong" in judged:
            assert not position.solvable
        if judged.get("solved"):
            assert position.solvable
            lies = position.lies(position.asked.get("chosen", []))
            assert position.shown.view.painted or any(
                {k for k in each if position.shown.is_placed(position.shown.whole.options[k])}
                <= lies
                for each in position.solutions()[0]
            )


@every_kind
def test_without_the_mistakes_it_can_be_finished_and_what_is_right_stays(name):
    for position in positions(name):
        if position.shown.view is None or not position.shown.problem({}).count(1):
            return
        found = position.says("mistakes")
        chosen, painted = (position.asked.get(each, []) for each in ("chosen", "painted"))
        assert (found["options"] + found["places"] == []) is position.solvable
        assert {*found["options"]} <= {*chosen}
        kept = {
            "chosen": [each for each in chosen if each not in found["options"]],
            "painted": [each for each in painted if each[0] not in found["places"]],
        }
        assert position.shown.problem(kept).count(1) == 1
        for option in found["options"]:  # each is a mistake after the earlier moves that stay
            earlier = [each for each in kept["chosen"] if chosen.index(each) < chosen.index(option)]
            assert position.shown.problem({"chosen": [*earlier, option]}).count(1) == 0


@every_kind
def test_what_all_solutions_share_and_what_makes_one_the_only_one(name):
    for position in positions(name):
        found, complete = position.solutions()
        number = min(len(found), 2)
        unique = position.says("unique", SHORT)
        if number < 2 and not unique.get("complete", True):
            unique = position.says("unique")
        assert unique["verdict"] == ("impossible", "unique", "several")[number]
        if not found:
            continue
        if complete and unique["complete"]:
            assert int(unique["count"]) == len(found)
        assert all(each.issuperset(position.lies(unique["shared"])) for each in found)
        if unique["choice"] is not None:
            chosen = [*position.asked.get("chosen", []), *unique["choice"]]
            only = Position(position.recent, position.stated, {**position.asked, "chosen": chosen})
            assert len(only.solutions()[0]) == 1


@every_kind
def test_solutions_are_those_that_are_counted(name):
    for position in positions(name):
        found, complete = position.solutions()
        listed, last = position.all_said("solutions", limit=FEW + 1)
        assert bool(listed) is position.solvable
        if complete:
            assert (last["found"], last["complete"]) == (len(found), True)
            drawn, last = position.all_said("solutions", random=True, limit=FEW, seed=1)
            assert int(last.get("total", 0)) == len(found)
            if position.shown.view is not None:
                assert {position.lies(each["options"]) for each in listed} == found
                at_random = {position.lies(each["options"]) for each in drawn}
                one_by_one = position.shown.puzzle.one_to_one
                assert at_random <= found if one_by_one else at_random == found


@every_kind
def test_a_search_that_is_watched_finds_what_there_is(name):
    for position in positions(name):
        shown = position.shown
        if shown.view is None or shown.misfit is not None:
            continue
        seen = position.says("watch", limit=120)
        solutions = [
            frozenset(step["options"]) for step in seen["steps"] if step["action"] == "solution"
        ]
        assert len(solutions) == len({*solutions})
        assert position.solvable or not solutions
        if seen["complete"]:
            assert len(solutions) == position.problem.count(FEW)


@every_kind
def test_the_verdict_on_the_whole_puzzle(name):
    for stated in puzzles_of(name):
        position = Position(Recent(), stated, {})
        answer = position.says("answer", 1)
        found, _ = position.solutions()
        up_to = position.shown.puzzle.up_to
        if answer["verdict"] == "unique":
            assert len(found) == 1 or (answer["free"], answer["up_to"]) == ("1", up_to)
        else:
            assert answer["verdict"] == ("several" if found else "impossible")


def test_in_how_many_solutions_each_cell_stays_open():
    text = "grid: square\npieces: L tetromino, I tromino\nboard:\n###\n###\n.##\n"
    (found,) = ask("without", kind="polyform", text=text)
    spare = Shown(Recent().shown({"kind": "polyform", "text": text}).puzzle.with_spare_places())
    problem = spare.puzzle.problem
    marks = [spare.mark(option) for option in range(len(problem.options))]
    for place, number in enumerate(found["counts"]):
        covering = [k for k, mark in enumerate(marks) if place in mark.places and mark.piece]
        assert int(number) == problem.without(*spare.options(covering)).count()
    assert int(found["total"]) == problem.count() > 0


def test_a_picture_is_finished_only_if_a_solution_has_just_its_black_cells():
    recent, stated = Recent(), {"kind": "nonogram", **PUZZLES["nonogram"][1]}
    cells = [k for k, place in enumerate(recent.shown(stated).view.places) if place.shade != "clue"]
    draw, solved = random.Random(1), set()
    for _ in range(60):
        black = draw.sample(range(16), 4)
        (hint,) = ask("hint", recent, painted=[[cells[k], "black"] for k in black], **stated)
        right = len({k // 4 for k in black}) == len({k % 4 for k in black}) == 4
        assert (hint["action"] == "solved") is right
        solved.add(right)
    assert solved == {True, False}
