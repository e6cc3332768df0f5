"""What the page asks, and what it gets: data of JSON, with the counts that are known."""

from __future__ import annotations

import json

import pytest

from exactcover_puzzles.page import questions
from exactcover_puzzles.page.desk import Desk
from exactcover_puzzles.page.questions import QUESTIONS, answer
from exactcover_puzzles.reflect.file import EXAMPLE
from exactcover_puzzles.registry import KINDS, kind, purposes
from exactcover_puzzles.shared.parts import Makable

HALEY = {"kind": "haley", "words": []}
REFLECT = {"kind": "reflect", "text": EXAMPLE}
TROMINOES = "grid: square\npieces: 2*L tromino, I tromino\nboard:\n###\n###\n###\n"


def ask(name, desk=None, /, **asked):
    """All messages of an answer, as a browser reads them."""
    sent = []
    answer(
        desk or Desk(),
        {"ask": name, **asked},
        lambda each: sent.append(json.dumps(each, default=list)),
    )
    messages = [json.loads(each) for each in sent]
    assert [each.get("done", False) for each in messages] == [False] * (len(messages) - 1) + [True]
    return messages


def example(name):
    """What states the example of a kind."""
    of = kind(name)
    return {"kind": name, **({"text": of.example} if of.example else {"words": [*of.first_words]})}


def polyform(text):
    return {"kind": "polyform", "text": text}


@pytest.mark.parametrize(
    ("missing", "forms"),
    [("", ["svg", "png", "pdf", "dxf"]), ("pypdf", ["svg", "png", "dxf"])],
)  # fmt: skip
def test_only_forms_of_files_that_can_be_written_are_offered(monkeypatch, missing, forms):
    monkeypatch.setattr(questions, "find_spec", lambda name: None if name == missing else name)
    assert ask("kinds")[0]["forms"] == forms


class TestAnswer:
    def test_haleys_board_has_55_solutions(self):
        first, *_, last = ask("answer", **HALEY)
        assert (first["verdict"], len(first["options"])) == ("possible", 12)
        assert (last["verdict"], last["count"], last["free"]) == ("several", "330", "55")

    def test_one_solution_is_unique_also_up_to_symmetry(self):
        (*_, last) = ask("answer", kind="queens", words=["6"])
        assert (last["verdict"], last["count"]) == ("unique", "4")

    def test_a_reason_names_places(self):
        text = "grid: square\npieces: 2*X, 2*I\nboard:\n#####\n#####\n#####\n#####\n"
        (*_, last) = ask("answer", **polyform(text))
        assert last["verdict"] == "impossible"
        assert last["why"]
        assert all(0 <= place < 20 for _, places, _ in last["items"] for place in places)

    def test_sizes_that_do_not_match_are_said_without_words_for_a_command_line(self):
        (last,) = ask("answer", **polyform("grid: square\npieces: F\nboard:\n####\n"))
        assert last["why"] == "the pieces have 5 cells and the board has 4"
        parity = "grid: square\npieces: tetrominoes\nboard:\n#####\n#####\n#####\n#####\n"
        (last,) = ask("answer", **polyform(parity))
        assert "checkerboard" in last["why"]
        assert "--" not in last["why"]
        assert last["items"]

    def test_two_colours_of_a_chessboard_that_differ_are_pointed_at(self):
        text = "board:\n.###\n####\n####\n###.\n"
        (last,) = ask("answer", kind="domino", text=text)
        assert last["verdict"] == "impossible"
        assert "light" in last["why"]
        assert {weight for *_, weight in last["items"]} == {-1, 1}

    def test_when_time_is_over_what_is_known_is_said(self):
        (*_, last) = ask("answer", kind="queens", words=["16"], seconds=0.2)
        assert (last["verdict"], last["complete"]) == ("several", False)
        assert int(last["count"]) >= 2
        assert last["estimate"]


@pytest.mark.parametrize("name", sorted(KINDS))
def test_every_kind_is_read_answered_and_shown(name):
    desk, stated = Desk(), example(name)
    (read,) = ask("read", desk, **stated)
    assert "sizes" in read
    assert ("view" in read) != ("text_view" in read)
    (*_, last) = ask("answer", desk, seconds=1, **stated)
    assert last["verdict"] in ("unique", "several", "impossible")
    *found, _ = ask("solutions", desk, limit=2, **stated)
    assert len(found) == (0 if last["verdict"] == "impossible" else min(2, int(last["count"])))
    if "view" in read and found:
        (options,) = ask("options", desk, **stated)
        assert [options["marks"][k] for k in found[0]["options"]] == found[0]["marks"]
        n_places = len(read["view"]["places"])
        assert all(place < n_places for mark in options["marks"] for place in mark[0])


