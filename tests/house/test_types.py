"""Types: answers have the type of the options' names."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.paths import ROOT

pytest.importorskip("mypy", reason="needs the extra dev")

PROGRAM = """
import exactcover as xc

named = xc.Problem("ab", {("x", 1): "a", ("y", 2): "b"}, costs={("x", 1): 3})
reveal_type(named)
found = named.first()
named.first() is not None  # type: ignore[comparison-overlap]
if found:
    reveal_type(found.options)
reveal_type(next(named.given(("x", 1)).solutions()).options)
reveal_type(named.is_unique().solutions)
reveal_type(named.zdd().sample(1))
reveal_type(named.minimize())
reveal_type(named.options_of("a"))
reveal_type(xc.Problem("ab", ["ab", "a", "b"]).options)
reveal_type(xc.Problem("a", [xc.Option("n", "a")]).options)


def count(problem: xc.Problem) -> int:
    return problem.count()


count(named)
text: xc.Problem[str] = xc.Problem("a", {"A": "a"})
xc.Problem("a", {"A": "a"}, repeats=True)  # type: ignore[call-overload]
"""

REVEALED = """
Problem[tuple[str, int]]
tuple[tuple[str, int], ...]
tuple[tuple[str, int], ...]
tuple[Solution[tuple[str, int]], ...]
list[Solution[tuple[str, int]]]
Optimum[tuple[str, int]] | Impossible
tuple[tuple[str, int], ...]
tuple[int, ...]
tuple[str, ...]
""".strip().splitlines()


@pytest.mark.slow
def test_answers_have_the_type_of_the_names(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    done = subprocess.run(
        [*command, str(program)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    lines = [line for line in done.stdout.splitlines() if "program.py" in line]
    revealed = [line.split('"')[1] for line in lines if "Revealed type is" in line]
    assert [re.sub(r"\b(\w+\.)+(?=\w)", "", each) for each in revealed] == REVEALED
    assert not [line for line in lines if "error" in line]
