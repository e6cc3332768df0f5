"""Domino tilings: cover a region of squares with dominoes.

    title: A square without two corners
    board:
    .###
    ####
    ####
    .###

``#`` is a cell; ``.`` or a space is not. Instead of a file, ``8x8`` is a rectangle, and ``aztec4``
the Aztec diamond of order 4, whose rows have 2, 4, 6, 8, 8, 6, 4 and 2 cells.

Items: cells. Options: pairs of neighbouring cells, which cover both.

Sources: P. W. Kasteleyn, Physica 27 (1961): a chessboard has 12,988,816 tilings (OEIS A004003).
N. Elkies, G. Kuperberg, M. Larsen, J. Propp, J. Algebraic Combin. 1 (1992): an Aztec diamond of
order n has 2^(n(n+1)/2).
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from functools import cached_property
from itertools import product
from typing import Self

import exactcover as xc

from ..shared.source import Source
from ..shared.squares import Cell, drawn_cells, neighbours, rectangle, symmetries
from .dominoes import Dominoes


class Domino(Dominoes):
    """Cover a region with dominoes: a drawing, a rectangle (8x8) or an Aztec diamond (aztec4)."""

    items_called = "cells"
    instead_of_file = "a size such as 8x8, or aztec4"
    example = """\
title: Without two corners
board:
.###
####
####
.###
"""
    up_to = "up to turning and reflecting the board"

    @classmethod
    def by_name(cls, path: str, arguments: argparse.Namespace) -> Self | None:
        if diamond := re.fullmatch(r"aztec([1-9][0-9]?)", path):
            return cls(_aztec(int(diamond[1])), f"Aztec diamond of order {diamond[1]}", {})
        return cls(cells, path, {}) if (cells := rectangle(path)) else None

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        allowed = "[#. ]", "'#', '.' or a space"
        drawn = drawn_cells(source, "board", ".", allowed=allowed, ragged=True, alone="#")
        cells = [cell for cell, each in drawn.items() if each.text == "#"]
        if not cells:
            raise drawn[0, 0].fault("no cell", "'#' for each cell")
        yield cls(cells, source.title, {})

    @cached_property
    def problem(self) -> xc.Problem:
        return xc.Problem(self.cells, {pair: pair for pair in neighbours(self.cells)})

    @cached_property
    def symmetry(self) -> xc.Symmetry | None:
        motions = symmetries(dict.fromkeys(self.cells))
        return self.problem.symmetry(*motions) if motions else None

    @property
    def misfit(self) -> str | None:
        """Say that light and dark cells differ in number, as on the mutilated chessboard."""
        light = sum((r + c) % 2 == 0 for r, c in self.cells)
        dark = len(self.cells) - light
        both = f"the region has {light:,} light and {dark:,} dark cells, as on a chessboard"
        return None if light == dark else f"{both}, but a domino covers one of each"


def _aztec(order: int) -> list[Cell]:
    """The cells of an Aztec diamond."""
    near = [abs(2 * k + 1 - 2 * order) for k in range(2 * order)]
    return [
        (r, c) for r, c in product(range(2 * order), repeat=2) if near[r] + near[c] <= 2 * order
    ]
