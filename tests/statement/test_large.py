"""Large problems: what stating them takes, and names that are not objects."""

from __future__ import annotations

import gc
import pickle
import tracemalloc

import pytest

import exactcover as xc
from exactcover.common import textfiles
from exactcover.files import dlx, mps

N_OPTIONS = 20_000
ROWS = [[k % 50, 50 + k % 49, 99 + k % 47, 146 + k % 43] for k in range(N_OPTIONS)]


def matrix():
    np, sparse = pytest.importorskip("numpy"), pytest.importorskip("scipy.sparse")
    columns = np.array(ROWS, np.int32).ravel()
    starts = np.arange(0, len(columns) + 1, 4)
    return sparse.csr_array((np.ones(len(columns)), columns, starts), shape=(N_OPTIONS, 189))


def text():
    lines = [range(189), *ROWS]
    return "\n".join(" ".join(map(str, line)) for line in lines) + "\n"


def program():
    stated = dlx.parse(text())
    return mps.format_problem(stated)


@pytest.mark.parametrize(
    ("make", "state"), [(matrix, xc.from_matrix), (text, xc.read), (program, xc.read)]
)
def test_an_option_takes_at_most_150_bytes_beside_what_was_given(make, state, monkeypatch):
    monkeypatch.setattr(textfiles, "_CHUNK", 10_000)
    form = make()
    state(form)  # imports what it needs
    gc.collect()
    tracemalloc.start()
    try:
        problem = state(form)
        held, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(problem.options) == N_OPTIONS
    assert held / N_OPTIONS < 120
    assert most / N_OPTIONS < 190  # in small problems, what does not grow counts as well


def test_numbers_in_order_are_names_that_take_no_memory():
    few, many = dlx.parse("a b\na\nb\n"), dlx.parse(text())
    assert len(pickle.dumps(many)) < 45 * N_OPTIONS
    assert few.options == (1, 2)
    assert few == xc.Problem("ab", {1: "a", 2: "b"}) == pickle.loads(pickle.dumps(few))
    assert few.given(2).first().options == (1, 2)


@pytest.mark.parametrize("names", [(0, True), (0.0, 1), (3, 4), (4, 3), (0, 1)])
def test_names_that_equal_numbers_in_order_come_back_as_they_were(names):
    options = xc.Problem("ab", dict(zip(names, "ab", strict=True))).options
    assert [*map(repr, options)] == [*map(repr, names)]


@pytest.mark.parametrize("size", [1, 2, 3, 7])
@pytest.mark.parametrize(
    "text", ["", "a", "a\n", "a\r\nb\r\n\r\nc", "\r\r\n\n\ra\r", "ab\rc\n\nd\r\n"]
)
def test_a_text_cut_into_parts_has_the_same_lines(text, size, monkeypatch):
    monkeypatch.setattr(textfiles, "_CHUNK", size)
    lines = [*enumerate(textfiles.LINE_ENDS.split(text), 1)]
    assert [*textfiles.lines_of(text)] == lines
