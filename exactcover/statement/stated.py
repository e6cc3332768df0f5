"""The properties of a problem: names, bounds, costs, given options."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Generic, Self

from ..arrays.compiled import UNLIMITED
from ..common.costs import Cost
from ..common.slots import kept, kept_by
from ..errors import shown
from ..text import counted
from .check import Check
from .model import Model
from .names import OptionName
from .statement import Statement


def _model_shown(stated: Any) -> Model:
    """What keeps the values that problems with other given options have as well."""
    return stated._statement.model.shown  # type: ignore[no-any-return]


class Stated(Generic[OptionName]):
    """The properties of a problem, which need no search."""

    _statement: Statement

    def _with(self, statement: Statement) -> Self:
        """The same kind of problem with another statement."""
        other = object.__new__(type(self))
        other._statement = statement
        return other

    @kept_by(_model_shown)
    def primary(self) -> tuple[Hashable, ...]:
        """Names of the primary items, in order of declaration."""
        return tuple(self._shown.item_names[: self._shown.compiled.n_primary])

    @kept_by(_model_shown)
    def secondary(self) -> tuple[Hashable, ...]:
        """Names of the secondary items, in order of declaration."""
        return tuple(self._shown.item_names[self._shown.compiled.n_primary :])

    @kept_by(_model_shown)
    def multiplicity(self) -> Mapping[Hashable, tuple[int, int | None]]:
        """Items not covered exactly once -> how often: (least, most), with None for no limit."""
        compiled, penalties = self._shown.compiled, self._shown.penalties
        lows = [compiled.high[k] if k in penalties else low for k, low in enumerate(compiled.low)]
        return {
            item: (low, None if high == UNLIMITED else high)
            for item, low, high in zip(self.primary, lows, compiled.high, strict=False)
            if (low, high) != (1, 1)
        }

    @property
    def repeat(self) -> bool:
        """Whether an option may be chosen several times; false without multiplicities."""
        return self._model.compiled.repeat

    @kept_by(_model_shown)
    def costs(self) -> Mapping[OptionName, Cost]:
        """Option -> its cost; empty if no option has a cost."""
        costs = self._shown.option_costs
        if costs is None:
            return {}
        return dict(zip(self.options, map(costs.to_stated, costs.each), strict=True))

    @kept_by(_model_shown)
    def penalties(self) -> Mapping[Hashable, Cost]:
        """Primary items that may stay open -> the price of each missing cover."""
        model = self._shown
        if model.costs is None:
            return {}
        stated = model.costs.to_stated
        return {model.item_names[k]: stated(each) for k, each in model.penalties.items()}

    @kept_by(_model_shown)
    def options(self) -> tuple[OptionName, ...]:
        """Names of all options, in order of declaration, including forbidden ones."""
        return tuple(self._shown.option_names)

    @property
    def rules(self) -> tuple[str, ...]:
        """The ready-made rules, in words (:meth:`Problem.where`)."""
        return self._model.rules

    @kept
    def given_options(self) -> tuple[OptionName, ...]:
        """Names of the forced options."""
        return self._names_of(self._statement.given)

    @kept
    def forbidden_options(self) -> tuple[OptionName, ...]:
        """Names of the forbidden options."""
        return self._names_of(self._statement.forbidden)

    def items_of(self, option: Hashable) -> dict[Hashable, Hashable]:
        """The items of an option, as declared, each with its colour or None.

        Parameters
        ----------
        option : hashable
            Its name. Raises :class:`UnknownOption` if the problem has no such option.
        """
        model = self._sound.model.shown
        (number,) = model.numbers_of((option,))
        return {
            model.item_names[item]: model.colour_names[colour]
            for item, colour in model.compiled.option(number)
        }

    def options_of(self, item: Hashable) -> tuple[OptionName, ...]:
        """The options that cover an item, in order of declaration, including forbidden ones.

        KeyError for an unknown item. O(entries of the problem) the first time, then O(options of
        the item).

        Parameters
        ----------
        item : hashable
        """
        model = self._sound.model.shown
        if item not in model.number_of_item:
            raise KeyError(f"the problem has no item {shown(item)}")
        return self._names_of(model.options_of_item[model.number_of_item[item]])

    @kept
    def digest(self) -> str:
        """A fingerprint: 64 hexadecimal digits, the same in every process and on every machine.

        It depends on the order of everything, including the items of an option, and on the types of
        names: the names 1 and True are equal in Python, but give different digests. Raises
        :class:`UnwritableProblem` if names differ from process to process.
        """
        from .digest import digest

        return digest(self._sound)

    def __eq__(self, other: object) -> bool:
        """Whether both state the same, with items and options in the same order."""
        return isinstance(other, Stated) and self._statement.same(other._statement)

    def __hash__(self) -> int:
        return hash((self.primary, self.secondary, len(self._shown.option_names)))

    def check(self) -> Check:
        """List all faults of the problem, and notes on what may not have been meant."""
        return self._model.check()

    def require_sound(self) -> None:
        """Raise the first fault of the problem, if it has one."""
        self._model.require_sound()

    def __repr__(self) -> str:
        compiled, statement = self._shown.compiled, self._statement
        secondary = counted(compiled.n_items - compiled.n_primary, "secondary item")
        parts = [f"{compiled.n_primary:,} primary and {secondary}"]
        parts.append(counted(compiled.n_options, "option"))
        if statement.given:
            parts.append(f"{len(statement.given)} given")
        if statement.forbidden:
            parts.append(f"{len(statement.forbidden)} forbidden")
        if self._model.rules:
            parts.append(counted(len(self._model.rules), "rule"))
        if self._model.faults:
            parts.append(counted(len(self._model.faults), "fault"))
        return f"<Problem: {', '.join(parts)}>"

    @property
    def _sound(self) -> Statement:
        """The statement. Raises its first fault, if it has one."""
        self.require_sound()
        return self._statement

    @property
    def _model(self) -> Model:
        return self._statement.model

    @property
    def _shown(self) -> Model:
        """The model without what rules have added."""
        return _model_shown(self)

    def _names_of(self, options: Iterable[int]) -> tuple[OptionName, ...]:
        """The names of options, without those that rules have added."""
        names = self._shown.option_names
        return tuple(names[option] for option in self._model.without_additions(options))
