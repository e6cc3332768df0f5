"""Problems as JSON, which keeps what the TAOCP text format cannot: option names, and any text.

    {"primary": ["p", "q"], "secondary": ["x"],
     "options": [{"name": "A", "items": ["p", {"item": "x", "colour": "red"}]},
                 {"name": "B", "items": ["q"]}]}

Names are strings, numbers, true, false, null, or lists of them; a list is read as a tuple.
"""

from __future__ import annotations

import json
from collections.abc import Hashable
from typing import Any

from .errors import FileFault, UnwritableProblem
from .model import Coloured, Option
from .problem import Problem
from .textfiles import read_text, shown_path, write_text

__all__ = ["format_problem", "parse", "read", "write"]


def read(path: str) -> Problem:
    """The problem in a file. Raises :class:`FileFault` for bad JSON or a bad shape, and OSError."""
    return parse(read_text(path), shown_path(path))


def parse(text: str, path: str = "text") -> Problem:
    """The problem stated by a text; ``path`` is for messages. Raises :class:`FileFault`.

    Faults of the problem itself are left for ``check()`` and the first question to tell.
    """
    shape = _Shape(path)
    try:
        return _problem(json.loads(text, object_pairs_hook=shape.without_repeats), shape)
    except json.JSONDecodeError as error:
        raise FileFault(path, error.lineno, error.colno, error.msg, "JSON") from None
    except ValueError as error:  # such as a number of thousands of digits
        raise FileFault(path, 0, 0, str(error), "JSON of reasonable size") from None
    except RecursionError:
        raise FileFault(path, 0, 0, "lists within lists without end", "JSON") from None


def _problem(stated: Any, shape: _Shape) -> Problem:
    shape.expect(isinstance(stated, dict), "the whole", "an object")
    shape.keys(stated, ("primary", "secondary", "options"), "the whole")
    options: list[Option] = []
    for number, option in enumerate(shape.list_of(stated, "options"), 1):
        where = f"option {number}"
        shape.expect(isinstance(option, dict), where, "an object with name and items")
        shape.keys(option, ("name", "items"), where)
        name = shape.name(option.get("name", number), f"the name of {where}")
        items = [shape.item(item, where) for item in shape.list_of(option, "items", where)]
        options.append(Option(name, items))
    return Problem(
        [shape.name(item, "a primary item") for item in shape.list_of(stated, "primary")],
        options,
        secondary=[
            shape.name(item, "a secondary item")
            for item in shape.list_of(stated, "secondary", default=[])
        ],
    )


class _Shape:
    """Checks that JSON values have the shape they should have."""

    def __init__(self, path: str):
        self.path = path

    def expect(self, fine: bool, what: str, expected: str) -> None:
        if not fine:
            raise FileFault(self.path, 0, 0, f"{what} is not as it should be", expected)

    def keys(self, stated: dict[str, Any], known: tuple[str, ...], where: str) -> None:
        for key in stated:
            self.expect(key in known, f"the key {key!r} of {where}", f"{', '.join(known)} only")

    def without_repeats(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise FileFault(
                self.path, 0, 0, f"the key {twice!r} stands twice in an object", "it once"
            )
        return found

    def list_of(self, stated: Any, key: str, where: str = "", default: Any = None) -> list[Any]:
        value = stated.get(key, default)
        what = f"{key!r} of {where}" if where else repr(key)
        self.expect(isinstance(value, list), what, "a list")
        assert isinstance(value, list)
        return value

    def name(self, value: Any, what: str) -> Hashable:
        if isinstance(value, list):
            return tuple(self.name(part, what) for part in value)
        self.expect(not isinstance(value, dict), what, "a name: text, a number, or a list of such")
        assert isinstance(value, Hashable)
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

    What was given or forbidden is applied to the options.
    """
    problem.require_sound()
    options = []
    for option in problem.live_options:
        items = [
            item if colour is None else {"item": item, "colour": colour}
            for item, colour in problem.items_of(option).items()
        ]
        options.append(_dump({"name": option, "items": items}))
    listed = ",\n  ".join(options)
    return (
        f'{{"primary": {_dump(list(problem.primary))},\n'
        f' "secondary": {_dump(list(problem.secondary))},\n'
        f' "options": [\n  {listed}\n]}}\n'
    )


def _dump(value: Any) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        # What UTF-8 cannot hold, half of a surrogate pair, is escaped as JSON provides.
        return text.encode("utf-8", "backslashreplace").decode("utf-8")
    except (TypeError, ValueError, RecursionError) as error:
        raise UnwritableProblem(f"JSON cannot hold a name of this problem: {error}") from None
