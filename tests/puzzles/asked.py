"""Asking a kind of puzzle in this process, as its command does."""

from __future__ import annotations

from puzzles import Source
from puzzles.shared.runner import command


def the_puzzle(kind, text, arguments=None):
    """The one puzzle that a text states."""
    (puzzle,) = kind.read(Source("it.txt", text), arguments)
    return puzzle


def ask(capsys, kind, *arguments):
    """The exit code of a command, its answer, and its remarks."""
    code = command(kind, [str(each) for each in arguments])
    said = capsys.readouterr()
    return code, said.out, said.err
