// Help during play: hints, and whether the board can be finished. Python finds the answers.
import { gone } from "./engine.js";
import { button, byId, grouped, make, row, say, sentence } from "./dom.js";

const LOST = "This can no longer be finished";

/** A hint in words, with the places that it names; `reveal`, `paint`: what follows from it. */
function hintOf({ action, item, paint, words, removed, option, left }) {
  const places = item?.places ?? [];
  if (action === "solved") return { text: "It is finished: nothing is left to find." };
  if (paint && !paint.length) return { text: `${LOST}: ${words}.`, bad: true };
  if (paint) return { text: `Look at ${words}.`, places: paint.map(([k]) => k), paint };
  if (action === "impossible")
    return { text: `${LOST}: nothing is left for ${item.name}.`, places, bad: true };
  const gone = `${grouped(removed.length)} placements would block something else; without them, `;
  if (action === "take") {
    const text = `Look at ${item.name}: ${removed.length ? gone : ""}only one placement is left.`;
    return { text, places, reveal: option };
  }
  const fewest = item ? ` The fewest placements are left for ${item.name}: ${left}.` : "";
  return { text: `No single step is forced.${fewest}`, places };
}

/** Why a board cannot be finished, in words. */
function whyOf({ impossible, why, items = [], details }) {
  if (impossible === undefined) return { text: "Not decided within half a minute." };
  if (!impossible) return { text: "So far so good: this can be finished." };
  return { text: `${LOST}: ${why}.`, places: items.flatMap(({ places }) => places), bad: true, details };
}

/** What makes the solution unique, in words; `options`: the mark of each. */
function uniqueOf({ verdict, why, complete, count, words = [], choice }, options) {
  if (verdict === "impossible") return { text: `There is no solution: ${why}.`, bad: true };
  if (verdict === "unique") return { text: "There is exactly one solution from here." };
  const found = count === "0" ? "No solution" : "One solution";
  if (verdict === "undecided") return { text: `${found} found in this time; there may be others.` };
  const fewest = words.length ? `With ${words.join(" and ")} there is exactly one.` : "";
  const text = `${complete ? "" : "at least "}${grouped(count)} solutions from here. ${fewest}`;
  return { text, places: (choice ?? []).flatMap((option) => options[option].places) };
}

export class Help {
  constructor(play) {
    this.play = play;
    this.page = play.page;
  }

  /** Ask about the present board. If it changes meanwhile, the answer is given up. */
  async ask(name, values = {}) {
    const { play } = this;
    const state = () => ({ chosen: play.all, painted: [...play.painted] });
    const asked = state();
    const answer = await this.page.ask(name, { ...asked, ...values });
    if (JSON.stringify(state()) !== JSON.stringify(asked)) throw gone();
    return answer;
  }

  /** The same, with a sign in the panel that an answer is awaited. */
  #wonder(name, values) {
    this.play.said = { text: "…" };
    this.page.refresh();
    return this.ask(name, values);
  }

  async #tell(name, words, values) {
    const found = await this.#wonder(name, values);
    this.say(found.error ? { text: found.error } : words(found));
  }

  say(said) {
    const { play } = this;
    const text = said.text.replace(/\bpiece ([^\s:;,.]+)/g, (all, name) =>
      (play.numbers.has(name) ? play.called(name) : all));
    play.said = { ...said, text: sentence(text) };
    say(play.said.text);
    play.draw();
    this.page.refresh();
    byId("said")?.scrollIntoView({ block: "nearest" });
  }

  hint() {
    return this.#tell("hint", hintOf);
  }

  async #why() {
    const { possible, error } = await this.#wonder("left");
    if (possible || error) return this.say(error ? { text: error } : whyOf({ impossible: false }));
    return this.#tell("explain", whyOf, { seconds: 30 });
  }

  #fitting() {
    const { play } = this;
    const { cursor } = this.page.board;
    const held = play.hand.held && play.hand.piece().name;
    const of = held ? `of ${play.called(held)}` : `at ${this.page.looked.view.places[cursor].name}`;
    return this.#tell("left", (found) => {
      const free = play.placeable(found);
      const here = free.map((option) => play.options[option])
        .filter(({ places, piece }) => (held ? piece === held : places.includes(cursor)));
      const end = found.possible === false ? ` ${LOST}.` : "";
      const [n, all] = [here, free].map((each) => grouped(each.length));
      const places = held ? [...new Set(here.flatMap(({ places: each }) => each))] : [];
      return { text: `${n} placements ${of} are left, ${all} in all.${end}`, places };
    });
  }

  /** Check whether the board is a solution; `complete` says why it may be one. */
  async check(complete) {
    const { play } = this;
    const { places, spare } = this.page.looked.view;
    // Once enough is painted, the rest stays empty.
    const painted = !play.paints ? [] : places.flatMap(({ shade }, k) =>
      (shade === "clue" ? [] : [[k, play.painted.get(k) ?? "light"]]));
    const found = await this.ask("left", { painted });
    const unknown = found.error || found.possible === null;
    if (unknown || (play.paints && !found.possible)) return; // that many can be wrong
    if (found.possible && !play.paints && !spare && play.placeable(found).length) return;
    const wrong = `${complete}, but something does not fit together. Ask why.`;
    this.say({ text: found.possible ? "Solved!" : wrong });
  }

  /** The questions. */
  buttons() {
    const { paints, options } = this.play;
    const unique = (found) => uniqueOf(found, options);
    return row(button("Hint", () => this.hint(), { "aria-keyshortcuts": "H" }),
      !paints && button("What still fits?", () => this.#fitting()),
      button("Can it be finished?", () => this.#why()),
      !paints && button("What makes it unique?", () => this.#tell("unique", unique, { seconds: 30 })));
  }

  /** The last message, and the actions that it offers. */
  said() {
    const { said } = this.play;
    if (!said) return [];
    const { bad, details, paint, reveal, show, text } = said;
    return [make("p", { class: bad ? "fault" : "", id: "said" }, text),
      details && make("details", {}, make("summary", {}, "Details"), make("p", {}, sentence(details))),
      reveal !== undefined && show === undefined
        && button("Show it", () => this.say({ ...said, show: reveal })),
      paint && button("Paint them", () => this.play.paint(paint)),
      show !== undefined && button("Put it there", () => this.play.put(show))];
  }
}
