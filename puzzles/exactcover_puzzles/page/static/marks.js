// Pieces as SVG: their outlines and small pictures.
import { draw } from "./dom.js";
import { written } from "./lettering.js";
import { central, middle } from "./shapes.js";
import { pictured } from "./solid.js";

const GRAINS = ["m-.22 .22l.44-.44", "m-.22 0h.44", "m0-.22v.44"];
const key = ([x, y]) => `${Math.round(x * 500)},${Math.round(y * 500)}`;
export const points = (corners) => corners.map(([x, y]) => `${x.toFixed(3)},${y.toFixed(3)}`).join(" ");

/** The edges of polygons that only one of them has, as the path of an outline. */
function outline(polygons) {
  const edges = new Map();
  for (const corners of polygons) {
    corners.forEach((from, k) => {
      const to = corners[(k + 1) % corners.length];
      const name = [key(from), key(to)].sort().join(" ");
      edges.set(name, edges.has(name) ? null : [from, to]);
    });
  }
  // The edges are joined, so that corners are round.
  const next = Map.groupBy([...edges.values()].filter(Boolean), ([from]) => key(from));
  let path = "";
  for (const begin of next.values()) {
    while (begin.length) {
      let edge = begin.pop();
      path += `M${points([edge[0]])}`;
      for (; edge; edge = next.get(key(edge[1]))?.pop()) path += `L${points([edge[1]])}`;
    }
  }
  return path;
}

/** Some polygons as one piece: its body, its rim, its label. */
export function body(polygons, { colour, label = "", classes = "", grain = 0, lines = [], picture = null }) {
  const edges = polygons[0]?.length === 2 && pathOf(polygons.map((edge) => edge.flat()));
  const d = edges || outline(polygons);
  const group = (...drawn) => draw("g", { class: `mark ${classes}` }, ...drawn);
  if (picture) {
    const [x, y, width, height] = box(polygons, picture.margin);
    return group(draw("image", { href: picture.href, x, y, width, height, preserveAspectRatio: "none" }),
      draw("path", { class: "rim tile", d }));
  }
  const style = colour && `${edges ? "stroke" : "fill"}:${colour}`;
  const below = classes.startsWith("text") ? 0.2 : 0.15;
  return group(
    edges ? [draw("path", { class: "rim edge", d }), draw("path", { class: "body edge", d, style })]
      : polygons.map((corners) => draw("polygon", { class: "body", points: points(corners), style })),
    grain && polygons.map((corners) =>
      draw("path", { class: "grain", d: `M${middle(corners).join(" ")}${GRAINS[grain - 1]}` })),
    !edges && draw("path", { class: "rim", d }),
    lines.length && draw("path", { class: "stroke", d: pathOf(lines) }),
    label ? written(label, "label", middle(polygons[central(polygons)]), below, 0.9 / label.length) : null);
}

export const pathOf = (lines) => lines.map(([x, y, u, v]) => `M${x} ${y}L${u} ${v}`).join("");

/** A box around corners. */
export function box(polygons, margin = 0.2) {
  const xs = polygons.flat().map(([x]) => x);
  const ys = polygons.flat().map(([, y]) => y);
  const left = Math.min(...xs) - margin, top = Math.min(...ys) - margin;
  return [left, top, Math.max(...xs) + margin - left, Math.max(...ys) + margin - top];
}

/** A small picture of some cells; `cells`: their numbers, which cubes have three of. */
export function thumbnail(corners, colour, height, properties = {}, looks = {}) {
  const { lines = [], picture = null, cells = [[]] } = looks;
  const cubes = cells[0].length === 3 && pictured(cells, colour);
  const [x, y, width, tall] = cubes ? cubes.box : box(corners, 0.12 + (picture?.margin ?? 0));
  const unit = Math.min(height / tall, (2.4 * height) / width);
  return draw("svg", {
    viewBox: [x, y, width, tall].join(" "), "aria-hidden": "true", ...properties,
    width: (width * unit).toFixed(1), height: (tall * unit).toFixed(1),
  }, cubes ? cubes.elements : body(corners, { colour, lines, picture }));
}
