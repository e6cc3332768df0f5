"""Every scramble of a small board, for comparison."""

from __future__ import annotations

import itertools

from puzzles.jigsaw.scrambles import Scramble


def all_scrambles(sides):
    """Every scramble there is, by its definition."""
    ways = []
    for places in sides.kinds:
        ways.append(
            [
                list(zip(places, pieces, turns, strict=True))
                for pieces in itertools.permutations(places)
                for turns in itertools.product(
                    *[
                        sides.turns(piece, place)
                        for place, piece in zip(places, pieces, strict=True)
                    ]
                )
            ]
        )
    for parts in itertools.product(*ways):
        laid = sorted(itertools.chain.from_iterable(parts))
        yield Scramble(sides, [piece for _, piece, _ in laid], [turn for *_, turn in laid])
