"""The command ``exactcover`` as a process: interrupts, closed streams, full disks, exit codes.

What it prints is in ``tests/golden/cli/``.
"""

from __future__ import annotations

import io
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import exactcover as xc
from exactcover.cli import output
from tests.instances import langford
from tests.interrupting import ENVIRONMENT, SOME, interrupted

TOY = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n"
FULL = Path("/dev/full")


@pytest.fixture
def shell(tmp_path):
    """Runs the command in a shell, in a folder with problems. No test waits for the hard one."""
    (tmp_path / "toy.dlx").write_text(TOY)
    xc.write(langford(15), tmp_path / "hard.dlx")

    def run(line, **how):
        return subprocess.run(
            f"{sys.executable} -m exactcover {line}", shell=True, capture_output=True, text=True,
            check=False, cwd=tmp_path, env=ENVIRONMENT, timeout=60, **how,
        )  # fmt: skip

    return run


def test_big_counts_are_strings_in_json():
    assert xc.cli.json_number(2**53 - 1) == 2**53 - 1
    assert xc.cli.json_number(2**53) == "9007199254740992"


@pytest.mark.parametrize(
    ("stopped", "found", "code", "said"),
    [
        (None, 0, 1, ""),
        (None, 5, 0, ""),
        ("limit", 0, 0, "exactcover: stopped at the limit\n"),
        ("limit", 5, 0, "exactcover: stopped at the limit\n"),
        ("nodes", 5, 3, "exactcover: stopped by --nodes\n"),
        ("interrupt", 5, 130, "exactcover: interrupted\n"),
    ],
)
def test_one_rule_for_exit_codes(capsys, stopped, found, code, said):
    assert xc.cli.ended("exactcover", found, stopped, quiet=False) == code
    assert capsys.readouterr().err == said
    assert xc.cli.ended("exactcover", found, stopped, quiet=True) == code
    assert capsys.readouterr().err == (said if stopped == "interrupt" else "")


@pytest.mark.parametrize(
    "line", ["haley --json", "polyform pentominoes-3x20 --all", "jigsaw four-by-four --count"]
)
def test_puzzles_keep_to_it(command, line):
    assert command(f"puzzles {line} --limit 2")[0] == 0
    code, _, err = command(f"puzzles {line} --nodes 1")
    assert (code, "stopped by --nodes" in err) == (3, True)


def test_standard_input_and_the_module_form_work(shell):
    found = shell("count -", input=TOY)
    assert (found.returncode, found.stdout, found.stderr) == (0, "1\n", "")


def test_version_and_help_import_neither_numba_nor_numpy():
    program = (
        "import sys\n"
        "from exactcover.cli.main import main\n"
        "for argument in ('--help', '--version'):\n"
        "    try: main([argument])\n"
        "    except SystemExit as end: assert not end.code\n"
        "assert not {'numba', 'numpy'} & set(sys.modules), sorted(sys.modules)\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=ENVIRONMENT
    )
    assert xc.__version__ in found.stdout.splitlines()[-1]


# -- Ctrl-C ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["count", "solve --all --json"])
def test_ctrl_c_prints_what_was_found_and_is_code_130(shell, tmp_path, line):
    at = {} if line == "count" else {"sign": "solution", "stream": "stdout"}
    words = [*line.split(), str(tmp_path / "hard.dlx"), "--engine", "reference"]
    code, out, err = interrupted("exactcover", *words, **at)
    assert (code, err.splitlines()[-1][:23]) == (130, "exactcover: interrupted")
    assert "Traceback" not in err
    if line == "count":
        shown = re.search(SOME, err, re.M)[1]
        assert int(re.fullmatch("at least ([0-9]+)\n", out)[1]) >= int(shown.replace(",", ""))
    else:
        *rows, summary = map(json.loads, out.splitlines())
        assert all(len(row["options"]) == 15 for row in rows)
        assert (summary["solutions"], summary["stopped"]) == (len(rows), "interrupt")


def whole_solutions(text) -> int:
    """How many solutions of 15 Langford pairs are printed, each of them whole."""
    lines = text.splitlines()
    for at in range(0, len(lines), 16):
        assert lines[at] == f"solution {at // 16 + 1}"
        places = re.findall("place',%20([0-9]+)", " ".join(lines[at + 1 : at + 16]))
        assert sorted(map(int, places)) == list(range(30))
    assert text.endswith("\n")
    return len(lines) // 16


