// The buttons above the page, and what is dropped on it.
import { tell } from "./answer.js";
import { opened } from "./begin.js";
import { download } from "./book.js";
import { byId, make, say } from "./dom.js";
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
  byId("undo").addEventListener("click", () => page.tab.history.undo());
  byId("redo").addEventListener("click", () => page.tab.history.redo());
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || /^(TEXTAREA|INPUT)$/.test(event.target.tagName)) return;
    if (event.key === "z" && !event.shiftKey) page.tab.history.undo();
    else if (event.key === "y" || (event.key === "Z" && event.shiftKey)) page.tab.history.redo();
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
    opened(page, event.dataTransfer?.files[0]);
  });
  addEventListener("hashchange", () => page.openAddress("back"));
}
