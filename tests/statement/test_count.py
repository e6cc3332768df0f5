"""Arithmetic on counts: a lower bound never looks like an exact number."""

from __future__ import annotations

import math
import operator
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc

#: Every operation that makes a whole number of one or two whole numbers.
BINARY: list[Callable[[Any, Any], Any]] = [
    operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod, operator.pow,
    operator.lshift, operator.rshift, operator.and_, operator.or_, operator.xor, divmod,
]  # fmt: skip
UNARY: list[Callable[[Any], Any]] = [
    operator.neg, operator.pos, operator.invert, abs, round, math.floor, math.ceil, math.trunc,
    lambda number: round(number, -1), lambda number: number**0,
]  # fmt: skip
#: Operations of ``int`` that make another type of it, or compare; these take the number found.
CONVERSIONS = {
    "bool", "eq", "float", "ge", "gt", "hash", "index", "int", "le", "lt", "ne",
    "rtruediv", "truediv",
}  # fmt: skip

counts = st.builds(
    lambda found, stopped: xc.Count(found, stopped=stopped, nodes=5),
    st.integers(-3, 6),
    st.sampled_from([None, "nodes", "seconds"]),
)
operands = st.one_of(st.integers(-3, 6), counts)
pairs = st.tuples(operands, counts) | st.tuples(counts, operands)


def truths(number: int) -> range:
    """What the true number may be."""
    complete = not isinstance(number, xc.Count) or number.complete
    return range(int(number), int(number) + 1) if complete else range(int(number), int(number) + 4)


def check(operation: Callable[..., Any], *numbers: int) -> None:
    """The answer is right whatever the true numbers are; or it is refused, if these are unknown."""
    incomplete = any(isinstance(each, xc.Count) and not each.complete for each in numbers)
    try:
        answer = operation(*numbers)
    except xc.UndecidedError:
        assert incomplete
        return
    except (ZeroDivisionError, ValueError):
        return
    for each in answer if isinstance(answer, tuple) else [answer]:
        assert isinstance(each, xc.Count if isinstance(each, int) else float)
        if isinstance(each, xc.Count):
            assert each.nodes == sum(n.nodes for n in numbers if isinstance(n, xc.Count))
    bound = isinstance(answer, xc.Count) and not answer.complete
    for true in (
        ([k] for k in truths(numbers[0]))
        if len(numbers) == 1
        else ([k, m] for k in truths(numbers[0]) for m in truths(numbers[1]))
    ):
        right = operation(*true)
        assert answer <= right if bound else answer == right


@pytest.mark.parametrize("operation", BINARY)
@given(numbers=pairs)
def test_what_is_made_of_two_numbers_is_a_count_and_right_or_a_bound_or_refused(operation, numbers):
    check(operation, *numbers)


@pytest.mark.parametrize("operation", UNARY)
@given(count=counts)
def test_what_is_made_of_one_count_is_a_count_and_right_or_a_bound_or_refused(operation, count):
    check(operation, count)


def test_no_operation_of_whole_numbers_is_forgotten():
    made = {name for name in vars(xc.Count) if name.startswith("__")}
    of_numbers = {name for name in dir(int) if name.startswith("__")} - {*dir(object)}
    taken = {f"__{name}__" for name in CONVERSIONS} | {"__getnewargs__"}
    assert of_numbers - taken <= made


def test_a_sum_of_counts_is_complete_if_all_of_them_are():
    whole, part = xc.Count(3, nodes=5), xc.Count(4, nodes=6, stopped="nodes", method="diagram")
    total = sum([whole, whole, 1])
    assert (total, total.complete, total.nodes) == (7, True, 10)
    total = sum([whole, part])
    assert (total, total.complete, total.stopped, total.nodes) == (7, False, "nodes", 11)
    assert total.method == "several"
    assert str(total) == "at least 7"
    assert str(10 * part) == "at least 40"
    assert str(part - 1) == "at least 3"
    assert str(pickle.loads(pickle.dumps(total))) == "at least 7"


def test_none_found_does_not_mean_that_there_is_none():
    nothing_yet = xc.Count(0, stopped="seconds")
    with pytest.raises(xc.UndecidedError, match="there are at least 0 solutions"):
        bool(nothing_yet)
    assert not xc.Count(0)
    assert xc.Count(2, stopped="limit")


def test_a_count_is_divided_and_compared_as_the_number_found():
    part = xc.Count(6, stopped="nodes")
    assert (part / 4, float(part), int(part), part >= 6) == (1.5, 6.0, 6, True)
    assert part * 0.5 == 3.0
    with pytest.raises(TypeError):
        part + "1"


def test_all_digits_are_written_by_format_too():
    large = xc.Count(10**5000 + 7)
    assert f"{large}" == f"{large:d}" == str(large)
    assert f"{large:,}".startswith("100,000,000,")
    assert f"{xc.Count(10**5000, stopped='nodes'):,}".startswith("at least 100,000,000,")
    assert f"{xc.Count(1234):,} {xc.Count(7):03}" == "1,234 007"
