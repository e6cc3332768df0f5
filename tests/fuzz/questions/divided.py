"""Searches divided among threads, processes and sessions with a journal."""

from __future__ import annotations

import itertools
import os
import random
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from fractions import Fraction
from importlib.util import find_spec
from multiprocessing import get_context
from typing import Any

import exactcover as xc
from exactcover.parallel import journal as journals
from tests.small_tasks import Crooked, Sums

from ..brute_force import Case, Truth
from ..generator import problem_of
from .arguments import a_search, folder
from .checks import TOO_LARGE, Names, holds, proof, same, some_of


def a_gathering(case: Case, draw: random.Random) -> dict[str, Any]:
    return {
        "options": draw.random() < 0.5,
        "sample": draw.choice([0, 2]),
        "seed": draw.randint(-3, 3),
        "best": draw.choice([0, 1, 3]),
        "listed": draw.choice([0, 2, None]),
    }


def check_gathered(answer: xc.Gathered, asked: dict[str, Any], truth: Truth) -> None:
    """What was gathered of all solutions."""
    case, names = truth.case, Names(truth.case)
    same((answer.count, answer.count.complete), (len(truth), True), f"gather({asked})")
    proof(answer.count.impossible, truth, "gather().count")
    if asked["options"]:
        truly = {name: truth.occurrences(number) for number, name in enumerate(case.names)}
        same(answer.options, {name: k for name, k in truly.items() if k}, "gather().options")
    sample = names.bags(answer.sample)
    same(len(sample), min(asked["sample"], len(truth)), "gather().sample")
    some_of(sample, truth, "gather().sample")
    best = [names.bag(solution) for solution, _ in answer.best]
    some_of(best, truth, "gather().best")
    costs = [Fraction(cost) for _, cost in answer.best]
    exact = [case.cost(bag) for bag in best]
    same(exact, truth.costs()[: asked["best"]], "costs of gather().best")
    same(costs, list(map(case.given_back, exact)), "gather().best and its costs")
    same(names.bags(answer.listed), sorted(truth.bags)[: asked["listed"]], "gather().listed")


