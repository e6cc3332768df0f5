// Places that are painted: black or in a colour, or known to be empty.
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
    const next = this.#next(play.painted.get(first));
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
    const was = this.play.painted.get(place);
    const next = this.#next(was);
    const shade = away ? null : !isEnter(event) ? "light" : next === "light" ? was : next ?? this.#next();
    if (!this.#shade(place, was === shade ? null : shade)) return true;
    const called = this.page.looked.view.places[place].name;
    this.play.changed(`${called}, ${this.play.painted.get(place) ?? "open"}`);
    return true;
  }

  /** What follows a shade: the colours in turn, then empty, then none. */
  #next(shade) {
    const shades = Object.keys(this.page.looked.view.painted);
    return shade === undefined ? shades[0] : shades[shades.indexOf(shade) + 1];
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
