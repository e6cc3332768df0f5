"""The text format of exact cover problems in The Art of Computer Programming, section 7.2.2.1.

    | a comment, as is every line that begins with |, # or //
    p q r | x y
    p q x y:A
    p r x:A y
    p x:B
    q x:A
    r y:B

The first line that is neither blank nor a comment names the items, the secondary ones after a
lone ``|``. Each further line is an option: items, and for a secondary item perhaps a colon and a
colour. Words are separated by white space.

A primary item may be given its multiplicity, ``least:most|item`` or ``times|item`` (Knuth's DLX3);
``*`` for most means no limit. An option may be given its cost, ``|cost`` after its items (Knuth's
DLX5; several are added up): a whole number, a decimal such as ``2.5``, a fraction such as ``-5/2``.

    A B 2:3|C | X Y
    A B X:0 Y:0 |12

Before a blank, the multiplicity holds for all primary items that follow and have none of their own:
``0:1| A B 2|C`` says that A and B are covered at most once (Knuth's programs do not know this).
There must be such an item.

A primary item may be given its penalty, ``|cost`` after the item, as after the items of an option.
(Knuth's programs know no penalties.) Here B may stay open for 5, and C be covered once for 1/2:

    A B |5 2|C |1/2

In an option, what follows a lone ``|``, or a word that begins with ``#`` or ``//`` and is not the
name of an item, is a comment as well.

Names cannot contain ``|`` or ``:``. Knuth's programs read names of up to eight characters and
colours of one; here they may be of any length, in UTF-8.

Options have no names in a file: read, they are named by their numbers, 1, 2, 3, …. An option of
secondary items only is accepted, and never chosen (Knuth's programs drop it with a warning).
Any line ending will do; a file whose name ends in ``.gz`` is compressed; ``-`` is standard input or
output.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from itertools import islice

from ..common.costs import LARGEST_TERM, cost_text, parsed_cost
from ..common.textfiles import LINE_ENDS, UNPACKED, lines_of, read_text, shown_path, write_text
from ..errors import (
    ColourOnPrimary,
    FileFault,
    ItemTwiceInOption,
    ProblemFault,
    RepeatedItem,
    UnknownItem,
    UnwritableName,
    UnwritableProblem,
    describe,
)
from ..problem import Problem
from ..propagation.reduce import live_options
from ..statement.names import Coloured, Multiplicity, Option

__all__ = ["format_problem", "parse", "parse_leniently", "read", "write"]

WORD = re.compile(r"\S+")
#: A primary item with its multiplicity; without a name that of all that follow.
_BOUNDED = re.compile(r"(?:([0-9]{1,1000}):)?([0-9]{1,1000}|\*)\|([^|:]*)")
#: What a word cannot contain: separators, and halves of UTF-16 pairs, which no text file can hold.
_UNWRITABLE = re.compile("[\\s|:\ud800-\udfff]")

_ITEMS_EXPECTED = (
    "names without '|' and ':', least:most|item for a multiplicity, and a lone '|' before the"
    " secondary items"
)
#: More faults than this are not collected from one file, of any format.
MOST_FAULTS = 100


# -- reading ---------------------------------------------------------------------------------


def read(path: str, *, repeat: bool = False, unpacked: int | str = UNPACKED) -> Problem:
    """The problem in a file of any name; arguments and errors as in :func:`exactcover.read`."""
    return parse(read_text(path, unpacked), shown_path(path), repeat=repeat)


def parse(text: str, path: str = "text", *, repeat: bool = False) -> Problem:
    """The problem stated by a text; ``path`` is for messages. Raises :class:`FileFault`."""
    return problem_or_fault(*parse_leniently(text, path, repeat=repeat))


class Slip(Exception):
    """What is wrong: at which word, what stands there, what was expected."""

    def __init__(self, word: int, found: str, expected: str):
        super().__init__(found)
        self.word, self.found, self.expected = word, found, expected


def faults_of(
    problem: Problem,
    path: str,
    place_of: Callable[[ProblemFault], tuple[int, int]] = lambda fault: (0, 0),
) -> list[FileFault]:
    """The faults of a problem, as those of the file that states it at these lines and columns."""
    found = []
    for fault in islice(problem._model.faults, MOST_FAULTS):
        fault.others = 0  # the faults of the file are counted instead
        found.append(FileFault(path, *place_of(fault), describe(fault), "", fault))
    return found


def problem_or_fault(problem: Problem | None, faults: list[FileFault]) -> Problem:
    """The problem; without one, the first of its faults is raised, which counts the others."""
    if problem is None:
        faults[0].others = len(faults) - 1
        raise faults[0]
    return problem


def parse_leniently(
    text: str, path: str = "text", *, repeat: bool = False
) -> tuple[Problem | None, list[FileFault]]:
    """The problem; or None and all faults of the text, in order of place (the first hundred)."""
    lines = _meaningful(text)
    stated = next(lines, None)
    if stated is None:
        last = len(LINE_ENDS.findall(text)) + 1
        return None, [FileFault(path, last, 1, "no items", "a line with the names of items")]
    reader = _Reader(path)
    faults = reader.faults
    primary, secondary, bounds, penalties = reader.items(stated)
    if faults:
        return None, faults
    problem = Problem(
        primary,
        reader.options(lines, {*primary, *secondary}),
        secondary=secondary,
        multiplicity=bounds,
        repeat=repeat,
        penalties=penalties,
    )
    if len(faults) >= MOST_FAULTS:
        return None, faults
    if found := problem._model.faults:
        badly_written = {fault.line for fault in faults}
        # Where the options stand is worked out again, since nearly all texts have no faults.
        lines = islice(_meaningful(text), 1, None)
        option_lines = [line for line in lines if not reader.is_comment(line)]
        line, columns = stated, _columns_of(stated)
        for fault in found:
            place = option_lines[fault.option - 1] if isinstance(fault.option, int) else stated
            if place[0] not in badly_written and len(faults) < MOST_FAULTS:
                if place is not line:
                    line, columns = place, _columns_of(place)
                faults.append(_located(path, fault, line[0], columns, stated[0]))
    faults.sort(key=lambda fault: (fault.line, fault.column))
    return (None, faults) if faults else (problem, [])


#: A line that is neither blank nor a comment: its number, from 1, and its text.
_Line = tuple[int, str]


def _meaningful(text: str) -> Iterator[_Line]:
    for number, line in lines_of(text):
        stripped = line.lstrip()
        if stripped and not stripped.startswith(("|", "# ", "//")):
            yield number, line


class _Reader:
    """Reads lines, and collects their faults."""

    def __init__(self, path: str):
        self._path = path
        self.faults: list[FileFault] = []
        #: The names of all items, once they are known.
        self.declared: set[str] = set()

    def _begins_comment(self, word: str) -> bool:
        return word.startswith(("#", "//")) and word.partition(":")[0] not in self.declared

    def is_comment(self, line: _Line) -> bool:
        """Whether the line of an option is a comment."""
        return line[1].lstrip().startswith(("#", "//")) and self._begins_comment(line[1].split()[0])

    def _fault(self, line: _Line, offset: int, found: str, expected: str) -> None:
        self.faults.append(FileFault(self._path, line[0], offset + 1, found, expected))

    def items(
        self, line: _Line
    ) -> tuple[list[str], list[str], dict[Hashable, Multiplicity], dict[Hashable, Fraction]]:
        """The primary items, the secondary ones, the multiplicities, and the penalties."""
        primary: list[str] = []
        secondary: list[str] = []
        bounds: dict[Hashable, Multiplicity] = {}
        penalties: dict[Hashable, Fraction] = {}
        others: Multiplicity | None = None
        #: The multiplicity of all that follow, while it is of none.
        idle: re.Match[str] | None = None
        now = primary
        for found in WORD.finditer(line[1]):
            word, offset = found[0], found.start()
            if word == "|":
                if now is secondary:
                    self._fault(line, offset, "a second '|'", "names of items")
                now = secondary
            elif word[0] == "|":
                self._penalty(line, found, now[-1:] if now is primary else [], penalties)
            elif bounded := _BOUNDED.fullmatch(word):
                low, high, name = bounded.groups()
                most = None if high == "*" else int(high)
                least = int(low) if low is not None else most
                if now is secondary:
                    text = f"the secondary item {name!r} has a multiplicity"
                    if not name:
                        text = f"{word!r} among the secondary items"
                    self._fault(line, offset, text, "multiplicities on primary items only")
                elif least is None or (most is not None and least > most):
                    expected = "least:most|item, least not greater than most, '*' for no limit"
                    self._fault(line, offset, f"bounds of {word!r}", expected)
                elif name:
                    bounds[name] = least, most
                else:
                    self._idle(line, idle)
                    others, idle = (least, most), found
                if name:
                    now.append(name)
            elif "|" in word or ":" in word:
                wrong = "|" if "|" in word else ":"
                text = f"{wrong!r} in the item name {word!r}"
                self._fault(line, offset + word.index(wrong), text, _ITEMS_EXPECTED)
            else:
                now.append(word)
                if others and now is primary:
                    bounds[word], idle = others, None
        self._idle(line, idle)
        return primary, secondary, bounds, penalties

    def _idle(self, line: _Line, found: re.Match[str] | None) -> None:
        """A fault if there is a multiplicity of all that follow, and it is of none."""
        if found is not None:
            text = f"the multiplicity {found[0]!r} without an item"
            self._fault(line, found.start(), text, "items after it that have none of their own")

    def _penalty(
        self,
        line: _Line,
        found: re.Match[str],
        after: list[str],
        penalties: dict[Hashable, Fraction],
    ) -> None:
        """Read the word of a penalty; ``after``: the primary item before it, if there is one."""
        word, offset = found[0][1:], found.start()
        penalty = parsed_cost(word)
        if penalty is None:
            expected = "a number, as in |5, or a lone '|' before the secondary items"
            self._fault(line, offset + 1, f"{word!r} is not a penalty", expected)
        elif not after:
            expected = "penalties after primary items only"
            self._fault(line, offset, f"the penalty '|{word}' without a primary item", expected)
        elif after[0] in penalties:
            self._fault(line, offset, f"a second penalty of {after[0]!r}", "it once")
        else:
            penalties[after[0]] = penalty

    def options(self, lines: Iterable[_Line], declared: set[str]) -> Iterator[Option[int]]:
        """The options; ends at the hundredth fault."""
        self.declared = declared
        number = 1
        for line in lines:
            words = line[1].split()
            if declared.issuperset(words):
                yield Option(number, words)
            elif self.is_comment(line):
                continue
            else:
                yield Option(number, *self.option(line))
                if len(self.faults) >= MOST_FAULTS:
                    return
            number += 1

    def option(self, line: _Line) -> tuple[list[Hashable], Fraction | None]:
        """The items of an option, and its cost."""
        items: list[Hashable] = []
        cost: Fraction | None = None
        for found in WORD.finditer(line[1]):
            word, offset = found[0], found.start()
            if word == "|" and parsed_cost(line[1][offset + 1 :].strip()) is not None:
                self._fault(
                    line, offset, "'|' before a number", "a cost as in |12, without a space"
                )
                break
            after = line[1][offset + 1 :].split() if word == "|" else []
            if self._begins_comment(word) or (word == "|" and self.declared.isdisjoint(after)):
                break
            if len(word) > 1 and word[0] == "|":
                added = parsed_cost(word[1:])
                if added is None:
                    expected = "a number, as in |12, |2.5 or |-5/2"
                    self._fault(line, offset + 1, f"{word[1:]!r} is not a cost", expected)
                    continue
                cost = added + (cost or 0)
                if max(abs(cost.numerator), cost.denominator) > LARGEST_TERM:
                    # Stop here: each cost that is added may lengthen the numbers as much again.
                    self._fault(line, offset, "the cost", "no more than 1,000 digits")
                    return items, None
            elif wrong := _wrong_item(word):
                self._fault(line, offset + wrong[0], *wrong[1:])
            else:
                item, colon, colour = word.partition(":")
                items.append(Coloured(item, colour) if colon else item)
        return items, cost


def _wrong_item(word: str) -> tuple[int, str, str] | None:
    """Where an item of an option is badly written, what stands there, and what was expected."""
    item, colon, colour = word.partition(":")
    if "|" in word:
        return word.index("|"), "'|' in an option", "items, and a cost as in |12"
    if not item:
        return 0, "no item before ':'", "'item:colour'"
    if colon and not colour:
        return len(word), "no colour after ':'", "'item:colour'"
    if ":" in colour:
        return len(item) + 1 + colour.index(":"), "a second ':'", "'item:colour'"
    return None


def _columns_of(line: _Line) -> dict[Hashable, list[int]]:
    """The columns in a line where each name stands, from 1."""
    columns: dict[Hashable, list[int]] = {}
    for word in WORD.finditer(line[1]):
        for name in {word[0].partition(":")[0], word[0].rpartition("|")[2]}:
            columns.setdefault(name, []).append(word.start() + 1)
    return columns


def _located(
    path: str, fault: ProblemFault, line: int, columns: dict[Hashable, list[int]], item_line: int
) -> FileFault:
    """A fault of the problem, as the fault of a place in the file."""
    named = columns.get(fault.item, [1])
    twice = isinstance(fault, RepeatedItem | ItemTwiceInOption)
    column = named[1 if twice and len(named) > 1 else 0]
    expected = ""
    match fault:
        case RepeatedItem():
            found, expected = f"item {fault.item!r} is declared twice", "different names"
        case ItemTwiceInOption():
            found, expected = f"item {fault.item!r} occurs twice in one option", "it once"
        case ColourOnPrimary():
            found = f"the primary item {fault.item!r} has a colour"
            expected = "colours on secondary items only"
            column += len(str(fault.item))
        case UnknownItem():
            found = f"item {fault.item!r} is not declared"
            expected = f"an item of line {item_line}"
            if fault.near:
                expected += f"; did you mean {' or '.join(map(repr, fault.near))}?"
        case _:
            found = describe(fault)
    return FileFault(path, line, column, found, expected, fault)


# -- writing ---------------------------------------------------------------------------------


def write(problem: Problem, path: str) -> None:
    """Write a problem to a file, in one step. Raises as :func:`format_problem`, and OSError."""
    write_text(format_problem(problem), path)


def format_problem(problem: Problem) -> str:
    """A problem as text; what was given or forbidden is applied to the options.

    Names are written as ``str`` gives them, with white space, ``|`` and ``:`` as ``%20``, ``%7C``
    and ``%3A``.

    Raises :class:`UnwritableName` if two names would read the same, and :class:`ProblemFault` for
    a problem with faults. Raises :class:`UnwritableProblem` if there are no primary items (the
    line of items would be a comment), if options may be repeated, or if a problem with
    multiplicities or penalties has given options.

    No upper limit is written as ``*``, which Knuth's programs do not know.
    """
    problem.require_sound()
    if problem.repeat:
        raise UnwritableProblem("the text format cannot say that options may be repeated")
    require_writable_given(problem, "the text format")
    item_text = word_texts((*problem.primary, *problem.secondary))
    if not problem.primary:
        raise UnwritableProblem("the text format needs at least one primary item")
    bounds = problem.multiplicity
    penalties = problem.penalties
    words = []
    for item in problem.primary:
        words.append(_multiplicity(bounds.get(item, (1, 1))) + item_text[item])
        if item in penalties:
            words.append(f"|{cost_text(penalties[item])}")
    if problem.secondary:
        words += ["|", *(item_text[item] for item in problem.secondary)]
    lines = [" ".join(words)]
    model, compiled = problem._shown, problem._shown.compiled
    live = problem._model.without_additions(live_options(problem._sound))
    text_of_item, text_of_colour = [*item_text.values()], [""] * len(model.colour_names)
    if any(compiled.colours):
        used = {colour: None for option in live for _, colour in compiled.option(option) if colour}
        texts = word_texts(model.colour_names[colour] for colour in used)
        for colour, text in zip(used, texts.values(), strict=True):
            text_of_colour[colour] = f":{text}"
    costs = model.option_costs
    for option in live:
        words = [
            text_of_item[item] + text_of_colour[colour] for item, colour in compiled.option(option)
        ]
        if costs is not None and (cost := costs.each[option]):
            words.append(f"|{cost_text(costs.to_stated(cost))}")
        lines.append(" ".join(words))
    lines.append("")
    return "\n".join(lines)


def require_writable_given(problem: Problem, form: str) -> None:
    """Raise :class:`UnwritableProblem` if options are given that no choice of options states."""
    kinds = {"multiplicities": problem.multiplicity, "penalties": problem.penalties}
    for kind, stated in kinds.items():
        if stated and problem.given_options:
            raise UnwritableProblem(f"{form} cannot hold given options with {kind}")


def _multiplicity(bounds: tuple[int, int | None]) -> str:
    low, high = bounds
    if low == high:
        return "" if low == 1 else f"{low}|"
    return f"{low}:{'*' if high is None else high}|"


def word_texts(names: Iterable[Hashable]) -> dict[Hashable, str]:
    """How each name is written. Raises :class:`UnwritableName` if two would read the same."""
    texts: dict[Hashable, str] = {}
    taken: dict[str, Hashable] = {}
    for name in names:
        text = _UNWRITABLE.sub(lambda found: f"%{ord(found[0]):02X}", str(name)) or "%"
        if text in taken:
            raise UnwritableName(name, taken[text], text)
        taken[text] = name
        texts[name] = text
    return texts
