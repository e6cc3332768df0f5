"""The progress line: only on a terminal, with numbers, and erased at the end."""

from __future__ import annotations

import io
import os
import re
import struct
import subprocess
import sys
import unicodedata
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress

import pytest

import exactcover as xc
from exactcover.common import slices
from exactcover.display import progress_line
from tests.instances import langford
from tests.interrupting import ENVIRONMENT

NUMBERS = re.compile(r"\d[\d,]* solutions, \d[\d,]* nodes, \d[\d,]* s\b")
#: The only sequence that is sent: to the begin of the line, which is erased.
ERASE = "\r\x1b[K"


def screen(text, columns=80):
    """What a terminal shows in the end, and what it ever showed."""
    lines = [line.split(ERASE) for line in text.split("\n")]
    for *gone, _ in lines:
        # What goes on in the next line would stay.
        assert all(len(part) < columns for part in gone)
    seen = {part for parts in lines for part in parts}
    assert not [each for part in seen for each in part if unicodedata.category(each) == "Cc"]
    assert lines[-1][-1] == "", "the cursor is not at the begin of a line"
    return [parts[-1] for parts in lines if parts[-1]], seen


class Terminal(io.TextIOWrapper):
    def __init__(self):
        super().__init__(io.BytesIO(), encoding="utf-8", newline="", write_through=True)

    def isatty(self):
        return True

    @property
    def text(self):
        return self.buffer.getvalue().decode()


@pytest.fixture
def terminal(monkeypatch):
    """A terminal, on which progress is shown at once."""
    monkeypatch.setattr(progress_line, "_SHOW_PROGRESS_AFTER", 0.0)
    monkeypatch.setattr(slices, "_REPORT_EVERY", 0.0)
    return Terminal()


@contextmanager
def on(errors, answers=None):
    """Gives what shows a line of progress, where standard error, and perhaps output, go there."""
    answers = redirect_stdout(answers or sys.stdout)
    with redirect_stderr(errors), answers, xc.cli.status(False) as show:
        yield show


#: Commands that search; the last word is a problem with 52 solutions.
SEARCHES = [
    "count --engine cells --method listing langford7.dlx",
    "count --engine cells --workers 1 langford7.dlx",
    "gather --engine cells --workers 1 --listed 1 langford7.dlx",
    "solve --engine cells --all langford7.dlx",
]


@pytest.mark.parametrize("line", SEARCHES)
def test_a_search_on_a_terminal_shows_numbers_and_removes_them_at_the_end(terminal, command, line):
    xc.write(langford(7), "langford7.dlx")
    with redirect_stderr(terminal):
        code, out, _ = command(f"exactcover {line}")
    shown, seen = screen(terminal.text)
    assert (code, [each for each in shown if "compiling" not in each]) == (0, [])
    assert any(map(NUMBERS.search, seen))
    assert not re.search("\x1b|nodes", out)


def test_with_quiet_and_before_a_second_is_over_a_terminal_shows_nothing(
    terminal, command, monkeypatch
):
    xc.write(langford(7), "langford7.dlx")
    with redirect_stderr(terminal):
        assert command(f"exactcover {SEARCHES[0]} --quiet")[0] == 0
    monkeypatch.setattr(progress_line, "_SHOW_PROGRESS_AFTER", 1e9)
    with on(terminal) as show:
        show("7 of 9")
    with xc.cli.status(True) as show:
        assert show is None
    assert terminal.text == ""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("7 of 9", "7 of 9"),
        ("x" * 200, "x" * 79),
        ("\x1b]0;owned\x07\x1b[31m[bold]\x9b2J\u202e\x7f\r\nspoof",
         r"\x1b]0;owned\x07\x1b[31m[bold]\x9b2J\u202e\x7f\x0d\x0aspoof"),
    ],
    ids=["short", "long", "evil"],
)  # fmt: skip
def test_the_line_is_cut_and_escaped_and_removed_when_the_work_is_interrupted(
    terminal, text, shown
):
    with suppress(KeyboardInterrupt), on(terminal) as show:
        show(text)
        show(text)
        raise KeyboardInterrupt
    assert screen(terminal.text) == ([], {shown, ""})


def test_what_is_printed_while_the_line_is_shown_goes_above_it(terminal):
    with on(terminal, terminal) as show:
        for number in range(3):
            show(f"{number} of 9")
            print(f"answer {number}", flush=True)
            show(f"{number} of 9 again")
            xc.cli.say(f"remark {number}")
        # No line breaks into one that is not printed whole yet.
        print("half of ", end="", flush=True)
        show("5 of 9")
        print("it", flush=True)
        show("6 of 9")
    shown, seen = screen(terminal.text)
    lines = [f"{what} {number}" for number in range(3) for what in ("answer", "remark")]
    assert shown == [*lines, "half of it"]
    assert {"2 of 9", "2 of 9 again", "6 of 9"} < seen


def test_answers_keep_their_length_their_encoding_and_their_terminal(terminal):
    other = Terminal()
    with on(terminal, other) as show:
        show("0 of 9")
        assert sys.stdout.encoding == "utf-8"
        print("x" * 300, flush=True)
        show("1 of 9")
        sys.stdout.buffer.write(b"bytes\n")
        sys.stdout.buffer.flush()
    assert other.text == f"{'x' * 300}\nbytes\n"
    assert screen(terminal.text)[0] == []


def test_what_is_no_terminal_gets_now_and_then_a_line_without_sequences(
    terminal, command, monkeypatch
):
    xc.write(langford(7), "langford7.dlx")
    assert "nodes" not in command(f"exactcover {SEARCHES[1]}")[2]
    monkeypatch.setattr(progress_line, "_LINE_EVERY", 0.0)
    err = command(f"exactcover {SEARCHES[1]}")[2]
    assert any(map(NUMBERS.match, err.splitlines()))
    assert not re.search("[\x1b\r]", err)


#: A command that shows progress at once.
TALKATIVE = """
from exactcover.common import slices
from exactcover.display import progress_line
from exactcover.__main__ import run
progress_line._SHOW_PROGRESS_AFTER = slices._REPORT_EVERY = 0.0
run()
"""


@pytest.mark.slow
def test_a_process_both_of_whose_streams_are_one_narrow_terminal_leaves_its_answer(tmp_path):
    pty = pytest.importorskip("pty", reason="needs terminals of Unix")
    import fcntl
    import termios

    xc.write(langford(7), tmp_path / "langford7.dlx")
    leader, end = pty.openpty()
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 30, 0, 0))
    command = [sys.executable, "-c", TALKATIVE, *SEARCHES[0].split()]
    written = b""
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=end, stderr=end, env=ENVIRONMENT, cwd=tmp_path
    ) as process:
        os.close(end)
        with suppress(OSError):  # all have closed it
            while some := os.read(leader, 65536):
                written += some
    os.close(leader)
    shown, seen = screen(written.decode().replace("\r\n", "\n"), columns=30)
    assert (process.returncode, shown) == (0, ["52"])
    assert any("solutions" in each for each in seen)
