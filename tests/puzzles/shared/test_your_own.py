"""Kinds of puzzles that users write: ``puzzles new``, the tutorial, and entry points."""

from __future__ import annotations

import contextlib
import importlib.metadata
import importlib.util
import re
import subprocess
import sys

import pytest

import exactcover as xc
from exactcover_puzzles import Puzzle, Source, cli
from exactcover_puzzles.page.questions import answer
from exactcover_puzzles.page.recent import Recent
from exactcover_puzzles.shared import parts
from exactcover_puzzles.shared.runner import command
from tests.interrupting import ENVIRONMENT
from tests.paths import ROOT

TUTORIAL = ROOT / "docs" / "puzzles" / "your-own.md"


def puzzles(*arguments):
    return xc.cli.run("puzzles", cli.main, list(map(str, arguments)))


def imported(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_what_puzzles_new_writes_works_and_its_test_passes(tmp_path, capsys):
    assert puzzles("new", "my_rooks", "--folder", tmp_path) == 0
    assert "my_rooks.py and its test" in capsys.readouterr().out
    board = tmp_path / "board.txt"
    board.write_text(".#..\n....\n..#.\n")
    kind = imported(tmp_path / "my_rooks.py").MyRooks
    assert command(kind, ["--count", str(board)]) == 0
    assert capsys.readouterr().out.endswith("14 solutions\n")
    tested = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)],
        env={**ENVIRONMENT, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "2 passed" in tested.stdout


def test_puzzles_new_never_writes_over_a_file_and_refuses_names_that_are_none(tmp_path, capsys):
    kept = tmp_path / "test_tents.py"
    kept.write_text("mine")
    assert puzzles("new", "tents", "--folder", tmp_path) == 2
    assert "already exists" in capsys.readouterr().err
    assert kept.read_text() == "mine"
    assert not (tmp_path / "tents.py").exists()
    for name in ("Tents", "my-tents", "class", "1st", "../tents", ""):
        assert puzzles("new", name, "--folder", tmp_path) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["test_tents.py"]


def _blocks():
    return re.findall(r"```python\n(.*?)```", TUTORIAL.read_text(encoding="utf-8"), re.S)


@pytest.mark.skipif(not TUTORIAL.exists(), reason="needs the checkout")
def test_the_tests_of_the_tutorial_pass_and_find_a_fault(tmp_path, monkeypatch):
    whole, *_, tests = _blocks()
    monkeypatch.setitem(sys.modules, "tents", None)
    for code, passes in ((whole, True), (whole.replace("c + 1), (r + 1, c))", "c + 1))"), False)):
        path = tmp_path / f"right_{passes}.py"
        path.write_text(code)
        monkeypatch.setitem(sys.modules, "tents", imported(path))
        found = {}
        exec(compile(tests, "test_tents.py", "exec"), found)
        found["test_a_wrong_character_is_named_with_its_place"]()
        with contextlib.nullcontext() if passes else pytest.raises(AssertionError):
            found["test_the_count_is_that_of_trying_everything"]()


@pytest.mark.skipif(not TUTORIAL.exists(), reason="needs the checkout")
def test_the_tutorial_names_every_part_of_a_kind():
    text = TUTORIAL.read_text(encoding="utf-8")
    own = [
        each for each in vars(parts).values() if getattr(each, "__module__", "") == parts.__name__
    ]
    kinds = [Puzzle, *(each for each in own if issubclass(each, Puzzle))]
    names = {each.__name__ for each in own} | {
        name for each in kinds for name in vars(each) if name[0] != "_"
    }
    assert [name for name in names if f"`{name}`" not in text] == []


@pytest.mark.skipif(not TUTORIAL.exists(), reason="needs the checkout")
def test_the_tutorials_puzzle_is_solved_counted_up_to_symmetry_and_drawn(tmp_path, capsys):
    whole, symmetry, drawing, view, _ = _blocks()
    head, _, tail = whole.partition("\n\nif __name__")
    code = f"{head}\n\n{symmetry}\n{drawing}\n{view}\n\nif __name__{tail}"
    path = tmp_path / "tents.py"
    names = "import Drawing, Puzzle, run, view_of_squares"
    path.write_text(code.replace("import Puzzle, run", names))
    kind = imported(path).Tents
    camp, mirrored = tmp_path / "camp.txt", tmp_path / "mirrored.txt"
    camp.write_text(".T..\n....\n..T.\n")
    mirrored.write_text(".T.\n...\n.T.\n")
    assert command(kind, ["--count", str(camp)]) == 0
    assert capsys.readouterr().out.endswith("6 solutions\n")
    svg = tmp_path / "tents.svg"
    assert command(kind, ["--all", str(mirrored), "--svg", str(svg)]) == 0
    out = capsys.readouterr().out
    assert out.endswith("4 solutions, 2 up to reflecting the board\n")
    assert svg.read_text().count('fill="#f7b267"') == 2 * 2
    (tents,) = kind.read(Source("camp.txt", ".T.\n...\n"), None)
    seen = tents.view()
    assert [place.text for place in seen.places] == ["", "T", "", "", "", ""]
    marks = [seen.mark(option).places for option in tents.problem.options]
    assert marks == [(0,), (2,), (4,)]
    assert seen.of_item(("tree", 0, 1)) == [1]
    camp.write_text(".T..\n..x.\n")
    assert command(kind, [str(camp)]) == 2
    assert capsys.readouterr().err.endswith("camp.txt:2:3: 'x'; expected '.' or 'T'\n")


def test_a_kind_of_another_package_is_a_command(tmp_path, monkeypatch, capsys):
    point = importlib.metadata.EntryPoint(
        "rooks", "tests.puzzles.shared.test_runner:Rooks", "exactcover.puzzles"
    )
    wrong = importlib.metadata.EntryPoint("wrong", "math:pi", "exactcover.puzzles")
    monkeypatch.setattr("exactcover_puzzles.other_kinds.entry_points", lambda group: [point, wrong])
    board = tmp_path / "three"
    board.write_text("3")
    assert puzzles("rooks", "--count", board) == 0
    assert "6 solutions, 3 up to turning it over" in capsys.readouterr().out
    assert puzzles("--help") == 0
    assert "rooks" in capsys.readouterr().out
    sent = []
    answer(Recent(), {"ask": "kinds"}, sent.append)
    names = [each["name"] for each in sent[0]["kinds"]]
    assert "rooks" in names, "the page has it too"
    assert "wrong" not in names
    answer(Recent(), {"ask": "answer", "kind": "rooks", "text": "3"}, sent.append)
    assert (sent[-1]["count"], sent[-1]["free"]) == ("6", "3")
    assert puzzles("wrong", board) == 2
    assert "expected a subclass of exactcover_puzzles.Puzzle" in capsys.readouterr().err