@pytest.mark.parametrize(
    ("form", "name", "at"), [("", "_words", 37), ("--json", "solution_as_json", 2)]
)
def test_ctrl_c_amid_a_solution_waits_until_it_is_printed(
    command, shell, monkeypatch, form, name, at
):
    calls, printed = itertools.count(), getattr(output, name)

    def pressed(*arguments):
        if next(calls) == at:
            os.kill(os.getpid(), signal.SIGINT)
        return printed(*arguments)

    monkeypatch.setattr(output, name, pressed)
    code, out, err = command(f"exactcover solve hard.dlx --all --engine reference {form}")
    assert (code, err.endswith("exactcover: interrupted\n")) == (130, True)
    if form:
        assert [json.loads(line)["solution"] for line in out.splitlines()[:-1]] == [1, 2, 3]
        assert json.loads(out.splitlines()[-1])["solutions"] == 3
    else:
        assert whole_solutions(out) == 3


def test_a_second_ctrl_c_does_not_wait(capsys):
    def held_up(arguments):
        with xc.cli.uninterrupted():
            for k in range(5):
                print(k)
                os.kill(os.getpid(), signal.SIGINT)
        return 0

    assert xc.cli.run("exactcover", held_up, []) == 130
    assert capsys.readouterr().out == "0\n1\n"
    assert xc.cli.run("exactcover", lambda arguments: 0, []) == 0


def test_ctrl_c_that_a_library_makes_an_error_of_is_an_interruption(capsys):
    def loads_a_library(arguments):
        try:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)
        except KeyboardInterrupt:
            raise ImportError("lost") from None

    assert xc.cli.run("exactcover", loads_a_library, []) == 130
    assert capsys.readouterr().err == "exactcover: interrupted\n"
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


# -- streams that are closed, full or not UTF-8 ----------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code", "out"),
    [
        ("count toy.dlx >&-", 2, ""),
        ("count toy.dlx <&-", 0, "1\n"),
        ("count toy.dlx 2>&-", 0, "1\n"),
        ("check - <&-", 2, "standard input: it is closed"),
        ("solve --all hard.dlx | head -n 1", 0, "solution 1\n"),
    ],
)
def test_a_closed_stream_never_makes_a_traceback_or_a_wrong_code(shell, line, code, out):
    found = shell(line)
    assert (found.returncode, found.stdout.partition(";")[0]) == (code, out)
    assert "Traceback" not in found.stderr
    assert (found.stderr == "") == (">&-" not in line or "2>" in line)


def test_what_the_encoding_cannot_show_is_escaped(command, tmp_path, monkeypatch):
    (tmp_path / "p.json").write_text(
        json.dumps({"primary": ["é😀"], "options": [{"name": "ü", "items": ["é😀"]}]})
    )
    for form, shown in (("", "  \\xfc: \\xe9\\U0001f600"), ("--json", None)):
        out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
        monkeypatch.setattr(sys, "stdout", out)
        assert command(f"exactcover solve p.json {form}")[0] == 0
        first, second = out.buffer.getvalue().decode("ascii").splitlines()
        if form:  # is valid in JSON, too
            solution = json.loads(first)
            assert (solution["options"], solution["items"]) == (["ü"], [["é😀"]])
        else:
            assert second == shown


@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
@pytest.mark.parametrize("line", ["count toy.dlx", "--help"])
def test_an_output_on_a_full_disk_is_an_error_in_one_line(command, shell, line, monkeypatch):
    with FULL.open("w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        code, _, err = command(f"exactcover {line}")
    assert (code, err) == (2, "exactcover: standard output: No space left on device\n")


@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
def test_where_messages_cannot_be_written_the_exit_code_stays_the_same(shell):
    assert shell("count nowhere 2> /dev/full").returncode == 2


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs /proc")
def test_a_file_that_cannot_be_read_is_named(command):
    code, out, err = command("exactcover count /proc/self/mem")
    assert (code, out) == (2, "")
    assert err.startswith("exactcover: /proc/self/mem: ")


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (ZeroDivisionError(), 4, "exactcover: this is a bug in the program; please report it\n"),
        # Of the system, without a file: not laid upon the output.
        (OSError("a socket"), 2, "exactcover: a socket\n"),
        (BrokenPipeError(32, "a worker's pipe"), 2, "exactcover: a worker's pipe\n"),
    ],
)
def test_an_error_is_never_taken_for_no_solution(capsys, error, code, said):
    def main(arguments):
        raise error

    assert xc.cli.run("exactcover", main, []) == code
    assert capsys.readouterr().err.endswith(said)
