"""If several processes need a kernel, one compiles it, and none waits forever."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import time

import pytest

from exactcover.compile import objects
from tests.interrupting import ENVIRONMENT

fcntl = pytest.importorskip("fcntl")
pytestmark = pytest.mark.compiled

#: A process that calls a kernel, and writes a line when it compiles it, for which it takes a while.
CALLS = """
import sys, time
import numpy as np
from exactcover.compile import machine_code
from tests.compile.test_objects import summed

def slowly(*arguments, made=machine_code.module_of):
    print("compiles", flush=True)
    time.sleep(float(sys.argv[1]))
    return made(*arguments)

machine_code.module_of = slowly
assert summed(np.arange(4), 1) == 12
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The empty folder of kernels that processes started here use."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    return tmp_path


@pytest.fixture
def started(folder):
    """Starts such processes, and ends those that are left."""
    all_of_them = []

    def start(seconds):
        process = subprocess.Popen(
            [sys.executable, "-c", CALLS, str(seconds)], stdout=subprocess.PIPE, text=True,
            env={**ENVIRONMENT, "NUMBA_CACHE_DIR": str(folder)},
        )  # fmt: skip
        all_of_them.append(process)
        return process

    yield start
    for process in all_of_them:
        process.kill()
        process.communicate()


def test_one_process_compiles_and_the_others_wait_for_its_file(started, folder):
    processes = [started(1.0) for _ in range(4)]
    told = [process.communicate(timeout=100)[0] for process in processes]
    assert sorted(told) == ["", "", "", "compiles\n"]
    assert [process.returncode for process in processes] == [0] * 4
    assert [file.suffix for file in folder.iterdir()] == [".kernel"]


@pytest.fixture
def waiting(started):
    """Two such processes: the one that compiles, and one that waits for it."""
    first = started(1_000)
    assert first.stdout.readline() == "compiles\n"
    second = started(0)
    with pytest.raises(subprocess.TimeoutExpired):
        second.wait(timeout=2)
    return first, second


def test_another_process_takes_over_from_one_that_is_killed(waiting, folder):
    first, second = waiting
    first.kill()
    assert second.communicate(timeout=100)[0] == "compiles\n"
    assert second.returncode == 0
    assert [file.suffix for file in folder.iterdir()] == [".kernel"]


def test_ctrl_c_ends_the_waiting_for_another_process(waiting):
    _, second = waiting
    second.send_signal(signal.SIGINT)
    pressed = time.monotonic()
    assert second.wait(timeout=100) == -signal.SIGINT
    assert time.monotonic() - pressed < 5  # half a second, and the end of Python


@pytest.fixture
def held(folder):
    """A lock that another one has, and does not give back."""
    file = folder / "a.lock"
    with file.open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        yield file


def waits(file, look=lambda: None):
    with objects.turn(iter([file]), look, []) as found:
        return found


def test_nobody_waits_longer_than_any_kernel_takes(held, monkeypatch):
    monkeypatch.setattr(objects, "_PATIENCE", 0.2)
    assert waits(held) is None
    assert held.exists()  # it is that of the other one


def test_what_is_made_meanwhile_is_taken_and_one_that_keeps_nothing_keeps_nobody_waiting(held):
    looks = iter([None, None, "made"])
    assert waits(held, lambda: next(looks)) == "made"
    # As at the end of its turn.
    assert waits(held, lambda: held.unlink(missing_ok=True)) is None


def test_where_nothing_can_be_locked_each_compiles_for_itself(held, tmp_path, monkeypatch):
    assert waits(tmp_path / "nowhere" / "a.lock") is None
    (tmp_path / "link.lock").symlink_to(tmp_path / "elsewhere")
    assert waits(tmp_path / "link.lock") is None
    assert not (tmp_path / "elsewhere").exists()

    def refuses(*arguments):
        raise OSError(37, "no locks available")

    monkeypatch.setattr(fcntl, "flock", refuses)
    assert waits(held) is None


def test_a_lock_is_for_its_user_alone_and_after_an_error_the_next_one_has_its_turn(tmp_path):
    file = tmp_path / "a.lock"
    with contextlib.suppress(ArithmeticError), objects.turn(iter([file]), lambda: None, []):
        assert file.stat().st_mode & 0o077 == 0
        raise ArithmeticError
    with file.open() as other:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    assert waits(file) is None
    assert not file.exists()
