// Drawing boards and choosing pieces. Every change goes to Python, which changes the text.
import { box, points, thumbnail } from "./board.js";
import { button, draw, field, follow, labelled, make, note, row, say, select, sentence } from "./dom.js";
import { joined, placeName } from "./shapes.js";
import { Tab } from "./tab.js";

export class Design extends Tab {
  name = "Design";

  get keys() {
    const usual = "Arrow keys move, Enter or Space adds or removes a cell. Drag to draw.";
    return this.page.looked.sketch?.keys ?? usual;
  }

  get touch() {
    return this.page.looked.sketch?.touch ?? "Tap or drag to draw, again to take away.";
  }

  /** Symmetries that are kept. */
  keep = "";
  /** By what the cells of the board that is shown have moved since the puzzle was opened. */
  seen = [];

  /** Whether the puzzle has a board that is drawn. */
  get available() {
    return this.page.kind?.edits;
  }

  enter() {
    const { board, looked } = this.page;
    const { sketch } = looked;
    if (!sketch) {
      this.page.showPuzzle();
      return;
    }
    if (sketch.places) return this.#tiles(sketch);
    const places = sketch.at.map((at, k) => ({
      at, corners: sketch.corners[k], on: sketch.on[k], name: placeName(at),
    }));
    // The drawing may have grown: the cursor stays at its cell.
    const { shift } = this.page;
    const here = board.places[board.cursor]?.at?.map((k, d) => k + (shift[d] ?? 0) - (this.seen[d] ?? 0));
    this.seen = shift;
    board.onmove = null;
    board.show(places, [], { editable: true });
    const cursor = places.findIndex(({ at }) => `${at}` === `${here}`);
    if (cursor >= 0) board.moveTo(cursor);
    board.describe = (k) => `${places[k].name}, ${places[k].on ? "a cell of the board" : "no cell"}`;
    board.onkey = (event, k) => {
      if (event.key !== "Enter" && event.key !== " ") return false;
      const on = !places[k].on;
      this.#mark(places, k, on);
      this.#change({ cells: [places[k].at], on, keep: this.keep, seen: this.seen });
      return true;
    };
    board.svg.addEventListener("pointerdown", (event) => this.#paint(event, places));
    board.marks((looked.given_marks ?? []).map(([covered, ...rest]) =>
      ({ mark: [covered.map((k) => this.#here(k)), ...rest], classes: "given" })));
    this.#reason();
  }

  /** Where a place of the puzzle is on the board that is drawn, or -1. */
  #here(k) {
    const at = `${this.page.looked.view?.places[k]?.at}`;
    return this.page.board.places.findIndex((place) => `${place.at}` === at);
  }

  /** A board whose places are clicked; Python knows what a click does. */
  #tiles(sketch) {
    const { board } = this.page;
    board.show(sketch.places, this.page.looked.view?.lines, { editable: true });
    board.marks(sketch.marks.map((mark) => ({ mark })));
    board.describe = (k) => {
      const { name, text } = board.places[k];
      return `${name} ${text || sketch.marks.find(([places]) => places.includes(k))?.[1] || "empty"}`;
    };
    const press = async (place, key) => {
      await this.page.edit({ at: board.places[place].at, key });
      say(board.describe(board.cursor));
    };
    board.onkey = (event, k) => {
      if (event.key.length > 1 && event.key !== "Enter") return false;
      press(k, event.key === "Enter" || event.key === " " ? "" : event.key);
      return true;
    };
    board.svg.addEventListener("pointerdown", (event) => {
      const place = board.at(event.clientX, event.clientY);
      if (place === null || event.button) return;
      event.preventDefault();
      board.host.focus({ preventScroll: true });
      board.moveTo(place);
      press(place, "");
    });
  }

  /** The places that the reason for the answer names. */
  #reason() {
    const { board, answer } = this.page;
    board.name(this.page.placesOfReason(answer, (k) => this.#here(k)));
  }

  answered() {
    if (this.page.looked.sketch?.at) this.#reason();
  }

  #paint(event, places) {
    const { board } = this.page;
    const first = board.at(event.clientX, event.clientY);
    if (first === null || event.button) return;
    event.preventDefault();
    board.host.focus({ preventScroll: true });
    const on = !places[first].on;
    const { seen } = this;
    const cells = [];
    const add = (k) => {
      if (places[k]?.on !== !on) return;
      cells.push(places[k].at);
      this.#mark(places, k, on);
    };
    add(first);
    board.moveTo(first);
    this.#change(new Promise((resolve) => {
      follow((moved) => add(board.at(moved.clientX, moved.clientY)),
        () => resolve({ cells, on, keep: this.keep, seen }));
    }));
  }

  /** A cell is drawn or taken away, before Python says so. */
  #mark(places, k, on) {
    places[k].on = on;
    this.page.board.polygons[k].setAttribute("class", `place ${on ? "on" : "off"}`);
  }

  async #change(change) {
    await this.page.edit(change);
    const n = this.page.looked.sketch?.on.filter(Boolean).length ?? 0;
    if (!this.page.pending) say(`${(await change).on ? "Added" : "Removed"}. The board has ${n} cells.`);
  }

