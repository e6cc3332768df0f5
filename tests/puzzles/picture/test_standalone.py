"""The program of one file that solves Picture Puzzle, and the exact covers in it."""

from __future__ import annotations

import ast
import itertools
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import exactcover as xc
from exactcover.engines.standalone import covers
from exactcover_puzzles.picture import solve as picture_solve
from exactcover_puzzles.picture.bundle import bundle
from exactcover_puzzles.picture.maker import format_puzzle, make_puzzle
from exactcover_puzzles.shared.shipped import shipped
from tests.paths import SHARED
from tests.puzzles.picture.cases import GOOD, MADE, TURNED, cut_blank
from tests.puzzles.picture.test_picture import all_pictures

PUBLIC = sorted((SHARED / "picture_puzzle").glob("*.input.txt"))


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    path = tmp_path_factory.mktemp("standalone") / "picture.py"
    path.write_text(bundle("exactcover_puzzles.picture.standalone", "A test."), encoding="utf-8")
    return path


def run_alone(program, data):
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(program)],
        input=data, capture_output=True, cwd=program.parent, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_the_program_is_short_and_written_in_python_39(program, command):
    text = program.read_text(encoding="utf-8")
    assert len(text.encode()) < 60_000
    sources = [
        node.value
        for node in ast.walk(ast.parse(text, feature_version=(3, 9)))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    for source in sources:
        if "\n" in source:
            tree = ast.parse(source, feature_version=(3, 9))
            for node in ast.walk(tree):
                assert not isinstance(node, ast.Match)
                if isinstance(node, ast.Call):
                    assert all(keyword.arg not in ("strict", "slots") for keyword in node.keywords)
    code, printed, _ = command("puzzles picture --standalone")
    assert (code, printed.splitlines()[0]) == (0, "#!/usr/bin/env python3")


@pytest.mark.parametrize("name", [name for name, _ in MADE])
def test_the_program_solves_the_shipped_puzzles(program, name):
    path = shipped("pictures", name)
    picture = path.with_suffix(".picture.txt").read_text(encoding="utf-8")
    assert run_alone(program, path.read_bytes()) == (0, picture, "")


@pytest.mark.skipif(not PUBLIC, reason="needs the public cases")
def test_the_program_and_the_command_solve_the_public_cases(program, command):
    for path in PUBLIC:
        picture = path.with_name(path.name.replace("input", "output")).read_text(encoding="utf-8")
        for code, out, err in (
            run_alone(program, path.read_bytes()),
            command("puzzles picture", path),
        ):
            assert (code, out.rstrip("\n"), err) == (0, picture.rstrip("\n"), "")


def test_the_program_answers_as_the_command_does(program, command, tmp_path):
    several, _ = make_puzzle(2, 2, 4, 3, ink=0.3)
    blank = "3 9\n3 3\n7 7\n" + cut_blank(3)
    texts = [GOOD.replace("a #", "b #"), GOOD[:-8], format_puzzle(several), blank]
    for number, text in enumerate(texts):
        path = tmp_path / f"{number}.txt"
        path.write_text(text, encoding="utf-8")
        code, out, err = command("puzzles picture", path)
        said = err.removeprefix("puzzles: ").replace(str(path), "standard input")
        assert run_alone(program, text.encode()) == (code, out, said)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_the_program_tells_in_a_line_what_it_cannot_write_or_read(program):
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-I", "-S", str(program)],
            input=TURNED.read_bytes(), stdout=full, stderr=subprocess.PIPE, check=False,
        )  # fmt: skip
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    closed = subprocess.run(
        ["sh", "-c", f"{shlex.quote(sys.executable)} -I -S {shlex.quote(str(program))} <&-"],
        capture_output=True, check=False,
    )  # fmt: skip
    assert (closed.returncode, len(closed.stderr.splitlines())) == (2, 1)


def test_where_propagation_and_trial_give_up_an_engine_finds_the_picture(monkeypatch):
    monkeypatch.setattr(picture_solve, "_STEPS_FOR_EACH_CELL", 0)
    path = shipped("pictures", "8x4-of-6-twins")
    puzzle, _ = make_puzzle(2, 2, 4, 3, ink=0.3)
    lines: list[str] = []
    remarks: list[str] = []

    def ask(exact):
        return covers(exact.primary, exact.options, exact.secondary, exact.multiplicity)

    for data in (path.read_bytes(), format_puzzle(puzzle).encode()):
        assert picture_solve.solve(data, "here", ask, remarks.append, lines.append) == 0
    assert lines[0] + "\n" == path.with_suffix(".picture.txt").read_text(encoding="utf-8")
    assert lines[1] in all_pictures(puzzle)
    assert remarks == ["here: there may be other solutions: the search for them was not complete"]


# -- exact covers in plain Python ----------------------------------------------------------------


def test_plain_covers_are_the_solutions_of_the_reference_engine():
    options = {
        (a, b): {f"x{a}": None, f"y{b}": None, "s": (a + b) % 2}
        for a, b in itertools.product(range(3), repeat=2)
    }
    items = ["x0", "x1", "x2", "y0", "y1", "y2"]
    problem = xc.Problem(items, options, secondary=["s"])
    truth = [solution.options for solution in problem.solutions(engine="reference", reduce=False)]
    assert list(covers(items, options, ["s"])) == truth
    cut = covers(items, options, ["s"], limit=1)
    assert (list(cut), cut.stopped) == (truth[:1], "limit" if len(truth) > 1 else None)
    short = covers(items, options, ["s"], nodes=1)
    assert (list(short), short.stopped, short.nodes) == ([], "nodes", 1)
    bounds = {"x0": (0, 2), "y1": (1, None)}
    problem = xc.Problem(items, options, secondary=["s"], multiplicity=bounds)
    truth = {frozenset(solution.options) for solution in problem.solutions()}
    assert {frozenset(found) for found in covers(items, options, ["s"], bounds)} == truth
