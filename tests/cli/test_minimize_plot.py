"""``exactcover minimize --plot``, and what the command prints when it is stopped."""

from __future__ import annotations

import gzip
import json
from xml.etree import ElementTree

import pytest

import exactcover as xc
from exactcover.cli import main as cli
from exactcover.optimization import branch_and_bound
from tests.interrupting import OUT_OF_TIME

SHOP = "open till |2 stock |20\nopen till |9\ntill |4\nopen |3\nstock |8\n"


@pytest.fixture
def shop(tmp_path):
    path = tmp_path / "shop.dlx"
    path.write_text(SHOP)
    return str(path)


@pytest.fixture
def run(capsys):
    def call(*words):
        code = xc.cli.run("exactcover", cli.main, [*words])
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.fixture
def stopped_by(monkeypatch):
    """Stop the search by an error once it has found a solution, before its linear program."""

    def stop(error):
        def solve(*_):
            raise error

        monkeypatch.setattr(branch_and_bound.LinearProgram, "solve", solve)

    return stop


@pytest.mark.parametrize("command", ["minimize", "maximize"])
def test_the_picture_is_written_beside_the_answer(command, shop, run, tmp_path):
    plot = tmp_path / "plot.svg"
    without = run(command, shop)
    assert run(command, shop, "--plot", str(plot)) == without
    assert ElementTree.parse(plot).getroot().tag.endswith("svg")
    assert "proven" in plot.read_text()


def test_a_name_that_ends_in_svgz_is_compressed(shop, run, tmp_path):
    plot = tmp_path / "plot.svgz"
    assert run("minimize", shop, "--plot", str(plot))[0] == 0
    assert gzip.decompress(plot.read_bytes()).startswith(b"<svg")


@pytest.mark.parametrize("name", ["no/such/folder.svg", "plot.png", "-"])
def test_a_picture_that_cannot_be_written_is_an_error_before_the_problem_is_read(name, run):
    code, out, err = run("minimize", "no-such-problem.dlx", "--plot", name)
    assert (code, out) == (2, "")
    assert "no-such-problem" not in err


def test_without_a_solution_there_is_no_picture(run, tmp_path):
    problem, plot = tmp_path / "none.dlx", tmp_path / "plot.svg"
    problem.write_text("a b\na |3\n")
    code, out, err = run("minimize", str(problem), "--plot", str(plot))
    assert (code, err) == (1, f"exactcover: {plot}: not written, there are no costs to draw\n")
    assert out.startswith("impossible")
    assert not plot.exists()


@pytest.mark.parametrize(("error", "code"), [(OUT_OF_TIME, 3), (KeyboardInterrupt(), 130)])
def test_a_search_that_is_stopped_while_it_begins_prints_its_solution(
    error, code, shop, run, stopped_by, tmp_path
):
    stopped_by(error)
    plot = tmp_path / "plot.svg"
    ended, out, _ = run("minimize", shop, "--plot", str(plot))
    assert (ended, out.splitlines()[0][:16]) == (code, "solution 1, cost")
    assert "not proven (bound" in out
    assert plot.exists()


@pytest.mark.parametrize(("error", "code"), [(OUT_OF_TIME, 3), (KeyboardInterrupt(), 130)])
def test_in_json_a_stopped_search_says_its_bound_and_the_gap(error, code, shop, run, stopped_by):
    stopped_by(error)
    ended, out, _ = run("minimize", shop, "--json")
    solution, summary = map(json.loads, out.splitlines())
    assert ended == code
    assert summary["gap"] == solution["cost"] - summary["bound"] > 0
    assert not summary["complete"]


def test_in_json_the_gap_is_0_if_proven_and_null_without_a_solution(shop, run):
    _, out, _ = run("minimize", shop, "--json")
    assert json.loads(out.splitlines()[-1])["gap"] == 0
    _, out, _ = run("minimize", shop, "--json", "--seconds", "0")
    assert json.loads(out.splitlines()[-1])["gap"] is None
