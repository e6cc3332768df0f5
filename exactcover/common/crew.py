"""Helper threads for one question, which end when it does."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple


class Crew(NamedTuple):
    """Several threads, each started when there is work for it."""

    pool: ThreadPoolExecutor
    size: int


@contextmanager
def crew(size: int) -> Iterator[Crew | None]:
    """So many threads until the end of the block; None for one, which is the thread that asks, and
    in a browser, which has no other."""
    if size == 1 or sys.platform == "emscripten":
        yield None
        return
    with ThreadPoolExecutor(size, "exactcover") as pool:
        yield Crew(pool, size)
