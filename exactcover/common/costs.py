"""Costs of options: read exactly, and scaled to integers for the search.

Whole numbers, fractions and decimals are taken as they are. A float is refused unless the user
allows it: 0.1 is a binary fraction that is rarely what was meant. An allowed float is taken for
exactly that fraction, and costs are given back as floats.
"""

from __future__ import annotations

import math
import numbers
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, Inexact
from fractions import Fraction
from typing import Any, TypeGuard

from .arguments import to_int
from .slots import kept

#: A cost as it is given back: an int where it is one, and a float only where floats were allowed.
Cost = int | Fraction | Decimal | float

#: Places of a decimal that is short enough to stand for a fraction.
_SHORT = 12

#: A cost in a file.
_WRITTEN = re.compile(r"[-+]?[0-9]{1,1100}(?:\.[0-9]{1,1100}|/[0-9]{1,1100})?")
#: A number as other programs write it.
_NUMBER = re.compile(
    r"[-+]?(?:[0-9]{1,1100}\.?[0-9]{0,1100}|\.[0-9]{1,1100})(?:[eE][-+]?[0-9]{1,4})?"
)

#: Decimals have at most 22,200 places between their first digit and their last.
_EXACT = Context(prec=30_000, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])

_TOO_LONG = "no more than 1,000 digits"
_EXPECTED = "a whole number, a Fraction or a Decimal"

#: Numerators and denominators are no larger; nor is the common denominator of all costs. Sums can
#: be written then: Python writes numbers of up to 4,300 digits.
_DIGITS = 1_000
LARGEST_TERM = 10**_DIGITS
#: The largest cost where floats are allowed, so that sums stay within their range.
_LARGEST_FLOAT = 10**290


def exact_cost(stated: Any, inexact: bool) -> int | Fraction | str:
    """A stated cost exactly; or, if it is none, the sentence that says what was expected."""
    number = to_int(stated)
    if number is not None:
        exact = Fraction(number)
    elif isinstance(stated, Decimal):
        if not stated.is_finite():
            return f"{_EXPECTED}, finite"
        # Fraction would write all the zeros out.
        if abs(int(stated.as_tuple().exponent)) > _DIGITS:
            return _TOO_LONG
        exact = Fraction(stated)
    elif isinstance(stated, bool) or not isinstance(stated, numbers.Real):
        return _EXPECTED
    elif isinstance(stated, numbers.Rational):
        exact = Fraction(int(stated.numerator), int(stated.denominator))
    elif not math.isfinite(stated):
        return f"{_EXPECTED}, finite"
    elif not inexact:
        return f"{_EXPECTED}; or inexact=True to allow floats"
    else:
        exact = Fraction(float(stated))
    if max(abs(exact.numerator), exact.denominator) > LARGEST_TERM:
        return _TOO_LONG
    if inexact and abs(exact) > _LARGEST_FLOAT:
        return "at most 1e290 where floats are allowed"
    return int(exact) if exact.denominator == 1 else exact


def is_float(stated: Any) -> TypeGuard[float]:
    """Whether a number is rounded by its nature: a float, or what numpy has of the kind."""
    return isinstance(stated, numbers.Real) and not isinstance(stated, numbers.Rational)


def parsed_cost(text: str) -> Fraction | None:
    """A cost as files write it: a whole number, a decimal or a fraction; None if it is none."""
    if not _WRITTEN.fullmatch(text):
        return None
    try:
        return Fraction(text)
    except ZeroDivisionError:
        return None


def parsed_decimal(text: str) -> Decimal | None:
    """A number as files of other programs write it, such as 12, -2.5 or 1e3; None if it is none."""
    return Decimal(text) if _NUMBER.fullmatch(text) else None


def exact_sum(one: Decimal, other: Decimal) -> Decimal:
    """The sum of two decimals of :func:`parsed_decimal`; ``+`` would round it."""
    return _EXACT.add(one, other)


