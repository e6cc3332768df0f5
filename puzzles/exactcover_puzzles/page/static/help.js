// Help during play: hints, and whether the board can be finished. Python finds the answers.
import { gone } from "./engine.js";
import { button, byId, grouped, make, row, say, sentence } from "./dom.js";

const LOST = "This can no longer be finished";
const NEVER = "This puzzle has no solution";
const GUESS = "This placement belongs to a solution. No simple reason for it was found.";

/** A reason of more steps is told in Watch. */
const FEW = 6;

/** A hint in words, with the places that it names; `reveal`, `paint`: what follows from it, or a part of a
    solution (`guess`). */
export function hintOf(found) {
  const { action, item, paint, further, words, removed, option, options = [], possible } = found;
  const places = found.places ?? item?.places ?? [];
  if (action === "solved") return { text: "It is finished: nothing is left to find." };
  if (action === "impossible") {
    const why = words ?? (item && `nothing is left for ${item.name}`);
    const text = why ? `${LOST}: ${why}.` : `${LOST}; only trying everything shows that.`;
    return { text, places, bad: true, mend: true };
  }
  if (action === "paint") return { text: `Look at ${words}.`, places: paint.map(([k]) => k), paint };
  if (action === "take") {
    const n = removed.length;
    const others = n === 1 ? "1 placement would" : `${grouped(n)} placements would`;
    const text = n > FEW ? "only one placement works. Watch shows why, step by step"
      : `${n ? `${others} block something else; without ${n === 1 ? "it" : "them"}, ` : ""}only one is left`;
    return { text: `Look at ${item.name}: ${text}.`, places, reveal: option };
  }
  if (possible === false)
    return { text: `${LOST}; only trying everything shows that.`, bad: true, mend: true };
  const fewest = item
    ? ` The fewest placements, ${grouped(options.length)}, are left for ${item.name}.` : "";
  return { text: `No simple step was found.${fewest}`, places, paint: further, reveal: option, guess: true };
}

/** What was taken back, in words. */
export function mendedOf({ options, places }) {
  const number = options.length + places.length;
  if (!number) return "There is nothing to remove: this can be finished.";
  return `${number} ${number === 1 ? "move is" : "moves are"} taken back. This can be finished now.`;
}

/** Why a board cannot be finished, in words. */
function whyOf({ impossible, why, items = [], details }) {
  if (impossible === undefined) return { text: "Not decided within half a minute." };
  if (!impossible) return { text: "So far so good: this can be finished." };
  const places = items.flatMap(({ places: each }) => each);
  return { text: `${LOST}: ${why}.`, places, bad: true, mend: true, details };
}

/** What makes the solution unique, in words; `options`: the mark of each; `placed`: what lies there;
    `givens`: whether these are all given. */
function uniqueOf({ verdict, why, complete, count, words = [], choice }, options, placed, givens) {
  if (verdict === "impossible") return { text: `There is no solution: ${why}.`, bad: true };
  if (verdict === "unique") return { text: "There is exactly one solution from here.", spare: givens };
  const found = count === "0" ? "No solution" : "One solution";
  if (verdict === "undecided") return { text: `${found} found in this time; there may be others.` };
  const fewest = words.length ? `With ${words.join(" and ")} there is exactly one.` : "";
  const text = `${complete ? "" : "at least "}${grouped(count)} solutions from here. ${fewest}`;
  const places = (choice ?? []).flatMap((option) => options[option].places);
  return { text, places, give: choice && ["Make it given", [...placed, ...choice]] };
}

/** Which givens are not needed, in words. */
export function spareOf({ given, alone, kept }, options) {
  if (!alone.length)
    return { text: given === 1 ? "The only given is needed." : `All ${given} givens are needed.` };
  const together = alone.length > 1 ? ` Together, ${given - kept.length} can go.` : "";
  const places = alone.flatMap((option) => options[option].places);
  const text = `Any one of ${alone.length} givens could go, and there would still be one solution.`;
  return { text: text + together, places, give: ["Remove what is not needed", kept] };
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
  async #wonder(name, values) {
    this.play.said = { text: "Searching…" };
    this.page.refresh();
    const wondered = (this.wondered = {});
    const answer = await this.ask(name, values);
    if (wondered !== this.wondered) throw gone(); // something else has been asked since
    return answer;
  }

  async #tell(name, words, values) {
    const found = await this.#wonder(name, values);
    this.say(found.error ? { text: found.error } : words(found));
  }

  say(said) {
    const { play } = this;
    const never = this.page.answer?.verdict === "impossible";
    const text = said.text.replace(LOST, never ? NEVER : LOST).replace(/\bpiece ([^\s:;,.]+)/g, (all, name) =>
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
    if (this.play.judge.solved) return this.say({ text: "It is solved.", solved: true });
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
      const count = ({ length }) => (length === 1 ? "1 placement" : `${grouped(length)} placements`);
      const places = held ? [...new Set(here.flatMap(({ places: each }) => each))] : [];
      if (!held && play.on(cursor) !== null)
        return { text: `Something lies ${of}. ${count(free)} in all are left elsewhere.${end}` };
      const texts = here.map(({ piece, text: name }) => name || piece).filter(Boolean);
      const named = !held && here.length <= 9 && texts.length === here.length && texts.length
        ? ` (${[...new Set(texts)].join(", ")})` : "";
      const are = here.length === 1 ? "is" : "are";
      const text = `${count(here)} ${of}${named} ${are} left, ${grouped(free.length)} in all.${end}`;
      return { text, places };
    });
  }

  /** Take back the moves that keep the board from being finished. */
  async mend() {
    const found = await this.#wonder("mistakes");
    const { play } = this;
    if (found.error) return this.say({ text: found.error });
    play.chosen = play.chosen.filter((option) => !found.options.includes(option));
    for (const place of found.places) play.painted.delete(place);
    play.changed("");
    return this.say({ text: mendedOf(found) });
  }

  /** The questions. */
  buttons() {
    const { paints, options } = this.play;
    const { all, chosen } = this.play;
    const unique = (found) => uniqueOf(found, options, all, all.length > 0 && !chosen.length);
    return row(button("Hint", () => this.hint(), { "aria-keyshortcuts": "H" }),
      !paints && button("What still fits?", () => this.#fitting()),
      this.#ask(),
      !paints && button("What makes it unique?", () => this.#tell("unique", unique, { seconds: 30 })));
  }

  /** The last message, and the actions that it offers. */
  said() {
    const { said } = this.play;
    if (!said) return [];
    const { bad, details, give, guess, mend, paint, reveal, show, solved, spare, text, why } = said;
    const editable = this.page.looked.sketch?.at; // its givens can be changed
    const seen = guess ? "Show one of a solution" : "Show it";
    return [make("p", { class: bad ? "fault" : solved ? "solved" : "", id: "said" }, text),
      details && make("details", {}, make("summary", {}, "Details"), make("p", {}, sentence(details))),
      row(reveal !== undefined && show === undefined
          && button(seen, () => this.say({ ...said, text: guess ? GUESS : said.text, show: reveal })),
        paint && button(guess ? "Paint one of a solution" : "Paint them", () => this.play.paint.all(paint)),
        show !== undefined && button("Put it there", () => this.play.put(show)),
        give && editable && button(give[0], () => this.page.edit({ given: give[1] })),
        spare && button("Are all givens needed?", () =>
          this.#tell("needless", (found) => spareOf(found, this.play.options), { seconds: 30 })),
        why && this.#ask(),
        mend && button("Remove my mistakes", () => this.mend()))];
  }

  #ask() {
    return button("Can it be finished?", () => this.#why());
  }
}
