"""The command ``exactcover``: output, messages, exit codes, interrupts, broken pipes."""

from __future__ import annotations

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
from exactcover.cli import main as cli
from exactcover.cli import output
from exactcover.files import dlx as dlxfile
from tests.instances import langford, pentominoes
from tests.interrupting import ENVIRONMENT, SOME, interrupted

TOY = "| a toy\na b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n"
XCC = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"


@pytest.fixture
def toy(tmp_path):
    path = tmp_path / "toy.dlx"
    path.write_text(TOY)
    return str(path)


@pytest.fixture
def hard(tmp_path):
    """A problem that no test waits for."""
    path = tmp_path / "langford15.dlx"
    problem = langford(15)
    dlxfile.write(problem, str(path))
    return str(path)


def exactcover(capsys, *arguments) -> tuple[int, str, str]:
    """Run the command in this process; its exit code, output and messages."""
    try:
        code = xc.cli.run("exactcover", cli.main, list(arguments))
    except SystemExit as end:
        code = end.code
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_solve_prints_one_solution_with_the_items_of_its_options(capsys, toy):
    code, out, err = exactcover(capsys, "solve", toy)
    assert code == 0
    assert out == "solution 1\n  1: c e\n  4: a d f\n  5: b g\n"
    assert err == ""


def test_solve_prints_colours_as_the_file_has_them(capsys, tmp_path):
    path = tmp_path / "x.dlx"
    path.write_text(XCC)
    code, out, _ = exactcover(capsys, "solve", "--all", str(path))
    assert code == 0
    assert out == "solution 1\n  2: p r x:A y\n  4: q x:A\n"


def test_solve_prints_json_an_object_a_line(capsys, tmp_path):
    path = tmp_path / "x.dlx"
    path.write_text(XCC)
    code, out, _ = exactcover(capsys, "solve", "--all", "--json", str(path))
    solution, summary = map(json.loads, out.splitlines())
    assert code == 0
    assert solution["options"] == [2, 4]
    assert solution["items"] == [["p", "r", "x", "y"], ["q", "x"]]
    assert solution["colours"] == [["x", "A"]]
    assert summary["solutions"] == 1
    assert summary["complete"] is True


def test_solve_stops_at_its_limit_with_code_0(capsys, tmp_path):
    path = tmp_path / "l.dlx"
    dlxfile.write(langford(7), str(path))
    code, out, _ = exactcover(capsys, "solve", "--limit", "5", str(path))
    assert code == 0
    assert out.count("solution") == 5
    code, out, _ = exactcover(capsys, "solve", "--limit", "5", "--json", str(path))
    assert json.loads(out.splitlines()[-1])["stopped"] == "limit"


def test_count_prints_the_number_alone(capsys, toy):
    assert exactcover(capsys, "count", toy) == (0, "1\n", "")
    code, out, _ = exactcover(capsys, "count", "--json", toy)
    answer = json.loads(out)
    assert code == 0
    assert (answer["count"], answer["complete"]) == (1, True)


def test_no_solution_is_code_1_with_the_reason(capsys, tmp_path):
    path = tmp_path / "n.dlx"
    path.write_text("a b\na\n")
    code, out, err = exactcover(capsys, "count", str(path))
    assert (code, out) == (1, "0\n")
    assert "'b' is in no option" in err
    code, out, _ = exactcover(capsys, "solve", str(path))
    assert code == 1
    assert out.startswith("impossible: item 'b'")
    code, out, _ = exactcover(capsys, "solve", "--json", str(path))
    assert code == 1
    assert "'b'" in json.loads(out)["impossible"]


def test_a_stopped_count_is_labelled_and_code_3(capsys, hard):
    code, out, err = exactcover(capsys, "count", "--nodes", "100", hard)
    assert code == 3
    assert out.startswith("at least ")
    assert "budget of nodes" in err
    code, out, err = exactcover(capsys, "count", "--seconds", "0.2", "--quiet", hard)
    assert code == 3
    assert out.startswith("at least ")
    assert err == ""
    code, out, _ = exactcover(capsys, "solve", "--all", "--nodes", "50", hard)
    assert code == 3


def test_big_counts_are_strings_in_json(capsys):
    assert xc.cli.json_number(2**53 - 1) == 2**53 - 1
    assert xc.cli.json_number(2**53) == "9007199254740992"


