"""Dividing a question into parts that are files, and running one of them.

A part is an ordinary divided search, which begins with the open prefixes of the part instead of the
root, and keeps its file in place of a journal (``parallel/part_journal.py``). So threads, Dask and
MPI work on parts as on everything else. No process reads the files of another part.
"""

from __future__ import annotations

import logging
import os
import random
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..common.ask import Ask
from ..common.deadline import Deadline
from ..common.displayed import Displayed
from ..common.textfiles import check_folder, damage
from ..engines.contract import OpenPrefixes
from ..errors import BudgetError, FileFault, shown
from ..files import json
from ..parallel.part_file import MOST_PARTS, NAME, QUESTIONS, DamagedPart, Part, read_part
from ..parallel.part_journal import Enough, PartJournal, RunJournal, SplitJournal
from ..parallel.part_ranges import ROW
from ..parallel.row_text import row_of
from ..parallel.tasks import Tally
from ..problem import Problem
from ..statement.results import ProgressCallback
from ..statement.statement import Statement
from ..text import counted

if TYPE_CHECKING:
    from ..symmetries.group import Symmetry

__all__ = ["PartRun", "run_part", "split"]

_log = logging.getLogger("exactcover")


@dataclass(frozen=True)
class PartRun(Displayed):
    """What :func:`run_part` did.

    Attributes
    ----------
    part, path : str
        The name of the part, and its file.
    complete : bool
        Whether nothing of the part is left to search.
    count, nodes : int
        The solutions and the nodes of the part so far.
    stopped : str or None
        What ended the run before the part was complete: "nodes" or "seconds".
    """

    part: str
    path: str
    complete: bool
    count: int
    nodes: int
    stopped: str | None

    def __str__(self) -> str:
        state = "complete" if self.complete else "not complete"
        return f"part {self.part} {state}, {counted(self.nodes, 'node')}"


def split(
    what: Problem | Symmetry | str,
    into: int,
    plan: str | os.PathLike[str],
    *,
    question: str = "gather",
    folder: str | os.PathLike[str] = "parts",
    seconds: float | None = None,
    **asked: Any,
) -> None:
    """Divide a question into parts of about equal work, and write them as a plan.

    The plan is one file. It holds the problem, so machines that run its parts need nothing else.

    Parameters
    ----------
    what : Problem, Symmetry or str
        What the question is about; :class:`Symmetry` for solutions up to symmetry. Or the name of a
        part of the plan, to divide what is left of it further: part "17" into "17.0", "17.1", …
    into : int
        The number of parts. They are numbered from 0.
    plan : path
        The file to write, which must not exist yet; if a part is divided, its plan.
    question : {"gather", "count", "minimize", "maximize"}, default "gather"
        The question about a problem. To count is to gather nothing else.
    folder : path, default "parts"
        Where the file of the part is that is to be divided.
    seconds : float, optional
        A budget of time, after which the parts are less equal. Default: about 60 to gather, and no
        limit for other questions.
    **asked : options, sample, seed, best, listed, engine, order, reduce; k, within, reduce
        As for :meth:`Problem.gather`, :meth:`Problem.minimize` and :meth:`Problem.maximize`; orders
        are "mrv" or "fixed".

    Raises
    ------
    UnwritableProblem
        If a plan cannot hold the problem: names must be texts, numbers or tuples of them.
    FileFault, OSError
        If the part is complete or was divided before; if the plan exists or cannot be written.
    BudgetError, TypeError, MethodConflict
        If there is no such part or an argument is invalid.

    See Also
    --------
    run_part, merge

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     plan, parts = f"{folder}/plan.xct", f"{folder}/parts"
    ...     xc.split(xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}), 2, plan)
    ...     runs = [xc.run_part(plan, part, folder=parts) for part in range(2)]
    ...     xc.merge(plan, parts).answer.count
    2
    """
    deadline, plan = Ask(seconds=seconds).deadline(), os.fspath(plan)
    if isinstance(into, bool) or not isinstance(into, int) or not 1 <= into <= MOST_PARTS:
        raise BudgetError("into", into, f"a whole number from 1 to {MOST_PARTS:,}")
    if isinstance(what, str):
        above = read_part(plan)
        path, about = str(Path(folder) / f"{what}.xct"), above
        if not Path(path).exists():
            run_part(plan, what, folder=folder, nodes=0)
        part = read_part(path, above.checksum)
        part.check_asked(about.question)
        if part.complete or part.into:
            why = "was divided before" if part.into else "is complete"
            raise FileFault(path, 0, 0, f"part {what} {why}", "a part with something left")
    else:
        if Path(plan).exists():
            expected = "the name of a new file, since parts belong to one plan"
            raise FileFault(plan, 0, 0, "there is a file already", expected)
        about, path = _stated(what, "gather" if question == "count" else question, asked), plan
        part = about
    check_folder(path)
    part.into, before = into, part.checksum
    journal = SplitJournal(path, part, about.question, deadline)
    with suppress(Enough):
        _asked(problem_of(about, plan), about.question, journal, deadline, nodes=0)
    if not part.found:  # propagation has shown that there is no solution
        part.note(Tally())
    if about.question["kind"] != "gather":
        # Which have much below them is not known: so chance deals them out.
        prefixes = [prefix for row in part.rows() for prefix in row]
        random.Random(0).shuffle(prefixes)
        rows = [prefixes[at : at + ROW] for at in range(0, len(prefixes), ROW)]
        part.open = [
            row_of(OpenPrefixes.of(each._replace(share=1.0) for each in row)) for row in rows
        ]
    if before and read_part(path, part.plan).checksum != before:
        found = f"part {what} was written by another process while it was divided"
        raise FileFault(path, 0, 0, found, "a part that is not running")
    part.write(path)


