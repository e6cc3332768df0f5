"""What all ready-made rules have in common.

A ready-made rule becomes items and options of the problem (``chain.py``), so that every question
takes it: a search propagates it, a diagram counts it, and the rest of the package knows nothing of
it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

from ..errors import MethodConflict, shown
from ..statement.additions import Additions
from ..statement.model import Model
from ..statement.results import Solution
from ..text import shortened

if TYPE_CHECKING:
    from typing import Self

__all__ = ["Condition", "choosable"]


class Condition:
    """A rule that becomes a part of a problem; :meth:`Problem.where` takes it.

    Called with a solution it says whether that keeps it.
    """

    #: What explanations call it; "" for its arguments.
    name = ""

    def named(self, name: str) -> Self:
        """The same rule under a name.

        Parameters
        ----------
        name : str
            What explanations call it.

        Examples
        --------
        >>> xc.Problem("a", {1: "a"}).where(xc.Times([1], 0).named("not 1")).rules
        ('not 1',)
        """
        other = copy(self)
        other.name = str(name)
        return other

    @abstractmethod
    def __call__(self, solution: Solution) -> bool:
        raise NotImplementedError

    def _add_to(self, more: Additions) -> None:
        """Add its items and options. Raises :class:`RuleTooLarge`, and TypeError for bad names."""
        if more.model.compiled.repeat:
            raise MethodConflict("repeat=True", f"the rule {self!r}")
        self._add(more)

    @abstractmethod
    def _add(self, more: Additions) -> None:
        raise NotImplementedError

    def __repr__(self) -> str:
        texts = [shortened(shown(each), 60) for each in self._stated()]
        return f"{type(self).__name__}({', '.join(texts)})"

    @abstractmethod
    def _stated(self) -> Sequence[Any]:
        """The arguments that it was made with."""
        raise NotImplementedError


def choosable(model: Model, options: Iterable[Hashable]) -> list[int]:
    """The numbers of these options, ascending, without those that no solution contains."""
    numbers = sorted(set(model.shown.numbers_of(options)))
    return [number for number in numbers if model.choosable[number]]
