"""Scrambles and shapes at random, all perfect doubled scrambles, and counts by the engine."""

from __future__ import annotations

import random

import numpy as np

from exactcover_puzzles.doubles.perfect import PerfectSearch
from exactcover_puzzles.doubles.scrambles import Scramble, with_second
from exactcover_puzzles.doubles.sides import pieces_of
from exactcover_puzzles.jigsaw.counting import JigsawSearch
from exactcover_puzzles.jigsaw.pieces import Jigsaw


def random_scramble(sides, seed):
    """One drawn from all of them with equal probability."""
    draw = random.Random(seed)
    pieces, turns = [0] * sides.n_pieces, [0] * sides.n_pieces
    for places in sides.kinds:
        for place, piece in zip(places, draw.sample(places, len(places)), strict=True):
            pieces[place] = piece
            turns[place] = draw.choice(sides.turns(piece, place))
    return Scramble(sides, pieces, turns)


def random_vector(sides, shapes, seed):
    """A solved puzzle of so many shapes."""
    draw = random.Random(seed)
    p = np.zeros(sides.n_sides, np.int64)
    for one, other in sides.seams.tolist():
        p[one] = draw.choice([-1, 1]) * draw.randint(1, shapes)
        p[other] = -p[one]
    return p


def perfect_scrambles(sides, corner=0, **how):
    """All perfect doubled scrambles of one class, as they are found."""
    search = PerfectSearch(sides, corner, **how)
    while not search.done:
        yield from search.scrambles(200_000)


def doubled(scramble, title=""):
    """The coarsest jigsaw that a scramble solves again."""
    return with_second(scramble, title)


def by_engine(sides, p, limit=None):
    """How many solutions a puzzle has, as the engine counts them."""
    return JigsawSearch(Jigsaw(sides.columns, sides.rows, pieces_of(p))).count(limit).free


def matrix(scramble):
    """T, n_sides x n_sides."""
    return np.eye(scramble.sides.n_sides, dtype=int)[scramble.side_map]
