// The state of a game: what the user put on the board, Undo, the time, and what is kept of it.
import { say } from "./dom.js";
import { Clock, Games } from "./games.js";
import { History } from "./history.js";
import { Tab } from "./tab.js";

export class Game extends Tab {
  clock = new Clock();
  games = new Games();

  /** Another puzzle: nothing is chosen, unless the user goes back to it. */
  forget(from) {
    this.keep();
    this.resumes = ["undo", "back"].includes(from) || !this.begun;
    Object.assign(this, { chosen: [], painted: new Map(), pencil: new Map() });
    this.judge.forget();
    this.options = this.said = this.pieces = this.hand.held = this.puzzle = null;
    this.clock = new Clock();
    this.paused = false;
    // In this tab Undo takes back a move, and then what was done before the game.
    this.history = new History(() => this.#now, (was) => {
      [this.chosen, this.painted, this.pencil] = was;
      this.before = this.#now;
      this.shown();
    }, Infinity, this.page.book.history);
    this.before = this.#now;
  }

  resume(chosen = [], painted = [], pencil = [], spent = 0) {
    for (const option of chosen) if (this.has(option)) this.chosen.push(option);
    this.painted = new Map(painted);
    this.pencil = new Map(pencil);
    this.clock.spent = spent;
    this.before = this.#now;
  }

  keep() {
    if (!this.puzzle) return;
    this.games.keep(this.puzzle, [this.chosen, [...this.painted], [...this.pencil], this.clock.time]);
  }

  /** The clock runs, or it stands still. */
  time(runs) {
    if (!runs) this.clock.pause();
    else if (this.options && this.page.tab === this && !this.paused && !this.judge.solved) this.clock.start();
    this.keep();
  }

  get all() {
    return [...(this.page.looked.given ?? []), ...this.chosen];
  }

  /** The option that lies on a place, or null. */
  on(place) {
    return this.all.find((option) => this.options[option].places.includes(place)) ?? null;
  }

  /** The present state, to which a later change can be undone. */
  get #now() {
    return [[...this.chosen], new Map(this.painted), new Map(this.pencil)];
  }

  /** Whether the option exists, its places are free, and a copy of its piece is left; `lies` is ignored. */
  has(option, lies = null) {
    const { places, piece } = this.options[option] ?? {};
    const tray = piece && this.pieces.find(({ name }) => name === piece);
    const free = places?.every((place) => [null, lies].includes(this.on(place)));
    return Boolean(free) && !(tray && this.left(tray) <= 0);
  }

  put(option) {
    this.exchange([], option);
  }

  /** Put an option in place of another one; either may be null. */
  move(from, to) {
    this.exchange(from === null ? [] : [from], to);
  }

  /** Put an option, or nothing, in place of others. */
  exchange(gone, to) {
    const was = this.chosen;
    this.chosen = was.filter((each) => !gone.includes(each));
    if (to !== null && !this.has(to)) return void (this.chosen = was);
    if (to !== null) this.chosen.push(to);
    const done = to === null ? "removed" : gone.length ? "there instead" : "placed";
    return this.changed(`${this.named(to ?? gone[0])} is ${done}.`);
  }

  /** The user changed the board: record the state before, if it is another one. */
  changed(text) {
    const now = this.#now;
    const [was, is] = [this.before, now].map((state) => JSON.stringify(state.map((each) => [...each])));
    if (was !== is) this.history.add(this.before);
    this.before = now;
    say(text);
    if (this.paused) this.pause();
    this.shown();
  }

  /** How many more are to be placed or painted, if that is known. */
  get rest() {
    const { view } = this.page.looked;
    if (this.paints) {
      const due = Object.entries(view.painted).filter(([shade]) => shade !== "light");
      const done = [...this.painted.values()].filter((shade) => shade !== "light").length;
      return due.reduce((sum, [, n]) => sum + n, 0) - done;
    }
    if (this.pieces.length)
      return this.pieces.reduce((sum, piece) => sum + Math.max(0, piece.least - this.#used(piece)), 0);
    if (this.fill.crosses) return null;
    const rest = this.page.size - this.all.length;
    return Number.isFinite(rest) ? Math.max(0, rest) : null;
  }

  /** The options that may still be placed, as propagation knows it. */
  placeable({ live }) {
    const chosen = new Set(this.all);
    return live.filter((option) => !chosen.has(option) && this.options[option].places.length);
  }

  #used(piece) {
    return this.all.filter((option) => this.options?.[option].piece === piece.name).length;
  }

  /** The number of copies of a piece that are left. */
  left(piece) {
    return piece.most - this.#used(piece);
  }

  startAgain() {
    this.chosen = [];
    this.painted = new Map();
    this.pencil = new Map();
    this.changed("The board is as it was at the start.");
  }

  pause() {
    this.paused = !this.paused;
    this.time(!this.paused);
    this.page.refresh();
  }
}
