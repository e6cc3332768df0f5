// The steps of a search as data: what lies on the board after each, and what it says. Nothing here
// touches the screen.

/** What a step leaves: options that lie on the board, each with its depth and how it got there, and the
    options that deductions have removed. */
export function stateAt(steps, at) {
  const levels = [];
  for (const { action, depth, options, removed } of steps.slice(0, at + 1)) {
    if (action === "try" || action === "back") levels.length = depth;
    const level = (levels[depth] ??= { lies: [], out: [] });
    if (action === "try" || action === "take")
      level.lies.push(...options.map((option) => ({ option, depth, action })));
    level.out.push(...removed);
  }
  const all = (name) => levels.flatMap((level) => level[name]);
  return { lies: all("lies"), out: all("out") };
}

/** The choices that lead to a step. */
export const choicesAt = (steps, at) =>
  stateAt(steps, at).lies.filter(({ action }) => action === "try").map(({ option }) => option);

/** The last branch on the way to a step, or null. */
export function branchAt(steps, at) {
  let level = steps[at].depth - (steps[at].action === "back" ? 1 : 0);
  return steps.slice(0, at + 1).findLast(({ action, depth }) => {
    if (depth === level && action === "try") level--;
    else return depth === level && action === "branch";
    return false;
  }) ?? null;
}

/** How often each technique was used before the first branch: its name, its level from 1, and the number. */
export function usedOf(steps, techniques) {
  const first = steps.findIndex(({ action }) => action === "branch");
  const seen = first < 0 ? steps : steps.slice(0, first);
  const times = (name) => seen.filter(({ technique }) => technique === name).length;
  return techniques.map((name, k) => [name, k + 1, times(name)]).filter(([, , number]) => number);
}

/** Some names, and how many others there are. */
function listed(names, most = 3) {
  const more = names.length - most;
  const some = more > 1 ? [...names.slice(0, most), `${more} others`] : names;
  return some.length > 1 ? `${some.slice(0, -1).join(", ")} and ${some.at(-1)}` : some[0];
}

/** A step in words. `names`: what options are called. */
export function wordsOf(step, names, order) {
  const { action, item, items, size, number, depth, options, removed, technique } = step;
  const at = item?.name;
  const called = (some) => listed(some.map((option) => names[option]));
  const because = `for ${listed(items.map(({ name }) => name))}`;
  const left = size === 1 ? "1 option" : `${size} options`;
  const few = order === "fewest" ? `${at} has the fewest options left: ${size}.` : `${at} has ${left} left.`;
  const also = removed.length ? ` It rules out ${removed.length} more.` : "";
  const by = `${technique.charAt(0).toUpperCase()}${technique.slice(1)}`;
  return {
    branch: () => `Level ${depth}: ${few}${order === "choose" ? "" : " They are tried in turn."}`,
    try: () => `Level ${depth}: try ${names[options[0]]}, ${number} of ${size} for ${at}.`,
    take: () => `${by}: ${called(options)} is the only option left ${because}.${also}`,
    remove: () => `${by}: ${called(removed)} would leave `
      + `${items.length > 1 ? "too little" : "nothing"} ${because}.`,
    dead: () => `Dead end: nothing is left for ${at}.`,
    back: () => `Go back: take away ${names[options[0]]}.`,
    solution: () => "A solution.",
  }[action]();
}
