// Python in a worker of the browser: it answers the questions that a server would.

const begun = begin();
begun.catch(() => {}); // reported with the next question

onmessage = async ({ data: { number, question } }) => {
  const send = (text) => postMessage({ number, message: JSON.parse(text) });
  let what = "could not start";
  try {
    const ask = await begun;
    what = "stopped"; // a search that takes too much memory, or a fault
    ask(JSON.stringify(question), send);
  } catch (error) {
    const lines = `${error.message ?? error}`.trim().split("\n");
    send(JSON.stringify({ error: `Python ${what}: ${lines.at(-1)}`, done: true }));
  }
};

async function begin() {
  const from = (name) => new URL(name, import.meta.url).href;
  const start = await (await fetch(from("start.json"))).json();
  const zipped = fetch(from("python.zip")).then((answer) => answer.arrayBuffer());
  const home = from(start.pyodide);
  const failure = only(Object.entries(start.integrity).map(([name, digest]) => [home + name, digest]));
  failure.catch(() => {}); // reported where it is awaited
  const scripts = Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map((name) => script(home + name)));
  const gone = (error) => unfetched(home, error);
  const [{ loadPyodide }, { default: createPyodideModule }] = await scripts.catch(gone);
  const [pyodide, packages] = await Promise.all([
    Promise.race([failure, loadPyodide({
      indexURL: home, packageBaseUrl: from(start.packages), createPyodideModule,
    })]).catch(gone),
    zipped,
  ]);
  const silent = { messageCallback: () => {}, errorCallback: () => {} };
  await pyodide.loadPackage(["numpy"], silent).catch(gone);
  pyodide.unpackArchive(packages, "zip", { extractDir: "/home/pyodide" });
  return pyodide.runPython("from exactcover_puzzles.page.browser import ask; ask");
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
