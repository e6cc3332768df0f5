// What of the page needs no screen: `node --test tests/puzzles/page/javascript`, as .ci/javascript runs it.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

const from = (name) => import(`../../../../puzzles/exactcover_puzzles/page/static/${name}.js`);
const { base64Of, bytesOf, Book, fromAddress, textOf, toAddress } = await from("book");
const { Colours } = await from("colours");
const { areSmall, joining, mannerOf, next, spotOf, symbolsOf, typed } = await from("choices");
const { Clock, Games } = await from("games");
const { hintOf, mendedOf } = await from("help");
const { History } = await from("history");
const shapes = await from("shapes");
const { progress, verdictOf } = await from("verdict");
const { coordinates } = await from("lettering");
const { facesOf, layered, turnedCell } = await from("solid");

const square = (r, c) => [[c, r], [c + 1, r], [c + 1, r + 1], [c, r + 1]];

test("what a module imports by name, another one exports", () => {
  const home = new URL("../../../../puzzles/exactcover_puzzles/page/static/", import.meta.url);
  const text = (name) => readFileSync(new URL(name, home), "utf8");
  for (const name of readdirSync(home).filter((each) => each.endsWith(".js")))
    for (const [, names, from] of text(name).matchAll(/^import \{([^}]*)\} from "\.\/(.*?)"/gm))
      for (const each of names.split(",").map((one) => one.trim().split(" ")[0]).filter(Boolean)) {
        const exported = new RegExp(`^export .*\\b${each}\\b`, "m");
        assert.match(text(from), exported, `${name} imports ${each} from ${from}`);
      }
});

test("a file may be compressed by gzip", async () => {
  const bytes = (text) => new TextEncoder().encode(text);
  assert.equal(await textOf(bytes("é\n")), "é\n");
  assert.equal(await textOf(gzipSync("é\n")), "é\n");
  await assert.rejects(textOf(Uint8Array.of(0xff)));
  await assert.rejects(textOf(gzipSync("é\n").subarray(0, 8)));
  await assert.rejects(textOf(gzipSync(" ".repeat(5_000_000))), RangeError);
});

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

test("before its own changes a history goes on in an earlier one", () => {
  const states = ["puzzle", 0];
  const earlier = new History(() => states[0], (state) => { states[0] = state; });
  earlier.add("first");
  const history = new History(() => states[1], (state) => { states[1] = state; }, Infinity, earlier);
  history.add(0);
  states[1] = 1;
  history.undo();
  assert.deepEqual([...states, history.canUndo, history.canRedo], ["puzzle", 0, true, true]);
  history.undo();
  assert.deepEqual([...states, history.canUndo], ["first", 0, false]);
  history.redo();
  assert.deepEqual(states, ["first", 1]);
  history.redo();
  assert.deepEqual([...states, history.canRedo], ["puzzle", 1, false]);
});

test("how places are filled follows from the options", () => {
  const view = { painted: {}, pieces: [] };
  const digits = [1, 2].flatMap((text) => [0, 1].map((place) => ({ places: [place], text: `${text}` })));
  const queens = [0, 1].map((place) => ({ places: [place], text: "Q" }));
  const dominoes = [[0, 1], [1, 2]].map((places) => ({ places, piece: "across" }));
  assert.deepEqual([digits, queens, dominoes].map((each) => mannerOf(view, each)), ["type", "click", "join"]);
  assert.equal(mannerOf({ ...view, pieces: [{}] }, dominoes), "carry");
  assert.equal(mannerOf({ ...view, painted: { black: 3 } }, queens), "paint");
  const piece = (shapes, pictures = []) => ({ shapes, pictures });
  assert.ok(areSmall([piece([[[0, 0]]])]));
  for (const other of [piece([[[0, 0], [0, 1]]]), piece([[[0, 0]]], [0]), piece([[[0, 0]], [[0, 0]]])])
    assert.ok(!areSmall([piece([[[0, 0]]]), other]));
  assert.deepEqual(joining(dominoes, 2, 1), [1]);
  assert.deepEqual(joining(dominoes, 0, 2), []);
  assert.deepEqual(joining(dominoes, 1, 1), []);
});

