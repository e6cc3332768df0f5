"""The page in Chromium, with its server and without: user actions and their effects.

``.ci/browser`` runs them. The page without a server takes a folder with Pyodide and its numpy,
which the variable PYODIDE names.
"""

from __future__ import annotations

import base64
import functools
import http.server
import io
import os
import random
import re
from pathlib import Path

import pytest

from exactcover_puzzles import read
from exactcover_puzzles.polyform.file import read_polyform_file
from exactcover_puzzles.registry import KINDS, kind
from exactcover_puzzles.shared.shipped import shipped

from .browser import TWO, Person, running, served

Image = pytest.importorskip("PIL.Image")
pytestmark = pytest.mark.browser

CELLS = "() => page.looked.sketch.on.filter(Boolean).length"
PAST = "() => page.book.history.past.length"


def test_haleys_board_is_drawn_and_has_55_solutions(person):
    board = read_polyform_file("", shipped("boards", "haley").read_text(encoding="utf-8")).board
    (row, column), *_ = board
    mark = "^v"[(row + column) % 2]
    person.open("polyform", f"grid: triangular\npieces: hexiamonds\nboard:\n{mark}\n", "Design")
    drawn = {(row, column)}
    for r in sorted({r for r, _ in board}):
        # A row by one movement of the mouse, or by two if the places did not go so far.
        while missing := [cell for cell in board if cell[0] == r and cell not in drawn]:
            on = person.run(
                "() => page.looked.sketch.at.filter((_, k) => page.looked.sketch.on[k])"
            )
            # A drawing that grows upwards or to the left counts its rows and columns anew.
            down, right = (there - here for there, here in zip(min(on), min(drawn), strict=True))
            places = {(y, x): person.place_at((y + down, x + right)) for y, x in missing}
            seen = [cell for cell in missing if places[cell] >= 0]
            person.drag(*(person.middle(places[cell]) for cell in seen))
            drawn.update(seen)
            person.answer()
    assert person.run(CELLS) == 72
    assert person.answer() == "55 solutions up to turning the board"


def test_a_board_of_mirrors_is_made_by_clicks_and_keys(person):
    person.begin("reflect")
    for size in ("abc", "3"):
        person.page.fill("dialog input[aria-label=Size]", size)
        person.page.click("dialog >> text=Begin >> nth=0")
        if size == "abc":
            person.wait("dialog .fault:has-text('The size is abc')")
    person.wait("#title:has-text('Reflect 3')")
    person.click(0, 0)
    person.answer()
    person.focus()
    person.press("ArrowDown", "ArrowRight")
    person.press("o")
    person.wait("#panel:has-text('pieces / x 1  o x 1')")
    assert person.answer() == "Exactly one solution"
    person.page.click("button:has-text('as few beams')")
    person.until("page.book.puzzle.text.match(/[A-Z]/g).length < 10")
    assert person.answer() == "Exactly one solution"
    person.click(0, 0)
    person.until("page.book.puzzle.text.includes('\\\\')")


@pytest.mark.parametrize("name", ["reflect", "jigsaw", "sudoku"])
def test_a_new_puzzle_is_made_with_one_solution(person, name):
    person.begin(name)
    person.page.click("dialog >> text=Make it")
    person.page.locator("dialog[open]").wait_for(state="hidden")
    person.until(f"page.book.puzzle.kind === '{name}'")
    assert person.answer() in ("Exactly one solution", "One solution up to turning the board")


@pytest.mark.parametrize("name", sorted(KINDS))
def test_every_kind_can_be_opened_solved_and_watched(person, name):
    if name == "haley":  # whose only board is one of polyform's
        person.run("() => page.put({ kind: 'haley', words: [], name: '' }, page.tabs[0])")
    else:
        person.begin(name)
        if name == "polyform":
            person.page.click("dialog >> text=Begin")
        else:
            person.page.locator("dialog .cards button").last.click()
    person.page.locator("dialog[open]").wait_for(state="hidden")
    person.page.wait_for_timeout(700)
    # In plain Python some take minutes: they are stopped, as soon as there is a button for it.
    person.page.wait_for_function("""() => {
      const buttons = [...document.querySelectorAll("#answer-tools button")];
      const stop = buttons.find((each) => each.textContent === "Stop");
      if (stop) stop.click();
      return stop || !document.querySelector(".answer.working");
    }""")
    assert person.run("() => page.book.puzzle.kind") == name
    seen = set()
    for tab in ("Solutions", "Play", "Watch", "Text"):
        if person.page.locator(f"#tabs button:has-text('{tab}')").is_enabled():
            person.tab(tab)
            person.page.wait_for_timeout(150)
            assert person.run("() => page.tab.name") == tab
            seen.add(tab)
    assert {"Solutions", "Text"} <= seen or {"Solutions", "Watch"} <= seen


