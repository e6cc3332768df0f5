// Python in a worker of the browser: it answers the questions that a server would.

/** What is kept for the next start: the memory of a Python that has imported what needs no numpy, and
    the compiled form of the other modules. */
const [MEMORY, COMPILED] = ["memory", "compiled.zip"].map((name) => new URL(name, import.meta.url).href);
/** The name of the worker that makes this memory, and answers nothing. */
const MAKER = "maker";

const starting = (what) => postMessage({ starting: what });
const begun = begin();
begun.catch(() => {}).finally(() => postMessage({ ready: true })); // failures are reported with a question

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
  const zipped = fetch(from("python.zip")).then(bytes);
  const cache = await globalThis.caches?.open(`puzzles ${start.version}`);
  const kept = Promise.all([MEMORY, COMPILED].map((name) => cache?.match(name).then(bytes)));
  const [home, libraries] = [from(start.pyodide), from(start.packages)];
  const [numpy] = Object.keys(start.integrity).filter((name) => name.startsWith("numpy"));
  const addressOf = (name) => (name === numpy ? libraries : home) + name;
  const digests = Object.entries(start.integrity).map(([name, digest]) => [addressOf(name), digest]);
  const fetched = only(digests);
  fetched.catch(() => {}); // reported where it is awaited
  starting("Fetching Python…");
  const scripts = Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map((name) => script(home + name)));
  const gone = (error) => unfetched(home, error);
  const [{ loadPyodide }, { default: makeModule }] = await scripts.catch(gone);
  starting("Starting Python in this browser…");
  const [memory, compiled] = await kept;
  const createPyodideModule = async (settings) => {
    const module = await makeModule(settings);
    if (memory) module.growMemory(memory.byteLength);
    return module;
  };
  const snapshot = memory ? { _loadSnapshot: memory } : { _makeSnapshot: name === MAKER };
  const loaded = loadPyodide({ indexURL: home, createPyodideModule, ...snapshot });
  const [pyodide] = await Promise.all([loaded, fetched]).catch((error) => { // it may wait forever for a file
    cache?.delete(MEMORY); // in case it is damaged
    gone(error);
  });
  starting("Loading the puzzles…");
  pyodide.unpackArchive(await zipped, "zip", { extractDir: "/home/pyodide" });
  if (compiled) pyodide.unpackArchive(compiled, "zip", { extractDir: "/" });
  if (name === MAKER) {
    pyodide.runPython("from exactcover_puzzles.page import browser; browser.import_again()");
    await cache.put(MEMORY, new Response(pyodide.makeMemorySnapshot()));
    return close();
  }
  pyodide.unpackArchive(await bytes(await fetch(libraries + numpy)), "wheel");
  pyodide.runPython("import sys; sys.dont_write_bytecode = False");
  const { ask, compiled_modules: modules } = pyodide.pyimport("exactcover_puzzles.page.browser");
  let keeps = Boolean(cache && !memory);
  // Once, after an answer: then what it takes has been imported.
  const keep = async () => {
    if (!keeps) return;
    keeps = false;
    if (!compiled) await cache.put(COMPILED, new Response(modules().toJs()));
    new Worker(location.href, { type: "module", name: MAKER });
  };
  return { ask, keep };
}

/** Everything that has a digest is fetched, at once; from now on nothing else is. The promise fails
    with the first that is not fetched: Pyodide would wait for some of them forever. */
function only(digests) {
  const fetched = new Map(digests.map(([address, integrity]) => [address, fetch(address, { integrity })]));
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
