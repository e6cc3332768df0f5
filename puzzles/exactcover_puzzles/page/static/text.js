// The Text tab: the puzzle's text, as in a file.
import { recognize } from "./begin.js";
import { button, byId, field, labelled, make, note, select } from "./dom.js";
import { Tab } from "./tab.js";

export class TextTab extends Tab {
  name = "Text";
  available = true;

  panel() {
    const { book, looked, kind } = this.page;
    if (book.puzzle.words) {
      const put = (text) => book.put({ ...book.puzzle, words: text.split(/\s+/).filter(Boolean) });
      const words = field(book.puzzle.words.join(" "), put, { id: "words" });
      return [labelled(`What follows "puzzles ${book.puzzle.kind}"`, words, { class: "stack" }),
        button("Apply", () => put(words.value)), kind?.also && note(`Other possible words: ${kind.also}.`)];
    }
    const { opened } = book;
    const put = () => {
      clearTimeout(this.timer);
      if (book.opened !== opened) return; // another puzzle has been opened since
      book.put({ ...book.puzzle, text: byId("text").value }, "text");
    };
    // What replaces the whole text may be of another kind.
    const paste = async (event) => {
      const { target } = event, { value, selectionStart, selectionEnd } = target;
      if (value.slice(0, selectionStart).trim() || value.slice(selectionEnd).trim()) return;
      event.preventDefault();
      clearTimeout(this.timer);
      await recognize(this.page, event.clipboardData.getData("text"), "", "text");
      if (book.opened === opened) target.value = book.puzzle.text;
    };
    const readers = this.page.kinds.filter((each) => each.reads_files).map(({ name }) => [name, name]);
    const read = (name) => book.put({ kind: name, text: byId("text").value, name: book.puzzle.name }, "text");
    const choice = select(null, readers, book.puzzle.kind, read, { id: "kind" });
    const area = make("textarea", {
      id: "text", spellcheck: "false", "aria-describedby": "fault", "data-key": opened,
      value: book.puzzle.text, onchange: put, onpaste: paste,
      oninput: () => {
        clearTimeout(this.timer);
        this.timer = setTimeout(put, 400);
      },
    });
    const fault = make("p", { id: "fault", class: "fault", role: "status" }, ...this.#fault());
    return [labelled("Read as", choice, { class: "row" }),
      make("label", { class: "unseen", for: "text" }, "The text of the puzzle"), area, fault,
      note(`This is what "puzzles ${book.puzzle.kind} FILE" reads. ${looked.sizes ?? ""}`)];
  }

  /** What is wrong with the text, and a button that leads there. */
  #fault() {
    const { fault } = this.page.looked;
    if (!fault) return [];
    const { line, column, found, expected } = fault;
    const where = line ? `Line ${line}${column ? `, column ${column}` : ""}: ` : "";
    const go = () => {
      byId("text").focus();
      byId("text").setSelectionRange(...rangeOf(byId("text").value, fault));
    };
    return [`${where}${found}; expected ${expected} `, line && button("Go there", go)];
  }
}

/** The range of an error in a text: from its column to the end of its line. */
function rangeOf(text, { line, column }) {
  const lines = text.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  return [start + Math.max(0, column - 1), start + (lines[line - 1]?.length ?? 0)];
}
