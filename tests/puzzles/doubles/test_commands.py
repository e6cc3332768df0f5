"""The commands ``puzzles doubles perfect`` and ``verify``, and second solutions in files."""

from __future__ import annotations

import itertools

import pytest

import exactcover as xc
from exactcover_puzzles import cli
from exactcover_puzzles.doubles.scrambles import scramble_of, with_second
from exactcover_puzzles.doubles.sides import Sides
from exactcover_puzzles.jigsaw.file import format_jigsaw, parse_jigsaw
from tests.puzzles.doubles.scrambles import perfect_scrambles


@pytest.fixture
def run(capsys):
    def call(*arguments):
        code = xc.cli.run("puzzles", cli.main, ["doubles", *arguments])
        return code, *capsys.readouterr()

    return call


def test_second_solutions_are_written_and_read_back():
    sides = Sides(3, 5)
    for scramble in perfect_scrambles(sides):
        jigsaw = with_second(scramble, "by the way")
        text = format_jigsaw(jigsaw)
        again = parse_jigsaw(text)
        assert scramble_of(again) == scramble
        assert format_jigsaw(again) == text


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("second: 1 2 3", "1 row of a second solution; expected 2"),
        ("second: 1 2\nsecond: 3", "1 piece in a row; expected 2"),
        ("second: 1 2\nsecond: 3 9", "there is no piece 9"),
        ("second: 1 2\nsecond: 3 3", "piece 3 lies there twice"),
        ("second: 1 2@4\nsecond: 3 4", "cannot read"),
    ],
)
def test_what_is_no_second_solution_is_told_with_its_line(line, message):
    text = "size: 2x2\n0 0 1 1\n-1 0 0 1\n0 -1 1 0\n-1 -1 0 0\n" + line
    with pytest.raises(xc.FileFault, match=message):
        parse_jigsaw(text)


def test_an_ideal_puzzle_is_made_and_proven_from_its_file_alone(run, tmp_path):
    path = str(tmp_path / "ideal.txt")
    code, out, err = run("perfect", "--size", "6x6", "--seed", "4", "-o", path)
    assert (code, out) == (0, "")
    assert "exactly two solutions, counted by two engines" in err
    code, out, _ = run("verify", path)
    assert code == 0
    assert out.count("yes: ") == 10
    assert "no: " not in out
    assert xc.cli.run("puzzles", cli.main, ["jigsaw", path, "--count", "--json", "--quiet"]) == 0
    run("verify", path)  # what was printed is read
    assert run("perfect", "--size", "6x6", "--seed", "4", "--quiet")[1] == (
        tmp_path / "ideal.txt"
    ).read_text(encoding="utf-8")


def write_first(sides, path):
    """A perfect doubled jigsaw that is not ideal."""
    scramble = next(perfect_scrambles(sides))
    jigsaw = with_second(scramble)
    path.write_text(format_jigsaw(jigsaw), encoding="utf-8")


def test_a_puzzle_that_is_not_ideal_is_told_why(run, tmp_path):
    path = tmp_path / "first.txt"
    write_first(Sides(4, 4), path)
    code, out, _ = run("verify", str(path))
    assert code == 1
    assert "no: no two pieces are alike" in out
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    seconds = [line for line in lines if line.startswith("second")]
    # Two pieces of the middle lie in each other's places: still inside, but their sides do not fit.
    one, other = seconds[1].split()[2], seconds[2].split()[2]
    swapped = [*seconds]
    swapped[1], swapped[2] = (
        line.replace(f" {mine} ", f" {theirs} ")
        for line, mine, theirs in ((seconds[1], one, other), (seconds[2], other, one))
    )
    assert swapped != seconds
    path.write_text("\n".join([*lines[: -len(seconds)], *swapped]), "utf-8")
    code, out, _ = run("verify", str(path))
    assert code == 1
    assert "no: the second solution is solved" in out
    assert "yes: the pieces as listed are solved" in out
    # A row of the middle where the upper row was: now borders lie inside.
    path.write_text("\n".join([*lines[: -len(seconds)], *seconds[1::-1], *seconds[2:]]), "utf-8")
    code, out, err = run("verify", str(path))
    assert code == 1
    assert out.splitlines()[-1] == "no: the second solution keeps to the border"
    assert "border" in err
    path.write_text("\n".join(line for line in lines if line not in seconds), "utf-8")
    code, _, err = run("verify", str(path))
    assert code == 2
    assert "no second solution" in err


def test_apart_means_that_no_two_pieces_are_neighbours_again(run, tmp_path):
    path = tmp_path / "eight.txt"
    code, _, err = run("perfect", "--size", "8x8", "--apart", "-o", str(path))
    assert code == 0
    assert "0 pairs of pieces are neighbours again" in err
    jigsaw = parse_jigsaw(path.read_text(encoding="utf-8"))
    rows = [range(k, k + 8) for k in range(0, 64, 8)]
    columns = [range(k, 64, 8) for k in range(8)]
    second = [placed.piece for placed in jigsaw.second]
    before = {frozenset(pair) for line in rows + columns for pair in itertools.pairwise(line)}
    after = {
        frozenset((second[a], second[b]))
        for line in rows + columns
        for a, b in itertools.pairwise(line)
    }
    assert len(before) == len(after) == 112
    assert not before & after
    assert scramble_of(jigsaw).common_neighbours() == 0
    code, _, err = run("perfect", "--size", "5x5", "--apart")
    assert code == 1
    assert "all were tried" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["perfect"], "--size"),
        (["perfect", "--size", "5"], "expected width x height"),
        (["perfect", "--size", "99x99"], "2 to 2,500 pieces"),
        (["perfect", "--size", "0x3"], "expected width x height"),
        (["perfect", "--size", "3x3", "--count"], "unrecognized arguments: --count"),
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
