"""The errors of this package, and the notes on problems.

*Errors* are exceptions derived from :class:`ExactCoverError`. Their fields (the item, the option,
the place in a file) let a program act on them. *Notes* (:class:`Note`) are facts about a valid
problem that its author may not have meant, such as an option that can never be chosen.

Each class declares its fields, and its sentence as a template or a method ``_sentence``.

Misuse is an error. "Impossible" is an answer, and never raised.
"""

from __future__ import annotations

import sys
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
    """A name in a sentence: its ``repr``, shortened if it is long; never raises."""
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
    """Base of every error that this package raises on purpose."""

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
    """A fact about a valid problem that its author may not have meant."""

    item: Hashable = field(init=False, default_factory=lambda: None)
    option: Hashable = field(init=False, default_factory=lambda: None)

    def __str__(self) -> str:
        return describe(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self}>"


def describe(matter: ExactCoverError | Note) -> str:
    """Describe an error or a note in a sentence: what is wrong, where, and what was expected.

    Parameters
    ----------
    matter : ExactCoverError or Note
        An error that was raised, or what :meth:`Problem.check` lists. ``str`` gives the same.

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
    """A fault in the statement of a problem.

    ``others`` counts its further faults; :meth:`Problem.check` lists them all.
    """

    item: Hashable = field(init=False, default_factory=lambda: None)
    option: Hashable = field(init=False, default_factory=lambda: None)
    others: int = field(init=False, default=0)


class UnknownItem(ProblemFault):
    """An option names an item that was not declared; ``near`` holds similar declared names.

    ``hint`` says what may have been meant, if the notation suggests it.
    """

    item: Hashable
    option: Hashable
    near: tuple[Hashable, ...] = ()
    hint: str = ""

    _template = "option {option!r} names item {item!r}, which is not declared.{near!d} {hint}"


class RepeatedItem(ProblemFault):
    """An item is declared twice, perhaps as primary and secondary; ``hint`` suggests a reason."""

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
    """An invalid multiplicity: its item is not primary, or the value is not a multiplicity."""

    item: Hashable
    found: str
    expected: str
    _template = "the multiplicity of item {item!r}: {found}; expected {expected}."


class BadCost(ProblemFault):
    """An invalid cost: it cannot be summed exactly, or belongs to no option."""

    option: Hashable
    found: str
    expected: str
    _template = "the cost of option {option!r}: {found}; expected {expected}."


class BadPenalty(ProblemFault):
    """An invalid penalty: it cannot be summed exactly, or its item is not primary, or is not
    covered a fixed number of times."""

    item: Hashable
    found: str
    expected: str
    _template = "the penalty of item {item!r}: {found}; expected {expected}."


class EndlessOption(ProblemFault):
    """With ``repeat=True``, nothing bounds how often this option is chosen."""

    option: Hashable
    _template = (
        "option {option!r} could be chosen endlessly: repeat=True, and none of its items has an"
        " upper bound."
    )


# -- Misuse of a valid problem ---------------------------------------------------------------------


class UnknownOption(_StatedError):
    """An option was named that the problem does not have; ``near`` holds similar names."""

    option: Hashable
    near: tuple[Hashable, ...] = ()
    _template = "the problem has no option {option!r}.{near!d}"


class DistinctFault(_StatedError, ValueError):
    """``distinct=`` names something unknown, or both options and items, as ``reason`` says."""

    name: Hashable
    reason: str
    near: tuple[Hashable, ...] = ()
    _template = "distinct=: {name!r} {reason}.{near!d}"


class NeverChosen(_StatedError):
    """``given`` names an option with secondary items only, which no solution contains."""

    option: Hashable
    _template = (
        "option {option!r} has only secondary items, so no solution contains it and it cannot be"
        " given."
    )


class UnknownEngine(_StatedError):
    """``engine=`` is not the name of an engine."""

    engine: object
    engines: tuple[str, ...]
    _template = "there is no engine {engine!r}; expected {engines!a}."


class _BadArgument(_StatedError, ValueError):
    """The argument ``name`` has an invalid value."""

    name: str
    value: object
    expected: str
    _template = "{name}={value!r}: expected {expected}."


class OrderError(_BadArgument):
    """``order=`` is not an order of primary items; ``name`` is the part at fault."""


class BudgetError(_BadArgument):
    """``limit=``, ``nodes=``, ``seconds=`` or a similar argument is not a valid number."""


class EngineTooLarge(_StatedError):
    """The requested engine would need more memory than it is allowed."""

    engine: str
    needed: int
    allowed: int
    options: int

    def _sentence(self) -> str:
        needed, options = f"would need {self.needed / 1e9:.1f} GB", f"{self.options:,} options"
        allowed = f"more than the {self.allowed / 1e9:.1f} GB allowed"
        if self.engine == "minimize":
            return f"finding the best among {options} {needed}, {allowed}."
        place = f"for the {options} of this problem"
        advice = "engine='auto' chooses another"
        return f"engine {shown(self.engine)} {needed} {place}, {allowed}; {advice}."


class UnknownMethod(_StatedError, ValueError):
    """``method=`` is not the name of a method; ``methods`` lists the valid names."""

    method: object
    methods: tuple[str, ...] = ("auto", "listing", "diagram")
    _template = "method={method!r}: expected {methods!a}."


class DiagramTooLarge(_StatedError):
    """A diagram needs more memory than allowed.

    ``states`` had been found by then, including dead ends. ``costs``: whether the diagram was done,
    and counting by cost needed too much; ``states`` are then the nodes counted so far.
    """

    memory: int
    states: int
    costs: bool = False

    def _sentence(self) -> str:
        more = self.memory < sys.maxsize  # 2 GB are all that a browser's Python can have
        if self.costs:
            taken = f"counting by cost needs more than {self.memory / 1e6:,.0f} MB"
            after = f"after {counted(self.states, 'node')} of the diagram"
            advice = "round the costs, so that fewer sums differ"
            return f"{taken}, {after}; {advice}{', or allow more memory' * more}."
        found = f"{counted(self.states, 'state')} so far"
        taken = f"the diagram needs more than {self.memory / 1e6:,.0f} MB ({found})"
        return f"{taken}; {'allow more memory, or ' * more}only count, which needs less."


class MissingLibrary(_StatedError):
    """A question needs a library that is not installed; ``extra`` is the extra that installs it."""

    library: str
    extra: str

    def _sentence(self) -> str:
        package = self.library.replace("_", "-")
        install = f"pip install {package}, or this package with the extra {self.extra!r}"
        if sys.platform == "emscripten":
            install = f"micropip.install({package!r}), if Pyodide has it"
        return f"this needs {self.library}, which is not installed: {install}."


class OtherProblem(_StatedError):
    """A file belongs to another problem; ``found`` and ``expected`` are digests."""

    path: str
    found: str
    expected: str
    _template = (
        "{path}: it belongs to another problem (digest {found:.12}…); expected a file of this one"
        " ({expected:.12}…)."
    )


class JournalFault(_StatedError):
    """A journal cannot be used; ``reason`` says why."""

    path: str
    reason: str
    _template = "journal {path}: {reason}."


class TaskFailed(_StatedError):
    """The part of a search below ``prefix`` failed repeatedly; ``reason`` is the last error."""

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
        return f"permutation {self.generator + 1} is not a symmetry: {self.reason}."


class GroupTooLarge(_StatedError):
    """A group of symmetries or an orbit, ``what``, would have more than ``most`` elements."""

    most: int
    what: str

    def _sentence(self) -> str:
        ways = "use a smaller group, by its generators"
        if self.what.startswith("a table"):
            ways = (
                "raise most=, within 400 MB, or use method='canonical forms', which needs no table"
                " if igraph is installed and options may not be repeated"
            )
        return f"this needs {self.what}; the limit is {self.most:,} elements: {ways}."


class WorkersGone(_StatedError):
    """The executor or the cluster of a search has ended, so nobody does its tasks."""

    reason: str
    _template = (
        "the workers are gone: {reason}; the same search resumes from its journal, if it has one."
    )


class MethodConflict(_StatedError, ValueError):
    """Two arguments of a question exclude each other: ``argument`` and ``way``."""

    argument: str
    way: str = "method='diagram'"

    def _sentence(self) -> str:
        why = ""
        if "diagram" in self.way:
            why = ", which counts all solutions at once without listing them"
        elif any(f"'{name}'" in self.way for name in ("learning", "restarts", "sat")):
            why = ", which does not search a tree of partial solutions"
        elif "a function" in self.way:
            why = ", which can only judge given solutions; try a ready-made rule"
        return f"{self.argument} does not go with {self.way}{why}."


class RuleFault(_StatedError, TypeError):
    """A rule that is a function returned something invalid.

    ``rule``: its argument of :meth:`Problem.where`; ``answer``: the value returned, or for a kernel
    the type that numba found.
    """

    rule: str
    answer: object
    expected: str
    _template = "the rule {rule}= returned {answer!r}; expected {expected}."


class RuledQuestion(MethodConflict, AttributeError):
    """A question, ``argument``, that a problem with functions as rules cannot answer."""


class RuleTooLarge(_StatedError):
    """A ready-made rule has too many transitions between states to become part of a problem.

    ``most`` are allowed; the rule exceeded them at ``place`` of ``places``.
    """

    rule: str
    most: int
    place: int
    places: int
    _template = (
        "{rule} is too large: it has more than {most:,} transitions between states, at place"
        " {place:,} of {places:,}."
    )


# -- Files -----------------------------------------------------------------------------------------


class UnwritableName(_StatedError):
    """Two names of a problem would be written alike in a text file."""

    name: Hashable
    other: Hashable
    text: str
    _template = (
        "the names {name!r} and {other!r} would both be written as {text!r}; rename one of them."
    )


class UnwritableProblem(_StatedError):
    """A file format cannot express a problem; ``reason`` says what it cannot hold."""

    reason: str
    _template = "{reason}"


class FileFault(_StatedError):
    """A fault in a file, at ``line`` and ``column`` (both from 1; 0 if unknown).

    ``fault`` is the fault of the problem itself, if that is the reason. ``others`` counts the
    further faults of the file.
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
    """A budget ended a question before its answer was known.

    ``stopped`` names it: "nodes", "seconds", or "limit" if there are more solutions than allowed.
    ``nodes``: those visited by then, None if they are not counted. ``diagram``: whether a diagram
    was being built; ``nodes`` then counts its states.
    """

    stopped: str
    nodes: int | None
    diagram: bool = False

    def _sentence(self) -> str:
        if self.diagram:
            by = f"by its {self.stopped} budget after {counted(self.nodes or 0, 'state')}"
            return f"stopped {by}, before the diagram was done."
        if self.stopped == "limit":
            return "stopped at its limit: there are more solutions."
        if self.nodes is None:
            return f"stopped by its {self.stopped} budget, before the answer was known."
        by = f"by its {self.stopped} budget after {counted(self.nodes, 'node')}"
        known = "found a solution or proved that there is none"
        return f"the search was stopped {by}, before it {known}."


class UndecidedError(_StatedError):
    """An incomplete answer was used as if it were decided.

    ``found``: the number of solutions found, if the answer is a count.
    """

    stopped: str
    found: int | None = None

    def _sentence(self) -> str:
        if self.found is None:
            advice = "read .verdict, or search longer"
            return f"undecided: the search was stopped by its {self.stopped} budget; {advice}."
        why = f"the count is incomplete (stopped by: {self.stopped})"
        known = f"there are at least {counted(self.found, 'solution')}"
        return f"undecided: {why}; {known}; int(count) is this number."


# -- Notes -----------------------------------------------------------------------------------------


class UncoverableItem(Note):
    """A primary item is in too few options, usually in none, so the problem is impossible.

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
    """An option has secondary items only; it is valid, but never chosen (TAOCP 7.2.2.1)."""

    option: Hashable
    _template = (
        "option {option!r} has only secondary items: it is valid, but never chosen (as in"
        " TAOCP 7.2.2.1)."
    )


class NoPrimaryItems(Note):
    """The problem has no primary items, so its only solution is the empty one."""

    _template = "there are no primary items: the only solution is the empty one."
