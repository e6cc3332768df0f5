"""Kinds of puzzles given by a number, such as ``puzzles queens 8``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from typing import ClassVar, Self

import exactcover as xc

from .adapter import Puzzle


class NumberedPuzzle(Puzzle):
    """A puzzle for each number ``n`` from 1 to ``most``."""

    reads_files = False
    first_words = ("8",)
    #: The largest number whose problem is built within a second or two.
    most: ClassVar[int]
    #: What the number is.
    number_is: ClassVar[str]
    #: The title of the puzzle of the number ``{n}``.
    titled: ClassVar[str]

    def __init__(self, n: int):
        self.n, self.title = n, self.titled.format(n=n)

    @classmethod
    def add_arguments(cls, parser: argparse.ArgumentParser) -> None:
        from_1 = partial(xc.cli.whole_number, least=1, most=cls.most)
        xc.cli.add_argument(parser, "N", f"{cls.number_is}, from 1 to {cls.most}", from_1)

    @classmethod
    def from_arguments(cls, arguments: argparse.Namespace) -> Iterator[Self]:
        yield cls(arguments.n)
