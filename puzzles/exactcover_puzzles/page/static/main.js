// The page: which puzzle is open, what is known of it, and which tool is in use.
import { Board, Colours } from "./board.js";
import { Book, download, fromAddress, MOST, toAddress } from "./book.js";
import { Browse } from "./browse.js";
import { Design } from "./design.js";
import { button, byId, grouped, make, picture, say, sentence } from "./dom.js";
import { connect, Refused } from "./engine.js";
import { Photographs } from "./photographs.js";
import { Play } from "./play.js";
import { TextTab } from "./text.js";
import { Watch } from "./watch.js";
import { wishing } from "./wishing.js";

const SECONDS = 60;

class Page {
  constructor(engine, { kinds, forms }) {
    this.engine = engine;
    this.kinds = kinds;
    this.forms = forms; // of files that can be written
    this.book = new Book();
    this.board = new Board(byId("board"));
    this.dialog = byId("dialog");
    this.looked = {};
    this.leaving = new AbortController();
    // Changes that are under way, one after the other; by what those that are made moved the cells
    // of the board; and whether the verdict is of the puzzle that is open.
    this.pending = 0;
    this.edits = Promise.resolve();
    this.shift = [];
    this.told = false;
    this.answer = null;
    this.tabs = [new Design(this), new Play(this), new Browse(this), new Watch(this), new Photographs(this), new TextTab(this)];
    this.tab = this.tabs[0];
    this.book.addEventListener("change", ({ detail }) => detail === "edit" || this.changed(detail));
    this.#tools();
    this.#tablist();
  }

  get kind() {
    return this.kinds.find(({ name }) => name === this.book.puzzle.kind);
  }

  // -- asking --------------------------------------------------------------------------------

  /** Ask about the puzzle that is open. If another one is opened meanwhile, the search ends, and
      what waits for it waits forever: nothing is shown of a puzzle that is gone. */
  async ask(name, values = {}, how = {}) {
    const { leaving } = this;
    const signal = how.signal ? AbortSignal.any([how.signal, leaving.signal]) : leaving.signal;
    try {
      const answer = await this.engine.ask({ ...this.book.stated, ...values, ask: name }, { ...how, signal });
      if (!leaving.signal.aborted) return answer;
    } catch (error) {
      if (!leaving.signal.aborted) throw error;
    }
    return new Promise(() => {});
  }

  /** Another puzzle, or another text: read it, show it, and look for the answer. */
  async changed(from, edited = null) {
    this.leaving.abort();
    const leaving = (this.leaving = new AbortController());
    this.pending = 0; // what was asked before is not waited for
    this.edits = Promise.resolve();
    if (!edited) [this.shift, this.edited] = [[], null];
    this.told = false;
    this.#undoNow();
    const looked = edited ?? (await this.ask("read").catch((error) => ({ error: error.message })));
    await this.#addressed();
    if (leaving.signal.aborted || (edited && this.pending)) return; // there is more to show soon
    this.open = this.book.puzzle;
    this.looks(looked, from);
  }

