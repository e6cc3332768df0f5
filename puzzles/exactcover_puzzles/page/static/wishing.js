// A form that asks what a puzzle is to be like, and has it made.
import { button, make, sentence } from "./dom.js";

const SECONDS = 60;

/** The form; `put` takes the puzzle that was made. */
export function wishing(page, put) {
  const kinds = page.kinds.filter(({ wishes }) => Object.keys(wishes).length);
  const said = make("p", { role: "status" });
  const fields = make("div", { class: "row" });
  const kind = make("select", { "aria-label": "Kind" }, ...kinds.map(({ name }) => make("option", { value: name }, name)));
  let values = {};
  const show = () => {
    values = {};
    const { wishes } = kinds.find(({ name }) => name === kind.value);
    fields.replaceChildren(...Object.entries(wishes).map(([name, [label, usual, among]]) => {
      values[name] = usual;
      const choice = make("select", { onchange: () => { values[name] = among[choice.selectedIndex]; } },
        ...among.map((each) => make("option", { selected: each === usual }, `${each}`)));
      return make("label", {}, `${label} `, choice);
    }));
  };
  kind.addEventListener("change", show);
  if (kinds.length) show();
  const go = async () => {
    const stop = new AbortController();
    // It ends with the dialog.
    page.dialog.addEventListener("close", () => stop.abort(), { once: true });
    said.className = "";
    said.textContent = "Looking for one…";
    begin.disabled = true;
    const asked = { ask: "make", kind: kind.value, wishes: values, seed: Math.floor(Math.random() * 2 ** 31), seconds: SECONDS };
    const answer = await page.engine.ask(asked, { signal: stop.signal }).catch((error) => ({ error: error.message }));
    begin.disabled = false;
    if (stop.signal.aborted) return;
    if (answer.error) {
      said.className = "fault";
      said.textContent = sentence(answer.error);
    } else put({ kind: asked.kind, text: answer.text, name: "" });
  };
  const begin = button("Make it", go, { class: "main" });
  return make("div", {}, make("div", { class: "row" }, kind, begin), fields, said);
}
