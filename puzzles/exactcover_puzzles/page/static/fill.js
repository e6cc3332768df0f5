// Places that are filled without carrying: by typing a symbol or choosing it in a pad, by clicking through
// what there is, by joining two places; and pencil marks.
import { areSmall, joining, mannerOf, next, spotOf, symbolsOf, typed } from "./choices.js";
import { button, draw, follow, isEnter, make } from "./dom.js";
import { shifted } from "./shapes.js";

/** Keys within this time, in milliseconds, can make one symbol. */
const QUICK = 1000;

export class Fill {
  constructor(play) {
    this.play = play;
    this.page = play.page;
  }

  begin({ view }, options) {
    this.manner = mannerOf(view, options);
    this.symbols = this.manner === "type" ? symbolsOf(options) : [];
    const light = ({ shade }) => this.manner === "click" && shade === "light";
    this.crosses = options.some(light); // whether places are marked as empty
    this.clicks = this.manner === "click" || (view.pieces.length > 0 && areSmall(view.pieces));
    // The options at each place: those of this place alone, or, for clicks, all that cover it.
    const alone = this.manner !== "click";
    this.at = new Map();
    for (const [k, option] of options.entries()) {
      const { places, piece, text } = option;
      for (const place of (alone && places.length > 1) || !(piece || text || light(option)) ? [] : places)
        this.at.set(place, [...(this.at.get(place) ?? []), k]);
    }
    this.from = this.last = null;
    this.noting = false; // whether symbols become pencil marks
  }

  get keys() {
    if (this.manner === "join") return "Drag from a cell to its neighbour, or click one and then the other; "
      + "click to remove. Arrow keys move, Shift and an arrow joins two cells, Delete removes.";
    if (this.crosses) return "Click to draw, with the right button to cross out; again to remove. "
      + "Arrow keys move, Enter draws, X crosses out, Delete removes.";
    if (this.manner === "click") return "Click to place or remove. Arrow keys move, Enter places or removes.";
    return "Select a cell and type. Arrow keys move, Delete removes, P or Shift makes pencil marks.";
  }

  get touch() {
    if (this.manner === "join") return "Drag from a cell to its neighbour; tap to remove.";
    if (this.crosses) return "Tap to draw, again to cross out, and again to remove.";
    return this.manner === "click" ? "Tap to place or remove." : "Tap a cell, then a symbol.";
  }

  press(place, event) {
    if (this.manner === "join") this.#drag(place);
    else if (this.clicks) this.click(place, event.button === 2 ? -1 : 1);
  }

  /** Handle a key; returns whether it means something. */
  key(event, place) {
    if (isEnter(event) && this.clicks) this.click(place);
    else if (event.key.toLowerCase() === "x" && this.crosses) this.click(place, -1);
    else if (this.manner !== "type") return false;
    else if (event.key.length !== 1) return false;
    else return this.#type(event, place);
    return true;
  }

