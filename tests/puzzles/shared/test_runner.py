"""The one command of all kinds of puzzles, with a small kind of its own: rooks that do not attack
each other."""

from __future__ import annotations

import json
from functools import cached_property
from itertools import permutations
from math import factorial

import pytest

import exactcover as xc
from exactcover_puzzles import Batched, Drawing, Puzzle
from exactcover_puzzles.shared.runner import command


class Rooks(Puzzle):
    """Place n rooks on a board of n x n squares."""

    def __init__(self, n, title):
        self.n, self.title = n, title

    @classmethod
    def read(cls, source, arguments):
        for text, line, *_ in source.lines:
            if not text:
                continue
            if not text.isdigit():
                raise source.fault(line, 1, repr(text), "a number")
            yield cls(int(text), f"{text} rooks")

    @cached_property
    def problem(self):
        lines = [(kind, k) for kind in "rc" for k in range(self.n)]
        squares = [(r, c) for r in range(self.n) for c in range(self.n)]
        return xc.Problem(
            lines, {square: [("r", square[0]), ("c", square[1])] for square in squares}
        )

    @cached_property
    def symmetry(self):
        n = self.n
        return self.problem.symmetry({("r", k): ("r", n - 1 - k) for k in range(n)})

    up_to = "up to turning it over"

    def text(self, options, screen):
        at = dict(options)
        return "\n".join("." * at[r] + "R" + "." * (self.n - 1 - at[r]) for r in range(self.n))

    def drawing(self, options):
        circles = [f'<circle cx="{c + 0.5}" cy="{r + 0.5}" r="0.4"/>' for r, c in options]
        return Drawing(self.n, self.n, circles)

    def item_called(self, item):
        return {"r": "row", "c": "column"}[item[0]] + f" {item[1] + 1}"


class Given(Batched):
    """Latin squares of order 3, a row of given numbers each; answers stand alone."""

    brief = True
    empty = xc.Problem(
        [(kind, a, b) for kind in ("place", "row", "column") for a in range(3) for b in range(3)],
        {
            (r, c, k): [("place", r, c), ("row", r, k), ("column", c, k)]
            for r in range(3) for c in range(3) for k in range(3)
        },
    )  # fmt: skip

    def __init__(self, given, title):
        self.base, self.given, self.title = self.empty, given, title

    @classmethod
    def read(cls, source, arguments):
        for text, line, *_ in source.lines:
            if text:
                yield cls(
                    [(0, c, int(k) - 1) for c, k in enumerate(text) if k != "."], f"line {line}"
                )

    @property
    def problem(self):
        return self.base.given(*self.given)

    def text(self, options, screen):
        return "".join(str(k + 1) for _, _, k in sorted(options))


@pytest.fixture
def ask(tmp_path, capsys, monkeypatch):
    """Asks about the puzzles in some files, given by their texts; code, output, messages."""
    monkeypatch.chdir(tmp_path)

    def asked(*arguments, kind=Rooks, **files):
        for name, text in files.items():
            (tmp_path / name).write_text(text)
        code = command(kind, [*arguments, *files])
        return code, *capsys.readouterr()

    return asked


def objects(out):
    return [json.loads(line) for line in out.splitlines()]


def test_a_misfit_that_is_no_sentence_is_a_fault_of_the_kind(ask, monkeypatch):
    monkeypatch.setattr(Rooks, "misfit", property(lambda _: xc.Impossible("no")))
    code, _, err = ask(a="3")
    assert code == 4
    assert "Rooks.misfit: expected a sentence or None, not " in err


