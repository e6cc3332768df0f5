"""All commands of ``puzzles``, by name. Only the one in use is imported.

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

#: The kind that a page opens with, and the first that is tried on a file.
USUAL = "polyform"

#: Name -> the class of its puzzles, and a description; the best known ones first.
KINDS = {
    "polyform": ("polyform.command:EditablePolyform", "pentominoes and other pieces on any board"),
    "sudoku": ("sudoku.adapter:Sudoku", "sudokus of any size and shape: solve, make, rate"),
    "jigsaw": ("jigsaw.adapter:JigsawPuzzle", "square jigsaws and edge-matching puzzles"),
    "nonogram": (
        "nonogram.adapter:Nonogram",
        "paint the runs stated for rows and columns: Picross",
    ),
    "queens": ("queens:Queens", "non-attacking queens, also on a torus"),
    "stars": ("stars:Stars", "Star Battle and region queens: stars that do not touch"),
    "shikaku": ("shikaku:Shikaku", "a board cut into rectangles with the given areas"),
    "kenken": ("kenken:KenKen", "Latin squares with sums and products in cages: Calcudoku"),
    "domino": (
        "domino.tilings:Domino",
        "domino tilings of any region: 8x8, Aztec diamonds, your own",
    ),
    "kakuro": ("kakuro:Kakuro", "crosswords of digits: each entry has a sum and no digit twice"),
    "latin": ("latin:Latin", "Latin squares, empty or with holes to fill"),
    "reflect": ("reflect.adapter:Reflect", "mirrors and beams on a square board: solve, make"),
    "words": ("words:Words", "word rectangles and crosswords, filled from a word list"),
    "matching": ("matching.adapter:Matching", "tiles with coloured edges: MacMahon's, Eternity II"),
    "pips": ("domino.pips:Pips", "dominoes laid so that zones have given sums, or equal numbers"),
    "dominosa": ("domino.dominosa:Dominosa", "a set of dominoes laid out over a grid of numbers"),
    "slitherlink": ("slitherlink:Slitherlink", "one loop along edges, counted by numbers"),
    "calendar": ("polyform.calendar:Calendar", "boards on which pieces leave a date open"),
    "statue-park": (
        "polyform.statue_park:StatuePark",
        "pieces that do not touch, between circles: Statue Park",
    ),
    "graceful": ("graceful:Graceful", "graceful labellings of paths, cycles and other graphs"),
    "haley": ("polyform.haley:Haley", "Haley's board, filled by the twelve hexiamonds"),
    "polysticks": ("polysticks:Polysticks", "pieces made of edges of the square grid: tetrasticks"),
    "langford": ("langford:Langford", "1 to n, each twice, with k numbers between the two k's"),
    "steiner": ("steiner:Steiner", "Steiner triple systems: each pair of points in one triple"),
    "picture": ("picture.adapter:TextPictures", "CodinGame's Picture Puzzle"),
    "matrix": ("matrix:Matrix", "exact cover itself: choose rows with one 1 in each column"),
}

#: Groups of commands: package -> its purpose, its commands, and what each does. Each command is the
#: module ``command_NAME`` of its package.
_OTHERS = {
    "doubles": (
        "make, verify and draw jigsaws with exactly two solutions",
        {
            "perfect": "make a perfect doubled jigsaw with exactly two solutions",
            "double": "make a jigsaw with exactly two solutions",
            "verify": "prove that the jigsaw in a file has exactly two solutions",
            "draw": "draw both solutions, for viewing, cutting or printing",
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

    Other packages are searched only if ``arguments`` name none of our commands: the search takes
    longer than finding a solution.
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
    found["new"] = "write a template for a kind of puzzle of your own", partial(_module, "new")
    found["play"] = "design, solve and play in a browser", partial(_module, "page.command")
    asked = next((each for each in arguments or () if not each.startswith("-")), None)
    if asked not in found:
        from . import other_kinds

        for name, point in other_kinds.other_kinds().items():
            if name not in found:
                found[name] = other_kinds.purpose(point), partial(_kind_command, name)
    return found  # type: ignore[return-value]


def purposes() -> dict[str, str]:
    """A description of each kind by name, those of other packages included."""
    from . import other_kinds

    others = {name: other_kinds.purpose(point) for name, point in other_kinds.other_kinds().items()}
    ours = {name: purpose for name, (_, purpose) in KINDS.items()}
    return ours | others | ours


def kind(name: str) -> type[Puzzle]:
    """The kind of puzzle with this name. Raises ValueError, and :class:`KindFault` for an entry
    point that is not a kind."""
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
