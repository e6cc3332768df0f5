"""The benchmark's instances have the numbers of solutions that they are said to have."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import benchmarks
from benchmarks import diagrams, scaling
from benchmarks.instances import INSTANCES
from benchmarks.programs import PROGRAMS

#: The instances on which every engine is quick.
QUICK = [
    "pentominoes 8x8 less the middle",
    "Langford pairs 12",
    "Latin squares 5",
    "word rectangles 4x5",
]


@pytest.mark.parametrize("path", sorted(Path(benchmarks.__file__).parent.glob("[!_]*.py")))
def test_every_benchmark_finds_what_it_imports(path):
    import_module(f"benchmarks.{path.stem}")


@pytest.mark.slow
@pytest.mark.parametrize("program", ["auto", "bitset", "cells", "listing"])
@pytest.mark.parametrize("name", QUICK)
def test_our_engines_count_what_is_known(name, program):
    instance = INSTANCES[name]
    assert PROGRAMS[program].prepare(instance)().count == instance.count


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in INSTANCES if name not in QUICK])
def test_the_larger_instances_have_the_known_counts_too(name):
    instance = INSTANCES[name]
    assert PROGRAMS["auto"].prepare(instance)().count == instance.count


def test_the_nodes_of_a_search_are_the_same_in_every_run():
    instance = INSTANCES["Langford pairs 12"]
    assert len({PROGRAMS["auto"].prepare(instance)().nodes for _ in range(3)}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("program", ["xcover", "exact-cover"])
def test_other_programs_agree_where_they_are_installed(program):
    if not PROGRAMS[program].installed:
        pytest.skip(f"{program} is not installed")
    # In a process of its own: other programs may change how signals are handled.
    subprocess.run(
        [sys.executable, "-m", "benchmarks", "--runs", "1", "--programs", "auto", program,
         "--instances", "Latin squares 5"],
        capture_output=True, check=True,
    )  # fmt: skip


@pytest.mark.slow
def test_the_command_prints_a_table_and_writes_json(tmp_path):
    path = tmp_path / "figures.json"
    found = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--runs", "1", "--programs", "auto", "cells",
         "--instances", "Latin squares 5", "--json", str(path)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "geometric mean" in found.stdout
    figures = json.loads(path.read_text())
    assert "Python 3" in figures["machine"]
    row = figures["results"]["Latin squares 5"]
    assert row["auto"]["seconds"] > 0
    assert row["auto"]["nodes"] > 0


@pytest.mark.slow
def test_the_diagrams_of_the_benchmark_have_their_known_counts():
    for name, row in diagrams.PROBLEMS.items():
        slow = name in ("tetrominoes on 8 x 8", "Langford pairs 12", "Delaunay matchings 300")
        if row.truth and not row.large and not slow:
            assert row.problem().count(method="diagram") == row.truth(), name


@pytest.mark.slow
def test_the_simulated_workers_do_all_the_work_and_are_kept_busy():
    tree = scaling.tree_of("pentominoes 8x8 less the middle")
    nodes = INSTANCES["pentominoes 8x8 less the middle"].problem().count(engine="bitset").nodes
    # A search that is cut into pieces so small visits some nodes more.
    assert nodes <= tree.total <= 1.3 * nodes
    for workers, costs in ((1, scaling.Costs(3e-4)), (50, scaling.Costs(3e-4, 3e-3, 1e-3))):
        world = scaling.simulate(tree, workers, 20.0, costs)
        assert world.worked == pytest.approx(20.0 * workers, rel=1e-3)
        assert 20.0 <= world.now < 25.0
