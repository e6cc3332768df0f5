"""Budgets, Ctrl-C, progress, memory, and sizes that must not break anything."""

from __future__ import annotations

import itertools
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.engines import cells, choose
from exactcover.engines.portfolio import Handover
from tests.instances import ladder_of_dominoes, langford, pentominoes, queens
from tests.interrupting import OUT_OF_TIME, ctrl_c_after, takes_at_most
from tests.strategies import brute_force, statements

ENGINES = ["reference", "bitset", "cells", "learning", "restarts", "sat", "auto"]


# -- stopping ------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["bitset", "cells"])
def test_ctrl_c_stops_a_count_within_a_fifth_of_a_second_and_keeps_what_was_counted(engine):
    problem = langford(15)  # hours for these engines
    problem.count(engine=engine, nodes=10)  # compiled and reduced
    with ctrl_c_after(0.5, within=0.2), pytest.raises(xc.Interrupted) as caught:
        problem.count(engine=engine)
    partial = caught.value.partial
    assert partial.stopped == "interrupt"
    assert not partial.complete
    assert partial.nodes > 0
    assert isinstance(caught.value, KeyboardInterrupt)


def test_the_node_budget_is_exact_for_every_engine():
    for engine in ENGINES:
        for nodes in (0, 1, 7, 1_000):
            assert langford(11).count(engine=engine, nodes=nodes).nodes == nodes


def test_a_budget_that_is_just_enough_leaves_the_answer_complete():
    for engine in ENGINES:
        whole = queens(6).count(engine=engine)
        again = queens(6).count(engine=engine, nodes=whole.nodes)
        assert again.complete
        assert again == 4
        one_less = queens(6).count(engine=engine, nodes=whole.nodes - 1)
        assert not one_less.complete


def test_a_time_budget_is_kept():
    with takes_at_most(2.0):
        counted = langford(15).count(seconds=0.3, engine="cells")
    assert counted.stopped == "seconds"


def test_impossible_is_proven_even_at_a_budget_of_zero_if_propagation_proves_it():
    problem = xc.Problem("ab", {"A": "a"})
    assert problem.count(nodes=0).complete
    assert not problem.first(nodes=0)


def test_progress_is_reported_with_numbers_that_only_grow():
    seen: list[xc.Progress] = []
    langford(15).count(engine="cells", progress=seen.append, seconds=1.0)
    assert len(seen) >= 2
    assert all(a.nodes <= b.nodes and a.seconds <= b.seconds for a, b in itertools.pairwise(seen))


def test_two_threads_may_search_one_problem_at_the_same_time():
    problem = pentominoes(3, 20)
    answers = []
    threads = [
        threading.Thread(target=lambda: answers.append(problem.count(engine="bitset")))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [8, 8, 8, 8]


def test_two_lists_of_one_problem_do_not_disturb_each_other():
    problem = queens(8)
    for engine in ENGINES:
        pairs = list(
            zip(problem.solutions(engine=engine), problem.solutions(engine=engine), strict=True)
        )
        assert len(pairs) == 92
        assert all(a == b for a, b in pairs)


class OwnError(Exception):
    """Something that the user's code raised."""


@pytest.mark.parametrize("engine", ENGINES)
def test_an_exception_from_a_callback_ends_the_list_and_is_never_called_complete(engine):
    calls = []

    def callback(now):
        calls.append(now)
        raise OwnError

    solutions = langford(12).solutions(engine=engine, progress=callback)
    with pytest.raises(OwnError):
        for _ in solutions:
            pass
    assert list(solutions) == []
    assert solutions.stopped == "error"
    assert not solutions.complete
    assert solutions.impossible is None


# The alarm may also ring inside a finaliser, where Python can only note the exception.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("engine", ENGINES)
def test_a_signal_handler_that_raises_at_any_moment_never_leaves_a_wrong_list(engine):
    def alarm(number, frame):
        raise OwnError

    assert langford(8).count(engine=engine) == 300  # all is imported and compiled
    before = signal.signal(signal.SIGALRM, alarm)
    try:
        for trial in range(40):
            solutions = langford(8).solutions(engine=engine)
            found = set()
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.0002 * (trial + 1))
                for solution in solutions:
                    found.add(solution)
                signal.setitimer(signal.ITIMER_REAL, 0)
                for _ in range(3):
                    pass  # an alarm that rang just before that is heard here, not after the try
            except OwnError:
                # Raised while asking, or here between two questions; then it may go on.
                found.update(solutions)
            if solutions.complete:
                assert 299 <= len(found) <= 300  # one may have been lost here, on its way
            else:
                assert solutions.stopped == "error"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("engine", ENGINES)
