"""Every kind that can be played, solved in Chromium: by mouse, by touch, and by keyboard."""

from __future__ import annotations

import pytest

from exactcover_puzzles.page.recent import Recent
from exactcover_puzzles.registry import KINDS, kind
from exactcover_puzzles.shared.shipped import shipped

from .browser import Person
from .test_positions import PUZZLES, positions

pytestmark = pytest.mark.browser

#: Puzzles that are smaller than the examples of their kinds.
SMALL = {
    "matching": {"text": shipped(kind("matching").shipped, "drive-ya-nuts").read_text()},
    "queens": {"words": ["5"]},
}
#: The number of a piece, how it lies, and the place of a cell of it, once it lies there.
_PIECE = "([name]) => page.tab.pieces.findIndex((piece) => piece.name === name)"
_SHAPE = """([k, option]) => {
  const { places, picture } = page.tab.options[option], { shapes, pictures } = page.tab.pieces[k];
  if (pictures.length) return pictures.indexOf(picture);
  const { parity, places: all } = page.looked.view, cells = places.map((each) => all[each].at);
  const form = (each) => each.map((cell) => cell.map((x, d) => x - each[0][d])).join(";");
  const sum = (cell) => cell.reduce((a, b) => a + b);
  return shapes.findIndex((shape) =>
    form(shape) === form(cells) && (sum(shape[0]) - sum(cells[0])) % parity === 0);
}"""
#: The arrow keys from the cursor to a place.
_WAY = """([to]) => {
  const { board } = page, from = board.cursor, ways = new Map([[from, []]]);
  for (const [place, keys] of ways) {
    board.cursor = place;
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      const next = board.towards(key);
      if (next !== null && !ways.has(next)) ways.set(next, [...keys, key]);
    }
  }
  board.cursor = from;
  return ways.get(to);
}"""


def stated(name):
    of = kind(name)
    return SMALL.get(name) or (
        {"text": of.example} if of.reads_files else {"words": [*of.first_words]}
    )


def shown(name):
    return Recent().shown({"kind": name, **stated(name)})


PLAYABLE = sorted(name for name in KINDS if shown(name).view is not None)


def solution_of(name):
    """The options of a solution that the user places; or the places that the user paints."""
    of = shown(name)
    options = of.to_whole(next(iter(of.puzzle.solutions(1, False))))
    numbers = of.numbers(set(options) - {*of.whole.given_options})
    if not of.view.painted:
        return [k for k in numbers if of.is_placed(of.whole.options[k])]
    marks = [of.mark(k) for k in numbers]
    pairs = {
        (place, shade)
        for each in marks
        for place, shade in zip(each.places, each.shade.split(), strict=True)
    }
    return sorted(place for place, shade in pairs if shade == "black")


class Solver:
    """A person who places options in one way."""

    def __init__(self, person):
        self.person, self.page = person, person.page

    def at(self, place):
        """Press a place."""
        raise NotImplementedError

    def press(self, element):
        """Press an element of the page."""
        raise NotImplementedError

    def turn(self, move):
        raise NotImplementedError

    def hold(self, k):
        self.press(self.page.locator(".tray button").nth(k))

    def write(self, place, text):
        self.at(place)
        self.press(self.page.locator(f".pad button:text-is('{text}')"))

    def join(self, one, other):
        for place in (one, other):
            if self.wanted not in self.person.chosen:
                self.at(place)

    def click_until(self, place, option):
        for _ in range(9):
            if option in self.person.chosen:
                return
            self.at(place)
        raise AssertionError("a click never puts it there")

    def carry(self, option, mark):
        run = self.person.run
        k = run(_PIECE, mark["piece"])
        self.hold(k)
        shape = run(_SHAPE, k, option)
        for step in range(20):
            if run("([k]) => page.tab.shapes[k]", k) == shape:
                break
            self.turn(
                "flip" if step % 7 == 6 and run("() => page.tab.hand.can('flip')") else "turn"
            )
        else:
            raise AssertionError("the piece cannot be turned so")
        self.lay(option, mark["places"], k)

    def lay(self, option, places, k):
        """Lay the piece in the hand, which is held by some cell of it; if it lies elsewhere then,
        take it back and try another place."""
        for place in places:
            self.at(place)
            if option in self.person.chosen:
                return
            if set(self.person.chosen) - self.before:
                self.page.locator("#undo").click()
                self.hold(k)
        raise AssertionError("the piece cannot be laid there")

    def place(self, option):
        run = self.person.run
        self.before = {*self.person.chosen, option}
        mark = run("([k]) => page.tab.options[k]", option)
        places = mark["places"]
        if run("() => page.tab.fill.manner") == "join":
            self.wanted = option
            for _ in range(20):  # again, for the next way
                if option not in self.person.chosen:
                    self.join(*places)
            assert option in self.person.chosen
        elif run("() => page.tab.fill.clicks"):
            self.click_until(places[0], option)
        elif run("() => page.tab.pieces.length"):
            self.carry(option, mark)
        else:
            self.write(places[0], mark["text"])


