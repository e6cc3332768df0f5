"""Watching a search on the page in Chromium: its steps, tree and matrix; and drawing a matrix."""

from __future__ import annotations

from itertools import count

import pytest

from exactcover_puzzles.registry import kind

pytestmark = pytest.mark.browser

KNUTH, SUDOKU = kind("matrix").example, kind("sudoku").example
#: Rows of neighbouring columns in a circle of six: two solutions.
CYCLE = "110000\n011000\n001100\n000110\n000011\n100001\n"
STEPS = "page.tab.steps"
#: Each opens as another puzzle than the one before.
_NAMES = map(str, count())


def watch(person, name, text=None, words=None):
    """Open a puzzle in Watch; its search begins at the first step."""
    stated = {"kind": name, "name": next(_NAMES)} | (
        {"words": words} if text is None else {"text": text}
    )
    person.run("([stated]) => page.book.put(stated)", stated)
    person.page.wait_for_timeout(100)
    person.answer()
    person.tab("Watch")
    person.until(STEPS)


@pytest.fixture(autouse=True)
def usual(person):
    """The settings as they are on a new page."""
    yield
    person.run("""() => {
      Object.assign(page.tabs[3], { propagate: true, order: "fewest" });
      page.matrix.on = false;
      document.body.classList.remove("present");
    }""")


def action(person):
    return person.run("() => page.tab.steps[page.tab.at].action")


def forward(person, wanted):
    """Go step by step to an action."""
    next_step = person.page.get_by_label("next step", exact=True)
    for _ in range(200):
        if action(person) == wanted:
            return
        next_step.click()
    raise AssertionError(f"no {wanted}")


def test_each_step_of_a_sudoku_is_one_deduction_with_its_name(person):
    watch(person, "sudoku", SUDOKU)
    steps = person.run(f"() => {STEPS}")
    assert all(len(step["options"]) == 1 for step in steps if step["action"] == "take")
    assert "single: " in person.page.inner_text("#step")
    assert "3 at r1c2 is the only option left" in person.page.inner_text("#step")
    listed = person.page.locator(".used tr")
    assert "hidden single" in listed.nth(1).inner_text()
    assert f"{len(steps) - 1}" in "".join(listed.all_inner_texts())
    assert "solve" in person.page.inner_text(".used caption")


def test_a_branch_names_its_item_and_the_option_that_is_tried(person):
    watch(person, "queens", words=["6"])
    forward(person, "branch")
    options = person.page.locator(".branches li")
    assert options.count() == 6
    assert person.page.locator(".branches .current").count() == 0
    item = person.run("() => page.tab.steps[page.tab.at].item")
    assert item["name"] in person.page.inner_text("#step")
    named = person.page.locator("#board .named:not(.less)")
    assert named.count() == len(item["places"]) == 6
    forward(person, "try")
    assert "1 of 6" in person.page.inner_text("#step")
    assert person.page.locator("[aria-current]").inner_text() == options.first.inner_text()
    assert person.page.locator("#board .mark.hint").count() == 1


def test_numbers_stay_within_their_triangles(person):
    watch(person, "haley", words=[])
    person.page.click("text=Next choice")
    person.page.get_by_label("previous step").click()
    assert action(person) == "branch"
    overlaps = person.run("""() => {
      const boxes = [...document.querySelectorAll("#board .number")].map((each) => each.getBBox());
      const apart = (a, b) => a.x + a.width <= b.x || a.y + 0.8 * a.height <= b.y + 0.2 * b.height;
      const meet = (a, b) => !apart(a, b) && !apart(b, a);
      const crossed = boxes.filter((a, k) => boxes.slice(k + 1).some((b) => meet(a, b)));
      return [boxes.length, crossed.length];
    }""")
    assert overlaps == [72, 0]


