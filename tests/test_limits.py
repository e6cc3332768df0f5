"""Input that is small and would become large, and numbers that are no numbers to work with."""

from __future__ import annotations

import gzip
import random
import tracemalloc
import zipfile

import numpy as np
import pytest

import exactcover as xc
import puzzles.cli
import puzzles.commands.reflect
from exactcover import cli
from exactcover.console import run


def bomb(path, megabytes):
    """A gzip file of so many megabytes of comments, a thousandth of that on the disk."""
    with gzip.open(path, "wb") as stream:
        for _ in range(megabytes):
            stream.write((b"|" + b" " * 998 + b"\n") * 1000)
        stream.write(b"a b\na\nb\n")
    return str(path)


# -- files that unpack to more ------------------------------------------------------------------


@pytest.mark.parametrize("name", ["p.dlx.gz", "p.json.gz"])
def test_a_compressed_file_is_unpacked_no_further_than_the_limit(tmp_path, name):
    path = bomb(tmp_path / name, 150)
    tracemalloc.start()
    try:
        with pytest.raises(xc.FileFault) as fault:
            xc.read(path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert str(fault.value).startswith(f"{path}: unpacked it has more than 100 MB")
    assert "--unpacked" in str(fault.value)
    assert peak < 130e6


def test_a_limit_that_is_set_for_unpacking_counts(tmp_path):
    path = bomb(tmp_path / "p.dlx.gz", 3)
    assert xc.read(path).count() == 1
    assert xc.read(path, unpacked="4MB").count() == 1
    for unpacked in (2_000_000, "2MB"):
        with pytest.raises(xc.FileFault, match="more than 2 MB"):
            xc.read(path, unpacked=unpacked)
    for wrong in ("much", 0, None, -1):
        with pytest.raises(xc.BudgetError, match="unpacked="):
            xc.read(path, unpacked=wrong)


COMPRESSED = [
    *[("exactcover", [command, "FILE"]) for command in (
        "solve", "count", "gather", "sample", "zdd", "minimize", "maximize", "estimate", "explain",
        "symmetry", "check", "convert",
    )],
    ("exactcover", ["symmetry", "p.dlx", "--generators", "FILE"]),
    ("puzzles", ["polyform", "FILE"]),
    ("puzzles", ["jigsaw", "FILE"]),
    ("puzzles", ["jigsaw", "FILE", "--explain"]),
    ("puzzles", ["jigsaw", "draw", "FILE", "--cut", "cut.svg"]),
    ("puzzles", ["jigsaw", "verify", "FILE"]),
    ("puzzles", ["reflect", "solve", "FILE"]),
    ("puzzles", ["reflect", "draw", "FILE"]),
    ("puzzles", ["reflect", "generate", "--boards", "FILE"]),
]  # fmt: skip


@pytest.mark.parametrize(("program", "arguments"), COMPRESSED)
def test_every_command_that_unpacks_files_has_the_limit(
    program, arguments, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.dlx").write_text("a\na\n")
    path = bomb(tmp_path / "x.gz", 3)
    main = {"exactcover": cli.main, "puzzles": puzzles.cli.main}[program]
    words = [path if word == "FILE" else word for word in arguments]
    told = f"{path}: unpacked it has more than 2 MB; expected less, unless --unpacked SIZE"
    assert run(program, main, [*words, "--unpacked", "2MB"]) == 2
    out, err = capsys.readouterr()
    assert told in out + err
    run(program, main, [*words, "--unpacked", "4MB"])
    out, err = capsys.readouterr()
    assert told not in out + err


def test_a_diagram_that_is_compressed_is_refused_unread(tmp_path):
    problem = xc.Problem("ab", {"A": "a", "B": "b", "AB": "ab"})
    problem.zdd().save(tmp_path / "sound.zdd")
    with np.load(tmp_path / "sound.zdd") as entries:
        stated = dict(entries)
    stated["option"] = np.zeros(50_000_000, np.int32)
    path = tmp_path / "bomb.zdd"
    with path.open("wb") as stream:
        np.savez_compressed(stream, **stated)
    tracemalloc.start()
    try:
        with pytest.raises(xc.FileFault, match="compressed"):
            problem.load_zdd(path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 10e6


def test_a_diagram_that_says_it_is_larger_than_it_is_is_refused(tmp_path):
    problem = xc.Problem("ab", {"A": "a", "B": "b", "AB": "ab"})
    problem.zdd().save(tmp_path / "sound.zdd")
    path = tmp_path / "false.zdd"
    with (
        zipfile.ZipFile(tmp_path / "sound.zdd") as sound,
        zipfile.ZipFile(path, "w") as false,
    ):
        for name in sound.namelist():
            data = sound.read(name)
            if name == "option.npy":
                data = data.replace(b"'shape': (3,)", b"'shape': (9" + b"0" * 12 + b",)")
                assert b"90000" in data
            false.writestr(name, data)
    with pytest.raises(xc.FileFault, match="not a whole diagram"):
        problem.load_zdd(path)


# -- numbers ------------------------------------------------------------------------------------

#: What JSON may hold where a number is expected, and no program can work with.
NUMBERS = [
    "1e99999999999999999999", "-1e99999999999999999999", "1e-99999999999999999999",
    f"1e{'9' * 5000}", "9" * 5000, "-" + "9" * 5000, f"1.{'9' * 5000}", "1e5000", "NaN",
    "Infinity", "-Infinity",
]  # fmt: skip


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: number[:24])
@pytest.mark.parametrize(
    "text",
    [
        '{"primary": ["a"], "options": [{"name": "A", "items": ["a"], "cost": %s}]}',
        '{"primary": ["a"], "options": [{"name": "A", "items": ["a"], "cost": %s}],'
        ' "inexact": true}',
        '{"primary": ["a"], "options": [{"items": ["a"]}], "multiplicity": [["a", 0, %s]]}',
        '{"primary": ["a"], "options": [{"items": ["a"]}], "multiplicity": [["a", %s]]}',
        '{"primary": ["a"], "options": [{"items": ["a"]}], "repeat": %s}',
    ],
    ids=["cost", "inexact cost", "most", "times", "repeat"],
)
def test_a_number_in_json_that_is_none_is_told_with_the_file(tmp_path, capsys, text, number):
    path = tmp_path / "p.json"
    path.write_text(text.replace("%s", number))
    if "inexact" in text and number.startswith("1."):
        assert xc.read(path).minimize().cost == 2.0  # rounded, as was allowed
        return
    with pytest.raises(xc.FileFault) as fault:
        xc.read(path)
    assert fault.value.path == str(path)
    for command in ("check", "minimize", "convert"):
        assert run("exactcover", cli.main, [command, str(path)]) == 2
        out, err = capsys.readouterr()
        assert str(path) in out + err
        assert len(out + err) < 1_000


@pytest.mark.parametrize(
    "number", ["NaN", "Infinity", "1e400", "-1e5000", "1e99999999999999999999"]
)
def test_a_name_that_is_no_finite_number_is_refused(tmp_path, number):
    # As floats, 1e400 and 1e500 would be the same.
    path = tmp_path / "p.json"
    path.write_text(f'{{"primary": [{number}], "options": [{{"items": [{number}]}}]}}')
    with pytest.raises(xc.FileFault, match="number"):
        xc.read(path)


def test_costs_whose_sum_grows_with_each_are_not_summed_up(tmp_path):
    draw = random.Random(1)
    costs = [f"|1/{draw.randrange(10**900, 10**901) | 1}" for _ in range(1000)]
    path = tmp_path / "p.dlx"
    path.write_text(f"a\na {' '.join(costs)}\na |1 |2/3\n")
    with pytest.raises(xc.FileFault, match="no more than 1,000 digits") as fault:
        xc.read(path)
    assert (fault.value.line, fault.value.column) == (2, 4 + len(costs[0]))
