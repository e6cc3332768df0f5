"""Langford pairs: the numbers 1 to n, each twice, with k other numbers between the two k's.

    2 3 1 2 1 3     (n = 3, the only solution up to reversal)

Legend: *places* count from 1. Items are the numbers and the places. An option (k, p) puts the
number k on the places p and p + k + 1.

Source: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1. The numbers of solutions
are OEIS A014552 (up to reversal) and A176127.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import exactcover as xc

from .shared.adapter import Options
from .shared.motions import symmetry_of_options
from .shared.numbered import NumberedPuzzle
from .shared.screen import Screen
from .shared.squares import EDGE, drawing_of
from .shared.svg_page import INK, Drawing, moved
from .shared.svg_text import number


class Langford(NumberedPuzzle):
    """Arrange two copies of 1 to N in a row, with k numbers between the two k's."""

    most, number_is, titled = 100, "the largest number", "Langford pairs of 1 to {n}"
    items_called = "numbers and places"
    options_called = ("pair", "pairs")
    up_to = "up to reversing the row"

    @cached_property
    def problem(self) -> xc.Problem:
        places, numbers = range(1, 2 * self.n + 1), range(1, self.n + 1)
        return xc.Problem(
            [*(("number", k) for k in numbers), *(("place", p) for p in places)],
            {
                (k, p): [("number", k), ("place", p), ("place", p + k + 1)]
                for k in reversed(numbers)
                for p in places[: -k - 1]
            },
        )

    @cached_property
    def symmetry(self) -> xc.Symmetry | None:
        return symmetry_of_options(self.problem, lambda o: (o[0], 2 * self.n - o[0] - o[1]))

    @property
    def misfit(self) -> str | None:
        """Say that the odd-numbered places cannot all be filled."""
        odd = self.n - self.n // 2
        what = (
            f"each even number takes one of the {self.n} odd-numbered places, which leaves"
            f" {odd}; each odd number takes two of them or none"
        )
        return what if odd % 2 else None

    def _row(self, options: Options) -> list[int]:
        return [k for _, k in sorted((q, k) for k, p in options for q in (p, p + k + 1))]

    def text(self, options: Options, screen: Screen) -> str:
        return " ".join(map(str, self._row(options)))

    def as_json(self, options: Options) -> Mapping[str, Any]:
        return {"row": self._row(options)}

    def drawing(self, options: Options) -> Drawing:
        """The row, with an arc above each pair."""
        labels = {(0, k): str(number) for k, number in enumerate(self._row(options))}
        row, top = drawing_of(dict.fromkeys(labels, 0), labels), EDGE * (self.n + 2) / 4
        arcs = [
            f'<path d="M{number(EDGE * (p - 0.5))} {number(top)}a2 1 0 0 1'
            f' {number(EDGE * (k + 1))} 0" fill="none" stroke="{INK}"/>'
            for k, p in options
        ]
        return Drawing(row.width, top + row.height, [*arcs, *moved(row.elements, 0, top)])

    def option_called(self, option: Any) -> str:
        return f"{option[0]} on places {option[1]} and {sum(option) + 1}"
