"""``{command} exactcover``: the help of a command and of all commands below it, as sections.

The texts come from the parsers themselves, so that a page cannot say anything else than ``--help``.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx

from exactcover.cli import main as exactcover_cli
from exactcover_puzzles import cli as puzzles_cli

PARSERS = {"exactcover": exactcover_cli.parser, "puzzles": puzzles_cli.parser}


def commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """The commands below one that have no commands below themselves, in their order."""
    below = [each for each in parser._actions if isinstance(each, argparse._SubParsersAction)]
    if not below:
        yield parser
    for action in below:
        for each in dict.fromkeys(action.choices.values()):
            yield from commands(each)


class CommandPage(Directive):
    """A section for each command: its usage, what it is for, and its options."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The sections."""
        os.environ["COLUMNS"] = "80"
        os.environ["NO_COLOR"] = "1"
        sections: list[nodes.Node] = []
        for parser in commands(PARSERS[self.arguments[0]]()):
            section = nodes.section(ids=[nodes.make_id(parser.prog)], names=[parser.prog])
            section += nodes.title(text=parser.prog)
            section += nodes.literal_block(text=parser.format_help(), language="text")
            sections.append(section)
        return sections


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx calls this."""
    app.add_directive("command", CommandPage)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