  /** The address of the puzzle and of the tab that is shown. */
  async #address() {
    return `${location.pathname}#${await toAddress(this.book.puzzle)}.${this.tab.name}`;
  }

  async #addressed() {
    const { puzzle } = this.book;
    const address = await this.#address();
    if (puzzle !== this.book.puzzle) return;
    try {
      history.replaceState(null, "", address);
    } catch { /* browsers allow only so many of them in a while */ }
  }

  /** Open the puzzle and the tab of an address; says whether there is one. */
  async openAddress() {
    const hash = location.hash.slice(1);
    if (!hash) return false;
    const puzzle = await fromAddress(hash);
    if (puzzle) {
      this.tab = this.tabs.find(({ name }) => hash.endsWith(`.${name}`)) ?? this.tab;
      this.book.put(puzzle);
    } else this.message("This link is damaged", make("p", {}, "It does not hold a whole puzzle. Perhaps a part of it was lost when it was copied."));
    return Boolean(puzzle);
  }

  message(title, ...said) {
    this.dialog.replaceChildren(make("h2", {}, title), ...said,
      make("div", { class: "row" }, button("Close", () => this.dialog.close())));
    this.dialog.showModal();
  }

  looks(looked, from) {
    // A board that is being drawn stays, while its text is not yet a puzzle.
    this.looked = looked;
    for (const tab of this.tabs) tab.forget();
    const names = (looked.view?.pieces ?? looked.sketch?.pieces ?? []).map((piece) => piece.name ?? piece[0]);
    this.board.colours = new Colours(names);
    this.board.look(looked.view?.pictures ?? []);
    byId("title").textContent = looked.title || looked.sketch?.stated?.title || this.book.puzzle.name || "Untitled";
    document.title = `${byId("title").textContent} · Puzzles`;
    if (!this.tab.fits) {
      this.tab = this.tabs.find((tab) => tab.fits && tab.name !== "Text") ?? this.tabs.at(-1);
      this.#addressed();
    }
    if (from === "text" && this.tab.name === "Text") {
      this.showPuzzle();
      this.tab.update?.();
      this.#tablistNow();
    } else this.enter();
    this.#solve(from === "edit");
  }

  /** Change the text by a change that Python knows, or by one that is promised; the fault as a text,
      or null. Changes wait for those before them, and the last one is shown. */
  edit(change) {
    this.pending++;
    return (this.edits = this.edits.then(() => this.#edit(change)));
  }

  async #edit(promised) {
    const { seen, ...change } = await promised;
    // Its cells are those of the board that was seen.
    if (seen) change.cells = change.cells.map((at) => at.map((k, d) => k + (this.shift[d] ?? 0) - (seen[d] ?? 0)));
    const { text, shift, error = null, ...looked } = await this.ask("edit", { change }).catch((reason) => ({ error: reason.message }));
    this.pending--;
    if (!error) {
      this.edited = looked;
      if (shift?.length) this.shift = shift.map((k, d) => k + (this.shift[d] ?? 0));
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
    this.size = Infinity; // options on the board in a solution, once one is known
    const { looked, leaving } = this;
    if (looked.error) return this.verdict("impossible", "This could not be read.", sentence(looked.error));
    if (looked.fault) {
      const { line, found, expected } = looked.fault;
      return this.verdict("", "Not a puzzle yet", `${line ? `line ${line}: ` : ""}${found}; expected ${expected}`);
    }
    const searching = (this.searching = new AbortController());
    this.verdict("", "Searching…", "", true);
    // Who draws faster than the answers come may go on: a search that is given up costs a process.
    const quick = edited && this.unanswered;
    this.unanswered = true;
    if (quick) await new Promise((resolve) => { setTimeout(resolve, 250); });
    if (leaving.signal.aborted) return;
    const started = performance.now();
    try {
      const answer = await this.ask("answer", { seconds: SECONDS }, {
        signal: searching.signal,
        onPart: (part) => { if (!searching.signal.aborted) this.#part(part); },
      });
      if (searching.signal.aborted) return;
      this.unanswered = false;
      this.answer = answer;
      this.#told(answer, (performance.now() - started) / 1000);
    } catch (error) {
      if (searching.signal.aborted) {
        this.verdict("", this.partly ?? "Stopped", "");
        return;
      }
      this.verdict("", "No answer", sentence(error.message));
    }
    this.tab.answered();
    this.#answerTools();
  }

  #part({ verdict, progress, marks }) {
    if (marks) this.size = marks.filter(([places]) => places.length).length;
    if (verdict === "possible" && !progress) this.partly = "There is a solution";
    if (progress) {
      const number = Math.max(progress.found, verdict === "several" ? 2 : 1);
      this.partly = `At least ${grouped(number)} solutions`;
      const left = progress.left === null || progress.left === undefined ? "" : `, about ${Math.ceil(progress.left)} s left`;
      const share = progress.done ? `, about ${Math.round(100 * progress.done)} % done` : "";
      this.verdict("", this.partly, `${grouped(progress.nodes)} nodes in ${Math.round(progress.seconds)} s${share}${left}`, true);
    } else this.verdict("", this.partly ?? "Searching…", "", true);
    this.#answerTools();
  }

  #told(answer, seconds) {
    const took = `${grouped(answer.nodes ?? 0)} ${answer.nodes === 1 ? "node" : "nodes"}, ${seconds.toFixed(seconds < 1 ? 2 : 1)} s`;
    const { misfit } = this.looked;
    if (answer.error) return this.verdict("", "No answer", sentence(answer.error));
    if (answer.verdict === "impossible") return this.verdict("impossible", "No solution", sentence(answer.why ?? misfit ?? ""));
    if (answer.verdict === "unique") {
      const size = answer.count === "1" ? "" : `, ${answer.count} with those that symmetries make of it`;
      return this.verdict("unique", answer.count === "1" ? "Exactly one solution" : `One solution ${answer.up_to}`, `${took}${size}`);
    }
    if (answer.verdict === "undecided")
      return this.verdict("", "Not decided", `${took}. The search was stopped after ${SECONDS} s.`);
    if (answer.complete) {
      const free = answer.free && answer.free !== answer.count;
      const number = free ? `${grouped(answer.free)} solutions ${answer.up_to}` : `${grouped(answer.count)} solutions`;
      return this.verdict("several", number, `${free ? `${grouped(answer.count)} in all; ` : ""}${took}`);
    }
    return this.verdict("several", `At least ${grouped(answer.count)} solutions`,
      `${took}${answer.estimate ? `; estimated: ${answer.estimate}` : ""}`);
  }

  verdict(kind, text, detail, working = false) {
    const shown = document.querySelector(".answer");
    shown.className = `answer ${kind || "known"} ${working ? "working" : ""}`.replace(working ? "known" : "", "").trim();
    if (byId("verdict").textContent !== text) byId("verdict").textContent = text;
    byId("detail").textContent = detail;
    this.told = !working;
    if (!working) this.#answerTools();
  }

  #answerTools() {
    const working = document.querySelector(".answer").classList.contains("working");
    const tools = [];
    if (working) tools.push(button("Stop", () => this.searching?.abort()));
    if (!working && this.answer?.verdict === "several" && this.looked.spare && this.tab.name === "Design")
      tools.push(button("Solutions without each cell", () => this.#without()));
    byId("answer-tools").replaceChildren(...tools);
  }

  async #without() {
    const answer = await this.ask("without", { seconds: 30 }).catch((error) => ({ error: error.message }));
    if (answer.error) return this.verdict("several", byId("verdict").textContent, sentence(answer.error));
    const at = new Map(this.looked.view.places.map((place, k) => [`${place.at}`, answer.counts[k]]));
    this.board.numbers(this.board.places.map((place) => at.get(`${place.at}`) ?? ""));
    return this.verdict("several", byId("verdict").textContent, "Each cell shows in how many solutions it stays open.");
  }

  /** The places that the reason for "impossible" names, as the board has them. */
  placesOfReason(answer, placeOf = (k) => k) {
    if (answer?.verdict !== "impossible") return [];
    return (answer.items ?? []).flatMap(([, places, weight]) =>
      places.map((k) => [placeOf(k), weight < 0 ? "less" : "bad"]).filter(([k]) => k >= 0));
  }

  // -- showing -------------------------------------------------------------------------------

  /** The puzzle before it is solved. */
  showPuzzle() {
    const { looked, board } = this;
    board.onkey = board.onarrow = board.onmove = null;
    if (looked.view) {
      board.show(looked.view.places, looked.view.lines, { dashes: looked.view.dashes });
      board.describe = (k) => board.places[k].name;
      board.marks((looked.given_marks ?? []).map((mark) => ({ mark, classes: "given" })));
    } else if (looked.drawing) board.host.replaceChildren(picture(looked.drawing, looked.text_view ?? looked.title));
    else if (looked.sketch?.places) board.show(looked.sketch.places);
    else if (looked.sketch) {
      board.show(looked.sketch.at.flatMap((at, k) => (looked.sketch.on[k] ? [{ at, corners: looked.sketch.corners[k], name: `${at}` }] : [])));
    } else board.host.replaceChildren(make("pre", {}, looked.text_view || this.book.puzzle.text || ""));
    if (!looked.view && !looked.sketch) board.places = [];
  }

  /** What is known before a search, as paragraphs. */
  about() {
    const { looked } = this;
    const texts = [looked.sizes, ...(looked.notes ?? []), ...(looked.remarks ?? [])].filter(Boolean);
    return texts.map((text) => make("p", { class: "note" }, sentence(text)));
  }

  enter() {
    this.tab.enter();
    this.refresh();
  }

  refresh() {
    const focused = document.activeElement;
    const inside = byId("panel").contains(focused) ? [...byId("panel").querySelectorAll("button,input,select,textarea")].indexOf(focused) : -1;
    byId("panel").replaceChildren(this.tab.panel());
    if (inside >= 0) byId("panel").querySelectorAll("button,input,select,textarea")[inside]?.focus();
    this.#undoNow();
    byId("keys").textContent = matchMedia("(pointer: coarse)").matches ? this.tab.touch : this.tab.keys;
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
          const usable = this.tabs.filter((each) => each.fits);
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
      shown.disabled = !tab.fits;
      shown.hidden = !tab.fits && tab.name === "Photographs"; // of a few puzzles
      if (tab === this.tab) byId("panel").setAttribute("aria-labelledby", `tab-${k}`);
    });
  }

  choose(tab) {
    if (tab === this.tab || !tab.fits) return;
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
    byId("new").addEventListener("click", () => this.begin());
    byId("open").addEventListener("click", () => byId("file").click());
    byId("file").addEventListener("change", async ({ target }) => {
      const [file] = target.files;
      if (file) await this.opened(file);
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
        say("The address of this page, which holds the puzzle, is copied.");
        byId("share").textContent = "Copied";
        setTimeout(() => { byId("share").textContent = "Copy link"; }, 1500);
      } catch {
        const shown = make("input", { value: address, readonly: true, "aria-label": "Address", style: "width:100%" });
        this.message("An address that holds the puzzle", shown);
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
      event.preventDefault(); // the address holds the puzzle
      byId("board").focus();
    });
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", async (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) this.opened(file);
    });
    addEventListener("hashchange", () => this.openAddress());
  }

  /** A file was opened: its kind is the first that can read it, that of the open one first. */
  async opened(file) {
    const { name, size } = file;
    const refused = (why) => this.message("This file cannot be opened", make("p", {}, `${name} ${why}.`));
    if (size > MOST) return refused(`has ${grouped(size)} bytes; a puzzle on this page has at most ${grouped(MOST)}`);
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    } catch {
      return refused("is no text in UTF-8");
    }
    if (!text.trim() || text.includes("\0")) return refused(text.trim() ? "is no text" : "is empty");
    const names = [this.book.puzzle.kind, "polyform", ...this.kinds.filter((each) => each.reads_files).map((each) => each.name)];
    for (const kind of new Set(names)) {
      const looked = await this.engine.ask({ ask: "read", kind, text }).catch((error) => ({ error: error.message }));
      if (!looked.fault && !looked.error) {
        return this.book.put({ kind, text, name });
      }
    }
    this.book.put({ kind: "polyform", text, name });
    return this.choose(this.tabs.at(-1));
  }

  /** The dialog to begin a puzzle. */
  begin() {
    const { dialog } = this;
    const shapes = [
      ["Rectangle", "square", "box", [6, 10], "pentominoes"], ["Triangles in a hexagon", "triangular", "hexagon", [3], "hexiamonds"],
      ["Triangle of triangles", "triangular", "triangle", [6], "hexiamonds"], ["Rhombus of triangles", "triangular", "box", [6, 12], "hexiamonds"],
      ["Honeycomb", "hexagonal", "hexagon", [3], "tetrahexes"], ["Box of cubes", "cubic", "box", [3, 3, 3], "tetracubes"],
      ["Mirrors and beams", "", "", [5], "", "reflect"],
    ];
    const sizes = make("input", { value: "6 10", "aria-label": "Size", size: 8 });
    const fault = make("p", { class: "fault", role: "alert" });
    const chosen = make("select", { "aria-label": "Shape", onchange: () => { sizes.value = shapes[chosen.value][3].join(" "); } },
      ...shapes.map(([text], k) => make("option", { value: k }, text)));
    const put = (puzzle) => {
      dialog.close();
      this.tab = this.tabs[0];
      this.book.put(puzzle);
      byId("board").focus();
    };
    const begin = async () => {
      const [, grid, shape, , pieces, kind = "polyform"] = shapes[chosen.value];
      const size = sizes.value.split(/[\s,x×]+/).filter(Boolean).map(Number);
      if (!size.length || !size.every(Number.isInteger)) {
        fault.textContent = `The size is ${sizes.value.trim() || "empty"}. Expected whole numbers, such as ${shapes[chosen.value][3].join(" ")}.`;
        return;
      }
      const answer = await this.engine.ask({ ask: "begin", kind, grid, shape, size, pieces, title: "" }).catch((error) => ({ error: error.message }));
      if (answer.error) fault.textContent = sentence(answer.error);
      else put({ kind, text: answer.text, name: "" });
    };
    const ordered = [...this.kinds].sort((one, other) => other.edits - one.edits);
    const shipped = ordered.flatMap(({ name: kind, shipped: names }) => names.map((name) => {
      const made = button("", async () => {
        const answer = await this.engine.ask({ ask: "shipped", kind, name }).catch((error) => ({ error: error.message }));
        if (answer.error) this.message("It could not be opened", make("p", {}, sentence(answer.error)));
        else put({ kind, text: answer.text, name: `${name}.txt` });
      });
      made.append(name.replaceAll("-", " "), make("small", {}, kind));
      return made;
    }));
    const examples = this.kinds.filter(({ name, reads_files: reads, example }) => name !== "polyform" && (example || !reads)).map((each) => {
      const made = button("", () => put(first(each)));
      made.append(each.name, make("small", {}, each.purpose));
      return made;
    });
    dialog.replaceChildren(
      make("h2", {}, "A board of your own"),
      make("div", { class: "row" }, chosen, sizes, button("Begin", begin, { class: "main" })), fault,
      make("h2", {}, "A new one with one solution"), wishing(this, put),
      make("h2", {}, "Puzzles that come with it"), make("div", { class: "cards" }, ...shipped),
      make("h2", {}, "Other kinds"), make("div", { class: "cards" }, ...examples),
      make("div", { class: "row" }, button("Cancel", () => dialog.close())));
    dialog.showModal();
  }
}

