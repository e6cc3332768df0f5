"""Long searches on the command line: estimates, workers, journals and what is left of them."""

from __future__ import annotations

import json
import re

import pytest

import exactcover as xc
from exactcover.cli import main as cli
from exactcover.files import dlx as dlxfile
from exactcover.parallel.journal import read_status
from exactcover_puzzles import cli as puzzles_cli
from exactcover_puzzles.jigsaw.file import format_jigsaw
from exactcover_puzzles.jigsaw.maker import make_jigsaw
from tests.instances import langford

#: What a journal is of, in the first line of its status: two numbers and a digest.
PROBLEM = re.compile(r"problem     ([0-9,]+) items, ([0-9,]+) options, digest ([0-9a-f]{16})")


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Runs a command in a folder with some problems; its exit code, output and messages."""
    monkeypatch.chdir(tmp_path)
    for n in (5, 7, 8):
        dlxfile.write(langford(n), f"langford{n}.dlx")
    (tmp_path / "uncoverable.dlx").write_text("a b\na\n")
    # The first two are searched, the third is settled by propagation.
    for number, seed in enumerate((5, 1, 2), 1):
        (tmp_path / f"jigsaw{number}.txt").write_text(format_jigsaw(make_jigsaw(4, 4, 2, seed)))
    mains = {"exactcover": cli.main, "puzzles": puzzles_cli.main}

    def call(command, quietly=True):
        program, *words = command.split()
        code = xc.cli.run(program, mains[program], [*words, *["--quiet"] * quietly])
        return code, *capsys.readouterr()

    return call


def until_complete(run, command, most=100):
    """The answers, as JSON, of a command that goes on from its journal; the last one is whole."""
    answers = []
    for _ in range(most):
        code, out, _ = run(f"{command} --json")
        answers.append(json.loads(out))
        if answers[-1]["complete"]:
            assert code == 0
            return answers
        assert (code, answers[-1]["stopped"]) == (3, "nodes")
    raise AssertionError(f"not complete after {most} sessions")


def contents(folder):
    """The files of a folder, but for the locks beside journals, which stay."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".lock"}


# -- exactcover estimate -----------------------------------------------------------------------


def test_estimate_prints_nodes_solutions_and_time_with_an_interval_each(run):
    code, out, err = run("exactcover estimate langford8.dlx --probes 500 --seed 3")
    assert (code, err) == (0, "")
    figure = r"about ([0-9,.]+) \(([0-9,.]+) to ([0-9,.]+)\)"
    lines = rf"nodes      {figure}\nsolutions  {figure}\ntime       about .+ \(.+ to .+\)\n"
    told = [float(number.replace(",", "")) for number in re.fullmatch(lines, out).groups()]
    assert told[1] <= told[0] <= told[2]
    # What the reference engine visits, and the 300 solutions.
    visited = langford(8).count(engine="reference", method="listing", reduce=False).nodes
    assert told[1] <= visited <= told[2]
    assert told[4] <= 300 <= told[5]


def test_estimate_is_the_same_for_a_seed_but_for_the_time(run):
    answers = []
    for seed in (3, 3, 4):
        code, out, _ = run(f"exactcover estimate langford8.dlx --probes 100 --seed {seed} --json")
        assert code == 0
        answers.append(json.loads(out))
    assert [each["probes"] for each in answers] == [100] * 3
    for what in ("nodes", "solutions"):
        assert answers[0][what] == answers[1][what]
        assert answers[0][what] != answers[2][what]
        assert set(answers[0][what]) == {"value", "low", "high"}


def test_estimate_says_unknown_where_no_descent_met_a_solution_and_null_in_json(run):
    code, out, _ = run("exactcover estimate langford5.dlx --probes 100")
    assert code == 0
    assert "solutions  unknown: no descent met any\n" in out
    _, out, _ = run("exactcover estimate langford5.dlx --probes 100 --json")
    assert json.loads(out)["solutions"] == {"value": 0, "low": 0, "high": None}
    _, out, _ = run("exactcover estimate langford8.dlx --probes 1 --json")
    assert json.loads(out)["nodes"]["high"] is None


def test_estimate_without_any_time_is_code_3_with_one_line(run):
    code, out, err = run("exactcover estimate langford8.dlx --seconds 0", quietly=False)
    assert (code, out) == (3, "")
    assert err == "exactcover: stopped by the budget of seconds\n"


