"""Pips: known numbers of trains and tilings, brute force, faults."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations, product
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import Source, read
from exactcover_puzzles.domino.pips import Pips


def the_puzzle(text):
    (puzzle,) = Pips.read(Source("it.txt", text), None)
    return puzzle


# Eulerian circuits of a complete graph (2 and 264, OEIS A135388), in which each double is inserted
# at one of the visits of its number (1 and 2^5 ways), and which begin at any of the dominoes
# (6 and 15). M. Reiss (1871) has 126,720 as well.
@pytest.mark.parametrize(("largest", "number"), [(2, 2 * 6), (4, 264 * 2**5 * 15)])
def test_the_numbers_of_trains_are_those_of_eulerian_circuits(largest, number):
    dominoes = list(combinations_with_replacement(range(largest + 1), 2))
    names = "ABCDEFGHIJKLMN"[: len(dominoes) - 1]
    zones = {(0, c): "." for c in range(2 * len(dominoes))}
    zones |= {(0, 2 * k + i): name for k, name in enumerate(names) for i in (1, 2)}
    assert Pips(zones, dict.fromkeys(names, "="), dominoes).problem.count() == number


# Tilings of 2 x n (Fibonacci, OEIS A000045), and each order of different dominoes, none of them a
# double, turned either way.
@pytest.mark.parametrize(("n", "ways"), [(2, 2), (3, 3), (4, 5)])
def test_without_conditions_each_tiling_takes_the_dominoes_in_any_order(n, ways):
    zones = dict.fromkeys(product(range(2), range(n)), ".")
    dominoes = [(k, k + 9) for k in range(n)]
    assert Pips(zones, {}, dominoes).problem.count() == ways * factorial(n) * 2**n


def test_equal_dominoes_are_not_told_apart():
    zones = dict.fromkeys(product(range(4), range(4)), ".")
    assert Pips(zones, {}, [(1, 1)] * 8).problem.count() == 36  # OEIS A004003


def tilings(cells):
    if not cells:
        yield []
        return
    first = min(cells)
    for other in ((first[0], first[1] + 1), (first[0] + 1, first[1])):
        if other in cells:
            yield from ([(first, other), *rest] for rest in tilings(cells - {first, other}))


MEETS = {
    "=": lambda numbers, _: len({*numbers}) == 1,
    "≠": lambda numbers, _: len({*numbers}) == len(numbers),
    "<": lambda numbers, total: sum(numbers) < total,
    ">": lambda numbers, total: sum(numbers) > total,
    "": lambda numbers, total: sum(numbers) == total,
}


@given(st.sampled_from([(1, 2), (2, 2), (2, 3), (1, 6), (2, 4)]), st.data())
def test_the_solutions_are_those_found_by_trying_everything(size, data):
    cells = list(product(range(size[0]), range(size[1])))
    letters = data.draw(
        st.lists(st.sampled_from("AABC."), min_size=len(cells), max_size=len(cells))
    )
    zones = dict(zip(cells, letters, strict=True))
    ends = st.tuples(st.integers(0, 3), st.integers(0, 3))
    half = len(cells) // 2
    dominoes = data.draw(st.lists(ends, min_size=half, max_size=half))
    rules = {name: (data.draw(st.sampled_from([*MEETS])), data.draw(st.integers(0, 6)))
             for name in sorted({*letters} - {"."})}  # fmt: skip
    found = set()
    for pairs in tilings(frozenset(cells)):
        for order in {*permutations(dominoes)}:
            for turned in product(*[{each, each[::-1]} for each in order]):
                laid = {c: n for pair, two in zip(pairs, turned, strict=True)
                        for c, n in zip(pair, two, strict=True)}  # fmt: skip
                if all(MEETS[how]([laid[c] for c in cells if zones[c] == name], total)
                       for name, (how, total) in rules.items()):  # fmt: skip
                    found.add(
                        tuple(
                            sorted((*pair, *two) for pair, two in zip(pairs, turned, strict=True))
                        )
                    )
    conditions = {
        name: how if how in ("=", "≠") else f"{how}{total}" for name, (how, total) in rules.items()
    }
    solved = [tuple(sorted(each.options))
              for each in Pips(zones, conditions, dominoes).problem.solutions()]  # fmt: skip
    assert sorted(solved) == sorted(found)


@pytest.mark.parametrize("name", ["six", "twelve"])
def test_bundled_puzzles_have_one_solution(asked, name):
    code, out, _ = asked("pips", name, "--unique")
    assert (code, out.endswith("one solution, unique\n")) == (0, True)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "zones:\nAA\nconditions: A ~\ndominoes: 1-1\n",
            "it.txt:3:15: the condition '~'; expected 12",
        ),
        ("zones:\nAA\nconditions: B 1\ndominoes: 1-1\n", "it.txt:3:13: 'B 1'; expected conditions"),
        ("zones:\nAA\ndominoes: 1-19\n", "it.txt:3:11: the domino '1-19'; expected two numbers"),
        ("zones:\nAA\ndominoes: 1-2-3\n", "it.txt:3:11: the domino '1-2-3'; expected two numbers"),
        ("zones:\nAA\n", "it.txt: 2 cells, and dominoes for 0; expected 1 to 60 dominoes"),
        (
            f"zones:\n{'A' * 121}\ndominoes: 1-1\n",
            "it.txt: 121 cells, and dominoes for 2; expected",
        ),
    ],
)
def test_a_fault_is_named_with_its_place(text, fault):
    with pytest.raises(xc.FileFault) as caught:
        the_puzzle(text)
    assert str(caught.value).startswith(fault)


def test_a_page_lists_the_dominoes():
    (puzzle,) = read("pips", text="zones:\nAAB\n.CB\nconditions: A =\ndominoes: 1-2 2-5 6-6\n")
    assert [*puzzle.notes()] == ["Dominoes: 1-2 2-5 6-6"]