class TestSolutions:
    def test_those_with_what_is_chosen_are_found(self):
        desk = Desk()
        *found, last = ask("solutions", desk, limit=1000, **HALEY)
        assert (len(found), last["complete"]) == (330, True)
        option = found[0]["options"][0]
        *with_it, _ = ask("solutions", desk, limit=1000, chosen=[option], **HALEY)
        assert len(with_it) == sum(option in each["options"] for each in found)

    def test_random_ones_are_told_with_their_number(self):
        *found, last = ask("solutions", limit=5, random=True, seed=3, **HALEY)
        assert (len(found), last["total"]) == (5, "330")

    def test_what_was_seen_is_skipped(self):
        desk = Desk()
        *all_five, _ = ask("solutions", desk, limit=5, **HALEY)
        *two, _ = ask("solutions", desk, limit=2, skip=3, **HALEY)
        assert [each["options"] for each in two] == [each["options"] for each in all_five[3:]]


class TestPlaying:
    def test_a_hint_gives_a_reason_and_leads_to_the_solution(self):
        desk, chosen = Desk(), []
        stated = {"kind": "sudoku", "text": kind("sudoku").example}
        (read,) = ask("read", desk, **stated)
        chosen = read["given"]
        while True:
            (hint,) = ask("hint", desk, chosen=chosen, **stated)
            if hint["action"] != "take":
                break
            assert hint["item"][1], "the places that the reason is about"
            chosen = [*chosen, hint["option"]]
        assert hint["action"] == "solved"
        *_, last = ask("solutions", desk, chosen=chosen, **stated)
        assert last["found"] == 1

    def test_a_nonogram_is_painted_line_by_line_by_its_hints(self):
        desk = Desk()
        (text,) = ask("shipped", kind="nonogram", name="cup")
        stated = {"kind": "nonogram", "text": text["text"]}
        painted = []
        while True:
            (hint,) = ask("hint", desk, painted=painted, **stated)
            if hint["action"] != "paint":
                break
            assert hint["words"].startswith(("row", "column"))
            painted += hint["paint"]
        (fits,) = ask("fits", desk, painted=painted, **stated)
        assert (hint["action"], fits["possible"]) == ("solved", True)
        (read,) = ask("read", desk, **stated)
        black = [place for place, shade in painted if shade == "black"]
        assert len(black) == read["view"]["painted"]["black"]
        wrong = [[place, "light"] for place in black[:1]]
        (fits,) = ask("fits", desk, painted=wrong, **stated)
        assert not fits["possible"]
        (hint,) = ask("hint", desk, painted=[[place, "black"] for place, _ in painted], **stated)
        assert hint["action"] == "impossible"

    def test_what_cannot_be_finished_is_explained(self):
        desk, stated = Desk(), polyform(TROMINOES)
        (options,) = ask("options", desk, **stated)
        middle = next(
            k
            for k, (places, name, *_) in enumerate(options["marks"])
            if name == "I tromino" and places == [3, 4, 5]
        )
        (fits,) = ask("fits", desk, chosen=[middle], **stated)
        assert fits == {"live": [], "possible": False, "done": True}
        *_, why = ask("explain", desk, chosen=[middle], **stated)
        assert why["impossible"]
        (fits,) = ask("fits", desk, chosen=[], **stated)
        assert fits["possible"]

    def test_the_fewest_options_that_make_it_unique_do(self):
        desk = Desk()
        *_, found = ask("unique", desk, **HALEY)
        *_, last = ask("solutions", desk, chosen=found["choice"], **HALEY)
        assert last["found"] == 1

    def test_cells_that_stay_open_are_counted(self):
        text = "grid: square\npieces: 2*I tromino\nboard:\n###\n###\n.#.\n"
        (found,) = ask("without", **polyform(text))
        assert (sum(map(int, found["counts"])), found["total"]) == (int(found["total"]), "1")


def test_the_search_that_is_watched_finds_every_solution():
    for stated in (polyform(TROMINOES), {"kind": "queens", "words": ["6"]}):
        *_, last = ask("solutions", **stated)
        (seen,) = ask("watch", limit=20_000, **stated)
        assert seen["complete"]
        solutions = [tuple(sorted(step[1])) for step in seen["steps"] if step[0] == "solution"]
        assert len(set(solutions)) == len(solutions) == last["found"] > 0


