"""User-defined searches, divided: they find the same as undivided, whatever stops them."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

import exactcover as xc
from exactcover.parallel.journal import read_status
from exactcover.parallel.tasks import Tally, Wanted
from exactcover.parallel.work import _WorkJob
from tests.small_tasks import Sums


def test_work_goes_to_processes_as_well():
    with ProcessPoolExecutor(2, multiprocessing.get_context("forkserver")) as processes:
        assert xc.divide(Sums(12, 39), executor=processes).count == 124


def test_the_journal_of_other_work_is_refused_with_both_named(tmp_path):
    journal = tmp_path / "journal"
    xc.divide(Sums(5, 7), journal=journal)
    with pytest.raises(xc.JournalFault, match=r"sum 7, digest .*sum 8, digest"):
        xc.divide(Sums(5, 8), journal=journal)
    with pytest.raises(xc.JournalFault):
        xc.divide(Sums(5, 7), journal=journal, listed=1)
    status = read_status(str(journal))
    assert (status.name, status.count) == ("subsets of 1 to 5 with the sum 7", 3)


class Odd:
    """Work whose rows and prefixes are what they are told to be."""

    def __init__(self, found, prefix=(-3,)):
        self.name, self.statement = "odd", ""
        self.found, self.prefix = found, prefix

    def below(self, prefix, listed):
        return OddBelow(self, prefix)


class OddBelow:
    def __init__(self, work, prefix):
        self.work, self.nodes, self.left = work, 0, [] if prefix else [work.prefix]
        self.done = False

    def run(self, nodes, stop):
        self.nodes, self.done = nodes, True
        return self.work.found if self.left == [] else xc.Found()

    def open_prefixes(self):
        return [xc.OpenPrefix(prefix, np.float64(0.5)) for prefix in self.left]


def test_rows_and_prefixes_may_be_any_whole_numbers(tmp_path):
    work = Odd(xc.Found(1, {5: -2}, [(-1, 10**30, 0), (np.int64(7),)]), (-3, 10**30))
    for _ in range(2):
        found = xc.divide(work, listed=2, journal=tmp_path / "journal")
        assert found.rows == ((-1, 10**30, 0), (7,))
        assert (found.count, found.numbers) == (1, {5: -2})


@pytest.mark.parametrize(
    "work",
    [
        Odd(7), Odd(xc.Found(1.5)), Odd(xc.Found(-1)), Odd(xc.Found(1, {-1: 1})),
        Odd(xc.Found(1, {1: 0.5})), Odd(xc.Found(1, rows=[(1.0,)])), Odd(xc.Found(1), ("x",)),
    ],
)  # fmt: skip
def test_work_that_gives_what_makes_no_sense_is_told(tmp_path, work):
    with pytest.raises((xc.TaskFailed, TypeError)):
        xc.divide(work, workers=1, listed=1, journal=tmp_path / "journal")


def test_numbers_of_numpy_are_added_up_exactly():
    for number, four in ((np.uint8(200), 800), (np.int64(2**62), 2**64)):
        work = Odd(xc.Found(number, {1: number}))
        part = work.below((1,), False)
        assert part.run(1, lambda: False).count == number
        jobs = _WorkJob(work, Wanted(options=True))
        tally = Tally(jobs.wanted)
        for _ in range(4):
            jobs.advance(work.below((1,), False), 1, tally, lambda: False)
        assert (tally.count, tally.options) == (four, {1: four})


@pytest.mark.parametrize("arguments", [{"workers": 0}, {"listed": -1}, {"nodes": "x"}])
def test_arguments_that_make_no_sense_are_refused(arguments):
    with pytest.raises(xc.BudgetError):
        xc.divide(Sums(5, 7), **arguments)
