"""``split``, ``run`` and ``merge``: their answers, messages and exit codes."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

import exactcover as xc
from exactcover.cli.plan_commands import in_lot
from exactcover.parallel.part_file import read_part
from tests.instances import langford


@pytest.fixture
def run(command, tmp_path, monkeypatch):
    """Runs commands in a folder with a problem and a plan of four parts of it."""
    monkeypatch.chdir(tmp_path)
    xc.write(langford(8), "langford.json")
    code, out, err = command("exactcover split langford.json --into 4 -o plan.xct")
    assert (code, out) == (0, "")
    assert re.fullmatch(r"exactcover: 4 parts, about .* of work each, .* in all\n", err)
    return lambda line: command(f"exactcover {line}")


def lines(text: str) -> dict[str, str]:
    """What is printed after the first word of each line."""
    return dict(line.split(maxsplit=1) for line in text.splitlines())


def test_before_the_first_part_everything_is_missing(run):
    code, out, err = run("merge plan.xct")
    assert (code, lines(out)["missing"], err) == (3, "0-3", "")


def test_parts_are_run_and_add_up(run):
    assert run("run plan.xct --part 2") == (0, "", "")
    code, out, _ = run("merge plan.xct --json")
    (count,) = map(json.loads, out.splitlines())
    about = count["merged"]
    assert (code, count["complete"], about["done"], about["missing"]) == (3, False, 1, ["0-1", "3"])
    assert 0 < count["solutions"] < 300
    assert run("merge plan.xct parts --todo") == (3, "0\n1\n3\n", "")
    assert run("run plan.xct --part 0-3")[0] == 0
    code, out, err = run("merge plan.xct parts")
    assert (code, out.splitlines()[:2], err) == (
        0, ["300 solutions", "parts       4 of 4 done"], "",
    )  # fmt: skip


def test_a_run_that_is_stopped_says_so(run):
    code, out, err = run("run plan.xct --part 1 --nodes 5")
    assert (code, out, err) == (3, "", "exactcover: stopped by --nodes\n")
    assert lines(run("merge plan.xct")[1])["begun"] == "1"


def test_merge_names_what_is_wrong_and_ends_with_2(run):
    run("run plan.xct --part 0-3")
    shutil.copy("parts/1.xct", "parts/copy.xct")
    Path("parts/2.xct").write_bytes(Path("parts/2.xct").read_bytes()[:99])
    code, out, err = run("merge plan.xct parts")
    assert (code, lines(out)["missing"], lines(out)["twice"]) == (2, "2", "1")
    assert err.startswith("exactcover: parts/2.xct: it is cut short or damaged")


def test_a_lot_is_the_same_everywhere_and_is_run_again(run):
    run("run plan.xct --part 0-3")
    plan = read_part("plan.xct").checksum
    lot = {f"{part}-recheck.xct" for part in range(4) if in_lot(plan, str(part), 0.5)}
    assert run("run plan.xct --recheck 50%")[0] == 0
    assert {path.name for path in Path("parts").glob("*-recheck.xct")} == lot
    for part in range(4):
        run(f"run plan.xct --part {part} --recheck 0.5")
    assert {path.name for path in Path("parts").glob("*-recheck.xct")} == lot
    code, out, _ = run("merge plan.xct parts")
    assert code == 0
    assert not lot or lines(out)["twice"].endswith(f", {len(lot)} by different engines")
    assert 400 < sum(in_lot(plan, str(part), 0.5) for part in range(1000)) < 600


def test_a_part_is_divided_again(run):
    run("run plan.xct --part 1 --nodes 1")
    assert run("split plan.xct --part 1 --into 3") == (0, "", "")
    assert run("run plan.xct --part 0,2-03")[0] == 0
    assert run("run plan.xct --part 1.1-2")[0] == 0
    assert run("merge plan.xct --todo")[1] == "1.0\n"
    assert run("run plan.xct --part 1")[0] == 0
    assert run("merge plan.xct parts")[1].startswith("300 solutions\n")


def test_parts_of_parts_are_drawn_and_run_again_too(run):
    run("run plan.xct --part 1 --nodes 1")
    run("split plan.xct --part 1 --into 3")
    run("run plan.xct --part 1.1 --nodes 1")
    run("split plan.xct --part 1.1 --into 2")
    leaves = ["0", "2", "3", "1.0", "1.2", "1.1.0", "1.1.1"]
    for part in leaves:
        assert run(f"run plan.xct --part {part}")[0] == 0
    assert run("run plan.xct --recheck 100%")[0] == 0
    drawn = {path.name for path in Path("parts").glob("*-recheck.xct")}
    assert drawn == {f"{part}-recheck.xct" for part in leaves}
    code, out, _ = run("merge plan.xct")
    assert (code, lines(out)["twice"].endswith(", 7 by different engines")) == (0, True)


@pytest.mark.parametrize("question", ["count", "minimize", "classes", "minimize --within 0"])
def test_merge_prints_one_json_object_after_the_solutions(run, question):
    Path("costs.dlx").write_text("a b c\na |2\nb |3\nc |1\na b |4\nb c |3\n")
    Path("none.json").write_text("[]")
    group = "--generators none.json" if question == "classes" else ""
    run(f"split costs.dlx --into 2 -o small.xct --question {question} {group}")
    run("run small.xct --part 0-1 --folder small")
    found = list(map(json.loads, run("merge small.xct small --json")[1].splitlines()))
    assert len(found) == 1 + (question == "minimize")
    assert (found[-1]["complete"], found[-1]["merged"]["done"]) == (True, 2)


def test_a_plan_has_a_status(run):
    code, out, _ = run("status plan.xct")
    assert (code, lines(out)["plan"][:8], lines(out)["question"]) == (
        0, "4 parts,", "gather, 84 options",
    )  # fmt: skip
    assert json.loads(run("status plan.xct --json")[1])["parts"] == 4


def test_other_questions_are_split_too(run):
    Path("costs.dlx").write_text("a b c\na |2\nb |3\nc |1\na b |4\nb c |3\n")
    for question, answer in (
        ("count", "3 solutions"), ("gather --best 1", "3 solutions"),
        ("minimize", "solution 1, cost 5"), ("maximize", "solution 1, cost 6"),
        ("classes", "1 symmetry, generated by:"),
    ):  # fmt: skip
        group = "--generators none.json" if question == "classes" else ""
        Path("none.json").write_text("[]")
        Path("small.xct").unlink(missing_ok=True)
        words = f"split costs.dlx --into 2 -o small.xct --question {question} {group}"
        assert run(words)[0] == 0
        assert run("run small.xct --part 0-1 --folder small")[0] == 0
        code, out, err = run("merge small.xct small")
        assert (code, out.splitlines()[0], err) == (0, answer, "")
        shutil.rmtree("small")


def test_a_plan_without_a_solution_ends_with_1(run):
    Path("none.dlx").write_text("a b\na\n")
    run("split none.dlx --into 2 -o none.xct")
    run("run none.xct --part 0-1 --folder none")
    assert run("merge none.xct none")[0] == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("split langford.json --into 4", "expected -o PLAN"),
        ("split langford.json -o other.xct", "--into"),
        ("split langford.json --into 2 -o x --question minimize --sample 2", "--sample does not"),
        ("split langford.json --into 2 -o x --within 3", "--within does not go with"),
        ("split langford.json --into 2 -o no/x", "no: No such file"),
        ("split plan.xct --part 4 --into 2", "expected a number from 0 to 3"),
        ("split langford.json --into 2 -o plan.xct", "there is a file already"),
        ("run plan.xct", "expected --part K, or --recheck P"),
        ("run plan.xct --part 4", "expected numbers from 0 to 3"),
        ("run plan.xct --part 2-4", "expected numbers from 0 to 3"),
        ("run plan.xct --part 3-2", "the lower first"),
        ("run plan.xct --part 1,", "such as 17, 17.3 or 20-99,102"),
        ("run plan.xct --recheck 1", "expected a share, such as 1% or 0.01"),
        ("run plan.xct --part 1.0", "parts/1.xct: No such file"),
        ("run plan.xct --recheck 2", "expected a share, such as 1% or 0.01"),
        ("run langford.json --part 1", "this is another kind of file; expected a plan"),
        ("merge none.xct", "none.xct: No such file"),
        ("merge langford.json parts", "this is another kind of file; expected a plan"),
    ],
)
def test_what_is_wrong_is_said(run, line, message):
    code, out, err = run(line)
    assert (code, out) == (2, "")
    assert message in err


def test_puzzles_are_split(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, _, err = command("puzzles queens 6 --count --split 3 plan.xct")
    assert (code, "symmetric solutions are counted separately" in err) == (0, True)
    assert command("exactcover run plan.xct --part 0-2")[0] == 0
    assert command("exactcover merge plan.xct")[1].startswith("4 solutions\n")
    for line, message in (
        ("langford 7 --split 2 x", "goes with --count"),
        ("langford 7 --count --split x y", "expected a whole number from 1"),
        ("reflect - --count --split 2 x", "not counted by one search"),
        ("langford 7 --count --split 2 x --workers 2", "not --workers"),
    ):
        code, _, err = command(f"puzzles {line}")
        assert (code, message in err) == (2, True), err
