// Solids: how their layers stand on the page, and a picture of them that turns. The picture is isometric:
// one sees the tops of cubes, or from below their bottoms, and the two sides in front.
import { button, draw, follow, make, row } from "./dom.js";

/** Room between two layers, and above a layer for its name. */
const BESIDE = 0.6, ABOVE = 0.8;
/** Corners of the faces of a cube that are seen, and how much darker each is. */
const FACES = [
  { to: [0, 0, 1], along: [[1, 0, 0], [0, 1, 0]], dark: 0 },
  { to: [1, 0, 0], along: [[0, 1, 0], [0, 0, 1]], dark: 0.26 },
  { to: [0, 1, 0], along: [[1, 0, 0], [0, 0, 1]], dark: 0.13 },
];
const plus = (one, other, times = 1) => one.map((number, d) => number + times * other[d]);
/** Where a point of space is seen. */
const seen = ([x, y, z]) => [(x - y) * Math.sqrt(0.75), (x + y) / 2 - z];
const pair = (at) => seen(at).map((each) => each.toFixed(3)).join(" ");
const path = (corners) => `M${corners.map(pair).join("L")}`;

export const isSolid = (places) => places[0]?.at?.length === 3;

/** Places of a solid with its layers in rows, as large as they can be on a stage of this size, and the
    names of the layers with the point where each begins. */
export function layered(places, [width, height]) {
  const numbers = (d) => places.map(({ at }) => at[d]);
  const [[low, high], [top, bottom], [left, right]] =
    [0, 1, 2].map((d) => [Math.min(...numbers(d)), Math.max(...numbers(d))]);
  const [wide, tall] = [right - left + 1 + BESIDE, bottom - top + 1 + ABOVE];
  const n = high - low + 1;
  const size = (columns) => Math.min(width / (columns * wide), height / (Math.ceil(n / columns) * tall));
  const columns = Array.from({ length: n }, (_, k) => k + 1)
    .reduce((best, each) => (size(each) > size(best) ? each : best));
  const corner = (layer) => [((layer - low) % columns) * wide - left,
    Math.floor((layer - low) / columns) * tall - top];
  const layers = [...new Set(places.map(({ at }) => at[0]))].sort((one, other) => one - other);
  const used = layers.filter((layer) => places.some(({ at, on }) => on !== false && at[0] === layer));
  const [first, last] = [used[0], used.at(-1)];
  const named = (layer) => {
    if (layer < first || layer > last) return layer < first ? "Above" : "Below";
    const end = first === last ? "" : { [first]: ", top", [last]: ", bottom" }[layer] ?? "";
    return `Layer ${layer + 1}${end}`;
  };
  return {
    places: places.map((place) => {
      const [layer, r, c] = place.at;
      const [x, y] = plus([c, r], corner(layer));
      return { ...place, corners: [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]] };
    }),
    captions: layers.map((layer) => [named(layer), plus(corner(layer), [left, top - 0.2])]),
  };
}

/** A cell of a solid, turned by quarters, as x (to the right and front), y (left and front) and z (up). */
export function turnedCell([layer, r, c], turn, below = false) {
  const [x, y] = [[c, r], [r, -c], [-c, -r], [-r, c]][turn];
  return below ? [-y, -x, layer] : [x, y, -layer];
}

/** The visible faces of cubes from the back to the front: where each begins, its sides of length 1, its
    cube, and those of its edges that end its piece there. `cubes`: `cell`, turned, and `owner`. */
export function facesOf(cubes) {
  const at = new Map(cubes.map((cube) => [`${cube.cell}`, cube]));
  const depth = ({ cell: [x, y, z] }) => x + y + z;
  return [...cubes].sort((one, other) => depth(one) - depth(other)).flatMap((cube) =>
    FACES.filter(({ to }) => !at.has(`${plus(cube.cell, to)}`)).map(({ to, along: [a, b], dark }) => {
      const from = plus(cube.cell, to);
      const goesOn = (step, way) => {
        const near = plus(cube.cell, step, way);
        return at.get(`${near}`)?.owner === cube.owner && !at.has(`${plus(near, to)}`);
      };
      const edges = [[a, b], [b, a]].flatMap(([step, side]) => [-1, 1].flatMap((way) => {
        const begin = way > 0 ? plus(from, step) : from;
        return goesOn(step, way) ? [] : [[begin, plus(begin, side)]];
      }));
      return { cube, dark, edges, corners: [from, plus(from, a), plus(plus(from, a), b), plus(from, b)] };
    }));
}

