"""What ``.ci/pyodide`` runs, in Chromium instead of Node.js.

``python -m tests.pyodide.chromium MODULE [WORD...]``, after ``.ci/pyodide``.
"""

from __future__ import annotations

import functools
import http.server
import sys
import zipfile
from pathlib import Path

from tests.paths import ROOT
from tests.puzzles.page.browser import chromium, running

_RUN = """async ([wheels, ours, words]) => {
  const { loadPyodide } = await import("/node_modules/pyodide/pyodide.mjs");
  const say = (text) => console.log(text);
  const pyodide = await loadPyodide({ stdout: say, stderr: say });
  await pyodide.loadPackage(wheels.map((name) => `/${name}`), { messageCallback: () => {} });
  const checkout = await (await fetch("/checkout.zip")).arrayBuffer();
  pyodide.unpackArchive(checkout, "zip", { extractDir: "/checkout" });
  pyodide.runPython('import sys; sys.path.append("/checkout")');
  await pyodide.pyimport("tests.pyodide.start").start(`${location.origin}/${ours}`, ...words);
}"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server of files that prints nothing."""

    def log_message(self, *values: object) -> None:
        """Print nothing."""


def main(folder: Path, words: list[str]) -> None:
    """Run a module with its words."""
    with zipfile.ZipFile(folder / "checkout.zip", "w") as archive:
        for path in [*ROOT.glob("tests/**/*.py"), *ROOT.glob("benchmarks/*.py")]:
            archive.write(path, path.relative_to(ROOT))
    wheels = sorted(path.name for path in folder.glob("*.whl"))
    (ours,) = (name for name in wheels if name.startswith("exactcover_engine-"))
    wheels.remove(ours)
    handler = functools.partial(Quiet, directory=folder)
    with (
        chromium() as browser,
        running(http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)) as server,
    ):
        page = browser.new_page()
        page.on("console", lambda said: print(said.text, flush=True))
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        page.evaluate(_RUN, [wheels, ours, words])


if __name__ == "__main__":
    main(ROOT / ".venv" / "pyodide", sys.argv[1:])
