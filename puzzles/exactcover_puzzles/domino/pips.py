"""Pips: dominoes cover a board so that the numbers in each zone meet a condition.

Cells of a zone have the same letter; ``.`` is a cell in none, and ``#`` is not a cell. In
``conditions:``, ``12`` is the sum of the numbers in a zone, ``<12`` and ``>12`` are bounds on it,
``=`` means that they are all equal, and ``!=`` that they are all different.

Items: cells; and dominoes, each as often as it is there. An option lays a domino on two cells. It
colours a zone of equal numbers with the number; in a zone of different ones it covers the number, a
secondary item. Sums are rules.

Sources: The New York Times, 2025. The trains of dominoes, which are rows with equal numbers where
dominoes meet, follow from Eulerian circuits: M. Reiss, Annali di Matematica 5, 1871; OEIS A135388.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any, Self

import exactcover as xc

from ..shared.adapter import Options
from ..shared.screen import Screen
from ..shared.source import Source
from ..shared.squares import Cell, drawing_of, drawn_groups, neighbours, walled
from ..shared.svg_page import Drawing
from .dominoes import Dominoes

_MOST_DOMINOES = 60
_DOMINO = re.compile(r"(1[0-8]|[0-9])-(1[0-8]|[0-9])")
_CONDITION = re.compile(r"(=|!=|≠)|([<>]?)\s*([0-9]{1,4})")
_FILLS = ("#cfe3f5", "#fbdcb8", "#d3ecc5", "#f6cdd3", "#e1d3f3", "#f7efb2")


class Pips(Dominoes):
    """Cover a board with dominoes so that zones have given sums, or equal or different numbers."""

    shipped = "pips"
    example = "zones:\nAAB\n.CB\nconditions: A =, B >8, C 1\ndominoes: 1-2 2-5 6-6\n"
    draws_unsolved = True
    items_called = "cells and dominoes"

    def __init__(
        self, zones: Mapping[Cell, str], conditions: Mapping[str, str],
        dominoes: Sequence[Sequence[int]], title: str = "",
    ):  # fmt: skip
        super().__init__(list(zones), title, {})
        self.zones, self.conditions = zones, conditions
        self.dominoes = Counter((min(ends), max(ends)) for ends in dominoes)
        self.groups = [([cell for cell in zones if zones[cell] == name], text)
                       for name, text in conditions.items()]  # fmt: skip
        self.corners = {min(cells): text for cells, text in self.groups}

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        drawn, stated = drawn_groups(source, "zones", "conditions", ("dominoes",))
        zones = {cell: name for cell, name in drawn.items() if name != "#"}
        conditions = {}
        for name, text in stated.items():
            found = _CONDITION.fullmatch(text.text)
            if not found:
                raise text.fault(f"the condition {text.text[:20]!r}", "12, <12, >12, = or !=")
            sign, bound, total = found.groups()
            conditions[name] = sign.replace("!=", "≠") if sign else f"{bound}{int(total)}"
        dominoes = []
        for part in source.stated.get("dominoes", ()):
            for word in part.value.words():
                pair = _DOMINO.fullmatch(word.text)
                if not pair:
                    expected = "two numbers from 0 to 18, such as 1-6"
                    raise word.fault(f"the domino {word.text[:20]!r}", expected)
                dominoes.append([int(end) for end in pair.groups()])
        if not 0 < len(dominoes) <= _MOST_DOMINOES or len(zones) > 2 * _MOST_DOMINOES:
            both = f"{xc.text.counted(len(zones), 'cell')}, and dominoes for {2 * len(dominoes):,}"
            expected = f"1 to {_MOST_DOMINOES} dominoes, and cells for them"
            raise source.fault(0, 0, both, expected)
        yield cls(zones, conditions, dominoes, source.title)

    @cached_property
    def problem(self) -> xc.Problem:
        options: dict[Any, list[Any]] = {}
        sums: dict[str, dict[Any, int]] = {}
        secondary: dict[Any, None] = {}
        ways = sorted({ends for domino in self.dominoes for ends in (domino, domino[::-1])})
        for (a, b), (one, other) in product(neighbours(self.cells), ways):
            option, fits = (a, b, one, other), True
            items: list[Any] = [a, b, ("domino", min(one, other), max(one, other))]
            for zone in dict.fromkeys((self.zones[a], self.zones[b])):
                inside = [n for cell, n in ((a, one), (b, other)) if self.zones[cell] == zone]
                condition = self.conditions.get(zone)
                if condition == "=":
                    fits &= len({*inside}) == 1
                    items.append(xc.Coloured(f"zone {zone}", inside[0]))
                    secondary[f"zone {zone}"] = None
                elif condition == "≠":
                    fits &= len({*inside}) == len(inside)
                    names = [(f"zone {zone}", n) for n in inside]
                    items += names
                    secondary |= dict.fromkeys(names)
                elif condition:
                    sums.setdefault(zone, {})[option] = sum(inside)
            if fits:
                options[option] = items
        times: dict[Any, int] = {("domino", *ends): n for ends, n in self.dominoes.items()}
        several: dict[Any, Any] = {domino: n for domino, n in times.items() if n > 1}
        stated = xc.Problem([*self.cells, *times], options, secondary=secondary,
                            multiplicity=several)  # fmt: skip
        rules = []
        for zone, condition in self.conditions.items():
            if condition not in "=≠":
                total = int(condition.strip("<>"))
                bounds = {"<": (None, total - 1), ">": (total + 1, None)}
                weights = {each: n for each, n in sums.get(zone, {}).items() if each in options}
                rule = xc.Total(weights, bounds.get(condition[0], total))
                rules.append(rule.named(f"zone {zone}"))
        return stated.where(*rules) if rules else stated

    @property
    def misfit(self) -> str | None:
        """Say that the dominoes do not cover as many cells as there are."""
        covered, cells = 2 * self.dominoes.total(), len(self.cells)
        words = f"the dominoes cover {covered:,} cells, but there are {cells:,}"
        return words if covered != cells else None

    def notes(self) -> Iterator[str]:
        yield "Dominoes: " + " ".join("{}-{}".format(*each) for each in self.dominoes.elements())

    def mark(self, option: Any) -> tuple[Sequence[Cell], str, str]:
        a, b, *ends = option
        return (a, b), "{}-{}".format(*sorted(ends)), "{} {}".format(*ends)

    def written(self, options: Options) -> Mapping[Cell, str]:
        return {cell: str(n) for a, b, m, k in options for cell, n in ((a, m), (b, k))}

    def overview(self, screen: Screen) -> str:
        """The zones with their conditions, and the dominoes."""
        return "\n".join([walled(self.zones, self.corners, screen.ascii), *self.notes()])

    def drawing(self, options: Options) -> Drawing:
        """The zones in colours, and their conditions in corners."""
        colours: dict[str, str] = {}
        for name in self.conditions:
            near = {self.zones[x] for pair in neighbours(self.cells) for x in pair
                    if name in (self.zones[pair[0]], self.zones[pair[1]])}  # fmt: skip
            taken = {colours.get(each) for each in near}
            colours[name] = next((fill for fill in _FILLS if fill not in taken), _FILLS[0])
        fills = {cell: colours[zone] for cell, zone in self.zones.items() if zone in colours}
        parts = self._parts(options) if options else self.zones
        return drawing_of(parts, self.written(options), fills, not options, self.corners)

    def as_json(self, options: Options) -> Mapping[str, Any]:
        return {"dominoes": [{"numbers": each[2:], "cells": each[:2]} for each in options]}

    def cells_of(self, item: Any) -> Collection[Cell]:
        zone = item if isinstance(item, str) else item[0]
        of_zone = [cell for cell, name in self.zones.items() if f"zone {name}" == zone]
        return of_zone or super().cells_of(item)

    def item_called(self, item: Any) -> str:
        number_in = len(item) == 2 and isinstance(item[0], str)
        return f"{item[1]} in {item[0]}" if number_in else super().item_called(item)

    def option_called(self, option: Any) -> str:
        return super().option_called(option).replace("the domino", "{}-{}".format(*option[2:]), 1)
