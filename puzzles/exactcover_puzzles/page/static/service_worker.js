// Keeps the files of an exported page, and Pyodide's, for the next visit, which then needs no network.
// A new export has another version: it takes over once no page of the old one is open. Nothing is kept
// but what has its known digest: a server may be in the middle of a change, or another may answer for it.

const { version, files } = { version: "", files: {} }; // written by the export: files and their digests
const NAME = `puzzles ${version}`;
const KNOWN = new Map(Object.entries(files).map(([name, digest]) => [new URL(name, location).href, digest]));

addEventListener("activate", (event) => event.waitUntil(begin(event)));

async function begin(event) {
  for (const name of await caches.keys())
    if (name.startsWith("puzzles ") && name !== NAME) await caches.delete(name);
  await clients.claim();
  await Promise.allSettled([...KNOWN.keys()].map((address) => kept(new Request(address), event)));
}

addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event));
});

async function answer(event) {
  const { request } = event, cache = await caches.open(NAME);
  return (await cache.match(request)) ?? kept(request, event).catch(() => fetch(request));
}

/** What is fetched, and kept if it is right. */
async function kept(request, event) {
  const integrity = request.integrity || KNOWN.get(request.url.split("#")[0]);
  if (!integrity) return fetch(request);
  const fetched = await fetch(request.url, { integrity, cache: "no-cache" }); // or the browser's old one
  const copy = fetched.clone();
  if (fetched.ok) event.waitUntil(caches.open(NAME).then((cache) => cache.put(request.url, copy)));
  return fetched;
}
