// The base class of all tabs of the page.
import { bytesOf, download, TYPES } from "./book.js";
import { button, make, note, row, select, sentence } from "./dom.js";

/** A tab. Some describe their use by keyboard (`keys`) and by touch (`touch`). */
export class Tab {
  constructor(page) {
    this.page = page;
    this.history = page.book.history; // what Undo undoes: usually the last change of the puzzle
  }

  /** Whether the open puzzle has this tab: most tabs need a board. */
  get available() {
    return Boolean(this.page.looked.view);
  }

  /** A choice of file type, which is remembered, and a button to save. `files` gives the answer for a
      type. */
  saver(text, forms, files, before = []) {
    const { page } = this;
    const known = forms.filter((form) => page.forms.includes(form));
    const missing = forms.filter((form) => !known.includes(form)).map((form) => form.toUpperCase());
    const named = known.map((form) => [form, form.toUpperCase()]);
    const form = known.includes(page.form) ? page.form : known[0];
    const choice = select("Kind of file", named, form, (chosen) => { page.form = chosen; page.refresh(); });
    const show = (state) => {
      this.saving = state;
      page.refresh();
    };
    const save = async () => {
      show({ text: "Saving…" });
      const answer = await files(form).finally(() => { this.saving = null; });
      show({ error: answer.error });
      for (const [name, data] of answer.files ?? [])
        download(name, typeof data === "string" ? bytesOf(data) : data, TYPES[form]);
    };
    const { text: saving, error = "" } = this.saving ?? {};
    const extra = missing.includes("STL") ? "solids" : "pictures";
    const where = this.page.engine.known ? " on a computer" : ""; // and not in this browser
    const tools = known.length
      ? [choice, button(saving ?? text, save, { id: "to-file", disabled: saving })] : [];
    return make("div", {},
      row(...before, ...tools),
      missing.length && note(
        `${missing.join(" and ")} files require the ${extra} extra of this project${where}.`),
      make("p", { class: "fault", role: "status" }, sentence(error)));
  }

  /** Another puzzle was opened: reset. Called before it is first shown. */
  forget() {}

  /** Show the tab's board; the page then shows its panel. */
  enter() {
    this.page.showPuzzle();
  }

  /** The user leaves this tab. */
  leave() {}

  /** The answer is known. */
  answered() {}
}
