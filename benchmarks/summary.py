"""Four kinds of questions, compared with other programs: ``python -m benchmarks.summary``.

Each cell is a process of its own on one core, killed at the time limit. It measures processor time
after a warm-up on a small problem: "here" from plain lists to the answer, another program from its
finished model to the answer. The table has the fastest of several runs and, if a program has
several usual models, the best of them. All answers must agree.
"""

from __future__ import annotations

import argparse
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import exactcover as xc

from . import counters, hard, optimizers
from .__main__ import positive
from .costly import Costly
from .crews import crews
from .diagrams import dominoes
from .instances import INSTANCES, Instance, planted
from .machine import machine
from .peers import Run
from .programs import PROGRAMS

__all__ = ["QUESTIONS", "Cell"]

#: Seconds that no program here needs, where a program wants a limit of its own.
_LONG = 1_000.0
#: Fewer seconds are not told apart.
_LEAST = 0.001


class Cell(NamedTuple):
    """How a program is asked: what is stated, a small one for the warm-up, and what makes of it
    what is timed."""

    state: Callable[[], object]
    small: Callable[[], object]
    prepare: Callable[..., Run]


def _listed(name: str) -> Cell:
    def prepare(instance: Instance) -> Run:
        run = PROGRAMS[name].prepare(instance)
        assert run is not None
        return lambda: run().count

    state, small = (
        partial(INSTANCES.__getitem__, each) for each in ("pentominoes 6x10", "Latin squares 5")
    )
    return Cell(state, small, prepare)


def _here(ask: Callable[[xc.Problem], object]) -> Callable[[xc.Problem], Run]:
    """A question to this project, which begins with lists."""

    def prepare(problem: xc.Problem) -> Run:
        options = [list(problem.items_of(option)) for option in problem.options]
        return lambda: ask(xc.Problem(problem.primary, options))

    return prepare


def _triples(n: int, number: int) -> xc.Problem:
    primary, _, options = planted(n, number, 1)
    return xc.Problem(primary, options)


_counted = partial(Cell, partial(dominoes, 12, 12), partial(dominoes, 8, 8))
_found = partial(Cell, partial(_triples, 150, 600), partial(_triples, 90, 360))
_priced = partial(
    Cell, partial(crews, 73, 20_000, 1, cities=4), partial(crews, 40, 300, 1, cities=4)
)


def _optimized(name: str) -> Cell:
    def prepare(costly: Costly) -> Run:
        run = optimizers.OPTIMIZERS[name].prepare(costly, _LONG)
        return lambda: round(run().cost or 0)

    return _priced(prepare)


#: What is asked, and who answers: with several models, by any of them.
QUESTIONS: dict[str, dict[str, list[Cell]]] = {
    "list: pentominoes 6 x 10": {
        "here": [_listed("auto")],
        **{name: [_listed(name)] for name in ("xcover", "exact-cover", "plain Python")},
    },
    "count: dominoes 12 x 12": {
        "here": [_counted(_here(lambda problem: int(problem.count())))],
        **{
            name: [_counted(partial(counters.PROGRAMS[name], memory=2.0))]
            for name in ("xcover", "Ganak")
        },
    },
    "find one: 150 elements, 600 triples": {
        "here": [_found(_here(lambda problem: bool(problem.first())))],
        **{name: list(map(_found, hard.PROGRAMS[name])) for name in ("CaDiCaL", "CP-SAT")},
    },
    "cheapest: 20,000 crews, 73 flights": {
        "here": [_priced(lambda costly: lambda: int(costly.problem().minimize().cost))],
        "HiGHS": [_optimized("HiGHS")],
        "CP-SAT": [_optimized("CP-SAT"), _optimized("CP-SAT, linear")],
        "SciPy milp": [_optimized("SciPy")],
    },
}


def _in_this_process(question: str, program: str, model: int, seconds: int) -> None:
    """Print the answer of a cell, and its seconds; the system ends what takes longer than that."""
    import resource  # not on Windows

    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-1:])
    cell = QUESTIONS[question][program][model]
    cell.prepare(cell.small())()
    run = cell.prepare(cell.state())
    most = int(time.process_time()) + seconds + 1
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))
    began = time.process_time()
    answer = run()
    print(f"{answer} {time.process_time() - began:.4f}")


def _measured(question: str, program: str, seconds: int, runs: int) -> tuple[set[str], str]:
    """What a program answers, and how long it takes; no answer if it has to be ended."""
    answers, quickest = set(), math.inf
    for model in range(len(QUESTIONS[question][program])):
        words = [sys.executable, "-m", "benchmarks.summary", "--cell", question, program]
        for _ in range(runs):
            done = subprocess.run(
                [*words, str(model), str(seconds)], stdout=subprocess.PIPE, text=True, check=False
            )
            if done.returncode == -signal.SIGKILL:
                break
            done.check_returncode()
            answer, taken = done.stdout.split()[-2:]
            answers.add(answer)
            quickest = min(quickest, float(taken))
    if quickest > seconds:
        return answers, f"over {seconds}"
    return answers, f"{quickest:.3f}" if quickest >= _LEAST else f"under {_LEAST}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.summary", description=__doc__)
    parser.add_argument("--seconds", type=positive, default=30, help="the most a cell may take")
    parser.add_argument("--runs", type=positive, default=3, help="runs of each, default 3")
    parser.add_argument("--cell", nargs=4, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.cell:
        question, program, model, seconds = arguments.cell
        _in_this_process(question, program, int(model), int(seconds))
        return
    print(f"{machine(' '.join(each for programs in QUESTIONS.values() for each in programs))}\n")
    for question, programs in QUESTIONS.items():
        found = {each: _measured(question, each, arguments.seconds, arguments.runs)
                 for each in programs}  # fmt: skip
        answers = set().union(*(answer for answer, _ in found.values()))
        assert len(answers) == 1, (question, answers)
        times = "   ".join(f"{program} {taken}" for program, (_, taken) in found.items())
        print(f"{question:<37}{times}", flush=True)


if __name__ == "__main__":
    main()
