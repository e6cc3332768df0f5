// What all tools of the page have in common: each has a tab, and is told when it is shown.
import { bytesOf, download, TYPES } from "./book.js";
import { button, make, note, row, select, sentence } from "./dom.js";

/** A tool. Some say with which keys it is used (`keys`), and how with fingers (`touch`). */
export class Tab {
  constructor(page) {
    this.page = page;
    this.history = page.book.history; // what Undo takes back: as a rule the last change of the puzzle
  }

  /** Whether the puzzle that is open has it: most need a board. */
  get available() {
    return Boolean(this.page.looked.view);
  }

  /** What saves files: a choice among those forms that can be written, which stays, and a button.
      `files` gives the answer for a form. */
  saver(text, forms, files, before = []) {
    const { page } = this;
    const known = forms.filter((form) => page.forms.includes(form));
    const missing = forms.filter((form) => !known.includes(form)).map((form) => form.toUpperCase());
    const named = known.map((form) => [form, form.toUpperCase()]);
    const choice = select("Kind of file", named, page.form, (form) => { page.form = form; });
    const fault = make("p", { class: "fault", role: "status" });
    const save = button(text, async () => {
      const form = choice.value;
      [save.disabled, save.textContent, fault.textContent] = [true, "Saving…", ""];
      const answer = await files(form);
      [save.disabled, save.textContent, fault.textContent] = [false, text, sentence(answer.error ?? "")];
      for (const [name, data] of answer.files ?? [])
        download(name, typeof data === "string" ? bytesOf(data) : data, TYPES[form]);
    });
    const extra = "can be saved where Python has the extra pictures of this project.";
    return make("div", {}, row(...before, choice, save),
      missing.length && note(`${missing.join(" and ")} ${extra}`), fault);
  }

  /** Another puzzle was opened: nothing is known of it. Called before it is shown first. */
  forget() {}

  /** Show it on the board; the page then shows its panel. */
  enter() {
    this.page.showPuzzle();
  }

  /** Another tab is shown instead. */
  leave() {}

  /** The answer is known. */
  answered() {}
}