class Mouse(Solver):
    def at(self, place):
        self.page.mouse.click(*self.person.middle(place))

    def press(self, element):
        element.click()

    def turn(self, move):
        x, y = self.person.middle(0)
        self.page.mouse.click(x, y, button="middle" if move == "flip" else "right")

    def join(self, one, other):
        self.person.drag(self.person.middle(one), self.person.middle(other))


class Touch(Solver):
    def at(self, place):
        self.page.touchscreen.tap(*self.person.middle(place))

    def press(self, element):
        element.tap()

    def turn(self, move):
        self.press(self.page.locator(f"button:text-is('{move.capitalize()}')"))


class Keys(Solver):
    def at(self, place):
        self.go(place)
        self.person.press("Enter")

    def go(self, place):
        self.person.press(*self.person.run(_WAY, place))

    def turn(self, move):
        self.person.press("f" if move == "flip" else "r")

    def hold(self, k):
        for _ in range(99):
            if self.person.run("() => page.tab.hand.held?.k ?? -1") == k:
                return
            self.person.press("]")
        raise AssertionError("the piece cannot be chosen")

    def write(self, place, text):
        self.go(place)
        self.person.press(*text)

    def join(self, one, other):
        self.go(one)
        arrows = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
        towards = "([key]) => page.board.towards(key)"
        (arrow,) = (key for key in arrows if self.person.run(towards, key) == other)
        self.person.press(f"Shift+{arrow}")


@pytest.mark.parametrize("name", PLAYABLE)
def test_each_kind_is_solved_by_mouse_by_touch_and_by_keyboard(browser, url, name):
    person = Person(browser, url, has_touch=True)
    person.run("([it]) => page.book.put({ name: '', ...it })", {"kind": name, **stated(name)})
    person.page.wait_for_timeout(100)
    person.answer()
    person.tab("Play")
    person.until("page.tab.options")
    solution = solution_of(name)
    for way in (Mouse, Touch, Keys):
        solver = way(person)
        if way is Keys:
            person.focus()
        for each in solution:
            assert person.page.locator("#said:has-text('Solved!')").count() == 0
            if person.run("() => page.tab.paints"):
                solver.at(each)
            else:
                solver.place(each)
        person.said("Solved!")
        assert person.page.locator("dialog[open]").count() == 0
        person.page.click("text=Start again")
        person.until("!document.getElementById('said')")
    assert person.faults == []
    person.context.close()


@pytest.mark.parametrize("name", sorted({*PLAYABLE} & {*PUZZLES}))
def test_a_wrong_move_is_said_to_be_one_even_if_only_a_search_refutes_it(person, name):
    lost = [each for each in positions(name) if each.is_open and not each.solvable]
    position = max(lost, key=lambda each: each.shown.problem({}).count(1) > 0)
    person.run("([it]) => page.book.put({ name: '', ...it })", position.stated)
    person.page.wait_for_timeout(100)
    person.answer()
    person.tab("Play")
    person.until("page.tab.options")
    for option in position.asked.get("chosen", []):
        person.run("([k]) => page.tab.put(k)", option)
    person.run("([pairs]) => page.tab.paint.all(pairs)", position.asked.get("painted", []))
    person.page.click("button:text-is('Can it be finished?')")
    if position.shown.problem({}).count(1) == 0:
        person.wait("#said.fault")
        return
    person.said("can no longer be finished")
    person.page.click(".talk >> text=Remove my mistakes")
    person.said("taken back")
    person.page.click("button:text-is('Can it be finished?')")
    person.said("So far so good")