  /** Whether the user may change what lies on a place. */
  #open(place) {
    const lies = this.play.on(place);
    return lies === null || this.play.chosen.includes(lies);
  }

  /** Put there what comes next. */
  click(place, step = 1) {
    const { play } = this;
    const lies = play.on(place);
    if (!this.#open(place)) return;
    const these = (this.at.get(place) ?? []).filter((each) => each === lies || play.has(each, lies));
    const then = next(these, lies, step);
    if (then !== lies) play.move(lies, then);
  }

  #type({ key, code, shiftKey, timeStamp }, place) {
    const { last } = this;
    const now = (shiftKey && /^Digit(\d)$/.exec(code)?.[1]) || key.toLowerCase();
    const goesOn = last?.place === place && timeStamp - last.time < QUICK;
    const keys = goesOn ? last.keys + now : now;
    this.last = { place, keys, time: timeStamp };
    const symbol = typed(this.symbols, keys);
    if (symbol !== null) this.put(symbol, place, this.noting || shiftKey);
    else if (now === "p") this.toggle();
    else return false;
    return true;
  }

  /** Write a symbol in a place, or take it away if it stands there. */
  put(symbol, place, noting = this.noting) {
    const { play } = this;
    const option = this.at.get(place)?.find((each) => play.options[each].text === symbol);
    if (option === undefined || !this.#open(place)) return;
    const lies = play.on(place);
    if (!noting) return play.move(lies, lies === option ? null : option);
    if (lies !== null) return;
    const marks = play.pencil.get(place) ?? [];
    const left = marks.includes(symbol) ? marks.filter((each) => each !== symbol) : [...marks, symbol];
    if (left.length) play.pencil.set(place, left);
    else play.pencil.delete(place);
    play.changed(`Pencil marks: ${left.join(" ") || "none"}.`);
  }

  /** Remove what the user put on a place. */
  clear(place) {
    const { play } = this;
    const lies = play.on(place);
    this.cleared = lies; // two places that are joined again are joined in the next way
    if (play.chosen.includes(lies)) play.move(lies, null);
    else if (play.pencil.delete(place)) play.changed("Pencil marks: none.");
  }

  toggle() {
    this.noting = !this.noting;
    this.page.refresh();
  }

  /** Show the pencil marks. */
  draw() {
    const { layers, centres } = this.page.board;
    layers.pencil.replaceChildren(...[...this.play.pencil].flatMap(([place, symbols]) =>
      (this.play.on(place) === null ? symbols : []).map((each) => {
        const [x, y] = shifted(spotOf(this.symbols, each), centres[place]);
        return draw("text", { class: "pencil", x, y: y + 0.08 }, each);
      })));
  }

  // -- two places ----------------------------------------------------------------------------

  /** Join two places, instead of what the user put there; again, in the next way, and after the last
      way take it away. Says whether they can be joined. */
  join(one, other) {
    const { play } = this;
    const ways = joining(play.options, one, other);
    if (!ways.length || !this.#open(one) || !this.#open(other)) return false;
    const gone = [one, other].map((each) => play.on(each)).filter((each) => each !== null);
    const lies = ways.find((each) => gone.includes(each));
    const before = lies ?? ways.find((each) => each === this.cleared) ?? null;
    play.exchange([...new Set(gone)], next(ways, before) ?? (lies === undefined ? ways[0] : null));
    return true;
  }

  #drag(first) {
    const { play, page: { board } } = this;
    let to = first;
    const move = (event) => {
      const here = board.at(event);
      const [option = null] = joining(play.options, first, here);
      if (here !== first && option === null) return;
      to = here;
      board.ghost(option === null ? null : { mark: play.options[option], classes: "ghost" });
    };
    follow(move, ({ type }) => {
      board.ghost(null);
      if (type === "pointercancel") return;
      const { from } = this;
      this.from = null;
      if (to !== first) this.join(first, to);
      else if (play.on(first) !== null) this.clear(first);
      else if (from === null || !this.join(from, first)) this.from = first;
    });
  }

  /** Shift and an arrow: join the place of the cursor with the next one. */
  arrow(key, { shiftKey }) {
    const { board } = this.page;
    const to = this.manner === "join" && shiftKey ? board.towards(key) : null;
    if (to === null) return false;
    const joined = this.join(board.cursor, to);
    if (joined) board.moveTo(to);
    return joined;
  }

  // -- the pad -------------------------------------------------------------------------------

  /** The symbols, to be tapped. */
  pad() {
    if (this.manner !== "type") return [];
    const { board } = this.page;
    const then = (act) => ({ detail }) => {
      act(board.cursor);
      if (detail) board.host.focus({ preventScroll: true }); // by mouse or touch: the keys stay the board's
    };
    const keys = this.symbols.map((each) => button(each, then((place) => this.put(each, place))));
    const of = { class: `pad ${this.noting ? "noting" : ""}`, role: "group", "aria-label": "Symbols" };
    return [make("div", of, ...keys,
      button("Pencil", then(() => this.toggle()), { "aria-pressed": this.noting, "aria-keyshortcuts": "P" }),
      button("Erase", then((place) => this.clear(place))))];
  }
}
