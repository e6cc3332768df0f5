"""Problems as JSON, which keeps what the TAOCP text format cannot: option names, and any text.

    {"primary": ["p", "q"], "secondary": ["x"],
     "options": [{"name": "A", "items": ["p", {"item": "x", "colour": "red"}]},
                 {"name": "B", "items": ["q"]}]}

Multiplicities, costs, and whether options may be repeated are optional:

    {"primary": ["p", "q"], "multiplicity": [["p", 2, 3], ["q", 0, null]], "repeat": true,
     "options": [{"name": "A", "items": ["p"], "cost": 12},
                 {"name": "B", "items": ["p", "q"], "cost": "5/2"}]}

A multiplicity is item, least, most; null for no limit. ``"multiplicity": [0, 1]`` holds for all
primary items. A cost is a whole number; a decimal, which
is taken as it is written; or a fraction as a string. With ``"inexact": true`` it may be a float.

Items may have penalties, which are written as costs are: ``"penalties": [["p", 5], ["q", "1/2"]]``.

A matrix, ``[[1, 0, 1], [0, 1, 0]]``, is read as well: its rows and columns have numbers from 0.

Names are strings, numbers, true, false, null, or lists of them; a list is read as a tuple.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Hashable
from decimal import MAX_EMAX, Decimal, InvalidOperation
from typing import Any, TypeVar

from ..common.costs import Cost, cost_text, parsed_cost
from ..common.textfiles import UNPACKED, read_text, shown_path, write_text
from ..errors import FileFault, UnwritableProblem
from ..problem import Problem
from ..statement.model import bounds_of
from ..statement.names import Coloured, Multiplicity, Option
from ..text import json_text, shortened
from .dlx import faults_of, require_writable_given

__all__ = ["format_problem", "parse", "parse_leniently", "read", "write"]

Read = TypeVar("Read")


def read(path: str, *, repeat: bool = False, unpacked: int | str = UNPACKED) -> Problem:
    """The problem in a file of any name; arguments and errors as in :func:`exactcover.read`."""
    return parse(read_text(path, unpacked), shown_path(path), repeat=repeat)


def parse(text: str, path: str = "text", *, repeat: bool = False) -> Problem:
    """The problem stated by a text; ``path`` is for messages. Raises :class:`FileFault`.

    Faults of the problem itself are left to ``check()`` and the first question.
    """
    return read_json(text, path, lambda stated, shape: _problem(stated, shape, repeat))


def read_json(text: str, path: str, take: Callable[[Any, Shape], Read]) -> Read:
    """What ``take`` makes of a text of JSON and of what checks its shape. Raises FileFault."""
    shape = Shape(path)
    try:
        stated = json.loads(
            text,
            object_pairs_hook=shape.without_repeats,
            parse_float=shape.decimal,
            parse_constant=shape.decimal,
        )
        return take(stated, shape)
    except json.JSONDecodeError as error:
        raise FileFault(path, error.lineno, error.colno, error.msg, "JSON") from None
    except ValueError:  # Python reads no whole numbers that are longer
        found = "a whole number of more than 4,300 digits"
        raise shape.fault(found, "JSON of reasonable size") from None
    except RecursionError:
        raise shape.fault("lists within lists without end", "JSON") from None


def parse_leniently(
    text: str, path: str = "text", *, repeat: bool = False
) -> tuple[Problem | None, list[FileFault]]:
    """The problem; or None and its faults. Bad JSON or a bad shape hides all other faults."""
    try:
        problem = parse(text, path, repeat=repeat)
    except FileFault as wrong:
        return None, [wrong]
    faults = faults_of(problem, path)
    return (None, faults) if faults else (problem, [])


def _problem(stated: Any, shape: Shape, repeat: bool) -> Problem:
    if isinstance(stated, list):
        from .libraries import from_matrix

        fine = all(isinstance(row, list) and {*map(repr, row)} <= {"0", "1"} for row in stated)
        fine = fine and len({*map(len, stated)}) == 1 and len(stated[0]) > 0
        shape.expect(fine, "the file", "an object, or lists of as many 0 and 1")
        return from_matrix(stated, repeat=repeat)
    shape.expect(isinstance(stated, dict), "the file", "an object")
    known = ("primary", "secondary", "options", "multiplicity", "penalties", "repeat", "inexact")
    shape.keys(stated, known, "the file")
    for flag in ("repeat", "inexact"):
        shape.expect(isinstance(stated.get(flag, False), bool), repr(flag), "true or false")
    inexact = stated.get("inexact", False)
    bounds: dict[Hashable, Multiplicity] = {}
    entries = shape.list_of(stated, "multiplicity", default=[])
    of_all = len(entries) == 2 and not any(isinstance(entry, list) for entry in entries)
    fine = not of_all or bounds_of(tuple(entries)) is not None
    shape.expect(fine, "'multiplicity'", "[least, most] for all items, or a list of entries")
    for number, entry in enumerate(() if of_all else entries, 1):
        item, multiplicity = shape.multiplicity(entry, f"entry {number} of 'multiplicity'")
        shape.expect(item not in bounds, f"the multiplicity of {item!r}", "it once")
        bounds[item] = multiplicity
    penalties: dict[Hashable, Any] = {}
    for number, entry in enumerate(shape.list_of(stated, "penalties", default=[]), 1):
        where = f"entry {number} of 'penalties'"
        shape.expect(isinstance(entry, list) and len(entry) == 2, where, "[item, cost]")
        item = shape.name(entry[0], where)
        shape.expect(item not in penalties, f"the penalty of {item!r}", "it once")
        penalties[item] = shape.cost(entry[1], f"the cost of {where}", inexact)
    options: list[Option] = []
    for number, option in enumerate(shape.list_of(stated, "options"), 1):
        where = f"option {number}"
        shape.expect(isinstance(option, dict), where, "an object with name and items")
        shape.keys(option, ("name", "items", "cost"), where)
        name = shape.name(option.get("name", number), f"the name of {where}")
        items = [shape.item(item, where) for item in shape.list_of(option, "items", where)]
        cost = shape.cost(option.get("cost"), f"the cost of {where}", inexact)
        options.append(Option(name, items, cost))
    return Problem(
        [shape.name(item, "a primary item") for item in shape.list_of(stated, "primary")],
        options,
        secondary=[
            shape.name(item, "a secondary item")
            for item in shape.list_of(stated, "secondary", default=[])
        ],
        multiplicity=tuple(entries) if of_all else bounds,
        penalties=penalties,
        repeat=repeat or stated.get("repeat", False),
        inexact=inexact,
    )


class Shape:
    """Checks that JSON values have the shape they should have."""

    def __init__(self, path: str):
        self.path = path

    def fault(self, found: str, expected: str) -> FileFault:
        return FileFault(self.path, 0, 0, found, expected)

    def expect(self, fine: bool, what: str, expected: str) -> None:
        if not fine:
            raise self.fault(f"{what} is invalid", expected)

    def keys(self, stated: dict[str, Any], known: tuple[str, ...], where: str) -> None:
        for key in stated:
            self.expect(key in known, f"the key {key!r} of {where}", f"{', '.join(known)} only")

    def without_repeats(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
            raise self.fault(f"the key {twice!r} occurs twice in an object", "it once")
        return found

    def decimal(self, text: str) -> Decimal:
        """A number with a point or an exponent, exactly."""
        try:
            number = Decimal(text)
        except InvalidOperation:  # an exponent beyond those of decimals
            number = Decimal("nan")
        if not number.is_finite():
            expected = f"a finite number whose exponent is at most {MAX_EMAX:,}"
            raise self.fault(f"the number {shortened(text, 40)}", expected)
        return number

    def list_of(self, stated: Any, key: str, where: str = "", default: Any = None) -> list[Any]:
        value: list[Any] = stated.get(key, default)
        what = f"{key!r} of {where}" if where else repr(key)
        self.expect(isinstance(value, list), what, "a list")
        return value

    def name(self, value: Any, what: str) -> Hashable:
        if isinstance(value, list):
            return tuple(self.name(part, what) for part in value)
        if isinstance(value, Decimal):
            number = float(value)
            same = math.isfinite(number) and Decimal(repr(number)) == value
            self.expect(same, what, "a number of at most 16 digits and 1.8e308, or text")
            return number
        self.expect(not isinstance(value, dict), what, "a name: text, a number, or a list of these")
        assert isinstance(value, Hashable)
        return value

    def multiplicity(self, entry: Any, where: str) -> tuple[Hashable, Multiplicity]:
        fine = isinstance(entry, list) and len(entry) in (2, 3)
        self.expect(fine, where, "[item, least, most], most null for no limit, or [item, times]")
        if len(entry) == 2:
            return self.name(entry[0], where), entry[1]
        item, low, high = entry
        return self.name(item, where), (low, high)

    def cost(self, value: Any, what: str, inexact: bool) -> Any:
        if isinstance(value, Decimal) and inexact:
            return float(value)
        if isinstance(value, str):
            found = parsed_cost(value)
            expected = "a number, or a fraction such as '5/2'"
            self.expect(found is not None, what, expected)
            return found
        return value

    def item(self, value: Any, where: str) -> Hashable:
        if not isinstance(value, dict):
            return self.name(value, f"an item of {where}")
        fine = set(value) == {"item", "colour"} and value["colour"] is not None
        self.expect(fine, f"an item of {where}", "a name, or an object with item and colour")
        return Coloured(self.name(value["item"], where), self.name(value["colour"], where))


def write(problem: Problem, path: str) -> None:
    """Write a problem to a file, in one step. Raises as :func:`format_problem`, and OSError."""
    write_text(format_problem(problem), path)


def format_problem(problem: Problem) -> str:
    """A problem as JSON, an option a line. Raises :class:`UnwritableProblem` for other names.

    What was given or forbidden is applied to the options. Raises :class:`UnwritableProblem` too if
    options are given in a problem with multiplicities or penalties.
    """
    problem.require_sound()
    require_writable_given(problem, "JSON")
    options = []
    costs, penalties = problem.costs, problem.penalties
    for option in problem.live_options:
        items = [
            item if colour is None else {"item": item, "colour": colour}
            for item, colour in problem.items_of(option).items()
        ]
        stated: dict[str, Any] = {"name": option, "items": items}
        if cost := costs.get(option):
            stated["cost"] = _json_cost(cost)
        options.append(_dump(stated))
    fields = [
        f'"primary": {_dump(list(problem.primary))}',
        f'"secondary": {_dump(list(problem.secondary))}',
    ]
    if problem.multiplicity:
        bounds = [[item, low, high] for item, (low, high) in problem.multiplicity.items()]
        fields.append(f'"multiplicity": {_dump(bounds)}')
    if penalties:
        listed = _dump([[item, _json_cost(cost)] for item, cost in penalties.items()])
        fields.append(f'"penalties": {listed}')
    if problem.repeat:
        fields.append('"repeat": true')
    if any(isinstance(cost, float) for cost in (*costs.values(), *penalties.values())):
        fields.append('"inexact": true')
    listed = ",\n  ".join(options)
    fields.append(f'"options": [\n  {listed}\n]')
    return "{" + ",\n ".join(fields) + "}\n"


def _json_cost(cost: Cost) -> int | float | str:
    return cost if isinstance(cost, int | float) else cost_text(cost)


def _dump(value: Any) -> str:
    try:
        return json_text(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise UnwritableProblem(f"JSON cannot hold a name of this problem: {error}") from None
