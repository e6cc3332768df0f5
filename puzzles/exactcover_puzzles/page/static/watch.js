// The Watch tab: the search step by step, with its branches, choices, forced moves and dead ends.
import { button, isEnter, make, note, row, select } from "./dom.js";
import { Tab } from "./tab.js";

export class Watch extends Tab {
  name = "Watch";
  keys = "Space starts and stops; arrow keys move one step.";
  perSecond = 4;

  forget() {
    this.#halt();
    Object.assign(this, { steps: null, at: 0, fault: "" });
  }

  async enter() {
    const { board } = this.page;
    this.page.showPuzzle();
    board.onarrow = (key) => {
      this.#halt();
      this.#go(this.at + (key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1));
      return true;
    };
    board.onkey = (event) => {
      if (isEnter(event)) this.#toggle();
      return isEnter(event);
    };
    if (!this.steps) {
      const answers = [this.page.ask("watch", { limit: 3000, seconds: 10 }), this.page.ask("options")];
      const [found, options] = await Promise.all(answers);
      this.fault = found.error ?? options.error ?? "";
      if (this.fault) return this.page.refresh();
      this.complete = found.complete;
      this.options = options.marks;
      this.steps = statesOf(found.steps);
      this.solutions = [...this.steps.keys()].filter((k) => this.steps[k].action === "solution");
    }
    return this.#go(this.at);
  }

  leave() {
    this.#halt();
  }

  #go(k) {
    if (!this.steps?.length || this.page.tab !== this) return;
    this.at = Math.max(0, Math.min(this.steps.length - 1, k));
    const { board } = this.page;
    const step = this.steps[this.at];
    const given = (this.page.looked.given_marks ?? []).map((mark) => ({ mark, classes: "given" }));
    const lies = step.lies.map(([option, , action]) =>
      ({ mark: this.options[option], classes: action === "force" ? "" : "given" }));
    board.marks([...given, ...lies]);
    const texts = board.places.map(() => "");
    for (const [place, size] of step.sizes) texts[place] = `${size}`;
    board.numbers(texts);
    board.name((step.item?.places ?? []).map((place) => [place, step.action === "dead" ? "bad" : ""]));
    if (this.at === this.steps.length - 1) this.#halt();
    this.page.refresh();
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

  panel() {
    if (this.fault || !this.steps) return [make("p", {}, this.fault || "…")];
    const go = (k) => () => {
      this.#halt();
      this.#go(k());
    };
    const slider = make("input", {
      type: "range", min: 0, max: this.steps.length - 1, "aria-label": "Step", style: "width:100%",
      oninput: ({ target }) => go(() => Number(target.value))(), value: this.at,
    });
    const speeds = [1, 4, 15, 60, 300].map((each) => [each, `${each} per second`]);
    const speed = select("Steps per second", speeds, this.perSecond, (each) => { this.perSecond = each; });
    const toggle = button(this.timer ? "Stop" : "Start", () => this.#toggle(), { id: "go", class: "main" });
    const more = this.complete ? "" : " (the search continues)";
    const next = () => this.solutions.find((k) => k > this.at) ?? this.steps.length - 1;
    return [
      row(button("‹", () => this.#go(this.at - 1), { "aria-label": "previous step" }), toggle,
        button("›", () => this.#go(this.at + 1), { "aria-label": "next step" }), speed,
        button("Next solution", go(next))),
      slider, make("p", {}, `Step ${this.at + 1} of ${this.steps.length}${more}.`),
      make("p", { id: "step" }, wordsOf(this.steps[this.at])),
      note("This search finds all solutions and propagates after each choice. "
        + "The engines search in the same way, but much faster.")];
  }
}

/** The steps of a search, each with what lies on the board after it. */
function statesOf(steps) {
  let lies = [];
  return steps.map((step) => {
    const { action, options, depth } = step;
    if (action === "try" || action === "back") lies = lies.filter(([, at]) => at < depth);
    if (action === "try" || action === "force")
      lies = [...lies, ...options.map((option) => [option, depth, action])];
    return { ...step, lies };
  });
}

/** A step in words. */
function wordsOf({ action, item, size, removed, depth }) {
  const at = item?.name ?? "something";
  return {
    branch: `Level ${depth}: ${at} has the fewest placements left, ${size}. They are tried in turn. `
      + "The numbers show how many each cell has.",
    try: `Level ${depth}: try one.`,
    force: `This is forced. ${removed} ${removed === 1 ? "placement" : "placements"} eliminated.`,
    dead: `Nothing is left for ${at}: go back.`,
    back: "Take back the choice.",
    solution: "A solution.",
  }[action];
}