def test_estimate_says_how_many_descents_there_was_time_for(run, monkeypatch):
    few = langford(8).estimate(40)
    monkeypatch.setattr(xc.Problem, "estimate", lambda *_, **__: few)
    code, out, err = run("exactcover estimate langford8.dlx --probes 50", quietly=False)
    assert (code, err.splitlines()[0]) == (
        0,
        "exactcover: the time was over after 40 random descents",
    )
    assert "this is what listing all solutions takes" in err
    assert out.startswith("nodes ")
    assert run("exactcover estimate langford8.dlx --probes 50")[2] == ""


# -- exactcover count --workers, --journal; exactcover status ----------------------------------


def test_count_on_workers_is_the_count_of_one_search(run, tiny_tasks):
    for workers in (1, 2):
        told = f"exactcover count langford7.dlx --engine cells --workers {workers}"
        assert run(told) == (0, "52\n", "")
    code, out, _ = run("exactcover count langford7.dlx --engine cells --workers 2 --json")
    answer = json.loads(out)
    assert code == 0
    assert (answer["count"], answer["complete"], answer["stopped"]) == (52, True, None)
    assert answer["nodes"] > 100


def test_count_on_workers_stops_at_its_budget_with_code_3(run, tiny_tasks):
    command = "exactcover count langford8.dlx --engine cells --workers 1 --nodes 100"
    code, out, err = run(command, quietly=False)
    assert code == 3
    assert 0 <= int(re.fullmatch(r"at least ([0-9]+)\n", out)[1]) < 300
    assert err.endswith("exactcover: stopped by the budget of nodes\n")
    code, out, err = run(command)
    assert (code, err) == (3, "")


def test_count_of_what_has_no_solution_is_code_1_on_workers_and_by_journal_too(run):
    for how in ("--workers 2", "--journal journal", "--journal journal"):
        assert run(f"exactcover count langford5.dlx {how}") == (1, "0\n", "")
        code, out, err = run(f"exactcover count uncoverable.dlx {how}2", quietly=False)
        assert (code, out) == (1, "0\n")
        assert "'b' is in no option" in err


def test_count_goes_on_from_its_journal_and_status_tells_how_far_it_is(run, tiny_tasks):
    command = "exactcover count langford8.dlx --engine cells --workers 2 --nodes 700"
    code, out, _ = run(f"{command} --journal journal")
    assert code == 3
    stopped = int(re.fullmatch(r"at least ([0-9]+)\n", out)[1])

    code, out, err = run("exactcover status journal", quietly=False)
    assert (code, err) == (0, "")
    lines = dict(line.split(maxsplit=1) for line in out.replace("last task", "last").splitlines())
    items, options, digest = PROBLEM.match(out).groups()
    assert (items, options) == ("24", "84")
    assert lines["solutions"] == f"at least {stopped:,}"
    assert 0 < float(lines["done"].split()[0]) < 100
    assert lines["done"].endswith(" nodes in 1 session")
    assert int(lines["open"].removesuffix(" prefixes")) > 0
    assert lines["last"].endswith(" ago")
    assert lines["left"].startswith("about ")

    code, out, _ = run("exactcover status journal --json")
    told = json.loads(out)
    assert code == 0
    assert told["digest"].startswith(digest)
    assert (told["count"], told["complete"], told["sessions"]) == (stopped, False, 1)
    assert 0 < told["share"] < 1
    assert told["nodes"] >= 700

    answers = until_complete(run, f"{command} --journal journal")
    counts = [stopped, *[answer["count"] for answer in answers]]
    assert counts == sorted(counts)
    assert counts[-1] == 300
    # It is not begun anew: the nodes are those of all sessions.
    assert answers[-1]["nodes"] > told["nodes"] + 700

    code, out, _ = run("exactcover status journal")
    assert code == 0
    assert "solutions   300\n" in out
    assert "done        100 %" in out
    assert "open        0 prefixes" in out
    assert "left " not in out
    told = json.loads(run("exactcover status journal --json")[1])
    assert (told["complete"], told["share"], told["open"]) == (True, 0, 0)
    assert told["sessions"] == 1 + len(answers)


def test_a_journal_that_is_complete_answers_without_a_search(run):
    assert run("exactcover count langford7.dlx --journal journal") == (0, "52\n", "")
    before = read_status("journal")
    answer = json.loads(run("exactcover count langford7.dlx --journal journal --json")[1])
    assert (answer["count"], answer["complete"], answer["nodes"]) == (52, True, before.nodes)
    assert read_status("journal").tasks == before.tasks


