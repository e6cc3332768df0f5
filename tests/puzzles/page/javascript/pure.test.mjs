// What of the page needs no screen: `node --test tests/puzzles/page/javascript`, as .ci/javascript runs it.
import assert from "node:assert/strict";
import { test } from "node:test";

const from = (name) => import(`../../../../puzzles/exactcover_puzzles/page/static/${name}.js`);
const { base64Of, bytesOf, Book, fromAddress, toAddress } = await from("book");
const { History } = await from("history");
const shapes = await from("shapes");
const { underway, verdictOf } = await from("verdict");

const square = (r, c) => [[c, r], [c + 1, r], [c + 1, r + 1], [c, r + 1]];

test("undone changes can be redone until the next change", () => {
  let now = 1;
  const history = new History(() => now, (other) => { now = other; });
  const put = (next) => { history.add(now); now = next; };
  history.undo();
  assert.equal(now, 1);
  put(2);
  put(3);
  history.undo();
  history.undo();
  assert.equal(now, 1);
  history.redo();
  assert.equal(now, 2);
  put(5);
  history.redo();
  assert.equal(now, 5);
  history.undo();
  assert.equal(now, 2);
});

test("the number of undo steps is limited", () => {
  let now = 0;
  const history = new History(() => now, (other) => { now = other; }, 2);
  for (const next of [1, 2, 3]) { history.add(now); now = next; }
  for (let k = 0; k < 9; k++) history.undo();
  assert.equal(now, 1);
});

test("a book reports changes, and ignores an equal puzzle", () => {
  const told = [], book = new Book();
  book.addEventListener("change", ({ detail }) => told.push(detail));
  book.put({ kind: "queens", words: ["6"] });
  book.put({ kind: "queens", words: ["6"] }, "edit");
  book.put({ kind: "latin", text: "..\n..\n" }, "edit");
  assert.deepEqual(book.stated, { kind: "latin", text: "..\n..\n" });
  book.history.undo();
  assert.deepEqual(book.stated, { kind: "queens", words: ["6"] });
  assert.deepEqual(told, ["", "edit", "undo"]);
});

test("an address holds any puzzle, and a damaged one yields none", async () => {
  for (const puzzle of [
    { kind: "polyform", text: "title: Größe 👩‍🚀\n# \u202e\n".repeat(50) },
    { kind: "queens", words: ["12", "--torus"] },
  ]) {
    const address = await toAddress(puzzle);
    assert.match(address, /^[A-Za-z0-9_-]+$/);
    assert.deepEqual(await fromAddress(`${address}.play`), { ...puzzle, name: "" });
    assert.equal(await fromAddress(address.slice(0, -4)), null);
  }
  for (const [kind, text] of [[1, "a"], ["a", undefined], ["a", null]])
    assert.equal(await fromAddress(await toAddress({ kind, text })), null);
  for (const wrong of ["", "%", "AAAA", "=.="]) assert.equal(await fromAddress(wrong), null);
});

test("an address that unpacks to more than the limit yields none", async () => {
  assert.equal(await fromAddress(await toAddress({ kind: "a", text: " ".repeat(4_000_001) })), null);
});

test("bytes survive a base64 round trip", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, k) => k);
  assert.deepEqual(bytesOf(base64Of(bytes)), bytes);
});

test("cells move, and a shape is found wherever it lies", () => {
  assert.deepEqual(shapes.shifted([1, 2], shapes.shiftOf([1, 1], [3, 0])), [3, 1]);
  const bar = [[0, 0], [0, 1]], post = [[0, 0], [1, 0]];
  assert.equal(shapes.shapeOf([bar, post], [[4, 2], [5, 2]], 1), 1);
  assert.equal(shapes.shapeOf([bar, post], [[4, 2], [5, 3]], 1), -1);
  // On triangles a shift by an odd vector makes a cell point the other way.
  assert.equal(shapes.shapeOf([bar], [[0, 1], [0, 2]], 2), -1);
  assert.equal(shapes.shapeOf([bar], [[0, 2], [0, 3]], 2), 0);
  assert.deepEqual(shapes.middle(square(0, 0)), [0.5, 0.5]);
  assert.equal(shapes.central([square(0, 0), square(0, 1), square(0, 2)]), 1);
});

