"""Arguments that several commands of Reflect take, and how they end."""

from __future__ import annotations

import argparse

import exactcover as xc

from ..shared.clock import Clock
from .file import LARGEST, parse_pieces
from .solver import ENGINES

__all__ = ["add_answer", "add_engine", "pieces", "size", "stopped_or"]


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Which engine solves puzzles."""
    parser.add_argument(
        "--engine",
        choices=ENGINES,
        default="auto",
        help="exact cover, or SAT by python-sat (the extra sat), which is faster beyond 4 x 4;"
        " auto: SAT where it is installed",
    )


def add_answer(parser: argparse.ArgumentParser) -> None:
    """How the answer is printed, and how long it may take."""
    xc.cli.add_answer_arguments(parser, "a JSON object on each line")


def pieces(text: str) -> tuple[int, int, int]:
    """An argument that lists pieces."""
    try:
        return parse_pieces(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def size(text: str) -> int:
    """An argument that is the size of a board."""
    if (value := xc.text.whole(text, 1, LARGEST)) is None:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a size from 1 to {LARGEST}")
    return value


def stopped_or(clock: Clock, code: int) -> int:
    """An exit code, or a remark that the seconds are over."""
    return xc.cli.ended("puzzles", 0, "seconds", quiet=False) if clock.stopped else code