def test_a_long_search_can_be_stopped_while_a_board_is_drawn(person):
    board = "\n".join(["#" * 12] * 10)
    person.text("polyform", f"grid: square\npieces: 2*pentominoes\nboard:\n{board}\n")
    person.tab("Design")
    person.page.click("#answer-tools button:has-text('Stop')")
    person.until("!document.querySelector('.answer.working')")


def test_a_text_is_typed_and_its_fault_has_a_place(person):
    person.shipped("polyform", "soma")
    person.answer()
    person.tab("Text")
    area = person.page.locator("#text")
    text = area.input_value()
    area.fill(text.replace("grid: cubic", "grid: round"))
    person.wait("#fault:has-text('Line')")
    area.fill(text)
    person.wait("#fault:empty", state="attached")
    assert "240 solutions" in person.answer()
    # A tab that is chosen while a text with a fault is still being read.
    for tab in ("Play", "Solutions", "Watch", "Text"):
        faulty = text.replace("grid: cubic", f"grid: not for {tab}")
        person.run("([text]) => page.book.put({ ...page.book.puzzle, text })", faulty)
        person.run("([name]) => page.choose(page.tabs.find((tab) => tab.name === name))", tab)
        person.wait(".answer:has-text('Not a puzzle yet')")
        assert "240 solutions" in person.open("polyform", text)


def test_what_was_typed_in_one_text_is_not_put_into_another_puzzle(person):
    person.open("sudoku", kind("sudoku").example, "Text")
    person.page.locator("#text").press("9")
    person.text("latin", kind("latin").example)  # as a file that is dropped: the cursor stays
    person.page.wait_for_timeout(600)
    assert person.run("() => page.book.stated") == {"kind": "latin", "text": kind("latin").example}
    assert person.answer() == "Exactly one solution"


def test_a_click_is_undone_and_a_link_opens_the_puzzle_in_its_tab(person):
    before = person.open("polyform", TWO, "Design")
    person.click(0, 0)
    assert person.answer() == "No solution"
    person.page.click("#undo")
    assert person.answer() == before
    person.page.click("#redo")
    assert person.answer() == "No solution"
    person.tab("Text")
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.page.click("#share")
    person.wait("#share:has-text('Copied')")
    for address in (person.page.url, person.run("() => navigator.clipboard.readText()")):
        with person.elsewhere(address) as again:
            again.locator(".answer.impossible").wait_for()
    with person.elsewhere(address) as again:
        again.locator("[role=tab][aria-selected=true]:text-is('Text')").wait_for()


def test_every_click_counts_however_fast_and_each_is_undone(person):
    person.open("polyform", TWO, "Design")
    past = person.run(PAST)
    # The first ones make the drawing grow upwards and to the left, so that all cells move.
    cells = [(-2, -2), (-1, 0), (0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1)]
    person.run(
        """([middles]) => middles.reduce((before, [clientX, clientY]) => before.then(() => {
          const at = { clientX, clientY, bubbles: true };
          const place = document.elementFromPoint(clientX, clientY);
          place.dispatchEvent(new PointerEvent("pointerdown", at));
          place.dispatchEvent(new PointerEvent("pointerup", at));
        }), Promise.resolve())""",
        [person.at(*cell) for cell in cells],
    )
    person.answer()
    assert "board:\n#.....\n..#...\n......\n....##\n" in person.stated
    assert person.run(PAST) == past + len(cells)
    assert person.run("() => page.board.places[page.board.cursor].at") == [3, 3]
    for _ in cells:
        person.page.click("#undo")
        person.answer()
    assert person.stated == TWO


