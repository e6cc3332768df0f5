"""Solutions up to symmetry by canonical forms, level by level."""

from __future__ import annotations

import itertools
import json
import math
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

import pytest

import exactcover as xc
from exactcover.parallel.coordinator import Coordinator
from exactcover.parallel.journal import Journal
from exactcover.symmetries import classes, group
from exactcover.symmetries.canonical import GraphForms
from tests.instances import latin
from tests.small_tasks import Crooked


def steiner(points):
    """Steiner triple systems: every pair of points in one triple."""
    triples = itertools.combinations(range(points), 3)
    pairs = [list(itertools.combinations(triple, 2)) for triple in triples]
    return xc.Problem(itertools.combinations(range(points), 2), pairs)


def matchings(vertices):
    """The perfect matchings of a complete graph."""
    if not vertices:
        yield []
        return
    first, *others = vertices
    for other in others:
        for rest in matchings([each for each in others if each != other]):
            yield [(first, other), *rest]


def one_factorizations(n):
    """Partitions of the edges of K_n into perfect matchings."""
    return xc.Problem(itertools.combinations(range(n), 2), list(matchings(list(range(n)))))


@pytest.fixture
def k8():
    """The symmetries of a problem with six classes of solutions."""
    return one_factorizations(8).symmetry(detect=True)


@pytest.fixture
def journal(tmp_path):
    return tmp_path / "classes.journal"


def isotopy(n):
    """Permutations of rows, of columns and of symbols: a swap and a shift of each."""

    def moved(kind, goes):
        def of_item(item):
            one, other, a, b = item
            return (one, other, goes(a) if one == kind else a, goes(b) if other == kind else b)

        return of_item

    for kind in ("row", "column", "symbol"):
        yield moved(kind, lambda k: {0: 1, 1: 0}.get(k, k))
        yield moved(kind, lambda k: (k + 1) % n)


@pytest.mark.parametrize(
    ("make", "n", "order", "free", "fixed"),
    [
        # C. Colbourn and J. Dinitz, "Handbook of Combinatorial Designs", 2007, II.1, III.1 and
        # VII.5; OEIS A030129, A000474 and A003090.
        (steiner, 7, 5_040, 1, 30), (steiner, 9, 362_880, 1, 840),
        (steiner, 13, 6_227_020_800, 2, 1_197_504_000), (one_factorizations, 6, 720, 1, 6),
        (one_factorizations, 8, 40_320, 6, 6_240), (latin, 4, 82_944, 2, 576),
        (latin, 5, 10_368_000, 2, 161_280),
    ],
)  # fmt: skip
def test_known_numbers_of_classes(make, n, order, free, fixed):
    symmetry = make(n).symmetry(detect=True)
    assert symmetry.order == order
    counted = symmetry.count("canonical forms")
    assert (counted.free, counted.fixed, counted.check) == (free, fixed, fixed)
    assert sum(order // own * many for own, many in counted.stabilisers.items()) == fixed


@pytest.mark.parametrize(
    ("n", "free"), [(3, 1), (4, 2), (5, 2), pytest.param(6, 22, marks=pytest.mark.slow)]
)
def test_isotopy_classes_are_those_of_a_part_of_the_group(n, free):
    symmetry = latin(n).symmetry(*isotopy(n))
    assert symmetry.count("canonical forms").free == free


def test_a_certificate_is_that_of_the_class():
    symmetry = latin(4).symmetry(detect=True)
    by_certificate = Counter(map(symmetry.certificate, latin(4).solutions()))
    assert sorted(by_certificate.values()) == [144, 432]
    sizes = {symmetry.certificate(each.solution): each.size for each in symmetry.solutions()}
    assert sizes == by_certificate


def test_an_orbit_of_a_large_group_needs_no_table():
    symmetry = steiner(9).symmetry(detect=True)
    (each,) = symmetry.solutions()
    assert (each.size, each.stabiliser) == (840, 432)
    orbit = symmetry.orbit(each.solution)
    assert set(orbit) == set(steiner(9).solutions())
    assert symmetry.stabiliser(orbit[-1]) == 432


def test_one_solution_of_each_class_is_listed_in_the_same_order_by_any_workers(k8, monkeypatch):
    monkeypatch.setattr(classes, "_ALONE_SECONDS", 0.0)
    alone = list(k8.solutions())
    assert len(alone) == 6
    for means in ({"workers": 2}, {"executor": Crooked(lambda calls: False)}):
        assert list(k8.solutions(**means)) == alone


def test_multiplicities_and_costs_are_respected():
    # Each of four points in two of the six pairs: three circles, which are one class.
    pairs = list(itertools.combinations(range(4), 2))
    circles = xc.Problem(range(4), pairs, multiplicity=2)
    symmetry = circles.symmetry(detect=True)
    assert symmetry.count("canonical forms") == xc.OrbitCount(
        1, 3, {8: 1}, "canonical forms", 2, None, 3
    )
    dear = xc.Problem(range(4), pairs, multiplicity=2, costs=[1, 0, 0, 0, 0, 0])
    counted = dear.symmetry(detect=True).count("canonical forms")
    assert (counted.free, counted.fixed) == (2, 3)


def test_options_that_may_be_chosen_repeatedly_are_filtered():
    problem = xc.Problem("ab", ["a", "b", "ab"], multiplicity=2, repeat=True)
    symmetry = problem.symmetry({"a": "b", "b": "a"})
    assert symmetry.count().method == "filter"
    with pytest.raises(xc.MethodConflict, match="repeatedly"):
        symmetry.count("canonical forms")


def test_without_igraph_small_groups_have_tables_and_large_ones_are_refused(monkeypatch):
    monkeypatch.setattr(group, "has_bliss", lambda: False)
    swaps = [{k: k + 1, k + 1: k} for k in range(5)]
    problem = xc.Problem(range(6), itertools.combinations(range(6), 2))
    symmetry = problem.symmetry(*swaps)
    assert (symmetry.order, symmetry.count("canonical forms").free) == (720, 1)
    with pytest.raises(xc.GroupTooLarge, match="the limit is 100 elements"):
        problem.symmetry(*swaps, most=100).count()


def test_a_wrong_number_of_all_solutions_is_noticed(monkeypatch):
    symmetry = steiner(7).symmetry(detect=True)
    monkeypatch.setattr(GraphForms, "stabiliser", lambda self, chosen: 56)
    with pytest.raises(RuntimeError, match="the orbits have 90 solutions, but there are 30"):
        symmetry.count()


def test_threads_do_not_share_what_they_work_on():
    symmetry = steiner(9).symmetry(detect=True)
    truth = symmetry.count()
    with ThreadPoolExecutor(4) as threads:
        for _ in range(5):
            assert symmetry.count(executor=threads) == truth


def test_a_large_design_has_its_group_found_by_pairs_of_points():
    blocks = itertools.combinations(range(16), 4)
    pairs = [list(itertools.combinations(block, 2)) for block in blocks]
    problem = xc.Problem(itertools.combinations(range(16), 2), pairs)
    assert problem.symmetry(detect=True).order == math.factorial(16)
    stated = [
        lambda pair, goes=goes: tuple(sorted(goes.get(point, point) for point in pair))
        for goes in ({0: 1, 1: 0}, {k: (k + 1) % 16 for k in range(16)})
    ]
    assert problem.symmetry(*stated).order == math.factorial(16)


# -- budgets and the journal -----------------------------------------------------------------------


def test_a_count_that_is_stopped_goes_on_from_its_journal(k8, journal):
    truth, stopped = k8.count(), k8.count(nodes=5, journal=journal)
    assert (stopped.stopped, stopped.check, stopped.nodes) == ("nodes", None, 5)
    assert stopped.free < truth.free
    listed = k8.solutions(nodes=12, journal=journal)
    assert len(list(listed)) <= truth.free
    assert (listed.stopped, listed.nodes) == ("nodes", 17)
    for _ in range(2):  # and a finished journal says so at once
        assert k8.count(journal=journal) == truth
    assert k8.count(journal=journal, nodes=0).stopped is None


def test_sessions_do_not_change_what_is_listed(k8, journal):
    whole = list(k8.solutions())
    for session in itertools.count():
        part = k8.solutions(nodes=2, journal=journal, workers=session % 2 + 1)
        listed = list(part)
        assert listed == whole[: len(listed)]
        if part.stopped is None:
            break
    assert (listed, part.nodes, session) == (whole, 21, 10)


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        (classes.ClassJob, "join"),
        (Journal, "_append"),
        (Coordinator, "_put"),
        (Coordinator, "_note"),
    ],
)
def test_ctrl_c_while_results_are_taken_in_leaves_the_journal_whole(
    k8, owner, name, journal, monkeypatch
):
    truth = k8.count()
    k8.count(nodes=8, journal=journal)
    original, calls = getattr(owner, name), []

    def interrupted(*arguments, **named):
        calls.append(arguments)
        answer = original(*arguments, **named)
        if len(calls) > 1:
            raise KeyboardInterrupt
        return answer

    with monkeypatch.context() as patch:
        patch.setattr(owner, name, interrupted)
        with suppress(xc.Interrupted):
            k8.count(journal=journal)
    assert calls[1:]
    assert k8.count(journal=journal) == truth


