"""The commands that give reasons: ``explain`` and ``prove``."""

from __future__ import annotations

import argparse
from pathlib import Path

from .. import cli
from ..common.deadline import Deadline
from ..common.textfiles import write_texts
from ..errors import SearchStopped
from ..problem import Problem
from ..proofs.prove import prove as prove_problem
from ..text import counted, printable

# -- explain: why there is no solution or several; steps of propagation ----------------------------


def explain_arguments(parser: argparse.ArgumentParser) -> None:
    trace = "instead print the steps of propagation, and the difficulty"
    cli.add_argument(parser, "--trace", trace)
    cli.add_answer_arguments(parser)
    cli.add_problem_arguments(parser)


def explain(arguments: argparse.Namespace) -> int:
    problem = cli.read_problem(arguments)
    if arguments.trace:
        return _trace(arguments, problem)
    return cli.explain_problem(problem, cli.Wording(), arguments)


def _trace(arguments: argparse.Namespace, problem: Problem) -> int:
    deadline = Deadline(arguments.seconds)
    trace = problem.trace(seconds=arguments.seconds)
    depth, known = None, True
    try:
        depth = problem.difficulty(seconds=deadline.left())
    except SearchStopped:
        known = False
    if arguments.json:
        shown = ("action", "option", "item", "removed")
        answer = {
            "steps": [{name: getattr(step, name) for name in shown} for step in trace.steps],
            "outcome": trace.outcome,
            "left": trace.left,
            "difficulty": depth,
            "difficulty_known": known,
        }
        cli.print_json(answer)
    else:
        print(trace)
        print(_difficulty(depth, known))
    if trace.outcome == "impossible":
        return cli.NO_SOLUTION
    return cli.ANSWERED if known else cli.STOPPED


def _difficulty(depth: int | None, known: bool) -> str:
    if not known:
        return "difficulty: unknown (out of time)"
    if depth is None:
        return "difficulty: more than 3, or there are several solutions"
    if depth == 0:
        return "difficulty 0: propagation alone decides it"
    return f"difficulty {depth}: the proof needs {counted(depth, 'nested assumption')}"


# -- prove: write a proof that a checker of SAT proofs accepts -------------------------------------


def prove_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Prove that there is no solution, exactly one, or just N. Writes a formula in DIMACS format"
        " (PROOF with the extension .cnf) and a proof in DRAT format, for any SAT proof checker."
        " With --optimum, prove that no solution costs less, or more, than the one found. Writes"
        " the problem in OPB format and a certificate of prices (PROOF, with the extension .cert)."
    )
    output = "proof file, ending in .drat or .cert, also .gz; default: proof.drat or proof.cert"
    cli.add_argument(parser, "-o --output PROOF", output)
    most = "give up if there are more than N solutions; default: 1000"
    cli.add_argument(parser, "--most N", most, cli.whole_number_from_1)
    optimum = "prove that a solution is the cheapest, or the most expensive"
    cli.add_argument(parser, "--optimum", optimum, choices=("minimize", "maximize"))
    cli.add_argument(parser, "--nodes N", "with --optimum, stop after N nodes", cli.whole_number)
    cli.add_answer_arguments(parser, quiet="print no progress and no remarks")
    cli.add_problem_arguments(parser)


def prove(arguments: argparse.Namespace) -> int:
    optimum, most = arguments.optimum, arguments.most
    if optimum and most not in (None, 1):
        arguments.parser.error(f"--most {most} does not go with --optimum: one solution is proven")
    if arguments.nodes is not None and not optimum:
        arguments.parser.error("--nodes needs --optimum")
    own, stated = (".cert", ".opb") if optimum else (".drat", ".cnf")
    path = Path(arguments.output or f"proof{own}")
    ending = cli.check_output(arguments.parser, "-o", str(path), (own, f"{own}.gz"))
    formula = path.with_name(path.name[: -len(ending)] + stated + ending[len(own) :])
    cli.check_output(arguments.parser, "-o", str(formula), (stated, f"{stated}.gz"))
    problem = cli.read_problem(arguments)
    asked = {name: getattr(arguments, name) for name in ("most", "optimum", "nodes", "seconds")}
    try:
        with cli.progress(arguments.quiet) as progress:
            proof = prove_problem(problem, **asked, progress=progress)
    except SearchStopped as stopped:
        if stopped.stopped == "limit":
            cli.say(f"exactcover: there are more solutions than --most {most or 1000}")
            return cli.STOPPED
        return cli.ended("exactcover", 0, stopped.stopped, arguments.quiet)
    write_texts({str(formula): proof.formula, str(path): proof.proof})
    if arguments.json:
        answer = {
            "solutions": len(proof.solutions),
            "lines": proof.n_lines,
            "formula": str(formula),
            "proof": str(path),
        }
        if optimum and proof.solutions:
            answer["cost"] = cli.json_cost(proof.solutions[0].cost)
        cli.print_json(answer)
    else:
        print(proof)
        print(f"{printable(str(formula))}, {printable(str(path))}")
    return cli.ANSWERED if proof.solutions else cli.NO_SOLUTION
