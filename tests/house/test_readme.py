"""What README.md shows is what happens."""

from __future__ import annotations

import contextlib
import io
import re
import shlex

import pytest

import exactcover as xc
from exactcover.cli import main as cli
from exactcover.files import json as jsonfile
from puzzles import cli as puzzles_cli
from tests.paths import ROOT

README = ROOT / "README.md"
pytestmark = pytest.mark.skipif(not README.exists(), reason="needs the checkout")


def blocks(language: str) -> list[str]:
    found = re.findall(r"^```(\w*)\n(.*?)^```$", README.read_text(encoding="utf-8"), re.M | re.S)
    return [text for name, text in found if name == language]


#: Prints whose comments describe what is printed, or which have none.
DESCRIBED = [
    "print(problem.is_unique())  # the verdict, with the evidence",
    'print(solution.options, solution.items_of("one"))',
    "print(len(chunk), [names[number] for number in chunk[0]])",
]


@pytest.mark.slow
def test_every_print_in_the_readme_prints_what_its_comment_says():
    space: dict[str, object] = {}
    described = []
    for block in blocks("python"):
        for line in block.splitlines():
            if "print(" not in line:
                continue
            shown = re.fullmatch(r"print\((.*)\) +# (.*)", line)
            if shown is None or shown[2].startswith("the verdict"):
                described.append(line.strip())
                continue
            # Everything above the line has to have run: run the block up to it.
            above = block[: block.index(line)]
            with contextlib.redirect_stdout(io.StringIO()):
                exec(above, space)  # the README's own code
            value = str(eval(shown[1], space))
            assert value == shown[2].split(": those")[0].split(": the others")[0], line
    assert described == DESCRIBED


def test_the_problem_file_in_the_readme_is_read_and_has_one_solution(tmp_path):
    (text,) = [block for block in blocks("") if block.startswith("| two words")]
    path = tmp_path / "words.dlx"
    path.write_text(text)
    assert xc.read(str(path)).count() == 1


def test_the_shifts_in_the_readme_have_a_cheapest_plan(tmp_path):
    (text,) = [block for block in blocks("") if block.startswith("2|night")]
    path = tmp_path / "shifts.dlx"
    path.write_text(text)
    problem = xc.read(str(path))
    assert problem.minimize().cost == 27
    assert problem.count() == 2


def test_the_puzzle_file_in_the_readme_has_the_solutions_and_the_picture_it_shows(tmp_path, capsys):
    (text,) = [block for block in blocks("") if "title: Two trominoes" in block]
    (picture,) = [block for block in blocks("") if block.startswith("┌")]
    path = tmp_path / "small.txt"
    path.write_text(text)
    assert xc.cli.run("puzzles", puzzles_cli.main, ["polyform", str(path)]) == 0
    assert picture in capsys.readouterr().out
    assert xc.cli.run("puzzles", puzzles_cli.main, ["polyform", str(path), "--count"]) == 0
    assert "4 solutions, 1 up to turning and reflecting the board" in capsys.readouterr().out
    path.write_text(text.replace("piece domino:\n##\n", ""))
    assert xc.cli.run("puzzles", puzzles_cli.main, ["polyform", str(path)]) == 1
    assert "the pieces have 6 cells and the board has 8" in capsys.readouterr().out


def test_the_jigsaw_in_the_readme_has_the_solution_it_shows(tmp_path, capsys):
    (text,) = [block for block in blocks("") if block.startswith("# Six pieces")]
    (solution,) = [block for block in blocks("") if "→" in block and len(block) < 40]
    path = tmp_path / "six.txt"
    path.write_text(text)
    assert xc.cli.run("puzzles", puzzles_cli.main, ["jigsaw", str(path)]) == 0
    assert capsys.readouterr().out.endswith(solution)
    assert xc.cli.run("puzzles", puzzles_cli.main, ["jigsaw", "--count", str(path)]) == 0
    assert "2 solutions, 1 up to turning the board\n" in capsys.readouterr().out


def test_the_jigsaw_with_a_wrong_piece_is_explained_as_the_readme_shows(tmp_path, capsys):
    (text,) = [block for block in blocks("") if block.startswith("# Six pieces")]
    (reason,) = [block for block in blocks("") if block.startswith("impossible: 4 pieces")]
    path = tmp_path / "wrong.txt"
    path.write_text(text.replace("1 1 0 -1", "1 2 0 -1"))
    assert xc.cli.run("puzzles", puzzles_cli.main, ["jigsaw", str(path), "--explain"]) == 1
    assert capsys.readouterr().out.endswith(reason)


def test_the_json_in_the_readme_is_a_problem_with_one_solution():
    (text,) = blocks("json")
    assert jsonfile.parse(text).count() == 1


#: The first words of lines that are no commands of this project: what installs it and runs its
#: tests, and Dask's own.
OTHERS = ["python3", "python3", "dask", "dask"]


def test_every_command_line_in_the_readme_is_understood():
    others = []
    for block in blocks("sh"):
        for line in filter(None, block.splitlines()):
            # What stands after < and > is the shell's.
            words = shlex.split(re.split(" [<>] ", line)[0], comments=True)
            if words[:1] == ["exactcover"]:
                cli.parser().parse_args(words[1:])
            elif words[:1] == ["puzzles"]:
                puzzles_cli.parser().parse_args(words[1:])
            else:
                others.append(words[0])
    assert others == OTHERS


@pytest.mark.parametrize(
    "path", [README, *sorted((README.parent / "docs").glob("*.md"))], ids=lambda path: path.name
)
def test_the_rows_of_a_table_have_as_many_cells_as_its_head(path):
    # A | in the text of a cell is written with a backslash.
    checked = 0
    for rows in re.findall(r"(?:^\|[^\n]*\n)+", path.read_text(encoding="utf-8"), re.M):
        if "\n|--" in rows:
            cells = [len(re.findall(r"(?<!\\)\|", row)) for row in rows.splitlines()]
            assert {cells[0]} == set(cells), rows
            checked += 1
    assert checked or path != README
