// Python in a worker of the browser: it answers what the page would ask a server.

const begun = begin();

onmessage = async ({ data: { number, question } }) => {
  const send = (text) => postMessage({ number, message: JSON.parse(text) });
  try {
    const ask = await begun;
    ask(JSON.stringify(question), send);
  } catch (error) {
    // A search that takes too much memory, or a fault.
    const lines = `${error.message ?? error}`.trim().split("\n");
    send(JSON.stringify({ error: `Python stopped: ${lines.at(-1)}`, done: true }));
  }
};

async function begin() {
  const start = await (await fetch("start.json")).json();
  const home = new URL(start.pyodide, location.href).href;
  const { loadPyodide } = await import(`${home}pyodide.mjs`);
  const [pyodide, packages] = await Promise.all([
    loadPyodide({ indexURL: home }),
    fetch("python.zip").then((answer) => answer.arrayBuffer()),
  ]);
  await pyodide.loadPackage(["numpy"], { messageCallback: () => {} });
  pyodide.unpackArchive(packages, "zip", { extractDir: "/home/pyodide" });
  return pyodide.runPython("from exactcover_puzzles.page.browser import ask; ask");
}
