"""The one-file program runs on Python 3.9: its syntax, its modules and their contents."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
import vermin

from exactcover_puzzles.picture.bundle import bundle
from exactcover_puzzles.shared.shipped import shipped

#: The version that README.md promises.
TARGET = (3, 9)
#: Methods that came later and that cannot be known by their module (what vermin goes by).
LATER_METHODS = r"\.(bit_count|add_note)\b"


@pytest.fixture(scope="module")
def program():
    return bundle("exactcover_puzzles.picture.standalone", "A test.")


def sources(program):
    """The modules that the program carries as texts, and the program around them."""
    (texts,) = [each.value for each in ast.parse(program).body
                if isinstance(each, ast.Assign) and each.targets[0].id == "SOURCES"]  # fmt: skip
    return {"the program": program, **ast.literal_eval(texts)}


def least_version(source):
    """The lowest Python 3 that a source needs, its annotations too."""
    config = vermin.Config()
    config.set_eval_annotations(True)
    config.enable_feature("union-types")
    found = vermin.visit(source, config)
    return found.minimum_versions()[1] or (3, 0), found.output_text()


def test_every_part_needs_python_39_at_most(program):
    parts = sources(program)
    assert "exactcover.engines.standalone" in parts
    for name, source in parts.items():
        version, why = least_version(source)
        assert version <= TARGET, f"{name} needs {version}: {why}"
        assert not re.search(LATER_METHODS, source), name


def test_what_python_39_lacks_is_seen():
    for source in (
        "zip([], [], strict=True)",
        "def f(x: int | None): pass",
        "match x:\n  case 1: pass",
    ):
        assert least_version(source)[0] > TARGET


@cache
def interpreter():
    """A Python 3.9 of this machine, as pyenv and uv have them, too; None without one."""
    found = [shutil.which("python3.9")]
    for folder, name in ((".pyenv/versions", "3.9.*"), (".local/share/uv/python", "cpython-3.9*")):
        found += map(str, (Path.home() / folder).glob(f"{name}/bin/python3.9"))
    for each in filter(None, found):
        # What pyenv puts on the path may only tell that it is not switched on.
        asked = subprocess.run([each, "--version"], capture_output=True, check=False)
        if asked.returncode == 0 and asked.stdout.startswith(b"Python 3.9."):
            return each
    return None


@pytest.mark.skipif(interpreter() is None, reason="needs a Python 3.9")
@pytest.mark.parametrize("name", ["2x2-of-4", "8x4-of-6-twins"])
def test_python_39_runs_the_program(program, tmp_path, name):
    path = tmp_path / "picture.py"
    path.write_text(program, encoding="utf-8")
    puzzle = shipped("pictures", name)
    done = subprocess.run(
        [interpreter(), "-I", "-S", str(path)],
        input=puzzle.read_bytes(), capture_output=True, check=False,
    )  # fmt: skip
    picture = puzzle.with_suffix(".picture.txt").read_bytes()
    assert (done.returncode, done.stdout, done.stderr) == (0, picture, b"")
