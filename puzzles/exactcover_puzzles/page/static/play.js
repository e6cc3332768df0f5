// The Play tab: what lies on the board, and what Python says of it. Pieces are carried (Hand), places are
// painted (Paint) or filled (Fill).
import { button, byId, make, note, row } from "./dom.js";
import { Fill } from "./fill.js";
import { Game } from "./game.js";
import { Hand } from "./hand.js";
import { Help } from "./help.js";
import { Judge } from "./judge.js";
import { Paint } from "./paint.js";
import { nameOf } from "./shapes.js";
import { shuffled, tray } from "./tray.js";

export class Play extends Game {
  name = "Play";

  hand = new Hand(this);
  paint = new Paint(this);
  fill = new Fill(this);
  help = new Help(this);
  judge = new Judge(this);

  constructor(page) {
    super(page);
    setInterval(() => this.#tick(), 1000);
    document.addEventListener("visibilitychange", () => this.time(!document.hidden));
  }

  /** What handles presses and keys. */
  get way() {
    return this.paints ? this.paint : this.pieces?.length ? this.hand : this.fill;
  }

  get keys() {
    return this.way.keys;
  }

  get touch() {
    return this.way.touch;
  }

  /** The name of what an option puts on the board. */
  named(option) {
    const { piece, text } = this.options[option];
    if (this.fill.crosses) return piece || "a cross";
    if (this.pieces.some(({ name }) => name === piece)) return this.called(piece);
    return this.fill.symbols.length ? text : this.page.looked.option;
  }

  /** The name of a piece on the page. */
  called(name) {
    return this.numbers.has(name) ? `piece ${this.numbers.get(name)}` : name;
  }

  async enter() {
    const { page, page: { board, looked: { view } } } = this;
    page.showPuzzle();
    if (!view) return;
    if (!this.pieces) Object.assign(this, shuffled(view.pieces, JSON.stringify(page.book.stated)));
    board.look(view.pictures, true);
    this.paints = Object.keys(view.painted).length > 0;
    if (!this.options) {
      const answer = await page.ask("options");
      if (answer.error) {
        this.said = { text: answer.error };
        return page.refresh();
      }
      this.options = answer.marks;
      this.fill.begin(page.looked, this.options);
      this.number = new Map(this.options.map((mark, k) => [nameOf(mark), k]));
      this.placeAt = new Map(view.places.map(({ at }, k) => [`${at}`, k]));
      this.puzzle = JSON.stringify(page.book.stated);
      this.begun = true;
      if (this.resumes) this.resume(...this.games.of(this.puzzle));
      if (page.tab !== this) return;
    }
    board.host.classList.toggle("selects", this.way === this.fill);
    board.describe = (k) => this.#describe(k);
    board.onkey = (event, k) => this.#key(event, k);
    board.onarrow = (key, event) => this.way === this.fill && this.fill.arrow(key, event);
    board.onmove = () => this.hand.ghost();
    board.onpress = (place, event) => this.#press(place, event);
    this.#listen(board);
    if (!this.paused && !this.judge.solved) this.clock.start();
    this.draw();
    this.judge.look();
    return page.refresh();
  }

  leave() {
    this.time(false);
  }

  #listen({ svg }) {
    const { board } = this.page;
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
    svg.addEventListener("pointerdown", (event) => {
      const place = event.button === 2 ? board.at(event) : null;
      if (place !== null && !this.hand.held) this.#press(place, event);
    });
    for (const name of ["wheel", "mousedown"])
      svg.addEventListener(name, (event) => this.hand.twist(event), { passive: false });
    svg.addEventListener("pointermove", (event) => {
      // A chosen piece follows the mouse.
      const { held, carrying } = this.hand;
      const place = held && !carrying ? board.at(event) : null;
      if (place === null || place === board.cursor) return;
      board.moveTo(place);
      this.hand.moved();
    });
  }

