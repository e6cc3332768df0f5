// The buttons above the page, and what is dropped on it.
import { tell } from "./answer.js";
import { opened } from "./begin.js";
import { download } from "./book.js";
import { byId, letGo, make, say } from "./dom.js";
import { Gallery } from "./gallery.js";

export function undoNow(page) {
  const { canUndo, canRedo } = page.tab.history;
  byId("undo").disabled = !canUndo;
  byId("redo").disabled = !canRedo;
}

export function tools(page) {
  byId("new").addEventListener("click", () => new Gallery(page));
  byId("open").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", async ({ target }) => {
    await opened(page, target.files[0]);
    target.value = "";
  });
  byId("save").addEventListener("click", () => {
    const { name, kind, text, words } = page.book.puzzle;
    download(name || `${kind}.txt`, words ? `puzzles ${kind} ${words.join(" ")}\n` : text);
  });
  byId("share").addEventListener("click", async () => {
    const address = `${location.origin}${await page.address()}`;
    try {
      await navigator.clipboard.writeText(address);
      say("Copied the address of this page, which contains the puzzle.");
      byId("share").textContent = "Copied";
      setTimeout(() => { byId("share").textContent = "Copy link"; }, 1500);
    } catch {
      const how = { readonly: true, "aria-label": "Address", style: "width:100%" };
      const shown = make("input", { ...how, value: address });
      page.message("An address that contains the puzzle", shown);
      shown.select();
    }
  });
  byId("more").addEventListener("click", () => tell());
  // What is being drawn is taken back first; what was changed last may not be in the history yet.
  const go = async (how) => {
    letGo();
    await page.edits.catch(() => {});
    page.tab.history[how]();
  };
  byId("undo").addEventListener("click", () => go("undo"));
  byId("redo").addEventListener("click", () => go("redo"));
  addEventListener("keydown", (event) => {
    const typing = /^(TEXTAREA|INPUT)$/.test(event.target.tagName) && event.target.type !== "range";
    if (!(event.ctrlKey || event.metaKey) || typing || page.dialog.open) return;
    if (event.key === "z" && !event.shiftKey) go("undo");
    else if (event.key === "y" || (event.key === "Z" && event.shiftKey)) go("redo");
    else return;
    event.preventDefault();
  });
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address contains the puzzle
    byId("board").focus();
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    page.dialog.close();
    opened(page, event.dataTransfer?.files[0]);
  });
  addEventListener("hashchange", () => page.openAddress("back"));
}
