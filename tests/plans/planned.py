"""Plans for tests."""

from __future__ import annotations

import itertools
from pathlib import Path

import exactcover as xc
from exactcover.parallel.part_file import Part, read_part

_made = itertools.count()


class Planned:
    """A plan and the folder of its parts, under a folder."""

    def __init__(self, folder: Path, what, into: int, **asked):
        self.folder = folder / f"plan {next(_made)}"
        self.folder.mkdir()
        self.plan, self.parts, self.into = self.folder / "plan.xct", self.folder / "parts", into
        xc.split(what, into, self.plan, **asked)

    def run(self, part, **more) -> xc.PartRun:
        return xc.run_part(self.plan, part, folder=self.parts, **more)

    def run_all(self) -> Planned:
        for part in range(self.into):
            assert self.run(part).complete
        return self

    def merged(self, *more) -> xc.Merged:
        return xc.merge(self.plan, [self.parts, *more])

    def path(self, part) -> Path:
        return self.parts / f"{part}.xct"

    def read(self, part) -> Part:
        return read_part(str(self.path(part)), read_part(str(self.plan)).checksum)

    def change(self, part, **found) -> None:
        """Write a part with another content and its right checksum."""
        changed = self.read(part)
        changed.found |= found
        changed.write(str(self.path(part)))
