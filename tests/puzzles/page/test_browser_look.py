"""How the page looks in Chromium, measured: contrast, sizes, order, and what overlaps."""

from __future__ import annotations

import os
from itertools import pairwise

import pytest

from exactcover_puzzles.registry import kind
from exactcover_puzzles.shared.shipped import shipped

from .browser import TWO, Person, served

pytestmark = pytest.mark.browser

#: Kinds with what opens them: their example, or a shipped puzzle, or words.
PUZZLES = {
    name: (name, kind(name).example)
    for name in ("domino", "dominosa", "jigsaw", "kakuro", "latin", "matching", "nonogram")
} | {
    "picture": ("picture", kind("picture").example),
    "reflect": ("reflect", kind("reflect").example),
    "sudoku": ("sudoku", kind("sudoku").example),
    "polyform": ("polyform", TWO),
    "haley": ("polyform", shipped("boards", "haley").read_text(encoding="utf-8")),
    "soma": ("polyform", shipped("boards", "soma").read_text(encoding="utf-8")),
    "queens": ("queens", None),
    "langford": ("langford", None),
}
WORDS = {"queens": ["6"], "langford": ["7"]}
TABS = ("Design", "Play", "Solutions", "Watch", "Text")
PHONE = {"width": 390, "height": 844}
#: Texts of the board that stand out too little from what is painted below them: at least 3 for
#: large letters and 4.5 for others.
_PALE = """() => {
  const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = (colour) => channels(colour).slice(0, 3)
    .map((each) => each / 255)
    .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
    .reduce((sum, each, k) => sum + each * [0.2126, 0.7152, 0.0722][k], 0);
  const svg = page.board.svg;
  const ground = getComputedStyle(document.body).backgroundColor;
  const paints = (element) => {
    const { fill, fillOpacity } = getComputedStyle(element);
    return fill.startsWith("rgb") && (channels(fill)[3] ?? 1) > 0 && fillOpacity === "1";
  };
  return [...svg.querySelectorAll("text")].filter((text) => text.textContent).flatMap((text) => {
    const { x, y, width, height } = text.getBBox();
    const at = new DOMPoint(x + width / 2, y + height / 2);
    const below = [...svg.querySelectorAll("polygon, image")]
      .filter((each) => each.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING)
      .filter((each) => each.tagName === "polygon" && each.isPointInFill(at) && paints(each));
    const colours = [getComputedStyle(text).fill,
      below.length ? getComputedStyle(below.at(-1)).fill : ground].map(light);
    const contrast = (Math.max(...colours) + 0.05) / (Math.min(...colours) + 0.05);
    const large = text.getBoundingClientRect().height > 24;
    return contrast < (large ? 3 : 4.5) ? [[text.textContent, contrast]] : [];
  });
}"""


def _open(person, name):
    of, text = PUZZLES[name]
    if text is None:
        person.run("([kind, words]) => page.book.put({ kind, words, name: '' })", of, WORDS[name])
    else:
        person.text(of, text)
    # Some take long in plain Python: how many solutions there are is nothing to look at.
    person.page.wait_for_function(
        "([kind]) => page.book.puzzle.kind === kind && page.open === page.book.puzzle", arg=[of]
    )
    person.page.wait_for_timeout(400)


def _tabs(person, *names):
    """Show those of these tabs that the open puzzle has."""
    for name in names:
        chosen = person.run(
            "([name]) => { const tab = page.tabs.find((each) => each.name === name);"
            " if (tab?.available) page.choose(tab); return page.tab.name; }", name
        )  # fmt: skip
        if chosen == name:
            person.page.wait_for_timeout(500)
            yield name


