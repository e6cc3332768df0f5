"""The line of progress: shown on a terminal with numbers, gone at the end, and nowhere else."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import threading
import unicodedata
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress

import pytest

import exactcover as xc
from exactcover.cli import main as cli
from exactcover.common import slices
from exactcover.display import progress_line
from exactcover.files import dlx as dlxfile
from tests.instances import langford
from tests.interrupting import ENVIRONMENT

pty = pytest.importorskip("pty", reason="needs terminals of Unix")
termios = pytest.importorskip("termios")

#: What a terminal is told that it is.
TERM = {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
NUMBERS = re.compile(r"\d[\d,]* solutions, \d[\d,]* nodes, \d[\d,]* s\b")


class Screen:
    """What a terminal of 80 columns shows of what is written to it, at the end and ever."""

    #: Sequences that change nothing but colours, and the cursor's being seen.
    _CODE = re.compile(r"\x1b\[(\??)([0-9;]*)([A-Za-z])|(.)", re.S)

    def __init__(self, text: str):
        self.lines: dict[int, str] = {}
        self.row = self.column = 0
        self.cursor = True
        self.seen: set[str] = set()
        for private, numbers, what, character in self._CODE.findall(text):
            if what or character == "\n":
                self.seen |= {*self.shown()}
            line = self.lines.get(self.row, "")
            if what == "K":
                self.lines[self.row] = "" if numbers == "2" else line[: self.column]
            elif what == "A":
                self.row -= int(numbers or 1)
            elif private and numbers == "25":
                self.cursor = what == "h"
            elif what:
                assert what == "m", f"an unknown sequence {numbers}{what}"
            elif character == "\r":
                self.column = 0
            elif character == "\n":
                self.row += 1
            else:
                assert unicodedata.category(character) != "Cc", f"a raw {character!r}"
                if self.column == 80:
                    self.row, self.column, line = self.row + 1, 0, ""
                before, after = line[: self.column], line[self.column + 1 :]
                self.lines[self.row] = f"{before:<{self.column}}{character}{after}"
                self.column += 1
        self.seen |= {*self.shown()}

    def shown(self) -> list[str]:
        """What is to be seen now, without empty lines."""
        lines = (self.lines[row].rstrip() for row in sorted(self.lines))
        return [line for line in lines if line and "compiling" not in line]


class Terminal:
    """A pseudoterminal; what was written to it can be read when it is closed."""

    def __init__(self) -> None:
        self._leader, self.end = pty.openpty()
        self._written = bytearray()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        while True:
            try:
                some = os.read(self._leader, 65536)
            except OSError:  # all have closed it
                return
            if not some:
                return
            self._written += some

    @contextmanager
    def errors(self, answers: bool = False):
        """Standard error goes there, and ``answers`` as well."""
        with (
            open(os.dup(self.end), "w", encoding="utf-8") as stream,  # noqa: PTH123
            redirect_stderr(stream),
            redirect_stdout(stream if answers else sys.stdout),
        ):
            yield

    def text(self) -> str:
        os.close(self.end)
        self._reader.join(10)
        os.close(self._leader)
        return self._written.decode()

    def screen(self) -> Screen:
        return Screen(self.text())


@pytest.fixture
def terminal(monkeypatch) -> Terminal:
    """A terminal, on which progress is shown at once."""
    monkeypatch.setattr(progress_line, "_SHOW_PROGRESS_AFTER", 0.0)
    monkeypatch.setattr(slices, "_REPORT_EVERY", 0.0)
    for name, value in TERM.items():
        monkeypatch.setenv(name, value)
    for name in ("NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return Terminal()


@pytest.fixture
def langford7(tmp_path):
    path = tmp_path / "langford7.dlx"
    dlxfile.write(langford(7), str(path))
    return str(path)


#: Commands that search; the last word is a problem with 52 solutions.
SEARCHES = [
    "count --engine cells --method listing",
    "count --engine cells --workers 1",
    "gather --engine cells --workers 1 --listed 1",
    "solve --engine cells --all",
]


@pytest.mark.parametrize("command", SEARCHES)
def test_a_search_on_a_terminal_shows_numbers_and_removes_them_at_the_end(
    terminal, capsys, langford7, command
):
    with terminal.errors():
        assert xc.cli.run("exactcover", cli.main, [*command.split(), langford7]) == 0
    screen = terminal.screen()
    assert any(NUMBERS.search(line) for line in screen.seen), screen.seen
    assert screen.shown() == []
    assert screen.cursor
    assert screen.column == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "nodes" not in out


def test_with_quiet_and_before_a_second_is_over_a_terminal_shows_nothing(
    terminal, langford7, monkeypatch
):
    with terminal.errors():
        assert xc.cli.run("exactcover", cli.main, ["count", "--quiet", langford7]) == 0
        monkeypatch.setattr(progress_line, "_SHOW_PROGRESS_AFTER", 1e9)
        with xc.cli.status(False) as show:
            show("7 of 9")
    assert terminal.text() == ""


def test_the_line_is_removed_when_the_work_fails_or_is_interrupted(terminal):
    with suppress(KeyboardInterrupt), terminal.errors(), xc.cli.status(False) as show:
        show("7 of 9")
        raise KeyboardInterrupt
    screen = terminal.screen()
    assert any("7 of 9" in line for line in screen.seen)
    assert screen.shown() == []
    assert screen.cursor


def test_a_line_longer_than_the_terminal_leaves_nothing_behind(terminal):
    with terminal.errors(), xc.cli.status(False) as show:
        for number in range(3):
            show(f"{number} {'of very many solutions ' * 12}")
    screen = terminal.screen()
    assert any(re.search("[0-2] of very many", line) for line in screen.seen)
    assert screen.shown() == []
    assert (screen.row, screen.column) == (0, 0)


def test_what_is_printed_while_the_line_is_shown_goes_above_it(terminal):
    with terminal.errors(answers=True):
        with xc.cli.status(False) as show:
            for number in range(3):
                show(f"{number} of 9")
                print(f"answer {number}", flush=True)
                show(f"{number} of 9 again")
                xc.cli.say(f"remark {number}")
        print("afterwards", flush=True)
    screen = terminal.screen()
    assert any("2 of 9" in line for line in screen.seen)
    lines = [f"{what} {number}" for number in range(3) for what in ("answer", "remark")]
    assert screen.shown() == [*lines, "afterwards"]


def test_answers_keep_their_length_their_encoding_and_their_terminal(terminal):
    other = Terminal()
    with (
        terminal.errors(),
        open(os.dup(other.end), "w", encoding="utf-8") as answers,  # noqa: PTH123
        redirect_stdout(answers),
        xc.cli.status(False) as show,
    ):
        show("0 of 9")
        assert sys.stdout.encoding == "utf-8"
        print("x" * 300, flush=True)
        show("1 of 9")
        sys.stdout.buffer.write(b"bytes\n")
        sys.stdout.buffer.flush()
    assert other.text().replace("\r\n", "\n") == f"{'x' * 300}\nbytes\n"
    assert terminal.screen().shown() == []


def test_no_line_breaks_into_one_that_is_not_printed_whole_yet(terminal):
    with terminal.errors(answers=True), xc.cli.status(False) as show:
        show("0 of 9")
        print("half of ", end="", flush=True)
        show("1 of 9")
        print("it", flush=True)
        show("2 of 9")
    screen = terminal.screen()
    assert any("0 of 9" in line for line in screen.seen)
    assert any("2 of 9" in line for line in screen.seen)
    assert screen.shown() == ["half of it"]


def test_names_cannot_send_sequences_to_the_terminal_by_the_line(terminal):
    evil = "\x1b]0;owned\x07\x1b[31m[bold]\x9b2J\u202e\x7f\r\nspoof"
    with terminal.errors(), xc.cli.status(False) as show:
        show(f"piece {evil}, 7 of 9")
    # (The screen refuses any sequence but those of the line itself.)
    screen = terminal.screen()
    told = r"piece \x1b]0;owned\x07\x1b[31m[bold]\x9b2J\u202e\x7f\x0d\x0aspoof, 7 of 9"
    assert any(told in line for line in screen.seen)
    assert not any(line.startswith("spoof") for line in screen.seen)
    assert screen.shown() == []


def test_what_is_no_terminal_gets_no_line_but_now_and_then_one_without_sequences(
    monkeypatch, capsys, langford7
):
    monkeypatch.setattr(progress_line, "_SHOW_PROGRESS_AFTER", 0.0)
    stream = io.StringIO()
    command = ["count", "--engine", "cells", "--workers", "1", langford7]
    with redirect_stderr(stream):
        assert xc.cli.run("exactcover", cli.main, command) == 0
        assert "nodes" not in stream.getvalue()
        monkeypatch.setattr(progress_line, "_LINE_EVERY", 0.0)
        assert xc.cli.run("exactcover", cli.main, command) == 0
    lines = stream.getvalue().splitlines()
    assert any(NUMBERS.match(line) for line in lines)
    assert "\x1b" not in stream.getvalue()
    assert "\r" not in stream.getvalue()
    with xc.cli.status(True) as show:
        assert show is None


@pytest.mark.slow
def test_a_process_on_a_terminal_leaves_the_answer_alone(langford7):
    """The command itself, both of whose streams are one terminal."""
    terminal = Terminal()
    done = subprocess.run(
        [sys.executable, "-m", "exactcover", "count", "--quiet", langford7],
        stdin=subprocess.DEVNULL, stdout=terminal.end, stderr=terminal.end,
        env={**ENVIRONMENT, **TERM}, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0
    assert terminal.text() == "52\r\n"
