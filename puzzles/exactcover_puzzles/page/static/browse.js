// Solutions: one at a time, those with a piece in some place, fair random ones, favourites, files.
import { button, grouped, make, picture, say } from "./dom.js";
import { Tab } from "./tab.js";

export class Browse extends Tab {
  name = "Solutions";
  keys = "Left and right arrow keys turn the pages. Click a piece, or Enter on it, to keep it where it is.";

  touch = "Tap a piece to keep it where it is.";

  get fits() {
    return true;
  }

  forget() {
    this.stop?.abort();
    this.found = [];
    this.pinned = [];
    this.liked = [];
    this.at = 0;
    this.way = "symmetric";
    this.state = "";
    this.begun = false;
  }

  async enter() {
    const { board } = this.page;
    this.page.showPuzzle();
    board.onarrow = (key) => {
      if (key !== "ArrowLeft" && key !== "ArrowRight") return false;
      this.#go(this.at + (key === "ArrowRight" ? 1 : -1));
      return true;
    };
    board.onkey = (event, k) => {
      if (event.key === "Enter" || event.key === " ") this.#pin(k);
      else if (event.key === "Home") this.#go(0);
      else if (event.key === "End") this.#go(this.found.length - 1);
      else return false;
      return true;
    };
    board.svg?.addEventListener("pointerdown", (event) => {
      const place = board.at(event.clientX, event.clientY);
      if (place !== null) this.#pin(place);
    });
    board.describe = (k) => {
      const mark = this.found[this.at]?.marks?.find(([places]) => places.includes(k));
      return `${board.places[k].name}${mark ? `, ${mark[1] || mark[2]}` : ""}`;
    };
    if (!this.begun) await this.#list();
    else this.#draw();
  }

  leave() {
    this.page.board.onarrow = null;
  }

  async #list() {
    this.begun = true;
    this.stop?.abort();
    this.stop = new AbortController();
    this.found = [];
    this.at = 0;
    this.state = "Looking…";
    this.#draw();
    const { signal } = this.stop;
    const random = this.way === "random";
    const asked = {
      chosen: this.pinned, symmetric: this.way === "symmetric", random,
      seed: random ? Math.floor(Math.random() * 2 ** 50) : 0, limit: random ? 20 : 500, seconds: 30,
    };
    try {
      const end = await this.page.ask("solutions", asked, {
        signal,
        onPart: (part) => {
          this.found.push(part);
          if (this.found.length === 1) this.#draw();
          else if (this.found.length % 20 === 0) this.page.refresh();
        },
      });
      if (end.error) this.state = end.error;
      else if (random) this.state = `${this.found.length} drawn of ${grouped(end.total)}, each as likely as any other.`;
      else if (end.complete) this.state = this.found.length ? "These are all." : "There is none.";
      else this.state = `The first ${grouped(this.found.length)}.`;
    } catch (error) {
      if (signal.aborted) return;
      this.state = error.message;
    }
    this.#draw();
  }

  #go(k) {
    if (!this.found.length) return;
    this.at = Math.max(0, Math.min(this.found.length - 1, k));
    say(`Solution ${this.at + 1} of ${this.found.length}`);
    this.#draw();
  }

  /** Keep the piece on a place where it is, or no longer. */
  #pin(place) {
    const shown = this.found[this.at];
    const k = shown?.marks?.findIndex(([places]) => places.includes(place)) ?? -1;
    if (k < 0) return;
    const option = shown.options[k];
    this.pinned = this.pinned.includes(option) ? this.pinned.filter((each) => each !== option) : [...this.pinned, option];
    if (this.way === "symmetric") this.way = "all";
    this.#list();
  }

  #draw() {
    if (this.page.tab !== this) return;
    const { board, looked } = this.page;
    const shown = this.found[this.at];
    if (shown?.marks && looked.view) {
      const given = new Set(looked.given);
      const marks = shown.marks.map((mark, k) => {
        const option = shown.options[k];
        return { mark, classes: this.pinned.includes(option) ? "pinned" : given.has(option) ? "given" : "" };
      });
      // Where places may stay open, those that do are not pointed at.
      board.marks(marks.filter(({ mark: [, piece, , shade] }) => piece || shade !== "light" || !looked.view.spare));
    } else if (shown && !looked.view) {
      board.host.replaceChildren(shown.drawing ? picture(shown.drawing, shown.text) : make("pre", {}, shown.text));
    } else if (looked.view) {
      board.marks([]);
      board.name(this.page.placesOfReason(this.page.answer));
    }
    this.page.refresh();
  }

  async #files(form, which) {
    const chosen = which === "unsolved" ? [] : which === "one" ? [this.found[this.at]] : which === "liked" ? this.liked : this.found.slice(0, 100);
    if (!chosen.some((each) => !each.options))
      return this.page.ask("export", { form, solutions: chosen.map(({ options }) => options) });
    if (form !== "svg" || !chosen[0].drawing) return { error: "Only the solution that is shown can be saved, as SVG." };
    return { files: [["solution.svg", new TextEncoder().encode(chosen[0].drawing)]] };
  }

  panel() {
    const made = make("div");
    const way = (name, text) => button(text, () => {
      this.way = name;
      if (name === "symmetric") this.pinned = [];
      this.#list();
    }, { "aria-pressed": this.way === name });
    const { up_to: upTo, view } = this.page.looked;
    made.append(make("div", { class: "row" },
      upTo ? way("symmetric", `One ${upTo}`) : null, way("all", "All"), view || this.found[0]?.options ? way("random", "At random") : null));
    const number = this.found.length ? `${this.at + 1} of ${grouped(this.found.length)}` : "";
    made.append(make("div", { class: "row" },
      button("‹", () => this.#go(this.at - 1), { "aria-label": "the one before", disabled: this.at === 0 }),
      make("strong", { id: "number" }, number),
      button("›", () => this.#go(this.at + 1), { "aria-label": "the next one", disabled: this.at >= this.found.length - 1 }),
      button("★", () => this.#like(), { "aria-label": "a favourite", "aria-pressed": this.#liked, disabled: !this.found.length })));
    made.append(make("p", { class: "note", role: "status" }, this.state));
    if (this.pinned.length) {
      made.append(make("div", { class: "row" }, make("span", {}, `${this.pinned.length} kept in place`),
        button("Let them go", () => { this.pinned = []; this.#list(); })));
    }
    if (this.liked.length) {
      made.append(make("h2", {}, "Favourites"), make("div", { class: "row" }, ...this.liked.map((each, k) =>
        button(`${k + 1}`, () => { this.found = this.liked; this.#go(k); }))));
    }
    const unsolved = this.page.kind?.unsolved;
    if (this.found.length || unsolved) {
      const which = make("select", { "aria-label": "Which solutions" }, this.found.length ? [make("option", { value: "one" }, "this one"),
        make("option", { value: "all" }, "those found, up to 100")] : null, unsolved ? make("option", { value: "unsolved" }, "the puzzle, unsolved") : null, this.liked.length ? make("option", { value: "liked" }, "favourites") : null);
      made.append(make("h2", {}, "Save or print"),
        this.saver("Save", ["svg", "png", "pdf"], (form) => this.#files(form, which.value), [which]));
    }
    return made;
  }

  get #liked() {
    return this.liked.includes(this.found[this.at]);
  }

  #like() {
    const shown = this.found[this.at];
    this.liked = this.#liked ? this.liked.filter((each) => each !== shown) : [...this.liked, shown];
    this.page.refresh();
  }
}
