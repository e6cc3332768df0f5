"""``exactcover warm`` compiles kernels for later processes, or into the file of a wheel."""

from __future__ import annotations

import zipfile
from importlib.metadata import EntryPoint

import pytest

import exactcover as xc
from exactcover.cli.main import main
from exactcover.parallel import warm

ALL_KERNELS = warm.kernels
SMALL = [
    ("exactcover.kernels.bits.clashes", "build"),
    ("exactcover.kernels.graphs.graphs", "reach"),
]


@pytest.fixture(autouse=True)
def two_kernels(monkeypatch):
    monkeypatch.setattr(warm, "kernels", lambda: iter(SMALL))


@pytest.mark.compiled
def test_kernels_are_kept_where_later_processes_find_them(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert main(["warm"]) == xc.cli.ANSWERED
    assert capsys.readouterr().out == "2 kernels compiled\n"
    kept = sorted(path.name.partition("-")[0] for path in tmp_path.iterdir())
    assert kept == [".".join(names) for names in SMALL]


@pytest.mark.compiled
@pytest.mark.slow
def test_bundles_of_the_same_sources_are_the_same_bytes(tmp_path, capsys):
    for name in ("one", "two"):
        assert main(["warm", "--workers", "1", "--bundle", str(tmp_path / name)]) == 0
    one, two = (tmp_path / name for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()
    assert zipfile.ZipFile(one).testzip() is None
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"]


@pytest.mark.compiled
def test_a_file_that_cannot_be_written_is_an_error_before_anything_is_compiled(tmp_path):
    with pytest.raises(FileNotFoundError):
        main(["warm", "--bundle", str(tmp_path / "no folder" / "kernels")])


@pytest.mark.compiled
def test_without_a_linker_for_browsers_that_is_said_before_anything_is_compiled(
    tmp_path, monkeypatch, command
):
    monkeypatch.setenv("PATH", "")
    code, _, said = command("exactcover warm --bundle one --wasm two")
    assert (code, "wasm-ld: not on the PATH" in said) == (xc.cli.BAD_INPUT, True), said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--wasm one", "--wasm needs --bundle"),
        ("--bundle .", "expected a file name"),
        ("--bundle one --wasm one", "--wasm needs another file than --bundle"),
    ],
)
def test_files_that_cannot_be_meant_are_refused_at_once(command, words, told):
    code, _, said = command(f"exactcover warm {words}")
    assert (code, told in said) == (xc.cli.BAD_INPUT, True), said


def test_without_numba_nothing_is_compiled(monkeypatch, capsys):
    monkeypatch.setattr("exactcover.cli.setup_commands.has_compiler", lambda: False)
    assert main(["warm"]) == xc.cli.ANSWERED
    assert "nothing to compile" in capsys.readouterr().err


@pytest.mark.compiled
def test_modules_of_another_package_that_raise_take_nothing_with_it(tmp_path, monkeypatch, caplog):
    (tmp_path / "erring.py").write_text("raise RuntimeError('not here')")
    (tmp_path / "ending.py").write_text("raise SystemExit")
    monkeypatch.syspath_prepend(tmp_path)
    points = [EntryPoint(name, name, warm.GROUP) for name in ("erring", "ending")]
    monkeypatch.setattr(warm, "entry_points", lambda group: points)
    assert ("exactcover.kernels.graphs.graphs", "reach") in list(ALL_KERNELS())
    assert "the kernels of erring are missing: RuntimeError: not here" in caplog.text