def test_check_lists_every_fault_with_its_place_and_code_2(capsys, tmp_path):
    path = tmp_path / "bad.dlx"
    path.write_text("a b | x\nb:3 c\nb b\n")
    code, out, _ = exactcover(capsys, "check", str(path))
    assert code == 2
    lines = out.splitlines()
    assert len(lines) == 3
    assert all(line.startswith(f"{path}:") for line in lines)
    code, out, _ = exactcover(capsys, "check", "--json", str(path))
    assert [json.loads(line)["fault"] for line in out.splitlines()] == lines


def test_check_of_a_sound_problem_tells_its_size_notes_and_propagation(capsys, toy, tmp_path):
    code, out, _ = exactcover(capsys, "check", toy)
    assert code == 0
    assert out == f"{toy}: 7 primary and 0 secondary items, 6 options\n"
    code, out, _ = exactcover(capsys, "check", "--reduce", toy)
    assert "option 1 is forced" in out
    assert "3 options removed, 3 forced, 0 left to choose among" in out
    path = tmp_path / "n.dlx"
    path.write_text("a b | s\na\ns\n")
    code, out, _ = exactcover(capsys, "check", str(path))
    assert code == 1
    assert out.count("note: ") == 2
    code, out, _ = exactcover(capsys, "check", "--json", "--reduce", str(path))
    assert json.loads(out)["impossible"]


def test_check_lists_the_faults_of_json_too(capsys, tmp_path):
    path = tmp_path / "p.json"
    path.write_text('{"primary": ["a"], "options": [{"items": ["b"]}, {"items": []}]}')
    code, out, _ = exactcover(capsys, "check", str(path))
    assert code == 2
    assert len(out.splitlines()) == 2
    assert "check()" not in out


def test_convert_goes_between_the_formats_and_reduces(capsys, toy, tmp_path):
    code, out, _ = exactcover(capsys, "convert", toy)
    assert (code, out) == (0, TOY.removeprefix("| a toy\n"))
    target = str(tmp_path / "toy.json.gz")
    assert exactcover(capsys, "convert", toy, "-o", target)[0] == 0
    code, out, _ = exactcover(capsys, "convert", target, "--to", "dlx")
    assert out == TOY.removeprefix("| a toy\n")
    code, out, err = exactcover(capsys, "convert", "--reduce", toy)
    assert out == "a b c d e f g\nc e\na d f\nb g\n"
    assert "3 options removed" in err
    code, out, _ = exactcover(capsys, "convert", "--reduce", "--to", "json", toy)
    assert code == 0
    assert len(json.loads(out)["options"]) == 3


def test_convert_writes_for_other_solvers(capsys, tmp_path):
    places = tmp_path / "pentominoes.json"
    xc.write(pentominoes(3, 20), places)
    for name, first in (
        ("x.cnf", "c t pmc"), ("x.cnf.gz", ""), ("x.opb", "* #variable= "), ("x.mps", "NAME exact")
    ):  # fmt: skip
        target = tmp_path / name
        assert exactcover(capsys, "convert", str(places), "-o", str(target)) == (0, "", "")
        code, out, _ = exactcover(capsys, "convert", str(places), "--to", name.split(".")[1])
        assert code == 0
        if first:
            assert out.startswith(first)
            assert out == target.read_text()
    pairwise = (tmp_path / "x.cnf").read_text()
    for encoding in ("pairwise", "sequential", "product"):
        more = ("--at-most-one", encoding, "--to", "cnf")
        code, out, _ = exactcover(capsys, "convert", str(places), *more)
        assert code == 0
        assert (out == pairwise) == (encoding == "pairwise")
        if encoding != "pairwise":
            assert len(out) < len(pairwise) / 2


