"""Budgets, Ctrl-C, progress, memory, and sizes that must not break anything."""

from __future__ import annotations

import itertools
import os
import resource
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import exactcover as xc
from exactcover.engines import choose
from tests.instances import dominoes, ladder_of_dominoes, langford, pentominoes, queens
from tests.interrupting import OUT_OF_TIME, ctrl_c_after, takes_at_most

ENGINES = ["reference", "bitset", "cells", "learning", "restarts", "sat", "auto"]


# -- stopping ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("engine", "within"),
    [("bitset", 0.2), ("cells", 0.2), pytest.param("sat", 1, marks=pytest.mark.needs("pysat"))],
)
def test_ctrl_c_soon_stops_a_count_and_keeps_what_was_counted(engine, within):
    problem = langford(15)  # hours for these engines
    problem.count(engine=engine, nodes=10)  # compiled and reduced
    with ctrl_c_after(0.5, within=within), pytest.raises(xc.Interrupted) as caught:
        problem.count(engine=engine)
    partial = caught.value.partial
    assert (partial.stopped, partial.complete, partial.nodes > 0) == ("interrupt", False, True)
    assert isinstance(caught.value, KeyboardInterrupt)


class OwnError(Exception):
    """Something that the user's code raised."""


@pytest.mark.parametrize("engine", ENGINES)
def test_the_node_budget_is_exact_and_one_that_is_just_enough_leaves_the_answer_complete(engine):
    for nodes in (0, 1, 7, 1_000):
        assert langford(11).count(engine=engine, nodes=nodes).nodes == nodes
    whole = queens(6).count(engine=engine)
    again = queens(6).count(engine=engine, nodes=whole.nodes)
    assert (again, again.complete) == (4, True)
    assert not queens(6).count(engine=engine, nodes=whole.nodes - 1).complete


def test_progress_is_reported_with_numbers_that_only_grow_and_a_budget_of_time_is_kept():
    seen: list[xc.Progress] = []
    with takes_at_most(2.0):
        counted = langford(15).count(engine="cells", progress=seen.append, seconds=1.0)
    assert counted.stopped == "seconds"
    assert len(seen) >= 2
    assert all(a.nodes <= b.nodes and a.seconds <= b.seconds for a, b in itertools.pairwise(seen))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("ask", [iter, lambda solutions: solutions.chunks(10)])
@pytest.mark.parametrize("raised", [OwnError, StopIteration])
def test_an_exception_from_a_callback_ends_the_list_and_is_never_called_complete(
    engine, ask, raised
):
    def callback(now):
        raise raised

    solutions = langford(12).solutions(engine=engine, progress=callback)
    with pytest.raises(RuntimeError if raised is StopIteration else raised):
        list(ask(solutions))
    assert list(solutions) == []
    assert solutions.stopped == "error"
    assert not solutions.complete
    assert solutions.impossible is None


def test_a_callback_cannot_ask_the_list_it_is_called_from():
    solutions = langford(12).solutions(engine="bitset", progress=lambda now: next(solutions))
    with pytest.raises(RuntimeError, match="already"):
        list(solutions)


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
def test_threads_may_share_one_list_or_one_problem_and_each_solution_comes_once(engine):
    problem = langford(8)  # 300 solutions, OEIS A014552 twice
    solutions = problem.solutions(engine=engine)

    def ask(_):
        return list(solutions), list(problem.solutions(engine=engine))

    with ThreadPoolExecutor(4) as threads:
        shared, own = zip(*threads.map(ask, range(4)), strict=True)
    found = list(itertools.chain(*shared))
    assert len(found) == len(set(found)) == 300
    assert solutions.complete
    assert list(own) == [list(problem.solutions(engine=engine))] * 4


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
def test_what_comes_before_the_search_can_be_stopped_as_well():
    # Options of 60 items in every mixture: propagation and the table of clashes take seconds.
    options = [{(k * (j + 1) + j * j) % 2_003 for j in range(60)} for k in range(1, 25_001)]
    problem = xc.Problem(range(2_003), map(sorted, options))
    langford(4).count(engine="bitset")
    with takes_at_most(1.5):
        assert problem.count(seconds=0.3, reduce=False).stopped == "seconds"
    with ctrl_c_after(1.0, within=0.5), pytest.raises(KeyboardInterrupt):
        problem.count()


# -- sizes ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_half_a_million_solutions_pass_in_flat_memory():
    def peak_megabytes():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

    problem = ladder_of_dominoes(28)  # Fibonacci: 514,229 tilings
    solutions = problem.solutions(engine="bitset")
    for _ in range(20_000):
        next(solutions)
    before = peak_megabytes()
    assert 20_000 + sum(1 for _ in solutions) == 514_229
    assert peak_megabytes() - before < 20
    assert solutions.complete


