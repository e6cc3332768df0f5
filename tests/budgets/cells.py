"""Ask one question in a process of its own, and check what it leaves behind."""

from __future__ import annotations

import gc
import json
import os
import signal
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import psutil

import exactcover as xc

from .problems import HARD
from .questions import BY_ENGINE, DIVIDED, QUESTIONS, WITHOUT_NODES, some_symmetry

__all__ = ["Cell", "Report", "asked", "cells"]

ENGINES = ("reference", "bitset", "cells", "learning", "restarts", "sat")
WAYS = ("workers", "journal", "threads", "processes")
BUDGETS = ("seconds", "nodes", "Ctrl-C")
#: The budgets; seconds and nodes more that are allowed.
SECONDS, NODES, LATE, MORE = 0.5, 1_000, 0.5, 1_000
#: Seconds after which a process is killed; and that a session prepares its search, at most.
PATIENCE, PREPARED = 60.0, 20.0


@dataclass(frozen=True)
class Cell:
    """A cell of the table."""

    problem: str
    question: str
    engine: str
    way: str
    budget: str

    def __str__(self) -> str:
        return " / ".join((self.problem, self.question, self.engine, self.way, self.budget))


@dataclass
class Report:
    """``measure``: seconds beyond the budget, or nodes."""

    measure: float
    faults: list[str] = field(default_factory=list)


def cells() -> Iterator[Cell]:
    """All cells; some do not go together, which :func:`asked` finds out."""
    for problem in HARD:
        for question in QUESTIONS:
            engines = ("auto", *ENGINES) if question in BY_ENGINE else ("auto",)
            ways = ("one process", *WAYS) if question in DIVIDED else ("one process",)
            for engine in engines:
                for way in ways:
                    for budget in BUDGETS:
                        if budget != "nodes" or question not in WITHOUT_NODES:
                            yield Cell(problem, question, engine, way, budget)


