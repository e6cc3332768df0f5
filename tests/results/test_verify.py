"""The ledger of results: each folder has what it must have, and its small terms come out again."""

from __future__ import annotations

import importlib.util
import itertools
import json
import os
import py_compile
import re
import sys

import pytest

import exactcover as xc
from exactcover.compile import compiles
from results.__main__ import main as verify
from results.ledger import read_result
from tests.paths import ROOT

LEDGER = ROOT / "results"
FOLDERS = sorted(each.parent for each in LEDGER.glob("*/result.toml"))
pytestmark = [
    pytest.mark.skipif(not FOLDERS, reason="needs the checkout"),
    pytest.mark.skipif(not compiles(), reason="takes numba, or minutes"),
]


#: Those whose small terms take ten seconds and more.
LONG = {
    "symmetric-boards", "perfect-doubled-jigsaws", "rectangles-no-two-alike",
    "hardest-puzzles-of-reflect",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    "folder",
    [pytest.param(each, id=each.name, marks=[pytest.mark.thorough] * (each.name in LONG))
     for each in FOLDERS],
)  # fmt: skip
def test_small_terms_come_out_again_by_every_way(folder, capsys):
    assert verify([str(folder), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    result = read_result(folder)
    assert [(row["sequence"], tuple(row["at"])) for row in answer["terms"]] == [
        (each.name, place) for each in result.sequences for place in each.small_terms()
    ]
    assert all(set(row["values"]) == set(result.ways) for row in answer["terms"])
    assert answer["agree"]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_claims_are_about_the_problems_that_the_ways_make(folder):
    result = read_result(folder)
    assert all(each.small > 0 for each in result.sequences)
    for sequence in result.sequences:
        for place, claim in sequence.claims.items():
            if result.problem is not None:
                assert claim.digest == result.problem(*sequence.arguments(place)).digest


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_page_of_results_tells_every_claim(folder):
    page = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    assert f"results/{folder.name}" in page
    for sequence in read_result(folder).sequences:
        for claim in sequence.claims.values():
            assert f"{claim.value:,}" in page or claim.value < 1000


def written(language):
    """An example of ``results/README.md``."""
    text = (LEDGER / "README.md").read_text(encoding="utf-8") if FOLDERS else ""
    return "".join(re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL))


ENTRY = written("toml")
WAYS = written("python").replace("def total(n)", "def total(n, **workers)")
#: Two sequences, with their names and several numbers as a place.
TWO = (
    ENTRY.replace("[[sequence]]", '[[sequence]]\nname = "squares"')
    + """
[[sequence]]
name = "rectangles"
source = "none"
small = 1
[[sequence.claim]]
at = [2, 3]
value = 6
derivations = [
    { way = "product", date = "2026-11-25", seconds = 0.1, nodes = 1 },
    { way = "total", date = "2026-11-25", seconds = 1, nodes = 3 },
]
"""
)
WAYS_OF_TWO = """
WAYS = ("product", "total")
def product(name, m, n=0):
    return m * (n or m), 1
def total(name, m, n=0):
    return sum([m] * (n or m)), n
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "result.toml").write_text(ENTRY)
    (tmp_path / "ways.py").write_text(WAYS)
    return tmp_path


def test_a_result_is_verified_line_by_line(folder, capsys):
    assert verify([str(folder), "--all"]) == 0
    title, *lines, verdict = capsys.readouterr().out.splitlines()
    assert (title, verdict) == ("Squares", "all agree")
    assert [line.split(":")[0] for line in lines] == ["(1)", "(2)", "(3)"]
    assert [line.rpartition("; ")[2] for line in lines] == ["as known", "as known", "as claimed"]
    assert verify([str(folder), "--only", "5", "--way", "total"]) == 0
    assert "25 by total (0.0 s, 5 nodes)" in capsys.readouterr().out
    assert verify([str(folder), "--only", "5"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "the ways agree"


def test_ways_are_run_as_they_are_read_whatever_lies_in_a_hidden_folder(folder, tmp_path):
    hidden = tmp_path / "hidden.py"
    hidden.write_text(WAYS + "\nraise RuntimeError('hidden')\n")
    (folder / "__pycache__").mkdir()
    py_compile.compile(
        str(hidden),
        importlib.util.cache_from_source(str(folder / "ways.py")),
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    result = read_result(folder)
    if compiles():
        kept = importlib.import_module("exactcover.compile.objects")._folders(result.ways["total"])
        assert folder / "__pycache__" not in kept
    assert [each.name for each in (folder / "__pycache__").iterdir()] == [
        f"ways.{sys.implementation.cache_tag}.pyc"
    ]


def test_a_new_term_comes_with_the_digest_of_its_problem(folder, capsys):
    problem = "\ndef problem(n): return xc.Problem(range(n), {1: [0]})"
    (folder / "ways.py").write_text("import exactcover as xc\n" + WAYS + problem)
    with pytest.raises(xc.FileFault, match="the digest of its problem, which --only prints"):
        read_result(folder)
    (folder / "result.toml").write_text(ENTRY.partition("[[sequence.claim]]")[0])
    assert verify([str(folder), "--only", "5"]) == 0
    digest = xc.Problem(range(5), {1: [0]}).digest
    assert f"neither known nor claimed; digest {digest}" in capsys.readouterr().out


def test_a_result_may_have_several_sequences(folder, capsys):
    (folder / "result.toml").write_text(TWO)
    (folder / "ways.py").write_text(WAYS_OF_TWO)
    assert verify([str(folder), "--all"]) == 0
    _, *lines, _ = capsys.readouterr().out.splitlines()
    places = ["squares (1)", "squares (2)", "squares (3)", "rectangles (2, 3)"]
    assert [line.split(":")[0] for line in lines] == places
    only = ["--sequence", "rectangles", "--only", "4,5"]
    assert verify([str(folder), *only]) == 0
    assert "20 by product" in capsys.readouterr().out


def test_ways_that_divide_their_work_get_the_workers(folder, capsys):
    (folder / "ways.py").write_text(WAYS.replace("(range(1,", "(range(-1 + workers['workers'],"))
    assert verify([str(folder), "--workers", "2"]) == 0
    (folder / "ways.py").write_text(WAYS.replace(", **workers", ""))
    with pytest.raises(SystemExit):
        verify([str(folder), "--workers", "2"])
    assert "no way divides its work" in capsys.readouterr().err


def test_a_wrong_claim_is_found(folder, capsys):
    (folder / "result.toml").write_text(ENTRY.replace("value = 9", "value = 10"))
    assert verify([str(folder), "--only", "3"]) == 1
    assert "but 10 is claimed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ('title = "Squares"', "", "title is missing; expected a text"),
        ("value = 9", 'value = "nine"', "value = 'nine'; expected a whole number"),
        ('way = "total"', 'way = "product"', "the term 3 has not two derivations"),
        ('way = "total"', 'way = "magic"', "expected one of ways.py, in WAYS: product, total"),
        ("at = [3]", "at = [2]", "the term 2 stands there twice"),
        ("at = [3]", 'at = ["3"]', "at = ['3']; expected whole numbers"),
        ("[2, 4]", "[1, 4]", "the term 1 stands there twice"),
        ("small = 2", "small = 4", "small = 4; expected 0 to 3, the number of terms"),
        ("seconds = 0.2,", "seconds = nan,", "seconds = nan, nodes = 3; expected numbers from 0"),
        ("value = 9", "value = 1" + 5000 * "0", "expected TOML"),
        ("value = 9", "value = 0x1" + 5000 * "0", "value has too many digits"),
        ("[2, 4]", "[2, 0x1" + 5000 * "0" + "]", "known has too many digits"),
        ("seconds = 0.2", "seconds = 1" + 400 * "0", "seconds has too many digits"),
        ("title", 5000 * "[", "expected TOML"),
        ("[1, 1]", "[1]", "known = [1]; expected whole numbers: a place and the value there"),
        ("[[sequence]]", "[[sequence", "expected TOML"),
    ],
)
def test_a_fault_in_a_result_is_named(folder, before, after, told):
    (folder / "result.toml").write_text(ENTRY.replace(before, after))
    with pytest.raises(xc.FileFault, match=r"result\.toml") as caught:
        read_result(folder)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("n * n", "n / 0", r"product\(3\) raised ZeroDivisionError"),
        ("return n * n, 1", "raise SystemExit(0)", r"product\(3\) raised SystemExit: 0"),
        ("n * n, 1", "9.7, 1", r"product\(3\) gives \(9.7, 1\); expected the value and the number"),
        ("n * n, 1", "True, 1", r"product\(3\) gives \(True, 1\)"),
        ("n * n, 1", "10**5000, 1", r"product\(3\) gives"),
        ("n * n, 1", "9", r"product\(3\) gives 9"),
        ("n * n, 1", "9, -1", r"product\(3\) gives \(9, -1\)"),
        ("n * n, 1", "{9, 1}", r"product\(3\) gives \{"),
        ("return n * n, 1", "raise BrokenPipeError(32, 'no')", r"product\(3\) raised BrokenPipe"),
        ("return n * n, 1", "raise KeyError(10**5000)", "a KeyError that cannot be shown"),
        ('("product", "total")', "10**5000", "WAYS = a int that cannot be shown"),
        ('("product", "total")', '("product", "sum")', "sum = None; expected a function"),
        ('("product", "total")', '"product"', "WAYS = 'product'; expected a tuple"),
        ("def total", "raise SystemExit\ndef total", "SystemExit"),
        ("def total", "problem = 5\ndef total", "problem = 5; expected a function"),
    ],
)
def test_an_error_in_a_way_is_told_with_its_place(folder, before, after, told):
    (folder / "ways.py").write_text(WAYS.replace(before, after))
    with pytest.raises(xc.FileFault, match=r"ways\.py: .*" + told):
        verify([str(folder), "--only", "3"])


def test_what_a_way_prints_is_no_part_of_the_answer(folder, capsys):
    (folder / "ways.py").write_text(WAYS.replace("return n * n", "print('hi'); return n * n"))
    assert verify([str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["agree"]


def test_terms_that_were_derived_are_printed_before_an_error_ends_it(folder, capsys):
    (folder / "ways.py").write_text(WAYS.replace("n * n", "n * n * (2 // (n < 3))"))
    with pytest.raises(xc.FileFault):
        verify([str(folder), "--all", "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert (len(answer["terms"]), answer["complete"]) == (2, False)


def test_a_term_that_has_nothing_to_be_compared_with_is_not_said_to_agree(folder, capsys):
    only = ["--only", "5", "--way", "total"]
    assert verify([str(folder), *only]) == 0
    assert capsys.readouterr().out.endswith("there was nothing to compare\n")


def test_a_claim_about_another_problem_is_found(folder, capsys):
    problem = (
        "import exactcover as xc\ndef problem(n): return xc.Problem(range(n), {1: range(n)})\n"
    )
    (folder / "ways.py").write_text(WAYS + problem)
    (folder / "result.toml").write_text(ENTRY.replace("value = 9", 'value = 9\ndigest = "12"'))
    with pytest.raises(xc.FileFault, match="the digest of the term 3 is 12; expected"):
        verify([str(folder), "--all"])


def test_what_is_no_problem_has_no_digest(folder):
    (folder / "ways.py").write_text(WAYS + "\ndef problem(n): return None")
    (folder / "result.toml").write_text(ENTRY.partition("[[sequence.claim]]")[0])
    with pytest.raises(xc.FileFault, match=r"problem\(1\) gives None; expected a Problem"):
        verify([str(folder)])


@pytest.mark.parametrize("name", ["result.toml", "ways.py"])
def test_a_pipe_in_the_place_of_a_file_is_refused(name, folder):
    (folder / name).unlink()
    os.mkfifo(folder / name)
    with pytest.raises(xc.FileFault, match="it is no regular file"):
        read_result(folder)


#: A search that divides its work, and is a class of ``ways.py``.
SQUARES = """
import dataclasses
import exactcover as xc

@dataclasses.dataclass
class Squares:
    n: int
    name = statement = "squares"
    nodes, done = 0, False
    def below(self, prefix, listed):
        return Squares(self.n)
    def run(self, nodes, stop):
        self.nodes, self.done = 1, True
        return xc.Found(self.n * self.n)
    def open_prefixes(self):
        return []

def total(n, **workers):
    found = xc.divide(Squares(n), **workers)
    return found.count, found.count.nodes
"""


def test_the_workers_of_a_cluster_get_the_ways(folder, capsys):
    pytest.importorskip("distributed")
    (folder / "ways.py").write_text(WAYS.split("def total")[0] + SQUARES)
    only = ["--only", "3", "--way", "total", "--workers", "1", "--cluster", "local"]
    assert verify([str(folder), *only]) == 0
    assert "9 by total" in capsys.readouterr().out


def test_the_seconds_of_a_journal_are_those_of_all_sessions(folder, capsys, monkeypatch):
    (folder / "ways.py").write_text(WAYS.split("def total")[0] + SQUARES)
    only = ["--only", "3", "--way", "total", "--json", "--journal", str(folder / "journal")]
    clock = itertools.count(0.0, 100.0)
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    taken = []
    for _ in range(2):
        assert verify([str(folder), *only]) == 0
        (term,) = json.loads(capsys.readouterr().out)["terms"]
        taken.append(term["seconds"]["total"])
    assert taken[0] == taken[1] > 50


def test_a_way_without_a_journal_has_seconds_of_its_own(folder, capsys):
    (folder / "ways.py").write_text(WAYS.split("def total")[0] + SQUARES)
    only = ["--only", "3", "--journal", str(folder / "journal")]
    assert verify([str(folder), *only]) == 0
    told = capsys.readouterr().out
    assert re.search(r"9 by product \(0\.0\d* s, 1 nodes\), 9 by total", told), told


def test_a_journal_is_for_one_term_by_one_way(folder, capsys):
    with pytest.raises(SystemExit):
        verify([str(folder), "--journal", str(folder / "journal")])
    assert "expected one term by one way" in capsys.readouterr().err


def test_a_derivation_goes_on_from_its_journal(folder, capsys):
    ways = (
        "import exactcover as xc\n"
        "def total(n, **workers):\n"
        "    problem = xc.Problem(range(n), {(k, j): [k] for k in range(n) for j in range(n)})\n"
        "    count = problem.count(method='listing', **workers)\n"
        "    return round(count ** (2 / n)), count.nodes\n"
    )
    (folder / "ways.py").write_text(WAYS.split("def total")[0] + ways)
    only = ["--only", "3", "--way", "total", "--journal", str(folder / "journal")]
    for _ in range(2):
        assert verify([str(folder), *only]) == 0
    assert (folder / "journal").exists()


def test_two_sequences_need_names(folder):
    (folder / "result.toml").write_text(TWO.replace("rectangles", "squares"))
    with pytest.raises(xc.FileFault, match="a name for each of several"):
        read_result(folder)


@pytest.mark.parametrize("option", ["--way", "--sequence"])
def test_a_way_or_sequence_that_is_not_there_is_named(option, folder, capsys):
    (folder / "result.toml").write_text(ENTRY.replace("[[sequence]]", '[[sequence]]\nname = "all"'))
    with pytest.raises(SystemExit):
        verify([str(folder), option, "magic"])
    assert f"{option} 'magic': expected one of" in capsys.readouterr().err


def test_without_a_term_or_its_ways_it_says_so(folder, capsys):
    (folder / "result.toml").write_text(ENTRY.replace("small = 2", "small = 0"))
    with pytest.raises(SystemExit):
        verify([str(folder)])
    assert "expected known terms or claims, or --only PLACE" in capsys.readouterr().err
    (folder / "ways.py").unlink()
    with pytest.raises(xc.FileFault, match=r"ways\.py"):
        read_result(folder)