def test_eight_clicks_in_240_ms_are_eight_changes_and_give_up_one_search_at_most(person):
    person.open("polyform", TWO + "####\n####\n", "Design")
    before = person.run(PAST)
    # The page's clock and the answers wait for the test: a busy machine has other times than ours.
    person.run("""() => {
      const ask = page.engine.ask.bind(page.engine);
      [page.held, page.givenUp] = [true, 0];
      page.engine.ask = (question, how) => {
        if (question.ask !== "answer" || !page.held) return ask(question, how);
        return new Promise((resolve, reject) => how.signal.addEventListener("abort", () => {
          page.givenUp++;
          reject(how.signal.reason);
        }));
      };
    }""")
    cells = [(r, c) for r in range(4) for c in range(4) if {r, c} & {1, 2}][:8]
    middles = [person.at(*cell) for cell in cells]
    person.page.clock.install()
    person.page.clock.pause_at(person.run("() => Date.now()") + 1000)
    for k, middle in enumerate(middles, 1):
        person.page.mouse.click(*middle)
        person.page.clock.run_for(30)
        person.until(f"page.book.history.past.length === {before + k}")
    person.run("() => { page.held = false; }")
    person.page.clock.resume()
    person.answer()
    assert person.run(CELLS) == 16 - 8
    assert person.run(PAST) == before + 8
    assert person.run("() => page.givenUp") <= 1


def test_given_pieces_are_seen_in_design_and_go_with_their_cells(person):
    text = f"title: Mine\n{TWO}given: L tetromino on r1c1 r2c1 r2c2 r2c3\n"
    assert person.open("polyform", text) == "Exactly one solution"
    assert person.page.locator("#answer-tools button").count() == 0
    person.tab("Solutions")
    person.wait(".mark.given", state="attached")
    assert person.page.locator(".mark").count() == 2
    person.tab("Design")
    person.wait(".mark.given", state="attached")
    person.click(0, 0)
    assert person.answer() == "No solution"
    assert "given" not in person.stated
    assert person.page.inner_text("#title") == "Mine"


def test_cells_are_counted_only_where_some_stay_open(person):
    named = person.page.locator("text=Solutions without each cell")
    assert "solutions" in person.open("polyform", TWO.replace("2", "4") + 2 * "####\n", "Design")
    assert named.count() == 0
    person.open("polyform", TWO.replace("pieces", "holes: 4\npieces") + "####\n")
    named.wait_for()


def test_trays_with_one_solution_are_found_shown_and_opened(person):
    board = 4 * "######\n"
    person.open(
        "polyform", f"grid: square\npieces: tetrominoes, pentominoes\nboard:\n{board}", "Design"
    )
    person.unfold("Find trays with one solution")
    person.page.fill("#use", "5")
    person.press("Tab")
    person.page.click("#find")
    person.wait(".found button")
    person.until("!page.tab.find.stop")
    cards = person.page.locator(".found button")
    assert cards.count() == person.run("() => page.tab.find.found.length") > 0
    assert all(
        cards.nth(k).locator("img").evaluate("e => e.naturalWidth") for k in range(cards.count())
    )
    for k in (0, cards.count() - 1):
        cards.nth(k).click()
        assert person.answer().startswith(("One solution", "Exactly one"))
        assert cards.nth(k).get_attribute("aria-pressed") == "true"
    person.page.click("#undo")
    person.page.click("#undo")
    assert person.answer() == "No solution"


def test_a_piece_is_drawn_by_dragging_and_by_keys_and_keeps_the_names_of_others(person):
    text = "grid: square\npieces: L tetromino\nboard:\n#\n\npiece dot:\n#\n"
    person.open("polyform", text, "Design")
    person.page.click("#draw-piece")
    cells = person.page.locator(".patch polygon.place")
    assert cells.count() == 49
    boxes = [cells.nth(k).bounding_box() for k in range(49)]
    row = sorted((box["y"], box["x"], box["width"]) for box in boxes)[:7]
    person.drag(*([x + width / 2, y + width / 2] for y, x, width in row[:3]))
    assert person.page.locator(".patch .on").count() == 3
    person.press("ArrowDown", "ArrowDown", "Enter")
    person.wait(".drawing :text('not connected')")
    person.press("Enter", "ArrowUp", "Enter")
    assert person.page.locator(".drawing :text('not connected')").count() == 0
    for name in ("dot", "corner"):
        person.page.fill("#piece-name", name)
        person.page.click("#add-piece")
        person.answer()
        if name == "dot":
            person.wait(".drawing .fault:has-text('expected a new name')")
    assert "piece corner:\n###\n#..\n" in person.stated
    assert person.page.locator(".patch .on").count() == 0


