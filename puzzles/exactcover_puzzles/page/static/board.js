// A board as SVG: places, what lies on them, and a cursor for the keyboard. It knows no grid: a place
// has corners, and a mark has places.
import { Colours } from "./colours.js";
import { draw, say } from "./dom.js";
import { between, central, middle } from "./shapes.js";

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
function body(polygons, { colour, label = "", classes = "", grain = 0, lines = [], picture = null }) {
  const d = outline(polygons);
  const group = (...drawn) => draw("g", { class: `mark ${classes}` }, ...drawn);
  if (picture) {
    const [x, y, width, height] = box(polygons, picture.margin);
    return group(draw("image", { href: picture.href, x, y, width, height, preserveAspectRatio: "none" }),
      draw("path", { class: "rim tile", d }));
  }
  const style = colour && `fill:${colour}`;
  const below = classes.startsWith("text") ? 0.2 : 0.15;
  return group(
    polygons.map((corners) => draw("polygon", { class: "body", points: points(corners), style })),
    grain && polygons.map((corners) =>
      draw("path", { class: "grain", d: `M${middle(corners).join(" ")}${GRAINS[grain - 1]}` })),
    draw("path", { class: "rim", d }),
    lines.length && draw("path", { class: "stroke", d: pathOf(lines) }),
    label ? written(label, "label", middle(polygons[central(polygons)]), below, 0.9 / label.length) : null);
}

/** A text on the board, below a point; if it is long, with a size of its own. */
function written(text, of, [x, y], below, size) {
  const style = text.length > 2 && `font-size:${size.toFixed(2)}px`;
  return draw("text", { class: of, x: x.toFixed(3), y: (y + below).toFixed(3), style }, text);
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

export class Board {
  constructor(host) {
    this.host = host;
    this.places = [];
    this.cursor = 0;
    this.colours = new Colours([]);
    host.addEventListener("keydown", (event) => this.#keys(event));
    host.addEventListener("focus", () => this.#speak());
  }

  /** How tiles look: SVG files, each with a margin; `bare` without numbers. As images: nothing in
      them can run. */
  look(pictures, bare = false) {
    const shown = (svg) => encodeURIComponent(bare ? svg.replace(/<g class="number".*?<\/g>/s, "") : svg);
    this.pictures = pictures.map(({ svg, margin }) => ({ href: `data:image/svg+xml,${shown(svg)}`, margin }));
  }

  /** Show something without places. */
  instead(element) {
    this.#show([], element);
  }

  /** Show something that ignores keys and presses until the caller sets handlers. */
  #show(places, element) {
    this.places = places;
    this.describe = (k) => places[k].name;
    this.onkey = this.onarrow = this.onmove = this.onpress = null;
    this.host.replaceChildren(element);
  }

  /** Show places: their corners, `name`, `text`, `shade`; `lines` are heavy. */
  show(places, lines = [], { editable = false, dashes = [], pictures = [] } = {}) {
    this.look(pictures);
    this.centres = places.map(({ corners }) => middle(corners));
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
      ...places.flatMap(({ note, corners }) =>
        (note ? [written(note, "note", box([corners], -0.14), 0.17)] : [])),
      ...this.#texts(places.map(({ text }) => text), (k) => `printed ${places[k].shade}`, 0.2, 1.3));
    this.ring = draw("polygon", { class: "cursor" });
    this.svg.append(...Object.values(this.layers), this.ring);
    this.svg.addEventListener("pointerdown", (event) => this.#press(event));
    this.#show(places, this.svg);
    if (this.cursor >= places.length) this.cursor = 0;
    this.#ring();
  }

  /** A text for each place, or "". */
  #texts(texts, of, below, wide) {
    return texts.flatMap((text, k) =>
      (text ? [written(text, of(k), this.centres[k], below, wide / text.length + 0.06)] : []));
  }

  /** Show what lies on the board: a list of marks with classes. */
  marks(marks) {
    this.layers.marks.replaceChildren(...marks.map((mark) => this.piece(mark)));
  }

  /** A mark as a picture. */
  piece({ mark, classes = "" }) {
    const { places, piece = "", text = "", shade = "", lines = [], picture = null } = mark;
    if (!places.length) {
      // Lines alone; those of no piece are pale.
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
      return draw("g", {}, places.map((k, n) =>
        this.piece({ mark: { places: [k], shade: shades[n] }, classes })));
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

  /** Highlight places: [place, class] each. */
  name(places) {
    this.layers.named.replaceChildren(...places.map(([k, classes]) =>
      draw("polygon", { class: `named ${classes ?? ""}`, points: points(this.places[k].corners) })));
  }

  /** Numbers on places: a text for each, or "". */
  numbers(texts) {
    this.layers.numbers.replaceChildren(...this.#texts(texts, () => "number", 0.1, 0.85));
  }

  /** The place under the pointer, or null. */
  at({ clientX, clientY }) {
    const place = document.elementFromPoint(clientX, clientY)?.closest("[data-place]");
    return place && this.svg.contains(place) ? Number(place.dataset.place) : null;
  }

  /** Where the pointer is, in the units of the board. */
  toBoard({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [x, y];
  }

  /** The place that is nearest in some sense, and less than `far` away; or null. */
  #least(away, far) {
    let best = null, least = far;
    this.centres.forEach(([x, y], k) => {
      const here = away(x, y, k);
      if (here < least) [best, least] = [k, here];
    });
    return best;
  }

  /** The nearest place to a point of the board, of those that may be, at most `far` away. */
  nearest([x, y], may, far) {
    return this.#least((a, b, k) => (may(k) ? Math.hypot(a - x, b - y) : Infinity), far);
  }

  /** Turn a place on or off, and those where `along` leads to the same; then tell `end` the cells. */
  paint(first, along, end) {
    const { places } = this;
    const on = !places[first].on;
    const cells = [];
    let last = null;
    const add = (k) => {
      if (places[k]?.on !== !on) return;
      cells.push(places[k].at);
      // Shown before anybody confirms it.
      places[k].on = on;
      this.polygons[k].setAttribute("class", `place ${on ? "on" : "off"}`);
    };
    add(first);
    along((moved) => {
      for (const point of between(last ?? moved, moved)) add(this.at(point));
      last = moved;
    }, () => end(cells, on));
  }

  moveTo(k) {
    this.cursor = k;
    this.#ring();
    this.onmove?.(k);
  }

  /** The first mouse button, or a finger, pressed a place: it gets the cursor. */
  #press(event) {
    const place = this.at(event);
    if (place === null || event.button || !this.onpress) return;
    event.preventDefault();
    this.host.focus({ preventScroll: true });
    this.moveTo(place);
    this.onpress(place, event);
  }

  #ring() {
    if (this.places.length) this.ring.setAttribute("points", points(this.places[this.cursor].corners));
  }

  #speak() {
    if (this.places.length) say(this.describe(this.cursor));
  }

  #keys(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const used = step ? this.onarrow?.(event.key) || this.#step(step) : this.onkey?.(event, this.cursor);
    if (used) event.preventDefault();
  }

  /** Move the cursor to the nearest place in a direction; sideways distance counts more. */
  #step([dx, dy]) {
    if (!this.places.length) return false;
    const [x, y] = this.centres[this.cursor];
    const best = this.#least((a, b) => {
      const along = (a - x) * dx + (b - y) * dy;
      const aside = Math.abs((a - x) * dy + (b - y) * dx);
      return along > 0.1 && aside <= 1.5 * along ? along + 3 * aside : Infinity;
    }, Infinity);
    if (best !== null) this.moveTo(best);
    this.#speak();
    return true;
  }
}
