"""The one command of all kinds of puzzles, with a small kind of its own: rooks that do not attack
each other."""

from __future__ import annotations

import json
import re
from functools import cached_property
from itertools import permutations
from math import factorial
from pathlib import Path

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


class NoSquare(Rooks):
    """Rooks without a square for one of them."""

    symmetry = None

    @cached_property
    def problem(self):
        return xc.Problem([("r", 0), ("r", 1)], {(0, 0): [("r", 0)]})


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
    """Asks about the puzzles in some files, given by their texts: output, messages after ``!``, and
    the exit code if it is not 0."""
    monkeypatch.chdir(tmp_path)

    def asked(words, kind=Rooks, **files):
        for name, text in files.items():
            Path(name).write_text(text)
        code = command(kind, [*words.split(), *files])
        out, err = capsys.readouterr()
        # (A machine that never searched compiles first.)
        messages = [f"! {line}\n" for line in err.splitlines() if "compiling" not in line]
        return "".join([out, *messages, f"exit {code}" * bool(code)])

    return asked


def test_questions_are_answered_as_they_were(ask, answered):
    def asked(*words, **files):
        return re.sub('"nodes": [0-9]+', '"nodes": …', ask(*words, **files))

    answered("sentences/runner.txt", {**globals(), "ask": asked})


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_counts_are_those_of_trying_everything_also_up_to_symmetry(ask, n):
    orbits = {min(columns, columns[::-1]) for columns in permutations(range(n))}
    answer = json.loads(ask("--count --json", a=str(n)))
    assert (answer["solutions"], answer["free_solutions"]) == (factorial(n), len(orbits))
    assert (answer["complete"], answer["stopped"]) == (True, None)
    answer = json.loads(ask("--count --fixed --json", a=str(n)))
    assert answer["solutions"] == factorial(n)
    assert "free_solutions" not in answer
    assert f"solutions  about {factorial(n)}" in ask("--estimate --quiet", a=str(n))


def test_a_misfit_that_is_no_sentence_is_a_fault_of_the_kind(ask, monkeypatch):
    monkeypatch.setattr(Rooks, "misfit", property(lambda _: xc.Impossible("no")))
    assert re.search("Rooks.misfit: expected a sentence or None, not (.|\n)*exit 4", ask("", a="3"))


def test_what_makes_no_sense_is_bad_usage_of_one_line(ask):
    for words in (
        "--count --all", "--unique --limit 3", "--count --svg x.svg", "--workers 2",
        "--count --workers 2 --limit 3", "--png x.svg", "--explain --nodes 3", "--explain --count",
    ):  # fmt: skip
        assert re.fullmatch("! .*\nexit 2", ask(words, a="3")), words
    assert re.fullmatch("! .*\nexit 2", ask(""))


def test_pictures_of_many_solutions_are_pages_with_numbers(ask):
    assert ask("--all --fixed --svg all.svg --quiet", a="5\n3\n").count("solutions") == 2
    first, third = (Path(name).read_text() for name in ("all.svg", "all-2.svg"))
    assert (first.count("<circle"), third.count("<circle")) == (5 * 120, 3 * 6)
    assert ">6</text>" in third


def test_the_same_picture_can_be_had_as_png(ask):
    pytest.importorskip("resvg_py")
    assert "exit" not in ask("--png one.png", a="3")
    assert Path("one.png").read_bytes().startswith(b"\x89PNG")


def test_a_batch_answers_as_single_puzzles_do(ask):
    lines = ["123", "...", "1.3", "11.", ".2.", "3..", "..1", "22."]
    alone = "".join(ask("--quiet", kind=Given, a=line).replace("exit 1", "") for line in lines)
    text = "\n".join(lines)
    assert ask("--quiet", kind=Given, a=text) == f"{alone}exit 1"
    counts = ask("--count --quiet", kind=Given, a=text).removesuffix("exit 1").split()
    assert counts == ["2", "12", "2", "0", "4", "4", "4", "0"]
    answers = ask("--json", kind=Given, a=text).removesuffix("exit 1").splitlines()
    verdicts = [json.loads(each)["verdict"] for each in answers]
    assert verdicts == ["several" if each != "0" else "impossible" for each in counts]