def test_a_row_stays_at_no_copies_and_colours_stay(person):
    text = "grid: square\npieces: F, I, L\nboard:\n" + "#####\n" * 3
    person.open("polyform", text, "Design")
    fills = (
        "() => Object.fromEntries(['F', 'L'].map((name) => [name, page.board.colours.of(name)]))"
    )
    before, rows = person.run(fills), person.page.locator("ul.pieces li")
    fewer = person.page.locator("button[aria-label='one fewer I']")
    fewer.hover()
    box = fewer.bounding_box()
    point = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    person.page.mouse.click(*point)
    person.answer()
    assert rows.count() == 3
    below = person.run(
        "([x, y]) => document.elementFromPoint(x, y).closest('li').dataset.key", *point
    )
    assert below == "I"
    assert rows.nth(1).inner_text().split()[:3] == ["I", "−", "0"]
    person.page.click("button[aria-label='remove I']")
    person.answer()
    assert rows.count() == 2
    assert person.run(fills) == before
    person.page.locator("#family").select_option("pentominoes")
    person.page.click("button[aria-label='add X pentomino']")
    person.answer()
    person.page.click("button[aria-label='add F pentomino']")
    person.answer()
    assert "pieces: 2*F, L, X pentomino" in person.stated
    assert person.run(fills) == before


def test_a_file_that_is_no_puzzle_is_refused_in_a_sentence(person, tmp_path):
    before = person.page.inner_text("#title")
    for data, said in [
        (b"#" * 1_000_001, "has 1,000,001 bytes"), (b"\x00\x01", "is not text"),
        (b"\xff\xfe", "is not UTF-8 text"), (b" \n", "is empty"),
    ]:  # fmt: skip
        (tmp_path / "x.txt").write_bytes(data)
        person.page.locator("#file").set_input_files(tmp_path / "x.txt")
        person.wait(f"dialog[open]:has-text('x.txt {said}')")
        person.page.click("dialog >> text=Close")
    assert person.page.inner_text("#title") == before
    person.run("() => { location.hash = 'damaged'; }")
    person.wait("dialog[open]:has-text('This link is damaged')")
    person.page.click("dialog >> text=Close")


def test_files_are_opened_and_saved_as_they_are(person, tmp_path):
    (tmp_path / "mine.txt").write_text("# mine\n" + TWO)
    person.page.locator("#file").set_input_files(tmp_path / "mine.txt")
    person.wait("#title:has-text('mine.txt')")
    person.answer()
    with person.page.expect_download() as saved:
        person.page.click("#save")
    assert saved.value.suggested_filename == "mine.txt"
    assert Path(saved.value.path()).read_text() == "# mine\n" + TWO
    person.tab("Solutions")
    person.wait("#number:has-text('1 of')")
    with person.page.expect_download() as drawn:
        person.page.click("#panel button:text-is('Save')")
    assert "<svg" in Path(drawn.value.path()).read_text()


def saved_sheet(person, what, form, sizes):
    """The bytes of a sheet that the page saves."""
    page = person.page
    page.locator("[aria-label='What to make']").select_option(label=what)
    page.locator("[aria-label='Kind of file']").select_option(form)
    for name, length in sizes.items():
        page.fill(f"#size-{name}", length)
        person.press("Tab")
    with page.expect_download() as saved:
        page.click("#to-file")
    assert saved.value.suggested_filename.endswith(f".{form}")
    return Path(saved.value.path()).read_bytes()


