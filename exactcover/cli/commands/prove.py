"""``exactcover prove``: write a proof that a checker of SAT proofs accepts."""

from __future__ import annotations

import argparse
from pathlib import Path

from ... import cli
from ...common.textfiles import write_texts
from ...errors import SearchStopped
from ...proofs.prove import prove
from ...text import printable

_ENDINGS = (".drat", ".drat.gz")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Prove that there is no solution, exactly one, or just N: a formula in the DIMACS format"
        " (PROOF with the ending .cnf) and a proof in the DRAT format."
    )
    output = "a name that ends in .drat or .drat.gz; default: proof.drat"
    cli.add_argument(parser, "-o --output PROOF", output, default="proof.drat")
    most = "give up if there are more solutions; default: 1000"
    cli.add_argument(parser, "--most N", most, cli.whole_number_from_1, 1_000)
    cli.add_answer_arguments(parser, quiet="no progress and no remarks")
    cli.add_problem_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    ending = cli.check_output(arguments.parser, "-o", arguments.output, _ENDINGS)
    path = Path(arguments.output)
    formula = path.with_name(path.name[: -len(ending)] + ".cnf" + ending[len(".drat") :])
    cli.check_output(arguments.parser, "-o", str(formula), (".cnf", ".cnf.gz"))
    problem = cli.read_problem(arguments)
    try:
        with cli.progress(arguments.quiet) as progress:
            proof = prove(
                problem, most=arguments.most, seconds=arguments.seconds, progress=progress
            )
    except SearchStopped as stopped:
        if stopped.stopped == "limit":
            cli.say(f"exactcover: there are more solutions than --most {arguments.most}")
            return cli.STOPPED
        return cli.ended("exactcover", 0, stopped.stopped, arguments.quiet)
    write_texts({str(formula): proof.formula, str(path): proof.proof})
    if arguments.json:
        cli.print_json(
            {
                "solutions": len(proof.solutions),
                "lines": proof.n_lines,
                "formula": str(formula),
                "proof": str(path),
            }
        )
    else:
        print(proof)
        print(f"{printable(str(formula))}, {printable(str(path))}")
    return cli.ANSWERED if proof.solutions else cli.NO_SOLUTION
