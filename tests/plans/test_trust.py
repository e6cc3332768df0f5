"""What merge believes, and what it names: files that are missing, damaged, or not what they say."""

from __future__ import annotations

import os
import random
import shutil

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.engines.kernel_search import KernelSearch
from exactcover.parallel.part_file import part_of, read_part
from tests.instances import langford

from .planned import Planned

COUNT = 300


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A plan all of whose parts are done; it is not changed."""
    return Planned(tmp_path_factory.mktemp("whole"), langford(8), 5).run_all()


@pytest.fixture
def planned(whole, tmp_path):
    """A copy of it."""
    copy = Planned.__new__(Planned)
    shutil.copytree(whole.folder, tmp_path / "copy")
    copy.folder, copy.into = tmp_path / "copy", whole.into
    copy.plan, copy.parts = copy.folder / "plan.xct", copy.folder / "parts"
    return copy


def named(merged: xc.Merged) -> list[str]:
    return list(map(str, merged.faults))


@given(st.data())
def test_a_flipped_bit_is_found_wherever_it_is(whole, data):
    text = whole.path(2).read_bytes()
    bit = data.draw(st.integers(0, 8 * len(text) - 1))
    flipped = bytearray(text)
    flipped[bit // 8] ^= 1 << bit % 8
    with pytest.raises(xc.FileFault, match=r"it is (damaged|cut short)|another kind of file"):
        part_of(bytes(flipped), "2.xct", read_part(str(whole.plan)).checksum)


@given(st.data())
def test_a_file_that_is_cut_short_is_found_wherever_it_ends(whole, data):
    text = whole.path(2).read_bytes()
    cut = text[: data.draw(st.integers(0, len(text) - 1))]
    with pytest.raises(xc.FileFault, match=r"cut short|is empty|another kind of file"):
        part_of(cut, "2.xct", read_part(str(whole.plan)).checksum)


def test_merge_names_each_file_that_it_does_not_count(planned, tmp_path):
    other = Planned(tmp_path, langford(7), 5).run_all()
    shutil.copy(other.path(0), planned.parts / "foreign.xct")
    shutil.copy(planned.plan, planned.parts / "plan.xct")
    (planned.parts / "empty.xct").write_bytes(b"")
    (planned.parts / "image.xct").write_bytes(b"\x89PNG" * 100)
    planned.path(3).unlink()
    (planned.parts / "none.xct").symlink_to("nowhere")
    merged = planned.merged()
    faults = named(merged)
    for file, why in (
        ("foreign.xct", "it belongs to another plan"), ("plan.xct", "this is a plan"),
        ("empty.xct", "it is empty"), ("image.xct", "this is another kind of file"),
    ):  # fmt: skip
        assert any(f"/{file}: {why}" in fault for fault in faults)
    assert any(isinstance(fault, OSError) and "none.xct" in str(fault) for fault in merged.faults)
    assert (len(faults), merged.missing, merged.complete) == (5, ("3",), False)
    assert int(merged.answer.count) == COUNT - read_part_count(planned, 3)


def read_part_count(planned: Planned, part: int) -> int:
    planned.run(part)
    return planned.read(part).found["count"]


def test_a_part_of_another_format_or_of_no_part_is_named(planned, monkeypatch):
    part = planned.read(1)
    part.name = "7"
    part.write(str(planned.parts / "7.xct"))
    monkeypatch.setattr("exactcover.parallel.part_file.FORMAT", 2)
    part.write(str(planned.parts / "8.xct"))
    monkeypatch.undo()
    faults = named(planned.merged())
    assert any("there is no part 7" in fault for fault in faults)
    assert any("it has format 2; this program reads 1" in fault for fault in faults)


def test_a_part_that_comes_twice_counts_once(planned):
    shutil.copy(planned.path(1), planned.parts / "again.xct")
    merged = planned.merged(planned.path(2))
    assert (merged.twice, merged.rechecked, merged.answer.count) == (("1",), 0, COUNT)


def test_parts_that_disagree_are_named_and_neither_counts(planned):
    right = planned.read(1).found["count"]
    shutil.copy(planned.path(1), planned.parts / "second.xct")
    planned.change(1, count=right + 1)
    merged = planned.merged()
    ((part, files),) = merged.disagreeing
    assert part == "1"
    assert {file.rpartition("/")[2] for file in files} == {"1.xct", "second.xct"}
    assert (merged.complete, int(merged.answer.count)) == (False, COUNT - right)
    assert list(merged.todo()) == []  # but to delete the wrong one
    (planned.parts / "1.xct").unlink()
    assert planned.merged().answer.count == COUNT


def test_parts_in_one_file_are_read_as_well_and_those_after_a_damaged_one(planned, tmp_path):
    together, parts = tmp_path / "all", [planned.path(k).read_bytes() for k in range(5)]
    together.write_bytes(b"".join(parts))
    assert xc.merge(planned.plan, together).answer.count == COUNT
    together.write_bytes(b"".join([parts[0][:50], b"\n", *parts[1:]]))
    merged = xc.merge(planned.plan, together)
    assert (len(merged.faults), merged.missing, merged.done) == (1, ("0",), 4)


def test_an_engine_that_miscounts_is_found_by_another_engine(tmp_path, monkeypatch):
    count = KernelSearch.count

    def miscount(self, nodes, limit):
        found = count(self, nodes, limit)
        return found + (found > 0 and type(self).__name__ == "BitsetSearch")

    monkeypatch.setattr(KernelSearch, "count", miscount)
    planned = Planned(tmp_path, langford(8), 6, engine="bitset").run_all()
    assert planned.merged().complete
    assert planned.merged().answer.count != COUNT
    for part in range(6):
        assert planned.run(part, recheck=True).complete
    merged = planned.merged()
    assert merged.disagreeing
    assert not merged.complete
    wrong = {part for part, _ in merged.disagreeing}
    assert wrong | set(merged.twice) == set(map(str, range(6)))


def test_a_recheck_by_another_engine_is_told(planned):
    for part in (1, 3):
        planned.run(part, recheck=True)
    merged = planned.merged()
    assert (merged.twice, merged.rechecked, merged.answer.count) == (("1", "3"), 2, COUNT)
    assert merged.complete
    assert not merged.faults


def test_a_second_answer_that_differs_is_kept_beside_the_first(planned, monkeypatch):
    planned.change(2, count=planned.read(2).found["count"] + 5)
    changed = planned.path(2).read_bytes()
    monkeypatch.setattr("exactcover.plans.plan.Path.exists", lambda path: path.suffix != ".xct")
    planned.run(2)  # as a machine does that began when there was no file yet
    monkeypatch.undo()
    assert planned.path(2).read_bytes() == changed
    assert [part for part, _ in planned.merged().disagreeing] == ["2"]


def test_parts_of_another_plan_are_left_alone(planned, tmp_path):
    other = Planned(tmp_path, langford(7), 5)
    before = planned.path(2).read_bytes()
    with pytest.raises(xc.FileFault, match="it belongs to another plan"):
        xc.run_part(other.plan, 2, folder=planned.parts)
    shutil.copy(planned.path(3), planned.path(1))
    with pytest.raises(xc.FileFault, match="this is part 3; expected part 1"):
        planned.run(1)
    with pytest.raises(xc.FileFault, match="there is a file already"):
        xc.split(langford(8), 5, planned.plan)
    assert planned.path(2).read_bytes() == before
    assert planned.merged().missing == ("1",)


def test_the_work_of_a_recheck_is_not_counted_again(planned):
    nodes = planned.merged().nodes
    planned.run(1, recheck=True)
    assert planned.read("1-recheck").found["nodes"] != planned.read(1).found["nodes"]
    assert planned.merged().nodes == nodes


def test_a_damaged_part_is_begun_again(planned):
    text = planned.path(2).read_bytes()
    planned.path(2).write_bytes(text[:100])
    assert planned.merged().missing == ("2",)
    assert planned.run(2).complete
    assert planned.merged().answer.count == COUNT


def test_a_solution_that_is_none_is_a_fault(tmp_path):
    planned = Planned(tmp_path, langford(7), 2, listed=None).run_all()
    part = next(k for k in range(2) if planned.read(k).found.get("listed"))
    first, *rest = planned.read(part).found["listed"]
    numbers = [int(number) for number in first.split()]
    planned.change(part, listed=[" ".join(map(str, [numbers[0] + 1, *numbers[1:]])), *rest])
    merged = planned.merged()
    assert not merged.complete
    assert "are no solution" in named(merged)[0]


def test_a_plan_of_another_problem_is_not_run(planned):
    plan = read_part(str(planned.plan))
    plan.problem = plan.problem.replace("place", "spot").replace('"p', '"q')
    plan.write(str(planned.plan))
    with pytest.raises((xc.JournalFault, xc.FileFault)):
        xc.run_part(planned.plan, 0, folder=planned.folder / "others")


@pytest.mark.compiled
def test_the_rest_is_estimated_from_what_is_done(tmp_path):
    planned, held = Planned(tmp_path, langford(11), 60).run_all(), 0
    for seed in range(40):
        some = random.Random(seed).sample(range(60), 20)
        merged = xc.merge(planned.plan, [planned.path(part) for part in some])
        held += merged.estimate.low < 35_584 < merged.estimate.high < 50_000
        assert 0 <= merged.left.low < merged.left.value < merged.left.high
    assert held >= 34  # of intervals that mean 95 %


@pytest.mark.parametrize("part", [5, -1, "1.2", "x", "", "01x", "1.", 10**20])
def test_a_part_that_a_plan_has_not_is_an_error(planned, part):
    with pytest.raises((xc.BudgetError, xc.FileFault)):
        planned.run(part)


@pytest.mark.parametrize("into", [0, -3, 2.5, True, 10**9])
def test_a_number_of_parts_that_makes_no_sense_is_an_error(tmp_path, into):
    with pytest.raises(xc.BudgetError, match="into="):
        xc.split(langford(7), into, tmp_path / "plan.xct")
    assert not list(tmp_path.iterdir())


def test_names_that_a_file_cannot_hold_are_an_error(tmp_path):
    with pytest.raises(xc.UnwritableProblem):
        xc.split(xc.Problem([frozenset("a")], {1: [frozenset("a")]}), 2, tmp_path / "plan.xct")
    assert not list(tmp_path.iterdir())


def test_a_part_that_was_run_and_divided_must_have_the_same_count(planned):
    shutil.move(planned.path(3), planned.folder / "whole.xct")
    planned.run(3, nodes=1)
    xc.split("3", 2, planned.plan, folder=planned.parts)
    for part in ("3.0", "3.1"):
        planned.run(part)
    both = planned.merged(planned.folder / "whole.xct")
    assert (both.answer.count, both.complete, both.disagreeing) == (COUNT, True, ())
    planned.change("3.1", count=planned.read("3.1").found["count"] + 7)
    both = planned.merged(planned.folder / "whole.xct")
    assert [name for name, _ in both.disagreeing] == ["3"]
    assert not both.complete


@pytest.mark.parametrize("found", [
    {"count": -5}, {"count": 5.5}, {"count": True}, {"nodes": "9"}, {"seconds": float("inf")},
])  # fmt: skip
def test_numbers_that_are_none_do_not_count(planned, found):
    planned.change(2, **found)
    merged = planned.merged()
    assert (merged.done, merged.complete) == (planned.into - 1, False)
    assert len(merged.faults) == 1


def test_counts_beyond_floating_point_are_merged(planned):
    planned.change(2, count=10**4000)
    planned.path(1).unlink()
    assert planned.merged().answer.count > 10**4000


@pytest.mark.parametrize("found", [
    {"options": [[0, 1]]}, {"sample": [[1, "0 1"]]}, {"listed": ["0"]}, {"best": [[1, "0"]]},
    {"other": 1}, {"options": 7}, {"listed": [7]}, {"best": [["x", "0"]]},
])  # fmt: skip
def test_what_the_plan_does_not_ask_for_does_not_count(planned, found, caplog):
    planned.change(2, **found)
    merged = planned.merged()
    assert (merged.done, merged.missing, len(merged.faults)) == (planned.into - 1, ("2",), 1)
    assert planned.run(2).complete  # begun again
    assert "the part is begun again" in caplog.text
    assert planned.merged().answer.count == COUNT


@pytest.mark.parametrize("found", [
    {"options": [[9999, 1]]}, {"options": [[-1, 1]]}, {"listed": ["9999"]}, {"best": [[0, "~5"]]},
])  # fmt: skip
def test_options_that_the_problem_has_not_are_a_fault(tmp_path, found):
    planned = Planned(tmp_path, langford(7), 2, options=True, best=1, listed=None).run_all()
    planned.change(1, **found)
    merged = planned.merged()
    assert not merged.complete
    assert "expected parts of solutions" in named(merged)[0]


@pytest.mark.parametrize("question", ["minimize", "classes"])
def test_forged_solutions_of_other_questions_are_a_fault(tmp_path, question):
    problem = xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}, costs=[2, 3, 4])
    kind, row = ("best", [1, "9999"]) if question == "minimize" else ("listed", "5 9999")
    what = problem if question == "minimize" else problem.symmetry({})
    more = {"question": question} if question == "minimize" else {}
    planned = Planned(tmp_path, what, 2, **more).run_all()
    planned.change(1, **{kind: [row]})
    merged = planned.merged()
    assert not merged.complete
    assert "are no solution" in named(merged)[0]


QUESTION_FORGERIES = [
    {"kind": "what"}, {"kind": None}, {"asked": []}, {"asked": {"within": "x"}},
    {"asked": {"listed": [3]}}, {"asked": {"secret": 1}}, {"asked": None}, {"wanted": 5},
    {"wanted": {"sample": "x"}}, {"given": "x"}, {"given": [99999]}, {"forbidden": None},
    {"seconds": "x"}, {"engine": 5}, {"problem": 7}, {"fingerprint": []},
]  # fmt: skip


@pytest.mark.parametrize("forged", QUESTION_FORGERIES)
def test_a_forged_question_is_a_fault_of_the_plan(planned, forged, command):
    plan = read_part(str(planned.plan))
    plan.question |= forged
    plan.write(str(planned.plan))
    for words in (["status"], ["merge"], ["run", "--part", "1", "--folder", "new"]):
        code, _, err = command("exactcover", *words, planned.plan)
        assert (code, "plan.xct" in err) == (2, True), words


@pytest.mark.parametrize("forged", [
    {"problem": "{}"}, {"problem": 7}, {"question": {}}, {"question": 5}, {"found": {}},
    {"found": 3}, {"open": [["x", "1", 1.0]]}, {"open": [["99999", "1", 1.0]]},
    {"open": [[1, 2, 3.0]]}, {"into": 0}, {"into": -3}, {"engine": 3}, {"version": [1]},
])  # fmt: skip
def test_a_forged_plan_is_a_fault(planned, forged, command):
    plan = read_part(str(planned.plan))
    vars(plan).update(forged)
    plan.write(str(planned.plan))
    assert command("exactcover", "run", planned.plan, "--part", "0", "--folder", "new")[0] == 2
    assert command("exactcover", "merge", planned.plan)[0] in (2, 3)


def test_a_pipe_among_the_files_is_named_and_not_waited_for(planned):
    os.mkfifo(planned.parts / "pipe.xct")
    planned.path(2).unlink()
    os.mkfifo(planned.path(2))
    merged = planned.merged("/dev/zero")
    assert len(merged.faults) == 3
    assert all("it is not a regular file" in str(fault) for fault in merged.faults)
    assert merged.missing == ("2",)


def test_a_folder_that_cannot_be_written_is_told_before_the_search(tmp_path, monkeypatch):
    planned = Planned(tmp_path, langford(7), 2)

    def full(**_):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("exactcover.common.textfiles.TemporaryFile", full)
    monkeypatch.setattr(xc.plans.plan, "problem_of", None)
    with pytest.raises(OSError, match="Read-only file system"):
        planned.run(0)
    with pytest.raises(OSError, match="Read-only file system"):
        xc.split(langford(7), 2, tmp_path / "other.xct")
