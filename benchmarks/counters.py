"""Instances from research papers, and other counters: ``python -m benchmarks.counters``.

Perfect matchings of grids, cubes and networks; Steiner systems; one-factorizations; and what T.
Junttila and P. Kaski used ("Exact Cover via Satisfiability: An Empirical Study", CP 2010), as far
as it has a definition or can be made from a seed: partitions of a set ("bell"), matchings of a
complete graph ("doublefact"), Latin squares and Steiner triple systems of which some blocks are
given, and Kirkman's systems of one Steiner system. L. Fang and others measured the same families
(SAT 2026, arXiv:2604.14627).

Each cell is a process of its own, with a limit of seconds and of memory. It measures from the
problem as stated to the number, after a warm-up on a small problem. "here" is ``count()``. xcover
makes a ZDD with its memo cache, and the nodes are counted by a loop. Ganak gets the clauses of
``exactcover convert``. Counts are compared with those that are known, and otherwise with each
other; a wrong one is named as such.
"""

from __future__ import annotations

import argparse
import itertools
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from math import comb, prod

import exactcover as xc
from exactcover.files.cnf import format_problem

from . import graphs, peers
from .__main__ import positive
from .diagrams import dominoes, matchings
from .instances import latin
from .machine import machine

__all__ = ["INSTANCES", "PROGRAMS", "Known", "steiner_systems"]


Option = list[Hashable]


def cube(dimension: int) -> list[graphs.Edge]:
    """The edges of a hypercube."""
    corners = range(2**dimension)
    return [(a, a | 1 << k) for a in corners for k in range(dimension) if not a >> k & 1]


def steiner_systems(together: int, size: int, points: int) -> xc.Problem:
    """Blocks of points such that so many points are together in one block exactly."""
    return xc.Problem(
        itertools.combinations(range(points), together),
        {
            block: list(itertools.combinations(block, together))
            for block in itertools.combinations(range(points), size)
        },
    )


def one_factorizations(n: int) -> xc.Problem:
    """The edges of the complete graph, taken apart into perfect matchings."""
    edges = list(itertools.combinations(range(n), 2))
    factors = xc.Problem(range(n), edges).solutions()
    return xc.Problem(edges, [[edges[k] for k in each.options] for each in factors])


def fano(dimension: int) -> list[tuple[int, int, int]]:
    """The lines of a projective space over two elements: numbers whose exclusive or is 0."""
    points = range(1, 2**dimension)
    return [(a, b, a ^ b) for a in points for b in points if a < b < a ^ b]


def _without(
    items: Iterable[Hashable], options: Iterable[Option], given: list[Option]
) -> xc.Problem:
    """What is left when some options are given."""
    covered = set(itertools.chain(*given))
    return xc.Problem(
        [each for each in items if each not in covered],
        [each for each in options if covered.isdisjoint(each)],
    )


def completions(holes: int, seed: int) -> xc.Problem:
    """Steiner systems of 15 points that have all but so many blocks of a projective space."""
    lines, points = fano(4), range(1, 16)
    kept = random.Random(seed).sample(lines, len(lines) - holes)
    options = [list(itertools.combinations(each, 2)) for each in itertools.combinations(points, 3)]
    given = [list(itertools.combinations(each, 2)) for each in kept]
    return _without(itertools.combinations(points, 2), options, given)


def latin_completions(n: int, share: float, seed: int) -> xc.Problem:
    """Latin squares that have all but a share of the cells of the cyclic one."""
    cells = list(itertools.product(range(n), repeat=2))
    given = random.Random(seed).sample(cells, n * n - round(share * n * n))

    def option(r: int, c: int, v: int) -> list[Hashable]:
        return [("cell", r, c), ("row", r, v), ("column", c, v)]

    options = [option(r, c, v) for r, c in cells for v in range(n)]
    items = dict.fromkeys(itertools.chain(*options))
    return _without(items, options, [option(r, c, (r + c) % n) for r, c in given])


def kirkman() -> xc.Problem:
    """The lines of the projective space of 15 points, taken apart into seven parallel classes."""
    lines = fano(4)
    classes = xc.Problem(range(1, 16), lines).solutions()
    return xc.Problem(lines, [[lines[k] for k in each.options] for each in classes])


def bell(n: int) -> xc.Problem:
    """The partitions of a set."""
    subsets = itertools.chain.from_iterable(
        itertools.combinations(range(n), size) for size in range(1, n + 1)
    )
    return xc.Problem(range(n), subsets)


def bell_number(n: int) -> int:
    """How many partitions a set has."""
    numbers = [1]
    for k in range(n):
        numbers.append(sum(comb(k, j) * numbers[j] for j in range(k + 1)))
    return numbers[n]


def double_factorial(n: int) -> int:
    """The product of the odd numbers up to n."""
    return prod(range(1, n + 1, 2))


