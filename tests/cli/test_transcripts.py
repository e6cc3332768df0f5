"""What commands print: each file of ``tests/golden/cli/`` has lines, and what they answer.

A line after ``$`` is run in a copy of ``files/``. What it prints follows, its messages after ``!``,
and its exit code if that is not 0. A new line gets its answer by ``pytest --update-golden``.
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

import exactcover as xc
from tests.instances import dominoes, langford
from tests.paths import ROOT

FOLDER = ROOT / "tests" / "golden" / "cli"


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.txt")))
def test_commands_print_what_they_did(name, golden, command, tmp_path):
    shutil.copytree(FOLDER / "files", tmp_path, dirs_exist_ok=True)
    for n in (7, 8):
        xc.write(langford(n), f"langford{n}.dlx")
    xc.write(dominoes(18, 18), "dominoes18.dlx")
    said = []
    for line in re.findall(r"^\$ (.*)$", (FOLDER / name).read_text(encoding="utf-8"), re.M):
        program, *words = shlex.split(line)
        if program == "cat":
            path = Path(words[0])
            out = path.read_text(encoding="utf-8") if path.exists() else "(no such file)\n"
            code, err = 0, ""
        else:
            code, out, err = command(program, *words)
        messages = [f"! {each}\n" for each in err.splitlines() if "compiling" not in each]
        end = f"exit {code}\n" if code else ""
        text = "".join([f"$ {line}\n", out, *messages, end])
        said.append(text.replace(f"{tmp_path}/", ""))
    golden(f"cli/{name}", "\n".join(said))
