"""``exactcover verify-result``: derive the terms of a result again, and compare."""

from __future__ import annotations

import argparse
import threading
import time
from collections.abc import Iterator
from typing import Any

from ... import cli
from ...errors import FileFault
from ...files.ledger import Result, read_result
from ...text import printable

#: Seconds from one look at Ctrl-C to the next.
_LOOK = 0.1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Derive the terms of a result again by each of its ways, and compare them with each other,"
        " with what is known and with what is claimed. FOLDER is one of results/. Its ways.py is"
        " run: only verify a folder that you trust."
    )
    parser.add_argument("folder", metavar="FOLDER", help="a folder of the ledger")
    most = "the last term; default: those that take seconds. The claims may take hours"
    cli.add_argument(parser, "--to N", most, cli.whole_number_from_1)
    cli.add_argument(parser, "--only N", "this term alone", cli.whole_number_from_1)
    cli.add_argument(parser, "--way NAME", "by this way alone")
    cli.add_answer_arguments(parser, may_stop=False)


def run(arguments: argparse.Namespace) -> int:
    result = read_result(arguments.folder)
    ways = list(result.ways)
    if arguments.way is not None:
        if arguments.way not in ways:
            arguments.parser.error(f"--way {arguments.way}: expected one of {', '.join(ways)}")
        ways = [arguments.way]
    rows = []
    if not arguments.json:
        print(printable(result.title))
    for row in _derived(result, _terms(result, arguments), ways):
        rows.append(row)
        if not arguments.json:
            print(_line(row), flush=True)
    agree = all(row["agrees"] for row in rows)
    if arguments.json:
        cli.print_json({"title": result.title, "terms": rows, "agree": agree})
    else:
        print("all agree" if agree else "they do not agree")
    return cli.ANSWERED if agree else cli.NO_SOLUTION


def _terms(result: Result, arguments: argparse.Namespace) -> list[int]:
    """The numbers of the terms to derive, ascending."""
    if arguments.only is not None:
        return [arguments.only]
    most = arguments.to or result.small
    return [n for n in sorted({*result.known, *(each.n for each in result.claims)}) if n <= most]


def _derived(result: Result, terms: list[int], ways: list[str]) -> Iterator[dict[str, Any]]:
    claimed = {each.n: each.value for each in result.claims}
    for n in terms:
        values, seconds = {}, {}
        for way in ways:
            began = time.perf_counter()
            values[way] = _value(result, way, n)
            seconds[way] = round(time.perf_counter() - began, 2)
        stated = result.known.get(n, claimed.get(n))
        yield {
            "n": n,
            "values": values,
            "seconds": seconds,
            "stated": stated,
            "new": n in claimed,
            "agrees": len({*values.values(), *([] if stated is None else [stated])}) == 1,
        }


def _value(result: Result, way: str, n: int) -> int:
    """A term by one way. It runs in a thread, so that Ctrl-C ends the command at once."""
    found: list[int] = []
    raised: list[Exception] = []

    def derive() -> None:
        try:
            found.append(int(result.ways[way](n)))
        except Exception as error:
            raised.append(error)

    thread = threading.Thread(target=derive, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(_LOOK)
    if raised:
        told = f"{way}({n}) raised {type(raised[0]).__name__}: {raised[0]}"
        raise FileFault("ways.py", 0, 0, told, "a whole number") from raised[0]
    return found[0]


def _line(row: dict[str, Any]) -> str:
    ways = ", ".join(
        f"{value:,} by {way} ({row['seconds'][way]} s)" for way, value in row["values"].items()
    )
    if row["stated"] is None:
        told = "neither known nor claimed"
    else:
        where = "claimed" if row["new"] else "known"
        told = f"as {where}" if row["agrees"] else f"but {row['stated']:,} is {where}"
    return f"n = {row['n']}: {ways}; {told}"
