"""The ledger of results: folders are complete, and their small terms are reproduced."""

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
def test_small_terms_come_out_again_by_every_way(folder, command):
    code, out, _ = command("results", folder, "--json")
    answer = json.loads(out)
    result = read_result(folder)
    assert [(row["sequence"], tuple(row["at"])) for row in answer["terms"]] == [
        (each.name, place) for each in result.sequences for place in each.small_terms()
    ]
    assert all(set(row["values"]) == set(result.ways) for row in answer["terms"])
    assert (code, answer["agree"]) == (0, True)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_claims_are_about_the_problems_that_the_ways_make_and_the_page_tells_them(folder):
    result = read_result(folder)
    page = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    assert f"results/{folder.name}" in page
    for sequence in result.sequences:
        assert sequence.small > 0
        for place, claim in sequence.claims.items():
            assert f"{claim.value:,}" in page or claim.value < 1000
            if result.problem is not None:
                assert claim.digest == result.problem(*sequence.arguments(place)).digest


def written(language):
    """An example of ``results/README.md``."""
    text = (LEDGER / "README.md").read_text(encoding="utf-8") if FOLDERS else ""
    return "".join(re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL))


ENTRY = written("toml")
WAYS = written("python").replace("def total(n)", "def total(n, **workers)")
#: An entry without claims.
KNOWN = ENTRY.partition("[[sequence.claim]]")[0]
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
PROBLEM = "\nimport exactcover as xc\ndef problem(n): return xc.Problem(range(n), {1: [0]})\n"
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
DIVIDED = WAYS.split("def total")[0] + SQUARES


@pytest.fixture
def verify(command, tmp_path):
    """Verifies a result in the current folder: the exit code, the answer and messages."""

    def run(line="", entry=ENTRY, ways=WAYS):
        (tmp_path / "result.toml").write_text(entry)
        (tmp_path / "ways.py").write_text(ways)
        return command(f"results . {line}")

    return run


def test_what_is_verified_and_what_is_wrong_with_a_result_is_told(verify, answered):
    def told(line="", entry=ENTRY, ways=WAYS):
        """All that is said; ``entry`` and ``ways`` may be what is replaced by what."""
        entry = entry if isinstance(entry, str) else ENTRY.replace(*entry)
        ways = ways if isinstance(ways, str) else WAYS.replace(*ways)
        code, out, err = verify(line, entry, ways)
        return f"{code}\n" + re.sub(r"\d\.\d+ s", "… s", out + err).rstrip()

    answered("sentences/results.txt", {**globals(), "told": told})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[[sequence]]", "[[sequence"),
        ("title", 5000 * "["),
        ("value = 9", "value = 1" + 5000 * "0"),
    ],
)
def test_what_is_no_toml_is_refused(verify, before, after):
    verify(entry=ENTRY.replace(before, after))
    with pytest.raises(xc.FileFault, match=r"result\.toml: .*expected TOML"):
        read_result(".")


@pytest.mark.parametrize("name", ["result.toml", "ways.py"])
def test_a_pipe_in_the_place_of_a_file_is_refused(name, verify, tmp_path):
    verify()
    (tmp_path / name).unlink()
    with pytest.raises((xc.FileFault, FileNotFoundError), match=name):
        read_result(".")
    os.mkfifo(name)
    with pytest.raises(xc.FileFault, match="it is no regular file"):
        read_result(".")


def test_ways_are_run_as_they_are_read_whatever_lies_in_a_hidden_folder(verify, tmp_path):
    verify()
    hidden = tmp_path / "hidden.py"
    hidden.write_text(WAYS + "\nraise RuntimeError('hidden')\n")
    (tmp_path / "__pycache__").mkdir()
    py_compile.compile(
        str(hidden),
        importlib.util.cache_from_source(str(tmp_path / "ways.py")),
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    result = read_result(tmp_path)
    kept = importlib.import_module("exactcover.compile.objects")._folders(result.ways["total"])
    assert tmp_path / "__pycache__" not in kept
    assert [each.name for each in (tmp_path / "__pycache__").iterdir()] == [
        f"ways.{sys.implementation.cache_tag}.pyc"
    ]


def test_what_a_way_prints_is_no_part_of_the_answer(verify):
    code, out, _ = verify("--json", ways=WAYS.replace("return n * n", "print('hi'); return n * n"))
    assert (code, json.loads(out)["agree"]) == (0, True)


def test_terms_that_were_derived_are_printed_before_an_error_ends_it(verify):
    code, out, _ = verify("--all --json", ways=WAYS.replace("n * n", "n * n * (2 // (n < 3))"))
    answer = json.loads(out)
    assert (code, len(answer["terms"]), answer["complete"]) == (2, 2, False)


def test_the_workers_of_a_cluster_get_the_ways(verify):
    pytest.importorskip("distributed")
    line = "--only 3 --way total --workers 1 --cluster local"
    code, out, _ = verify(line, ways=DIVIDED)
    assert (code, "9 by total" in out) == (0, True)


def test_the_seconds_of_a_journal_are_those_of_all_sessions(verify, monkeypatch):
    clock = itertools.count(0.0, 100.0)
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    taken = []
    for _ in range(2):
        code, out, _ = verify("--only 3 --way total --json --journal journal", ways=DIVIDED)
        (term,) = json.loads(out)["terms"]
        taken.append(term["seconds"]["total"])
    assert (code, term["values"]) == (0, {"total": 9})
    assert taken[0] == taken[1] > 50
    # A way without a journal has seconds of its own.
    told = verify("--only 3 --journal journal", ways=DIVIDED)[1]
    assert re.search(r"9 by product \(0\.0\d* s, 1 nodes\), 9 by total", told), told
