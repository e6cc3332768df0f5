"""Hard questions, "is there a solution?": ``python -m benchmarks.hard``.

Eleven kinds of six instances, made from seeds. Each cell is a process of its own, which is ended
when it takes too long. It measures seconds of the processor from the problem as stated to the
answer. "alone" is without python-sat. CaDiCaL gets the clauses of ``exactcover convert``, with
``--at-most-one sequential`` and pairwise, and CP-SAT (one worker) rows of 0-1 variables, as linear
constraints and as "exactly one": the better of two counts. Making their models is not counted.
"ratio" is "here" to the better one of "alone" and CaDiCaL, where "here" took more than 0.3
seconds. PAR-2 is the mean of all seconds, where an instance without an answer counts twice the
limit. All answers must agree.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing.connection import Connection
from typing import TypeVar

import exactcover as xc
from exactcover.files.cnf import format_problem
from exactcover.files.linear import linear_of

from . import peers
from .__main__ import positive
from .instances import Instance, Statement, _edge_matching, planted

__all__ = ["Ask", "instances", "timed"]

Ask = Callable[[], object]
Stated = TypeVar("Stated")
#: Seconds that a question may take to begin with; no ratio is given below.
_START_UP = 0.3


def _problem(statement: Statement) -> xc.Problem:
    return Instance("", 0, "", lambda: statement).problem()


def latin_with_holes(n: int, holes: float, seed: int) -> xc.Problem:
    """A Latin square, shuffled by switching cycles, with holes in this share of its cells."""
    draw = random.Random(seed)
    order = [draw.sample(range(n), n) for _ in range(3)]
    rows = [[order[2][(order[0][r] + order[1][c]) % n] for c in range(n)] for r in range(n)]
    for _ in range(20 * n):
        # Exchange two rows along a cycle of columns; then let columns and symbols be the rows.
        a, b = draw.sample(range(n), 2)
        place = {symbol: c for c, symbol in enumerate(rows[a])}
        first = c = draw.randrange(n)
        while True:
            rows[a][c], rows[b][c] = rows[b][c], rows[a][c]
            c = place[rows[a][c]]
            if c == first:
                break
        turned = [[0] * n for _ in range(n)]
        for r, c in itertools.product(range(n), repeat=2):
            turned[c][rows[r][c]] = r
        rows = turned
    cells = list(itertools.product(range(n), repeat=2))
    open_cells = set(draw.sample(cells, round(holes * n * n)))
    options = {
        (r, c, v): [("cell", r, c), ("row", r, v), ("column", c, v)]
        for r, c in cells
        for v in range(n)
    }
    problem = xc.Problem(dict.fromkeys(itertools.chain(*options.values())), options)
    return problem.given(*[(r, c, rows[r][c]) for r, c in cells if (r, c) not in open_cells])


def triples(n: int, number: int, seed: int) -> xc.Problem:
    """Random triples of n elements; mostly there is no solution."""
    draw = random.Random(seed)
    return xc.Problem(range(n), [draw.sample(range(n), 3) for _ in range(number)])


def trominoes(side: int, holes: int, seed: int) -> xc.Problem:
    """L trominoes on a square without some cells."""
    draw = random.Random(seed)
    cells = set(itertools.product(range(side), repeat=2))
    cells -= set(draw.sample(sorted(cells), holes + (side * side - holes) % 3))
    corners = [
        {(0, 0), (0, 1), (1, 0), (1, 1)} - {each} for each in itertools.product((0, 1), repeat=2)
    ]
    laid = [
        sorted((r + a, c + b) for a, b in corner)
        for r, c in itertools.product(range(side), repeat=2)
        for corner in corners
    ]
    return xc.Problem(sorted(cells), [each for each in laid if cells.issuperset(each)])


def sudoku(block: int, share: float, seed: int) -> xc.Problem:
    """A shuffled pattern of block² x block² with holes in a share of the cells."""
    draw = random.Random(seed)
    n = block * block
    bands = [draw.sample(range(block), block) for _ in range(2)]
    lines = [
        [b * block + k for b in band for k in draw.sample(range(block), block)] for band in bands
    ]
    symbols = draw.sample(range(n), n)
    options, given = {}, []
    for r, c in itertools.product(range(n), repeat=2):
        y, x = lines[0][r], lines[1][c]
        for v in range(n):
            box = r // block * block + c // block
            options[r, c, v] = [("x", r, c), ("r", r, v), ("c", c, v), ("b", box, v)]
        if draw.random() > share:
            given.append((r, c, symbols[(y % block * block + y // block + x) % n]))
    return xc.Problem(dict.fromkeys(itertools.chain(*options.values())), options).given(*given)


def steiner(v: int) -> xc.Problem:
    """Steiner triple systems of v points; there are some if v is 1 or 3 modulo 6."""
    blocks = list(itertools.combinations(range(v), 3))
    options = {each: list(itertools.combinations(each, 2)) for each in blocks}
    return xc.Problem(itertools.combinations(range(v), 2), options)


def colouring(n: int, degree: float, colours: int, seed: int) -> xc.Problem:
    """Colours for the vertices of a random graph."""
    draw = random.Random(seed)
    edges = draw.sample(list(itertools.combinations(range(n), 2)), round(degree * n / 2))
    options = {
        (vertex, colour): [vertex, *[(edge, colour) for edge in edges if vertex in edge]]
        for vertex in range(n)
        for colour in range(colours)
    }
    return xc.Problem(range(n), options, secondary=itertools.product(edges, range(colours)))


def pigeons(n: int) -> xc.Problem:
    """n + 1 pigeons and n holes."""
    options = [[("pigeon", p), ("hole", h)] for p in range(n + 1) for h in range(n)]
    holes = [("hole", h) for h in range(n)]
    return xc.Problem([("pigeon", p) for p in range(n + 1)], options, secondary=holes)


def golfers(groups: int, size: int, weeks: int) -> xc.Problem:
    """Golfers who play in groups each week, no two of them together twice; one week is given."""
    players = range(groups * size)
    options = {
        (week, *group): [("week", week, each) for each in group]
        + list(itertools.combinations(group, 2))
        for week in range(weeks)
        for group in itertools.combinations(players, size)
    }
    primary = itertools.product(["week"], range(weeks), players)
    problem = xc.Problem(primary, options, secondary=itertools.combinations(players, 2))
    return problem.given(*[(0, *players[k : k + size]) for k in range(0, len(players), size)])


def mutilated(n: int) -> xc.Problem:
    """Dominoes on a board without two opposite corners."""
    cells = set(itertools.product(range(n), repeat=2)) - {(0, 0), (n - 1, n - 1)}
    pairs = [[(r, c), (r + a, c + b)] for r, c in sorted(cells) for a, b in ((0, 1), (1, 0))]
    return xc.Problem(sorted(cells), [pair for pair in pairs if cells.issuperset(pair)])


def instances() -> Iterator[tuple[str, str, xc.Problem]]:
    """Kind, name and problem."""
    for k in range(6):
        yield "Latin squares with holes", f"order {33 + k}", latin_with_holes(33 + k, 0.42, k)
    for k, (n, number) in enumerate(
        [(120, 480), (150, 600), (180, 600), (210, 630), (240, 600), (300, 660)]
    ):
        yield "planted triples", f"{n}, {number}", _problem(planted(n, number, k))
    for k in range(6):
        yield (
            "random triples",
            f"{120 + 6 * k}, {400 + 20 * k}",
            triples(120 + 6 * k, 400 + 20 * k, k),
        )
    for k, (side, colours) in enumerate([(6, 5), (7, 10), (8, 12), (8, 20), (9, 14), (10, 16)]):
        yield (
            "edge matching",
            f"{side} x {side}, {colours}",
            _problem(_edge_matching(side, colours, k)),
        )
    for k in range(6):
        yield "trominoes", f"{10 + 2 * k}, {5 + k} holes", trominoes(10 + 2 * k, 5 + k, k)
    for k in range(6):
        yield "Sudoku 25 x 25", f"{40 + 4 * k} % holes", sudoku(5, 0.40 + 0.04 * k, k)
    for v in (11, 13, 15, 17, 19, 21):
        yield "Steiner systems", f"{v} points", steiner(v)
    for k, (n, degree, colours) in enumerate(
        [(60, 4.5, 3), (80, 4.5, 3), (100, 4.6, 3), (60, 8.7, 4), (70, 8.7, 4), (80, 8.7, 4)]
    ):
        yield "colouring graphs", f"{n}, {colours} colours", colouring(n, degree, colours, k)
    for sizes in [(4, 3, 4), (4, 3, 5), (5, 3, 6), (5, 3, 7), (6, 3, 7), (4, 4, 5)]:
        yield "social golfers", "{} x {}, {} weeks".format(*sizes), golfers(*sizes)
    for n in range(6, 12):
        yield "pigeons", f"{n} holes", pigeons(n)
    for n in (8, 10, 12, 16, 20, 30):
        yield "mutilated boards", f"{n} x {n}", mutilated(n)


def _latin() -> Iterator[tuple[str, str, xc.Problem]]:
    for n, seed in itertools.product(range(33, 41), range(5)):
        yield "Latin squares", f"order {n}, seed {seed}", latin_with_holes(n, 0.42, seed)


def _here(problem: xc.Problem) -> Ask:
    return lambda: bool(problem.first())


def _alone(problem: xc.Problem) -> Ask:
    sys.modules["pysolvers"] = None  # type: ignore[assignment]
    return _here(problem)


def _cadical(at_most_one: str, problem: xc.Problem) -> Ask:
    text = format_problem(problem, at_most_one=at_most_one)
    clauses = [
        [int(word) for word in line.split()[:-1]]
        for line in text.splitlines()
        if line[0] not in "cp"
    ]
    solver = peers.cadical(clauses)
    return lambda: bool(solver.solve())


def _cp_sat(linear: bool, problem: xc.Problem) -> Ask:
    from ortools.sat.python import cp_model

    stated = linear_of(problem)
    rows: list[peers.Row] = [([each - 1], 1, 1) for each in stated.true]
    rows += [([each - 1], 0, 0) for each in stated.false]
    rows += [([each - 1 for each in row.members], row.low, row.high) for row in stated.rows]
    model, variable, solver = peers.cp_sat(len(stated.meanings), rows, linear)
    for user, some in stated.needs:
        model.add_bool_or([~variable[user - 1], *[variable[each - 1] for each in some]])
    return lambda: bool(solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE))


#: Program -> what it is asked; of a program with several usual models the best one counts.
PROGRAMS: dict[str, list[Callable[[xc.Problem], Ask]]] = {
    "here": [_here],
    "alone": [_alone],
    "CaDiCaL": [partial(_cadical, "sequential"), partial(_cadical, "pairwise")],
    "CP-SAT": [partial(_cp_sat, True), partial(_cp_sat, False)],
}


def _answer(make: Callable[[Stated], Ask], problem: Stated, channel: Connection) -> None:
    try:
        ask = make(problem)
    except xc.UnwritableProblem:  # such a model would be much too large
        channel.send(False)
        return
    channel.send(True)
    start = time.process_time()
    answer = ask()
    channel.send((answer, time.process_time() - start))


def timed(
    make: Callable[[Stated], Ask], problem: Stated, limit: float
) -> tuple[object, float] | None:
    """The answer and the processor's seconds, in a process of its own; None if it took too long."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(
        target=_answer, args=(make, problem, theirs)
    )
    process.start()
    theirs.close()  # so that reading ends if the process does
    try:
        return ours.recv() if ours.recv() and ours.poll(limit) else None
    finally:
        process.kill()
        process.join()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=positive, default=20.0, help="limit; default: 20")
    parser.add_argument(
        "--latin", action="store_true", help="forty Latin squares of order 33 to 40"
    )
    parser.add_argument("--kind", help="only kinds with this in their name")
    arguments = parser.parse_args()
    limit = arguments.seconds
    latin_with_holes(12, 0.5, 0).first(engine="learning")  # compiled before anything is measured
    latin_with_holes(12, 0.5, 0).first(engine="cells")
    scores: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    worst = 0.0
    print(f"{'':<42}" + "".join(f"{name:>10}" for name in [*PROGRAMS, "ratio"]))
    for kind, name, problem in _latin() if arguments.latin else instances():
        if arguments.kind and arguments.kind not in kind:
            continue
        cells, answers, seconds = [], set(), {}
        for program, models in PROGRAMS.items():
            all_found = filter(None, [timed(make, problem, limit) for make in models])
            found = min(all_found, key=lambda each: each[1], default=None)
            scores[program].append(2 * limit if found is None else found[1])
            cells.append(f"{f'over {limit:g}' if found is None else f'{found[1]:.2f}':>10}")
            seconds[program] = limit if found is None else found[1]
            if found is not None:
                answers.add(found[0])
        if seconds["here"] > _START_UP and answers:
            ratio = seconds["here"] / min(seconds["alone"], seconds["CaDiCaL"])
            worst = max(worst, ratio)
            cells.append(f"{ratio:>10.2f}")
        if len(answers) > 1:
            raise SystemExit(f"{kind}, {name}: the answers differ")
        verdict = {True: "yes", False: "no"}.get(next(iter(answers), None), "?")
        print(f"{kind + ', ' + name:<37}{verdict:>5}" + "".join(cells), flush=True)
    means = [sum(each) / len(each) for each in scores.values()]
    print(
        f"{'PAR-2, and the largest ratio':<42}"
        + "".join(f"{each:>10.2f}" for each in [*means, worst])
    )


if __name__ == "__main__":
    main()
