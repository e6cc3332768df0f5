"""Starting puzzles in Chromium: the gallery of New…, pasted texts, opened files."""

from __future__ import annotations

import pytest

from exactcover_puzzles.registry import KINDS

from .browser import Person, served

pytestmark = pytest.mark.browser

SEARCH = "dialog [role=searchbox]"
ROWS = ["53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1", "7...2...6", ".6....28.",
        "...419..5", "....8..79"]  # fmt: skip
GRID = "\n".join(ROWS)


@pytest.fixture
def gallery(person):
    person.page.click("#new")
    yield person
    person.run("() => document.getElementById('dialog').close()")


def names(person):
    """What the cards show, from the upper left on."""
    return person.page.locator("dialog .cards b").all_text_contents()


def all_pictures(person):
    """Scroll to each card, until it has its picture."""
    for card in person.page.locator("dialog .cards button").all():
        card.scroll_into_view_if_needed()
        card.locator(".picture *").first.wait_for(state="attached")


class TestGallery:
    def test_every_card_gets_a_picture_and_none_is_there_twice(self, gallery):
        all_pictures(gallery)
        kinds = names(gallery)
        assert {*kinds} == {*KINDS} - {"haley"}  # whose board is one of polyform's
        seen = []
        for kind in kinds:
            gallery.page.click(f"dialog .cards button:has(b:text-is('{kind}'))")
            all_pictures(gallery)
            cards = gallery.page.locator("dialog .cards button")
            said = [card.inner_text() for card in cards.all()]
            drawn = [card.locator(".seen svg, img").count() for card in cards.all()]
            assert drawn == [1] * len(drawn)
            assert len({*said}) == len(said) > 0
            seen += [each for each in names(gallery) if each != "An example"]
            gallery.page.click("dialog button:text-is('‹ All kinds')")
        assert len({*seen}) == len(seen) > 40

    def test_it_can_be_used_at_once_and_pictures_follow(self, gallery):
        script = """async () => {
          const dialog = document.getElementById("dialog");
          const closed = new Promise((resolve) => dialog.addEventListener("close", resolve));
          dialog.close();
          await closed;
          return new Promise((resolve) => {
            const from = performance.now();
            document.getElementById("new").click();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)));
          });
        }"""
        took = sorted(gallery.run(script) for _ in range(5))
        assert took[2] < 150
        assert len(names(gallery)) == len(KINDS) - 1

    def test_a_search_shows_kinds_and_boards_with_all_of_its_words(self, gallery):
        search = gallery.page.locator(SEARCH)
        search.press_sequentially("Hex")
        assert "Haley's board" in names(gallery)
        search.press_sequentially(" wheel")
        assert names(gallery) == ["The wheel of the hexiamonds", "The wheel of the tetrahexes"]
        search.fill("sudoku")
        assert names(gallery)[0] == "sudoku"
        search.fill("no such puzzle")
        assert names(gallery) == []
        gallery.wait("dialog .note")
        search.fill("soma")
        search.press("Enter")
        gallery.until("page.book.puzzle.name === 'soma.txt'")

    def test_keys_go_through_the_cards_and_escape_closes(self, gallery):
        focused = "() => document.activeElement.querySelector('b')?.textContent"
        search = gallery.page.locator(SEARCH)
        search.focus()
        kinds = names(gallery)
        gallery.press("ArrowDown")
        assert gallery.run(focused) == kinds[0]
        gallery.press("ArrowRight", "ArrowRight", "ArrowLeft")
        assert gallery.run(focused) == kinds[1]
        gallery.press("ArrowDown")
        below = gallery.run(focused)
        assert kinds.index(below) > 2
        gallery.press("ArrowUp")
        assert gallery.run(focused) == kinds[1]
        gallery.press("ArrowUp")
        assert gallery.run("() => document.activeElement.role") == "searchbox"
        gallery.press("Tab", "Tab", "Enter")  # past Cancel to the first kind
        assert gallery.page.inner_text("dialog .shown h2").lower() == kinds[0]
        gallery.press("Enter")
        assert gallery.run(focused) == kinds[0]
        search.fill("soma")
        gallery.press("Escape")
        gallery.page.locator("dialog[open]").wait_for(state="hidden")

    def test_cancel_is_in_sight_wherever_one_scrolls(self, gallery):
        gallery.run("() => { document.getElementById('dialog').scrollTop = 1e6; }")
        box = gallery.page.locator("dialog >> text=Cancel").bounding_box()
        assert 0 < box["y"] < 200
        gallery.page.click("dialog >> text=Cancel")
        gallery.page.locator("dialog[open]").wait_for(state="hidden")

    @pytest.mark.parametrize(
        "kind", ["polyform", "reflect", "sudoku", "queens", "domino", "kakuro"]
    )
    def test_a_view_has_one_primary_button_at_most(self, gallery, kind):
        gallery.page.click(f"dialog .cards button:has(b:text-is('{kind}'))")
        assert gallery.page.locator("dialog button.main").count() == (kind != "kakuro")

    def test_words_state_a_puzzle(self, gallery):
        gallery.page.click("dialog .cards button:has(b:text-is('queens'))")
        field = gallery.page.locator("dialog input[aria-label=Words]")
        field.fill("many")
        field.press("Enter")
        gallery.wait("dialog .fault")
        field.fill("6")
        field.press("Enter")
        gallery.until("page.book.puzzle.words?.[0] === '6'")

    def test_words_that_state_none_are_refused_in_the_form(self, gallery):
        gallery.page.click("dialog .cards button:has(b:text-is('latin'))")
        field = gallery.page.locator("dialog input[aria-label=Words]")
        for wrong, said in (("40", "to 35"), ("../x", "../x")):
            field.fill(wrong)
            field.press("Enter")
            gallery.wait(f"dialog .fault:has-text('{said}')")
        field.fill("4")
        field.press("Enter")
        gallery.until("page.book.puzzle.words?.[0] === '4'")

    def test_the_shape_of_a_board_is_chosen_and_it_has_a_solution(self, gallery):
        gallery.page.click("dialog .cards button:has(b:text-is('polyform'))")
        gallery.page.select_option("dialog select[aria-label=Shape]", label="Honeycomb")
        gallery.page.click("dialog >> text=Begin")
        gallery.until("page.book.puzzle.text?.includes('tetrahexes')")
        assert "solution" in gallery.answer()
        assert "No solution" not in gallery.answer()


