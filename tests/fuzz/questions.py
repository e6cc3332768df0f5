"""The questions: each asks a problem something and compares the answer with the truth."""

from __future__ import annotations

import itertools
import math
import os
import random
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from fractions import Fraction
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

import exactcover as xc
from exactcover.diagrams.build import timed_diagram
from exactcover.diagrams.portfolio import STRATEGIES
from exactcover.engines import choose
from exactcover.parallel import journal as journals
from exactcover.statement.order import as_order, ordered
from tests.fuzz.thresholds import with_thresholds

from .brute_force import Bag, Case, Truth, fewest_that_tell, orbits_of, same_options, solutions
from .generator import problem_of

__all__ = ["QUESTIONS", "Difference", "Question"]

ENGINES = ("auto", "reference", "bitset", "cells")
#: Steps of the brute force for a part of a problem at most.
PART = 50_000
#: The errors by which a limit on memory is told.
TOO_LARGE = (xc.DiagramTooLarge, xc.EngineTooLarge, xc.GroupTooLarge)


class Difference(AssertionError):
    """An answer is not the truth."""


def same(found: Any, expected: Any, what: str) -> None:
    """Raise :class:`Difference` unless both are equal."""
    if found != expected:
        raise Difference(f"{what}: {_short(found)}, expected {_short(expected)}")


def holds(fact: Any, what: str) -> None:
    """Raise :class:`Difference` unless it is so."""
    if not fact:
        raise Difference(what)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 300 else f"{text[:300]}…"


class Names:
    """The names of a case, to and from numbers."""

    def __init__(self, case: Case):
        self.case = case
        self._number = {name: number for number, name in enumerate(case.names)}

    def bag(self, options: Iterable[Hashable]) -> Bag:
        """The numbers of a solution's options."""
        return tuple(sorted(self._number[name] for name in options))

    def bags(self, found: Iterable[Iterable[Hashable]]) -> list[Bag]:
        return [self.bag(each) for each in found]

    def numbers(self, options: Iterable[Hashable]) -> set[int]:
        return {self._number[name] for name in options}

    def of(self, numbers: Iterable[int]) -> list[Hashable]:
        return [self.case.names[number] for number in numbers]


# -- arguments of a search -------------------------------------------------------------------------


def an_order(case: Case, draw: random.Random) -> Any:
    """One of the orders that a search may take."""
    if len(case.primary) > 20:  # a long chain, in an odd order, has very many nodes
        return draw.choice(["mrv", xc.Order(ties=draw.choice(["last", "random"]))])
    items = list(case.primary)
    draw.shuffle(items)
    some = items[: draw.randint(0, len(items))]
    return draw.choice(
        [
            "mrv", "mrv", "fixed", items, some,
            xc.Order(draw.choice(["mrv", "fixed"]), tuple(some),
                     draw.choice(["first", "last", "random"]),
                     tuple(draw.sample(items, min(2, len(items)))), draw.randint(0, 9)),
        ]
    )  # fmt: skip


def a_search(case: Case, draw: random.Random) -> dict[str, Any]:
    """Arguments that change how a search goes, and nothing else."""
    found: dict[str, Any] = {}
    if draw.random() < 0.7:
        found["engine"] = draw.choice(ENGINES)
    if draw.random() < 0.4:
        found["order"] = an_order(case, draw)
    if draw.random() < 0.4:
        found["reduce"] = draw.random() < 0.5
    if draw.random() < 0.1:
        found["progress"] = check_progress
    return found


def check_progress(progress: xc.Progress) -> None:
    """Hold that a report makes sense."""
    holds(progress.nodes >= 0 and progress.found >= 0 and progress.seconds >= 0, f"{progress}")
    holds(progress.done is None or 0 <= progress.done <= 1, f"{progress}")
    holds(progress.left is None or progress.left >= 0, f"{progress}")


def listed(rows: Iterable[Any]) -> list[Bag]:
    """The rows of tables as solutions."""
    found = []
    for table in rows:
        holds(table.dtype == np.int32, "a chunk is not int32")
        for row in table.tolist():
            options = [option for option in row if option >= 0]
            same(row, sorted(options) + [-1] * (len(row) - len(options)), "a row of a chunk")
            found.append(tuple(options))
    return found


def all_of(found: list[Bag], truth: Truth, what: str) -> None:
    """Hold that these are all solutions, each once."""
    same(sorted(found), sorted(truth.bags), what)


def some_of(found: Iterable[Bag], truth: Truth, what: str) -> None:
    """Hold that these are solutions, each once."""
    rows = list(found)
    holds(len(set(rows)) == len(rows), f"{what}: a solution comes twice: {_short(rows)}")
    holds(set(rows) <= truth.set, f"{what}: no solution: {_short(set(rows) - truth.set)}")


def proof(found: Any, truth: Truth, what: str) -> None:
    """Hold that there is a reason if, and only if, there is no solution."""
    same(found is not None, not truth.bags, f"{what}: a reason why there is none")
    if found is not None:
        holds(found.reason and not found, f"{what}: {found!r}")


# -- counting and listing --------------------------------------------------------------------------


