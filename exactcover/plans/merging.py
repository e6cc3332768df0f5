"""Adding up the parts of a plan, from any files, at any time.

The only thing that reads more than one file. Nothing is believed about them: each must hold its own
checksum and name the plan, and of two answers to one part that differ neither counts.
"""

from __future__ import annotations

import math
import os
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..common.textfiles import damage
from ..errors import FileFault
from ..parallel.checks import fault_in_rows
from ..parallel.divided_search import answered
from ..parallel.node_prefixes import bounds_of
from ..parallel.part_file import Part, bytes_of, part_of, read_part, wanted_of
from ..parallel.part_ranges import Ranges
from ..parallel.tasks import Row, Tally
from ..problem import Problem
from ..search.estimate import Figure, t_point
from ..statement.results import Impossible, Optimum, OrbitCount, Solution
from ..symmetries.classes import weight_unit
from ..symmetries.orbits import orbit_count
from .merged import Merged
from .plan import problem_of, symmetry_of

__all__ = ["merge"]

#: Counts up to here, and their squares, are numbers of floating point, where they are estimated.
_LARGEST = 10**140


def merge(
    plan: str | os.PathLike[str],
    files: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = "parts",
) -> Merged:
    """Add up the parts of a plan.

    Parameters
    ----------
    plan : path
        A plan that :func:`split` wrote.
    files : path or iterable of paths, default "parts"
        Files of parts, or folders of files ".xct". A file may hold several parts, one a line.

    Returns
    -------
    Merged

    Raises
    ------
    FileFault, OSError
        If the plan is not one, or cannot be read. Faults of the other files are in the answer.

    See Also
    --------
    split, run_part
    """
    if isinstance(files, str | os.PathLike):
        files = [files]
    return merging(plan, files)[0]


def merging(
    plan: str | os.PathLike[str], files: Iterable[str | os.PathLike[str]]
) -> tuple[Merged, Part, Problem]:
    """The same, with the plan and its problem."""
    work = _Merging(os.fspath(plan), _listed(os.fspath(each) for each in files))
    return work.merged(), work.plan, work.problem


def _listed(paths: Iterable[str]) -> list[str]:
    """The files, those of folders in order, but rechecks last: what they repeat counts."""
    found: dict[str, None] = {}
    for path in paths:
        if Path(path).is_dir():
            with os.scandir(path) as inside:  # a million of them take half the time of Path's
                names = [("-" in e.name, e.path) for e in inside if e.name.endswith(".xct")]
            found.update(dict.fromkeys(path for _, path in sorted(names)))
        else:
            found[path] = None
    return list(found)


