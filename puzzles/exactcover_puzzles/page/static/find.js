// Find puzzles with one solution, made from the open one: a section of the Design tab.
import {
  button, field, folding, grouped, labelled, make, note, picture, row, select, sentence,
} from "./dom.js";

/** How many are found, and in how many seconds at most. */
const MOST = 10, SECONDS = 60;

export class Find {
  /** What to find, and how many pieces to use. */
  way = "pieces";
  use = "";
  /** What was found stays until the next search: each is a puzzle of its own. */
  found = [];
  said = "";
  seed = 0;

  constructor(page) {
    this.page = page;
  }

  async #find() {
    const { page, way } = this;
    this.stop = new AbortController();
    Object.assign(this, { found: [], said: "Searching…" });
    page.refresh();
    const use = way === "pieces" && this.use !== "" ? Number(this.use) : null;
    const asked = { way, use, number: MOST, seed: this.seed++, seconds: SECONDS };
    const onPart = ({ drawing, ...part }) => {
      this.found.push({ ...part, image: picture(drawing, "") });
      page.refresh();
    };
    try {
      const { error, complete } = await page.ask("find", asked, { signal: this.stop.signal, onPart });
      const none = this.found.length ? "There are no others." : "There are none.";
      this.said = error ?? (complete ? none : "");
    } catch {
      this.said = "Stopped.";
    }
    this.stop = null;
    page.refresh();
  }

  /** The section; nothing for kinds that cannot be found. */
  section() {
    const { page, found, way } = this;
    const ways = Object.entries(page.kind?.finds ?? {});
    if (!ways.length) return [];
    const set = (name) => (value) => {
      this[name] = value;
      page.refresh();
    };
    const card = ({ text, image, nodes }, k) => {
      const open = () => page.book.put({ ...page.book.puzzle, text });
      const shown = page.book.puzzle.text === text;
      const label = `tray ${k + 1}, ${nodes} nodes of a plain search`;
      return button([image, make("small", {}, `plain search: ${grouped(nodes)}`)], open,
        { "aria-label": label, "aria-pressed": shown, "data-key": text });
    };
    return [folding("Find trays with one solution",
      labelled("Search for", select(null, ways, way, set("way")), { class: "stack" }),
      way === "pieces" && labelled("How many pieces to use ",
        field(this.use, set("use"), { type: "number", min: 1, max: 999, placeholder: "any", id: "use" })),
      row(this.stop ? button("Stop", () => this.stop.abort(), { id: "find" })
        : button(found.length ? "Find others" : "Find ten trays", () => this.#find(), { id: "find" })),
      note(sentence(this.said), { role: "status", id: "finding" }),
      found.length > 0 && note("Nodes of a plain search: the more, the harder the puzzle tends to be. "
        + "The answer above the board may come from a faster search."),
      make("div", { class: "cards found" }, ...found.map(card)))];
  }
}
