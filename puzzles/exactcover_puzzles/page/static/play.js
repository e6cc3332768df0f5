// The Play tab: the state of the board, and help. Pieces are carried; marks are chosen for a place.
import { button, follow, isEnter, make, row, say } from "./dom.js";
import { Hand } from "./hand.js";
import { Help } from "./help.js";
import { History } from "./history.js";
import { nameOf, randomOf } from "./shapes.js";
import { Tab } from "./tab.js";

export class Play extends Tab {
  name = "Play";

  hand = new Hand(this);
  help = new Help(this);

  get keys() {
    if (this.paints)
      return "Click or drag to paint; do it again to mark as empty. "
        + "Arrow keys move, Enter paints, X marks as empty, Delete clears.";
    if (!this.pieces?.length)
      return "Arrow keys move. Type a value, or press Enter for the choices; Delete removes it.";
    const turn = this.hand.can("turn") ? ", turn it with R" : "";
    const flip = this.hand.can("flip") ? ", flip it with F" : "";
    return `Choose a piece with [ and ]${turn}${flip}. Arrow keys move it, `
      + "Enter places it, Delete removes it.";
  }

  get touch() {
    if (this.paints) return "Tap or drag to paint; do it again to mark as empty.";
    if (!this.pieces?.length) return "Tap a place for the choices.";
    const first = this.hand.can("turn") ? "; tap it first to turn it" : "";
    return `Drag a piece onto the board${first}. Drag it off the board to remove it.`;
  }

