"""The order of a group of permutations, by a stabiliser chain."""

from __future__ import annotations

import math

import numpy as np
import pytest

from exactcover.errors import GroupTooLarge
from exactcover.symmetries import permutations
from exactcover.symmetries.permutations import Chain


def cycles(n, *moved):
    """A permutation of 0 … n-1 as an array."""
    goes = np.arange(n, dtype=np.int32)
    for cycle in moved:
        for here, there in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
            goes[here] = there
    return goes


def test_known_orders_of_groups():
    symmetric = [cycles(30, range(30)), cycles(30, (0, 1))]
    assert Chain(symmetric, 30).order == math.factorial(30)
    # Mathieu's groups, J. Conway and N. Sloane, "Sphere Packings, Lattices and Groups", chapter 10.
    shift = cycles(24, range(23))
    squared = cycles(
        24, (2, 16, 9, 6, 8), (3, 12, 13, 18, 4), (7, 17, 10, 11, 22), (14, 19, 21, 20, 15)
    )
    swapped = cycles(
        24, (0, 23), (1, 22), (2, 11), (3, 15), (4, 17), (5, 9), (6, 19), (7, 13), (8, 20),
        (10, 16), (12, 21), (14, 18),
    )  # fmt: skip
    assert Chain([shift, squared], 24).order == 10_200_960
    assert Chain([shift, squared, swapped], 24).order == 244_823_040


@pytest.mark.parametrize(("limit", "least"), [("_MOST_STEPS", 100), ("MOST_BYTES", 10_000)])
def test_a_group_that_takes_too_long_or_does_not_fit_into_memory_is_refused(
    limit, least, monkeypatch
):
    monkeypatch.setattr(permutations, limit, least)
    with pytest.raises(GroupTooLarge):
        Chain([cycles(60, range(60)), cycles(60, (0, 1))], 60)