def test_the_journal_of_another_problem_or_question_is_refused_and_left_as_it_is(run, tmp_path):
    assert run("exactcover count langford7.dlx --journal journal")[0] == 0
    before = (tmp_path / "journal").read_bytes()
    code, out, err = run("exactcover count langford8.dlx --journal journal")
    assert (code, out) == (2, "")
    assert re.fullmatch(
        "exactcover: journal journal: it is about another problem: 21 items, .*;"
        " this one: 24 items, .*\n",
        err,
    )
    code, out, err = run("exactcover gather langford7.dlx --by-option --journal journal")
    assert (code, out) == (2, "")
    assert "it is for something else" in err
    assert (tmp_path / "journal").read_bytes() == before


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("estimate", "the following arguments are required: FILE"),
        ("estimate nowhere.dlx", "nowhere.dlx: No such file"),
        ("estimate langford5.dlx --probes 0", "'0': expected a whole number from 1"),
        ("estimate langford5.dlx --seed -1", "--seed"),
        ("estimate langford5.dlx --seconds inf", "'inf': expected a number of seconds from 0"),
        ("estimate langford5.dlx --workers 2", "unrecognized arguments: --workers 2"),
        ("status", "the following arguments are required: FILE"),
        ("status nowhere", "nowhere: No such file"),
        ("status langford5.dlx", "it is no journal of a search"),
        ("status one two", "unrecognized arguments: two"),
        ("count langford5.dlx --workers 0", "'0': expected a whole number from 1"),
        ("count langford5.dlx --workers two", "'two': expected a whole number from 1"),
        ("count langford5.dlx --workers 2 --limit 3", "limit=3 does not go with workers="),
        ("count langford5.dlx --journal journal --limit 3", "limit=3 does not go with workers="),
        ("count langford5.dlx --journal journal --method diagram", "method='diagram' does not"),
        ("count langford5.dlx --journal nowhere/journal", "nowhere: no such folder"),
        ("count langford5.dlx --journal .", "it is no file"),
        ("count langford5.dlx --journal langford7.dlx", "it is no journal of a search"),
        # (Without Dask this names the extra.)
        ("count langford5.dlx --cluster nonsense", "no scheduler answers there|[cluster]"),
    ],
)
def test_what_makes_no_sense_is_code_2_with_one_line(run, tmp_path, command, message):
    before = contents(tmp_path)
    code, out, err = run(f"exactcover {command}")
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert any(each in err for each in message.split("|"))
    assert contents(tmp_path) == before


# -- puzzles jigsaw --count --------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 3])
def test_jigsaws_are_counted_alike_on_workers_and_by_journal(run, tiny_tasks, number):
    command = f"puzzles jigsaw jigsaw{number}.txt --count --engine cells"
    alone = run(command)
    assert alone[0] == 0
    assert run(f"{command} --workers 2") == alone
    assert run(f"{command} --journal journal --workers 1") == alone
    assert run(f"{command} --journal journal --workers 2") == alone
    told, divided = (json.loads(run(f"{command} --json{how}")[1]) for how in ("", " --workers 2"))
    assert {**divided, "nodes": told["nodes"]} == told


def test_the_count_of_a_jigsaw_goes_on_after_its_budget(run, tiny_tasks):
    command = "puzzles jigsaw jigsaw1.txt --count --engine cells"
    whole = json.loads(run(f"{command} --json")[1])
    divided = f"{command} --journal journal --workers 2 --nodes 30"
    code, out, err = run(divided, quietly=False)
    assert code == 3
    assert "\nno solution found so far" in out
    assert err.endswith("stopped by the budget of nodes\n")
    answers = until_complete(run, divided)
    assert len(answers) > 1
    for answer in answers:
        for what in ("solutions", "free_solutions", "told_apart"):
            assert answer[what] <= whole[what]
    assert {**answers[-1], "nodes": whole["nodes"]} == whole
    assert read_status("journal").complete


def test_the_journal_of_another_jigsaw_is_refused(run):
    assert run("puzzles jigsaw jigsaw1.txt --count --journal journal")[0] == 0
    code, _, err = run("puzzles jigsaw jigsaw2.txt --count --journal journal")
    assert code == 2
    assert "journal journal: it is about another problem" in err
    assert read_status("journal").complete


@pytest.mark.parametrize("how", ["--workers 2", "--journal journal", "--cluster local"])
@pytest.mark.parametrize("what", ["", "--all", "--unique", "--count --limit 2"])
def test_only_the_whole_count_of_a_jigsaw_is_divided(run, tmp_path, how, what):
    code, out, err = run(f"puzzles jigsaw jigsaw1.txt {what} {how}")
    assert (code, out) == (2, "")
    assert "--workers, --journal and --cluster" in err
    assert not (tmp_path / "journal").exists()
