"""``exactcover status``: print how far the search of a journal is."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from datetime import UTC, datetime

from ... import cli
from ...common.costs import cost_text
from ...parallel.journal import read_status
from ...text import counted, duration, interval, printable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("journal", metavar="FILE", help="what --journal wrote; it may be in use")
    cli.add_answer_arguments(parser, may_stop=False)


def run(arguments: argparse.Namespace) -> int:
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
    least = "" if status.complete else "at least "
    if status.question is None:
        print(f"solutions   {least}{status.count:,}")
    elif status.question == "classes":
        print(f"classes     {least}{status.count:,}, up to symmetry")
    else:
        cost = "none yet" if status.cost is None else cost_text(status.cost)
        bound = "none yet" if status.bound is None else cost_text(status.bound)
        print(f"{status.question:12}cost {cost}, bound {bound}")
    share = "" if status.question == "classes" else f"{100 * (1 - status.share):.4g} %, "
    print(f"done        {share}{counted(status.tasks, 'task')}", end="")
    print(f", {counted(status.nodes, 'node')} in {counted(status.sessions, 'session')}")
    of_next = f", {status.below:,} of them below level {status.level}" if status.below else ""
    print(f"open        {counted(status.open, 'prefix', 'prefixes')}{of_next}")
    print(f"time        {duration(status.elapsed)}, {duration(status.seconds)} of work")
    updated = datetime.fromisoformat(status.updated)
    ago = max(0.0, (datetime.now(UTC) - updated).total_seconds())
    print(f"last task   {updated:%Y-%m-%d %H:%M:%S} UTC, {duration(ago)} ago")
    if status.rate is not None:
        print(f"rate        {status.rate:,.0f} nodes a second in the last session")
    if not status.complete and status.left is not None:
        print(f"left        about {duration(status.left)}{interval(status.left_between)}")
    return cli.ANSWERED
