// The page: the open puzzle, what is known about it, and the tab in use.
import { begin, first, opened } from "./begin.js";
import { Board } from "./board.js";
import { Book, download, fromAddress, toAddress } from "./book.js";
import { Browse } from "./browse.js";
import { Colours } from "./colours.js";
import { Design } from "./design.js";
import { button, byId, make, note, picture, row, say, sentence, update } from "./dom.js";
import { connect, Refused } from "./engine.js";
import { Photographs } from "./photographs.js";
import { Play } from "./play.js";
import { shifted } from "./shapes.js";
import { TextTab } from "./text.js";
import { underway, verdictOf } from "./verdict.js";
import { Watch } from "./watch.js";

const SECONDS = 60;

class Page {
  /** `usual`: the kind that a page opens with; `forms`: of files that can be written. */
  constructor(engine, { kinds, usual, forms }) {
    Object.assign(this, { engine, kinds, usual, forms });
    this.book = new Book();
    this.board = new Board(byId("board"));
    this.dialog = byId("dialog");
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
    this.#tools();
    this.#tablist();
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
    this.leaving.abort();
    const leaving = (this.leaving = new AbortController());
    this.pending = 0; // earlier questions are not awaited
    this.edits = Promise.resolve();
    if (!edited) [this.shift, this.edited] = [[], null];
    this.told = false;
    this.#undoNow();
    const looked = edited ?? (await this.ask("read"));
    await this.#addressed();
    if (leaving.signal.aborted || (edited && this.pending)) return; // a newer state follows soon
    this.open = this.book.puzzle;
    this.looks(looked, from);
  }