def latin_squares(n: int) -> xc.Problem:
    """All Latin squares of order n."""
    primary, _, options = latin(n)
    return xc.Problem(primary, options)


@dataclass(frozen=True)
class Known:
    """A problem, and the number of its solutions where it is known, with its source."""

    problem: Callable[[], xc.Problem]
    count: Callable[[], int] | int | None = None
    source: str = ""

    @property
    def truth(self) -> int | None:
        """The known number."""
        return self.count() if callable(self.count) else self.count


def _planar(n: int) -> Known:
    triangles = graphs.delaunay(n, 0)
    return Known(
        lambda: graphs.matchings_of(graphs.edges_of(triangles)),
        lambda: graphs.planar_matchings(triangles),
        "P. W. Kasteleyn, Physica 27 (1961)",
    )


#: By name.
INSTANCES: dict[str, Known] = {
    "grid 8 x 8, matchings": Known(lambda: dominoes(8, 8), 12_988_816, "OEIS A099390"),
    "grid 12 x 12, matchings": Known(
        lambda: dominoes(12, 12), 53_060_477_521_960_000, "OEIS A099390"
    ),
    **{
        f"cube Q{k}, matchings": Known(
            lambda k=k: graphs.matchings_of(cube(k)), count, "OEIS A005271"
        )  # type: ignore[misc]
        for k, count in ((4, 272), (5, 589_185), (6, 16_332_454_526_976))
    },
    "network, cubic 60, matchings": Known(lambda: graphs.matchings_of(graphs.cubic(60, 0))),
    "network, cubic 100, matchings": Known(lambda: graphs.matchings_of(graphs.cubic(100, 0))),
    "network, Delaunay 60, matchings": _planar(60),
    "network, Delaunay 100, matchings": _planar(100),
    "network, roads 100, stars": Known(
        lambda: graphs.stars(graphs.with_roads(graphs.tree(100, 0), 20, 0))
    ),
    "network, tree 1,000, stars": Known(
        lambda: graphs.stars(graphs.tree(1000, 0)),
        lambda: graphs.stars_of_a_tree(graphs.tree(1000, 0)),
        "from the leaves",
    ),
    **{
        f"Steiner systems S({t},{k},{v})": Known(
            lambda t=t, k=k, v=v: steiner_systems(t, k, v),  # type: ignore[misc]
            count,
            "Handbook of Combinatorial Designs: v! by the order of the group",
        )
        for t, k, v, count in (
            (2, 3, 7, 30),
            (2, 3, 9, 840),
            (3, 4, 8, 30),
            (3, 4, 10, 2520),
            (5, 6, 12, 5040),
            (2, 3, 13, 1_197_504_000),
        )
    },
    **{
        f"one-factorizations of K{n}": Known(
            lambda n=n: one_factorizations(n),  # type: ignore[misc]
            count,
            "OEIS A000438",
        )
        for n, count in ((6, 6), (8, 6240), (10, 1_225_566_720))
    },
    **{
        f"bell-{n:02}": Known(lambda n=n: bell(n), lambda n=n: bell_number(n), "Bell numbers")  # type: ignore[misc]
        for n in (8, 10, 12)
    },
    **{
        f"doublefact-{n - 1}": Known(
            lambda n=n: matchings(n),  # type: ignore[misc]
            lambda n=n: double_factorial(n - 1),  # type: ignore[misc]
            "double factorials",
        )
        for n in (12, 16, 20, 30)
    },
    "Latin squares 5": Known(lambda: latin_squares(5), 161_280, "OEIS A002860"),
    "Latin squares 6": Known(lambda: latin_squares(6), 812_851_200, "OEIS A002860"),
    **{
        f"Latin squares {n}, {holes:.0%} open": Known(
            lambda n=n, h=holes: latin_completions(n, h, 0)
        )  # type: ignore[misc]
        for n, holes in ((7, 0.7), (7, 0.85), (8, 0.6), (10, 0.5))
    },
    **{
        f"STS(15), {holes} blocks open": Known(lambda h=holes: completions(h, 0))  # type: ignore[misc]
        for holes in (15, 20, 24, 28)
    },
    "kts15, the projective space": Known(
        kirkman, 240, "R. H. F. Denniston, Atti Accad. Naz. Lincei 52 (1972): packings of PG(3,2)"
    ),
}


def _here(problem: xc.Problem, memory: float) -> Callable[[], int]:
    return lambda: int(problem.count(memory=f"{memory:g}GB"))