test("a click goes through what there is and ends with nothing, either way", () => {
  const rounds = (step) => [1, 2, 3].reduce((seen) => [...seen, next([7, 8], seen.at(-1), step)], [null]);
  assert.deepEqual(rounds(1), [null, 7, 8, null]);
  assert.deepEqual(rounds(-1), [null, 8, 7, null]);
});

test("symbols are in their order, and keys make the longest that exists", () => {
  const texts = ["10", "b", "2", "A", "1", "2"];
  const symbols = symbolsOf(texts.map((text) => ({ places: [0], text })));
  assert.deepEqual(symbols.filter((each) => each > 0), ["1", "2", "10"]);
  assert.equal(symbols.length, 5);
  assert.deepEqual(["1", "10", "12", "a", "xb", "x"].map((keys) => typed(symbols, keys)),
    ["1", "10", "2", "A", "b", null]);
});

test("pencil marks of one place never share a spot, and stay in it", () => {
  for (const number of [2, 4, 6, 9, 16]) {
    const symbols = Array.from({ length: number }, (_, k) => `${k + 1}`);
    const spots = symbols.map((each) => spotOf(symbols, each));
    assert.equal(new Set(spots.map(String)).size, number);
    assert.ok(spots.flat().every((each) => Math.abs(each) < 0.45));
  }
});

test("a clock counts neither its pauses nor a second start", () => {
  let now = 0;
  const clock = new Clock(() => now);
  const after = (seconds) => { now += 1000 * seconds; return `${clock}`; };
  clock.start();
  assert.equal(after(65), "01:05");
  clock.start();
  clock.pause();
  assert.equal(after(500), "01:05");
  clock.start();
  assert.equal(after(3600), "1:01:05");
});

test("the latest games are kept, and nothing where nothing can be stored", () => {
  const stored = new Map();
  const getItem = (name) => stored.get(name) ?? null;
  const storage = { getItem, setItem: (name, text) => stored.set(name, text) };
  const games = new Games(storage);
  for (let k = 0; k < 30; k++) games.keep(`puzzle ${k}`, [[k]]);
  const again = new Games(storage);
  assert.deepEqual(again.of("puzzle 29"), [[29]]);
  assert.deepEqual(again.of("puzzle 0"), []);
  const refused = () => { throw new Error("full"); };
  const none = new Games({ getItem: refused, setItem: refused });
  none.keep("puzzle", [[1]]);
  assert.deepEqual(none.of("puzzle"), [[1]]);
});

