"""Playing on the page in Chromium: by mouse and by keys, with hints, and what Undo takes back."""

from __future__ import annotations

import pytest

from exactcover_puzzles.reflect.file import EXAMPLE
from exactcover_puzzles.registry import kind

pytestmark = pytest.mark.browser

SIX_BY_TEN = "pentominoes 6x10"


def _solution(person):
    """A solution of the board that is open: the places and the name of each piece."""
    person.tab("Solutions")
    person.page.locator("#number:has-text('1 of')").wait_for()
    found = person.run("() => page.tabs[2].found[0].marks")
    person.tab("Play")
    person.page.locator(".tray button").first.wait_for()
    return [(places, name) for places, name, *_ in found]


_SHAPE = """([k, places]) => {
  const cells = places.map((each) => page.looked.view.places[each].at);
  const form = (each) => each.map((cell) => cell.map((x, d) => x - each[0][d])).join(";");
  return page.tabs[1].pieces[k].shapes.findIndex((shape) => form(shape) === form(cells));
}"""
_NAMED = "([name]) => page.tabs[1].pieces.findIndex((piece) => piece.name === name)"


def _turn(person, k, shape):
    for turn in range(16):
        if person.run("([k]) => page.tabs[1].shapes[k]", k) == shape:
            return
        person.press("f" if turn % 5 == 4 else "r")
    raise AssertionError("the piece cannot be turned so")


def test_a_board_is_played_to_the_end_by_mouse(person):
    person.shipped("polyform", SIX_BY_TEN)  # whose count goes on meanwhile
    person.page.locator("#title:has-text('6 x 10')").wait_for()
    for places, name in _solution(person):
        k = person.run(_NAMED, name)
        shape = person.run(_SHAPE, k, places)
        tray = person.page.locator(".tray button").nth(k)
        tray.click()
        _turn(person, k, shape)
        box = tray.bounding_box()
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        grip = person.run(
            """([k, shape]) => {
              const mean = (points) =>
                [0, 1].map((d) => points.reduce((sum, p) => sum + p[d], 0) / points.length);
              const centres = page.tabs[1].pieces[k].outlines[shape].map(mean);
              const [x, y] = mean(centres);
              const far = centres.map(([a, b]) => Math.hypot(a - x, b - y));
              return far.indexOf(Math.min(...far));
            }""", k, shape,
        )  # fmt: skip
        x, y = person.middle(places[grip])
        person.drag(middle, [x - 20, y - 10], [x, y])
    assert len(person.run("() => page.tabs[1].chosen")) == 12
    person.page.locator("#said:has-text('Solved!')").wait_for()
    person.page.click("text=Start again")


def test_and_by_keyboard_alone(person):
    person.shipped("polyform", SIX_BY_TEN)  # whose count goes on meanwhile
    person.page.locator("#title:has-text('6 x 10')").wait_for()
    solution = _solution(person)
    person.focus()
    for places, name in solution:
        k = person.run(_NAMED, name)
        while person.run("() => page.tabs[1].hand.held?.k ?? -1") != k:
            person.press("]")
        _turn(person, k, person.run(_SHAPE, k, places))
        row, column = person.run("([k]) => page.board.places[k].at", places[0])
        r, c = person.run("() => page.board.places[page.board.cursor].at")
        person.press(*["ArrowDown" if row > r else "ArrowUp"] * abs(row - r))
        person.press(*["ArrowRight" if column > c else "ArrowLeft"] * abs(column - c))
        person.press("Enter")
    person.page.locator("#said:has-text('Solved!')").wait_for()
    person.press("Delete")
    assert len(person.run("() => page.tabs[1].chosen")) == 11


def test_a_digit_is_typed_and_a_hint_has_a_reason(person):
    person.text("sudoku", kind("sudoku").example)
    assert person.answer() == "Exactly one solution"
    person.tab("Play")
    person.page.click("text=Hint")
    said = person.page.locator("#said:has-text('Look at')")
    said.wait_for()
    place = person.run("() => page.tabs[1].said.places[0]")
    digit = person.run("() => page.tabs[1].options[page.tabs[1].said.reveal][2]")
    person.page.mouse.click(*person.middle(place))
    person.page.locator("dialog[open]").wait_for()
    person.page.click("dialog >> text=Cancel")
    person.focus()
    person.press(digit)
    assert len(person.run("() => page.tabs[1].chosen")) == 1


