"""The *ledger*: results that this project has found, one per folder.

A folder has two files. ``result.toml`` has the question, the known terms and the claims;
``ways.py`` has a function for each way to derive a term. A claim needs two ways, which should share
as little as possible.

A result has one or more sequences of numbers. A term has a place in its sequence: one whole number
or several. A way takes these, after the name of the sequence if that has one, and gives the number
and how many nodes it took.
"""

from __future__ import annotations

import inspect
import os
import sys
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from math import inf
from pathlib import Path
from types import ModuleType
from typing import Any

from exactcover.cli import read_text
from exactcover.errors import FileFault
from exactcover.text import in_one_line

__all__ = ["MOST_BITS", "Claim", "Derivation", "Result", "Sequence", "read_result"]

#: The value of a term, and the nodes that it took.
Way = Callable[..., tuple[int, int]]
#: The place of a term in its sequence.
Place = tuple[int, ...]

#: Values have at most so many bits, so that Python prints them.
MOST_BITS = 14_000


@dataclass(frozen=True)
class Derivation:
    """One way by which a claim was derived, and what that took."""

    way: str
    date: str
    seconds: float
    nodes: int


@dataclass(frozen=True)
class Claim:
    """A term that was not known, with the ways by which it was derived."""

    value: int
    derivations: tuple[Derivation, ...]
    #: The digest of its problem, if ``ways.py`` has a function ``problem``.
    digest: str | None


@dataclass(frozen=True)
class Sequence:
    """A sequence of numbers with new terms."""

    #: The first argument of the ways; empty for a result with one sequence.
    name: str
    #: Where the question was open: an OEIS number, a paper with its page.
    source: str
    #: Terms that others have published, by their places.
    known: dict[Place, int]
    claims: dict[Place, Claim]
    #: How many terms take seconds: first those that are known, then those that are claimed.
    small: int

    def small_terms(self) -> list[Place]:
        """The terms that take seconds."""
        return list(islice([*self.known, *self.claims], self.small))

    def arguments(self, place: Place) -> tuple[Any, ...]:
        """What a way takes for a term."""
        return (self.name, *place) if self.name else place


@dataclass(frozen=True)
class Result:
    """An answer to a question that was open."""

    title: str
    question: str
    #: Where the times were measured.
    machine: str
    #: What failed, and what was given up.
    remarks: str
    sequences: tuple[Sequence, ...]
    ways: Mapping[str, Way]
    #: The problem of a term, if ``ways.py`` has such a function.
    problem: Callable[..., Any] | None


def read_result(folder: str | os.PathLike[str]) -> Result:
    """Read a folder of the ledger. Runs its ``ways.py``.

    Raises :class:`FileFault` for what is missing or of the wrong kind, and OSError.
    """
    path = Path(folder) / "result.toml"
    if path.exists() and not path.is_file():
        raise FileFault(str(path), 0, 0, "it is no regular file", "TOML")
    try:
        stated = tomllib.loads(read_text(str(path)))
    except (ValueError, RecursionError) as error:
        raise FileFault(str(path), 0, 0, str(error), "TOML") from None
    reader = _Reader(str(path), *_ways_of(Path(folder) / "ways.py"))
    return reader.result(stated)


def _ways_of(path: Path) -> tuple[dict[str, Way], Callable[..., Any] | None]:
    """The functions of a file that its ``WAYS`` names, and its function ``problem``."""
    expected = "functions, whose names are in WAYS"
    if not path.is_file():
        lacking = "it is no regular file" if path.exists() else "there is no such file"
        raise FileFault(str(path), 0, 0, lacking, expected)
    # (Dataclasses look their module up.)
    module = sys.modules["ways"] = ModuleType("ways")
    module.__file__ = str(path)
    try:
        # What people read is run. An import would run whatever lies in __pycache__ instead.
        exec(compile(path.read_bytes(), path, "exec"), vars(module))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise FileFault(str(path), 0, 0, in_one_line(error), expected) from error
    names = getattr(module, "WAYS", None)
    if not isinstance(names, tuple | list) or not names:
        raise FileFault(
            str(path), 0, 0, f"WAYS = {in_one_line(names)}", "a tuple of the names of functions"
        )
    found: dict[str, Any] = {str(name): getattr(module, str(name), None) for name in names}
    problem = getattr(module, "problem", None)
    for name, way in [*found.items(), *([("problem", problem)] if problem is not None else [])]:
        if not inspect.isfunction(way):
            raise FileFault(str(path), 0, 0, f"{name} = {in_one_line(way)}", "a function")
    return found, problem


def _bits(value: Any) -> int:
    """The length of a whole number, or of the longest one in a list."""
    if isinstance(value, list):
        return max(map(_bits, value), default=0)
    return value.bit_length() if isinstance(value, int) else 0


