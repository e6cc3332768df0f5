// What is written on a board: texts, sums, and the numbers of rows and columns at its edge.
import { draw } from "./dom.js";
import { middle } from "./shapes.js";

/** A text on the board, below a point; if it is long, with a size of its own; `most`: at most this one. */
export function written(text, of, [x, y], below, size, most = 0) {
  const style = (most || text.length > 2) && `font-size:${Math.min(size, most || size).toFixed(2)}px`;
  return draw("text", { class: of, x: x.toFixed(3), y: (y + below).toFixed(3), style }, text);
}

/** What is printed on a place: a text, or the sums of a black square, of the digits below it and of those to
    its right. */
export function printed({ text, shade, corners }, centre) {
  if (!text) return [];
  if (shade !== "black" || !text.includes("\\"))
    return [written(text, `printed ${shade}`, centre, 0.2, 1.2 / text.length)];
  const [[x, y]] = corners;
  const [down, across] = text.split("\\");
  const sum = (each, dx, dy) => written(each, "printed black sum", [x + dx, y + dy], 0, 0.34);
  return [draw("path", { class: "diagonal", d: `M${x} ${y}l1 1` }), sum(down, 0.29, 0.86),
    sum(across, 0.71, 0.4)];
}

/** The labels r1, r2 … and c1, c2 … with their points, for places that are named in this way and stand in
    straight rows and columns as wide as they are; `size`: that of the letters. */
export function coordinates(places, size) {
  const cells = places.filter(({ on }) => on !== false);
  if (!cells.every(({ name }) => /^r\d+c\d+$/.test(name))) return [];
  const corners = cells.flatMap((cell) => cell.corners);
  const lines = [["r", 1], ["c", 0]].map(([letter, axis], d) => {
    const centres = new Map();
    for (const { at, corners: each } of cells) {
      const here = middle(each)[axis];
      if (Math.abs((centres.get(at[d]) ?? here) - here) > 0.01) return null;
      centres.set(at[d], here);
    }
    const ordered = [...centres].sort(([, one], [, other]) => one - other);
    if (ordered.some(([, here], k) => k && here - ordered[k - 1][1] < 0.9)) return null;
    const edge = Math.min(...corners.map((point) => point[1 - axis])) - 0.12;
    return ordered.map(([k, here]) => {
      const text = `${letter}${k + 1}`;
      return [text, axis ? [edge - 0.3 * size * text.length, here + 0.35 * size] : [here, edge]];
    });
  });
  return lines.includes(null) ? [] : lines.flat();
}
