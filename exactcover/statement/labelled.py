"""Answers that say whether they are complete."""

from __future__ import annotations

from ..common.displayed import Displayed


class Labelled(Displayed):
    """An answer of a search that may have been stopped; ``stopped`` names what ended it early."""

    stopped: str | None

    @property
    def complete(self) -> bool:
        """Whether the search ran to its end."""
        return self.stopped is None

    def _at_least(self, number: str) -> str:
        """A number as text, marked as a lower bound if the answer is not complete."""
        return number if self.complete else f"at least {number}"
