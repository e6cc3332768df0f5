"""Why a problem has no solution, by counting: parity and its like, found by linear algebra.

Give each item a weight such that every option's items weigh 0 together, modulo m. Then so do the
items of any set of options; so, if all items together do not weigh 0, no options cover each exactly
once. The colours of the mutilated chessboard are such weights, 1 for white and -1 for black. For a
prime m, weights of this kind exist just if the equations "every item once" have no solution modulo
m in any whole numbers (Fredholm's alternative over a field), so that they are found by elimination.
Modulo 2 it is parity; modulo a large prime it is an argument in whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Weights", "weights"]

#: Primes that are tried; the last one stands for "without any modulus".
_PRIMES = (2, 3, 1_000_003)
#: Operations of an elimination at most.
_MOST_WORK = 20_000_000_000


@dataclass(frozen=True)
class Weights:
    """Weights of items: every option weighs 0 modulo ``modulus``, and all items do not.

    ``modulus`` 0: without one. ``weights``: item -> weight, not 0; no item can be left out.
    ``total``: what all items weigh, each as often as it must be covered.
    """

    modulus: int
    weights: dict[int, int]
    total: int


def weights(
    options: Sequence[Sequence[int]],
    needed: Sequence[int | None],
    tick: Callable[[], None] = lambda: None,
) -> Weights | None:
    """Such weights, of as few items as leaving out one after the other gives; None if there are
    none, or the problem is too large for that (items x items x options).

    ``options``: the items of each option; ``needed``: how often each item must be covered, None for
    an item without a fixed number, which gets no weight.
    """
    n = len(needed)
    rows = sorted({tuple(sorted(option)) for option in options})
    if n * n * len(rows) > _MOST_WORK or not n:
        return None
    for prime in _PRIMES:
        found = _modulo(prime, rows, needed, tick)
        if found is not None:
            return found
    return None


def _modulo(
    prime: int, rows: list[tuple[int, ...]], needed: Sequence[int | None], tick: Callable[[], None]
) -> Weights | None:
    n = len(needed)
    free = np.array([number is not None for number in needed])
    total = np.array([number or 0 for number in needed], np.int64) % prime
    # All weights that make every option weigh 0: begun with all, and narrowed option by option.
    # A row of ``basis`` is one; together they span what is left.
    basis = np.eye(n, dtype=np.int64)[free]
    for number, option in enumerate(rows):
        if number % 64 == 0:
            tick()
        basis = _narrowed(basis, basis[:, option].sum(axis=1) % prime, prime)
        if not len(basis):
            return None
    if not ((basis @ total) % prime).any():
        return None
    # Without one item after the other, as long as there is something left that proves it.
    for item in range(n):
        tick()
        less = _narrowed(basis, basis[:, item], prime)
        if len(less) and ((less @ total) % prime).any():
            basis = less
    proof = basis[np.flatnonzero((basis @ total) % prime)[0]]
    return _readable(proof, total, prime, rows, needed)


def _narrowed(basis: Any, values: Any, prime: int) -> Any:
    """The combinations for which a linear function, whose values on the basis are given, is 0."""
    at = np.flatnonzero(values)
    if not len(at):
        return basis
    pivot = at[0]
    inverse = pow(int(values[pivot]), -1, prime)
    factors = values * inverse % prime
    rest = (basis - factors[:, None] * basis[pivot]) % prime
    return np.delete(rest, pivot, axis=0)


def _readable(
    proof: Any, total: Any, prime: int, rows: list[tuple[int, ...]], needed: Sequence[int | None]
) -> Weights:
    """The weights by their least absolute values, and without a modulus where that is right."""
    first = int(proof[np.flatnonzero(proof)[0]])
    proof = proof * pow(first, -1, prime) % prime
    signed = {
        int(item): int(proof[item]) - (prime if proof[item] > prime // 2 else 0)
        for item in np.flatnonzero(proof)
    }
    whole = sum(weight * (needed[item] or 0) for item, weight in signed.items())
    if prime > 2 and all(sum(signed.get(item, 0) for item in option) == 0 for option in rows):
        if whole < 0:
            signed, whole = {item: -weight for item, weight in signed.items()}, -whole
        return Weights(0, signed, whole)
    return Weights(prime, {item: weight % prime for item, weight in signed.items()}, whole % prime)
