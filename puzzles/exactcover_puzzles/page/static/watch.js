// The Watch tab: the search step by step, with its branches, choices, deductions and dead ends; or by hand.
import { button, isEnter, labelled, make, note, row, select } from "./dom.js";
import { branchAt, choicesAt, stateAt, usedOf, wordsOf } from "./steps.js";
import { Tab } from "./tab.js";
import { toCurrent, treeOf, treeShown } from "./tree.js";

/** Options of a branch that are listed. */
const LISTED = 60;
const ORDERS = [["fewest", "the item with the fewest options"], ["first", "the first open item"],
  ["choose", "let me choose"]];

export class Watch extends Tab {
  name = "Watch";
  perSecond = 4;
  propagate = true;
  order = "fewest";

  get keys() {
    return this.order === "choose" ? "Choose an option. Click a place, or press Enter there, to branch on it."
      : "Space starts and stops; arrow keys move one step.";
  }

  forget() {
    this.#halt();
    Object.assign(this, { steps: null, at: 0, fault: "", options: null, asking: null });
    this.propagate = this.page.kind?.name !== "matrix"; // there, Algorithm X itself is watched
  }

  async enter() {
    const { board } = this.page;
    this.page.showPuzzle();
    const byHand = () => this.order === "choose";
    board.onarrow = (key) => {
      if (!byHand()) this.#move(this.at + (key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1));
      return !byHand();
    };
    board.onkey = (event, place) => {
      if (isEnter(event)) (byHand() ? board.onpress(place) : this.#toggle());
      return isEnter(event);
    };
    board.onpress = (place) => {
      const meant = this.#now?.open?.filter(({ places }) => places.includes(place)) ?? [];
      const [narrow] = meant.sort((one, other) => one.places.length - other.places.length);
      if (narrow) this.#branchOn(narrow.number);
    };
    if (!this.steps) await this.#begin();
    return this.#go(this.at);
  }

  leave() {
    this.#halt();
  }

  get #now() {
    return this.steps?.[this.at];
  }