FORMS = {
    "zeros": GRID.replace(".", "0"),
    "stars": GRID.replace(".", "*"),
    "lines": GRID.replace(".", "_"),
    "dashes": GRID.replace(".", "-"),
    "crosses": GRID.replace(".", "x"),
    "spaces": "\n".join(" ".join(row) for row in ROWS),
    "drawn": "\n------+-------+------\n".join(
        "\n".join(
            f"{' '.join(r[:3])} | {' '.join(r[3:6])} | {' '.join(r[6:])}" for r in ROWS[k : k + 3]
        )
        for k in (0, 3, 6)
    ),
    "sdk": f"#A Somebody\n#D A puzzle\n[Puzzle]\n{GRID}\n",
    "a line": GRID.replace("\n", "").replace(".", "_"),
}


class TestPasting:
    @pytest.fixture
    def text(self, person):
        """Pastes over the text of a Latin square."""
        person.open("latin", "1 2\n2 .\n", "Text")

        def paste(text, chosen=True):
            person.page.focus("#text")
            if chosen:
                person.press("Control+a")
            person.run(
                "([text]) => { const data = new DataTransfer(); data.setData('text/plain', text);"
                " const area = document.getElementById('text');"
                " const how = { clipboardData: data, bubbles: true, cancelable: true };"
                " if (area.dispatchEvent(new ClipboardEvent('paste', how)))"
                "   document.execCommand('insertText', false, text); }", text
            )  # fmt: skip

        return paste

    @pytest.mark.parametrize("form", FORMS)
    def test_a_sudoku_is_recognized_in_every_form(self, person, text, form):
        text(FORMS[form])
        person.until("page.book.puzzle.kind === 'sudoku'")
        assert person.answer() == "Exactly one solution"
        assert person.page.input_value("#kind") == "sudoku"
        shown = person.page.input_value("#text")
        assert shown.splitlines()[1:] == ROWS or (form == "a line" and shown == FORMS[form])
        assert person.run("() => document.activeElement.id") == "text"
        person.page.click("#undo")
        person.until("page.book.puzzle.kind === 'latin'")

    def test_what_only_adds_to_a_text_is_of_its_kind(self, person, text):
        person.page.fill("#text", "1 2 3\n2 3 1\n")
        person.press("Control+End")
        text("3 1 2\n", chosen=False)
        person.until("page.book.puzzle.text.includes('3 1 2')")
        assert person.answer() == "Exactly one solution"
        assert person.page.input_value("#kind") == "latin"

    def test_what_nothing_reads_is_said_in_one_sentence_with_the_closest_kind(self, person, text):
        text(GRID.replace("53..7....", "53..7..."))
        person.wait("#fault:has-text('sudoku')")
        said = person.page.inner_text("#fault")
        assert said.startswith("Line 1")
        assert "no kind of puzzle reads it" in said
        text("Dear all,\nhow are you?\n")
        person.wait("#fault:has-text('Dear all')")
        person.page.fill("#text", "1 2\n2 1\n")
        person.page.select_option("#kind", "latin")
        assert person.answer() == "Exactly one solution"
        assert person.page.inner_text("#fault") == ""

    def test_no_sizes_stay_under_a_text_with_a_fault(self, person, text):
        person.wait("#panel .note:has-text('items')")
        person.page.fill("#text", "1 2\n2 3\n")
        person.wait("#fault:has-text('Line 2')")
        assert "items" not in person.page.locator("#panel .note").last.inner_text()


