"""Results that this project has found, each a folder of the ledger ``results/``.

A folder has two files. ``result.toml`` says what was asked, what was known, and what is claimed;
``ways.py`` has a function for each way to derive a term. A claim needs two ways, which should share
as little as they can.
"""

from __future__ import annotations

import importlib.util
import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import FileFault

__all__ = ["Claim", "Derivation", "Result", "read_result"]

#: A term by its number.
Way = Callable[[int], int]


@dataclass(frozen=True)
class Derivation:
    """One way by which a claim was derived, and what that took."""

    way: str
    date: str
    machine: str
    seconds: float
    nodes: int


@dataclass(frozen=True)
class Claim:
    """A term that was not known, with the ways by which it was derived."""

    n: int
    value: int
    derivations: tuple[Derivation, ...]


@dataclass(frozen=True)
class Result:
    """A sequence of numbers with new terms."""

    title: str
    question: str
    #: Where the question was open: an OEIS number, a paper with its page.
    source: str
    #: Terms that others have published, by their numbers.
    known: dict[int, int]
    #: Terms up to this one take seconds.
    small: int
    #: What failed, and what was given up.
    remarks: str
    claims: tuple[Claim, ...]
    ways: Mapping[str, Way]


def read_result(folder: str | os.PathLike[str]) -> Result:
    """Read a folder of the ledger. Runs its ``ways.py``.

    Raises :class:`FileFault` for what is missing or of the wrong kind, and OSError.
    """
    path = Path(folder) / "result.toml"
    try:
        stated = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FileFault(str(path), 0, 0, str(error), "TOML") from None
    reader = _Reader(str(path), _ways_of(Path(folder) / "ways.py"))
    return reader.result(stated)


def _ways_of(path: Path) -> dict[str, Way]:
    """The functions of a file that its ``WAYS`` names."""
    spec = importlib.util.spec_from_file_location("ways", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise FileFault(str(path), 0, 0, "there is no such file", "functions of n")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        return {name: getattr(module, name) for name in getattr(module, "WAYS", ())}
    except Exception as error:
        found = f"{type(error).__name__}: {error}"
        raise FileFault(str(path), 0, 0, found, "functions of n, named in WAYS") from error


@dataclass(frozen=True)
class _Reader:
    """Reads entries of one file, and says what is wrong with them."""

    path: str
    ways: dict[str, Way]

    def result(self, stated: Mapping[str, Any]) -> Result:
        known = self.entry(stated, "known", dict)
        claims = tuple(map(self.claim, self.entry(stated, "claim", list)))
        terms = {self.number(n, "known"): self.number(value, n) for n, value in known.items()}
        again = [claim.n for claim in claims if claim.n in terms]
        if again:
            raise self.fault(f"the term {again[0]} is known and claimed", "it once")
        return Result(
            self.entry(stated, "title", str),
            self.entry(stated, "question", str),
            self.entry(stated, "source", str),
            terms,
            self.entry(stated, "small", int),
            self.entry(stated, "remarks", str),
            claims,
            self.ways,
        )

    def claim(self, stated: Any) -> Claim:
        """A term that is claimed."""
        n = self.entry(stated, "n", int)
        value = self.entry(stated, "value", int)
        derivations = tuple(map(self.derivation, self.entry(stated, "derivation", list)))
        if len({each.way for each in derivations}) < 2:
            raise self.fault(f"the term {n} has not two derivations", "two different ways")
        return Claim(n, value, derivations)

    def derivation(self, stated: Any) -> Derivation:
        """One way of a claim."""
        way = self.entry(stated, "way", str)
        if way not in self.ways:
            known = ", ".join(self.ways) or "none"
            raise self.fault(f"way = {way!r}", f"one of ways.py, in WAYS: {known}")
        date, machine = (self.entry(stated, name, str) for name in ("date", "machine"))
        seconds = self.entry(stated, "seconds", float)
        return Derivation(way, date, machine, seconds, self.entry(stated, "nodes", int))

    def entry(self, stated: Any, name: str, kind: type) -> Any:
        """An entry of this kind. A whole number passes for a float."""
        value = stated.get(name) if isinstance(stated, dict) else None
        if kind is float and type(value) is int:
            return float(value)
        if type(value) is not kind or value in ("", []):
            words = {str: "a text", int: "a whole number", float: "a number", dict: "a table"}
            found = f"{name} is missing" if value is None else f"{name} = {value!r}"
            raise self.fault(found, words.get(kind, "a list that is not empty"))
        return value

    def number(self, stated: Any, name: Any) -> int:
        """A whole number, or a text that is one: TOML has no other keys."""
        try:
            return int(stated)
        except (TypeError, ValueError):
            raise self.fault(f"{name} = {stated!r}", "a whole number") from None

    def fault(self, found: str, expected: str) -> FileFault:
        return FileFault(self.path, 0, 0, found, expected)
