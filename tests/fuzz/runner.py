"""Letting problems through all questions, and making those small that show a difference."""

from __future__ import annotations

import faulthandler
import os
import random
import signal
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from tests.fuzz.thresholds import thresholds, with_thresholds

from .brute_force import Case, TooLarge, Truth
from .generator import problem_of, truth_of, without_item, without_option
from .questions import QUESTIONS, Question
from .questions.checks import TOO_LARGE

__all__ = ["Failure", "Tally", "run_case", "run_cases", "smaller"]

#: Seconds of work for one question of one problem at most, since some compile; and seconds on the
#: clock, of which a process at low priority on a busy machine gets few.
PATIENCE, LONGEST = 60, 3600

Values = dict[tuple[str, str], Any]
NAMED = {question.__name__: question for question in QUESTIONS}


class Hang(Exception):
    """A question takes far too long."""


@dataclass(frozen=True)
class Failure:
    """A difference: the seed of the problem, the question, and what was found."""

    seed: str
    question: str
    case: Case
    values: Values
    told: str
    #: The seed of the question's own choices.
    choices: str

    def __str__(self) -> str:
        values = "".join(f"\n    {module}.{name} = {value!r}" for (module, name), value
                         in self.values.items())  # fmt: skip
        return (
            f"{self.question} (case {self.seed}, choices {self.choices!r})\n  {self.case}\n"
            + (f"  with{values}\n" if values else "")
            + f"  {self.told}"
        )


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
        self.problems += other.problems
        self.asked += other.asked
        self.refused += other.refused
        self.failures += other.failures


def run_cases(
    seed: str, numbers: range, shrunk: str, until: float, only: str | None = None
) -> Tally:
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
        asked = [NAMED[only]]
    truth = truth_of(seed)
    case = truth.case
    tally.problems[small] += 1
    with with_thresholds(values):
        for question in asked:
            name = question.__name__
            choices = f"{seed}/{name}"
            told = difference(question, case, truth, choices, bool(values))
            tally.asked[name, small] += 1
            if told == "too large":
                tally.refused[name] += 1
            elif told:
                tally.failures.append(Failure(seed, name, case, values, told, choices))


def difference(
    question: Question,
    case: Case,
    truth: Truth,
    choices: str,
    small: bool,
    seconds: float = PATIENCE,
) -> str:
    """What is wrong with the answer, or nothing; "too large" where limits refused it."""
    try:
        with patience(f"{question.__name__}, {choices}", seconds):
            question(problem_of(case), truth, random.Random(choices))
    except TOO_LARGE as error:
        return "too large" if small else f"{type(error).__name__}: {error}"
    except TooLarge:
        return "too large"  # for the brute force
    except Exception as error:
        if small and isinstance(error.__cause__, TOO_LARGE):
            return "too large"  # a task was refused
        frames = traceback.extract_tb(error.__traceback__)
        where = [frame for frame in frames if "/fuzz/" not in frame.filename] or frames
        return f"{type(error).__name__}: {error} ({where[-1].filename}:{where[-1].lineno})"
    return ""


@contextmanager
def patience(what: str, seconds: float) -> Iterator[None]:
    """Raise :class:`Hang` after so many seconds of work; where that does not help, or a question
    waits for ever, end the process."""
    watchdog.watch(what, LONGEST)
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*arguments: Any) -> None:
        raise Hang(f"no answer after {seconds} s")

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        watchdog.watch("", float("inf"))


class Watchdog:
    """Ends the process when a question does not come back, and says where it stands."""

    def __init__(self) -> None:
        self._what, self._left = "", float("inf")
        self._thread: threading.Thread | None = None

    def watch(self, what: str, seconds: float) -> None:
        """From now on so many seconds."""
        self._what, self._left = what, seconds
        if self._thread is None:
            self._thread = threading.Thread(target=self._look, daemon=True)
            self._thread.start()

    def _look(self) -> None:
        while True:
            time.sleep(1)
            self._left -= 1  # the clock goes on where the process is stopped for a while
            if self._left < 0:
                print(f"\n{self._what} does not come back", flush=True)
                faulthandler.dump_traceback()
                os._exit(4)


watchdog = Watchdog()


def smaller(failure: Failure, seconds: float = 60) -> Failure:
    """The same failure with as little as it takes, so far as the time allows."""
    until = time.monotonic() + seconds
    question = NAMED[failure.question]

    def still(case: Case, values: Values) -> Failure | None:
        """The failure, if some choices show it."""
        try:
            truth = Truth(case, 20_000)
        except TooLarge:
            return None
        try:
            if not problem_of(case).check():
                return None  # what bounds an option is gone
        except Exception:
            return None  # a rule reads what is gone
        for choices in (failure.choices, *(f"{failure.choices}/{k}" for k in range(8))):
            with with_thresholds(values):
                told = difference(question, case, truth, choices, bool(values), 5)
            if told and told != "too large":
                return replace(failure, case=case, values=values, told=told, choices=choices)
        return None

    changed = True
    while changed and time.monotonic() < until:
        changed = False
        for case, values in _simpler(failure.case, failure.values):
            found = still(case, values)
            if found is not None:
                failure, changed = found, True
                break
            if time.monotonic() > until:
                break
    return failure


def _simpler(case: Case, values: Values) -> Iterator[tuple[Case, Values]]:
    """What is a step simpler, the large steps first."""
    names = list(values)
    size = len(names)
    while size:
        for at in range(0, len(names), size):
            kept = names[:at] + names[at + size :]
            yield case, {name: values[name] for name in kept}
        size //= 2
    for name in ("motions", "rules", "costs", "penalties", "given", "forbidden"):
        if getattr(case, name):
            yield replace(case, **{name: type(getattr(case, name))()}), values
    for number in range(len(case.rules)):
        yield replace(case, rules=case.rules[:number] + case.rules[number + 1 :]), values
    for number in reversed(range(len(case.options))):
        yield without_option(case, number), values
    for item in (*case.secondary, *case.primary):
        yield without_item(case, item), values
    if case.bounds:
        yield replace(case, bounds={}, repeat=False), values
        for item in case.bounds:
            rest = {other: bound for other, bound in case.bounds.items() if other != item}
            yield replace(case, bounds=rest), values
    if case.repeat:
        yield replace(case, repeat=False), values
    for name in ("costs", "penalties"):
        numbers = getattr(case, name)
        for key, cost in numbers.items():
            if cost != 1:
                yield replace(case, **{name: {**numbers, key: 1}}), values
