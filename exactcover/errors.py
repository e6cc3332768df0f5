"""What can go wrong, and what deserves a note.

Two families stand here side by side:

* *errors* are exceptions with one base, :class:`ExactCoverError`. They carry fields (the item, the
  option, the place in a file), so that a program can act on them; :func:`describe` alone turns the
  fields into a sentence.
* *notes* (:class:`Note`) are facts about a sound problem which its author may not have meant: an
  option that can never be chosen, an item that nothing covers.

Misuse is an error. "Impossible" is a result, and never raised.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from .text import counted

__all__ = [
    "BadCost",
    "BadMultiplicity",
    "BudgetError",
    "ColourOnPrimary",
    "DiagramTooLarge",
    "EmptyOption",
    "EndlessOption",
    "EngineTooLarge",
    "ExactCoverError",
    "FileFault",
    "GroupTooLarge",
    "ItemTwiceInOption",
    "JournalFault",
    "MethodConflict",
    "MissingLibrary",
    "NeverChosen",
    "NoPrimaryItems",
    "NotASymmetry",
    "Note",
    "OptionOnlySecondary",
    "OrderError",
    "OtherProblem",
    "ProblemFault",
    "RepeatedItem",
    "RepeatedOption",
    "RuleFault",
    "SearchStopped",
    "TaskFailed",
    "UncoverableItem",
    "UndecidedError",
    "UnknownEngine",
    "UnknownItem",
    "UnknownMethod",
    "UnknownOption",
    "UnwritableName",
    "UnwritableProblem",
    "WorkersGone",
    "describe",
    "shown",
]

#: Characters of a name that a sentence shows.
_LONGEST_NAME = 300


class ExactCoverError(Exception):
    """Base of every error this package raises on purpose."""

    def __str__(self) -> str:
        return describe(self)

    def __reduce__(self) -> Any:
        # The fields are the error; its constructor need not be called again in another process.
        return _rebuilt, (type(self), self.args, self.__dict__)


def _rebuilt(kind: type[BaseException], args: Any, fields: dict[str, Any]) -> BaseException:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(fields)
    return error


# ----------------------------------------------------------------------------------------------
# Faults of a problem
# ----------------------------------------------------------------------------------------------


class ProblemFault(ExactCoverError):
    """A problem that does not make sense as stated.

    ``others`` counts the further faults of the same problem; ``Problem.check()`` lists them all.
    """

    item: Hashable = None
    option: Hashable = None
    others: int = 0


class UnknownItem(ProblemFault):
    """An option names an item that was not declared; ``near`` holds declared names like it."""

    def __init__(
        self,
        item: Hashable,
        option: Hashable,
        near: tuple[Hashable, ...] = (),
        hint: str = "",
    ):
        super().__init__(item, option)
        self.item = item
        self.option = option
        self.near = near
        #: What may have been meant, where the way of writing suggests it.
        self.hint = hint


class RepeatedItem(ProblemFault):
    """An item is declared twice: within one kind, or as primary and as secondary."""

    def __init__(self, item: Hashable, first: str, second: str, hint: str = ""):
        super().__init__(item)
        self.item = item
        self.first = first
        self.second = second
        #: What may have been meant, where the way of writing suggests it.
        self.hint = hint


class RepeatedOption(ProblemFault):
    """Two options bear the same name."""

    def __init__(self, option: Hashable):
        super().__init__(option)
        self.option = option


class ItemTwiceInOption(ProblemFault):
    """An option names one item twice."""

    def __init__(self, item: Hashable, option: Hashable):
        super().__init__(item, option)
        self.item = item
        self.option = option


class ColourOnPrimary(ProblemFault):
    """An option gives a colour to a primary item; only secondary items take colours."""

    def __init__(self, item: Hashable, option: Hashable, colour: Hashable):
        super().__init__(item, option, colour)
        self.item = item
        self.option = option
        self.colour = colour


class EmptyOption(ProblemFault):
    """An option has no items."""

    def __init__(self, option: Hashable):
        super().__init__(option)
        self.option = option


class BadMultiplicity(ProblemFault):
    """A multiplicity that makes no sense: its item is not primary, or its bounds are no bounds."""

    def __init__(self, item: Hashable, found: str, expected: str):
        super().__init__(item, found, expected)
        self.item = item
        self.found = found
        self.expected = expected


class BadCost(ProblemFault):
    """The cost of an option is no number that can be summed exactly, or is stated for no option."""

    def __init__(self, option: Hashable, found: str, expected: str):
        super().__init__(option, found, expected)
        self.option = option
        self.found = found
        self.expected = expected


class EndlessOption(ProblemFault):
    """Options may be chosen repeatedly, and nothing bounds how often this one is."""

    def __init__(self, option: Hashable):
        super().__init__(option)
        self.option = option


# ----------------------------------------------------------------------------------------------
# Misuse of a sound problem
# ----------------------------------------------------------------------------------------------


class UnknownOption(ExactCoverError):
    """``given`` or ``without`` names an option the problem does not have."""

    def __init__(self, option: Hashable, near: tuple[Hashable, ...] = ()):
        super().__init__(option)
        self.option = option
        self.near = near


class NeverChosen(ExactCoverError):
    """``given`` names an option of secondary items only, which no solution contains."""

    def __init__(self, option: Hashable):
        super().__init__(option)
        self.option = option


class UnknownEngine(ExactCoverError):
    """``engine=`` names no engine."""

    def __init__(self, engine: object, engines: tuple[str, ...]):
        super().__init__(engine)
        self.engine = engine
        self.engines = engines


class OrderError(ExactCoverError, ValueError):
    """``order=`` is no order, or names what is no primary item; ``name`` tells which part of it."""

    def __init__(self, name: str, value: object, expected: str):
        super().__init__(name, value)
        self.name = name
        self.value = value
        self.expected = expected


class EngineTooLarge(ExactCoverError):
    """The engine asked for by name would need more memory than it may take."""

    def __init__(self, engine: str, needed: int, allowed: int, options: int):
        super().__init__(engine, needed, allowed)
        self.engine = engine
        self.needed = needed
        self.allowed = allowed
        self.options = options


class UnknownMethod(ExactCoverError, ValueError):
    """No way of counting has this name; ``methods`` are those there are."""

    def __init__(self, method: object, methods: tuple[str, ...] = ("auto", "listing", "diagram")):
        super().__init__(method, methods)
        self.method = method
        self.methods = methods


class DiagramTooLarge(ExactCoverError):
    """The diagram of all solutions needs more memory than it may take.

    ``states`` had been found by then, dead ends included.
    """

    def __init__(self, memory: int, states: int):
        super().__init__(memory, states)
        self.memory = memory
        self.states = states


class MissingLibrary(ExactCoverError):
    """A question needs a library that is not installed; ``extra`` is the extra that brings it."""

    def __init__(self, library: str, extra: str):
        super().__init__(library, extra)
        self.library = library
        self.extra = extra


class OtherProblem(ExactCoverError):
    """A file was saved about another problem; ``found`` and ``expected`` are digests."""

    def __init__(self, path: str, found: str, expected: str):
        super().__init__(path, found, expected)
        self.path = path
        self.found = found
        self.expected = expected


class JournalFault(ExactCoverError):
    """A journal cannot be used: ``reason`` is a sentence."""

    def __init__(self, path: str, reason: str):
        super().__init__(path, reason)
        self.path = path
        self.reason = reason


class TaskFailed(ExactCoverError):
    """A part of a search failed again and again: below the options ``prefix``; ``reason`` is the
    last error."""

    def __init__(self, prefix: tuple[Hashable, ...], attempts: int, reason: str):
        super().__init__(prefix, attempts, reason)
        self.prefix = prefix
        self.attempts = attempts
        self.reason = reason


class NotASymmetry(ExactCoverError, ValueError):
    """A permutation of items does not map the problem to itself.

    ``generator``: the position of the permutation among those given, from 0.
    """

    def __init__(self, generator: int, reason: str):
        super().__init__(generator, reason)
        self.generator = generator
        self.reason = reason


class GroupTooLarge(ExactCoverError):
    """A group of symmetries has more elements than can be held in a table."""

    def __init__(self, most: int):
        super().__init__(most)
        self.most = most


class WorkersGone(ExactCoverError):
    """Nobody is left to do the tasks of a search: its executor or its cluster has ended."""

    def __init__(self, reason: str):
        super().__init__(reason)
        self.reason = reason


class MethodConflict(ExactCoverError, ValueError):
    """Two ways to answer a question were asked for that do not go together.

    ``argument``: what does not go with ``way``.
    """

    def __init__(self, argument: str, way: str = "method='diagram'"):
        super().__init__(argument, way)
        self.argument = argument
        self.way = way


class RuleFault(ExactCoverError, TypeError):
    """A rule did not answer as a rule must.

    ``rule``: "complete" or "partial"; ``answer``: what it returned.
    """

    def __init__(self, rule: str, answer: object, expected: str):
        super().__init__(rule, answer, expected)
        self.rule = rule
        self.answer = answer
        self.expected = expected


class BudgetError(ExactCoverError, ValueError):
    """``limit=``, ``nodes=`` or ``seconds=`` is not a number that makes sense."""

    def __init__(self, name: str, value: object, expected: str):
        super().__init__(name, value)
        self.name = name
        self.value = value
        self.expected = expected


class UnwritableName(ExactCoverError):
    """Two names of a problem would read the same in a text file."""

    def __init__(self, name: Hashable, other: Hashable, text: str):
        super().__init__(name, other)
        self.name = name
        self.other = other
        self.text = text


class UnwritableProblem(ExactCoverError):
    """A problem that a file format has no words for; ``reason`` says what."""

    def __init__(self, reason: str):
        super().__init__(reason)
        self.reason = reason


class FileFault(ExactCoverError):
    """A file is not what it should be, at ``line`` and ``column`` (both from 1; 0 if unknown)."""

    def __init__(
        self,
        path: str,
        line: int,
        column: int,
        found: str,
        expected: str,
        fault: ProblemFault | None = None,
    ):
        super().__init__(path, line, column, found, expected)
        self.path = path
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected
        #: The fault of the problem behind it, if it is one.
        self.fault = fault
        #: How many further faults the same file has.
        self.others = 0


# ----------------------------------------------------------------------------------------------
# Searches that ended before their answer
# ----------------------------------------------------------------------------------------------


class SearchStopped(ExactCoverError):
    """``first()`` ran out of its budget before it found a solution or proved there is none; or
    ``zdd()`` before the diagram was done (``diagram``); or another question before its answer was
    known (``nodes`` is None)."""

    def __init__(self, stopped: str, nodes: int | None, diagram: bool = False):
        super().__init__(stopped, nodes, diagram)
        self.diagram = diagram
        #: What ended the search: ``"nodes"`` or ``"seconds"``.
        self.stopped = stopped
        self.nodes = nodes


class UndecidedError(ExactCoverError):
    """Something was asked of an undecided result that nobody knows yet.

    ``found``: the solutions found, where the result is a count.
    """

    def __init__(self, stopped: str, found: int | None = None):
        super().__init__(stopped, found)
        self.stopped = stopped
        self.found = found


# ----------------------------------------------------------------------------------------------
# Notes
# ----------------------------------------------------------------------------------------------


class Note:
    """A fact about a sound problem that its author may not have meant."""

    item: Hashable = None
    option: Hashable = None

    def __str__(self) -> str:
        return describe(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self}>"


class UncoverableItem(Note):
    """A primary item is in too few options, mostly in none: the problem is impossible.

    It is in ``options`` of them, and must be covered ``needed`` times.
    """

    def __init__(self, item: Hashable, options: int = 0, needed: int = 1):
        self.item = item
        self.options = options
        self.needed = needed


class OptionOnlySecondary(Note):
    """An option of secondary items only: it is accepted, and never chosen (TAOCP 7.2.2.1)."""

    def __init__(self, option: Hashable):
        self.option = option


class NoPrimaryItems(Note):
    """There is nothing to cover: the one solution is the empty one."""


# ----------------------------------------------------------------------------------------------
# Sentences
# ----------------------------------------------------------------------------------------------


def shown(name: object) -> str:
    """How a name stands in a sentence: its ``repr``, cut where it is long, whatever that does."""
    try:
        text = repr(name)
    except Exception:  # a name's own code; an answer must not depend on it
        return f"<{type(name).__name__} without a repr>"
    return text if len(text) <= _LONGEST_NAME else f"{text[:_LONGEST_NAME]}…"


def _names(names: tuple[Hashable, ...]) -> str:
    texts = [shown(name) for name in names]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"


def _did_you_mean(near: tuple[Hashable, ...]) -> str:
    return f" Did you mean {_names(near)}?" if near else ""


def describe(matter: ExactCoverError | Note) -> str:
    """The sentence for an error or a note: what, where, and what was expected instead."""
    text = _sentence(matter)
    others = getattr(matter, "others", 0)
    if others:
        where = "the same file" if isinstance(matter, FileFault) else "all listed by check()"
        text += f" ({counted(others, 'more fault')}, {where})"
    return text


def _sentence(matter: ExactCoverError | Note) -> str:
    match matter:
        case UnknownItem():
            text = f"option {shown(matter.option)} names item {shown(matter.item)}"
            text += ", which is not declared."
            return text + (f" {matter.hint}" if matter.hint else _did_you_mean(matter.near))
        case RepeatedItem(first=first, second=second) if first == second:
            text = f"item {shown(matter.item)} is declared twice among the {first} items."
            return f"{text} {matter.hint}".rstrip()
        case RepeatedItem():
            text = f"item {shown(matter.item)} is declared twice: as {matter.first}"
            return f"{text} and as {matter.second} item. {matter.hint}".rstrip()
        case RepeatedOption():
            return f"two options are named {shown(matter.option)}; option names must differ."
        case ItemTwiceInOption():
            return (
                f"option {shown(matter.option)} names item {shown(matter.item)} twice;"
                " an option covers an item once."
            )
        case ColourOnPrimary():
            return (
                f"option {shown(matter.option)} gives the colour {shown(matter.colour)}"
                f" to the primary item {shown(matter.item)}; only secondary items take colours."
            )
        case EmptyOption():
            return f"option {shown(matter.option)} has no items; an option covers at least one."
        case BadMultiplicity():
            return (
                f"the multiplicity of item {shown(matter.item)}: {matter.found}; expected"
                f" {matter.expected}."
            )
        case BadCost():
            return (
                f"the cost of option {shown(matter.option)}: {matter.found}; expected"
                f" {matter.expected}."
            )
        case EndlessOption():
            return (
                f"option {shown(matter.option)} could be chosen without end: repeat=True, and none"
                " of its items has an upper bound."
            )
        case UnknownOption():
            return f"the problem has no option {shown(matter.option)}.{_did_you_mean(matter.near)}"
        case NeverChosen():
            return (
                f"option {shown(matter.option)} has only secondary items, so no solution"
                " contains it and it cannot be given."
            )
        case UnknownEngine():
            return f"there is no engine {shown(matter.engine)}; expected {_names(matter.engines)}."
        case EngineTooLarge(engine="minimize"):
            return (
                f"finding the best among {matter.options:,} options would need"
                f" {matter.needed / 1e9:.1f} GB, and may take {matter.allowed / 1e9:.1f} GB."
            )
        case EngineTooLarge():
            return (
                f"engine {shown(matter.engine)} would need {matter.needed / 1e9:.1f} GB for the"
                f" {matter.options:,} options of this problem, and may take"
                f" {matter.allowed / 1e9:.1f} GB; leave the choice to engine='auto'."
            )
        case JournalFault():
            return f"journal {matter.path}: {matter.reason}."
        case TaskFailed():
            below = ", ".join(map(shown, matter.prefix)) or "the root"
            return (
                f"a part of the search, below {below}, failed {matter.attempts} times:"
                f" {matter.reason}."
            )
        case WorkersGone():
            return (
                f"the workers are gone: {matter.reason}; the same search goes on from its journal,"
                " if it has one."
            )
        case UnknownMethod():
            return f"method={shown(matter.method)}: expected {_names(matter.methods)}."
        case NotASymmetry():
            return f"permutation {matter.generator + 1} is no symmetry: {matter.reason}."
        case GroupTooLarge():
            return (
                f"the group of symmetries has more than {matter.most:,} elements; give generators"
                " of a smaller one."
            )
        case MethodConflict():
            text = f"{matter.argument} does not go with {matter.way}"
            if "diagram" in matter.way:
                text += ", which counts all solutions at once and unlisted"
            return f"{text}."
        case DiagramTooLarge():
            return (
                f"the diagram needs more than {matter.memory / 1e6:,.0f} MB:"
                f" {counted(matter.states, 'state was', 'states were')} found by then."
            )
        case OtherProblem():
            return (
                f"{matter.path}: it was saved about another problem (digest"
                f" {matter.found[:12]}…); expected one about this ({matter.expected[:12]}…)."
            )
        case MissingLibrary():
            return (
                f"this needs {matter.library}, which is not installed:"
                f" pip install 'exactcover-engine[{matter.extra}]'"
            )
        case RuleFault():
            return (
                f"the rule {matter.rule}= answered {shown(matter.answer)}; expected"
                f" {matter.expected}."
            )
        case BudgetError() | OrderError():
            return f"{matter.name}={shown(matter.value)}: expected {matter.expected}."
        case UnwritableName():
            return (
                f"the names {shown(matter.name)} and {shown(matter.other)} would both be written as"
                f" {shown(matter.text)}; rename one of them."
            )
        case FileFault():
            place = matter.path
            if matter.line:
                place += f":{matter.line}"
                if matter.column:
                    place += f":{matter.column}"
            expected = f"; expected {matter.expected}" if matter.expected else ""
            return f"{place}: {matter.found}{expected}"
        case SearchStopped(diagram=True):
            return (
                f"stopped by the budget of {matter.stopped}, after"
                f" {counted(matter.nodes or 0, 'state')}, before the diagram was done."
            )
        case SearchStopped(nodes=None):
            return f"stopped by its {matter.stopped} budget, before the answer was known."
        case SearchStopped():
            return (
                f"the search was stopped by its {matter.stopped} budget after {matter.nodes:,}"
                " nodes, before it found a solution or proved that there is none."
            )
        case UndecidedError(found=int(found)):
            return (
                f"undecided: the count is not complete (stopped by: {matter.stopped}); there are"
                f" at least {counted(found, 'solution')}; int(count) is this number."
            )
        case UndecidedError():
            return (
                f"undecided: the search was stopped by its {matter.stopped} budget;"
                " look at .verdict, or search longer."
            )
        case UncoverableItem(options=options) if options:
            have = counted(options, "option")
            return (
                f"primary item {shown(matter.item)} is in {have} and must be covered"
                f" {matter.needed:,} times: the problem is impossible."
            )
        case UncoverableItem():
            return f"primary item {shown(matter.item)} is in no option: the problem is impossible."
        case OptionOnlySecondary():
            return (
                f"option {shown(matter.option)} has only secondary items: it is accepted,"
                " and never chosen (as in TAOCP 7.2.2.1)."
            )
        case NoPrimaryItems():
            return "there are no primary items: the one solution is the empty one."
        case _:
            return " ".join(str(argument) for argument in getattr(matter, "args", ()))
