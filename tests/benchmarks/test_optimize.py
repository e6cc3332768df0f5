"""The benchmark of the cheapest solution: its instances, its programs, and what it checks."""

from __future__ import annotations

import gzip
from dataclasses import replace
from functools import partial

import pytest

from benchmarks import optimize
from benchmarks.costly import Costly, random_covering, random_packing, random_partition
from benchmarks.crews import crews
from benchmarks.optimize import faults, read_airline
from benchmarks.optimizers import OPTIMIZERS, Found

MAKERS = [
    partial(random_partition, 20, 100),
    partial(random_packing, 20, 100),
    partial(random_covering, 15, 60),
    partial(crews, 40, 300, cities=4),
    partial(crews, 60, 300, cities=4, bases=2, group=4),
    partial(crews, 12, 100, cities=3, deadheads=2),
]
SMALL = [make(seed=1) for make in MAKERS]


def best(instance: Costly) -> Found:
    return OPTIMIZERS["here"].prepare(instance, 60)()


@pytest.mark.parametrize("make", MAKERS)
def test_an_instance_is_as_large_as_was_asked_for_and_depends_on_its_seed_alone(make):
    instance = make(seed=1)
    assert instance == make(seed=1)
    assert instance.options != make(seed=2).options
    assert (instance.n_items, len(instance.options)) == make.args
    assert all(option == sorted(set(option)) for option in instance.options)
    assert all(0 <= item < instance.n_items for option in instance.options for item in option)
    assert len(instance.costs) == len(instance.options)
    assert min(instance.costs) > 0


@pytest.mark.parametrize("instance", SMALL)
def test_instances_have_a_solution_and_all_programs_prove_the_same_optimum(instance):
    answers = {name: each.prepare(instance, 60)() for name, each in OPTIMIZERS.items()
               if each.installed}  # fmt: skip
    assert faults(instance, answers) == []
    assert all(found.proven for found in answers.values())
    assert len({instance.cost(found.chosen) for found in answers.values()}) == 1


def test_no_two_pairings_are_equal_and_too_many_are_refused():
    pairings = SMALL[3].options
    assert len(set(map(tuple, pairings))) == len(pairings)
    with pytest.raises(ValueError, match="found 5 pairings, not 50"):
        crews(6, 50, 1, cities=3)


def test_files_of_the_or_library_are_read(tmp_path):
    (path := tmp_path / "spp.txt").write_text("3 3\n7 2 1 3\n5 1 2\n4 3 1 2 3\n")
    assert read_airline(path) == Costly(3, [[0, 2], [1], [0, 1, 2]], [7, 5, 4])


def test_what_is_claimed_wrongly_is_a_fault():
    instance = SMALL[0]
    found = best(instance)
    assert faults(instance, {"a": found}) == []
    for wrong, message in [
        (replace(found, cost=found.cost + 1), "and the options cost"),
        (replace(found, chosen=found.chosen[1:]), "its options are no solution"),
        (replace(found, chosen=[*found.chosen, found.chosen[0]]), "its options are no solution"),
        (replace(found, chosen=None), "says that there is no solution"),
        (replace(found, proven=False, bound=found.bound + 1), "proves the bound"),
    ]:
        (told,) = faults(instance, {"a": found, "b": wrong})
        assert told.startswith("b: ")
        assert message in told
    two = Costly(1, [[0], [0]], [3, 5])
    answers = {"a": Found([0], 3, 3, True), "b": Found([1], 5, 3, True)}
    assert faults(two, answers) == ["b: proves 5, and 3 is better"]
    answers["b"] = Found([1], 5, 5, False)
    assert len(faults(replace(two, maximize=True), answers)) == 2


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_the_command_fails_if_an_answer_is_wrong(monkeypatch):
    def wrong(instance, seconds):
        return lambda: Found([0, 0], 0, 0, True)

    def fails(instance, seconds):
        return lambda: 1 // 0

    here = OPTIMIZERS["here"]
    monkeypatch.setattr(optimize, "warm", lambda workers, told: None)
    monkeypatch.setattr(optimize, "instances", lambda _: iter([("small", partial(MAKERS[0], 1))]))
    monkeypatch.setattr("sys.argv", ["optimize", "--seconds", "60"])
    peers = {"a": replace(here, prepare=wrong), "b": replace(here, prepare=fails)}
    monkeypatch.setattr(optimize, "OPTIMIZERS", {"here": here, **peers})
    with pytest.raises(SystemExit, match=r"(?s)small, b: ZeroDivisionError.*small, a: its options"):
        optimize.main()


def test_an_airline_instance_is_read_as_this_project_reads_it(tmp_path):
    path = tmp_path / "tiny.dlx.gz"
    path.write_bytes(gzip.compress(b"r1 r2 r3\nr1 r3 |25\nr2 |10\nr1 r2 r3 |36\n"))
    assert read_airline(path) == Costly(3, [[0, 2], [1], [0, 1, 2]], [25, 10, 36])
    assert best(read_airline(path)) == Found([0, 1], 35, 35, True)