@pytest.fixture(scope="module")
def address():
    with served() as url:
        yield url


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_written_on_a_board_can_be_read(browser, address, scheme):
    person = Person(browser, address, color_scheme=scheme)
    pale = {}
    for name in PUZZLES:
        _open(person, name)
        if person.run("() => page.looked.view === undefined"):
            continue
        for tab in _tabs(person, "Play", "Solutions"):
            if found := person.run(_PALE):
                pale[name, tab] = found
    assert pale == {}
    assert person.faults == []
    person.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_black_is_darker_than_what_can_be_filled(browser, address, scheme):
    person = Person(browser, address, color_scheme=scheme)
    shade = """([what]) => getComputedStyle(document.querySelector(what)).fill.match(/\\d+/g)
      .reduce((sum, each) => sum + Number(each), 0)"""
    _open(person, "kakuro")
    black, free = (person.run(shade, f".place{which}") for which in (".black", ":not(.black)"))
    assert black + 90 < free
    _open(person, "nonogram")
    person.tab("Solutions")
    person.wait(".shade-black .body", state="attached")
    assert person.run(shade, ".shade-black .body") + 300 < person.run(shade, ".place:not(.clue)")
    person.context.close()


def _box(person, what):
    return person.page.locator(what).first.bounding_box()


@pytest.mark.parametrize("name", ["haley", "soma", "jigsaw", "reflect", "polyform", "sudoku"])
def test_on_a_phone_the_board_comes_first_and_the_tray_below_it(browser, address, name):
    person = Person(browser, address, has_touch=True, is_mobile=True)
    person.page.set_viewport_size(PHONE)
    _open(person, name)
    (_,) = _tabs(person, "Play")
    header, answer, board, tabs = (
        _box(person, each) for each in ("header", ".answer", "#board", "#tabs")
    )
    assert header["height"] <= 50
    assert answer["height"] <= 50
    assert board["y"] <= 110
    assert board["height"] >= 300
    assert tabs["y"] + tabs["height"] == PHONE["height"]
    for tab in person.page.locator("#tabs button:visible").all():
        assert tab.bounding_box()["height"] >= 44
    assert person.run("() => document.documentElement.scrollWidth") == PHONE["width"]
    below = [board, _box(person, ".keys")]
    if person.page.locator(".tray").count():
        below.append(_box(person, ".tray button"))
    below.append(tabs)
    for upper, lower in pairwise(below):
        assert upper["y"] + upper["height"] <= lower["y"]
    # What one line has no room for is told by a button.
    person.page.click("#more")
    assert person.page.inner_text("#whole").startswith(person.page.inner_text("#verdict")[:12])
    # The rest of the tools is in a menu.
    person.page.click("#menu")
    assert person.page.locator("#save").is_visible()
    assert person.faults == []
    person.context.close()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_boards_fill_their_stage(browser, address, size):
    person = Person(browser, address)
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    for name in set(PUZZLES) - {"soma"}:
        _open(person, name)
        for tab in _tabs(person, "Solutions"):
            shares = person.run("""() => {
              const stage = document.querySelector("#board").getBoundingClientRect();
              const boxes = [...stage && document.querySelectorAll("#board .place, #board img")]
                .map((each) => each.getBoundingClientRect());
              const most = (end) => Math.max(...boxes.map((each) => each[end]));
              const least = (end) => Math.min(...boxes.map((each) => each[end]));
              return [(most("right") - least("x")) / stage.width,
                (most("bottom") - least("y")) / stage.height];
            }""")
            assert 0.8 <= max(shares) <= 1.001, (name, tab)
            assert min(shares) <= 1.001
    person.context.close()


