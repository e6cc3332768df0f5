"""Small inputs that would become huge, and numbers that are unusable."""

from __future__ import annotations

import argparse
import contextlib
import gzip
import math
import random
import sys
import tracemalloc
import zipfile

import numpy as np
import pytest

import exactcover as xc
from tests.commands import PARSERS


def bomb(path, megabytes):
    """A gzip file of so many megabytes of comments, a thousandth of that on the disk."""
    with gzip.open(path, "wb") as stream:
        for _ in range(megabytes):
            stream.write((b"|" + b" " * 998 + b"\n") * 1000)
        stream.write(b"a b\na\nb\n")
    return str(path)


# -- files that unpack to more ------------------------------------------------------------------


@contextlib.contextmanager
def at_most(megabytes):
    """The work within needs no more memory."""
    tracemalloc.start()
    try:
        yield
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < megabytes * 1e6


def test_a_compressed_file_is_unpacked_no_further_than_the_limit(tmp_path):
    path = bomb(tmp_path / "large.dlx.gz", 60)
    with at_most(30), pytest.raises(xc.FileFault, match=r"20 MB.*--unpacked") as fault:
        xc.read(path)
    assert fault.value.path == path
    with at_most(30), pytest.raises(xc.FileFault, match="unpacked it has more than 20 MB"):
        xc.read(bomb(tmp_path / "large.dlx", 60))
    path = bomb(tmp_path / "small.dlx.gz", 3)
    for unpacked in ("20MB", "4MB"):
        assert xc.read(path, unpacked=unpacked).count() == 1
    for unpacked in (2_000_000, "2MB"):
        with pytest.raises(xc.FileFault, match="2 MB"):
            xc.read(path, unpacked=unpacked)
    for wrong in ("much", 0, None, -1):
        with pytest.raises(xc.BudgetError, match="unpacked="):
            xc.read(path, unpacked=wrong)


#: Commands that read other files than all commands of their kind; each kind of puzzle has one
#: runner, as have the commands that read a problem.
COMPRESSED = [
    "exactcover count FILE",
    "exactcover symmetry p.dlx --generators FILE",
    "puzzles polyform FILE",
    "puzzles doubles draw FILE --cut cut.svg",
    "puzzles doubles verify FILE",
    "puzzles reflect FILE",
]


@pytest.mark.parametrize("line", COMPRESSED)
def test_a_command_that_unpacks_files_has_the_limit(line, tmp_path, command):
    (tmp_path / "p.dlx").write_text("a\na\n")
    path = bomb(tmp_path / "x.gz", 3)
    line, said = line.replace("FILE", path), f"{path}: unpacked it has more than 2 MB"
    code, out, err = command(f"{line} --unpacked 2MB")
    assert (code, said in out + err) == (2, True)
    _, out, err = command(f"{line} --unpacked 4MB")
    assert said not in out + err


@pytest.mark.parametrize("program", PARSERS)
def test_every_command_that_reads_a_file_has_one(program):
    dests = {action.dest for action in PARSERS[program]._actions}
    assert "file" not in dests or "unpacked" in dests or program == "exactcover status"


@pytest.fixture
def saved(tmp_path):
    """A problem, and its diagram in a file."""
    problem = xc.Problem("ab", {"A": "a", "B": "b", "AB": "ab"})
    problem.zdd().save(tmp_path / "sound.zdd")
    return problem, tmp_path / "sound.zdd"


def test_a_diagram_that_is_compressed_is_refused_unread(saved):
    problem, path = saved
    with np.load(path) as entries:
        stated = {**entries, "option": np.zeros(50_000_000, np.int32)}
    with path.open("wb") as stream:
        np.savez_compressed(stream, **stated)
    with at_most(10), pytest.raises(xc.FileFault, match="compressed"):
        problem.load_zdd(path)


def test_a_diagram_that_says_it_is_larger_than_it_is_is_refused(saved):
    problem, path = saved
    with zipfile.ZipFile(path) as sound:
        parts = {name: sound.read(name) for name in sound.namelist()}
    larger = b"'shape': (9" + b"0" * 12 + b",)"
    parts["option.npy"] = parts["option.npy"].replace(b"'shape': (3,)", larger)
    assert larger in parts["option.npy"]
    with zipfile.ZipFile(path, "w") as false:
        for name, data in parts.items():
            false.writestr(name, data)
    with pytest.raises(xc.FileFault, match="not a whole diagram"):
        problem.load_zdd(path)


