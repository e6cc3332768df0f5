"""Tilings of an n x k x r box by cubes with whole sides (OEIS A228267)."""

from __future__ import annotations

import itertools

import exactcover as xc

WAYS = ("diagram", "layers")


def problem(n: int, k: int, r: int) -> xc.Problem:
    """Each cell is covered once."""
    box = n, k, r
    options = {}
    for size in range(1, min(box) + 1):
        for corner in itertools.product(*(range(side - size + 1) for side in box)):
            spans = [range(at, at + size) for at in corner]
            options[corner, size] = list(itertools.product(*spans))
    return xc.Problem(itertools.product(*map(range, box)), options)


def diagram(n: int, k: int, r: int) -> tuple[int, int]:
    """No tiling is visited: cells are settled in an order, in states."""
    count = problem(n, k, r).count(method="diagram", memory="10GB")
    if not count.complete:
        raise MemoryError(str(count))
    return int(count), count.nodes


def layers(n: int, k: int, r: int) -> tuple[int, int]:
    """Without this project: a table of states, layer after layer of n cells by k.

    A cube of side s ends s - 1 layers below the one where it begins. A state says for each of the
    n k columns how many of the next layers are filled already. It is a number in base r + 1.
    """
    n, k, r = sorted((n, k, r))
    states, nodes = {0: 1}, 0
    for layer in range(r):
        for at in range(n * k):
            states = _settled(states, at, n, k, r, r - layer)
            nodes += len(states)
        unit = sum((r + 1) ** cell for cell in range(n * k))
        states = {state - unit: count for state, count in states.items()}
    return states[0], nodes


def _settled(states: dict[int, int], at: int, n: int, k: int, r: int, room: int) -> dict[int, int]:
    """The states after the cell ``at`` is filled in the present layer, if it was not."""
    row, column = divmod(at, k)
    sizes = range(1, min(n - row, k - column, room) + 1)
    cells = [[(row + i) * k + column + j for i in range(s) for j in range(s)] for s in sizes]
    after: dict[int, int] = {}
    for state, count in states.items():
        if state // (r + 1) ** at % (r + 1):
            after[state] = after.get(state, 0) + count
            continue
        for size, covered in zip(sizes, cells, strict=True):
            if any(state // (r + 1) ** cell % (r + 1) for cell in covered):
                break
            filled = state + size * sum((r + 1) ** cell for cell in covered)
            after[filled] = after.get(filled, 0) + count
    return after