def gathered(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    asked, how = a_gathering(truth.case, draw), a_search(truth.case, draw)
    if how.get("engine") == "reference":
        del how["engine"]  # which asks for processes
    executor: Executor | None = draw.choice([None, failing(draw), ThreadPoolExecutor(2)])
    workers = draw.choice([1, 2, 3]) if executor is None else None
    try:
        answer = problem.gather(workers=workers, executor=executor, **asked, **how)
    finally:
        if executor is not None:
            executor.shutdown()
    check_gathered(answer, asked, truth)
    counted = problem.count(workers=draw.choice([1, 2]), **how)
    same((counted, counted.complete), (len(truth), True), f"count(workers=, {how})")
    one = problem_of(truth.case).gather(workers=1, **asked, **{**how, "engine": "bitset"})
    same(answer.sample, one.sample, "the sample, however the search was divided")
    same(answer.best, one.best, "the best, however the search was divided")


def failing(draw: random.Random) -> Executor:
    """Works in the same thread, and fails, but not so often that a task is given up."""
    left = iter([True, True])
    return Crooked(lambda call: draw.random() < 0.2 and next(left, False))


def sessions(draw: random.Random, ask: Callable[[int | None], Any]) -> Iterator[Any]:
    """The answers of sessions that are ended by budgets of nodes and by faults."""
    for session in itertools.count():
        last, answer = session >= 60, None
        with suppress(Fault, xc.JournalFault), Faults(None if last else draw):
            answer = ask(None if last else draw.choice([1, 2, 5, 30, None]))
        if answer is not None:
            yield answer


def journaled(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    asked = a_gathering(truth.case, draw)
    reduce, known = draw.random() < 0.7, 0

    def ask(nodes: int | None) -> xc.Gathered:
        return problem_of(truth.case).gather(
            workers=draw.choice([1, 2]), journal=where / "journal", nodes=nodes, reduce=reduce,
            engine=draw.choice(["auto", "bitset", "cells"]), order=draw.choice(["mrv", "fixed"]),
            **asked,
        )  # fmt: skip

    with folder() as where:
        for answer in sessions(draw, ask):
            holds(known <= answer.count <= len(truth), f"{answer.count} after {known}")
            known = int(answer.count)
            if answer.count.complete:
                break
            same(answer.count.stopped, "nodes", "what stopped a session")
        check_gathered(answer, asked, truth)


class Fault(Exception):
    """Something that goes wrong on purpose."""


class Faults:
    """While a journal is written something goes wrong, or the process ends."""

    def __init__(self, draw: random.Random | None, kill: bool = False):
        self._left = -1 if draw is None or draw.random() < 0.4 else draw.randint(0, 6)
        self._kill = kill

    def __enter__(self) -> None:
        self._append, faults = journals.Journal._append, self

        def append(journal: Any, *arguments: Any) -> None:
            faults._go_wrong()
            faults._append(journal, *arguments)
            faults._go_wrong()

        journals.Journal._append = append  # type: ignore[method-assign]

    def _go_wrong(self) -> None:
        if self._left == 0:
            if self._kill:
                os._exit(9)
            raise Fault
        self._left -= 1

    def __exit__(self, *exception: object) -> None:
        journals.Journal._append = self._append  # type: ignore[method-assign]


def killed(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    """Processes that die before or after a line is written, until one comes to the end."""
    if not hasattr(os, "fork"):
        return
    asked = a_gathering(truth.case, draw)
    with folder() as where:
        for session in range(12):
            faults = Faults(draw if session < 11 else None, kill=True)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # threads of before are at rest
                child = os.fork()
            if child == 0:
                code = 1
                try:
                    with faults:
                        problem_of(truth.case).gather(
                            workers=1, executor=failing(random.Random(0)),
                            journal=where / "journal", **asked,
                        )  # fmt: skip
                    code = 0
                except TOO_LARGE:
                    code = 2
                finally:
                    os._exit(code)
            _, status = os.waitpid(child, 0)
            code = os.waitstatus_to_exitcode(status)
            holds(code in (0, 2, 9), f"a session ended with {code}")
            if code != 9:
                break
        check_gathered(
            problem_of(truth.case).gather(workers=1, journal=where / "journal", **asked),
            asked, truth,
        )  # fmt: skip


def divided(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    """A search of a user's own."""
    n, total = draw.randint(0, 7), draw.randint(0, 20)
    choices = itertools.product((0, 1), repeat=n)
    subsets = (tuple(itertools.compress(range(1, n + 1), choice)) for choice in choices)
    wanted = [subset for subset in subsets if sum(subset) == total]
    with folder() as where:
        while True:
            answer = xc.divide(
                Sums(n, total), listed=None, workers=draw.choice([1, 2]),
                journal=where / "journal", nodes=draw.choice([1, 5, None]),
            )  # fmt: skip
            if answer.count.complete:
                break
    same(answer.count, len(wanted), "divide()")
    same(sorted(answer.rows), sorted(wanted), "divide().rows")
    same(answer.numbers, dict(Counter(map(len, wanted))), "divide().numbers")


def in_processes(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    """Other processes, and a cluster's executor."""
    asked = a_gathering(truth.case, draw)
    if draw.random() < 0.5:
        engine = draw.choice(["reference", "bitset"])
        with ProcessPoolExecutor(1, get_context("spawn")) as pool:
            check_gathered(problem.gather(executor=pool, engine=engine, **asked), asked, truth)
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if not find_spec("distributed"):
            return
        import distributed

        with distributed.Client(
            processes=False, n_workers=2, threads_per_worker=1, dashboard_address=None,
            silence_logs=50,
        ) as client:  # fmt: skip
            answer = problem.gather(executor=client.get_executor(), **asked)
    check_gathered(answer, asked, truth)
