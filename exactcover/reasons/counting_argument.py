"""Why a problem has no solution, by counting: parity and similar arguments, by linear algebra.

Give each item a weight such that the items of every option weigh 0 together, modulo m. Then the
items of any set of options weigh 0. If all items together do not weigh 0, no set of options covers
each exactly once. The colours of the mutilated chessboard are such weights, 1 for white and -1 for
black. For a prime m, such weights exist if and only if the equations "every item once" have no
solution modulo m (Fredholm's alternative over a field). So elimination finds them. Modulo 2 this is
parity; modulo a large prime it is an argument in whole numbers. Modulo a power of a prime the pivot
is a value with the fewest factors of the prime, so that it divides all others. That finds what
tetrominoes like T or L cannot fill, modulo 8 (S. W. Golomb, Polyominoes, chapter 1, uses two
colourings).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..common.deadline import ticking
from ..kernels.array_types import Int64s

__all__ = ["Weights", "weights"]

#: The moduli tried: prime and exponent. The large prime stands for "without a modulus".
_LARGE = 1_000_003
_MODULI = ((2, 1), (3, 1), (_LARGE, 1), (2, 4), (3, 2))
#: The largest factor tried to turn fractions into whole numbers.
_MOST_TIMES = 60
#: Operations of an elimination at most.
_MOST_WORK = 20_000_000_000


@dataclass(frozen=True)
class Weights:
    """Weights of items: every option weighs 0 modulo ``modulus``, but all items together do not.

    ``modulus`` 0: none is needed. ``weights``: item -> weight, not 0; no item can be left out.
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
    """Weights that prove that there is no solution; items are left out as long as that works.

    None if there are no such weights, or the problem is too large (items x items x options).
    ``options``: the items of each option. ``needed``: how often each item must be covered; None for
    an item without a fixed number, which gets no weight.
    """
    n = len(needed)
    if n * n > _MOST_WORK or not n:
        return None
    rows = sorted({tuple(sorted(option)) for option in ticking(options, tick)})
    if n * n * len(rows) > _MOST_WORK:
        return None
    for prime, exponent in _MODULI:
        found = _modulo(prime, prime**exponent, rows, needed, tick)
        if found is not None:
            return found
    return None


def _modulo(
    prime: int,
    modulus: int,
    rows: list[tuple[int, ...]],
    needed: Sequence[int | None],
    tick: Callable[[], None],
) -> Weights | None:
    n = len(needed)
    free = np.array([number is not None for number in needed])
    total = np.array([number or 0 for number in needed], np.int64) % modulus
    # The weights by which every option weighs 0, narrowed option by option. The rows of ``basis``
    # span them.
    basis = np.eye(n, dtype=np.int64)[free]
    for option in rows:
        tick()
        basis = _narrowed(basis, basis[:, option].sum(axis=1) % modulus, modulus)
        if not len(basis):
            return None
    if not ((basis @ total) % modulus).any():
        return None
    # Leave out one item after the other, as long as a proof is left.
    for item in range(n):
        tick()
        less = _narrowed(basis, basis[:, item], modulus)
        if len(less) and ((less @ total) % modulus).any():
            basis = less
    proof = basis[np.flatnonzero((basis @ total) % modulus)[0]]
    # If a power of the prime divides all weights, a smaller modulus suffices.
    common = int(np.gcd.reduce([*proof.tolist(), modulus]))
    return _readable(proof // common, total, prime, modulus // common, rows, needed)


def _narrowed(basis: Int64s, values: Int64s, modulus: int) -> Int64s:
    """The combinations for which a linear function with these values on the basis is 0."""
    at = np.flatnonzero(values)
    if not len(at):
        return basis
    # The value that the fewest powers of the prime divide divides all others.
    powers = np.gcd(values[at], modulus)
    pivot = at[np.argmin(powers)]
    power = int(powers.min())
    inverse = pow(int(values[pivot]) // power, -1, modulus)
    factors = values // power * inverse % modulus
    rest = (basis - factors[:, None] * basis[pivot]) % modulus
    # The least multiple of the pivot at which the function is 0 stays in the basis.
    rest[pivot] = basis[pivot] * (modulus // power) % modulus
    return np.delete(rest, pivot, axis=0) if power == 1 else rest


def _readable(
    proof: Int64s,
    total: Int64s,
    prime: int,
    modulus: int,
    rows: list[tuple[int, ...]],
    needed: Sequence[int | None],
) -> Weights | None:
    """The weights by their least absolute values, and without a modulus if that is right.

    Weights modulo the large prime stand for fractions; a multiple of them is whole numbers. None if
    no multiple up to ``_MOST_TIMES`` is, since nobody could check such weights.
    """
    first = next(each for each in proof.tolist() if each % prime)
    proof = proof * pow(first, -1, modulus) % modulus
    for times in range(1, _MOST_TIMES + 1 if modulus == _LARGE else 2):
        weighed = (proof * times % modulus).tolist()
        signed = {
            item: weight - (modulus if weight > modulus // 2 else 0)
            for item, weight in enumerate(weighed)
            if weight
        }
        if modulus > 2 and all(sum(signed.get(item, 0) for item in row) == 0 for row in rows):
            sum_of_all = sum(weight * (needed[item] or 0) for item, weight in signed.items())
            sign = 1 if sum_of_all > 0 else -1
            weights = {item: sign * weight for item, weight in signed.items()}
            return Weights(0, weights, sign * sum_of_all)
    if modulus == _LARGE:
        return None
    weights = {item: weight for item, weight in enumerate(proof.tolist()) if weight}
    return Weights(modulus, weights, int((proof @ total) % modulus))
