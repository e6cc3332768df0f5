"""How commands print an estimate."""

from __future__ import annotations

import argparse
import math
from dataclasses import asdict
from typing import TYPE_CHECKING

from ..errors import SearchStopped
from ..text import duration
from .answer_output import print_json
from .messages import ANSWERED, ended, say

if TYPE_CHECKING:
    from ..problem import Problem


def print_estimate(
    problem: Problem,
    probes: int | None,
    seed: int,
    arguments: argparse.Namespace,
    program: str = "exactcover",
) -> int:
    """Print about how long listing the solutions takes; returns the exit code."""
    try:
        found = problem.estimate(probes, seed=seed, seconds=arguments.seconds)
    except SearchStopped:
        return ended(program, 0, "seconds", quiet=False)
    from ..search.estimate import usual_probes

    if 0 < found.probes < (probes or usual_probes()) and not arguments.quiet:
        say(f"{program}: the time was over after {found.probes:,} random descents")
    if arguments.json:
        # JSON has no infinity: a bound that is not known is null.
        answer = asdict(found)
        for figure in (answer["nodes"], answer["solutions"], answer["seconds"]):
            figure.update({k: None for k, each in figure.items() if not math.isfinite(each)})
        print_json(answer)
        return ANSWERED
    print(f"nodes      {found.nodes}")
    print(f"solutions  {found.solutions}")
    print(f"time       {found.seconds.in_words(duration)}")
    if not arguments.quiet:
        remark = "count tries a diagram beside it, which may take far less"
        say(f"{program}: this is what listing all solutions takes; {remark}")
    return ANSWERED