def _stated(what: Problem | Symmetry, question: str, asked: dict[str, Any]) -> Part:
    """A plan that is not divided yet."""
    from ..symmetries.group import Symmetry  # with what it needs, it takes 0.1 s

    if isinstance(what, Symmetry):
        if asked or question != "gather":
            raise TypeError("split(): a Symmetry takes no question and no more arguments")
        problem, question = what.problem, "classes"
        place = {name: number for number, name in enumerate(what._model.item_names)}
        asked = {
            "generators": [[[place[x], place[y]] for x, y in g.items()] for g in what.generators],
            "most": what._most,
        }
    elif isinstance(what, Problem):
        problem = what
    else:
        raise TypeError(f"split(): {shown(what)}: expected a Problem, a Symmetry or a part's name")
    if question not in QUESTIONS or (question == "classes") != isinstance(what, Symmetry):
        expected = "'gather', 'count', 'minimize' or 'maximize'; for classes, a Symmetry"
        raise BudgetError("question", question, expected)
    for name, value in asked.items():
        if name not in QUESTIONS[question].split():
            raise TypeError(f"split(): unexpected argument {name}= for {question}")
        if name == "order" and value not in ("mrv", "fixed"):
            raise BudgetError(name, value, "'mrv' or 'fixed': a plan holds no other order")
    if "within" in asked and asked["within"] is not None:
        asked = {**asked, "within": str(asked["within"])}
    whole = problem._whole
    statement = whole._statement
    fixed = {"given": statement.given, "forbidden": statement.forbidden}
    text = json.format_problem(whole._with(Statement(statement.model)))
    return Part("", "", question={"kind": question, "asked": asked, **fixed}, problem=text)


def problem_of(plan: Part, path: str) -> Problem:
    with damage(lambda error: FileFault(path, 0, 0, f"it is damaged: {error!r}", "a whole plan")):
        problem = json.parse(plan.problem, f"{path}, its problem")
        given, forbidden = (
            [problem.options[number] for number in plan.question[kind]]
            for kind in ("given", "forbidden")
        )
        return problem.given(*given).without(*forbidden)


def _asked(
    problem: Problem,
    question: dict[str, Any],
    journal: PartJournal,
    deadline: Deadline,
    nodes: int | None = None,
    **more: Any,
) -> str | None:
    """Ask the question of a plan with this journal; what stopped it. Raises Interrupted."""
    kind, asked = question["kind"], question["asked"]
    if asked.get("within") is not None:
        asked = {**asked, "within": Fraction(asked["within"])}
    search = {"journal": journal, "seconds": deadline.left(), **more}
    if kind == "gather":
        gathered = problem.gather(**{"workers": 1, **asked, "nodes": nodes, **search})
        return gathered.count.stopped
    if not isinstance(journal, SplitJournal):
        search["nodes"] = nodes
    if kind == "classes":
        group = symmetry_of(problem, asked)
        return group.count("canonical forms", **{"workers": 1, **search}).stopped
    ask: Callable[..., Any] = problem.minimize if kind == "minimize" else problem.maximize
    return getattr(ask(**{"workers": 1, **asked, **search}), "stopped", None)


def symmetry_of(problem: Problem, asked: dict[str, Any]) -> Symmetry:
    """The group of a plan."""
    with damage(lambda error: FileFault("the plan", 0, 0, f"it is damaged: {error!r}", "a group")):
        names = [*problem.primary, *problem.secondary]
        generators = [{names[x]: names[y] for x, y in pairs} for pairs in asked["generators"]]
        return problem.symmetry(*(generators or [{}]), most=asked["most"])


