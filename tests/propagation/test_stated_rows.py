"""The way back from the reduced problem: options of the core as options of the stated problem."""

from __future__ import annotations

import numpy as np
import pytest

from exactcover.propagation.reduce import StatedRows

ROWS = StatedRows([2, 5, 9], [7, 3], 20)


def test_a_solution_gets_the_options_taken_and_is_in_order():
    assert ROWS.one([2, 0]) == (2, 3, 7, 9)
    assert ROWS.one([]) == (3, 7)


def test_a_table_of_solutions_is_filled_up_at_the_end():
    table = ROWS.table(np.array([[2, 0], [1, -1]], np.int32))
    assert table.dtype == np.int32
    assert table.tolist() == [[2, 3, 7, 9], [3, 5, 7, -1]]
    assert ROWS.table(np.zeros((0, 2), np.int32)).shape == (0, 4)
    assert ROWS.each(np.array([1, -1])).tolist() == [5, -1]


def test_a_prefix_goes_to_the_core_and_back_with_what_it_leaves_out():
    assert ROWS.to_stated((0, ~2)) == (2, ~9)
    assert ROWS.to_core((2, ~9)) == (0, ~2)
    assert ROWS.to_core(()) == ()
    with pytest.raises(KeyError):
        ROWS.to_core((4,))
