"""Problems of 200,000 options, whose table of clashes would not fit in memory."""

from __future__ import annotations

from functools import cache

import pytest

import exactcover as xc

CELLS = 200_000


@cache
def ring():
    """Dominoes on a ring: two tilings, and nothing follows without a choice."""
    return xc.Problem(range(CELLS), [(cell, (cell + 1) % CELLS) for cell in range(CELLS)])


@pytest.mark.compiled
def test_they_are_counted_with_a_journal_and_go_on_from_it(tmp_path):
    journal = tmp_path / "ring.journal"
    assert ring().count(journal=journal, workers=1, nodes=1).stopped == "nodes"
    counted = ring().count(journal=journal, workers=2)
    assert (counted, counted.complete) == (2, True)


@pytest.mark.slow
def test_their_solutions_are_gathered():
    found = ring().gather(options=True, listed=1, workers=1)
    assert found.count == 2
    assert set(found.options.values()) == {1}
    assert found.listed[0].options == tuple(range(0, CELLS, 2))


@pytest.mark.slow
def test_they_are_estimated():
    found = ring().estimate(50)
    assert found.probes == 50
    assert found.solutions.low <= 2 <= found.solutions.high
    assert found.solutions.value == pytest.approx(2, rel=1e-4)


@pytest.mark.compiled
def test_bitset_is_refused_by_name_alone():
    with pytest.raises(xc.EngineTooLarge, match="'bitset'"):
        ring().gather(engine="bitset")