class _Merging:
    """One merge. A part is a place: its number, or a later one for a part of a part."""

    def __init__(self, path: str, files: list[str]):
        self.plan, self._path, self._files = read_part(path), path, files
        if not self.plan.into:
            raise FileFault(path, 0, 0, "it is not divided", "a plan, as exactcover split writes")
        self.problem = problem_of(self.plan, path)
        self._question = self.plan.question
        self._wanted = wanted_of(self._question)
        self._of_costs = self._question["kind"] in ("minimize", "maximize")
        #: Parts of parts -> places after those of the plan's own parts.
        self._places: dict[str, int] = {}
        self._faults: list[FileFault | OSError] = []
        #: Places whose answers differ, with two files.
        self._wrong: dict[int, tuple[str, str]] = {}
        self._read_all()
        self._compare_divisions()
        if self._wrong:
            self._read_all()  # without them

    def _read_all(self) -> None:
        n = self.plan.into
        #: For each place its first answer, and the file (-1: none), engine, work and solutions.
        self._answers, self._engine = bytearray(16 * n), bytearray(n)
        self._file = array("i", [-1]) * n
        self._seconds, self._counts = (array("d", [0.0]) * n for _ in range(2))
        self._twice: dict[int, bool] = {}
        self._versions: Counter[str] = Counter()
        self._engines: list[str] = []
        #: Parts that were divided and those that were begun; complete parts of parts. The key is
        #: the name, and for a part of a part also the division that it is from.
        self._divided: dict[str, Part] = {}
        self._begun: dict[str, Part] = {}
        self._inner: dict[str, Part] = {}
        self._faults.clear()
        self._tally = self.plan.tally(self._wanted) if self.plan.found else Tally(self._wanted)
        for number, path in enumerate(self._files):
            try:
                lines = bytes_of(path).splitlines(keepends=True) or [b""]
            except (OSError, FileFault) as fault:
                self._note(fault)
                continue
            for line in lines:
                try:
                    self._take(part_of(line, path, self.plan.checksum), number)
                except FileFault as fault:
                    self._note(fault)

    def _note(self, fault: FileFault | OSError) -> None:
        """Note a fault, without what Python holds of where it was raised: a file and more."""
        fault.__traceback__ = fault.__context__ = None
        self._faults.append(fault)

    def _place(self, part: Part, path: str) -> int:
        name = part.name
        if "." not in name:
            if not int(name) < self.plan.into or name != str(int(name)):
                raise FileFault(path, 0, 0, f"there is no part {name}", "one of the plan")
            return int(name)
        return self._places.setdefault(_key(part), self.plan.into + len(self._places))

    def _take(self, part: Part, file: int) -> None:
        path, key = self._files[file], _key(part)
        place = self._place(part, path)
        part.check_asked(self._question)
        if place in self._wrong:
            return
        if part.into:
            known = self._divided.setdefault(key, part)
            if known.checksum != part.checksum:
                found = f"it divides part {part.name} in another way than {known.path}"
                raise FileFault(path, 0, 0, found, "one division")
        elif not part.complete:
            known = self._begun.setdefault(key, part)
            if part.share < known.share:
                self._begun[key] = part
        else:
            self._take_complete(part, place, file)

    def _take_complete(self, part: Part, place: int, file: int) -> None:
        if place >= len(self._file):
            more = place + 1 - len(self._file)
            self._answers += bytes(16 * more)
            self._file.extend([-1] * more)
            self._engine += bytes(more)
        answer, path = part.answer(self._of_costs), self._files[file]
        if part.engine not in self._engines:
            self._engines.append(part.engine)
        engine = self._engines.index(part.engine)
        if self._file[place] >= 0:
            if self._answers[16 * place : 16 * place + 16] != answer:
                self._wrong[place] = self._files[self._file[place]], path
            other = engine != self._engine[place]
            self._twice[place] = other or self._twice.get(place, False)
            return
        self._answers[16 * place : 16 * place + 16] = answer
        self._file[place], self._engine[place] = file, engine
        self._versions[part.version] += 1
        if place < self.plan.into:
            self._add(part)
            self._seconds[place] = part.found["seconds"]
            self._counts[place] = min(part.found["count"], _LARGEST)
        else:
            self._inner[_key(part)] = part

    def _add(self, part: Part) -> None:
        found, tally = part.found, self._tally
        if len(found) > 3:
            tally.add(part.tally(self._wanted))
        else:
            tally.count += found["count"]
            tally.nodes += found["nodes"]
            tally.seconds += found["seconds"]

    def _compare_divisions(self) -> None:
        """Note parts that were both run as a whole and divided, with different counts."""
        if self._of_costs:  # what is counted then depends on the search
            return
        for key, part in self._divided.items():
            place = self._place(part, part.path)
            if not (place < len(self._file) and self._file[place] >= 0):
                continue
            inner, total = self._inner.get(key), self._count_of(key)
            whole = self._counts[place] if inner is None else inner.found["count"]
            if total is not None and inner is None:  # kept as floating point
                whole, total = int(whole), int(float(min(total, _LARGEST)))
            if total not in (None, whole):
                self._wrong[place] = self._files[self._file[place]], part.path

    def _count_of(self, key: str) -> int | None:
        """The solutions of a part that was divided; None if parts of it are missing."""
        part = self._divided.get(key)
        if part is None:
            inner = self._inner.get(key)
            return None if inner is None else int(inner.found["count"])
        total = int(part.found["count"])
        for k in range(part.into):
            mine = self._count_of(f"{part.name}.{k}@{part.checksum}")
            if mine is None:
                return None
            total += mine
        return total

    # -- what is left ----------------------------------------------------------------------------

    def _resolve(self, key: str, share: float) -> Iterator[tuple[str, float]]:
        """What is left of a part that is not complete, with its share; adds what was found."""
        name = key.partition("@")[0]
        inner, part = self._inner.pop(key, None), self._divided.get(key)
        begun = self._begun.pop(key, None)
        if inner is not None and self._places[key] not in self._wrong:
            self._add(inner)
        elif part is not None:
            self._add(part)
            ranges = Ranges(part.into)
            for k in range(part.into):
                inside = f"{name}.{k}@{part.checksum}"
                yield from self._resolve(inside, share * ranges.length(k))
        else:
            if begun is not None:
                self._add(begun)
                share = min(share, begun.share)
                self._going.add(name)
            yield name, share

    def merged(self) -> Merged:
        n, ranges = self.plan.into, Ranges(self.plan.into)
        starts = np.arange(n + 1) / n
        starts = starts * (ranges.start(n) + 0.75 - 0.75 * starts)
        lengths = np.diff(starts)
        # A plan with nothing left has no parts to run.
        done = (np.array(self._file[:n]) >= 0) | (not self.plan.open)
        done[[place for place in self._wrong if place < n]] = False
        solid = done.copy()
        left: dict[str, float] = {}
        silent = ~done
        #: Parts that were begun and not completed.
        self._going: set[str] = set()
        for name in [each for each in {**self._begun, **self._divided} if "." not in each]:
            if not done[int(name)] and int(name) not in self._wrong:
                some = dict(self._resolve(name, float(lengths[int(name)])))
                left |= some
                done[int(name)], silent[int(name)] = not some, False
        for part in (*self._inner.values(), *self._begun.values()):
            if "." in part.name and not done[int(part.name.partition(".")[0])]:
                found = f"part {part.name} is from a division that no file holds"
                self._faults.append(FileFault(part.path, 0, 0, found, "the part that was divided"))
        wrong = {self._name(place): files for place, files in self._wrong.items()}
        silent[[place for place in self._wrong if place < n]] = False
        share = float(lengths[silent].sum()) + sum(left.values())
        share += sum(float(lengths[int(name)]) for name in wrong if "." not in name)
        begun = tuple(name for name in left if name in self._going and name not in wrong)
        inner = tuple(name for name in left if name not in self._going and name not in wrong)
        complete = bool(done.all())
        checks = [] if complete else [
            _estimated(np.array(each)[solid], lengths[solid], share)
            for each in (self._seconds, self._counts)
        ]  # fmt: skip
        tally = self._tally
        with damage(
            lambda error: FileFault(self._path, 0, 0, f"it is damaged: {error!r}", "a whole plan")
        ):
            answer, fault = self._answer(done)
        total = None
        small = tally.count <= _LARGEST
        if checks and checks[1] is not None and small and self._question["kind"] == "gather":
            total = _shifted(checks[1], tally.count)
        return Merged(
            answer, complete and fault is None, n, int(done.sum()), begun, (*_runs(silent), *inner),
            tuple(self._name(place) for place in self._twice if place not in self._wrong),
            sum(other for place, other in self._twice.items() if place not in self._wrong),
            tuple(wrong.items()), (*self._faults, *([fault] if fault is not None else [])),
            tally.nodes, tally.seconds, checks[0] if checks else None, total,
            dict(self._versions),
        )  # fmt: skip

    def _name(self, place: int) -> str:
        keys = (key for key, each in self._places.items() if each == place)
        return str(place) if place < self.plan.into else next(keys).partition("@")[0]

    # -- the answer ------------------------------------------------------------------------------

    def _answer(self, done: Any) -> tuple[Any, FileFault | None]:
        """The answer, and a fault if it contradicts itself."""
        statement, tally = self.problem._statement, self._tally
        stopped = None if done.all() else "parts"
        of_classes, n = self._question["kind"] == "classes", statement.model.n_stated
        rows = [row for _, row in (*tally.sample, *tally.best)] + tally.listed
        found = fault_in_rows(statement, (row[of_classes:] for row in rows))
        if found is None and not all(0 <= option < n for option in tally.options):
            found = "there are fewer options"
        fault = None
        if found is not None:
            fault = FileFault(self._path, 0, 0, found, "parts of solutions")
            tally.sample, tally.best, tally.listed, tally.options = [], [], [], {}
            stopped = "parts"
        if self._of_costs:
            return self._optimum(stopped, done), fault
        if of_classes:
            answer, other = self._classes(stopped)
            return answer, fault or other
        return answered(statement.model, tally, stopped), fault

    def _optimum(self, stopped: str | None, done: Any) -> Optimum | Impossible:
        tally, model = self._tally, self.problem._statement.model
        wanted = self._question.get("wanted", {"within": None})  # none where propagation ended it
        if stopped is None and not tally.best and wanted["within"] is None:
            return Impossible.by_search(tally.nodes)
        unit, constant = Fraction(wanted["unit"]), Fraction(wanted["constant"])
        best = [cost for cost, _ in tally.best[:1]]
        if stopped is not None:
            bound: Any = min([*self._bounds_left(done), *best], default=0)
        else:
            bound = best[0] if best else Fraction(wanted["within"]) / unit
        stated = bound * unit + constant
        solutions = tuple(Solution(model, row) for _, row in tally.best)
        costs = tuple(each.cost for each in solutions)
        to_stated = model.costs.to_stated if model.costs is not None else int
        return Optimum(
            solutions, costs, to_stated(Fraction(stated)), tally.nodes, stopped, (), None
        )

    def _bounds_left(self, done: Any) -> Iterator[int]:
        """What solutions below the prefixes of parts that are not done cost at least."""
        ranges, total, place = Ranges(len(done)), self.plan.share, 0.0
        for row in self.plan.rows():
            for prefix, share in row:
                if not done[ranges.part_at((place + share / 2) / total)]:
                    yield from bounds_of(prefix)
                place += share

    def _classes(self, stopped: str | None) -> tuple[OrbitCount, FileFault | None]:
        """The classes that no two parts share, and whether the orbits have as many solutions as
        the parts have counted by weights."""
        group = symmetry_of(self.problem, self._question["asked"])
        of_form: dict[int, Row] = {}
        for form, *row in sorted(self._tally.listed):
            of_form.setdefault(form, tuple(row))
        order_of = group._forms.stabiliser
        orders = Counter(order_of(np.array(row, np.int32)) for row in of_form.values())
        work = SimpleNamespace(nodes=self._tally.nodes, check=None)
        count = orbit_count(group.order, orders, "canonical forms", work, stopped)
        if stopped is not None:
            return count, None
        weights, unit = (
            self._tally.options.get(0, 0),
            weight_unit(self.problem._statement.model.compiled),
        )
        if weights != count.fixed * unit:
            found = f"the orbits have {count.fixed:,} solutions, but there are {weights // unit:,}"
            return count, FileFault(self._path, 0, 0, found, "parts that are right")
        work.check = count.fixed
        return orbit_count(group.order, orders, "canonical forms", work, stopped), None