  /** Ask for the search as it is wanted now. */
  async #begin() {
    this.#halt();
    const asking = (this.asking = {});
    const { page, propagate, order } = this;
    const search = order === "choose" ? page.ask("branch", { propagate })
      : page.ask("watch", { limit: 6000, seconds: 10, propagate, order });
    const [found, options] = await Promise.all([search, page.ask("options")]);
    if (asking !== this.asking) return;
    this.fault = found.error ?? options.error ?? "";
    if (this.fault) return page.refresh();
    Object.assign(this, { options: options.marks, names: {}, steps: [], at: 0, complete: found.complete });
    this.#add(found);
  }

  #add({ steps, names, techniques, open }) {
    if (open) steps.at(-1).open = open;
    Object.assign(this.names, names);
    this.steps.push(...steps);
    this.techniques = techniques;
  }

  // -- moving --------------------------------------------------------------------------------

  #go(k) {
    if (!this.steps?.length || this.page.tab !== this) return;
    this.at = Math.max(0, Math.min(this.steps.length - 1, k));
    const { board, looked } = this.page;
    const { action, item, items, options, removed, sizes } = this.#now;
    this.state = stateAt(this.steps, this.at);
    const given = (looked.given_marks ?? []).map((mark) => ({ mark, classes: "given" }));
    const fresh = action === "try" || action === "take" ? new Set(options) : new Set();
    const lies = this.state.lies.map(({ option, action: how }) => {
      const classes = `${how === "try" ? "given" : ""} ${fresh.has(option) ? "hint" : ""}`;
      return { mark: this.options[option], classes };
    });
    board.marks([...given, ...lies]);
    const texts = board.places.map(() => "");
    for (const [place, size] of sizes) texts[place] = `${size}`;
    board.numbers(texts);
    const tried = action === "branch" ? options : removed.length && action === "remove" ? removed : [];
    const where = new Set([...(item ? [item] : []), ...items].flatMap(({ places }) => places));
    const around = new Set(tried.flatMap((option) => this.options[option].places));
    const few = 2 * around.size <= board.places.length; // more would hide the board
    board.name([...(few ? around : [])].filter((k) => !where.has(k)).map((k) => [k, "less"]).concat(
      [...where].map((k) => [k, action === "dead" ? "bad" : ""])));
    this.#ghost(action === "remove" ? removed[0] : null, "bad");
    if (this.at === this.steps.length - 1) this.#halt();
    this.page.refresh();
    toCurrent();
  }

  #ghost(option, classes = "hint") {
    const mark = this.options?.[option];
    this.page.board.ghost(mark?.places.length ? { mark, classes: `ghost ${classes}` } : null);
  }

  #move(k) {
    this.#halt();
    this.#go(k);
  }

  #toggle() {
    if (this.timer) this.#halt();
    else {
      const beat = () => {
        this.#go(this.at + Math.max(1, Math.round(this.perSecond / 30)));
        if (this.timer) this.timer = setTimeout(beat, 1000 / Math.min(30, this.perSecond));
      };
      this.timer = setTimeout(beat, 0);
    }
    this.page.refresh();
  }

  #halt() {
    clearTimeout(this.timer);
    this.timer = null;
  }

  // -- by hand -------------------------------------------------------------------------------

  /** What follows by hand; null if that cannot be had, or another search has begun. */
  async #asked(values) {
    const { asking } = this;
    const found = await this.page.ask("branch", { ...values, propagate: this.propagate });
    if (asking !== this.asking) return null;
    if (found.error) {
      this.fault = found.error;
      this.page.refresh();
    }
    return found.error ? null : found;
  }

  /** Branch on another item in this position. */
  async #branchOn(item) {
    const { at } = this;
    const found = await this.#asked({ chosen: choicesAt(this.steps, at), item });
    if (!found) return;
    const branch = { ...found.steps.at(-1), open: found.open };
    Object.assign(this.names, found.names);
    this.#return(at, branch);
    this.#go(this.steps.length - 1);
  }

  /** Try an option of the branch that is shown. */
  async #try(option, number) {
    const { at } = this;
    const branch = this.#now;
    const chosen = [...choicesAt(this.steps, at), option];
    const found = await this.#asked({ chosen });
    if (!found) return;
    this.#return(at);
    this.#append(branch, { action: "try", options: [option], number });
    this.#add(found);
    this.#go(this.steps.length - 1);
  }

  /** End the steps at a branch: what was tried below it is taken back, and what is elsewhere is lost. */
  #return(at, branch = this.steps[at]) {
    const [here, last] = [at, this.steps.length - 1].map((k) => choicesAt(this.steps, k));
    const below = last[here.length];
    if (here.some((option, k) => option !== last[k])) this.steps.splice(at + 1);
    else if (below !== undefined) this.#append(branch, { action: "back", options: [below] });
    if (this.steps.at(-1) !== branch) this.steps.push(branch);
  }

  #append(branch, step) {
    this.steps.push({ ...branch, depth: branch.depth + 1, sizes: [], open: null, ...step });
  }

  /** The branch above the position that is shown, or -1. */
  get #above() {
    const above = ({ action, depth }, k) =>
      k < this.at && action === "branch" && depth < this.#now.depth;
    return this.steps.findLastIndex(above);
  }

  // -- showing -------------------------------------------------------------------------------

  /** What the matrix shows. */
  get rows() {
    if (!this.#now || !this.state) return null;
    const { action, item, items, options } = this.#now;
    const { lies, out } = this.state;
    const chosen = [...(this.page.looked.given ?? []), ...lies.map(({ option }) => option)];
    const tried = action === "solution" ? [] : options;
    return { chosen, removed: out, tried, item: (item ?? items[0])?.name };
  }

  panel() {
    if (this.fault || !this.steps)
      return [make("p", {}, this.fault || "Searching…"), this.fault && this.#how()];
    const byHand = this.order === "choose";
    const slider = make("input", {
      type: "range", min: 0, max: this.steps.length - 1, "aria-label": "Step", style: "width:100%",
      oninput: ({ target }) => this.#move(Number(target.value)), value: this.at,
    });
    const speeds = [1, 4, 15, 60, 300].map((each) => [each, `${each} per second`]);
    const speed = select("Steps per second", speeds, this.perSecond, (each) => { this.perSecond = each; });
    const toggle = button(this.timer ? "Stop" : "Start", () => this.#toggle(), { id: "go", class: "main" });
    const more = byHand || this.complete ? "" : " (the search continues)";
    const next = (wanted) => () => {
      const k = this.steps.findIndex(({ action }, each) => each > this.at && action === wanted);
      this.#move(k < 0 ? this.steps.length - 1 : k);
    };
    const tree = treeOf(this.steps, this.at);
    return [
      row(button("‹", () => this.#move(this.at - 1), { "aria-label": "previous step" }), !byHand && toggle,
        button("›", () => this.#move(this.at + 1), { "aria-label": "next step" }), !byHand && speed,
        !byHand && button("Next choice", next("try")), !byHand && button("Next solution", next("solution"))),
      slider, note(`Step ${this.at + 1} of ${this.steps.length}${more}.`),
      make("p", { id: "step", "aria-live": this.timer ? "off" : "polite" },
        wordsOf(this.#now, this.names, this.order)),
      byHand && this.#byHand(), this.#listed(tree),
      treeShown(tree, this.names, (k) => this.#move(k)), this.#how(), this.#used(),
      note("This search finds all solutions. The engines search in the same way, but much faster.")];
  }

  /** What the search is to do. */
  #how() {
    const change = (name) => (value) => {
      this[name] = value;
      this.#begin().then(() => this.#go(0));
    };
    const onchange = ({ target }) => change("propagate")(target.checked);
    return make("div", {},
      row(make("input", { type: "checkbox", id: "propagate", checked: this.propagate, onchange }),
        make("label", { for: "propagate" }, "Propagate after each choice")),
      labelled("Branch on", select(null, ORDERS, this.order, change("order"), { id: "order" }),
        { class: "stack" }));
  }

  #byHand() {
    const { open, item } = this.#now;
    const items = open?.map(({ number, name, size }) => [number, `${name} (${size})`]);
    const now = open?.find(({ name }) => name === item?.name)?.number;
    const back = () => {
      this.#return(this.#above);
      this.#go(this.steps.length - 1);
    };
    const choice = () => select(null, items, now, (k) => this.#branchOn(k), { id: "item" });
    return row(items?.length && labelled("Item ", choice()),
      button("Go back", back, { disabled: this.#above < 0 }));
  }

  /** The options of the branch, with the one that is tried. */
  #listed({ here }) {
    const branch = branchAt(this.steps, this.at);
    if (!branch) return null;
    const byHand = this.order === "choose" && this.#now.open;
    const current = choicesAt(this.steps, this.at)[branch.depth];
    let node = here;
    while (node.depth > branch.depth) node = node.parent;
    const tried = new Set(node.children.map(({ option }) => option));
    const shown = branch.options.slice(0, LISTED).map((option, k) => {
      const how = { class: `${option === current ? "current" : ""} ${tried.has(option) ? "tried" : ""}` };
      const show = () => this.#ghost(option);
      const hide = () => this.#ghost(null);
      return make("li", { "data-key": option }, byHand
        ? button(this.names[option], () => this.#try(option, k + 1),
          { ...how, onpointerenter: show, onpointerleave: hide, onfocus: show, onblur: hide })
        : make("span", { ...how, "aria-current": option === current || null }, this.names[option]));
    });
    const more = branch.options.length - shown.length;
    const label = `Options of ${branch.item.name}`;
    return make("ul", { class: "branches", tabindex: 0, "aria-label": label }, ...shown,
      more > 0 && make("li", {}, `and ${more} more`));
  }

  /** The techniques that were used before the first branch, from the easiest. */
  #used() {
    const used = usedOf(this.steps, this.techniques);
    if (!used.length) return null;
    const rows = used.map(([name, level, times]) => make("tr", {},
      make("th", { scope: "row" }, name), make("td", {}, `${level} of ${this.techniques.length}`),
      make("td", {}, `${times}`)));
    const solved = !this.steps.some(({ action }) => action === "branch");
    return make("table", { class: "used" },
      make("caption", {}, solved ? "Techniques that solve it" : "Techniques before the first choice"),
      make("tr", {}, ...["Technique", "Difficulty", "Times"].map((text) =>
        make("th", { scope: "col" }, text))), ...rows);
  }
}