@pytest.mark.parametrize(
    "form",
    [
        "svg",
        pytest.param("png", marks=pytest.mark.needs("resvg_py")),
        pytest.param("pdf", marks=pytest.mark.needs("cairosvg", "pypdf")),
    ],
)
def test_solutions_become_files(form):
    desk = Desk()
    found, _ = ask("solutions", desk, limit=1, **HALEY)
    (files,) = ask("export", desk, form=form, solutions=[found["options"]], **HALEY)
    assert [name for name, _ in files["files"]] == [f"solutions.{form}"]


def test_two_photographs_become_the_sides_of_a_jigsaw_with_two_solutions():
    (text,) = ask("shipped", kind="jigsaw", name="ideal-5x5")
    stated = {"kind": "jigsaw", "text": text["text"]}
    (read,) = ask("read", **stated)
    assert read["photographs"]
    # The smallest GIF that there is.
    photo = "R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="
    (files,) = ask("photographs", front=photo, back=photo, mm=20, **stated)
    names = [name for name, _ in files["files"]]
    assert names == ["front.svg", "back.svg", "solutions.svg", "cut.svg"]
    (refused,) = ask("photographs", front="AAAA", **stated)
    assert refused["error"].startswith("it is no picture; expected ")
    (refused,) = ask("photographs", front="?", **stated)
    assert refused["error"] == "expected a picture in base64"


@pytest.mark.parametrize(
    ("what", "form", "names"),
    [("tray", "svg", ["tray.svg"]), ("cut", "svg", ["cut.svg"]), ("cut", "dxf", ["cut.dxf"]),
     ("challenge", "svg", ["challenge.svg", "challenge-2.svg"])],
)  # fmt: skip
def test_trays_become_sheets(what, form, names):
    if form == "dxf":
        pytest.importorskip("ezdxf")
    (files,) = ask("sheet", what=what, form=form, mm=12.5, kerf=0.2, **polyform(TROMINOES))
    assert [name for name, _ in files["files"]] == names


