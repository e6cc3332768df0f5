"""Random small problems of many shapes, each made of a seed alone."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Hashable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import exactcover as xc

from .brute_force import Bound, Case, TooLarge, Truth, same_options
from .names import KINDS, colours_of, names_of
from .stated_rules import rule_of, some_rules

__all__ = ["a_truth", "case_of", "problem_of", "truth_of"]

#: Steps of the brute force for one problem at most: the larger of this, and of so many an option.
MOST_WORK, MOST_WORK_OF_OPTION = 2_500, 200
#: Kinds of costs and penalties.
COSTS = ("small", "whole", "huge", "decimal", "fraction", "float", "mixed")

Options = list[list[tuple[int, Any]]]


class Shape(NamedTuple):
    """A problem in numbers: primary items come first."""

    n_primary: int
    n_items: int
    options: Options
    #: Where a symmetry takes each item; empty if none is known.
    turn: tuple[int, ...] = ()


def _coloured(draw: random.Random, n_primary: int, n_items: int, colours: int, share: float) -> Any:
    """Random secondary entries for an option."""
    return [
        (item, draw.choice([None, *[f"c{k}" for k in range(colours)]]))
        for item in range(n_primary, n_items)
        if draw.random() < share
    ]


def _shape(
    draw: random.Random, rows: list[Any], n_primary: int, n_secondary: int = 0, colours: int = 0,
    share: float = 0.0,
) -> Shape:  # fmt: skip
    """Options of these primary items each, with random secondary entries."""
    n_items = n_primary + n_secondary
    return Shape(n_primary, n_items, [
        [(item, None) for item in row] + _coloured(draw, n_primary, n_items, colours, share)
        for row in rows
    ])  # fmt: skip


def _planted(draw: random.Random) -> Shape:
    """A partition of the items, which may be a solution, and other options."""
    n = draw.randint(1, 6)
    cells = [draw.randint(0, 3) for _ in range(n)]
    rows = [[item for item in range(n) if cells[item] == cell] for cell in set(cells)]
    for _ in range(draw.randint(0, 9)):
        rows.append(draw.sample(range(n), draw.randint(1, min(3, n))))
    return _shape(draw, rows, n, draw.randint(0, 3), draw.randint(0, 3), draw.choice([0.2, 0.5]))


def _sparse(draw: random.Random) -> Shape:
    """Options of one or two items."""
    n = draw.randint(1, 8)
    number = draw.randint(1, 14)
    rows = [draw.sample(range(n), min(n, draw.choice([1, 2, 2]))) for _ in range(number)]
    return _shape(draw, rows, n)


def _dense(draw: random.Random) -> Shape:
    """Options of about half of the items."""
    n, number = draw.randint(2, 6), draw.randint(1, 12)
    rows = [[item for item in range(n) if draw.random() < 0.5] for _ in range(number)]
    return _shape(draw, rows, n, draw.randint(0, 3), 1, 0.5)


def _equal(draw: random.Random) -> Shape:
    """A few different options, some of them several times."""
    n_primary, n_items, options, _ = _planted(draw)
    few = options[:4]
    return Shape(n_primary, n_items, [list(draw.choice(few)) for _ in range(draw.randint(1, 10))])


def _colours(draw: random.Random) -> Shape:
    """Few items, and many colours."""
    n, number = draw.randint(1, 4), draw.randint(1, 11)
    rows = [draw.sample(range(n), 1 if draw.random() < 0.8 else 0) for _ in range(number)]
    return _shape(draw, rows, n, draw.randint(1, 3), draw.choice([2, 5, 70]), 0.8)


def _matching(draw: random.Random) -> Shape:
    """Perfect matchings, or nearly so: there may be one partner too few."""
    n = draw.randint(2, 4)
    other = n - draw.choice([0, 0, 1])
    options: Options = [
        [(left, None), (n + right, None)]
        for left in range(n)
        for right in range(other)
        if draw.random() < 0.85
    ]
    return Shape(n if draw.random() < 0.2 else n + other, n + other, options)


def _chain(draw: random.Random, *lengths: int) -> Shape:
    """Dominoes on a path, which force each other, and perhaps a few others."""
    n = draw.choice(lengths or range(2, 17))
    options: Options = [[(cell, None), (cell + 1, None)] for cell in range(n - 1)]
    for _ in range(draw.randint(0, 4)):
        begin = draw.randrange(n)
        near = range(begin, min(n, begin + draw.randint(1, 4)))
        cells = near if lengths else draw.sample(range(n), draw.randint(1, 2))
        options.append([(cell, None) for cell in cells])
    return Shape(n, n, options)


def _long_chain(draw: random.Random) -> Shape:
    """More options and items than a word has bits."""
    return _chain(draw, 66, 71, 130)


def _board(draw: random.Random) -> Shape:
    """Dominoes on a board of two rows."""
    n = draw.randint(1, 6)
    cells = {(row, column): 2 * column + row for row in range(2) for column in range(n)}
    options: Options = [
        [(cells[cell], None), (cells[beside], None)]
        for cell in cells
        for beside in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1))
        if beside in cells
    ]
    return Shape(2 * n, 2 * n, options)


def _wide(draw: random.Random) -> Shape:
    """One item with more options than a word has bits, and little else."""
    rows = [[0]] * draw.choice([63, 64, 65, 70, 129]) + [[1]] * draw.randint(1, 3)
    return _shape(draw, rows, 2, 1, 3, 0.5)


def _crossed(draw: random.Random) -> Shape:
    """Matchings of four classes: deep, and with more options than a word or two have bits."""
    n = draw.choice([4, 5, 6])
    names = list(itertools.product(range(n), repeat=4))
    chosen = draw.sample(names, draw.choice([66, 90, 128, 140]))
    n_primary = draw.choice([4 * n, 4 * n, 3 * n])
    options: Options = [[(n * k + each, None) for k, each in enumerate(name)] for name in chosen]
    return Shape(n_primary, 4 * n, sorted(options))


def _apart(draw: random.Random) -> Shape:
    """Two or three problems beside each other."""
    n_primary, options = 0, Options()
    secondary: Options = []
    n_secondary = 0
    for _ in range(draw.randint(2, 3)):
        primary, items, rows, _ = draw.choice([_sparse, _matching, _planted])(draw)
        for row in rows[:6]:
            options.append([(item + n_primary, None) for item, _ in row if item < primary])
            secondary.append(
                [(item - primary + n_secondary, colour) for item, colour in row if item >= primary]
            )
        n_primary, n_secondary = n_primary + primary, n_secondary + items - primary
    for option, more in zip(options, secondary, strict=True):
        option += [(item + n_primary, colour) for item, colour in more]
    return Shape(n_primary, n_primary + n_secondary, options)


def _symmetric(draw: random.Random) -> Shape:
    """Options that a rotation of the items maps to each other; see ``case_of``."""
    n = draw.randint(2, 6)
    fixed = draw.randint(0, 1)
    n_secondary = n if draw.random() < 0.4 else 0
    options: Options = []
    for _ in range(draw.randint(1, 3)):
        row = draw.sample(range(n), draw.randint(1, min(3, n)))
        with_fixed = fixed and draw.random() < 0.5
        beside = draw.sample(range(n), draw.randint(0, 1)) if n_secondary else []
        colour = draw.choice([None, "c0"])
        for turn in range(n):
            option = [((item + turn) % n, None) for item in row]
            option += [(n, None)] if with_fixed else []
            option += [(n + fixed + (item + turn) % n, colour) for item in beside]
            options.append(option)
    draw.shuffle(options)
    turn = [(k + 1) % n for k in range(n)] + [n] * fixed
    turn += [n + fixed + (k + 1) % n for k in range(n_secondary)]
    return Shape(n + fixed, n + fixed + n_secondary, options, tuple(turn))


def _without_primary(draw: random.Random) -> Shape:
    """No primary items: the empty solution is the only one."""
    return _shape(draw, [[]] * draw.randint(0, 3), 0, draw.randint(0, 2), 2, 0.6)


SHAPES: dict[Callable[[random.Random], Shape], int] = {
    _planted: 8, _sparse: 4, _dense: 4, _equal: 3, _colours: 4, _matching: 4, _chain: 3, _board: 2,
    _apart: 4, _symmetric: 4, _long_chain: 1, _wide: 1, _crossed: 3, _without_primary: 2,
}  # fmt: skip


# -- from a shape to a case ------------------------------------------------------------------------


def _bound(draw: random.Random, repeat: bool) -> Bound:
    if not repeat and draw.random() < 0.25:
        return frozenset(draw.choice([0, 0, 1, 2, 2, 3]) for _ in range(draw.randint(1, 3)))
    least = draw.choice([0, 0, 1, 1, 1, 2, 3])
    most = draw.choice([least, least, least + 1, least + 2, None])
    return least, most


def _cost(draw: random.Random, kind: str) -> Any:
    """A cost, or a penalty."""
    match (
        draw.choice(["small", "huge", "decimal", "fraction", "float"]) if kind == "mixed" else kind
    ):
        case "small":
            return draw.randint(0, 3)
        case "whole":
            return draw.randint(-50, 50)
        case "huge":
            return draw.choice([-1, 1]) * draw.randrange(10 ** draw.choice([1, 18, 30]))
        case "float":
            return draw.randint(-40, 40) / 8
        case "decimal":
            return Decimal(draw.randint(-500, 500)).scaleb(draw.choice([0, -2, -2, -9, 12]))
    return Fraction(draw.randint(-30, 30), draw.choice([1, 2, 3, 7, 12]))


def case_of(seed: Any) -> Case:
    """The case of a seed; small enough for the brute force."""
    return truth_of(seed).case


def truth_of(seed: Any) -> Truth:
    """The case of a seed, and the truth about it."""
    return a_truth(random.Random(str(seed)))


def a_truth(draw: random.Random) -> Truth:
    """A case, and the truth about it."""
    for _ in range(100):
        try:
            case = _dressed(draw)
            truth = Truth(case, max(MOST_WORK, MOST_WORK_OF_OPTION * len(case.options)))
        except TooLarge:
            continue
        if draw.random() < 0.3:
            truth = truth.under(some_rules(truth, draw))
        # Most random problems have no solution; those that have one tell more.
        if len(truth) or draw.random() < 0.25:
            return truth
    raise AssertionError("no small problem in 100 attempts")


def _dressed(draw: random.Random) -> Case:
    """A shape with names, bounds, costs, penalties, and options given and forbidden."""
    shape = draw.choices(list(SHAPES), list(SHAPES.values()))[0]
    n_primary, n_items, options, turn = shape(draw)
    if n_items > n_primary and draw.random() < 0.2:
        options.append([(draw.randrange(n_primary, n_items), draw.choice([None, "c0"]))])
    options = [option for option in options if option]
    if draw.random() < 0.3:
        draw.shuffle(options)
    kind = draw.choices(list(KINDS), list(KINDS.values()))[0]
    items = names_of(draw, kind, "p", n_items)
    names = names_of(draw, kind, "o", len(options))
    if kind == "internal" and items and names:
        # As the items that parts of a problem add (``exactcover/reasons/parts.py``).
        name = draw.choice(["given", "times"]), draw.choice(names)
        if name not in items:
            items[draw.randrange(n_items)] = name
    colours = dict.fromkeys(c for option in options for _, c in option if c is not None)
    called = colours_of(draw, kind, colours, [*items, *names])
    stated = tuple(
        tuple((items[item], None if colour is None else called[colour]) for item, colour in option)
        for option in options
    )
    primary, secondary = tuple(items[:n_primary]), tuple(items[n_primary:])
    bounds, repeat = _bounds(draw, primary, stated, bool(turn))
    case = Case(primary, secondary, stated, tuple(names), bounds, repeat)
    if draw.random() < 0.4:
        of = draw.choice(COSTS)
        costs = {k: _cost(draw, of) for k in range(len(options)) if draw.random() < 0.8}
        case = replace(case, costs=costs)
    if draw.random() < 0.2:
        # Items with a fixed number of covers may stay open.
        of, share = draw.choice(COSTS), draw.choice([0.3, 1.0])
        fixed = [p for p in primary if len(set(bounds.get(p, (1, 1)))) == 1]
        penalties = {item: _cost(draw, of) for item in fixed if draw.random() < share}
        case = replace(case, penalties=penalties)
    if draw.random() < 0.2 and options:
        forbidden = draw.sample(range(len(options)), min(len(options), draw.randint(1, 2)))
        case = replace(case, forbidden=tuple(sorted(forbidden)))
    if draw.random() < 0.2:
        can = [k for k, option in enumerate(stated) if any(item in primary for item, _ in option)]
        given = draw.sample(can, min(len(can), draw.randint(1, 2)))
        case = replace(case, given=tuple(sorted(given)))
    goes = {items[item]: items[to] for item, to in enumerate(turn)}
    return replace(case, motions=(goes,)) if turn and same_options(case, goes) else case


def _bounds(
    draw: random.Random, primary: tuple[Hashable, ...], options: tuple[Any, ...], turned: bool
) -> tuple[dict[Hashable, Bound], bool]:
    """The bounds of some items, and whether options may be repeated."""
    bounds: dict[Hashable, Bound] = {}
    if not primary or draw.random() >= 0.35:
        return bounds, False
    repeat = draw.random() < 0.4
    alike = turned or draw.random() < 0.4
    same = _bound(draw, repeat)
    for item in primary:
        if alike or draw.random() < 0.7:
            bounds[item] = same if alike else _bound(draw, repeat)
    for option in options if repeat else ():
        # An option that nothing bounds is a fault.
        mine = [item for item, _ in option if item in primary]
        free = all(bounds.get(item, (1, 1))[1] is None for item in mine)
        if mine and free and all(colour is not None for item, colour in option
                                 if item not in primary):  # fmt: skip
            least = bounds[mine[0]][0]
            bounds[mine[0]] = least, least + 1
    return bounds, repeat


def problem_of(case: Case) -> xc.Problem:
    """The case as a problem, stated as a user would state it."""
    beside = len(case.costs) % 2 == 1  # costs stand in the options, or beside them
    stated = [
        xc.Option(
            name,
            [item if colour is None else xc.Coloured(item, colour) for item, colour in option],
            None if beside else case.costs.get(number),
        )
        for number, (name, option) in enumerate(zip(case.names, case.options, strict=True))
    ]
    numbers = [*case.costs.values(), *case.penalties.values()]
    problem = xc.Problem(
        case.primary,
        stated,
        secondary=case.secondary,
        multiplicity=case.bounds,
        repeat=case.repeat,
        costs={case.names[k]: cost for k, cost in case.costs.items()} if beside else None,
        penalties=case.penalties,
        inexact=any(isinstance(number, float) for number in numbers),
    )
    rules = [rule_of(rule, case) for rule in case.rules]
    first = len(rules) if len(case.options) % 2 else 0  # the others come at the end
    if rules[:first]:
        problem = problem.where(*rules[:first])
    if case.forbidden:
        problem = problem.without(*(case.names[number] for number in case.forbidden))
    if case.given:
        problem = problem.given(*(case.names[number] for number in case.given))
    for rule in rules[first:]:
        problem = problem.where(rule)
    return problem
