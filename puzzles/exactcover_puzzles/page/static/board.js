// A board as SVG: places, what lies on them, and a cursor for the keyboard. It knows no grid: a place
// has corners, and a mark has places.
import { draw, say } from "./dom.js";
import { central, middle } from "./shapes.js";

const COLOURS = [
  "#7bb6e8", "#f2b36b", "#9bd08a", "#e79aa6", "#c4a8e6", "#f0dd6c", "#7fd3c8", "#d6b08c",
  "#b9c4d2", "#f29ccf", "#a9c94a", "#8fa8f0",
];
const key = ([x, y]) => `${Math.round(x * 500)},${Math.round(y * 500)}`;
export const points = (corners) => corners.map(([x, y]) => `${x.toFixed(3)},${y.toFixed(3)}`).join(" ");

/** The colour of a piece: of the names in their order, a colour each. */
export class Colours {
  constructor(names) {
    this.numbers = new Map(names.map((name, k) => [name, k]));
  }
  of(name) {
    if (!this.numbers.has(name)) this.numbers.set(name, this.numbers.size);
    return COLOURS[this.numbers.get(name) % COLOURS.length];
  }
  /** After the first twelve, colours come again with another grain. */
  grain(name) {
    this.of(name);
    return Math.floor(this.numbers.get(name) / COLOURS.length) % 4;
  }
}

/** The edges of polygons that only one of them has, as the path of an outline. */
export function outline(polygons) {
  const edges = new Map();
  for (const corners of polygons) {
    corners.forEach((from, k) => {
      const to = corners[(k + 1) % corners.length];
      const name = [key(from), key(to)].sort().join(" ");
      if (edges.has(name)) edges.set(name, null);
      else edges.set(name, [from, to]);
    });
  }
  // The edges are joined, so that corners are round.
  const next = new Map();
  for (const edge of edges.values()) {
    if (!edge) continue;
    const from = key(edge[0]);
    if (!next.has(from)) next.set(from, []);
    next.get(from).push(edge);
  }
  let path = "";
  for (const begin of next.values()) {
    while (begin.length) {
      let edge = begin.pop();
      path += `M${edge[0].map((x) => x.toFixed(3))}`;
      for (;;) {
        path += `L${edge[1].map((x) => x.toFixed(3))}`;
        const on = next.get(key(edge[1]));
        if (!on?.length) break;
        edge = on.pop();
      }
    }
  }
  return path;
}

/** Some polygons as one piece: its body, its rim, its label. */
export function body(polygons, { colour, label = "", classes = "", grain = 0, lines = [], picture = null }) {
  const group = draw("g", { class: `mark ${classes}` });
  const path = outline(polygons);
  const fill = colour && `fill:${colour}`;
  if (picture) {
    const [x, y, width, height] = box(polygons, picture.margin);
    group.append(draw("image", { href: picture.href, x, y, width, height, preserveAspectRatio: "none" }),
      draw("path", { class: "rim tile", d: path }));
    return group;
  }
  for (const corners of polygons)
    group.append(draw("polygon", { class: "body", points: points(corners), style: fill }));
  if (grain) {
    for (const corners of polygons) {
      const [x, y] = middle(corners);
      const d = ["m-.22 .22l.44-.44", "m-.22 0h.44", "m0-.22v.44"][grain - 1];
      group.append(draw("path", { class: "grain", d: `M${x} ${y}${d}` }));
    }
  }
  group.append(draw("path", { class: "rim", d: path }));
  if (lines.length) group.append(draw("path", { class: "stroke", d: pathOf(lines) }));
  if (label) {
    const [x, y] = middle(polygons[central(polygons)]);
    const below = classes.startsWith("text") ? 0.2 : 0.15;
    const text = draw("text", { class: "label", x: x.toFixed(3), y: (y + below).toFixed(3) }, label);
    if (label.length > 2) text.style.fontSize = `${(0.9 / label.length).toFixed(2)}px`;
    group.append(text);
  }
  return group;
}

const pathOf = (lines) => lines.map(([x, y, u, v]) => `M${x} ${y}L${u} ${v}`).join("");