@pytest.mark.parametrize(
    "asked",
    [
        {"ask": "nothing"}, {"ask": ["read"]}, {}, {"ask": "read"},
        {"ask": "read", "kind": "nothing", "text": ""}, {"ask": "read", "kind": "polyform"},
        {"ask": "read", "kind": "polyform", "words": ["/etc/passwd"]},
        {"ask": "read", "kind": "domino", "words": ["../x"]},
        {"ask": "read", "kind": "queens", "words": ["--svg", "x"]},
        {"ask": "read", "kind": "queens", "words": [5]},
        {"ask": "read", "kind": "domino", "words": ["nofile"]},
        {"ask": "shipped", "kind": "polyform", "name": "../pieces/hexiamonds"},
        {"ask": "answer", **HALEY, "seconds": 10**9}, {"ask": "answer", **HALEY, "seconds": "1"},
        {"ask": "solutions", **HALEY, "chosen": [10**9]},
        {"ask": "solutions", **HALEY, "chosen": "x"},
        {"ask": "fits", **HALEY, "painted": [[0, "black"]]},
        {"ask": "solutions", **HALEY, "limit": -1}, {"ask": "export", **HALEY, "form": "exe"},
        {"ask": "photographs", **polyform(TROMINOES)},
        {"ask": "sheet", **polyform(TROMINOES), "what": "cut", "form": "pdf"},
        {"ask": "sheet", **polyform(TROMINOES), "what": "cut", "form": "svg", "mm": "x"},
        {"ask": "sheet", **polyform("grid: cubic\npieces: monocube\nboard:\n#\n"),
         "what": "cut", "form": "svg"},
        {"ask": "edit", "kind": "polyform", "text": TROMINOES, "change": 3},
        {"ask": "edit", "kind": "polyform", "text": TROMINOES, "change": {}},
        {"ask": "edit", "kind": "sudoku", "text": "", "change": {}},
        {"ask": "begin", "kind": "polyform", "grid": "square", "shape": "box", "size": [10**9]},
        *({"ask": name, **polyform("grid: square\npieces: ?\nboard:\n##\n")}
          for name in sorted(QUESTIONS.keys() - {"begin", "kinds", "make", "read", "shipped"})),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused_in_a_sentence(asked):
    sent = []
    answer(Desk(), asked, sent.append)
    (refused,) = sent
    assert refused["error"]
    assert "\n" not in refused["error"]


def test_a_fault_of_a_text_has_its_place_and_its_sketch_stays():
    (read,) = ask("read", **polyform("grid: square\nboard:\n##\n##\n"))
    assert read["fault"]["found"] == "no pieces"
    assert sum(read["sketch"]["on"]) == 4
    (read,) = ask("read", **polyform("grid: square\npieces: ?\nboard:\n##\n"))
    assert (read["fault"]["line"], read["fault"]["column"]) == (2, 9)


def test_what_lies_on_the_board_becomes_part_of_the_puzzle():
    first, *_ = ask("answer", **polyform(TROMINOES))
    chosen = first["options"][:1]
    (changed,) = ask("edit", **polyform(TROMINOES), change={"given": chosen})
    assert "given: " in changed["text"]
    assert len(changed["given"]) == 1
    (refused,) = ask("edit", **polyform(TROMINOES), change={"given": ["x"]})
    assert "number of an option" in refused["error"]
    (refused,) = ask("edit", **polyform(TROMINOES), change={"given": 5})
    assert "a list of numbers" in refused["error"]


class TestMaking:
    """Puzzles that are made as one wishes; each has one solution."""

    @pytest.mark.parametrize(
        "name", [name for name in purposes() if issubclass(kind(name), Makable)]
    )
    def test_what_is_made_with_the_usual_wishes_has_one_solution(self, name):
        wishes = {each: wish.usual for each, wish in kind(name).wishes.items()}
        (made,) = ask("make", kind=name, wishes=wishes, seed=3)
        (again,) = ask("make", kind=name, wishes=wishes, seed=3)
        assert made == again
        (*_, last) = ask("answer", kind=name, text=made["text"])
        assert last["verdict"] == "unique"

    @pytest.mark.parametrize(
        ("asked", "message"),
        [
            ({"kind": "sudoku", "wishes": {}}, "what it asks"),
            ({"kind": "queens", "wishes": {}}, "a kind that is made"),
            ({"kind": 5, "wishes": {}}, "a kind that is made"),
            ({"kind": "sudoku", "wishes": 5}, "what it asks"),
            (
                {"kind": "sudoku", "wishes": {"kind": "round", "size": 9, "symmetric": "no"}},
                "Kind: 'round' cannot be",
            ),
            (
                {"kind": "sudoku", "wishes": {"kind": "killer", "size": 16, "symmetric": "no"}},
                "side 16: expected one of 4, 6, 8, 9",
            ),
            (
                {"kind": "sudoku", "wishes": {"kind": "killer", "size": 9, "symmetric": "yes"}},
                "a killer sudoku has no clues",
            ),
            (
                {"kind": "sudoku", "seconds": 0.01,
                 "wishes": {"kind": "classic", "size": 16, "symmetric": "no"}},
                "none was found in 0.01 seconds",
            ),
        ],
    )  # fmt: skip
    def test_what_cannot_be_is_refused(self, asked, message):
        (last,) = ask("make", **asked)
        assert message in last["error"]


class TestReflect:
    """A kind whose problem has several solutions for one board."""

    def test_beams_are_seen_once_pieces_lie_there(self):
        (options,) = ask("options", **REFLECT)
        mirror = next(k for k, mark in enumerate(options["marks"]) if mark[1] == "mirror /")
        (bare,) = ask("seen", chosen=[], **REFLECT)
        (seen,) = ask("seen", chosen=[mirror], **REFLECT)
        assert len(bare["marks"]) == len(seen["marks"]) == 8
        assert bare != seen
        (refused,) = ask("seen", chosen=[], **polyform(TROMINOES))
        assert "nothing else is seen" in refused["error"]

    def test_random_solutions_are_boards_each_once(self):
        text = "....\n....\n....\n....\npieces: /\n"
        *found, last = ask("solutions", kind="reflect", text=text, random=True, limit=9, seed=4)
        assert (last["found"], last["total"]) == (4, "4")
        assert len({tuple(each["options"]) for each in found}) == 4

    def test_what_follows_for_a_person_is_what_a_cell_holds(self):
        text = ".A.\nA..\n...\npieces: /\n"
        (last,) = ask("hint", kind="reflect", text=text)
        assert (last["action"], last["words"]) == ("take", "mirror / at r1c1")

    def test_a_click_changes_the_board_and_its_letters(self):
        (begun,) = ask("begin", kind="reflect", size=[3])
        (changed,) = ask("edit", kind="reflect", text=begun["text"], change={"at": [0, 0]})
        assert changed["text"].splitlines()[1][:2] == "A/"
        assert changed["sketch"]["places"][0]["name"] == "r1c1"
        assert changed["view"]["spare"] is True
