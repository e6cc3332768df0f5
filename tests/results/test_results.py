"""The ledger of results: each folder has what it must have, and its small terms come out again."""

from __future__ import annotations

import json

import pytest

import exactcover as xc
from exactcover.cli import main as cli
from exactcover.files.ledger import read_result
from exactcover.kernels.availability import compiles
from tests.paths import ROOT

LEDGER = ROOT / "results"
FOLDERS = sorted(each.parent for each in LEDGER.glob("*/result.toml"))
pytestmark = [
    pytest.mark.skipif(not FOLDERS, reason="needs the checkout"),
    pytest.mark.skipif(not compiles(), reason="takes numba, or minutes"),
]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_small_terms_come_out_again_by_every_way(folder, capsys):
    assert cli.main(["verify-result", str(folder), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    result = read_result(folder)
    assert [row["n"] for row in answer["terms"]] == sorted(
        n for n in result.known if n <= result.small
    )
    assert all(set(row["values"]) == set(result.ways) for row in answer["terms"])
    assert answer["agree"]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_claims_begin_where_the_known_terms_end(folder):
    result = read_result(folder)
    assert result.small <= max(result.known)
    assert all(claim.n > max(result.known) for claim in result.claims)


ENTRY = """
title = "Squares"
question = "How many?"
source = "A000290"
small = 2
remarks = "none"
[known]
1 = 1
2 = 4
[[claim]]
n = 3
value = 9
[[claim.derivation]]
way = "product"
date = "2026-11-25"
machine = "this one"
seconds = 0.1
nodes = 1
[[claim.derivation]]
way = "total"
date = "2026-11-25"
machine = "this one"
seconds = 1
nodes = 3
"""
WAYS = """
WAYS = ("product", "total")
def product(n):
    return n * n
def total(n):
    return sum(range(1, 2 * n, 2))
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "result.toml").write_text(ENTRY)
    (tmp_path / "ways.py").write_text(WAYS)
    return tmp_path


def test_a_result_is_verified_line_by_line(folder, capsys):
    assert cli.main(["verify-result", str(folder), "--to", "3"]) == 0
    title, *lines, verdict = capsys.readouterr().out.splitlines()
    assert (title, verdict) == ("Squares", "all agree")
    assert [line.split(":")[0] for line in lines] == ["n = 1", "n = 2", "n = 3"]
    assert [line.rpartition("; ")[2] for line in lines] == ["as known", "as known", "as claimed"]
    assert cli.main(["verify-result", str(folder), "--only", "5", "--way", "total"]) == 0
    assert "25 by total" in capsys.readouterr().out


def test_a_wrong_claim_is_found(folder, capsys):
    (folder / "result.toml").write_text(ENTRY.replace("value = 9", "value = 10"))
    assert cli.main(["verify-result", str(folder), "--only", "3"]) == 1
    assert "but 10 is claimed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ('title = "Squares"', "", "title is missing; expected a text"),
        ("value = 9", 'value = "nine"', "value = 'nine'; expected a whole number"),
        ('way = "total"', 'way = "product"', "the term 3 has not two derivations"),
        ('way = "total"', 'way = "magic"', "expected one of ways.py, in WAYS: product, total"),
        ("n = 3", "n = 2", "the term 2 is known and claimed"),
        ("1 = 1", "one = 1", "known = 'one'; expected a whole number"),
        ("[known]", "[known", "expected TOML"),
    ],
)
def test_a_fault_in_a_result_is_named(folder, before, after, told):
    (folder / "result.toml").write_text(ENTRY.replace(before, after))
    with pytest.raises(xc.FileFault, match=r"result\.toml") as caught:
        read_result(folder)
    assert told in str(caught.value)


def test_an_error_in_a_way_is_told_with_its_place(folder):
    (folder / "ways.py").write_text(WAYS.replace("n * n", "n / 0"))
    with pytest.raises(xc.FileFault, match=r"ways\.py: product\(3\) raised ZeroDivisionError"):
        cli.main(["verify-result", str(folder), "--only", "3"])
    (folder / "ways.py").write_text(WAYS.replace('"total"', '"sum"'))
    with pytest.raises(xc.FileFault, match=r"ways\.py: AttributeError.*sum"):
        read_result(folder)


def test_a_way_that_is_not_there_is_named(folder, capsys):
    with pytest.raises(SystemExit):
        cli.main(["verify-result", str(folder), "--way", "magic"])
    assert "expected one of product, total" in capsys.readouterr().err
    (folder / "ways.py").unlink()
    with pytest.raises(xc.FileFault, match=r"ways\.py"):
        read_result(folder)
