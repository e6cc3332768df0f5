"""How hard a sudoku is for a person: the techniques that solve it, and the depth of assumptions.

Every technique here is a rule of propagation for exact cover problems in general. An item is a
*truth*: exactly one of its options is chosen. It is a *link*, too: at most one is.

* *Single*: an item has one option left. It is taken, and options that clash with it are removed.
* *Cover*: k items have no option in common, and k other items are in all their options. Each of the
  k options that are chosen takes one of the k other items. None is left for other options, which
  are removed.

What players call these depends on the items. A single is *naked* at a place, and *hidden* at a
digit of a unit. For k = 1 a cover is *locked candidates*. For k = 2 it is a *naked pair* (two
places, two digits of a unit), a *hidden pair* (the other way round) or an *X-wing* (two rows and
two columns). With cages, items of a cage take part as well. (Truths and links: A. Barker, "A
General Logic for Sudoku", allanbarker.com. The order of the techniques is that of the ratings in N.
Juillerat's program Sudoku Explainer.)
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import exactcover as xc

from ..shared.parts import Deduction

#: From the easiest to the hardest. Each step uses the easiest one that does something.
TECHNIQUES = (
    *("hidden single", "naked single", "single combination", "locked candidates"),
    *("locked in a cage", "naked pair", "X-wing", "hidden pair"),
)


class Rating:
    """How often each technique was used, whether they solve the puzzle, and the depth.

    ``depth``: nested assumptions that :meth:`exactcover.Problem.difficulty` needs; None if 3 are
    not enough.
    """

    def __init__(self, steps: Counter[str], solved: bool, depth: int | None):
        self.solved, self.depth = solved, depth
        #: Technique -> steps, the easiest first.
        self.steps = {name: steps[name] for name in TECHNIQUES if name in steps}

    @property
    def hardest(self) -> str | None:
        """The hardest technique needed; None if all of them do not suffice."""
        return (list(self.steps) or ["no technique"])[-1] if self.solved else None

    def __str__(self) -> str:
        listed = ", ".join(f"{name} {number}" for name, number in self.steps.items())
        verdict = self.hardest or "beyond these techniques"
        depth = "more than 3" if self.depth is None else self.depth
        return f"{verdict}; depth {depth}" + (f" ({listed})" if listed else "")


def rating(problem: xc.Problem, seconds: float | None = None) -> Rating:
    """The rating of a puzzle with one solution. Raises :class:`exactcover.SearchStopped`."""
    deadline = xc.Deadline(seconds)
    board = _Board(problem)
    steps: Counter[str] = Counter()
    while not board.solved:
        deadline.tick()
        found = board.step()
        if not found:
            break
        steps.update(each.technique for each in found)
    return Rating(steps, board.solved, problem.difficulty(seconds=deadline.left()))


def deductions(problem: xc.Problem) -> Iterator[Deduction]:
    """What the techniques tell, until none does anything or a place or digit has nothing left."""
    board = _Board(problem)
    while all(options & board.live for options in board.options_of.values()):
        found = board.step()
        yield from found
        if not found:
            return


class _Board:
    """A problem as masks of options: bit o of a mask is option o."""

    def __init__(self, problem: xc.Problem):
        self.live = 0
        #: The options that were taken, as a mask; those that are given are not among them.
        self.chosen = 0
        links: dict[Any, int] = dict.fromkeys((*problem.primary, *problem.secondary), 0)
        self.items_of: list[tuple[Any, ...]] = []
        self.names = problem.live_options
        chosen = set(problem.given_options)
        taken = {item for option in chosen for item in problem.items_of(option)}
        for number, option in enumerate(self.names):
            items = tuple(problem.items_of(option))
            self.items_of.append(items)
            if option not in chosen and taken.isdisjoint(items):
                self.live |= 1 << number
            for item in items:
                links[item] |= 1 << number
        #: The options of all items, and of those that need one still.
        self.links = links
        self.options_of: dict[Any, int] = {
            item: links[item] for item in problem.primary if item not in taken
        }

    @property
    def solved(self) -> bool:
        return not self.options_of

    def step(self) -> list[Deduction]:
        """Use the easiest technique that does something, wherever it does."""
        return self.single() or self.single_cover() or self.pair_cover()

    def named(self, mask: int) -> tuple[Any, ...]:
        """The options of a mask."""
        return tuple(self.names[option] for option in _members(mask))

    def single(self) -> list[Deduction]:
        found: dict[str, Any] = {}
        for item, options in self.options_of.items():
            live = options & self.live
            if live.bit_count() == 1:
                # (The kind of a combination's first item is "cage", that of a digit's is "place".)
                of_cage = self.items_of[live.bit_length() - 1][0][0] == "cage"
                single = "naked single" if item[0] == "place" else "hidden single"
                found.setdefault("single combination" if of_cage else single, item)
        return next(([self.take(each, found[each])] for each in TECHNIQUES if each in found), [])

    def take(self, name: str, item: Any) -> Deduction:
        """Choose the only option of an item."""
        before, option = self.live, self.options_of[item] & self.live
        self.chosen |= option
        for each in self.items_of[option.bit_length() - 1]:
            self.live &= ~self.links[each]
            self.options_of.pop(each, None)
        gone = before & ~self.live & ~option
        return Deduction(name, (item,), self.named(option), self.named(gone))

    def single_cover(self) -> list[Deduction]:
        """One item all of whose options are in another one."""
        found: dict[str, list[tuple[Sequence[Any], int]]] = {}
        for item, options in self.options_of.items():
            live = options & self.live
            shared: set[Any] = set.intersection(*(set(self.items_of[o]) for o in _members(live)))
            for other in shared - {item}:
                gone = self.links[other] & self.live & ~live
                if gone:
                    kinds = {item[0], other[0]}
                    name = "locked in a cage" if "cage" in kinds else "locked candidates"
                    found.setdefault(name, []).append(((item,), gone))
        return self.remove_by(found)

    def pair_cover(self) -> list[Deduction]:
        """Two items with two options each, which two other items cover."""
        covered: defaultdict[frozenset[Any], list[Any]] = defaultdict(list)
        for item, options in self.options_of.items():
            members = list(_members(options & self.live))
            if len(members) == 2:
                first, second = (set(self.items_of[o]) - {item} for o in members)
                for pair in {frozenset((a, b)) for a in first - second for b in second - first}:
                    covered[pair].append(item)
        found: dict[str, list[tuple[Sequence[Any], int]]] = {}
        for pair, items in covered.items():
            others = 0
            for item in pair:
                others |= self.links[item]
            for a, b in combinations(items, 2):
                name = _pair_called((a, b), tuple(pair))
                mine = (self.options_of[a] | self.options_of[b]) & self.live
                if name and mine.bit_count() == 4 and (gone := others & self.live & ~mine):
                    found.setdefault(name, [((a, b), gone)])
        return self.remove_by(found)

    def remove_by(self, found: dict[str, list[tuple[Sequence[Any], int]]]) -> list[Deduction]:
        """Remove what the easiest technique found, for each of its items."""
        removed = []
        name = next((each for each in TECHNIQUES if each in found), "")
        for items, each in found.get(name, ()):
            gone = each & self.live
            self.live &= ~gone
            if gone:
                removed.append(Deduction(name, items, (), self.named(gone)))
        return removed


def _members(mask: int) -> Iterator[int]:
    """The options of a mask, ascending."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def _pair_called(items: tuple[Any, ...], others: tuple[Any, ...]) -> str | None:
    """What players call a cover of two items by two others; None if they have no name for it."""
    mine, theirs = ({item[0] for item in each} for each in (items, others))
    if mine == {"place"} and "place" not in theirs and len({each[:2] for each in others}) == 1:
        return "naked pair"
    if theirs == {"place"} and "place" not in mine and len({each[:2] for each in items}) == 1:
        return "hidden pair"
    return "X-wing" if (mine, theirs) in _LINES else None


_LINES = (({"row"}, {"column"}), ({"column"}, {"row"}))
