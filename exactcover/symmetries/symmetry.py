"""Solutions up to symmetry: counted, listed one of each orbit, each with its own symmetry.

A *symmetry* of a problem is a permutation of its items that maps every option to an option, so that
it maps solutions to solutions; a group of such moves each solution through its *orbit*. The *own*
symmetry of a solution is the number of elements that leave it as it is; the orbit has as many
solutions as the group has elements, divided by that.

There are three ways to count orbits, and :attr:`OrbitCount.method` tells which one it was:

* ``representatives``: where an item stays where it is under all symmetries and must be covered
  once, such as a piece, its options fall into orbits. Every orbit of solutions has a solution with
  the first option of one of these, so only those are searched, and of what is found only what is
  the least under the symmetries that leave that option as it is. The search becomes about as many
  times smaller as the group is large ("the hexagon in one place of each orbit of its places").
* ``filter``: all solutions are found, and those counted that are the least of their orbit (R. C.
  Read, "Every one a winner", Annals of Discrete Math. 2, 1978, calls it orderly).
* ``fixed points``: by the lemma that is not Burnside's, the mean number of solutions that an
  element of the group leaves as they are; each such number is a count of its own, of the problem
  whose options are the orbits of options. Nothing is listed, so that it serves for numbers beyond
  listing; it does not tell own symmetries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ..common.arguments import pairs_of
from ..common.budget import Budget, check_number, seconds_left
from ..errors import GroupTooLarge, MethodConflict, NotASymmetry, UnknownMethod
from ..search.questions import Questions, count_statement
from ..statement.model import Coloured, Statement
from ..statement.results import Interrupted, Solution, so_far
from ..text import counted, grouped
from .permutations import TooManyError, closure, orbits, stabiliser

__all__ = ["Motion", "OrbitCount", "OrbitSolution", "Symmetry", "symmetry"]

#: A permutation of items: a mapping or a function; items that a mapping does not name stay. With
#: colours: Coloured -> Coloured for those whose colour changes; else a colour stays as it is.
Motion = Mapping[Any, Any] | Callable[[Any], Any]

#: Bytes of the table of a group's elements at most.
_MOST_BYTES = 400_000_000
#: Solutions at a time.
_ROWS = 16_384

#: Arguments that searches take.
_OF_A_SEARCH = {"engine", "order", "reduce", "nodes", "seconds", "progress"}

METHODS = ("auto", "representatives", "filter", "fixed points")


class OrbitSolution(NamedTuple):
    """A solution that stands for its orbit.

    ``own``: how many symmetries leave it as it is; ``size``: how many solutions the orbit has.
    """

    solution: Solution
    own: int
    size: int

    def __str__(self) -> str:
        return f"{self.solution}, one of {counted(self.size, 'solution')} up to symmetry"


@dataclass(frozen=True)
class OrbitCount:
    """The number of solutions up to symmetry (``free``), and as they stand (``fixed``).

    ``own``: for each number of symmetries that leave a solution as it is, how many orbits have it;
    empty if that is not known. ``method`` tells the way. ``stopped`` names what ended the count
    early; then all numbers are lower bounds.
    """

    free: int
    fixed: int
    own: dict[int, int] = field(default_factory=dict)
    method: str = ""
    nodes: int = 0
    stopped: str | None = None

    @property
    def complete(self) -> bool:
        """Whether every solution was counted."""
        return self.stopped is None

    def __int__(self) -> int:
        return self.free

    def __str__(self) -> str:
        least = "" if self.complete else "at least "
        free, fixed = grouped(self.free), grouped(self.fixed)
        return f"{least}{free} up to symmetry, {least}{fixed} as they stand"


class Symmetry:
    """A group of symmetries of a problem. Made by :meth:`Problem.symmetry`.

    ``order``: how many elements it has, told apart by what they do to the options.
    """

    def __init__(
        self, statement: Statement, items: list[Any], options: list[Any], most: int, problem: Any
    ):
        self.problem = problem
        self._statement = statement
        self._model = statement.model
        self._items = items
        self._options = options
        n = self._model.compiled.n_options
        most = max(1, min(most, _MOST_BYTES // max(1, 4 * n)))
        try:
            self._group = closure(options, n, most)
        except TooManyError:
            raise GroupTooLarge(most) from None
        self.order = len(self._group)

    @property
    def generators(self) -> tuple[dict[Hashable, Hashable], ...]:
        """The generators: for each the items that move, and where to."""
        names = self._model.item_names
        return tuple(
            {names[x]: names[y] for x, y in enumerate(goes.tolist()) if x != y}
            for goes in self._items
        )

    def option_orbits(self) -> tuple[tuple[Hashable, ...], ...]:
        """The options, those together that symmetries map to each other."""
        names = self._model.option_names
        by_least: dict[int, list[Hashable]] = {}
        for option, least in enumerate(orbits(self._options, len(names)).tolist()):
            by_least.setdefault(least, []).append(names[option])
        return tuple(tuple(orbit) for orbit in by_least.values())

    def orbit(self, solution: Solution) -> tuple[Solution, ...]:
        """The solutions that symmetries make of one, itself among them; each once, in order.

        Raises :class:`UnknownOption` for a solution of another problem.
        """
        images = np.sort(self._group[:, self._numbers_of(solution)], axis=1)
        rows = sorted({tuple(row) for row in images.tolist()})
        return tuple(Solution(self._model, row) for row in rows)

    def own(self, solution: Solution) -> int:
        """How many symmetries leave a solution as it is. Raises :class:`UnknownOption`."""
        row = np.array([self._numbers_of(solution)], np.int32)
        return int(_least_of_orbit(row, self._group)[1][0])

    # -- counting and listing ----------------------------------------------------------------

    def count(self, method: str = "auto", **search: Any) -> OrbitCount:
        """The number of solutions up to symmetry.

        ``method``: one of the three ways; "auto" takes representatives where an item allows it,
        and else filters. ``search`` as for :meth:`Problem.count`: ``engine``, ``order``,
        ``reduce``, ``nodes``, ``seconds``, ``progress``. Ctrl-C raises :class:`Interrupted` with
        the :class:`OrbitCount` so far. Raises :class:`UnknownMethod`, and :class:`MethodConflict`
        where a way is not open.
        """
        if method not in METHODS:
            raise UnknownMethod(method, METHODS)
        purse = _Purse(search)
        if method == "fixed points":
            return self._count_fixed_points(purse)
        parts, how = self._parts(method)
        own: Counter[int] = Counter()
        stopped = None
        try:
            for part in parts:
                solutions = Questions(part.statement).solutions(**purse.left())
                try:
                    for table in solutions.chunks(_ROWS):
                        first, keeps = _least_of_orbit(table, part.group)
                        own.update(keeps[first].tolist())
                finally:
                    purse.nodes += solutions.nodes
                if solutions.stopped is not None:
                    stopped = solutions.stopped
                    break
        except KeyboardInterrupt:
            stopped = "interrupt"
        # Of one table, so that they fit whenever Ctrl-C comes.
        free = own.total()
        fixed = sum(number * (self.order // keeps) for keeps, number in own.items())
        by_own = dict(sorted(own.items()))
        answer = OrbitCount(free, fixed, by_own, how, purse.nodes, stopped)
        if stopped == "interrupt":
            raise Interrupted(answer)
        return answer

    def solutions(self, method: str = "auto", **search: Any) -> OrbitSolutions:
        """One solution of each orbit, as they are found, each with its own symmetry.

        The iterator's ``stopped`` tells afterwards what ended it early, or is None.
        """
        if method not in METHODS[:3]:
            raise UnknownMethod(method, METHODS[:3])
        return OrbitSolutions(self, self._parts(method)[0], _Purse(search))

    def _numbers_of(self, solution: Solution) -> list[int]:
        if solution._model is self._model:
            return list(solution._numbers)
        return sorted(self._model.numbers_of(solution.options))

    def __repr__(self) -> str:
        return f"<{counted(self.order, 'symmetry', 'symmetries')} of {self.problem!r}>"

    def _parts(self, method: str) -> tuple[list[_Part], str]:
        """What is searched, and the way in words."""
        item = None if method == "filter" else self._marker()
        if item is None:
            if method == "representatives":
                what = "no item that must be covered once stays where it is under all symmetries"
                raise MethodConflict("method='representatives'", what)
            return [_Part(self._statement, self._group)], "filter"
        least = orbits(self._options, self._model.compiled.n_options)
        live = self._statement.live()
        named = [o for o in self._options_of(item) if live[o]]
        firsts = sorted({int(least[option]) for option in named})
        parts = [
            _Part(self._statement.with_given([option]), stabiliser(self._group, option))
            for option in firsts
        ]
        name = self._model.item_names[item]
        return parts, f"representatives of {name!r}: {len(parts)} of {len(named)} options"

    def _options_of(self, item: int) -> list[int]:
        compiled = self._model.compiled
        return [
            option
            for option in range(compiled.n_options)
            if any(each == item for each, _ in compiled.option(option))
        ]

    def _marker(self) -> int | None:
        """The item whose options are cut down most by taking one of each orbit; None if none is."""
        compiled = self._model.compiled
        n = compiled.n_options
        least = orbits(self._options, n)
        moved = np.zeros(compiled.n_items, np.bool_)
        for goes in self._items:
            moved |= goes != np.arange(compiled.n_items)
        live = self._statement.live()
        options_of: list[list[int]] = [[] for _ in range(compiled.n_primary)]
        for option in range(n):
            if live[option]:
                for item, _ in compiled.option(option):
                    if item < compiled.n_primary:
                        options_of[item].append(option)
        best, best_rank = None, (1.0, 0)
        for item, options in enumerate(options_of):
            once = not compiled.multiple or (compiled.low[item], compiled.high[item]) == (1, 1)
            if moved[item] or not once or not options:
                continue
            firsts = len({int(least[option]) for option in options})
            rank = (firsts / len(options), firsts)
            if rank < best_rank:
                best, best_rank = item, rank
        return best

    def _count_fixed_points(self, purse: _Purse) -> OrbitCount:
        from .fixed_points import fixed_by

        if self._model.compiled.multiple:
            what = "multiplicities: an orbit of options may cover an item several times"
            raise MethodConflict("method='fixed points'", what)
        total = fixed = 0
        stopped: str | None = None
        try:
            for element, number in _conjugacy_classes(self._group, self._options):
                count = count_statement(fixed_by(self._statement, element), **purse.left())
                purse.nodes += count.nodes
                total += number * int(count)
                if np.array_equal(element, self._group[0]):
                    fixed = int(count)
                if count.stopped is not None:
                    stopped = count.stopped
                    break
        except Interrupted as interruption:
            total += int(interruption.partial)
            stopped = "interrupt"
        except KeyboardInterrupt:
            stopped = "interrupt"
        answer = OrbitCount(
            -(-total // self.order), fixed, {}, "fixed points", purse.nodes, stopped
        )
        if stopped == "interrupt":
            raise Interrupted(answer)
        return answer


class OrbitSolutions(Iterator[OrbitSolution]):
    """One solution of each orbit, as they are found. Made by :meth:`Symmetry.solutions`."""

    def __init__(self, group: Symmetry, parts: list[_Part], purse: _Purse):
        #: What ended it early: "nodes", "seconds", "interrupt" or "error"; or None.
        self.stopped: str | None = None
        #: Solutions given out so far; whether the last one was.
        self.found = 0
        self._over = False
        self._purse = purse
        self._iterator = self._all(group, parts)

    @property
    def nodes(self) -> int:
        """Nodes of the searches visited so far."""
        return self._purse.nodes

    def __str__(self) -> str:
        text = so_far(self.found, self._over and self.stopped is None, self.stopped)
        return f"{text}, up to symmetry"

    def __next__(self) -> OrbitSolution:
        try:
            found = next(self._iterator)
            self.found += 1
            return found
        except StopIteration:
            self._over = True
            raise
        except BaseException as error:
            self.stopped = "interrupt" if isinstance(error, KeyboardInterrupt) else "error"
            raise

    def _all(self, group: Symmetry, parts: list[_Part]) -> Iterator[OrbitSolution]:
        for part in parts:
            solutions = Questions(part.statement).solutions(**self._purse.left())
            for table in solutions.chunks(_ROWS):
                first, keeps = _least_of_orbit(table, part.group)
                for row, own in zip(table[first].tolist(), keeps[first].tolist(), strict=True):
                    numbers = tuple(number for number in row if number >= 0)
                    solution = Solution(group._model, numbers)
                    yield OrbitSolution(solution, own, group.order // own)
            self._purse.nodes += solutions.nodes
            if solutions.stopped is not None:
                self.stopped = solutions.stopped
                return


class _Purse:
    """The budgets of several searches together."""

    def __init__(self, search: dict[str, Any]):
        unknown = sorted(set(search) - _OF_A_SEARCH)
        if unknown:
            raise TypeError(f"unexpected argument {unknown[0]}=")
        self._search = search
        budget = Budget(None, search.get("nodes"), search.get("seconds"))
        self._until = budget.until()
        #: Nodes spent.
        self.nodes = 0

    def left(self) -> dict[str, Any]:
        """The arguments of the next search."""
        left = dict(self._search)
        if left.get("nodes") is not None:
            left["nodes"] = max(0, left["nodes"] - self.nodes)
        if self._until is not None:
            left["seconds"] = seconds_left(self._until)
        return left


@dataclass(frozen=True)
class _Part:
    """A statement to search, and the group under which the least of its solutions count."""

    statement: Statement
    group: Any


def _least_of_orbit(table: Any, group: Any) -> tuple[Any, Any]:
    """For each solution (a row of option numbers, ascending, filled up with -1) whether it is the
    least of its images, and how many elements leave it as it is."""
    rows = table.astype(np.int32)
    first = np.ones(len(rows), np.bool_)
    keeps = np.ones(len(rows), np.int64)
    if not rows.shape[1]:
        keeps[:] = len(group)
        return first, keeps
    filler = rows < 0
    last = group.shape[1]
    mine = np.where(filler, last, rows)
    for element in group[1:]:
        image = np.where(filler, last, element[rows])
        image.sort(axis=1)
        differs = image != mine
        where = differs.argmax(axis=1)
        rank = np.arange(len(rows))
        same = ~differs.any(axis=1)
        keeps += same
        first &= same | (image[rank, where] > mine[rank, where])
    return first, keeps


def _conjugacy_classes(group: Any, generators: Iterable[Any]) -> Iterator[tuple[Any, int]]:
    """An element of each class of conjugate ones, which fix as many solutions, and how many.

    A class is what conjugating by the generators, again and again, makes of one of its elements.
    """
    pairs = [(g, np.argsort(g).astype(np.int32)) for g in generators]
    seen: set[bytes] = set()
    for element in group:
        if element.tobytes() in seen:
            continue
        members = [element]
        seen.add(element.tobytes())
        for member in members:
            for g, inverse in pairs:
                other = g[member[inverse]].astype(element.dtype)
                if other.tobytes() not in seen:
                    seen.add(other.tobytes())
                    members.append(other)
        yield element, len(members)


def symmetry(
    statement: Statement, generators: Iterable[Motion], detect: bool, most: int, problem: Any
) -> Symmetry:
    """The group that some permutations generate, or all symmetries (:meth:`Problem.symmetry`)."""
    stated = list(generators)
    check_number("most", most, 1)
    if not isinstance(detect, bool):
        raise TypeError(f"symmetry(): detect={detect!r}: expected True or False")
    if detect == bool(stated):
        expected = "generators, or detect=True" if not stated else "no generators with detect=True"
        raise TypeError(f"symmetry(): expected {expected}")
    if detect:
        from .detection import detected

        return Symmetry(statement, *detected(statement), int(most), problem)
    pairs = [_read(statement, number, motion) for number, motion in enumerate(stated)]
    items, options = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    return Symmetry(statement, items, options, int(most), problem)


def _read(statement: Statement, number: int, motion: Motion) -> tuple[Any, Any]:
    """A permutation of items as arrays: of items, and of options. Raises NotASymmetry."""
    model = statement.model
    compiled = model.compiled
    mapping: Callable[[Any], Any]
    recoloured: dict[Any, Any] = {}
    pairs = pairs_of(motion)
    if pairs is not None:
        goes_to: dict[Any, Any] = {}
        for name, to in pairs:
            if name in goes_to:
                raise NotASymmetry(number, f"{name!r} is named twice")
            goes_to[name] = to
        recoloured = {name: to for name, to in goes_to.items() if isinstance(name, Coloured)}
        for name in goes_to:
            item = name.item if isinstance(name, Coloured) else name
            known = model.number_of_item.get(item)
            if known is None:
                raise NotASymmetry(number, f"{name!r} is no item of the problem")
            if isinstance(name, Coloured) and known < compiled.n_primary:
                raise NotASymmetry(number, f"{name!r}: a primary item has no colours")
        mapping = lambda name: goes_to.get(name, name)  # noqa: E731
    elif callable(motion):
        mapping = motion
    else:
        raise TypeError(f"symmetry(): {motion!r} is no mapping and no function of items")
    goes = np.zeros(compiled.n_items, np.int32)
    for item, name in enumerate(model.item_names):
        where = f"{name!r} goes to {mapping(name)!r}, which"
        image = model.number_of_item.get(mapping(name))
        if image is None:
            raise NotASymmetry(number, f"{where} is no item")
        if (item < compiled.n_primary) != (image < compiled.n_primary):
            raise NotASymmetry(number, f"{where} is of another kind")
        if item < compiled.n_primary and compiled.multiple:
            bounds = compiled.low[item], compiled.high[item]
            if bounds != (compiled.low[image], compiled.high[image]):
                raise NotASymmetry(number, f"{where} has another multiplicity")
        goes[item] = image
    missed = set(range(compiled.n_items)) - set(goes.tolist())
    if missed:
        raise NotASymmetry(number, f"no item goes to {model.item_names[min(missed)]!r}")
    return goes, _of_options(statement, number, recoloured, goes)


def _of_options(statement: Statement, number: int, recoloured: dict[Any, Any], goes: Any) -> Any:
    """Where each option goes."""
    model = statement.model
    compiled = model.compiled
    colours: dict[tuple[int, int], int] = {}

    def entry(item: int, colour: int) -> tuple[int, int]:
        """Where an item in a colour goes."""
        if not colour:
            return int(goes[item]), 0
        known = colours.get((item, colour))
        if known is None:
            stated = Coloured(model.item_names[item], model.colour_names[colour])
            image = recoloured.get(stated)
            known = colour
            if image is not None:
                image = image if isinstance(image, Coloured) else Coloured(stated.item, image)
                known = model._number_of_colour.get(image.colour, -1)
                if model.number_of_item.get(image.item) != goes[item] or known < 0:
                    raise NotASymmetry(number, f"{stated!r} goes to {image!r}, which no option has")
            colours[item, colour] = known
        return int(goes[item]), known

    # Options that name the same are taken in their order, those given and forbidden apart.
    given, forbidden = set(statement.given), set(statement.forbidden)
    alike: dict[Any, list[int]] = {}
    rank = []

    def kind(option: int) -> tuple[bool, bool]:
        return option in given, option in forbidden

    for option in range(compiled.n_options):
        same = alike.setdefault((frozenset(compiled.option(option)), *kind(option)), [])
        rank.append(len(same))
        same.append(option)
    every = {named for named, *_ in alike}
    moved = np.zeros(compiled.n_options, np.int32)
    for option in range(compiled.n_options):
        named = frozenset(entry(*each) for each in compiled.option(option))
        image = alike.get((named, *kind(option)), [])
        name = model.option_names[option]
        if rank[option] < len(image):
            moved[option] = image[rank[option]]
            continue
        items = ", ".join(repr(model.item_names[goes[item]]) for item, _ in compiled.option(option))
        how = [
            word for word, is_so in zip(("given", "forbidden"), kind(option), strict=True) if is_so
        ]
        if named in every and (how or rank[option] == 0):
            what = f"is {' and '.join(how) or 'neither given nor forbidden'}"
            raise NotASymmetry(
                number, f"option {name!r} {what}, and goes to one of {items}, which is not"
            )
        raise NotASymmetry(number, f"option {name!r} goes to one of {items}, and there is none")
    return moved