/** A kind of puzzle to begin with; null if all of its puzzles are files that come with it. */
const first = ({ name: kind, example, first_words: words, reads_files: reads }) =>
  example ? { kind, text: example, name: "" } : reads ? null : { kind, words, name: "" };

async function main() {
  const { start, engine } = await connect();
  const ask = async (question) => {
    const answer = await engine.ask(question);
    if (answer.error) throw new Refused(answer.error);
    return answer;
  };
  if (start.static) byId("verdict").textContent = "Starting Python in this browser…";
  const known = await ask({ ask: "kinds" });
  const { kinds } = known;
  const page = new Page(engine, known);
  globalThis.page = page;
  if (await page.openAddress()) return;
  const { kind: stated, text, words, name: called = "" } = start;
  if (text !== undefined || words) {
    page.book.put({ kind: stated, text, words, name: called });
    return;
  }
  // One that is counted at once, also in plain Python.
  const usual = start.static ? "tetrahexes-rows" : "pentominoes-8x8-hole";
  const wanted = kinds.find(({ name }) => name === start.kind);
  const name = wanted?.name === "polyform" ? usual : wanted?.shipped[0];
  const kind = name ? wanted.name : "polyform";
  const begun = wanted && wanted.name !== "polyform" ? first(wanted) : null;
  page.book.put(begun ?? { kind, text: (await ask({ ask: "shipped", kind, name: name ?? usual })).text, name: "" });
}

main().catch((error) => {
  byId("verdict").textContent = error instanceof Refused ? error.message : `This page could not be started: ${error}`;
});
