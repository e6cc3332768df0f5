"""Picture Puzzles that several tests use."""

from __future__ import annotations

from exactcover_puzzles.picture.maker import make_puzzle
from exactcover_puzzles.shared.shipped import shipped

__all__ = ["GOOD", "MADE", "TURNED", "cut_blank"]

MADE = [
    line.split(maxsplit=1)
    for line in shipped("pictures", "made").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
TURNED = shipped("pictures", "15x15-of-2-turned")
GOOD = "3 2\n2 1\n5 3\n###\n# a\n###\n###\na #\n###\n"


def cut_blank(n):
    """The pieces of a framed square of spaces, n x n of size 3."""
    puzzle, _ = make_puzzle(n, n, 3, 1, ink=0.0)
    return "".join(f"{line}\n" for piece in puzzle.pieces for line in piece)
