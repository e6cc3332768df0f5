// The page: the open puzzle, what is known about it, and the tab in use.
import { answerTools, solve, verdict } from "./answer.js";
import { first } from "./begin.js";
import { Board } from "./board.js";
import { Book, fromAddress, toAddress } from "./book.js";
import { Browse } from "./browse.js";
import { Colours } from "./colours.js";
import { Design } from "./design.js";
import { button, byId, letGo, make, note, picture, row, sentence, update } from "./dom.js";
import { connect, Refused } from "./engine.js";
import { Matrix } from "./matrix.js";
import { Photographs } from "./photographs.js";
import { Play } from "./play.js";
import { presentable } from "./present.js";
import { shifted } from "./shapes.js";
import { tablist, tablistNow } from "./tablist.js";
import { TextTab } from "./text.js";
import { tools, undoNow } from "./tools.js";
import { Watch } from "./watch.js";

class Page {
  /** `usual`: the kind that a page opens with; `forms`: of files that can be written. */
  constructor(engine, { kinds, usual, forms }) {
    Object.assign(this, { engine, kinds, usual, forms });
    this.book = new Book();
    this.board = new Board(byId("board"));
    this.matrix = new Matrix(this);
    this.dialog = byId("dialog");
    presentable(this.dialog);
    this.looked = {};
    this.leaving = new AbortController();
    // The number of pending changes; the shift of the board's cells by finished changes; and whether
    // the verdict belongs to the open puzzle.
    this.pending = 0;
    this.edits = Promise.resolve();
    this.shift = [];
    this.told = false;
    this.answer = null;
    this.tabs = [Design, Play, Browse, Watch, Photographs, TextTab].map((Tab) => new Tab(this));
    this.tab = this.tabs[0];
    this.book.addEventListener("change", ({ detail }) => detail === "edit" || this.changed(detail));
    tools(this);
    tablist(this);
  }

  get kind() {
    return this.kinds.find(({ name }) => name === this.book.puzzle.kind);
  }

  // -- asking --------------------------------------------------------------------------------

  /** Ask about the puzzle that is open. If another one is opened meanwhile, the search ends, and so
      does what waits for it, with an AbortError: nothing is shown of a puzzle that is gone. */
  async ask(name, values = {}, how = {}) {
    const { signal: leaving } = this.leaving;
    const signal = how.signal ? AbortSignal.any([how.signal, leaving]) : leaving;
    const answer = await this.engine.ask({ ...this.book.stated, ...values, ask: name }, { ...how, signal });
    leaving.throwIfAborted();
    return answer;
  }

  /** The puzzle or its text changed: read it, show it, and search for the answer. */
  async changed(from, edited = null) {
    if (!edited) letGo();
    this.answer = null;
    this.leaving.abort();
    const leaving = (this.leaving = new AbortController());
    this.pending = 0; // earlier questions are not awaited
    this.edits = Promise.resolve();
    if (!edited) Object.assign(this, { shift: [], edited: null, changing: {} });
    this.told = false;
    undoNow(this);
    const looked = edited ?? (await this.ask("read"));
    await this.#addressed(from === "" && this.open ? "pushState" : "replaceState");
    if (leaving.signal.aborted || (edited && this.pending)) return; // a newer state follows soon
    this.open = this.book.puzzle;
    this.looks(looked, from);
  }

  /** The address of the puzzle and the shown tab. */
  async address() {
    return `${location.pathname}#${await toAddress(this.book.puzzle)}.${this.tab.name}`;
  }