test("each hint offers something to do, or says that it is over", () => {
  const item = { name: "row 1", places: [0, 1] };
  const guess = hintOf({ action: "open", item, options: [4, 5], option: 5, removed: [], possible: true });
  assert.deepEqual([guess.reveal, guess.guess], [5, true]);
  assert.equal(hintOf({ action: "open", item, options: [4, 5], removed: [], possible: false }).mend, true);
  assert.deepEqual(hintOf({ action: "open", removed: [], further: [[3, "black"]] }).paint, [[3, "black"]]);
  assert.equal(hintOf({ action: "take", item, option: 7, removed: [] }).reveal, 7);
  assert.ok(!hintOf({ action: "take", item, option: 7, removed: [] }).guess);
  assert.equal(hintOf({ action: "impossible", item, removed: [] }).mend, true);
  assert.notEqual(mendedOf({ options: [1], places: [] }), mendedOf({ options: [], places: [] }));
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

test("the wheel and the mouse turn a piece", () => {
  const motion = shapes.motionOf;
  assert.deepEqual([1, -1].map((deltaY) => motion({ type: "wheel", deltaY })), ["turn", "back"]);
  assert.equal(motion({ type: "wheel", deltaX: -1, deltaY: 0, shiftKey: true }), "flip");
  const pressed = [0, 1, 2].map((button) => motion({ type: "mousedown", button }));
  assert.deepEqual(pressed, [undefined, "flip", "turn"]);
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
  const said = (answer, misfit, spent = { seconds: 0.5 }) =>
    verdictOf({ nodes: 1, ...answer }, misfit, spent, 60);
  const impossible = said({ verdict: "impossible" }, "too few cells");
  assert.deepEqual(impossible.slice(0, 2), ["impossible", "No solution"]);
  assert.match(impossible[2], /too few cells/i);
  assert.equal(said({ verdict: "unique", count: "1" })[1], "Exactly one solution");
  const upTo = { up_to: "up to turning" };
  assert.match(said({ verdict: "unique", count: "8", ...upTo })[1], /^One solution up to turning/);
  assert.equal(said({ verdict: "undecided" })[1], "Not decided");
  const first = said({ verdict: "unique", count: "1" }, "", { seconds: 12.8, compiled: true });
  assert.match(first[2], /12.8 s including compiling/);
  assert.match(said({ verdict: "several", count: "12345", complete: false })[1], /^At least 12,345 /);
  const all = said({ verdict: "several", count: "12345", complete: true });
  assert.match(all[1], /^12,345 solutions$/);
  assert.match(said({ verdict: "several", count: "330", free: "55", complete: true, ...upTo })[1],
    /^55 solutions up to turning$/);
  assert.deepEqual(said({ error: "no time" }).slice(0, 2), ["", "No answer"]);
});

test("during a search the known facts are shown", () => {
  const underway = progress();
  assert.deepEqual(underway({ verdict: "possible" }), ["There is a solution", ""]);
  assert.equal(underway({})[0], null);
  const now = { found: 1, nodes: 20, seconds: 3, done: 0.25, left: 8.2 };
  const [sentence, more] = underway({ verdict: "several", progress: now });
  assert.equal(sentence, "At least 2 solutions");
  assert.match(more, /25 % done, about 9 s left/);
});

test("the share that is done never falls, and the rest is not estimated from a lower one", () => {
  const underway = progress();
  const now = { found: 1, nodes: 20, seconds: 3, left: 8.2 };
  const shown = [0.1, 0.4, 0.3, null, 0.5].map((done) => underway({ progress: { ...now, done } })[1]);
  assert.deepEqual(shown.map((text) => /(\d+) %/.exec(text)[1]), ["10", "40", "40", "40", "50"]);
  assert.deepEqual(shown.map((text) => / left/.test(text)), [true, true, false, false, true]);
  assert.match(progress()({ progress: { ...now, done: 0.2 } })[1], /20 %/); // another search begins below
});

test("rows and columns are labelled where they are straight and as wide as the places", () => {
  const place = (r, c, corners = square(r, c)) => ({ name: `r${r + 1}c${c + 1}`, at: [r, c], corners });
  const board = [place(0, 1), place(0, 2), place(2, 1)];
  const labels = new Map(coordinates(board, 0.3));
  assert.deepEqual([...labels.keys()], ["r1", "r3", "c2", "c3"]);
  assert.ok(labels.get("r1")[0] < 1 && labels.get("c2")[1] < 0);
  assert.ok(Math.abs(labels.get("c3")[0] - 2.5) < 1e-9);
  const around = { ...place(5, 5), on: false };
  assert.deepEqual([...new Map(coordinates([...board, around], 0.3)).keys()], [...labels.keys()]);
  // Triangles overlap, hexagons are shifted from row to row, and some places have other names.
  const half = (r, c) => place(r, c, [[c / 2, r], [c / 2 + 1, r], [c / 2 + 0.5, r + 1]]);
  assert.deepEqual(coordinates([half(0, 0), half(0, 1)], 0.3), []);
  const shifted = square(1, 0).map(([x, y]) => [x + 0.5, y]);
  assert.deepEqual(coordinates([place(0, 0), place(1, 0, shifted)], 0.3), []);
  assert.deepEqual(coordinates([...board, { ...place(4, 4), name: "row 4" }], 0.3), []);
});

test("layers of a solid stand apart in rows, in which they are as large as the stage allows", () => {
  const cells = [0, 1, 2].flatMap((l) => [0, 1].flatMap((r) => [0, 1].map((c) => ({ at: [l, r, c] }))));
  const columns = (size) => new Set(layered(cells, size).captions.map(([, [x]]) => x)).size;
  assert.deepEqual([columns([900, 200]), columns([400, 400]), columns([100, 900])], [3, 2, 1]);
  const { places, captions } = layered(cells, [400, 400]);
  assert.equal(new Set(places.map(({ corners: [corner] }) => `${corner}`)).size, 12);
  assert.deepEqual(captions.map(([text]) => text), ["Layer 1, top", "Layer 2", "Layer 3, bottom"]);
  const drawn = cells.map((cell) => ({ ...cell, on: cell.at[0] === 1 }));
  assert.deepEqual(layered(drawn, [400, 400]).captions.map(([text]) => text), ["Above", "Layer 2", "Below"]);
});

test("a solid shows three faces of a cube, none between cubes, and edges only where a piece ends", () => {
  const cubes = (cells, owner) => cells.map((at) => ({ cell: turnedCell(at, 0), owner: owner(at) }));
  assert.equal(facesOf(cubes([[0, 0, 0]], () => 1)).length, 3);
  const all = [0, 1, 2].flatMap((l) => [0, 1, 2].flatMap((r) => [0, 1, 2].map((c) => [l, r, c])));
  const faces = facesOf(cubes(all, () => 1));
  assert.equal(faces.length, 27);
  assert.equal(faces.flatMap(({ edges }) => edges).length, 36);
  const apart = facesOf(cubes(all, ([layer]) => layer)).flatMap(({ edges }) => edges).length;
  assert.equal(apart, 36 + 2 * 2 * 6);
  // Whatever hides another face comes later.
  const [below, above] = [[1, 0, 0], [0, 0, 0]].map((at) => `${turnedCell(at, 0)}`);
  const order = facesOf(cubes(all, () => 1)).map(({ cube }) => `${cube.cell}`);
  assert.ok(order.lastIndexOf(above) > order.indexOf(below));
});

test("turning a solid four times, or over twice, is to leave it; no turn makes a mirror image", () => {
  const chiral = [[0, 0, 0], [0, 0, 1], [0, 1, 1], [1, 1, 1]];
  const volume = (turn, below) => {
    const [a, b, c, d] = chiral.map((at) => turnedCell(at, turn, below));
    const [u, v, w] = [b, c, d].map((each) => each.map((number, k) => number - a[k]));
    return u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0])
      + u[2] * (v[0] * w[1] - v[1] * w[0]);
  };
  const volumes = [0, 1, 2, 3].flatMap((turn) => [volume(turn, false), volume(turn, true)]);
  assert.notEqual(volumes[0], 0);
  assert.equal(new Set(volumes).size, 1);
  const seen = [0, 1, 2, 3].flatMap((turn) =>
    [false, true].map((below) => `${turnedCell([1, 2, 4], turn, below)}`));
  assert.equal(new Set(seen).size, 8);
});

test("a pointer that moves fast passes every cell on its way", () => {
  const way = shapes.between({ clientX: 10, clientY: 0 }, { clientX: 70, clientY: 80 });
  assert.deepEqual(way.at(-1), { clientX: 70, clientY: 80 });
  const steps = way.map(({ clientX: x, clientY: y }, k) =>
    Math.hypot(x - (way[k - 1]?.clientX ?? 10), y - (way[k - 1]?.clientY ?? 0)));
  assert.ok(Math.max(...steps) <= 6);
  assert.equal(shapes.between({ clientX: 1, clientY: 1 }, { clientX: 1, clientY: 1 }).length, 1);
});

test("pieces keep their colours when others come and go", () => {
  const before = new Colours(["A", "B", "C"]);
  const after = new Colours(["D", "C", "A"], before);
  for (const name of ["A", "C"]) assert.equal(after.of(name), before.of(name));
  assert.equal(after.of("D"), before.of("B")); // it is free again
  const names = Array.from({ length: 48 }, (_, k) => `${k}`);
  const many = new Colours(names);
  assert.equal(new Set(names.map((name) => `${many.of(name)} ${many.grain(name)}`)).size, 48);
});
