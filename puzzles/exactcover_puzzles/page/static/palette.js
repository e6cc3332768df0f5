// Pieces of the families as small pictures: a click adds one.
import { thumbnail } from "./board.js";
import { button, make, row, select } from "./dom.js";

export class Palette {
  /** The pieces of each family that was shown, by its name and whether pieces may be turned over. */
  #known = new Map();

  constructor(page) {
    this.page = page;
  }

  panel({ families, stated }) {
    const { page } = this;
    if (!families.includes(this.family))
      this.family = families.find((family) => stated.pieces?.includes(family)) ?? families[0];
    const { family } = this;
    const choose = (chosen) => {
      this.family = chosen;
      page.refresh();
    };
    const add = (name) => page.edit({ add: name });
    const pieces = this.#pieces(family, stated.reflect === "yes").map(([name, corners]) => {
      const one = button("", () => add(name), { "aria-label": `add ${name}`, title: name });
      one.append(thumbnail(corners, "", 24));
      return one;
    });
    const named = families.map((name) => [name, name]);
    return [
      row(select("Family of pieces", named, family, choose, { id: "family" }),
        button("Add all", () => add(family), { id: "add-family" })),
      make("div", { class: "palette", role: "group", "aria-label": family }, ...pieces),
    ];
  }

  /** The names of a family's pieces and the corners of their cells, once Python has told them. */
  #pieces(family, reflect) {
    const { engine, kind, tab } = this.page;
    const name = `${family} ${reflect}`;
    if (!this.#known.has(name)) {
      this.#known.set(name, []);
      engine.ask({ kind: kind.name, ask: "palette", family, reflect }).then(({ pieces }) => {
        if (pieces) this.#known.set(name, pieces);
        else this.#known.delete(name);
        if (pieces && this.page.tab === tab) this.page.refresh();
      });
    }
    return this.#known.get(name);
  }
}
