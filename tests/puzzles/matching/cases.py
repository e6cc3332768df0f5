"""Edge-matching puzzles for tests."""

from __future__ import annotations

from exactcover_puzzles import Source
from exactcover_puzzles.matching.adapter import Matching


def read(text):
    """The puzzle that a text states."""
    (puzzle,) = Matching.read(Source("x.txt", text), None)
    return puzzle