  /** The address of the puzzle and the shown tab. */
  async #address() {
    return `${location.pathname}#${await toAddress(this.book.puzzle)}.${this.tab.name}`;
  }

  async #addressed() {
    const { puzzle } = this.book;
    const address = await this.#address();
    if (puzzle !== this.book.puzzle) return;
    try {
      history.replaceState(null, "", address);
    } catch { /* browsers limit how often this may be called */ }
  }

  /** Open the puzzle and tab of an address; returns whether there is one. */
  async openAddress() {
    const hash = location.hash.slice(1);
    if (!hash) return false;
    const puzzle = await fromAddress(hash);
    if (puzzle) this.put(puzzle, this.tabs.find(({ name }) => hash.endsWith(`.${name}`)) ?? this.tab);
    else {
      const why = "It does not hold a complete puzzle. Perhaps part of it was lost in copying.";
      this.message("This link is damaged", make("p", {}, why));
    }
    return Boolean(puzzle);
  }

  /** Open a puzzle and show it in a tab once it is read, or at once if it is open already. */
  put(puzzle, tab) {
    if (this.book.put(puzzle)) this.tab = tab;
    else this.choose(tab);
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
    for (const tab of this.tabs) tab.forget();
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
    this.#solve(from === "edit");
  }

  /** Have Python make a change, which may be a promise; returns its error message or null. Changes
      run in order, and only the last one is shown. */
  edit(change) {
    this.pending++;
    return (this.edits = this.edits.then(() => this.#edit(change)));
  }

  async #edit(promised) {
    const { seen, ...change } = await promised;
    // Its cells are those of the board as the user saw it.
    if (seen) change.cells = change.cells.map((at) => shifted(shifted(at, this.shift), seen, -1));
    const { text, shift, error = null, ...looked } = await this.ask("edit", { change });
    this.pending--;
    if (!error) {
      this.edited = looked;
      if (shift?.length) this.shift = shifted(shift, this.shift);
      this.book.put({ ...this.book.puzzle, text }, "edit");
    }
    if (!this.pending) {
      if (this.book.puzzle === this.open) this.enter();
      else await this.changed("edit", this.edited);
      if (error) this.verdict("", sentence(error), "");
    }
    return error;
  }

  // -- the answer ----------------------------------------------------------------------------

  async #solve(edited) {
    this.answer = null;
    this.size = Infinity; // number of options on the board in a solution, once known
    const { looked, leaving } = this;
    if (looked.error) return this.verdict("impossible", "This could not be read", sentence(looked.error));
    if (looked.fault) {
      const { line, found, expected } = looked.fault;
      const where = line ? `line ${line}: ` : "";
      return this.verdict("", "Not a puzzle yet", `${where}${found}; expected ${expected}`);
    }
    const searching = (this.searching = new AbortController());
    this.verdict("", "Searching…", "", true);
    // Wait for users who draw faster than answers come: an abandoned search costs a process.
    const quick = edited && this.unanswered;
    this.unanswered = true;
    if (quick) await new Promise((resolve) => { setTimeout(resolve, 250); });
    if (leaving.signal.aborted) return;
    const started = performance.now();
    let partly = null;
    const onPart = (part) => {
      if (searching.signal.aborted) return;
      if (part.marks) this.size = part.marks.filter(({ places }) => places.length).length;
      const [text, detail] = underway(part);
      partly = text ?? partly;
      this.verdict("", partly ?? "Searching…", detail, true);
    };
    const how = { signal: searching.signal, onPart };
    const answer = await this.ask("answer", { seconds: SECONDS }, how).catch((error) => {
      if (searching.signal.aborted && !leaving.signal.aborted) this.verdict("", partly ?? "Stopped", "");
      throw error;
    });
    this.unanswered = false;
    this.answer = answer;
    this.verdict(...verdictOf(answer, looked.misfit, (performance.now() - started) / 1000, SECONDS));
    this.tab.answered();
  }

  verdict(kind, text, detail, working = false) {
    const shown = document.querySelector(".answer");
    shown.className = `answer ${kind || (working ? "working" : "known")}`;
    if (byId("verdict").textContent !== text) byId("verdict").textContent = text;
    byId("detail").textContent = detail;
    this.told = !working;
    this.#answerTools();
  }

  #answerTools() {
    const working = document.querySelector(".answer.working");
    const spare = this.answer?.verdict === "several" && this.looked.spare && this.tab.name === "Design";
    const tool = working ? button("Stop", () => this.searching?.abort())
      : spare && button("Count solutions without each cell", () => this.#without());
    byId("answer-tools").replaceChildren(...(tool ? [tool] : []));
  }

  async #without() {
    const answer = await this.ask("without", { seconds: 30 });
    const known = byId("verdict").textContent;
    if (answer.error) return this.verdict("several", known, sentence(answer.error));
    const at = new Map(this.looked.view.places.map((place, k) => [`${place.at}`, answer.counts[k]]));
    this.board.numbers(this.board.places.map((place) => at.get(`${place.at}`) ?? ""));
    return this.verdict("several", known, "Each number counts the solutions in which its cell stays open.");
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
    update(byId("panel"), this.tab.panel().flat(Infinity).filter(Boolean));
    this.#undoNow();
    const { keys = "", touch = "" } = this.tab;
    byId("keys").textContent = matchMedia("(pointer: coarse)").matches ? touch : keys;
    this.#tablistNow();
    this.#answerTools();
  }

  #tablist() {
    byId("tabs").replaceChildren(...this.tabs.map((tab, k) =>
      button(tab.name, () => this.choose(tab), {
        role: "tab", id: `tab-${k}`, "aria-controls": "panel",
        onkeydown: (event) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          if (!step) return;
          const usable = this.tabs.filter((each) => each.available);
          this.choose(usable[(usable.indexOf(this.tab) + step + usable.length) % usable.length]);
          byId("tabs").querySelector('[aria-selected="true"]').focus();
        },
      })));
  }

  #tablistNow() {
    this.tabs.forEach((tab, k) => {
      const shown = byId(`tab-${k}`);
      shown.setAttribute("aria-selected", tab === this.tab);
      shown.tabIndex = tab === this.tab ? 0 : -1;
      shown.disabled = !tab.available;
      shown.hidden = !tab.available && tab.name === "Photographs"; // few puzzles have it
      if (tab === this.tab) byId("panel").setAttribute("aria-labelledby", `tab-${k}`);
    });
  }

  choose(tab) {
    if (tab === this.tab || !tab.available) return;
    this.tab.leave();
    this.tab = tab;
    this.enter();
    this.#addressed();
  }

  #undoNow() {
    const { past, future } = this.tab.history;
    byId("undo").disabled = !past.length;
    byId("redo").disabled = !future.length;
  }

  // -- the buttons above ---------------------------------------------------------------------

  #tools() {
    byId("new").addEventListener("click", () => begin(this));
    byId("open").addEventListener("click", () => byId("file").click());
    byId("file").addEventListener("change", async ({ target }) => {
      await opened(this, target.files[0]);
      target.value = "";
    });
    byId("save").addEventListener("click", () => {
      const { name, kind, text, words } = this.book.puzzle;
      download(name || `${kind}.txt`, words ? `puzzles ${kind} ${words.join(" ")}\n` : text);
    });
    byId("share").addEventListener("click", async () => {
      const address = `${location.origin}${await this.#address()}`;
      try {
        await navigator.clipboard.writeText(address);
        say("Copied the address of this page, which contains the puzzle.");
        byId("share").textContent = "Copied";
        setTimeout(() => { byId("share").textContent = "Copy link"; }, 1500);
      } catch {
        const how = { readonly: true, "aria-label": "Address", style: "width:100%" };
        const shown = make("input", { ...how, value: address });
        this.message("An address that contains the puzzle", shown);
        shown.select();
      }
    });
    byId("undo").addEventListener("click", () => this.tab.history.undo());
    byId("redo").addEventListener("click", () => this.tab.history.redo());
    addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || /^(TEXTAREA|INPUT)$/.test(event.target.tagName)) return;
      if (event.key === "z" && !event.shiftKey) this.tab.history.undo();
      else if (event.key === "y" || (event.key === "Z" && event.shiftKey)) this.tab.history.redo();
      else return;
      event.preventDefault();
    });
    byId("skip").addEventListener("click", (event) => {
      event.preventDefault(); // the address contains the puzzle
      byId("board").focus();
    });
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      opened(this, event.dataTransfer?.files[0]);
    });
    addEventListener("hashchange", () => this.openAddress());
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
  // The requested kind, or one with a puzzle that plain Python counts at once.
  const called = (wanted) => known.kinds.find(({ name }) => name === wanted);
  const kind = called(start.kind) ?? called(known.usual);
  const begun = kind.opens.length ? null : first(kind);
  const name = kind.opens[start.static ? 1 : 0] ?? kind.shipped[0];
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
