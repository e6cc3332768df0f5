"""``puzzles polyform``: the questions of all kinds of puzzles, and those about boards."""

from __future__ import annotations

import argparse

import exactcover as xc

from .adapter import Polyform
from .vary_output import print_variations

__all__ = ["PolyformFiles"]


class PolyformFiles(Polyform):
    """Fill a board with polyform pieces: pentominoes, hexiamonds, pieces of your own."""

    @classmethod
    def add_arguments(cls, parser: argparse.ArgumentParser) -> None:
        """Files, and what is asked about boards."""
        super().add_arguments(parser)
        vary = "move N cells of the board elsewhere: which boards have exactly one solution?"
        xc.cli.add_argument(parser, "--vary N", vary, xc.cli.whole_number_from_1)

    @classmethod
    def instead(cls, arguments: argparse.Namespace) -> int | None:
        """Answer ``--vary``."""
        return None if arguments.vary is None else print_variations(cls, arguments)
