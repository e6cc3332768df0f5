// The gallery of "New…": a card with a picture for each kind and each bundled puzzle, and a search.
import { first, forms, started } from "./begin.js";
import { Board, thumbnail } from "./board.js";
import { Colours } from "./colours.js";
import { button, make, note, picture, sentence } from "./dom.js";

/** What Python said of pictures, by the question: each is asked for once. */
const previews = new Map();

/** Kinds come first; choosing one shows what it can begin with. A search shows both. */
export class Gallery {
  /** The cards, by what they show; and those in sight that still need a picture. */
  cards = new Map();
  waiting = new Set();

  constructor(page) {
    this.page = page;
    const { dialog } = page;
    this.offered = page.kinds.filter(({ starts }) => starts.length);
    this.search = make("input", {
      role: "searchbox", placeholder: "Search puzzles", "aria-label": "Search for a puzzle",
      oninput: () => this.show(), onkeydown: ({ key }) => key === "Enter" && this.#all()[0]?.click(),
    });
    this.shown = make("div", { class: "shown" });
    this.sight = new IntersectionObserver((seen) => {
      for (const { target, isIntersecting } of seen) this.waiting[isIntersecting ? "add" : "delete"](target);
      this.#draw();
    }, { root: dialog, rootMargin: "100px" });
    // With the focus on the search, a keyboard on the screen would hide half of the gallery.
    const touched = matchMedia("(pointer: coarse)").matches;
    const title = make("h2", touched ? { tabindex: -1, autofocus: true } : {}, "New puzzle");
    const head = make("div", { class: "head" }, title, this.search, button("Cancel", () => dialog.close()));
    const onkeydown = (event) => this.#keys(event);
    dialog.replaceChildren(make("div", { class: "gallery", onkeydown }, head, this.shown));
    const end = () => { this.sight.disconnect(); this.shown.remove(); };
    dialog.addEventListener("close", end, { once: true });
    this.show();
    dialog.showModal();
  }

  /** Show a kind; or all kinds; or what fits the words of the search. */
  show(kind = null) {
    if (kind) this.search.value = "";
    const words = this.search.value.toLowerCase().split(/\s+/);
    const fit = (...texts) => words.every((word) => texts.join(" ").toLowerCase().includes(word));
    const among = kind ? [kind] : this.search.value.trim() ? this.offered : [];
    const found = [
      this.offered.filter(({ name, purpose }) => !kind && fit(name, purpose)).map((of) => this.#kind(of)),
      among.flatMap((of) => of.starts.filter(({ name, title, line }) => fit(of.name, name, title, line))
        .map((start) => this.#start(of, start))),
    ].filter(({ length }) => length);
    this.shown.replaceChildren(...[
      kind && [button("‹ All kinds", () => { this.show(); this.cards.get(kind).focus(); }),
        make("h2", {}, kind.name), note(sentence(kind.purpose)), forms(this.page, kind)],
      found.map((cards) => make("div", { class: "cards" }, ...cards)),
      !found.length && note("No puzzle fits these words."),
    ].flat(2).filter(Boolean));
    this.shown.querySelector("form button")?.classList.add("main");
    this.page.dialog.scrollTop = 0;
    if (kind) this.shown.querySelector("button").focus();
  }

  #kind(kind) {
    const { name } = kind.starts[0];
    const asked = { ...(first(kind) ?? { kind: kind.name, name }), solved: true };
    return this.#card(kind, kind.name, sentence(kind.purpose), asked, () => this.show(kind));
  }

  #start({ name: kind, ...of }, start) {
    const { name, title, line } = start;
    const puzzle = name ? { kind, name } : first({ name: kind, ...of });
    const put = async () => {
      const answer = name ? await this.page.engine.ask({ ...puzzle, ask: "shipped" }) : puzzle;
      if (!this.page.dialog.open) return; // cancelled meanwhile
      if (answer.error)
        this.page.message("The puzzle could not be opened", make("p", {}, sentence(answer.error)));
      else started(this.page, { ...puzzle, text: answer.text, name: name && `${name}.txt` });
    };
    return this.#card(start, title, sentence(line || of.purpose), puzzle, put);
  }

  #card(of, title, line, asked, open) {
    if (!this.cards.has(of)) {
      const shown = make("span", { class: "picture", "aria-hidden": "true" });
      const card = button([shown, make("b", {}, title), make("small", {}, line)], open);
      card.asked = asked;
      this.cards.set(of, card);
      this.sight.observe(card);
    }
    return this.cards.get(of);
  }

  /** Ask for the pictures of the cards in sight, one after the other. */
  async #draw() {
    if (this.drawing) return;
    this.drawing = true;
    for (const card of this.waiting) {
      const key = JSON.stringify(card.asked);
      const preview = previews.get(key) ?? await this.page.engine.ask({ ...card.asked, ask: "preview" });
      if (!this.shown.isConnected) return; // closed
      if (!preview.error) previews.set(key, preview);
      card.firstChild.replaceChildren(...drawn(preview, card.asked.solved ? "" : "given"));
      this.sight.unobserve(card);
      this.waiting.delete(card);
    }
    this.drawing = false;
  }

  #all() {
    return [...this.shown.querySelectorAll(".cards button")];
  }

  /** Arrow keys go from card to card, and from the search to the cards and back. */
  #keys(event) {
    const cards = this.#all(), here = event.target, at = cards.indexOf(here);
    const down = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const beside = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (at < 0 ? here !== this.search || !down : !(down || beside)) return;
    const { x, y } = here.getBoundingClientRect();
    const far = (card) => { // the row counts more than the column
      const box = card.getBoundingClientRect(), below = down * (box.y - y);
      return below > 10 ? 9 * below + Math.abs(box.x - x) : Infinity;
    };
    const nearest = cards.reduce((best, each) => (far(each) < far(best) ? each : best), here);
    const next = at < 0 ? cards[0] : beside ? cards[at + beside] : nearest;
    (next === here && down < 0 ? this.search : next)?.focus();
    event.preventDefault();
  }
}

/** A preview as elements: the board, and some of its pieces below it. */
function drawn({ places, lines, dashes, pictures, marks, pieces, drawing }, classes) {
  if (!places) return drawing ? [picture(drawing, "")] : [];
  const host = make("span", { class: "seen" });
  const board = new Board(host);
  board.colours = new Colours(pieces.map(({ name }) => name));
  board.show(places, lines, { dashes, pictures, bare: true });
  board.marks(marks.map((mark) => ({ mark, classes })));
  if (board.solid) host.replaceChildren(board.solid.element.querySelector("svg"));
  const tray = pieces.map(({ name, outlines, lines: above, pictures: looks }) =>
    thumbnail(outlines[0], board.colours.of(name), looks.length ? 18 : 13, {},
      { lines: above, picture: board.pictures[looks[0]] }));
  return [host, make("span", { class: "strip" }, tray)];
}
