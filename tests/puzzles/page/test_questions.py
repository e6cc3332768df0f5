"""The page's questions and answers: JSON data with known counts.

That the answers are right, in any position of any kind, is in ``test_positions.py``.
"""

from __future__ import annotations

import json
from importlib.metadata import EntryPoint

import pytest

from exactcover_puzzles import read
from exactcover_puzzles.page import questions, starting
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
OF_NO_PUZZLE = ("begin", "kinds", "make", "palette", "preview", "read", "recognize", "shipped")


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
    monkeypatch.setattr(starting, "find_spec", lambda name: None if name == missing else name)
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


class TestNeedless:
    def test_a_clue_is_needless_if_the_solution_stays_the_only_one_without_it(self):
        line = "1.....3..2.....4"
        problem = read("sudoku", text=line)[0].problem
        names = [*problem.options]
        more = [each for each in problem.first() if each not in problem.given_options][:2]
        added = [*line]
        for row, column, digit in more:
            added[row * 4 + column] = str(digit)
        (found,) = ask("needless", kind="sudoku", text="".join(added))
        given = [names[k] for k in found["alone"]]
        assert {*more} <= {*given}
        kept = problem.ungiven().given(*(names[k] for k in found["kept"]))
        assert kept.is_unique().verdict == "unique"
        for each in kept.given_options:
            fewer = [other for other in kept.given_options if other != each]
            assert kept.ungiven().given(*fewer).is_unique().verdict == "several"

    def test_without_givens_or_with_several_solutions_it_is_refused(self):
        for asked in ({"kind": "queens", "words": ["6"]}, HALEY):
            (answer,) = ask("needless", **asked)
            assert "expected" in answer["error"]


class TestPlaying:
    def test_hints_lead_to_the_solution(self):
        recent, stated = Recent(), example("sudoku")
        chosen = ask("read", recent, **stated)[0]["given"]
        while (hint := ask("hint", recent, chosen=chosen, **stated)[0])["action"] == "take":
            assert hint["item"]["places"], "the places that the reason is about"
            chosen = [*chosen, hint["option"]]
        assert hint["action"] == "solved"
        assert ask("solutions", recent, chosen=chosen, **stated)[-1]["found"] == 1

    def test_placements_that_clash_are_told_at_once(self):
        queens = {"kind": "queens", "words": ["5"]}
        for chosen, clashes in (([0], None), ([0, 3], [0, 3]), ([0, 6, 13], [0, 6])):
            (judged,) = ask("position", chosen=chosen, **queens)
            assert judged.get("clashes") == clashes
            assert ("wrong" in judged) is (clashes is not None)
        # In a row of a Latin square nothing is left for a cell; a seam does not fit.
        (judged,) = ask("position", chosen=[4], kind="latin", text="1..\n...\n..3\n")
        assert judged["places"] == [2]
        (options,) = ask("options", **example("jigsaw"))
        places = [mark["places"][0] for mark in options["marks"]]
        found = [
            ask("position", chosen=[k, other], **example("jigsaw"))[0].get("wrong", "")
            for k in range(len(places)) for other in range(k)
            if places[k] != places[other]
        ]  # fmt: skip
        assert any("disagree about seam" in each for each in found)
        assert "" in found

    def test_only_what_is_given_is_called_given(self):
        own = ask("explain", chosen=[0, 5], **example("sudoku"))[-1]
        assert own["impossible"], own
        told = own["why"] + own.get("details", "")
        assert "given" not in told
        assert "2 at r1c2" in told
        puzzle = ask("explain", kind="sudoku", text="12....3.........\n")[-1]
        assert puzzle["impossible"]
        assert "given" in puzzle["why"] + puzzle.get("details", "")

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
        (bare,) = ask("position", chosen=[], **REFLECT)
        (seen,) = ask("position", chosen=[mirror], **REFLECT)
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


