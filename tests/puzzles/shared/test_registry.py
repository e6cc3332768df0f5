"""A kind in the registry works everywhere: no other file needs a change."""

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

#: Files with tests of every kind.
TESTS = [
    "tests/cli/test_help.py", "tests/fuzz/test_hostile.py",
    "tests/fuzz/test_damage.py", "tests/puzzles/page/test_positions.py",
    "tests/puzzles/page/test_questions.py", "tests/puzzles/shared/test_reading.py",
]  # fmt: skip


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
    for file in TESTS:
        assert any(line.startswith(file) and "tents" in line for line in passed), file
