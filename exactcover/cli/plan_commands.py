"""The commands for searches as files: ``split``, ``run`` and ``merge``."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import cli
from ..common.deadline import Deadline
from ..errors import BudgetError, FileFault
from ..parallel.part_file import Part, read_part
from ..plans.plan import problem_of, run_part, symmetry_of
from ..plans.plan import split as split_question
from ..statement.results import Impossible, Optimum, OrbitCount
from ..text import counted, duration, printable

if TYPE_CHECKING:
    from ..plans.merged import Merged
    from ..problem import Problem

#: Names of parts that a line holds.
_MOST_NAMES = 12
#: Part 17, part 3 of it, or several in a row: 20-99, 17.3-5. (Scripts write zeros before numbers.)
_PARTS = re.compile(r"((?:\d{1,11}\.)*)(\d{1,11})(?:-(?:\1)?(\d{1,11}))?")


# -- split -----------------------------------------------------------------------------------------


def split_arguments(parser: argparse.ArgumentParser) -> None:
    from .search_commands import gathered_arguments
    from .symmetry_command import group_arguments

    number = "number of parts"
    parser.add_argument(
        "--into", metavar="N", required=True, type=cli.whole_number_from_1, help=number
    )
    cli.add_argument(parser, "-o --output PLAN", "the plan, a file of any name")
    what = parser.add_argument_group("what is asked")
    questions = ("count", "gather", "minimize", "maximize", "classes")
    asks = "default: count; gather is the same; classes are solutions up to symmetry"
    cli.add_argument(what, "--question", asks, choices=questions, default="count")
    gathered_arguments(what)
    cli.add_argument(what, "-k K", "minimize: the K best; default: 1", cli.whole_number_from_1)
    within = "minimize: only solutions that cost at most COST (maximize: at least)"
    cli.add_argument(what, "--within COST", within, cli.cost)
    group_arguments(what)
    again = parser.add_argument_group("a part that is too large")
    part = "divide what is left of part K of the plan FILE, instead of a problem"
    cli.add_argument(again, "--part K", part)
    _add_folder(again)
    cli.add_search_arguments(parser)
    cli.add_problem_arguments(parser)


#: The arguments that belong to a question alone.
_OF_QUESTION = {
    "count": "engine order by_option sample seed best listed all",
    "minimize": "k within",
    "classes": "generators most",
}


def split(arguments: argparse.Namespace) -> int:
    from .search_commands import gathered_keywords, refuse
    from .symmetry_command import group_of

    deadline = Deadline(arguments.seconds)
    refuse(arguments, "nodes", "does not go with split")
    if arguments.part is not None:
        folder, seconds = arguments.folder, arguments.seconds
        split_question(
            arguments.part, arguments.into, arguments.file, folder=folder, seconds=seconds
        )
        return cli.ANSWERED
    if arguments.output is None:
        arguments.parser.error("expected -o PLAN, the file to write")
    alike = {"gather": "count", "maximize": "minimize"}
    kind = alike.get(arguments.question, arguments.question)
    for question, names in _OF_QUESTION.items():
        if question != kind:
            refuse(arguments, names, f"does not go with --question {arguments.question}")
    problem = cli.read_problem(arguments)
    what: Any = problem
    named, asked = "gather", dict[str, Any]()
    if kind == "classes":
        what = group_of(problem, arguments, deadline)
    elif kind == "minimize":
        named = arguments.question
        asked = {"k": arguments.k or 1, "within": arguments.within}
    else:
        asked = {"engine": arguments.engine, "order": arguments.order}
        asked |= gathered_keywords(arguments)
    if kind != "classes":
        asked["reduce"] = not arguments.no_reduce
    split_question(
        what, arguments.into, arguments.output, question=named, seconds=deadline.left(), **asked
    )
    work = _work(read_part(arguments.output))
    if work and not arguments.quiet:
        cli.say(f"exactcover: {counted(arguments.into, 'part')}, {work}")
    return cli.ANSWERED


def _work(plan: Part) -> str:
    """About how long a plan and a part of it take, if that was measured."""
    seconds = plan.share * plan.question.get("seconds", 0.0)
    if not seconds:
        return ""
    return f"about {duration(seconds / plan.into)} of work each, {duration(seconds)} in all"


def _add_folder(parser: Any) -> None:
    cli.add_argument(parser, "--folder FOLDER", "folder of the parts; default: parts", str, "parts")


# -- run -------------------------------------------------------------------------------------------


def run_arguments(parser: argparse.ArgumentParser) -> None:
    cli.add_argument(parser, "PLAN", "a plan that split wrote")
    part = "the parts to run, from 0, such as 17 or 20-99,102; 17.3 is part 3 of part 17"
    cli.add_argument(parser, "--part K", part)
    recheck = (
        "run parts anew with another engine, for merge to compare: this share of all parts, such"
        " as 1%%, drawn by lot, or those of --part that are among them"
    )
    cli.add_argument(parser, "--recheck P", recheck, _share)
    _add_folder(parser)
    cli.add_search_arguments(parser, budget_only=True)
    group = parser.add_argument_group("several workers")
    cli.add_argument(group, "--workers N", "threads; default: 1", cli.whole_number_from_1, 1)
    cli.add_argument(group, "--cluster ADDRESS", "as for exactcover count")


def run(arguments: argparse.Namespace) -> int:
    if arguments.part is None and arguments.recheck is None:
        arguments.parser.error("expected --part K, or --recheck P")
    deadline, plan = Deadline(arguments.seconds), read_part(arguments.plan)
    names = _parts(arguments, plan)
    arguments.journal, code, drawn = None, cli.ANSWERED, False
    with cli.worker_keywords(arguments) as workers, cli.progress(arguments.quiet) as progress:
        del workers["journal"]
        for name in names:
            drawn = True
            try:
                done = run_part(
                    arguments.plan, name, folder=arguments.folder,
                    recheck=arguments.recheck is not None, nodes=arguments.nodes,
                    seconds=deadline.left(), progress=progress, **workers,
                )  # fmt: skip
            except FileFault as fault:  # of this part alone
                cli.say_fault("exactcover", fault)
                code = cli.BAD_INPUT
                continue
            if not done.complete:
                return cli.ended("exactcover", 1, done.stopped, arguments.quiet)
    if not (drawn or arguments.quiet):
        cli.say("exactcover: none of these parts was drawn by lot")
    return code


def print_plan(path: str, as_json: bool) -> int:
    """Print what a plan is about, for ``status``; returns the exit code."""
    plan = read_part(path)
    problem = problem_of(plan, path)
    kind, prefixes = plan.question["kind"], sum(text.count(";") + 1 for text, *_ in plan.open)
    if as_json:
        cli.print_json({
            "parts": plan.into, "question": kind, "digest": plan.checksum, "prefixes": prefixes,
            "version": plan.version, "updated": plan.updated, "options": len(problem.options),
        })  # fmt: skip
        return cli.ANSWERED
    print(f"plan        {counted(plan.into, 'part')}, digest {plan.checksum[:16]}")
    asked = {
        name: each for name, each in plan.question["asked"].items()
        if each not in (None, False, "auto", "mrv") and name not in ("generators", "reduce")
    }  # fmt: skip
    words = [kind, *(f"{name}={printable(each)}" for name, each in asked.items())]
    print(f"question    {', '.join(words)}, {counted(len(problem.options), 'option')}")
    work = _work(plan)
    if work:
        print(f"work        {work}")
    print(
        f"divided     {counted(prefixes, 'open prefix', 'open prefixes')}, by version"
        f" {printable(plan.version)}, {printable(plan.updated)}"
    )
    return cli.ANSWERED


def _parts(arguments: argparse.Namespace, plan: Part) -> Iterator[str]:
    """The names of the parts to run."""
    stretches = list(_stretches(arguments.part or f"0-{plan.into - 1}", plan))
    names = (
        f"{above}{number}" for above, first, last in stretches for number in range(first, last + 1)
    )
    if arguments.recheck is None:
        return names
    inner = (each for name in names for each in _undivided(name, plan, Path(arguments.folder)))
    return (name for name in inner if in_lot(plan.checksum, name, arguments.recheck))


def _stretches(text: str, plan: Part) -> Iterator[tuple[str, int, int]]:
    """The parts to run, as what stands before the number of each, and the first and last number."""
    for word in text.split(","):
        found = _PARTS.fullmatch(word.strip())
        if found is None:
            raise BudgetError("part", word, "numbers of parts, such as 17, 17.3 or 20-99,102")
        above, first, last = found[1], int(found[2]), int(found[3] or found[2])
        if last < first or (not above and last >= plan.into):
            raise BudgetError("part", word, f"numbers from 0 to {plan.into - 1:,}, the lower first")
        yield re.sub(r"\d+", lambda number: str(int(number[0])), above), first, last


def _undivided(name: str, plan: Part, folder: Path) -> Iterator[str]:
    """A part; or if it was divided, its parts, as far as they are not divided."""
    into = 0
    with suppress(OSError, FileFault):
        into = read_part(str(folder / f"{name}.xct"), plan.checksum).into
    if not into:
        yield name
    for k in range(into):
        yield from _undivided(f"{name}.{k}", plan, folder)


def in_lot(plan: str, part: str, share: float) -> bool:
    """Whether a part is among those drawn by lot: the same ones on all machines."""
    drawn = sha256(f"{plan} {part}".encode()).digest()[:8]
    return int.from_bytes(drawn, "big") < share * 2**64


def _share(text: str) -> float:
    number, percent = text.removesuffix("%"), text.endswith("%")
    try:
        value = float(number) / (100 if percent else 1)
    except ValueError:
        value = -1.0
    # (Of a bare 1 nobody knows whether it is one percent.)
    if not (0 <= value <= 1 and (percent or "." in number)):
        raise argparse.ArgumentTypeError(f"{text!r}: expected a share, such as 1% or 0.01")
    return value


# -- merge -----------------------------------------------------------------------------------------


def merge_arguments(parser: argparse.ArgumentParser) -> None:
    cli.add_argument(parser, "PLAN", "a plan that split wrote")
    files = "files of parts, or folders of them; default: parts"
    parser.add_argument("files", metavar="FILE", nargs="*", help=files)
    todo = "print only the names of the parts that must be run, one a line"
    cli.add_argument(parser, "--todo", todo)
    cli.add_answer_arguments(parser, may_stop=False)


def merge(arguments: argparse.Namespace) -> int:
    from ..plans.merging import merging

    # Before the first part is run, there is no folder.
    files = arguments.files or ["parts"] * Path("parts").is_dir()
    found, plan, problem = merging(arguments.plan, files)
    for fault in found.faults:
        cli.say_fault("exactcover", fault)
    for name, files in found.disagreeing:
        both = " and ".join(map(printable, files))
        why = "neither counts until the wrong file is deleted"
        cli.say(f"exactcover: part {name}: {both} disagree, and {why}")
    if arguments.todo:
        for name in found.todo():
            print(name)
    else:
        _print(arguments, found, plan, problem)
    if found.faults or found.disagreeing:
        return cli.BAD_INPUT
    if not found.complete:
        return cli.STOPPED
    answer = found.answer
    number = answer.fixed if isinstance(answer, OrbitCount) else getattr(answer, "count", answer)
    return cli.ANSWERED if number else cli.NO_SOLUTION


def _print(arguments: argparse.Namespace, found: Merged, plan: Part, problem: Problem) -> None:
    """Print the answer, and what it was made of."""
    from .search_commands import print_gathered, print_impossible, print_optimum
    from .symmetry_command import print_orbits

    answer = found.answer
    arguments.by_option, arguments.plot = plan.question.get("wanted", {}).get("options"), None
    with cli.json_about({"merged": _as_json(found)} if arguments.json else {}):
        if isinstance(answer, Impossible):
            print_impossible(arguments, answer)
        elif isinstance(answer, Optimum):
            print_optimum(problem, arguments, answer)
        elif isinstance(answer, OrbitCount):
            group = symmetry_of(problem, plan.question["asked"])
            print_orbits(group, arguments.json, answer)
        else:
            print_gathered(problem, arguments, answer)
    if arguments.json:
        return
    states = [f"{found.done:,} of {found.parts:,} done"]
    states += [f"{len(found.begun):,} begun"] * bool(found.begun)
    print(f"parts       {', '.join(states)}")
    checked = f", {found.rechecked:,} by different engines" if found.rechecked else ""
    for name, parts, more in (
        ("begun", found.begun, ""), ("missing", found.missing, ""),
        ("twice", found.twice, checked),
        ("disagreeing", [each for each, _ in found.disagreeing], ""),
    ):  # fmt: skip
        if parts:
            others = len(parts) - _MOST_NAMES
            ends = f" and {others:,} more" if others > 0 else ""
            print(f"{name:12}{' '.join(parts[:_MOST_NAMES])}{ends}{more}")
    print(f"work        {counted(found.nodes, 'node')}, {duration(found.seconds)}")
    if found.left is not None:
        print(f"left        {found.left.in_words(duration)} of work")
    elif not found.complete:
        print("left        not known: too few parts are done to estimate it")
    if found.estimate is not None:
        print(f"estimate    {found.estimate} solutions in all")
    if len(found.versions) > 1:
        each = (f"{name} ({number:,})" for name, number in found.versions.items())
        print(f"versions    {', '.join(each)}")


def _as_json(found: Merged) -> dict[str, Any]:
    answer = {
        name: getattr(found, name)
        for name in (
            "complete", "parts", "done", "begun", "missing", "twice", "rechecked", "disagreeing",
            "nodes", "seconds", "versions",
        )
    }  # fmt: skip
    figures = {
        name: None if figure is None else cli.json_figure(figure)
        for name, figure in (("left", found.left), ("estimate", found.estimate))
    }
    return {**answer, **figures, "faults": list(map(str, found.faults))}
