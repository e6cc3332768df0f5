// A search to watch as data: what lies on the board, the tree, the matrix, the words.
import assert from "node:assert/strict";
import { test } from "node:test";

const from = (name) => import(`../../../../puzzles/exactcover_puzzles/page/static/${name}.js`);
const { branchAt, choicesAt, stateAt, usedOf, wordsOf } = await from("steps");
const { laidOut, treeOf } = await from("tree");
const { drawnOf, leftOf, MOST } = await from("matrix");
const { inradius } = await from("shapes");

const step = (action, depth, more = {}) => ({
  action, depth, options: [], removed: [], items: [], item: null, technique: "", number: 0, size: 0, ...more,
});
const STEPS = [
  step("remove", 0, { removed: [9], items: [{ name: "A" }], technique: "starved" }),
  step("branch", 0, { options: [1, 2], item: { name: "B" }, size: 2 }),
  step("try", 1, { options: [1], item: { name: "B" }, number: 1, size: 2 }),
  step("take", 1, { options: [3], removed: [4], items: [{ name: "C" }], technique: "single" }),
  step("dead", 1, { item: { name: "D" } }),
  step("back", 1, { options: [1] }),
  step("try", 1, { options: [2], item: { name: "B" }, number: 2, size: 2 }),
  step("solution", 1, { options: [2] }),
];

test("what lies on the board goes with the choice that it follows from", () => {
  const lies = (at) => stateAt(STEPS, at).lies.map(({ option }) => option);
  assert.deepEqual([1, 2, 3, 4, 5, 6].map(lies), [[], [1], [1, 3], [1, 3], [], [2]]);
  assert.deepEqual([0, 3, 5].map((at) => stateAt(STEPS, at).out), [[9], [9, 4], [9]]);
  assert.deepEqual(choicesAt(STEPS, 4), [1]);
});

test("a step belongs to the last branch on its way", () => {
  assert.equal(branchAt(STEPS, 0), null);
  for (const at of [1, 2, 3, 4, 5, 6, 7]) assert.equal(branchAt(STEPS, at), STEPS[1]);
  // A branch below the first option is not one of the second.
  const deeper = [...STEPS.slice(0, 4), step("branch", 1), step("try", 2), step("dead", 2), step("back", 2),
    ...STEPS.slice(5)];
  assert.equal(branchAt(deeper, 6), deeper[4]);
  assert.equal(branchAt(deeper, 7), deeper[4]);
  assert.equal(branchAt(deeper, 8), STEPS[1]);
  assert.equal(branchAt(deeper, deeper.length - 1), STEPS[1]);
});

test("techniques are counted up to the first branch", () => {
  assert.deepEqual(usedOf(STEPS, ["single", "starved"]), [["starved", 2, 1]]);
  const used = usedOf([STEPS[0], STEPS[3]], ["single", "starved"]);
  assert.deepEqual(used, [["single", 1, 1], ["starved", 2, 1]]);
});

test("a step says which item, which option, and of how many", () => {
  const names = { 1: "one", 2: "two", 3: "three", 4: "four", 9: "nine" };
  const said = STEPS.map((each) => wordsOf(each, names, "fewest"));
  assert.match(said[0], /Starved: nine .* A/);
  assert.match(said[1], /B .*fewest.* 2/);
  assert.match(said[2], /one, 1 of 2 for B/);
  assert.match(said[3], /Single: three .* C/);
  assert.match(said[4], /D/);
  assert.doesNotMatch(wordsOf(STEPS[1], names, "first"), /fewest/);
  const many = step("remove", 0, { removed: [1, 2, 3, 4, 9], items: [{ name: "A" }], technique: "starved" });
  assert.match(wordsOf(many, names, ""), /one, two, three and 2 others/);
});

test("the tree grows with the steps", () => {
  const states = (at) => treeOf(STEPS, at).nodes.map(({ state }) => state);
  assert.deepEqual(states(1), ["open"]);
  assert.deepEqual(states(4), ["open", "dead"]);
  assert.deepEqual(states(7), ["open", "dead", "solution"]);
  const { nodes, here } = treeOf(STEPS, 7);
  assert.equal(here, nodes[2]);
  assert.deepEqual(nodes.map((node) => node.step), [1, 4, 7]);
  assert.equal(treeOf(STEPS, 5).here.parent, null);
});

