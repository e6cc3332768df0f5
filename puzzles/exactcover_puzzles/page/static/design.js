// The Design tab: draw boards and choose pieces. Python makes every change, in the text.
import { box, points, thumbnail } from "./board.js";
import {
  button, draw, field, follow, isEnter, labelled, make, note, row, say, select, sentence,
} from "./dom.js";
import { Find } from "./find.js";
import { joined, placeName, shifted } from "./shapes.js";
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
  /** What to print or cut, the edge of a cell and the width of the cut in millimetres. */
  sizes = { what: "tray", mm: 10, kerf: 0 };
  /** The shift of the shown board's cells since the puzzle was opened. */
  seen = [];

  forget(from) {
    if (!["edit", "undo"].includes(from)) this.keep = ""; // it was for another board
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
      if (isEnter(event)) this.#paint(k, places, (_, end) => end());
      return isEnter(event);
    };
    board.onpress = (first) => this.#paint(first, places, follow);
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
  #paint(first, places, along) {
    const on = !places[first].on;
    const { seen, page: { board } } = this;
    const cells = [];
    const add = (k) => {
      if (places[k]?.on !== !on) return;
      cells.push(places[k].at);
      // Shown before Python confirms it.
      places[k].on = on;
      board.polygons[k].setAttribute("class", `place ${on ? "on" : "off"}`);
    };
    add(first);
    this.#change(new Promise((resolve) => {
      along((moved) => add(board.at(moved)), () => resolve({ cells, on, keep: this.keep, seen }));
    }));
  }

  async #change(change) {
    await this.page.edit(change);
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
    if (turns > 1) ways.push(["turns", `keep its ${turns} rotations`]);
    if (motions > 1) ways.push(["all", `keep all ${motions} symmetries`]);
    if (!ways.some(([way]) => way === this.keep)) this.keep = "";
    const keep = (way) => { this.keep = way; };
    const drawing = () => select(null, ways, this.keep, keep, { id: "keep" });
    return [ways.length > 1 && labelled("Drawing", drawing(), { class: "stack" }),
      ...this.#pieces(sketch), ...this.find.section(), ...this.#sheets()];
  }

  /** Sheets to print or cut, besides solutions. */
  #sheets() {
    const known = Object.entries(this.page.kind?.sheets ?? {});
    if (!known.length || this.page.looked.fault) return [];
    const { sizes } = this;
    const { what } = sizes;
    const change = (name) => (value) => {
      sizes[name] = value;
      this.page.refresh();
    };
    const number = (text, name, min, max) => labelled(`${text} `, field(sizes[name], change(name),
      { type: "number", min, max, step: "any" }));
    const files = (form) =>
      this.page.ask("sheet", { what, form, mm: Number(sizes.mm), kerf: Number(sizes.kerf) });
    const forms = what === "cut" ? ["svg", "dxf"] : ["pdf", "svg", "png"];
    return [make("h2", {}, "Print and cut"),
      this.saver("Save", forms, files, [select("What to make", known, what, change("what"))]),
      what === "cut" && row(number("Edge of a cell (mm)", "mm", 1, 1000),
        number("Width of the cut (mm)", "kerf", 0, 100))];
  }

  #pieces(sketch) {
    const { stated } = sketch;
    const change = (word) => (value) => this.page.edit({ word, value });
    const stack = (text, element) => labelled(text, element, { class: "stack" });
    const families = sketch.families.map((family) =>
      button(family, () => change("pieces")([stated.pieces, family].filter(Boolean).join(", "))));
    const rows = sketch.pieces.map(({ name, corners, least, most, drawn }) => {
      const copies = (number) => this.page.edit({ piece: name, copies: [number, number] });
      const number = least === most ? `${most}` : `${least} to ${most}`;
      return make("li", {},
        thumbnail(corners, this.page.board.colours.of(name), 26),
        make("span", { class: "name" }, drawn ? `${name} (drawn)` : name),
        button("−", () => copies(most - 1), { "aria-label": `one fewer ${name}` }),
        make("span", {}, `× ${number}`),
        button("+", () => copies(most + 1), { "aria-label": `one more ${name}` }));
    });
    const word = (name, values) => {
      const now = values.some(([value]) => value === stated[name]) ? stated[name] : "";
      return select(null, values, now, change(name));
    };
    return [
      stack("Title", field(stated.title ?? "", change("title"), { placeholder: "Untitled" })),
      make("h2", {}, "Pieces"),
      stack("Choose by name",
        field(stated.pieces ?? "", change("pieces"), { id: "pieces", spellcheck: "false" })),
      row(make("span", { class: "note" }, "Add:"), ...families,
        button("Draw one…", () => this.#drawPiece(sketch))),
      make("ul", { class: "pieces" }, ...rows),
      // Below the list, since these lines come and go with each copy.
      ...this.page.about(),
      stack("Pieces may be turned over", word("reflect", [["yes", "yes"], ["no", "no"]])),
      stack("Pieces", word("use", [["", "all must be used"], ["any", "some may stay unused"]])),
      stack("Open cells (a number, or a range such as 0-4)",
        field(stated.holes ?? "", change("holes"), { placeholder: "none", size: 6 })),
    ];
  }

  /** A dialog with cells on which to draw a piece. */
  #drawPiece({ patch }) {
    const cells = new Map(patch);
    const chosen = new Set();
    const said = note("", { role: "status" });
    const cell = (at) => {
      const toggle = (event) => {
        if (event.type === "keydown" && !isEnter(event)) return;
        event.preventDefault();
        if (!chosen.delete(at)) chosen.add(at);
        const one = joined([...chosen], cells);
        said.textContent = one ? "" : "These cells are not connected along edges.";
        event.target.setAttribute("class", `place ${chosen.has(at) ? "on" : "off"}`);
        event.target.setAttribute("aria-checked", chosen.has(at));
      };
      return draw("polygon", {
        class: "place off", points: points(cells.get(at)), tabindex: 0, role: "checkbox",
        "aria-checked": "false", "aria-label": placeName(at), onpointerdown: toggle, onkeydown: toggle,
      });
    };
    const name = make("input", { required: true, placeholder: "name of the piece" });
    const copies = make("input", { type: "number", min: 1, max: 999, value: 1 });
    const fault = make("p", { class: "fault", role: "alert" });
    const add = async () => {
      const number = Math.max(1, Math.min(999, Number(copies.value) || 1));
      const piece = name.value.trim();
      const error = !piece || !chosen.size ? "Expected a name and at least one cell."
        : await this.page.edit({ piece, cells: [...chosen], copies: [number, number] });
      if (error) fault.textContent = sentence(error);
      else this.page.dialog.close();
    };
    this.page.message("Draw a piece", [
      draw("svg", {
        viewBox: box([...cells.values()]).join(" "), class: "editable", role: "group", "aria-label": "Cells",
        style: "width:100%;max-height:22rem",
      }, [...cells.keys()].map(cell)),
      row(labelled("Name ", name), labelled("Copies ", copies)), said, fault,
    ], "Cancel", button("Add it", add, { class: "main" }));
  }
}
