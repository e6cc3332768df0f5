"""Kernels that helper processes compile for a command."""

from __future__ import annotations

import subprocess
import sys

import pytest

from exactcover.compile import compilers
from exactcover.compile.jit import Kernel
from exactcover.compile.made import Code
from exactcover.kernels.trees import bitset_loop as bitset

pytestmark = pytest.mark.compiled


@pytest.fixture(autouse=True)
def apart(tmp_path, monkeypatch):
    """Nothing is compiled before, and no process is left behind."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(compilers, "_compilers", [])
    monkeypatch.setattr(compilers, "_coming", {})
    monkeypatch.setattr(compilers, "_next", ("exactcover.kernels.bits.clashes", "build"))
    yield
    for each in compilers._compilers:
        each._process.kill()
        each._thread.join()


def fresh():
    """The kernel as a process has it that never called it."""
    return Kernel(bitset.restart.function)


def made(kernel, interrupts=()):
    return compilers.made_by_another(kernel, kernel.stated_kinds(), interrupts)


@pytest.mark.parametrize("cores", [1, 2])
def test_another_process_compiles_what_is_needed_and_a_third_what_is_next(monkeypatch, cores):
    monkeypatch.setattr(compilers.os, "cpu_count", lambda: cores)
    found = made(fresh())
    assert callable(Code(found))
    assert found.returns == "?"
    assert len(compilers._compilers) == cores
    for coming in compilers._coming.values():
        assert coming.result(timeout=60) is not None


def test_what_another_process_cannot_have_is_compiled_here(monkeypatch):
    assert compilers.made_by_another(fresh(), (), []) is None
    kernel = fresh()
    monkeypatch.setattr(kernel, "__module__", "exactcover.kernels.bits.words")
    assert made(kernel) is None  # it is not found there
    assert made(fresh()) is not None  # and the process goes on


def test_only_commands_start_processes(monkeypatch):
    monkeypatch.setattr(compilers, "_next", None)
    assert made(fresh()) is None
    assert compilers._compilers == []


@pytest.mark.parametrize(
    ("of", "name", "value"),
    [
        (compilers, "_PROGRAM", "raise SystemExit(1)"),
        (compilers, "_PROGRAM", "print('nonsense')"),
        (sys, "executable", "/no/such/program"),
    ],
)
def test_a_process_that_fails_leaves_the_work_to_this_one(monkeypatch, of, name, value):
    monkeypatch.setattr(of, name, value)
    kernel = fresh()
    assert kernel.machine_code(kernel.stated_kinds()).returns == "?"


def test_a_process_that_has_nothing_to_do_ends_and_leaves_no_thread(monkeypatch):
    monkeypatch.setattr(compilers.os, "cpu_count", lambda: 1)
    monkeypatch.setattr(
        compilers, "_PROGRAM",
        "from exactcover.compile import compilers; compilers._IDLE = 0.1; compilers._main()",
    )  # fmt: skip
    assert made(fresh()) is not None
    (first,) = compilers._compilers
    first._thread.join()
    assert first._process.returncode == 0
    assert made(fresh()) is not None  # by the next one
    assert compilers._compilers != [first]


def test_ctrl_c_ends_the_waiting(monkeypatch):
    monkeypatch.setattr(compilers, "_PROGRAM", "import sys; sys.stdin.read()")
    with pytest.raises(KeyboardInterrupt):
        made(fresh(), ["pressed"])


def test_the_other_process_ends_with_the_one_that_started_it():
    # It has read what to compile, and its input has ended, as if that process were gone.
    process = subprocess.run(
        [sys.executable, "-c", compilers._PROGRAM],
        input=b"exactcover.kernels.trees.bitset_loop search\n", capture_output=True, check=False,
    )  # fmt: skip
    assert (process.returncode, process.stdout) == (0, b"")
