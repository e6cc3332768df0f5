"""Cached machine code answers like the original, and runs only if it is valid."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections import namedtuple
from enum import Enum, IntEnum
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from exactcover.compile import machine_code, objects
from exactcover.compile.bundle import bundle_file
from exactcover.compile.jit import Kernel, kernel, kernel_part
from exactcover.compile.kinds import words_of
from exactcover.compile.made import packed, unpacked
from tests.common.test_slots import at_once

Pair = namedtuple("Pair", "numbers weight")

pytestmark = pytest.mark.compiled


@kernel_part
def twice(number):
    return number + number


@kernel
def summed(numbers, factor):
    total = 0
    for number in numbers:
        total += twice(number) * factor
    return total


@kernel
def every_kind(truth, whole, word, small, part_of_one, table, fixed, pair):
    table[0, 1] = whole
    return truth, whole + 1, word, small, part_of_one, fixed[0] + pair.numbers[1], pair.weight


@kernel
def nothing(numbers):
    numbers[0] = 1


@kernel
def divided(one, other):
    return one // other


def nested(number):
    return number, (number + 1, number + 2)


def half(number):
    return number // 2


def halved(numbers):
    total = 0
    for number in numbers:
        total += half(number)
    return total


def arguments_of_every_kind():
    fixed = np.array([7, 8], np.int32)
    fixed.flags.writeable = False
    return (
        True, -5, np.uint64(2**64 - 1), np.int32(-3), 0.25, np.zeros((2, 3), np.int64), fixed,
        Pair(np.array([1, 2], np.int64), 2.5),
    )  # fmt: skip


class TestArguments:
    def test_all_kinds_of_numbers_arrays_and_named_tuples_are_handed_over_and_back(self):
        given = arguments_of_every_kind()
        assert every_kind(*given) == (True, -4, 2**64 - 1, -3, 0.25, 9, 2.5)
        assert given[5].tolist() == [[0, -5, 0], [0, 0, 0]]

    def test_arguments_at_the_edge(self):
        numbers = np.zeros(2, np.int32)
        assert nothing(numbers) is None
        assert numbers.tolist() == [1, 0]
        assert summed(np.zeros(0, np.int64), 3) == 0
        assert summed.bound({"numbers": np.arange(3), "other": 1})(5) == 30
        with pytest.raises(OverflowError):
            summed(np.zeros(1, np.int64), 2**63)
        with pytest.raises(ArithmeticError):
            divided(7, 0)

    def test_numba_calls_what_is_not_handed_over(self):
        assert Kernel(nested)(7) == (7, (8, 9))
        assert summed(np.arange(6)[::2], 1) == 12
        assert Kernel(halved, (half,))(np.arange(10)[::2]) == 10  # a function without a decorator
        with pytest.raises(Exception, match="Unsupported array dtype"):
            summed(np.arange(3, dtype=">i8"), 1)

    @pytest.mark.parametrize(
        "change",
        # An operand less or more; or others change places in a call: result and error; three
        # numbers and eight more; the first array.
        [-1, 1, (0, 1), (2, 5), (13, 17), (15, 16), (16, 18), (18, 19)],
    )
    def test_of_a_version_of_numba_that_hands_over_in_another_way_no_machine_code_is_kept(
        self, monkeypatch, caplog, tmp_path, change
    ):
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
        known, entry = machine_code._layout_is_known, machine_code._entry
        assert known()

        def of_another_version(kernel, kinds):
            if not isinstance(change, tuple):
                return entry(kernel, (*kinds, kinds[-1]) if change > 0 else kinds[:-1])
            before, call, operands = entry(kernel, kinds).rpartition('"(')
            operands, end, after = operands.partition(")")
            given = [operand.split() for operand in operands.split(", ")]
            one, other = (given[place] for place in change)
            one[1], other[1] = other[1], one[1]
            return before + call + ", ".join(map(" ".join, given)) + end + after

        if isinstance(change, tuple):
            monkeypatch.setattr(machine_code, "_layout_is_known", cache(known.__wrapped__))
        monkeypatch.setattr(machine_code, "_entry", of_another_version)
        for _ in range(2):
            assert Kernel(summed.function)(np.arange(4), 1) == 12
        assert list(tmp_path.iterdir()) == []
        said = [each.message for each in caplog.records if each.levelname == "WARNING"]
        assert len(said) == isinstance(change, tuple)

    def test_a_kernel_is_pickled_by_its_name(self):
        assert pickle.loads(pickle.dumps(summed)) is summed

    def test_several_threads_may_need_a_kernel_first(self):
        fresh = Kernel(summed.function)
        assert at_once(4, lambda: fresh(np.arange(4), 1)) == [12] * 4


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of kernels, which is used alone, with that of ``summed`` in it."""
    made = tmp_path / "kernels"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(made))
    assert Kernel(summed.function)(np.arange(4), 1) == 12
    return made


def is_kept() -> bool:
    """Whether another process would find the kernel."""
    stamp = objects.stamp_of(summed.function)
    return objects.kept(summed.function, words_of((np.arange(4), 1), []), stamp) is not None