def test_what_lies_on_the_board_is_stated_as_given(person):
    person.text("polyform", "grid: square\npieces: 2*L tetromino\nboard:\n####\n####\n")
    before = person.answer()
    person.tab("Play")
    person.page.locator(".tray svg >> nth=0").wait_for(state="attached")
    person.focus()
    person.run("() => page.board.moveTo(0)")
    person.press("]", "Enter")
    assert person.run("() => page.tabs[1].chosen.length") == 1
    person.page.click("text=State these as given")
    person.page.wait_for_function("() => page.book.puzzle.text.includes('given: L')")
    assert person.answer() == "Exactly one solution"
    person.page.locator(".mark.given").wait_for(state="attached")
    person.page.click("text=Nothing is given")
    person.page.wait_for_function("() => !page.book.puzzle.text.includes('given: L')")
    assert person.answer() == before


def test_mirrors_are_carried_to_the_board_until_the_beams_meet_their_letters(person):
    person.text("reflect", EXAMPLE)
    assert person.answer() == "Exactly one solution"
    person.tab("Play")
    person.page.locator(".way >> nth=0").wait_for(state="attached")
    tray = person.page.locator(".tray button")
    for k, cell in ((0, (1, 3)), (0, (2, 2)), (1, (3, 1)), (2, (3, 0))):
        box = tray.nth(k).bounding_box()
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        x, y = person.middle(person.place_at(cell))
        person.drag(middle, [x - 20, y - 10], [x, y])
    person.page.click("text=Can it be finished?")
    person.page.locator("#said:has-text('So far so good')").wait_for()
    person.focus()
    person.page.mouse.click(*person.middle(person.place_at((3, 3))))
    person.press("]", "Enter")
    person.page.locator("#said:has-text('Solved!')").wait_for()
    person.page.click("text=Take back")
    person.press("Delete")
    assert person.run("() => page.tabs[1].chosen.length") == 4


def test_pieces_of_a_jigsaw_are_turned_and_laid_to_the_end(person):
    person.text("jigsaw", kind("jigsaw").example)
    assert person.answer() == "One solution up to turning the board"
    person.tab("Solutions")
    person.page.wait_for_function("() => page.tabs[2].found.length === 1")
    marks = person.run("() => page.tabs[2].found[0].marks")
    person.tab("Play")
    person.page.locator(".tray image >> nth=0").wait_for(state="attached")
    tray = person.page.locator(".tray button")
    names = person.run("() => page.tab.pieces.map(({ name }) => name)")
    # The tray is in another order than the solution, turned, with numbers of its own.
    assert names != sorted(names, key=int)
    assert tray.nth(2).get_attribute("aria-label") == "piece 3"
    assert any(person.run("() => page.tab.shapes"))
    assert "%3Ctext" not in tray.nth(0).locator("image").get_attribute("href")
    for (place,), name, _, _, _, picture in marks:
        k = names.index(name)
        tray.nth(k).click()
        for _ in range(4):
            if (
                person.run(
                    "([k]) => { const play = page.tabs[1];"
                    " return play.pieces[k].pictures[play.shapes[k]]; }",
                    k,
                )
                == picture
            ):
                break
            person.page.click("button:text-is('Turn')")
        x, y = person.middle(place)
        person.page.mouse.click(x, y)
    person.page.locator("#said:has-text('Solved!')").wait_for()
    assert "false" not in person.page.inner_text("#panel")
    # A piece is carried away again, as it is turned.
    lies = person.run("() => page.tabs[1].chosen.length")
    here = person.middle(marks[0][0][0])
    person.drag(here, [here[0] - 30, here[1] - 30], [1200, 700])
    assert person.run("() => page.tabs[1].chosen.length") == lies - 1


def test_a_chosen_piece_follows_the_mouse_and_turns_while_it_is_carried(person):
    person.text("polyform", "grid: square\npieces: 2*L tetromino\nboard:\n####\n####\n####\n####\n")
    person.answer()
    person.tab("Play")
    tray = person.page.locator(".tray button")
    tray.first.click()
    seen = []
    for cell in ((1, 1), (2, 2)):
        person.page.mouse.move(*person.middle(person.place_at(cell)))
        seen.append(person.page.locator(".mark.ghost polygon").first.get_attribute("points"))
    assert seen[0] != seen[1]
    person.page.mouse.click(*person.middle(person.place_at((2, 2))))
    (option,) = person.run("() => page.tab.chosen")
    places = person.run("([option]) => page.tab.options[option][0]", option)
    assert person.place_at((2, 2)) in places
    person.press("Escape")
    box = tray.first.bounding_box()
    shape = person.run("() => page.tab.shapes[0]")
    person.page.mouse.move(box["x"] + 20, box["y"] + 20)
    person.page.mouse.down()
    person.page.mouse.move(300, 300)
    person.press("r")
    person.page.mouse.up()
    turn = person.run("() => page.tab.pieces[0].moves.turn")
    assert person.run("() => page.tab.shapes[0]") == turn[shape]


