"""Costs of options: read exactly, and made whole for the search.

Whole numbers, fractions and decimals are taken as they are. A float is a binary fraction that is
rarely what was meant (0.1 + 0.2 is not 0.3), so it is refused unless the user says that it will do;
then it is taken for exactly that fraction, and costs are given back as floats.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Any, SupportsIndex

__all__ = ["Cost", "CostsOf", "cost_text", "exact_cost", "parsed_cost"]

#: A cost as it is given back: whole where it is, and a float only where floats were allowed.
Cost = int | Fraction | float

#: A cost in a file.
_WRITTEN = re.compile(r"[-+]?[0-9]{1,1000}(?:\.[0-9]{1,1000}|/[0-9]{1,1000})?")

_EXPECTED = "a whole number, a Fraction or a Decimal"


def exact_cost(stated: Any, inexact: bool) -> int | Fraction | str:
    """A stated cost exactly; or, if it is none, the sentence that says what was expected."""
    if isinstance(stated, bool):
        return _EXPECTED
    if isinstance(stated, SupportsIndex):
        return int(stated)
    if isinstance(stated, Decimal | float):
        if not math.isfinite(stated):
            return f"{_EXPECTED}, finite"
        if isinstance(stated, float) and not inexact:
            return f"{_EXPECTED}; or inexact=True, if floats will do"
        exact = Fraction(stated)
    elif isinstance(stated, Rational):
        exact = Fraction(stated)
    else:
        return _EXPECTED
    return int(exact) if exact.denominator == 1 else exact


def parsed_cost(text: str) -> Fraction | None:
    """A cost as files write it: a whole number, a decimal or a fraction; None if it is none."""
    if not _WRITTEN.fullmatch(text):
        return None
    try:
        return Fraction(text)
    except ZeroDivisionError:
        return None


def cost_text(cost: Cost) -> str:
    """A cost as files write it; a float as the decimal that it shows."""
    return format(Decimal(repr(cost)), "f") if isinstance(cost, float) else str(cost)


class CostsOf:
    """The costs of a model's options, and sums of them."""

    def __init__(self, costs: Sequence[int | Fraction], inexact: bool):
        #: By number of option.
        self.each = costs
        self.inexact = inexact
        #: What makes all of them whole.
        self.factor = math.lcm(1, *{cost.denominator for cost in costs})

    def of(self, options: Sequence[int]) -> Cost:
        """The cost of a solution."""
        return self.given_back(sum((self.each[option] for option in options), start=0))

    def whole(self, options: Sequence[int], sign: int) -> list[int]:
        """The costs of these options times the factor, and times the sign."""
        return [sign * int(self.each[option] * self.factor) for option in options]

    def from_whole(self, whole: int) -> Cost:
        """The cost that is ``whole`` after multiplication by the factor."""
        return self.given_back(Fraction(whole, self.factor))

    def given_back(self, exact: int | Fraction) -> Cost:
        """A sum of costs as the user is to see it."""
        if exact.denominator == 1 and not self.inexact:
            return int(exact)
        return float(exact) if self.inexact else exact
