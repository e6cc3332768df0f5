"""How a command ends: Ctrl-C during an answer, a closed pipe, too many pages."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from time import monotonic, sleep

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


def test_pages_end_and_what_waited_for_them_is_printed(ask, tmp_path, monkeypatch):
    monkeypatch.setattr(svg_page, "MOST_ON_A_PAGE", 10)
    monkeypatch.setattr(pictures, "PAGES", 2)
    code, out, err = ask(Queens, 8, "--all", "--fixed", "--json", "--svg", "page.svg")
    assert (code, len(out.splitlines())) == (0, 92 + 1)
    assert "puzzles: drew only the first 2 pages\n" in err
    assert sorted(each.name for each in tmp_path.iterdir()) == ["page-2.svg", "page.svg"]
    assert ">20</text>" in (tmp_path / "page-2.svg").read_text()


def test_what_cannot_be_drawn_says_so(ask):
    class Plain(Queens):
        """Queens without a picture."""

        drawing = Puzzle.drawing

    _, _, err = ask(Plain, 4, "--svg", "none.svg")
    assert "puzzles: this kind cannot be drawn, none.svg is not written\n" in err


def test_what_making_a_puzzle_asked_is_not_the_answer_so_far(ask):
    class Making(Queens):
        """Puzzles that are made."""

        @classmethod
        def own_command(cls, arguments):
            raise xc.Interrupted(xc.Count(7, stopped="interrupt"))

    assert ask(Making, 4) == (130, "", "puzzles: interrupted\n")


class Slow(Queens):
    """Queens whose problem takes a minute to be stated."""

    @property
    def problem(self):
        end = monotonic() + 60
        while monotonic() < end:
            sleep(0.01)
        return super().problem


@pytest.mark.parametrize("question", [
    [], ["--count"], ["--all"], ["--unique"], ["--limit", "3"], ["--explain"], ["--estimate"],
])  # fmt: skip
def test_stating_a_puzzle_keeps_to_the_seconds_and_the_answer_says_so(ask, question):
    begun = monotonic()
    code, out, err = ask(Slow, 8, *question, "--seconds", "0.3")
    assert (code, err) == (3, "puzzles: stopped by --seconds\n")
    assert out.splitlines()[-1].startswith("no" if question[:1] != ["--explain"] else "not known")
    code, out, err = ask(Slow, 8, *question, "--seconds", "0.3", "--json")
    assert code == 3
    assert json.loads(out)["stopped"] == "seconds"
    assert monotonic() - begun < 3


def test_the_seconds_are_those_of_the_whole_command(command):
    begun = monotonic()
    code, out, err = command("puzzles calendar with-weekdays --date all --count --seconds 2")
    assert code == 3
    assert err.endswith("puzzles: some puzzles were not reached\n")
    assert monotonic() - begun < 4
    assert out.count("A date and its weekday") < 100
