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
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..errors import GroupTooLarge, MethodConflict, NotASymmetry, UnknownMethod
from ..model import Coloured
from ..results import Interrupted, Solution
from .permutations import TooManyError, closure, orbits, stabiliser

if TYPE_CHECKING:
    from ..problem import Problem

__all__ = ["Motion", "OrbitCount", "OrbitSolution", "Symmetry", "symmetry"]

#: A permutation of items: a mapping or a function; items that a mapping does not name stay. With
#: colours: Coloured -> Coloured for those whose colour changes; else a colour stays as it is.
Motion = Mapping[Any, Any] | Callable[[Any], Any]

#: Elements of a group at most, and bytes of the table of them.
_MOST_ELEMENTS, _MOST_BYTES = 20_000, 400_000_000
#: Solutions at a time.
_ROWS = 16_384

METHODS = ("auto", "representatives", "filter", "fixed points")


class OrbitSolution(NamedTuple):
    """A solution that stands for its orbit.

    ``own``: how many symmetries leave it as it is; ``size``: how many solutions the orbit has.
    """

    solution: Solution
    own: int
    size: int


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

    def __str__(self) -> str:
        least = "" if self.complete else "at least "
        return f"{least}{self.free:,} up to symmetry, {least}{self.fixed:,} as they stand"