  #describe(k) {
    const { text, name, shade } = this.page.looked.view.places[k];
    if (this.paints) return `${text || name}, ${this.painted.get(k) ?? "open"}`;
    const lies = this.on(k);
    const notes = this.pencil.get(k);
    const open = text || (shade === "clue" ? "nothing" : "free");
    if (lies === null) return `${name}, ${notes ? `pencil marks ${notes.join(" ")}` : open}`;
    const how = this.chosen.includes(lies) ? this.judge.clashes.has(lies) && ", clashes" : ", given";
    return `${name}, ${this.named(lies)}${how || ""}`;
  }

  #tick() {
    const shown = byId("clock");
    if (shown && this.page.tab === this) shown.textContent = `${this.clock}`;
  }

  // -- what lies on the board ----------------------------------------------------------------

  answered() {
    this.page.refresh(); // how many are left is known
    this.draw();
  }

  get rows() {
    return this.options && !this.paints ? { chosen: this.all } : null;
  }

  draw() {
    const { board, looked } = this.page;
    if (!this.options || this.page.tab !== this) return;
    this.keep();
    const given = new Set(looked.given), { clashes } = this.judge;
    const painted = [...this.painted].map(([k, shade]) => ({ mark: { places: [k], shade } }));
    const seen = this.judge.seen.map((mark) => ({ mark }));
    const lie = this.all.map((option) => ({ mark: this.options[option],
      classes: `${given.has(option) ? "given" : ""} ${clashes.has(option) ? "bad" : ""}`.trim() }));
    board.marks([...painted, ...lie, ...seen]);
    this.fill.draw();
    const named = this.said?.places?.map((k) => [k, this.said.bad ? "bad" : ""]);
    board.name(named ?? this.page.placesOfReason());
    const shown = [this.said?.show ?? []].flat();
    if (shown.length) board.ghost(shown.map((each) => ({ mark: this.options[each], classes: "hint" })));
    else this.hand.ghost();
  }

  shown() {
    this.said = null;
    this.draw();
    this.page.refresh();
    this.judge.look();
  }

  #press(place, event) {
    const option = this.on(place);
    if (this.paints) this.paint.press(place, event);
    else if (!this.pieces.length) this.fill.press(place, event);
    else if (event.button === 2 || (option === null && !this.hand.held)) {
      if (this.fill.clicks) this.fill.press(place, event);
    } else if (this.chosen.includes(option)) this.hand.lift(event, place, option);
    // A piece chosen in the tray is placed where the user clicks.
    else if (option === null) this.hand.drop(place);
  }

  /** Handle a key; returns whether it means something. */
  #key(event, place) {
    if (this.way.key(event, place)) return true;
    const name = event.key.toLowerCase();
    if (name === "h") this.help.hint();
    else if (name === "delete" || name === "backspace") this.fill.clear(place);
    else return false;
    return true;
  }

  /** The time and how much is left. */
  #status() {
    const { rest, paused } = this;
    const label = `${paused ? "Continue" : "Pause"} the clock`;
    return make("div", { class: "row status" },
      button(`${this.clock}`, () => this.pause(), { id: "clock", title: label, "aria-pressed": paused }),
      rest !== null && make("span", {}, rest ? `${rest} left` : "none left"));
  }

  panel() {
    if (!this.options) return [make("p", {}, this.said?.text ?? "Preparing the puzzle…")];
    const { sketch, given, notes = [] } = this.page.looked;
    const state = (stated) => this.page.edit({ given: stated });
    const begun = this.chosen.length || this.painted.size || this.pencil.size;
    return [this.#status(),
      make("div", { class: "talk" }, ...this.help.said()),
      ...(sketch ? [] : notes.map((text) => note(text))), // (else they stand in Design)
      ...(this.pieces.length ? tray(this.hand) : this.fill.pad()),
      this.help.buttons(),
      row(button("Take back", () => this.history.undo(), { disabled: !this.history.past.length }),
        button("Remove my mistakes", () => this.help.mend(), { disabled: !begun }),
        button("Start again", () => this.startAgain(), { disabled: !begun })),
      // What lies on the board can become part of the puzzle.
      sketch?.at && row(
        button("Make these given", () => state(this.all), { disabled: !this.chosen.length }),
        given?.length && button("Clear all givens", () => state([]))),
    ];
  }
}
