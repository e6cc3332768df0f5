"""Playing on the page in Chromium: by mouse and keys, with hints and Undo."""

from __future__ import annotations

import pytest

from exactcover_puzzles.reflect.file import EXAMPLE
from exactcover_puzzles.registry import kind

from .browser import TWO
from .test_browser_solve import solution_of

pytestmark = pytest.mark.browser

SUDOKU, NONOGRAM = kind("sudoku").example, kind("nonogram").example
SIX_BY_TEN = "pentominoes 6x10"
#: Places where nothing is given.
FREE = """() => page.board.places.flatMap(({ text }, k) => (text || page.looked.given_marks
  .some(({ places }) => places.includes(k)) ? [] : [k]))"""
GIVEN = "() => page.looked.given_marks.flatMap(({ places }) => places)"
_SHAPE = """([k, places]) => {
  const cells = places.map((each) => page.looked.view.places[each].at);
  const form = (each) => each.map((cell) => cell.map((x, d) => x - each[0][d])).join(";");
  return page.tabs[1].pieces[k].shapes.findIndex((shape) => form(shape) === form(cells));
}"""
_NAMED = "([name]) => page.tabs[1].pieces.findIndex((piece) => piece.name === name)"
#: The cell of a piece that is next to its middle.
_GRIP = """([k, shape]) => {
  const mean = (points) =>
    [0, 1].map((d) => points.reduce((sum, p) => sum + p[d], 0) / points.length);
  const centres = page.tabs[1].pieces[k].outlines[shape].map(mean);
  const [x, y] = mean(centres);
  const far = centres.map(([a, b]) => Math.hypot(a - x, b - y));
  return far.indexOf(Math.min(...far));
}"""


@pytest.fixture
def six_by_ten(person):
    """Each piece of a solution of the board: its number, the places, and how it lies there."""
    person.shipped("polyform", SIX_BY_TEN)  # whose count goes on meanwhile
    person.wait("#title:has-text('6 x 10')")
    person.tab("Solutions")
    person.wait("#number:has-text('1 of')")
    marks = person.run("() => page.tabs[2].found[0].marks")
    person.tab("Play")
    person.wait(".tray button")
    pieces = [(person.run(_NAMED, mark["piece"]), mark["places"]) for mark in marks]
    return [(k, places, person.run(_SHAPE, k, places)) for k, places in pieces]


def _turn(person, k, shape):
    for turn in range(16):
        if person.run("([k]) => page.tabs[1].shapes[k]", k) == shape:
            return
        person.press("f" if turn % 5 == 4 else "r")
    raise AssertionError("the piece cannot be turned so")


def test_a_board_is_played_to_the_end_by_mouse(person, six_by_ten):
    for k, places, shape in six_by_ten:
        tray = person.page.locator(".tray button").nth(k)
        tray.click()
        _turn(person, k, shape)
        person.carry(tray, person.middle(places[person.run(_GRIP, k, shape)]))
    assert len(person.chosen) == 12
    person.said("Solved!")
    person.page.click("text=Start again")


def test_and_by_keyboard_alone(person, six_by_ten):
    person.focus()
    for k, places, shape in six_by_ten:
        while person.run("() => page.tabs[1].hand.held?.k ?? -1") != k:
            person.press("]")
        _turn(person, k, shape)
        row, column = person.run("([k]) => page.board.places[k].at", places[0])
        r, c = person.run("() => page.board.places[page.board.cursor].at")
        person.press(*["ArrowDown" if row > r else "ArrowUp"] * abs(row - r))
        person.press(*["ArrowRight" if column > c else "ArrowLeft"] * abs(column - c))
        person.press("Enter")
    person.said("Solved!")
    person.press("Delete")
    assert len(person.chosen) == 11


def test_digits_are_typed_and_chosen_and_a_hint_has_a_reason(person):
    assert person.open("sudoku", SUDOKU, "Play") == "Exactly one solution"
    person.page.click("text=Hint")
    person.said("Look at")
    place = person.run("() => page.tabs[1].said.places[0]")
    digit = person.run("() => page.tabs[1].options[page.tabs[1].said.reveal].text")
    person.page.mouse.click(*person.middle(place))
    person.press(digit)
    assert len(person.chosen) == 1
    free = next(each for each in person.run(FREE) if each != place)
    for text in ("1", "Erase"):
        person.page.mouse.click(*person.middle(free))
        person.page.click(f".pad button:text-is('{text}')")
        assert len(person.chosen) == 1 + (text == "1")
    person.page.click("text=Start again")


