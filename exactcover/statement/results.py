"""The answers of a search: solutions, counts, verdicts, and the reason when there is none.

Every answer is labelled: found or proven, proven impossible, or stopped before it was known. A
stopped search never answers "impossible".
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal

from ..common.costs import Cost, difference, relative_gap
from ..common.displayed import Displayed, Svg
from ..common.slots import Fixed, kept
from ..errors import UndecidedError, shown
from ..text import counted, digits, duration, grouped, interval, percent
from .labelled import Labelled
from .model import Model
from .names import OptionName
from .relaxation import Relaxation

__all__ = [
    "Count", "Impossible", "Interrupted", "Optimum", "OrbitCount", "PartialSolution", "Progress",
    "Solution", "Uniqueness",
]  # fmt: skip

#: What an optimum without a linear program says of prices.
_NO_PRICES: Mapping[Any, Any] = Fixed()


class Solution(Displayed, Generic[OptionName]):
    """A set of options that covers every primary item as often as required.

    Iterate over it for the names of its options, in the order in which the problem declares them;
    ``len`` counts them. If options may be repeated, a name may occur several times. Two solutions
    are equal if they have the same options, whichever problem or engine they come from. A solution
    from :meth:`Problem.first` has a ``method`` that names what found it, as in :class:`Count`.
    """

    __slots__ = ("__dict__", "_model", "_numbers")

    method = "listing"

    def __init__(self, model: Model, numbers: tuple[int, ...]):
        if model.stated is not None:
            model, numbers = model.stated, model.without_additions(numbers)
        self._model = model
        #: Numbers of the options (position of declaration, from 0), ascending.
        self._numbers = numbers

    @kept
    def options(self) -> tuple[OptionName, ...]:
        """The names of its options, in order of declaration."""
        names = self._model.option_names
        return tuple([names[number] for number in self._numbers])

    @kept
    def cost(self) -> Cost:
        """The costs of its options plus the penalties of its open items: a whole number, a Fraction
        or a Decimal; 0 if there are none."""
        costs = self._model.costs
        return 0 if costs is None else costs.of(self._numbers)

    @kept
    def open_items(self) -> Mapping[Hashable, int]:
        """The items with a penalty that it leaves open, in order of declaration, each with the
        number of its missing covers."""
        model = self._model
        missing = {item: model.compiled.high[item] for item in model.penalties}
        for number in self._numbers:
            for item, _ in model.compiled.option(number):
                if item in missing:
                    missing[item] -= 1
        return {model.item_names[item]: times for item, times in missing.items() if times}

    @kept
    def covered(self) -> Mapping[Hashable, tuple[OptionName, ...]]:
        """Each covered item, in order of declaration, with the options that cover it.

        A primary item has one option, unless it has another multiplicity. A secondary item with a
        colour may have several. Secondary items that nothing covers do not appear.
        """
        model = self._model
        options_of: dict[int, list[Any]] = {}
        for number in self._numbers:
            for item, _ in model.compiled.option(number):
                options_of.setdefault(item, []).append(model.option_names[number])
        return {model.item_names[item]: tuple(options_of[item]) for item in sorted(options_of)}

    @kept
    def colours(self) -> Mapping[Hashable, Hashable]:
        """The colour of each coloured secondary item, in order of declaration."""
        model = self._model
        given = {
            item: colour
            for number in self._numbers
            for item, colour in model.compiled.option(number)
            if colour
        }
        return {model.item_names[item]: model.colour_names[given[item]] for item in sorted(given)}

    def items_of(self, option: Hashable) -> tuple[Hashable, ...]:
        """The items that an option of this solution covers; KeyError for any other option.

        Parameters
        ----------
        option : hashable
        """
        model = self._model
        number = model.number_of_option.get(option)
        if number is None or number not in self._numbers:
            raise KeyError(f"the solution does not contain the option {shown(option)}")
        return tuple(model.item_names[item] for item, _ in model.compiled.option(number))

    def __iter__(self) -> Iterator[OptionName]:
        return iter(self.options)

    def __len__(self) -> int:
        return len(self._numbers)

    def __contains__(self, option: object) -> bool:
        return option in self.options

    def __bool__(self) -> bool:
        # The empty solution of a problem without primary items is a solution too.
        return True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        if self._model is other._model:
            return self._numbers == other._numbers
        return len(self) == len(other) and Counter(self.options) == Counter(other.options)

    def __hash__(self) -> int:
        return hash(frozenset(self.options))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.options))})"


class PartialSolution(Solution[OptionName]):
    """Some options of a solution, as shown by explanations and traces."""

    __slots__ = ()


@dataclass(frozen=True)
class Impossible(Displayed):
    """The answer that a problem is proven to have no solution; it is false as a condition.

    Attributes
    ----------
    reason : str
    item : hashable
        The primary item that cannot be covered, if one item is the reason; else None.
    nodes : int
        Nodes of the search that proved it; 0 if propagation did.
    method : str
        "propagation", "counting" (parity and similar arguments), "listing", "learning",
        "restarts", "sat" or a kind of diagram.
    """

    reason: str
    item: Hashable = None
    nodes: int = 0
    method: str = "propagation"

    @classmethod
    def by_search(cls, nodes: int, method: str = "listing") -> Impossible:
        """The answer of a complete search that found no solution."""
        reason = "every possibility was tried, and none is left"
        if method == "learning":
            reason = "clauses learned from conflicts leave no possibility"
        if method == "sat":
            reason = "a SAT solver found that no possibility is left"
        return cls(reason, nodes=nodes, method=method)

    def __bool__(self) -> Literal[False]:
        return False

    def __str__(self) -> str:
        return f"impossible: {self.reason}"


def _require_complete(*numbers: Any) -> None:
    """Raise :class:`UndecidedError` if one of them is a count that is not complete."""
    for number in numbers:
        if isinstance(number, Count) and number.stopped is not None:
            raise UndecidedError(number.stopped, int(number))


def _operation(name: str, needed: Callable[[Any, Any], tuple[Any, ...]] | None = None) -> Any:
    """An operation of ``int`` that keeps the label.

    ``needed``: which of both must be complete, or the result would be no lower bound; default:
    all, whatever the others are.
    """
    operation = getattr(int, name)

    def labelled(self: Count, *others: Any) -> Any:
        if needed is None:
            _require_complete(self, *others)
        value = operation(self, *others)
        if needed is not None and value is not NotImplemented:
            _require_complete(*needed(self, *others))
        if isinstance(value, tuple):
            return tuple([self._labelled(each, *others) for each in value])
        return self._labelled(value, *others) if isinstance(value, int) else value

    labelled.__name__ = labelled.__qualname__ = name
    return labelled


class Count(int, Labelled):
    """The number of solutions: an int of any size that knows whether it is complete.

    An incomplete count is a lower bound. Arithmetic with whole numbers gives counts: ``count - 10``
    or ``count // 2``, and sums and products of counts, are incomplete if a part is. Operations that
    do not give a lower bound, such as ``10 - count``, ``-count`` or ``count % 2``, raise
    :class:`UndecidedError` for an incomplete count. So does ``bool`` of an incomplete 0, since
    there may be solutions. Comparisons use the number found. ``int(count)`` is a plain int;
    ``float``, ``/`` and numpy drop the label too.

    Attributes
    ----------
    stopped : {"limit", "nodes", "seconds", "memory", "interrupt"} or None
        What ended the search early; None if the count is complete.
    nodes : int
        Nodes of the search tree, or states of the diagram.
    impossible : Impossible or None
        The reason if a complete count is zero.
    method : str
        "listing", "learning", "restarts", "sat", a diagram (``ZDD.method``), "projection",
        "propagation" or "counting" if these prove that there is no solution, or "several" for sums.
    """

    nodes: int
    impossible: Impossible | None
    method: str

    def __new__(
        cls,
        value: int,
        *,
        nodes: int = 0,
        stopped: str | None = None,
        impossible: Impossible | None = None,
        method: str = "listing",
    ) -> Count:
        self = super().__new__(cls, value)
        self.stopped = stopped
        self.nodes = nodes
        self.impossible = impossible
        self.method = method
        return self

    def __getnewargs_ex__(self) -> tuple[tuple[int], dict[str, Any]]:
        kept = {name: getattr(self, name) for name in ("nodes", "stopped", "impossible", "method")}
        return (int(self),), kept

    def _labelled(self, value: int, *others: Any) -> Count:
        """A number made of this count and others: complete if all are."""
        counts = [self, *[other for other in others if isinstance(other, Count)]]
        methods = {each.method for each in counts}
        return Count(
            value,
            nodes=sum(each.nodes for each in counts),
            stopped=next((each.stopped for each in counts if each.stopped is not None), None),
            method=self.method if len(methods) == 1 else "several",
        )

    __add__ = __radd__ = _operation("__add__", lambda count, other: ())
    __mul__ = __rmul__ = _operation(
        "__mul__", lambda count, other: (count, other) if count < 0 or other < 0 else ()
    )
    __sub__ = _operation("__sub__", lambda count, other: (other,))
    __floordiv__ = _operation(
        "__floordiv__", lambda count, other: (count, other) if other < 0 else (other,)
    )

    def __bool__(self) -> bool:
        if self == 0:
            _require_complete(self)
        return self != 0

    def __pos__(self) -> Count:
        return self

    __floor__ = __ceil__ = __trunc__ = __pos__

    def __abs__(self) -> Any:
        return self if self >= 0 else -self

    def __str__(self) -> str:
        return self._at_least(digits(self))

    def __format__(self, spec: str) -> str:
        # Python itself writes no more than 4,300 digits.
        all_digits = {"": digits, "d": digits, ",": grouped}.get(spec)
        text = format(int(self), spec) if all_digits is None else all_digits(self)
        return self._at_least(text)

    def __repr__(self) -> str:
        if self.complete:
            return digits(self)
        return f"<Count: {self} (stopped by {self.stopped})>"


@dataclass(frozen=True)
class OrbitCount(Labelled):
    """The number of solutions up to symmetry, and in all.

    Attributes
    ----------
    free, fixed : int
        The number of solutions up to symmetry; the number of all solutions.
    stabilisers : dict
        Order of a stabiliser -> number of orbits whose solutions have one of that order; empty if
        not known.
    method, nodes : str and int
    stopped : str or None
        What ended the search early. All numbers are lower bounds then.
    check : int or None
        The number of all solutions by a second, independent count, if there was one; it equals
        ``fixed``.
    """

    free: int
    fixed: int
    stabilisers: dict[int, int] = field(default_factory=dict)
    method: str = ""
    nodes: int = 0
    stopped: str | None = None
    check: int | None = None

    def __int__(self) -> int:
        return self.free

    def __str__(self) -> str:
        free, fixed = self._at_least(grouped(self.free)), self._at_least(grouped(self.fixed))
        return f"{free} up to symmetry, {fixed} in all"


for _name in (
    *("neg", "invert", "round"),
    *("rsub", "rfloordiv", "mod", "rmod", "divmod", "rdivmod", "pow", "rpow"),
    *("lshift", "rlshift", "rshift", "rrshift", "and", "rand", "or", "ror", "xor", "rxor"),
):
    setattr(Count, f"__{_name}__", _operation(f"__{_name}__"))


class Interrupted(KeyboardInterrupt):
    """Ctrl-C stopped a question; ``partial`` is the answer so far, labelled as incomplete.

    It is a ``KeyboardInterrupt``, so programs that do not catch it stop as usual.
    """

    def __init__(self, partial: Any):
        super().__init__(partial)
        #: A :class:`Count`, :class:`Optimum`, :class:`Gathered` or :class:`Divided`.
        self.partial = partial

    def __str__(self) -> str:
        return str(self.partial)


@dataclass(frozen=True)
class Optimum(Labelled, Generic[OptionName]):
    """The best solutions found by cost, and what is proven about them.

    The answer of :meth:`Problem.minimize` and :meth:`Problem.maximize`. If it is ``complete``, the
    solutions are proven to be the best. If a budget stopped the search, there may be better ones:
    ``bound`` limits their costs, and ``gap`` says how much better they may be. ``solution`` and
    ``cost`` are the best ones. It is false if no solution was found.

    Attributes
    ----------
    solutions, costs : tuple
        The ``k`` solutions asked for, or fewer if there are no more, the best first; their costs.
    bound : number
        A proven bound: no solution is cheaper (or, when maximizing, more expensive).
    nodes : int
        Nodes of the search tree.
    stopped : {"nodes", "seconds", "interrupt", "columns"} or None
        What ended the search early; "columns": options that were never made may give better ones.
    history : tuple of tuples
        (seconds since the search began, best cost, bound) for each better solution, for some
        bounds and for the end; None for a value not known yet. It is ignored by ``==``.
    relaxation : Relaxation or None
        The linear program that the search began with: prices of items and reduced costs of options.
        None if it had not begun. It is about what propagation left, and ignored by ``==``.

    Examples
    --------
    >>> problem = xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}, costs={1: 2, 2: 3, 3: 4})
    >>> best = problem.minimize()
    >>> best.solution, best.cost, best.bound, best.gap, best.complete
    (Solution(3), 4, 4, 0, True)
    """

    solutions: tuple[Solution[OptionName], ...]
    costs: tuple[Cost, ...]
    bound: Cost
    nodes: int
    stopped: str | None = None
    history: tuple[tuple[float, Cost | None, Cost | None], ...] = field(
        default=(), compare=False, repr=False
    )
    relaxation: Relaxation[OptionName] | None = field(default=None, compare=False, repr=False)

    @property
    def prices(self) -> Mapping[Hashable, Cost]:
        """Item -> its price, as ``relaxation`` says; empty without one."""
        return _NO_PRICES if self.relaxation is None else self.relaxation.prices

    @property
    def reduced_costs(self) -> Mapping[OptionName, Cost]:
        """Option -> its cost less the prices of its items, likewise."""
        return _NO_PRICES if self.relaxation is None else self.relaxation.reduced_costs

    @property
    def solution(self) -> Solution[OptionName] | None:
        """The best solution found; None if there is none."""
        return self.solutions[0] if self.solutions else None

    @property
    def cost(self) -> Cost | None:
        """The cost of the best solution found; None if there is none."""
        return self.costs[0] if self.costs else None

    @kept
    def gap(self) -> Cost | None:
        """How much better than ``cost`` a solution may be: 0 if complete, None without one."""
        if not self.costs:
            return None
        return 0 if self.complete else difference(self.costs[0], self.bound)

    @kept
    def relative_gap(self) -> float | None:
        """The gap as a fraction of the cost, such as 0.02 for 2 %; None without a solution, or if
        the cost is 0 and not proven."""
        return 0.0 if self.costs and self.complete else relative_gap(self.cost, self.bound)

    def to_svg(self, title: str = "") -> Svg:
        """Draw the best cost and the bound over time as an SVG picture.

        Parameters
        ----------
        title : str, optional
            Default: the answer in words.
        """
        from .convergence import convergence

        return Svg(convergence(self.history, self.relative_gap, title or str(self)))

    def __bool__(self) -> bool:
        return bool(self.solutions)

    def __str__(self) -> str:
        if self.complete:
            return f"cost {self.cost}, proven" if self.costs else "no solution within the bound"
        none = isinstance(self.bound, float) and math.isinf(self.bound)
        bound = "no bound" if none else f"bound {self.bound}"
        if not self.costs:
            return f"no solution yet; {bound}"
        if not self.gap:
            return f"cost {self.cost}, proven; the search for more was stopped"
        share = self.relative_gap
        if none:
            return f"cost {self.cost}, not proven ({bound})"
        words = f"cost {self.cost}, not proven ({bound}, gap {self.gap}"
        return f"{words})" if share is None else f"{words} or {percent(share)})"


@dataclass(frozen=True)
class Uniqueness(Displayed, Generic[OptionName]):
    """Whether a problem has exactly one solution, with the evidence.

    Attributes
    ----------
    verdict : {"impossible", "unique", "several", "undecided"}
        ``bool`` is true for "unique" and raises :class:`UndecidedError` for "undecided".
    solutions : tuple of Solution
        The solutions found: none, one, or two different ones.
    nodes : int
    impossible : Impossible or None
    stopped : str or None
        What ended the search early; the verdict is then "undecided".
    method : str
        What decided it, as in :class:`Count`.
    """

    verdict: Literal["impossible", "unique", "several", "undecided"]
    solutions: tuple[Solution[OptionName], ...]
    nodes: int
    impossible: Impossible | None = None
    stopped: str | None = None
    method: str = "listing"

    def __bool__(self) -> bool:
        if self.stopped is not None:
            raise UndecidedError(self.stopped)
        return self.verdict == "unique"

    def __str__(self) -> str:
        if self.verdict == "impossible":
            return str(self.impossible)
        if self.verdict == "undecided":
            return f"undecided: {so_far(len(self.solutions), False, self.stopped)}"
        return "exactly one solution" if self.verdict == "unique" else "more than one solution"


def so_far(found: int, complete: bool, stopped: str | None) -> str:
    """The number of solutions that an iterator has returned, in words."""
    text = counted(found, "solution")
    if complete:
        return f"{text} in all"
    return f"{text} so far" + ("" if stopped is None else f" (stopped by {stopped})")


@dataclass(frozen=True)
class Progress(Displayed):
    """How far a search has come; None for values that are not known.

    Attributes
    ----------
    nodes, found, seconds : int and float
        Nodes visited, solutions found, seconds since the start.
    done : float or None
        The estimated share of the search that is done, from 0 to 1.
    left, left_between : float and pair of float, or None
        The estimated seconds to the end, and an interval for them.
    best, bound : number or None
        In an optimization: the cost of the best solution found, and the proven bound of all costs,
        as in :class:`Optimum`.
    """

    nodes: int
    found: int
    seconds: float
    done: float | None = None
    left: float | None = None
    left_between: tuple[float, float] | None = None
    best: Cost | None = None
    bound: Cost | None = None

    @kept
    def gap(self) -> Cost | None:
        """How much better than ``best`` a solution may be; None if ``best`` or ``bound`` is."""
        if self.best is None or self.bound is None:
            return None
        return difference(self.best, self.bound)

    @kept
    def relative_gap(self) -> float | None:
        """The gap as a fraction of ``best``, such as 0.02 for 2 %; None if it is not known, or if
        ``best`` is 0 and not the bound."""
        return relative_gap(self.best, self.bound)

    def __str__(self) -> str:
        # At the root, kernels may still be compiled, or tables made.
        begun = self.found or self.nodes > 1
        words = counted(self.found, "solution") if begun else "preparing"
        if self.best is not None or self.bound is not None:
            words = "no solution yet" if self.best is None else f"best {self.best}"
            if self.bound is not None:
                words += f", bound {self.bound}"
            if self.gap is not None:
                words += f", gap {self.gap}"
            if (share := self.relative_gap) is not None:
                words += f" ({percent(share)})"
        words += f", {counted(self.nodes, 'node')}, {self.seconds:,.0f} s"
        if self.done is not None:
            words += f", {percent(self.done)} done"
        if self.left is not None:
            words += f", about {duration(self.left)} left{interval(self.left_between)}"
        return words


#: What ``progress=`` takes: a function, or True for a live display.
ProgressCallback = Callable[[Progress], None] | bool
