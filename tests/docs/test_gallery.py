"""The gallery: its scripts run, and each cell that promises a picture shows one."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys

import pytest

from tests.paths import ROOT

from .pages import GALLERY

sys.path.insert(0, str(ROOT / "docs" / "_ext"))

pytestmark = pytest.mark.skipif(not GALLERY, reason="needs the checkout")

#: How many cells of each script show a picture.
PICTURES = {
    "plot_classification": 3, "plot_counting_with_diagrams": 5, "plot_crew_schedule": 4,
    "plot_haley": 4,
    "plot_pentominoes": 4, "plot_rules": 4, "plot_sudoku_and_reasons": 5,
    "plot_chessboard": 3, "plot_covering": 2, "plot_designs": 3, "plot_edge_matching": 2,
    "plot_hexagons_and_cubes": 4, "plot_jigsaws": 2, "plot_langford": 1, "plot_logic_puzzles": 5,
    "plot_matrix": 2, "plot_petersen": 2, "plot_polyominoes": 3, "plot_queens": 2,
    "plot_squared_rectangle": 1,
}  # fmt: skip
#: Scripts that take seconds, and those that are run as notebooks too.
LONG, NOTEBOOKS = {"plot_rules"}, {"plot_counting_with_diagrams", "plot_haley"}


def cells(script):
    """The cells of a script, as notebooks have them."""
    text = script.read_text(encoding="utf-8")
    if "detect=True" in text:
        pytest.importorskip("pynauty")
    return text.split("\n# %%\n")


def shown_by(cell, names):
    """What a cell shows in a notebook: the value of its last line, if that is an expression."""
    tree = ast.parse(cell)
    last = tree.body[-1] if tree.body else None
    value = None
    with contextlib.redirect_stdout(io.StringIO()):
        if isinstance(last, ast.Expr) and not isinstance(last.value, ast.Constant):
            tree.body.pop()
            exec(compile(tree, "cell", "exec"), names)
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        else:
            exec(compile(tree, "cell", "exec"), names)
    return value


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(each, marks=pytest.mark.slow if each.stem in LONG else (), id=each.stem)
        for each in GALLERY
    ],
)
def test_a_script_of_the_gallery_shows_its_pictures(script):
    gallery_pictures = pytest.importorskip("gallery_pictures", reason="needs the extra docs")
    names = {"__name__": "__main__"}
    shown = [shown_by(cell, names) for cell in cells(script)]
    pages = [each._repr_html_() for each in shown if hasattr(each, "_repr_html_")]
    assert not [page for page in pages if "no picture" in page or "display failed" in page]
    assert sum(map(bool, map(gallery_pictures.pictures, shown))) == PICTURES[script.stem]


def test_the_gallery_has_thirty_pictures():
    assert set(PICTURES) == {script.stem for script in GALLERY}
    assert sum(PICTURES.values()) >= 30


@pytest.mark.slow
@pytest.mark.parametrize(
    "script", [each for each in GALLERY if each.stem in NOTEBOOKS], ids=lambda x: x.stem
)
def test_a_notebook_runs_in_a_kernel_and_shows_html(script):
    pytest.importorskip("ipykernel", reason="needs the extra docs")
    nbclient = pytest.importorskip("nbclient", reason="needs the extra docs")
    notebooks = pytest.importorskip("nbformat.v4", reason="needs the extra docs")
    book = notebooks.new_notebook(cells=[notebooks.new_code_cell(each) for each in cells(script)])
    nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    outputs = [output for cell in book.cells for output in cell.outputs]
    assert not [output for output in outputs if output.output_type == "error"]
    html = [output.data["text/html"] for output in outputs if "text/html" in output.get("data", {})]
    assert len(html) >= PICTURES[script.stem]
    assert json.dumps(html).count("image/svg+xml") >= 3
