// The list of tabs.
import { button, byId } from "./dom.js";

export function tablist(page) {
  byId("tabs").replaceChildren(...page.tabs.map((tab, k) =>
    button(tab.name, () => page.choose(tab), {
      role: "tab", id: `tab-${k}`, "aria-controls": "panel",
      onkeydown: (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const usable = page.tabs.filter((each) => each.available);
        page.choose(usable[(usable.indexOf(page.tab) + step + usable.length) % usable.length]);
        byId("tabs").querySelector('[aria-selected="true"]').focus();
      },
    })));
}

/** Show which tab is selected, and which there are. */
export function tablistNow(page) {
  page.tabs.forEach((tab, k) => {
    const shown = byId(`tab-${k}`);
    shown.setAttribute("aria-selected", tab === page.tab);
    shown.tabIndex = tab === page.tab ? 0 : -1;
    shown.disabled = !tab.available;
    shown.title = tab.available ? "" : "Not for this puzzle; change it in the tab Text";
    shown.hidden = !tab.available && tab.name === "Photographs"; // few puzzles have it
    if (tab === page.tab) byId("panel").setAttribute("aria-labelledby", `tab-${k}`);
  });
}
