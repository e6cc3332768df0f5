"""Kernels from a wheel answer like freshly compiled ones, and run only if they are valid."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from importlib import import_module

import numpy as np
import pytest
from llvmlite import binding as llvm

import exactcover as xc
from exactcover.compile import bundle, jit
from exactcover.compile.jit import Kernel, kernel_part
from exactcover.compile.kinds import kinds_of
from exactcover.compile.made import Made
from exactcover.compile.objects import object_of
from exactcover.parallel.warm import kernels
from tests.paths import ROOT

pytestmark = pytest.mark.compiled


@kernel_part
def twice(number):
    return number + number


STEP = 1


def summed(numbers: xc.array_types.Int32s, factor: int) -> int:
    total = 0
    for number in numbers:
        total += twice(number) * factor * STEP
    return total


@pytest.fixture
def file(tmp_path, monkeypatch):
    """A bundle with ``summed`` alone, in use; kernels are kept nowhere, and numba is not there."""
    path = tmp_path / "bundle.kernels"
    bundle.write_bundle([bundle.entry_of(Kernel(summed))], path)
    monkeypatch.setattr(bundle, "bundle_file", lambda: path)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "bundle.kernels" / "no folder"))

    def told() -> None:
        raise AssertionError("numba is asked")

    monkeypatch.setattr(jit, "_say_that_it_compiles", told)
    return path


def answer() -> int:
    return Kernel(summed)(np.arange(4, dtype=np.int32), 10)


def rewritten(path, **fields) -> None:
    """Write the bundle with other fields, as if they were meant: the digest is right."""
    with zipfile.ZipFile(path) as old:
        (name,) = old.namelist()
        head, _, code = old.read(name).partition(b"\n")
    about = json.loads(head) | {"code": code} | fields
    made = Made(about["returns"], about["needs"], about["code"])
    entry = bundle.Entry(name, made, {"texts": about["texts"], "kinds": about["kinds"]})
    bundle.write_bundle([entry], path)


def test_a_kernel_of_the_bundle_is_run_without_numba(file):
    assert answer() == 120


def test_in_a_browser_what_was_not_compiled_ahead_is_plain_python_and_that_is_said(file, caplog):
    brought = jit.Brought(summed, (), (), jit.Plain(summed))
    assert brought(np.arange(4, dtype=np.int32), 10) == 120
    assert caplog.text == ""
    for _ in range(2):
        assert brought(np.arange(4, dtype=np.int64), 10) == 120
    assert "not compiled for numbers: ArrayKind(dtype=dtype('int64')" in caplog.text
    assert len(caplog.records) == 1
    assert brought.bound({"numbers": [1, 2]})(10) == 60


def test_a_failed_write_leaves_no_file_behind(tmp_path):
    def fails():
        yield "one", b"text"
        raise ValueError("another")

    with pytest.raises(ValueError, match="another"):
        bundle.write_bundle(fails(), tmp_path / "bundle")
    assert list(tmp_path.iterdir()) == []


def damaged(path, change):
    path.write_bytes(change(bytearray(path.read_bytes())))


def flipped(text):
    text[len(text) // 2] ^= 1
    return text


def too_long(text):
    """The directory says that the first file is as it is, and goes on behind the end."""
    at = text.index(b"PK\x01\x02") + 10
    text[at : at + 2] = bytes(2)
    text[at + 10 : at + 18] = (len(text) + 10_000).to_bytes(4, "little") * 2
    return text


@pytest.mark.parametrize(
    "spoil",
    [
        lambda file: file.unlink(),
        *[lambda file, k=k: damaged(file, lambda text: text[:k]) for k in (0, 10, -30)],
        lambda file: damaged(file, flipped),
        lambda file: damaged(file, too_long),
        # Other sources or arguments, a function or a form of LLVM that is not there.
        lambda file: rewritten(file, texts="another"),
        lambda file: rewritten(file, kinds="another"),
        lambda file: rewritten(file, needs=["no_such_function"]),
        lambda file: rewritten(file, code=b"BC from the future"),
        lambda file: globals().update(STEP=2),
    ],
)
def test_what_may_be_another_kernel_is_not_run(file, spoil, monkeypatch):
    """Numba compiles the kernel instead."""
    monkeypatch.setitem(globals(), "STEP", STEP)
    spoil(file)
    with pytest.raises(AssertionError, match="numba is asked"):
        answer()


@pytest.mark.parametrize(
    ("triple", "begins", "returns"),
    [
        ("aarch64-unknown-linux-gnu", b"\x7fELF", b"\xc0\x03\x5f\xd6"),
        ("arm64-apple-macosx11.0", b"\xcf\xfa\xed\xfe", b"\xc0\x03\x5f\xd6"),
        ("x86_64-apple-macosx11.0", b"\xcf\xfa\xed\xfe", b"\xc3"),
        ("x86_64-pc-windows-msvc", b"d\x86", b"\xc3"),
    ],
)
def test_a_module_becomes_machine_code_of_machines_that_are_not_here(triple, begins, returns):
    """The format of its object files, and in their code an instruction that returns."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(triple).create_target_machine(opt=3, jit=True)
    code = object_of(bundle.entry_of(Kernel(summed)).made, machine).code
    assert code.startswith(begins)
    sections = llvm.ObjectFileRef.from_data(code).sections()
    assert any(each.is_text() and returns in each.data() for each in sections)