def test_more_placements_than_can_be_listed_are_not_listed(tmp_path, command, monkeypatch):
    monkeypatch.setattr("exactcover_puzzles.polyform.polyforms.MOST_PLACEMENTS", 215)
    text = "grid: square\nuse: any\npieces: hexominoes\nboard:\n"
    (tmp_path / "p.txt").write_text(text + 6 * "######\n")
    code, _, err = command("puzzles polyform p.txt")
    assert (code, "more than 215 placements" in err) == (2, True)


def test_a_count_of_any_length_is_printed(tmp_path, command):
    text = "size: 45x40\nfit: equal\nborder: none\nturn: no\n" + "1 1 1 1\n" * 1_800
    (tmp_path / "jigsaw.txt").write_text(text)
    code, out, _ = command("puzzles jigsaw jigsaw.txt --count")
    sys.set_int_max_str_digits(0)
    try:
        assert (code, out.split("; ")[1].split()[0]) == (0, f"{math.factorial(1_800):,}")
    finally:
        sys.set_int_max_str_digits(4_300)


# -- numbers ------------------------------------------------------------------------------------

#: What JSON may hold where a number is expected, and no program can work with.
NUMBERS = [
    "1e99999999999999999999", "1e-99999999999999999999", f"1e{'9' * 5000}", "-" + "9" * 5000,
    f"1.{'9' * 5000}", "1e5000", "NaN", "-Infinity",
]  # fmt: skip
#: Of names: as floats, 1e400 and 1e500 would be the same.
NAMES = ["NaN", "Infinity", "1e400", "-1e5000", NUMBERS[0]]
OPTION = '{"primary": ["a"], "options": [{"items": ["a"]'
TEXTS = {
    "cost": f'{OPTION}, "cost": %s}}]}}',
    "inexact cost": f'{OPTION}, "cost": %s}}], "inexact": true}}',
    "most": f'{OPTION}}}], "multiplicity": [["a", 0, %s]]}}',
    "times": f'{OPTION}}}], "multiplicity": [["a", %s]]}}',
    "repeat": f'{OPTION}}}], "repeat": %s}}',
    "name": '{"primary": [%s], "options": []}',
}


@pytest.mark.parametrize("what", TEXTS)
def test_a_number_in_json_that_is_none_is_told_with_the_file(tmp_path, command, what):
    for number in NAMES if what == "name" else NUMBERS:
        (tmp_path / "p.json").write_text(TEXTS[what] % number)
        if what == "inexact cost" and number.startswith("1."):
            assert xc.read("p.json").minimize().cost == 2.0  # rounded, as was allowed
            continue
        code, out, err = command("exactcover check p.json")
        assert (code, out.startswith("p.json"), len(out + err) < 1_000) == (2, True, True)


def test_costs_whose_sum_grows_with_each_are_not_summed_up(tmp_path):
    draw = random.Random(1)
    costs = [f"|1/{draw.randrange(10**900, 10**901) | 1}" for _ in range(1000)]
    path = tmp_path / "p.dlx"
    path.write_text(f"a\na {' '.join(costs)}\na |1 |2/3\n")
    with pytest.raises(xc.FileFault, match="no more than 1,000 digits") as fault:
        xc.read(path)
    assert (fault.value.line, fault.value.column) == (2, 4 + len(costs[0]))


# -- numbers of a command -----------------------------------------------------------------------


#: How arguments are converted, with one that is.
TYPED = {
    str(action.type): (parser, action)
    for parser in PARSERS.values() for action in parser._actions if action.type is not None
}  # fmt: skip


@pytest.mark.parametrize(
    ("parser", "action"),
    TYPED.values(),
    ids=lambda each: each.prog if isinstance(each, argparse.ArgumentParser) else each.dest,
)
def test_what_is_no_number_is_bad_usage(parser, action):
    for text in (
        "", " ", "-", "nan", "inf", "-inf", "1e999999999", "1e99999999999999999999", "9" * 5000,
        "1/0", "0x10", "1e-400", "1e400", f"{'9' * 5000}GB", f"1.{'9' * 5000}", "١", "²", "1\x002",
        f"1/{'9' * 5000}", "9" * 99, "1_0", "\ud800",
    ):  # fmt: skip
        with contextlib.suppress(argparse.ArgumentError):
            value = parser._get_value(action, text)
            assert value == value  # no NaN
            assert value not in (float("inf"), float("-inf"))


@pytest.mark.parametrize("k", [2**63, 10**98])
def test_as_many_samples_may_be_asked_for_as_there_are_numbers(saved, command, k):
    xc.write(saved[0], "p.json")
    code, _, err = command(f"exactcover sample p.json --zdd sound.zdd -k {k} --seconds 0")
    assert (code, "stopped by --seconds" in err) == (3, True)