def test_a_solid_is_seen_whole_and_turns_by_buttons_keys_and_dragging(browser, address):
    person = Person(browser, address)
    _open(person, "soma")
    person.tab("Solutions")
    person.wait("#board .mark", state="attached")
    drawn = "() => document.querySelector('.solid svg').innerHTML"
    seen = [person.run(drawn)]
    # 27 faces, in the colours of the pieces that are seen.
    assert seen[0].count('class="face"') == 27
    assert person.run("() => document.querySelectorAll('.solid .face[style]').length") == 27
    turn = person.page.get_by_label("Turn the solid to the left")
    for _ in range(4):
        turn.click()
        seen.append(person.run(drawn))
    assert seen[4] == seen[0]
    assert len(set(seen)) == 4
    person.page.locator(".solid svg").focus()
    at = person.run("() => [page.board.cursor, page.tab.at]")
    person.press("ArrowLeft", "ArrowLeft", "ArrowRight")
    assert person.run(drawn) == seen[1]
    person.press("ArrowRight", "ArrowUp")
    assert person.run(drawn) not in seen
    person.press("ArrowDown")
    assert person.run("() => [page.board.cursor, page.tab.at]") == at
    box = _box(person, ".solid svg")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    person.drag([x, y], [x - box["width"] / 4, y])
    assert person.run(drawn) == seen[1]
    # A partly built one: a piece and the floor under it.
    person.tab("Play")
    person.wait(".tray svg", state="attached")
    person.focus(0)
    person.press("]", "Enter")
    assert 3 <= person.run(drawn).count('class="face"') < 12
    assert 'class="face open"' in person.run(drawn)
    assert person.faults == []
    person.context.close()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_layers_of_a_solid_are_large_named_and_beside_it(browser, address, size):
    person = Person(browser, address)
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    _open(person, "soma")
    person.tab("Play")
    person.page.wait_for_timeout(300)
    names = person.page.locator("#board .caption text").all_text_contents()
    assert names == ["Layer 1, top", "Layer 2", "Layer 3, bottom"]
    places = [each.bounding_box() for each in person.page.locator("#board .place").all()]
    assert min(each["width"] for each in places) >= (60 if size[0] > 500 else 32)
    solid = _box(person, ".solid svg")
    right, bottom = solid["x"] + solid["width"], solid["y"] + solid["height"]
    assert all(each["x"] >= right or each["y"] >= bottom for each in places)
    stage = _box(person, "#board")
    assert max(each["y"] + each["height"] for each in places) <= stage["y"] + stage["height"] + 1
    person.context.close()


def test_a_clue_of_kakuro_has_both_sums_and_a_diagonal_between_them(person):
    verdict = person.open("kakuro", "grid:\n#  #    4\\\n#  2\\3  .\n\\3  .    .\n", "Play")
    assert verdict == "Exactly one solution"
    person.wait(".printed.sum", state="attached")
    at = person.run("""() => {
      const [[x, y]] = page.board.places.find(({ text }) => text === "2\\\\3").corners;
      const middles = [...document.querySelectorAll(".printed.sum")].map((each) => {
        const box = each.getBBox();
        return [each.textContent, box.x + box.width / 2, box.y + box.height / 2];
      }).filter(([, across, down]) => across > x && across < x + 1 && down > y && down < y + 1);
      const middle = (text) => middles.find(([each]) => each === text).slice(1);
      return [[x, y], middle("2"), middle("3")];
    }""")
    (x, y), (down_x, down_y), (across_x, across_y) = at
    assert down_x - x < down_y - y < 1
    assert across_y - y < across_x - x < 1
    diagonals = person.page.locator(".diagonal").count()
    assert diagonals == person.run("() => page.board.places.filter(({ text }) => text).length")


def test_rows_and_columns_are_labelled_as_sentences_call_them(person):
    person.open("sudoku", kind("sudoku").example, "Play")
    labels = person.page.locator(".coordinate text").all_text_contents()
    assert labels == ["r1", "r2", "r3", "r4", "c1", "c2", "c3", "c4"]
    inside = person.run("""() => {
      const stage = document.querySelector("#board svg").getBoundingClientRect();
      const boxes = (of) =>
        [...document.querySelectorAll(of)].map((each) => each.getBoundingClientRect());
      const places = boxes(".place");
      return boxes(".coordinate text")
        .every(({ x, y, right, bottom }) => x >= stage.x && y >= stage.y
          && places.every((place) => right <= place.x || bottom <= place.y));
    }""")
    assert inside


