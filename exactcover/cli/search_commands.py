"""The commands that search: ``solve``, ``count``, ``gather``, ``minimize``, ``estimate``."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from .. import cli
from ..common.costs import cost_text
from ..problem import Problem
from ..statement.results import Count, Impossible, Optimum
from ..text import counted, digits, printable
from .diagram_commands import by_diagram

if TYPE_CHECKING:
    from ..parallel.divided_search import Gathered


# -- solve -----------------------------------------------------------------------------------------


_JSON_LINES = "print JSON Lines; the last object is the summary"


def solve_arguments(parser: argparse.ArgumentParser) -> None:
    how_many = parser.add_mutually_exclusive_group()
    limit = "print at most N solutions; default: 1"
    cli.add_argument(how_many, "--limit N", limit, cli.whole_number, 1)
    cli.add_argument(how_many, "--all", "print every solution")
    by_cost = "print solutions in order of cost, cheapest first; not with --engine or --order"
    cli.add_argument(parser, "--by-cost", by_cost)
    cli.add_argument(parser, "--descending", "with --by-cost: most expensive first")
    cli.add_argument(parser, "--json", _JSON_LINES)
    cli.add_search_arguments(parser)
    cli.add_problem_arguments(parser)


def solve(arguments: argparse.Namespace) -> int:
    if arguments.by_cost:
        refuse(arguments, "engine order", "does not go with --by-cost")
    elif arguments.descending:
        arguments.parser.error("--descending goes with --by-cost only")
    problem = cli.read_problem(arguments)
    limit = None if arguments.all else arguments.limit
    with cli.search_keywords(arguments) as keywords:
        if arguments.by_cost:
            del keywords["engine"], keywords["order"]
            solutions = problem.solutions_by_cost(
                limit, descending=arguments.descending, **keywords
            )
        else:
            solutions = problem.solutions(limit, **keywords)
        shown = 0
        try:
            for number, solution in enumerate(solutions, 1):
                with cli.uninterrupted():
                    cli.print_solution(problem, number, solution, arguments.json)
                    shown = number
                if number == 1:
                    sys.stdout.flush()  # for a reader that waits for the first
        except KeyboardInterrupt:
            if arguments.json:
                label = cli.label_as_json("interrupt", solutions.nodes)
                cli.print_json({"solutions": cli.json_number(shown), **label})
            sys.stdout.flush()
            raise
    stopped, impossible = solutions.stopped, solutions.impossible
    if arguments.json:
        label = cli.label_as_json(stopped, solutions.nodes)
        summary = {"solutions": cli.json_number(solutions.found), **label}
        if impossible is not None:
            summary["impossible"] = impossible.reason
        cli.print_json(summary)
    elif impossible is not None:
        print(impossible)
    quiet = arguments.quiet or stopped == "limit"
    return cli.ended("exactcover", solutions.found, stopped, quiet, "; there may be more solutions")


def refuse(arguments: argparse.Namespace, names: str, why: str) -> None:
    """End with a message if one of these arguments is given."""
    for name in names.split():
        if getattr(arguments, name) != arguments.parser.get_default(name):
            arguments.parser.error(f"--{name.replace('_', '-')} {why}")


# -- count: all solutions, distinct projections, or solutions by cost ------------------------------


def count_arguments(parser: argparse.ArgumentParser) -> None:
    cli.add_argument(parser, "--limit N", "stop at N solutions", cli.whole_number)
    cli.add_argument(parser, "--json", "print the answer as a JSON object")
    method = "list all solutions, or count them with a diagram; default: auto, whichever is faster"
    methods = ("auto", "listing", "diagram")
    cli.add_argument(parser, "--method", method, choices=methods, default="auto")
    distinct = (
        "count distinct projections on this option or item, named as in answers and files;"
        " repeat it to project on several"
    )
    parser.add_argument("--distinct", metavar="NAME", action="append", help=distinct)
    by_cost = "count the solutions of each cost with a diagram: one line per cost, ascending"
    cli.add_argument(parser, "--by-cost", by_cost)
    cli.add_memory_argument(parser, gigabytes=2)
    cli.add_search_arguments(parser)
    cli.add_worker_arguments(parser)
    cli.add_problem_arguments(parser)


def count(arguments: argparse.Namespace) -> int:
    if arguments.by_cost:
        listing = "limit distinct method engine order no_reduce nodes workers journal cluster"
        refuse(arguments, listing, "does not go with --by-cost, which uses a diagram")
        return _count_by_cost(cli.read_problem(arguments), arguments)
    problem = cli.read_problem(arguments)
    show = partial(_print_count, arguments)
    with cli.search_keywords(arguments, show, workers=True) as keywords:
        if arguments.distinct is not None:
            keywords["distinct"] = cli.parts_named(problem, arguments.distinct)
        count = problem.count(
            arguments.limit, method=arguments.method, memory=arguments.memory, **keywords
        )
    show(count)
    quiet = arguments.quiet or arguments.json
    if count.impossible is not None and not quiet:
        cli.say(f"exactcover: {count.impossible}")
    more = "; --memory SIZE allows more" if count.stopped == "memory" else ""
    return cli.ended("exactcover", count, count.stopped, quiet, more)


def _count_by_cost(problem: Problem, arguments: argparse.Namespace) -> int:
    found = by_diagram(problem.count_by_cost, arguments)
    if found is None:
        return cli.STOPPED
    if arguments.json:
        costs = [[cli.json_cost(cost), cli.json_number(number)] for cost, number in found.items()]
        cli.print_json({"count": cli.json_number(sum(found.values())), "costs": costs})
    else:
        for cost, number in found.items():
            print(f"{cost_text(cost)}\t{digits(number)}")
        if not found and not arguments.quiet:
            cli.say("exactcover: no solution")
    return cli.ANSWERED if found else cli.NO_SOLUTION


def _print_count(arguments: argparse.Namespace, count: Count) -> None:
    if not arguments.json:
        print(count)
        return
    answer: dict[str, Any] = {
        "count": cli.json_number(count),
        **cli.label_as_json(count.stopped, count.nodes),
        "method": count.method,
    }
    if count.impossible is not None:
        answer["impossible"] = count.impossible.reason
    cli.print_json(answer)


# -- gather: count, sample and list in one divided search ------------------------------------------


def gathered_arguments(parser: Any) -> None:
    cli.add_argument(parser, "--by-option", "how many solutions contain each option")
    sample = "K solutions, each drawn with the same probability"
    cli.add_argument(parser, "--sample K", sample, cli.whole_number, 0)
    cli.add_argument(parser, "--seed SEED", "seed of the sample; default: 0", cli.whole_number, 0)
    cli.add_argument(parser, "--best K", "the K cheapest solutions", cli.whole_number, 0)
    listed = parser.add_mutually_exclusive_group()
    first = "the first K solutions, sorted by their options"
    cli.add_argument(listed, "--listed K", first, cli.whole_number, 0)
    cli.add_argument(listed, "--all", "every solution")


def gathered_keywords(arguments: argparse.Namespace) -> dict[str, Any]:
    kept = {name: getattr(arguments, name) for name in ("sample", "seed", "best")}
    listed = None if arguments.all else arguments.listed
    return {**kept, "options": arguments.by_option, "listed": listed}


def gather_arguments(parser: argparse.ArgumentParser) -> None:
    what = "what to gather besides the number of solutions"
    gathered_arguments(parser.add_argument_group(what))
    cli.add_argument(parser, "--json", "print the answer as a JSON object")
    cli.add_search_arguments(parser)
    cli.add_worker_arguments(parser, "one per core")
    cli.add_problem_arguments(parser)


def gather(arguments: argparse.Namespace) -> int:
    problem = cli.read_problem(arguments)
    show = partial(print_gathered, problem, arguments)
    with cli.search_keywords(arguments, show, workers=True) as keywords:
        found = problem.gather(**gathered_keywords(arguments), **keywords)
    show(found)
    return cli.ended("exactcover", found.count, found.count.stopped, arguments.quiet)


def print_gathered(
    problem: Problem, arguments: argparse.Namespace, found: Gathered, **more: Any
) -> None:
    """Print what was gathered; ``more``: other entries of the JSON object."""
    best = [solution for solution, _ in found.best]
    lists = {"sample": found.sample, "best": best, "listed": found.listed}
    lists = {name: solutions for name, solutions in lists.items() if solutions}
    if arguments.json:
        answer: dict[str, Any] = {
            "solutions": cli.json_number(int(found.count)),
            **cli.label_as_json(found.count.stopped, found.count.nodes),
            "seconds_of_work": found.seconds,
        }
        if arguments.by_option:
            answer["options"] = [
                [option, cli.json_number(n)] for option, n in found.options.items()
            ]
        for name, solutions in lists.items():
            answer[name] = [
                cli.solution_as_json(problem, *each) for each in enumerate(solutions, 1)
            ]
        cli.print_json({**answer, **more})
        return
    least = "" if found.count.complete else "at least "
    print(f"{least}{counted(found.count, 'solution')}")
    for option, number in found.options.items():
        print(f"{digits(number)}\t{printable(option)}")
    for name, solutions in lists.items():
        print(name)
        for number, solution in enumerate(solutions, 1):
            cli.print_solution(problem, number, solution)


# -- minimize, maximize ----------------------------------------------------------------------------


#: A problem with costs.
_WITH_COSTS = """\
| The items.
early late night
| Each further line is an option: its items, and after a bar its cost.
early late |12
late night |15/2
early |7
night |4.5
"""


def minimize_arguments(parser: argparse.ArgumentParser) -> None:
    cli.add_argument(parser, "-k K", "find the K best; default: 1", cli.whole_number_from_1)
    within = "only solutions that cost at most COST (maximize: at least); without -k, all of these"
    cli.add_argument(parser, "--within COST", within, cli.cost)
    cli.add_argument(parser, "--all", "find all solutions, in order of cost")
    cli.add_argument(parser, "--ties", "also find all that cost the same as the Kth")
    cli.add_argument(parser, "--json", _JSON_LINES)
    plot = "draw the best cost and the bound over time, in a file that ends in .svg"
    cli.add_argument(parser, "--plot FILE", plot)
    cli.add_argument(parser, "--no-reduce", "skip propagation before the search")
    cli.add_search_arguments(parser, budget_only=True)
    cli.add_worker_arguments(parser)
    cli.add_problem_arguments(parser, example=_WITH_COSTS)


def minimize(arguments: argparse.Namespace) -> int:
    cli.check_output(arguments.parser, "--plot", arguments.plot, cli.SVG)
    everything = arguments.all or (arguments.within is not None and arguments.k is None)
    if arguments.ties and everything:
        way = "--all" if arguments.all else "--within without -k"
        arguments.parser.error(f"--ties does not go with {way}, which gives all solutions anyway")
    problem = cli.read_problem(arguments)
    ask = problem.minimize if arguments.command == "minimize" else problem.maximize
    k = 1 if arguments.k is None and not everything else arguments.k
    show = partial(print_optimum, problem, arguments)
    with cli.search_keywords(arguments, show, workers=True) as keywords:
        answer = ask(k, within=arguments.within, ties=arguments.ties, **keywords)
    if isinstance(answer, Impossible):
        if arguments.json:
            cli.print_json({"complete": True, "impossible": answer.reason, "nodes": answer.nodes})
        else:
            print(answer)
        if arguments.plot is not None and not arguments.quiet:
            cli.say(f"exactcover: {arguments.plot}: not written, since there are no costs to draw")
        return cli.NO_SOLUTION
    show(answer)
    if not answer.complete:
        return cli.STOPPED
    return cli.ANSWERED if answer else cli.NO_SOLUTION


def print_optimum(
    problem: Problem, arguments: argparse.Namespace, answer: Optimum, **more: Any
) -> None:
    """Print the cheapest solutions; ``more``: other entries of the last JSON object."""
    with cli.held_back(arguments.plot is not None):
        for number, solution in enumerate(answer.solutions, 1):
            cli.print_solution(problem, number, solution, arguments.json)
        if arguments.json:
            summary = {
                "solutions": len(answer.solutions),
                "bound": cli.json_cost(answer.bound),
                "gap": None if answer.gap is None else cli.json_cost(answer.gap),
                **cli.label_as_json(answer.stopped, answer.nodes),
            }
            cli.print_json({**summary, **more})
        elif not (answer.solutions and answer.complete):
            print(answer)
        if arguments.plot is not None:
            cli.write_text(answer.to_svg(), arguments.plot)


maximize, maximize_arguments = minimize, minimize_arguments


# -- estimate: how long listing would take, by random descents -------------------------------------


def estimate_arguments(parser: argparse.ArgumentParser) -> None:
    probes = "number of random descents; default: 20000, or 500 without numba"
    cli.add_argument(parser, "--probes N", probes, cli.whole_number_from_1)
    cli.add_argument(parser, "--seed N", "seed of the descents; default: 0", cli.whole_number, 0)
    cli.add_answer_arguments(parser)
    cli.add_problem_arguments(parser)


def estimate(arguments: argparse.Namespace) -> int:
    problem = cli.read_problem(arguments)
    return cli.print_estimate(problem, arguments.probes, arguments.seed, arguments)