@pytest.mark.parametrize(
    "arguments",
    [["-o", "x.opb"], ["-o", "x.dlx"], [], ["--to", "mps"], ["-o", "x.cnf", "--to", "json"]],
)
def test_an_encoding_without_clauses_is_refused(capsys, toy, arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = exactcover(capsys, "convert", toy, "--at-most-one", "product", *arguments)
    assert found[:2] == (2, "")
    assert "--at-most-one is for cnf, and the output is " in found[2]
    assert "see exactcover convert --help" in found[2]
    assert not (tmp_path / "x.cnf").exists()


def test_count_says_how_many_ways_a_part_looks(capsys, tmp_path):
    path = tmp_path / "words.dlx"
    path.write_text("a b | c\na c:1\na c:2\na\nb\nb c:2\n")
    options = sorted(map(str, xc.read(path).options))
    assert exactcover(capsys, "count", str(path))[:2] == (0, "5\n")
    assert exactcover(capsys, "count", str(path), "--distinct", "c")[:2] == (0, "4\n")
    assert exactcover(capsys, "count", str(path), "--distinct", "a", "--distinct", "b")[:2] == (
        0,
        "1\n",
    )
    assert exactcover(capsys, "count", str(path), "--distinct", options[0])[:2] == (0, "2\n")
    code, out, err = exactcover(capsys, "count", str(path), "--distinct", "d")
    assert (code, out) == (2, "")
    assert "distinct=: 'd' is neither an option nor an item of the problem" in err
    code, out, err = exactcover(capsys, "count", str(path), "--distinct", "c", "--by-cost")
    assert (code, out) == (2, "")
    assert "--distinct does not go with --by-cost" in err


@pytest.mark.parametrize(
    "arguments",
    [["count", "x", "--limit", "1_0"], ["count", "x", "--limit", "٣"],
     [], ["solve"], ["nonsense"], ["count", "x", "--limit", "-1"],
     ["count", "x", "--seconds", "nan"],
     ["count", "x", "--engine", "dlx"], ["solve", "x", "--all", "--limit", "3"],
     ["solve", "x", "--descending"], ["solve", "x", "--by-cost", "--order", "fixed"],
     ["minimize", "x", "--ties", "--all"], ["maximize", "x", "--ties", "--within", "3"]],
)  # fmt: skip
def test_bad_usage_is_code_2_with_one_line(capsys, arguments):
    code, out, err = exactcover(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "--help" in err


def test_bad_files_are_code_2_with_one_line_and_no_traceback(capsys, tmp_path):
    (tmp_path / "bad.dlx").write_text("a b\nc\n")
    for name in ("missing.dlx", "bad.dlx", ""):
        code, out, err = exactcover(capsys, "count", str(tmp_path / name))
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
        assert "Traceback" not in err


def run(*arguments, **how) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "exactcover", *arguments],
        capture_output=True, text=True, check=False, env=ENVIRONMENT, timeout=60, **how,
    )  # fmt: skip


def test_standard_input_and_the_module_form_work():
    found = run("count", "-", input=TOY)
    assert (found.returncode, found.stdout, found.stderr) == (0, "1\n", "")


def test_version_and_help_import_neither_numba_nor_numpy():
    program = (
        "import sys\n"
        "from exactcover.cli.main import main\n"
        "try: main([sys.argv[1]])\n"
        "except SystemExit as end: assert not end.code\n"
        "assert not {'numba', 'numpy'} & set(sys.modules), sorted(sys.modules)\n"
    )
    for argument in ("--help", "--version"):
        found = subprocess.run(
            [sys.executable, "-c", program, argument],
            capture_output=True, text=True, check=True, env=ENVIRONMENT,
        )  # fmt: skip
        assert found.stdout
    assert xc.__version__ in found.stdout


@pytest.mark.parametrize("command", ["count", "solve --all", "solve --all --json"])
def test_ctrl_c_prints_what_was_found_and_is_code_130(hard, command):
    at = {} if command == "count" else {"sign": "solution", "stream": "stdout"}
    words = [*command.split(), hard, "--engine", "reference"]
    code, out, err = interrupted("exactcover", *words, **at)
    assert code == 130
    assert "exactcover: interrupted" in err.splitlines()[-1]
    assert "Traceback" not in err
    if command == "count":
        shown = re.search(SOME, err, re.M)[1]
        counted = re.fullmatch("at least ([0-9]+)\n", out)[1]
        assert int(counted) >= int(shown.replace(",", ""))
    elif command == "solve --all":
        assert whole_solutions(out) > 0
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


@pytest.mark.parametrize("form", ["text", "json"])
def test_ctrl_c_amid_a_solution_waits_until_it_is_printed(capsys, hard, monkeypatch, form):
    calls = itertools.count()
    name = "solution_as_json" if form == "json" else "_words"
    printed = getattr(output, name)

    def pressed(*arguments):
        if next(calls) == (2 if form == "json" else 37):
            os.kill(os.getpid(), signal.SIGINT)
        return printed(*arguments)

    monkeypatch.setattr(output, name, pressed)
    arguments = ["solve", "--all", "--engine", "reference", hard, *["--json"] * (form == "json")]
    code, out, err = exactcover(capsys, *arguments)
    assert code == 130
    assert err.endswith("exactcover: interrupted\n")
    if form == "json":
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