def test_without_a_question_one_solution_is_shown_and_whether_there_are_others(ask):
    code, out, err = ask(a="3")
    assert code == 0
    assert out.startswith("3 rooks: 6 items, 9 options\n")
    assert sorted(out.splitlines()[1:]) == ["..R", ".R.", "R.."]
    assert "there are several solutions" in err
    code, out, err = ask(a="1")
    assert (code, out, err) == (0, "1 rooks: 2 items, 1 option\nR\n", "")


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_counts_are_those_of_trying_everything_also_up_to_symmetry(ask, n):
    orbits = {min(columns, columns[::-1]) for columns in permutations(range(n))}
    code, out, _ = ask("--count", a=str(n))
    assert code == 0
    some = "1 solution" if n == 1 else f"{factorial(n)} solutions"
    assert out.splitlines()[1] == f"{some}, {len(orbits)} up to turning it over"
    (answer,) = objects(ask("--count", "--json", a=str(n))[1])
    assert (answer["solutions"], answer["free_solutions"]) == (factorial(n), len(orbits))
    assert (answer["complete"], answer["stopped"]) == (True, None)
    (answer,) = objects(ask("--count", "--fixed", "--json", a=str(n))[1])
    assert answer["solutions"] == factorial(n)
    assert "free_solutions" not in answer


def test_all_shows_one_solution_of_each_orbit_and_fixed_shows_every_one(ask):
    *solutions, last = objects(ask("--all", "--json", a="3")[1])
    assert [each["solution"] for each in solutions] == [1, 2, 3]
    assert (last["solutions"], last["free_solutions"]) == (6, 3)
    *solutions, last = objects(ask("--all", "--fixed", "--json", a="3")[1])
    assert len({json.dumps(each["options"]) for each in solutions}) == 6
    assert last["solutions"] == 6
    out = ask("--all", a="3")[1]
    assert out.endswith("\n\n6 solutions, 3 up to turning it over\n")
    assert "\n\n3\n" in out


def test_a_limit_shows_so_many_and_with_count_stops_there(ask):
    code, out, err = ask("--limit", "2", a="3")
    assert code == 0
    assert "\n\n2\n" in out
    assert "\n\n3\n" not in out
    assert out.endswith("at least 4 solutions, at least 2 up to turning it over\n")
    assert "stopped at the limit" in err
    assert ask("--count", "--limit", "2", a="3")[1].endswith("at least 2 solutions\n")
    assert ask("--limit", "0", a="3")[1].endswith("no solution found so far\n")


def test_unique_shows_two_solutions_or_says_that_there_is_one(ask):
    assert ask("--unique", a="1")[1].endswith("one solution, unique\n")
    code, out, _ = ask("--unique", a="3")
    assert (code, out.count("R")) == (0, 6)
    assert out.endswith("several solutions: here are two\n")
    assert objects(ask("--unique", "--json", a="1")[1])[-1]["verdict"] == "unique"


def test_what_has_no_solution_is_code_1_with_the_reason_whatever_is_asked(ask):
    class NoSquare(Rooks):
        """Rooks without a square for one of them."""

        symmetry = None

        @cached_property
        def problem(self):
            return xc.Problem([("r", 0), ("r", 1)], {(0, 0): [("r", 0)]})

    for question in ([], ["--count"], ["--all"], ["--unique"], ["--limit", "3"]):
        code, out, err = ask(*question, kind=NoSquare, a="2")
        assert (code, err) == (1, "")
        assert out.splitlines()[1:] == ["no solution: no option covers row 2"]
        (answer,) = objects(ask(*question, "--json", kind=NoSquare, a="2")[1])
        assert (answer["solutions"], answer["verdict"]) == (0, "impossible")
        assert answer["reason"] == "no option covers row 2"
    code, out, _ = ask("--explain", kind=NoSquare, a="2")
    assert code == 1
    assert "row 2" in out


def test_a_budget_that_ends_first_is_code_3_and_no_verdict(ask):
    for question in ([], ["--count"], ["--all"], ["--unique"]):
        code, out, err = ask(*question, "--nodes", "0", a="9")
        assert code == 3
        assert out.splitlines()[1:] == ["no solution found so far"]
        assert "stopped by the budget of nodes" in err
    assert ask("--explain", "--seconds", "0", a="9")[0] == 3
    assert "solutions  about 6" in ask("--estimate", "--quiet", a="3")[1]


