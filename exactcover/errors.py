"""What can go wrong, and what deserves a note.

*Errors* are exceptions with one base, :class:`ExactCoverError`. Their fields (the item, the option,
the place in a file) let a program act on them. *Notes* (:class:`Note`) are facts about a sound
problem which its author may not have meant, such as an option that can never be chosen.

Each class states its fields, and its sentence as a template or a method ``_sentence``.

Misuse is an error. "Impossible" is a result, and never raised.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from string import Formatter
from typing import Any, ClassVar, dataclass_transform

from .text import counted, shortened

__all__ = [
    "BadCost", "BadMultiplicity", "BadPenalty", "BudgetError", "ColourOnPrimary", "DiagramTooLarge",
    "DistinctFault", "EmptyOption", "EndlessOption", "EngineTooLarge", "ExactCoverError",
    "FileFault", "GroupTooLarge", "ItemTwiceInOption", "JournalFault", "MethodConflict",
    "MissingLibrary", "NeverChosen", "NoPrimaryItems", "NotASymmetry", "Note",
    "OptionOnlySecondary", "OrderError", "OtherProblem", "ProblemFault", "RepeatedItem",
    "RepeatedOption", "RuleFault", "RuleTooLarge", "RuledQuestion", "SearchStopped", "TaskFailed",
    "UncoverableItem", "UndecidedError", "UnknownEngine", "UnknownItem", "UnknownMethod",
    "UnknownOption", "UnwritableName", "UnwritableProblem", "WorkersGone", "describe", "shown",
]  # fmt: skip


def shown(name: object) -> str:
    """A name in a sentence: its ``repr``, shortened if it is long, even if that raises."""
    try:
        text = repr(name)
    except Exception:  # a name's own code; an answer must not depend on it
        return f"<{type(name).__name__} without a repr>"
    return shortened(text, 300)


class _Templates(Formatter):
    """Conversions: ``!r`` is :func:`shown`, ``!a`` lists names, ``!d`` asks if one was meant."""

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        if conversion is None:
            return value
        if conversion == "r":
            return shown(value)
        texts = list(map(shown, value))
        listed = " or ".join(filter(None, [", ".join(texts[:-1]), *texts[-1:]]))
        if conversion == "a":
            return listed
        return f" Did you mean {listed}?" if texts else ""


class ExactCoverError(Exception):
    """Base of every error this package raises on purpose."""

    def __str__(self) -> str:
        return describe(self)

    def __reduce__(self) -> Any:
        # The fields are the error: no constructor is called again in another process.
        return Exception.__new__, (type(self), *self.args), vars(self)

    def _sentence(self) -> str:
        return " ".join(map(str, self.args))


@dataclass_transform(eq_default=False, field_specifiers=(field,))
class _Stated:
    """Base of dataclasses that fill the template of their sentence with their fields."""

    _template: ClassVar[str]

    def __init_subclass__(cls) -> None:
        dataclass(eq=False, repr=False)(cls)

    def _sentence(self) -> str:
        return _Templates().vformat(self._template, (), vars(self)).rstrip()


class _StatedError(_Stated, ExactCoverError):
    """An error with fields."""


class Note(_Stated):
    """A fact about a sound problem that its author may not have meant."""

    item: Hashable = field(init=False, default_factory=lambda: None)
    option: Hashable = field(init=False, default_factory=lambda: None)

    def __str__(self) -> str:
        return describe(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self}>"


def describe(matter: ExactCoverError | Note) -> str:
    """Describe an error or a note in a sentence: what, where, and what was expected.

    Parameters
    ----------
    matter : ExactCoverError or Note
        What was raised, or what :meth:`Problem.check` lists. ``str`` gives the same sentence.

    Examples
    --------
    >>> xc.describe(xc.UnknownOption("D", near=("C",)))
    "the problem has no option 'D'. Did you mean 'C'?"
    """
    text = matter._sentence()
    others = getattr(matter, "others", 0)
    if others:
        where = "the same file" if isinstance(matter, FileFault) else "all listed by check()"
        text += f" ({counted(others, 'more fault')}, {where})"
    return text


# -- Faults of a problem ---------------------------------------------------------------------------


class ProblemFault(_StatedError):
    """A problem that does not make sense as stated.

    ``others`` counts the further faults of the same problem; ``Problem.check()`` lists them all.
    """

    item: Hashable = field(init=False, default_factory=lambda: None)
    option: Hashable = field(init=False, default_factory=lambda: None)
    others: int = field(init=False, default=0)


class UnknownItem(ProblemFault):
    """An option names an item that was not declared; ``near`` holds declared names like it.

    ``hint`` says what may have been meant, where the notation suggests it.
    """

    item: Hashable
    option: Hashable
    near: tuple[Hashable, ...] = ()
    hint: str = ""

    _template = "option {option!r} names item {item!r}, which is not declared.{near!d} {hint}"


class RepeatedItem(ProblemFault):
    """An item is declared twice, within one kind or as both; ``hint``: what may have been meant."""

    item: Hashable
    first: str
    second: str
    hint: str = ""

    def _sentence(self) -> str:
        where = f": as {self.first} and as {self.second} item"
        if self.first == self.second:
            where = f" among the {self.first} items"
        return f"item {shown(self.item)} is declared twice{where}. {self.hint}".rstrip()


class RepeatedOption(ProblemFault):
    """Two options have the same name."""

    option: Hashable
    _template = "two options are named {option!r}; option names must differ."


class ItemTwiceInOption(ProblemFault):
    """An option names one item twice."""

    item: Hashable
    option: Hashable
    _template = "option {option!r} names item {item!r} twice; an option covers an item once."


class ColourOnPrimary(ProblemFault):
    """An option gives a colour to a primary item; only secondary items take colours."""

    item: Hashable
    option: Hashable
    colour: Hashable
    _template = (
        "option {option!r} gives the colour {colour!r} to the primary item {item!r};"
        " only secondary items take colours."
    )


class EmptyOption(ProblemFault):
    """An option has no items."""

    option: Hashable
    _template = "option {option!r} has no items; an option covers at least one."


class BadMultiplicity(ProblemFault):
    """A multiplicity that makes no sense: its item is not primary, or its bounds are no bounds."""

    item: Hashable
    found: str
    expected: str
    _template = "the multiplicity of item {item!r}: {found}; expected {expected}."


class BadCost(ProblemFault):
    """The cost of an option is no number that can be summed exactly, or is stated for no option."""

    option: Hashable
    found: str
    expected: str
    _template = "the cost of option {option!r}: {found}; expected {expected}."


class BadPenalty(ProblemFault):
    """A penalty that makes no sense: it is no number that can be summed exactly, or its item is
    not primary, or is not covered a fixed number of times."""

    item: Hashable
    found: str
    expected: str
    _template = "the penalty of item {item!r}: {found}; expected {expected}."


class EndlessOption(ProblemFault):
    """Options may be chosen repeatedly, and nothing bounds how often this one is chosen."""

    option: Hashable
    _template = (
        "option {option!r} could be chosen without end: repeat=True, and none of its items has an"
        " upper bound."
    )


# -- Misuse of a sound problem ---------------------------------------------------------------------


class UnknownOption(_StatedError):
    """``given`` or ``without`` names an option the problem does not have."""

    option: Hashable
    near: tuple[Hashable, ...] = ()
    _template = "the problem has no option {option!r}.{near!d}"


class DistinctFault(_StatedError, ValueError):
    """``distinct=`` names what is not in the problem, or not of one kind: ``reason`` says which."""

    name: Hashable
    reason: str
    near: tuple[Hashable, ...] = ()
    _template = "distinct=: {name!r} {reason}.{near!d}"


class NeverChosen(_StatedError):
    """``given`` names an option of secondary items only, which no solution contains."""

    option: Hashable
    _template = (
        "option {option!r} has only secondary items, so no solution contains it and it cannot be"
        " given."
    )


class UnknownEngine(_StatedError):
    """``engine=`` names no engine."""

    engine: object
    engines: tuple[str, ...]
    _template = "there is no engine {engine!r}; expected {engines!a}."


class _BadArgument(_StatedError, ValueError):
    """The argument ``name`` has a value that makes no sense."""

    name: str
    value: object
    expected: str
    _template = "{name}={value!r}: expected {expected}."


class OrderError(_BadArgument):
    """``order=`` is no order, or names what is no primary item; ``name`` is the part at fault."""


class BudgetError(_BadArgument):
    """``limit=``, ``nodes=`` or ``seconds=`` is not a number that makes sense."""


class EngineTooLarge(_StatedError):
    """The engine asked for by name would need more memory than it may take."""

    engine: str
    needed: int
    allowed: int
    options: int

    def _sentence(self) -> str:
        needed, options = f"would need {self.needed / 1e9:.1f} GB", f"{self.options:,} options"
        allowed = f"and may take {self.allowed / 1e9:.1f} GB"
        if self.engine == "minimize":
            return f"finding the best among {options} {needed}, {allowed}."
        place = f"for the {options} of this problem"
        advice = "leave the choice to engine='auto'"
        return f"engine {shown(self.engine)} {needed} {place}, {allowed}; {advice}."


class UnknownMethod(_StatedError, ValueError):
    """No method of counting has this name; ``methods`` are those there are."""

    method: object
    methods: tuple[str, ...] = ("auto", "listing", "diagram")
    _template = "method={method!r}: expected {methods!a}."


class DiagramTooLarge(_StatedError):
    """The diagram of all solutions needs more memory than it may take.

    ``states`` had been found by then, dead ends included. ``costs``: whether the diagram was done,
    and counting by cost takes too much; ``states`` are the nodes that were counted then.
    """

    memory: int
    states: int
    costs: bool = False

    def _sentence(self) -> str:
        if self.costs:
            taken = f"counting by cost needs more than {self.memory / 1e6:,.0f} MB"
            after = f"after {counted(self.states, 'node')} of the diagram"
            advice = "round the costs, so that fewer sums differ, or allow more memory"
            return f"{taken}, {after}; {advice}."
        found = f"{counted(self.states, 'state was', 'states were')} found by then"
        taken = f"the diagram needs more than {self.memory / 1e6:,.0f} MB: {found}"
        return f"{taken}; allow more memory, or count alone, which needs less."


class MissingLibrary(_StatedError):
    """A question needs a library that is not installed; ``extra`` is the extra of this project that
    brings it."""

    library: str
    extra: str

    def _sentence(self) -> str:
        package = self.library.replace("_", "-")
        install = f"pip install {package}, or this project with the extra {self.extra!r}"
        return f"this needs {self.library}, which is not installed: {install}."


class OtherProblem(_StatedError):
    """A file was saved about another problem; ``found`` and ``expected`` are digests."""

    path: str
    found: str
    expected: str
    _template = (
        "{path}: it was saved about another problem (digest {found:.12}…); expected one about this"
        " ({expected:.12}…)."
    )


class JournalFault(_StatedError):
    """A journal cannot be used: ``reason`` is a sentence."""

    path: str
    reason: str
    _template = "journal {path}: {reason}."


class TaskFailed(_StatedError):
    """The part of a search below ``prefix`` failed at every attempt; ``reason``: the last error."""

    prefix: tuple[Hashable, ...]
    attempts: int
    reason: str

    def _sentence(self) -> str:
        below = ", ".join(map(shown, self.prefix)) or "the root"
        return f"a part of the search, below {below}, failed {self.attempts} times: {self.reason}."


class NotASymmetry(_StatedError, ValueError):
    """A permutation of items does not map the problem to itself.

    ``generator``: the position of the permutation among those given, from 0.
    """

    generator: int
    reason: str

    def _sentence(self) -> str:
        return f"permutation {self.generator + 1} is no symmetry: {self.reason}."


class GroupTooLarge(_StatedError):
    """A group of symmetries, or an orbit: ``what`` would have more than ``most`` elements."""

    most: int
    what: str

    def _sentence(self) -> str:
        ways = "a smaller group will do, given by generators"
        if self.what.startswith("a table"):
            ways = (
                "most= allows more, within 400 MB; method='canonical forms' needs no table where"
                " pynauty is installed, unless options may be chosen repeatedly"
            )
        return f"this needs {self.what}; at most {self.most:,} elements are kept: {ways}."


class WorkersGone(_StatedError):
    """Nobody is left to do the tasks of a search: its executor or its cluster has ended."""

    reason: str
    _template = (
        "the workers are gone: {reason}; the same search goes on from its journal, if it has one."
    )


class MethodConflict(_StatedError, ValueError):
    """A question was asked with two arguments that exclude each other: ``argument`` and ``way``."""

    argument: str
    way: str = "method='diagram'"

    def _sentence(self) -> str:
        why = ""
        if "diagram" in self.way:
            why = ", which counts all solutions at once and unlisted"
        elif any(f"'{name}'" in self.way for name in ("learning", "restarts", "sat")):
            why = ", which does not search one partial solution after the other"
        elif "a function" in self.way:
            why = ", which says nothing before it is asked; a ready-made rule may do"
        return f"{self.argument} does not go with {self.way}{why}."


class RuleFault(_StatedError, TypeError):
    """A rule did not answer as a rule must.

    ``rule``: its argument of :meth:`Problem.where`; ``answer``: what it returned, for a kernel the
    type that numba found.
    """

    rule: str
    answer: object
    expected: str
    _template = "the rule {rule}= answered {answer!r}; expected {expected}."


class RuledQuestion(MethodConflict, AttributeError):
    """A question that does not go with rules that are functions: ``argument``."""


class RuleTooLarge(_StatedError):
    """A ready-made rule has too many states to become part of a problem.

    ``most``: the transitions it may have; it came as far as ``place``, of ``places``.
    """

    rule: str
    most: int
    place: int
    places: int
    _template = (
        "{rule} has more than {most:,} transitions between states at place {place:,} of"
        " {places:,}; where(complete=…) takes the same rule as a function."
    )


# -- Files -----------------------------------------------------------------------------------------


class UnwritableName(_StatedError):
    """Two names of a problem would read the same in a text file."""

    name: Hashable
    other: Hashable
    text: str
    _template = (
        "the names {name!r} and {other!r} would both be written as {text!r}; rename one of them."
    )


class UnwritableProblem(_StatedError):
    """A problem that a file format cannot express; ``reason`` says what it cannot."""

    reason: str
    _template = "{reason}"


class FileFault(_StatedError):
    """A file is not what it should be, at ``line`` and ``column`` (both from 1; 0 if unknown).

    ``fault`` is the fault of the problem behind it, if there is one. ``others`` counts the further
    faults of the same file.
    """

    path: str
    line: int
    column: int
    found: str
    expected: str
    fault: ProblemFault | None = None
    others: int = field(default=0, init=False)

    def _sentence(self) -> str:
        column = f":{self.column}" if self.column else ""
        line = f":{self.line}{column}" if self.line else ""
        expected = f"; expected {self.expected}" if self.expected else ""
        return f"{self.path}{line}: {self.found}{expected}"


# -- Searches that ended before their answer -------------------------------------------------------


class SearchStopped(_StatedError):
    """A question ended before its answer was known.

    ``stopped``: what ended it, ``"nodes"`` or ``"seconds"``, or ``"limit"`` if there are more
    solutions than were asked for. ``nodes``: those visited by then, None where they are not
    counted. ``diagram``: whether a diagram was being built, whose states ``nodes`` counts then.
    """

    stopped: str
    nodes: int | None
    diagram: bool = False

    def _sentence(self) -> str:
        if self.diagram:
            by = f"by the budget of {self.stopped}, after {counted(self.nodes or 0, 'state')}"
            return f"stopped {by}, before the diagram was done."
        if self.stopped == "limit":
            return "stopped at its limit: there are more solutions."
        if self.nodes is None:
            return f"stopped by its {self.stopped} budget, before the answer was known."
        by = f"by its {self.stopped} budget after {counted(self.nodes, 'node')}"
        known = "found a solution or proved that there is none"
        return f"the search was stopped {by}, before it {known}."


class UndecidedError(_StatedError):
    """An undecided result was asked for something that is not known yet.

    ``found``: the solutions found, where the result is a count.
    """

    stopped: str
    found: int | None = None

    def _sentence(self) -> str:
        if self.found is None:
            advice = "look at .verdict, or search longer"
            return f"undecided: the search was stopped by its {self.stopped} budget; {advice}."
        why = f"the count is not complete (stopped by: {self.stopped})"
        known = f"there are at least {counted(self.found, 'solution')}"
        return f"undecided: {why}; {known}; int(count) is this number."


# -- Notes -----------------------------------------------------------------------------------------


class UncoverableItem(Note):
    """A primary item is in too few options, mostly in none: the problem is impossible.

    It is in ``options`` of them, and must be covered ``needed`` times.
    """

    item: Hashable
    options: int = 0
    needed: int = 1

    def _sentence(self) -> str:
        where = "no option"
        if self.options:
            needed = f"must be covered {self.needed:,} times"
            where = f"{counted(self.options, 'option')} and {needed}"
        return f"primary item {shown(self.item)} is in {where}: the problem is impossible."


class OptionOnlySecondary(Note):
    """An option of secondary items only: it is accepted, and never chosen (TAOCP 7.2.2.1)."""

    option: Hashable
    _template = (
        "option {option!r} has only secondary items: it is accepted, and never chosen (as in"
        " TAOCP 7.2.2.1)."
    )


class NoPrimaryItems(Note):
    """There is nothing to cover: the one solution is the empty one."""

    _template = "there are no primary items: the one solution is the empty one."
