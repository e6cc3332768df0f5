"""Puzzle files: words with values, drawings below them, and errors that name their place.

    # A comment.
    title: An example
    size: 4 x 6
    board:
    ####
    ##.#

    1 2 1 | 3

A line ``word: value`` sets a value; some words have a name, ``word NAME: value``. If the value of
a word for drawings is empty, the lines up to the next empty line or the next word are its
*drawing*, in which ``#`` does not start a comment. Other lines are the *rows* of the file; in files
without rows, empty lines may come before a drawing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import dropwhile, takewhile
from pathlib import Path
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar

import exactcover as xc

_SIZE = re.compile(r"([0-9]{1,6})\s*[xX×*,;\s]\s*([0-9]{1,6})")
#: The characters of a line that looks like more of a drawing.
_MARKS = frozenset("#^v-. ")


class Text(NamedTuple):
    """A line of a file or a part of one, and its place: line and column, from 1."""

    text: str
    number: int
    column: int
    path: str

    def fault(self, found: str, expected: str, at: int = 0) -> xc.FileFault:
        """A fault at the place of the character ``at`` of the text."""
        return xc.FileFault(self.path, self.number, self.column + at, found, expected)

    def part(self, start: int, end: int | None = None) -> Text:
        """The text from one character to another, without the spaces around it."""
        text = self.text[start:end]
        begin = start + len(text) - len(text.lstrip())
        return Text(text.strip(), self.number, self.column + begin, self.path)

    def split(self, separator: str) -> Iterator[Text]:
        """The parts between the matches of a regular expression."""
        start = 0
        for found in re.finditer(separator, self.text):
            yield self.part(start, found.start())
            start = found.end()
        yield self.part(start)

    def words(self, pattern: str = r"[^,;\s]+") -> list[Text]:
        """The parts that match a pattern; by default, words between commas, semicolons, spaces."""
        return [self.part(*found.span()) for found in re.finditer(pattern, self.text)]


class Stated(NamedTuple):
    """An entry for a word: the line up to its colon, its value, and the drawing below it."""

    word: str
    key: Text
    value: Text
    drawing: tuple[Text, ...] = ()

    @property
    def name(self) -> Text:
        """What stands between the word and its colon."""
        return self.key.part(len(self.word))

    @property
    def lines(self) -> slice:
        """Where its lines are in the list of all lines."""
        last = self.drawing[-1] if self.drawing else self.key
        return slice(self.key.number - 1, last.number)


class Source:
    """The text of a file; ``path`` is what messages call it, and ``part`` is which of several
    puzzles of another program is asked for, by its number or name."""

    def __init__(self, path: str, text: str, part: str = ""):
        self.path, self.text, self.part = path, text, part
        #: What :meth:`read` has found; and whether no word says what the rest is.
        self.stated: dict[str, list[Stated]] = {}
        self.is_bare = False

    @cached_property
    def lines(self) -> list[Text]:
        """All lines, without the spaces at their ends."""
        lines = xc.cli.LINE_ENDS.split(self.text.removeprefix("\ufeff"))
        # (What is copied from a page may have a minus sign for a hyphen.)
        shown = (line.rstrip().replace("\N{MINUS SIGN}", "-") for line in lines)
        return [Text(line, number, 1, self.path) for number, line in enumerate(shown, 1)]

    @cached_property
    def first(self) -> Text:
        """The first line that is not empty, without the spaces around it."""
        return next((line.part(0) for line in self.lines if line.text), self.lines[0])

    @property
    def called(self) -> str:
        """The first line in a message; of an address of puzz.link, its kind."""
        found = re.match(r"\S*\?(?:type=\w+[;&])?(\w+)/", self.first.text)
        return f"the kind {found[1]!r} of puzz.link" if found else repr(self.first.text[:40])

    @cached_property
    def only(self) -> Text:
        """The only line that is not empty, such as an address; no text if there are others."""
        is_only = self.text.removeprefix("\ufeff").strip() == self.first.text
        return self.first if is_only else self.first.part(0, 0)

    def find(self, word: str) -> Text:
        """Where a word stands for the first time; the first line with text if it does not."""
        places = (line.part(at) for line in self.lines if (at := line.text.find(word)) >= 0)
        return next(places, self.first)

    def fault(self, line: int, column: int, found: str, expected: str) -> xc.FileFault:
        """A fault at a place. Line and column count from 1; 0 stands for none."""
        return xc.FileFault(self.path, line, column, found, expected)

    def read(
        self,
        words: Sequence[str],
        rows: str = "",
        several: Iterable[str] = (),
        drawn: Iterable[str] = (),
        named: Iterable[str] = (),
    ) -> tuple[dict[str, list[Stated]], list[Text]]:
        """Read the values of these words, and the other lines.

        ``rows`` describes the other lines in a few words; without it there may be none.
        ``several``: words that may occur more than once. ``drawn``: words with drawings.
        ``named``: words with names, once for each name.
        Raises :class:`exactcover.FileFault` for an unknown word, and for one that occurs twice.
        """
        self.stated = {}
        others: list[Text] = []
        seen: set[str] = set()
        drawn_to, previous = 0, -1

        def word_of(line: Text) -> str | None:
            key, colon, _ = line.text.partition(":")
            first, *more = key.split() or [""]
            return first if colon and first in words and (not more or first in named) else None

        def is_drawn(line: Text) -> bool:
            return bool(line.text) and word_of(line) is None

        for line in self.lines:
            text = line.text.strip()
            if line.number <= drawn_to or not text:
                continue
            if rows and text[0] != "#" and ":" not in text:  # (soon, as there may be many)
                previous = line.number
                others.append(line)
                continue
            like_more = _MARKS.issuperset(text) and (text[0] == "#" or not rows)
            if previous == drawn_to and like_more:
                found = "a drawing continues after an empty line"
                raise line.fault(found, "a '.' in its empty rows (or a comment with words)")
            previous = line.number
            if text[0] == "#":
                continue
            word = word_of(line)
            colon = line.text.find(":")
            key = line.part(0, max(colon, 0))
            if word is not None:
                each = Stated(word, key, line.part(colon + 1))
                called = word if word not in named else f"{word} {each.name.text}"
                if word in named and not each.name.text:
                    raise line.fault(f"a {word} without a name", f"'{word} NAME:'")
                if called in seen and word not in several:
                    raise line.fault(f"'{called}:' occurs twice", "it once")
                seen.add(called)
                if word in drawn and not each.value.text:
                    rest = range(line.number, len(self.lines))  # (No copy: pieces may be many.)
                    below: Iterable[Text] = map(self.lines.__getitem__, rest)
                    if not rows:
                        below = dropwhile(lambda line: not line.text, below)
                    each = Stated(word, key, each.value, tuple(takewhile(is_drawn, below)))
                    if each.drawing:
                        drawn_to = previous = each.drawing[-1].number
                self.stated.setdefault(word, []).append(each)
            elif rows and not (colon >= 0 and key.text.isalpha()):
                others.append(line)
            else:
                expected = [f"'{each}{' NAME' * (each in named)}:'" for each in words]
                expected += [f"or {rows}" if expected else rows] * bool(rows)
                hint = xc.text.did_you_mean(key.text or text, words, ":")
                shown = self.called if text == self.first.text else repr(text[:40])
                raise line.fault(f"cannot read {shown}", ", ".join(expected) + hint)
        return self.stated, others

    # -- of what has been read ---------------------------------------------------------------

    def value(self, word: str, default: str = "") -> str:
        """The value of a word that occurs once."""
        return self.stated[word][0].value.text if word in self.stated else default

    @property
    def title(self) -> str:
        """The value of ``title:``, or the name of the file."""
        return self.value("title") or Path(self.path).stem

    def choice(self, word: str, values: Sequence[str], default: str) -> str:
        """The value of a word with few values. Raises :class:`exactcover.FileFault` for others."""
        value = self.value(word, default)
        if word in self.stated and value not in values:
            expected = " or ".join(values) + xc.text.did_you_mean(value, values)
            raise self.stated[word][0].value.fault(f"'{word}: {value[:40]}'", expected)
        return value

    def size(self, rows: list[Text], most: int) -> tuple[int, int, Text] | None:
        """The width and height from ``size:``, or else from the first row, which is then
        removed from the rows; and their place. Raises :class:`exactcover.FileFault`."""
        if "size" in self.stated:
            stated = self.stated["size"][0].value
        elif rows and _SIZE.fullmatch(rows[0].text.strip()):
            stated = rows.pop(0).part(0)
        else:
            return None
        found = _SIZE.fullmatch(stated.text)
        columns, height = map(int, found.groups()) if found else (0, 0)
        if not columns * height:
            expected = "WIDTH x HEIGHT, such as 6 x 4"
            raise stated.fault(f"the size {stated.text[:40]!r}", expected)
        if columns * height > most:
            raise stated.fault(f"a board of {columns * height:,} cells", f"at most {most:,}")
        return columns, height, stated


Found = TypeVar("Found")
Rest = ParamSpec("Rest")
#: Reads a text, which messages call by its path, in the form of another program.
Reader = Callable[[Source], str | None]
#: Makes a reader of what writes a file from something found in a text.
Decorator = Callable[[Callable[[Found], str | None]], Reader]


def reading(
    find: Callable[Concatenate[Source, Rest], Found | None],
) -> Callable[Rest, Decorator[Found]]:
    """A decorator, with the arguments of ``find`` but the source, for what reads something found
    by it."""

    def decorator(*rest: Rest.args, **named: Rest.kwargs) -> Decorator[Found]:
        def read(write: Callable[[Found], str | None], source: Source) -> str | None:
            found = find(source, *rest, **named)
            return None if found is None else write(found)

        return lambda write: partial(read, write)

    return decorator
