"""What the command of each kind prints: its answers, and its errors for bad files.

Each file of ``tests/golden/puzzles/`` has lines of three sorts, texts escaped as in Python: ``<``
makes a file; ``$`` has words, followed by their answer, with messages after ``!``, and the exit
code if that is not 0; ``>`` has the text of a file, followed by the exit code and the last line of
its answer. ``pytest --update-golden`` writes all answers.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.paths import ROOT

FOLDER = ROOT / "tests" / "golden" / "puzzles"


def write(name, text):
    Path(name).write_text(text.encode().decode("unicode_escape"), encoding="utf-8")


@pytest.mark.compiled
@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=pytest.mark.needs(*["resvg_py"] * (kind == "doubles")))
     for kind in sorted(path.stem for path in FOLDER.glob("*.txt"))],
)  # fmt: skip
def test_commands_print_what_they_did(asked, golden, tmp_path, monkeypatch, kind):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("exactcover.display.progress_line._LINE_EVERY", float("inf"))
    said = []
    for mark, text in re.findall(
        "^([<>$]) (.*)$", (FOLDER / f"{kind}.txt").read_text("utf-8"), re.M
    ):
        said.append(f"{mark} {text}\n")
        if mark == "<":
            write(*text.split(" ", 1))
        elif mark == "$":
            before = {*Path().iterdir()}
            code, out, err = asked(kind, *shlex.split(text))
            assert code != 2 or {*Path().iterdir()} == before, "what is refused leaves no file"
            # (A machine that never searched compiles first.)
            said += [out, *(f"! {line}\n" for line in err.splitlines() if "compiling" not in line)]
            said += [f"exit {code}\n"] * bool(code)
        else:
            write("file", text)
            code, out, err = asked(kind, text if text.startswith("https:") else "file")
            assert code == 1 or (code, out, err.count("\n")) == (2, "", 1), text
            said.append(f"{code} {(err or out).splitlines()[-1]}\n")
    # (How many nodes an answer takes may change.)
    golden(f"puzzles/{kind}.txt", re.sub('"nodes": [0-9]+', '"nodes": …', "".join(said)))


LONG = {
    "domino": ("board:\n" + "#" * 30_000, "1:1"),
    "dominosa": (f"grid:\n0 {'1' * 5000}\n", "2:3"),
    "matching": ("size: 100x100\n" + "a b c d\n" * 10_001, "10002:1"),
    "matching ": ("size: 100x100\n" + "a b c d\n" * 9_000, ""),
    "nonogram": (f"rows\n{'9' * 7000}\n", "2:1"),
    "nonogram ": ("rows\n" + "1\n" * 150 + "columns\n" + "1\n" * 150, ""),
    "sudoku": ("size: 4\n" + "# more\n" * 200_000, ""),
    "sudoku ": ("." * 3_000_000, "1"),
    "latin": (".\n" * 36, ""),
}  # fmt: skip


@pytest.mark.parametrize("kind", LONG)
def test_what_is_too_long_is_one_short_line_too(asked, tmp_path, kind):
    text, place = LONG[kind]
    (tmp_path / "file").write_text(text)
    code, out, err = asked(kind.strip(), tmp_path / "file")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"{tmp_path / 'file'}:{place}" in err
    assert len(err) < 300 + len(str(tmp_path))
