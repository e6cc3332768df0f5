"""Why a problem has no solution: parity and similar arguments, by linear algebra.

Give each item a weight such that the items of every option weigh 0 together, modulo m. Then the
items of any set of options weigh 0. If all items together do not weigh 0, no set of options covers
each exactly once. The colours of the mutilated chessboard are such weights, 1 for white and -1 for
black. For a prime m, such weights exist if and only if the equations "every item once" have no
solution modulo m (Fredholm's alternative over a field). So elimination finds them. Modulo 2 this is
parity; modulo a large prime it is an argument in whole numbers. Modulo a power of a prime the pivot
is a value with the fewest factors of the prime, so that it divides all others. That finds what
tetrominoes like T or L cannot fill, modulo 8 (S. W. Golomb, Polyominoes, chapter 1, uses two
colourings).

Where the problem is too large for elimination, items that an option ties together are found first:
an option of two items gives the second the opposite of the weight of the first. On a board of
dominoes that leaves one weight for all cells.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays.compiled import Compiled
from ..common.deadline import ticking
from ..common.turns import COSTS
from ..kernels.bits.array_types import Int64s

#: The moduli tried: prime and exponent. The large prime stands for "without a modulus".
_LARGE = 1_000_003
_MODULI = ((2, 1), (3, 1), (_LARGE, 1), (2, 4), (3, 2))
#: Those for items that are tied together.
_TIED_MODULI = (2, _LARGE)
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


class Refutation:
    """Whether counting proves that a problem has no solution, asked while a search goes on."""

    def __init__(self, compiled: Compiled):
        self._compiled = compiled
        low, high = compiled.bounds
        #: How often each primary item must be covered, None if that is not fixed; how many items
        #: have a fixed number.
        self._needed: list[int | None] = list(low)
        if compiled.multiple:
            pairs = zip(low, high, strict=True)
            self._needed = [one if one == other else None for one, other in pairs]
        self._n = n = len(self._needed) - self._needed.count(None)
        rows, entries = compiled.n_options, compiled.n_entries
        #: What is tried, each with what it takes in nanoseconds, the cheapest first.
        self._ways = [
            (COSTS.counted_entry * entries, self._by_lengths),
            (COSTS.tied_entry * len(_TIED_MODULI) * entries, self._by_ties),
        ]
        if n * n * rows <= _MOST_WORK:
            row = COSTS.eliminated_row + COSTS.eliminated_entry * n * n
            self._ways.append((len(_MODULI) * rows * row, self._by_elimination))
        self._ways.sort(key=lambda each: each[0])

    def next_cost(self) -> float:
        """Nanoseconds, about, that the next try takes; infinity if there is none left."""
        return self._ways[0][0] if self._ways else math.inf

    def reason(self, tick: Callable[[], None]) -> str | None:
        """Try what comes next: why there is no solution, or None."""
        _, way = self._ways.pop(0)
        return way(tick)

    def _rows(self) -> list[list[int]]:
        compiled, needed = self._compiled, self._needed
        starts, items, n = compiled.starts, compiled.items, compiled.n_primary
        return [
            [each for each in items[start:end] if each < n and needed[each] is not None]
            for start, end in itertools.pairwise(starts)
        ]

    def _by_lengths(self, tick: Callable[[], None]) -> str | None:
        lengths = [len(row) for row in ticking(self._rows(), tick)]
        divisor = math.gcd(*lengths)
        total = sum(number or 0 for number in self._needed)
        if divisor < 2 or total % divisor == 0:
            return self._by_places(-(-total // max([1, *lengths])))
        return (
            f"every option covers {divisor} of the items or a multiple of that, and they must be "
            f"covered {total:,} times in all"
        )

    def _by_places(self, least: int) -> str | None:
        """At least so many options are needed. Are there places for them on secondary items?"""
        compiled = self._compiled
        starts, items, colours = compiled.starts, compiled.items, compiled.colours
        coloured = {item for item, colour in zip(items, colours, strict=True) if colour}
        taken = [
            {each for each in items[start:end] if each >= compiled.n_primary} - coloured
            for start, end in itertools.pairwise(starts)
        ]
        places, each = len(set().union(*taken)), min(map(len, taken), default=0)
        if least * each <= places:
            return None
        return (
            f"at least {least:,} options are needed, each with {each} of the secondary items or "
            f"more, and there are {places:,} of these"
        )

    def _by_elimination(self, tick: Callable[[], None]) -> str | None:
        rows = [row for row in self._rows() if row]
        return _sentence(weights(rows, self._needed, tick))

    def _by_ties(self, tick: Callable[[], None]) -> str | None:
        rows = [row for row in self._rows() if row]
        for modulus in _TIED_MODULI:
            weight = tied(rows, len(self._needed), modulus, tick)
            total = sum(
                one * (number or 0) for one, number in zip(weight, self._needed, strict=True)
            )
            if total % modulus:
                return _sentence(Weights(modulus, {}, total % modulus))
        return None


def _sentence(found: Weights | None) -> str | None:
    if found is None:
        return None
    nothing = "0" if found.modulus in (0, _LARGE) else f"a multiple of {found.modulus}"
    return (
        f"the items can be given weights such that those of every option add up to {nothing}, and "
        f"all that must be covered does not"
    )


def tied(
    rows: Sequence[Sequence[int]], n: int, modulus: int, tick: Callable[[], None]
) -> list[int]:
    """Weights of ``n`` items, modulo a prime, by which every row weighs 0; not all 0 if possible.

    Items of a row with two unknown weights are tied together; a row with one makes that 0. Rows
    with more unknown weights are looked at again as long as that helps, and then some weight is
    made 0. O(entries of rows) for each round.
    """
    root = list(range(n))
    factor = [1] * n
    tied_to: list[list[int]] = [[item] for item in range(n)]
    zero = [False] * n
    left = list(rows)
    while left:
        waiting: list[Sequence[int]] = []
        changed = False
        for row in ticking(left, tick):
            sums: dict[int, int] = {}
            for item in row:
                if not zero[root[item]]:
                    sums[root[item]] = sums.get(root[item], 0) + factor[item]
            unknown = [(each, sum_ % modulus) for each, sum_ in sums.items() if sum_ % modulus]
            if len(unknown) > 2:
                waiting.append(row)
            elif len(unknown) == 1:
                zero[unknown[0][0]] = changed = True
            elif unknown:
                (one, its), (other, others) = sorted(unknown, key=lambda u: -len(tied_to[u[0]]))
                times = -its * pow(others, -1, modulus) % modulus
                for item in tied_to[other]:
                    root[item], factor[item] = one, factor[item] * times % modulus
                tied_to[one] += tied_to[other]
                changed = True
        if waiting and not changed:
            zero[root[waiting[0][-1]]] = True
            zero[next(root[item] for item in waiting[0] if not zero[root[item]])] = True
        left = waiting
    return [0 if zero[root[item]] else factor[item] for item in range(n)]


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
