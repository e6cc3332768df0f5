// The answer in words, above the board: during the search and after it.
import { grouped, sentence } from "./dom.js";

/** A longer rest, in seconds, is not told. */
const DAY = 86_400;

/** Puts the partial answers of one search into words: a sentence if something is known, and the
    progress. The share that is done is an estimate; if it falls, the highest one stays. */
export function progress() {
  let most = 0;
  return ({ verdict, progress: now }) => {
    most = Math.max(most, now?.done ?? 0);
    return underway(verdict, now && { ...now, most });
  };
}

function underway(verdict, progress) {
  if (verdict === "impossible") return ["No solution", "Looking for the reason…"];
  if (!progress) return verdict === "possible" ? ["There is a solution", ""] : [null, ""];
  const { found, nodes, seconds, done, left, most } = progress;
  const share = most ? `, about ${Math.round(100 * most)} % done` : "";
  const unknown = left === null || left === undefined || left > DAY || done < most;
  const rest = unknown ? "" : `, about ${Math.ceil(left)} s left`;
  return [`At least ${grouped(Math.max(found, verdict === "several" ? 2 : 1))} solutions`,
    `${grouped(nodes)} nodes in ${Math.round(seconds)} s${share}${rest}`];
}

/** A final answer: its colour, its sentence and its details. */
export function verdictOf(answer, misfit, { seconds, compiled }, most) {
  const { verdict, count, free, up_to: upTo } = answer;
  const nodes = `${grouped(answer.nodes ?? 0)} ${answer.nodes === 1 ? "node" : "nodes"}`;
  const once = compiled ? " including compiling, which happens once" : "";
  const took = `${nodes}, ${seconds.toFixed(seconds < 1 ? 2 : 1)} s${once}`;
  if (answer.error) return ["", "No answer", sentence(answer.error)];
  if (verdict === "impossible") return ["impossible", "No solution", sentence(answer.why ?? misfit ?? "")];
  if (verdict === "unique" && count === "1") return ["unique", "Exactly one solution", took];
  if (verdict === "unique")
    return ["unique", `One solution ${upTo}`, `${took}; ${count} counting symmetric ones separately`];
  if (verdict === "undecided") return ["", "Not decided", `${took}. The search was stopped after ${most} s.`];
  if (!answer.complete) {
    const estimate = answer.estimate ? `; estimated: ${answer.estimate}` : "";
    return ["several", `At least ${grouped(count)} solutions`, `${took}${estimate}`];
  }
  if (free && free !== count)
    return ["several", `${grouped(free)} solutions ${upTo}`, `${grouped(count)} in all; ${took}`];
  return ["several", `${grouped(count)} solutions`, took];
}
