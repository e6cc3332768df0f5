"""The command ``puzzles``: output, pictures, exit codes, bad input."""

from __future__ import annotations

import itertools
import json
import os
import re
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

import exactcover as xc
from exactcover_puzzles import cli, read
from exactcover_puzzles.polyform.adapter import Polyform
from tests.interrupting import ENVIRONMENT, interrupted

SMALL = """grid: square
pieces: trominoes

board:
####
####

piece domino:
##
"""


def puzzles(capsys, *arguments) -> tuple[int, str, str]:
    """Run the command in this process; its exit code, output and messages."""
    try:
        code = xc.cli.run("puzzles", cli.main, list(arguments))
    except SystemExit as end:
        code = end.code
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "small.txt"
    path.write_text(SMALL)
    return str(path)


def test_haley_prints_both_counts_the_hexagons_places_and_a_picture(capsys):
    code, out, _ = puzzles(capsys, "haley")
    assert code == 0
    assert "72 cells, 12 pieces in 94 orientations, 1,873 placements" in out
    assert "330 solutions, 55 up to turning the board" in out
    assert "at r1c7, r2c2, r3c11, r5c1, r6c10, r7c5: 324 solutions, 54 up to turning" in out
    assert "\x1b" not in out
    assert " H  hexagon" in out


def test_haley_as_json_is_an_object_with_both_counts(capsys):
    code, out, _ = puzzles(capsys, "haley", "--json")
    answer = json.loads(out)
    assert code == 0
    assert (answer["solutions"], answer["free_solutions"], answer["complete"]) == (330, 55, True)
    placements = answer["example"]["placements"]
    assert len(placements) == 12
    assert len({tuple(cell) for placed in placements for cell in placed["cells"]}) == 72
    assert [place["solutions"] for place in answer["hexagon"]] == [324, 6]


