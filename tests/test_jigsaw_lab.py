"""The commands ``puzzles jigsaw perfect`` and ``verify``, and second solutions in files."""

from __future__ import annotations

import json

import pytest

import exactcover as xc
from puzzles import cli
from puzzles.jigsaw.file import format_jigsaw, parse_jigsaw
from puzzles.jigsaw.perfect import perfect_scrambles
from puzzles.jigsaw.scrambles import coarsest, scramble_of, with_second
from puzzles.jigsaw.sides import Sides


@pytest.fixture
def run(capsys):
    def call(*arguments):
        code = xc.console.run("puzzles", cli.main, ["jigsaw", *arguments])
        return code, *capsys.readouterr()

    return call


def test_second_solutions_are_written_and_read_back():
    sides = Sides(3, 5)
    for scramble in perfect_scrambles(sides):
        jigsaw = with_second(scramble, coarsest(sides, [scramble]), "by the way")
        text = format_jigsaw(jigsaw)
        again = parse_jigsaw(text)
        assert scramble_of(again) == scramble
        assert format_jigsaw(again) == text


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("second: 1 2 3", "1 rows of a second solution; expected 2"),
        ("second: 1 2\nsecond: 3", "1 pieces in a row; expected 2"),
        ("second: 1 2\nsecond: 3 9", "there is no piece 9"),
        ("second: 1 2\nsecond: 3 3", "piece 3 lies there twice"),
        ("second: 1 2@4\nsecond: 3 4", "cannot read"),
    ],
)
def test_what_is_no_second_solution_is_told_with_its_line(line, message):
    text = "size: 2x2\n0 0 1 1\n-1 0 0 1\n0 -1 1 0\n-1 -1 0 0\n" + line
    with pytest.raises(xc.FileFault, match=message):
        parse_jigsaw(text)


def test_perfect_doubled_scrambles_are_counted_by_class(run):
    code, out, _ = run("perfect", "--size", "3x5", "--count")
    assert code == 0
    assert out == (
        "3 x 5: 65 perfect doubled scrambles up to turning the board\n"
        "45 with the upper-left piece in the upper-left corner\n"
        "20 with the upper-left piece in the upper-right corner\n"
    )
    code, out, _ = run("perfect", "--size", "4x4", "--count", "--json")
    assert json.loads(out) == {"classes": [63], "total": 63, "complete": True}
    assert run("perfect", "--size", "3x4", "--count")[0] == 1
    code, out, err = run("perfect", "--size", "6x6", "--count", "--seconds", "0.2")
    assert code == 3
    assert "at least" in out
    assert "stopped" in err


def test_all_of_them_come_with_the_solutions_of_their_puzzles(run):
    code, out, _ = run("perfect", "--size", "3x3", "--all", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [row["number"] for row in rows] == list(range(1, 8))
    assert sorted(row["solutions"] for row in rows) == [1, 1, 1, 1, 1, 2, 2]
    assert run("perfect", "--size", "3x3", "--all")[1].count("solutions: 2\n") == 2


def test_an_ideal_puzzle_is_made_and_proven_from_its_file_alone(run, tmp_path):
    path = str(tmp_path / "ideal.txt")
    code, out, err = run("perfect", "--size", "6x6", "--seed", "4", "-o", path)
    assert (code, out) == (0, "")
    assert "exactly two solutions, counted by two engines" in err
    code, out, _ = run("verify", path)
    assert code == 0
    assert out.count("yes: ") == 9
    assert "no: " not in out
    assert run(path, "--count", "--json")[0] == 0
    assert run("perfect", "--size", "6x6", "--seed", "4", "--quiet")[1] == (
        tmp_path / "ideal.txt"
    ).read_text(encoding="utf-8")


def test_a_puzzle_that_is_not_ideal_is_told_why(run, tmp_path):
    path = tmp_path / "first.txt"
    assert run("perfect", "--size", "4x4", "--first", "-o", str(path))[0] == 0
    code, out, _ = run("verify", str(path))
    assert code == 1
    assert "no: no two pieces are alike" in out
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    seconds = [line for line in lines if line.startswith("second")]
    path.write_text(
        text.replace(seconds[1], seconds[2], 1).replace(seconds[2], seconds[1], 1), "utf-8"
    )
    assert run("verify", str(path))[0] in (1, 2)
    path.write_text("\n".join(line for line in lines if line not in seconds), "utf-8")
    code, _, err = run("verify", str(path))
    assert code == 2
    assert "no second solution" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["perfect"], "--size"),
        (["perfect", "--size", "5"], "expected width x height"),
        (["perfect", "--size", "99x99"], "up to 2,500 pieces"),
        (["perfect", "--size", "0x3"], "expected width x height"),
        (["perfect", "--size", "3x3", "--count", "-o", "x"], "-o takes one puzzle"),
        (["perfect", "--size", "3x3", "--json"], "--json goes with"),
        (["verify"], "FILE"),
    ],
)
def test_wrong_arguments_are_one_line(run, arguments, message):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert message in err


def test_where_there_is_none_it_says_so(run):
    code, out, err = run("perfect", "--size", "4x4")
    assert (code, out) == (1, "")
    assert "all were tried" in err
    assert run("perfect", "--size", "26x26", "--seconds", "0.3")[0] == 3