def asked(problem: xc.Problem, cell: Cell) -> Report | None:
    """Ask in a process of its own; None if the question does not go with the rest."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        os.setpgid(0, 0)
        _in_child(problem, cell, os.fdopen(writing, "w"))
    os.close(writing)
    told: list[dict[str, Any]] = []
    pressed = time.monotonic()
    with os.fdopen(reading) as lines:
        patience = PATIENCE * (4 if cell.budget == "nodes" else 1)
        killer = threading.Timer(patience, os.kill, (child, signal.SIGKILL))
        killer.start()
        for line in lines:
            told.append(json.loads(line))
            if told[-1].get("begun") and cell.budget == "Ctrl-C":
                time.sleep(SECONDS)
                pressed = time.monotonic()
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGINT)
        killer.cancel()
    os.waitpid(child, 0)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)  # the workers of a question that was killed
    whole = {key: value for each in told for key, value in each.items()}
    if whole.get("refused"):
        return None
    if "ended" not in whole:
        return Report(PATIENCE, ["it did not end, or died"])
    return _judged(cell, whole, whole["ended"] - pressed)


def _judged(cell: Cell, told: dict[str, Any], since: float) -> Report:
    faults = list(told["left"])
    if told.get("error"):
        faults.append(told["error"])
    if cell.budget == "nodes":
        measure = float(told["nodes"] - NODES)
        if measure > MORE:
            faults.append(f"{told['nodes']:,} nodes")
    else:
        measure = told["ended"] - told["begun"] - SECONDS if cell.budget == "seconds" else since
        if measure > LATE:
            faults.append(f"{measure:.2f} s late")
    if not told["labelled"]:
        faults.append(f"no label: {told['answer']}")
    return Report(measure, faults)


# -- in the other process -------------------------------------------------------------------------


def _in_child(problem: xc.Problem, cell: Cell, out: Any) -> None:
    """Ask, say what came of it, and end."""
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def tell(**what: Any) -> None:
        print(json.dumps(what), file=out, flush=True)

    try:
        with tempfile.TemporaryDirectory() as folder:
            _ask(problem, cell, Path(folder), tell)
    except BaseException as error:  # a fault of this program
        tell(ended=time.monotonic(), left=[], labelled=False, nodes=0, answer=repr(error)[:200])
    finally:
        out.flush()
        os._exit(0)


def _ask(problem: xc.Problem, cell: Cell, folder: Path, tell: Any) -> None:
    how: dict[str, Any] = {}
    executor: Any = None
    if cell.engine != "auto":
        how["engine"] = cell.engine
    if cell.way == "workers":
        how["workers"] = 2
    elif cell.way == "journal":
        how |= {"workers": 2, "journal": folder / "journal"}
    elif cell.way == "threads":
        executor = how["executor"] = ThreadPoolExecutor(2)
    elif cell.way == "processes":
        executor = how["executor"] = ProcessPoolExecutor(2, get_context("forkserver"))
        executor.submit(int).result()
    if cell.budget != "Ctrl-C":
        how[cell.budget] = SECONDS if cell.budget == "seconds" else NODES
    ask = QUESTIONS[cell.question]
    try:
        asked = some_symmetry(problem) if cell.question == "classes" else problem.given()
    except xc.MethodConflict:
        tell(refused=True)
        return
    before = _files()
    tell(begun=time.monotonic())
    answer, error = _answer_of(ask, asked, how)
    ended = time.monotonic()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if isinstance(error, xc.MethodConflict | xc.EngineTooLarge | xc.GroupTooLarge | TypeError):
        tell(refused=True)
        return
    label = _label(answer, error)
    left = _left(executor)
    left += [f"file {name} is open" for name in _files() - before]
    if cell.way == "journal" and label == cell.budget:
        # A journal keeps what was searched, not what every session prepares.
        for seconds in (SECONDS, PREPARED):
            again, _ = _answer_of(ask, asked, {**how, "seconds": seconds})
            if getattr(again, "complete", False) or _further(answer, again):
                break
        else:
            left.append(f"the second run with the journal went no further ({_reached(again)})")
    wrong = "" if error is None or label else f"{type(error).__name__}: {error}"[:200]
    tell(ended=ended, left=left, labelled=bool(label), nodes=_nodes(answer),
         answer=repr(answer)[:80], error=wrong)  # fmt: skip


def _nodes(answer: Any) -> int:
    """Nodes visited; 0 if the answer does not tell. (An estimate tells how many there would be.)"""
    nodes = getattr(answer, "nodes", getattr(getattr(answer, "count", None), "nodes", 0))
    return nodes if isinstance(nodes, int) else 0


def _reached(answer: Any) -> tuple[Any, ...]:
    """What a journal holds: nodes, and of the cheapest the cost and the bound."""
    return _nodes(answer), getattr(answer, "costs", ()), getattr(answer, "bound", None)


def _further(before: Any, after: Any) -> bool:
    """Whether a second run has lost nothing, and reached something more."""
    return _nodes(after) >= _nodes(before) and _reached(after) != _reached(before)


def _answer_of(ask: Any, asked: Any, how: dict[str, Any]) -> tuple[Any, Any]:
    try:
        return ask(asked, **how), None
    except xc.Interrupted as interruption:
        return interruption.partial, interruption
    except (Exception, KeyboardInterrupt) as error:
        return None, error


def _label(answer: Any, error: BaseException | None) -> str:
    """What the answer says of its end: "complete", or what stopped it; empty for no label."""
    if isinstance(error, xc.SearchStopped):
        return str(error.stopped)
    if isinstance(error, xc.DiagramTooLarge):
        return "memory"
    if isinstance(error, KeyboardInterrupt):
        return "Ctrl-C"
    if error is not None:
        return ""
    stopped = getattr(answer, "stopped", None) or getattr(
        getattr(answer, "count", None), "stopped", None
    )
    return stopped or "complete"


def _left(executor: Any) -> list[str]:
    """What is still at work a moment after the answer."""
    faults = []
    if executor is not None:
        until = time.monotonic() + 2
        try:
            for future in [executor.submit(int) for _ in range(4)]:
                future.result(max(0.0, until - time.monotonic()))
        except TimeoutError:
            faults.append("the executor is still busy")
        executor.shutdown(wait=False, cancel_futures=True)
    gc.collect()
    until = time.monotonic() + 1
    while time.monotonic() < until and (threading.active_count() > 1 or _processes()):
        time.sleep(0.02)
    others = {*threading.enumerate()} - {threading.main_thread()}
    faults += [f"thread {thread.name} is left" for thread in others]
    faults += [f"process {name} is left" for name in _processes() if executor is None]
    return faults


def _processes() -> list[str]:
    """Children of this process that are at work, except the servers of multiprocessing."""
    found = []
    for process in psutil.Process().children():
        with suppress(psutil.Error):
            found.append(" ".join(process.cmdline())[:200])
    return [line for line in found if "multiprocessing" not in line]


def _files() -> set[str]:
    """Files of the temporary folder that are open."""
    opened = {file.path for file in psutil.Process().open_files()}
    return {name for name in opened if name.startswith(tempfile.gettempdir())}