def test_a_journal_that_is_not_this_one_is_refused(k8, journal, tmp_path):
    symmetry = one_factorizations(6).symmetry(detect=True)
    symmetry.count(journal=journal)
    turned = one_factorizations(6).symmetry(lambda pair: tuple(sorted(5 - point for point in pair)))
    for ask in (
        partial(k8.count, "canonical forms"), partial(turned.count, "canonical forms"),
        one_factorizations(6).gather,
    ):  # fmt: skip
        with pytest.raises(xc.JournalFault, match="another problem"):
            ask(journal=journal)
    with pytest.raises(xc.MethodConflict, match="journal="):
        symmetry.count("filter", journal=tmp_path / "other")


def test_a_journal_of_other_canonical_forms_is_refused(journal, monkeypatch):
    one_factorizations(6).symmetry(detect=True).count(nodes=1, journal=journal)
    monkeypatch.setattr(group, "has_bliss", lambda: False)
    with pytest.raises(xc.JournalFault, match=r"forms by igraph .* this one: .* forms by table"):
        one_factorizations(6).symmetry(detect=True).count(journal=journal)


def test_the_time_ends_a_list_of_what_ranges_leave_open():
    problem = xc.Problem(range(30), [[k] for k in range(30)], multiplicity=(0, 1))
    symmetry = problem.without(29).symmetry({0: 1, 1: 0})
    counted = symmetry.count("canonical forms", seconds=0.3)
    assert counted.stopped == "seconds"
    few = xc.Problem(range(8), [[k] for k in range(8)], multiplicity=(0, 1))
    swapped = few.without(7).symmetry({0: 1, 1: 0})
    assert swapped.count("canonical forms").fixed == 2**7


def test_the_status_of_a_journal_is_read_while_it_is_in_use(k8, journal, command):
    k8.count(nodes=5, journal=journal)
    code, out, _ = command("exactcover status", journal)
    assert (code, "classes     at least " in out) == (0, True)
    k8.count(journal=journal)
    answer = json.loads(command("exactcover status --json", journal)[1])
    assert (answer["count"], answer["nodes"], answer["complete"]) == (6, 21, True)