/** A search that tries `wide` options at each of `deep` levels; the last one is a solution. */
function large(wide, deep) {
  const steps = [];
  const below = (depth) => {
    if (depth === deep) return steps.push(step("dead", depth));
    steps.push(step("branch", depth, { size: wide }));
    for (let k = 0; k < wide; k++) {
      steps.push(step("try", depth + 1, { options: [k] }));
      below(depth + 1);
      steps.push(step("back", depth + 1, { options: [k] }));
    }
  };
  below(0);
  steps.splice(steps.findLastIndex(({ action }) => action === "dead"), 1, step("solution", deep));
  return steps;
}

test("a large tree is folded, except on the way to the current node", () => {
  const steps = large(4, 5);
  const at = steps.findIndex(({ action }) => action === "dead");
  const small = laidOut(treeOf(steps, at), 50);
  assert.equal(small.length, 6);
  const end = steps.findIndex(({ action }) => action === "solution");
  const tree = treeOf(steps, end);
  assert.equal(tree.nodes.length, 1 + 4 + 16 + 64 + 256 + 1024);
  const placed = laidOut(tree, 100);
  assert.ok(placed.length <= 105);
  assert.equal(placed.filter((each) => each.here).length, 1);
  assert.equal(placed.filter((each) => each.way).length, 6);
  assert.ok(placed.some(({ folded }) => folded === "dead"));
  const below = new Set(placed.map(({ node }) => node));
  assert.ok(placed.every(({ node }) => !node.parent || below.has(node.parent)));
  const seats = new Set(placed.map(({ x, y }) => `${x},${y}`));
  assert.equal(seats.size, placed.length);
  const flat = laidOut(treeOf(large(500, 1), 1500), 100);
  assert.ok(flat.length <= 102);
});

test("rows that clash with chosen ones are out, and their columns covered", () => {
  const matrix = { rows: [[[0, 0], [1, 0]], [[1, 0], [2, 0]], [[2, 0]], [[0, 0]]], most: [1, 1, 1] };
  const { states, covered } = leftOf(matrix, [0], []);
  assert.deepEqual(states, ["chosen", "out", "", "out"]);
  assert.deepEqual(covered, [true, true, false]);
  assert.deepEqual(leftOf(matrix, [], [2]).states, ["", "", "out", ""]);
});

test("columns with a multiplicity or a colour take several rows", () => {
  const twice = { rows: [[[0, 0]], [[0, 0]], [[0, 0]]], most: [2] };
  assert.deepEqual(leftOf(twice, [0], []), { states: ["chosen", "", ""], covered: [false] });
  assert.deepEqual(leftOf(twice, [0, 1], []), { states: ["chosen", "chosen", "out"], covered: [true] });
  const any = { ...twice, most: [null] };
  assert.deepEqual(leftOf(any, [0, 1], []).states, ["chosen", "chosen", ""]);
  const coloured = { rows: [[[0, 1]], [[0, 1]], [[0, 2]], [[0, 0]]], most: [1] };
  assert.deepEqual(leftOf(coloured, [0], []).states, ["chosen", "", "out", "out"]);
});

test("a matrix that is too large is drawn once little of it is left", () => {
  const rows = Array.from({ length: MOST + 1 }, (_, k) => [[k, 0], [MOST + 1, 0]]);
  const matrix = { rows, most: rows.concat([[]]).map(() => 1) };
  assert.equal(drawnOf(matrix, leftOf(matrix, [], [])), null);
  const left = leftOf(matrix, [], [...rows.keys()].slice(2));
  assert.deepEqual(drawnOf(matrix, left), [[0, 1], [0, 1, MOST + 1]]);
});

test("the circle within a place", () => {
  assert.equal(inradius([[0, 0], [1, 0], [1, 1], [0, 1]]), 0.5);
  const triangle = [[0, 0], [1, 0], [0.5, Math.sqrt(3) / 2]];
  assert.ok(Math.abs(inradius(triangle) - Math.sqrt(3) / 6) < 1e-9);
});
