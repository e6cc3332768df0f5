// Python in a worker of the browser: it answers the questions that a server would.

/** What is kept for the next start: the memory of a Python that has imported what needs no numpy, and
    the compiled form of the other modules. */
const [MEMORY, COMPILED] = ["memory", "compiled.zip"].map((name) => new URL(name, import.meta.url).href);
/** The name of the worker that makes this memory, and answers nothing. */
const MAKER = "maker";

const starting = (what) => postMessage({ starting: what });
const begun = begin();
// (Failures are reported with a question.)
begun.catch(() => {}).finally(() => (name === MAKER ? close() : postMessage({ ready: true })));

onmessage = async ({ data: question }) => {
  const send = (text) => postMessage({ message: JSON.parse(text) });
  let what = "could not start";
  try {
    const { ask, keep } = await begun;
    what = "stopped"; // a search that takes too much memory, or a fault
    ask(JSON.stringify(question), send);
    if (question.ask === "answer") keep().catch(() => {});
  } catch (error) {
    const lines = `${error.message ?? error}`.trim().split("\n");
    send(JSON.stringify({ error: `Python ${what}: ${lines.at(-1)}`, done: true }));
  }
};

async function begin() {
  const from = (name) => new URL(name, import.meta.url).href;
  const start = await (await fetch(from("start.json"))).json();
  const bytes = (answer) => answer?.arrayBuffer();
  const cache = await opened(`puzzles ${start.version}`);
  const kept = Promise.all([MEMORY, COMPILED].map((each) => cache?.match(each).then(bytes)));
  const home = from(start.pyodide), zip = from("python.zip");
  const [numpy] = Object.keys(start.integrity).filter((each) => each.startsWith("numpy"));
  const elsewhere = { "python.zip": zip, [numpy]: from(start.packages) + numpy };
  const fetched = only(Object.entries(start.integrity).map(([each, digest]) =>
    [elsewhere[each] ?? home + each, digest]));
  fetched.catch(() => {}); // reported where it is awaited
  starting("Fetching Python…");
  const scripts = Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map((each) => script(home + each)));
  const gone = (error) => unfetched(home, error);
  const [{ loadPyodide }, { default: makeModule }] = await scripts.catch(gone);
  starting("Starting Python in this browser…");
  const [memory, compiled] = await kept;

  async function python() {
    const createPyodideModule = async (settings) => {
      const module = await makeModule(settings);
      if (memory) module.growMemory(memory.byteLength);
      return module;
    };
    const snapshot = memory ? { _loadSnapshot: memory } : { _makeSnapshot: name === MAKER };
    const pyodide = await loadPyodide({ indexURL: home, createPyodideModule, ...snapshot });
    starting("Loading the puzzles…");
    pyodide.unpackArchive(await bytes(await fetch(zip)), "zip", { extractDir: "/home/pyodide" });
    if (compiled) pyodide.unpackArchive(compiled, "zip", { extractDir: "/" });
    if (name === MAKER) {
      pyodide.runPython("from exactcover_puzzles.page import browser; browser.import_again()");
      return cache.put(MEMORY, new Response(pyodide.makeMemorySnapshot()));
    }
    pyodide.unpackArchive(await bytes(await fetch(elsewhere[numpy])), "wheel");
    pyodide.runPython("import sys; sys.dont_write_bytecode = False");
    return pyodide.pyimport("exactcover_puzzles.page.browser");
  }

  const [found] = await Promise.all([python(), fetched]).catch(async (error) => {
    await fetched.catch(gone);
    if (!memory && !compiled) throw error;
    await Promise.all([MEMORY, COMPILED].map((each) => cache.delete(each)));
    throw new Error("what this browser kept of it was damaged, and is deleted now; reload the page");
  });
  let keeps = Boolean(cache && !memory);
  // Once, after an answer: then what it takes has been imported.
  const keep = async () => {
    if (!keeps) return;
    keeps = false;
    if (!compiled) await cache.put(COMPILED, new Response(found.compiled_modules().toJs()));
    new Worker(location.href, { type: "module", name: MAKER });
  };
  return { ask: found?.ask, keep };
}

/** What is kept for the next start; null where browsers keep nothing, or must not. */
async function opened(place) {
  try {
    return await caches.open(place);
  } catch { return null; }
}

/** Everything that has a digest is fetched, at once; from now on nothing else is. The promise fails
    with the first that is not fetched: Pyodide would wait for some of them forever. */
function only(digests) {
  const how = { cache: "no-cache" }; // or the browser's own of another time
  const fetched = new Map(digests.map(([address, integrity]) =>
    [address, fetch(address, { ...how, integrity })]));
  globalThis.fetch = async (address) => {
    if (!fetched.has(`${address}`)) throw new Error(`${address} has no known digest`);
    return fetched.get(`${address}`);
  };
  return Promise.all(fetched.values());
}

/** A script whose digest is known. (Browsers compare none of what import() loads.) */
async function script(address) {
  const text = await (await fetch(address)).text();
  const code = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  return import(code).finally(() => URL.revokeObjectURL(code));
}

function unfetched(home, error) {
  const [why] = `${error.message ?? error}`.trim().split("\n");
  throw new Error(`it could not be fetched from ${home} (${why})`);
}
