// Ways to start a puzzle of a kind: a new board, a made one, a few words, an example; and a file.
import { MOST, textOf } from "./book.js";
import { button, grouped, labelled, make, row, say, select, sentence } from "./dom.js";

const SECONDS = 60;

/** The first puzzle of a kind; null if all its puzzles are bundled files. */
export const first = ({ name: kind, example, first_words: words, reads_files: reads }) =>
  example ? { kind, text: example, name: "" } : reads ? null : { kind, words, name: "" };

/** Show a puzzle that was chosen in a dialog. */
export function started(page, puzzle) {
  page.dialog.close();
  page.put(puzzle, page.tabs[0]);
  page.board.host.focus();
}

/** The forms with which puzzles of a kind begin. */
export const forms = (page, kind) => [
  kind.boards.length && boards(page, kind),
  Object.keys(kind.wishes).length && wishing(page, kind),
  (kind.also || kind.first_words.length) && worded(page, kind),
];

/** A form: `go` gives what follows its button, a question or an error; then the puzzle is shown. */
function form(page, kind, title, text, fields, go) {
  const said = make("p", { role: "status" });
  const submit = button(text, null, { type: "submit" });
  const onsubmit = async (event) => {
    event.preventDefault();
    const stop = new AbortController();
    page.dialog.addEventListener("close", () => stop.abort(), { once: true }); // it ends with the dialog
    const { error, words, ...asked } = go();
    [said.className, said.textContent, submit.disabled] = ["", error ? "" : "Searching…", true];
    const question = { ...asked, ...(words ? { words, ask: "read" } : {}), kind: kind.name };
    const answer = error ? { error }
      : await page.engine.ask(question, { signal: stop.signal }).catch(() => null);
    submit.disabled = false;
    if (stop.signal.aborted) return;
    const { found, expected } = answer.fault ?? {};
    const wrong = answer.error ?? (found && `${found}; expected ${expected}`);
    if (wrong) [said.className, said.textContent] = ["fault", sentence(wrong)];
    else started(page, { kind: kind.name, text: answer.text, words, name: "" });
  };
  return make("form", { onsubmit }, make("h3", {}, title), row(...fields, submit), said);
}

/** A board to draw: its shape and its size. */
function boards(page, { name, boards: shapes, ...kind }) {
  let [[, asked]] = shapes;
  const sizes = make("input", { value: asked.size.join(" "), "aria-label": "Size", size: 8 });
  const shape = select("Shape", shapes.map((each) => [each, each[0]]), shapes[0], ([, chosen]) => {
    asked = chosen;
    sizes.value = asked.size.join(" ");
  });
  return form(page, { name, ...kind }, "Draw your own board", "Begin", [shape, sizes], () => {
    const size = sizes.value.split(/[\s,x×]+/).filter(Boolean).map(Number);
    if (size.length && size.every(Number.isInteger)) return { title: "", ...asked, ask: "begin", size };
    const said = `The size is ${sizes.value.trim() || "empty"}.`;
    return { error: `${said} Expected whole numbers, such as ${asked.size.join(" ")}.` };
  });
}

/** A puzzle to be made, with its properties. */
function wishing(page, kind) {
  const wishes = {};
  const fields = Object.entries(kind.wishes).map(([name, [label, usual, among]]) => {
    wishes[name] = usual;
    const choices = among.map((each) => [each, `${each}`]);
    return labelled(`${label} `, select(null, choices, usual, (each) => { wishes[name] = each; }));
  });
  const seed = () => Math.floor(Math.random() * 2 ** 31);
  return form(page, kind, "Make one with exactly one solution", "Make it", fields,
    () => ({ ask: "make", wishes, seed: seed(), seconds: SECONDS }));
}

/** A puzzle that words state, such as a size. */
function worded(page, { first_words: usual, also, ...kind }) {
  const words = make("input", { value: usual.join(" "), "aria-label": "Words", placeholder: also, size: 24 });
  return form(page, kind, `Enter ${also || "a number"}`, "Open", [words],
    () => ({ words: words.value.split(/\s+/).filter(Boolean) }));
}

/** Open a file as the kind that reads it, or that comes closest. */
export async function opened(page, file) {
  if (!file) return null;
  const { name, size } = file;
  const refused = (why) => page.message("This file cannot be opened", make("p", {}, `${name} ${why}.`));
  if (size > MOST)
    return refused(`has ${grouped(size)} bytes; a puzzle on this page has at most ${grouped(MOST)}`);
  let text;
  try {
    text = await textOf(new Uint8Array(await file.arrayBuffer()));
  } catch {
    return refused("is not UTF-8 text, as it is or compressed by gzip");
  }
  if (!text.trim() || text.includes("\0")) return refused(text.trim() ? "is not text" : "is empty");
  return recognize(page, text, name);
}

/** Open a text as the kind that reads it, or else as the one that comes closest, with its fault. */
export async function recognize(page, text, name = "", from = "") {
  const { kind, fault, error, ...read } = await page.engine.ask({ ask: "recognize", text });
  if (error) return page.message("This text cannot be opened", make("p", {}, sentence(error)));
  page.unread = fault && { text, fault };
  page.book.put({ kind, text: read.text, name }, from);
  if (fault) page.choose(page.tabs.at(-1));
  const also = read.others?.length ? `; it could also be read as ${read.others.join(" or ")}` : "";
  return say(`The text is read as ${kind}${also}.`);
}