  /** Show the address; `how`: as a page of its own, to which the browser's Back returns, or not. */
  async #addressed(how = "replaceState") {
    const { puzzle } = this.book;
    const address = await this.address();
    if (puzzle !== this.book.puzzle) return;
    try {
      history[how](null, "", address);
    } catch { /* browsers limit how often this may be called */ }
  }

  /** Open the puzzle and tab of an address; returns whether there is one. `from`: "back" if the browser
      went back to it, or forth. */
  async openAddress(from = "") {
    const hash = location.hash.slice(1);
    if (!hash) return false;
    const puzzle = await fromAddress(hash);
    const tab = this.tabs.find(({ name }) => hash.endsWith(`.${name}`)) ?? this.tab;
    if (puzzle) this.put(puzzle, tab, from);
    else {
      const why = "It does not hold a complete puzzle. Perhaps part of it was lost in copying.";
      this.message("This link is damaged", make("p", {}, why));
    }
    return Boolean(puzzle);
  }

  /** Open a puzzle and show it in a tab once it is read, or at once if it is open already. */
  put(puzzle, tab, from = "") {
    if (!this.book.put(puzzle, from)) return this.choose(tab);
    if (tab !== this.tab) this.tab.leave();
    this.tab = tab;
  }

  /** Show a dialog whose last button closes it. */
  message(title, shown, close = "Close", ...buttons) {
    const last = row(...buttons, button(close, () => this.dialog.close()));
    this.dialog.replaceChildren(make("h2", {}, title), ...[shown].flat(), last);
    this.dialog.showModal();
  }

  looks(looked, from) {
    // While a drawn board's text is not yet a puzzle, the board stays.
    this.looked = looked;
    if (looked.fault && this.unread && this.unread.text === this.book.puzzle.text)
      looked.fault = this.unread.fault;
    for (const tab of this.tabs) {
      tab.saving = null;
      tab.forget(from);
    }
    const { view, sketch } = looked;
    const pieces = view?.pieces ?? sketch?.pieces ?? [];
    const before = from ? this.board.colours : null;
    this.board.colours = new Colours(pieces.map(({ name }) => name), before);
    const title = looked.title || sketch?.stated?.title || this.book.puzzle.name || "Untitled";
    byId("title").textContent = title;
    document.title = `${title} · Puzzles`;
    if (!this.tab.available) {
      this.tab = this.tabs.find((tab) => tab.available && tab.name !== "Text") ?? this.tabs.at(-1);
      this.#addressed();
    }
    this.enter();
    solve(this, from === "edit");
  }

  /** Have Python make a change, which may be a promise; returns its error message or null. Changes
      run in order, and only the last one is shown. */
  edit(change) {
    this.pending++;
    const { changing: of } = this;
    return (this.edits = this.edits.then(() => this.#edit(change, of)));
  }

  async #edit(promised, of) {
    const { seen, ...change } = await promised;
    if (of !== this.changing) return null; // another puzzle has been opened
    let error = null;
    if (change.cells?.length !== 0) {
      // Its cells are those of the board as the user saw it.
      if (seen) change.cells = change.cells.map((at) => shifted(shifted(at, this.shift), seen, -1));
      const { text, shift, error: fault = null, ...looked } = await this.ask("edit", { change });
      error = fault;
      if (!error) {
        this.edited = looked;
        if (shift?.length) this.shift = shifted(shift, this.shift);
        this.book.put({ ...this.book.puzzle, text }, "edit");
      }
    }
    this.pending--;
    if (!this.pending) {
      if (this.book.puzzle === this.open) this.enter();
      else await this.changed("edit", this.edited);
      if (error) this.verdict("", sentence(error), "");
    }
    return error;
  }

  verdict(kind, text, detail, working, more) {
    verdict(this, kind, text, detail, working, more);
  }

  /** The places named in the reason for "impossible", numbered as on the board. */
  placesOfReason(placeOf = (k) => k) {
    const { answer } = this;
    if (answer?.verdict !== "impossible") return [];
    return (answer.items ?? []).flatMap(({ places, weight }) =>
      places.map((k) => [placeOf(k), weight < 0 ? "less" : "bad"]).filter(([k]) => k >= 0));
  }

  // -- showing -------------------------------------------------------------------------------

  /** Show the unsolved puzzle. */
  showPuzzle() {
    const { looked, board } = this;
    const { view, sketch } = looked;
    if (view) {
      board.show(view.places, view.lines, view);
      board.marks((looked.given_marks ?? []).map((mark) => ({ mark, classes: "given" })));
    } else if (looked.drawing) board.instead(picture(looked.drawing, looked.text_view ?? looked.title));
    else if (sketch?.places) board.show(sketch.places);
    else if (sketch) {
      const cells = sketch.at.map((at, k) => ({ at, corners: sketch.corners[k], name: `${at}` }));
      board.show(cells.filter((_, k) => sketch.on[k]));
    } else board.instead(make("pre", {}, looked.text_view || this.book.puzzle.text || ""));
  }

  /** Facts known before a search, as paragraphs. */
  about() {
    const { looked } = this;
    const texts = [looked.sizes, ...(looked.notes ?? []), ...(looked.remarks ?? [])].filter(Boolean);
    return texts.map((text) => note(sentence(text)));
  }

  enter() {
    this.tab.enter();
    this.refresh();
  }

  refresh() {
    const before = document.activeElement;
    update(byId("panel"), this.tab.panel().flat(Infinity).filter(Boolean));
    undoNow(this);
    const { keys = "", touch = "" } = this.tab;
    byId("keys").textContent = matchMedia("(pointer: coarse)").matches ? touch : keys;
    tablistNow(this);
    answerTools(this);
    this.matrix.show(this.tab.rows);
    // The focus of a button that is gone or disabled stays near it.
    const now = document.activeElement;
    if (now !== before || now.disabled) byId("panel").focus({ preventScroll: true });
  }

  choose(tab) {
    if (tab === this.tab || !tab.available) return;
    letGo();
    this.tab.leave();
    this.tab = tab;
    this.enter();
    if (this.open === this.book.puzzle) this.#addressed(); // else a page of history of its own is due
  }
}

async function main() {
  const { start, engine } = await connect();
  const ask = async (question) => {
    const answer = await engine.ask(question);
    if (answer.error) throw new Refused(answer.error);
    return answer;
  };
  if (start.static) byId("verdict").textContent = "Starting Python in this browser…";
  const known = await ask({ ask: "kinds" });
  const page = new Page(engine, known);
  globalThis.page = page;
  if (await page.openAddress()) return true;
  const { kind: stated, text, words, name: title = "" } = start;
  if (text !== undefined || words) return page.book.put({ kind: stated, text, words, name: title });
  // The requested kind, or the usual one.
  const called = (wanted) => known.kinds.find(({ name }) => name === wanted);
  const kind = called(start.kind) ?? called(known.usual);
  const begun = kind.opens.length ? null : first(kind);
  const name = kind.opens[0] ?? kind.starts[0].name;
  const shipped = async () => (await ask({ ask: "shipped", kind: kind.name, name })).text;
  return page.book.put(begun ?? { kind: kind.name, text: await shipped(), name: "" });
}

// The answer to an abandoned question is nobody's concern.
addEventListener("unhandledrejection", (event) => {
  if (event.reason?.name === "AbortError") event.preventDefault();
});
main().catch((error) => {
  const why = `This page could not start: ${error}`;
  byId("verdict").textContent = error instanceof Refused ? error.message : why;
});