test("keys turn a piece there and back, and turn it over", () => {
  const piece = { moves: { turn: [1, 2, 0], flip: [0, 2, 1] } };
  const pressed = (key, shiftKey = false) => shapes.motionOf({ key, shiftKey });
  assert.equal(pressed("x"), undefined);
  for (const shape of [0, 1, 2]) {
    const there = shapes.turned(piece, shape, pressed("r"));
    assert.equal(shapes.turned(piece, there, pressed("R", true)), shape);
    assert.equal(shapes.turned(piece, shapes.turned(piece, shape, pressed("f")), "flip"), shape);
  }
  assert.equal(shapes.turned(piece, 0, pressed("t")), null);
});

test("cells are one by their edges, not by their corners", () => {
  const cells = [[0, 0], [0, 1], [1, 2], [1, 1]];
  const corners = new Map(cells.map((cell) => [cell, square(...cell)]));
  assert.ok(shapes.joined(cells, corners));
  assert.ok(!shapes.joined(cells.slice(0, 3), corners));
});

test("marks of the same piece on the same places have one name, whatever their order", () => {
  assert.equal(shapes.nameOf({ places: [3, 1], piece: "A" }), shapes.nameOf({ places: [1, 3], piece: "A" }));
  const [one, other] = ["A", "B"].map((piece) => shapes.nameOf({ places: [3, 1], piece }));
  assert.notEqual(one, other);
  assert.notEqual(shapes.nameOf({ places: [13] }), shapes.nameOf({ places: [1, 3] }));
});

test("random numbers are below 1 and depend only on the text", () => {
  const drawn = (text) => Array.from({ length: 200 }, shapes.randomOf(text));
  assert.deepEqual(drawn("a"), drawn("a"));
  assert.notDeepEqual(drawn("a"), drawn("b"));
  assert.ok(drawn("c").every((each) => each >= 0 && each < 1));
  assert.ok(new Set(drawn("d")).size > 190);
});

test("places are called as sentences call them", () => {
  assert.equal(shapes.placeName([0, 11]), "r1c12");
  assert.equal(shapes.placeName([2, 0, 1]), "L3r1c2");
});

test("a verdict says no more than is known", () => {
  const said = (answer, misfit) => verdictOf({ nodes: 1, ...answer }, misfit, 0.5, 60);
  const impossible = said({ verdict: "impossible" }, "too few cells");
  assert.deepEqual(impossible.slice(0, 2), ["impossible", "No solution"]);
  assert.match(impossible[2], /too few cells/i);
  assert.equal(said({ verdict: "unique", count: "1" })[1], "Exactly one solution");
  const upTo = { up_to: "up to turning" };
  assert.match(said({ verdict: "unique", count: "8", ...upTo })[1], /^One solution up to turning/);
  assert.equal(said({ verdict: "undecided" })[1], "Not decided");
  assert.match(said({ verdict: "several", count: "12345", complete: false })[1], /^At least 12,345 /);
  const all = said({ verdict: "several", count: "12345", complete: true });
  assert.match(all[1], /^12,345 solutions$/);
  assert.match(said({ verdict: "several", count: "330", free: "55", complete: true, ...upTo })[1],
    /^55 solutions up to turning$/);
  assert.deepEqual(said({ error: "no time" }).slice(0, 2), ["", "No answer"]);
});

test("during a search the known facts are shown", () => {
  assert.deepEqual(underway({ verdict: "possible" }), ["There is a solution", ""]);
  assert.equal(underway({})[0], null);
  const progress = { found: 1, nodes: 20, seconds: 3, done: 0.25, left: 8.2 };
  const [sentence, more] = underway({ verdict: "several", progress });
  assert.equal(sentence, "At least 2 solutions");
  assert.match(more, /25 % done, about 9 s left/);
});
