"""What ``puzzles haley`` and ``puzzles polyform`` print, draw and return."""

from __future__ import annotations

import argparse
import dataclasses
import shutil
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import exactcover as xc

from ..shared.cell_names import cell_name
from ..shared.explaining import print_impossible
from ..shared.shipped import file_or_shipped, shipped_names
from ..shared.terminal import can_show, wants_colour
from . import svg, terminal
from .file import read_puzzle
from .haley import HexagonPlaces, haley
from .outlines import short_labels
from .polyforms import Placement, PolyformPuzzle
from .tally import SolutionOfPieces, Tally
from .words import item_words, option_words

#: Pieces drawn below an explanation at most.
_MOST_DRAWN = 6

__all__ = ["haley_command", "list_shipped", "polyform_command"]


def list_shipped() -> int:
    """Print the names of the puzzles that come with the project."""
    for name in shipped_names("boards"):
        print(name)
    return xc.cli.ANSWERED


def haley_command(arguments: argparse.Namespace) -> int:
    """``puzzles haley``; returns the exit code."""
    puzzle, title = haley()
    if arguments.explain:
        return _explain(puzzle, title, arguments)
    places = HexagonPlaces(puzzle)
    report = _Report(puzzle, title, arguments, places)
    return report.run()


def polyform_command(arguments: argparse.Namespace) -> int:
    """``puzzles polyform FILE``; returns the exit code."""
    path = arguments.file
    if path != "-" and not Path(path).exists() and path not in shipped_names("boards"):
        raise FileNotFoundError(2, "no such file or shipped puzzle (see --list)", path)
    path = file_or_shipped("boards", path)
    puzzle, title = read_puzzle(path, arguments.unpacked)
    if arguments.explain:
        return _explain(puzzle, title, arguments)
    return _Report(puzzle, title, arguments).run()


def _explain(puzzle: PolyformPuzzle, title: str, arguments: argparse.Namespace) -> int:
    """Print why it has no solution, or too many; returns the exit code."""
    if not arguments.json:
        print(f"{xc.text.printable(title)}:", flush=True)
    if puzzle.misfit is not None:
        return print_impossible(puzzle.misfit, arguments.json)

    def picture(placements: Any) -> str:
        return _picture(puzzle, puzzle.placed(placements), arguments)

    def reason(why: xc.Explanation) -> str:
        return _picture_of_reason(puzzle, why, arguments)

    words = xc.cli.Wording(
        item_words,
        option_words,
        "pieces and cells",
        ("placement", "placements"),
        picture=picture,
        picture_of_reason=reason,
        program="puzzles",
    )
    return xc.cli.explain_problem(puzzle.problem, words, arguments)


def _picture_of_reason(
    puzzle: PolyformPuzzle, why: xc.Explanation, arguments: argparse.Namespace
) -> str:
    """The cells that an explanation names, by their weights if it counts, and the pieces."""
    weights: dict[Any, int] = why.weights or dict.fromkeys(why.items, 0)
    cells: dict[int, list[Any]] = {}
    pieces: list[str] = []
    for name, weight in weights.items():
        if isinstance(name, str):
            pieces.append(name)
        elif name in puzzle.board:
            cells.setdefault(weight, []).append(name)
    plain = len(cells) == 1 and set(cells) <= {0, 1}
    names = {weight: "named above" if plain else f"weight {weight}" for weight in sorted(cells)}
    marked = [Placement(name, tuple(sorted(cells[weight]))) for weight, name in names.items()]
    # (No piece has such labels, unless the weights have many digits.)
    labels = {"named above": "*"} if plain else short_labels(names.values())
    labels |= {name: f"{w:+}" for w, name in names.items() if not plain and abs(w) < 10}
    pictures = [_picture(puzzle, marked, arguments, labels)] if marked else []
    if len(pieces) <= _MOST_DRAWN:
        for name in pieces:
            shape = puzzle.orientations[name][0]
            alone = dataclasses.replace(puzzle, board=shape, pieces={name: shape})
            placed = (Placement(name, shape),)
            pictures.append(_picture(alone, placed, arguments, _labels(puzzle)))
    return "\n\n".join(pictures)


def _labels(puzzle: PolyformPuzzle) -> dict[str, str]:
    """A piece has the same in all pictures of a puzzle, and no other piece has it."""
    return short_labels(puzzle.pieces)


def _picture(
    puzzle: PolyformPuzzle,
    solution: Iterable[Placement],
    arguments: argparse.Namespace,
    labels: Mapping[str, str] | None = None,
) -> str:
    return terminal.picture(
        puzzle.grid,
        puzzle.board,
        solution,
        colour=wants_colour(sys.stdout, arguments.colour),
        ascii=not can_show("│─┼", sys.stdout),
        width=shutil.get_terminal_size().columns,
        labels=_labels(puzzle) if labels is None else labels,
    )


