// Drawing a piece in the panel: cells are painted by dragging, or with the keys.
import { Board } from "./board.js";
import { button, field, follow, isEnter, labelled, make, note, row, say, sentence } from "./dom.js";
import { joined, placeName } from "./shapes.js";

export class PieceDrawing {
  constructor(page) {
    this.page = page;
  }

  /** Begin on empty cells. */
  #open({ grid, patch }) {
    const places = patch.map(([at, corners]) => ({ at, corners, on: false, name: placeName(at) }));
    const host = make("div", {
      class: "patch", role: "application", tabindex: 0, "aria-label": "Cells of the new piece",
      "aria-describedby": "patch-keys",
    });
    host.kept = true;
    const board = new Board(host);
    const empty = () => {
      for (const place of places) place.on = false;
      board.show(places, [], { editable: true });
      board.describe = (k) => `${places[k].name}, ${places[k].on ? "a cell of the piece" : "empty"}`;
      const paint = (k, along) => board.paint(k, along, () => {
        say(board.describe(board.cursor));
        this.page.refresh();
      });
      board.onpress = (first) => paint(first, follow);
      board.onkey = (event, k) => {
        if (isEnter(event)) paint(k, (_, end) => end());
        return isEnter(event);
      };
      Object.assign(this, { name: "", fault: "" });
    };
    empty();
    Object.assign(this, { grid, board, empty, copies: 1, corners: new Map(patch) });
  }

  /** The painted cells, as the patch has them. */
  get #cells() {
    return [...this.corners.keys()].filter((_, k) => this.board.places[k].on);
  }

  panel(sketch) {
    const { page } = this;
    const toggle = () => {
      if (this.board) this.board = null;
      else this.#open(sketch);
      page.refresh();
      this.board?.host.focus();
    };
    if (this.grid !== sketch.grid) this.board = null;
    const expanded = { id: "draw-piece", "aria-expanded": Boolean(this.board) };
    const open = row(button("Draw a piece", toggle, expanded));
    if (!this.board) return [open];
    const cells = this.#cells;
    const apart = cells.length && !joined(cells, this.corners);
    return [open, make("section", { class: "drawing", "aria-label": "A new piece" },
      this.board.host,
      note("Drag to paint cells. Arrow keys move, Enter or Space adds or removes a cell.",
        { id: "patch-keys" }),
      row(labelled("Name ", field(this.name, (name) => { this.name = name; },
        { id: "piece-name", placeholder: this.#usual(sketch), size: 12 })),
      labelled("Copies ", field(this.copies, (copies) => { this.copies = copies; },
        { id: "piece-copies", type: "number", min: 1, max: 999 }))),
      row(button("Add this piece", () => this.#add(),
        { id: "add-piece", class: "main", disabled: !cells.length }),
        button("Clear", () => {
          this.empty();
          page.refresh();
        }, { id: "clear-piece", disabled: !cells.length })),
      make("p", { class: this.fault ? "fault" : "note", role: "status" },
        this.fault || (apart ? "These cells are not connected along edges." : "")))];
  }

  /** A name that no piece has. */
  #usual({ pieces }) {
    const taken = new Set(pieces.map(({ name }) => name));
    let k = 1;
    while (taken.has(`drawn ${k}`)) k++;
    return `drawn ${k}`;
  }

  async #add() {
    const number = Math.max(1, Math.min(999, Math.round(Number(this.copies)) || 1));
    const piece = this.name.trim() || this.#usual(this.page.looked.sketch);
    const error = await this.page.edit({ piece, cells: this.#cells, copies: [number, number] });
    if (error) this.fault = sentence(error);
    else this.empty();
    this.page.refresh();
  }
}