def _xcover(problem: xc.Problem, memory: float) -> Callable[[], int]:
    from xcover import algorithm_z

    primary = [str(item) for item in problem.primary]
    options = [[str(item) for item in problem.items_of(option)] for option in problem.options]
    arrays = peers.xcover(options, primary)

    def run() -> int:
        # Nodes come from the leaves to the root; 0 is no solution, and 1 is one.
        counts = {0: 0, 1: 1}
        last = None
        for node, _, low, high in algorithm_z(*arrays, True, "MRV"):
            counts[node] = counts[low] + counts[high]
            last = node
        return 0 if last is None else counts[last]

    return run


def _ganak(problem: xc.Problem, memory: float) -> Callable[[], int]:
    from pyganak import Counter

    clauses, shown = [], []
    for line in format_problem(problem).splitlines():
        words = line.split()
        if words[:3] == ["c", "p", "show"]:
            shown = [int(word) for word in words[3:-1]]
        elif words[0] not in "cp":
            clauses.append([int(word) for word in words[:-1]])

    counter = Counter()
    counter.new_vars(max([*shown, *(abs(each) for clause in clauses for each in clause)]))
    counter.add_clauses(clauses)
    counter.set_sampling_set(shown)
    return lambda: int(counter.count())


#: What counts, by name: a problem and the memory in GB give what is timed.
PROGRAMS: dict[str, Callable[[xc.Problem, float], Callable[[], int]]] = {
    "here": _here,
    "xcover": _xcover,
    "Ganak": _ganak,
}


#: What is compiled is compiled by these, or loaded.
_SMALL = (
    "cube Q4, matchings", "network, roads 100, stars", "bell-08", "Steiner systems S(2,3,9)",
    "doublefact-15", "one-factorizations of K8", "network, tree 1,000, stars",
)  # fmt: skip


def _in_this_process(name: str, program: str, memory: float) -> None:
    """Print a count, in hexadecimal, and its seconds."""
    import resource  # not on Windows

    count = PROGRAMS[program]
    for each in _SMALL if program == "here" else _SMALL[:1]:
        count(INSTANCES[each].problem(), memory)()
    problem = INSTANCES[name].problem()
    run = count(problem, memory)
    most = int((memory + 0.5) * 1e9)  # the interpreter and what it has loaded take the half
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    print("ready", flush=True)
    began = time.perf_counter()
    try:
        found = run()
    except MemoryError:
        print("memory")
        return
    print(f"{found:x} {time.perf_counter() - began:.3f}")


def _measured(name: str, program: str, seconds: float, memory: float) -> tuple[int | None, str]:
    """A count, and what stands in the table beside it: seconds, or why there is no count."""
    words = [sys.executable, "-m", "benchmarks.counters", "--memory", f"{memory:g}"]
    with subprocess.Popen(
        [*words, "--cell", name, program],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()  # all is loaded and stated
        end = threading.Timer(seconds, process.kill)
        end.start()
        text, errors = process.stdout.read(), process.stderr.read()
        ended = not end.is_alive()
        end.cancel()
    if ended:
        return None, f"over {seconds:g}"
    found = text.split()
    if process.returncode or len(found) != 2:
        short = any(word in text + errors for word in ("memory\n", "MemoryError", "bad_alloc"))
        return None, "memory" if short else "gives up"
    return int(found[0], 16), found[1]


def _short(number: int) -> str:
    text = f"{number:,}"
    return (
        text if len(text) <= 22 else f"{str(number)[0]}.{str(number)[1:4]}e{len(str(number)) - 1}"
    )


def _line(name: str, programs: Iterable[str], seconds: float, memory: float) -> str:
    """A row of the table."""
    found = {each: _measured(name, each, seconds, memory) for each in programs}
    truth = INSTANCES[name].truth
    agreed = {count for count, _ in found.values() if count is not None}
    if truth is None and len(agreed) == 1:
        truth = agreed.pop()
    cells = []
    for count, text in found.values():
        if count is not None and count != truth:
            text = f"WRONG: {_short(count)}" if truth is not None else f"{text}: {_short(count)}"
        cells.append(f"  {text:>14}")
    return f"{name:33}{'?' if truth is None else _short(truth):>23}{''.join(cells)}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.counters", description=__doc__)
    parser.add_argument(
        "--seconds", type=positive, default=20, help="the most for a cell; default: 20"
    )
    parser.add_argument(
        "--memory", type=float, default=2.0, help="the most for a cell, in GB; default: 2"
    )
    parser.add_argument("--only", default="", help="rows with this in their name")
    parser.add_argument("--cell", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.cell:
        _in_this_process(*arguments.cell, arguments.memory)
        return
    print(f"{machine('xcover Ganak')}\n")
    print(f"{'':33}{'solutions':>23}{''.join(f'  {each:>14}' for each in PROGRAMS)}")
    for name in INSTANCES:
        if arguments.only in name:
            print(_line(name, PROGRAMS, arguments.seconds, arguments.memory), flush=True)


if __name__ == "__main__":
    main()
