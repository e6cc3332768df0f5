"""Scrambles at random, all perfect doubled ones, and scrambles as matrices."""

from __future__ import annotations

import random

import numpy as np

from exactcover_puzzles.doubles.perfect import PerfectSearch
from exactcover_puzzles.doubles.scrambles import Scramble


def random_scramble(sides, seed):
    """One drawn from all of them with equal probability."""
    draw = random.Random(seed)
    pieces, turns = [0] * sides.n_pieces, [0] * sides.n_pieces
    for places in sides.kinds:
        for place, piece in zip(places, draw.sample(places, len(places)), strict=True):
            pieces[place] = piece
            turns[place] = draw.choice(sides.turns(piece, place))
    return Scramble(sides, pieces, turns)


def perfect_scrambles(sides, corner=0):
    """All perfect doubled scrambles of one class, as they are found."""
    search = PerfectSearch(sides, corner)
    while not search.done:
        yield from search.scrambles(200_000)


def matrix(scramble):
    """T, n_sides x n_sides."""
    return np.eye(scramble.sides.n_sides, dtype=int)[scramble.side_map]


def inverse(scramble):
    """The scramble that takes it back."""
    first = np.argsort(scramble.side_map)[::4]
    return Scramble(scramble.sides, (first // 4).tolist(), (-first % 4).tolist())