_ON_ANOTHER = """
#include <stdint.h>
int32_t entry(int64_t *result, int64_t *error, int64_t *arguments);
int main(void) {
    int32_t numbers[] = {0, 1, 2, 3};
    int64_t arguments[] = {(int64_t)numbers, 4, 10}, result = 0, error = 0;
    return entry(&result, &error, arguments) ? 1 : result;
}
"""


@pytest.mark.slow
def test_machine_code_of_a_machine_that_is_not_here_answers_the_same(tmp_path):
    compiler, emulator = map(shutil.which, ("aarch64-linux-gnu-gcc", "qemu-aarch64"))
    if not (compiler and emulator):
        pytest.skip("needs gcc-aarch64-linux-gnu and qemu-user of Debian")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple("aarch64-unknown-linux-gnu")
    machine = target.create_target_machine(opt=3, reloc="pic")
    kernel = tmp_path / "kernel.o"
    kernel.write_bytes(object_of(bundle.entry_of(Kernel(summed)).made, machine).code)
    (tmp_path / "main.c").write_text(_ON_ANOTHER)
    program = tmp_path / "program"
    subprocess.run([compiler, "-static", "-o", program, tmp_path / "main.c", kernel], check=True)
    assert subprocess.run([emulator, program]).returncode == answer()


def test_every_kernel_of_both_packages_is_known_to_warm_and_says_its_types():
    files = [*ROOT.glob("exactcover/**/*.py"), *ROOT.glob("puzzles/**/*.py")]
    lines = [line for file in files for line in file.read_text().splitlines()]
    decorator = re.compile(r"@(xc\.|partial\(xc\.)?kernel\b")
    stated = sum(bool(decorator.match(line)) or line.endswith("= kernel(") for line in lines)
    assert len(set(kernels())) == len(list(kernels())) == stated
    for module, name in kernels():
        kernel = getattr(import_module(module), name)
        assert kernel.stated_kinds()
        # Another process finds it.
        assert getattr(import_module(kernel.__module__), kernel.function.__qualname__) is kernel


def test_an_argument_without_a_type_is_an_error_of_the_kernel():
    def of_no_type(number):
        return number

    def of_another(number: str) -> None:
        pass

    for each in (of_no_type, of_another):
        with pytest.raises(TypeError, match="is no type of an argument"):
            kinds_of(each)


def test_importing_kernels_does_not_import_numba():
    """Otherwise something is compiled on import, in every process: a part that is called there."""
    listed = "from exactcover.parallel.warm import kernels; import sys; list(kernels())"
    subprocess.run(
        [sys.executable, "-c", f"{listed}; assert 'numba' not in sys.modules"], check=True
    )
