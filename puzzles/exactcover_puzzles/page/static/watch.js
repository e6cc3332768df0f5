// The search itself, step by step: where it branches, what it tries, what follows, where it fails.
import { button, make } from "./dom.js";
import { Tab } from "./tab.js";

export class Watch extends Tab {
  name = "Watch";
  keys = "Space starts and stops, arrow keys go one step.";

  forget() {
    this.#halt();
    this.steps = null;
    this.at = 0;
    this.fault = "";
    this.perSecond = this.perSecond ?? 4;
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
      if (event.key !== " " && event.key !== "Enter") return false;
      this.#toggle();
      return true;
    };
    if (!this.steps) {
      const answers = [this.page.ask("watch", { limit: 3000, seconds: 10 }), this.page.ask("options")];
      const [found, options] = await Promise.all(answers).catch((error) => [{ error: error.message }, {}]);
      this.fault = found.error ?? options.error ?? "";
      if (this.fault) {
        this.page.refresh();
        return;
      }
      this.complete = found.complete;
      this.options = options.marks;
      this.#states(found.steps);
    }
    this.#go(this.at);
  }

  leave() {
    this.#halt();
    this.page.board.onarrow = null;
  }

  /** What lies on the board after each step. */
  #states(steps) {
    let lies = [];
    this.steps = steps.map(([action, options, item, size, removed, depth, sizes]) => {
      if (action === "try" || action === "back") lies = lies.filter((each) => each[1] < depth);
      if (action === "try" || action === "force") lies = [...lies, ...options.map((option) => [option, depth, action])];
      return { action, item, size, removed, depth, lies, options, sizes };
    });
    this.solutions = this.steps.flatMap(({ action }, k) => (action === "solution" ? [k] : []));
  }

  #words({ action, item, size, removed, depth }) {
    const at = item?.[0] ?? "something";
    return {
      branch: `Level ${depth}: ${at} has the fewest possibilities left, ${size}. They are tried in turn. The numbers say how many each cell has.`,
      try: `Level ${depth}: one is tried.`,
      force: `This follows at once. ${removed} possibilities are out.`,
      dead: `Nothing is left for ${at}: back.`,
      back: "The choice is taken back.",
      solution: "A solution.",
    }[action];
  }

  #go(k) {
    if (!this.steps?.length || this.page.tab !== this) return;
    this.at = Math.max(0, Math.min(this.steps.length - 1, k));
    const { board } = this.page;
    const step = this.steps[this.at];
    const given = (this.page.looked.given_marks ?? []).map((mark) => ({ mark, classes: "given" }));
    board.marks([...given, ...step.lies.map(([option, , action]) => ({ mark: this.options[option], classes: action === "force" ? "" : "given" }))]);
    const texts = board.places.map(() => "");
    for (const [place, size] of step.sizes) texts[place] = `${size}`;
    board.numbers(texts);
    board.name((step.item?.[1] ?? []).map((place) => [place, step.action === "dead" ? "bad" : ""]));
    if (this.at === this.steps.length - 1) this.#halt();
    if (this.parts?.slider.isConnected) this.#tell();
    else this.page.refresh();
  }

  /** What the panel says of the step. Its parts stay: somebody may be dragging the slider. */
  #tell() {
    const { slider, toggle, number, words } = this.parts;
    slider.value = this.at;
    toggle.textContent = this.timer ? "Stop" : "Start";
    number.textContent = `Step ${this.at + 1} of ${this.steps.length}${this.complete ? "" : " (the search goes on)"}.`;
    words.textContent = this.#words(this.steps[this.at]);
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
    const made = make("div");
    if (this.fault || !this.steps) {
      made.append(make("p", {}, this.fault || "…"));
      return made;
    }
    const slider = make("input", { type: "range", min: 0, max: this.steps.length - 1, "aria-label": "Step", style: "width:100%" });
    slider.addEventListener("input", () => { this.#halt(); this.#go(Number(slider.value)); });
    const speed = make("select", { "aria-label": "Steps in a second", onchange: () => { this.perSecond = Number(speed.value); } });
    for (const each of [1, 4, 15, 60, 300]) speed.append(make("option", { value: each, selected: each === this.perSecond }, `${each} a second`));
    const toggle = button("", () => this.#toggle(), { class: "main" });
    const [number, words] = [make("p"), make("p", { id: "step" })];
    this.parts = { slider, toggle, number, words };
    this.#tell();
    made.append(
      make("div", { class: "row" },
        button("‹", () => this.#go(this.at - 1), { "aria-label": "one step back" }), toggle,
        button("›", () => this.#go(this.at + 1), { "aria-label": "one step" }), speed,
        button("Next solution", () => {
          this.#halt();
          this.#go(this.solutions.find((k) => k > this.at) ?? this.steps.length - 1);
        })),
      slider, number, words,
      make("p", { class: "note" }, "This is a search for all solutions, with what follows from each choice. The engines search in the same way, and much faster."));
    return made;
  }
}
