"""The command ``puzzles``: output, pictures, exit codes, bad input."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

import exactcover as xc
from exactcover_puzzles import cli, read
from tests.interrupting import ENVIRONMENT, interrupted, takes_at_most

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


def test_haley_as_json_has_both_counts_and_the_places_of_the_hexagon(capsys):
    answer = json.loads(puzzles(capsys, "haley", "--json")[1])
    assert (answer["solutions"], answer["free_solutions"], answer["complete"]) == (330, 55, True)
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


def test_a_file_standard_input_and_a_shipped_name_are_all_taken(capsys, small):
    assert "4 solutions, 1 up to" in puzzles(capsys, "polyform", "--count", small)[1]
    assert "8 solutions, 2 up to" in puzzles(capsys, "polyform", "--count", "pentominoes-3x20")[1]
    found = subprocess.run(
        [sys.executable, "-m", "exactcover_puzzles", "polyform", "--count", "-"],
        input=SMALL, capture_output=True, text=True, check=False, env=ENVIRONMENT,
    )  # fmt: skip
    assert (found.returncode, found.stderr) == (0, "")
    assert "4 solutions" in found.stdout


def test_colour_is_used_when_asked_for_and_never_on_a_pipe(capsys, small):
    assert "\x1b[" in puzzles(capsys, "polyform", small, "--colour", "always")[1]
    assert "\x1b[" not in puzzles(capsys, "polyform", small)[1]
    assert "\x1b[" not in puzzles(capsys, "polyform", small, "--color", "never")[1]


@pytest.mark.parametrize(
    "arguments",
    [["polyform"], [], ["chess"], ["haley", "--engine", "x"],
     ["haley", "--colour", "pink"], ["polyform", "."], ["haley", "--explain", "--all"]],
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


def test_ctrl_c_prints_the_partial_counts_and_is_code_130(many):
    arguments = ["polyform", many, "--engine", "reference", "--all"]
    # Progress counts solutions that are still on their way; those of the slices before are here.
    sign = "^([1-9][0-9]{2}|[0-9]+,[0-9,]+) solutions, "
    code, out, err = interrupted("exactcover_puzzles", *arguments, sign=sign)
    assert code == 130
    assert err.splitlines()[-1].startswith("puzzles: interrupted")
    assert "Traceback" not in err
    (counts,) = re.findall("^at least ([0-9,]+) solutions, at least ([0-9,]+) up to", out, re.M)
    fixed, free = (int(count.replace(",", "")) for count in counts)
    assert fixed >= free > 0
    pictures = out.split("\n\n")[1:-1]
    numbers = [int(each.split("\n")[0].replace(",", "")) for each in pictures]
    assert numbers == [*range(1, free + 1)]
    assert {len(each.split("\n")) for each in pictures} == {1 + 2 * 5 + 1}


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


@pytest.mark.parametrize(
    "line",
    [
        "jigsaw four-by-four --shapes 3", "jigsaw four-by-four --border torus",
        "jigsaw four-by-four --no-turns", "jigsaw --make 3x3 four-by-four",
        "jigsaw --make 3x3 --svg OUT.svg", "jigsaw --make 3x3 --nodes 3",
        "polyform soma --mm 5", "polyform haley --cut OUT.svg --json", "picture FILE --twins 2",
        "picture --make 3x2 FILE", "picture --make 3x2 --json", "picture --standalone --count",
        "sudoku irregular-9 --size 6", "sudoku --make irregular-9", "sudoku --make --rate",
        "sudoku irregular-9 --rate --engine cells", "reflect --make 4 --fixed",
        "reflect FILE --solved",
    ],
)  # fmt: skip
def test_what_would_be_ignored_is_refused(capsys, line):
    code, out, err = puzzles(capsys, *line.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert re.search("does not go with|goes with|takes no FILE", err)


def test_making_a_large_jigsaw_with_one_solution_keeps_its_seconds(capsys):
    with takes_at_most(5):
        code, out, err = puzzles(capsys, "jigsaw", "--make", "60x60", "--unique", "--seconds", "1")
    assert (code, out) == (3, "")
    assert "stopped by its seconds budget" in err
