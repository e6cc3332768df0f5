"""Pictures are unchanged, those of ``docs/pictures`` included.

``pytest --update-golden`` draws them anew: look at them then.
"""

from __future__ import annotations

import pytest

from exactcover_puzzles.jigsaw.pieces import Jigsaw
from exactcover_puzzles.jigsaw.svg import jigsaw_svg

PICTURES = {
    "killer": "sudoku killer-6", "killer-unsolved": "sudoku killer-6 --show",
    "diagonal": "sudoku diagonal-9", "kakuro-unsolved": "kakuro small --show",
    "nonogram": "nonogram cup", "nonogram-unsolved": "nonogram cup --show",
    "latin-unsolved": "latin holes-6 --show",
    "hexagons": "matching drive-ya-nuts", "coloured-jigsaw": "jigsaw colours-6x6",
    "two-jigsaws": "jigsaw four-by-four --unique", "page": "queens 6 --all --fixed",
    "steps": "polyform soma --steps",
}  # fmt: skip


@pytest.mark.compiled
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_it_was(asked, golden, tmp_path, name):
    picture = tmp_path / "it.svg"
    assert asked(*PICTURES[name].split(), "--quiet", "--svg", picture)[0] == 0
    golden(f"pictures/{name}.svg", picture.read_text(encoding="utf-8"))


def test_no_tab_of_a_jigsaw_runs_through_a_number(golden):
    """Tabs that once did; a title of control characters made a broken file."""
    shapes = [(-55,) * 4, (-137,) * 4, (-400, -137, -55, -13)]
    labels = ("888", "8888", "88888")
    jigsaw = Jigsaw(3, 1, shapes, border="none", turn=False, labels=labels, title="a\x01<b")
    drawn = jigsaw_svg(jigsaw, [jigsaw.placed((0, 4, 8))], title=jigsaw.title)
    golden("pictures/numbers.svg", drawn)