def _as_decimal(exact: int | Fraction, places: int = _DIGITS) -> Decimal | None:
    """The number as an exact decimal; None if that takes more than ``places`` places."""
    # An exact quotient has no more digits than the numerator and the places together.
    digits = exact.numerator.bit_length() // 3 + places + 1
    context = Context(prec=digits, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])
    try:
        decimal = context.divide(Decimal(exact.numerator), Decimal(exact.denominator))
    except Inexact:
        return None
    return decimal if int(decimal.as_tuple().exponent) >= -places else None


def difference(cost: Cost, other: Cost) -> Cost:
    """How far two costs lie apart, exactly unless they are floats."""
    if isinstance(cost, float) or isinstance(other, float):
        return abs(float(cost) - float(other))
    exact = abs(Fraction(cost) - Fraction(other))
    if Decimal in (type(cost), type(other)) and (decimal := _as_decimal(exact)) is not None:
        return decimal
    return int(exact) if exact.denominator == 1 else exact


def relative_gap(best: Cost | None, bound: Cost | None) -> float | None:
    """The difference of two costs as a part of ``best``: 0.02 for 2 %.

    None if one of them is None, or for a best cost of 0 that is not the bound. ``inf`` beyond the
    range of floats.
    """
    if best is None or bound is None or (not best and bound):
        return None
    try:
        apart = abs(Fraction(best) - Fraction(bound))
        return float(apart / abs(Fraction(best))) if apart else 0.0
    except OverflowError:
        return math.inf


def cost_text(cost: Cost) -> str:
    """A cost as files write it: as a decimal if it is a short one, and else as a fraction."""
    if isinstance(cost, float):
        return format(Decimal(repr(cost)), "f")
    if isinstance(cost, Fraction):
        decimal = _as_decimal(cost, _SHORT)
        return str(cost) if decimal is None else format(decimal, "f")
    return format(cost, "f") if isinstance(cost, Decimal) else str(cost)


def decimal_text(exact: int | Fraction) -> str | None:
    """A number as an exact decimal; None if it has none of at most 1,000 places."""
    decimal = _as_decimal(exact)
    return None if decimal is None else format(decimal, "f")


@dataclass(frozen=True)
class CostsOf:
    """The costs of a model's options, and sums of them.

    What items that stay open cost is here as well: an option costs less by the penalties of its
    items, and ``constant`` is what they all cost if no option is chosen.
    """

    #: By number of option.
    each: Sequence[int | Fraction]
    #: Whether some were floats.
    inexact: bool = False
    #: Whether all that are not integers were decimals.
    decimal: bool = False
    #: Whether a float may be given where a cost is asked for.
    floats_will_do: bool = False
    #: What every solution costs, beside its options.
    constant: int | Fraction = 0

    @kept
    def factor(self) -> int:
        """The least positive integer whose products with all costs are integers."""
        return math.lcm(1, *{cost.denominator for cost in self.each})

    def of(self, options: Sequence[int]) -> Cost:
        """The cost of a solution."""
        return self.to_stated(sum((self.each[option] for option in options), self.constant))

    def scaled(self, options: Sequence[int], sign: int) -> list[int]:
        """The costs of these options times the factor, and times the sign."""
        return [sign * int(self.each[option] * self.factor) for option in options]

    def joined(self, more: CostsOf) -> CostsOf:
        """The costs of these options, and of more behind them."""
        broken = [each for each in (self, more) if each.factor > 1]
        return CostsOf(
            [*self.each, *more.each],
            self.inexact or more.inexact,
            bool(broken) and all(each.decimal for each in broken),
            self.floats_will_do,
            self.constant,
        )

    def unscaled(self, scaled: int) -> Cost:
        """The cost of a solution whose options cost ``scaled``, divided by the factor."""
        return self.to_stated(Fraction(scaled, self.factor) + self.constant)

    def to_stated(self, exact: int | Fraction) -> Cost:
        """A sum of costs as the user is to see it."""
        if exact.denominator == 1 and (not self.inexact or not -(2**53) < exact < 2**53):
            return int(exact)
        if self.inexact:
            return float(exact)
        decimal = _as_decimal(exact) if self.decimal else None
        return Fraction(exact) if decimal is None else decimal