def test_pencil_marks_are_noted_taken_back_and_kept(person):
    person.open("sudoku", SUDOKU, "Play")
    person.wait(".pad")
    place = person.run(FREE)[0]
    marks = person.page.locator("text.pencil")
    person.page.mouse.click(*person.middle(place))
    person.press("p", "1", "2", "1", "3")
    assert marks.all_text_contents() == ["2", "3"]
    assert person.chosen == []
    person.press("p", "Shift+Digit4")
    assert marks.all_text_contents() == ["2", "3", "4"]
    person.press("4")
    assert (len(person.chosen), marks.count()) == (1, 0)
    person.press("Control+z", "Control+z")
    assert marks.all_text_contents() == ["2", "3"]
    person.page.reload()
    person.answer()
    person.wait("text.pencil")
    assert marks.all_text_contents() == ["2", "3"]
    person.page.click("text=Start again")
    assert marks.count() == 0


def test_what_clashes_is_seen_at_once_and_mistakes_are_removed(person):
    person.open("sudoku", SUDOKU, "Play")
    person.wait(".pad")
    (given,) = [k for k in person.run(GIVEN) if k < 4]
    free = person.run(FREE)
    digit = person.run("([k]) => page.tab.options[page.tab.on(k)].text", given)
    person.focus(free[0])
    person.press(digit)
    person.said(f"digit {digit} in row 1")
    assert person.page.locator(".mark.bad").count() == 2
    person.press("Delete")
    person.until("!document.querySelector('.mark.bad')")
    # A right digit and a wrong one.
    person.page.click("text=Hint")
    person.page.click("text=Show it")
    person.page.click("text=Put it there")
    (right,) = person.chosen
    solution = solution_of("sudoku")
    assert right in solution
    fits = person.run("() => [...page.tab.options.keys()].filter((k) => page.tab.has(k))")
    wrong = next(k for k in fits if k not in solution)
    person.run("([k]) => page.tab.put(k)", wrong)
    assert len(person.chosen) == 2
    person.page.click("text=Remove my mistakes >> nth=-1")
    person.said("1 move is taken back")
    assert person.chosen == [right]
    person.page.click("text=Remove my mistakes >> nth=-1")
    person.said("nothing to remove")
    person.page.click("text=Start again")


def test_a_finished_picture_is_said(person):
    person.open("nonogram", NONOGRAM, "Solutions")
    person.wait("#number:has-text('1 of')")
    black = person.run(
        "() => [...new Set(page.tab.found[0].marks.flatMap(({ places, shade }) =>"
        " places.filter((_, n) => shade.split(' ')[n] === 'black')))]"
    )
    person.tab("Play")
    for place in black:
        person.focus(place)
        person.press("Enter")
    person.said("Solved!")
    person.page.click("text=Hint")
    person.said("It is finished")


def test_mirrors_are_carried_to_the_board_until_the_beams_meet_their_letters(person):
    assert person.open("reflect", EXAMPLE, "Play") == "Exactly one solution"
    person.wait(".way", state="attached")
    tray = person.page.locator(".tray button")
    for k, cell in ((0, (1, 3)), (0, (2, 2)), (1, (3, 1)), (2, (3, 0))):
        person.carry(tray.nth(k), person.at(*cell))
    person.page.click("text=Can it be finished?")
    person.said("So far so good")
    person.focus()
    person.click(3, 3)  # the mirror that is left
    person.said("Solved!")
    person.page.click("text=Take back")
    assert len(person.chosen) == 4
    seen = []
    for step in range(3):  # a click on an empty cell tries what is left, and then nothing
        person.page.mouse.click(*person.at(3, 3), button="right" if step == 2 else "left")
        seen.append(len(person.chosen))
    assert seen == [5, 4, 5]


def test_pieces_of_a_jigsaw_are_turned_and_laid_to_the_end(person):
    verdict = person.open("jigsaw", kind("jigsaw").example, "Solutions")
    assert verdict == "One solution up to turning the board"
    person.until("page.tabs[2].found.length === 1")
    marks = person.run("() => page.tabs[2].found[0].marks")
    person.tab("Play")
    person.wait(".tray image", state="attached")
    tray = person.page.locator(".tray button")
    names = person.run("() => page.tab.pieces.map(({ name }) => name)")
    # The tray is in another order than the solution, turned, with numbers of its own.
    assert names != sorted(names, key=int)
    assert tray.nth(2).get_attribute("aria-label") == "piece 3"
    assert any(person.run("() => page.tab.shapes"))
    assert "%3Ctext" not in tray.nth(0).locator("image").get_attribute("href")
    shown = "([k]) => page.tabs[1].pieces[k].pictures[page.tabs[1].shapes[k]]"
    for mark in marks:
        (place,), name, picture = mark["places"], mark["piece"], mark["picture"]
        k = names.index(name)
        tray.nth(k).click()
        for _ in range(4):
            if person.run(shown, k) == picture:
                break
            person.page.click("button:text-is('Turn')")
        person.page.mouse.click(*person.middle(place))
    person.said("Solved!")
    assert "false" not in person.page.inner_text("#panel")
    # A piece is carried away again, as it is turned.
    lies = len(person.chosen)
    x, y = person.middle(marks[0]["places"][0])
    person.drag([x, y], [x - 30, y - 30], [1200, 700])
    assert len(person.chosen) == lies - 1