/** A box around corners. */
export function box(polygons, margin = 0.2) {
  const xs = polygons.flat().map(([x]) => x);
  const ys = polygons.flat().map(([, y]) => y);
  const left = Math.min(...xs) - margin, top = Math.min(...ys) - margin;
  return [left, top, Math.max(...xs) + margin - left, Math.max(...ys) + margin - top];
}

/** A small picture of some cells. */
export function thumbnail(corners, colour, height, properties = {}, { lines = [], picture = null } = {}) {
  const [x, y, width, tall] = box(corners, 0.12 + (picture?.margin ?? 0));
  const unit = Math.min(height / tall, (2.4 * height) / width);
  return draw("svg", {
    viewBox: [x, y, width, tall].join(" "), "aria-hidden": "true", ...properties,
    width: (width * unit).toFixed(1), height: (tall * unit).toFixed(1),
  }, body(corners, { colour, lines, picture }));
}

/** The number of the nearest centre in a direction, or null; aside counts more than ahead. */
export function ahead(centres, [x, y], [dx, dy]) {
  let best = null, least = Infinity;
  centres.forEach(([a, b], k) => {
    const along = (a - x) * dx + (b - y) * dy;
    const aside = Math.abs((a - x) * dy + (b - y) * dx);
    const far = along + 3 * aside;
    if (along > 0.1 && aside <= 1.5 * along && far < least) [best, least] = [k, far];
  });
  return best;
}