def test_a_reader_that_has_enough_ends_the_output_quietly(tmp_path):
    path = tmp_path / "l.dlx"
    dlxfile.write(langford(8), str(path))
    found = subprocess.run(
        f"{sys.executable} -m exactcover solve --all {path} | head -n 1",
        shell=True, capture_output=True, text=True, check=False, env=ENVIRONMENT, timeout=60,
    )  # fmt: skip
    assert found.stdout == "solution 1\n"
    assert found.stderr == ""


@pytest.mark.parametrize("closed", [">&-", "<&-", "2>&-"])
@pytest.mark.parametrize("command", ["solve", "count", "check", "convert"])
def test_a_closed_stream_never_makes_a_traceback_or_a_wrong_code(toy, command, closed):
    found = subprocess.run(
        f"{sys.executable} -m exactcover {command} {toy} {closed}",
        shell=True, capture_output=True, text=True, check=False, env=ENVIRONMENT, timeout=60,
    )  # fmt: skip
    assert "Traceback" not in found.stderr
    assert found.returncode == (2 if closed == ">&-" else 0)
    if closed == "<&-":
        found = subprocess.run(
            f"{sys.executable} -m exactcover {command} - {closed}",
            shell=True, capture_output=True, text=True, check=False, env=ENVIRONMENT, timeout=60,
        )  # fmt: skip
        assert found.returncode == 2
        assert "standard input: it is closed; expected a problem" in found.stdout + found.stderr


def test_names_that_the_terminal_cannot_show_are_escaped(tmp_path):
    path = tmp_path / "p.dlx"
    path.write_text("é ☃\né ☃\n", encoding="utf-8")
    found = subprocess.run(
        [sys.executable, "-m", "exactcover", "solve", str(path)],
        capture_output=True, check=True, env={**ENVIRONMENT, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert found.stdout == b"solution 1\n  1: \\xe9 \\u2603\n"


def test_a_fault_of_the_program_is_never_taken_for_no_solution(capsys):
    def broken(arguments):
        raise ZeroDivisionError

    assert xc.cli.run("exactcover", broken, []) == 4
    assert "please report" in capsys.readouterr().err


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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [["count", "FILE"], ["--help"]])
def test_an_output_on_a_full_disk_is_an_error_in_one_line(toy, arguments):
    with Path("/dev/full").open("w") as full:
        words = [toy if word == "FILE" else word for word in arguments]
        found = subprocess.run(
            [sys.executable, "-m", "exactcover", *words],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=ENVIRONMENT,
        )  # fmt: skip
    assert found.returncode == 2
    assert "No space left" in found.stderr
    assert found.stderr.count("\n") == 1


def test_an_error_of_the_system_that_names_no_file_is_not_laid_upon_the_output(capsys):
    def meets(error):
        def main(arguments):
            raise error

        return main

    assert xc.cli.run("exactcover", meets(OSError("a socket")), []) == 2
    assert capsys.readouterr().err == "exactcover: a socket\n"
    assert xc.cli.run("exactcover", meets(BrokenPipeError(32, "a worker's pipe")), []) == 2
    assert capsys.readouterr().err == "exactcover: a worker's pipe\n"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")  # noqa: PTH110
def test_where_messages_cannot_be_written_the_exit_code_stays_the_same(tmp_path):
    environment = {**os.environ, "PYTHONPATH": ":".join(filter(None, sys.path))}
    command = [sys.executable, "-m", "exactcover", "count", str(tmp_path / "nowhere")]
    with open("/dev/full", "w") as full:  # noqa: PTH123
        assert subprocess.run(command, stderr=full, env=environment, check=False).returncode == 2


@pytest.mark.skipif(not os.path.exists("/proc/self/mem"), reason="needs /proc")  # noqa: PTH110
def test_a_file_that_cannot_be_read_is_named(capsys):
    code, out, err = exactcover(capsys, "count", "/proc/self/mem")
    assert (code, out) == (2, "")
    assert err.startswith("exactcover: /proc/self/mem: ")


@pytest.mark.parametrize("seconds", ["\u0661", "1_0", "nan", "-1", ""])
def test_seconds_are_a_plain_number(capsys, seconds):
    code, _, err = exactcover(capsys, "count", "x", "--seconds", seconds)
    assert code == 2
    assert "expected a number of seconds from 0" in err