def test_all_lists_one_solution_of_each_orbit(capsys):
    code, out, _ = puzzles(capsys, "haley", "--all", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [line["solution"] for line in lines[:-1]] == list(range(1, 56))
    for line in lines[:-1]:
        cells = {tuple(cell) for placed in line["placements"] for cell in placed["cells"]}
        assert len(cells) == 72
    assert len({json.dumps(line["placements"]) for line in lines[:-1]}) == 55
    assert (lines[-1]["solutions"], lines[-1]["free_solutions"]) == (330, 55)


def test_svg_draws_one_solution_and_with_all_a_sheet(capsys, tmp_path):
    one, sheet = tmp_path / "one.svg", tmp_path / "sheet.svg"
    assert puzzles(capsys, "haley", "--svg", str(one))[0] == 0
    assert puzzles(capsys, "haley", "--all", "--json", "--svg", str(sheet))[0] == 0
    assert ElementTree.parse(one).getroot().tag.endswith("svg")
    assert ElementTree.parse(sheet).getroot().tag.endswith("svg")
    assert len(sheet.read_text()) > 20 * len(one.read_text())


def test_the_folder_of_a_drawing_is_looked_for_before_the_search(capsys, tmp_path):
    code, out, err = puzzles(capsys, "haley", "--svg", str(tmp_path / "no" / "x.svg"))
    assert (code, out) == (2, "")
    assert "no such folder" in err


def test_a_file_standard_input_and_a_shipped_name_are_all_taken(capsys, small):
    assert "4 solutions, 1 up to" in puzzles(capsys, "polyform", "--count", small)[1]
    assert "8 solutions, 2 up to" in puzzles(capsys, "polyform", "--count", "pentominoes-3x20")[1]
    found = subprocess.run(
        [sys.executable, "-m", "exactcover_puzzles", "polyform", "--count", "-"],
        input=SMALL, capture_output=True, text=True, check=False, env=ENVIRONMENT,
    )  # fmt: skip
    assert (found.returncode, found.stderr) == (0, "")
    assert "4 solutions" in found.stdout


def test_list_names_the_shipped_boards(capsys):
    code, out, _ = puzzles(capsys, "polyform", "--list")
    assert code == 0
    assert "haley" in out.split()


def test_colour_is_used_when_asked_for_and_never_on_a_pipe(capsys, small):
    assert "\x1b[" in puzzles(capsys, "polyform", small, "--colour", "always")[1]
    assert "\x1b[" not in puzzles(capsys, "polyform", small)[1]
    assert "\x1b[" not in puzzles(capsys, "polyform", small, "--color", "never")[1]


def test_a_board_without_solution_is_code_1_with_the_reason(capsys, tmp_path):
    path = tmp_path / "p.txt"
    path.write_text(SMALL.replace("####\n####", "####\n###"))
    code, out, _ = puzzles(capsys, "polyform", str(path))
    assert code == 1
    assert "no solution: the pieces have 8 cells and the board has 7" in out
    path.write_text("grid: square\nboard:\n#.#\n.#.\n#.#\n\npiece A:\n#####\n")
    code, out, _ = puzzles(capsys, "polyform", str(path), "--json")
    assert code == 1
    assert json.loads(out)["reason"] == "piece 'A' fits nowhere"
    path.write_text("grid: square\nboard:\n##.#\n##..\n\npiece A:\n##\n##\npiece B:\n#\n.#\n")
    code, out, _ = puzzles(capsys, "polyform", str(path))
    assert code == 1
    assert "no solution: the pieces have 6 cells" in out
    path.write_text("grid: square\nuse: any\nboard:\n##.#\n\npiece A:\n##\n\npiece B:\n##\n")
    code, out, err = puzzles(capsys, "polyform", str(path))
    assert code == 1
    assert "no solution: no piece can cover the cell r1c4" in out
    assert "the pieces A and B are alike, and counted as different" in err


def test_a_limit_ends_the_list_with_code_0(capsys):
    code, out, err = puzzles(capsys, "haley", "--limit", "5", "--quiet")
    assert (code, err) == (0, "")
    assert "at least 5 up to turning the board" in out


def test_a_search_that_found_nothing_yet_says_so(capsys):
    code, out, _ = puzzles(capsys, "polyform", "pentominoes-3x20", "--nodes", "1")
    assert code == 3
    assert "no solution found so far" in out


def test_a_misspelt_shipped_name_is_told_of_the_list(capsys):
    code, _, err = puzzles(capsys, "polyform", "pentominoes-6x11")
    assert code == 2
    assert "--list" in err


def test_a_stopped_search_is_labelled_and_code_3(capsys):
    code, out, err = puzzles(capsys, "polyform", "pentominoes-6x10", "--count", "--nodes", "20000")
    assert code == 3
    assert "at least" in out
    assert "budget of nodes" in err


@pytest.mark.parametrize(
    "arguments",
    [["polyform"], [], ["chess"], ["polyform", "no-such-file"], ["haley", "--engine", "x"],
     ["haley", "--colour", "pink"], ["polyform", "."]],
)  # fmt: skip
def test_bad_usage_is_code_2_with_one_line(capsys, arguments):
    code, out, err = puzzles(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


def test_help_imports_neither_numba_nor_numpy():
    program = (
        "import sys\n"
        "from exactcover_puzzles.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit as end: assert not end.code\n"
        "assert not {'numba', 'numpy'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, env=ENVIRONMENT, stdout=-3)


def test_a_terminal_of_ascii_gets_a_picture_of_ascii(small):
    found = subprocess.run(
        [sys.executable, "-m", "exactcover_puzzles", "polyform", small],
        capture_output=True, check=True, env={**ENVIRONMENT, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert b"+---" in found.stdout
    found.stdout.decode("ascii")


@pytest.fixture
def many(tmp_path):
    """A puzzle of thousands of solutions."""
    path = tmp_path / "many.txt"
    rows = "\n".join(["#" * 6] * 5)
    path.write_text(f"grid: square\npieces: pentominoes\nuse: any\nboard:\n{rows}\n")
    return str(path)


@pytest.mark.parametrize("form", ["text", "--json", "--all"])
def test_ctrl_c_prints_the_partial_counts_and_is_code_130(many, form):
    what = {"text": ["--count"], "--json": ["--count", "--json"], "--all": ["--all"]}[form]
    arguments = ["polyform", many, "--engine", "reference", *what]
    # Progress counts solutions that are still on their way; those of the slices before are here.
    sign = "^([1-9][0-9]{2}|[0-9]+,[0-9,]+) solutions, "
    code, out, err = interrupted("exactcover_puzzles", *arguments, sign=sign)
    assert code == 130
    assert err.splitlines()[-1].startswith("puzzles: interrupted")
    assert "Traceback" not in err
    if form == "--json":
        told = json.loads(out)
        fixed, free = told["solutions"], told["free_solutions"]
        assert (told["stopped"], told["complete"]) == ("interrupt", False)
    else:
        (counts,) = re.findall("^at least ([0-9,]+) solutions, at least ([0-9,]+) up to", out, re.M)
        fixed, free = (int(count.replace(",", "")) for count in counts)
    assert fixed >= free > 0
    if form == "--all":
        pictures = out.split("\n\n")[1:-1]
        assert [int(each.split("\n")[0].replace(",", "")) for each in pictures] == [
            *range(1, free + 1)
        ]
        assert {len(each.split("\n")) for each in pictures} == {1 + 2 * 5 + 1}


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_ctrl_c_amid_a_picture_waits_until_it_is_printed(capsys, monkeypatch, many, form):
    calls = itertools.count()
    name = "print_json" if form else "text"
    where = xc.cli if form else Polyform
    printed = getattr(where, name)

    def pressed(*arguments):
        if next(calls) == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return printed(*arguments)

    monkeypatch.setattr(where, name, pressed)
    code, out, err = puzzles(capsys, "polyform", many, "--all", "--engine", "reference", *form)
    assert code == 130
    assert err.endswith("puzzles: interrupted\n")
    if form:
        *rows, summary = map(json.loads, out.splitlines())
        assert [row["solution"] for row in rows] == [1, 2, 3]
        assert (summary["free_solutions"], summary["stopped"]) == (3, "interrupt")
    else:
        assert out.count("\n┌") == 3
        assert "\n3\n┌" in out
        assert ", at least 3 up to turning and reflecting the board" in out


# -- reasons ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_board_that_cannot_be_filled_is_drawn_with_the_cells_that_show_it(capsys, tmp_path):
    path = tmp_path / "tetrominoes.txt"
    path.write_text("grid: square\npieces: tetrominoes\n\nboard:\n#####\n#####\n#####\n#####\n")
    code, out, _ = puzzles(capsys, "polyform", str(path), "--explain")
    assert code == 1
    assert "every placement covers an even number of these 11 pieces and cells" in out
    assert "│ . │ * │ . │ * │ . │" in out
    assert " *  named above" in out
    assert "│     T     │" in out
    assert " T  T tetromino\n" in out.split("named above")[1]
    code, out, _ = puzzles(capsys, "polyform", str(path), "--explain", "--json")
    answer = json.loads(out)
    assert (answer["modulus"], answer["irreducible"]) == (2, True)
    path.write_text("grid: square\npieces: tetrominoes\n\nboard:\n#####\n#####\n")
    code, out, _ = puzzles(capsys, "polyform", str(path), "--explain", "--json")
    assert (code, json.loads(out)["reason"]) == (
        1,
        "the pieces have 20 cells and the board has 10",
    )


NAMED = """grid: square
board:
#####
#####

piece S:
##

piece shoe:
##
#.

piece straight:
###

piece S':
##
"""


def test_a_piece_has_the_same_label_in_all_pictures_and_no_other_piece_has_it(capsys, tmp_path):
    path = tmp_path / "named.txt"
    path.write_text(NAMED)
    _, whole, _ = puzzles(capsys, "polyform", str(path))
    assert whole.endswith(" H  shoe\n T  straight\n")
    assert "S'" in whole
    _, part, _ = puzzles(capsys, "polyform", str(path), "--explain")
    assert "unique with 2 placements: S on r1c1 r1c2, shoe on r1c3 r1c4 r2c4" in part
    assert part.endswith("│ S     │     H │ . │\n├───────┴───┐   │   │\n│ .   .   . │   │ . │\n"
                         "└───────────┴───┴───┘\n\n H  shoe\n")  # fmt: skip


def test_a_board_with_several_solutions_is_drawn_with_what_makes_it_one(capsys):
    code, out, _ = puzzles(capsys, "polyform", "pentominoes-3x20", "--explain")
    assert code == 0
    assert "8 solutions\n" in out
    assert "unique with 1 placement: F on " in out
    assert "│   F    │" in out


def test_the_time_that_is_over_is_exit_code_3(capsys):
    code, out, err = puzzles(capsys, "haley", "--explain", "--seconds", "0")
    assert (code, out) == (3, "Haley's board:\nnot known: the time was over\n")
    assert err == ""
    code, _, _ = puzzles(capsys, "jigsaw", "ideal-20x20", "--explain", "--seconds", "0")
    assert code == 3


@pytest.mark.parametrize("name", ["domino", "langford", "latin", "queens", "steiner", "words"])
@pytest.mark.parametrize(
    "word",
    ["0000000036", "000000000007", "000000035999", "000000000999", "٧", "00003x00003",
     "999999999999", "00009x99999"],
)  # fmt: skip
def test_a_word_states_what_its_number_states_or_is_refused(name, word):
    plain = "x".join(str(int(number)) for number in word.split("x"))

    def stated(word):
        try:
            return [puzzle.problem for puzzle in read(name, word)]
        except (ValueError, OSError, xc.FileFault):
            return None

    assert stated(word) in (None, stated(plain))
