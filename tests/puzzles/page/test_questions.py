"""The page's questions and answers: JSON data with known counts.

That the answers are right, in any position of any kind, is in ``test_positions.py``.
"""

from __future__ import annotations

import json

import pytest

from exactcover_puzzles.page import questions
from exactcover_puzzles.page.questions import answer
from exactcover_puzzles.page.recent import Recent
from exactcover_puzzles.reflect.file import EXAMPLE
from exactcover_puzzles.registry import KINDS, kind, purposes
from exactcover_puzzles.shared.parts import Makable
from exactcover_puzzles.shared.shipped import shipped


def polyform(text):
    return {"kind": "polyform", "text": text}


def _shipped(name, puzzle):
    path = shipped(kind(name).shipped, puzzle)
    return {"kind": name, "text": path.read_text(encoding="utf-8")}


HALEY = {"kind": "haley", "words": []}
REFLECT = {"kind": "reflect", "text": EXAMPLE}
TROMINOES = polyform("grid: square\npieces: 2*L tromino, I tromino\nboard:\n###\n###\n###\n")
CUBES = polyform("grid: cubic\npieces: monocube\nboard:\n#\n")
FAULTY = polyform("grid: square\npieces: ?\nboard:\n##\n")
SIDES = _shipped("jigsaw", "ideal-5x5")
#: What is asked of no puzzle, or tells of the fault of its text.
OF_NO_PUZZLE = ("begin", "kinds", "make", "palette", "read", "shipped")


def ask(name, recent=None, /, **asked):
    """All messages of an answer, as a browser reads them."""
    sent = []
    answer(
        recent or Recent(),
        {"ask": name, **asked},
        lambda each: sent.append(json.dumps(each, default=list)),
    )
    messages = [json.loads(each) for each in sent]
    assert [each.get("done", False) for each in messages] == [False] * (len(messages) - 1) + [True]
    return messages


def refused(name, /, **asked):
    """What is wrong with a question."""
    (said,) = ask(name, **asked)
    return said["error"]


def sudoku_made(sort, size, symmetric="no", **asked):
    wishes = {"kind": sort, "size": size, "symmetric": symmetric}
    return refused("make", kind="sudoku", wishes=wishes, **asked)


def example(name):
    """What states the example of a kind."""
    of = kind(name)
    return {"kind": name, **({"text": of.example} if of.example else {"words": [*of.first_words]})}


def test_what_cannot_be_asked_is_refused_in_a_sentence(answered):
    answered("page/refused.txt", {**vars(questions), **globals()})


@pytest.mark.parametrize(
    ("missing", "forms"),
    [("", "svg png pdf dxf stl 3mf"), ("pypdf", "svg png dxf stl 3mf"),
     ("lxml", "svg png pdf dxf stl")],
)  # fmt: skip
def test_only_forms_of_files_that_can_be_written_are_offered(monkeypatch, missing, forms):
    monkeypatch.setattr(questions, "find_spec", lambda name: None if name == missing else name)
    assert ask("kinds")[0]["forms"] == forms.split()


@pytest.mark.parametrize("name", sorted(KINDS))
def test_every_kind_is_read_answered_and_shown(name):
    recent, stated = Recent(), example(name)
    (read,) = ask("read", recent, **stated)
    assert "sizes" in read
    assert ("view" in read) != ("text_view" in read)
    (*_, last) = ask("answer", recent, seconds=1, **stated)
    assert last["verdict"] in ("unique", "several", "impossible")
    *found, _ = ask("solutions", recent, limit=2, **stated)
    assert len(found) == (0 if last["verdict"] == "impossible" else min(2, int(last["count"])))
    if "view" in read and found:
        (options,) = ask("options", recent, **stated)
        assert [options["marks"][k] for k in found[0]["options"]] == found[0]["marks"]
        n_places = len(read["view"]["places"])
        assert all(place < n_places for mark in options["marks"] for place in mark["places"])


