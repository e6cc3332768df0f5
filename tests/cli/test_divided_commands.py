"""Long searches on the command line: estimates, workers, journals and resuming."""

from __future__ import annotations

import json
import re

import pytest

import exactcover as xc
from exactcover.files import dlx as dlxfile
from exactcover.parallel.journal import read_status
from exactcover_puzzles.jigsaw.file import format_jigsaw
from exactcover_puzzles.jigsaw.maker import make_jigsaw
from tests.instances import langford


@pytest.fixture
def run(command, tmp_path):
    """Runs a command in a folder with some problems; its exit code, output and messages."""
    for n in (5, 7, 8):
        dlxfile.write(langford(n), f"langford{n}.dlx")
    for seed in (5, 1):
        (tmp_path / f"jigsaw{seed}.txt").write_text(format_jigsaw(make_jigsaw(4, 4, 2, seed)))
    return lambda line, quietly=True: command(line, *["--quiet"] * quietly)


def until_complete(run, line, most=100):
    """The answers, as JSON, of a command that goes on from its journal; the last one is whole."""
    answers = []
    for _ in range(most):
        code, out, _ = run(f"{line} --json")
        answers.append(json.loads(out))
        if answers[-1]["complete"]:
            assert code == 0
            return answers
        assert (code, answers[-1]["stopped"]) == (3, "nodes")
    raise AssertionError(f"not complete after {most} sessions")


def test_estimate_prints_nodes_solutions_and_time_with_an_interval_each(run):
    line = "exactcover estimate langford8.dlx --probes 500 --seed 3"
    code, out, err = run(line)
    assert (code, err) == (0, "")
    figure = r"about ([0-9,.]+) \(([0-9,.]+) to ([0-9,.]+)\)"
    lines = rf"nodes      {figure}\nsolutions  {figure}\ntime       about .+ \(.+ to .+\)\n"
    said = [float(number.replace(",", "")) for number in re.fullmatch(lines, out).groups()]
    # What the reference engine visits, and the 300 solutions.
    visited = langford(8).count(engine="reference", method="listing", reduce=False).nodes
    assert said[1] <= min(said[0], visited) <= max(said[0], visited) <= said[2]
    assert said[4] <= 300 <= said[5]
    # The same for a seed, but for the time.
    one, again, other = (json.loads(run(f"{line}{end} --json")[1]) for end in ("", "", "4"))
    for what in ("nodes", "solutions"):
        assert one[what] == again[what] != other[what]
    line = "exactcover estimate langford5.dlx --probes 100"
    assert "solutions  unknown: no descent met any\n" in run(line)[1]
    assert json.loads(run(f"{line} --json")[1])["solutions"] == {"value": 0, "low": 0, "high": None}


def test_estimate_says_how_many_descents_there_was_time_for(run, monkeypatch):
    few = langford(8).estimate(40)
    monkeypatch.setattr(xc.Problem, "estimate", lambda *_, **__: few)
    err = run("exactcover estimate langford8.dlx --probes 50", quietly=False)[2]
    assert "after 40 random descents" in err
    assert run("exactcover estimate langford8.dlx --probes 50")[2] == ""


def test_count_goes_on_from_its_journal_and_status_tells_how_far_it_is(run, tiny_tasks):
    line = "exactcover count langford8.dlx --engine cells --workers 2 --nodes 700 --journal journal"
    stopped = int(re.fullmatch(r"at least ([0-9]+)\n", run(line)[1])[1])
    out = run("exactcover status journal")[1]
    said = dict(re.findall(r"^(last task|\w+) +(.+)$", out, re.M))
    assert said["solutions"] == f"at least {stopped:,}"
    assert 0 < float(said["done"].split()[0]) < 100
    assert int(said["open"].removesuffix(" prefixes")) > 0
    assert said["last task"].endswith(" ago")
    assert said["left"].startswith("about ")
    found = json.loads(run("exactcover status journal --json")[1])
    assert said["problem"] == f"24 items, 84 options, digest {found['digest'][:16]}"
    assert (found["count"], found["complete"], found["sessions"]) == (stopped, False, 1)
    assert 0 < found["share"] < 1
    assert found["nodes"] >= 700

    answers = until_complete(run, line)
    counts = [stopped, *[answer["count"] for answer in answers]]
    assert (sorted(counts), counts[-1]) == (counts, 300)
    # It is not begun anew: the nodes are those of all sessions.
    assert answers[-1]["nodes"] > found["nodes"] + 700
    out = run("exactcover status journal")[1]
    said = dict(re.findall(r"^(last task|\w+) +(.+)$", out, re.M))
    assert (said["solutions"], said["open"]) == ("300", "0 prefixes")
    assert said["done"].startswith("100 %,")
    assert "left" not in said
    found = json.loads(run("exactcover status journal --json")[1])
    assert (found["complete"], found["share"], found["open"]) == (True, 0, 0)
    assert found["sessions"] == 1 + len(answers)


@pytest.mark.parametrize(
    ("line", "others"),
    [
        ("exactcover count langford7.dlx", {
            "exactcover count langford8.dlx": "21 items.*24 items",
            "exactcover gather langford7.dlx --by-option": "",
        }),
        ("puzzles jigsaw jigsaw5.txt --count", {
            "puzzles jigsaw jigsaw1.txt --count": "",
        }),
    ],
)  # fmt: skip
def test_the_journal_of_something_else_is_refused_and_left_as_it_is(run, tmp_path, line, others):
    assert run(f"{line} --journal journal")[0] == 0
    before = (tmp_path / "journal").read_bytes()
    for other, said in others.items():
        code, _, err = run(f"{other} --journal journal")
        assert code == 2
        assert re.search(f"journal journal: .*{said}", err)
    assert (tmp_path / "journal").read_bytes() == before
    tasks = read_status("journal").tasks
    assert run(f"{line} --journal journal")[0] == 0
    assert read_status("journal").tasks == tasks  # complete, it answers without a search


def test_a_cluster_that_is_not_there_is_bad_usage(run):
    code, out, err = run("exactcover count langford5.dlx --cluster nonsense")
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_the_count_of_a_jigsaw_goes_on_after_its_budget(run, tiny_tasks):
    line = "puzzles jigsaw jigsaw5.txt --count --engine cells"
    alone, whole = run(line), json.loads(run(f"{line} --json")[1])
    assert run(f"{line} --workers 2") == alone
    divided = f"{line} --journal journal --workers 2 --nodes 30"
    code, out, err = run(divided, quietly=False)
    assert (code, "\nno solution found so far" in out) == (3, True)
    assert err.endswith("stopped by --nodes\n")
    answers = until_complete(run, divided)
    assert len(answers) > 1
    for answer in answers:
        for what in ("solutions", "free_solutions", "told_apart"):
            assert answer[what] <= whole[what]
    assert {**answers[-1], "nodes": whole["nodes"]} == whole
    assert run(f"{line} --journal journal") == alone
