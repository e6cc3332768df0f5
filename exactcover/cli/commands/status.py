"""``exactcover status``: print how far the search of a journal is."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from ... import cli
from ...common.costs import cost_text
from ...parallel.journal import read_status
from ...text import counted, duration, interval, printable

#: How the journal of a classification begins; all others are databases.
_CLASSIFICATION = b"exactcover classification"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("journal", metavar="FILE", help="what --journal wrote; it may be in use")
    cli.add_answer_arguments(parser, may_stop=False)


def run(arguments: argparse.Namespace) -> int:
    path = Path(arguments.journal)
    if path.is_file():
        with path.open("rb") as file:
            if file.read(len(_CLASSIFICATION)) == _CLASSIFICATION:
                return _classification(arguments.journal, arguments.json)
    status = read_status(arguments.journal)
    if arguments.json:
        count = cli.json_number(status.count)
        costs = {
            name: None if cost is None else cli.json_cost(cost)
            for name, cost in (("cost", status.cost), ("bound", status.bound))
        }
        cli.print_json({**asdict(status), "complete": status.complete, "count": count, **costs})
        return cli.ANSWERED
    print(f"problem     {printable(status.name)}, digest {printable(status.digest[:16])}")
    if status.question is None:
        print(f"solutions   {'' if status.complete else 'at least '}{status.count:,}")
    else:
        cost = "none yet" if status.cost is None else cost_text(status.cost)
        bound = "none yet" if status.bound is None else cost_text(status.bound)
        print(f"{status.question:12}cost {cost}, bound {bound}")
    print(f"done        {100 * (1 - status.share):.4g} %, {counted(status.tasks, 'task')}", end="")
    print(f", {counted(status.nodes, 'node')} in {counted(status.sessions, 'session')}")
    print(f"open        {counted(status.open, 'prefix', 'prefixes')}")
    print(f"time        {duration(status.elapsed)}, {duration(status.seconds)} of work")
    updated = datetime.fromisoformat(status.updated)
    ago = max(0.0, (datetime.now(UTC) - updated).total_seconds())
    print(f"last task   {updated:%Y-%m-%d %H:%M:%S} UTC, {duration(ago)} ago")
    if status.rate is not None:
        print(f"rate        {status.rate:,.0f} nodes a second in the last session")
    if not status.complete and status.left is not None:
        print(f"left        about {duration(status.left)}{interval(status.left_between)}")
    return cli.ANSWERED


def _classification(path: str, as_json: bool) -> int:
    """Print how far solutions up to symmetry are found."""
    from ...symmetries.class_journal import read_summary

    summary = read_summary(path)
    updated = datetime.fromtimestamp(summary.updated, UTC)
    if as_json:
        times = {"updated": updated.isoformat(timespec="seconds"), "complete": summary.complete}
        cli.print_json({**summary._asdict(), **times})
        return cli.ANSWERED
    least = "" if summary.complete else "at least "
    print(f"classes     {least}{summary.classes:,}, up to symmetry")
    print(f"done        {counted(summary.nodes, 'node')}, level {summary.level}")
    print(f"open        {summary.open:,} of this level, {summary.below:,} known of the next")
    ago = max(0.0, (datetime.now(UTC) - updated).total_seconds())
    print(f"written     {updated:%Y-%m-%d %H:%M:%S} UTC, {duration(ago)} ago")
    return cli.ANSWERED
