// Places that are painted: black, or known to be empty.
import { follow, isEnter } from "./dom.js";
import { between } from "./shapes.js";

export class Paint {
  keys = "Click or drag to paint; do it again, or with the right button, to mark as empty. "
    + "Arrow keys move, Enter paints, X marks as empty, Delete clears.";

  touch = "Tap or drag to paint; do it again to mark as empty.";

  constructor(play) {
    this.play = play;
    this.page = play.page;
  }

  press(first, event) {
    const { play } = this;
    const next = { undefined: "black", black: "light", light: undefined }[play.painted.get(first)];
    const empty = play.painted.get(first) === "light" ? undefined : "light";
    const shade = event.shiftKey || event.button === 2 ? empty : next;
    const painted = new Set(), before = new Map(play.painted);
    const add = (k) => {
      if (k === null || painted.has(k) || !this.#shade(k, shade)) return;
      painted.add(k);
      play.draw();
    };
    add(first);
    let last = event;
    follow((moved) => {
      for (const point of between(last, moved)) add(this.page.board.at(point));
      last = moved;
    }, ({ type }) => {
      if (type !== "pointercancel") return play.changed(`${painted.size} painted.`);
      play.painted = before;
      return play.draw();
    });
  }

  /** Handle a key; returns whether it means something. */
  key(event, place) {
    const name = event.key.toLowerCase();
    const away = name === "delete" || name === "backspace";
    if (!isEnter(event) && name !== "x" && !away) return false;
    const shade = away ? null : isEnter(event) ? "black" : "light";
    if (!this.#shade(place, this.play.painted.get(place) === shade ? null : shade)) return true;
    const called = this.page.looked.view.places[place].name;
    this.play.changed(`${called}, ${this.play.painted.get(place) ?? "open"}`);
    return true;
  }

  /** Give a place a shade, or none; says whether it can have one. */
  #shade(k, shade) {
    if (this.page.looked.view.places[k].shade === "clue") return false;
    if (shade) this.play.painted.set(k, shade);
    else this.play.painted.delete(k);
    return true;
  }

  /** Paint places, each with its shade. */
  all(shades) {
    for (const [k, shade] of shades) this.#shade(k, shade);
    this.play.changed("Painted.");
  }
}
