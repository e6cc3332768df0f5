"""All commands of ``puzzles``, by name. Only the one that is used is imported.

Other packages add kinds of puzzles (``other_kinds.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

import exactcover as xc

if TYPE_CHECKING:
    import argparse

    from .shared.adapter import Puzzle

#: The kind that a page opens with, and that a file is first taken for.
USUAL = "polyform"

#: Name -> the class of its puzzles, and what they are.
KINDS = {
    "domino": (
        "domino.tilings:Domino",
        "domino tilings of any region: 8x8, Aztec diamonds, your own",
    ),
    "dominosa": ("domino.dominosa:Dominosa", "a set of dominoes laid out over a grid of numbers"),
    "haley": ("polyform.haley:Haley", "Haley's board, filled by the twelve hexiamonds"),
    "jigsaw": ("jigsaw.adapter:JigsawPuzzle", "square jigsaws and edge-matching puzzles"),
    "kakuro": ("kakuro:Kakuro", "crosswords of digits whose sums are given"),
    "langford": ("langford:Langford", "1 to n, each twice, with k numbers between the two k's"),
    "latin": ("latin:Latin", "Latin squares, empty or with holes to fill"),
    "matching": ("matching.adapter:Matching", "tiles with coloured edges: MacMahon's, Eternity II"),
    "picture": ("picture.adapter:TextPictures", "CodinGame's Picture Puzzle"),
    "nonogram": ("nonogram.adapter:Nonogram", "pictures from the lengths of their runs"),
    "polyform": ("polyform.command:EditablePolyform", "any board and polyform pieces"),
    "queens": ("queens:Queens", "queens that do not attack each other; also on a torus"),
    "reflect": ("reflect.adapter:Reflect", "mirrors and beams on a square board: solve, make"),
    "steiner": ("steiner:Steiner", "Steiner triple systems: each pair of points in one triple"),
    "sudoku": ("sudoku.adapter:Sudoku", "sudokus of any size and shape: solve, make, rate"),
    "words": ("words:Words", "word rectangles and crosswords, filled from a list of words"),
}

#: Commands of another form: room -> what it is about; its commands, and what each one does. Each
#: is the module ``command_NAME`` of its room.
_OTHERS = {
    "doubles": (
        "jigsaws with exactly two solutions",
        {
            "perfect": "make a perfect doubled jigsaw with exactly two solutions",
            "double": "make a jigsaw with exactly two solutions",
            "verify": "prove from a file that a jigsaw has exactly two solutions",
            "draw": "draw both solutions, to look at, to cut and to print",
        },
    ),
}


class _Kind:
    """The command of a kind of puzzle."""

    def __init__(self, kind: type[Puzzle]):
        self._kind = kind

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add its arguments."""
        from .shared.runner import add_arguments

        add_arguments(parser, self._kind)

    def run(self, arguments: argparse.Namespace) -> int:
        """Run it; returns the exit code."""
        from .shared.runner import run

        return run(self._kind, arguments)


def commands(arguments: Sequence[str] | None = None) -> xc.cli.Commands:
    """All commands: name -> what it does, and what imports it.

    Those of other packages only if ``arguments`` ask for none of the others: to look for them takes
    longer than to find a solution.
    """
    found: dict[str, tuple[str, object]] = {
        name: (purpose, partial(_kind_command, name)) for name, (_, purpose) in KINDS.items()
    }
    for room, (purpose, purposes) in _OTHERS.items():
        below = {
            name: (does, partial(_module, f"{room}.command_{name}"))
            for name, does in purposes.items()
        }
        found[room] = purpose, partial(dict, below)
    found["new"] = "begin a kind of puzzle of your own", partial(_module, "new")
    found["play"] = "a page to design, solve, play and print", partial(_module, "page.command")
    asked = next((each for each in arguments or () if not each.startswith("-")), None)
    if asked not in found:
        from . import other_kinds

        for name, point in other_kinds.other_kinds().items():
            if name not in found:
                found[name] = other_kinds.purpose(point), partial(_kind_command, name)
    return found  # type: ignore[return-value]


def purposes() -> dict[str, str]:
    """What each kind is, by name; those of other packages as well."""
    from . import other_kinds

    others = {name: other_kinds.purpose(point) for name, point in other_kinds.other_kinds().items()}
    ours = {name: purpose for name, (_, purpose) in KINDS.items()}
    return others | ours


def kind(name: str) -> type[Puzzle]:
    """The kind of puzzle of this name. Raises ValueError, and :class:`KindFault` for an entry point
    that is none."""
    if name in KINDS:
        module, _, of = KINDS[name][0].partition(":")
        found: type[Puzzle] = getattr(_module(module), of)
        return found
    from .other_kinds import loaded, other_kinds

    points = other_kinds()
    if name not in points:
        hint = xc.text.did_you_mean(str(name), [*KINDS, *points])
        raise ValueError(f"kind={name!r}: expected a kind such as {USUAL!r}{hint}")
    return loaded(points[name])


def _kind_command(name: str) -> _Kind:
    return _Kind(kind(name))


def _module(name: str) -> object:
    return import_module(f".{name}", __package__)
