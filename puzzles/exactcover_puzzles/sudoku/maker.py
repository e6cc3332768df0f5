"""Make sudokus with exactly one solution.

A grid is filled at random: digits are given, in random order, as long as there are several
solutions. Then clues are taken away, in random order, as long as the solution stays the only one.
No clue of the resulting puzzle is redundant, or with ``symmetric`` no pair of clues that a half
turn of the board exchanges. A killer sudoku has cages instead of clues: while there is a second
solution, a cage is cut in two where the sums of the two solutions differ.

The same seed gives the same puzzle. Grids are not equally probable.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import exactcover as xc

from .model import Cage, Combination, Entry, Layout, Place, boxes_of, rectangles, usual, usual_box

#: The kinds that can be made, and the sides for which this takes reasonable time.
SIDES: Mapping[str, Sequence[int]] = {
    "classic": (4, 6, 8, 9, 10, 12, 14, 15, 16),
    "diagonal": (6, 8, 9, 10, 12),
    "irregular": (4, 5, 6, 7, 8, 9),
    "samurai": (4, 6, 8, 9),
    "killer": (4, 6, 8, 9),
}
KINDS = tuple(SIDES)
#: Nodes to fill a grid, before it is reshuffled; and shufflings, before boxes are redrawn.
_TO_FILL, _SHUFFLINGS = 20_000, 10
#: Nodes for the proof of one solution. A clue whose removal takes more to judge stays.
_TO_PROVE = 20_000
#: Exchanges of two places between irregular boxes, for each place of the grid.
_EXCHANGES = 8
#: The largest cage before any is cut.
_LARGEST_CAGE = 5


@dataclass(frozen=True)
class Made:
    """A puzzle, and its only solution; ``unjudged``: clues that stayed because the proof that
    there is one solution without them took too many nodes."""

    layout: Layout
    given: list[Entry]
    solution: list[Entry]
    unjudged: int = 0


def make(
    kind: str,
    side: int,
    symmetric: bool,
    seed: int,
    deadline: xc.Deadline,
    most_clues: int | None = None,
) -> Made:
    """A puzzle of this kind. Raises :class:`exactcover.SearchStopped` when the time is over."""
    rng = random.Random(seed)
    while True:
        layout, solution = _filled_layout(kind, side, rng, deadline)
        if kind == "killer":
            return Made(_with_cages(layout, solution, rng, deadline), [], solution)
        given, unjudged = _fewer(layout, solution, symmetric, rng, deadline)
        if most_clues is None or len(given) <= most_clues:
            return Made(layout, given, solution, unjudged)


def fewest_clues(kind: str, side: int) -> int:
    """No puzzle with one solution has fewer clues: two numbers that no clue names can be exchanged.

    For the usual sudoku it is known to be 17 (G. McGuire, B. Tugemann and G. Civario, "There is no
    16-clue Sudoku", Experimental Mathematics 23, 2014).
    """
    return 17 if (kind, side) == ("classic", 9) else side - 1


def _filled_layout(
    kind: str, side: int, rng: random.Random, deadline: xc.Deadline
) -> tuple[Layout, list[Entry]]:
    while True:
        layout = _empty(kind, side, rng)
        for _ in range(_SHUFFLINGS):
            deadline.tick()
            solution = _filled(layout.problem, rng)
            if solution is not None:
                return layout, solution


def _empty(kind: str, side: int, rng: random.Random) -> Layout:
    """A layout without clues."""
    if kind == "irregular":
        return Layout(side, boxes_of(side, _irregular(side, rng)))
    layout = usual(side)
    if kind == "diagonal":
        return replace(layout, diagonals=True)
    if kind == "samurai":
        rows, columns = usual_box(side) or (1, side)
        down, right = side - rows, side - columns
        grids = (0, 0), (0, 2 * right), (down, right), (2 * down, 0), (2 * down, 2 * right)
        return Layout(side, boxes_of(side, rectangles(side, rows, columns), grids), grids)
    return layout


def _filled(problem: xc.Problem, rng: random.Random) -> list[Entry] | None:
    """A random solution: options are given in random order as long as there are several.

    None if there is no solution, or some option takes too long to judge.
    """
    options, given, taken = list(problem.options), list[Any](), set[Any]()
    rng.shuffle(options)

    def lists() -> Iterator[list[Any]]:
        for option in options:
            if taken.isdisjoint(problem.items_of(option)):
                given.append(option)
                yield given

    # Each list is made when the answer to the one before is known.
    for found in problem.batch(lists()).is_unique(nodes=_TO_FILL):
        if found.verdict == "unique":
            return _entries(found.solutions[0])
        if found.verdict == "undecided":
            return None
        if found.verdict == "several":
            taken.update(problem.items_of(given[-1]))
        else:
            given.pop()
    return None


def _entries(solution: xc.Solution) -> list[Entry]:
    options: Sequence[Any] = solution.options
    return sorted(option for option in options if not isinstance(option, Combination))


# -- clues -----------------------------------------------------------------------------------


def _fewer(
    layout: Layout,
    solution: Sequence[Entry],
    symmetric: bool,
    rng: random.Random,
    deadline: xc.Deadline,
) -> tuple[list[Entry], int]:
    """A set of clues without redundant ones, and how many could not be judged."""
    bottom, right = (max(place[k] for place in layout.places) for k in (0, 1))
    groups: dict[Place, list[Entry]] = {}
    for row, column, digit in solution:
        turned = (bottom - row, right - column)
        name = min((row, column), turned) if symmetric else (row, column)
        groups.setdefault(name, []).append((row, column, digit))
    order = list(groups.values())
    rng.shuffle(order)
    kept, unjudged = list(solution), 0
    # Each list is made when the answer to the one before is known.
    fewer = ([entry for entry in kept if entry not in group] for group in order)
    verdicts = layout.problem.batch(fewer).is_unique(nodes=_TO_PROVE)
    for group, found in zip(order, verdicts, strict=True):
        deadline.tick()
        if found.verdict == "unique":
            kept = [entry for entry in kept if entry not in group]
        unjudged += len(group) * (found.verdict == "undecided")
    return sorted(kept), unjudged


# -- boxes -----------------------------------------------------------------------------------


def _irregular(side: int, rng: random.Random) -> list[int]:
    """Connected boxes at random: two neighbouring boxes exchange two places, many times over."""
    usually = rectangles(side, *(usual_box(side) or (1, side)))
    box = dict(zip(product(range(side), range(side)), usually, strict=True))
    for _ in range(_EXCHANGES * side * side):
        a = divmod(rng.randrange(side * side), side)
        others = sorted({box[b] for b in _around([a]) & box.keys()} - {box[a]})
        if not others:
            continue
        mine, theirs = box[a], rng.choice(others)
        box[a] = theirs
        # In return a place of theirs beside what is left of mine.
        left = [place for place in box if box[place] == mine]
        back = [b for b in box if b != a and box[b] == theirs and not _around([b]).isdisjoint(left)]
        b = rng.choice(back) if back else a
        box[b] = mine
        changed = ([place for place in box if box[place] == each] for each in (mine, theirs))
        if not all(map(_connected, changed)):
            box[a], box[b] = mine, theirs
    return [*box.values()]


def _connected(places: Sequence[Place]) -> bool:
    return len(_grown(places, places[0])) == len(places)


# -- cages -----------------------------------------------------------------------------------


def _with_cages(
    layout: Layout, solution: Sequence[Entry], rng: random.Random, deadline: xc.Deadline
) -> Layout:
    """The layout with cages that have one solution."""
    digits = {(row, column): digit for row, column, digit in solution}
    cages = _cages(digits, rng)
    while True:
        deadline.tick()
        caged = replace(
            layout, cages=tuple(Cage(tuple(c), sum(digits[p] for p in c)) for c in sorted(cages))
        )
        other = _other(caged, set(solution), deadline)
        if other is None:
            return caged
        cages = _cut(cages, digits, {(r, c): digit for r, c, digit in other}, rng)


def _cages(digits: dict[Place, int], rng: random.Random) -> list[list[Place]]:
    """Connected cages without equal digits."""
    free = set(digits)
    starts = sorted(digits)
    rng.shuffle(starts)
    cages = []
    for start in starts:
        if start not in free:
            continue
        free.discard(start)
        cage = [start]
        while len(cage) < _LARGEST_CAGE:
            here = {digits[place] for place in cage}
            near = sorted(p for p in _around(cage) & free if digits[p] not in here)
            if not near or rng.random() < 0.2 * (len(cage) - 1):
                break
            cage.append(rng.choice(near))
            free.discard(cage[-1])
        cages.append(sorted(cage))
    return cages


def _around(cage: Sequence[Place]) -> set[Place]:
    steps = ((-1, 0), (0, -1), (0, 1), (1, 0))
    return {(row + r, column + c) for row, column in cage for r, c in steps}


def _other(caged: Layout, solution: set[Entry], deadline: xc.Deadline) -> list[Entry] | None:
    """Another solution than this one, None if there is none."""
    found = caged.problem.is_unique(seconds=deadline.left())
    if found.verdict == "undecided":
        raise xc.SearchStopped("seconds", None)
    for each in found.solutions:
        entries = _entries(each)
        if not solution.issuperset(entries):
            return entries
    return None


def _cut(
    cages: list[list[Place]],
    digits: dict[Place, int],
    other: dict[Place, int],
    rng: random.Random,
) -> list[list[Place]]:
    """The cages, one of them cut in two connected parts whose sums the other solution misses."""
    cuts = []
    for cage in cages:
        for place in cage:
            for size in range(1, len(cage)):
                part = _grown(cage, place, size)
                rest = sorted(set(cage).difference(part))
                if sum(digits[p] - other[p] for p in part):
                    falls_apart = not _connected(rest)
                    unfair = abs(len(part) - len(rest))
                    cuts.append(((falls_apart, unfair), cage, part, rest))
    # (The solutions differ somewhere, and a place alone is a part.) Equal halves are best.
    best = min(cut[0] for cut in cuts)
    _, cage, part, rest = rng.choice([cut for cut in cuts if cut[0] == best])
    return [each for each in cages if each is not cage] + [part, rest]


def _grown(cage: Sequence[Place], start: Place, size: int | None = None) -> list[Place]:
    """So many connected places of a cage, this one among them."""
    part = [start]
    while size is None or len(part) < size:
        near = sorted(_around(part).intersection(cage).difference(part))
        if not near:
            break
        part.append(near[0])
    return sorted(part)