def test_a_file_is_opened_as_what_it_is_and_not_as_what_is_open(person, tmp_path):
    (tmp_path / "grid.sdk").write_text(FORMS["sdk"])
    person.open("latin", "1 2\n2 .\n", "Text")
    person.page.set_input_files("#file", tmp_path / "grid.sdk")
    person.until("page.book.puzzle.kind === 'sudoku'")
    assert person.answer() == "Exactly one solution"
    (tmp_path / "letter.txt").write_text("Dear all,\n")
    person.page.set_input_files("#file", tmp_path / "letter.txt")
    person.wait("#fault:has-text('Dear all')")


def test_symmetries_are_kept_on_one_board_and_not_on_the_next(person):
    person.open("polyform", "grid: square\npieces: F\nboard:\n###\n###\n###\n", "Design")
    person.page.select_option("#keep", "all")
    person.click(0, -1)
    person.answer()
    assert person.page.input_value("#keep") == "all"
    person.open("polyform", "grid: square\npieces: F\nboard:\n####\n####\n####\n####\n", "Text")
    person.tab("Design")
    assert person.page.input_value("#keep") == ""


def test_words_that_cannot_be_read_are_told_in_place_of_the_last_answer(person):
    person.text("polyform", "grid: square\npieces: F\nboard:\n###\n###\n###\n")
    person.answer()
    person.run("() => page.book.put({ kind: 'domino', words: ['1000x1000'], name: '' })")
    person.wait("#verdict:has-text('Not a puzzle yet')")
    assert "1,000,000 cells" in person.page.inner_text("#detail")


def test_on_a_phone_the_gallery_fills_the_screen_and_no_keyboard_comes_up(browser):
    with served() as address:
        phone = Person(browser, address, has_touch=True, is_mobile=True)
        phone.page.set_viewport_size({"width": 390, "height": 844})
        phone.page.tap("#new")
        box = phone.page.locator("dialog").bounding_box()
        assert (box["width"], box["height"]) == (390, 844)
        assert phone.run("() => document.activeElement.nodeName") != "INPUT"
        phone.page.tap("dialog .cards button:has(b:text-is('reflect'))")
        phone.page.tap("dialog >> text=Begin")
        phone.until("page.book.puzzle.kind === 'reflect'")
        assert phone.faults == []
        phone.context.close()