ABOUT = {each["name"]: each for each in ask("kinds")[0]["kinds"]}
STARTS = [(name, start) for name, of in ABOUT.items() for start in of["starts"]]
BOARDS = [(name, text, asked) for name, of in ABOUT.items() for text, asked in of["boards"]]


class TestStarting:
    """What can be chosen in the gallery of the page."""

    @staticmethod
    def stated(name, start):
        of = kind(name)
        if start["name"]:
            return ask("shipped", kind=name, name=start["name"])[0]
        return {"text": of.example} if of.example else {"words": [*of.first_words]}

    @pytest.mark.parametrize(("name", "start"), STARTS)
    def test_each_has_a_preview_and_a_solution_unless_its_line_says_it_is_impossible(
        self, name, start
    ):
        stated = self.stated(name, start) | {"name": start["name"]}
        (bare,) = ask("preview", kind=name, **stated)
        impossible = start["line"].startswith("Impossible")
        if "places" in bare:
            assert bare["places"]
        else:  # other packages have kinds that cannot be drawn
            assert bare["drawing"] is None or "<svg" in bare["drawing"]
        if "places" in bare and not impossible:
            (solved,) = ask("preview", kind=name, solved=True, **stated)
            assert len(solved["marks"]) > len(bare["marks"])
        else:
            puzzle = Recent().shown({"kind": name, **stated}).puzzle
            found = puzzle.misfit is None and bool([*puzzle.solutions(1, False)])
            assert found is not impossible

    def test_none_is_listed_twice_and_all_say_what_they_are(self):
        titles = [start["title"] for _, start in STARTS if start["name"]]
        assert len({*titles}) == len(titles) > 40
        assert all(start["line"] for _, start in STARTS if start["name"])
        texts = [(name, str(self.stated(name, start))) for name, start in STARTS]
        assert len({*texts}) == len(texts)

    def test_a_kind_of_another_package_offers_none_of_the_bundled_puzzles(self, monkeypatch):
        point = EntryPoint("mates", "exactcover_puzzles.latin:Latin", "exactcover.puzzles")
        monkeypatch.setattr("exactcover_puzzles.other_kinds.entry_points", lambda group: [point])
        (mates,) = (each for each in ask("kinds")[0]["kinds"] if each["name"] == "mates")
        assert [start["name"] for start in mates["starts"]] == [""]

    @pytest.mark.parametrize(("name", "text", "asked"), BOARDS)
    def test_a_new_board_has_a_solution(self, name, text, asked):
        (begun,) = ask("begin", kind=name, **asked)
        assert ask("answer", kind=name, text=begun["text"], seconds=5)[0]["verdict"] != "impossible"

    @pytest.mark.parametrize(
        "size", [[1], [2], [3], [4], [7], [12], [1, 2], [2, 7], [3, 3, 2], [5, 9], [24], [40]]
    )
    def test_a_board_of_any_size_has_one_too(self, size):
        for name, text, asked in BOARDS:
            if name != "polyform" or (text == "Box of cubes" and size[0] > 12):
                continue
            (begun,) = ask("begin", kind=name, **{**asked, "size": size})
            if "at most 6,000" not in begun.get("error", ""):
                (puzzle,) = read(name, text=begun["text"])
                assert puzzle.misfit is None
                assert puzzle.problem.first(seconds=20), begun["text"][:80]


def test_a_text_is_recognized_or_its_fault_has_a_place():
    (found,) = ask(
        "recognize", text="5 3 . . 7 . . . .\n" + "- " * 9 + "\n" + ". . . . . . . . .\n" * 7
    )
    assert (found["kind"], found["fault"]) == ("sudoku", None)
    assert ask("read", kind="sudoku", text=found["text"])[0]["view"]["places"]
    (found,) = ask("recognize", text="rows\n1\n2\ncolumns\n3\nx\n")
    assert (found["kind"], found["fault"]["line"]) == ("nonogram", 6)
    assert "1,000,000" in refused("recognize", text="#" * 1_000_001)
