// Runs a Python program in Pyodide: node .ci/pyodide.mjs FOLDER PROGRAM. The folder has Pyodide
// from npm, and the wheels that are installed.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, program] = process.argv.slice(2);
const home = join(folder, "node_modules", "pyodide");
const { loadPyodide } = await import(pathToFileURL(join(home, "pyodide.mjs")));
const pyodide = await loadPyodide({ indexURL: `${home}/` });

const wheels = readdirSync(folder).filter((name) => name.endsWith(".whl"));
const ours = wheels.find((name) => name.startsWith("exactcover_engine-"));
const others = wheels.filter((name) => name !== ours).map((name) => join(folder, name));
await pyodide.loadPackage(others, { messageCallback: () => {} });
pyodide.FS.writeFile(`/${ours}`, readFileSync(join(folder, ours)));
pyodide.FS.writeFile("/home/pyodide/questions.py", readFileSync(program));
try {
  await pyodide.runPythonAsync(`
import micropip
await micropip.install("emfs:/${ours}")
import questions
questions.main()
`);
} catch (error) {
  console.error(error.message); // Node would print all of the compiled runtime before
  process.exit(1);
}
