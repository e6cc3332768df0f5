"""The ``--help`` of every command."""

from __future__ import annotations

import textwrap

import pytest

import exactcover as xc
from exactcover_puzzles.registry import KINDS, kind
from tests.commands import PARSERS


@pytest.mark.parametrize("each", PARSERS.values(), ids=list(PARSERS))
def test_every_command_says_in_a_sentence_what_it_does_and_what_each_argument_is_for(each):
    assert "." in each.description
    assert not [action.dest for action in each._actions if not action.help]
    assert each.format_help()


@pytest.fixture
def example(command, tmp_path):
    """Writes the file that the help of a command shows, and gives its name."""

    def written(line):
        code, out, _ = command(f"{line} --help")
        shown = out.partition("An example file:\n\n")[2]
        assert (code, bool(shown)) == (0, True)
        (tmp_path / "file").write_text(textwrap.dedent(shown))
        return "file"

    return written


def test_every_kind_that_reads_files_shows_one():
    assert all(bool(kind(name).example) == kind(name).reads_files for name in KINDS)


@pytest.mark.parametrize(
    ("shows", "solves"),
    [(name, name) for name in KINDS if kind(name).example]
    + [("doubles verify", "doubles verify"), ("doubles draw", "doubles verify")],
)
def test_the_file_that_help_shows_has_a_solution(shows, solves, example, command):
    assert command(f"puzzles {solves}", example(f"puzzles {shows}"))[0] == 0


@pytest.mark.parametrize(("name", "has_costs"), [("count", False), ("maximize", True)])
def test_the_problem_that_help_shows_has_a_solution(name, has_costs, example):
    problem = xc.read(example(f"exactcover {name}"))
    assert problem.count() >= 1
    assert bool(problem.costs) == has_costs
