// Cells and shapes as numbers: their motions and names. Nothing here touches the screen.

export const middle = (corners) => {
  const sum = corners.reduce(([a, b], [x, y]) => [a + x, b + y], [0, 0]);
  return sum.map((each) => each / corners.length);
};

/** The kite around an edge, by half its width. */
export function kite([[x, y], [u, v]], half) {
  const [a, b] = middle([[x, y], [u, v]]), across = half * (v - y), down = half * (u - x);
  return [[x, y], [a + across, b - down], [u, v], [a - across, b + down]];
}

/** The distance of a polygon's middle from the nearest of its edges. */
export const inradius = (corners, [x, y] = middle(corners)) =>
  Math.min(...corners.map(([a, b], k) => {
    const [c, d] = corners[(k + 1) % corners.length];
    return Math.abs((c - a) * (y - b) - (d - b) * (x - a)) / Math.hypot(c - a, d - b);
  }));

export const sum = (cell) => cell.reduce((a, b) => a + b, 0);

/** The shift from one cell to another. */
export const shiftOf = (from, to) => to.map((number, d) => number - from[d]);

/** A cell, shifted; with `way` -1 backwards. */
export const shifted = (cell, shift, way = 1) => cell.map((number, d) => number + way * (shift[d] ?? 0));

/** The cell in the middle of a piece. */
export function central(corners) {
  const centres = corners.map(middle);
  const [x, y] = middle(centres);
  const far = centres.map(([a, b]) => Math.hypot(a - x, b - y));
  return far.indexOf(Math.min(...far));
}

/** Points of the screen from one to another, so close that no cell between them is missed. */
export function between(from, to) {
  const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
  const n = Math.max(1, Math.ceil(Math.hypot(x, y) / 6));
  return Array.from({ length: n }, (_, k) =>
    ({ clientX: from.clientX + (x * (k + 1)) / n, clientY: from.clientY + (y * (k + 1)) / n }));
}

/** The motion of a piece that a key, the mouse wheel or a mouse button stands for. */
export function motionOf({ type, key, shiftKey, button, deltaX, deltaY }) {
  if (type === "wheel") return shiftKey ? "flip" : (deltaY || deltaX) < 0 ? "back" : "turn";
  if (button > 0 || type === "mousedown") return [undefined, "flip", shiftKey ? "back" : "turn"][button];
  return { r: shiftKey ? "back" : "turn", f: "flip", t: "tip" }[key.toLowerCase()];
}

/** What a motion makes of a shape, or null. */
export const turned = ({ moves }, shape, move) =>
  (move === "back" ? moves.turn?.indexOf(shape) : moves[move]?.[shape]) ?? null;

/** The number of the shape that these cells have; only some motions keep the kind of a cell. */
export function shapeOf(shapes, cells, parity) {
  const form = (each) => each.map((cell) => shiftOf(each[0], cell)).join(";");
  const here = form(cells);
  return shapes.findIndex((shape) => form(shape) === here && (sum(shape[0]) - sum(cells[0])) % parity === 0);
}

/** A key that identifies a mark. */
export const nameOf = ({ places, piece = "", text = "", picture }) =>
  `${piece}|${text}|${picture ?? ""}|${[...places].sort((a, b) => a - b)}`;

/** Numbers below 1, the same for the same text. */
export function randomOf(text) {
  let state = 0;
  for (const each of text) state = Math.imul(state ^ each.codePointAt(0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Whether cells are one by their edges: those of two corners, and of cubes above one another. */
export function joined(cells, corners) {
  const near = ([x, y], [u, v]) => Math.hypot(x - u, y - v) < 1e-6;
  const touch = (one, other) => {
    const shared = corners.get(one).filter((here) => corners.get(other).some((there) => near(here, there)));
    const steps = one.reduce((steps, k, d) => steps + Math.abs(k - other[d]), 0);
    return shared.length > 1 || (one.length === 3 && steps === 1);
  };
  const found = cells.slice(0, 1);
  for (const one of found)
    found.push(...cells.filter((other) => !found.includes(other) && touch(one, other)));
  return found.length === cells.length;
}

export const placeName = (at) => {
  const letters = at.length === 3 ? "Lrc" : "rc";
  return at.map((number, k) => `${letters[k]}${number + 1}`).join("");
};
