"""Kinds of puzzles that other packages add.

A package registers an entry point of the group ``exactcover.puzzles``, which names a
:class:`~exactcover_puzzles.shared.adapter.Puzzle`:

    [project.entry-points."exactcover.puzzles"]
    tents = "tents.adapter:Tents"
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

import exactcover as xc

from .shared.adapter import Puzzle

#: The group of entry points.
GROUP = "exactcover.puzzles"


class KindFault(xc.ExactCoverError):
    """An entry point of another package that is not a kind of puzzle."""

    def __init__(self, point: EntryPoint, found: str):
        super().__init__(point, found)
        self.point, self.found = point, found

    def __str__(self) -> str:
        where = f"the entry point {self.point.name} = {self.point.value}"
        return f"{where}: {self.found}; expected a subclass of exactcover_puzzles.Puzzle"


def other_kinds() -> dict[str, EntryPoint]:
    """The entry points, by the names of the kinds."""
    return {point.name: point for point in entry_points(group=GROUP)}


def purpose(point: EntryPoint) -> str:
    """The description of a kind, from its package's metadata, without importing it."""
    if point.dist is None:
        return f"from {point.module}"
    metadata, package = point.dist.metadata, f"from {point.dist.name}"
    return f"{metadata['Summary']} ({package})" if "Summary" in metadata else package


def loaded(point: EntryPoint) -> type[Puzzle]:
    """Load the kind. Raises :class:`KindFault` if it cannot be loaded."""
    try:
        made = point.load()
    except (Exception, SystemExit) as error:  # their code may do anything
        found = f"{type(error).__name__}: {error}".partition("\n")[0]
        raise KindFault(point, found) from error
    if not (isinstance(made, type) and issubclass(made, Puzzle)):
        raise KindFault(point, repr(made))
    return made
