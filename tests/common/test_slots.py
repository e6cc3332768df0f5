"""Values that are computed once for all threads."""

from __future__ import annotations

import pickle
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

import exactcover as xc
from exactcover.arrays import clash_tables
from exactcover.common.slots import Slot, Slots
from exactcover.engines import choose
from exactcover.propagation import reduce
from exactcover.propagation.reduce import reduction_of
from tests.instances import langford, queens
from tests.interrupting import OUT_OF_TIME

ONE: Slot[object] = Slot("one")
OTHER: Slot[object] = Slot("other")


def at_once(number, ask):
    """What so many threads are answered that ask at the same moment."""
    barrier = threading.Barrier(number)

    def asked(_):
        barrier.wait()
        return ask()

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(asked, range(number)))


def slowly(make, calls):
    """The same function, which notes its calls and gives other threads time to come in between."""

    def made(*arguments):
        calls.append(arguments)
        threading.Event().wait(0.05)
        return make(*arguments)

    return made


def test_threads_that_ask_at_once_get_one_value():
    slots, calls = Slots(), []
    values = at_once(8, lambda: slots.get(ONE, slowly(object, calls)))
    assert len(calls) == 1
    assert len(set(map(id, values))) == 1


def test_making_one_value_does_not_wait_for_another():
    slots, other_is_made = Slots(), threading.Event()
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(slots.get, ONE, lambda: other_is_made.wait(30))
        assert slots.get(OTHER, lambda: other_is_made.set() or 2) == 2
        assert first.result() is True


def test_a_value_may_be_made_of_others_and_of_itself():
    slots = Slots()
    assert slots.get(ONE, lambda: slots.get(OTHER, lambda: slots.get(ONE, lambda: 7))) == 7


def out_of_time():
    raise OUT_OF_TIME


def test_an_exception_leaves_the_slot_empty_and_the_next_thread_makes_the_value():
    slots = Slots()
    with pytest.raises(xc.SearchStopped):
        slots.get(ONE, out_of_time)
    assert slots.get(ONE, lambda: 1) == 1


def test_a_thread_that_waits_for_another_keeps_its_own_budget():
    slots, begun, ended = Slots(), threading.Event(), threading.Event()
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(slots.get, ONE, lambda: begun.set() or ended.wait(30))
        assert begun.wait(30)
        with pytest.raises(xc.SearchStopped):
            slots.get(ONE, object, out_of_time)
        ended.set()
        assert first.result() is True


def test_what_travels_begins_with_empty_slots():
    problem = langford(8)
    compiled = reduction_of(problem._statement, True, True, lambda: None).core.compiled
    clash_tables.clash_tables(compiled, lambda: None)
    for full in (compiled.derived, problem._statement.memo):
        assert full._values
        assert not pickle.loads(pickle.dumps(full))._values


MULTIPLE = xc.Problem("abc", ["a", "ab", "bc", "c"], multiplicity={"a": (0, 2)})


@pytest.mark.parametrize(
    ("of", "name", "problem"),
    [(clash_tables, "ClashTables", langford(11)), (clash_tables.clashes, "build", MULTIPLE)],
    ids=["plain", "with multiplicities"],
)
def test_tables_of_clashes_are_made_once_for_all_workers(of, name, problem, monkeypatch):
    calls = []
    monkeypatch.setattr(of, name, slowly(getattr(of, name), calls))
    compiled = problem._model.compiled
    at_once(6, lambda: choose.start_below(compiled, "bitset", ()))
    assert len(calls) == 1


def test_threads_that_ask_a_problem_at_once_share_what_propagation_leaves(monkeypatch):
    monkeypatch.setattr(reduce, "core_of", slowly(reduce.core_of, []))
    problem = queens(30)
    found = at_once(4, lambda: reduction_of(problem._statement, True, True, lambda: None))
    assert len(set(map(id, found))) == 1
    assert len(set(map(id, at_once(4, lambda: found[0].core)))) == 1