  panel() {
    const { looked, kind } = this.page;
    const { sketch } = looked;
    const made = make("div");
    if (!sketch?.stated) made.append(...this.page.about());
    if (!kind?.edits)
      made.append(note("Puzzles of this kind are stated as text: see the tab Text. New… has examples."));
    if (!kind?.edits || !sketch) return made;
    if (sketch.actions) {
      made.append(row(...Object.entries(sketch.actions).map(([action, text]) =>
        button(text, () => this.page.edit({ action })))));
      return made;
    }
    const [motions, turns] = sketch.symmetric;
    const ways = [["", "one cell at a time"]];
    if (turns > 1) ways.push(["turns", `keep its ${turns} turns`]);
    if (motions > 1) ways.push(["all", `keep all ${motions} symmetries`]);
    if (!ways.some(([way]) => way === this.keep)) this.keep = "";
    const keep = (way) => { this.keep = way; };
    if (ways.length > 1)
      made.append(
        labelled("Drawing", select(null, ways, this.keep, keep, { id: "keep" }), { class: "stack" }));
    made.append(...this.#pieces(sketch), ...this.#sheets());
    return made;
  }

  /** What is printed or cut, besides solutions. */
  #sheets() {
    const { sheets } = this.page.kind;
    if (!Object.keys(sheets).length || this.page.looked.fault) return [];
    const known = Object.entries(sheets);
    const mm = make("input", { type: "number", min: 1, max: 1000, step: "any", value: 10 });
    const kerf = make("input", { type: "number", min: 0, max: 100, step: "any", value: 0 });
    const size = row(labelled("Edge of a cell (mm) ", mm), labelled("Width of the cut (mm) ", kerf));
    const made = make("div", {});
    const choose = (name) => {
      const cut = name === "cut";
      size.hidden = !cut;
      const files = (form) =>
        this.page.ask("sheet", { what: name, form, mm: Number(mm.value), kerf: Number(kerf.value) });
      const forms = cut ? ["svg", "dxf"] : ["pdf", "svg", "png"];
      made.replaceChildren(this.saver("Save", forms, files, [what]), size);
    };
    const what = select("What to make", known, known[0][0], choose);
    choose(known[0][0]);
    return [make("h2", {}, "Print and cut"), made];
  }

  #pieces(sketch) {
    const { stated } = sketch;
    const change = (word) => (value) => this.page.edit({ word, value });
    const stack = (text, element) => labelled(text, element, { class: "stack" });
    const list = field(stated.pieces ?? "", change("pieces"), { id: "pieces", spellcheck: "false" });
    list.setAttribute("value", stated.pieces ?? "");
    const families = sketch.families.map((family) =>
      button(family, () => change("pieces")([stated.pieces, family].filter(Boolean).join(", "))));
    const rows = sketch.pieces.map(([name, , corners, least, most, drawn]) => {
      const copies = (number) => this.page.edit({ piece: name, copies: [number, number] });
      const number = least === most ? `${most}` : `${least} to ${most}`;
      return make("li", {},
        thumbnail(corners, this.page.board.colours.of(name), 26),
        make("span", { class: "name" }, drawn ? `${name} (drawn)` : name),
        button("−", () => copies(most - 1), { "aria-label": `one copy of ${name} less` }),
        make("span", {}, `× ${number}`),
        button("+", () => copies(most + 1), { "aria-label": `one copy of ${name} more` }));
    });
    const word = (name, values) => {
      const now = values.some(([value]) => value === stated[name]) ? stated[name] : "";
      return select(null, values, now, change(name));
    };
    return [
      stack("Title", field(stated.title ?? "", change("title"), { placeholder: "Untitled" })),
      make("h2", {}, "Pieces"),
      stack("Chosen by name", list),
      row(make("span", { class: "note" }, "Add:"), ...families,
        button("Draw one…", () => this.#drawPiece(sketch))),
      make("ul", { class: "pieces" }, ...rows),
      // Below the list: these come and go with each copy.
      ...this.page.about(),
      stack("Pieces may be turned over", word("reflect", [["yes", "yes"], ["no", "no"]])),
      stack("Pieces", word("use", [["", "all must be used"], ["any", "some may be left out"]])),
      stack("Cells that stay open (a number, or 0-4)",
        field(stated.holes ?? "", change("holes"), { placeholder: "none", size: 6 })),
    ];
  }

  /** A dialog with a few cells, to draw a piece on. */
  #drawPiece({ patch }) {
    const { dialog } = this.page;
    const cells = new Map(patch);
    const chosen = new Set();
    const said = note("", { role: "status" });
    const cell = (at) => {
      const toggle = (event) => {
        if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        if (!chosen.delete(at)) chosen.add(at);
        const one = joined([...chosen], cells);
        said.textContent = one ? "" : "These cells hang together only at corners, or not at all.";
        polygon.setAttribute("class", `place ${chosen.has(at) ? "on" : "off"}`);
        polygon.setAttribute("aria-checked", chosen.has(at));
      };
      const polygon = draw("polygon", {
        class: "place off", points: points(cells.get(at)), tabindex: 0, role: "checkbox",
        "aria-checked": "false", "aria-label": placeName(at), onpointerdown: toggle, onkeydown: toggle,
      });
      return polygon;
    };
    const name = make("input", { required: true, placeholder: "its name" });
    const copies = make("input", { type: "number", min: 1, max: 999, value: 1 });
    const fault = make("p", { class: "fault", role: "alert" });
    const add = async () => {
      const number = Math.max(1, Math.min(999, Number(copies.value) || 1));
      const piece = name.value.trim();
      const error = !piece || !chosen.size ? "Expected a name, and at least one cell."
        : await this.page.edit({ piece, cells: [...chosen], copies: [number, number] });
      if (error) fault.textContent = sentence(error);
      else dialog.close();
    };
    dialog.replaceChildren(
      make("h2", {}, "Draw a piece"),
      draw("svg", {
        viewBox: box([...cells.values()]).join(" "), class: "editable", role: "group", "aria-label": "Cells",
        style: "width:100%;max-height:22rem",
      }, [...cells.keys()].map(cell)),
      row(labelled("Name ", name), labelled("Copies ", copies)), said, fault,
      row(button("Add it", add, { class: "main" }), button("Cancel", () => dialog.close())));
    dialog.showModal();
  }
}
