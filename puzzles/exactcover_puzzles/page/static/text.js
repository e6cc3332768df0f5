// The Text tab: the puzzle's text, as in a file.
import { button, field, labelled, make, note } from "./dom.js";
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
    let timer = 0;
    const { opened } = book;
    const put = () => {
      if (book.opened !== opened) return; // another puzzle has been opened since
      book.put({ ...book.puzzle, text: area.value }, "text");
    };
    const area = make("textarea", {
      id: "text", spellcheck: "false", "aria-describedby": "fault", value: book.puzzle.text, onchange: put,
      oninput: () => {
        clearTimeout(timer);
        timer = setTimeout(put, 400);
      },
    });
    const fault = make("p", { id: "fault", class: "fault", role: "status" });
    this.update = () => {
      const { fault: found } = this.page.looked;
      fault.replaceChildren();
      if (!found) return;
      const line = found.line ? `Line ${found.line}${found.column ? `, column ${found.column}` : ""}: ` : "";
      fault.append(`${line}${found.found}; expected ${found.expected} `);
      if (found.line) fault.append(button("Go there", () => {
        area.focus();
        area.setSelectionRange(...rangeOf(area.value, found));
      }));
    };
    this.update();
    return [make("label", { class: "unseen", for: "text" }, "The text of the puzzle"), area, fault,
      note(`This is what "puzzles ${book.puzzle.kind} FILE" reads. ${looked.sizes ?? ""}`)];
  }
}

/** The range of an error in a text: from its column to the end of its line. */
function rangeOf(text, { line, column }) {
  const lines = text.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  return [start + Math.max(0, column - 1), start + (lines[line - 1]?.length ?? 0)];
}
