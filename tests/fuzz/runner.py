"""Run problems through all questions."""

from __future__ import annotations

import faulthandler
import os
import random
import signal
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from .brute_force import Case, TooLarge, Truth
from .generator import problem_of, truth_of
from .questions import QUESTIONS, Question
from .questions.checks import TOO_LARGE
from .thresholds import Name, thresholds, with_thresholds

__all__ = ["Failure", "Tally", "answered", "run_case", "run_cases"]

#: Seconds of work for one question of one problem at most, since some compile; and seconds on the
#: clock, of which a process at low priority on a busy machine gets few.
PATIENCE, LONGEST = 60, 3600


class Hang(Exception):
    """A question takes far too long."""


@dataclass(frozen=True)
class Failure:
    """A difference: the seed of the problem, the question, and what was found."""

    seed: str
    question: str
    case: Case
    values: dict[Name, Any]
    told: str

    def __str__(self) -> str:
        values = [f"    {'.'.join(name)} = {value!r}" for name, value in self.values.items()]
        lines = [f"{self.question} (case {self.seed})", f"  {self.case}"]
        return "\n".join([*lines, *["  with"] * bool(values), *values, f"  {self.told}"])


@dataclass
class Tally:
    """What was asked, and what came of it; for shrunk thresholds (1) and others (0)."""

    problems: Counter[int] = field(default_factory=Counter)
    asked: Counter[tuple[str, int]] = field(default_factory=Counter)
    #: Questions that a limit on memory refused, which was made small; or the brute force.
    refused: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add what was asked elsewhere."""
        for name, theirs in vars(other).items():
            setattr(self, name, getattr(self, name) + theirs)


def run_cases(seed: str, shrunk: str, until: float, only: str | None, numbers: range) -> Tally:
    """The problems of some numbers, as far as the time allows: until ``time.time()`` is ``until``.

    Processes call it, so it does not stand in ``__main__``.
    """
    tally = Tally()
    for number in numbers:
        if time.time() > until:
            break
        run_case(f"{seed}-{number}", shrunk, tally, only)
    return tally


def run_case(seed: str, shrunk: str, tally: Tally, only: str | None = None) -> None:
    """Ask the problem of a seed its questions. ``shrunk``: "all", "none", or "half" of them."""
    draw = random.Random(f"{seed}/questions")
    small = {"all": True, "none": False}.get(shrunk, draw.random() < 0.5)
    share = draw.choice([1.0, 0.5, 0.1])
    values = thresholds(draw, share) if small else {}
    asked = [question for question, often in QUESTIONS.items() if draw.random() < often]
    if only is not None:
        asked = [question for question in QUESTIONS if question.__name__ == only]
    truth = truth_of(seed)
    tally.problems[small] += 1
    with with_thresholds(values):
        for question in asked:
            name = question.__name__
            own = f"{seed}/{name}"
            tally.asked[name, small] += 1
            try:
                with patience(own, PATIENCE):
                    if not answered(question, truth, random.Random(own), bool(values)):
                        tally.refused[name] += 1
            except Exception as error:
                frames = traceback.extract_tb(error.__traceback__)
                where = [frame for frame in frames if "/fuzz/" not in frame.filename] or frames
                told = f"{type(error).__name__}: {error} ({where[-1].filename}:{where[-1].lineno})"
                tally.failures.append(Failure(seed, name, truth.case, values, told))


def answered(question: Question, truth: Truth, choices: random.Random, small: bool) -> bool:
    """Ask; whether there was an answer, and it was not refused by a limit that was made small."""
    try:
        question(problem_of(truth.case), truth, choices)
    except TooLarge:
        return False  # for the brute force
    except Exception as error:
        # (Its cause is the error of a task.)
        if small and (isinstance(error, TOO_LARGE) or isinstance(error.__cause__, TOO_LARGE)):
            return False
        raise
    return True


@contextmanager
def patience(what: str, seconds: float) -> Iterator[None]:
    """Raise :class:`Hang` after so many seconds of work; where that does not help, or a question
    waits for ever, end the process."""

    def give_up() -> None:
        print(f"\n{what} does not come back", flush=True)
        faulthandler.dump_traceback()
        os._exit(4)

    def ring(*arguments: Any) -> None:
        raise Hang(f"no answer after {seconds} s")

    watchdog = threading.Timer(LONGEST, give_up)
    watchdog.daemon = True
    if sys.platform != "emscripten":
        watchdog.start()
    alarm = hasattr(signal, "setitimer")
    if alarm:
        before = signal.signal(signal.SIGPROF, ring)
        signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        watchdog.cancel()
        if alarm:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)
