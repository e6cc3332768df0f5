"""Four kinds of questions, and what other programs take: ``python -m benchmarks.summary``.

Each cell is a process of its own, which is ended when it takes too long. It measures from the
problem as stated to the answer, in seconds, after a warm-up on a small problem. All answers must
agree.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import exactcover as xc

from .__main__ import positive
from .diagrams import dominoes
from .instances import INSTANCES, Instance, Statement
from .machine import machine
from .nearly_exact import assignment
from .programs import PROGRAMS, clauses

__all__ = ["planted", "rows"]

#: What a cell runs: its answer, and None for "no answer".
Cell = Callable[[], object]


def planted(n: int, triples: int, seed: int) -> Statement:
    """Triples of n elements. A third of n of them are a solution, hidden among random ones."""
    draw = random.Random(seed)
    order = draw.sample(range(n), n)
    chosen = [sorted(order[k : k + 3]) for k in range(0, n, 3)]
    chosen += [sorted(draw.sample(range(n), 3)) for _ in range(triples - len(chosen))]
    draw.shuffle(chosen)
    return list(map(str, range(n))), [], [dict.fromkeys(map(str, each)) for each in chosen]


def _listing(name: str, instance: Instance) -> Cell:
    def run() -> object:
        runner = PROGRAMS[name].prepare(instance)
        return None if runner is None else runner().count

    return run


def _instance(problem: xc.Problem) -> Instance:
    """A problem as the other programs want it."""
    primary = list(map(str, problem.primary))
    options = [dict.fromkeys(map(str, problem.items_of(each))) for each in problem.options]
    return Instance("", 0, "", lambda: (primary, [], options))


def _cadical(instance: Instance) -> Cell:
    def run() -> object:
        from pysat.card import CardEnc, EncType
        from pysat.solvers import Cadical195

        with Cadical195() as solver:
            for group in clauses(instance)[0]:
                solver.append_formula(CardEnc.equals(group, 1, encoding=EncType.pairwise).clauses)
            return bool(solver.solve())

    return run


def _cp_sat(instance: Instance) -> Cell:
    def run() -> object:
        from ortools.sat.python import cp_model

        model = cp_model.CpModel()
        chosen = [model.new_bool_var("") for _ in instance.statement[2]]
        for group in clauses(instance)[0]:
            model.add_exactly_one(chosen[number - 1] for number in group)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        return solver.solve(model) == cp_model.OPTIMAL

    return run


def _highs(problem: xc.Problem) -> Cell:
    def run() -> object:
        import numpy as np
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import csr_array

        number = {item: k for k, item in enumerate(problem.primary)}
        pairs = [
            (number[item], column)
            for column, option in enumerate(problem.options)
            for item in problem.items_of(option)
        ]
        places = tuple(zip(*pairs, strict=True))
        shape = len(number), len(problem.options)
        matrix = csr_array((np.ones(len(pairs)), places), shape=shape)
        costs = np.array([int(problem.costs[option]) for option in problem.options])
        found = milp(
            costs,
            integrality=np.ones(shape[1]),
            bounds=Bounds(0, 1),
            constraints=LinearConstraint(matrix, 1, 1),
        )
        return round(found.fun)

    return run


def rows() -> Iterator[tuple[str, dict[str, Cell]]]:
    """What is asked, and who answers it."""
    pentominoes = INSTANCES["pentominoes 6x10"]
    board = dominoes(12, 12)
    hidden = Instance("", 0, "", lambda: planted(150, 600, 1))
    primary, _, triples = hidden.statement
    problem = xc.Problem(primary, triples)
    yield (
        "list: pentominoes 6 x 10",
        {"here": _listing("auto", pentominoes)}
        | {name: _listing(name, pentominoes) for name in ("xcover", "exact-cover")},
    )
    yield (
        "count: dominoes 12 x 12",
        {"here": lambda: int(board.count())}
        | {name: _listing(name, _instance(board)) for name in ("xcover", "exact-cover")},
    )
    yield (
        "find one: 150 elements, 600 triples",
        {
            "here": lambda: bool(problem.first()),
            "CaDiCaL": _cadical(hidden),
            "CP-SAT": _cp_sat(hidden),
        },
    )
    jobs = assignment(200, 1, 1_000)
    yield (
        "cheapest: assignment 200 x 200",
        {
            "here": lambda: int(jobs.minimize().cost),
            "HiGHS (SciPy)": _highs(jobs),
        },
    )


#: What programs do before they are measured, so that nothing is imported or compiled later.
_TINY = xc.Problem("abc", ["ab", "c", "abc", "a", "bc"], costs=[1, 2, 3, 4, 5])
_WARM: dict[str, Callable[[], object]] = {
    "here": lambda: (_TINY.minimize(), _TINY.count(engine="bitset"), _TINY.zdd().count()),
    "xcover": lambda: _listing("xcover", _instance(_TINY))(),
    "exact-cover": lambda: _listing("exact-cover", _instance(_TINY))(),
    "CaDiCaL": lambda: _cadical(_instance(_TINY))(),
    "CP-SAT": lambda: _cp_sat(_instance(_TINY))(),
    "HiGHS (SciPy)": lambda: _highs(_TINY)(),
}


def _in_this_process(question: str, program: str) -> None:
    """Print the answer of a cell and its seconds."""
    cell = dict(rows())[question][program]
    _WARM[program]()
    began = time.perf_counter()
    answer = cell()
    print(f"{answer} {time.perf_counter() - began:.3f}")


def _measured(question: str, program: str, seconds: int) -> tuple[str, str]:
    """What a cell answers, and in how many seconds; no answer if it has to be ended."""
    words = [sys.executable, "-m", "benchmarks.summary", "--cell", question, program]
    try:
        # Some programs take longer to compile than to answer.
        done = subprocess.run(
            words, stdout=subprocess.PIPE, text=True, check=True, timeout=2 * seconds
        )
    except subprocess.TimeoutExpired:
        return "", f"over {seconds}"
    answer, taken = done.stdout.split()
    return answer, taken if float(taken) <= seconds else f"over {seconds}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.summary", description=__doc__)
    parser.add_argument("--seconds", type=positive, default=30, help="the most a cell may take")
    parser.add_argument("--cell", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.cell:
        _in_this_process(*arguments.cell)
        return
    print(f"{machine()}\n")
    for question, cells in rows():
        found = {each: _measured(question, each, arguments.seconds) for each in cells}
        answers = {answer for answer, _ in found.values() if answer}
        assert len(answers) == 1, (question, answers)
        times = "   ".join(f"{program} {taken}" for program, (_, taken) in found.items())
        print(f"{question:<37}{times}", flush=True)


if __name__ == "__main__":
    main()