@pytest.mark.parametrize("how", [{}, {"method": "diagram"}])
def test_counts_pass_every_machine_word(how):
    # 70 independent choices of three and a ladder: a Fibonacci number times 3^70 solutions.
    ladder = ladder_of_dominoes(30)
    choices = [("choice", k) for k in range(70)]
    options = [*map(ladder.items_of, ladder.options), *([each] for each in choices * 3)]
    counted = xc.Problem([*ladder.primary, *choices], options).count(**how)
    assert (counted, counted.complete) == (1_346_269 * 3**70, True)
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


@pytest.mark.parametrize("engine", ENGINES)
def test_an_item_in_every_option_is_no_trouble(engine):
    size = 20_000 if engine in ("bitset", "cells", "auto") else 500
    options = [["hub", k % 100] for k in range(size)]
    problem = xc.Problem(["hub"], options, secondary=range(100))
    assert problem.count(engine=engine) == size
    needy = xc.Problem(["hub", 0], options, secondary=range(1, 100))
    assert needy.count(engine=engine, reduce=False) == size // 100


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


# Without the kernels that a wheel brings, so that numba compiles.
_COMPILES = """
import pathlib
from exactcover.compile import bundle
bundle.bundle_file = lambda: pathlib.Path("none.kernels")
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


def test_without_numba_everything_works_in_plain_python_and_that_is_said_once(tmp_path):
    program = f"""
import sys
sys.modules["numba"] = None
import exactcover as xc
from exactcover.cli import main as cli
problem = xc.Problem("ab", ["a", "b", "ab"])
print(problem.count(), problem.count(engine="reference"), problem.is_unique())
print(problem.zdd())
xc.write(problem, {str(tmp_path / "ab.json")!r})
print(xc.cli.run("exactcover", cli.main, ["count", {str(tmp_path / "ab.json")!r}]))
"""
    found = run_python(program)
    assert found.returncode == 0, found.stderr
    assert found.stdout.splitlines() == [
        "2 2 more than one solution", "<ZDD: 2 solutions, 3 nodes>", "2", "0"
    ]  # fmt: skip
    assert found.stderr.count("numba is not installed") == 1


@pytest.mark.slow
def test_ctrl_c_while_compiling_is_delivered_when_that_is_over(tmp_path):
    program = f"""{_COMPILES}
import logging, os, signal, threading
import exactcover as xc
class Press(logging.Handler):
    def emit(self, record):
        assert "compiling" in record.getMessage()
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
log = logging.getLogger("exactcover")
log.addHandler(Press())
log.setLevel(logging.INFO)
options = [[a, b] for a in range(30) for b in range(a)]
try:
    xc.Problem(range(30), options).count(engine="cells")
except KeyboardInterrupt as interruption:
    print("interrupted", isinstance(interruption, xc.Interrupted))
"""
    found = run_python(program, NUMBA_CACHE_DIR=str(tmp_path))
    assert (found.stdout, found.stderr) == ("interrupted True\n", "")


@pytest.mark.slow
def test_the_first_run_says_that_it_compiles_and_the_second_does_not(tmp_path):
    program = f"{_COMPILES}import logging\nlogging.basicConfig(level=logging.INFO)\n{_COUNT}"
    for times in (1, 0):
        found = run_python(program, NUMBA_CACHE_DIR=str(tmp_path))
        assert (found.stdout, found.stderr.count("compiling")) == ("2\n", times)


# -- chunks --------------------------------------------------------------------------------------


def widths(solutions, size=100):
    return {chunk.shape[1] for chunk in solutions.chunks(size)}


@pytest.mark.parametrize("engine", ["auto", "reference", "bitset", "cells"])
def test_all_chunks_are_as_wide_as_a_solution_is_long(engine):
    problem = langford(7)
    iterator = problem.solutions(engine=engine)
    given_some = problem.given(*next(iterator).options[:3])
    for solutions in (
        iterator, problem.solutions(engine=engine, reduce=False), given_some.solutions(),
        problem.where(lambda solution: True).solutions(engine=engine),
    ):  # fmt: skip
        assert widths(solutions, 3) == {7}


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


@pytest.mark.parametrize(
    ("problem", "engine"),
    [
        (pentominoes(6, 10), "bitset"), (queens(60), "bitset"), (dominoes(20, 20), "bitset"),
        (dominoes(40, 40), "cells"),
    ],
)  # fmt: skip
def test_a_sparse_and_deep_problem_goes_to_cells_and_others_to_bitset(problem, engine):
    assert choose.engine_for(problem.reduce().core.compiled) == engine
