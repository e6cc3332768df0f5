"""One question of the fuzzer, asked by the tests of the folder that answers it."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from .brute_force import Case
from .generator import case_of
from .runner import Tally, run_case

__all__ = ["ask_fuzzer"]


def ask_fuzzer(
    question: str, number: int, kind: Callable[[Case], object] = lambda case: True
) -> None:
    """Ask so many random problems of a kind a question, and raise what differs from the truth."""
    tally = Tally()
    seeds = (f"{question} {k}" for k in itertools.count())
    for seed in itertools.islice((seed for seed in seeds if kind(case_of(seed))), number):
        run_case(seed, "half", tally, question)
    assert not tally.failures, "\n".join(map(str, tally.failures))