def test_a_chosen_piece_follows_the_mouse_and_turns_while_it_is_carried(person):
    person.open("polyform", TWO + "####\n####\n", "Play")
    tray = person.page.locator(".tray button").first
    tray.click()
    seen = []
    for cell in ((1, 1), (2, 2)):
        person.page.mouse.move(*person.at(*cell))
        seen.append(person.page.locator(".mark.ghost polygon").first.get_attribute("points"))
    assert seen[0] != seen[1]
    person.click(2, 2)
    (option,) = person.chosen
    places = person.run("([option]) => page.tab.options[option].places", option)
    assert person.place_at((2, 2)) in places
    person.press("Escape")
    shape = person.run("() => page.tab.shapes[0]")
    tray.hover()
    person.page.mouse.down()
    person.page.mouse.move(300, 300)
    person.press("r")
    person.page.mouse.up()
    turn = person.run("() => page.tab.pieces[0].moves.turn")
    assert person.run("() => page.tab.shapes[0]") == turn[shape]


def test_undo_in_play_takes_back_a_move_and_a_reload_loses_nothing(person):
    person.open("polyform", "grid: square\npieces: tetrominoes\nboard:\n####\n####\n")
    person.open("sudoku", SUDOKU)
    with person.elsewhere(person.page.url + ".Play") as again:
        again.locator("text=What still fits?").wait_for()
        again.focus("#board")
        lies = "() => page.tabs[1].chosen.length"
        for place in again.evaluate(FREE)[:2]:
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


def test_a_hint_that_comes_late_is_dropped_and_what_lies_there_becomes_given(person):
    before = person.open("polyform", TWO, "Play")
    person.wait(".tray svg", state="attached")
    person.focus(0)
    person.press("]", "h", "Enter")
    person.page.wait_for_timeout(1000)
    assert len(person.chosen) == 1
    assert person.page.locator("#said").count() == 0
    # A hint that is old all the same.
    person.run("() => { page.tab.said = { text: 'x', show: page.tab.chosen[0] }; page.refresh(); }")
    person.page.click("text=Put it there")
    assert len(person.chosen) == 1
    person.page.click("text=Make these given")
    person.until("page.book.puzzle.text.includes('given: L')")
    assert person.answer() == "Exactly one solution"
    person.wait(".mark.given", state="attached")
    person.page.click("text=Clear all givens")
    person.until("!page.book.puzzle.text.includes('given: L')")
    assert person.answer() == before


def test_queens_are_solved_once_enough_stand_there_and_not_if_two_attack(person):
    person.run("() => page.book.put({ kind: 'queens', words: ['4'], name: '' })")
    person.answer()
    person.tab("Play")
    person.wait("text=What still fits?")
    for columns, said in (((1, 3, 0, 2), "Solved!"), ((0, 1, 2, 3), "compete for")):
        for row, column in enumerate(columns):
            person.click(row, column)
        person.said(said)
        person.page.click("text=Start again")


def test_queens_are_solved_whichever_way_the_last_one_comes(person):
    person.run("() => page.book.put({ kind: 'queens', words: ['4'], name: '' })")
    person.answer()
    person.tab("Play")
    person.until("page.tab.options")
    for row, column in enumerate((1, 3, 0, 2)):
        person.click(row, column)
    person.said("Solved!")
    person.click(3, 2)  # a second click removes it
    assert len(person.chosen) == 3
    person.until("!document.querySelector('#said')")
    person.press("Control+z")
    person.said("Solved!")
    person.page.reload()
    person.answer()
    person.said("Solved!")
    person.page.click("text=Start again")
    # Nothing follows on the empty board, and a hint offers something all the same.
    for _ in range(4):
        person.page.click("text=Hint")
        person.page.click(".talk >> text=/Show/")
        person.page.click("text=Put it there")
    person.said("Solved!")
    person.page.click("text=Start again")