def count(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    how = a_search(truth.case, draw)
    answer = problem.count(**how)
    same(answer, len(truth), f"count({how})")
    holds(answer.complete, f"count({how}) is not complete")
    proof(answer.impossible, truth, f"count({how})")


def count_by_method(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    method = draw.choice(["auto", "auto", "listing", "diagram"])
    memory = draw.choice(["2GB", "1MB", 1_000_000])
    answer = problem.count(method=method, memory=memory)
    if answer.stopped == "memory":
        holds(method == "diagram", "a method that goes on without a diagram is out of memory")
        same(answer, 0, "a count that was stopped by the memory")
        return
    same(answer, len(truth), f"count({method}, {memory})")
    holds(answer.complete, f"count({method}) is not complete")
    proof(answer.impossible, truth, f"count({method})")


def solution_by_solution(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    names, how = Names(truth.case), a_search(truth.case, draw)
    iterator = problem.solutions(**how)
    found = list(iterator)
    all_of(names.bags(found), truth, f"solutions({how})")
    same((iterator.complete, iterator.stopped), (True, None), "at the end of the list")
    same(iterator.found, len(found), "solutions.found")
    proof(iterator.impossible, truth, "solutions.impossible")
    with slices_of(draw):
        again = [solution.options for solution in problem_of(truth.case).solutions(**how)]
    same(again, [solution.options for solution in found], f"the order of a second run, {how}")
    first = problem.first(**how)
    same(first if first else None, found[0] if found else None, "first")
    if found:
        check_solution(draw.choice(found), truth, names)


def check_solution(solution: xc.Solution, truth: Truth, names: Names) -> None:
    """What a solution tells of itself."""
    case, bag = truth.case, names.bag(solution)
    same(list(solution), names.of(bag), "the options of a solution")
    same(len(solution), len(bag), "its length")
    same(Fraction(solution.cost), case.cost(bag), "its cost")
    covered: dict[Hashable, list[Hashable]] = {}
    colours = {}
    for number in bag:
        for item, colour in case.options[number]:
            covered.setdefault(item, []).append(case.names[number])
            if colour is not None:
                colours[item] = colour
    same({item: list(each) for item, each in solution.covered.items()}, covered, "covered")
    same(dict(solution.colours), colours, "colours")
    for number in bag:
        entries = [item for item, _ in case.options[number]]
        same(set(solution.items_of(case.names[number])), set(entries), "items_of")


def slices_of(draw: random.Random) -> AbstractContextManager[None]:
    """A search in other slices, as on a machine that is slower or faster."""
    return with_thresholds(
        {("common.slices", "_MOST_NODES_IN_SLICE"): draw.choice([1, 2, 5, 2**40])}
    )


def chunks(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    how, size, before = a_search(truth.case, draw), draw.randint(1, 5), draw.randint(0, 3)
    iterator = problem.solutions(**how)
    found = Names(truth.case).bags(itertools.islice(iterator, before))
    tables = []
    for table in iterator.chunks(size):
        holds(1 <= len(table) <= size, f"a chunk of {len(table)} rows, {size} asked for")
        tables.append(table)
    all_of(found + listed(tables), truth, f"chunks({size}) of solutions({how})")
    same((iterator.complete, iterator.found), (True, len(truth)), "after the last chunk")


def unique(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    answer = problem.is_unique(**a_search(truth.case, draw))
    check_unique(answer, truth.bags, truth.case)


def check_unique(answer: xc.Uniqueness, bags: list[Bag], case: Case) -> None:
    """What there is to a verdict."""
    verdict = {0: "impossible", 1: "unique"}.get(len(bags), "several")
    same(answer.verdict, verdict, "is_unique")
    same(bool(answer), len(bags) == 1, "bool(is_unique)")
    found = Names(case).bags(answer.solutions)
    same(len(set(found)), min(2, len(bags)), "its solutions")
    holds(set(found) <= set(bags), "its solutions are none")
    same(answer.impossible is not None, not bags, "its reason")


def limits(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    how, limit = a_search(truth.case, draw), draw.randint(0, len(truth) + 2)
    answer = problem.count(limit, **how)
    same(answer, min(limit, len(truth)), f"count({limit}, {how})")
    holds(answer.complete or (answer.stopped == "limit" and answer == limit), "what stopped it")
    holds(not answer.complete or answer == len(truth), "it says that it is complete")
    holds(answer.impossible is None or not truth.bags, "it is said to be impossible")
    iterator = problem.solutions(limit, **how)
    found = Names(truth.case).bags(iterator)
    same(len(found), min(limit, len(truth)), f"solutions({limit}, {how})")
    some_of(found, truth, f"solutions({limit}, {how})")
    holds(iterator.impossible is None or not truth.bags, "the list is said to be impossible")


def budgets(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    how, nodes = a_search(truth.case, draw), draw.choice([0, 1, 2, 3, 5, 9, 20])
    answer = problem.count(nodes=nodes, **how)
    holds(answer.nodes <= nodes, f"{answer.nodes} nodes of {nodes}, {how}")
    holds(answer <= len(truth), f"count(nodes={nodes}, {how}): {answer}, of {len(truth)}")
    same(answer.stopped, None if answer.complete else "nodes", "what stopped it")
    holds(not answer.complete or answer == len(truth), f"complete with {answer}")
    holds(answer.impossible is None or not truth.bags, "it is said to be impossible")
    iterator = problem.solutions(nodes=nodes, **how)
    some_of(Names(truth.case).bags(iterator), truth, "solutions(nodes=)")
    holds(iterator.impossible is None or not truth.bags, "a list is said to be impossible")
    holds(not iterator.complete or iterator.found == len(truth), "a list is said to be complete")
    try:
        first = problem.first(nodes=nodes, **how)
        same(bool(first), bool(truth.bags), "first(nodes=)")
    except xc.SearchStopped as stop:
        same(stop.stopped, "nodes", "what stopped first()")
    verdict = problem.is_unique(nodes=nodes, **how)
    if verdict.verdict == "undecided":
        holds(len(verdict.solutions) < 2, "undecided with two solutions")
    else:
        check_unique(verdict, truth.bags, truth.case)
    none = problem.count(seconds=0.0, **how)
    holds(none.complete or none.stopped == "seconds", f"out of time: {none.stopped}")
    holds(none == len(truth) if none.complete else none <= len(truth), "a count out of time")


def slices(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    """An engine alone, cut into slices, and its open prefixes searched by another engine."""
    how = {"engine": draw.choice(ENGINES), "reduce": draw.random() < 0.5}
    reduction = _reduction(problem, how["reduce"])
    if reduction.impossible is not None:
        return same(len(truth), 0, "solutions of a problem that propagation finds impossible")
    core = reduction.core
    compiled = ordered(core, as_order(an_order(truth.case, draw)), problem._model)

    def whole(row: Iterable[int]) -> Bag:
        return tuple(sorted([*reduction._taken, *(core.options[k] for k in row if k >= 0)]))

    search = choose.start(compiled, how["engine"])
    found, silent = [], 0
    while not search.done:
        nodes, limit, before = draw.randint(1, 4), draw.randint(1, 3), search.nodes
        kind = draw.random()
        if kind < 0.3:
            now = search.count(nodes, limit)
            silent += now
        elif kind < 0.65:
            rows = [whole(row) for row in search.collect(nodes, limit)]
            now, found = len(rows), found + rows
        else:
            rows = [whole(row) for row in search.collect_table(nodes, limit).tolist()]
            now, found = len(rows), found + rows
        holds(now <= limit, f"{now} solutions of {limit}")
        holds(search.nodes - before <= nodes, f"{search.nodes - before} nodes of {nodes}, {how}")
    same(len(found) + silent, len(truth), f"slices of {how}")
    some_of(found, truth, f"slices of {how}")
    return prefixes(compiled, whole, truth, draw)


def _reduction(problem: xc.Problem, reduce: bool) -> Any:
    from exactcover.propagation.reduce import reduction_of

    return reduction_of(problem._statement, reduce, True, lambda: None)


def prefixes(
    compiled: Any, whole: Callable[[Iterable[int]], Bag], truth: Truth, draw: random.Random
) -> None:
    """A search that is given up and goes on below its open prefixes, again and again."""
    found: list[Bag] = []
    left: list[tuple[int, ...]] = [()]
    given_up = 0
    while left:
        prefix = left.pop(draw.randrange(len(left)))
        engine = draw.choice(ENGINES[1:])
        search: Any = choose.start_below(compiled, engine, prefix)
        while not search.done:
            # In an odd order a long chain has very many nodes.
            nodes = draw.randint(1, 6) if given_up < 200 else 10**6
            found += map(whole, search.collect(nodes, 10**6))
            if given_up < 200 and search.divisible and draw.random() < 0.7:
                given_up += 1
                break
        left += [part.prefix for part in search.open_prefixes()]
    all_of(found, truth, "searches below open prefixes")


# -- what is given, forbidden and removed ----------------------------------------------------------


def givens(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    case, names = truth.case, Names(truth.case)
    given, forbidden = some_options(case, draw, 2), some_options(case, draw, 2, any_of_them=True)
    made = problem.given(*names.of(given)).without(*names.of(forbidden))
    truly = Truth(replace(case, given=tuple(sorted({*case.given, *given})),
                          forbidden=tuple(sorted({*case.forbidden, *forbidden}))))  # fmt: skip
    how = a_search(case, draw)
    all_of(names.bags(made.solutions(**how)), truly, f"given {given}, without {forbidden}, {how}")
    same(set(made.given_options), set(names.of(truly.case.given)), "given_options")
    same(set(made.forbidden_options), set(names.of(truly.case.forbidden)), "forbidden_options")
    live = names.numbers(made.live_options)
    for bag in truly.bags:
        holds(set(bag) <= live, f"live_options lacks {set(bag) - live}")
    limited = list(made.live_options)
    kept = made.without(*[name for name in case.names if name not in set(limited)])
    same(kept.count(), len(truly), "the count with the live options alone")


def some_options(
    case: Case, draw: random.Random, most: int, any_of_them: bool = False
) -> list[int]:
    """Up to so many options that can be given."""
    primary = set(case.primary)
    can = [
        number
        for number, option in enumerate(case.options)
        if any_of_them or any(item in primary for item, _ in option)
    ]
    return draw.sample(can, min(len(can), draw.randint(0, most)))


def reduced(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    names = Names(truth.case)
    reduction = problem.reduce()
    if reduction.impossible is not None:
        same(len(truth), 0, "solutions of what reduce() finds impossible")
    else:
        for number in names.numbers(reduction.forced):
            same(
                truth.occurrences(number), len(truth), f"solutions with the forced option {number}"
            )
        for number in names.numbers(reduction.removed):
            if number not in truth.case.given and not truth.case.repeat:
                same(truth.occurrences(number), 0, f"solutions with the removed option {number}")
        left = problem.reduced()
        all_of(names.bags(left.solutions(**a_search(truth.case, draw))), truth, "reduced()")
    str(reduction), [str(reason) for reason in reduction.removed.values()]


def batch(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    case, names = truth.case, Names(truth.case)
    lists = [some_options(case, draw, 3) for _ in range(draw.randint(1, 6))]
    asked = problem.batch([names.of(each) for each in lists])
    truths = [truth.having(*each) for each in lists]
    limit = draw.choice([None, 0, 1, 2])
    for bags, first, number, verdict in zip(
        truths, asked.first(), asked.count(limit), asked.is_unique(), strict=True
    ):
        same(bool(first), bool(bags), "batch.first()")
        if first:
            holds(names.bag(first) in bags, "batch.first() gives no solution")
        same(number, len(bags) if limit is None else min(limit, len(bags)), f"batch.count({limit})")
        holds(not number.complete or number == len(bags), "batch.count() says it is complete")
        check_unique(verdict, bags, case)


def looks(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    """What a problem tells of itself, without a search."""
    case = truth.case
    same(problem.primary, case.primary, "primary")
    same(problem.secondary, case.secondary, "secondary")
    same(problem.options, case.names, "options")
    bounds = {item: case.bound(item) for item in case.primary if case.bound(item) != (1, 1)}
    same(problem.multiplicity, bounds, "multiplicity")
    if case.costs:
        costs = [Fraction(problem.costs[name]) for name in case.names]
        same(costs, [case.cost((number,)) for number in range(len(costs))], "costs")
    for number in range(len(case.options)):
        same(problem.items_of(case.names[number]), dict(case.options[number]), "items_of")
    check = problem.check()
    holds(bool(check) and not check.faults, f"faults: {check}")
    notes = Counter(type(note).__name__ for note in check.notes)
    same(notes["NoPrimaryItems"], int(not case.primary), "notes on no primary items")
    if case.primary:
        lonely = sum(all(item not in case.primary for item, _ in each) for each in case.options)
        same(notes["OptionOnlySecondary"], lonely, "notes on options of secondary items only")
    repr(problem)


def files(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    case = truth.case
    with folder() as where:
        path = where / draw.choice(["case.json", "case.dlx", "case.json.gz", "case.dlx.gz"])
        try:
            xc.write(problem, path)
        except (xc.UnwritableName, xc.UnwritableProblem):
            holds(not path.exists(), "a file of a problem that cannot be written")
            plain = all(isinstance(name, str) and name.isalnum()
                        for name in (*case.primary, *case.secondary, *case.names))  # fmt: skip
            holds(not plain or case.given or case.forbidden or case.repeat or not case.primary,
                  "plain names cannot be written")  # fmt: skip
            return
        again = xc.read(path, repeat=case.repeat)
    same(again.count(), len(truth), f"count of {path.name}")
    # What is given and forbidden is applied to the options; the others are left out.
    kept = [number for number, name in enumerate(case.names) if name in set(problem.live_options)]
    same(len(again.options), len(kept), f"options of {path.name}")
    if ".json" in path.name:
        same(list(again.options), [case.names[number] for number in kept], f"names of {path.name}")
        same(again.multiplicity, problem.multiplicity, f"multiplicity of {path.name}")
        for name in again.options:
            same(again.items_of(name), problem.items_of(name), f"items of {path.name}")
    found = [tuple(kept[k] for k in solution._numbers) for solution in again.solutions()]
    same(sorted(found), sorted(truth.bags), f"solutions of {path.name}")
    if case.costs:
        costs = [Fraction(again.costs.get(name, 0)) for name in again.options]
        same(costs, [case.cost((number,)) for number in kept], f"costs of {path.name}")


@contextmanager
def folder() -> Iterator[Path]:
    """A folder for files, in memory where there is one."""
    memory = "/dev/shm"
    where = memory if os.access(memory, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="fuzz", dir=where) as name:
        yield Path(name)


# -- diagrams --------------------------------------------------------------------------------------


def a_diagram(problem: xc.Problem, truth: Truth, draw: random.Random) -> xc.ZDD:
    kind = draw.random()
    if kind < 0.4:
        way = draw.choice(STRATEGIES)
        try:
            memory = 4 * 10**9
            return timed_diagram(problem._statement, memory, None, None, among=(way,))[0]
        except xc.DiagramTooLarge:
            pass  # this way is not open here
    if kind < 0.7:
        return problem.zdd(order=an_order(truth.case, draw))
    return problem.zdd(memory=draw.choice(["4GB", "2MB", "1MB"]))


def zdd(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    made = a_diagram(problem, truth, draw)
    same(made.count(), len(truth), f"count of the diagram by {made.method}")
    same(len(made), len(truth), "its len")
    same(bool(made), bool(truth.bags), "its bool")
    check_walk(made, truth.bags, truth, draw)
    for _ in range(2):
        check_parts(made, truth, draw)


def check_walk(made: xc.ZDD, bags: list[Bag], truth: Truth, draw: random.Random) -> None:
    """Everything that a diagram tells of these solutions."""
    case, names = truth.case, Names(truth.case)
    found = names.bags(made)
    same(sorted(found), sorted(bags), f"solutions of the diagram by {made.method}")
    if found:
        place = draw.randrange(len(found))
        same(names.bag(made.unrank(place)), found[place], "unrank")
        same(names.bag(made.unrank(place - len(found))), found[place], "unrank from the end")
        same(made.rank(names.of(draw.sample(found[place], len(found[place])))), place, "rank")
        for drawn in made.sample(2, seed=draw.randint(0, 9)):
            holds(names.bag(drawn) in bags, "a sample is no solution")
    for number in (len(found), -len(found) - 1):
        refuses(IndexError, made.unrank, number)
    other = tuple(sorted(draw.sample(range(len(case.options)), min(2, len(case.options)))))
    if other not in bags:
        refuses(ValueError, made.rank, names.of(other))
    times = {name: sum(k in bag for bag in bags) for k, name in enumerate(case.names)}
    same(made.option_counts(), times, "option_counts")
    same(made.sizes(), dict(sorted(Counter(map(len, bags)).items())), "sizes")
    k, costs = draw.randint(0, len(bags) + 1), sorted(map(case.cost, bags))
    cheapest, dearest = made.cheapest(k), made.dearest(k)
    same([case.cost(names.bag(each)) for each in cheapest], costs[:k], f"cheapest({k})")
    same([case.cost(names.bag(each)) for each in dearest], costs[::-1][:k], f"dearest({k})")
    for some in (cheapest, dearest):
        holds(len(set(names.bags(some))) == len(some), "one of the best comes twice")
        holds(set(names.bags(some)) <= set(bags), "one of the best is no solution")
    for best, cost in ((made.minimum(), costs[:1]), (made.maximum(), costs[-1:])):
        same([] if best is None else [case.cost(names.bag(best))], cost, "minimum or maximum")


def refuses(kind: type[Exception], call: Callable[..., Any], *arguments: Any) -> None:
    """Hold that a call raises an error of this kind."""
    try:
        answer = call(*arguments)
    except kind:
        return
    raise Difference(f"{call.__name__}{arguments}: {_short(answer)}, expected {kind.__name__}")


def check_parts(made: xc.ZDD, truth: Truth, draw: random.Random) -> None:
    """Parts of a diagram, what two of them have in common, and files."""
    parts = [a_part(made, truth.bags, truth, draw) for _ in range(2)]
    (one, ones), (two, twos) = parts
    merged = {
        "&": (one & two, [bag for bag in ones if bag in twos]),
        "|": (one | two, [bag for bag in truth.bags if bag in ones or bag in twos]),
        "-": (one - two, [bag for bag in ones if bag not in twos]),
    }
    for part, bags in (parts[0], draw.choice(list(merged.values()))):
        same(part.count(), len(bags), "count of a part")
        check_walk(part, bags, truth, draw)
    same(one == two, set(ones) == set(twos), "==")
    holds((one & two) == (two & one), "& is not commutative")
    if draw.random() < 0.15:
        with folder() as where:
            one.save(where / "zdd")
            loaded = problem_of(truth.case).load_zdd(where / "zdd")
        check_walk(loaded, ones, truth, draw)
        same((loaded & two).count(), len(merged["&"][1]), "& of a loaded diagram")
    if draw.random() < 0.05 and not truth.case.repeat and find_spec("dd"):
        function = one.to_dd()
        names = len(truth.case.names)
        same(int(function.count(nvars=names)) if names else int(function == function.bdd.true),
             len(ones), "to_dd().count()")  # fmt: skip
    if draw.random() < 0.05:
        one.to_dot()
        if one.n_nodes <= 100 and one.n_edges <= 100:
            one.to_svg()


def a_part(
    made: xc.ZDD, bags: list[Bag], truth: Truth, draw: random.Random
) -> tuple[xc.ZDD, list[Bag]]:
    """A part of a diagram, by some options."""
    for _ in range(draw.randint(0, 2)):
        if not truth.case.names:
            break
        option = draw.randrange(len(truth.case.names))
        if draw.random() < 0.5:
            made = made.with_option(truth.case.names[option])
            bags = [bag for bag in bags if option in bag]
        else:
            made = made.without_option(truth.case.names[option])
            bags = [bag for bag in bags if option not in bag]
    return made, bags


# -- the cheapest ----------------------------------------------------------------------------------


def cheapest(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    case, names = truth.case, Names(truth.case)
    sign = draw.choice([1, -1])
    costs = [sign * cost for cost in truth.costs()][::sign]
    k = draw.choice([1, 1, 2, 3, len(truth) + 1, None])
    within = None
    if draw.random() < 0.4:
        near = draw.choice(costs) if costs else Fraction(0)
        within = sign * (near + draw.choice([0, 0, -1, 1, Fraction(1, 7)]))
    nodes = draw.choice([None, None, 0, 1, 4, 30])
    ask = problem.minimize if sign == 1 else problem.maximize
    answer = ask(k, within=within, nodes=nodes, reduce=draw.random() < 0.7)
    what = f"{ask.__name__}({k}, within={within}, nodes={nodes})"
    wanted = [cost for cost in costs if within is None or cost <= sign * within][:k]
    if isinstance(answer, xc.Impossible):
        return same(len(truth), 0, f"{what}: solutions of what is said to be impossible")
    found = names.bags(answer.solutions)
    some_of(found, truth, what)
    told = [sign * Fraction(cost) for cost in answer.costs]
    same(told, [sign * case.cost(bag) for bag in found], f"{what}: costs")
    same(told, sorted(told), f"{what}: the order of the costs")
    holds(all(within is None or cost <= sign * within for cost in told), f"{what}: beyond within")
    if answer.complete:
        same(told, wanted, what)
    else:
        holds(nodes is not None or answer.stopped == "memory", f"{what}: {answer.stopped}")
        holds(k is None or len(told) <= k, f"{what}: too many")
        holds(all(a >= b for a, b in zip(told, wanted, strict=False)), f"{what}: too cheap")
    if wanted:
        holds(sign * Fraction(answer.bound) <= wanted[0], f"{what}: the bound {answer.bound}")
    str(answer)
    return None


# -- symmetries ------------------------------------------------------------------------------------


def symmetry(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    case = truth.case
    motions = [motion for motion in case.motions if same_options(case, motion)]
    detect = not motions or draw.random() < 0.3
    if detect and not find_spec("pynauty"):
        return
    if not detect:
        group = problem.symmetry(*motions, most=20_000)
    else:
        try:
            group = problem.symmetry(detect=True, most=1_000)
        except xc.GroupTooLarge:
            return
    moved = [tuple(element.tolist()) for element in group._group]
    same(len(set(moved)), group.order, "elements of the group")
    holds(tuple(range(len(case.options))) in moved, "the group lacks the identity")
    for goes, options in zip(group.generators, group._options, strict=True):
        for number, to in enumerate(options.tolist()):
            there = {goes.get(item, item) for item, _ in case.options[number]}
            same({item for item, _ in case.options[to]}, there, "where a generator takes an option")
            kinds = [(each in case.given, each in case.forbidden) for each in (number, to)]
            same(kinds[0], kinds[1], "given or forbidden under a generator")
        holds(same_options(replace(case, options=_uncoloured(case)), goes), "a generator is none")
    plain = not any(colour for option in case.options for _, colour in option)
    if detect and plain and len(case.primary) + len(case.secondary) <= 5 and not case.costs:
        # Of options that are alike, any permutation is one more symmetry.
        alike = Counter(
            (frozenset(option), k in case.given, k in case.forbidden)
            for k, option in enumerate(case.options)
        )
        number = len({_image(case, goes) for goes in _permutations(case)})
        for times in alike.values():
            number *= math.factorial(times)
        same(group.order, number, "symmetries that are detected")
    orbits = list(orbits_of(truth.bags, moved))
    for orbit in orbits:
        holds(orbit <= truth.set, "a symmetry makes no solution of a solution")
    how = a_search(case, draw)
    method = draw.choice(["auto", "filter", "fixed points", "representatives"])
    by_own = dict(sorted(Counter(len(moved) // len(orbit) for orbit in orbits).items()))
    try:
        answer = group.count(method, **how)
        if answer.stopped == "memory":
            raise xc.DiagramTooLarge(0, answer.nodes)
        same((answer.free, answer.fixed), (len(orbits), len(truth)), f"orbits by {method}, {how}")
        holds(method == "fixed points" or answer.stabilisers == by_own, f"{method}: {answer}")
    except xc.MethodConflict:
        holds(method in ("fixed points", "representatives"), f"a conflict with {method}")
        method = "filter"
    nodes = draw.randint(0, 9)
    part = group.count(method, nodes=nodes, **{**how, "engine": draw.choice(ENGINES)})
    holds(part.free <= len(orbits) and part.fixed <= len(truth), f"{part} after {nodes} nodes")
    whole = (part.free, part.fixed) == (len(orbits), len(truth))
    holds(part.stopped == "nodes" or whole, f"complete with {part} after {nodes} nodes")
    if method != "fixed points":
        seen = []
        for solution, own, size in group.solutions(method, **how):
            bag = Names(case).bag(solution)
            (orbit,) = (orbit for orbit in orbits if bag in orbit)
            same((own, size), (len(moved) // len(orbit), len(orbit)), "own and size")
            same(group.stabiliser(solution), own, "stabiliser()")
            same(set(Names(case).bags(group.orbit(solution))), orbit, "orbit()")
            seen.append(orbits.index(orbit))
        same(sorted(seen), list(range(len(orbits))), f"one of each orbit by {method}, {how}")


def _permutations(case: Case) -> Iterator[dict[Hashable, Hashable]]:
    """The permutations of the items that map the options to themselves."""
    for primary in itertools.permutations(case.primary):
        for secondary in itertools.permutations(case.secondary):
            goes = dict(zip((*case.primary, *case.secondary), (*primary, *secondary), strict=True))
            if same_options(case, goes):
                yield goes


def _image(case: Case, goes: dict[Hashable, Hashable]) -> Any:
    """Where the options go, options that are alike taken as one."""
    return tuple(frozenset(goes[item] for item, _ in option) for option in case.options)


def _uncoloured(case: Case) -> Any:
    return tuple(tuple((item, None) for item, _ in option) for option in case.options)


# -- reasons ---------------------------------------------------------------------------------------


def explain(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    # (With thresholds that leave the search alone with it, the smallest part takes minutes.)
    case, answer = truth.case, problem.explain(seconds=20)
    if truth.bags:
        return same(answer, None, "explain() of a problem with solutions")
    holds(answer is not None, "explain() of a problem without solutions gives none")
    assert answer is not None
    items, given = list(answer.items), Names(case).numbers(answer.given)
    holds(given <= set(case.given), "an explanation by an option that is not given")
    same(solutions(case, PART, items, given), [], f"solutions of the part {items}, {given}")
    same(answer.problem.count(), 0, "solutions of Explanation.problem")
    holds(answer.reason, "an explanation without a sentence")
    if answer.irreducible:
        for item in items:
            rest = [other for other in items if other != item]
            holds(solutions(case, PART, rest, given), f"{item!r} is not needed: {items}")
        for option in given:
            holds(solutions(case, PART, items, given - {option}), f"{option} is not needed")
    if answer.weights:
        check_weights(answer, case)
    return None


def check_weights(answer: xc.Explanation, case: Case) -> None:
    """The counting argument: what all options weigh cannot add up to what the items do."""
    weights = answer.weights
    if any(case.bound(item)[0] != case.bound(item)[1] for item in weights) or answer.given:
        return
    total = sum(weight * case.bound(item)[0] for item, weight in weights.items())
    each = [
        sum(weights.get(item, 0) for item, _ in option)
        for number, option in enumerate(case.options)
        if case.choosable(number)
    ]
    if answer.modulus:
        holds(all(weight % answer.modulus == 0 for weight in each), f"weights {each}")
        holds(total % answer.modulus, f"the total {total} is 0 modulo {answer.modulus}")
    else:
        holds(all(weight <= 0 for weight in each) and total > 0, f"weights {each}, total {total}")


def ambiguity(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    case, names = truth.case, Names(truth.case)
    answer = problem.ambiguity()
    if isinstance(answer, xc.Impossible):
        return same(len(truth), 0, "ambiguity() finds it impossible")
    if answer.solutions.complete:
        same(answer.solutions, len(truth), "ambiguity().solutions")
    holds(answer.solutions <= len(truth), "ambiguity().solutions, a lower bound")
    shared, opened, never = (
        names.numbers(each) for each in (answer.shared, answer.open, answer.never)
    )
    for option in range(len(case.options)):
        number = truth.occurrences(option)
        kinds = [option in kind for kind in (shared, opened, never)]
        truly = [number == len(truth), 0 < number < len(truth), number == 0]
        if any(kinds):
            same(kinds, truly, f"ambiguity() of option {option}, in {number} of {len(truth)}")
        else:
            holds(number == 0 or case.names[option] in answer.undecided, f"{option} is forgotten")
    holds(not answer.undecided, "something is undecided without a limit on the time")
    fewest = fewest_that_tell(truth.bags)
    if answer.choice is None:
        # Beyond the solutions that are listed, not every choice is found where options repeat.
        holds(fewest is None or not answer.solutions.complete or case.repeat, "no choice")
        return None
    choice = names.numbers(answer.choice)
    having = truth.having(*choice)
    same(len(having), 1, f"solutions with the choice {choice}")
    same(having, names.bags([answer.leads_to]), "leads_to")
    if answer.smallest:
        same(len(choice), fewest, "the smallest choice")
    for option in choice:
        holds(len(truth.having(*choice - {option})) > 1, f"{option} of the choice is not needed")
    return None


def fewest(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    rows = [Names(truth.case).of(bag) for bag in truth.bags]
    answer = xc.defining_set(rows)
    expected = fewest_that_tell(truth.bags) if rows else None
    if answer is None:
        return same(expected, None, "defining_set() finds none")
    chosen = Names(truth.case).numbers(answer.members)
    places = [k for k, bag in enumerate(truth.bags) if chosen <= set(bag)]
    same(places, [answer.place], "defining_set().place")
    return same(len(chosen), expected, "defining_set()") if answer.smallest else None


def traces(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    names = Names(truth.case)
    told = problem.trace()
    if told.outcome == "impossible":
        same(len(truth), 0, "trace() finds it impossible")
    taken: Counter[int] = Counter()
    for step in told.steps:
        (number,) = names.numbers([step.option])
        if step.action in ("take", "given"):
            taken[number] += 1
            holds(all(bag.count(number) >= taken[number] for bag in truth.bags), f"take {number}")
        gone = names.numbers(step.removed) | ({number} if step.action == "remove" else set())
        for option in gone:
            holds(all(bag.count(option) <= taken[option] for bag in truth.bags), f"{option} goes")
    if told.outcome == "solved":
        same(truth.bags, [tuple(sorted(taken.elements()))], "trace() solves it")
    str(told)
    depth = problem.difficulty()
    holds(depth is None or len(truth) < 2, f"difficulty {depth} of {len(truth)} solutions")
    same(told.outcome in ("impossible", "solved"), depth == 0, "difficulty 0")


def estimates(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    answer = problem.estimate(40, seed=draw.randint(0, 9), reduce=draw.random() < 0.5)
    for figure in (answer.nodes, answer.solutions, answer.seconds):
        holds(0 <= figure.low <= figure.value <= figure.high, f"an estimate: {figure}")
    if not truth.bags:
        same(answer.solutions.value, 0.0, "solutions estimated where there is none")
    if answer.probes == 0:
        same(len(truth), 0, "no descent, since it is impossible")
    str(answer)


# -- rules -----------------------------------------------------------------------------------------


def rules(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    case, names = truth.case, Names(truth.case)
    forbidden = [some_options(case, draw, 2) for _ in range(2)]
    longest, modulus = draw.choice([1, 3, 100]), draw.choice([1, 2, 3])

    def allowed(bag: Bag) -> bool:
        """Once refused, refused for all that contains it."""
        return len(bag) <= longest and not any(pair and set(pair) <= set(bag) for pair in forbidden)

    def accepted(bag: Bag) -> bool:
        return sum(bag) % modulus == 0

    def rule(judge: Callable[[Bag], bool]) -> Callable[[Any], Any]:
        if draw.random() < 0.5:
            return lambda solution: judge(names.bag(solution))

        def many(table: Any) -> Any:
            rows = [tuple(option for option in row if option >= 0) for row in table.tolist()]
            return np.array([judge(row) for row in rows], bool)

        return xc.by_chunk(many)

    partial = rule(allowed) if draw.random() < 0.8 else None
    complete = rule(accepted) if draw.random() < 0.6 else None
    wanted = [
        bag
        for bag in truth.bags
        if (partial is None or allowed(bag)) and (complete is None or accepted(bag))
    ]
    how = a_search(case, draw)
    ruled = problem.where(complete=complete, partial=partial)
    iterator = ruled.solutions(**how)
    if draw.random() < 0.5:
        found = listed(iterator.chunks(draw.randint(1, 5)))
    else:
        found = names.bags(iterator)
    same(sorted(found), sorted(wanted), f"solutions with rules, {how}")
    with slices_of(draw):
        again = names.bags(ruled.solutions(**how))
    same(again, found, f"the order of a second run with rules, {how}")
    counted = ruled.count(**how)
    same((counted, counted.complete), (len(wanted), True), f"count with rules, {how}")
    check_unique(ruled.is_unique(**how), wanted, case)
    first = ruled.first(**how)
    same(names.bag(first) if first else None, found[0] if found else None, "first with rules")
    nodes = draw.randint(0, 6)
    stopped = ruled.count(nodes=nodes, **how)
    holds(stopped <= len(wanted) and stopped.nodes <= nodes, f"{stopped!r} after {nodes} nodes")
    holds(not stopped.complete or stopped == len(wanted), "it says that it is complete")


# -- divided searches ------------------------------------------------------------------------------


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
    same(costs, truth.costs()[: asked["best"]], "costs of gather().best")
    same(costs, [case.cost(bag) for bag in best], "gather().best and its costs")
    same(names.bags(answer.listed), sorted(truth.bags)[: asked["listed"]], "gather().listed")


def gathered(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    asked, how = a_gathering(truth.case, draw), a_search(truth.case, draw)
    if how.get("engine") == "reference":
        del how["engine"]  # which asks for processes
    executor: Executor | None = draw.choice([None, Failing(draw), ThreadPoolExecutor(2)])
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


class Failing(Executor):
    """Works in the same thread, and fails, but not so often that a task is given up."""

    def __init__(self, draw: random.Random):
        self._draw = draw
        self._left = 2

    def submit(self, call: Callable[..., Any], /, *arguments: Any, **named: Any) -> Any:
        from concurrent.futures import Future

        future: Future[Any] = Future()
        if self._left and self._draw.random() < 0.2:
            self._left -= 1
            future.set_exception(OSError("the worker is gone"))
        else:
            future.set_result(call(*arguments, **named))
        return future


def journaled(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    """Sessions that are ended by budgets and by faults, until one comes to the end."""
    asked = a_gathering(truth.case, draw)
    reduce = draw.random() < 0.7
    known = 0
    with folder() as where:
        for session in itertools.count():
            nodes = draw.choice([1, 2, 5, None]) if session < 60 else None
            how = {"engine": draw.choice(["auto", "bitset", "cells"]),
                   "order": draw.choice(["mrv", "fixed"])}  # fmt: skip
            try:
                with Faults(draw if session < 60 else None):
                    answer = problem_of(truth.case).gather(
                        workers=draw.choice([1, 2]), journal=where / "journal", nodes=nodes,
                        reduce=reduce, **asked, **how,
                    )  # fmt: skip
            except (Fault, xc.JournalFault):
                continue
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
        self._write, self._keep = journals.Journal._write, journals.Journal._keep
        faults = self

        def write(journal: Any, *arguments: Any) -> Any:
            faults._go_wrong()
            answer = faults._write(journal, *arguments)
            faults._go_wrong()
            return answer

        def keep(journal: Any, *arguments: Any) -> Any:
            faults._go_wrong()
            return faults._keep(journal, *arguments)

        journals.Journal._write = write  # type: ignore[method-assign]
        journals.Journal._keep = keep  # type: ignore[method-assign]

    def _go_wrong(self) -> None:
        if self._left == 0:
            if self._kill:
                os._exit(9)
            raise Fault
        self._left -= 1

    def __exit__(self, *exception: object) -> None:
        journals.Journal._write = self._write  # type: ignore[method-assign]
        journals.Journal._keep = self._keep  # type: ignore[method-assign]


def killed(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    """Processes that die in the middle of a transaction, until one comes to the end."""
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
                            workers=1, executor=Failing(random.Random(0)),
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


class Counting:
    """Work to divide: a solution is chosen from the list of all, bit by bit of its place."""

    name, statement = "places", "all"

    def __init__(self, number: int):
        self.number = number
        self.bits = max(1, number.bit_length())

    def below(self, prefix: tuple[int, ...], listed: bool) -> CountingBelow:
        return CountingBelow(self, prefix, listed)


class CountingBelow:
    """The places that begin with some bits."""

    def __init__(self, work: Counting, prefix: tuple[int, ...], listed: bool):
        self._work, self._listed = work, listed
        self._open = [prefix]
        self.nodes = 0

    @property
    def done(self) -> bool:
        return not self._open

    def run(self, nodes: int, stop: Callable[[], bool]) -> xc.Found:
        found = []
        while self._open and nodes > 0:
            prefix = self._open.pop()
            self.nodes, nodes = self.nodes + 1, nodes - 1
            if len(prefix) < self._work.bits:
                self._open += [(*prefix, 0), (*prefix, 1)]
            else:
                found.append(int("".join(map(str, prefix)), 2))
        found = [place for place in found if place < self._work.number]
        rows = [(place,) for place in found] if self._listed else []
        return xc.Found(len(found), {7: sum(found)} if found else {}, rows)

    def open_prefixes(self) -> list[xc.OpenPrefix]:
        return [xc.OpenPrefix(prefix, 1 / len(self._open)) for prefix in self._open[::-1]]


def divided(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    number = len(truth)
    with folder() as where:
        while True:
            answer = xc.divide(
                Counting(number), listed=None, workers=draw.choice([1, 2]),
                journal=where / "journal", nodes=draw.choice([1, 5, None]),
            )  # fmt: skip
            if answer.count.complete:
                break
    same(answer.count, number, "divide()")
    same(answer.rows, tuple((place,) for place in range(number)), "divide().rows")
    same(answer.numbers, {7: sum(range(number))} if number else {}, "divide().numbers")


def interrupted(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    """Ctrl-C while a search runs: what was found by then, and a journal that goes on."""
    case, names = truth.case, Names(truth.case)
    every = {
        ("common.slices", name): 0.0 for name in ("_REPORT_EVERY", "_LONG_SLICE", "_SHORT_SLICE")
    }
    how = {**a_search(case, draw), "progress": CtrlC(draw)}
    with with_thresholds(every):
        try:
            answer = problem.count(**how)
            same((answer, answer.complete), (len(truth), True), f"a count to its end, {how}")
        except xc.Interrupted as interruption:
            partial = interruption.partial
            holds(not partial.complete and partial <= len(truth), f"interrupted: {partial!r}")
            holds(partial.impossible is None, "interrupted, and said to be impossible")
        how["progress"] = CtrlC(draw)
        iterator, found = problem.solutions(**how), []
        try:
            for solution in iterator:
                found.append(names.bag(solution))
            all_of(found, truth, "a list to its end")
        except KeyboardInterrupt:
            some_of(found, truth, "an interrupted list")
            same((iterator.stopped, iterator.complete), ("interrupt", False), "the list says")
            same(list(iterator), [], "what comes after Ctrl-C")
        interrupted_optimum(problem, truth, CtrlC(draw))
        interrupted_journal(truth, draw)


class CtrlC:
    """Called with progress, it raises KeyboardInterrupt once."""

    def __init__(self, draw: random.Random):
        self._left = draw.choice([0, 1, 2, 5, 20])

    def __call__(self, progress: xc.Progress) -> None:
        check_progress(progress)
        self._left -= 1
        if self._left == -1:
            raise KeyboardInterrupt

    def __repr__(self) -> str:
        return "Ctrl-C"


def interrupted_optimum(problem: xc.Problem, truth: Truth, progress: CtrlC) -> None:
    costs, names = truth.costs(), Names(truth.case)
    try:
        answer = problem.minimize(progress=progress)
        if answer or costs:
            holds(isinstance(answer, xc.Optimum), f"minimize(): {answer}")
    except xc.Interrupted as interruption:
        answer = interruption.partial
        # It may have come when the last node had been visited.
        holds(answer.stopped in ("interrupt", None), f"minimize() stopped by {answer.stopped}")
    if isinstance(answer, xc.Optimum):
        some_of(names.bags(answer.solutions), truth, "the best so far")
        holds(not costs or Fraction(answer.bound) <= costs[0], f"the bound {answer.bound}")
        holds(not answer.complete or not costs or Fraction(answer.cost) == costs[0], "the best")


def interrupted_journal(truth: Truth, draw: random.Random) -> None:
    if draw.random() < 0.8:
        return
    asked = a_gathering(truth.case, draw)
    with folder() as where:
        for _ in range(40):
            try:
                answer = problem_of(truth.case).gather(
                    workers=1, journal=where / "journal", progress=CtrlC(draw), **asked
                )
            except xc.Interrupted as interruption:
                known = interruption.partial.count
                holds(known <= len(truth) and not known.complete, f"interrupted: {known!r}")
                continue
            break
        else:
            answer = problem_of(truth.case).gather(journal=where / "journal", **asked)
        check_gathered(answer, asked, truth)


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


Question = Callable[[xc.Problem, Truth, random.Random], None]

#: Each question, and in which share of the problems it is asked.
QUESTIONS: dict[Question, float] = {
    count: 0.9, count_by_method: 0.4, solution_by_solution: 0.5, chunks: 0.35, unique: 0.35,
    limits: 0.3, budgets: 0.3, slices: 0.3, givens: 0.35, reduced: 0.4, batch: 0.3, looks: 0.1,
    files: 0.08, zdd: 0.25, cheapest: 0.4, symmetry: 0.15, explain: 0.25, ambiguity: 0.25,
    fewest: 0.1, traces: 0.25, estimates: 0.1, rules: 0.3, gathered: 0.04, journaled: 0.02,
    killed: 0.001, divided: 0.003, interrupted: 0.04, in_processes: 0.0003,
}  # fmt: skip
