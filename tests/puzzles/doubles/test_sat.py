"""Solutions counted by SAT, which confirms what the engines count."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.doubles import sat
from exactcover_puzzles.doubles.sat import count_by_sat
from exactcover_puzzles.doubles.sides import Sides
from exactcover_puzzles.jigsaw.counting import JigsawSearch
from exactcover_puzzles.jigsaw.file import format_jigsaw
from exactcover_puzzles.jigsaw.maker import make_jigsaw
from tests.puzzles.doubles.scrambles import doubled, perfect_scrambles


@pytest.mark.needs("pysat")
def test_sat_confirms_what_the_engines_count(command, tmp_path):
    code, out, _ = command("puzzles doubles verify ideal-6x6 --sat")
    assert (code, out.splitlines()[-1]) == (0, "yes: exactly two solutions, by SAT")
    first = next(perfect_scrambles(Sides(3, 3)))
    (tmp_path / "first.txt").write_text(format_jigsaw(doubled(first)), encoding="utf-8")
    code, out, _ = command("puzzles doubles verify first.txt --sat")
    assert (code, out.splitlines()[-1]) == (1, "no: exactly two solutions, by SAT")
    out = command("puzzles doubles verify first.txt --sat --seconds 0")[1]
    assert out.splitlines()[-1] == "not known: exactly two solutions, by SAT"


@pytest.mark.needs("pysat")
@given(
    st.builds(Sides, st.integers(2, 4), st.integers(2, 4)), st.integers(1, 6), st.integers(0, 10**6)
)
def test_sat_counts_random_jigsaws_as_the_engine_does(sides, shapes, seed):
    jigsaw = make_jigsaw(sides.columns, sides.rows, shapes, seed)
    assert count_by_sat(jigsaw, 20) == JigsawSearch(jigsaw).count(20).free


def test_without_python_sat_it_is_told_what_to_install(command, monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(sat, "import_module", missing)
    code, _, err = command("puzzles doubles verify ideal-5x5 --sat")
    assert code == 2
    assert "with the extra 'sat'" in err
