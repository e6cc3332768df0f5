"""How commands print why a problem has no solution, or too many.

``exactcover explain`` prints the names of items and options; the adapters in ``puzzles`` say what
they are.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..common.deadline import Deadline
from ..display.terminal_line import status
from ..errors import shown
from ..statement.results import Impossible
from ..text import counted
from .answer_output import json_number, print_json
from .messages import ANSWERED, NO_SOLUTION, STOPPED, say

if TYPE_CHECKING:
    from ..problem import Problem
    from ..reasons.ambiguity import Ambiguity
    from ..reasons.explanation import Explanation

#: Options named in a line. Of more, only the number is printed; ``--json`` names all.
_MOST_NAMES = 12


@dataclass(frozen=True)
class Wording:
    """What items and options are called. ``as_json``: names as JSON can hold them. ``picture``:
    of some options, for the terminal; ``picture_of_reason``: of what an explanation names."""

    item: Callable[[Any], str] = shown
    option: Callable[[Any], str] = shown
    items: str = "items"
    options: tuple[str, str] = ("option", "options")
    as_json: Callable[[Any], Any] = lambda name: name
    picture: Callable[[Sequence[Any]], str] | None = None
    picture_of_reason: Callable[[Explanation], str] | None = None
    program: str = "exactcover"


def explain_problem(problem: Problem, words: Wording, arguments: argparse.Namespace) -> int:
    """Print why there is no solution, or what is open in the solutions; returns the exit code."""
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
    """The exit code of a command that printed an ambiguity; ``over``: its time was over."""
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
        say(f"{words.program}: the time was over before it was known whether less would do")


def print_ambiguity(
    found: Ambiguity, given: Sequence[Hashable], words: Wording, as_json: bool
) -> None:
    """Print what all solutions share, what is open, and what would make them one."""
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
        ("not decided", found.undecided),
    ):
        if options:
            named = f" ({listed(options)})" if len(options) <= _MOST_NAMES else ""
            print(f"  {kind}: {counted(len(options), *words.options)}{named}")
    if found.choice is not None:
        fewest = "no fewer will do" if found.smallest else "whether fewer will do is not known"
        number = counted(len(found.choice), *words.options)
        print(f"unique with {number}: {listed(found.choice)} ({fewest})")
        picture = words.picture(found.choice) if words.picture is not None else ""
        if picture:
            print(f"\n{picture}")