class _Report:
    """One puzzle, counted, with its solutions shown in the ways that were asked for."""

    def __init__(
        self,
        puzzle: PolyformPuzzle,
        title: str,
        arguments: argparse.Namespace,
        hexagon: HexagonPlaces | None = None,
    ):
        self.puzzle = puzzle
        self.title = title
        self.arguments = arguments
        self.hexagon = hexagon
        self.tally = Tally(puzzle)
        #: For the sheet: one solution of each orbit.
        self.kept: list[SolutionOfPieces] = []

    def run(self) -> int:
        with xc.cli.held_back(self.arguments.svg is not None):
            self._ask()
            if self.arguments.svg is not None:
                self._draw()
        return xc.cli.ended("puzzles", self.tally.fixed, self.tally.stopped, self.arguments.quiet)

    def _ask(self) -> None:
        """Search, and print what is found."""
        arguments = self.arguments
        if not arguments.json:
            print(f"{xc.text.printable(self.title)}: {self._sizes()}", flush=True)
        for names in () if arguments.quiet else self.puzzle.alike:
            *others, last = map(xc.text.printable, names)
            listed = f"{', '.join(others)} and {last}"
            xc.cli.say(f"puzzles: the pieces {listed} are alike, and counted as different")
        with xc.cli.search_keywords(arguments) as search:
            self.tally.run(self._each, limit=arguments.limit, **search)
        if arguments.json:
            xc.cli.print_json(self._summary())
        else:
            self._print()

    def _each(self, solution: SolutionOfPieces, first_of_orbit: bool) -> None:
        if self.hexagon is not None:
            self.hexagon.add(solution, first_of_orbit)
        if not (self.arguments.all and first_of_orbit):
            return
        if self.arguments.svg is not None:
            self.kept.append(solution)
        if self.arguments.json:
            pieces = self.puzzle.by_piece(solution)
            xc.cli.print_json({"solution": self.tally.free, "pieces": pieces})
        else:
            print(f"\n{self.tally.free:,}\n{self._picture(solution)}")

    def _picture(self, solution: SolutionOfPieces) -> str:
        return _picture(self.puzzle, solution, self.arguments)

    def _sizes(self) -> str:
        puzzle = self.puzzle
        cells = xc.text.counted(len(puzzle.board), "cell")
        pieces = xc.text.counted(sum(most for _, most in puzzle.bounds.values()), "piece")
        turned = sum(map(len, puzzle.orientations.values()))
        orientations = xc.text.counted(turned, "orientation")
        placements = xc.text.counted(len(puzzle.placements), "placement")
        return f"{cells}, {pieces} in {orientations}, {placements}"

    def _up_to(self) -> str:
        """How the free count is meant, or nothing for a board without symmetries."""
        puzzle = self.puzzle
        if len(puzzle.symmetries) == 1:
            return ""
        ways = []
        if puzzle.rotations > 1:
            ways.append("turning")
        if puzzle.rotations < len(puzzle.symmetries):
            ways.append("reflecting")
        return f"up to {' and '.join(ways)} the board"

    def _print(self) -> None:
        tally = self.tally
        if tally.impossible is not None:
            print(f"no solution: {tally.impossible.reason}")
            return
        if tally.stopped and not tally.fixed:
            print("no solution found so far")
            return
        at_least = "at least " if tally.stopped else ""
        line = at_least + xc.text.counted(tally.fixed, "solution")
        if self._up_to() and tally.free:
            line += f", {at_least}{tally.free:,} {self._up_to()}"
        print(("\n" if self.arguments.all else "") + line)
        if self.hexagon is not None and self.hexagon.found:
            self._print_hexagon(self.hexagon)
        if tally.example is not None and not self.arguments.all:
            print(f"\n{self._picture(tally.example)}")

    def _print_hexagon(self, hexagon: HexagonPlaces) -> None:
        places = xc.text.counted(hexagon.possible, "place")
        print(f"\nThe hexagon fits in {places}. In the solutions it lies")
        for found in hexagon.found:
            cells = ", ".join(cell_name(*cell) for cell in found.cells)
            solutions = xc.text.counted(found.fixed, "solution")
            free = "" if self.tally.stopped else f", {found.free:,} up to turning"
            print(f"  at {cells}: {solutions}{free}")
        print("(A hexagon is named by its uppermost left triangle.)")

    def _summary(self) -> dict[str, Any]:
        tally = self.tally
        summary: dict[str, Any] = {
            "title": self.title,
            "cells": len(self.puzzle.board),
            "placements": len(self.puzzle.placements),
            "symmetries": len(self.puzzle.symmetries),
            "solutions": xc.cli.json_number(tally.fixed),
            "free_solutions": xc.cli.json_number(tally.free),
            "complete": tally.stopped is None,
            "stopped": tally.stopped,
        }
        if tally.impossible is not None:
            summary["impossible"] = tally.impossible.reason
        if tally.example is not None and not self.arguments.all:
            summary["example"] = self.puzzle.by_piece(tally.example)
        if self.hexagon is not None:
            summary["hexagon"] = [
                {"places": found.cells, "solutions": found.fixed, "free_solutions": found.free}
                for found in self.hexagon.found
            ]
        return summary

    def _draw(self) -> None:
        puzzle, arguments = self.puzzle, self.arguments
        if self.tally.example is None:
            if not arguments.quiet:
                xc.cli.say(f"puzzles: no solution to draw, {arguments.svg} is not written")
            return
        if arguments.all:
            text = svg.sheet_svg(puzzle.grid, puzzle.board, self.kept, title=self.title)
        else:
            text = svg.solution_svg(
                puzzle.grid,
                puzzle.board,
                self.tally.example,
                title=self.title,
                labels=_labels(puzzle),
            )
        xc.cli.write_text(text, arguments.svg)