  /** What was played before the page was reloaded. */
  kept = stored();
  /** Another puzzle: nothing is chosen. */
  forget() {
    Object.assign(this, { chosen: [], painted: new Map(), seen: [] });
    this.options = this.said = this.pieces = this.hand.held = null;
    // In this tab Undo takes back a move.
    this.history = new History(() => this.#now, (was) => {
      [this.chosen, this.painted] = was;
      this.before = this.#now;
      this.#restart();
    });
    this.before = this.#now;
  }

  /** Shuffle, turn and renumber tiles, since a file may list them as in a solution. The same puzzle is
      always shuffled in the same way. */
  #shuffle(pieces) {
    const random = randomOf(JSON.stringify(this.page.book.stated));
    const tiles = pieces.some(({ pictures }) => pictures.length);
    const drawn = pieces.map((piece) => [tiles ? random() : 0, piece]).sort(([one], [other]) => one - other);
    this.pieces = drawn.map(([, piece]) => piece);
    this.shapes = this.pieces.map(({ shapes }) => (tiles ? Math.floor(random() * shapes.length) : 0));
    this.numbers = new Map(tiles ? this.pieces.map(({ name }, k) => [name, `${k + 1}`]) : []);
  }

  /** The name of what an option puts on the board. */
  #named(option) {
    const { piece, text } = this.options[option];
    return piece ? this.called(piece) : text;
  }

  /** The name of a piece on the page. */
  called(name) {
    return this.numbers.has(name) ? `piece ${this.numbers.get(name)}` : name;
  }

  async enter() {
    const { page, page: { board, looked: { view } } } = this;
    page.showPuzzle();
    if (!view) return;
    if (!this.pieces) this.#shuffle(view.pieces);
    board.look(view.pictures, true);
    this.paints = Object.keys(view.painted).length > 0;
    if (!this.options) {
      const answer = await page.ask("options");
      if (answer.error) {
        this.said = { text: answer.error };
        return page.refresh();
      }
      this.options = answer.marks;
      this.number = new Map(this.options.map((mark, k) => [nameOf(mark), k]));
      this.placeAt = new Map(view.places.map(({ at }, k) => [`${at}`, k]));
      const [stated, chosen, painted] = this.kept ?? [];
      this.kept = null;
      if (stated === JSON.stringify(page.book.stated)) {
        for (const option of chosen) if (this.#free(option)) this.chosen.push(option);
        this.painted = new Map(painted);
        this.before = this.#now;
      }
      if (page.tab !== this) return;
    }
    board.describe = (k) => {
      const lies = this.on(k);
      const { text, name } = view.places[k];
      if (this.paints) return `${text || name}, ${this.painted.get(k) ?? "open"}`;
      return `${name}, ${lies === null ? "free" : this.#named(lies)}`;
    };
    board.onkey = (event, k) => this.#key(event, k);
    board.onmove = () => this.hand.ghost();
    board.onpress = (place, event) => this.#press(place, event);
    board.svg.addEventListener("pointermove", (event) => {
      // A chosen piece follows the mouse.
      const { held, carrying } = this.hand;
      const place = held && !carrying ? board.at(event) : null;
      if (place === null || place === board.cursor) return;
      board.moveTo(place);
      this.hand.moved();
    });
    this.draw();
    this.#look();
    return page.refresh();
  }

  // -- what lies on the board ----------------------------------------------------------------

  answered() {
    this.draw();
  }

  get all() {
    return [...(this.page.looked.given ?? []), ...this.chosen];
  }

  get rows() {
    return this.options && !this.paints ? { chosen: this.all } : null;
  }

  /** The option that lies on a place, or null. */
  on(place) {
    return this.all.find((option) => this.options[option].places.includes(place)) ?? null;
  }

  draw() {
    const { board, looked } = this.page;
    if (!this.options || this.page.tab !== this) return;
    store([JSON.stringify(this.page.book.stated), this.chosen, [...this.painted]]);
    const given = new Set(looked.given);
    const painted = [...this.painted].map(([k, shade]) => ({ mark: { places: [k], shade } }));
    const seen = this.seen.map((mark) => ({ mark }));
    const lie = this.all.map((option) =>
      ({ mark: this.options[option], classes: given.has(option) ? "given" : "" }));
    board.marks([...painted, ...lie, ...seen]);
    const named = this.said?.places?.map((k) => [k, this.said.bad ? "bad" : ""]);
    board.name(named ?? this.page.placesOfReason());
    if (this.said?.show !== undefined) board.ghost({ mark: this.options[this.said.show], classes: "hint" });
    else this.hand.ghost();
  }

  /** Ask what else shows on the changed board. */
  async #look() {
    if (!this.page.looked.view.seen) return;
    const chosen = this.all;
    const found = await this.page.ask("seen", { chosen });
    if (`${chosen}` !== `${this.all}`) return; // it has changed again
    this.seen = found.marks ?? [];
    this.draw();
  }

  /** The present state, to which a later change can be undone. */
  get #now() {
    return [[...this.chosen], new Map(this.painted)];
  }

  /** Record the state before the last change, if anything changed. */
  #remember() {
    const now = this.#now;
    const [was, is] = [this.before, now].map(([chosen, painted]) => JSON.stringify([chosen, [...painted]]));
    if (was !== is) this.history.add(this.before);
    this.before = now;
  }

  /** Whether the option exists and its places are free. */
  #free(option) {
    return Boolean(this.options[option]?.places.every((place) => this.on(place) === null));
  }

  #restart() {
    this.said = null;
    this.draw();
    this.#look();
    this.page.refresh();
  }

  put(option) {
    if (!this.#free(option)) return;
    this.chosen.push(option);
    this.#changed(`${this.#named(option)} is placed.`);
  }

  /** Put an option in place of another one, or nothing. */
  move(from, to) {
    this.chosen = this.chosen.filter((each) => each !== from);
    if (to !== null && this.#free(to)) this.chosen.push(to);
    this.#changed(`${this.#named(from)} is ${to === null ? "removed" : "moved"}.`);
  }

  #changed(text) {
    this.#remember();
    const { view } = this.page.looked;
    const covered = new Set(this.all.flatMap((option) => this.options[option].places));
    const black = [...this.painted.values()].filter((shade) => shade === "black").length;
    const full = covered.size >= view.places.filter(({ shade }) => shade !== "black").length;
    const placed = (piece) => piece.most - this.left(piece) >= piece.least;
    const complete = this.paints ? black === view.painted.black && "All black cells are painted"
      : view.spare ? this.pieces.every(placed) && "All pieces are placed"
      : full ? "All places are filled"
      : this.all.length >= this.page.size && "As many are placed as in a solution";
    say(text);
    this.#restart();
    if (complete) this.help.check(complete);
  }

  /** The options that may still be placed, as propagation knows it. */
  placeable({ live }) {
    const chosen = new Set(this.all);
    return live.filter((option) => !chosen.has(option) && this.options[option].places.length);
  }

  /** The number of copies of a piece that are left. */
  left(piece) {
    const used = this.all.filter((option) => this.options?.[option].piece === piece.name).length;
    return piece.most - used;
  }

  #press(place, event) {
    const option = this.on(place);
    if (this.paints) this.#paint(place, event);
    else if (!this.pieces.length) this.#choices(place);
    else if (this.chosen.includes(option)) this.hand.lift(event, place, option);
    // A piece chosen in the tray is placed where the user clicks.
    else if (option === null && this.hand.held) this.hand.drop(place);
  }

  /** Handle a key; returns whether it means something. */
  #key(event, place) {
    const name = event.key.toLowerCase();
    const away = name === "delete" || name === "backspace";
    const enter = isEnter(event);
    const option = this.on(place);
    if (name === "h") this.help.hint();
    else if (this.paints) {
      if (!enter && name !== "x" && !away) return false;
      this.#paintOne(place, away ? null : enter ? "black" : "light");
    } else if (away) {
      if (this.chosen.includes(option)) this.move(option, null);
    } else if (this.pieces.length) return this.hand.key(event, place);
    else if (enter) this.#choices(place);
    else return name.length === 1 && this.#type(place, name);
    return true;
  }

  // -- places that are painted ---------------------------------------------------------------

  #paint(first, event) {
    const next = { undefined: "black", black: "light", light: undefined }[this.painted.get(first)];
    const shade = event.shiftKey ? "light" : next;
    const painted = new Set();
    const add = (k) => {
      if (k === null || painted.has(k) || !this.#shade(k, shade)) return;
      painted.add(k);
      this.draw();
    };
    add(first);
    follow((moved) => add(this.page.board.at(moved)), () => this.#changed(`${painted.size} painted.`));
  }

  /** Give a place a shade, or none; says whether it can have one. */
  #shade(k, shade) {
    if (this.page.looked.view.places[k].shade === "clue") return false;
    if (shade) this.painted.set(k, shade);
    else this.painted.delete(k);
    return true;
  }

  /** Paint places, each with its shade. */
  paint(shades) {
    for (const [k, shade] of shades) this.#shade(k, shade);
    this.#changed("Painted.");
  }

  #paintOne(place, shade) {
    if (!this.#shade(place, this.painted.get(place) === shade ? null : shade)) return;
    this.#changed(`${this.page.looked.view.places[place].name}, ${this.painted.get(place) ?? "open"}`);
  }

  // -- places that are filled by choice ------------------------------------------------------

  #type(place, text) {
    const option = this.options.findIndex(({ places, text: shown = "" }) =>
      places.length === 1 && places[0] === place && shown.toLowerCase() === text);
    if (option < 0) return false;
    this.#replace(place, option);
    return true;
  }

  #replace(place, option) {
    const lies = this.on(place);
    if (lies !== null && !this.chosen.includes(lies)) return;
    const { places, piece, text } = this.options[option];
    const meets = (each) => this.options[each].places.some((k) => places.includes(k));
    if ((this.page.looked.given ?? []).some(meets)) return;
    this.chosen = this.chosen.filter((each) => !meets(each));
    if (lies !== option) this.chosen.push(option);
    this.#changed(`${text || piece} at ${this.page.looked.view.places[place].name}.`);
  }

  #choices(place) {
    const { board, dialog, looked } = this.page;
    const found = this.options.flatMap((mark, k) => (mark.places.includes(place) ? [[mark, k]] : []));
    if (!found.length || (looked.given ?? []).includes(this.on(place))) return;
    const called = (k) => looked.view.places[k].name;
    const choice = (text, put) => button(text, () => {
      dialog.close();
      put();
      board.host.focus();
    });
    const choices = found.map(([{ places, piece, text }, k]) => {
      const where = places.length > 1 ? ` on ${places.map(called).join(" ")}` : "";
      return choice(`${text || piece || "here"}${where}`, () => this.#replace(place, k));
    });
    const lies = this.on(place);
    if (this.chosen.includes(lies)) choices.push(choice("Empty", () => this.move(lies, null)));
    this.page.message(called(place), row(...choices), "Cancel");
  }

  panel() {
    if (!this.options) return [make("p", {}, this.said?.text ?? "…")];
    const again = () => {
      this.chosen = [];
      this.painted = new Map();
      this.#remember();
      this.#restart();
    };
    const { sketch, given } = this.page.looked;
    const state = (stated) => this.page.edit({ given: stated });
    return [this.help.buttons(),
      row(button("Take back", () => this.history.undo(), { disabled: !this.history.past.length }),
        button("Start again", again, { disabled: !this.chosen.length && !this.painted.size })),
      make("div", {}, ...this.help.said()),
      ...(this.pieces.length ? this.hand.tray() : []),
      // What lies on the board can become part of the puzzle.
      sketch?.at && row(
        button("Make these given", () => state(this.all), { disabled: !this.chosen.length }),
        given?.length && button("Clear all givens", () => state([]))),
    ];
  }
}

/** What this browser tab has stored, or null. */
function stored() {
  try {
    return JSON.parse(sessionStorage.getItem("play"));
  } catch {
    return null;
  }
}

function store(played) {
  try {
    sessionStorage.setItem("play", JSON.stringify(played));
  } catch { /* then it is lost when the page is reloaded */ }
}