def test_without_propagation_the_search_only_branches(person):
    watch(person, "queens", words=["6"])
    before = person.run(f"() => {STEPS}.length")
    person.page.click("#propagate")
    person.until(f"{STEPS} && !{STEPS}.some(({{ action }}) => action === 'take')")
    assert person.run(f"() => {STEPS}.length") > before
    assert person.run("() => page.tab.at") == 0
    person.page.select_option("#order", "first")
    person.until(f"{STEPS}?.[0].item.name === 'row 3'")


def test_the_tree_grows_and_a_click_on_a_node_goes_to_its_step(person):
    watch(person, "queens", words=["6"])
    nodes = person.page.locator(".tree .node")
    assert nodes.count() == 1
    person.page.click("text=Next solution")
    end = person.run("() => page.tab.at")
    assert nodes.count() > 2
    assert person.page.locator(".tree .solution.here").count() == 1
    dead = person.page.locator(".tree .node.dead")
    assert dead.count()
    dead.first.click()
    assert action(person) == "dead"
    assert person.run("() => page.tab.at") < end
    assert "dead end" in person.page.locator(".tree").get_attribute("aria-label").lower()


def test_the_tree_is_walked_by_keys(person):
    watch(person, "queens", words=["6"])
    person.page.click("text=Next solution")
    person.page.focus(".tree")
    while "The beginning" not in person.page.locator(".tree").get_attribute("aria-label"):
        before = person.run("() => page.tab.at")
        person.press("ArrowUp")
        assert person.run("() => page.tab.at") < before
    at = person.run("() => page.tab.at")
    person.press("ArrowDown")
    assert person.run("() => page.tab.at") == at + 1
    assert person.run("() => document.activeElement.className") == "tree"


def test_a_large_tree_is_folded(person):
    watch(person, "queens", words=["8"])
    person.page.click("#propagate")
    person.until(f"{STEPS}?.length > 3000")
    person.page.get_by_label("Step", exact=True).press("End")
    assert person.page.locator(".tree .node").count() < 300
    assert person.page.locator(".tree .folded").count()
    assert person.page.locator(".tree .here").count() == 1


class TestByHand:
    def test_choices_lead_to_a_dead_end_and_back_and_to_a_solution(self, person):
        watch(person, "matrix", CYCLE)
        assert not person.page.is_checked("#propagate")  # a matrix is for Algorithm X itself
        person.page.select_option("#order", "choose")
        person.wait(".branches button")
        person.page.click(".branches button:text-is('row 1')")
        person.until(f"{STEPS}.length > 2")
        item = person.page.locator("#item")
        item.select_option(label="column 5 (2)")
        person.until("page.tab.steps[page.tab.at].item.name === 'column 5'")
        person.page.click(".branches button:text-is('row 4')")
        person.until("page.tab.steps[page.tab.at].action === 'dead'")
        person.page.click("text=Go back")
        assert action(person) == "branch"
        assert person.page.locator(".branches .tried").all_inner_texts() == ["row 4"]
        person.page.click(".branches button:text-is('row 5')")
        person.until("page.tab.steps[page.tab.at].action === 'branch'")
        person.page.click(".branches button")
        person.until("page.tab.steps[page.tab.at].action === 'solution'")
        assert person.page.locator(".tree .dead").count() == 1
        assert person.page.locator(".tree .solution").count() == 1

    def test_what_propagation_concludes_is_shown(self, person):
        watch(person, "matrix", CYCLE)
        person.page.click("#propagate")
        person.page.select_option("#order", "choose")
        person.wait(".branches button")
        person.page.click(".branches button >> nth=0")
        person.until("page.tab.steps[page.tab.at].action === 'solution'")
        took = person.run(f"() => {STEPS}.filter(({{ action }}) => action === 'take').length")
        assert took == 2

    def test_a_place_is_chosen_by_mouse_and_by_keyboard(self, person):
        watch(person, "sudoku", "size: 4\n\nclues:\n....\n....\n....\n....\n")
        person.page.select_option("#order", "choose")
        person.wait(".branches button")
        person.click(2, 1)
        person.until("page.tab.steps[page.tab.at].item.name === 'r3c2'")
        person.press("ArrowRight", "Enter")
        person.until("page.tab.steps[page.tab.at].item.name === 'r3c3'")
        assert person.page.locator(".branches button").count() == 4


