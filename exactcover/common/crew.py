"""Helper threads for one question, which end when it does."""

from __future__ import annotations

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
    """So many threads until the end of the block; None for one, which is the thread that asks."""
    if size == 1:
        yield None
        return
    with ThreadPoolExecutor(size, "exactcover") as pool:
        yield Crew(pool, size)