def _key(part: Part) -> str:
    """What tells a part from others, and a part of a part from that of another division."""
    return f"{part.name}@{part.above}" if "." in part.name else part.name


def _runs(flags: Any) -> Iterator[str]:
    """The places that are set, as "17" and "20-99"."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]]).astype(np.int8)))
    for first, end in edges.reshape(-1, 2).tolist():
        yield str(first) if end == first + 1 else f"{first}-{end - 1}"


def _estimated(values: Any, lengths: Any, left: float) -> Figure | None:
    """What is left of a sum, by the ratio of known values to the lengths of their parts."""
    n, length = len(values), float(lengths.sum())
    if n < 3 or length <= 0:
        return None
    ratio = float(values.sum()) / length
    spread = float(np.square(values - ratio * lengths).sum()) / (n - 1)
    # Both the ratio and what is left vary; the latter as if it were like the known parts.
    error = (
        t_point(n - 1)
        * math.sqrt(spread * n)
        * left
        / length
        * math.sqrt(1 + length / max(left, 1e-12))
    )
    value = ratio * left
    return Figure(value, max(0.0, value - error), value + error)


def _shifted(figure: Figure, known: int) -> Figure:
    """A figure on top of what is known."""
    return Figure(known + figure.value, known + figure.low, known + figure.high)
