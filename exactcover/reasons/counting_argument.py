"""Why a problem has no solution, by counting: parity and its like, found by linear algebra.

Give each item a weight such that every option's items weigh 0 together, modulo m. Then so do the
items of any set of options; so, if all items together do not weigh 0, no options cover each exactly
once. The colours of the mutilated chessboard are such weights, 1 for white and -1 for black. For a
prime m, weights of this kind exist just if the equations "every item once" have no solution modulo
m in any whole numbers (Fredholm's alternative over a field), so that they are found by elimination.
Modulo 2 it is parity; modulo a large prime it is an argument in whole numbers. Modulo a power of a
prime it is the same over a ring, where one eliminates by a value that the fewest powers of the
prime divide, so that it divides all others; that finds what tetrominoes like T or L cannot fill,
modulo 8 (S. W. Golomb, Polyominoes, chapter 1, argues so by two colourings).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..common.budget import ticking

__all__ = ["Weights", "weights"]

#: Moduli that are tried, powers of primes: prime and exponent. The large one stands for "without
#: any modulus".
_LARGE = 1_000_003
_MODULI = ((2, 1), (3, 1), (_LARGE, 1), (2, 4), (3, 2))
#: How many times weights are taken to make whole numbers of fractions.
_MOST_TIMES = 60
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
    if n * n > _MOST_WORK or not n:
        return None
    rows = sorted({tuple(sorted(option)) for option in ticking(options, tick)})
    if n * n * len(rows) > _MOST_WORK:
        return None
    for prime, exponent in _MODULI:
        found = _modulo(prime, exponent, rows, needed, tick)
        if found is not None:
            return found
    return None


def _modulo(
    prime: int,
    exponent: int,
    rows: list[tuple[int, ...]],
    needed: Sequence[int | None],
    tick: Callable[[], None],
) -> Weights | None:
    n = len(needed)
    modulus = prime**exponent
    free = np.array([number is not None for number in needed])
    total = np.array([number or 0 for number in needed], np.int64) % modulus
    # All weights that make every option weigh 0: begun with all, and narrowed option by option.
    # A row of ``basis`` is one; together they span what is left.
    basis = np.eye(n, dtype=np.int64)[free]
    for option in rows:
        tick()
        basis = _narrowed(basis, basis[:, option].sum(axis=1) % modulus, prime, exponent)
        if not len(basis):
            return None
    if not ((basis @ total) % modulus).any():
        return None
    # Without one item after the other, as long as there is something left that proves it.
    for item in range(n):
        tick()
        less = _narrowed(basis, basis[:, item], prime, exponent)
        if len(less) and ((less @ total) % modulus).any():
            basis = less
    proof = basis[np.flatnonzero((basis @ total) % modulus)[0]]
    # Where a power of the prime divides all weights, a smaller modulus will do.
    common = int(np.gcd.reduce([*proof.tolist(), modulus]))
    return _readable(proof // common, total, prime, modulus // common, rows, needed)


def _narrowed(basis: Any, values: Any, prime: int, exponent: int) -> Any:
    """The combinations for which a linear function, whose values on the basis are given, is 0."""
    at = np.flatnonzero(values)
    if not len(at):
        return basis
    modulus = prime**exponent
    # The value that the fewest powers of the prime divide divides all others.
    powers = np.gcd(values[at], modulus)
    pivot = at[np.argmin(powers)]
    power = int(powers.min())
    inverse = pow(int(values[pivot]) // power, -1, modulus)
    factors = values // power * inverse % modulus
    rest = (basis - factors[:, None] * basis[pivot]) % modulus
    # What is left of the pivot itself: so many times it that the function is 0 there too.
    rest[pivot] = basis[pivot] * (modulus // power) % modulus
    return np.delete(rest, pivot, axis=0) if power == 1 else rest


def _readable(
    proof: Any,
    total: Any,
    prime: int,
    modulus: int,
    rows: list[tuple[int, ...]],
    needed: Sequence[int | None],
) -> Weights | None:
    """The weights by their least absolute values, and without a modulus where that is right.

    Weights modulo the large prime stand for fractions; so many times them they are whole numbers.
    None where they are not, however often they are taken: nobody could check them.
    """
    first = next(each for each in proof.tolist() if each % prime)
    proof = proof * pow(first, -1, modulus) % modulus
    for times in range(1, _MOST_TIMES + 1 if modulus == _LARGE else 2):
        weighed = proof * times % modulus
        signed = {
            int(item): int(weighed[item]) - (modulus if weighed[item] > modulus // 2 else 0)
            for item in np.flatnonzero(weighed)
        }
        if modulus > 2 and all(sum(signed.get(item, 0) for item in row) == 0 for row in rows):
            whole = sum(weight * (needed[item] or 0) for item, weight in signed.items())
            sign = 1 if whole > 0 else -1
            return Weights(0, {item: sign * each for item, each in signed.items()}, sign * whole)
    if modulus == _LARGE:
        return None
    weights = {int(item): int(proof[item]) for item in np.flatnonzero(proof)}
    return Weights(modulus, weights, int((proof @ total) % modulus))
