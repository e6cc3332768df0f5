// The tree of a search up to a step: its nodes, which of them are drawn where, and the drawing.
import { draw, make } from "./dom.js";

/** Nodes that are drawn at most, besides the way to the current one. */
const MOST = 250;
const WIDE = 16, TALL = 26;

/** The nodes of a search after a step, in the order of the search; the last visited one is `here`. Each
    has a `state`: "open", "dead" or "solution", and the `step` that says most about it. */
export function treeOf(steps, at) {
  const root = { parent: null, depth: 0, state: "open", step: 0, children: [] };
  const nodes = [root];
  let here = root;
  steps.slice(0, at + 1).forEach(({ action, depth, options, number, size }, k) => {
    const tries = action === "try";
    if (tries || action === "back") while (here.depth >= depth) here = here.parent;
    if (tries) {
      const child = { parent: here, depth, state: "open", option: options[0], number, size, children: [] };
      here.children.push(child);
      nodes.push((here = child));
    }
    if (action === "dead" || action === "solution") here.state = action;
    if (action !== "back") here.step = k;
  });
  return { nodes, here };
}

/** Where nodes are drawn: the deepest levels are left out of a large tree, except for the way to the current
    node. A node without all its children is `folded`: "solution" if one of those was found there. */
export function laidOut({ nodes, here }, most = MOST) {
  const way = new Set();
  for (let node = here; node; node = node.parent) way.add(node);
  let deepest = Math.max(...nodes.map(({ depth }) => depth));
  const kept = () => nodes.filter((node) => node.depth <= deepest || way.has(node));
  while (deepest > 1 && kept().length > most) deepest--;
  const shown = new Set(kept().filter((node, k, all) => way.has(node) || k >= all.length - most));
  const found = new Set();
  for (const node of nodes)
    if (node.state === "solution") for (let each = node; each; each = each.parent) found.add(each);
  let leaves = 0;
  const place = (node) => {
    const children = node.children.filter((child) => shown.has(child));
    const folded = node.children.length > children.length && (found.has(node) ? "solution" : "dead");
    const below = children.flatMap(place);
    const own = below.filter((each) => each.node.parent === node);
    const x = own.length ? (own[0].x + own.at(-1).x) / 2 : leaves++;
    return [{ node, x, y: node.depth, folded, here: node === here, way: way.has(node) }, ...below];
  };
  return place(nodes[0]);
}

const SAID = { open: "branches", dead: "a dead end", solution: "a solution" };

/** The drawing; `go` shows a step, `names` says what options are called. */
export function treeShown(tree, names, go) {
  const { nodes, here } = tree;
  const placed = laidOut(tree);
  const at = new Map(placed.map((each) => [each.node, each]));
  const [width, height] = [0, 1].map((k) => 1 + Math.max(...placed.map(({ x, y }) => [x, y][k])));
  const point = ({ x, y }) => `${(x + 0.5) * WIDE} ${(y + 0.5) * TALL}`;
  const edges = (some) => draw("path", { class: some ? "way" : "", d: placed.map((each) => {
    const above = at.get(each.node.parent);
    return above && each.way === some ? `M${point(above)}L${point(each)}` : "";
  }).join("") });
  const count = (state) => nodes.filter((node) => node.state === state).length;
  const called = ({ option, depth, state, number, size }) =>
    (depth ? `Level ${depth}, ${names[option]} (${number} of ${size}): ${SAID[state]}` : "The beginning");
  const drawn = placed.map(({ node, x, y, folded, here: now }) => {
    const [cx, cy] = [(x + 0.5) * WIDE, (y + 0.5) * TALL];
    const classes = `node ${node.state} ${now ? "here" : ""} ${folded ? `folded ${folded}` : ""}`;
    const form = folded ? draw("path", { d: `M${cx} ${cy - 7}l7 13h-14z` })
      : draw("circle", { cx, cy, r: 6 });
    const more = folded ? "; its branches are not drawn" : "";
    return draw("g", { class: classes, onclick: () => go(node.step) },
      draw("title", {}, `${called(node)}${more}`), form);
  });
  const move = { ArrowUp: here.parent, ArrowLeft: nodes[nodes.indexOf(here) - 1],
    ArrowDown: { step: here.step + 1 }, ArrowRight: { step: here.step + 1 } };
  return make("div", {
    class: "tree", tabindex: 0, role: "group",
    "aria-label": `Search tree of ${nodes.length} nodes, ${count("dead")} dead ends, `
      + `${count("solution")} solutions. Now: ${called(here)}. `
      + "Up leads to the node above, left to the node before, right and down to the next step.",
    onkeydown: (event) => {
      if (!(event.key in move)) return;
      event.preventDefault();
      if (move[event.key]) go(move[event.key].step);
    },
  }, draw("svg", { width: width * WIDE, height: height * TALL, "aria-hidden": "true" },
    edges(false), edges(true), ...drawn));
}

/** Scroll the drawing, and nothing else, to the current node. */
export function toCurrent() {
  const tree = document.querySelector(".tree");
  const [outer, inner] = [tree, tree?.querySelector(".here")].map((each) => each?.getBoundingClientRect());
  if (!inner) return;
  tree.scrollLeft += inner.x - outer.x - outer.width / 2;
  tree.scrollTop += inner.y - outer.y - outer.height / 2;
}
