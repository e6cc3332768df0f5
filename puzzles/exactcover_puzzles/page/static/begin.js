// Ways to start a puzzle: a new board, a made one, a bundled one, an example, a file.
import { MOST } from "./book.js";
import { button, grouped, labelled, make, row, select, sentence } from "./dom.js";

const SECONDS = 60;

/** The first puzzle of a kind; null if all its puzzles are bundled files. */
export const first = ({ name: kind, example, first_words: words, reads_files: reads }) =>
  example ? { kind, text: example, name: "" } : reads ? null : { kind, words, name: "" };

/** The dialog for a new puzzle. */
export function begin(page) {
  const { dialog, kinds } = page;
  const put = (puzzle) => {
    dialog.close();
    page.put(puzzle, page.tabs[0]);
    page.board.host.focus();
  };
  const card = (text, small, onclick) => button([text, make("small", {}, small)], onclick);
  const ordered = [...kinds].sort((one, other) => other.edits - one.edits);
  const shipped = ordered.flatMap(({ name: kind, shipped: names }) => names.map((name) =>
    card(name.replaceAll("-", " "), kind, async () => {
      const answer = await page.engine.ask({ ask: "shipped", kind, name });
      if (answer.error) page.message("The puzzle could not be opened", make("p", {}, sentence(answer.error)));
      else put({ kind, text: answer.text, name: `${name}.txt` });
    })));
  const others = kinds.filter((each) => each.name !== page.usual && first(each));
  page.message("Draw your own board", [
    ...boards(page, put),
    make("h2", {}, "Make a puzzle with one solution"), wishing(page, put),
    make("h2", {}, "Open a bundled puzzle"), make("div", { class: "cards" }, ...shipped),
    make("h2", {}, "Start another kind"),
    make("div", { class: "cards" }, ...others.map((each) =>
      card(each.name, each.purpose, () => put(first(each))))),
  ], "Cancel");
}

/** The form for a board to draw: its shape and its size. */
function boards({ engine, kinds, usual }, put) {
  const ordered = [...kinds].sort((one, other) => (other.name === usual) - (one.name === usual));
  const known = ordered.flatMap(({ name: kind, boards: shapes }) =>
    shapes.map(([text, asked]) => ({ text, asked: { title: "", ...asked, kind } })));
  let { asked } = known[0];
  const sizes = make("input", { value: asked.size.join(" "), "aria-label": "Size", size: 8 });
  const fault = make("p", { class: "fault", role: "alert" });
  const shape = select("Shape", known.map((each) => [each, each.text]), known[0], (chosen) => {
    ({ asked } = chosen);
    sizes.value = asked.size.join(" ");
  });
  const go = async () => {
    const size = sizes.value.split(/[\s,x×]+/).filter(Boolean).map(Number);
    const said = `The size is ${sizes.value.trim() || "empty"}.`;
    const whole = size.length && size.every(Number.isInteger);
    const answer = whole ? await engine.ask({ ...asked, ask: "begin", size })
      : { error: `${said} Expected whole numbers, such as ${asked.size.join(" ")}.` };
    if (answer.error) fault.textContent = sentence(answer.error);
    else put({ kind: asked.kind, text: answer.text, name: "" });
  };
  return [row(shape, sizes, button("Begin", go, { class: "main" })), fault];
}

/** The form for a puzzle to be made, with its properties. */
function wishing({ dialog, engine, kinds }, put) {
  const makable = kinds.filter(({ wishes }) => Object.keys(wishes).length);
  const said = make("p", { role: "status" });
  const fields = row();
  let kind, values;
  const show = (chosen) => {
    kind = chosen.name;
    values = {};
    fields.replaceChildren(...Object.entries(chosen.wishes).map(([name, [label, usual, among]]) => {
      values[name] = usual;
      const choices = among.map((each) => [each, `${each}`]);
      return labelled(`${label} `, select(null, choices, usual, (each) => { values[name] = each; }));
    }));
  };
  if (makable.length) show(makable[0]);
  const go = async () => {
    const stop = new AbortController();
    dialog.addEventListener("close", () => stop.abort(), { once: true }); // it ends with the dialog
    [said.className, said.textContent, making.disabled] = ["", "Searching for one…", true];
    const asked = { kind, wishes: values, seed: Math.floor(Math.random() * 2 ** 31), seconds: SECONDS };
    const answer = await engine.ask({ ...asked, ask: "make" }, { signal: stop.signal }).catch(() => null);
    making.disabled = false;
    if (stop.signal.aborted) return;
    if (answer.error) [said.className, said.textContent] = ["fault", sentence(answer.error)];
    else put({ kind: asked.kind, text: answer.text, name: "" });
  };
  const making = button("Make it", go, { class: "main" });
  const choice = select("Kind", makable.map((each) => [each, each.name]), makable[0], show);
  return make("div", {}, row(choice, making), fields, said);
}

/** Open a file as the first kind that can read it; the current kind is tried first. */
export async function opened(page, file) {
  if (!file) return null;
  const { name, size } = file;
  const refused = (why) => page.message("This file cannot be opened", make("p", {}, `${name} ${why}.`));
  if (size > MOST)
    return refused(`has ${grouped(size)} bytes; a puzzle on this page has at most ${grouped(MOST)}`);
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return refused("is not UTF-8 text");
  }
  if (!text.trim() || text.includes("\0")) return refused(text.trim() ? "is not text" : "is empty");
  const others = page.kinds.filter((each) => each.reads_files).map((each) => each.name);
  for (const kind of new Set([page.book.puzzle.kind, page.usual, ...others])) {
    const looked = await page.engine.ask({ ask: "read", kind, text });
    if (!looked.fault && !looked.error) return page.book.put({ kind, text, name });
  }
  page.book.put({ kind: page.usual, text, name });
  return page.choose(page.tabs.at(-1));
}
