"""The arguments of a question: searches, options, slices of time, and a folder for files."""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import exactcover as xc

from ..brute_force import Case
from ..thresholds import with_thresholds
from .checks import check_progress

ENGINES = ("auto", "reference", "bitset", "cells")


def an_order(case: Case, draw: random.Random) -> Any:
    """One of the orders that a search may take."""
    if len(case.primary) > 20:  # a long chain, in an odd order, has very many nodes
        return draw.choice(["mrv", xc.Order(ties=draw.choice(["last", "random"]))])
    items = list(case.primary)
    draw.shuffle(items)
    some = items[: draw.randint(0, len(items))]
    return draw.choice(
        [
            "mrv", "mrv", "fixed", items, some,
            xc.Order(draw.choice(["mrv", "fixed"]), tuple(some),
                     draw.choice(["first", "last", "random"]),
                     tuple(draw.sample(items, min(2, len(items)))), draw.randint(0, 9)),
        ]
    )  # fmt: skip


def a_search(case: Case, draw: random.Random) -> dict[str, Any]:
    """Arguments that change how a search goes, and nothing else."""
    found: dict[str, Any] = {}
    if draw.random() < 0.7:
        found["engine"] = draw.choice(ENGINES)
    if draw.random() < 0.4:
        found["order"] = an_order(case, draw)
    if draw.random() < 0.4:
        found["reduce"] = draw.random() < 0.5
    if draw.random() < 0.1:
        found["progress"] = check_progress
    return found


def slices_of(draw: random.Random) -> AbstractContextManager[None]:
    """A search in other slices, as on a machine that is slower or faster."""
    return with_thresholds(
        {("common.slices", "_MOST_NODES_IN_SLICE"): draw.choice([1, 2, 5, 2**40])}
    )


def some_options(
    case: Case, draw: random.Random, most: int, any_of_them: bool = False
) -> list[int]:
    """Up to so many options that can be given."""
    primary = set(case.primary)
    can = [
        number
        for number, option in enumerate(case.options)
        if any_of_them or any(item in primary for item, _ in option)
    ]
    return draw.sample(can, min(len(can), draw.randint(0, most)))


@contextmanager
def folder() -> Iterator[Path]:
    """A folder for files, in memory where there is one."""
    memory = "/dev/shm"
    where = memory if os.access(memory, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="fuzz", dir=where) as name:
        yield Path(name)
