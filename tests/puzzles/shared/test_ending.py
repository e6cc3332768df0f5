"""How the one command ends: Ctrl-C amid an answer, a reader that leaves, pages without end, no
words in a file; and what it says of a solution that is the only one up to symmetry."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest

import exactcover as xc
from exactcover_puzzles import Puzzle
from exactcover_puzzles.queens import Queens
from exactcover_puzzles.shared import pictures, svg_page
from exactcover_puzzles.shared.runner import command
from tests.interrupting import ENVIRONMENT, interrupted


def press_ctrl_c():
    os.kill(os.getpid(), signal.SIGINT)


class Pressed(Queens):
    """Queens; Ctrl-C is pressed when the third solution is shown."""

    shown = 0

    def as_json(self, options):
        Pressed.shown += 1
        if Pressed.shown == 3:
            press_ctrl_c()
        return super().as_json(options)

    def text(self, options, screen):
        self.as_json(options)
        return super().text(options, screen)


@pytest.fixture
def ask(tmp_path, capsys, monkeypatch):
    """Asks about queens; code, output, messages."""
    monkeypatch.chdir(tmp_path)

    def asked(kind, *arguments):
        Pressed.shown = 0
        code = command(kind, [*map(str, arguments)])
        return code, *capsys.readouterr()

    return asked


@pytest.mark.parametrize("question", [["--all"], ["--limit", "10"]])
def test_ctrl_c_amid_a_list_leaves_its_number_and_a_picture_of_what_was_shown(
    ask, tmp_path, question
):
    code, out, err = ask(Pressed, 8, *question, "--json", "--fixed", "--svg", "shown.svg")
    *solutions, last = map(json.loads, out.splitlines())
    assert (code, err) == (130, "puzzles: interrupted\n")
    assert [each["solution"] for each in solutions] == [1, 2, 3]
    assert (last["solutions"], last["stopped"], last["complete"]) == (3, "interrupt", False)
    assert (tmp_path / "shown.svg").read_text().count("M7 25") == 3 * 8
    code, out, _ = ask(Pressed, 8, *question, "--fixed")
    assert code == 130
    assert out.count("Q") == 3 * 8
    assert out.endswith("\nat least 3 solutions\n")


@pytest.mark.slow
def test_ctrl_c_before_anything_is_found_is_an_answer_of_programs_too():
    arguments = ["queens", "100", "--engine", "reference", "--json", "--unique"]
    code, out, err = interrupted(
        "exactcover_puzzles", *arguments, sign="^0 solutions, [0-9,]+ nodes, "
    )
    answer = json.loads(out)
    assert code == 130
    assert (answer["stopped"], answer["complete"]) == ("interrupt", False)
    assert answer.get("solutions", 0) == 0
    assert err.endswith("puzzles: interrupted\n")


def test_a_fault_amid_an_answer_is_not_called_an_interrupt(ask, monkeypatch):
    def full(*arguments):
        raise OSError(28, "No space left on device", "shown.svg")

    monkeypatch.setattr(xc.cli, "write_text", full)
    code, out, err = ask(Queens, 8, "--all", "--json", "--svg", "shown.svg")
    assert (code, err.splitlines()[0]) == (2, "puzzles: shown.svg: No space left on device")
    assert "interrupt" not in out


def test_a_reader_that_leaves_ends_the_command_without_a_word():
    program = [sys.executable, "-m", "exactcover_puzzles", "queens", "9", "--all", "--fixed"]
    with subprocess.Popen(
        program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 3


def test_a_limit_beyond_the_machine_word_is_no_limit(ask):
    for question in ("--all", "--count"):
        code, out, _ = ask(Queens, 4, question, "--limit", 2**63)
        assert code == 0
        assert out.splitlines()[-1].startswith("2 solutions")


def test_a_limit_of_0_is_answered_once(ask):
    code, out, err = ask(Queens, 8, "--limit", 0)
    assert (code, out.splitlines()[1:]) == (0, ["no solution found so far"])
    assert err == "puzzles: stopped at the limit\n"
    (answer,) = map(json.loads, ask(Queens, 8, "--limit", 0, "--json")[1].splitlines())
    assert (answer["solutions"], answer["stopped"]) == (0, "limit")


def test_the_only_solution_up_to_symmetry_is_not_called_the_only_one(ask):
    assert Queens(6).symmetry.count().free == 1
    _, _, err = ask(Queens, 6)
    assert "the only solution up to symmetries of the board (--fixed --all shows all 4)" in err
    (answer,) = map(json.loads, ask(Queens, 6, "--json")[1].splitlines())
    assert (answer["verdict"], answer["solutions"], answer["free_solutions"]) == ("unique", 4, 1)
    _, out, _ = ask(Queens, 6, "--unique")
    assert out.endswith("one solution up to symmetries of the board, unique; 4 with --fixed\n")
    assert "several solutions" in ask(Queens, 6, "--unique", "--fixed")[1]


def test_a_count_with_a_journal_says_that_it_is_not_up_to_symmetry(ask):
    code, out, err = ask(Queens, 6, "--count", "--workers", 2, "--journal", "j")
    assert (code, out.splitlines()[1]) == (0, "4 solutions")
    assert "a count with a journal is not up to symmetry" in err
    assert "symmetry" not in ask(Queens, 6, "--count", "--journal", "j", "--fixed")[2]


def test_pages_end_and_what_waited_for_them_is_printed(ask, tmp_path, monkeypatch):
    monkeypatch.setattr(svg_page, "MOST_ON_A_PAGE", 10)
    monkeypatch.setattr(pictures, "PAGES", 2)
    code, out, err = ask(Queens, 8, "--all", "--fixed", "--json", "--svg", "page.svg")
    assert (code, len(out.splitlines())) == (0, 92 + 1)
    assert "puzzles: 2 pages are drawn, and no more\n" in err
    assert sorted(each.name for each in tmp_path.iterdir()) == ["page-2.svg", "page.svg"]
    assert ">20</text>" in (tmp_path / "page-2.svg").read_text()


def test_what_cannot_be_drawn_says_so(ask):
    class Plain(Queens):
        """Queens without a picture."""

        drawing = Puzzle.drawing

    _, _, err = ask(Plain, 4, "--svg", "none.svg")
    assert "puzzles: such puzzles are not drawn, none.svg is not written\n" in err
    _, _, err = ask(Queens, 3, "--svg", "none.svg")
    assert err == "puzzles: no solution to draw, none.svg is not written\n"