class TestAnswer:
    def test_counts_are_as_they_lie_and_up_to_symmetry(self):
        first, *_, last = ask("answer", **HALEY)
        assert (first["verdict"], len(first["options"])) == ("possible", 12)
        assert (last["verdict"], last["count"], last["free"]) == ("several", "330", "55")
        (*_, last) = ask("answer", kind="queens", words=["6"])
        assert (last["verdict"], last["count"], last["free"]) == ("unique", "4", "1")

    def test_a_reason_names_places_and_no_option_of_a_command(self):
        board = "\nboard:\n" + 4 * "#####\n"
        (*_, crosses) = ask("answer", **polyform("grid: square\npieces: 2*X, 2*I" + board))
        assert all(0 <= place < 20 for item in crosses["items"] for place in item["places"])
        (sizes,) = ask("answer", **polyform("grid: square\npieces: F\nboard:\n####\n"))
        assert ("5" in sizes["why"], "4" in sizes["why"]) == (True, True)
        (parity,) = ask("answer", **polyform("grid: square\npieces: tetrominoes" + board))
        (light,) = ask("answer", kind="domino", text="board:\n.###\n####\n####\n###.\n")
        assert {item["weight"] for item in light["items"]} == {-1, 1}
        for found in (crosses, sizes, parity, light):
            assert found["verdict"] == "impossible"
            assert found["why"]
            assert "--" not in found["why"]
            assert ("items" in found) == (found is not sizes)

    def test_when_time_is_over_what_is_known_is_said(self):
        (*_, last) = ask("answer", kind="queens", words=["16"], seconds=0.2)
        assert (last["verdict"], last["complete"]) == ("several", False)
        assert int(last["count"]) >= 2
        assert last["estimate"]


def test_solutions_that_were_seen_are_skipped():
    recent = Recent()
    *all_five, _ = ask("solutions", recent, limit=5, **HALEY)
    *two, _ = ask("solutions", recent, limit=2, skip=3, **HALEY)
    assert [each["options"] for each in two] == [each["options"] for each in all_five[3:]]


class TestPlaying:
    def test_hints_lead_to_the_solution(self):
        recent, stated = Recent(), example("sudoku")
        chosen = ask("read", recent, **stated)[0]["given"]
        while (hint := ask("hint", recent, chosen=chosen, **stated)[0])["action"] == "take":
            assert hint["item"]["places"], "the places that the reason is about"
            chosen = [*chosen, hint["option"]]
        assert hint["action"] == "solved"
        assert ask("solutions", recent, chosen=chosen, **stated)[-1]["found"] == 1

    def test_a_nonogram_is_painted_line_by_line_by_its_hints(self):
        recent, stated, painted = Recent(), _shipped("nonogram", "cup"), []
        assert ask("shipped", kind="nonogram", name="cup")[0]["text"] == stated["text"]
        while (hint := ask("hint", recent, painted=painted, **stated)[0])["action"] == "paint":
            assert hint["words"].startswith(("row", "column"))
            painted += hint["paint"]
        assert hint["action"] == "solved"
        assert ask("left", recent, painted=painted, **stated)[0]["possible"]
        shades = [shade for _, shade in painted]
        (read,) = ask("read", recent, **stated)
        assert shades.count("black") == read["view"]["painted"]["black"]
        (hint,) = ask("hint", recent, painted=[[place, "black"] for place, _ in painted], **stated)
        assert hint["action"] == "impossible"

    def test_the_fewest_options_that_make_it_unique_do(self):
        recent = Recent()
        *said, found = ask("unique", recent, **HALEY)
        assert all(each["at"] for each in said)
        assert ask("solutions", recent, chosen=found["choice"], **HALEY)[-1]["found"] == 1

    def test_what_lies_on_the_board_becomes_part_of_the_puzzle(self):
        first, *_ = ask("answer", **TROMINOES)
        (changed,) = ask("edit", **TROMINOES, change={"given": first["options"][:1]})
        assert "given: " in changed["text"]
        assert len(changed["given"]) == 1


