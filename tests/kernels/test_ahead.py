"""Kernels that another process compiles meanwhile."""

from __future__ import annotations

import subprocess
import sys

import pytest

from exactcover.kernels import ahead, bitset, jit
from exactcover.kernels.availability import compiles
from exactcover.kernels.jit import Kernel
from exactcover.kernels.objects import Code

pytestmark = pytest.mark.skipif(not compiles(), reason="needs numba")

SMALL = (("exactcover.kernels.bitset", "restart"),)


@pytest.fixture(autouse=True)
def apart(tmp_path, monkeypatch):
    """Nothing is compiled before, and nothing is left behind."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(ahead, "_coming", {})
    monkeypatch.setattr(ahead, "_allowed", False)
    monkeypatch.setattr(ahead, "_NEXT", SMALL)


def fresh():
    """The kernel as a process has it that never called it."""
    return Kernel(bitset.restart.function)


def test_the_other_process_compiles_what_is_needed_next():
    ahead.allow()
    ahead.begin()
    kernel = fresh()
    kinds = kernel.stated_kinds()
    made = ahead.taken(kernel, kinds, [])
    assert callable(Code(made))
    assert made.returns == "?"


def test_a_kernel_with_arguments_of_other_kinds_is_compiled_here():
    ahead.allow()
    ahead.begin()
    assert ahead.taken(fresh(), (), []) is None


def test_only_commands_start_a_process():
    ahead.begin()
    assert ahead.taken(fresh(), fresh().stated_kinds(), []) is None


def test_the_process_is_started_once():
    ahead.allow()
    ahead.begin()
    first = dict(ahead._coming)
    ahead.begin()
    assert ahead._coming == first


def test_a_process_that_fails_leaves_the_work_to_this_one(monkeypatch):
    monkeypatch.setattr(ahead, "_PROGRAM", "raise SystemExit(1)")
    ahead.allow()
    ahead.begin()
    assert ahead.taken(fresh(), fresh().stated_kinds(), []) is None
    monkeypatch.setattr(sys, "executable", "/no/such/program")
    ahead.allow()
    ahead.begin()
    kernel = fresh()
    assert kernel.machine_code(kernel.stated_kinds()).returns == "?"


def test_ctrl_c_ends_the_waiting(monkeypatch):
    monkeypatch.setattr(ahead, "_PROGRAM", "import sys; sys.stdin.read()")
    ahead.allow()
    ahead.begin()
    with pytest.raises(KeyboardInterrupt):
        ahead.taken(fresh(), fresh().stated_kinds(), ["pressed"])


def test_the_other_process_ends_with_the_one_that_started_it():
    long = ["exactcover.kernels.bitset", "search"]
    program = f"import sys; sys.argv[1:] = {long!r}; {ahead._PROGRAM}"
    # Its input has ended before it begins, as if that process were gone.
    process = subprocess.run(
        [sys.executable, "-c", program], stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    assert (process.returncode, process.stdout) == (0, b"")


def test_a_kernel_is_taken_from_the_other_process_where_it_is_compiled(monkeypatch):
    asked = []
    monkeypatch.setattr(ahead, "begin", lambda: asked.append("begin"))
    monkeypatch.setattr(ahead, "taken", lambda kernel, kinds, interrupts: asked.append(kernel))
    monkeypatch.setattr("exactcover.kernels.bundle.bundled", lambda kernel, kinds: None)
    kernel = fresh()
    kernel.warm()
    assert asked == ["begin", kernel]
    assert jit.Kernel.machine_code(kernel, kernel.stated_kinds()) is not None
    assert len(asked) == 2
