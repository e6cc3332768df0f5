"""Jigsaws with two solutions, counted by a SAT solver: ``python -m results by-sat``."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles.doubles.scrambles import with_second
from exactcover_puzzles.doubles.sides import Sides
from exactcover_puzzles.jigsaw.counting import JigsawSearch
from exactcover_puzzles.jigsaw.file import format_jigsaw
from exactcover_puzzles.jigsaw.maker import make_jigsaw
from results import PROGRAM
from results.__main__ import main
from results.doubles import sat
from results.doubles.sat import count_by_sat
from tests.puzzles.doubles.scrambles import perfect_scrambles


@pytest.fixture
def run(capsys):
    def call(*arguments):
        code = xc.cli.run(PROGRAM, main, ["by-sat", *map(str, arguments)])
        return code, *capsys.readouterr()

    return call


@pytest.mark.needs("pysat")
def test_whether_there_are_exactly_two_is_told(run, tmp_path):
    assert run("ideal-6x6")[:2] == (0, "yes: exactly two solutions, by SAT\n")
    sides, path = Sides(3, 3), tmp_path / "first.txt"
    scramble = next(perfect_scrambles(sides))
    path.write_text(format_jigsaw(with_second(scramble)), encoding="utf-8")
    assert run(path)[:2] == (1, "no: exactly two solutions, by SAT\n")
    assert run("torus-8x6")[:2] == (1, "no: exactly two solutions, by SAT\n")
    assert run(path, "--seconds", "0")[:2] == (3, "not known: exactly two solutions, by SAT\n")


@pytest.mark.needs("pysat")
@pytest.mark.parametrize("size", [(3, 3), (4, 4), (3, 5), (2, 6)])
def test_sat_counts_what_the_engine_counts(size):
    for scramble in perfect_scrambles(Sides(*size)):
        jigsaw = with_second(scramble)
        assert count_by_sat(jigsaw, 50) == JigsawSearch(jigsaw).count(50).free


@pytest.mark.needs("pysat")
@given(
    st.builds(Sides, st.integers(2, 4), st.integers(2, 4)), st.integers(1, 6), st.integers(0, 10**6)
)
def test_sat_counts_random_jigsaws_as_the_engine_does(sides, shapes, seed):
    jigsaw = make_jigsaw(sides.columns, sides.rows, shapes, seed)
    assert count_by_sat(jigsaw, 20) == JigsawSearch(jigsaw).count(20).free


def test_without_python_sat_it_is_told_what_to_install(run, monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(sat, "import_module", missing)
    code, _, err = run("ideal-5x5")
    assert code == 2
    assert "with the extra 'sat'" in err