def test_many_puzzles_of_many_files_are_answered_and_a_bad_file_does_not_end_them(ask):
    code, out, err = ask("--count", a="2\n3\n", b="x", c="1")
    assert code == 2
    heads = [line for line in out.splitlines() if "rooks" in line]
    assert [head[0] for head in heads] == ["2", "3", "1"]
    assert "b:1:1: 'x'; expected a number" in err
    answers = objects(ask("--count", "--json", a="2\n3\n", c="1")[1])
    assert [(each["file"], each["puzzle"]) for each in answers] == [("a", 1), ("a", 2), ("c", 1)]
    answers = objects(ask("--explain", "--json", a="3", b="4")[1])
    assert [(each["file"], each["puzzle"]) for each in answers] == [("a", 1), ("b", 1)]
    assert "no puzzle; expected at least one" in ask(a="")[2]


def test_pictures_of_many_solutions_are_pages_with_numbers(ask, tmp_path):
    assert ask("--svg", "one.svg", a="3")[0] == 0
    assert (tmp_path / "one.svg").read_text().count("<circle") == 3
    assert ask("--all", "--fixed", "--svg", "all.svg", "--quiet", a="5")[0] == 0
    assert (tmp_path / "all.svg").read_text().count("<circle") == 5 * 120
    assert ask("--all", "--fixed", "--svg", "all.svg", "--quiet", a="5\n3\n")[0] == 0
    third = (tmp_path / "all-2.svg").read_text()
    assert third.count("<circle") == 3 * 6
    assert ">6</text>" in third


def test_the_same_picture_can_be_had_as_png(ask, tmp_path):
    pytest.importorskip("resvg_py")
    assert ask("--png", "one.png", a="3")[0] == 0
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")


def test_what_makes_no_sense_is_bad_usage_of_one_line(ask):
    for arguments in (
        [], ["--count", "--all"], ["--unique", "--limit", "3"], ["--count", "--svg", "x.svg"],
        ["--workers", "2"], ["--count", "--workers", "2", "--limit", "3"], ["--png", "x.svg"],
        ["--explain", "--nodes", "3"], ["--explain", "--count"],
    ):  # fmt: skip
        files = {} if not arguments else {"a": "3"}
        code, out, err = ask(*arguments, **files)
        assert (code, out, err.count("\n")) == (2, "", 1), arguments


def test_a_count_by_workers_with_a_journal_is_that_without(ask):
    code, out, _ = ask("--count", "--workers", "2", "--journal", "j", a="4")
    assert (code, out.splitlines()[1]) == (0, "24 solutions")
    assert ask("--count", "--workers", "2", "--journal", "j", a="4")[1] == out


# -- puzzles that share an empty problem --------------------------------------------------------


def test_a_batch_answers_as_single_puzzles_do(ask):
    lines = ["123", "...", "1.3", "11.", ".2.", "3..", "..1", "22."]
    alone = [ask("--quiet", kind=Given, a=line)[1] for line in lines]
    code, out, _ = ask("--quiet", kind=Given, a="\n".join(lines))
    assert (code, out) == (1, "".join(alone))
    counts = ask("--count", "--quiet", kind=Given, a="\n".join(lines))[1]
    assert counts.split() == ["2", "12", "2", "0", "4", "4", "4", "0"]
    verdicts = [
        each["verdict"] for each in objects(ask("--json", kind=Given, a="\n".join(lines))[1])
    ]
    assert verdicts == ["several" if each != "0" else "impossible" for each in counts.split()]


def test_remarks_about_one_of_many_name_it(ask):
    _, out, err = ask(kind=Given, a="1..\n11.\n")
    assert out.splitlines()[1] == "no solution"
    assert "puzzles: line 1: there are several solutions" in err
    assert "puzzles: line 2: no solution: " in err