def test_trays_are_saved_to_print_to_cut_and_for_3d_printers_in_the_stated_sizes(person):
    ezdxf, trimesh = pytest.importorskip("ezdxf"), pytest.importorskip("trimesh")
    person.open("polyform", TWO, "Design")
    person.unfold("Print, cut and make")
    what = person.page.locator("[aria-label='What to make']")
    what.select_option(label="the empty tray, and its pieces")
    person.page.locator("#paper").select_option("a4")
    printed = saved_sheet(person, "the empty tray, and its pieces", "svg", {"mm": "15"})
    assert b'width="210mm"' in printed or b'width="297mm"' in printed
    if person.run("() => page.forms") == ["svg"]:  # there are no libraries in the browser
        return
    cut = saved_sheet(person, "cutting lines", "dxf", {"mm": "20", "wall": "5"})
    lines = [*ezdxf.read(io.StringIO(cut.decode())).modelspace()]
    points = [x for line in lines if line.dxf.layer == "tray" for x, _ in line.get_points("xy")]
    assert max(points) - min(points) == pytest.approx(4 * 20 + 2 * 5)
    for form in ("stl", "3mf"):
        sizes = {"mm": "20", "height": "8", "clearance": "0.5"}
        solid = saved_sheet(person, "pieces for a 3D printer, and their tray", form, sizes)
        scene = trimesh.load(io.BytesIO(solid), file_type=form)
        assert scene.extents[2] > 8
    person.shipped("polyform", "soma")
    person.answer()
    person.tab("Design")
    cube = saved_sheet(person, "a solution in 3D", "3mf", {"mm": "20", "clearance": "0"})
    scene = trimesh.load(io.BytesIO(cube), file_type="3mf")
    assert [*scene.extents] == [pytest.approx(60, abs=0.05)] * 3
    steps = saved_sheet(person, "how to assemble it, step by step", "svg", {})
    assert steps.count(b"<svg") == 1


def test_a_sheet_that_cannot_be_made_says_why(person):
    person.open("polyform", TWO, "Design")
    person.unfold("Print, cut and make")
    person.page.locator("[aria-label='What to make']").select_option(label="cutting lines")
    person.page.fill("#size-kerf", "50")
    person.press("Tab")
    person.page.click("#to-file")
    person.wait(".fault:has-text('leaves nothing of')")


def late(person, question, milliseconds):
    """From now on the answers to a question come late."""
    person.run("""([question, milliseconds]) => {
      const ask = page.engine.ask.bind(page.engine);
      page.engine.ask = async (asked, how) => {
        if (asked.ask === question) await new Promise((done) => setTimeout(done, milliseconds));
        return ask(asked, how);
      };
    }""", question, milliseconds)  # fmt: skip


def test_a_stroke_that_is_taken_away_changes_neither_this_puzzle_nor_another(person):
    person.open("polyform", TWO, "Design")
    other = TWO.replace("2*", "4*") + "####\n####\n"
    person.open("polyform", other)
    mouse = person.page.mouse
    for end in ("dispatchEvent(new PointerEvent('pointercancel'))",
                "document.querySelector('#tabs button:nth-child(2)').click()"):  # fmt: skip
        mouse.move(*person.at(0, 0))
        mouse.down()
        person.run(f"() => {{ {end} }}")
        mouse.up()
        person.answer()
        assert person.stated == other
        person.tab("Design")
    mouse.move(*person.at(0, 0))
    mouse.down()
    person.press("Control+z")
    mouse.up()
    person.answer()
    assert person.stated == TWO
    assert person.run(CELLS) == 8
    person.click(0, 0)
    person.answer()
    assert person.run(CELLS) == 7


def test_undo_takes_back_the_change_that_is_still_on_its_way_and_no_other(person):
    person.open("polyform", TWO, "Design")
    person.click(0, 0)
    person.answer()
    late(person, "edit", 300)
    person.click(0, 1)
    person.page.click("#undo")
    person.until("page.looked.sketch.on.filter(Boolean).length === 7 && page.told")
    person.page.click("#undo")
    person.until("page.looked.sketch.on.filter(Boolean).length === 8 && page.told")
    person.page.reload()
    person.answer()


def test_a_puzzle_that_was_cancelled_before_it_came_is_not_opened(person):
    person.open("polyform", TWO)
    late(person, "shipped", 300)
    person.shipped("polyform", "soma")
    person.page.click("dialog >> text=Cancel")
    person.page.wait_for_timeout(600)
    assert person.stated == TWO
    person.page.reload()
    person.answer()