/** Cubes as elements; those without a colour are open. */
function drawn(cubes) {
  return facesOf(cubes).map(({ cube: { colour }, dark, edges, corners }) => {
    const d = `${path(corners)}z`;
    const style = colour && `fill:${colour}`;
    return draw("g", {}, draw("path", { class: colour ? "face" : "face open", d, style }),
      dark && draw("path", { class: "side", d, "fill-opacity": dark }),
      colour && edges.length && draw("path", { class: "brim", d: edges.map(path).join("") }));
  });
}

/** The box around cubes in the picture. */
function boxOf(cells, margin) {
  const corners = cells.flatMap((cell) => [0, 1, 2, 3, 4, 5, 6, 7].map((k) =>
    seen(plus(cell, [k & 1, (k >> 1) & 1, k >> 2]))));
  const [xs, ys] = [0, 1].map((d) => corners.map((point) => point[d]));
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return [left, top, Math.max(...xs) + margin - left, Math.max(...ys) + margin - top];
}

/** A picture of one piece: its box and its elements. */
export function pictured(cells, colour) {
  const cubes = cells.map((each) => ({ cell: turnedCell(each, 0), owner: 0, colour }));
  return { box: boxOf(cubes.map(({ cell }) => cell), 0.12), elements: drawn(cubes) };
}

/** The picture beside the layers, which turns by buttons, arrow keys and dragging. */
export class Solid {
  turn = 0;
  below = false;

  /** `whole`: whether cells that nothing covers are seen too. */
  constructor(places, whole) {
    this.whole = whole;
    this.cells = places.filter(({ on }) => on !== false).map(({ at }) => at);
    this.svg = draw("svg", {
      tabindex: 0, role: "img", onpointerdown: (event) => this.#drag(event),
      onkeydown: (event) => {
        const step = { ArrowLeft: 1, ArrowRight: -1, ArrowUp: 0, ArrowDown: 0 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        event.stopPropagation(); // the arrow keys of the board are others
        this.#turn(step, !step);
      },
    });
    const turn = (text, label, ...how) => button(text, () => this.#turn(...how), { "aria-label": label });
    this.element = make("div", { class: "solid" }, this.svg, row(
      turn("⟲", "Turn the solid to the left", 1), turn("⟳", "Turn the solid to the right", -1),
      turn("⇅", "See the solid from the other side, above or below", 0, true)));
    this.show([]);
  }

  /** Show cubes, each with its cell `at`, its `owner` and its `colour`; without any, the whole board. */
  show(cubes) {
    const covered = new Set(cubes.map(({ at }) => `${at}`));
    const open = this.whole || !cubes.length ? this.cells.filter((at) => !covered.has(`${at}`)) : [];
    this.cubes = cubes;
    const shown = [...cubes, ...open.map((at) => ({ at, owner: -1 }))];
    const side = this.below ? "below" : "above";
    const turned = (at) => turnedCell(at, this.turn, this.below);
    const floor = this.below ? [] : this.#floor(turned);
    const label = `The solid from ${side}, turned by ${90 * this.turn}°. Arrow keys turn it.`;
    this.svg.setAttribute("aria-label", label);
    this.svg.setAttribute("viewBox", boxOf(this.cells.map(turned), 0.15).join(" "));
    this.svg.replaceChildren(...floor, ...drawn(shown.map((cube) => ({ ...cube, cell: turned(cube.at) }))));
  }

  /** The lowest cells of the board, where cubes may stand. */
  #floor(turned) {
    const board = new Set(this.cells.map(String));
    return this.cells.filter(([layer, ...at]) => !board.has(`${[layer + 1, ...at]}`)).map((at) => {
      const from = turned(at);
      const corners = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]].map((each) => plus(from, each));
      return draw("path", { class: "face open", d: `${path(corners)}z` });
    });
  }

  #turn(quarters, over = false) {
    this.turn = (this.turn + quarters + 4) % 4;
    this.below = this.below !== over;
    this.show(this.cubes);
  }

  #drag({ clientX: x, clientY: y, target }) {
    const step = target.ownerSVGElement?.clientWidth / 5 || 60;
    let [left, top] = [x, y];
    follow(({ clientX, clientY }) => {
      const [across, down] = [clientX - left, clientY - top];
      if (Math.abs(across) > step) {
        this.#turn(across > 0 ? -1 : 1);
        left = clientX;
      } else if (Math.abs(down) > 1.5 * step) {
        this.#turn(0, true);
        top = clientY;
      }
    }, () => {});
  }
}
