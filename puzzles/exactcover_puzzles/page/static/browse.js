// The Solutions tab: one at a time, with kept pieces, random ones, favourites, files.
import { button, grouped, isEnter, make, note, picture, row, say, select } from "./dom.js";
import { Tab } from "./tab.js";

export class Browse extends Tab {
  name = "Solutions";
  keys = "Left and right arrow keys change the solution. Click a piece, or press Enter on it, "
    + "to see the solutions in which it is given.";
  touch = "Tap a piece to see the solutions in which it is given.";
  available = true;

  forget() {
    this.stop?.abort();
    Object.assign(this, { found: [], pinned: [], liked: [], at: 0, way: "symmetric", state: "" });
  }

  enter() {
    const { board } = this.page;
    this.page.showPuzzle();
    board.onarrow = (key) => {
      if (key !== "ArrowLeft" && key !== "ArrowRight") return false;
      this.#go(this.at + (key === "ArrowRight" ? 1 : -1));
      return true;
    };
    board.onkey = (event, k) => {
      if (isEnter(event)) this.#pin(k);
      else if (event.key === "Home") this.#go(0);
      else if (event.key === "End") this.#go(this.found.length - 1);
      else return false;
      return true;
    };
    board.onpress = (place) => this.#pin(place);
    board.describe = (k) => {
      const mark = this.found[this.at]?.marks?.find(({ places }) => places.includes(k));
      return `${board.places[k].name}${mark ? `, ${mark.piece || mark.text}` : ""}`;
    };
    if (this.state) this.#draw();
    else this.#list(this.way, []);
  }

  /** List solutions of this kind that contain the kept options. */
  async #list(way, pinned) {
    this.stop?.abort();
    this.stop = new AbortController();
    Object.assign(this, { way, pinned, found: [], at: 0, state: "Looking…" });
    this.#draw();
    const { signal } = this.stop;
    const random = way === "random";
    const asked = {
      chosen: pinned, symmetric: way === "symmetric", random,
      seed: random ? Math.floor(Math.random() * 2 ** 50) : 0, limit: random ? 20 : 500, seconds: 30,
    };
    const onPart = (part) => {
      this.found.push(part);
      if (this.found.length === 1) this.#draw();
      else if (this.found.length % 20 === 0) this.page.refresh();
    };
    const end = await this.page.ask("solutions", asked, { signal, onPart });
    const number = grouped(this.found.length);
    if (end.error) this.state = end.error;
    else if (random) this.state = `${number} drawn at random from ${grouped(end.total)}, all equally likely.`;
    else if (!end.complete) this.state = `The first ${number}.`;
    else this.state = this.found.length ? "These are all." : "There are none.";
    this.#draw();
  }

  #go(k) {
    if (!this.found.length) return;
    this.at = Math.max(0, Math.min(this.found.length - 1, k));
    say(`Solution ${this.at + 1} of ${this.found.length}`);
    this.#draw();
  }

  /** The piece on a place is given here, or no longer. */
  #pin(place) {
    const shown = this.found[this.at];
    const k = shown?.marks?.findIndex(({ places }) => places.includes(place)) ?? -1;
    if (k < 0) return;
    const way = this.way === "symmetric" ? "all" : this.way;
    this.#list(way, toggled(this.pinned, shown.options[k]));
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
      // Where places may stay open, the open ones are not marked.
      const covers = ({ mark: { piece, shade } }) => piece || shade !== "light" || !looked.view.spare;
      board.marks(marks.filter(covers));
    } else if (shown && !looked.view) {
      const { drawing, text } = shown;
      board.host.replaceChildren(drawing ? picture(drawing, text) : make("pre", {}, text));
    } else if (looked.view) {
      board.marks([]);
      board.name(this.page.placesOfReason());
    }
    this.page.refresh();
  }

  async #files(form, which) {
    const { found, liked } = this;
    const chosen = { unsolved: [], one: [found[this.at]], liked, all: found.slice(0, 100) }[which];
    if (!chosen.some((each) => !each.options))
      return this.page.ask("export", { form, solutions: chosen.map(({ options }) => options) });
    if (form !== "svg" || !chosen[0].drawing)
      return { error: "Only the solution shown can be saved, as SVG." };
    return { files: [["solution.svg", new TextEncoder().encode(chosen[0].drawing)]] };
  }

  panel() {
    const { found, liked, pinned, at } = this;
    const { up_to: upTo, view } = this.page.looked;
    const list = (name) => this.#list(name, name === "symmetric" ? [] : pinned);
    const way = (name, text) => button(text, () => list(name), { "aria-pressed": this.way === name });
    const go = (text, label, k, disabled) =>
      button(text, () => this.#go(k), { "aria-label": label, disabled });
    const like = () => {
      this.liked = toggled(liked, found[at]);
      this.page.refresh();
    };
    const favourite = (k) => button(`${k + 1}`, () => {
      this.stop?.abort();
      this.found = [...liked];
      this.#go(k);
    });
    const forms = [
      ...(found.length ? [["one", "this one"], ["all", "all found, up to 100"]] : []),
      ...(this.page.kind?.unsolved ? [["unsolved", "the puzzle, unsolved"]] : []),
      ...(liked.length ? [["liked", "favourites"]] : []),
    ];
    const [which] = forms.find(([name]) => name === this.which) ?? forms[0] ?? [];
    const choice = select("Which solutions", forms, which, (name) => { this.which = name; });
    const files = (form) => this.#files(form, which);
    return [
      row(upTo && way("symmetric", `One ${upTo}`), way("all", "All"),
        (view || found[0]?.options) && way("random", "At random")),
      row(go("‹", "previous solution", at - 1, at === 0),
        make("strong", { id: "number" }, found.length ? `${at + 1} of ${grouped(found.length)}` : ""),
        go("›", "next solution", at + 1, at >= found.length - 1),
        button("★", like, {
          "aria-label": "favourite", "aria-pressed": liked.includes(found[at]), disabled: !found.length,
        })),
      note(this.state, { role: "status" }),
      pinned.length && row(make("span", {}, `${pinned.length} given here`),
        button("Clear these givens", () => this.#list(this.way, []))),
      liked.length && [make("h2", {}, "Favourites"), row(...[...liked.keys()].map(favourite))],
      forms.length && [make("h2", {}, "Save or print"),
        this.saver("Save", ["svg", "png", "pdf"], files, [choice])],
    ];
  }
}

const toggled = (all, one) => (all.includes(one) ? all.filter((each) => each !== one) : [...all, one]);