def test_a_fault_of_a_text_has_its_place_and_its_sketch_stays():
    (read,) = ask("read", **polyform("grid: square\nboard:\n##\n##\n"))
    assert sum(read["sketch"]["on"]) == 4
    assert "fault" in read
    (read,) = ask("read", **FAULTY)
    assert (read["fault"]["line"], read["fault"]["column"]) == (2, 9)


class TestFiles:
    @pytest.mark.parametrize(
        "form",
        [
            "svg",
            pytest.param("png", marks=pytest.mark.needs("resvg_py")),
            pytest.param("pdf", marks=pytest.mark.needs("cairosvg", "pypdf")),
        ],
    )
    def test_solutions_become_files(self, form):
        recent = Recent()
        found, _ = ask("solutions", recent, limit=1, **HALEY)
        (files,) = ask("export", recent, form=form, solutions=[found["options"]], **HALEY)
        assert [name for name, _ in files["files"]] == [f"solutions.{form}"]

    def test_two_photographs_become_the_sides_of_a_jigsaw_with_two_solutions(self):
        assert ask("read", **SIDES)[0]["photographs"]
        # The smallest GIF that there is.
        photo = "R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="
        (files,) = ask("photographs", front=photo, back=photo, mm=20, **SIDES)
        names = [name for name, _ in files["files"]]
        assert names == ["front.svg", "back.svg", "solutions.svg", "cut.svg"]

    @pytest.mark.parametrize(
        ("form", "names"),
        [("svg", "tray.svg"), ("svg", "cut.svg"), ("svg", "challenge.svg challenge-2.svg"),
         pytest.param("dxf", "cut.dxf", marks=pytest.mark.needs("ezdxf"))],
    )  # fmt: skip
    def test_trays_become_sheets(self, form, names):
        what = names.partition(".")[0]
        sizes = {"mm": 12.5, "kerf": 0.2} if what == "cut" else {"mm": 12.5}
        (files,) = ask("sheet", what=what, form=form, sizes=sizes, **TROMINOES)
        assert [name for name, _ in files["files"]] == names.split()


@pytest.mark.parametrize("name", [name for name in purposes() if issubclass(kind(name), Makable)])
def test_what_is_made_with_the_usual_wishes_has_one_solution(name):
    wishes = {each: wish.usual for each, wish in kind(name).wishes.items()}
    (made,) = ask("make", kind=name, wishes=wishes, seed=3)
    assert ask("make", kind=name, wishes=wishes, seed=3) == [made]
    assert ask("answer", kind=name, text=made["text"])[-1]["verdict"] == "unique"


class TestReflect:
    """A kind whose problem has several solutions for one board."""

    def test_beams_are_seen_once_pieces_lie_there(self):
        (options,) = ask("options", **REFLECT)
        mirror = next(
            k for k, mark in enumerate(options["marks"]) if mark.get("piece") == "mirror /"
        )
        (bare,) = ask("seen", chosen=[], **REFLECT)
        (seen,) = ask("seen", chosen=[mirror], **REFLECT)
        assert len(bare["marks"]) == len(seen["marks"]) == 8
        assert bare != seen

    def test_what_follows_for_a_person_is_what_a_cell_holds(self):
        (last,) = ask("hint", kind="reflect", text=".A.\nA..\n...\npieces: /\n")
        assert (last["action"], last["words"]) == ("take", "mirror / at r1c1")

    def test_a_click_changes_the_board_and_its_letters(self):
        (begun,) = ask("begin", kind="reflect", size=[3])
        (changed,) = ask("edit", kind="reflect", text=begun["text"], change={"at": [0, 0]})
        assert changed["text"].splitlines()[1][:2] == "A/"
        assert changed["sketch"]["places"][0]["name"] == "r1c1"
        assert changed["view"]["spare"] is True


def test_a_search_that_is_watched_to_its_end_says_so():
    for limit, whole in ((20_000, True), (20, False)):
        (seen,) = ask("watch", limit=limit, kind="queens", words=["6"])
        assert seen["complete"] == whole
