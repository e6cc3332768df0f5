"""The digest of a problem is the same in every process, or there is none."""

from __future__ import annotations

import dataclasses
import datetime
import enum
import functools
import pathlib
import subprocess
import sys
import threading
import uuid
from collections import OrderedDict
from collections.abc import Hashable
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest

import exactcover as xc
from exactcover.statement.digest import digest
from tests.interrupting import ENVIRONMENT

WORDS = [f"word {k}" for k in range(12)]


class Named(NamedTuple):
    name: str
    cells: frozenset[Any]


@dataclasses.dataclass(frozen=True)
class Frozen:
    name: str
    cells: frozenset[Any]
    seen: int = dataclasses.field(default=0, compare=False)

    @functools.cached_property
    def size(self):
        return len(self.cells)


@dataclasses.dataclass(frozen=True, eq=False)
class Apart:
    name: str


class Colour(enum.Enum):
    RED = object()
    BLUE = frozenset(WORDS)


class Flags(enum.Flag):
    ONE = 1
    TWO = 2


class Text(str):
    pass


class Pair(tuple):
    __slots__ = ()


class Words(frozenset):
    pass


class Plain:
    """No repr, no equality of its own, but something that it holds."""

    def __init__(self, held):
        self.held = held


class Slotted:
    __slots__ = ("held",)

    def __init__(self, held):
        self.held = held


class Hashed:
    """Keeps its hash, which is another one in every process."""

    def __init__(self, held):
        self.held = held
        self._hash = hash(held)

    def __eq__(self, other):
        return self.held == other.held

    def __hash__(self):
        return self._hash


class Shown:
    """With a repr that tells sets in the order of their hashes, and an address."""

    def __init__(self, *held):
        self.held = set(held)

    def __repr__(self):
        return f"<{list(self.held)} at {id(self):#x}>"


class Only:
    """A class of objects that are all equal."""

    def __eq__(self, other):
        return isinstance(other, Only)

    def __hash__(self):
        return 1


def some_function():
    """It has a name by which it is found."""


def tower(depth):
    name: Hashable = ()
    for _ in range(depth):
        name = (name,)
    return name


def ring():
    one, other = Plain(None), Plain(None)
    one.held, other.held = other, one
    return one


def warmed():
    frozen = Frozen("warm", frozenset(WORDS), 7)
    assert frozen.size == 12
    return frozen


SHARED = Frozen("shared", frozenset(WORDS))

#: Made in the same way in every process; all differ from each other.
NAMES: list[Hashable] = [
    "a", b"a", "a\nb", "\ud800", "é", Text("a"), 1, -1, True, 1.0, 10**5000, None, ..., 0.0, -0.0,
    float("nan"), float("inf"), 1j, Decimal("1"), Decimal("1.0"), Decimal("NaN"), Fraction(1),
    Fraction(1, 3), np.int64(1), np.int8(1), np.float32(1), np.str_("a"), (), ("a",), (("a",),),
    ("a", "b"), ("a,b",), ("b", "a"), Pair(("a", "b")), ((), ((),)), (((),), ()),
    frozenset(), frozenset("a"), frozenset(WORDS), frozenset([frozenset(WORDS), "a"]),
    Words(WORDS), (frozenset(WORDS), 1), Named("a", frozenset(WORDS)),
    Named("b", frozenset(WORDS)), Named("a", frozenset(WORDS[:-1])),
    Frozen("a", frozenset(WORDS)), Frozen("a", frozenset(WORDS[1:])), warmed(), SHARED,
    (SHARED, 1), (SHARED, 2), (SHARED, SHARED), Colour.RED, Colour.BLUE, Flags.ONE, Flags.TWO,
    Flags.ONE | Flags.TWO, Plain("a"), Plain(frozenset(WORDS)), Plain({"x": 1, "y": {1, "z"}}),
    Plain(OrderedDict(a=1, b=2)), Plain(OrderedDict(b=2, a=1)), Plain([1, 2]), Plain([2, 1]),
    Slotted("a"), Slotted(("a",)), Hashed("held"), Hashed("other"), Shown(*WORDS), Shown("a"),
    Apart("a"), Apart("b"), Only(), int, Plain, some_function, len, dict, sys, range(3), range(4),
    datetime.date(2026, 1, 2), datetime.timedelta(1), pathlib.PurePosixPath("a/b"),
    uuid.UUID(int=7), tower(20_000), tower(20_001), list[int], functools.partial(max, 1),
]  # fmt: skip


#: Of names that are equal, as 1, True and 1.0, one problem can have only one.
TOGETHER = list(dict.fromkeys(NAMES))


def problem(names):
    """Each name is an item, an option, and a colour."""
    options = {name: [name, xc.Coloured(("late", k), (name, "colour"))]
               for k, name in enumerate(names)}  # fmt: skip
    return xc.Problem(names, options, secondary=[("late", k) for k in range(len(names))])


def digests():
    """Of a problem for each name, and of one of all."""
    return [digest(problem(names)._statement) for names in (*([name] for name in NAMES), TOGETHER)]


@pytest.fixture(scope="module")
def here():
    return digests()


@pytest.mark.slow
def test_every_name_has_its_digest_and_what_an_object_keeps_does_not_change_it(here):
    assert len(set(here)) == len(here) == len(NAMES) + 1
    warm, cold = warmed(), Frozen("warm", frozenset(WORDS))
    assert digest(problem([warm])._statement) == digest(problem([cold])._statement)


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["0", "1"])
def test_a_digest_is_the_same_in_every_process(here, seed):
    script = "from tests.statement.test_digest import digests; print(*digests())"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**ENVIRONMENT, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.split() == here


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ([object()], "nothing tells it from other objects of its class"),
        ([("a", object())], "nothing tells it from other objects"),
        ([lambda: 1], "<lambda> is not the name of it"),
        ([Plain(lambda: 1)], "<lambda> is not the name of it"),
        ([type("Local", (), {})], "Local is not the name of it"),
        ([threading.Lock()], "cannot pickle"),
        ([Plain(threading.Lock())], "cannot pickle"),
        ([ring()], "it refers to itself"),
        ([Plain(1), Plain(1)], "cannot be told apart by their content"),
        ([Apart("a"), Apart("a")], "cannot be told apart by their content"),
        ([float("nan"), float("nan")], "cannot be told apart by their content"),
    ],
)
def test_names_that_are_not_the_same_in_every_process_are_refused_at_the_start(
    tmp_path, names, reason
):
    stated = problem(names)
    journal, diagram = tmp_path / "journal", tmp_path / "diagram"
    with pytest.raises(xc.JournalFault, match=reason):
        stated.count(journal=journal)
    with pytest.raises(xc.UnwritableProblem, match=reason):
        stated.zdd().save(diagram)
    diagram.write_bytes(b"PK\3\4")
    with pytest.raises((xc.UnwritableProblem, xc.FileFault)):
        stated.load_zdd(diagram)
    assert not journal.exists()
    # Nothing else needs a digest.
    assert stated.count(workers=1) == 1
    zdd = stated.zdd()
    assert zdd == stated.zdd()
    assert (zdd & stated.zdd()).count() == 1
