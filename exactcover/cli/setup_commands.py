"""The commands that prepare a machine or a shell: ``warm`` and ``completion``."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

from .. import cli
from ..common.lazy_names import library
from ..compile import has_compiler
from ..parallel.executors import n_cores
from ..parallel.warm import make_bundle
from ..parallel.warm import warm as warm_kernels
from ..text import counted

# -- warm: compile all kernels now, so that later commands need not wait ---------------------------


def warm_arguments(parser: argparse.ArgumentParser) -> None:
    at_once = "number of processes that compile; default: one per core"
    cli.add_argument(parser, "--workers N", at_once, cli.whole_number_from_1)
    bundle = "write the kernels to FILE, to ship in a wheel, instead of compiling for this machine"
    cli.add_argument(parser, "--bundle FILE", bundle, Path)
    wasm = "with --bundle: write them to this file as WebAssembly as well, for browsers"
    cli.add_argument(parser, "--wasm FILE", f"{wasm}; requires wasm-ld, a part of LLVM", Path)


def warm(arguments: argparse.Namespace) -> int:
    if not has_compiler():
        cli.say("exactcover: nothing to compile, since numba is not installed")
        return cli.ANSWERED
    if arguments.wasm is not None and arguments.bundle is None:
        arguments.parser.error("--wasm needs --bundle")
    for option, path in (("--bundle", arguments.bundle), ("--wasm", arguments.wasm)):
        cli.check_output(arguments.parser, option, path and str(path), (".kernels", ""))
    if arguments.wasm is not None and arguments.wasm == arguments.bundle:
        arguments.parser.error("--wasm needs another file than --bundle")
    workers = arguments.workers or n_cores()
    done: list[str] = []
    with cli.status(quiet=False) as show:

        def told(n_done: int, n_all: int, name: str) -> None:
            done.append(name)
            if show is not None:
                show(f"{n_done} of {n_all}  {name}")

        if arguments.bundle is None:
            warm_kernels(workers, told)
        else:
            make_bundle(arguments.bundle, arguments.wasm, workers, told)
    print(f"{counted(len(done), 'kernel')} compiled")
    return cli.ANSWERED


# -- completion: a script with which a shell completes commands, options and values ----------------


class Completion:
    """The command ``completion``; ``parser`` makes the complete parser of the program."""

    def __init__(self, parser: Callable[[], argparse.ArgumentParser]):
        self._parser = parser

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add its arguments."""
        parser.description = (
            "Print a script for shell completion. For bash:"
            f" source <({parser.prog} bash). Requires shtab (extra completion)."
        )
        cli.add_argument(parser, "shell", "your shell", choices=("bash", "zsh", "tcsh"))

    def run(self, arguments: argparse.Namespace) -> int:
        """Print the script and return the exit code."""
        shtab = library("shtab", "completion")
        parser = self._parser()
        for action in _actions(parser):
            if action.metavar in ("FILE", "OUT", "FOLDER", "JOURNAL"):
                action.complete = shtab.FILE  # type: ignore[attr-defined]
        print(shtab.complete(parser, arguments.shell))
        return cli.ANSWERED


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