def test_a_digit_is_taken_away_by_a_choice_and_a_finished_picture_is_said(person):
    person.text("sudoku", kind("sudoku").example)
    person.answer()
    person.tab("Play")
    person.page.locator("text=What still fits?").wait_for()
    place = person.run(
        "() => page.board.places.findIndex((_, k) =>"
        " !page.looked.given_marks.some(([places]) => places.includes(k)))"
    )
    before = person.run("() => page.tab.chosen.length")  # what an earlier game left
    for text in ("1", "Empty"):
        person.page.mouse.click(*person.middle(place))
        person.page.click(f"dialog button:text-is('{text}')")
        assert person.run("() => page.tab.chosen.length") == before + (text == "1")
    person.text("nonogram", kind("nonogram").example)
    person.answer()
    person.tab("Solutions")
    person.page.locator("#number:has-text('1 of')").wait_for()
    black = person.run(
        "() => [...new Set(page.tab.found[0].marks.flatMap(([places, , , shade]) =>"
        " places.filter((_, n) => shade.split(' ')[n] === 'black')))]"
    )
    person.tab("Play")
    person.focus()
    for place in black:
        person.run("([k]) => page.board.moveTo(k)", place)
        person.press("Enter")
    person.page.locator("#said:has-text('Solved!')").wait_for()
    person.page.click("text=Hint")
    person.page.locator("#said:has-text('It is finished')").wait_for()


def test_undo_in_play_takes_back_a_move_and_a_reload_loses_nothing(person, url):
    person.text("polyform", "grid: square\npieces: tetrominoes\nboard:\n####\n####\n")
    person.text("sudoku", kind("sudoku").example)
    person.answer()
    again = person.context.new_page()
    again.goto(person.page.url.partition(".Design")[0] + ".Play")
    again.locator("text=What still fits?").wait_for()
    again.focus("#board")
    free = again.evaluate(
        "() => page.board.places.flatMap(({ text }, k) => (text || page.looked.given_marks"
        ".some(([places]) => places.includes(k)) ? [] : [k])).slice(0, 2)"
    )
    lies = "() => page.tabs[1].chosen.length"
    for place in free:
        again.evaluate("(k) => page.board.moveTo(k)", place)
        again.keyboard.press("1")
    assert again.evaluate(lies) == 2
    again.keyboard.press("Control+z")
    assert again.evaluate(lies) == 1
    again.click("#undo")
    assert again.evaluate(lies) == 0
    again.keyboard.press("Control+z")  # there is nothing more, and the puzzle stays open
    assert again.evaluate("() => page.book.puzzle.kind") == "sudoku"
    assert again.is_disabled("#undo")
    again.click("#redo")
    again.focus("#board")
    again.keyboard.press("Control+y")
    assert again.evaluate(lies) == 2
    again.reload()
    again.locator("[role=tab][aria-selected=true]:text-is('Play')").wait_for()
    again.wait_for_function("() => globalThis.page?.tabs[1].chosen?.length === 2")
    again.close()


def test_a_hint_that_comes_late_is_dropped_and_nothing_lies_on_a_piece(person):
    person.text("polyform", "grid: square\npieces: 2*L tetromino\nboard:\n####\n####\n")
    person.answer()
    person.tab("Play")
    person.page.locator(".tray svg >> nth=0").wait_for(state="attached")
    person.focus()
    person.run("() => page.board.moveTo(0)")
    person.press("]", "h", "Enter")
    person.page.wait_for_timeout(1000)
    assert person.run("() => page.tabs[1].chosen.length") == 1
    assert person.page.locator("#said").count() == 0
    # A hint that is old all the same.
    person.run("() => { page.tab.said = { text: 'x', show: page.tab.chosen[0] }; page.refresh(); }")
    person.page.click("text=Put it there")
    assert person.run("() => page.tabs[1].chosen.length") == 1


