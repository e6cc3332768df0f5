"""The instances of the comparison of counters have the numbers of solutions that are known."""

from __future__ import annotations

import pytest

from benchmarks import counters

QUICK = [
    "cube Q4, matchings", "network, Delaunay 60, matchings", "Steiner systems S(2,3,7)",
    "Steiner systems S(2,3,9)", "Steiner systems S(3,4,8)", "Steiner systems S(3,4,10)",
    "one-factorizations of K6", "one-factorizations of K8", "bell-08", "doublefact-11",
    "kts15, the projective space",
]  # fmt: skip


@pytest.mark.parametrize("name", QUICK)
def test_instances_have_the_known_counts(name):
    known = counters.INSTANCES[name]
    assert known.problem().count() == known.truth


@pytest.mark.parametrize("program", ["xcover", "Ganak"])
def test_other_counters_agree_on_small_instances(program):
    pytest.importorskip({"xcover": "xcover", "Ganak": "pyganak"}[program])
    for name in ("cube Q4, matchings", "one-factorizations of K6", "STS(15), 15 blocks open"):
        problem = counters.INSTANCES[name].problem()
        assert counters.PROGRAMS[program](problem, 2.0)() == problem.count()


@pytest.mark.parametrize("seed", range(3))
def test_completions_are_among_all_latin_squares(seed):
    assert counters.latin_completions(4, 1.0, seed).count() == 576
    assert 1 <= counters.latin_completions(4, 0.5, seed).count() < 576


def test_a_wrong_count_is_named_and_a_peer_that_gives_up_too(monkeypatch):
    found = {"here": (272, "0.100"), "xcover": (271, "0.200"), "Ganak": (None, "over 3")}
    monkeypatch.setattr(counters, "_measured", lambda _, program, *limits: found[program])
    line = counters._line("cube Q4, matchings", counters.PROGRAMS, 3, 2.0)
    assert line.split()[3:] == ["272", "0.100", "WRONG:", "271", "over", "3"]
