"""A kind of puzzle that the registry names is everywhere: no other file has to be changed."""

from __future__ import annotations

import subprocess
import sys

import pytest

import exactcover as xc
from exactcover_puzzles import cli
from tests.interrupting import ENVIRONMENT
from tests.paths import ROOT

#: Loaded by pytest before it collects tests. (The file stands elsewhere than the kinds do.)
PLUGIN = """
import sys

import tents
from exactcover_puzzles import registry

sys.modules["exactcover_puzzles.tents"] = tents
registry.KINDS["tents"] = ("tents:Tents", "rooks on a board with holes")
"""

#: Tests of every kind, and how many of them there are for each.
TESTS = {
    "tests/cli/test_help.py": 3,
    "tests/cli/test_escapes.py": 1,
    "tests/fuzz/test_hostile.py": 1,
    "tests/fuzz/test_damage.py": 1,
    "tests/puzzles/page/test_positions.py": 7,
    "tests/puzzles/page/test_questions.py": 1,
    "tests/puzzles/shared/test_reading.py": 1,
}


@pytest.mark.slow
def test_a_new_kind_is_tested_as_all_others_are(tmp_path):
    assert xc.cli.run("puzzles", cli.main, ["new", "tents", "--folder", str(tmp_path)]) == 0
    (tmp_path / "with_tents.py").write_text(PLUGIN)
    path = ENVIRONMENT.get("PYTHONPATH", "")
    tested = subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "-p", "with_tents", "-p", "no:cacheprovider",
         "-k", "tents or every_command", "-m", "", *TESTS],
        env={**ENVIRONMENT, "PYTHONPATH": f"{tmp_path}:{ROOT / 'puzzles'}:{path}"},
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert tested.returncode == 0, tested.stdout
    passed = [line for line in tested.stdout.splitlines() if " PASSED" in line]
    for file, number in TESTS.items():
        found = sum(line.startswith(file) and "tents" in line for line in passed)
        assert found >= number, (file, found)
