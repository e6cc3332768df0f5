// The search for the answer of the open puzzle, and the line above the board that says what is known.
import { button, byId, make, sentence } from "./dom.js";
import { progress, verdictOf } from "./verdict.js";

const SECONDS = 60;
/** Milliseconds before a search is shown: most answers come sooner. */
const SOON = 150;

/** Search for the answer, and show it. */
export async function solve(page, edited) {
  page.answer = null;
  page.size = Infinity; // number of options on the board in a solution, once known
  const { looked, leaving } = page;
  if (looked.error) return page.verdict("impossible", "This could not be read", sentence(looked.error));
  if (looked.fault) {
    const { line, found, expected } = looked.fault;
    const where = line ? `line ${line}: ` : "";
    return page.verdict("", "Not a puzzle yet", `${where}${found}; expected ${expected}`);
  }
  const searching = (page.searching = new AbortController());
  // Wait for users who draw faster than answers come: an abandoned search costs a process.
  const quick = edited && page.unanswered;
  page.unanswered = true;
  if (quick) await new Promise((resolve) => { setTimeout(resolve, 250); });
  if (leaving.signal.aborted) return;
  let started;
  const onBegin = () => { started = performance.now(); }; // Python may have to start before
  onBegin();
  const underway = progress();
  let partly = [null, ""];
  let waits = setTimeout(() => {
    waits = null;
    onPart();
  }, SOON);
  let over = false; // then a worker may still start, for the next question
  const onPart = (part) => {
    if (over || searching.signal.aborted) return;
    if (part?.marks) page.size = part.marks.filter(({ places }) => places.length).length;
    const [text, detail] = part ? underway(part) : partly;
    partly = [text ?? partly[0], detail];
    if (!waits) page.verdict("", partly[0] ?? "Searching…", detail, true);
  };
  let compiled = false;
  page.engine.onstarting = (what) => {
    partly = [partly[0], what];
    onPart();
  };
  page.engine.oncompiling = () => {
    compiled = true;
    page.engine.onstarting("Compiling the search, which happens once…");
  };
  const how = { signal: searching.signal, onPart, onBegin };
  const answer = await page.ask("answer", { seconds: SECONDS }, how).catch((error) => {
    if (searching.signal.aborted && !leaving.signal.aborted) page.verdict("", partly[0] ?? "Stopped", "");
    throw error;
  }).finally(() => {
    over = true;
    clearTimeout(waits);
  });
  page.unanswered = false;
  page.answer = answer;
  const taken = (performance.now() - started) / 1000;
  const told = verdictOf(answer, looked.misfit, { seconds: taken, compiled }, SECONDS);
  page.verdict(...told, false, answer.details);
  page.tab.answered();
}

/** Say what is known: a headline, a sentence, and more of it behind a button. */
export function verdict(page, kind, text, detail, working = false, more = "") {
  const shown = document.querySelector(".answer");
  shown.className = `answer ${kind || (working ? "working" : "known")}`;
  // What is counted stands apart, so that a narrow screen can shorten the rest.
  const [, head, rest] = /^(.*?)( up to .*)?$/s.exec(text);
  if (byId("verdict").textContent !== text)
    byId("verdict").replaceChildren(head, ...(rest ? [make("span", {}, rest)] : []));
  byId("detail").textContent = detail;
  byId("whole").textContent = more ? sentence(more) : [text, detail].filter(Boolean).join(". ");
  byId("more").className = more ? "quiet" : "quiet narrow";
  if (!working) tell(false);
  page.told = !working;
  answerTools(page);
}

/** The buttons beside the answer. On a narrow screen the answer is one line, and one of them shows it all. */
export function answerTools(page) {
  const working = document.querySelector(".answer.working");
  const spare = page.answer?.verdict === "several" && page.looked.spare && page.tab.name === "Design";
  const tool = working ? button("Stop", () => page.searching?.abort())
    : spare && button("Count solutions without each cell", () => without(page));
  byId("answer-tools").replaceChildren(...(tool ? [tool] : []));
}

/** Show all that is known, or its headline alone. */
export function tell(open = byId("whole").hidden) {
  byId("whole").hidden = !open;
  byId("more").setAttribute("aria-expanded", open);
}

async function without(page) {
  const known = byId("verdict").textContent, { tab } = page;
  page.verdict("several", known, "Counting…");
  const answer = await page.ask("without", { seconds: 30 });
  if (page.tab !== tab) return;
  if (answer.error) {
    page.verdict("several", known, sentence(answer.error));
    return;
  }
  const at = new Map(page.looked.view.places.map((place, k) => [`${place.at}`, answer.counts[k]]));
  page.board.numbers(page.board.places.map((place) => at.get(`${place.at}`) ?? ""));
  page.verdict("several", known, "Each number counts the solutions in which its cell stays open.");
}
