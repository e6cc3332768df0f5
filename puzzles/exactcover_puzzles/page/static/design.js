// Drawing boards and choosing pieces. Every change goes to Python, which changes the text.
import { body, box } from "./board.js";
import { button, draw, follow, make, say, sentence } from "./dom.js";
import { Tab } from "./tab.js";

const FAMILIES = {
  square: ["tetrominoes", "pentominoes", "hexominoes"],
  triangular: ["tetriamonds", "pentiamonds", "hexiamonds", "heptiamonds"],
  hexagonal: ["trihexes", "tetrahexes", "pentahexes"],
  cubic: ["tricubes", "tetracubes", "pentacubes"],
};

export class Design extends Tab {
  name = "Design";

  get keys() {
    return this.page.looked.sketch?.keys ?? "Arrow keys move, Enter or Space adds or removes a cell. Drag to draw.";
  }

  get touch() {
    return this.page.looked.sketch?.places ? "Tap a cell for the next piece. Tap a letter to hide its beam." : "Tap or drag to draw, again to take away.";
  }

  /** Symmetries that are kept. */
  keep = "";
  /** By what the cells of the board that is shown have moved since the puzzle was opened. */
  seen = [];

  /** Whether the puzzle has a board that is drawn. */
  get fits() {
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
    const here = board.places[board.cursor]?.at?.map((number, d) => number + (shift[d] ?? 0) - (this.seen[d] ?? 0));
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
    board.marks((looked.given_marks ?? []).map(([covered, ...rest]) => ({ mark: [covered.map((k) => this.#here(k)), ...rest], classes: "given" })));
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
    board.describe = (k) => `${board.places[k].name} ${board.places[k].text || sketch.marks.find(([places]) => places.includes(k))?.[1] || "empty"}`;
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
    if (!kind?.edits) {
      made.append(make("p", { class: "note" },
        "Puzzles of this kind are stated as text: see the tab Text. New… has examples."));
      return made;
    }
    if (!sketch) return made;
    if (sketch.actions) {
      made.append(make("div", { class: "row" }, ...Object.entries(sketch.actions).map(([action, text]) =>
        button(text, () => this.page.edit({ action })))));
      return made;
    }
    const [motions, turns] = sketch.symmetric;
    if (motions > 1) {
      const choice = make("select", { id: "keep", onchange: () => { this.keep = choice.value; } });
      choice.append(make("option", { value: "" }, "one cell at a time"));
      if (turns > 1) choice.append(make("option", { value: "turns" }, `keep its ${turns} turns`));
      choice.append(make("option", { value: "all" }, `keep all ${motions} symmetries`));
      choice.value = [...choice.options].some(({ value }) => value === this.keep) ? this.keep : "";
      this.keep = choice.value;
      made.append(make("label", { class: "stack" }, "Drawing", choice));
    } else this.keep = "";
    made.append(...this.#pieces(sketch), ...this.#sheets());
    return made;
  }

  /** What is printed or cut, besides solutions. */
  #sheets() {
    const { sheets } = this.page.kind;
    if (!Object.keys(sheets).length || this.page.looked.fault) return [];
    const what = make("select", { "aria-label": "What to make" }, ...Object.entries(sheets).map(([name, text]) => make("option", { value: name }, text)));
    const mm = make("input", { type: "number", min: 1, max: 1000, step: "any", value: 10 });
    const kerf = make("input", { type: "number", min: 0, max: 100, step: "any", value: 0 });
    const size = make("div", { class: "row" }, make("label", {}, "Edge of a cell (mm) ", mm), make("label", {}, "Width of the cut (mm) ", kerf));
    const files = (form) => this.page.ask("sheet", { what: what.value, form, mm: Number(mm.value), kerf: Number(kerf.value) });
    const made = make("div", {});
    const choose = () => {
      size.hidden = what.value !== "cut";
      made.replaceChildren(this.saver("Save", what.value === "cut" ? ["svg", "dxf"] : ["pdf", "svg", "png"], files, [what]), size);
    };
    what.addEventListener("change", choose);
    choose();
    return [make("h2", {}, "Print and cut"), made];
  }

  #pieces(sketch) {
    const { stated } = sketch;
    const title = make("input", { value: stated.title ?? "", placeholder: "Untitled" });
    title.addEventListener("change", () => this.page.edit({ word: "title", value: title.value }));
    const list = make("input", { id: "pieces", value: stated.pieces ?? "", spellcheck: "false" });
    list.setAttribute("value", stated.pieces ?? "");
    list.addEventListener("change", () => this.page.edit({ word: "pieces", value: list.value }));
    const families = FAMILIES[sketch.grid].map((family) =>
      button(family, () => this.page.edit({ word: "pieces", value: [stated.pieces, family].filter(Boolean).join(", ") })));
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
    const word = (name, label, values, now) => {
      const choice = make("select", { onchange: () => this.page.edit({ word: name, value: choice.value }) });
      for (const [value, text] of values) choice.append(make("option", { value, selected: value === now }, text));
      return make("label", { class: "stack" }, label, choice);
    };
    const holes = make("input", { value: stated.holes ?? "", placeholder: "none", size: 6 });
    holes.addEventListener("change", () => this.page.edit({ word: "holes", value: holes.value }));
    return [
      make("label", { class: "stack" }, "Title", title),
      make("h2", {}, "Pieces"),
      make("label", { class: "stack" }, "Chosen by name", list),
      make("div", { class: "row" }, make("span", { class: "note" }, "Add:"), ...families,
        button("Draw one…", () => this.#drawPiece(sketch))),
      make("ul", { class: "pieces" }, ...rows),
      // Below the list: these come and go with each copy.
      ...this.page.about(),
      word("reflect", "Pieces may be turned over", [["yes", "yes"], ["no", "no"]], stated.reflect),
      word("use", "Pieces", [["", "all must be used"], ["any", "some may be left out"]], stated.use === "any" ? "any" : ""),
      make("label", { class: "stack" }, "Cells that stay open (a number, or 0-4)", holes),
    ];
  }

  /** A dialog with a few cells, to draw a piece on. */
  #drawPiece(sketch) {
    const { dialog } = this.page;
    const cells = new Map(sketch.patch);
    const chosen = new Set();
    const note = make("p", { class: "note", role: "status" });
    const svg = draw("svg", { viewBox: box([...cells.values()]).join(" "), class: "editable", style: "width:100%;max-height:22rem", role: "group", "aria-label": "Cells" });
    cells.forEach((corners, at) => {
      const toggle = (event) => {
        if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        if (!chosen.delete(at)) chosen.add(at);
        note.textContent = joined([...chosen], cells) ? "" : "These cells hang together only at corners, or not at all.";
        polygon.setAttribute("class", `place ${chosen.has(at) ? "on" : "off"}`);
        polygon.setAttribute("aria-checked", chosen.has(at));
      };
      const polygon = draw("polygon", {
        class: "place off", points: corners.map((corner) => corner.join(",")).join(" "), tabindex: 0,
        role: "checkbox", "aria-checked": "false", "aria-label": placeName(at), onpointerdown: toggle, onkeydown: toggle,
      });
      svg.append(polygon);
    });
    const name = make("input", { required: true, placeholder: "its name" });
    const copies = make("input", { type: "number", min: 1, max: 999, value: 1 });
    const fault = make("p", { class: "fault", role: "alert" });
    dialog.replaceChildren(
      make("h2", {}, "Draw a piece"), svg,
      make("div", { class: "row" }, make("label", {}, "Name ", name), make("label", {}, "Copies ", copies)), note, fault,
      make("div", { class: "row" },
        button("Add it", async () => {
          if (!name.value.trim() || !chosen.size) {
            fault.textContent = "Expected a name, and at least one cell.";
            return;
          }
          const number = Math.max(1, Math.min(999, Number(copies.value) || 1));
          const error = await this.page.edit({ piece: name.value.trim(), cells: [...chosen], copies: [number, number] });
          if (error) fault.textContent = sentence(error);
          else dialog.close();
        }, { class: "main" }),
        button("Cancel", () => dialog.close())));
    dialog.showModal();
  }
}

/** Whether cells are one by their edges: those of two corners, and of cubes above one another. */
function joined(cells, corners) {
  const touch = (one, other) => {
    const shared = corners.get(one).filter(([x, y]) => corners.get(other).some(([u, v]) => Math.hypot(x - u, y - v) < 1e-6));
    return shared.length > 1 || (one.length === 3 && one.reduce((sum, k, d) => sum + Math.abs(k - other[d]), 0) === 1);
  };
  const found = cells.slice(0, 1);
  for (const one of found) found.push(...cells.filter((other) => !found.includes(other) && touch(one, other)));
  return found.length === cells.length;
}

/** A small picture of some cells. */
export function thumbnail(corners, colour, height, properties = {}, { lines = [], picture = null } = {}) {
  const [x, y, width, tall] = box(corners, 0.12 + (picture?.margin ?? 0));
  const unit = Math.min(height / tall, (2.4 * height) / width);
  return draw("svg", {
    viewBox: [x, y, width, tall].join(" "), width: (width * unit).toFixed(1), height: (tall * unit).toFixed(1),
    "aria-hidden": "true", ...properties,
  }, body(corners, { colour, lines, picture }));
}

const placeName = (at) => {
  const letters = at.length === 3 ? "Lrc" : "rc";
  return at.map((number, k) => `${letters[k]}${number + 1}`).join("");
};
