"""JSON of other programs, each value with the way to it: ``grid[3][0].value``.

Values are taken as what they must be, a list or a number up to some size, and anything else is a
fault. (``int`` would take 1.9, true and Arabic digits.)
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import exactcover as xc

from .source import Text


class Value(NamedTuple):
    """A value; None if there is none. ``code`` is the text that holds the whole JSON."""

    data: Any
    code: Text
    way: str = ""

    def fault(self, expected: str) -> xc.FileFault:
        """A fault of this value."""
        data = self.data
        if isinstance(data, dict | list):
            found = "an object" if isinstance(data, dict) else xc.text.counted(len(data), "value")
        else:
            found = json.dumps(data, ensure_ascii=False)[:40]
        return self.code.fault(f"{self.way or 'the JSON'}: {found}", expected)

    def get(self, *names: str) -> Value:
        """What an object holds under a name: the first that it has."""
        held = self.names
        name = next((name for name in names if held.get(name)), names[0])
        return Value(held.get(name), self.code, f"{self.way}.{name}".lstrip("."))

    @property
    def names(self) -> Mapping[str, Any]:
        """The names in an object, with what it holds."""
        if not isinstance(self.data, dict):
            raise self.fault("an object")
        return self.data

    def all(self, least: int = 0, most: int = 10**9) -> list[Value]:
        """The values of a list, of these lengths; a list that is not there is empty."""
        if self.data is None and not least:
            return []
        if not isinstance(self.data, list) or not least <= len(self.data) <= most:
            size = f"{least} to {most} values" if least < most else xc.text.counted(most, "value")
            raise self.fault(f"a list of {size}" if most < 10**9 else "a list")
        return [Value(each, self.code, f"{self.way}[{k}]") for k, each in enumerate(self.data)]

    def whole(self, least: int, most: int) -> int:
        """A whole number, also as a text of digits."""
        data = self.data
        if isinstance(data, float) and data.is_integer():
            data = int(data)
        found = xc.text.whole(data) if isinstance(data, str) else data
        if type(found) is int and least <= found <= most:
            return found
        expected = f"a whole number from {least:,} to {most:,}"
        raise self.fault(expected if least < most else f"the number {most:,}")

    @property
    def text(self) -> str:
        """A text; an empty one for anything else."""
        return self.data if isinstance(self.data, str) else ""


def json_of(text: str, code: Text) -> Value | None:
    """The object that a text states as JSON; None for any other text."""
    if not text.lstrip().startswith("{"):
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return Value(found, code) if isinstance(found, dict) else None