def test_back_and_undo_return_to_the_puzzle_before_and_its_game(person):
    person.open("polyform", TWO, "Play")
    person.wait(".tray svg", state="attached")
    person.focus(0)
    person.press("]", "Enter")
    (option,) = person.chosen
    person.page.click("text=Make these given")
    person.wait(".mark.given", state="attached")
    assert person.chosen == []
    person.page.click("#undo")
    person.until("page.tab.chosen?.length === 1")
    assert person.chosen == [option]
    assert person.stated == TWO
    person.open("sudoku", SUDOKU)
    person.wait(".pad")
    place = person.run(FREE)[0]
    person.focus(place)
    person.press("1")
    person.page.go_back()
    person.until("page.tab.puzzle?.includes('polyform') && page.tab.chosen?.length === 1")
    assert person.chosen == [option]
    person.page.go_forward()
    person.until("page.tab.puzzle?.includes('sudoku') && page.tab.chosen?.length === 1")
    person.press("Control+z")  # nothing was done since: the puzzle before comes back
    person.until("page.tab.puzzle?.includes('polyform') && page.tab.chosen?.length === 1")


def test_the_clock_stands_still_when_it_is_paused_and_goes_on_after_a_reload(person):
    person.open("sudoku", SUDOKU, "Play")
    clock = person.page.locator("#clock")
    person.until("document.querySelector('#clock')?.textContent > '00:00'")
    clock.click()
    shown = clock.inner_text()
    person.page.wait_for_timeout(1300)
    assert clock.inner_text() == shown
    person.page.reload()
    person.answer()
    person.until(f"document.querySelector('#clock')?.textContent >= '{shown}'")
    person.until(f"document.querySelector('#clock').textContent > '{shown}'")


def test_the_wheel_and_the_other_buttons_turn_what_is_held_or_carried(person):
    person.open("polyform", "grid: square\npieces: L\nboard:\n#####\n", "Play")
    tray = person.page.locator(".tray button").first
    tray.click()
    lies = "() => page.tab.shapes[0]"
    moves = person.run("() => page.tab.pieces[0].moves")
    mouse = person.page.mouse
    mouse.move(*person.middle(2))
    shape = person.run(lies)
    for act, move in (
        (lambda: mouse.wheel(0, 100), "turn"),
        (lambda: mouse.click(*person.middle(2), button="right"), "turn"),
        (lambda: mouse.click(*person.middle(2), button="middle"), "flip"),
    ):
        act()
        shape = moves[move][shape]
        person.until(f"page.tab.shapes[0] === {shape}")
    person.press("Escape")
    tray.hover()
    mouse.down()
    mouse.move(300, 300)
    mouse.down(button="right")
    mouse.up(button="right")
    mouse.move(310, 300)
    mouse.up()
    shape = moves["turn"][shape]
    person.until(f"page.tab.shapes[0] === {shape}")


def test_a_move_that_changes_nothing_leaves_nothing_to_take_back(person):
    person.open("sudoku", SUDOKU, "Play")
    person.wait("text=What still fits?")
    history = "() => [page.tab.history.past.length, page.tab.history.future.length]"
    person.focus(person.run(FREE)[0])
    person.press("1", "Control+z")
    before = person.run(history)
    assert before[1] == 1
    person.focus(person.run("() => page.looked.given_marks[0].places[0]"))
    person.press("2", "Delete")
    assert person.run(history) == before
    # A number beside the picture, and a place that is open anyway.
    person.open("nonogram", NONOGRAM, "Play")
    person.wait("text=Hint")
    clue, cell = person.run(
        "() => ['clue', ''].map((shade) =>"
        " page.board.places.findIndex((place) => place.shade === shade))"
    )
    before = person.run(history)
    person.page.mouse.click(*person.middle(clue))
    person.focus(cell)
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
    person.open("polyform", TWO, "Solutions")
    person.wait("#number:has-text('1 of')")
    person.page.mouse.click(*person.middle(0), button="right")
    assert person.run("() => page.tab.pinned") == []
    person.run("() => { location.hash = location.hash.replace('.Solutions', '.Watch'); }")
    person.wait("#step")
    assert person.run(shown) == ["Watch", "Watch"]
    person.begin("polyform")
    person.page.click("dialog >> text=Begin")
    person.until("page.board.places.length > 80")
    assert person.run(shown) == ["Design", "Design"]
    person.focus()
    cursor = person.run("() => page.board.cursor")
    person.press("ArrowRight", "ArrowDown")
    assert person.run("() => page.board.cursor") != cursor
    # Solutions that are texts have no places, and pages all the same.
    person.run("() => page.book.put({ kind: 'langford', words: ['7'], name: '' })")
    person.tab("Solutions")
    person.wait("#number:has-text('1 of')")
    person.focus()
    person.press("ArrowRight")
    person.wait("#number:has-text('2 of')")


