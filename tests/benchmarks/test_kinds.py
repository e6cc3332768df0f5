"""The wall of puzzles: ten of each kind, with the verdicts and counts that are known."""

from __future__ import annotations

import sys

import pytest

from benchmarks import kinds, made, wall
from exactcover_puzzles.registry import KINDS

ROWS = [(kind, each) for kind, puzzles in wall.KINDS.items() for each in puzzles]


def test_each_kind_has_ten_puzzles_and_haleys_board_is_one():
    numbers = {kind: len({each.name for each in puzzles}) for kind, puzzles in wall.KINDS.items()}
    assert numbers == {kind: 1 if kind == "haley" else 10 for kind in KINDS}


@pytest.mark.parametrize(("kind", "puzzles"), wall.KINDS.items())
def test_the_quickest_puzzle_of_each_kind_has_its_known_verdict(kind, puzzles):
    assert kinds.timed(kind, puzzles[0], 20).found == puzzles[0].truth


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "instance"), ROWS, ids=lambda each: getattr(each, "name", each))
def test_every_puzzle_has_its_known_verdict(kind, instance):
    assert kinds.timed(kind, instance, 60).found == instance.truth


def test_a_wrong_verdict_and_a_wrong_count_are_named_and_end_the_command(monkeypatch, capsys):
    rows = [wall.Instance("3", 13, ("3",)), wall.Instance("4", "unique", ("4",))]
    monkeypatch.setattr(kinds, "KINDS", {"latin": rows})
    monkeypatch.setattr(sys, "argv", ["kinds", "--kinds", "latin"])
    assert kinds.main() == 1
    out, error = capsys.readouterr()
    assert "latin, 3: 12, and known is 13" in error
    assert "latin, 4: several, and known is unique" in error
    assert ["latin", "2"] in [line.split()[:2] for line in out.splitlines()]


@pytest.mark.parametrize("make", [made.shikaku, made.kenken])
def test_what_is_made_depends_on_its_seed_alone(make):
    assert make(6, 3, 1) == make(6, 3, 1) != make(6, 3, 2)
