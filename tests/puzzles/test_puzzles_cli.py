"""The command ``puzzles``: output, pictures, exit codes, bad input."""

from __future__ import annotations

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


@pytest.mark.parametrize(
    "arguments",
    [["polyform"], [], ["chess"], ["haley", "--engine", "x"], ["haley", "--colour", "pink"],
     ["polyform", "."]],
)  # fmt: skip
def test_bad_usage_is_code_2_with_one_line(capsys, arguments):
    code, out, err = puzzles(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


def test_help_and_bad_usage_import_no_large_library():
    program = (
        "import sys; from exactcover_puzzles import cli; import exactcover as xc\n"
        "def run(*words): xc.cli.run('puzzles', cli.main, words)\n"
        "run('--help')\n"
        "assert not {'numba', 'numpy'} & set(sys.modules)\n"
        "run('reflect', '--help'); run('reflect', '--make', '4', '--pieces', 'x')\n"
        "assert not {'numba', 'pysat'} & set(sys.modules)\n"
    )
    subprocess.run(
        [sys.executable, "-c", program], check=True, env=ENVIRONMENT, capture_output=True
    )


def test_standard_input_is_read_and_a_terminal_of_ascii_gets_a_picture_of_ascii():
    found = subprocess.run(
        [sys.executable, "-m", "exactcover_puzzles", "polyform", "-", "--all"],
        input=SMALL.encode(), capture_output=True, check=True,
        env={**ENVIRONMENT, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert b"+---" in found.stdout
    assert found.stdout.decode("ascii").endswith(
        "4 solutions, 1 up to turning and reflecting the board\n"
    )
    assert found.stderr == b""


def test_ctrl_c_prints_the_partial_counts_and_is_code_130(tmp_path):
    rows = "\n".join(["#" * 6] * 5)  # filled in thousands of ways
    path = tmp_path / "many.txt"
    path.write_text(f"grid: square\npieces: pentominoes\nuse: any\nboard:\n{rows}\n")
    arguments = ["polyform", str(path), "--engine", "reference", "--all"]
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