def test_solutions_that_come_later_are_no_favourites(person):
    person.open("domino", kind("domino").example, "Solutions")
    person.wait("#number:has-text('1 of')")
    person.page.click("[aria-label=favourite]")
    person.page.locator("h2:has-text('Favourites') + .row button").first.click()
    found = person.run("() => page.tab.liked.length")
    person.run("() => page.tab.found.push(page.tab.found[0])")
    assert person.run("() => page.tab.liked.length") == found == 1


def test_a_thousand_random_clicks_and_keys_break_nothing(person):
    person.open(
        "polyform", "grid: square\npieces: tetrominoes\nuse: any\nboard:\n####\n####\n###.\n"
    )
    draw = random.Random(27)
    keys = ["Tab", "Enter", "ArrowLeft", "ArrowDown", "Escape", "Delete", *"rf[]h "]
    person.page.on("dialog", lambda dialog: dialog.dismiss())
    for _ in range(1000):
        if draw.random() < 0.6:
            person.page.mouse.click(draw.randrange(1280), draw.randrange(110, 800))
        else:
            person.press(draw.choice(keys))
    person.page.wait_for_timeout(300)
    person.run("() => document.getElementById('dialog').close()")
    assert "solution" in person.open("polyform", TWO)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_gallery(browser, scheme):
    with served() as url:
        person = Person(browser, url, color_scheme=scheme, bypass_csp=True)
        person.page.add_script_tag(path=os.environ["AXE"])
        for what in ("#new", "dialog .cards button:has(b:text-is('polyform'))"):
            person.page.click(what)
            found = person.page.evaluate("axe.run().then((found) => found.violations)")
            said = [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in found]
            assert said == [], what
        person.context.close()


class TestServer:
    def test_a_page_is_left_in_mid_search_and_comes_again(self, browser):
        with served() as address:
            person = Person(browser, address)
            person.run("() => page.book.put({ kind: 'queens', words: ['16'], name: '' })")
            person.wait(".answer.working")
            person.page.reload()
            person.wait(".answer.working #verdict:has-text('At least')")
            other = Person(browser, address)
            assert "solutions" in other.answer()
            assert person.page.locator(".answer.working").count() == 1
            assert person.faults == other.faults == []

    def test_a_server_that_is_gone_is_said_also_while_a_puzzle_is_chosen(self, browser):
        with served() as address:
            chooses = Person(browser, address)
            chooses.page.click("#new")
            person = Person(browser, address)
        person.text("polyform", "grid: square\npieces: F\nboard:\n#####\n")
        person.wait("text=Has it been stopped?")
        chooses.page.fill("dialog [role=searchbox]", "soma")
        chooses.page.click("dialog .cards button")
        chooses.wait("dialog h2:text-is('The puzzle could not be opened')")
        assert "Has it been stopped?" in chooses.page.inner_text("dialog")
        # Which error of the network it is depends on whether a connection was still open.
        gone = "Failed to load resource: net::ERR_"
        assert [each for each in chooses.faults if not each.startswith(gone)] == []

    @pytest.mark.parametrize("name", ["sudoku", "polyform", "kakuro", "queens"])
    def test_a_kind_without_a_file_is_begun_with(self, browser, name):
        with served({"kind": name}) as address:
            person = Person(browser, address)
            assert person.run("() => page.book.puzzle.kind") == name
            assert person.faults == []

    @pytest.mark.parametrize("words", ["queens 12", "domino 4x4", "polyform haley"])
    def test_a_page_opens_with_the_puzzle_that_python_plays(self, browser, words):
        (puzzle,) = read(*words.split())
        playing = puzzle.play()
        person = Person(browser, playing.url)
        assert person.run("() => page.book.stated") == puzzle.stated
        assert person.faults == []
        person.context.close()
        playing.close()

    def test_a_page_of_another_origin_gets_nothing(self, browser, tmp_path):
        (tmp_path / "index.html").write_text("<!doctype html><title>Evil</title>")
        script = """async ([url]) => {
          const got = [];
          const body = JSON.stringify({ ask: "kinds" });
          for (const how of [
            {}, { mode: "no-cors" }, { method: "POST", body },
            { method: "POST", body, mode: "no-cors" },
            { method: "POST", body, headers: { "Content-Type": "application/json" } },
          ]) {
            for (const name of ["", "start.json", "ask", "main.js"]) {
              try { got.push(await (await fetch(url + name, how)).text()); } catch { got.push(""); }
            }
          }
          const frame = document.createElement("iframe");
          frame.src = url;
          document.body.append(frame);
          await new Promise((resolve) => { frame.onload = resolve; setTimeout(resolve, 3000); });
          try { got.push(frame.contentDocument.body.innerText); } catch { got.push(""); }
          return got.join("");
        }"""
        handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path)
        evil = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        with served() as address, running(evil):
            page = browser.new_page()
            # Another port is another origin, though of the same site: the hardest case.
            page.goto(f"http://127.0.0.1:{evil.server_port}/")
            assert page.evaluate(script, [address]) == ""
            page.close()