export class Board {
  constructor(host) {
    this.host = host;
    this.places = [];
    this.cursor = 0;
    this.colours = new Colours([]);
    this.pictures = [];
    this.describe = (k) => this.places[k].name;
    host.addEventListener("keydown", (event) => this.#keys(event));
    host.addEventListener("focus", () => this.#speak());
  }

  /** How tiles look: SVG files, each with a margin; `bare` without numbers. As images: nothing in
      them can run. */
  look(pictures, bare = false) {
    const shown = (svg) => encodeURIComponent(bare ? svg.replace(/<g class="number".*?<\/g>/s, "") : svg);
    this.pictures = pictures.map(([svg, margin]) => ({ href: `data:image/svg+xml,${shown(svg)}`, margin }));
  }

  /** Show places: their corners, `name`, `text`, `shade`; `lines` are heavy. */
  show(places, lines = [], { editable = false, dashes = [] } = {}) {
    this.places = places;
    this.centres = places.map(({ corners }) => middle(corners));
    this.host.replaceChildren();
    this.svg = draw("svg", {
      viewBox: box(places.map(({ corners }) => corners)).join(" "), "aria-hidden": "true",
      class: `${editable ? "editable" : ""} ${places.some(({ note }) => note) ? "noted" : ""}`,
    });
    this.polygons = places.map(({ corners, shade, on }, k) =>
      draw("polygon", {
        class: `place ${shade ?? ""} ${on === undefined ? "" : on ? "on" : "off"}`,
        points: points(corners), "data-place": k,
      }));
    this.layers = Object.fromEntries(
      ["ground", "marks", "printed", "named", "ghost", "numbers"].map((name) => [name, draw("g")]));
    // Cells of the board are drawn above the places around it, so that their rims are seen.
    const above = (on) => this.polygons.filter((_, k) => Boolean(places[k].on) === on);
    this.layers.ground.append(...above(false), ...above(true));
    this.layers.printed.append(
      draw("path", { class: "dashes", d: pathOf(dashes) }),
      ...lines.map((line) => draw("path", { class: "heavy", d: pathOf([line]) })),
      ...places.flatMap(({ note }, k) => (note ? [this.#note(k, note)] : [])),
      ...places.flatMap(({ text, shade }, k) =>
        (text ? [this.#text(k, text, `printed ${shade}`, 0.2)] : [])));
    this.ring = draw("polygon", { class: "cursor" });
    this.svg.append(...Object.values(this.layers), this.ring);
    this.host.append(this.svg);
    if (this.cursor >= places.length) this.cursor = 0;
    this.#ring();
  }

  #note(k, text) {
    const [x, y] = box([this.places[k].corners], -0.14);
    return draw("text", { class: "note", x: x.toFixed(3), y: (y + 0.17).toFixed(3) }, text);
  }

  #text(k, text, of, below) {
    const [x, y] = this.centres[k];
    const size = (of === "number" ? 0.85 : 1.3) / text.length + 0.06;
    const style = text.length > 2 ? `font-size:${size.toFixed(2)}px` : null;
    return draw("text", { class: of, x: x.toFixed(3), y: (y + below).toFixed(3), style }, text);
  }

  /** Show what lies on the board: a list of marks with classes. */
  marks(marks) {
    this.layers.marks.replaceChildren(...marks.map((mark) => this.piece(mark)));
  }

  /** A mark as a picture. */
  piece({ mark: [places, piece, text, shade, lines, picture], classes = "" }) {
    if (!places.length) {
      // Lines alone; what belongs to nothing is pale.
      const style = piece && `stroke:${this.colours.of(piece)}`;
      const d = pathOf(lines);
      return draw("g", { class: `mark ${classes}` },
        draw("path", { class: piece ? "way edge" : "way", d }), draw("path", { class: "way", d, style }));
    }
    const polygons = places.map((k) => this.places[k].corners);
    if (shade === "light" && !piece) {
      // Known to be empty: a dot in the middle.
      return draw("g", { class: `mark ${classes}` }, places.map((k) => {
        const [x, y] = this.centres[k];
        return draw("circle", { class: "dot", cx: x, cy: y, r: 0.09 });
      }));
    }
    if (shade.includes(" ")) {
      const shades = shade.split(" ");
      return draw("g", {}, places.map((k, n) => this.piece({ mark: [[k], "", "", shades[n]], classes })));
    }
    const kind = shade ? `shade-${shade}` : piece ? "" : "text";
    return body(polygons, {
      colour: piece && !shade ? this.colours.of(piece) : "", label: text,
      classes: `${kind} ${classes}`, grain: piece ? this.colours.grain(piece) : 0, lines,
      picture: this.pictures[picture],
    });
  }

  ghost(mark) {
    this.layers.ghost.replaceChildren(...(mark ? [this.piece(mark)] : []));
  }

  /** Point at places: [place, class] each. */
  name(places) {
    this.layers.named.replaceChildren(...places.map(([k, classes]) =>
      draw("polygon", { class: `named ${classes ?? ""}`, points: points(this.places[k].corners) })));
  }

  /** Numbers on places: a text for each, or "". */
  numbers(texts) {
    this.layers.numbers.replaceChildren(
      ...texts.flatMap((text, k) => (text ? [this.#text(k, text, "number", 0.1)] : [])));
  }

  /** The place under a point of the screen, or null. */
  at(x, y) {
    const place = document.elementFromPoint(x, y)?.closest?.("[data-place]");
    return place && this.svg.contains(place) ? Number(place.dataset.place) : null;
  }

  /** A point of the screen in the units of the board. */
  toBoard(x, y) {
    const point = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  /** Pixels for a unit of the board. */
  get scale() {
    return this.svg.getScreenCTM()?.a ?? 30;
  }

  /** The nearest place to a point of the board, of those that may be, at most `far` away. */
  nearest([x, y], may, far) {
    let best = null, least = far;
    this.centres.forEach(([a, b], k) => {
      const away = Math.hypot(a - x, b - y);
      if (away < least && may(k)) [best, least] = [k, away];
    });
    return best;
  }

  moveTo(k) {
    this.cursor = k;
    this.#ring();
    this.onmove?.(k);
  }

  #ring() {
    if (this.places.length) this.ring.setAttribute("points", points(this.places[this.cursor].corners));
  }

  #speak() {
    if (this.places.length) say(this.describe(this.cursor));
  }

  #keys(event) {
    if (!this.places.length || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step && !this.onarrow?.(event.key)) {
      const best = ahead(this.centres, this.centres[this.cursor], step);
      if (best !== null) this.moveTo(best);
      this.#speak();
      event.preventDefault();
    } else if (step || this.onkey?.(event, this.cursor)) event.preventDefault();
  }
}