def test_queens_are_solved_once_enough_stand_there_and_not_if_two_attack(person):
    person.run("() => page.book.put({ kind: 'queens', words: ['4'], name: '' })")
    person.answer()
    person.tab("Play")
    person.page.locator("text=What still fits?").wait_for()
    for columns, said in (((1, 3, 0, 2), "Solved!"), ((0, 1, 2, 3), "does not fit together")):
        for row, column in enumerate(columns):
            person.page.mouse.click(*person.middle(person.place_at((row, column))))
            person.page.click("dialog button:text-is('♛')")
        person.page.locator(f"#said:has-text('{said}')").wait_for()
        person.page.click("text=Start again")


def test_a_move_that_changes_nothing_leaves_nothing_to_take_back(person):
    person.text("sudoku", kind("sudoku").example)
    person.answer()
    person.tab("Play")
    person.page.locator("text=What still fits?").wait_for()
    given = person.run("() => page.looked.given_marks[0][0][0]")
    free = person.run(
        "() => page.board.places.findIndex((_, k) =>"
        " !page.looked.given_marks.some(([places]) => places.includes(k)))"
    )
    history = "() => [page.tab.history.past.length, page.tab.history.future.length]"
    person.focus()
    person.run("([k]) => page.board.moveTo(k)", free)
    person.press("1", "Control+z")
    before = person.run(history)
    assert before[1] == 1
    person.run("([k]) => page.board.moveTo(k)", given)
    person.press("2", "Delete")
    assert person.run(history) == before
    # A number beside the picture, and a place that is open anyway.
    person.text("nonogram", kind("nonogram").example)
    person.answer()
    person.tab("Play")
    person.page.locator("text=Hint").wait_for()
    clue, cell = person.run(
        "() => ['clue', ''].map((shade) =>"
        " page.board.places.findIndex((place) => place.shade === shade))"
    )
    before = person.run(history)
    person.page.mouse.click(*person.middle(clue))
    person.focus()
    person.run("([k]) => page.board.moveTo(k)", cell)
    person.press("Delete")
    assert person.run(history) == before


def test_the_slider_of_a_search_is_dragged_from_end_to_end(person):
    person.run("() => page.book.put({ kind: 'queens', words: ['5'], name: '' })")
    person.answer()
    person.tab("Watch")
    slider = person.page.get_by_label("Step", exact=True)
    slider.wait_for()
    box = slider.bounding_box()
    y = box["y"] + box["height"] / 2
    seen = []
    person.page.mouse.move(box["x"] + 8, y)
    person.page.mouse.down()
    for share in (0.25, 0.5, 0.75, 0.99):
        person.page.mouse.move(box["x"] + share * box["width"], y)
        seen.append(person.run("() => page.tab.at"))
    person.page.mouse.up()
    last = person.run("() => page.tab.steps.length - 1")
    assert 0 < seen[0] < seen[1] < seen[2] < seen[3]
    assert seen[3] > 0.9 * last
    assert f"Step {seen[3] + 1} of {last + 1}" in person.page.inner_text("#panel")


def test_keys_and_clicks_are_those_of_the_tab_that_is_shown(person):
    shown = "() => [page.tab.name, document.querySelector('[aria-selected=true]').textContent]"
    text = "grid: square\npieces: 2*L tetromino\nboard:\n####\n####\n"
    person.text("polyform", text)
    person.answer()
    person.tab("Solutions")
    person.page.locator("#number:has-text('1 of')").wait_for()
    person.page.mouse.click(*person.middle(0), button="right")
    assert person.run("() => page.tab.pinned") == []
    person.run("() => { location.hash = location.hash.replace('.Solutions', '.Watch'); }")
    person.page.locator("#step").wait_for()
    assert person.run(shown) == ["Watch", "Watch"]
    person.page.click("#new")
    person.page.click("dialog >> text=Begin >> nth=0")
    person.page.wait_for_function("() => page.board.places.length > 80")
    assert person.run(shown) == ["Design", "Design"]
    person.focus()
    cursor = person.run("() => page.board.cursor")
    person.press("ArrowRight", "ArrowDown")
    assert person.run("() => page.board.cursor") != cursor
    # Solutions that are texts have no places, and pages all the same.
    person.run("() => page.book.put({ kind: 'langford', words: ['7'], name: '' })")
    person.tab("Solutions")
    person.page.locator("#number:has-text('1 of')").wait_for()
    person.focus()
    person.press("ArrowRight")
    assert person.page.inner_text("#number").startswith("2 of")
