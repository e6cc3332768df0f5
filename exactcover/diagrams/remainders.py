"""Exact integers from their remainders: for kernels, whose words hold 64 bits and no more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np


def exactly(bits: float, remainders: Callable[[int], Sequence[int]]) -> list[int]:
    """Numbers from 0 to below 2 to the power of ``bits``, given by what they leave modulo primes.

    ``remainders(p)`` are those of all numbers modulo the prime p < 2^31; it is asked for as many
    primes as the size of the numbers takes. (Chinese remainder theorem, one prime after the other.)
    """
    numbers: list[int] = []
    modulus = 1
    # Some bits more, for what a bound found with floating point may be rounded by.
    wanted = 1 << int(bits * (1 + 1e-9)) + 32
    for prime in _primes():
        found = remainders(prime)
        numbers = numbers or [0] * len(found)
        inverse = pow(modulus, -1, prime)
        numbers = [
            number + (int(each) - number) * inverse % prime * modulus
            for number, each in zip(numbers, found, strict=True)
        ]
        modulus *= prime
        if modulus > wanted:
            break
    return numbers


def _primes() -> Iterator[int]:
    """The primes below 2^31, the greatest first."""
    sieve = np.ones(1 << 16, bool)
    sieve[:2] = False
    for n in range(2, 1 << 8):
        if sieve[n]:
            sieve[n * n :: n] = False
    divisors = np.flatnonzero(sieve)
    for candidate in range(2**31 - 1, 1 << 16, -1):
        if np.all(candidate % divisors):
            yield candidate
