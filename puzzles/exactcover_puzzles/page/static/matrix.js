// The matrix of a puzzle beside its board: a row for each option, a column for each item.
import { byId, draw, make, note, sentence } from "./dom.js";

/** Rows and columns that are drawn at most. */
export const MOST = 60;
const LONGEST = 16;

/** What chosen and removed rows leave of a matrix: the class of each row ("chosen", "out" or "") and
    whether each column is covered. A row is out if it clashes with a chosen one. */
export function leftOf({ rows, most }, chosen, removed) {
  const uses = most.map(() => ({ n: 0, colour: 0 }));
  for (const row of chosen)
    for (const [column, colour] of rows[row]) uses[column] = { n: uses[column].n + 1, colour };
  const fits = ([column, colour]) => {
    const use = uses[column];
    return !use.n || (colour ? use.colour === colour : most[column] === null || use.n < most[column]);
  };
  const [taken, gone] = [new Set(chosen), new Set(removed)];
  const states = rows.map((entries, k) =>
    (taken.has(k) ? "chosen" : gone.has(k) || !entries.every(fits) ? "out" : ""));
  return { states, covered: uses.map(({ n }, column) => n > 0 && n >= (most[column] ?? 1)) };
}

/** The numbers of the rows and columns that are drawn: all, or those that are left, or null for too many. */
export function drawnOf({ rows, most }, { states, covered }) {
  if (rows.length <= MOST && most.length <= MOST) return [[...rows.keys()], [...most.keys()]];
  const live = [...rows.keys()].filter((row) => !states[row]);
  const used = new Set(live.flatMap((row) => rows[row].map(([column]) => column)));
  const columns = [...most.keys()].filter((column) => !covered[column] && used.has(column));
  return live.length <= MOST && columns.length <= MOST ? [live, columns] : null;
}

/** A name without its middle: what tells long names apart stands at their ends. */
const short = (name) => (name.length <= LONGEST ? name
  : `${name.slice(0, LONGEST / 2)}…${name.slice(1 - LONGEST / 2)}`);

export class Matrix {
  on = false;

  constructor(page) {
    Object.assign(this, { page, host: byId("matrix"), button: byId("show-matrix") });
    this.button.addEventListener("click", () => {
      this.on = !this.on;
      page.refresh();
    });
  }

  /** Show what `rows` of a tab says of them: those that are `chosen`, `removed`, `tried`, and the name of the
      `item` that is branched on; other tabs have none. */
  async show(said) {
    this.button.hidden = !said;
    this.button.setAttribute("aria-pressed", this.on);
    this.host.hidden = !(this.on && said);
    if (this.host.hidden) return this.host.replaceChildren();
    if (this.of !== this.page.looked) {
      this.of = this.page.looked;
      this.data = null;
      const data = await this.page.ask("matrix");
      if (data.error) this.of = null; // asked again when it is shown again
      else this.data = data;
      return data.error ? this.host.replaceChildren(note(sentence(data.error))) : this.page.refresh();
    }
    return this.data && this.host.replaceChildren(this.data.rows ? this.#drawn(said) : this.#large());
  }

  #large() {
    const { options, items, rows, most } = this.data;
    const size = `${rows?.length ?? options} rows and ${most?.length ?? items} columns`;
    const more = rows ? ` What is left is drawn as soon as it has at most ${MOST} of each.` : "";
    return make("p", { class: "note" }, `The matrix has ${size}, too many to draw.${more}`);
  }

  #drawn({ chosen, removed = [], tried = [], item = "" }) {
    const { data } = this;
    const left = leftOf(data, chosen, removed);
    const drawn = drawnOf(data, left);
    if (!drawn) return this.#large();
    const [rows, columns] = drawn;
    const rowNames = rows.map((row) => short(data.options[row]));
    const columnNames = columns.map((column) => short(data.items[column]));
    const room = (names) => 0.5 + 0.4 * Math.max(1, ...names.map((name) => name.length));
    const [x, y] = [room(rowNames), room(columnNames)];
    const at = new Map(columns.map((column, k) => [column, k]));
    const named = (some, names) => some.map((k) => names[k]).join(", ") || "none";
    const covered = named(columns.filter((column) => left.covered[column]), data.items);
    const of = (state) => named(rows.filter((row) => left.states[row] === state), data.options);
    const kind = (row) => `row ${left.states[row]} ${tried.includes(row) ? "tried" : ""}`;
    const mark = (column) =>
      `column ${left.covered[column] ? "covered" : ""} ${data.items[column] === item ? "branched" : ""}`;
    return draw("svg", {
      viewBox: `${-x} ${-y} ${x + columns.length + 0.1} ${y + rows.length + 0.1}`, role: "img",
      "aria-label": `Matrix of ${rows.length} rows and ${columns.length} columns. Chosen: ${of("chosen")}. `
        + `Ruled out: ${of("out")}. Covered columns: ${covered}.`,
    },
      ...columns.map((column, k) => draw("g", { class: mark(column) },
        draw("rect", { x: k, y: 0, width: 1, height: rows.length }),
        draw("text", { transform: `translate(${k + 0.7} -.3) rotate(-90)` }, columnNames[k]))),
      ...rows.map((row, k) => draw("g", { class: kind(row) },
        draw("rect", { x: 0, y: k, width: columns.length, height: 1 }),
        draw("text", { class: "name", x: -0.3, y: k + 0.7 }, rowNames[k]),
        data.rows[row].filter(([column]) => at.has(column)).map(([column]) => {
          const classes = left.covered[column] ? "one covered" : "one";
          return draw("text", { class: classes, x: at.get(column) + 0.5, y: k + 0.72 }, "1");
        }))));
  }
}
