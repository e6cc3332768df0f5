"""Kernels that a wheel brings answer as those that numba compiles here, and only if they may."""

from __future__ import annotations

import json
import re
import zipfile
from importlib import import_module

import numpy as np
import pytest

import exactcover as xc
from exactcover.compile import bundle, jit
from exactcover.compile.jit import Kernel, kernel_part
from exactcover.compile.kinds import kinds_of
from exactcover.compile.objects import Made, packed
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
    text = packed(made, texts=about["texts"], kinds=about["kinds"])
    bundle.write_bundle([(name, text)], path)


def test_a_kernel_of_the_bundle_is_run_without_numba(file):
    assert answer() == 120


def test_a_bundle_is_the_same_bytes_each_time(file):
    again = file.with_name("again")
    with zipfile.ZipFile(file) as made:
        entries = [(name, made.read(name)) for name in made.namelist()]
    bundle.write_bundle(entries, again)
    assert again.read_bytes() == file.read_bytes()


def test_a_failed_write_leaves_no_file_behind(tmp_path):
    def fails():
        yield "one", b"text"
        raise ValueError("another")

    with pytest.raises(ValueError, match="another"):
        bundle.write_bundle(fails(), tmp_path / "bundle")
    assert list(tmp_path.iterdir()) == []


class TestWhatIsNotRun:
    """Numba compiles the kernel instead."""

    def is_refused(self):
        with pytest.raises(AssertionError, match="numba is asked"):
            answer()

    def test_without_a_bundle(self, file):
        file.unlink()
        self.is_refused()

    @pytest.mark.parametrize("length", [0, 10, -30])
    def test_a_bundle_that_is_cut_short(self, file, length):
        file.write_bytes(file.read_bytes()[:length])
        self.is_refused()

    def test_a_bundle_with_a_byte_changed_in_the_code(self, file):
        text = bytearray(file.read_bytes())
        text[len(text) // 2] ^= 1
        file.write_bytes(text)
        self.is_refused()

    @pytest.mark.parametrize("field", ["texts", "kinds"])
    def test_a_kernel_of_other_sources_or_arguments(self, file, field):
        rewritten(file, **{field: "another"})
        self.is_refused()

    def test_a_kernel_that_needs_a_function_that_is_not_there(self, file):
        rewritten(file, needs=["no_such_function"])
        self.is_refused()

    def test_a_module_that_this_llvmlite_cannot_read(self, file):
        rewritten(file, code=b"BC from the future")
        self.is_refused()

    def test_a_kernel_whose_constants_have_changed(self, file, monkeypatch):
        monkeypatch.setitem(globals(), "STEP", 2)
        self.is_refused()


class TestTypes:
    def test_every_kernel_says_the_types_of_its_arguments(self):
        for module, name in kernels():
            assert getattr(import_module(module), name).stated_kinds()

    def test_every_kernel_of_both_packages_is_known_to_warm(self):
        files = [*ROOT.glob("exactcover/**/*.py"), *ROOT.glob("puzzles/**/*.py")]
        lines = [line for file in files for line in file.read_text().splitlines()]
        decorator = re.compile(r"@(xc\.|partial\(xc\.)?kernel\b")
        decorated = sum(decorator.match(line) is not None for line in lines)
        assigned = sum(line.endswith("= kernel(") for line in lines)
        assert len(set(kernels())) == len(list(kernels())) == decorated + assigned

    def test_an_argument_without_a_type_is_an_error_of_the_kernel(self):
        def of_no_type(number):
            return number

        def of_another(number: str) -> None:
            pass

        for each in (of_no_type, of_another):
            with pytest.raises(TypeError, match="is no type of an argument"):
                kinds_of(each)
