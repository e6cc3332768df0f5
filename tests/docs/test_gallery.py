"""The gallery: its scripts run and show pictures."""

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

#: Scripts that take seconds, and those that are run as notebooks too.
LONG, NOTEBOOKS = {"plot_rules"}, {"plot_counting_with_diagrams", "plot_haley"}


def cells(script):
    """The cells of a script, as notebooks have them."""
    return script.read_text(encoding="utf-8").split("\n# %%\n")


def shown_by(cell, names):
    """What a cell shows in a notebook: the value of its last line, if that is an expression."""
    *body, last = ast.parse(cell).body
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            return eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        exec(compile(ast.Module([last], []), "cell", "exec"), names)
    return None


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(each, marks=pytest.mark.slow if each.stem in LONG else (), id=each.stem)
        for each in GALLERY
    ],
)
def test_a_script_of_the_gallery_shows_its_pictures(script):
    gallery_pictures = pytest.importorskip("gallery_pictures", reason="needs the extra dev")
    names = {"__name__": "__main__"}
    shown = [shown_by(cell, names) for cell in cells(script)]
    pages = [each._repr_html_() for each in shown if hasattr(each, "_repr_html_")]
    assert not [page for page in pages if "no picture" in page or "display failed" in page]
    assert any(map(gallery_pictures.pictures, shown))


@pytest.mark.slow
@pytest.mark.needs("ipykernel", "nbclient", "nbformat")
@pytest.mark.parametrize(
    "script", [each for each in GALLERY if each.stem in NOTEBOOKS], ids=lambda x: x.stem
)
def test_a_notebook_runs_in_a_kernel_and_shows_html(script):
    import nbclient
    from nbformat import v4 as notebooks

    book = notebooks.new_notebook(cells=[notebooks.new_code_cell(each) for each in cells(script)])
    nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    outputs = [output for cell in book.cells for output in cell.outputs]
    assert not [output for output in outputs if output.output_type == "error"]
    html = [output.data["text/html"] for output in outputs if "text/html" in output.get("data", {})]
    assert json.dumps(html).count("image/svg+xml") >= 3
