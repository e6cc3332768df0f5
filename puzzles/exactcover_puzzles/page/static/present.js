// The size for a projector: a larger board, larger words, and no header. Escape leaves it.
import { byId } from "./dom.js";

export function presentable(dialog) {
  const { classList } = document.body;
  const toggle = () => {
    byId("present").setAttribute("aria-pressed", classList.toggle("present"));
    byId("board").focus(); // so that the keys step on
  };
  byId("present").addEventListener("click", toggle);
  addEventListener("keydown", ({ key, defaultPrevented }) => {
    if (key === "Escape" && !defaultPrevented && !dialog.open && classList.contains("present")) toggle();
  });
}
