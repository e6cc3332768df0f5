// Runs a module of this repository in Pyodide: node .ci/pyodide.mjs FOLDER MODULE [ARGUMENT...]. The
// folder has Pyodide from npm, and the wheels that are installed, the package among them.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, module, ...words] = process.argv.slice(2);
const home = join(folder, "node_modules", "pyodide");
const { loadPyodide } = await import(pathToFileURL(join(home, "pyodide.mjs")));
const pyodide = await loadPyodide({ indexURL: `${home}/`, env: { HOME: "/home/pyodide", ...process.env } });

const wheels = readdirSync(folder).filter((name) => name.endsWith(".whl"));
const ours = wheels.find((name) => name.startsWith("exactcover_engine-"));
const others = wheels.filter((name) => name !== ours).map((name) => join(folder, name));
await pyodide.loadPackage(others, { messageCallback: () => {} });
pyodide.FS.writeFile(`/${ours}`, readFileSync(join(folder, ours)));
pyodide.mountNodeFS("/checkout", process.cwd());
// Its packages stand behind those of the wheel.
pyodide.runPython('import sys; sys.path.append("/checkout")');
try {
  await pyodide.pyimport("tests.pyodide.start").start(`emfs:/${ours}`, module, ...words);
} catch (error) {
  console.error(error.message); // Node would print all of the compiled runtime before
  process.exit(1);
}
