"""What ``exactcover status`` prints."""

from __future__ import annotations

from datetime import UTC, datetime

from ...text import counted, printable
from .. import console
from ..solution_output import print_json

__all__ = ["print_status"]


def print_status(path: str, as_json: bool) -> int:
    """``exactcover status``; returns the exit code."""
    from dataclasses import asdict

    from ...parallel.journal import read_status

    status = read_status(path)
    if as_json:
        numbers = {**asdict(status), "complete": status.complete}
        numbers["count"] = console.json_number(status.count)
        print_json(numbers)
        return console.ANSWERED
    print(f"problem     {printable(status.name)}, digest {printable(status.digest[:16])}")
    at_least = "" if status.complete else "at least "
    print(f"solutions   {at_least}{status.count:,}")
    print(f"done        {100 * (1 - status.share):.4g} %, {counted(status.tasks, 'task')}", end="")
    print(f", {counted(status.nodes, 'node')} in {counted(status.sessions, 'session')}")
    print(f"open        {counted(status.open, 'prefix', 'prefixes')}")
    work = console.duration(status.seconds)
    print(f"time        {console.duration(status.elapsed)}, {work} of work")
    updated = datetime.fromisoformat(status.updated)
    ago = max(0.0, (datetime.now(UTC) - updated).total_seconds())
    print(f"last task   {updated:%Y-%m-%d %H:%M:%S} UTC, {console.duration(ago)} ago")
    if status.rate is not None:
        print(f"rate        {status.rate:,.0f} nodes a second in the last session")
    if not status.complete and status.left is not None:
        print(f"left        about {console.duration(status.left)}", end="")
        print(console.interval(status.left_between))
    return console.ANSWERED
