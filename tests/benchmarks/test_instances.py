"""The benchmarks' instances have their stated numbers of solutions."""

from __future__ import annotations

import hashlib
import itertools
import json
import random
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import benchmarks
from benchmarks import counters, diagrams, graphs, scaling
from benchmarks.instances import INSTANCES
from benchmarks.programs import PROGRAMS

#: The instances on which every engine is quick.
QUICK = [
    "pentominoes 8x8 less the middle", "Langford pairs 12", "Latin squares 5",
    "word rectangles 4x5",
]  # fmt: skip
#: Those of the comparison of counters that are quick.
COUNTED = [
    "cube Q4, matchings", "network, Delaunay 60, matchings", "Steiner systems S(2,3,7)",
    "Steiner systems S(2,3,9)", "Steiner systems S(3,4,8)", "Steiner systems S(3,4,10)",
    "one-factorizations of K6", "one-factorizations of K8", "bell-08", "doublefact-11",
    "kts15, the projective space",
]  # fmt: skip
SEEDS = range(4)


@pytest.mark.parametrize("path", sorted(Path(benchmarks.__file__).parent.glob("[!_]*.py")))
def test_every_benchmark_finds_what_it_imports(path):
    import_module(f"benchmarks.{path.stem}")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "program"),
    [*itertools.product(QUICK, ["auto", "bitset", "cells", "listing"]),
     *((name, "auto") for name in INSTANCES if name not in QUICK)],
)  # fmt: skip
def test_our_engines_count_what_is_known(name, program):
    instance = INSTANCES[name]
    assert PROGRAMS[program].prepare(instance)().count == instance.count


@pytest.mark.parametrize("name", COUNTED)
def test_instances_for_counters_have_the_known_counts(name):
    known = counters.INSTANCES[name]
    assert known.problem().count() == known.truth


@pytest.mark.slow
def test_the_diagrams_of_the_benchmark_have_their_known_counts():
    for name, row in diagrams.PROBLEMS.items():
        slow = name in ("tetrominoes on 8 x 8", "Langford pairs 12", "Delaunay matchings 300")
        if row.truth and not row.large and not slow:
            assert row.problem().count(method="diagram") == row.truth(), name


def test_the_nodes_of_a_search_are_the_same_in_every_run():
    instance = INSTANCES["Langford pairs 12"]
    assert len({PROGRAMS["auto"].prepare(instance)().nodes for _ in range(3)}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("program", ["cells", "xcover", "exact-cover"])
def test_the_command_compares_programs_in_a_table_and_writes_json(tmp_path, program):
    if not PROGRAMS[program].installed:
        pytest.skip(f"{program} is not installed")
    path = tmp_path / "figures.json"
    # In a process of its own: other programs may change how signals are handled.
    found = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--runs", "1", "--programs", "auto", program,
         "--instances", "Latin squares 5", "--json", str(path)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "geometric mean" in found.stdout
    row = json.loads(path.read_text())["results"]["Latin squares 5"]
    assert row["auto"]["nodes"] > 0
    assert row[program]["seconds"] > 0


@pytest.mark.parametrize("program", ["xcover", "Ganak"])
def test_other_counters_agree_on_small_instances(program):
    pytest.importorskip({"xcover": "xcover", "Ganak": "pyganak"}[program])
    for name in ("cube Q4, matchings", "one-factorizations of K6", "STS(15), 15 blocks open"):
        problem = counters.INSTANCES[name].problem()
        assert counters.PROGRAMS[program](problem, 2.0)() == problem.count()


def test_a_wrong_count_is_named_and_a_peer_that_gives_up_too(monkeypatch):
    found = {"here": (272, "0.100"), "xcover": (271, "0.200"), "Ganak": (None, "over 3")}
    monkeypatch.setattr(counters, "_measured", lambda _, program, *limits: found[program])
    line = counters._line("cube Q4, matchings", counters.PROGRAMS, 3, 2.0)
    assert line.split()[3:] == ["272", "0.100", "WRONG:", "271", "over", "3"]


def test_completions_are_among_all_latin_squares():
    assert counters.latin_completions(4, 1.0, 0).count() == 576
    assert 1 <= counters.latin_completions(4, 0.5, 0).count() < 576


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


# -- random graphs ---------------------------------------------------------------------------------


def test_delaunay_triangles_are_those_of_scipy():
    spatial = pytest.importorskip("scipy.spatial")
    draw = random.Random(3)
    points = [(draw.randrange(2**24), draw.randrange(2**24)) for _ in range(60)]
    theirs = {tuple(sorted(map(int, each))) for each in spatial.Delaunay(points).simplices}
    assert {tuple(sorted(each)) for each in graphs.delaunay(60, 3)} == theirs


@pytest.mark.parametrize("seed", SEEDS)
def test_matchings_of_triangles_are_counted_by_the_pfaffian(seed):
    triangles = graphs.delaunay(14, seed)
    edges = graphs.edges_of(triangles)
    assert len(edges) == 14 + len(triangles) - 1  # Euler
    assert graphs.matchings_of(edges).count() == graphs.planar_matchings(triangles) > 0
    assert graphs.planar_matchings(graphs.delaunay(13, seed)) == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_stars_of_a_tree_are_counted_from_its_leaves_and_more_edges_leave_the_tree(seed):
    tree = graphs.tree(13, seed)
    assert graphs.stars(tree).count() == graphs.stars_of_a_tree(tree)
    near = {v: {a + b - v for a, b in tree if v in (a, b)} for v in range(13)}
    for more in (graphs.with_roads, graphs.with_far_edges):
        new = set(more(tree, 3, seed)) - set(tree)
        assert len(new) == 3
        assert more is graphs.with_far_edges or all(near[a] & near[b] for a, b in new)


def test_all_trees_are_made():
    # Cayley: there are 4² trees of 4 vertices.
    assert len({tuple(sorted(graphs.tree(4, seed))) for seed in range(400)}) == 16


def test_a_seed_gives_the_same_graph_always():
    tree, cubic = graphs.tree(30, 5), graphs.cubic(30, 5)
    assert sorted(itertools.chain(*cubic)) == sorted([*range(30)] * 3)
    made = [
        sorted(graphs.delaunay(30, 5)), cubic, tree, graphs.with_roads(tree, 6, 5),
        graphs.with_far_edges(tree, 6, 5),
    ]  # fmt: skip
    digests = [hashlib.sha256(str(each).encode()).hexdigest()[:8] for each in made]
    assert digests == ["548c9cac", "f37311a7", "fb04ca98", "80d26216", "29e7ab2e"]