def test_what_is_not_unique_is_fixed_by_a_click_and_needless_givens_are_removed(person):
    assert (
        person.open("polyform", TWO, "Play")
        == "One solution up to turning and reflecting the board"
    )
    person.page.click("text=What makes it unique?")
    person.page.click("text=Make it given")
    assert person.answer() == "Exactly one solution"
    assert person.stated.count("given:") == 1
    for action in ("Hint", "Show it", "Put it there", "Make these given"):
        person.page.click(f"#panel button:text-is('{action}')")
    person.answer()
    assert person.stated.count("given:") == 2
    for action in ("What makes it unique?", "Are all givens needed?", "Remove what is not needed"):
        person.page.click(f"#panel button:text-is('{action}')")
    assert person.answer() == "Exactly one solution"
    assert person.stated.count("given:") == 1


def test_needless_clues_of_a_sudoku_are_shown(person):
    full = "123434122143432" + "."
    person.open("sudoku", full, "Play")
    person.page.click("text=What makes it unique?")
    person.page.click("text=Are all givens needed?")
    person.said("could go")
    assert person.run("() => page.tab.said.places.length") > 1


def test_edges_are_drawn_and_crossed_out_by_mouse_and_by_keys(person):
    person.open("slitherlink", "grid:\n4.\n..\n", "Play")
    person.until("page.tab.options")
    lying = "() => page.tab.chosen.map((k) => page.tab.options[k].piece ?? 'a cross')"
    spot = """([name]) => {
        const k = page.board.places.findIndex((place) => place.name === name);
        const point = new DOMPoint(...page.board.centres[k]);
        const { x, y } = point.matrixTransform(page.board.svg.getScreenCTM());
        return [x, y, page.board.svg.getScreenCTM().a];
    }"""
    x, y, unit = person.run(spot, "edge r1c1 r1c2")
    person.page.mouse.click(x, y + 0.2 * unit)  # beside the line
    assert person.run(lying) == ["line"]
    x, y, unit = person.run(spot, "edge r1c2 r1c3")
    person.page.mouse.click(x, y, button="right")
    assert person.run(lying) == ["line", "a cross"]
    person.page.mouse.click(x, y)  # after the cross comes nothing
    assert person.run(lying) == ["line"]
    person.page.keyboard.press("ArrowDown")
    assert person.page.inner_text("#spoken") == "r1c2, free"
    person.page.keyboard.press("ArrowLeft")
    person.page.keyboard.press("x")
    assert person.page.inner_text("#spoken") == "a cross is placed."
    person.page.keyboard.press("ArrowLeft")
    assert person.page.inner_text("#spoken") == "r1c1, 4"
    for key in ("ArrowDown", "Enter", "ArrowUp", "ArrowLeft", "Enter"):
        person.page.keyboard.press(key)
    assert person.page.inner_text("#spoken") == "line is placed."
    person.page.keyboard.press("ArrowRight")
    person.page.keyboard.press("ArrowRight")
    assert person.page.inner_text("#spoken") == "edge r1c2 r2c2, a cross"
    person.page.keyboard.press("Enter")
    person.page.keyboard.press("Enter")
    person.said("Solved")


def test_pieces_of_edges_are_carried_to_a_solution(person):
    text = "piece L:\n+-+\n|\n+\n\npiece J:\n+-+\n|\n+\n\nboard: 1x1\n"
    person.open("polysticks", text, "Play")
    person.until("page.tab.options")
    person.focus()
    # The first piece lies at the top and on the left, the other one at the bottom and on the right.
    person.press("]", "Enter", "]", "r", "r", "ArrowDown", "ArrowRight", "Enter")
    assert [len(person.run("([k]) => page.tab.options[k].places", k)) for k in person.chosen] == [
        2,
        2,
    ]
    person.said("Solved")


def test_a_button_that_goes_away_leaves_the_focus_in_the_panel(person):
    person.open("latin", ". 1\n. .\n", "Play")
    person.until("page.tab.options")
    person.focus(0)
    person.press("2")
    take_back = person.page.locator("button:text-is('Take back')")
    take_back.focus()
    person.press("Enter")
    assert take_back.is_disabled()
    assert person.run("() => document.activeElement.id") == "panel"
