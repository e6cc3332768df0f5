"""``progress=True``: a bar in notebooks, a line on terminals, and nothing left of either."""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace

import pytest

import exactcover as xc
from exactcover.common import slices
from exactcover.display import progress_line
from tests.instances import langford


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Progress is shown at once."""
    monkeypatch.setattr(progress_line, "_SHOW_PROGRESS_AFTER", 0.0)
    monkeypatch.setattr(slices, "_REPORT_EVERY", 0.0)


@pytest.fixture
def notebook(monkeypatch):
    """What a notebook of Jupyter shows: every text of its one display."""
    shown = []
    handle = SimpleNamespace(update=shown.append)

    def display(html, display_id):
        assert not shown, "there is a display already"
        shown.append(html)
        return handle

    shell = SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setitem(
        sys.modules, "IPython.display", SimpleNamespace(HTML=lambda text: text, display=display)
    )
    return shown


MIRROR = {("place", k): ("place", 13 - k) for k in range(14)}
SYMMETRY = langford(7).symmetry(MIRROR)
#: What shows it: a search, the tasks of several workers, and symmetries.
QUESTIONS = {
    "count": lambda: langford(7).count(engine="cells", progress=True),
    "divided": lambda: langford(7).gather(engine="cells", progress=True),
    "up to symmetry": lambda: SYMMETRY.count(progress=True),
    "by fixed points": lambda: SYMMETRY.count("fixed points", engine="cells", progress=True),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_bar_is_shown_in_a_notebook_and_taken_away(notebook, question):
    QUESTIONS[question]()
    assert any("node" in each for each in notebook[:-1])
    assert notebook[-1] == ""


def test_the_bar_goes_when_the_question_is_interrupted(notebook, monkeypatch):
    def interrupted(html):
        notebook.append(html)
        if "node" in html:
            raise KeyboardInterrupt

    monkeypatch.setattr(
        progress_line, "_jupyter", lambda: (interrupted, lambda: notebook.append(""))
    )
    with pytest.raises(xc.Interrupted):
        langford(7).count(engine="cells", progress=True)
    assert notebook[-1] == ""


def test_marimo_shows_it_too(monkeypatch):
    shown = []
    output = SimpleNamespace(replace=shown.append, clear=lambda: shown.append(""))
    marimo = SimpleNamespace(running_in_notebook=lambda: True, Html=str, output=output)
    monkeypatch.setitem(sys.modules, "marimo", marimo)
    langford(7).count(engine="cells", progress=True)
    assert "node" in shown[0]
    assert shown[-1] == ""


def test_elsewhere_a_terminal_gets_a_line(monkeypatch):
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr(sys, "stderr", terminal)
    assert langford(7).count(engine="cells", progress=True) == 52
    assert "nodes" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")


def test_where_there_is_no_terminal_nothing_is_printed_and_false_shows_nothing(notebook, capsys):
    langford(7).count(engine="cells", progress=False)
    assert notebook == []
    assert capsys.readouterr() == ("", "")