def run_part(
    plan: str | os.PathLike[str],
    part: int | str,
    *,
    folder: str | os.PathLike[str] = "parts",
    recheck: bool = False,
    workers: int = 1,
    executor: Executor | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    progress: ProgressCallback | None = None,
) -> PartRun:
    """Run a part of a plan, or go on with it, and keep its file.

    The file is written every ten seconds and at the end, whole or not at all. Whatever ends the
    run, the same call goes on. It does no harm if another machine runs the same part. If the part
    was divided, its parts are run in turn.

    Parameters
    ----------
    plan : path
        A plan that :func:`split` wrote.
    part : int or str
        The number of the part, from 0; or "17.3" for part 3 of part 17.
    folder : path, default "parts"
        Where the files of parts are; it is made if it is missing.
    recheck : bool, default False
        Run the part anew into a file of its own, with another engine if the question has one.
    workers, executor, nodes, seconds, progress
        As for :meth:`Problem.gather`; ``workers`` is 1 by default.

    Returns
    -------
    PartRun

    Raises
    ------
    Interrupted
        On Ctrl-C, once the file is written.
    FileFault, OSError
        If the file of the part belongs to another plan or part; if one cannot be read or written.
        (A damaged file is begun again.)
    BudgetError, JournalFault
        If there is no such part or an argument is invalid; if this version or this machine would
        not run what the plan describes.

    See Also
    --------
    split, merge
    """
    deadline, plan = Ask(None, nodes, seconds, progress, workers, executor).deadline(), str(plan)
    stated, name = read_part(plan), str(part)
    above = _above(stated, name, Path(folder), plan)
    path = Path(folder) / f"{name}{'-recheck' if recheck else ''}.xct"
    path.parent.mkdir(parents=True, exist_ok=True)
    new = mine = Part(stated.checksum, name, above.checksum if above.name else "")
    if path.exists():
        try:
            mine = read_part(str(path), stated.checksum)
            mine.check_asked(stated.question)
        except DamagedPart as fault:
            _log.warning("%s: the part is begun again", fault)
            mine = new
        if (mine.name, mine.above) != (name, new.above):
            expected = f"part {name} as it is divided now; move the file elsewhere"
            raise FileFault(str(path), 0, 0, f"this is part {mine.name}", expected)
    if mine.into:
        count, visited = mine.found["count"], mine.found["nodes"]
        for number in range(mine.into):
            inner = run_part(
                plan, f"{name}.{number}", folder=folder, workers=workers, executor=executor,
                nodes=nodes, seconds=deadline.left(), progress=progress,
            )  # fmt: skip
            count, visited = count + inner.count, visited + inner.nodes
            if not inner.complete:
                return PartRun(name, str(path), False, count, visited, inner.stopped)
        return PartRun(name, str(path), True, count, visited, None)
    if mine.found and mine.complete:
        return _ran(mine, str(path), None)
    check_folder(str(path))
    more: dict[str, Any] = {
        "workers": workers, "executor": executor, "nodes": nodes, "progress": progress,
    }  # fmt: skip
    problem, journal = problem_of(stated, plan), RunJournal(str(path), mine, stated.question, above)
    if recheck and stated.question["kind"] == "gather":
        more["engine"] = _another_engine(stated.question.get("engine"))
    stopped = _asked(problem, stated.question, journal, deadline, **more)
    if not mine.found and stopped is None:
        journal.nothing_to_do()
    return _ran(mine, str(path), None if mine.found and mine.complete else stopped)


def _ran(part: Part, path: str, stopped: str | None) -> PartRun:
    found = part.found or {"count": 0, "nodes": 0}
    done = bool(part.found) and part.complete
    return PartRun(part.name, path, done, found["count"], found["nodes"], stopped)


def _another_engine(engine: str | None) -> str:
    """An engine other than that of the plan, which has little code in common with it."""
    return "cells" if engine != "cells" else "reference"


def _above(plan: Part, name: str, folder: Path, path: str) -> Part:
    """The plan, or the part, of which this is a part."""
    *before, last = name.split(".")
    above = plan
    if before:
        path = str(folder / f"{'.'.join(before)}.xct")
        above = read_part(path, plan.checksum)
    if not above.into:
        raise FileFault(path, 0, 0, "it was not divided", f"a part divided before {name} is run")
    if not (NAME.fullmatch(name) and int(last) < above.into):
        raise BudgetError("part", name, f"a number from 0 to {above.into - 1:,}")
    return above
