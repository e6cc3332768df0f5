"""A problem with given and forbidden options: everything that determines the answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ..common.displayed import Picture
from ..common.slots import Slots
from .model import Model


@dataclass(frozen=True, eq=False)
class Statement:
    """A model with some options forced and some forbidden. It never changes."""

    model: Model
    #: Numbers of the options forced, ascending.
    given: tuple[int, ...] = ()
    #: Numbers of the options forbidden, ascending.
    forbidden: tuple[int, ...] = ()
    #: What was worked out about it before and need not be again; it never changes an answer.
    memo: Slots = field(default_factory=Slots, init=False, repr=False)

    @property
    def shown(self) -> Statement:
        """The statement without what rules have added, or this one."""
        model = self.model
        if model.stated is None:
            return self
        given, forbidden = map(model.without_additions, (self.given, self.forbidden))
        return Statement(model.stated, given, forbidden)

    def live(self) -> bytearray:
        """For each option 1 if it can be chosen and is not forbidden, and 0 otherwise."""
        flags = bytearray(self.model.choosable)
        for number in self.forbidden:
            flags[number] = 0
        return flags

    def same(self, other: Statement) -> bool:
        """Whether both state the same, in the same order, so that all answers are the same."""
        if self is other:
            return True
        if (self.given, self.forbidden) != (other.given, other.forbidden):
            return False
        return self.model is other.model or self.model.same(other.model)

    def with_given(self, numbers: Iterable[int]) -> Statement:
        """A statement with these options forced as well."""
        return Statement(self.model, tuple(sorted({*self.given, *numbers})), self.forbidden)

    def without(self, numbers: Iterable[int]) -> Statement:
        """A statement with these options forbidden as well."""
        return Statement(self.model, self.given, tuple(sorted({*self.forbidden, *numbers})))

    def drawn_by(self, picture: Picture | None) -> Statement:
        """The same statement, whose solutions are drawn by this. What was worked out stays."""
        other = Statement(self.model.drawn_by(picture), self.given, self.forbidden)
        object.__setattr__(other, "memo", self.memo)
        return other
