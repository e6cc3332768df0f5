// What all tools of the page have in common: each has a tab, and is told when it is shown.
import { bytesOf, download, TYPES } from "./book.js";
import { button, make, sentence } from "./dom.js";

export class Tab {
  /** What is said of its keys. */
  get keys() {
    return "";
  }

  /** The same for fingers. */
  get touch() {
    return "";
  }

  constructor(page) {
    this.page = page;
  }

  /** Whether the puzzle that is open has it: most need a board. */
  get fits() {
    return Boolean(this.page.looked.view);
  }

  /** What Undo takes back: as a rule the last change of the puzzle. */
  get history() {
    return this.page.book;
  }

  /** What saves files: a choice among those forms that can be written, which stays, and a button.
      `files` gives the answer for a form. */
  saver(text, forms, files, before = []) {
    const { page } = this;
    const known = forms.filter((form) => page.forms.includes(form));
    const missing = forms.filter((form) => !known.includes(form));
    const choice = make("select", { "aria-label": "Kind of file", onchange: () => { page.form = choice.value; } },
      ...known.map((form) => make("option", { value: form, selected: form === page.form }, form.toUpperCase())));
    const fault = make("p", { class: "fault", role: "status" });
    const save = button(text, async () => {
      const form = choice.value;
      [save.disabled, save.textContent, fault.textContent] = [true, "Saving…", ""];
      const answer = await files(form).catch((error) => ({ error: error.message }));
      [save.disabled, save.textContent, fault.textContent] = [false, text, sentence(answer.error ?? "")];
      for (const [name, data] of answer.files ?? []) download(name, typeof data === "string" ? bytesOf(data) : data, TYPES[form]);
    });
    const names = missing.map((form) => form.toUpperCase()).join(" and ");
    return make("div", {}, make("div", { class: "row" }, ...before, choice, save),
      missing.length ? make("p", { class: "note" }, `${names} can be saved where Python has the extra pictures of this project.`) : null, fault);
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
