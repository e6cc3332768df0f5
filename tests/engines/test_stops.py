"""A search with bitsets that stops after any node leaves what is still to be searched."""

from __future__ import annotations

import random

import exactcover as xc
from exactcover.engines import choose


def seamed(seed):
    """A problem in which two items must agree on colours: tiles in a row, of random shapes."""
    draw = random.Random(seed)
    cells, shapes = draw.randint(3, 5), draw.randint(2, 3)
    tiles = [(draw.randrange(shapes), draw.randrange(shapes)) for _ in range(cells)]
    options = {
        (tile, cell): [("tile", tile), ("cell", cell)]
        + [(("seam", cell), left)] * (cell > 0)
        + [(("seam", cell + 1), right)] * (cell < cells - 1)
        for tile, (left, right) in enumerate(tiles)
        for cell in range(cells)
    }
    items = [(kind, k) for kind in ("tile", "cell") for k in range(cells)]
    coloured = {
        name: [item if item[0] in ("tile", "cell") else xc.Coloured(*item) for item in members]
        for name, members in options.items()
    }
    return xc.Problem(items, coloured, secondary=[("seam", k) for k in range(1, cells)])


def test_a_search_that_stops_after_each_node_can_always_be_divided():
    for seed in range(60):
        problem = seamed(seed)
        compiled = problem._model.compiled
        search, found = choose.start(compiled, "bitset"), 0
        while not search.done:
            found += search.count(1, 10)
            parts = search.open_prefixes()
            assert bool(parts) != search.done
            below = sum(
                choose.start_below(compiled, "cells", part.prefix).count(10**6, 10**6)
                for part in parts
            )
            assert found + below == problem.count(engine="reference")