def test_threads_may_share_one_list_and_each_solution_comes_once(engine):
    solutions = langford(8).solutions(engine=engine)
    found = []
    threads = [threading.Thread(target=lambda: found.extend(solutions)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == len(set(found)) == 300
    assert solutions.complete


def test_a_callback_cannot_ask_the_list_it_is_called_from():
    solutions = langford(12).solutions(engine="bitset", progress=lambda now: next(solutions))
    with pytest.raises(RuntimeError, match="already"):
        list(solutions)


@pytest.mark.slow
def test_an_engine_that_cannot_begin_says_so_every_time():
    problem = xc.Problem(range(2), [[k % 2] for k in range(300_000)])
    solutions = problem.solutions(engine="bitset")
    with pytest.raises(xc.EngineTooLarge):
        next(solutions)
    assert list(solutions) == []
    assert solutions.stopped == "error"


def test_when_time_ends_as_engines_change_what_was_found_is_kept(monkeypatch):
    def out_of_time(*_):
        raise OUT_OF_TIME

    monkeypatch.setattr("exactcover.engines.choose._below", out_of_time)
    counted = langford(12).count()
    assert counted.stopped == "seconds"
    solutions = langford(12).solutions()
    assert sum(1 for _ in solutions) == counted > 0
    assert solutions.stopped == "seconds"
    assert sum(map(len, langford(12).solutions().chunks())) == counted


@pytest.mark.slow
@pytest.mark.parametrize("reduce", [True, False])
@pytest.mark.parametrize("how", ["interrupt", "seconds"])
def test_what_comes_before_the_search_can_be_stopped_as_well(reduce, how):
    # Options of 60 items in every mixture: propagation and the table of clashes take seconds.
    options = [[(k * (j + 1) + j * j) % 2_003 for j in range(60)] for k in range(1, 25_001)]
    options = [sorted(set(option)) for option in options]
    problem = xc.Problem(range(2_003), options)
    langford(4).count(engine="bitset")
    if how == "seconds":
        with takes_at_most(1.5):
            counted = problem.count(seconds=0.3, reduce=reduce)
        assert counted.stopped == "seconds"
        return
    with ctrl_c_after(1.0, within=0.5), pytest.raises(KeyboardInterrupt):
        problem.count(reduce=reduce)


# -- changing engines on the way -----------------------------------------------------------------


def test_a_long_search_of_a_small_problem_changes_engines_and_finds_each_solution_once():
    problem = langford(8)  # 300 solutions, OEIS A014552 twice
    search = choose.start(problem._model.compiled, "auto")
    assert isinstance(search, Handover)
    found = []
    while not search.done:
        found += [frozenset(options) for options in search.collect(50, 7)]
    assert search.handed_over
    assert len(found) == len(set(found)) == 300
    assert search.nodes > 50


@given(statements(), st.integers(1, 30), st.integers(1, 40), st.booleans())
def test_a_search_begun_by_cells_and_ended_by_bitset_finds_each_solution_once(
    statement, least, step, whole
):
    compiled = statement.problem()._model.compiled
    search = Handover(
        cells.CellsSearch(compiled), least, lambda: choose._below(compiled, "bitset", lambda: None)
    )
    if whole:
        found = search.collect(10**9, 10**9)
        assert search.done
    else:
        found = []
        while not search.done:
            found += search.collect(step, 3)
    counted = Handover(
        cells.CellsSearch(compiled), least, lambda: choose._below(compiled, "bitset", lambda: None)
    ).count(10**9, 10**9)
    truth = brute_force(statement)
    assert len(found) == len(truth) == counted
    assert {frozenset(options) for options in found} == truth


def test_cells_hands_over_a_long_search_whose_nodes_lie_deep_down():
    search = choose.start(dominoes(40, 40)._model.compiled)
    assert isinstance(search, Handover)
    assert search.count(10**6, 100) == 100
    assert not search.handed_over
    assert search.count(10**6, 10**9) > 1000
    assert search.handed_over


# -- sizes ---------------------------------------------------------------------------------------


def peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["bitset", pytest.param("cells", marks=pytest.mark.thorough)])
def test_half_a_million_solutions_pass_in_flat_memory(engine):
    problem = ladder_of_dominoes(28)  # Fibonacci: 514,229 tilings
    solutions = problem.solutions(engine=engine)
    for _ in range(20_000):
        next(solutions)
    before = peak_megabytes()
    number = 20_000 + sum(1 for _ in solutions)
    assert number == 514_229
    assert peak_megabytes() - before < 20
    assert solutions.complete


@pytest.mark.parametrize("how", [{}, {"method": "diagram"}])
def test_counts_pass_every_machine_word(how):
    # 70 independent choices of three and a ladder: a Fibonacci number times 3^70 solutions.
    ladder = ladder_of_dominoes(30)
    options = [ladder.items_of(option) for option in ladder.options]
    choices = [[("choice", k)] for k in range(70) for _ in range(3)]
    problem = xc.Problem(
        [*ladder.primary, *[("choice", k) for k in range(70)]], [*map(list, options), *choices]
    )
    counted = problem.count(**how)
    assert counted == 1_346_269 * 3**70
    assert counted.complete
    assert str(counted) == "3369920658551746377361513782135809847381"


@pytest.mark.parametrize("engine", ENGINES)
def test_slices_count_in_numbers_of_any_size(engine):
    """What they find is added up, and a number of numpy's would not pass its word."""
    search = choose.start(langford(8)._model.compiled, engine)
    found = []
    while not search.done:
        found.append(search.count(500, 2**40))
    assert sum(found) == 300
    assert {type(number) for number in found} == {int}


def test_a_hundred_thousand_options_are_no_trouble():
    # 50,000 cells in pairs: two options for each pair, so 2^50000 solutions; take a few.
    problem = xc.Problem(range(50_000), [[k, k + 1] for k in range(0, 50_000, 2) for _ in range(4)])
    assert len(problem.options) == 100_000
    solution = problem.first()
    assert len(solution) == 25_000
    assert len(list(problem.solutions(3))) == 3
    assert problem.count(nodes=60_000).stopped == "nodes"


@pytest.mark.parametrize("engine", ENGINES)
def test_an_item_in_every_option_is_no_trouble(engine):
    size = 20_000 if engine in ("bitset", "cells", "auto") else 2_000
    options = [["hub", k % 100] for k in range(size)]
    problem = xc.Problem(["hub"], options, secondary=range(100))
    assert problem.count(engine=engine) == size
    needy = xc.Problem(["hub", 0], options, secondary=range(1, 100))
    assert needy.count(engine=engine, reduce=False) == size // 100


def test_five_thousand_items_with_choices_are_no_trouble():
    problem = ladder_of_dominoes(2_500)
    for engine in ("bitset", "cells", "auto"):
        solution = problem.first(engine=engine)
        assert sum(len(solution.items_of(option)) for option in solution) == 5_000


def test_an_option_of_five_thousand_items_is_no_trouble():
    problem = xc.Problem(range(5_000), [range(5_000), range(2_500), range(2_500, 5_000)])
    for engine in ENGINES:
        assert problem.count(engine=engine, reduce=False) == 2


# -- the machine around it -----------------------------------------------------------------------

# A kernel that is compiled in a moment: it counts the two ways from node 1 to the end, node 0.
_COUNT = """
import numpy as np
import exactcover as xc
from exactcover.kernels.graphs import graphs
limbs = np.zeros((2, 1), np.uint32)
ends = np.zeros(2, np.int32)
graphs.count(np.array([0, 0, 2]), ends, ends, 1, np.zeros(1, np.uint64), limbs)
print(limbs[1, 0])
"""


def run_python(program: str, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        capture_output=True, text=True, check=False, timeout=600,
        env={**os.environ, "PYTHONPATH": ":".join(filter(None, sys.path)), **environment},
    )  # fmt: skip


def test_it_works_without_the_compiler_for_debuggers():
    found = run_python(_COUNT, NUMBA_DISABLE_JIT="1")
    assert found.stdout == "2\n", found.stderr


def test_without_numba_everything_works_in_plain_python_and_that_is_said_once():
    program = (
        "import sys\n"
        "sys.modules['numba'] = None\n"
        "import exactcover as xc\n"
        "from exactcover.cli import main as cli\n"
        "problem = xc.Problem('ab', ['a', 'b', 'ab'])\n"
        "print(problem.count(), problem.count(engine='reference'), problem.is_unique())\n"
        "print(problem.zdd())\n"
        "xc.write(problem, sys.argv[1])\n"
        "print(xc.cli.run('exactcover', cli.main, ['count', sys.argv[1]]))\n"
    )
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        found = run_python(program.replace("sys.argv[1]", repr(file.name)))
    assert found.returncode == 0, found.stderr
    counts, diagram, count, code = found.stdout.splitlines()
    assert counts == "2 2 more than one solution"
    assert diagram == "<ZDD: 2 solutions, 3 nodes>"
    assert (count, code) == ("2", "0")
    assert "numba is not installed" in found.stderr


@pytest.mark.slow
def test_ctrl_c_while_compiling_is_delivered_when_that_is_over(tmp_path):
    program = (
        "import logging, os, signal, threading\n"
        "import exactcover as xc\n"
        "class Press(logging.Handler):\n"
        "    def emit(self, record):\n"
        "        assert 'compiling' in record.getMessage()\n"
        "        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "log = logging.getLogger('exactcover')\n"
        "log.addHandler(Press())\n"
        "log.setLevel(logging.INFO)\n"
        "options = [[a, b] for a in range(30) for b in range(a)]\n"
        "try:\n"
        "    xc.Problem(range(30), options).count(engine='cells')\n"
        "except KeyboardInterrupt as interruption:\n"
        "    print('interrupted', isinstance(interruption, xc.Interrupted))\n"
    )
    found = run_python(program, NUMBA_CACHE_DIR=str(tmp_path))
    assert found.stdout == "interrupted True\n", found.stderr
    assert found.stderr == ""


@pytest.mark.slow
def test_the_first_run_says_that_it_compiles_and_the_second_does_not(tmp_path):
    program = "import logging\nlogging.basicConfig(level=logging.INFO)\n" + _COUNT
    first = run_python(program, NUMBA_CACHE_DIR=str(tmp_path))
    assert first.stdout == "2\n"
    assert first.stderr.count("compiling a search kernel") == 1
    second = run_python(program, NUMBA_CACHE_DIR=str(tmp_path))
    assert second.stdout == "2\n"
    assert "compiling" not in second.stderr


# -- chunks --------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, -1, 1.5, True, None])
def test_a_size_of_chunks_that_makes_no_sense_is_refused(size):
    with pytest.raises(xc.BudgetError, match="size"):
        next(queens(5).solutions().chunks(size))


def test_an_exception_in_chunks_ends_the_iteration_and_says_so():
    def fail(progress):
        raise OSError("the disk is full")

    iterator = langford(12).solutions(engine="bitset", progress=fail)
    with pytest.raises(OSError, match="full"):
        for _ in iterator.chunks(10):
            pass
    assert iterator.stopped == "error"
    assert not iterator.complete
    assert list(iterator.chunks()) == []


def test_chunks_name_options_by_their_place_in_the_problem():
    problem = queens(6)
    names = problem.options
    from_chunks = [
        tuple(names[number] for number in row)
        for chunk in problem.given((0, 1)).solutions().chunks()
        for row in chunk
    ]
    assert from_chunks == [s.options for s in problem.given((0, 1)).solutions()]
    assert from_chunks


def widths(solutions, size=100):
    return {chunk.shape[1] for chunk in solutions.chunks(size)}


@pytest.mark.parametrize("engine", ["auto", "reference", "bitset", "cells"])
@pytest.mark.parametrize("reduce", [True, False])
def test_all_chunks_are_as_wide_as_a_solution_is_long(engine, reduce):
    problem = langford(7)
    assert widths(problem.solutions(engine=engine, reduce=reduce)) == {7}
    iterator = problem.solutions(engine=engine, reduce=reduce)
    first = next(iterator)
    assert widths(iterator, 1) == {7} == {len(first.options)}
    ruled = problem.where(complete=lambda solution: True)
    assert widths(ruled.solutions(engine=engine, reduce=reduce)) == {7}
    assert widths(problem.given(*first.options[:3]).solutions(engine=engine, reduce=reduce)) == {7}


def test_the_chunks_of_a_long_list_of_solutions_can_be_joined():
    # The search is handed from one engine to the other on the way.
    chunks = list(langford(12).solutions(limit=50_000).chunks())
    assert len(chunks) > 2
    assert np.concatenate(chunks).shape == (50_000, 12)


def test_chunks_are_no_wider_than_the_shortest_options_allow():
    # Two rows of dominoes; the third is one option, or four cells and one.
    cells = [(r, c) for r in range(3) for c in range(5)]
    options = [[(r, c), (r, c + 1)] for r in (0, 1) for c in range(4)]
    options += [[(0, c), (1, c)] for c in range(5)]
    options += [[(2, c) for c in range(5)], [(2, c) for c in range(4)], [(2, 4)]]
    problem = xc.Problem(cells, options)
    assert widths(problem.solutions(reduce=False)) == widths(problem.solutions()) == {7}
    # What is given is certain: the third row is one option.
    assert widths(problem.given(13).solutions()) == {6}
    assert widths(problem.without(15).solutions()) == {6}


def test_a_chunk_holds_no_more_than_so_many_entries(monkeypatch):
    # Options that may be repeated make long solutions, and their tables must fit.
    monkeypatch.setattr("exactcover.search.search.TABLE_ENTRIES", 100)
    problem = xc.Problem("ab", ["a", "b", "ab"], multiplicity=dict.fromkeys("ab", 30), repeat=True)
    for engine in ("reference", "bitset", "cells"):
        chunks = list(problem.solutions(engine=engine).chunks())
        assert {chunk.shape for chunk in chunks} == {(1, 60)}
        assert len(chunks) == problem.count()


# -- the choice of engines -----------------------------------------------------------------------


def dominoes(height, width):
    cells = [(row, column) for row in range(height) for column in range(width)]
    pairs = [((r, c), (r + a, c + b)) for r, c in cells for a, b in ((0, 1), (1, 0))]
    board = set(cells)
    return xc.Problem(cells, [pair for pair in pairs if pair[1] in board])


@pytest.mark.parametrize(
    ("problem", "engine"),
    [
        (pentominoes(6, 10), "bitset"),
        (queens(60), "bitset"),
        (dominoes(20, 20), "bitset"),
        (dominoes(40, 40), "cells"),
        (dominoes(60, 60), "cells"),
    ],
    ids=["pentominoes", "queens", "dominoes 20", "dominoes 40", "dominoes 60"],
)
def test_a_sparse_and_deep_problem_goes_to_cells_and_others_to_bitset(problem, engine):
    assert choose.engine_for(problem.reduce().core.compiled) == engine


def test_a_solution_of_a_large_sparse_problem_is_found_at_once():
    problem = dominoes(100, 100)
    problem.count(nodes=10)  # compiled and reduced
    with takes_at_most(1):
        assert len(problem.first()) == 5_000


def test_a_progress_function_that_raises_stop_iteration_does_not_end_a_list():
    def progress(_):
        raise StopIteration

    solutions = langford(12).solutions(progress=progress)
    with pytest.raises(RuntimeError, match=r"^progress= raised StopIteration$"):
        list(solutions)
    assert not solutions.complete
    assert solutions.stopped == "error"
