// The text of the puzzle, as files have it.
import { button, make } from "./dom.js";
import { Tab } from "./tab.js";

export class TextTab extends Tab {
  name = "Text";

  get fits() {
    return true;
  }

  panel() {
    const { book, looked, kind } = this.page;
    const made = make("div");
    if (book.puzzle.words) {
      const words = make("input", { value: book.puzzle.words.join(" "), id: "words" });
      const put = () => book.put({ ...book.puzzle, words: words.value.split(/\s+/).filter(Boolean) });
      words.addEventListener("change", put);
      made.append(make("label", { class: "stack" }, `What follows "puzzles ${book.puzzle.kind}"`, words), button("Use it", put));
      if (kind?.also) made.append(make("p", { class: "note" }, `Also ${kind.also}.`));
      return made;
    }
    const area = make("textarea", { id: "text", spellcheck: "false", "aria-describedby": "fault" });
    area.value = book.puzzle.text;
    let timer = 0;
    const put = () => book.put({ ...book.puzzle, text: area.value }, "text");
    area.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(put, 400);
    });
    area.addEventListener("change", put);
    const fault = make("p", { id: "fault", class: "fault", role: "status" });
    this.update = () => {
      const { fault: found } = this.page.looked;
      fault.replaceChildren();
      if (!found) return;
      const line = found.line ? `Line ${found.line}${found.column ? `, column ${found.column}` : ""}: ` : "";
      fault.append(`${line}${found.found}; expected ${found.expected} `);
      if (found.line) fault.append(button("Go there", () => {
        const lines = area.value.split("\n");
        const start = lines.slice(0, found.line - 1).join("\n").length + (found.line > 1 ? 1 : 0);
        area.focus();
        area.setSelectionRange(start + Math.max(0, found.column - 1), start + (lines[found.line - 1]?.length ?? 0));
      }));
    };
    this.update();
    if (document.activeElement?.id === "text") this.typing = true;
    made.append(make("label", { class: "unseen", for: "text" }, "The text of the puzzle"), area, fault,
      make("p", { class: "note" }, `This is what "puzzles ${book.puzzle.kind} FILE" reads. ${looked.sizes ?? ""}`));
    return made;
  }
}