def test_a_reason_is_one_sentence_on_the_board_and_its_names_are_behind_details(person):
    text = "grid: square\npieces: P, U, X\nboard:\n#####\n#####\n#####\n"
    assert person.open("polyform", text, "Design") == "No solution"
    said = person.page.inner_text("#detail")
    assert said.count(".") == 1
    assert said.count("cell") == 1
    name = person.run(
        "() => page.answer.items[0].places.map((k) => page.looked.view.places[k].name)"
    )
    assert name[0] in said
    assert person.page.locator("#board .named.bad").count() == 1
    assert not person.page.locator("#whole").is_visible()
    person.page.click("#more")
    assert person.page.inner_text("#whole").count("cell ") > 2
    assert person.page.get_attribute("#more", "aria-expanded") == "true"
    person.open("polyform", TWO)
    assert not person.page.locator("#more").is_visible()
    assert not person.page.locator("#whole").is_visible()


def test_a_search_is_said_to_go_on_only_if_it_takes_a_while(person):
    person.open("polyform", TWO)
    person.run("""() => {
      window.verdicts = [];
      new MutationObserver(() => verdicts.push(document.querySelector("#verdict").textContent))
        .observe(document.querySelector("#verdict"), { childList: true, subtree: true });
      const ask = page.engine.ask.bind(page.engine);
      window.late = 0;
      page.engine.ask = async (question, how) => {
        // In at most this time, however busy the machine is.
        if (question.ask !== "answer") return ask(question, how);
        await new Promise((resolve) => { setTimeout(resolve, late); });
        return { verdict: "unique", count: "1", nodes: 1 };
      };
      window.restore = () => { page.engine.ask = ask; };
    }""")
    person.open("sudoku", kind("sudoku").example)
    assert person.run("() => verdicts") == ["Exactly one solution"]
    person.run("() => { late = 600; }")
    person.open("latin", kind("latin").example)
    assert person.run("() => verdicts")[1:] == ["Searching…", "Exactly one solution"]
    person.run("() => restore()")


@pytest.mark.parametrize(
    ("scheme", "size"), [("light", (1280, 800)), ("dark", (390, 844))], ids=["wide", "narrow"]
)
def test_axe_finds_nothing_in_any_tab_of_any_kind(browser, address, scheme, size):
    person = Person(browser, address, color_scheme=scheme, bypass_csp=True)
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    person.page.add_script_tag(path=os.environ["AXE"])
    found = {}
    for name in PUZZLES:
        _open(person, name)
        for tab in _tabs(person, *TABS):
            said = person.page.evaluate("axe.run().then((found) => found.violations)")
            if said:
                found[name, tab] = [
                    (each["id"], [node["html"][:120] for node in each["nodes"]]) for each in said
                ]
    assert found == {}
    person.context.close()


#: How wide the widest text on a place is, as a share of its place; the width of the widest heavy
#: line in pixels; and the number of dots.
_DRAWN = """() => {
  const wide = (each) => each.getBoundingClientRect().width;
  const { svg, polygons } = page.board;
  const cell = Math.min(...polygons.map(wide));
  const scale = svg.getScreenCTM().a;
  const heavy = [...svg.querySelectorAll(".heavy")];
  return [Math.max(0, ...[...svg.querySelectorAll(".printed")].map((each) => wide(each) / cell)),
    Math.max(0, ...heavy.map((each) => parseFloat(getComputedStyle(each).strokeWidth) * scale)),
    svg.querySelectorAll(".dot").length];
}"""


@pytest.mark.parametrize("name", ["calendar", "statue-park", "kenken", "pips"])
def test_texts_fit_their_places_lines_are_not_too_thick_and_circles_have_no_dots(one, name):
    of = kind(name)
    text = {"calendar": "month-day", "statue-park": "small"}.get(name)
    text = shipped(of.shipped, text).read_text(encoding="utf-8") if text else of.example
    one.open(name, text, "Play")
    one.until("page.tab.name === 'Play' && page.tab.begun")
    widest, heaviest, dots = one.run(_DRAWN)
    assert (widest <= 1, heaviest <= 6, dots) == (True, True, 0)
    if name == "pips":
        assert "Dominoes: 1-2 2-5 6-6" in one.page.inner_text("#panel")
    assert "tab Text" in one.page.get_attribute("#tab-0", "title")