class Symmetry:
    """A group of symmetries of a problem. Made by :meth:`Problem.symmetry`.

    ``order``: how many elements it has, told apart by what they do to the options.
    """

    def __init__(self, problem: Problem, items: list[Any], options: list[Any]):
        self.problem = problem
        self._items = items
        self._options = options
        n = len(problem.options)
        most = max(1, min(_MOST_ELEMENTS, _MOST_BYTES // max(1, 4 * n)))
        try:
            self._group = closure(options, n, most)
        except TooManyError:
            raise GroupTooLarge(most) from None
        self.order = len(self._group)

    @property
    def generators(self) -> tuple[dict[Hashable, Hashable], ...]:
        """The generators: for each the items that move, and where to."""
        names = self.problem._model.item_names
        return tuple(
            {names[x]: names[y] for x, y in enumerate(goes.tolist()) if x != y}
            for goes in self._items
        )

    def option_orbits(self) -> tuple[tuple[Hashable, ...], ...]:
        """The options, those together that symmetries map to each other."""
        names = self.problem._model.option_names
        by_least: dict[int, list[Hashable]] = {}
        for option, least in enumerate(orbits(self._options, len(names)).tolist()):
            by_least.setdefault(least, []).append(names[option])
        return tuple(tuple(orbit) for orbit in by_least.values())

    def orbit(self, solution: Solution) -> tuple[Solution, ...]:
        """The solutions that symmetries make of one, itself among them; each once, in order."""
        images = np.sort(self._group[:, list(solution._numbers)], axis=1)
        rows = sorted({tuple(row) for row in images.tolist()})
        return tuple(Solution(self.problem._model, row) for row in rows)

    def own(self, solution: Solution) -> int:
        """How many symmetries leave a solution as it is."""
        row = np.array([solution._numbers], np.int32)
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
        if method == "fixed points":
            return self._count_fixed_points(search)
        parts, how = self._parts(method)
        nodes = 0
        own: Counter[int] = Counter()
        stopped = None
        try:
            for part in parts:
                budget = dict(search)
                if budget.get("nodes") is not None:
                    budget["nodes"] = max(0, budget["nodes"] - nodes)
                solutions = part.problem.solutions(**budget)
                try:
                    for table in solutions.chunks(_ROWS):
                        first, keeps = _least_of_orbit(table, part.group)
                        own.update(keeps[first].tolist())
                finally:
                    nodes += solutions.nodes
                if solutions.stopped is not None:
                    stopped = solutions.stopped
                    break
        except KeyboardInterrupt:
            stopped = "interrupt"
        # Of one table, so that they fit whenever Ctrl-C comes.
        free = own.total()
        fixed = sum(number * (self.order // keeps) for keeps, number in own.items())
        answer = OrbitCount(free, fixed, dict(sorted(own.items())), how, nodes, stopped)
        if stopped == "interrupt":
            raise Interrupted(answer)
        return answer

    def solutions(self, method: str = "auto", **search: Any) -> Iterator[OrbitSolution]:
        """One solution of each orbit, as they are found, each with its own symmetry."""
        if method not in METHODS[:3]:
            raise UnknownMethod(method, METHODS[:3])
        for part in self._parts(method)[0]:
            for table in part.problem.solutions(**search).chunks(_ROWS):
                first, keeps = _least_of_orbit(table, part.group)
                for row, own in zip(table[first].tolist(), keeps[first].tolist(), strict=True):
                    numbers = tuple(number for number in row if number >= 0)
                    solution = Solution(self.problem._model, numbers)
                    yield OrbitSolution(solution, own, self.order // own)

    def _parts(self, method: str) -> tuple[list[_Part], str]:
        """What is searched, and the way in words."""
        item = None if method == "filter" else self._marker()
        if item is None:
            if method == "representatives":
                what = "no item that must be covered once stays where it is under all symmetries"
                raise MethodConflict("method='representatives'", what)
            return [_Part(self.problem, self._group)], "filter"
        model = self.problem._model
        least = orbits(self._options, len(model.option_names))
        live = self.problem._statement.live()
        named = [o for o in self._options_of(item) if live[o]]
        firsts = sorted({int(least[option]) for option in named})
        parts = [
            _Part(self.problem.given(model.option_names[option]), stabiliser(self._group, option))
            for option in firsts
        ]
        name = model.item_names[item]
        return parts, f"representatives of {name!r}: {len(parts)} of {len(named)} options"

    def _options_of(self, item: int) -> list[int]:
        compiled = self.problem._model.compiled
        return [
            option
            for option in range(compiled.n_options)
            if any(each == item for each, _ in compiled.option(option))
        ]

    def _marker(self) -> int | None:
        """The item whose options are cut down most by taking one of each orbit; None if none is."""
        model = self.problem._model
        compiled = model.compiled
        n = compiled.n_options
        least = orbits(self._options, n)
        moved = np.zeros(compiled.n_items, np.bool_)
        for goes in self._items:
            moved |= goes != np.arange(compiled.n_items)
        live = self.problem._statement.live()
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

    def _count_fixed_points(self, search: dict[str, Any]) -> OrbitCount:
        from .fixed_points import fixed_by

        compiled = self.problem._model.compiled
        if compiled.multiple:
            what = "multiplicities: an orbit of options may cover an item several times"
            raise MethodConflict("method='fixed points'", what)
        total = fixed = nodes = 0
        stopped = None
        for element, number in _conjugacy_classes(self._group):
            count = fixed_by(self.problem, element).count(**search)
            nodes += count.nodes
            stopped = stopped or count.stopped
            total += number * int(count)
            if np.array_equal(element, self._group[0]):
                fixed = int(count)
        return OrbitCount(-(-total // self.order), fixed, {}, "fixed points", nodes, stopped)


@dataclass(frozen=True)
class _Part:
    """A problem to search, and the group under which the least of its solutions count."""

    problem: Problem
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


def _conjugacy_classes(group: Any) -> Iterator[tuple[Any, int]]:
    """An element of each class of conjugate ones, which fix as many solutions, and how many."""
    seen: set[bytes] = set()
    inverses = np.argsort(group, axis=1).astype(np.int32)
    for element in group:
        if element.tobytes() in seen:
            continue
        members = {g[element[h]].tobytes() for g, h in zip(group, inverses, strict=True)}
        seen |= members
        yield element, len(members)


def symmetry(problem: Problem, generators: Iterable[Motion], detect: bool) -> Symmetry:
    """The group that some permutations generate, or all symmetries (:meth:`Problem.symmetry`)."""
    stated = list(generators)
    if detect == bool(stated):
        expected = "generators, or detect=True" if not stated else "no generators with detect=True"
        raise TypeError(f"symmetry(): expected {expected}")
    if detect:
        from .detection import detected

        return Symmetry(problem, *detected(problem._statement))
    pairs = [_read(problem, number, motion) for number, motion in enumerate(stated)]
    return Symmetry(problem, [pair[0] for pair in pairs], [pair[1] for pair in pairs])


def _read(problem: Problem, number: int, motion: Motion) -> tuple[Any, Any]:
    """A permutation of items as arrays: of items, and of options. Raises NotASymmetry."""
    model = problem._model
    compiled = model.compiled
    mapping: Callable[[Any], Any]
    recoloured: dict[Any, Any] = {}
    if isinstance(motion, Mapping):
        recoloured = {name: to for name, to in motion.items() if isinstance(name, Coloured)}
        for name in motion:
            item = name.item if isinstance(name, Coloured) else name
            if item not in model.number_of_item:
                raise NotASymmetry(number, f"{name!r} is no item of the problem")
        mapping = lambda name: motion.get(name, name)  # noqa: E731
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
    return goes, _of_options(problem, number, recoloured, goes)


def _of_options(problem: Problem, number: int, recoloured: dict[Any, Any], goes: Any) -> Any:
    """Where each option goes."""
    model = problem._model
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

    # Options that name the same are taken in their order.
    alike: dict[frozenset[tuple[int, int]], list[int]] = {}
    rank = []
    for option in range(compiled.n_options):
        same = alike.setdefault(frozenset(compiled.option(option)), [])
        rank.append(len(same))
        same.append(option)
    moved = np.zeros(compiled.n_options, np.int32)
    for option in range(compiled.n_options):
        image = alike.get(frozenset(entry(*each) for each in compiled.option(option)), [])
        name = model.option_names[option]
        if rank[option] >= len(image):
            items = ", ".join(
                repr(model.item_names[goes[item]]) for item, _ in compiled.option(option)
            )
            what = f"option {name!r} goes to one of {items}, and there is none"
            raise NotASymmetry(number, what)
        moved[option] = image[rank[option]]
    for what, numbers in (
        ("given", problem._statement.given),
        ("forbidden", problem._statement.forbidden),
    ):
        for option in numbers:
            if int(moved[option]) not in numbers:
                raise NotASymmetry(
                    number,
                    f"option {model.option_names[option]!r} is {what}, and goes to"
                    f" {model.option_names[int(moved[option])]!r}, which is not",
                )
    return moved