class TestMatrix:
    def test_rows_light_up_and_columns_fade_while_the_search_goes_on(self, person):
        watch(person, "matrix", KNUTH)
        person.page.click("#show-matrix")
        person.wait("#matrix svg")
        assert person.page.locator("#matrix .row").count() == 6
        assert person.page.locator("#matrix .column").count() == 7
        person.page.click("text=Next solution")
        assert person.page.locator("#matrix .row.chosen").count() == 3
        assert person.page.locator("#matrix .row.out").count() == 3
        assert person.page.locator("#matrix .column.covered").count() == 7
        label = person.page.locator("#matrix svg").get_attribute("aria-label")
        assert "row 1, row 4, row 5" in label
        person.page.click("#show-matrix")
        assert person.page.locator("#matrix").is_hidden()

    def test_rows_light_up_in_play(self, person):
        person.open("matrix", KNUTH, "Play")
        person.page.click("#show-matrix")
        person.wait("#matrix svg")
        assert person.page.locator("#matrix .row.chosen").count() == 0
        person.run("() => page.tab.put(3)")
        assert person.page.locator("#matrix .row.chosen").count() == 1
        assert person.page.locator("#matrix .column.covered").count() == 2
        person.tab("Text")
        assert person.page.locator("#matrix").is_hidden()
        assert person.page.locator("#show-matrix").is_hidden()

    def test_a_large_one_is_drawn_when_little_is_left(self, person):
        watch(person, "haley", words=[])
        person.page.click("#show-matrix")
        person.wait("#matrix p")
        person.page.click("text=Next solution")
        person.page.get_by_label("previous step").click()
        person.wait("#matrix svg", timeout=10_000)


def test_a_matrix_is_drawn_by_clicks(person):
    verdict = person.open("matrix", KNUTH, "Design")
    assert verdict == "Exactly one solution"
    person.click(0, 2)
    person.wait(".answer.impossible")
    assert "0000110" in person.stated
    person.focus(person.place_at((0, 2)))
    person.press("Enter")
    person.wait(".answer.unique")
    person.page.click("text=Add a row")
    person.until("page.looked.view.places.length === 63")
    person.page.click("text=Add a column")
    person.until("page.looked.view.places.length === 71")
    person.page.click("text=Remove the last column")
    person.page.click("text=Remove the last row")
    person.until("page.looked.view.places.length === 55")
    assert person.answer() == "Exactly one solution"


def test_the_large_size_hides_the_header_and_escape_ends_it(person):
    watch(person, "matrix", KNUTH)
    size = "() => parseFloat(getComputedStyle(document.getElementById('step')).fontSize)"
    small = person.run(size)
    person.page.click("#present")
    assert person.page.locator("#new").is_hidden()
    assert person.page.locator(".answer").bounding_box()["y"] == 0
    assert person.run(size) > 1.3 * small
    assert person.page.locator("#present").get_attribute("aria-pressed") == "true"
    person.press("Escape")
    assert person.page.locator("#new").is_visible()
    assert person.run(size) == small


@pytest.mark.parametrize("wide", [1280, 390])
def test_nothing_is_wider_than_the_page_and_steps_do_not_scroll_it(person, wide):
    person.page.set_viewport_size({"width": wide, "height": 844})
    watch(person, "queens", words=["6"])
    person.page.click("#show-matrix")
    person.page.click("text=Next solution")
    assert person.run("() => document.documentElement.scrollWidth - innerWidth") <= 0
    person.page.get_by_label("Step", exact=True).focus()
    top = person.run("() => scrollY")
    person.press("ArrowLeft")
    assert person.run("() => scrollY") == pytest.approx(top, abs=2)
    person.page.set_viewport_size({"width": 1280, "height": 800})
