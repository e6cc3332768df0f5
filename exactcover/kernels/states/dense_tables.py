"""The inner loops of ``diagrams/dense.py``: adding numbers in arrays indexed by state.

A table has a place for each set of items that are partly decided, whether that set can come up or
not. A place is a number with a bit for each item. Where an item is settled, the numbers of all
states of one kind are added to those of another kind. Both are *cubes*: the places that agree in
some bits, while the other bits, which *move*, take all values. The kernels are called with the
place where no bit that moves is set.

``numbers[place * limbs:][:limbs]`` are the limbs of the number at a place, the lowest first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...compile import kernel
from ..bits.array_types import Words
from ..bits.words import ZERO


@kernel
def add(numbers: Words, limbs: int, into: int, source: int, moving: int) -> Any:
    """Add the numbers of the cube at ``source`` to those at ``into``; no sum may overflow.

    Returns a word with every bit that the highest limb of a sum has. O(places of the cube).
    """
    # Places that differ in the lowest bits alone are in line, if these bits move.
    line = (moving + 1) & ~moving
    rest = moving & ~(line - 1)
    top = ZERO
    at = 0
    while True:
        to, of = (into + at) * limbs, (source + at) * limbs
        if limbs == 1:
            for k in range(line):
                found = numbers[to + k] + numbers[of + k]
                numbers[to + k] = found
                top |= found
        elif limbs == 2:
            for k in range(0, 2 * line, 2):
                more = numbers[of + k]
                found = numbers[to + k] + more
                numbers[to + k] = found
                carry = np.uint64(found < more)
                found = numbers[to + k + 1] + numbers[of + k + 1] + carry
                numbers[to + k + 1] = found
                top |= found
        else:
            for _ in range(line):
                carry, found = ZERO, ZERO
                for limb in range(limbs):
                    more = numbers[of + limb]
                    found = numbers[to + limb] + more
                    over = np.uint64(found < more)
                    found += carry
                    carry = over + np.uint64(found < carry)
                    numbers[to + limb] = found
                top |= found
                to += limbs
                of += limbs
        # The next number among those that have bits of ``rest`` alone.
        at = ((at | ~rest) + 1) & rest
        if at == 0:
            return top


@kernel
def clear(numbers: Words, limbs: int, into: int, moving: int) -> None:
    """Make the numbers of a cube 0. O(places of the cube)."""
    line = (moving + 1) & ~moving
    rest = moving & ~(line - 1)
    at = 0
    while True:
        to = (into + at) * limbs
        for k in range(line * limbs):
            numbers[to + k] = ZERO
        at = ((at | ~rest) + 1) & rest
        if at == 0:
            return


@kernel
def widen(numbers: Words, limbs: int, places: int) -> None:
    """Give all numbers, of ``limbs`` limbs so far, another one; there is room for it."""
    for place in range(places - 1, -1, -1):
        numbers[place * (limbs + 1) + limbs] = ZERO
        for limb in range(limbs - 1, -1, -1):
            numbers[place * (limbs + 1) + limb] = numbers[place * limbs + limb]
