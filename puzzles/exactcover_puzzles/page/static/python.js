// Python in a worker of the browser: it answers what the page would ask a server.

const begun = begin();
begun.catch(() => {}); // it is said when something is asked

onmessage = async ({ data: { number, question } }) => {
  const send = (text) => postMessage({ number, message: JSON.parse(text) });
  let what = "could not be started";
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
  const start = await (await fetch("start.json")).json();
  const home = new URL(start.pyodide, location.href).href;
  const { loadPyodide } = await import(`${home}pyodide.mjs`).catch((error) => unfetched(home, error));
  const [pyodide, packages] = await Promise.all([
    loadPyodide({ indexURL: home }).catch((error) => unfetched(home, error)),
    fetch("python.zip").then((answer) => answer.arrayBuffer()),
  ]);
  await pyodide.loadPackage(["numpy"], { messageCallback: () => {}, errorCallback: () => {} }).catch((error) => unfetched(home, error));
  pyodide.unpackArchive(packages, "zip", { extractDir: "/home/pyodide" });
  return pyodide.runPython("from exactcover_puzzles.page.browser import ask; ask");
}

function unfetched(home, error) {
  throw new Error(`it could not be fetched from ${home} (${`${error.message ?? error}`.trim().split("\n")[0]})`);
}
