// What the options of a puzzle offer at a place. Nothing here touches the screen.

/** How places are filled: "paint" them, "carry" pieces, "join" two places, "type" a symbol, or "click"
    through what there is. */
export function mannerOf({ painted, pieces }, options) {
  if (Object.keys(painted).length) return "paint";
  if (pieces.length) return "carry";
  if (options.every(({ places }) => places.length === 2)) return "join";
  return symbolsOf(options).length > 1 ? "type" : "click";
}

/** The texts that options put in one place, numbers by size. */
export function symbolsOf(options) {
  const one = options.filter(({ places, text }) => places.length === 1 && text);
  return [...new Set(one.map(({ text }) => text))].sort((a, b) => a - b || (a < b ? -1 : Number(a > b)));
}

/** Whether each piece is one cell that lies in one way only: a click can put any of them there. */
export const areSmall = (pieces) =>
  pieces.every(({ shapes, pictures }) => shapes.length === 1 && shapes[0].length === 1 && !pictures.length);

/** What comes after one of these, or after null; the last is followed by null. */
export function next(these, now, step = 1) {
  const all = [null, ...these];
  return all[(all.indexOf(now) + step + all.length) % all.length];
}

/** The numbers of the options that cover two places and no others. */
export const joining = (options, one, other) => [...options.keys()].filter((k) => {
  const { places } = options[k];
  return places.length === 2 && places.includes(one) && places.includes(other) && one !== other;
});

/** The symbol that a key stands for: of the symbols in a row that are typed quickly, as many as make one. */
export function typed(symbols, keys) {
  for (let k = 0; k < keys.length; k++) {
    const found = symbols.find((each) => each.toLowerCase() === keys.slice(k));
    if (found !== undefined) return found;
  }
  return null;
}

/** Where pencil marks stand in a place, from its middle: in rows, each symbol always at the same spot. */
export function spotOf(symbols, symbol) {
  const wide = Math.ceil(Math.sqrt(symbols.length)), high = Math.ceil(symbols.length / wide);
  const k = symbols.indexOf(symbol);
  return [0.84 * ((k % wide + 0.5) / wide - 0.5), 0.84 * ((Math.floor(k / wide) + 0.5) / high - 0.5)];
}
