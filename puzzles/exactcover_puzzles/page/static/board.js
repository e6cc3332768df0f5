// A board as SVG: places, what lies on them, and a cursor for the keyboard. It knows no grid: a place
// has corners, and a mark has places.
import { Colours } from "./colours.js";
import { draw, say } from "./dom.js";
import { coordinates, printed, written } from "./lettering.js";
import { body, box, pathOf, points } from "./marks.js";
import { between, inradius, kite, middle } from "./shapes.js";
import { isSolid, layered, Solid } from "./solid.js";

export { box, points, thumbnail } from "./marks.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

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
    this.solid = null;
    this.#show([], element);
  }

  /** Show something that ignores keys and presses until the caller sets handlers. */
  #show(places, element) {
    this.places = places;
    this.describe = (k) => places[k].name;
    this.onkey = this.onarrow = this.onmove = this.onpress = null;
    this.host.classList.remove("selects");
    this.host.replaceChildren(...[this.solid?.element, element].filter(Boolean));
  }

  /** Show places: their corners, `name`, `text`, `shade`; `lines` are heavy; `bare` without the numbers of
      rows and columns. */
  show(places, lines = [], of = {}) {
    const { editable = false, dashes = [], pictures = [], painted = {}, bare = false } = of;
    this.look(pictures);
    const solid = isSolid(places) ? layered(places, this.#room(true)) : null;
    this.solid = solid && new Solid(places, editable);
    if (solid) places = solid.places;
    // Edges are lines between two corners, and pressed beside them as well.
    places = places.map((place) => (place.corners.length > 2 ? place
      : { ...place, line: place.corners, corners: kite(place.corners, 0.35) }));
    const edges = pathOf(places.flatMap(({ line }) => (line ? [line.flat()] : [])));
    this.centres = places.map(({ corners }) => middle(corners));
    this.radii = places.map(({ corners }, k) => inradius(corners, this.centres[k]));
    // What stands at the edge has the same size on all boards.
    const [, , width, height] = box(places.map((place) => place.corners), 0.4);
    const margin = Math.min(0.2, 0.03 * Math.max(width, height)); // small boards have less
    const [across, down] = this.#room(solid);
    const letters = Math.min(0.5, (solid ? 13 : 11.5) / Math.min(across / width, down / height));
    const labels = solid ? solid.captions : bare ? [] : coordinates(places, letters);
    const corners = labels.map(([, [x, y]]) => [x - letters / 2, y - letters]);
    this.svg = draw("svg", {
      viewBox: box([...places.map((place) => place.corners), corners], margin).join(" "),
      "aria-hidden": "true",
      class: [editable && "editable", places.some(({ note }) => note) && "noted",
        Object.keys(painted).length && "paintable"].filter(Boolean).join(" "),
    });
    this.polygons = places.map(({ corners, line, shade, on }, k) =>
      draw("polygon", {
        class: `place ${line ? "edge" : ""} ${shade ?? ""} ${on === undefined ? "" : on ? "on" : "off"}`,
        points: points(corners), "data-place": k,
      }));
    this.texts = places.map((place, k) => printed(place, this.centres[k]));
    this.layers = Object.fromEntries(
      ["ground", "marks", "pencil", "printed", "named", "ghost", "numbers"].map((name) => [name, draw("g")]));
    // Cells of the board are drawn above the places around it, so that their rims are seen.
    const above = (on) => this.polygons.filter((_, k) => Boolean(places[k].on) === on);
    const lined = (of) => (edges ? [draw("path", { class: of, d: edges })] : []);
    this.layers.ground.append(...above(false), ...above(true), ...lined("edges"));
    this.layers.printed.append(
      ...lined("ends"),
      draw("path", { class: "dashes", d: pathOf(dashes) }),
      ...lines.map((line) => draw("path", { class: "heavy", d: pathOf([line]),
        style: `stroke-width:${Math.min(0.09, 0.4 * letters).toFixed(3)}` })), // not more on small boards
      ...places.flatMap(({ note, corners }) =>
        (note ? [written(note, "note", box([corners], -0.14), 0.17)] : [])),
      draw("g", { class: solid ? "caption" : "coordinate", style: `font-size:${letters.toFixed(2)}px` },
        labels.map(([text, at]) => written(text, "", at, 0, letters))),
      ...this.texts.flat());
    this.ring = draw("polygon", { class: "cursor" });
    this.svg.append(...Object.values(this.layers), this.ring);
    this.svg.addEventListener("pointerdown", (event) => this.#press(event));
    this.#show(places, this.svg);
    if (this.cursor >= places.length) this.cursor = 0;
    this.#ring();
  }

  /** A text for each place, or "". */
  #texts(texts, of, below, wide, usual = 0) {
    const sizes = this.radii.map((radius) => (usual ? Math.min(1, radius / 0.4) : 1));
    return texts.flatMap((text, k) => (text ? [written(text, of(k), this.centres[k], below * sizes[k],
      (wide / text.length + 0.06) * sizes[k], usual * sizes[k])] : []));
  }

  /** Show what lies on the board: a list of marks with classes. */
  marks(marks) {
    this.layers.marks.replaceChildren(...marks.map((mark) => this.piece(mark)));
    const coloured = marks.flatMap(({ mark: { places, piece, shade } }, owner) =>
      (piece && !shade ? places.map((k) => ({ k, owner, colour: this.colours.of(piece) })) : []));
    const covered = new Set(coloured.map(({ k }) => k));
    this.texts.forEach((texts, k) => {
      for (const text of texts) text.classList.toggle("covered", covered.has(k));
    });
    this.solid?.show(coloured.map(({ k, ...cube }) => ({ ...cube, at: this.places[k].at })));
  }

  /** The room for the places in pixels: the picture of a solid takes a part. */
  #room(solid) {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!solid) return [width, height];
    return matchMedia("(max-width: 760px)").matches ? [width, 0.6 * height] : [0.6 * width, height];
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
    const polygons = places.map((k) => this.places[k].line ?? this.places[k].corners);
    if (shade === "light" && !piece) {
      // Known to be empty: a dot in the middle, or a cross on an edge.
      const blank = places.filter((k) => this.places[k].text !== "○"); // a circle says it
      return draw("g", { class: `mark ${classes}` }, blank.map((k) => {
        const [x, y] = this.centres[k];
        if (this.places[k].line)
          return draw("path", { class: "cross", d: `M${x - 0.1} ${y - 0.1}l.2 .2m0-.2l-.2 .2` });
        return draw("circle", { class: "dot", cx: x, cy: y, r: 0.09 });
      }));
    }
    if (shade.includes(" ")) {
      const shades = shade.split(" ");
      return draw("g", {}, places.map((k, n) =>
        this.piece({ mark: { places: [k], shade: shades[n] }, classes })));
    }
    const ink = shade.startsWith("#") ? shade : "";
    const kind = ink ? "" : shade ? `shade-${shade}` : piece ? "" : "text";
    return body(polygons, {
      colour: piece && !shade ? this.colours.of(piece) : ink, label: text,
      classes: `${kind} ${classes}`, grain: piece ? this.colours.grain(piece) : 0, lines,
      picture: this.pictures[picture],
    });
  }

  /** Show what would lie there: a mark, several, or null. */
  ghost(marks) {
    this.layers.ghost.replaceChildren(...[marks ?? []].flat().map((mark) => this.piece(mark)));
  }

  /** Highlight places: [place, class] each. */
  name(places) {
    this.layers.named.replaceChildren(...places.map(([k, classes]) =>
      draw("polygon", { class: `named ${classes ?? ""}`, points: this.#border(k) })));
  }

  /** Numbers on places: a text for each, or "". */
  numbers(texts) {
    this.layers.numbers.replaceChildren(...this.#texts(texts, () => "number", 0.1, 0.85, 0.3));
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
    let last = null;
    const turn = (k, now) => { // shown before anybody confirms it
      places[k].on = now;
      this.polygons[k].setAttribute("class", `place ${now ? "on" : "off"}`);
    };
    const painted = [];
    const add = (k) => {
      if (places[k]?.on !== !on) return;
      painted.push(k);
      turn(k, on);
    };
    add(first);
    along((moved) => {
      for (const point of between(last ?? moved, moved)) add(this.at(point));
      last = moved;
    }, (ended) => {
      if (ended?.type === "pointercancel") for (const k of painted.splice(0)) turn(k, !on);
      end(painted.map((k) => places[k].at), on);
    });
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

  /** The corners of what shows that a place is meant. */
  #border(k) {
    const { line, corners } = this.places[k];
    return points(line ? kite(line, 0.18) : corners);
  }

  #ring() {
    if (this.places.length) this.ring.setAttribute("points", this.#border(this.cursor));
  }

  #speak() {
    if (this.places.length) say(this.describe(this.cursor));
  }

  #keys(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const used = event.key in STEPS ? this.onarrow?.(event.key, event) || this.#step(event.key)
      : this.onkey?.(event, this.cursor);
    if (used) event.preventDefault();
  }

  /** The nearest place to the cursor in the direction of an arrow key, or null; sideways distance
      counts more. */
  towards(arrow) {
    const [dx, dy] = STEPS[arrow];
    const [x, y] = this.centres[this.cursor];
    return this.#least((a, b) => {
      const along = (a - x) * dx + (b - y) * dy;
      const aside = Math.abs((a - x) * dy + (b - y) * dx);
      return along > 0.1 && aside <= 1.5 * along ? along + 1.5 * aside : Infinity;
    }, Infinity);
  }

  #step(arrow) {
    if (!this.places.length) return false;
    const best = this.towards(arrow);
    if (best !== null) this.moveTo(best);
    this.#speak();
    return true;
  }
}
