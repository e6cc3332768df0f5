"""The puzzles that the page asks about, by kind and text or words; the last ones are cached.

A page sends and receives data. Its words are never taken for file names: kinds that read files get
text, and other words are used only in a folder without files.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

import exactcover as xc

from ..reading import read
from ..registry import kind
from ..shared.adapter import Options, Puzzle
from ..shared.parts import Painted, Undistilled
from ..shared.shipped import shipped, shipped_names
from ..shared.view import Mark, View

#: Characters of a puzzle's text at most.
MOST_TEXT = 1_000_000
#: The number of puzzles cached.
_KEPT = 4
#: References to command-line options in sentences.
_OF_COMMANDS = re.compile(r" \(--[a-z]+ [^()]*\)")
#: A word instead of a text: a size, a number. Paths are not allowed; options are those of the kind.
_WORD = re.compile(r"[A-Za-z0-9]{1,12}")


class BadQuestion(ValueError):
    """The page asked for something impossible."""


class Shown:
    """A puzzle on a page, where options and places are numbers."""

    def __init__(self, puzzle: Puzzle):
        self.puzzle = puzzle
        self.view: View | None = puzzle.view()
        self._marks: dict[int, Mark] = {}

        #: A solution of the puzzle as options that people place, and the other way round.
        self.to_whole: Callable[[Options], Options] = list
        self.from_whole: Callable[[Options], Options] = list
        if isinstance(puzzle, Undistilled):
            self.to_whole, self.from_whole = puzzle.to_whole, puzzle.from_whole

    @property
    def whole(self) -> xc.Problem:
        """The problem whose options the user places."""
        puzzle = self.puzzle
        return puzzle.whole if isinstance(puzzle, Undistilled) else puzzle.problem

    @cached_property
    def misfit(self) -> str | None:
        """Why there is no solution, if that is clear at once; without command-line options."""
        misfit = self.puzzle.misfit
        return None if misfit is None else _OF_COMMANDS.sub("", misfit)

    @cached_property
    def _number(self) -> Mapping[Any, int]:
        return {option: k for k, option in enumerate(self.whole.options)}

    def numbers(self, options: Iterable[Any]) -> list[int]:
        """The numbers of options."""
        return [self._number[option] for option in options]

    @property
    def board(self) -> View:
        """The view. Raises :class:`BadQuestion` for puzzles that have none."""
        if self.view is None:
            raise BadQuestion("puzzles of this kind have no board to play on")
        return self.view

    def mark(self, option: int) -> Mark:
        """What an option puts on the board, by its number."""
        if option not in self._marks:
            self._marks[option] = self.board.mark(self.whole.options[option])
        return self._marks[option]

    def is_placed(self, option: Any) -> bool:
        """Whether the user places an option: it is neither hidden nor an empty place."""
        mark = self.mark(self._number[option])
        return bool(mark.places) and (bool(mark.piece or mark.text) or mark.shade != "light")

    def item(self, item: Any) -> dict[str, Any]:
        """What an item is called, and the places that it stands for."""
        places = () if self.view is None else self.view.of_item(item)
        return {"name": self.puzzle.item_called(item), "places": [*places]}

    def problem(self, asked: Mapping[str, Any]) -> xc.Problem:
        """The problem with the options of the numbers ``chosen`` given, and with places
        ``painted``."""
        problem, chosen = self.whole, asked.get("chosen", [])
        painted = self.painted(asked)
        if painted and isinstance(self.puzzle, Painted):
            problem = self.puzzle.with_painted(painted)
        return problem.given(*self.options(chosen)) if chosen else problem

    def options(self, numbers: Any) -> list[Any]:
        """The options of these numbers."""
        if type(numbers) is not list:
            raise BadQuestion("expected a list of option numbers")
        names = self.whole.options
        for option in numbers:
            if type(option) is not int or not 0 <= option < len(names):
                raise BadQuestion(f"{option!r}: expected an option number")
        return [names[option] for option in numbers]

    def painted(self, asked: Mapping[str, Any]) -> dict[Any, str]:
        """The shades of places that a question states: pairs of a place and its shade."""
        stated = asked.get("painted", [])
        if stated == []:
            return {}
        view = self.board
        if not view.painted:
            raise BadQuestion("the places of this puzzle cannot be painted")
        found: dict[Any, str] = {}
        pairs = type(stated) is list and all(type(e) is list and len(e) == 2 for e in stated)
        if not pairs:
            raise BadQuestion(f"painted={stated!r}: expected pairs of a place and a shade")
        for place, shade in stated:
            if type(place) is not int or not 0 <= place < len(view.places):
                raise BadQuestion(f"{place!r}: expected a place number")
            if type(shade) is not str or shade not in view.painted:
                raise BadQuestion(f"{shade!r}: expected one of {', '.join(view.painted)}")
            found[view.places[place].at] = shade
        return found


class Recent:
    """The most recent puzzles."""

    def __init__(self) -> None:
        self._shown: OrderedDict[tuple[Any, ...], Shown] = OrderedDict()

    def shown(self, asked: Mapping[str, Any]) -> Shown:
        """The puzzle of a question. Raises :class:`exactcover.FileFault` and ValueError."""
        name, text, words = asked.get("kind"), asked.get("text"), asked.get("words", [])
        known = type(name) is str and type(text) in (str, type(None)) and type(words) is list
        if not known or not all(type(word) is str for word in words):
            raise BadQuestion("expected a kind of puzzle with its text, or with words")
        key = name, text, *words
        if key not in self._shown:
            self._shown[key] = Shown(_puzzle(str(name), text, words))
            if len(self._shown) > _KEPT:
                self._shown.popitem(last=False)
        self._shown.move_to_end(key)
        return self._shown[key]


def _puzzle(name: str, text: str | None, words: list[str]) -> Puzzle:
    of = kind(name)
    try:
        (text or "").encode()
    except UnicodeEncodeError:  # JSON can say halves of characters
        raise BadQuestion("the text contains half a character; expected UTF-8") from None
    for word in words:
        if not _WORD.fullmatch(word) and word not in of.page_options:
            raise BadQuestion(f"{word!r}: expected a size or a number")
    if text is not None:
        if len(text) > MOST_TEXT:
            raise BadQuestion(f"{len(text):,} characters; expected at most {MOST_TEXT:,}")
        words = []
    elif of.reads_files and not (of.instead_of_file and words):
        raise BadQuestion(f"{name}: expected the text of a puzzle")
    puzzles = read(name, *words, text=text)
    if not puzzles:
        raise BadQuestion("this text contains no puzzle")
    if re.fullmatch(r"line \d+", puzzles[0].title):  # its place in a file
        puzzles[0].title = ""
    return puzzles[0]


def shipped_text(name: str, puzzle: str) -> str:
    """The text of a bundled puzzle."""
    folder = kind(name).shipped
    if not folder or puzzle not in shipped_names(folder):
        raise BadQuestion(f"{puzzle!r}: expected a bundled puzzle")
    return shipped(folder, puzzle).read_text(encoding="utf-8")
