"""``exactcover minimize --plot``, and what the command prints when it is stopped."""

from __future__ import annotations

import json

import pytest

from exactcover.optimization import branch_and_bound
from tests.interrupting import OUT_OF_TIME


@pytest.fixture
def shop(tmp_path):
    (tmp_path / "shop.dlx").write_text(
        "open till |2 stock |20\nopen till |9\ntill |4\nopen |3\nstock |8\n"
    )


@pytest.mark.parametrize(("error", "code"), [(OUT_OF_TIME, 3), (KeyboardInterrupt(), 130)])
def test_a_search_that_is_stopped_while_it_begins_says_what_it_has(
    error, code, shop, command, tmp_path, monkeypatch
):
    def solve(*_):
        raise error

    # It has found a solution, and has not solved its linear program.
    monkeypatch.setattr(branch_and_bound.LinearProgram, "solve", solve)
    ended, out, _ = command("exactcover minimize shop.dlx --plot plot.svg")
    assert (ended, out.splitlines()[0][:16]) == (code, "solution 1, cost")
    assert "not proven (bound" in out
    assert (tmp_path / "plot.svg").exists()
    ended, out, _ = command("exactcover minimize shop.dlx --json")
    solution, summary = map(json.loads, out.splitlines())
    assert ended == code
    assert summary["gap"] == solution["cost"] - summary["bound"] > 0
    assert not summary["complete"]
