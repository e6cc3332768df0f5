// The Design tab: draw boards and choose pieces. Python makes every change, in the text.
import { thumbnail } from "./board.js";
import { button, field, follow, isEnter, labelled, make, row, say, select } from "./dom.js";
import { Find } from "./find.js";
import { Palette } from "./palette.js";
import { PieceDrawing } from "./piece_drawing.js";
import { placeName, shifted } from "./shapes.js";
import { sheetTools } from "./sheets.js";
import { Tab } from "./tab.js";

export class Design extends Tab {
  name = "Design";

  get keys() {
    const usual = "Arrow keys move, Enter or Space adds or removes a cell. Drag to draw.";
    return this.page.looked.sketch?.keys ?? usual;
  }

  get touch() {
    return this.page.looked.sketch?.touch ?? "Tap or drag to add cells; do it again to remove them.";
  }

  find = new Find(this.page);
  /** The symmetries to keep while drawing. */
  keep = "";
  palette = new Palette(this.page);
  drawing = new PieceDrawing(this.page);
  /** The shift of the shown board's cells since the puzzle was opened. */
  seen = [];

  forget(from) {
    if (["edit", "undo"].includes(from)) return;
    this.keep = ""; // it was for another board
    this.drawing.board = null;
  }

  /** Whether the puzzle has a board to draw. */
  get available() {
    return this.page.kind?.edits;
  }

  enter() {
    const { board, looked } = this.page;
    const { sketch } = looked;
    if (!sketch) return this.page.showPuzzle();
    if (sketch.places) return this.#tiles(sketch);
    const places = sketch.at.map((at, k) => ({
      at, corners: sketch.corners[k], on: sketch.on[k], name: placeName(at),
    }));
    // The drawing may have grown: the cursor stays at its cell.
    const { shift } = this.page;
    const seen = board.places[board.cursor]?.at;
    const here = seen && shifted(shifted(seen, shift), this.seen, -1);
    this.seen = shift;
    board.show(places, [], { editable: true });
    const cursor = places.findIndex(({ at }) => `${at}` === `${here}`);
    if (cursor >= 0) board.moveTo(cursor);
    board.describe = (k) => `${places[k].name}, ${places[k].on ? "a cell of the board" : "not a cell"}`;
    board.onkey = (event, k) => {
      if (isEnter(event)) this.#paint(k, (_, end) => end());
      return isEnter(event);
    };
    board.onpress = (first) => this.#paint(first, follow);
    board.marks((looked.given_marks ?? []).map((mark) =>
      ({ mark: { ...mark, places: mark.places.map((k) => this.#here(k)) }, classes: "given" })));
    return this.answered();
  }

  /** The number of a puzzle's place on the drawn board, or -1. */
  #here(k) {
    const at = `${this.page.looked.view?.places[k]?.at}`;
    return this.page.board.places.findIndex((place) => `${place.at}` === at);
  }

  /** A board with places to click; Python decides what a click does. */
  #tiles(sketch) {
    const { board } = this.page;
    board.show(sketch.places, this.page.looked.view?.lines, { editable: true });
    board.marks(sketch.marks.map((mark) => ({ mark })));
    board.describe = (k) => {
      const { name, text } = board.places[k];
      return `${name} ${text || sketch.marks.find(({ places }) => places.includes(k))?.piece || "empty"}`;
    };
    const press = async (place, key) => {
      await this.page.edit({ at: board.places[place].at, key });
      say(board.describe(board.cursor));
    };
    board.onkey = (event, k) => {
      if (event.key.length > 1 && !isEnter(event)) return false;
      press(k, isEnter(event) ? "" : event.key);
      return true;
    };
    board.onpress = (place) => press(place, "");
  }

  /** Mark the places named in the reason for the answer. */
  answered() {
    if (this.page.looked.sketch?.at) this.page.board.name(this.page.placesOfReason((k) => this.#here(k)));
  }

  /** Add or remove a cell, and those where `along` leads. */
  #paint(first, along) {
    const { seen } = this;
    this.#change(new Promise((resolve) => {
      this.page.board.paint(first, along, (cells, on) => resolve({ cells, on, keep: this.keep, seen }));
    }));
  }

  async #change(change) {
    if (await this.page.edit(change) === null && !(await change).cells.length) return;
    const n = this.page.looked.sketch?.on.filter(Boolean).length ?? 0;
    if (!this.page.pending) say(`${(await change).on ? "Added" : "Removed"}. The board has ${n} cells.`);
  }

  panel() {
    const { sketch } = this.page.looked;
    if (!sketch) return this.page.about();
    if (sketch.actions)
      return [...this.page.about(), row(...Object.entries(sketch.actions).map(([action, text]) =>
        button(text, () => this.page.edit({ action }))))];
    const [motions, turns] = sketch.symmetric;
    const ways = [["", "one cell at a time"]];
    if (turns > 1) ways.push(["turns", `keep all ${turns} rotations`]);
    if (motions > 1) ways.push(["all", `keep all ${motions} symmetries`]);
    if (!ways.some(([way]) => way === this.keep)) this.keep = "";
    const keep = (way) => { this.keep = way; };
    const drawing = () => select(null, ways, this.keep, keep, { id: "keep" });
    return [...this.find.section(), ...sheetTools(this),
      ways.length > 1 && labelled("Draw", drawing(), { class: "stack" }), ...this.#pieces(sketch)];
  }

  #pieces(sketch) {
    const { stated } = sketch;
    const change = (word) => (value) => this.page.edit({ word, value });
    const stack = (text, element) => labelled(text, element, { class: "stack" });
    const rows = sketch.pieces.map(({ name, corners, least, most, drawn }) => {
      const copies = (number) => this.page.edit({ piece: name, copies: [number, number] });
      const number = least === most ? `${most}` : `${least} to ${most}`;
      return make("li", { "data-key": name, class: most ? "" : "none" },
        thumbnail(corners, this.page.board.colours.of(name), 26),
        make("span", { class: "name" }, drawn ? `${name} (drawn)` : name),
        button("−", () => copies(most - 1), { "aria-label": `one fewer ${name}`, disabled: !most }),
        make("span", { class: "count" }, number),
        button("+", () => copies(most + 1), { "aria-label": `one more ${name}` }),
        button("×", () => this.page.edit({ piece: name }),
          { "aria-label": `remove ${name}`, title: "Remove", class: "quiet" }));
    });
    const word = (name, values) => {
      const now = values.some(([value]) => value === stated[name]) ? stated[name] : "";
      return select(null, values, now, change(name));
    };
    return [
      stack("Title", field(stated.title ?? "", change("title"), { placeholder: "Untitled" })),
      make("h2", {}, "Pieces"),
      ...this.palette.panel(sketch),
      ...this.drawing.panel(sketch),
      make("ul", { class: "pieces" }, ...rows),
      // Below the list, since these lines come and go with each copy.
      ...this.page.about(),
      stack("Pieces, in words",
        field(stated.pieces ?? "", change("pieces"), { id: "pieces", spellcheck: "false" })),
      stack("Pieces may be turned over", word("reflect", [["yes", "yes"], ["no", "no"]])),
      stack("Pieces", word("use", [["", "all must be used"], ["any", "some may stay unused"],
        ["any number", "any number of each"]])),
      stack("Open cells (a number, or a range such as 0-4)",
        field(stated.holes ?? "", change("holes"), { placeholder: "none", size: 6 })),
    ];
  }
}
