"""Completion of the commands in a shell, as bash does it."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

import exactcover as xc
from exactcover.cli.main import main
from exactcover_puzzles import cli as puzzles_cli

#: What bash does when Tab is pressed, for a command line in "$@".
_PRESSED = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
$(complete -p "$1" | sed "s/.*-F \\([^ ]*\\).*/\\1/")
printf "%s\n" "${COMPREPLY[@]}"
"""


@pytest.fixture(scope="module")
def scripts(tmp_path_factory):
    """The scripts for bash, by program."""
    if shutil.which("bash") is None:
        pytest.skip("needs bash")
    pytest.importorskip("shtab")
    folder = tmp_path_factory.mktemp("scripts")
    found = {}
    for program in ("exactcover", "puzzles"):
        module = {"exactcover": "exactcover", "puzzles": "exactcover_puzzles"}[program]
        made = subprocess.run(
            [sys.executable, "-m", module, "completion", "bash"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        found[program] = folder / program
        found[program].write_text(made.stdout)
    return found


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("exactcover cou", {"count"}),
        ("exactcover count --me", {"--method", "--memory"}),
        ("exactcover count --method ", {"auto", "listing", "diagram"}),
        ("puzzles poly", {"polyform"}),
        ("puzzles reflect so", {"solve"}),
        ("puzzles sudoku --rat", {"--rate"}),
        ("puzzles completion ", {"bash", "zsh", "tcsh"}),
    ],
)
def test_tab_offers_what_goes_on(scripts, line, offered):
    words = line.split(" ")
    found = subprocess.run(
        ["bash", "-c", _PRESSED, "bash", str(scripts[words[0]]), *words],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert set(found.stdout.split()) == offered


def test_tab_offers_files_where_a_file_is_read(scripts, tmp_path):
    (tmp_path / "problem.dlx").write_text("a\na\n")
    found = subprocess.run(
        ["bash", "-c", _PRESSED, "bash", scripts["exactcover"], "exactcover", "count", "prob"],
        capture_output=True, text=True, check=True, cwd=tmp_path,
    )  # fmt: skip
    assert found.stdout.split() == ["problem.dlx"]


@pytest.mark.parametrize("program", ["exactcover", "puzzles"])
def test_without_the_library_it_is_named(program, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "shtab", None)
    run = {"exactcover": main, "puzzles": puzzles_cli.main}[program]
    assert xc.cli.run(program, run, ["completion", "zsh"]) == 2
    assert "pip install shtab" in capsys.readouterr().err
