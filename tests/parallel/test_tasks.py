"""A search cut into tasks: the rest of one is exactly what others must still do."""

from __future__ import annotations

from dataclasses import replace

import pytest

import exactcover as xc
from exactcover.engines import choose
from tests.instances import langford


@pytest.mark.parametrize("engine", ["reference", "bitset", "cells"])
@pytest.mark.parametrize("nodes", [0, 1, 50, 400])
def test_what_a_search_leaves_open_comes_in_its_order_and_adds_up_to_the_whole(engine, nodes):
    compiled = langford(8)._model.compiled
    whole = choose.start_below(compiled, engine, ()).collect(10**9, 10**9)
    search = choose.start_below(compiled, engine, ())
    found = list(search.collect(nodes, 10**9))
    left = list(search.open_prefixes())
    assert left
    for prefix, _ in left:
        below = choose.start_below(compiled, engine, prefix).collect(10**9, 10**9)
        assert all(tuple(options[: len(prefix)]) == prefix for options in below)
        found += below
    if engine == "cells":  # below a prefix it breaks ties between items in another way
        assert len(found) == 300
        assert set(map(frozenset, found)) == set(map(frozenset, whole))
    else:
        assert list(map(tuple, found)) == list(map(tuple, whole))
    shares = sum(share for _, share in left)
    assert shares == pytest.approx(1) if nodes < 2 else 0 < shares < 1


def test_the_plain_search_takes_dead_ends_and_forced_moves_first_in_a_fixed_order():
    dead = xc.Problem("abc", {1: "a", 2: "a", 3: "b", 4: "b"})._model.compiled
    search = choose.start_below(replace(dead, fixed=True), "reference", ())
    assert search.collect(100, 100) == []
    assert search.nodes == 1
    forced = xc.Problem("abc", {1: "ab", 2: "a", 3: "b", 4: "c"})._model.compiled
    search = choose.start_below(replace(forced, fixed=True), "reference", ())
    assert search.collect(1, 1) == []
    assert search.chosen() == (3,)
