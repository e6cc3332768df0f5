"""Kernels that other processes compile for a command."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from exactcover.compile import compilers, compiles
from exactcover.compile.jit import Kernel
from exactcover.compile.objects import Code
from exactcover.kernels.trees import bitset_loop as bitset
from exactcover.parallel.warm import kernels

pytestmark = pytest.mark.skipif(not compiles(), reason="takes numba, or minutes")


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


def test_another_process_compiles_what_is_needed():
    kernel = fresh()
    found = made(kernel)
    assert callable(Code(found))
    assert found.returns == "?"


def test_a_third_process_compiles_what_is_needed_next(monkeypatch):
    monkeypatch.setattr(compilers.os, "cpu_count", lambda: 2)
    made(fresh())
    assert len(compilers._compilers) == 2
    (coming,) = compilers._coming.values()
    assert coming.result(timeout=60) is not None


def test_one_core_has_one_process(monkeypatch):
    monkeypatch.setattr(compilers.os, "cpu_count", lambda: 1)
    assert made(fresh()) is not None
    assert len(compilers._compilers) == 1


def test_arguments_of_other_kinds_are_compiled_here():
    assert compilers.made_by_another(fresh(), (), []) is None


def test_a_kernel_that_is_not_found_there_is_compiled_here(monkeypatch):
    kernel = fresh()
    monkeypatch.setattr(kernel, "__module__", "exactcover.kernels.bits.words")
    assert made(kernel) is None
    assert made(fresh()) is not None  # and the process goes on


def test_every_kernel_is_found_by_another_process():
    for module, name in kernels():
        kernel = getattr(import_module(module), name)
        found = getattr(import_module(kernel.__module__), kernel.function.__qualname__)
        assert found is kernel


def test_only_commands_start_processes(monkeypatch):
    monkeypatch.setattr(compilers, "_next", None)
    assert made(fresh()) is None
    assert compilers._compilers == []


@pytest.mark.parametrize("program", ["raise SystemExit(1)", "print('nonsense')"])
def test_a_process_that_fails_leaves_the_work_to_this_one(monkeypatch, program):
    monkeypatch.setattr(compilers, "_PROGRAM", program)
    kernel = fresh()
    assert kernel.machine_code(kernel.stated_kinds()).returns == "?"


def test_where_no_process_can_be_started_this_one_compiles(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/no/such/program")
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
