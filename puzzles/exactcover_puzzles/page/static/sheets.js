// What can be printed, cut or made of a puzzle, besides its solutions.
import { field, folding, labelled, make, row, select } from "./dom.js";

/** The last choices: what to make, the paper, and lengths in millimetres by name, for all sheets. */
const chosen = { sizes: {}, paper: /-(US|CA)$/.test(navigator.language) ? "letter" : "a4" };

/** The tools of a tab to make and save sheets. */
export function sheetTools(tab) {
  const { page } = tab;
  const { sheets = {} } = page.looked;
  const names = Object.keys(sheets);
  if (!names.length) return [];
  if (!sheets[chosen.what]) chosen.what = names[0];
  const { what } = chosen;
  const { forms, sizes, on_paper: onPaper } = sheets[what];
  const stated = chosen.sizes;
  const choose = (name) => (value) => {
    chosen[name] = value;
    page.refresh();
  };
  const size = ([name, label, usual]) => labelled(`${label.charAt(0).toUpperCase()}${label.slice(1)} (mm)`,
    field(stated[name] ?? usual, (value) => { stated[name] = Number(value); },
      { id: `size-${name}`, type: "number", min: 0, max: 1000, step: "any" }), { class: "size" });
  const papers = [
    ["a4", "A4, actual size"], ["letter", "Letter, actual size"], ["", "as large as the tray"],
  ];
  const paper = onPaper ? chosen.paper : "";
  // In a page of its own size a cell has the usual edge.
  const takes = sizes.filter(([name]) => !onPaper || paper || name !== "mm");
  const lengths = () => Object.fromEntries(sizes.map(([name, , usual]) => [name, stated[name] ?? usual]));
  const files = (form) => page.ask("sheet", { what, form, sizes: lengths(), paper });
  return [folding("Print, cut and make",
    tab.saver("Save", forms, files,
      [select("What to make", names.map((name) => [name, sheets[name].label]), what, choose("what"))]),
    onPaper && row(labelled("Paper ", select(null, papers, paper, choose("paper"), { id: "paper" }))),
    make("div", { class: "sizes" }, ...takes.map(size)))];
}
