// Python in a worker of the browser: it answers the questions that a server would.

/** Where the compiled form of Python's modules is kept for the next start. */
const COMPILED = new URL("compiled.zip", import.meta.url).href;

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
    if (question.ask === "answer") keep();
  } catch (error) {
    const lines = `${error.message ?? error}`.trim().split("\n");
    send(JSON.stringify({ error: `Python ${what}: ${lines.at(-1)}`, done: true }));
  }
};

async function begin() {
  const from = (name) => new URL(name, import.meta.url).href;
  const start = await (await fetch(from("start.json"))).json();
  const bytes = (answer) => answer.arrayBuffer();
  const zipped = fetch(from("python.zip")).then(bytes);
  const cache = await globalThis.caches?.open(`puzzles ${start.version}`);
  const compiled = await cache?.match(COMPILED);
  const home = from(start.pyodide);
  const failure = only(Object.entries(start.integrity).map(([name, digest]) => [home + name, digest]));
  failure.catch(() => {}); // reported where it is awaited
  starting("Fetching Python…");
  const scripts = Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map((name) => script(home + name)));
  const gone = (error) => unfetched(home, error);
  const [{ loadPyodide }, { default: createPyodideModule }] = await scripts.catch(gone);
  starting("Starting Python in this browser…");
  const silent = { messageCallback: () => {}, errorCallback: () => {} };
  const load = async () => {
    const pyodide = await loadPyodide({
      indexURL: home, packageBaseUrl: from(start.packages), createPyodideModule,
    });
    await pyodide.loadPackage(["numpy"], silent);
    return pyodide;
  };
  const [pyodide, packages] = await Promise.all([Promise.race([failure, load()]).catch(gone), zipped]);
  starting("Loading the puzzles…");
  pyodide.unpackArchive(packages, "zip", { extractDir: "/home/pyodide" });
  if (compiled) pyodide.unpackArchive(await bytes(compiled), "zip", { extractDir: "/" });
  pyodide.runPython("import sys; sys.dont_write_bytecode = False");
  const { ask, compiled_modules: modules } = pyodide.pyimport("exactcover_puzzles.page.browser");
  // Once, after an answer: then what it takes has been imported.
  let keeps = Boolean(cache && !compiled);
  const keep = () => {
    if (keeps) cache.put(COMPILED, new Response(modules().toJs())).catch(() => {});
    keeps = false;
  };
  return { ask, keep };
}

/** From now on nothing is fetched but what has a digest, here or where it is asked for. The promise
    fails with the first that is not fetched: Pyodide would wait for some of them forever. */
function only(digests) {
  const known = new Map(digests);
  const fetched = globalThis.fetch;
  return new Promise((_, fail) => {
    globalThis.fetch = async (address, how = {}) => {
      try {
        const integrity = how.integrity ?? known.get(`${address}`);
        if (!integrity) throw new Error(`${address} has no known digest`);
        return await fetched(address, { ...how, integrity });
      } catch (error) {
        fail(error);
        throw error;
      }
    };
  });
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
