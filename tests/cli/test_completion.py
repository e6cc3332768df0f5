"""Completion of the commands in bash."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

#: What bash does when Tab is pressed, for a command line in "$@".
_PRESSED = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
$(complete -p "$1" | sed "s/.*-F \\([^ ]*\\).*/\\1/")
printf "%s\n" "${COMPREPLY[@]}"
"""


@pytest.mark.needs("shtab")
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("exactcover cou", {"count"}),
        ("exactcover count --me", {"--method", "--memory"}),
        ("exactcover count --method ", {"auto", "listing", "diagram"}),
        ("exactcover count prob", {"problem.dlx"}),
        ("puzzles polyf", {"polyform"}),
        ("puzzles doubles do", {"double"}),
        ("puzzles completion ", {"bash", "zsh", "tcsh"}),
    ],
)
def test_tab_offers_what_goes_on(line, offered, command, tmp_path):
    (tmp_path / "problem.dlx").write_text("a\na\n")
    words = line.split(" ")
    (tmp_path / "script").write_text(command(f"{words[0]} completion bash")[1])
    pressed = ["bash", "-c", _PRESSED, "bash", "./script", *words]
    assert set(subprocess.check_output(pressed, text=True, cwd=tmp_path).split()) == offered


@pytest.mark.parametrize("program", ["exactcover", "puzzles"])
def test_without_the_library_it_is_named(program, monkeypatch, command):
    monkeypatch.setitem(sys.modules, "shtab", None)
    code, _, err = command(f"{program} completion zsh")
    assert (code, "pip install shtab" in err) == (2, True)