@dataclass(frozen=True)
class _Reader:
    """Reads entries of one file, and says what is wrong with them."""

    path: str
    ways: dict[str, Way]
    problem: Callable[..., Any] | None

    def result(self, stated: Mapping[str, Any]) -> Result:
        self.only(stated, "title question machine remarks sequence")
        title, question, machine, remarks = (
            self.entry(stated, each, str) for each in ("title", "question", "machine", "remarks")
        )
        sequences = tuple(map(self.sequence, self.entry(stated, "sequence", list)))
        names = [each.name for each in sequences]
        if len(names) > 1 and ("" in names or len(set(names)) < len(names)):
            raise self.fault("sequences without names of their own", "a name for each of several")
        return Result(title, question, machine, remarks, sequences, self.ways, self.problem)

    def sequence(self, stated: Any) -> Sequence:
        """A sequence, with its terms in the order of the file."""
        self.only(stated, "name source small known claim")
        source = self.entry(stated, "source", str)
        small = self.entry(stated, "small", int)
        name = self.entry(stated, "name", str) if "name" in stated else ""
        known: dict[Place, int] = {}
        claims: dict[Place, Claim] = {}
        for row in self.entry(stated, "known", list) if "known" in stated else []:
            if not isinstance(row, list) or len(row) < 2 or set(map(type, row)) != {int}:
                raise self.fault(
                    f"known = {in_one_line(row)}", "whole numbers: a place and the value there"
                )
            self.new(tuple(row[:-1]), known)
            known[tuple(row[:-1])] = row[-1]
        for each in self.entry(stated, "claim", list) if "claim" in stated else []:
            place, claim = self.claim(each)
            self.new(place, known)
            self.new(place, claims)
            claims[place] = claim
        if not 0 <= small <= len(known) + len(claims):
            most = len(known) + len(claims)
            raise self.fault(f"small = {small}", f"0 to {most}, the number of terms")
        return Sequence(name, source, known, claims, small)

    def only(self, stated: Any, names: str) -> None:
        """That a table has no other entries than these."""
        for name in stated if isinstance(stated, dict) else ():
            if name not in names.split():
                raise self.fault(f"the entry {in_one_line(name)}", f"{', '.join(names.split())}")

    def new(self, place: Place, terms: Mapping[Place, Any]) -> None:
        if place in terms:
            where = ", ".join(map(str, place))
            raise self.fault(f"the term {where} stands there twice", "it once")

    def claim(self, stated: Any) -> tuple[Place, Claim]:
        """A term that is claimed, and its place."""
        self.only(stated, "at value derivations" + " digest" * bool(self.problem))
        place = tuple(self.entry(stated, "at", list))
        if set(map(type, place)) != {int}:
            raise self.fault(f"at = {list(place)}", "whole numbers")
        value = self.entry(stated, "value", int)
        derivations = tuple(map(self.derivation, self.entry(stated, "derivations", list)))
        if len({each.way for each in derivations}) < 2:
            where = ", ".join(map(str, place))
            raise self.fault(f"the term {where} has not two derivations", "two different ways")
        digest = stated.get("digest") if self.problem else None
        if self.problem and not isinstance(digest, str):
            found = f"digest = {digest!r} of the term {', '.join(map(str, place))}"
            before = "the digest of its problem, which --only prints before a term is claimed"
            raise self.fault(found, before)
        return place, Claim(value, derivations, digest)

    def derivation(self, stated: Any) -> Derivation:
        """One way of a claim."""
        self.only(stated, "way date seconds nodes")
        way = self.entry(stated, "way", str)
        if way not in self.ways:
            known = ", ".join(self.ways) or "none"
            raise self.fault(f"way = {way!r}", f"one of ways.py, in WAYS: {known}")
        seconds = self.entry(stated, "seconds", float)
        date, nodes = self.entry(stated, "date", str), self.entry(stated, "nodes", int)
        if not (0 <= seconds < inf and nodes >= 0):
            raise self.fault(f"seconds = {seconds}, nodes = {nodes}", "numbers from 0")
        return Derivation(way, date, seconds, nodes)

    def entry(self, stated: Any, name: str, kind: type) -> Any:
        """An entry of this kind. A whole number passes for a float."""
        value = stated.get(name) if isinstance(stated, dict) else None
        try:
            if kind is float and type(value) is int:
                return float(value)
        except OverflowError:
            raise self.fault(f"{name} has too many digits", "a number of seconds") from None
        if _bits(value) > MOST_BITS:
            raise self.fault(f"{name} has too many digits", "a number that can be printed")
        if type(value) is not kind or value in ("", []):
            words = {str: "a text", int: "a whole number", float: "a number"}
            found = f"{name} is missing" if value is None else f"{name} = {in_one_line(value)}"
            raise self.fault(found, words.get(kind, "a list that is not empty"))
        return value

    def fault(self, found: str, expected: str) -> FileFault:
        return FileFault(self.path, 0, 0, found, expected)