class TestFiles:
    @pytest.mark.parametrize("place", [0, 5, 40, -1, -200])
    def test_a_file_with_one_byte_changed_is_not_run(self, folder, place):
        (file,) = folder.iterdir()
        assert file.name.startswith("tests.compile.test_objects.summed-")
        assert is_kept()
        text = bytearray(file.read_bytes())
        text[place] ^= 1
        file.write_bytes(text)
        assert not is_kept()
        assert Kernel(summed.function)(np.arange(4), 1) == 12  # compiled, and kept anew
        assert is_kept()

    @pytest.mark.parametrize("length", [0, 1, 100, -1])
    def test_a_file_that_is_cut_short_is_not_run(self, folder, length):
        (file,) = folder.iterdir()
        file.write_bytes(file.read_bytes()[:length])
        assert not is_kept()

    @pytest.mark.parametrize(
        "changed", ["numba", "llvmlite", "processor", "features", "sources", "needs"]
    )
    def test_a_file_of_another_version_or_machine_is_not_run(self, folder, changed):
        (file,) = folder.iterdir()
        stamp = objects.stamp_of(summed.function)
        made = unpacked(file.read_bytes(), stamp=stamp)
        if changed == "needs":
            made.needs.append("no_such_function")
        else:
            stamp = {**stamp, changed: "another"}
        file.write_bytes(packed(made, stamp=stamp))
        assert not is_kept()

    @pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
    def test_what_others_can_write_is_not_run_and_a_link_is_not_followed(
        self, folder, tmp_path, monkeypatch
    ):
        (file,) = folder.iterdir()
        file.chmod(0o666)
        assert not is_kept()
        file.chmod(0o644)
        assert is_kept()
        folder.chmod(0o777)
        assert not is_kept()
        folder.chmod(0o755)
        (tmp_path / "link").symlink_to(folder)
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "link"))
        assert not is_kept()

    def test_a_full_disk_leaves_no_half_file(self, folder, monkeypatch):
        (file,) = folder.iterdir()
        file.unlink()

        def full(*arguments):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Path, "replace", full)
        assert Kernel(summed.function)(np.arange(4), 1) == 12
        assert list(folder.iterdir()) == []


_RUN = """
import sys
import exactcover as xc
cells = [(r, c) for r in range(6) for c in range(6)]
pairs = [[a, b] for a in cells for b in cells if a < b and abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
problem = xc.Problem(cells, pairs)
print(problem.count(engine="cells"), problem.zdd().count())
print("numba" in sys.modules)
"""


def run_python(program: str, folder: Path, **more: str) -> list[str]:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder), **more}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.split("\n")


@pytest.mark.slow
def test_the_second_process_does_not_import_numba(tmp_path):
    first = run_python(_RUN, tmp_path)
    assert first == ["6728 6728", str(not bundle_file().exists()), ""]
    assert run_python(_RUN, tmp_path) == ["6728 6728", "False", ""]


def test_that_no_folder_takes_kernels_is_said_once(tmp_path, monkeypatch, caplog):
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file" / "below"))
    objects._say_that_nothing_is_kept.cache_clear()
    with caplog.at_level("INFO", logger="exactcover"):
        for _ in range(2):
            assert Kernel(summed.function)(np.arange(4), 1) == 12
    assert caplog.text.count("no folder to keep compiled kernels in") == 1


def test_kernels_answer_in_plain_python_too(tmp_path):
    program = _RUN.replace("range(6)", "range(4)")
    assert run_python(program, tmp_path, NUMBA_DISABLE_JIT="1") == ["36 36", "False", ""]


def part(text, **names):
    """A part of kernels of which this is the answer."""
    exec(f"def inner(number):\n    return {text}", names)
    return kernel_part(names["inner"])


def namespace(size):
    """A module with a module in it."""
    made, made.within = ModuleType("outer"), ModuleType("inner")
    made.within.size = size
    return made


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("return A(1)", (part("number + 1"), part("number - 1"))),
        ("return A(1)", (part("number + STEP", STEP=1), part("number + STEP", STEP=2))),
        ("return A[1]", (np.array([1, 2]), np.array([1, 3]))),
        ("return A[1]", (np.array([1, 2]), np.array([1, 2], np.int32))),
        ("def inner():\n        return A\n    return inner()", (1, 2)),
        ("return (lambda number: number + A)(1)", (1, 2)),
        ("return A.RED.value", (Enum("A", {"RED": 1}), Enum("A", {"RED": 2}))),
        ("return A.RED", (IntEnum("A", {"RED": 1}), IntEnum("A", {"RED": 2}))),
        ("return A.value", (Enum("A", {"RED": 1}).RED, Enum("A", {"RED": 2}).RED)),
        ("return A.size", (type("A", (), {"size": 1}), type("A", (), {"size": 2}))),
        ("return A.within.size", (namespace(1), namespace(2))),
        ("return A[0][500]", ((np.zeros(2000),), (np.arange(2000) == 500,))),
        ("return A(1)", (np.int32, np.int64)),
        ("return np.zeros(1, A)[0]", (np.dtype(np.int32), np.dtype(np.int64))),
        ("return A(1)", (lambda number, other=1: other, lambda number, other=2: other)),
    ],
)
def test_a_kernel_is_compiled_anew_after_an_edit_of_what_it_is_made_of_and_of_nothing_else(
    text, values
):
    def stamp(value, comment="", **names):
        names["A"] = value
        exec(f"def outer():\n    {text}{comment}", names)
        return objects.stamp_of(names["outer"])

    one, other = map(stamp, values)
    assert one == stamp(values[0], "  # with a comment", B=3)
    assert one != other


def test_an_edit_of_parts_reached_through_a_module_counts(monkeypatch):
    from exactcover.kernels.trees import bitset_endgame, bitset_loop

    before = objects.stamp_of(bitset_loop.search.function)
    monkeypatch.setattr(bitset_endgame, "play", kernel_part(lambda *arguments: 0))
    assert objects.stamp_of(bitset_loop.search.function) != before