def test_nothing_is_asked_of_the_network(person):
    hosts = {each.split("/")[2].split(":")[0] for each in person.asked if each.startswith("http")}
    assert hosts == {"127.0.0.1"}


def test_the_part_of_a_photograph_is_chosen(person, tmp_path):
    photo = tmp_path / "wide.png"
    picture = Image.new("RGB", (400, 100), "blue")
    picture.paste("red", (0, 0, 100, 100))
    picture.save(photo)
    person.text("jigsaw", shipped("jigsaws", "ideal-5x5").read_text(encoding="utf-8"))
    person.tab("Photographs")
    chooser = person.page.get_by_label("Photograph for the front")
    chooser.set_input_files(photo)

    def shown(before=None):
        """The front that is shown after another one, the picture that it holds, and both."""
        person.page.wait_for_function(
            "(before) => (page.tab.files?.get('front.svg') ?? before) !== before", arg=before
        )
        front = person.run("() => page.tab.files.get('front.svg')")
        data = re.findall(rb"data:image/\w+;base64,([^\"]+)", base64.b64decode(front))[0]
        return front, Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")

    front, middle = shown()
    assert chooser.evaluate("(input) => input.files[0].name") == "wide.png"
    assert "wide.png" not in person.page.inner_text("#panel")
    assert middle.size == (100, 100)
    assert middle.getpixel((50, 50))[2] > 200
    person.page.get_by_label("Left or right, front").fill("0")
    _, left = shown(front)
    assert left.getpixel((50, 50))[0] > 200

    # The sheets are saved, as what was chosen, which stays; the button says that it is at work.
    person.page.get_by_label("Photograph for the back").set_input_files(photo)
    front, _ = shown(front)
    kinds, known = person.page.get_by_label("Kind of file"), person.run("() => page.forms")
    names = kinds.locator("option").all_inner_texts()
    assert names == [each.upper() for each in ("pdf", "svg", "png") if each in known]
    kinds.select_option("svg")
    person.run("""() => {
      window.saving = false;
      new MutationObserver(() => {
        const buttons = [...document.querySelectorAll("button")];
        window.saving ||= buttons.some((each) => each.textContent === "Saving…" && each.disabled);
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    }""")
    with person.page.expect_download() as saved:
        person.page.click("text=Save all sheets")
    assert person.run("() => window.saving")
    assert saved.value.suggested_filename.endswith(".svg")
    assert kinds.input_value() == "svg"
    # On a narrow screen both sides are seen too.
    person.page.set_viewport_size({"width": 390, "height": 844})
    stage = person.page.locator("#board").bounding_box()
    for side in person.page.locator(".sides img").all():
        box = side.bounding_box()
        assert min(box["width"], box["height"]) > 100
        assert box["y"] + box["height"] <= stage["y"] + stage["height"] + 1
    person.page.set_viewport_size({"width": 1280, "height": 800})
    # Without the libraries the forms that take them are not offered, and the extra is named.
    person.run("() => { page.forms = ['svg']; page.refresh(); }")
    assert kinds.locator("option").all_inner_texts() == ["SVG"]
    person.wait("text=PDF and PNG files require the pictures extra")
    person.run("([known]) => { page.forms = known; }", known)
