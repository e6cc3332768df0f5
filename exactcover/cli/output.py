"""Printing answers (solutions, estimates, reasons; JSON) and writing the files of commands.

The commands of ``exactcover`` print the names of items and options; adapters give them words.
File names are checked before the work begins, and answers are printed after files are written.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import math
import os
import sys
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from ..common.costs import Cost, cost_text
from ..common.deadline import Deadline
from ..common.interrupts import uninterrupted
from ..display.progress_line import say, status
from ..errors import SearchStopped, shown
from ..statement.results import Impossible, Solution
from ..text import counted, digits, duration, json_text, printable
from .running import ANSWERED, NO_SOLUTION, STOPPED, ended

if TYPE_CHECKING:
    from ..problem import Problem
    from ..reasons.ambiguity import Ambiguity
    from ..reasons.explanation import Explanation
    from ..search.estimate import Figure

#: The most options that a line names. If there are more, only their number is printed; ``--json``
#: names all.
_MOST_NAMES = 12
#: The extensions of drawings, plain or compressed.
SVG = (".svg", ".svgz", ".svg.gz")


def json_number(value: int) -> int | str:
    """A count for JSON: a number, or a string beyond what every reader keeps exact (2^53)."""
    return int(value) if abs(value) < 2**53 else digits(value)


def json_cost(value: Cost) -> int | float | str:
    """A cost for JSON: a number, or a string for a fraction or a number that readers may round."""
    if isinstance(value, float):
        return value
    return json_number(int(value)) if value == int(value) else cost_text(value)


def label_as_json(stopped: str | None, nodes: int) -> dict[str, Any]:
    """The keys that say whether an answer is complete, what stopped it, and the nodes visited."""
    return {"complete": stopped is None, "stopped": stopped, "nodes": nodes}


#: Keys that each JSON object begins with.
_about: ContextVar[Mapping[str, Any]] = ContextVar("about", default={})  # noqa: B039 (never changed)


@contextmanager
def json_about(about: Mapping[str, Any]) -> Iterator[None]:
    """Inside, :func:`print_json` puts these keys at the beginning of each object."""
    token = _about.set(about)
    try:
        yield
    finally:
        _about.reset(token)


def print_json(value: Any, file: TextIO | None = None) -> None:
    """Print a value as one line of JSON."""
    stream = file or sys.stdout
    if isinstance(value, dict):
        value = {**_about.get(), **value}
    with uninterrupted():
        print(json_text(value, stream.encoding or "utf-8"), file=stream)


def _words(problem: Problem, option: Hashable) -> str:
    return " ".join(
        printable(item) if colour is None else f"{printable(item)}:{printable(colour)}"
        for item, colour in problem.items_of(option).items()
    )


def solution_as_json(problem: Problem, number: int, solution: Solution) -> dict[str, Any]:
    """A solution with its number, as commands print it with ``--json``."""
    answer = {
        "solution": number,
        "options": list(solution.options),
        "items": [list(solution.items_of(option)) for option in solution.options],
        "colours": [[item, colour] for item, colour in solution.colours.items()],
    }
    penalties = problem.penalties
    if penalties or problem.costs:
        answer["cost"] = json_cost(solution.cost)
    if penalties:
        answer["open"] = [[item, times] for item, times in solution.open_items.items()]
    return answer


def print_solution(
    problem: Problem, number: int, solution: Solution, as_json: bool = False
) -> None:
    """Print a solution with its number: one option per line, or as a JSON object."""
    with uninterrupted():
        if as_json:
            print_json(solution_as_json(problem, number, solution))
            return
        priced = problem.penalties or problem.costs
        cost = f", cost {cost_text(solution.cost)}" if priced else ""
        missing = ", ".join(
            printable(item) + (f" ({times} missing)" if times > 1 else "")
            for item, times in solution.open_items.items()
        )
        print(f"solution {number}{cost}{missing and f'; open: {missing}'}")
        for option in solution.options:
            print(f"  {printable(option)}: {_words(problem, option)}")


# -- estimates ------------------------------------------------------------------------------------


def json_figure(figure: Figure) -> dict[str, float | None]:
    """An estimated number for JSON, which has no infinity: a bound that is not known is null."""
    return {key: each if math.isfinite(each) else None for key, each in asdict(figure).items()}


def print_estimate(
    problem: Problem,
    probes: int | None,
    seed: int,
    arguments: argparse.Namespace,
    program: str = "exactcover",
) -> int:
    """Print an estimate of how long listing the solutions takes; return the exit code."""
    from ..search.estimate import usual_probes

    try:
        found = problem.estimate(probes, seed=seed, seconds=arguments.seconds)
    except SearchStopped:
        return ended(program, 0, "seconds", quiet=False)
    if 0 < found.probes < (probes or usual_probes()) and not arguments.quiet:
        say(f"{program}: out of time after {found.probes:,} random descents")
    if arguments.json:
        figures = {
            key: json_figure(getattr(found, key)) for key in ("nodes", "solutions", "seconds")
        }
        print_json({**figures, "probes": found.probes})
        return ANSWERED
    print(f"nodes      {found.nodes}")
    print(f"solutions  {found.solutions}")
    print(f"time       {found.seconds.in_words(duration)}")
    if not arguments.quiet:
        remark = "count also tries a diagram, which may be far faster"
        say(f"{program}: this estimates listing all solutions; {remark}")
    return ANSWERED


# -- reasons --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wording:
    """How to name items and options. ``as_json``: converts names for JSON. ``picture``: draws some
    options on the terminal; ``picture_of_reason``: draws what an explanation names."""

    item: Callable[[Any], str] = shown
    option: Callable[[Any], str] = shown
    items: str = "items"
    options: tuple[str, str] = ("option", "options")
    as_json: Callable[[Any], Any] = lambda name: name
    picture: Callable[[Sequence[Any]], str] | None = None
    picture_of_reason: Callable[[Explanation], str] | None = None
    program: str = "exactcover"


def explain_problem(problem: Problem, words: Wording, arguments: argparse.Namespace) -> int:
    """Print why there is no solution, or how the solutions differ; return the exit code."""
    deadline = Deadline(arguments.seconds)
    with status(arguments.quiet) as show:
        explanation = problem.explain(seconds=arguments.seconds, report=show)
        if explanation is None:
            found = problem.ambiguity(seconds=deadline.left(), report=show)
    if explanation is not None:
        print_explanation(explanation, words, arguments.json, arguments.quiet)
        return NO_SOLUTION
    assert not isinstance(found, Impossible)
    print_ambiguity(found, problem.given_options, words, arguments.json)
    return ambiguity_exit_code(found, deadline.passed())


def ambiguity_exit_code(found: Ambiguity, over: bool) -> int:
    """The exit code of a command that printed an ambiguity; ``over``: it ran out of time."""
    unknown = bool(found.undecided) or not found.smallest
    return STOPPED if over and unknown else ANSWERED


def print_explanation(why: Explanation, words: Wording, as_json: bool, quiet: bool) -> None:
    """Print why there is no solution."""
    reason = why.in_words(words.item, words.option, words.items, words.options[0])
    if as_json:
        answer = {
            "impossible": True,
            "reason": reason,
            "items": list(map(words.as_json, why.items)),
            "given": list(map(words.as_json, why.given)),
            "rules": list(why.rules),
            "irreducible": why.irreducible,
            "weights": [[words.as_json(item), each] for item, each in why.weights.items()],
            "modulus": why.modulus,
        }
        print_json(answer)
        return
    print(f"impossible: {reason}")
    if why.irreducible and len(why.items) + len(why.given) + len(why.rules) > 1:
        print("(without any one of them the rest could be satisfied)")
    picture = words.picture_of_reason(why) if words.picture_of_reason is not None else ""
    if picture:
        print(f"\n{picture}")
    sys.stdout.flush()
    if not quiet and not why.irreducible:
        say(f"{words.program}: out of time; a smaller part may be a reason as well")


def print_ambiguity(
    found: Ambiguity, given: Sequence[Hashable], words: Wording, as_json: bool
) -> None:
    """Print what all solutions share, what is open, and a choice that makes the solution unique."""
    if as_json:
        kinds = ("shared", "open", "never", "undecided")
        answer = {
            "impossible": False,
            "solutions": json_number(found.solutions),
            "complete": found.solutions.complete,
            **{kind: list(map(words.as_json, getattr(found, kind))) for kind in kinds},
            "choice": None if found.choice is None else list(map(words.as_json, found.choice)),
            "smallest": found.smallest,
        }
        print_json(answer)
        return
    if found.solutions.complete and found.solutions == 1:
        print("there is exactly one solution")
        return

    def listed(options: Sequence[Hashable]) -> str:
        return ", ".join(map(words.option, options))

    least = "" if found.solutions.complete else "at least "
    print(f"{least}{counted(found.solutions, 'solution')}")
    for kind, options in (
        ("in all of them", [option for option in found.shared if option not in given]),
        ("in none of them", found.never),
        ("open", found.open),
        ("undecided", found.undecided),
    ):
        if options:
            named = f" ({listed(options)})" if len(options) <= _MOST_NAMES else ""
            print(f"  {kind}: {counted(len(options), *words.options)}{named}")
    if found.choice is not None:
        fewest = "no fewer will do" if found.smallest else "fewer may do"
        number = counted(len(found.choice), *words.options)
        print(f"unique with {number}: {listed(found.choice)} ({fewest})")
        picture = words.picture(found.choice) if words.picture is not None else ""
        if picture:
            print(f"\n{picture}")


def check_output(
    parser: argparse.ArgumentParser, option: str, path: str | None, endings: Sequence[str]
) -> str:
    """Check the name of an output file before the work begins, and return its extension.

    The endings stand for formats; "" stands for a name without extension. Case does not matter. Any
    other name ends the program; a file that cannot be written raises OSError.
    """
    if path is None:
        return ""
    name = Path(path).name.lower()
    if not name or Path(path).is_dir():
        parser.error(f"{option} {path!r}: expected a file name")
    if path == "-" and "-" not in endings:
        parser.error(f"{option} needs a file: standard output carries the answer")
    suffixes = [ending for ending in endings if ending[:1] == "."]
    known = [suffix for suffix in suffixes if name.endswith(suffix)]
    if not known and (Path(name).suffix or "" not in endings):
        *others, last = suffixes
        expected = f"{', '.join(others)} or {last}" if others else last
        parser.error(f"{option} {path}: expected a name that ends in {expected}")
    folder = Path(os.path.realpath(path)).parent  # a loop of links is no error here
    if path != "-" and not path.startswith("/dev/"):
        if not folder.is_dir():
            raise FileNotFoundError(2, "no such folder", str(folder))
        if not os.access(folder, os.W_OK):
            raise PermissionError(13, "no permission to write there", str(folder))
    return max(known, key=len, default="")


class Held(io.StringIO):
    """Stands in for standard output, and holds back what is printed until ``release``."""

    def __init__(self, stream: TextIO):
        super().__init__()
        self._stream = stream

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the stream, which limits the characters that can be printed."""
        return self._stream.encoding

    def release(self) -> None:
        """Print what was held back, and stop holding back."""
        if sys.stdout is self:
            sys.stdout = self._stream
            self._stream.write(self.getvalue())


@contextmanager
def held_back(wait: bool) -> Iterator[Callable[[], None]]:
    """Hold back what is printed until the yielded function is called or the block ends.

    For commands that write a file (``wait``): the reader of their output may close it at any time,
    and a failed write ends the program. (On a terminal nothing is held back.)
    """
    if not wait or sys.stdout.isatty():
        yield lambda: None
        return
    sys.stdout = held = Held(sys.stdout)
    try:
        yield held.release
    except BaseException:
        with contextlib.suppress(BrokenPipeError):  # the other error counts
            held.release()
        raise
    held.release()
