"""Word rectangles and crosswords: a grid, filled with different words of a list.

    title: A ring
    grid:
    ...
    .#.
    ..t

``.`` is to be filled, a letter is given, ``#`` is black. Instead of a file, ``4x5`` is a rectangle
of 4 rows. A list of words has one in each line. Case does not matter.

Items: entries, which are two or more cells across or down; secondary, cells, whose colour is their
letter, and words. Options: a word in an entry, which covers the entry and the word, and gives the
cells their letters. (D. E. Knuth, TAOCP 4B, has word rectangles in 7.2.2, colours in 7.2.2.1.)
"""

from __future__ import annotations

import argparse
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import product
from typing import Any, Self

import exactcover as xc

from .shared.adapter import Options, Puzzle
from .shared.cell_names import cell_name
from .shared.screen import Screen
from .shared.shipped import file_or_shipped
from .shared.source import Source
from .shared.squares import Cell, drawing_of, drawn_cells, entries, rows_of, size_of, table
from .shared.svg_page import INK, Drawing

__all__ = ["Words"]

#: More words in entries than this would take gigabytes.
_MOST_OPTIONS = 2_000_000


class Words(Puzzle):
    """Fill a rectangle (4x5) or the grid of a crossword with words of a list."""

    shipped = "crosswords"
    also = "a size such as 4x5"
    items_called = "entries, cells and words"
    options_called = ("word", "words")
    up_to = "up to reflecting the grid in its diagonal"

    def __init__(
        self, grid: Mapping[Cell, str], words: Iterable[str], title: str = "", repeat: bool = False
    ):
        self.grid, self.title, self.repeat = grid, title, repeat
        found = entries(cell for cell, letter in grid.items() if letter != "#")
        self.entries = {(way, cells[0]): cells for way, cells in found if len(cells) > 1}
        self.words: dict[int, list[str]] = {}
        for word in dict.fromkeys(map(_lower, words)):
            self.words.setdefault(len(word), []).append(word)

    @classmethod
    def add_arguments(cls, parser: argparse.ArgumentParser) -> None:
        """Grids, and a list of words."""
        super().add_arguments(parser)
        listed = "a list of words, one in each line; default: a few that are shipped"
        xc.cli.add_argument(parser, "--words WORDS", listed, default="common")
        xc.cli.add_argument(parser, "--repeat", "a word may be used several times")

    @classmethod
    def from_file(cls, path: str, arguments: argparse.Namespace) -> Iterator[Self]:
        """A rectangle, or the grid in a file."""
        if (size := size_of(path)) is None:
            yield from super().from_file(path, arguments)
        else:
            yield cls._of(dict.fromkeys(product(*map(range, size)), "."), path, arguments)

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        """The grid in a file."""
        title, drawn = drawn_cells(source, token=".")
        for each in drawn:
            if each.text not in ".#" and not each.text.isalpha():
                expected = "a letter, '.' for an empty cell, or '#' for a black one"
                raise source.fault(each.line, each.column, repr(each.text), expected)
        grid = {each.cell: _lower(each.text) for each in drawn}
        puzzle = cls._of(grid, title, arguments)
        if not puzzle.entries:
            raise source.fault(drawn[0].line, 1, "no entry", "two white cells side by side")
        yield puzzle

    @classmethod
    def _of(cls, grid: Mapping[Cell, str], title: str, arguments: argparse.Namespace) -> Self:
        """A grid with the list of words that the arguments name."""
        path = file_or_shipped("words", arguments.words)
        name = xc.cli.shown_path(path)
        lines = Source(name, xc.cli.read_text(path, arguments.unpacked)).lines
        words = []
        for line in lines:
            word = line.text.strip()
            if len(word.split()) > 1:
                column = line.text.find(word.split()[1]) + 1
                raise xc.FileFault(name, line.number, column, "a second word", "one in each line")
            if word:
                words.append(word)
        puzzle = cls(grid, words, title, arguments.repeat)
        options = sum(len(puzzle.words.get(len(cells), ())) for cells in puzzle.entries.values())
        if options > _MOST_OPTIONS:
            found = f"{options:,} times a word may stand in an entry"
            raise xc.FileFault(name, 0, 0, found, f"at most {_MOST_OPTIONS:,}")
        return puzzle

    @cached_property
    def problem(self) -> xc.Problem:
        """Entries, cells and words are items; words in entries options."""
        options: dict[Any, dict[Any, Any]] = {}
        for entry, cells in self.entries.items():
            given = [(k, self.grid[cell]) for k, cell in enumerate(cells) if self.grid[cell] != "."]
            for word in self.words.get(len(cells), ()):
                if all(word[k] == letter for k, letter in given):
                    letters = dict(zip(cells, word, strict=True))
                    once = {} if self.repeat else {("word", word): None}
                    options[entry, word] = {entry: None, **once, **letters}
        words = [("word", word) for _, word in options] if not self.repeat else []
        secondary = [*self.grid, *dict.fromkeys(words)]
        return xc.Problem(self.entries, options, secondary=secondary)

    @cached_property
    def symmetry(self) -> xc.Symmetry | None:
        """The reflection in the diagonal, if it carries the grid to itself."""
        if self.grid != {(c, r): letter for (r, c), letter in self.grid.items()}:
            return None
        other = {"across": "down", "down": "across"}
        cells = {(r, c): (c, r) for r, c in self.grid}
        return self.problem.symmetry(
            cells | {(way, first): (other[way], cells[first]) for way, first in self.entries}
        )

    def _letters(self, options: Options) -> dict[Cell, str]:
        filled = dict(self.grid)
        for entry, word in options:
            filled.update(zip(self.entries[entry], word, strict=True))
        return filled

    def text(self, options: Options, screen: Screen) -> str:
        """The grid with its letters."""
        return table(self._letters(options))

    picture_of = text

    def overview(self, screen: Screen) -> str:
        """The grid."""
        return table(self.grid)

    def as_json(self, options: Options) -> Mapping[str, Any]:
        """The rows of the grid."""
        rows = rows_of(self._letters(options))
        return {"rows": ["".join(letter or "#" for letter in row) for row in rows]}

    def drawing(self, options: Options) -> Drawing:
        """The grid with capital letters."""
        letters = {cell: x.upper() for cell, x in self._letters(options).items() if x not in ".#"}
        fills = {cell: INK for cell, letter in self.grid.items() if letter == "#"}
        return drawing_of(self.grid, letters, fills)

    def item_called(self, item: Any) -> str:
        """An entry, a cell or a word."""
        if item in self.grid:
            return f"cell {cell_name(*item)}"
        kind, what = item
        if kind == "word":
            return f"the word {xc.text.printable(what)}"
        return f"the entry {kind} from {cell_name(*what)} ({len(self.entries[item])} letters)"

    def option_called(self, option: Any) -> str:
        """A word and where it stands."""
        return f"{xc.text.printable(option[1])} {option[0][0]} from {cell_name(*option[0][1])}"


def _lower(text: str) -> str:
    return unicodedata.normalize("NFC", text.lower())


def _lower(text: str) -> str:
    return unicodedata.normalize("NFC", text.lower())
